"""The reckoning: units, the pot, who pays whom, and chips that run out. [single source: interpreted and compiled]

paoyao.md §1.7, §1.8, §2.3, §2.4, §2.13, §2.24. The pot moves first, then the net of the hand is paid.
"""

from erqishi.paoyao.capture import equals
from erqishi.paoyao.codes import (
    E_HAND_PAIR,
    E_OVER,
    E_POT_TO,
    EVENT_WIDTH,
    LIUJU,
    OVER,
    POT_NONE,
    POT_REFUND,
    POT_SPLIT,
    POT_TOP,
    POT_YAO,
    SETTLED,
    SOLE,
    SOLE_REFUND,
    VOID_LAST,
    VOID_REFUND,
)
from erqishi.paoyao.table import Rules, Table


def emit(t: Table, code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event to `t.log`; `start` and `act` begin with an empty log."""
    i = t.logged * EVENT_WIDTH
    t.log[i] = code
    t.log[i + 1] = seat
    t.log[i + 2] = a
    t.log[i + 3] = b
    t.log[i + 4] = c
    t.log[i + 5] = d
    t.logged += 1


def members(t: Table) -> int:
    """How many seats play on."""
    return t.member[0] + t.member[1] + t.member[2] + t.member[3]


def diggers(t: Table) -> int:
    """How many seats have dug."""
    k = 0
    for p in range(t.players):
        if t.dug[p] == 1:
            k += 1
    return k


def worth(r: Rules, cards: int) -> int:
    """Units of a group of 2, 3 or 4 equal cards."""
    if cards == 2:
        return r.pair_value
    if cards == 3:
        return r.triple_value
    return r.quad_value if cards == 4 else 0


def count_units(t: Table, r: Rules, p: int) -> int:
    """What seat p collects from each other seat."""
    total = 0
    for k in range(13):
        cards = t.front[13 * p + k]
        if cards == 4 and t.twin[13 * p + k]:
            total += 2 * r.pair_value
        elif cards > 0:
            total += worth(r, cards)
        if r.hand_pairs_score and equals(t, p, k) > 1:
            total += worth(r, equals(t, p, k))
            show_equals(t, p, k)
    return total


def show_equals(t: Table, p: int, k: int) -> None:
    """Log the hand cards of rank k that score in the hand: they are shown, so everybody can check."""
    n = 0
    for i in range(3):
        t.grab[i] = -1
    for i in range(3):
        c = t.hand[3 * p + i]
        if c >= 0 and c >> 2 == k:
            t.grab[n] = c
            n += 1
    emit(t, E_HAND_PAIR, p, t.grab[0], t.grab[1], t.grab[2], -1)


def settle(t: Table, r: Rules) -> None:
    """Units of the seats that play, the pot, then who owes whom."""
    total = 0
    for p in range(t.players):
        if t.member[p]:
            t.units[p] = count_units(t, r, p)
            total += t.units[p]
    move_pot(t, r)
    m = members(t)
    for p in range(t.players):
        if t.member[p]:
            t.due[p] = t.units[p] * m - total
    finish(t, r, SETTLED)


def pot_to(t: Table, p: int, chips: int) -> None:
    """Chips of the pot go to seat p."""
    if chips > 0:
        t.pot -= chips
        t.chips[p] += chips
        t.got[p] += chips
        emit(t, E_POT_TO, p, chips, -1, -1, -1)


def pot_open_to(t: Table, r: Rules, p: int) -> bool:
    """Whether seat p may win the pot: with the bettors_only options only if it dug."""
    return t.dug[p] == 1 or not (r.bettors_only_yao or r.bettors_only_pot)


def refund(t: Table) -> None:
    """Everybody takes back what this hand put in; what was carried over stays."""
    for k in range(t.players):
        p = (t.dealer + k) % t.players
        pot_to(t, p, t.paid[p])


def move_pot(t: Table, r: Rules) -> None:
    """The pot moves before the pairs are settled. What does not divide evenly stays in it."""
    if r.pot == POT_NONE:
        return
    if r.pot == POT_REFUND:
        refund(t)
        return
    if r.pot == POT_YAO and t.taken_by >= 0 and pot_open_to(t, r, t.taken_by):
        pot_to(t, t.taken_by, t.pot)
        return
    if r.pot == POT_SPLIT or r.pot == POT_TOP:
        best = 1
        winners = 0
        for p in range(t.players):
            if r.pot == POT_TOP and t.member[p] and pot_open_to(t, r, p):
                best = max(best, t.units[p])
        for p in range(t.players):
            if wins_share(t, r, p, best):
                winners += 1
        if winners > 0:
            share = t.pot // winners
            for k in range(t.players):
                p = (t.dealer + k) % t.players
                if wins_share(t, r, p, best):
                    pot_to(t, p, share)
            return
    if r.void_pot == VOID_LAST and t.last >= 0 and pot_open_to(t, r, t.last):
        pot_to(t, t.last, t.pot)
    elif r.void_pot == VOID_REFUND:
        refund(t)


def wins_share(t: Table, r: Rules, p: int, best: int) -> bool:
    """Whether seat p is among those who divide the pot: all who dug, or those with the most units."""
    if r.pot == POT_SPLIT:
        return t.dug[p] == 1
    return t.member[p] == 1 and pot_open_to(t, r, p) and t.units[p] == best


def finish(t: Table, r: Rules, outcome: int) -> None:
    """Pay: net is what is due, capped by what the debtors have (§2.24)."""
    t.outcome = outcome
    owed = 0
    pool = 0
    for p in range(t.players):
        t.net[p] = t.due[p]
        if t.due[p] < 0:
            owed -= t.due[p]
            if not r.allow_debt and -t.due[p] > t.chips[p]:
                t.net[p] = -t.chips[p]
            pool -= t.net[p]
    if pool < owed:
        share_out(t, owed, pool)
    for p in range(t.players):
        t.chips[p] += t.net[p]
    t.carry = t.pot
    t.next_dealer = (t.dealer + 1) % t.players
    if r.same_dealer and (outcome == LIUJU or (outcome == SOLE and r.sole_digger == SOLE_REFUND)):
        t.next_dealer = t.dealer
    t.phase = OVER
    t.turn = -1
    emit(t, E_OVER, -1, outcome, -1, -1, -1)


def share_out(t: Table, owed: int, pool: int) -> None:
    """Divide what the debtors could pay in proportion to what is due: largest remainder, ties clockwise from the dealer."""
    left = pool
    for p in range(t.players):
        t.rest[p] = -1
        if t.due[p] > 0:
            t.net[p] = t.due[p] * pool // owed
            t.rest[p] = t.due[p] * pool % owed
            left -= t.net[p]
    while left > 0:
        best = -1
        for k in range(t.players):
            p = (t.dealer + k) % t.players
            if t.rest[p] >= 0 and (best < 0 or t.rest[p] > t.rest[best]):
                best = p
        t.net[best] += 1
        t.rest[best] = -1
        left -= 1
