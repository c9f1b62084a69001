"""The state machine of one hand of 跑腰: deal, 喜儿, bets, captures, 亮腰, settlement. [single source: interpreted, compiled]

`t` is the table (`table.py` names its fields), `r` the rule set as flat integers. `start` deals `t.deck` and runs to the
first question; then `legal` says, as a bit mask of action ids, what seat `t.turn` may do, and `act` does it, until
`t.phase` is OVER. What happens is written to `t.log`, six integers an event. `act` trusts its caller: an id outside
`legal` is the caller's bug (`game.py` verifies). Section numbers in comments are those of paoyao.md.

Seats are numbered clockwise, so the right-hand neighbour of seat s is s - 1. A card is rank * 4 + suit.
"""

from erqishi.paoyao.capture import (
    anyone_can_capture,
    capture_mask,
    equals,
    lay_from_hand,
    place_in_front,
    spare_mask,
    take_from_table,
)
from erqishi.paoyao.codes import (
    BET,
    CAP,
    CAPTURE,
    DIG,
    E_ASKED,
    E_BETS_CLOSED,
    E_CAPTURED,
    E_DUG,
    E_EXTENDED,
    E_FORCED_ANTE,
    E_LAID,
    E_MERGED,
    E_NO_DIG,
    E_PASSED,
    E_XIER_HELD,
    E_XIER_SHOWN,
    E_YAO_DECLINED,
    E_YAO_TAKEN,
    E_YAO_UP,
    E_YAO_VOID,
    EXT,
    FRONT,
    FRONT_ONLY,
    LAY,
    LIUJU,
    MERGE,
    MUST_CAPTURE,
    N_PASSES_END,
    NO_DIG,
    ON_TABLE,
    PASS,
    PASS_XIER,
    PASS_YAO,
    POT_NONE,
    SHOW_XIER,
    SINGLE,
    SOLE,
    SOLE_PLAYS,
    SOLE_TAKES,
    STOCK,
    TAKE_YAO,
    THE_YAO,
    TRUE_FOLD,
    XIER,
    XIER_POT_WINNER,
    XIER_SHOWN,
    YAO,
)
from erqishi.paoyao.reckon import diggers, emit, finish, members, pot_to, settle
from erqishi.paoyao.table import Rules, Table

# -- the deal --------------------------------------------------------------------------------------------------------


def start(t: Table, r: Rules) -> None:
    """Deal t.deck and run to the first question.

    Given: players, dealer, chips, carry_in, deck. Three rounds of one card each, clockwise, the dealer first; the next
    four cards face up; the 腰 from the bottom (§1.3).
    """
    n = t.players
    t.logged = 0
    t.steps = 0
    for c in range(52):
        t.place[c] = STOCK
        t.front[c] = 0
        t.twin[c] = 0
    for i in range(12):
        t.hand[i] = -1
    for i in range(3):
        for k in range(n):
            p = (t.dealer + k) % n
            c = t.deck[i * n + k]
            t.hand[3 * p + i] = c
            t.place[c] = p
    for j in range(4):
        c = t.deck[3 * n + j]
        t.table[j] = c
        t.place[c] = ON_TABLE
    t.yao = t.deck[51]
    t.place[t.yao] = THE_YAO
    t.pot = t.carry_in
    t.stake = t.carry_in
    for p in range(4):
        t.member[p] = 1 if p < n else 0
        t.dug[p] = -1
        t.paid[p] = 0
        t.got[p] = 0
        t.shown[p] = 0
        t.units[p] = 0
        t.due[p] = 0
        t.net[p] = 0
    t.turn = -1
    t.count = 0
    t.idle = 0
    t.compelled = 0
    t.again = 0
    t.last = -1
    t.yao_up = 0
    t.taken_by = -1
    t.outcome = 0
    if r.xier_after_bet:
        open_bets(t)
    else:
        open_xier(t, r)


def ask(t: Table, phase: int, seat: int) -> None:
    """Stop here: the seat must choose."""
    t.phase = phase
    t.turn = seat
    emit(t, E_ASKED, seat, phase, t.compelled, -1, -1)


# -- 喜儿 (§1.7, §2.18-20) -----------------------------------------------------------------------------------------


def open_xier(t: Table, r: Rules) -> None:
    """Ask the holders of three equal cards, clockwise from the dealer; nobody else learns who was asked."""
    t.count = 0
    seek_xier(t, r)


def seek_xier(t: Table, r: Rules) -> None:
    """Go on to the next holder, or close the phase."""
    while t.count < t.players:
        p = (t.dealer + t.count) % t.players
        k = t.hand[3 * p] >> 2
        if t.member[p] and t.hand[3 * p + 1] >> 2 == k and t.hand[3 * p + 2] >> 2 == k:
            ask(t, XIER, p)
            return
        t.count += 1
    close_xier(t, r)


def close_xier(t: Table, r: Rules) -> None:
    """Nobody is left to ask: settle what was shown, or go on."""
    if t.shown[0] + t.shown[1] + t.shown[2] + t.shown[3]:
        settle_xier(t, r)
    elif r.xier_after_bet:
        begin_play(t, r)
    else:
        open_bets(t)


def on_xier(t: Table, r: Rules, a: int) -> None:
    """The holder's answer. Showing is not obligatory; the first to show wins alone unless all_xier_pay."""
    p = t.turn
    if a == SHOW_XIER:
        t.shown[p] = 1
        emit(t, E_XIER_SHOWN, p, t.hand[3 * p], t.hand[3 * p + 1], t.hand[3 * p + 2], -1)
        if not r.all_xier_pay:
            close_xier(t, r)
            return
    else:
        emit(t, E_XIER_HELD, p, -1, -1, -1, -1)
    t.count += 1
    seek_xier(t, r)


def settle_xier(t: Table, r: Rules) -> None:
    """Each who showed collects from every other seat that plays; the pot is theirs or stays (§2.4)."""
    winners = 0
    for p in range(t.players):
        winners += t.shown[p]
    t.stake = t.pot
    if r.xier_pot == XIER_POT_WINNER:
        share = t.pot // winners
        for k in range(t.players):
            p = (t.dealer + k) % t.players
            if t.shown[p]:
                pot_to(t, p, share)
    m = members(t)
    for p in range(t.players):
        if t.member[p]:
            t.due[p] = r.xier_value * (t.shown[p] * m - winners)
    finish(t, r, XIER_SHOWN)


# -- 挖坑 (§1.4, §2.1-5) ----------------------------------------------------------------------------------------------


def open_bets(t: Table) -> None:
    """The right-hand neighbour of the dealer speaks first."""
    t.count = 0
    ask(t, BET, (t.dealer - 1 + t.players) % t.players)


def dig_cost(r: Rules) -> int:
    """Chips that 挖 puts into the pot."""
    return 0 if r.pot == POT_NONE else r.ante


def pay_in(t: Table, p: int, chips: int) -> None:
    """Seat p pays into the pot."""
    t.chips[p] -= chips
    t.paid[p] += chips
    t.pot += chips


def on_bet(t: Table, r: Rules, a: int) -> None:
    """挖 or 不挖; after the last answer the betting closes."""
    p = t.turn
    if a == DIG:
        t.dug[p] = 1
        pay_in(t, p, dig_cost(r))
        emit(t, E_DUG, p, dig_cost(r), -1, -1, -1)
    else:
        t.dug[p] = 0
        emit(t, E_NO_DIG, p, -1, -1, -1, -1)
    t.count += 1
    if t.count == t.players:
        close_bets(t, r)
    elif r.bet_clockwise:
        ask(t, BET, (p + 1) % t.players)
    else:
        ask(t, BET, (p - 1 + t.players) % t.players)


def close_bets(t: Table, r: Rules) -> None:
    """Who plays on, and who pays although unwilling. If nobody dug, nobody is out: a 喜儿 may still be shown (§2.20)."""
    if diggers(t) > 0:
        if r.participation == TRUE_FOLD:
            for p in range(t.players):
                t.member[p] = t.dug[p]
        elif r.forced_ante:
            for k in range(t.players):
                p = (t.dealer + k) % t.players
                if t.dug[p] == 0:
                    chips = dig_cost(r)
                    if not r.allow_debt and chips > t.chips[p]:
                        chips = t.chips[p]
                    pay_in(t, p, chips)
                    emit(t, E_FORCED_ANTE, p, chips, -1, -1, -1)
    playing = 0
    for p in range(t.players):
        playing += t.member[p] << p
    emit(t, E_BETS_CLOSED, -1, playing, -1, -1, -1)
    if r.xier_after_bet:
        open_xier(t, r)
    else:
        begin_play(t, r)


def begin_play(t: Table, r: Rules) -> None:
    """流局, the end of a hand that only one seat wants, or the captures."""
    t.stake = t.pot
    if diggers(t) == 0:
        finish(t, r, LIUJU)
        return
    if members(t) == 1 and r.sole_digger != SOLE_PLAYS:
        for p in range(t.players):
            if t.member[p]:
                pot_to(t, p, t.pot if r.sole_digger == SOLE_TAKES else t.paid[p])
        finish(t, r, SOLE)
        return
    t.turn = t.dealer
    seek_capture(t, r)


# -- 抢牌 (§1.5, §2.6-12, §2.21) --------------------------------------------------------------------------------------


def seek_capture(t: Table, r: Rules) -> None:
    """Find the next seat to ask, from t.turn clockwise; or end the phase.

    A seat that can do nothing is passed over in silence, which counts as its turn. When every seat has had a turn and
    nothing was done, the phase ends if nobody can capture (or with n_passes_end); otherwise the next able seat must
    (§2.7).
    """
    m = members(t)
    while True:
        p = t.turn
        if t.idle >= m:
            if r.passing == N_PASSES_END or not anyone_can_capture(t, r):
                break
            t.compelled = 1
        if t.member[p]:
            if capture_mask(t, r, p) != 0 or (t.compelled == 0 and spare_mask(t, r, p) != 0):
                ask(t, CAPTURE, p)
                return
            t.idle += 1
        t.turn = (p + 1) % t.players
    t.compelled = 0
    open_yao(t, r)


def on_capture(t: Table, r: Rules, a: int) -> None:
    """One turn of the capture phase: one action, or more with multi_capture."""
    p = t.turn
    if a == PASS:
        emit(t, E_PASSED, p, -1, -1, -1, -1)
        if t.again == 0:
            t.idle += 1
        t.again = 0
        t.turn = (p + 1) % t.players
        seek_capture(t, r)
        return
    if a < EXT:
        i = 3 * p + (a - CAP) // 4
        c = t.hand[i]
        t.hand[i] = -1
        t.place[c] = FRONT + p
        n = take_from_table(t, r, p, (a - CAP) % 4)
        place_in_front(t, r, p, c >> 2, n + 1, 1)
        emit(t, E_CAPTURED, p, c, t.grab[0], t.grab[1], t.grab[2])
    elif a < MERGE:
        n = take_from_table(t, r, p, a - EXT)
        k = t.grab[0] >> 2
        place_in_front(t, r, p, k, n, 0)
        emit(t, E_EXTENDED, p, k, t.grab[0], t.grab[1], -1)
    elif a < LAY:
        i = 3 * p + a - MERGE
        c = t.hand[i]
        t.hand[i] = -1
        t.place[c] = FRONT + p
        place_in_front(t, r, p, c >> 2, 1, 0)
        emit(t, E_MERGED, p, c, -1, -1, -1)
    else:
        k = t.hand[3 * p + a - LAY] >> 2
        n = lay_from_hand(t, p, k)
        place_in_front(t, r, p, k, n, 1)
        emit(t, E_LAID, p, t.grab[0], t.grab[1], t.grab[2], -1)
    t.idle = 0
    t.compelled = 0
    if r.multi_capture and (capture_mask(t, r, p) != 0 or spare_mask(t, r, p) != 0):
        t.again = 1
        ask(t, CAPTURE, p)
        return
    t.again = 0
    t.turn = (p + 1) % t.players
    seek_capture(t, r)


# -- 亮腰 (§1.6, §2.14-17) --------------------------------------------------------------------------------------------


def open_yao(t: Table, r: Rules) -> None:
    """Turn up the 腰; the last capturer (without one, the dealer) is first in order."""
    t.yao_up = 1
    t.count = 0
    emit(t, E_YAO_UP, -1, t.yao, -1, -1, -1)
    seek_yao(t, r)


def can_take_yao(t: Table, r: Rules, p: int) -> bool:
    """Whether seat p may take the 腰: with a pair or better, by the claim that the rules allow."""
    if r.bettors_only_yao and t.dug[p] != 1:
        return False
    k = t.yao >> 2
    lying = t.front[13 * p + k]
    if lying >= 2:
        return True
    if r.yao_claim == FRONT_ONLY:
        return False
    held = equals(t, p, k)
    return held >= 2 or (r.yao_claim == SINGLE and held == 1)


def seek_yao(t: Table, r: Rules) -> None:
    """Ask the next seat in order that may take the 腰; without one it is void."""
    first = t.last if t.last >= 0 else t.dealer
    while t.count < t.players:
        p = (first + t.count) % t.players if r.clockwise_yao else (first - t.count + t.players) % t.players
        if t.member[p] and can_take_yao(t, r, p):
            ask(t, YAO, p)
            return
        t.count += 1
    emit(t, E_YAO_VOID, -1, -1, -1, -1, -1)
    settle(t, r)


def on_yao(t: Table, r: Rules, a: int) -> None:
    """Take it or leave it. A front group grows by the 腰; otherwise the hand's cards of the rank are laid with it."""
    p = t.turn
    if a == PASS_YAO:
        emit(t, E_YAO_DECLINED, p, -1, -1, -1, -1)
        t.count += 1
        seek_yao(t, r)
        return
    k = t.yao >> 2
    n = 0
    for i in range(3):
        t.grab[i] = -1
    if t.front[13 * p + k] == 0 or r.merge_hand_into_meld:
        n = lay_from_hand(t, p, k)
    place_in_front(t, r, p, k, n + 1, 0)
    t.place[t.yao] = FRONT + p
    t.taken_by = p
    emit(t, E_YAO_TAKEN, p, t.grab[0], t.grab[1], t.grab[2], -1)
    settle(t, r)


# -- the two questions of the caller ----------------------------------------------------------------------------------


def legal(t: Table, r: Rules) -> int:
    """What seat t.turn may do, as a mask of action ids; 0 when the hand is over."""
    p = t.turn
    if t.phase == XIER:
        return 1 << SHOW_XIER | 1 << PASS_XIER
    if t.phase == BET:
        if r.allow_debt or t.chips[p] >= dig_cost(r) or dig_cost(r) == 0:
            return 1 << DIG | 1 << NO_DIG
        return 1 << NO_DIG
    if t.phase == CAPTURE:
        captures = capture_mask(t, r, p)
        if t.compelled or (r.passing == MUST_CAPTURE and captures != 0):
            return captures
        return captures | spare_mask(t, r, p) | 1 << PASS
    if t.phase == YAO:
        return 1 << TAKE_YAO | 1 << PASS_YAO
    return 0


def act(t: Table, r: Rules, a: int) -> None:
    """Do a legal action of seat t.turn and run to the next question or to the end."""
    t.logged = 0
    t.steps += 1
    if t.phase == XIER:
        on_xier(t, r, a)
    elif t.phase == BET:
        on_bet(t, r, a)
    elif t.phase == CAPTURE:
        on_capture(t, r, a)
    else:
        on_yao(t, r, a)
