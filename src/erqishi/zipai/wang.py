"""Exact 息 of hands with 王, by table look-up. [single source: runs interpreted and compiled]

A 王 is any card at the 胡 and nothing before it: it stays in the hand, and `w` counts it beside the packed cards. It may
fill any place of a set, be half or all of the 将, complete a 坎, and (option `wang_makes`) a 提; it never changes a meld
on the table, nor does it split a real 坎. The arguments are those of `cover.py`.
"""

from __future__ import annotations

from erqishi.zipai.cover import complete

HALF = 59049
WAYS, WORDS, BITS = 196, 4, 49  # of wilds.py


def sets_with(r, il, ir, w):
    """Best 息 of free cards and w 王 in whole sets and, where the count asks for it, one 将; -1 when impossible.

    Every sharing of the 王 between the halves, every way of lending that both halves allow.
    """
    if w == 0:
        return r.matrix[r.left[il] + r.right[ir]]
    best = -1
    for j in range(w + 1):
        a = j * HALF + il
        b = (w - j) * HALF + ir
        if r.top_l[a] + r.top_r[b] > best:
            for i in range(WORDS):
                ways = r.way_l[WORDS * a + i] & r.way_r[WORDS * b + i]
                while ways:
                    one = ways & -ways
                    ways ^= one
                    at = BITS * i + r.place[one % 67]
                    v = r.wild_l[WAYS * a + at] + r.wild_r[WAYS * b + at]
                    if v > best:
                        best = v
    return best


def complete_with(r, hand, il, ir, nf, kan_xi, pair, w):
    """Best 息 of concealed cards (dealt quads aside) with w 王; -1 when they are no 胡. pair: a quad lies elsewhere."""
    if w == 0:
        return complete(r, hand, il, ir, nf, kan_xi, pair)
    if (nf + w) % 3 != 2 * pair:
        return -1
    best = sets_with(r, il, ir, w)
    if pair == 0 and r.wang_ti:
        # One 提 made with 王, beside a 将; by the count of cards there can be no second.
        v = -1
        kan = -1
        rest = hand
        k = 0
        while rest:
            c = rest & 7
            if c == 3:
                kan = max(kan, r.xi_ti[k] - r.xi_kan[k])
            elif c and c + w >= 4:
                v = quad_of(r, il, ir, w, k, c)
                if v > best:
                    best = v
            rest >>= 3
            k += 1
        if kan > -1:
            v = sets_with(r, il, ir, w - 1)
            if v >= 0 and v + kan > best:
                best = v + kan
        if w == 4:
            v = sets_with(r, il, ir, 0)
            if v >= 0 and v + max(r.xi_ti[0], r.xi_ti[10]) > best:
                best = v + max(r.xi_ti[0], r.xi_ti[10])
    return best if best < 0 else best + kan_xi


def quad_of(r, il, ir, w, k, c):
    """Best 息 with a 提 of one or two of the c free cards of kind k and 王."""
    best = -1
    for n in range(max(1, 4 - w), c + 1):
        v = sets_with(r, il - n * r.wl[k], ir - n * r.wr[k], w - 4 + n)
        if v > best:
            best = v
    return best if best < 0 else best + r.xi_ti[k]


def best_with_draw(r, hand, il, ir, nf, kan_xi, table_xi, quads, pengs, k, w):
    """Best total 息 with one's own draw k and w 王, or -1: a 跑 of one's own 碰, or one more free card.

    With 王 only one's own draw wins. One that fits a 坎, a pair or an own 偎 is laid first and never comes here.
    """
    best = -1
    if pengs >> k & 1:
        v = complete_with(r, hand, il, ir, nf, kan_xi, 1, w)
        if v >= 0:
            best = v + r.xi_pao[k] - r.xi_peng[k] + table_xi
    pair = 1 if quads > 0 else 0
    v = complete_with(r, hand + (1 << 3 * k), il + r.wl[k], ir + r.wr[k], nf + 1, kan_xi, pair, w)
    if v >= 0 and v + table_xi > best:
        best = v + table_xi
    return best
