"""Whole hands by simple players, for simulation. [single source: runs interpreted and compiled]"""

from __future__ import annotations

from erqishi.zipai import rng
from erqishi.zipai.claims import faultless
from erqishi.zipai.codes import OVER
from erqishi.zipai.expert import choose_expert
from erqishi.zipai.greedy import choose_greedy
from erqishi.zipai.kernel import legal, start, step
from erqishi.zipai.novice import choose_novice

RANDOM, GREEDY, EXPERT, NOVICE = 0, 1, 2, 3
DIGEST = 2147483647  # the modulus of the digests


def lowest_bit(bits):
    """Number of the lowest bit that is set; `bits` is below 2**63 and not 0."""
    one = bits & -bits
    a = 0
    if one >> 32:
        a = 32
        one >>= 32
    if one >> 16:
        a += 16
        one >>= 16
    if one >> 8:
        a += 8
        one >>= 8
    if one >> 4:
        a += 4
        one >>= 4
    if one >> 2:
        a += 2
        one >>= 2
    return a + (one >> 1)


def choose_random(g, options):
    """One of the actions in `options`, each as likely."""
    n = 0
    left = options
    while left:
        left &= left - 1
        n += 1
    left = options
    for _ in range(rng.uniform(g) % n):
        left &= left - 1
    return lowest_bit(left)


def deal_random(t, r, g, cards, n):
    """Shuffle the `cards` cards of the deck and keep the first `n` for this hand (docs/record.md)."""
    for i in range(cards):
        t.deck[i] = i // 4  # 80 … 83 are 王
    rng.shuffle(g, t.deck, cards)
    t.end = n


def play_out(t, r, g, bots):
    """Play a started hand to its end; seat p is played by `bots[p]`. Gives (decisions, digest of all that was done)."""
    decisions = 0
    digest = 0
    while t.phase != OVER:
        options = legal(t, r)
        if r.penalize and bots[t.ask] != RANDOM:
            options = faultless(t, r, t.ask, options)
        if bots[t.ask] == GREEDY:
            a = choose_greedy(t, r, options)
        elif bots[t.ask] == EXPERT:
            a = choose_expert(t, r, options)
        elif bots[t.ask] == NOVICE:
            a = choose_novice(t, r, options)
        else:
            a = choose_random(g, options)
        digest = (digest * 41 + a + 1) % DIGEST
        decisions += 1
        t.nev = 0
        step(t, r, a)
    digest = (digest * 41 + t.winner + 2) % DIGEST
    digest = (digest * 1009 + t.huxi * 101 + t.tun) % DIGEST
    return decisions, digest


def play_hand(t, r, g, bots, cards, n):
    """Deal and play one hand on the fresh table `t`."""
    deal_random(t, r, g, cards, n)
    start(t, r)
    return play_out(t, r, g, bots)
