"""The beginner: knows the rules, likes to claim, throws what fits nothing. [single source]

It takes a 胡, else a 碰, else the first 吃 it sees, and always puts down the card that fewest others of its hand go
with. It counts no 息, no cards that are gone and nobody else's chances.
"""

from __future__ import annotations

from erqishi.zipai.codes import HU, PASS, PENG
from erqishi.zipai.cover import ONES, SHAPES


def company(r, free, k):
    """How well a card k is kept company: 2 for its equal, for each set 3 if it is whole and 1 if one card is missing."""
    one = (free | free >> 1) & ONES
    value = 2 * ((free >> 3 * k & 7) - 1)
    for i in range(SHAPES * k, SHAPES * k + SHAPES):
        a = r.partner[2 * i]
        if a >= 0:
            both = (one >> 3 * a & 1) + (one >> 3 * r.partner[2 * i + 1] & 1)
            value += 3 if both == 2 else both
    return value


def choose_novice(t, r, options):
    """The beginner's action for seat `t.ask`, one of `options`."""
    if options >> HU & 1:
        return HU
    if options >> PENG & 1:
        return PENG
    first = 0
    if options >= 1 << PASS:  # a claim: the first 吃 or 比, else 过
        first = PENG + 1 if options >> PENG else PASS
        while not options >> first & 1:
            first += 1
        return first
    card = -1
    least = 1000
    for k in range(20):
        if options >> k & 1:
            value = company(r, t.free[t.ask], k)
            if value < least:
                least = value
                card = k
    return card
