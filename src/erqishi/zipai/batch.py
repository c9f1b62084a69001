"""Loops over many tables and hands; tables are rows of a NumPy record array. [compiled only in earnest use]"""

from __future__ import annotations

from erqishi.zipai import rng
from erqishi.zipai.play import play_hand


def reset(t, seats, dealer):
    """Make `t` a fresh table; fields that `start` does not set are cleared."""
    for p in range(seats):
        t.hand[p] = 0
        t.free[p] = 0
        t.kinds[p] = 0
        t.il[p] = 0
        t.ir[p] = 0
        t.nf[p] = 0
        t.size[p] = 0
        t.weis[p] = 0
        t.pengs[p] = 0
        t.chou_chi[p] = 0
        t.chou_peng[p] = 0
        t.declined[p] = 0
        t.discarded[p] = 0
        t.kan_xi[p] = 0
        t.quad_xi[p] = 0
        t.table_xi[p] = 0
        t.net[p] = 0
        t.kans[p] = 0
        t.quads_in_hand[p] = 0
        t.q[p] = 0
        t.nmelds[p] = 0
        t.dead[p] = 0
        for i in range(8):
            t.melds[p][i] = 0
        for k in range(20):
            t.passed[p][k] = 0
    t.n = seats
    t.dealer = dealer
    t.turn = dealer
    t.phase = 0
    t.pao = -1
    t.asked = 1
    t.winner = -1
    t.zimo = 0
    t.tianhu = 0
    t.forced = 0
    t.huxi = 0
    t.tun = 0
    t.nev = 0


def simulate(tables, r, g, bots, seed, first, count, seats, cards, n, out):
    """Play hands first … first + count - 1 of `seed`; hand i has dealer i mod seats.

    out: int64[count, 7] = winner, 息, 囤, 自摸, 天胡, decisions, digest of each hand.
    """
    t = tables[0]
    for i in range(count):
        hand = first + i
        rng.seed(g, seed, hand)
        reset(t, seats, hand % seats)
        decisions, digest = play_hand(t, r, g, bots, cards, n)
        out[i, 0] = t.winner
        out[i, 1] = t.huxi
        out[i, 2] = t.tun
        out[i, 3] = t.zimo
        out[i, 4] = t.tianhu
        out[i, 5] = decisions
        out[i, 6] = digest
