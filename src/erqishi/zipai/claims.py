"""Who may claim a revealed card and what a passed claim costs: core.md §§11–14, §22.3–8. [single source: interpreted and compiled]"""

from __future__ import annotations

from erqishi.zipai.codes import BI, CHI, CLAIMING, FROM_HAND, FROM_PENG, FROM_WEI, HU, PASS, PENG
from erqishi.zipai.cover import DISCARD, DRAW, JIAO_ONE, JIAO_TWO, ONES, SHAPES, without
from erqishi.zipai.seat import after, copies, stuck


def lays_all(r, free, size, nf, quads, k):
    """Whether every copy of k in `free` can be laid by 比 (§13), the seat not being stuck after it (§22.9)."""
    c = copies(free, k)
    if c == 0:
        return not stuck(size, quads, nf)
    one = 1 << 3 * k
    for s in range(SHAPES):
        after = without(r, free - one, k, s)
        if after >= 0:
            if copies(after, k) == 0:
                if not stuck(size - 3, quads, nf - 3):
                    return True
            else:
                for s2 in range(SHAPES):
                    if without(r, after - one, k, s2) >= 0 and not stuck(size - 6, quads, nf - 6):
                        return True
    return False


def chi_options(t, r, p, k, penalize):
    """Bits CHI + s of the ways in which seat p may 吃 card k, each with at least one complete 比 (§13).

    penalize: also those after which copies stay in hand (烧比, §19), unless no card could be discarded then.
    """
    free = t.free[p]
    two = free >> 1 & ONES
    one = (free | free >> 1) & ONES
    options = 0
    i = SHAPES * k
    for s in range(SHAPES):
        need = r.need[i]
        if (two if s == JIAO_ONE else one) & need == need:
            size, nf = t.size[p] - 2, t.nf[p] - 2
            if lays_all(r, free - r.take[i], size, nf, t.q[p], k) or (penalize and not stuck(size, t.q[p], nf)):
                options |= 1 << CHI + s
        i += 1
    return options


def bi_options(t, r, p, penalize):
    """Bits BI + s of the next 比 of seat p, in the middle of a 吃; equal 比 in another order are offered once.

    penalize: it may also lay no more (PASS, 烧比, §19).
    """
    k = t.card
    free = without(r, t.free[p], k, t.answer[p] - CHI)
    size, nf = t.size[p] - 2, t.nf[p] - 2
    one = 1 << 3 * k
    lowest = 0
    if t.bi1[p] >= 0:
        lowest = t.bi1[p] - BI
        free = without(r, free - one, k, lowest)
        size -= 3
        nf -= 3
    options = 0
    if penalize and not stuck(size, t.q[p], nf):
        options = 1 << PASS
    for s in range(lowest, SHAPES):
        after = without(r, free - one, k, s)
        if after >= 0:
            if copies(after, k) == 0 or penalize:
                if not stuck(size - 3, t.q[p], nf - 3):
                    options |= 1 << BI + s
            else:
                for s2 in range(s, SHAPES):
                    if without(r, after - one, k, s2) >= 0 and not stuck(size - 6, t.q[p], nf - 6):
                        options |= 1 << BI + s
    return options


def unlaid(t, r, p):
    """How many copies of the claimed card seat p, having answered 吃, still has to lay."""
    k = t.card
    if t.bi1[p] == PASS or t.bi2[p] == PASS:  # 烧比
        return 0
    left = copies(t.free[p], k) - (1 if t.answer[p] - CHI == JIAO_TWO else 0)
    if t.bi1[p] >= 0:
        left -= 2 if t.bi1[p] - BI == JIAO_TWO else 1
    if t.bi2[p] >= 0:
        left -= 2 if t.bi2[p] - BI == JIAO_TWO else 1
    return left


def pao_source(t, r, p, k):
    """From where seat p must 跑 the revealed card, or -1 (§11). A 碰 takes drawn cards only, unless the rules say any."""
    if t.pengs[p] >> k & 1:
        return FROM_PENG if t.origin == DRAW or (r.pao_any and p != t.owner) else -1
    if p == t.owner:
        return -1
    if t.hand[p] >> 3 * k & 7 == 3:
        return FROM_HAND
    return FROM_WEI if t.weis[p] >> k & 1 else -1


def may_chi(t, r, p, k):
    """Whether the origin and the 臭 marks let seat p 吃 the revealed card (§13, §14)."""
    if p == t.owner:
        if t.origin != DRAW or not r.chi_own_draw:
            return False
    elif p == after(t, t.owner):
        if not (r.chi_prev_draw if t.origin == DRAW else r.chi_prev_discard):
            return False
    else:
        return False
    return r.penalize != 0 or not barred_chi(t, r, p, k)


def barred_chi(t, r, p, k):
    """Whether card k is 臭 to seat p for 吃, or was discarded by it (§14)."""
    marks = t.chou_chi[p]
    if r.own_blocks_chi:
        marks |= t.discarded[p]
    return marks >> k & 1 != 0


def may_peng(t, r, p, k):
    """Whether seat p, not the owner, may 碰 the revealed card with its pair (§12, §14)."""
    if not r.penalize and barred_peng(t, r, p, k):
        return False
    return not stuck(t.size[p] - 2, t.q[p], t.nf[p] - 2)


def barred_peng(t, r, p, k):
    """Whether card k is 臭 to seat p for 碰, or was discarded by it (§14)."""
    marks = 0
    if r.chou_blocks_peng:
        marks |= t.chou_peng[p]
    if r.own_blocks_peng:
        marks |= t.discarded[p]
    return marks >> k & 1 != 0


def faultless(t, r, p, options):
    """Of the options of seat p those that cost nothing where mistakes are punished (§19); all, when there is no such one."""
    if t.phase != CLAIMING:
        return options
    if t.answer[p] >= 0:
        kept = bi_options(t, r, p, 0)
    else:
        kept = options & (1 << HU | 1 << PASS)
        if options >> PENG & 1 and not barred_peng(t, r, p, t.card):
            kept |= 1 << PENG
        if options >> CHI and not barred_chi(t, r, p, t.card):
            kept |= chi_options(t, r, p, t.card, 0)
    return kept if kept else options


def force(t, r, pengs):
    """Options `hu_forced`, `hu_discard_forced`, `peng_forced`: what leaves no choice is not asked (§12, §15.5)."""
    if r.hu_forced or (r.hu_discard_forced and t.origin == DISCARD):
        first = -1
        p = t.owner
        for _ in range(t.n):
            if first < 0 and t.opts[p] >> HU & 1:
                first = p
            p = after(t, p)
        if first >= 0:
            for p in range(t.n):
                t.opts[p] = 0
            t.opts[first] = 1 << HU
            t.answer[first] = HU
            return
    if r.peng_forced and pengs >= 0:
        # A forced 碰 outranks every 吃 and cannot be declined: like a 跑, it withholds the 吃 (§22.8).
        for p in range(t.n):
            hu = t.opts[p] & 1 << HU
            t.opts[p] = hu | 1 << PASS if hu else 0
        if t.opts[pengs] != 0:
            t.opts[pengs] = 1 << HU | 1 << PENG
        else:
            t.opts[pengs] = 1 << PENG
            t.answer[pengs] = PENG


def note_marks(t, r, p):
    """What seat p's answer makes 臭 (§14, §22.3–4) and which passed 胡 it locks (§15.7, §22.6)."""
    options, a = t.opts[p], t.answer[p]
    bit = 1 << t.card
    if options >> HU & 1 and a != HU:
        t.passed[p][t.card] = t.table_xi[p] + 1
    chi = options >> CHI != 0
    peng = options >> PENG & 1 != 0
    if a == PASS and (chi or peng):
        if r.marks_unified or (not r.marks_separate and (p == t.owner or p == after(t, t.owner))):
            t.chou_chi[p] |= bit
            t.chou_peng[p] |= bit
        else:
            if chi:
                t.chou_chi[p] |= bit
            if peng:
                t.chou_peng[p] |= bit
    elif a >= CHI and peng:
        t.chou_peng[p] |= bit
    if peng and (a == PASS or a >= CHI):
        t.declined[p] |= bit
