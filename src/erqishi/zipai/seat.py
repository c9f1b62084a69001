"""What happens to one seat's cards and melds, and what they are worth. [single source: interpreted and compiled]"""

from __future__ import annotations

from erqishi.zipai.codes import (
    E_PAO,
    E_TI,
    FROM_DEAL,
    FROM_HAND,
    FROM_WEI,
    M_PENG,
    M_TI,
    M_WEI,
    WANG,
)
from erqishi.zipai.cover import DRAW, best_with_card, complete
from erqishi.zipai.wang import best_with_draw, complete_with


def emit(t, code, seat, kind, detail):
    """Append an event; the caller of `step` reads `t.events[: t.nev]` and sets `t.nev` back to 0."""
    t.events[t.nev] = code | seat << 5 | kind << 8 | detail << 13
    t.nev += 1


def copies(hand, k):
    """How many cards of kind k a packed hand holds."""
    return hand >> 3 * k & 7


def lose(t, r, p, k, n):
    """Take n free copies of k out of seat p's concealed cards."""
    t.hand[p] -= n << 3 * k
    t.free[p] -= n << 3 * k
    t.il[p] -= n * r.wl[k]
    t.ir[p] -= n * r.wr[k]
    t.nf[p] -= n
    t.size[p] -= n
    if t.free[p] >> 3 * k & 7 == 0:
        t.kinds[p] &= ~(1 << k)


def after(t, p):
    """The 下家 of seat p."""
    return p + 1 if p + 1 < t.n else 0


def gain(t, r, p, k):
    """A dealt card comes to seat p; the third equal card makes a 坎, the fourth a concealed 提, a 王 is counted apart."""
    if k == WANG:
        t.wang[p] += 1
        t.size[p] += 1
        return
    c = copies(t.hand[p], k)
    t.hand[p] += 1 << 3 * k
    t.size[p] += 1
    if c < 2:
        t.free[p] += 1 << 3 * k
        t.kinds[p] |= 1 << k
        t.il[p] += r.wl[k]
        t.ir[p] += r.wr[k]
        t.nf[p] += 1
    elif c == 2:
        t.kinds[p] &= ~(1 << k)
        t.free[p] -= 2 << 3 * k
        t.il[p] -= 2 * r.wl[k]
        t.ir[p] -= 2 * r.wr[k]
        t.nf[p] -= 2
        t.kan_xi[p] += r.xi_kan[k]
        t.kans[p] += 1
    else:
        t.kan_xi[p] -= r.xi_kan[k]
        t.kans[p] -= 1
        t.quad_xi[p] += r.xi_ti[k]
        t.quads_in_hand[p] += 1


def take_hand(t, r, p, first, end):
    """Seat p is dealt the cards deck[first:end]: what `gain` does card by card, in one go for an empty hand."""
    hand = 0
    for i in range(first, end):
        if t.deck[i] == WANG:
            t.wang[p] += 1
        else:
            hand += 1 << 3 * t.deck[i]
    free, kinds, il, ir, nf, size = 0, 0, 0, 0, 0, end - first
    rest = hand
    k = 0
    while rest:
        c = rest & 7
        if c:
            if c < 3:
                free += c << 3 * k
                kinds += 1 << k
                il += c * r.wl[k]
                ir += c * r.wr[k]
                nf += c
            elif c == 3:
                t.kan_xi[p] += r.xi_kan[k]
                t.kans[p] += 1
            else:
                t.quad_xi[p] += r.xi_ti[k]
                t.quads_in_hand[p] += 1
        rest >>= 3
        k += 1
    t.hand[p], t.free[p], t.kinds[p], t.il[p], t.ir[p], t.nf[p], t.size[p] = hand, free, kinds, il, ir, nf, size


def ungain(t, r, p, k):
    """Undo `gain`: the dealer was only judged as if the 亮张 were taken."""
    if k == WANG:
        t.wang[p] -= 1
        t.size[p] -= 1
        return
    c = copies(t.hand[p], k)
    t.hand[p] -= 1 << 3 * k
    t.size[p] -= 1
    if c < 3:
        t.free[p] -= 1 << 3 * k
        if c == 1:
            t.kinds[p] &= ~(1 << k)
        t.il[p] -= r.wl[k]
        t.ir[p] -= r.wr[k]
        t.nf[p] -= 1
    elif c == 3:
        t.kinds[p] |= 1 << k
        t.free[p] += 2 << 3 * k
        t.il[p] += 2 * r.wl[k]
        t.ir[p] += 2 * r.wr[k]
        t.nf[p] += 2
        t.kan_xi[p] -= r.xi_kan[k]
        t.kans[p] -= 1
    else:
        t.kan_xi[p] += r.xi_kan[k]
        t.kans[p] += 1
        t.quad_xi[p] -= r.xi_ti[k]
        t.quads_in_hand[p] -= 1


def must_discard(size, quads):
    """Whether a seat that has just melded owes a discard (§8): h ≡ 0 (mod 3) without a quad, h ≡ 2 with one."""
    return size % 3 == (2 if quads > 0 else 0)


def stuck(size, quads, nf):
    """Whether a meld that leaves `nf` free cards would owe a discard that cannot be made (§8, §22.9)."""
    return nf == 0 and must_discard(size, quads)


def add_meld(t, p, meld):
    """Put a packed meld at the end of seat p's row."""
    t.melds[p][t.nmelds[p]] = meld
    t.nmelds[p] += 1


def swap_meld(t, p, old, new):
    """Replace the meld `old` of seat p (a 碰 or 偎 that becomes a quad) in its place; gives that place."""
    at = 0
    for i in range(t.nmelds[p]):
        if t.melds[p][i] == old:
            t.melds[p][i] = new
            at = i
    return at


def lay_quad(t, r, p, k, meld, source):
    """Seat p lays a 提 or 跑 of k from its 坎, its 偎 or its 碰."""
    xi = r.xi_ti[k] if meld == M_TI else r.xi_pao[k]
    if source in (FROM_HAND, FROM_DEAL):
        held = copies(t.hand[p], k)
        t.hand[p] -= held << 3 * k
        t.size[p] -= held
        if held == 4:
            t.quad_xi[p] -= r.xi_ti[k]
            t.quads_in_hand[p] -= 1
        else:
            t.kan_xi[p] -= r.xi_kan[k]
            t.kans[p] -= 1
        at = t.nmelds[p]
        add_meld(t, p, meld | k << 4)
    elif source == FROM_WEI:
        t.weis[p] &= ~(1 << k)
        xi -= r.xi_wei[k]
        at = swap_meld(t, p, M_WEI | k << 4, meld | k << 4)
    else:
        t.pengs[p] &= ~(1 << k)
        xi -= r.xi_peng[k]
        at = swap_meld(t, p, M_PENG | k << 4, meld | k << 4)
    t.table_xi[p] += xi
    if source != FROM_DEAL and t.q[p] == 0:
        t.claims[p] += 1
    t.q[p] += 1
    if source != FROM_DEAL or not r.initial_ti_hidden:
        t.seen[k] = 4
    emit(t, E_TI if meld == M_TI else E_PAO, p, k, source | at << 2)


def divisible(t, p):
    """The concealed cards of seat p less dealt quads that are not laid yet: those are whole in every reading."""
    hand = t.hand[p]
    if t.quads_in_hand[p] > 0:
        for k in range(20):
            if copies(hand, k) == 4:
                hand -= 4 << 3 * k
    return hand


def own_value(t, r, p):
    """Total 息 of seat p when its cards and melds are complete as they are, else -1."""
    pair = 1 if t.q[p] + t.quads_in_hand[p] > 0 else 0
    if t.wang[p] > 0:
        v = complete_with(r, divisible(t, p), t.il[p], t.ir[p], t.nf[p], t.kan_xi[p], pair, t.wang[p])
    else:
        v = complete(r, divisible(t, p), t.il[p], t.ir[p], t.nf[p], t.kan_xi[p], pair)
    return v if v < 0 else v + t.table_xi[p] + t.quad_xi[p]


def hu_value(t, r, p, k):
    """Total 息 with which seat p could 胡 the revealed card, or -1; with 王 in hand only one's own draw counts."""
    quads = t.q[p] + t.quads_in_hand[p]
    own = t.origin == DRAW and p == t.owner
    if t.wang[p] > 0:
        if not own:
            return -1
        return best_with_draw(
            r,
            divisible(t, p),
            t.il[p],
            t.ir[p],
            t.nf[p],
            t.kan_xi[p],
            t.table_xi[p] + t.quad_xi[p],
            quads,
            t.pengs[p],
            k,
            t.wang[p],
        )
    return best_with_card(
        r,
        divisible(t, p) if t.quads_in_hand[p] else t.hand[p],
        t.free[p],
        t.il[p],
        t.ir[p],
        t.nf[p],
        t.kan_xi[p],
        t.table_xi[p] + t.quad_xi[p],
        quads,
        t.weis[p],
        t.pengs[p],
        k,
        t.origin,
        own,
    )


def in_reach(t, r, p, k):
    """Whether seat p can have enough 息 with card k at all: a bound that is quick to see and never too low."""
    if r.split_kan:
        return True
    xi = t.table_xi[p] + t.kan_xi[p] + t.quad_xi[p] + r.bound_l[t.il[p]] + r.bound_r[t.ir[p]]
    c = t.hand[p] >> 3 * k & 7
    if c < 2:
        if (t.weis[p] | t.pengs[p]) >> k & 1:
            return xi + r.quad_gain[k] >= r.floor_xi
        return xi + r.lone_xi[k] >= r.floor_xi
    return xi + (r.pair_xi[k] if c == 2 else r.quad_gain[k]) >= r.floor_xi
