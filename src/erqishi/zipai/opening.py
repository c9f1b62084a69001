"""From the deal to the dealer's first discard: 三提五坎, the 亮张, dealt 提 (core.md §§3, 6, 7, §22.1–2). [single source: interpreted and compiled]"""

from __future__ import annotations

from erqishi.zipai.codes import E_HU, E_LIANG_TAKEN, FROM_DEAL, M_TI, MELDED, OVER, WANG
from erqishi.zipai.cover import LIANG, loose
from erqishi.zipai.score import settle
from erqishi.zipai.seat import copies, emit, gain, lay_quad, own_value, ungain


def is_three_ti_five_kan(quads, kans):
    """三提五坎: three dealt quads, or five of 提 and 坎 together; a 提 may stand for a 坎, never the other way (§7)."""
    return quads >= 3 or quads + kans >= 5


def forced_tianhu(t, r):
    """天胡① in the order 庄 (on 20 cards, then on 21 = 自摸), 下家, 上家 (§7, §22.1); True when the hand ends so."""
    dealer = t.dealer
    natural = is_three_ti_five_kan(t.quads_in_hand[dealer], t.kans[dealer])
    gain(t, r, dealer, t.card)
    for d in range(t.n):
        p = (dealer + d) % t.n
        if is_three_ti_five_kan(t.quads_in_hand[p], t.kans[p]):
            t.winner = p
            t.zimo = 1 if p == dealer and not natural else 0
            t.tianhu = 1
            t.forced = 1
            t.phase = OVER
            huxi = t.kan_xi[p] + t.quad_xi[p]
            if r.tianhu_best:
                huxi += loose(r, t.free[p])
            settle(t, r, huxi)
            ungain(t, r, dealer, t.card)  # the 亮张 was counted, not taken
            emit(t, E_HU, p, t.card, LIANG)
            return True
    ungain(t, r, dealer, t.card)
    return False


def dealer_value(t, r):
    """Total 息 of the dealer's 21 cards, the 亮张 being a dealt card (§22.2), or -1 when they are no 胡."""
    p = t.dealer
    if t.wang[p] == 0 and t.card != WANG and not r.split_kan:
        most = t.kan_xi[p] + t.quad_xi[p] + r.bound_l[t.il[p]] + r.bound_r[t.ir[p]] + r.lone_xi[t.card]
        most += max(r.xi_ti[t.card], r.xi_kan[t.card])
        if most < r.floor_xi:
            return -1
    gain(t, r, p, t.card)
    v = own_value(t, r, p)
    ungain(t, r, p, t.card)
    return v


def take_liang(t, r):
    """Nobody won on it: the dealer takes the 亮张, dealt 提 are laid, and the dealer opens (§3, §6, §8)."""
    gain(t, r, t.dealer, t.card)
    emit(t, E_LIANG_TAKEN, t.dealer, t.card, 0)
    lay_dealt(t, r)
    t.turn = t.dealer
    t.phase = MELDED


def lay_dealt(t, r):
    """Every concealed quad is laid: 庄, 下家, 上家 (§6)."""
    for d in range(t.n):
        p = (t.dealer + d) % t.n
        if t.quads_in_hand[p] > 0:
            for k in range(20):
                if copies(t.hand[p], k) == 4:
                    lay_quad(t, r, p, k, M_TI, FROM_DEAL)
