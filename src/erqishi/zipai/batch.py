"""Loops over many tables, hands and checks, for arrays. [single source, but worth calling only when compiled]

`tables` are rows of `table.RECORD`; `many.py` is the pleasant side of these.
"""

from __future__ import annotations

from erqishi.zipai import rng
from erqishi.zipai.codes import OVER
from erqishi.zipai.cover import DRAW, best_with_card
from erqishi.zipai.kernel import legal, start, step
from erqishi.zipai.play import deal_random, play_hand, play_out
from erqishi.zipai.wang import complete_with


def reset(t, seats, dealer):
    """Make `t` a fresh table; what `start` sets itself is left alone."""
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
        t.claims[p] = 0
        t.thrown[p] = 0
        t.fines[p] = 0
        for i in range(8):
            t.melds[p][i] = 0
        t.wang[p] = 0
        for k in range(21):
            t.passed[p][k] = 0
    for k in range(20):
        t.seen[k] = 0
    t.n = seats
    t.dealer = dealer
    t.turn = 0
    t.ask = 0
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
    """Play hands first … first + count - 1 of `seed` on tables[0]; hand i has dealer i mod seats.

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


def simulate_each(tables, r, g, bots, seed, first, seats, cards, n, out):
    """As `simulate`, hand first + i on tables[i], so that every final table can be looked at afterwards."""
    for i in range(len(tables)):
        t = tables[i]
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


def deal_seeded(tables, r, g, seed, first, seats, cards, n):
    """Deal and start hand first + i of `seed` on tables[i], as `simulate` does."""
    for i in range(len(tables)):
        t = tables[i]
        rng.seed(g, seed, first + i)
        reset(t, seats, (first + i) % seats)
        deal_random(t, r, g, cards, n)
        start(t, r)
        t.nev = 0


def deal_decks(tables, r, decks, dealers, seats, n):
    """Deal and start decks[i] (kinds in dealing order) on tables[i]."""
    for i in range(len(tables)):
        t = tables[i]
        reset(t, seats, dealers[i])
        for j in range(n):
            t.deck[j] = decks[i, j]
        t.end = n
        start(t, r)
        t.nev = 0


def legal_many(tables, r, out):
    """out[i] = bits of the legal actions of tables[i].ask; 0 when that hand is over."""
    for i in range(len(tables)):
        out[i] = legal(tables[i], r)


def step_many(tables, r, actions):
    """tables[i] does actions[i]; hands that are over are left alone. Gives -1, or the first i whose action is illegal.

    Nothing is done at all when one is illegal.
    """
    for i in range(len(tables)):
        if tables[i].phase != OVER and not (0 <= actions[i] < 63 and legal(tables[i], r) >> actions[i] & 1):
            return i
    for i in range(len(tables)):
        t = tables[i]
        if t.phase != OVER:
            t.nev = 0
            step(t, r, actions[i])
    return -1


def play_out_many(tables, r, g, bots, seed, first):
    """Play every table to its end; the random players of tables[i] use stream first + i of `seed`. Gives decisions."""
    total = 0
    for i in range(len(tables)):
        rng.seed(g, seed, first + i)
        decisions, _ = play_out(tables[i], r, g, bots)
        total += decisions
    return total


def copy_many(source, index, target):
    """target[i] = a copy of source[index[i]]."""
    for i in range(len(target)):
        target[i] = source[index[i]]


def cover_many(r, il, ir, out):
    """out[i] = best 息 of free cards with half indices il[i], ir[i], -1 when they are no whole sets."""
    for i in range(len(il)):
        out[i] = r.matrix[r.left[il[i]] + r.right[ir[i]]]


def check_many(r, hands, cards, own, out):
    """out[i] = best 息 of concealed hands[i] (packed, no melds, no four of a kind) with card cards[i], -1 for none.

    The card is another seat's draw, or one's own (`own`); an own draw that fits a pair or 坎 is taken as the forced
    偎 or 提 that it is.
    """
    for i in range(len(hands)):
        hand, free, il, ir, nf, kan_xi, table_xi, quads = hands[i], 0, 0, 0, 0, 0, 0, 0
        k = cards[i]
        c = hand >> 3 * k & 7
        forced = own and c >= 2
        if forced:
            hand -= c << 3 * k
            table_xi = r.xi_wei[k] if c == 2 else r.xi_ti[k]
            quads = 0 if c == 2 else 1
        for j in range(20):
            c = hand >> 3 * j & 7
            if c >= 3:
                kan_xi += r.xi_kan[j]
            else:
                free += c << 3 * j
                il += c * r.wl[j]
                ir += c * r.wr[j]
                nf += c
        if forced:
            v = -1
            if nf % 3 == (2 if quads else 0):
                v = r.matrix[r.left[il] + r.right[ir]]
            out[i] = v if v < 0 else v + kan_xi + table_xi
        else:
            out[i] = best_with_card(r, hand, free, il, ir, nf, kan_xi, 0, 0, 0, 0, k, DRAW, own)


def check_wang_many(r, hands, wangs, out):
    """out[i] = best 息 of the concealed cards hands[i] (packed, no four of a kind) with wangs[i] 王 as they lie, or -1."""
    for i in range(len(hands)):
        hand, il, ir, nf, kan_xi = hands[i], 0, 0, 0, 0
        rest = hand
        k = 0
        while rest:
            c = rest & 7
            if c == 3:
                kan_xi += r.xi_kan[k]
            elif c:
                il += c * r.wl[k]
                ir += c * r.wr[k]
                nf += c
            rest >>= 3
            k += 1
        out[i] = complete_with(r, hand, il, ir, nf, kan_xi, 0, wangs[i])


def mask_many(tables, r, out):
    """out[i, a] = whether action a is legal on tables[i]."""
    for i in range(len(tables)):
        options = legal(tables[i], r)
        for a in range(out.shape[1]):
            out[i, a] = options >> a & 1
