"""Whether a complete hand may win: the least 息 and the exceptions that villages make (core.md §15, scoring.md §1.3). [single source: interpreted and compiled]

Two kinds of exception, both from `scoring/permit.py`: certain exact numbers of 息 win although they are too few (0 息,
卡), and fewer 息 are enough with 自摸 or a 名堂. Only a complete hand that falls short comes here, so what is asked
may take its time.
"""

from __future__ import annotations

from erqishi.zipai.codes import M_CHI, M_PAO, M_TI
from erqishi.zipai.cover import DISCARD, DRAW, LIANG, OWN_MELD, SHAPES, set_xi, without
from erqishi.zipai.seat import copies, divisible, gain, ungain

_TRIPLE, _PAIR = SHAPES, SHAPES + 1
#: Bits of the red kinds: 二 七 十 贰 柒 拾.
RED = 1 << 1 | 1 << 6 | 1 << 9 | 1 << 11 | 1 << 16 | 1 << 19


def may_hu(t, r, p, k, value):
    """Whether `value` 息 is enough, the 门子 are as many as they must be, and the card is no 臭胡 of seat p (§15, §22.6)."""
    if value < r.floor_xi or t.dead[p] or t.passed[p][k] == t.table_xi[p] + 1:
        return False
    if value < r.min_xi and not enough(t, r, p, k, value):
        return False
    return full(t, r, p)


def full(t, r, p):
    """Whether seat p's hand, once complete, has all its 门子 (§15.1).

    Three dealt 提 that did not end the hand leave a seat short: quads that follow make it discard (§8) and win with six.
    """
    return t.nmelds[p] + (t.size[p] + 2) // 3 == (r.deal + 3) // 3


def enough(t, r, p, k, value):
    """Whether seat p may win with card k although its most 息, `value`, are fewer than the least."""
    if r.lax_xi > 0 and value >= r.lax_xi and lax(t, r, p, k):
        return True
    n = 0
    while r.counts_xi >> n:
        if r.counts_xi >> n & 1 and n <= value and (n == value or exactly(t, r, p, k, n)):
            return True
        n += 1
    return False


# -- fewer 息 with 自摸 or a 名堂 -----------------------------------------------------------------------------------------


def lax(t, r, p, k):
    """自摸, or one of the 名堂 that the rules name, is there."""
    if p == t.owner and t.origin != DISCARD:
        return True
    if t.origin == LIANG and r.lax_liang:
        return True
    if r.lax_last and t.origin == DRAW and t.pos == t.end:
        return True
    red, big, small = 0, 0, 0
    for j in range(20):
        n = held_of(t, r, p, j) + (1 if j == k else 0)
        red += n if RED >> j & 1 else 0
        if j < 10:
            small += n
        else:
            big += n
    if r.lax_red >> red & 1 or r.lax_big >> big & 1 or r.lax_small >> small & 1:
        return True
    return r.lax_same != 0 and same_value(t, r, p, k) >= r.lax_xi


def held_of(t, r, p, j):
    """Copies of kind j in seat p's hand and melds."""
    n = copies(t.hand[p], j)
    for i in range(t.nmelds[p]):
        meld = t.melds[p][i]
        first = meld >> 4 & 31
        if meld & 15 != M_CHI:
            if first == j:
                n += 4 if meld & 15 in (M_TI, M_PAO) else 3
        else:
            at = 2 * (SHAPES * first + (meld >> 9))
            n += (1 if first == j else 0) + (1 if r.partner[at] == j else 0) + (1 if r.partner[at + 1] == j else 0)
    return n


def same_value(t, r, p, k):
    """息 of seat p's hand with another's card k when every 门子 is of equal cards (对子胡), else -1."""
    for i in range(t.nmelds[p]):
        if t.melds[p][i] & 15 == M_CHI:
            return -1
    xi = t.table_xi[p] + t.kan_xi[p] + t.quad_xi[p]
    pairs = 1 if t.q[p] + t.quads_in_hand[p] > 0 else 0
    c = copies(t.hand[p], k)
    left = t.free[p]
    if c == 3:
        xi += r.xi_pao[k] - r.xi_kan[k]
        pairs = 1
    elif t.weis[p] >> k & 1:
        xi += r.xi_pao[k] - r.xi_wei[k]
        pairs = 1
    elif t.pengs[p] >> k & 1 and (t.origin != DISCARD or r.pao_any):
        xi += r.xi_pao[k] - r.xi_peng[k]
        pairs = 1
    elif c == 2:
        xi += r.xi_peng[k]
        left -= 2 << 3 * k
    elif c == 1:
        pairs -= 1
        left -= 1 << 3 * k
    else:
        return -1
    for j in range(20):
        c = copies(left, j)
        if c == 1:
            return -1
        if c == 2:
            pairs -= 1
    return xi if pairs == 0 else -1


# -- exactly so many 息 --------------------------------------------------------------------------------------------------


def exactly(t, r, p, k, want):
    """Whether seat p's hand with card k can be grouped so that it has `want` 息."""
    if t.origin == LIANG and p == t.dealer:
        gain(t, r, p, k)
        found = lies_exactly(t, r, p, want)
        ungain(t, r, p, k)
        return found
    if t.origin == OWN_MELD:
        return lies_exactly(t, r, p, want)
    want -= t.table_xi[p] + t.quad_xi[p]
    hand = divisible(t, p)
    if not r.split_kan:  # 坎 are whole: only the free cards are grouped
        want -= t.kan_xi[p]
        hand = t.free[p]
    own = t.origin == DRAW and p == t.owner
    pair = 1 if t.q[p] + t.quads_in_hand[p] > 0 else 0
    c = copies(t.hand[p], k)
    if c == 3 and not own:
        rest = hand if not r.split_kan else hand - (3 << 3 * k)
        if groups_make(r, rest, 1, want - r.xi_pao[k] + (0 if r.split_kan else r.xi_kan[k])):
            return True
    elif t.weis[p] >> k & 1 and not own:
        if groups_make(r, hand, 1, want - r.xi_pao[k] + r.xi_wei[k]):
            return True
    elif t.pengs[p] >> k & 1 and (t.origin != DISCARD or r.pao_any):
        if groups_make(r, hand, 1, want - r.xi_pao[k] + r.xi_peng[k]):
            return True
    c = copies(hand, k)
    if c >= 2 and not own and groups_make(r, hand - (2 << 3 * k), pair, want - r.xi_peng[k]):
        return True
    if c >= 1 and pair and groups_make(r, hand - (1 << 3 * k), 0, want):
        return True
    for s in range(SHAPES):
        rest = without(r, hand, k, s)
        if rest >= 0 and groups_make(r, rest, pair, want - r.shape_xi[SHAPES * k + s]):
            return True
    return False


def lies_exactly(t, r, p, want):
    """Whether seat p's cards as they lie can be grouped so that the hand has `want` 息."""
    want -= t.table_xi[p] + t.quad_xi[p]
    pair = 1 if t.q[p] + t.quads_in_hand[p] > 0 else 0
    if r.split_kan:
        return groups_make(r, divisible(t, p), pair, want)
    return groups_make(r, t.free[p], pair, want - t.kan_xi[p])


def groups_make(r, hand, pair, want):
    """Whether `hand` can be covered exactly, with one 将 if `pair`, by sets of `want` 息 together: `cover.search` with an aim."""
    value, depth, kinds, picks, first, left = 0, 0, 0, 0, 0, pair
    while True:
        moved = False
        if hand == 0:
            if left == 0 and value == want:
                return True
        elif value <= want:
            k = 0
            while hand >> 3 * k & 7 == 0:
                k += 1
            one = 1 << 3 * k
            pick = first
            while pick <= _PAIR:
                rest = -1
                if pick < SHAPES:
                    rest = without(r, hand - one, k, pick)
                elif pick == _TRIPLE:
                    if hand >> 3 * k & 7 >= 3:
                        rest = hand - 3 * one
                elif left > 0 and hand >> 3 * k & 7 >= 2:
                    rest = hand - 2 * one
                if rest >= 0:
                    value += set_xi(r, k, pick)
                    if pick == _PAIR:
                        left -= 1
                    hand = rest
                    kinds = kinds << 5 | k
                    picks = picks << 4 | pick
                    depth += 1
                    first = 0
                    moved = True
                    break
                pick += 1
        if moved:
            continue
        if depth == 0:
            return False
        k = kinds & 31
        pick = picks & 15
        kinds >>= 5
        picks >>= 4
        depth -= 1
        first = pick + 1
        value -= set_xi(r, k, pick)
        if pick == _PAIR:
            left += 1
            hand += 2 << 3 * k
        elif pick == _TRIPLE:
            hand += 3 << 3 * k
        else:
            hand += (1 << 3 * k) + r.take[SHAPES * k + pick]
