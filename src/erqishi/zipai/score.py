"""From 息 to 囤 to payments. [single source: runs interpreted and compiled]"""

from __future__ import annotations


def tun_of(r, huxi):
    """囤 of a hand before 自摸 (core.md §16), never below 1 (§22.13)."""
    return max(1, (r.tun_a * huxi + r.tun_b) // r.tun_c)


def tianhu_tun(r, huxi):
    """囤 of a 天胡 before 自摸 (core.md §7)."""
    return max(1, (r.tianhu_a * huxi + r.tianhu_b) // r.tianhu_c)


def settle(t, r, huxi):
    """Write 息, 囤 and everybody's change in units of 底分 for the winner `t.winner` (core.md §16, §17)."""
    if t.forced and r.tianhu_fixed > 0:
        tun = r.tianhu_fixed
    elif t.tianhu:
        tun = tianhu_tun(r, huxi)
    else:
        tun = tun_of(r, huxi)
    if t.zimo:
        tun += r.zimo_tun
    t.huxi = huxi
    t.tun = tun
    for p in range(t.n):
        t.net[p] = tun * r.base * (t.n - 1) if p == t.winner else -tun * r.base
    pay_fines(t, r)


def pay_fines(t, r):
    """Who has made mistakes pays every other seat for each, where the rules fine them (core.md §19)."""
    if r.fine > 0:
        for p in range(t.n):
            due = t.fines[p] * r.fine * r.base
            for other in range(t.n):
                t.net[other] += due
            t.net[p] -= due * t.n
