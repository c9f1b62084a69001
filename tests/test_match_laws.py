"""What holds for every sitting: sums are zero, everybody has a place, birds fare as their seat, JSON keeps it all."""

import itertools
from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from erqishi.match import (
    HandOutcome,
    HandPlan,
    Match,
    MatchRules,
    from_json,
    leave,
    next_hand,
    record_hand,
    settle,
    start,
    to_json,
)
from erqishi.match_explain import explain, explain_settlement

DRAW3 = HandOutcome(net=(0, 0, 0), drawn=True)
WON = ((2, -1, -1), (-1, 2, -1), (-1, -1, 2))


def limit() -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(5, 60)


cash_rules = st.builds(
    MatchRules,
    dealer_policy=st.sampled_from(["winner_deals", "clockwise"]),
    huang_policy=st.sampled_from(["keep_then_rotate_3", "rotate_always", "keep_always"]),
    xing=st.sampled_from(["opposite_sits_out", "none"]),
    chip=st.integers(0, 3),
    max_hands=limit(),
    match_end=limit(),
    end_loss=limit(),
)


@st.composite
def outcomes(draw: st.DrawFn, plan: HandPlan, pot: Sequence[int]) -> HandOutcome:
    """Any outcome that can be true for this plan."""
    seats = range(len(plan.active))
    drawn = draw(st.booleans())
    pairs = [pair for pair in itertools.product(seats, seats) if pair[0] != pair[1]]
    flows = draw(st.lists(st.tuples(st.sampled_from(pairs), st.integers(1, 20)), max_size=5))
    net = [0 for _ in seats]
    for (payer, payee), amount in flows:
        net[payer] -= amount
        net[payee] += amount
    paid = draw(st.lists(st.integers(0, 3), min_size=len(seats), max_size=len(seats)))
    left, taken = sum(pot) + sum(paid), []
    for _ in seats:
        taken.append(draw(st.integers(0, left)))
        left -= taken[-1]
    return HandOutcome(
        net=tuple(net),
        winner=None if drawn else draw(st.sampled_from(seats)),
        drawn=drawn,
        last_wall_card=draw(st.integers(0, 19)),
        flows=tuple((*pair, amount) for pair, amount in flows) if draw(st.booleans()) else (),
        pot_paid=tuple(paid),
        pot_taken=tuple(taken),
    )


@st.composite
def sittings(draw: st.DrawFn) -> Match:
    match = start(draw(st.integers(2, 7)), draw(cash_rules), dealer=draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, 8))):
        if match.ended:
            return match
        match = record_hand(match, draw(outcomes(next_hand(match), match.pot_from)))
    return leave(match, 0) if not match.ended and draw(st.booleans()) else match


@given(sittings())
def test_every_chip_that_is_won_was_lost(match: Match) -> None:
    """Payments of a hand sum to 0 up to what went into or came out of the pot; the settlement sums to 0."""
    for entry in match.ledger:
        into = sum(entry.outcome.pot_paid) - sum(entry.outcome.pot_taken)
        assert sum(entry.net) + into == 0
        assert (
            all(payment.amount > 0 and payment.payer != payment.payee for payment in entry.transfers)
            or not entry.transfers
        )
    assert sum(match.totals) + sum(match.pot_from) == 0
    assert min(match.pot_from) >= 0
    assert sum(settle(match).net) == 0


@given(sittings())
def test_every_player_has_one_place_in_every_hand(match: Match) -> None:
    """Active seats, 醒家 and 鸟家 are everybody, once; the dealer plays; seats map there and back."""
    for entry in match.ledger:
        plan = entry.plan
        sitter = () if plan.sitter is None else (plan.sitter,)
        assert sorted((*plan.active, *sitter, *plan.birds)) == list(range(match.players))
        assert plan.to_match(plan.hand_dealer) == plan.dealer
        assert [plan.to_hand(plan.to_match(seat)) for seat in range(len(plan.active))] == list(range(len(plan.active)))
        assert all(plan.to_hand(seat) is None for seat in (*sitter, *plan.birds))
        if sitter:
            assert (len(plan.active), plan.sitter) == (3, (plan.dealer + 2) % 4)


@given(sittings())
def test_json_round_trip(match: Match) -> None:
    """Writing and reading gives the same match, and reading reckons every hand again."""
    assert from_json(to_json(match)) == match


@given(sittings())
def test_every_hand_is_explained_and_every_payment_has_its_line(match: Match) -> None:
    for hand, entry in enumerate(match.ledger):
        lines = explain(match, hand)
        assert all(line.zh and line.en for line in lines)
        assert sum(" 付 " in line.zh for line in lines) == len(entry.transfers)
        assert sum(" pays " in line.en for line in lines) == len(entry.transfers)
    assert all(line.zh and line.en for line in explain_settlement(match))


@given(st.data(), st.integers(1, 3), st.integers(0, 3))
def test_a_bird_fares_exactly_as_its_seat_does(data: st.DataObject, birds: int, dealer: int) -> None:
    """共输赢: each 鸟家 wins and loses what its seat does at the table of four, and takes nothing from that seat."""
    four = start(4, dealer=dealer)
    outcome = data.draw(outcomes(next_hand(four), four.pot_from))
    outcome = msgspec.structs.replace(outcome, pot_paid=(), pot_taken=())
    table = record_hand(four, outcome).totals
    entry = record_hand(start(4 + birds, dealer=dealer), outcome).ledger[0]
    assert entry.target is not None
    assert entry.net[entry.target] == table[entry.target]
    assert entry.net[4:] == (table[entry.target],) * birds
    assert sum(entry.net) == 0


@given(st.lists(st.sampled_from([None, 0, 1, 2]), max_size=30), st.integers(0, 2))
def test_the_deal_follows_the_seeds_sentence(winners: list[int | None], dealer: int) -> None:
    """乙五: 上局胡牌的玩家成为庄家；荒庄由庄家继续做庄，连续3次荒庄则由庄家的下家做庄."""
    match, in_a_row = start(3, dealer=dealer), 0
    for winner in winners:
        match = record_hand(match, DRAW3 if winner is None else HandOutcome(winner=winner, net=WON[winner]))
        in_a_row = in_a_row + 1 if winner is None else 0
        if winner is not None:
            dealer = winner
        elif in_a_row == 3:
            dealer, in_a_row = (dealer + 1) % 3, 0
        assert match.dealer == dealer


@given(st.lists(st.tuples(st.integers(0, 2), st.lists(st.integers(-40, 100), min_size=3, max_size=3)), max_size=8))
def test_points_always_settle_to_zero(hands: list[tuple[int, list[int]]]) -> None:
    """Points need not sum to 0 hand by hand; what the seats take home does."""
    match = start(3, MatchRules(accounting="points", round_up_to=10, huang_points=-10), dealer=0)
    for winner, points in hands:
        match = record_hand(match, HandOutcome(winner=winner, net=tuple(points)))
        match = record_hand(match, DRAW3)
    assert sum(settle(match).net) == 0
    assert from_json(to_json(match)) == match
