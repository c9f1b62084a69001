"""The plain player: wins when it can, and otherwise keeps the most valuable hand. [single source]

The worth of a hand (the idea is old; the figures are ours, see worth.py): 1000 a set, 100 a partial or pair, 20 a 息,
less 60 for a pair whose other two copies are gone and 15 for every 息 that hand and table lack of the minimum.
It discards the card whose loss costs least (3 more for every copy of it already seen, the smaller card when equal),
takes a 碰 unless that lowers the worth, and a 吃 when it raises the worth. It looks at its own cards, at what lies
open and at nothing else.
"""

from __future__ import annotations

from erqishi.zipai.codes import BI, CHI, HU, PASS, PENG
from erqishi.zipai.cover import ONES, SHAPES, without
from erqishi.zipai.seat import must_discard

SET = 1000
HUXI = 20
SHORT = 15
DEAD_PAIR = 60
GONE = 3


def spread(r, free):
    """Packed worth (worth << 8 | 息) of free cards, at best one 绞 taken out first."""
    small = r.base3[free & 0o77777] + 243 * r.base3[free >> 15 & 0o77777]
    big = r.base3[free >> 30 & 0o77777] + 243 * r.base3[free >> 45 & 0o77777]
    best = r.worth_small[small] + r.worth_big[big]
    one = (free | free >> 1) & ONES
    two = free >> 1 & ONES
    both = (one & two >> 30 | two & one >> 30) & 0o1111111111
    rank = 0
    power = 1
    while both:
        if both & 1:
            s = free >> 3 * rank & 7
            b = free >> 3 * (rank + 10) & 7
            if s == 2:
                v = r.worth_small[small - 2 * power] + r.worth_big[big - power]
                if v + (SET << 8) > best:
                    best = v + (SET << 8)
            if b == 2:
                v = r.worth_small[small - power] + r.worth_big[big - 2 * power]
                if v + (SET << 8) > best:
                    best = v + (SET << 8)
        both >>= 3
        rank += 1
        power *= 3
    return best


def worth(t, r, p, free, table_xi):
    """Worth of seat p's hand if its free cards were `free` and its melds made `table_xi` 息."""
    packed = spread(r, free)
    value = packed >> 8
    xi = (packed & 255) + table_xi + t.kan_xi[p]
    two = free >> 1 & ONES
    k = 0
    while two:
        if two & 1:
            if t.seen[k] >= 2:
                value -= DEAD_PAIR
            xi += r.xi_peng[k]
        two >>= 3
        k += 1
    if xi < r.min_xi:
        value -= SHORT * (r.min_xi - xi)
    return value + HUXI * (table_xi + t.kan_xi[p])


def best_discard(t, r, p, free, table_xi):
    """(the card to put down, worth that is left); kind -1 when there is none."""
    card = -1
    value = -1000000
    left = 0
    k = 0
    rest = free
    while rest:
        if rest & 7:
            v = worth(t, r, p, free - (1 << 3 * k), table_xi)
            if v + GONE * t.seen[k] > value:
                value = v + GONE * t.seen[k]
                left = v
                card = k
        rest >>= 3
        k += 1
    return card, left


def after_claim(t, r, p, free, cards, quads, xi):
    """Worth of seat p when `cards` cards have left its hand in melds that make `xi` 息; it discards if it must."""
    value = SET * ((cards + 1) // 3)
    table_xi = t.table_xi[p] + xi
    if must_discard(t.size[p] - cards, quads):
        return value + best_discard(t, r, p, free, table_xi)[1]
    return value + worth(t, r, p, free, table_xi)


def best_chi(t, r, p, k, options):
    """(action, worth) of the best 吃 with its best 比."""
    choice = PASS
    best = -1000000
    one = 1 << 3 * k
    for s in range(SHAPES):
        if options >> CHI + s & 1:
            value = -1000000
            free = without(r, t.free[p], k, s)
            xi = r.shape_xi[SHAPES * k + s]
            if free >> 3 * k & 7 == 0:
                value = after_claim(t, r, p, free, 2, t.q[p], xi)
            else:
                for s1 in range(SHAPES):
                    free1 = without(r, free - one, k, s1)
                    if free1 >= 0:
                        xi1 = xi + r.shape_xi[SHAPES * k + s1]
                        if free1 >> 3 * k & 7 == 0:
                            value = max(value, after_claim(t, r, p, free1, 5, t.q[p], xi1))
                        else:
                            for s2 in range(s1, SHAPES):
                                free2 = without(r, free1 - one, k, s2)
                                if free2 >= 0:
                                    xi2 = xi1 + r.shape_xi[SHAPES * k + s2]
                                    value = max(value, after_claim(t, r, p, free2, 8, t.q[p], xi2))
            if value > best:
                best = value
                choice = CHI + s
    return choice, best


def best_bi(t, r, p, options):
    """The 比 that leaves the most worth."""
    k = t.card
    one = 1 << 3 * k
    free = without(r, t.free[p], k, t.answer[p] - CHI)
    cards = 2
    first = 0
    if t.bi1[p] >= 0:
        first = t.bi1[p] - BI
        free = without(r, free - one, k, first)
        cards = 5
    choice = -1
    best = -1000000
    for s in range(SHAPES):
        if options >> BI + s & 1:
            rest = without(r, free - one, k, s)
            xi = r.shape_xi[SHAPES * k + s]
            value = -1000000
            if rest >> 3 * k & 7 == 0:
                value = after_claim(t, r, p, rest, cards + 3, t.q[p], xi)
            else:
                for s2 in range(s, SHAPES):
                    rest2 = without(r, rest - one, k, s2)
                    if rest2 >= 0:
                        xi2 = xi + r.shape_xi[SHAPES * k + s2]
                        value = max(value, after_claim(t, r, p, rest2, cards + 6, t.q[p], xi2))
            if value > best:
                best = value
                choice = BI + s
    return choice


def choose_greedy(t, r, options):
    """The plain player's action for seat `t.ask`, one of `options`."""
    p = t.ask
    if options >> HU & 1:
        return HU
    if options < 1 << PASS:
        return best_discard(t, r, p, t.free[p], t.table_xi[p])[0]
    if options >> BI:
        return best_bi(t, r, p, options)
    k = t.card
    now = worth(t, r, p, t.free[p], t.table_xi[p])
    choice = PASS
    best = now
    if options >> PENG & 1:
        value = after_claim(t, r, p, t.free[p] - (2 << 3 * k), 2, t.q[p], r.xi_peng[k])
        if value >= best or options >> PASS & 1 == 0:
            best = value
            choice = PENG
    if options >> CHI:
        chi, value = best_chi(t, r, p, k, options)
        if value > best:
            choice = chi
    return choice
