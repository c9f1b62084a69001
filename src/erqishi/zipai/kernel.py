"""The state machine of one hand: deal, draws, discards, claims, forced melds. [single source: interpreted and compiled]

`t` is the table (`table.py` names its fields), `r` the rule set as flat numbers (`flat.py`). `start` deals,
then `legal` says what seat `t.ask` may do and `step` does it, until `t.phase` is OVER. Claims are asked of all seats
with an option before any is answered: their options are fixed in `t.opts` when the card is turned up, so the order
in which the answers come in cannot matter. Section numbers in comments are those of core.md.
"""

from __future__ import annotations

from erqishi.zipai.claims import (
    barred_chi,
    barred_peng,
    bi_options,
    chi_options,
    force,
    may_chi,
    may_peng,
    note_marks,
    pao_source,
    unlaid,
)
from erqishi.zipai.codes import (
    BI,
    BURNT_BI,
    CHI,
    CHI_CHOU,
    CLAIMING,
    DISCARDING,
    DRAWING,
    E_BI,
    E_CHI,
    E_CHOUWEI,
    E_DEAD,
    E_DISCARD,
    E_DRAW_HIDDEN,
    E_FAULT,
    E_HU,
    E_HUANG,
    E_PENG,
    E_TURN_UP,
    E_UNCLAIMED,
    E_WANG,
    E_WEI,
    FROM_HAND,
    FROM_WEI,
    HU,
    M_CHI,
    M_CHOUWEI,
    M_PAO,
    M_PENG,
    M_TI,
    M_WEI,
    MELDED,
    OVER,
    PASS,
    PENG,
    PENG_CHOU,
    REVEALED,
    WANG,
)
from erqishi.zipai.cover import DISCARD, DRAW, LIANG, OWN_MELD, SHAPES
from erqishi.zipai.enough import may_hu
from erqishi.zipai.opening import dealer_value, forced_tianhu, lay_dealt, take_liang
from erqishi.zipai.score import pay_fines, settle
from erqishi.zipai.seat import (
    add_meld,
    after,
    copies,
    emit,
    gain,
    hu_value,
    in_reach,
    lay_quad,
    lose,
    must_discard,
    own_value,
    take_hand,
)


def legal(t, r):
    """Bits of the actions that seat `t.ask` may take; 0 when the hand is over."""
    p = t.ask
    if t.phase == DISCARDING:
        return t.kinds[p]
    if t.phase == CLAIMING:
        if t.answer[p] < 0:
            return t.opts[p]
        return bi_options(t, r, p, r.penalize)
    return 0


def step(t, r, a):
    """Seat `t.ask` does the legal action `a`; the machine runs on until somebody must choose again."""
    p = t.ask
    if t.phase == DISCARDING:
        lose(t, r, p, a, 1)
        t.discarded[p] |= 1 << a
        t.thrown[p] += 1
        t.card, t.origin, t.owner = a, DISCARD, p
        t.seen[a] += 1
        emit(t, E_DISCARD, p, a, 0)
        t.phase = REVEALED
        run(t, r)
        return
    if t.answer[p] < 0:
        t.answer[p] = a
    elif t.bi1[p] < 0:
        t.bi1[p] = a
    else:
        t.bi2[p] = a
    if CHI <= t.answer[p] < BI and unlaid(t, r, p) > 0:
        return
    if next_ask(t):
        return
    resolve(t, r)
    run(t, r)


def next_ask(t):
    """Turn to the next seat that has options and has not answered; False when all are in."""
    p = t.owner
    n = t.n
    for _ in range(n):
        if t.opts[p] != 0 and t.answer[p] < 0:
            t.ask = p
            return True
        p = p + 1 if p + 1 < n else 0
    return False


def run(t, r):
    """Let everything happen that nobody chooses."""
    while t.phase < DISCARDING:
        if t.phase == DRAWING:
            draw(t, r)
        elif t.phase == REVEALED:
            reveal(t, r)
        else:
            melded(t, r)


def clear_claims(t):
    """Forget the claims on the last card."""
    t.pao = -1
    if t.asked:
        t.asked = 0
        for p in range(t.n):
            t.opts[p] = 0
            t.answer[p] = -1
            t.bi1[p] = -1
            t.bi2[p] = -1


def offer(t, p, options):
    """Seat p has these options on the card in play."""
    t.opts[p] = options
    t.asked = 1


def ask_or_resolve(t, r):
    """Stop for the claims, or settle them at once when nobody has a real choice (§22.12)."""
    if t.asked:
        t.phase = CLAIMING
        if next_ask(t):
            return
    resolve(t, r)


def draw(t, r):
    """Seat t.turn turns up the next wall card; its forced 提 and 偎 happen here, unseen by the others (§9.3a).

    A 王 is shown and goes to its drawer's hand; nobody else may claim it.
    """
    p = t.turn
    if t.pos == t.end:
        emit(t, E_HUANG, p, 0, 0)
        t.winner = -1
        t.phase = OVER
        pay_fines(t, r)
        return
    k = t.deck[t.pos]
    t.pos += 1
    t.card, t.owner = k, p
    if k == WANG:
        t.origin = OWN_MELD
        gain(t, r, p, WANG)
        emit(t, E_WANG, p, WANG, 0)
        own_meld(t, r, p)
        return
    c = copies(t.hand[p], k)
    if c < 2 and not t.weis[p] >> k & 1:
        t.origin = DRAW
        t.seen[k] += 1
        emit(t, E_TURN_UP, p, k, 0)
        t.phase = REVEALED
        return
    t.origin = OWN_MELD
    emit(t, E_DRAW_HIDDEN, p, k, 0)
    if c >= 3:
        lay_quad(t, r, p, k, M_TI, FROM_HAND)
    elif c == 2:
        lose(t, r, p, k, 2)
        t.claims[p] += 1
        if t.declined[p] >> k & 1:
            add_meld(t, p, M_CHOUWEI | k << 4)
            t.table_xi[p] += r.xi_chouwei[k]
            t.seen[k] = 4
            emit(t, E_CHOUWEI, p, k, t.nmelds[p] - 1)
        else:
            add_meld(t, p, M_WEI | k << 4)
            t.table_xi[p] += r.xi_wei[k]
            t.weis[p] |= 1 << k
            emit(t, E_WEI, p, k, t.nmelds[p] - 1)
    else:
        lay_quad(t, r, p, k, M_TI, FROM_WEI)
    own_meld(t, r, p)


def own_meld(t, r, p):
    """Seat p has taken what it drew (a 提, a 偎, a 王): it may 胡, and goes on."""
    k = t.card
    t.turn = p
    t.phase = MELDED
    if r.hu_on_drawn and may_hu(t, r, p, k, own_value(t, r, p)):
        clear_claims(t)
        if r.hu_forced:
            win(t, r, p)
        else:
            offer(t, p, 1 << HU | 1 << PASS)
            ask_or_resolve(t, r)


def melded(t, r):
    """Seat t.turn has melded: it owes a discard, is dead (§22.9), or the next seat draws (§8)."""
    p = t.turn
    if must_discard(t.size[p], t.q[p]):
        if t.nf[p] > 0:
            t.ask = p
            t.phase = DISCARDING
            return
        if not t.dead[p] & 1:
            t.dead[p] |= 1
            emit(t, E_DEAD, p, 0, 0)
    t.turn = after(t, p)
    t.phase = DRAWING


def reveal(t, r):
    """A card lies open: find the forced 跑 and who may claim what (§9, §10), then ask."""
    k = t.card
    owner = t.owner
    drawn = t.origin == DRAW
    n = t.n
    clear_claims(t)
    for p in range(n):
        if (t.weis[p] | t.pengs[p]) >> k & 1 or t.hand[p] >> 3 * k & 7 == 3:
            if pao_source(t, r, p, k) >= 0:
                t.pao = p
    wins = r.hu_on_drawn if drawn else r.hu_on_discard
    pengs = -1
    p = owner
    for d in range(n):
        options = 0
        if t.wang[p] > 0:
            if d == 0 and drawn and wins and may_hu(t, r, p, k, hu_value(t, r, p, k)):
                options = 1 << HU
        elif (
            wins
            and (r.can_l[t.il[p]] & r.can_r[t.ir[p]]) >> k & 1
            and (d > 0 or drawn)
            and in_reach(t, r, p, k)
            and may_hu(t, r, p, k, hu_value(t, r, p, k))
        ):
            options = 1 << HU
        if t.pao < 0:
            if d > 0 and t.free[p] >> 3 * k & 7 == 2 and may_peng(t, r, p, k):
                options |= 1 << PENG
                pengs = p
            if d < 2 and may_chi(t, r, p, k):
                options |= chi_options(t, r, p, k, r.penalize)
        if options != 0:
            offer(t, p, options | 1 << PASS)
        p = p + 1 if p + 1 < n else 0
    if t.asked:
        if r.hu_forced or r.peng_forced or r.hu_discard_forced:
            force(t, r, pengs)
        t.phase = CLAIMING
        if next_ask(t):
            return
    resolve(t, r)


def resolve(t, r):
    """All answers are in: the card goes to 胡 > 跑 > 碰 > 吃, ties from the owner onwards (§10)."""
    peng = -1
    chi = -1
    if t.asked:
        p = t.owner
        for _ in range(t.n):
            a = t.answer[p]
            if t.opts[p] != 0:
                if a == HU:
                    win(t, r, p)
                    return
                if a == PENG:
                    peng = p
                if a >= CHI and chi < 0:
                    chi = p
            p = after(t, p)
        for p in range(t.n):
            if t.opts[p] != 0:
                note_marks(t, r, p)
    k = t.card
    if t.origin == LIANG:
        take_liang(t, r)
    elif t.origin == OWN_MELD:
        t.phase = MELDED
    elif t.pao >= 0:
        t.turn = t.pao
        lay_quad(t, r, t.pao, k, M_PAO, pao_source(t, r, t.pao, k))
        t.phase = MELDED
    elif peng >= 0:
        wrong = r.penalize != 0 and barred_peng(t, r, peng, k)
        lose(t, r, peng, k, 2)
        t.claims[peng] += 1
        add_meld(t, peng, M_PENG | k << 4)
        t.table_xi[peng] += r.xi_peng[k]
        t.pengs[peng] |= 1 << k
        t.seen[k] += 2
        emit(t, E_PENG, peng, k, t.owner)
        if wrong:
            fault(t, r, peng, k, PENG_CHOU)
        t.turn = peng
        t.phase = MELDED
    elif chi >= 0:
        eat(t, r, chi)
        t.turn = chi
        t.phase = MELDED
    else:
        if t.origin == DRAW:
            if r.own_unclaimed_blocks:
                t.discarded[t.owner] |= 1 << k
            emit(t, E_UNCLAIMED, t.owner, k, 0)
        t.turn = after(t, t.owner)
        t.phase = DRAWING


def eat(t, r, p):
    """Seat p takes the revealed card by its answered 吃 and lays the answered 比."""
    t.claims[p] += 1
    lay_set(t, r, p, t.answer[p] - CHI, E_CHI)
    if t.bi1[p] >= BI:
        lose(t, r, p, t.card, 1)
        t.seen[t.card] += 1
        lay_set(t, r, p, t.bi1[p] - BI, E_BI)
    if t.bi2[p] >= BI:
        lose(t, r, p, t.card, 1)
        t.seen[t.card] += 1
        lay_set(t, r, p, t.bi2[p] - BI, E_BI)
    if r.penalize:
        if barred_chi(t, r, p, t.card):
            fault(t, r, p, t.card, CHI_CHOU)
        if copies(t.free[p], t.card) > 0:
            fault(t, r, p, t.card, BURNT_BI)


def fault(t, r, p, k, what):
    """Seat p has made a mistake that the table punishes: a fine, or the right to 胡 for this hand (core.md §19)."""
    if r.fine > 0:
        t.fines[p] += 1
    else:
        t.dead[p] |= 2
    emit(t, E_FAULT, p, k, what)


def lay_set(t, r, p, s, code):
    """Lay the set of shape `s` around the card in play; that card itself has been taken care of."""
    k = t.card
    a = r.partner[2 * (SHAPES * k + s)]
    b = r.partner[2 * (SHAPES * k + s) + 1]
    lose(t, r, p, a, 1)
    lose(t, r, p, b, 1)
    t.seen[a] += 1
    t.seen[b] += 1
    t.table_xi[p] += r.shape_xi[SHAPES * k + s]
    add_meld(t, p, M_CHI | k << 4 | s << 9)
    emit(t, code, p, k, s | t.owner << 3)


def value_of(t, r, p):
    """Total 息 of seat p's hand with the card in play, or -1."""
    if t.origin == OWN_MELD:
        return own_value(t, r, p)
    if t.origin == LIANG and p == t.dealer:
        return dealer_value(t, r)
    return hu_value(t, r, p, t.card)


def win(t, r, p):
    """Seat p wins on the card in play."""
    huxi = value_of(t, r, p)
    t.winner = p
    t.zimo = 1 if p == t.owner and t.origin != DISCARD else 0
    t.tianhu = 1 if t.origin == LIANG else 0
    t.phase = OVER
    settle(t, r, huxi)
    emit(t, E_HU, p, t.card, t.origin)


def start(t, r):
    """Deal `t.deck` (docs/record.md: dealer's cards, the next seats', 亮张, wall) and run to the first choice."""
    i = 0
    for d in range(t.n):
        p = (t.dealer + d) % t.n
        take_hand(t, r, p, i, i + r.deal)
        i += r.deal
    t.card, t.origin, t.owner = t.deck[i], LIANG, t.dealer
    t.pos = i + 1
    if t.card != WANG:
        t.seen[t.card] = 1
    clear_claims(t)
    if r.forced_tianhu and forced_tianhu(t, r):
        return
    if r.ti_before_liang:
        lay_dealt(t, r)
    ask_liang(t, r)
    run(t, r)


def ask_liang(t, r):
    """天胡②: every seat that can 胡 the 亮张 is asked, all at once (§7, §22.1)."""
    if r.liangzhang_hu:
        for p in range(t.n):
            able = p == t.dealer or (t.wang[p] == 0 and t.card != WANG and in_reach(t, r, p, t.card))
            if may_hu(t, r, p, t.card, value_of(t, r, p) if able else -1):
                offer(t, p, 1 << HU | 1 << PASS)
        if t.asked and r.hu_forced:
            force(t, r, -1)
    ask_or_resolve(t, r)
