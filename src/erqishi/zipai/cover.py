"""How much 息 a hand can make: exact maximum by table look-up. [single source: runs interpreted and compiled]

Arguments that every function here shares:
`r`      the rule set as flat numbers (`flat.py`), with the cover table in `r.left`, `r.right`, `r.matrix`
`hand`   all concealed cards, three bits a kind; `free` the same without 坎 (core.md §15.4: 坎 are never split)
`il, ir` the two base-3 indices of `free` (ranks 1–5, ranks 6–10), `nf` the number of free cards
The winning card is never put into the hand: its at most nine uses are tried, and the rest is looked up.
A use of the card decides its 息 (another's card on a pair is a 碰, core.md §5), so this is also exact about scoring.
"""

from __future__ import annotations

#: Where a card came from: the wall (own draw or another's), a seat's discard, the 亮张, a forced 偎/提 just laid.
DRAW, DISCARD, LIANG, OWN_MELD = 0, 1, 2, 3

#: Shapes of a set around a kind k: k lowest, middle, highest of a run; 二七十; 绞 k k o and k o o; 一五十.
SHAPES = 7
RUN_LOW, RUN_MID, RUN_HIGH, RUN_2710, JIAO_TWO, JIAO_ONE, RUN_1510 = 0, 1, 2, 3, 4, 5, 6
_TRIPLE, _PAIR = SHAPES, SHAPES + 1
#: The lowest bit of every kind in a packed hand.
ONES = 0o11111111111111111111


def without(r, free, k, s):
    """`free` less the two partners that shape `s` needs around a card `k`, or -1 when they are not there."""
    i = SHAPES * k + s
    have = free >> 1 & ONES if s == JIAO_ONE else (free | free >> 1) & ONES
    if have & r.need[i] != r.need[i]:
        return -1
    return free - r.take[i]


def complete(r, hand, il, ir, nf, kan_xi, pair):
    """Best 息 of the concealed cards when they form whole sets, with one 将 if `pair` else none; -1 otherwise."""
    if r.split_kan:
        return search(r, hand, pair)
    if nf % 3 != 2 * pair:
        return -1
    v = r.matrix[r.left[il] + r.right[ir]]
    if v < 0:
        return -1
    return v + kan_xi


def best_with_card(r, hand, free, il, ir, nf, kan_xi, table_xi, quads, weis, pengs, k, origin, own):
    """Best total 息 when card `k` is won, or -1 (core.md §15). `own`: the seat drew it itself.

    `table_xi`, `quads`, `weis`, `pengs`: 息 of the melds on the table, how many are 提/跑, which kinds lie as 偎 and as 碰.
    An own draw that fits a 坎, a pair or an own 偎 never comes here: it is a forced 提 or 偎 first (core.md §9.3a).
    """
    best = -1
    c = hand >> 3 * k & 7
    pair = 1 if quads > 0 else 0

    # The card makes a quad: the concealed rest stays as it is and needs the 将.
    quad = True
    gain = 0
    rest, less = hand, 0
    if c == 3 and not own:
        gain = r.xi_pao[k]
        rest, less = hand - (3 << 3 * k), r.xi_kan[k]
    elif weis >> k & 1 and not own:
        gain = r.xi_pao[k] - r.xi_wei[k]
    elif pengs >> k & 1 and (origin != DISCARD or r.pao_any):
        gain = r.xi_pao[k] - r.xi_peng[k]
    else:
        quad = False
    if quad:
        v = complete(r, rest, il, ir, nf, kan_xi - less, 1)
        if v >= 0:
            best = v + gain + table_xi

    usable = hand if r.split_kan else free
    if not r.split_kan and nf % 3 != 2 - pair:
        return best
    c = usable >> 3 * k & 7
    wl, wr = r.wl[k], r.wr[k]
    if c >= 2 and not own:
        v = complete(r, hand - (2 << 3 * k), il - 2 * wl, ir - 2 * wr, nf - 2, kan_xi, pair)
        if v >= 0 and v + r.xi_peng[k] + table_xi > best:
            best = v + r.xi_peng[k] + table_xi
    if c >= 1 and pair:
        v = complete(r, hand - (1 << 3 * k), il - wl, ir - wr, nf - 1, kan_xi, 0)
        if v >= 0 and v + table_xi > best:
            best = v + table_xi
    two = usable >> 1 & ONES
    one = (usable | usable >> 1) & ONES
    i = SHAPES * k
    for s in range(SHAPES):
        need = r.need[i]
        if (two if s == JIAO_ONE else one) & need == need:
            v = complete(r, hand - r.take[i], il - r.take_l[i], ir - r.take_r[i], nf - 2, kan_xi, pair)
            if v >= 0 and v + r.shape_xi[i] + table_xi > best:
                best = v + r.shape_xi[i] + table_xi
        i += 1
    return best


def search(r, hand, pair):
    """Best 息 of covering `hand` exactly, 坎 whole or split, with one 将 if `pair`; -1 when impossible.

    Depth-first without recursion (a cached recursive function crashes when Numba reloads it): the set tried at each
    depth is kept in two packed numbers, so that going back is arithmetic.
    """
    best = -1
    value, depth, kinds, picks, first, left = 0, 0, 0, 0, 0, pair
    while True:
        moved = False
        if hand == 0:
            if left == 0 and value > best:
                best = value
        else:
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
            return best
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


def set_xi(r, k, pick):
    """息 of one set chosen by `search`: a shape around `k`, a 坎, or the 将 (nothing)."""
    if pick < SHAPES:
        return r.shape_xi[SHAPES * k + pick]
    if pick == _TRIPLE:
        return r.xi_kan[k]
    return 0


def loose(r, free):
    """Most 息 that some of `free` can make when the rest need not fit (option `tianhu_best`, core.md §7)."""
    total = 0
    for first in range(0, 20, 10):
        one = free >> 3 * first & 7
        two = free >> 3 * first + 3 & 7
        three = free >> 3 * first + 6 & 7
        five = free >> 3 * first + 12 & 7
        seven = free >> 3 * first + 18 & 7
        ten = free >> 3 * first + 27 & 7
        best = 0
        for a in range(min(one, two, three) + 1):
            for b in range(min(two - a, seven, ten) + 1):
                value = a * r.shape_xi[SHAPES * first + RUN_LOW] + b * r.shape_xi[SHAPES * (first + 1) + RUN_2710]
                if r.partner[2 * (SHAPES * first + RUN_1510)] >= 0:
                    value += min(one - a, five, ten - b) * r.shape_xi[SHAPES * first + RUN_1510]
                if value > best:
                    best = value
        total += best
    return total
