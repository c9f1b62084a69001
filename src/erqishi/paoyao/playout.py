"""Shuffles and random play from a seed. [single source: interpreted and compiled]

The generator is part of the source so that a seed means the same hand interpreted, compiled and in any other language.
"""

from erqishi.paoyao.codes import ACTIONS, OVER
from erqishi.paoyao.kernel import act, legal, start
from erqishi.paoyao.table import Rules, Summary, Table


def mix(x: int) -> int:
    """Scatter 32 bits, so that neighbouring seeds share nothing."""
    x = (x ^ x >> 16) * 0x45D9F3B & 0xFFFFFFFF
    x = (x ^ x >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return x ^ x >> 16


def seed_chance(t: Table, seed: int) -> None:
    """Set the generator of the table (L'Ecuyer 1988, two combined congruences) from a seed in 0 … 2^62 - 1."""
    low = mix(seed & 0x7FFFFFFF)
    high = mix(low ^ seed >> 31)
    t.s1 = 1 + low % 2147483562
    t.s2 = 1 + high % 2147483398


def chance(t: Table, n: int) -> int:
    """An integer in 0 … n - 1, each equally likely (n up to 2^31 - 85)."""
    bound = 2147483562 - 2147483562 % n
    while True:
        t.s1 = t.s1 * 40014 % 2147483563
        t.s2 = t.s2 * 40692 % 2147483399
        x = (t.s1 - t.s2) % 2147483562
        if x < bound:
            return x % n


def shuffle(t: Table) -> None:
    """Fisher-Yates over the 52 cards in their order, drawn with `chance`."""
    for i in range(52):
        t.deck[i] = i
    for i in range(51, 0, -1):
        j = chance(t, i + 1)
        c = t.deck[i]
        t.deck[i] = t.deck[j]
        t.deck[j] = c


def pick(t: Table, mask: int) -> int:
    """One of the actions of a mask, each equally likely."""
    n = 0
    for a in range(ACTIONS):
        n += mask >> a & 1
    skip = chance(t, n)
    for a in range(ACTIONS):
        if mask >> a & 1:
            if skip == 0:
                return a
            skip -= 1
    return -1


def play_random(t: Table, r: Rules) -> None:
    """Play the hand at the table to its end, every choice equally likely. t.trail hashes every question and answer."""
    t.trail = 0
    while t.phase != OVER:
        mask = legal(t, r)
        a = pick(t, mask)
        t.trail = (t.trail * 1000003 + mask * 32 + a) % 2147483629
        act(t, r, a)


def play_seed(t: Table, r: Rules, seed: int) -> None:
    """Shuffle and deal with a seed, then play at random with what follows of the same generator."""
    seed_chance(t, seed)
    shuffle(t)
    start(t, r)
    play_random(t, r)


def play_many(t: Table, r: Rules, out: list[Summary], seed: int, chips: int, carry: int) -> None:
    """Play len(out) hands, hand i with seed + i; t.players and t.dealer are given, the deal goes round."""
    for i in range(len(out)):
        o = out[i]
        for p in range(4):
            t.chips[p] = chips if p < t.players else 0
        t.carry_in = carry
        o.dealer = t.dealer
        play_seed(t, r, seed + i)
        o.outcome = t.outcome
        o.steps = t.steps
        o.trail = t.trail
        o.stake = t.stake
        o.carry = t.carry
        o.yao = t.yao
        o.yao_up = t.yao_up
        o.taken_by = t.taken_by
        o.last = t.last
        for p in range(4):
            o.units[p] = t.units[p]
            o.net[p] = t.net[p]
            o.due[p] = t.due[p]
            o.got[p] = t.got[p]
            o.paid[p] = t.paid[p]
            o.chips[p] = t.chips[p]
            o.dug[p] = t.dug[p]
            o.shown[p] = t.shown[p]
        for c in range(52):
            o.deck[c] = t.deck[c]
            o.place[c] = t.place[c]
        t.dealer = (t.dealer + 1) % t.players
