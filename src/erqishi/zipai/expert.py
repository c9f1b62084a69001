"""The strong player: weighs what a hand can win, how soon, and what the next claim would make of it. [single source]

A waiting hand (one that owes no discard) is worth, in thousandths of a point,
  what its winning cards promise: points of every live card that wins, times the draws left (`promise`),
  what the next claim promises: the same after every 吃, 碰 or 偎 that a live card allows and the best discard (`ahead`),
  and what is not within reach yet: sets, partials and pairs, 息 up to the floor, the 息 that pairs may still become.
A live card is one that the seat has not seen: all it looks at is its own hand, its own marks and what lies open. The
weights are a regression over half a million played-out choices (docs/bots.md); what they say of old advice stands there too.
"""

from __future__ import annotations

from erqishi.zipai.codes import BI, CHI, HU, M_TI, PASS, PENG
from erqishi.zipai.cover import DRAW, JIAO_ONE, JIAO_TWO, ONES, SHAPES, best_with_card, complete, without
from erqishi.zipai.greedy import spread
from erqishi.zipai.score import tun_of
from erqishi.zipai.seat import after, must_discard

# Thousandths of a point for: a set; 100 worth of partials and pairs (worth.py); a 息 below the floor; a 息 of live pairs.
SET, PARTS, HUXI, PAIRS = 520, 185, 63, 50
# ‰ of: the promise of the hand as it is, of its next claims, of their worth in sets and partials; a kind that wins.
NOW, NEXT, GROW, KIND = 2370, 4780, 32, 94
# A discard: a big card, a card held once, a kind that has lain open, a pair of unseen cards that could 吃 it.
BIG, LONE, SEEN, FEED = -80, 240, 50, -1
CHI_COST, PENG_COST = -350, -140
# How often a card that one could 吃 comes from a seat that one may 吃 from, and a pair is filled by one's own draw: %.
FROM_BEFORE, BY_DRAW = 45, 33
KINDS = (1 << 20) - 1
# As many cards as a claim competes with; the price of looking at a discard no further: ‰ of a point behind the best.
RIVALS, NARROW = 12, 700


def unseen(t, r, p):
    """Packed: how many copies of each kind seat p has not seen."""
    live = 0
    liang = t.deck[t.n * r.deal]
    for k in range(20):
        n = 4 - t.seen[k] - (t.hand[p] >> 3 * k & 7)
        if t.weis[p] >> k & 1:
            n -= 3
        if k == liang and p == t.dealer:
            n += 1  # it lies in the hand, or it counts as seen a second time
        if n > 0:
            live |= n << 3 * k
    for i in range(t.nmelds[p]):
        if t.melds[p][i] & 15 == M_TI:
            live &= ~(7 << 3 * (t.melds[p][i] >> 4))
    return live


def total(packed):
    """Number of cards in a packed hand."""
    n = 0
    while packed:
        n += packed & 7
        packed >>= 3
    return n


def points(r, huxi, extra):
    """囤 of a 胡 with so many 息 (0 below the floor), and `extra` for 自摸."""
    return tun_of(r, huxi) + extra if huxi >= r.min_xi else 0


def promise(t, r, p, free, il, ir, nf, xi, live, field):
    """‰ of a point: what the live winning cards of this hand promise in the draws left; and how many kinds win.

    `free`, `il`, `ir`, `nf`: the free cards; `xi`: 息 of the melds; `field`: number of unseen cards.
    """
    most = xi + t.kan_xi[p] + r.bound_l[il] + r.bound_r[ir]
    wins = r.can_l[il] & r.can_r[ir] & KINDS
    if not wins or most + r.xi_wei[10] < r.min_xi:
        return 0, 0
    hand = t.hand[p] - t.free[p] + free
    pair = 1 if t.q[p] > 0 else 0
    cards = 0
    gain = 0
    kinds = 0
    k = 0
    while wins:
        n = live & 7
        if wins & 1 and n:
            c = hand >> 3 * k & 7
            if most + (r.xi_wei[k] if c > 1 or (t.weis[p] | t.pengs[p]) >> k & 1 else r.lone_xi[k]) >= r.min_xi:
                other = best_with_card(
                    r, hand, free, il, ir, nf, t.kan_xi[p], xi, t.q[p], t.weis[p], t.pengs[p], k, DRAW, False
                )
                own = other
                if c == 2:
                    own = complete(
                        r, hand - (2 << 3 * k), il - 2 * r.wl[k], ir - 2 * r.wr[k], nf - 2, t.kan_xi[p], pair
                    )
                    own += xi + r.xi_wei[k] if own >= 0 else 0
                elif c == 3:
                    own = complete(r, hand - (3 << 3 * k), il, ir, nf, t.kan_xi[p] - r.xi_kan[k], 1)
                    own += xi + r.xi_ti[k] if own >= 0 else 0
                got = 2 * points(r, other, 0) + points(r, own, r.zimo_tun)
                if got > 0:
                    gain += n * got
                    cards += n
                    kinds += 1
        wins >>= 1
        live >>= 3
        k += 1
    draws = t.end - t.pos
    return 1000 * gain * draws // (3 * cards * draws + 9 * field + 1), kinds


def claimed(t, r, p, free, il, ir, nf, xi, live, field):
    """The promise of a hand after a claim and, when one is due, the best discard."""
    best = 0
    if xi + t.kan_xi[p] + r.bound_l[il] + r.bound_r[ir] + r.xi_wei[10] < r.min_xi:
        return 0
    if not must_discard(t.size[p] - t.nf[p] + nf, t.q[p]):
        return promise(t, r, p, free, il, ir, nf, xi, live, field)[0]
    rest = free
    k = 0
    while rest:
        if rest & 7:
            l1 = il - r.wl[k]
            r1 = ir - r.wr[k]
            if r.can_l[l1] & r.can_r[r1]:
                best = max(best, promise(t, r, p, free - (1 << 3 * k), l1, r1, nf - 1, xi, live, field)[0])
        rest >>= 3
        k += 1
    return best


def shape_of_hand(r, free):
    """What sets and partials of the free cards are worth, for comparing hands before and after a claim."""
    packed = spread(r, free)
    sets = packed // 256000
    return 950 * sets + 3 * ((packed >> 8) - 1000 * sets) + 90 * (packed & 255)


def ahead(t, r, p, free, il, ir, nf, xi, live, field, now, nochi, nopeng):
    """‰ of a point: what the next claim is worth beyond `now`. `nochi`, `nopeng`: kinds that cannot be claimed so."""
    two = free >> 1 & ONES
    one = (free | free >> 1) & ONES
    base = shape_of_hand(r, free)
    grown = 0
    better = 0
    cards = 0
    for k in range(20):
        n = live >> 3 * k & 7
        if n == 0:
            continue
        grow = 0
        best = 0
        if two >> 3 * k & 1 and not nopeng >> k & 1:
            rest = free - (2 << 3 * k)
            grow = 950 + 150 * r.xi_peng[k] + shape_of_hand(r, rest) - base
            l1 = il - 2 * r.wl[k]
            r1 = ir - 2 * r.wr[k]
            drawn = claimed(t, r, p, rest, l1, r1, nf - 2, xi + r.xi_wei[k], live, field)
            if drawn > 0:
                best = claimed(t, r, p, rest, l1, r1, nf - 2, xi + r.xi_peng[k], live, field)
                best = (BY_DRAW * drawn + (100 - BY_DRAW) * best) // 100
        if not nochi >> k & 1:
            for i in range(SHAPES * k, SHAPES * k + SHAPES):
                if (two if i == SHAPES * k + JIAO_ONE else one) & r.need[i] == r.need[i]:
                    rest = free - r.take[i]
                    grow = max(grow, (950 + 150 * r.shape_xi[i] + shape_of_hand(r, rest) - base) * 2 // 3)
                    eaten = xi + r.shape_xi[i]
                    l1 = il - r.take_l[i]
                    r1 = ir - r.take_r[i]
                    f1 = nf - 2
                    if rest >> 3 * k & 7:  # one copy more: its 比
                        j = bi_of(r, rest, k)
                        if j < 0:
                            continue
                        rest -= r.take[j] + (1 << 3 * k)
                        eaten += r.shape_xi[j]
                        l1 -= r.take_l[j] + r.wl[k]
                        r1 -= r.take_r[j] + r.wr[k]
                        f1 -= 3
                    best = max(best, claimed(t, r, p, rest, l1, r1, f1, eaten, live, field) * FROM_BEFORE // 100)
        grown += n * grow
        if best > 0:
            cards += n
            better += n * max(0, best - now)
    return grown * GROW // 1000 + better * NEXT // (1000 * (cards + RIVALS))


def bi_of(r, free, k):
    """Index of the 比 with most 息 that lays the only copy of k left in `free`, or -1."""
    best = -1
    rest = free - (1 << 3 * k)
    if rest >> 3 * k & 7 == 0:
        for i in range(SHAPES * k, SHAPES * k + SHAPES):
            if i != SHAPES * k + JIAO_TWO and without(r, rest, k, i - SHAPES * k) >= 0:
                if best < 0 or r.shape_xi[i] > r.shape_xi[best]:
                    best = i
    return best


def standing(t, r, p, free, il, ir, nf, xi, live, field):
    """(‰ of a point for a waiting hand without its next claim, the promise in it)."""
    packed = spread(r, free)
    sets = packed // 256000
    have = xi + t.kan_xi[p] + (packed & 255)
    value = SET * sets + PARTS * ((packed >> 8) - 1000 * sets) // 100
    two = free >> 1 & ONES
    k = 0
    while two:
        if two & 1 and live >> 3 * k & 7:
            value += PAIRS * r.xi_peng[k]
        two >>= 3
        k += 1
    now, kinds = 0, 0
    if not r.split_kan or 3 * sets >= nf - 4:  # where 坎 may be split, each check is a search: only hands that are near
        now, kinds = promise(t, r, p, free, il, ir, nf, xi, live, field)
    return value + HUXI * min(have, r.min_xi) + KIND * kinds + NOW * now // 1000, now


def hold(t, r, p, free, nf, xi, live, nochi, nopeng):
    """Value of a hand that owes no discard."""
    il, ir = halves(r, free)
    field = total(live)
    value, now = standing(t, r, p, free, il, ir, nf, xi, live, field)
    if r.split_kan:
        return value
    return value + ahead(t, r, p, free, il, ir, nf, xi, live, field, now, nochi, nopeng)


def halves(r, free):
    """The two half indices of free cards."""
    il = 0
    ir = 0
    k = 0
    while free:
        il += (free & 7) * r.wl[k]
        ir += (free & 7) * r.wr[k]
        free >>= 3
        k += 1
    return il, ir


def feed(r, live, k):
    """How many pairs of unseen cards could 吃 a card k: the danger of putting it down before the next seat."""
    pairs = 0
    for i in range(2 * SHAPES * k, 2 * SHAPES * (k + 1), 2):
        a = r.partner[i]
        if a >= 0:
            b = r.partner[i + 1]
            n = live >> 3 * a & 7
            pairs += n * (live >> 3 * b & 7) if a != b else n * (n - 1) // 2
    return pairs


def best_discard(t, r, p, free, nf, xi, live, nochi, nopeng):
    """(the card to put down, value of what is left)."""
    il, ir = halves(r, free)
    field = total(live)
    card = -1
    best = -1000000
    top = -1000000
    for look in range(2):  # first without the next claim; then with it, those that can still be the best
        rest = free
        for k in range(20):
            n = rest & 7
            rest >>= 3
            if n:
                left = free - (1 << 3 * k)
                l1 = il - r.wl[k]
                r1 = ir - r.wr[k]
                value, now = standing(t, r, p, left, l1, r1, nf - 1, xi, live, field)
                value += FEED * feed(r, live, k)
                if k >= 10:
                    value += BIG
                if n == 1:
                    value += LONE
                if t.seen[k] > 0:
                    value += SEEN
                if look == 0:
                    top = max(top, value)
                elif value >= top - NARROW:
                    if not r.split_kan:
                        value += ahead(
                            t, r, p, left, l1, r1, nf - 1, xi, live, field, now, nochi | 1 << k, nopeng | 1 << k
                        )
                    if value > best:
                        best = value
                        card = k
    return card, best


def taken(t, r, p, free, cards, xi, live, nochi, nopeng):
    """Value when `cards` cards have left seat p's hand in melds that make `xi` 息; it discards if it must."""
    nf = t.nf[p] - cards
    value = SET * ((cards + 1) // 3)
    if must_discard(t.size[p] - cards, t.q[p]):
        return value + best_discard(t, r, p, free, nf, t.table_xi[p] + xi, live, nochi, nopeng)[1]
    return value + hold(t, r, p, free, nf, t.table_xi[p] + xi, live, nochi, nopeng)


def laid(t, r, p, free, cards, xi, live, nochi, nopeng):
    """Value after a 吃 when the copies of the card in play that are left in `free` are laid in the best 比."""
    k = t.card
    if free >> 3 * k & 7 == 0:
        return taken(t, r, p, free, cards, xi, live, nochi, nopeng)
    best = -1000000
    one = 1 << 3 * k
    for s in range(SHAPES):
        rest = without(r, free - one, k, s)
        if rest >= 0:
            xi1 = xi + r.shape_xi[SHAPES * k + s]
            if rest >> 3 * k & 7 == 0:
                best = max(best, taken(t, r, p, rest, cards + 3, xi1, live, nochi, nopeng))
            else:
                for s2 in range(s, SHAPES):
                    rest2 = without(r, rest - one, k, s2)
                    if rest2 >= 0 and rest2 >> 3 * k & 7 == 0:
                        xi2 = xi1 + r.shape_xi[SHAPES * k + s2]
                        best = max(best, taken(t, r, p, rest2, cards + 6, xi2, live, nochi, nopeng))
    return best


def choose_expert(t, r, options):
    """The strong player's action for seat `t.ask`, one of `options`."""
    p = t.ask
    if options >> HU & 1:
        return HU
    live = unseen(t, r, p)
    nochi = t.chou_chi[p]
    nopeng = t.chou_peng[p] if r.chou_blocks_peng else 0
    if options < 1 << PASS:
        return best_discard(t, r, p, t.free[p], t.nf[p], t.table_xi[p], live, nochi, nopeng)[0]
    k = t.card
    free = t.free[p]
    cards = 2
    xi = 0
    first = CHI
    if options >> BI:  # in the middle of a 吃
        first = BI
        s = t.answer[p] - CHI
        free = without(r, free, k, s)
        xi = r.shape_xi[SHAPES * k + s]
        if t.bi1[p] >= 0:
            s = t.bi1[p] - BI
            free = without(r, free - (1 << 3 * k), k, s)
            xi += r.shape_xi[SHAPES * k + s]
            cards = 5
        free -= 1 << 3 * k
        cards += 3
    choice = PASS
    best = -1000000
    for s in range(SHAPES):
        if options >> first + s & 1:
            rest = without(r, free, k, s)
            value = CHI_COST + laid(t, r, p, rest, cards, xi + r.shape_xi[SHAPES * k + s], live, nochi, nopeng)
            if value > best:
                best = value
                choice = first + s
    if options >> PENG & 1:
        rest = free - (2 << 3 * k)
        value = PENG_COST + taken(t, r, p, rest, 2, r.xi_peng[k], live, nochi, nopeng)
        if value > best:
            best = value
            choice = PENG
    if options >> PASS & 1:
        if options >> CHI or p == after(t, t.owner):
            nochi |= 1 << k
        value = hold(t, r, p, free, t.nf[p], t.table_xi[p], live, nochi, nopeng | 1 << k)
        if value > best:
            choice = PASS
    return choice
