"""A sitting: the worked examples, the dealer from hand to hand, who pays whom, limits, what is refused."""

import doctest
import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from erqishi.cards import parse_cards
from erqishi.errors import UserInputError
from erqishi.match import (
    MAX_PLAYERS,
    PAOYAO,
    STD15,
    HandOutcome,
    HuangPolicy,
    Match,
    MatchError,
    MatchRules,
    bird_target,
    drawn_dealer,
    from_json,
    leave,
    next_hand,
    record_hand,
    settle,
    start,
    to_json,
)
from erqishi.match_explain import explain, explain_settlement
from erqishi.zipai.ruleset import RuleSet

DATA = Path(__file__).parent / "data"
EXAMPLES = [json.loads(line) for line in (DATA / "examples.jsonl").read_text(encoding="utf-8").splitlines() if line]
BY_ID = {example["id"]: example for example in EXAMPLES}
LETTERS = "ABC"
DRAW3 = HandOutcome(net=(0, 0, 0), drawn=True)


def std15(kind: str) -> list[Any]:
    found = [example for example in EXAMPLES if (example["kind"], example["ruleset"]) == (kind, "std15")]
    return [pytest.param(example, id=example["id"]) for example in found]


def won(winner: int, each: int = 1, seats: int = 3, **more: Any) -> HandOutcome:
    """A hand won: every other seat of the hand pays `each`."""
    net = tuple(each * (seats - 1) if seat == winner else -each for seat in range(seats))
    return HandOutcome(winner=winner, net=net, **more)


def play(match: Match, *outcomes: HandOutcome) -> Match:
    for outcome in outcomes:
        match = record_hand(match, outcome)
    return match


def zh(match: Match, hand: int = 0) -> list[str]:
    return [line.zh for line in explain(match, hand)]


# ── The worked examples ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("example", std15("payment"))
def test_payment_examples(example: dict[str, Any]) -> None:
    """The letters are people: with four, C is the dealer's 上家 and D the one opposite, so they sit A B D C."""
    given, expect = example["given"], example["expect"]["net"]
    letters = "ABDCE" if "xing" in given else "ABC"
    seat = letters.index
    players = given["players"] + len(given.get("bird", {}))
    match = start(players, dealer=seat(given.get("dealer", "A")))
    plan = next_hand(match)
    if "xing" in given:
        assert plan.sitter == seat(given["xing"])
    if given["winner"] is None:
        outcome = HandOutcome(net=(0,) * len(plan.active), drawn=True)
    else:
        winner = plan.to_hand(seat(given["winner"]))
        assert winner is not None
        each = given["tun"] * given["mult"] * given.get("base", 1)
        card = {"B": 1, "C": 3}[given["bird"]["E"]] if "bird" in given else None
        outcome = won(winner, each, len(plan.active), last_wall_card=card)
    match = record_hand(match, outcome)
    if "bird" in given:
        assert match.ledger[0].target == seat(given["bird"]["E"])
    assert match.totals == tuple(expect[letter] for letter in letters)


@pytest.mark.parametrize("example", std15("bird"))
@pytest.mark.parametrize("dealer", range(4))
def test_bird_examples(example: dict[str, Any], dealer: int) -> None:
    (card,) = parse_cards(example["given"]["last_wall_card"])
    plan = next_hand(start(5, dealer=dealer))
    place = ("庄家", "下家", "醒家", "上家").index(example["expect"]["bird_target"])
    assert bird_target(plan, card) == (dealer + place) % 4
    assert (bird_target(plan, card) == plan.sitter) == (place == 2)


def test_the_bird_goes_by_rank_in_both_sizes_seed_乙三() -> None:
    plan = next_hand(start(5, dealer=1))
    by_seat = {seat: [kind + 1 for kind in range(10) if bird_target(plan, kind) == seat] for seat in range(4)}
    assert by_seat == {1: [1, 5, 9], 2: [2, 6, 10], 3: [3, 7], 0: [4, 8]}
    assert all(bird_target(plan, kind) == bird_target(plan, kind + 10) for kind in range(10))


def test_situation_178_three_draws_in_a_row_pass_the_deal() -> None:
    example = BY_ID["situation-178"]
    assert example["expect"] == {"next_dealer": "下家"}
    match = start(3, dealer=2)
    for n in range(example["given"]["consecutive_huang"]):
        assert (match.dealer, match.draws) == (2, n)
        match = record_hand(match, DRAW3)
    assert (match.dealer, match.draws) == (0, 0)


def test_situation_181_the_winner_deals_next() -> None:
    given, expect = BY_ID["situation-181"]["given"], BY_ID["situation-181"]["expect"]
    match = start(3, dealer=LETTERS.index(given["dealer"]))
    assert record_hand(match, won(LETTERS.index(given["winner"]))).dealer == LETTERS.index(expect["next_dealer"])


def test_situation_183_four_seats_one_sits_out() -> None:
    given, expect = BY_ID["situation-183"]["given"], BY_ID["situation-183"]["expect"]
    plan = next_hand(start(given["players"], dealer=given["dealer_seat"]))
    assert (plan.sitter, list(plan.active)) == (expect["xing_seat"], expect["active"])


def test_payment_135_points_are_settled_pair_by_pair() -> None:
    """邵阳: n × own − sum; the totals there are multiples of ten already."""
    given, expect = BY_ID["payment-135"]["given"]["totals"], BY_ID["payment-135"]["expect"]["net"]
    rules = MatchRules(accounting="points", round_up_to=10)
    match = play(
        start(3, rules, dealer=0),
        *(HandOutcome(winner=seat, net=_alone(seat, points, 3)) for seat, points in enumerate(given.values())),
    )
    assert settle(match).net == tuple(expect.values())


def _alone(seat: int, points: int, seats: int) -> tuple[int, ...]:
    return tuple(points if other == seat else 0 for other in range(seats))


def test_the_session_in_the_documentation_runs() -> None:
    result = doctest.testfile(str(Path(__file__).parents[1] / "docs/match.md"), module_relative=False)
    assert (result.failed, result.attempted > 5) == (0, True)


# ── Who deals ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("policy", "dealers"),
    [
        ("keep_then_rotate_3", [0, 0, 1, 1, 1, 2, 2, 2, 0]),
        ("rotate_always", [1, 2, 0, 1, 2, 0, 1, 2, 0]),
        ("keep_always", [0] * 9),
    ],
)
def test_nine_draws_in_a_row(policy: Any, dealers: list[int]) -> None:
    match = start(3, MatchRules(huang_policy=policy), dealer=0)
    seen = []
    for n in range(1, 10):
        match = record_hand(match, DRAW3)
        seen.append(match.dealer)
        assert match.huang == next_hand(match).huang == n
    assert seen == dealers


def test_a_win_ends_the_count_of_draws_even_if_the_same_seat_deals_on() -> None:
    match = play(start(3, dealer=0), DRAW3, DRAW3, won(0))
    assert (match.dealer, match.draws, match.huang) == (0, 0, 0)
    match = play(match, DRAW3, DRAW3)
    assert (match.dealer, match.draws) == (0, 2)


def test_the_deal_passing_on_ends_the_count_for_rotation_but_not_for_黄番() -> None:
    """core.md §2.3 counts per dealer, scoring.md §1.2 since the last 胡: one counter cannot serve both."""
    match = play(start(3, dealer=0), DRAW3, DRAW3, DRAW3)
    assert (match.dealer, match.draws, match.huang) == (1, 0, 3)
    assert play(match, DRAW3, DRAW3).dealer == 1


def test_with_four_players_the_deal_stays_on_a_draw_and_the_same_seat_counts_again_seed_乙三() -> None:
    match = record_hand(start(4, dealer=3), DRAW3)
    assert next_hand(match).sitter == 1
    assert (match.totals, zh(match)[1]) == ((0, 1, 0, -1), "荒醒：D 付 B 1")


def test_with_four_players_a_winning_seat_of_the_hand_deals_at_its_match_seat() -> None:
    match = record_hand(start(4, dealer=1), won(2))  # dealer B, D sits out: the hand is played by A, B, C
    assert (match.dealer, next_hand(match).sitter, next_hand(match).active) == (2, 0, (1, 2, 3))


def test_paoyao_deals_clockwise_whoever_wins_and_on_a_void_hand_too() -> None:
    void = HandOutcome(net=(0, 0, 0), drawn=True)
    match = play(start(3, PAOYAO, dealer=2), HandOutcome(net=(7, -2, -5)), won(0), void)
    assert [entry.next_dealer for entry in match.ledger] == [0, 1, 2]
    same_dealer = MatchRules(dealer_policy="clockwise", huang_policy="keep_always", xing="none")
    assert play(start(3, same_dealer, dealer=2), void).dealer == 2


def test_four_can_play_without_anybody_sitting_out() -> None:
    plan = next_hand(start(4, PAOYAO, dealer=3))
    assert (plan.active, plan.hand_dealer, plan.sitter, plan.birds) == ((0, 1, 2, 3), 3, None, ())


@pytest.mark.parametrize(
    ("cards", "seat"),
    [("拾十玖", 0), ("九十玖", 1), ("九玖一", 1), ("一一二", 2), ("十十九", None), ("捌捌捌", None), ("一二拾玖", 2)],
)
def test_摸庄_the_highest_card_deals_and_equals_draw_again(cards: str, seat: int | None) -> None:
    assert drawn_dealer(parse_cards(cards)) == seat


def test_摸庄_needs_cards() -> None:
    for cards in ([], [20]):
        with pytest.raises(MatchError):
            drawn_dealer(cards)


# ── Who pays whom ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_of_five_players_is_told_line_by_line() -> None:
    match = record_hand(start(5, dealer=0), won(0, 3, last_wall_card=1))
    assert zh(match) == [
        "第1局：庄家 A，赢家 A，醒家 C",
        "末张二，打中下家 B",
        "B 付 A 3",
        "D 付 A 3",
        "开醒筹：B 付 C 1",
        "开醒筹：D 付 C 1",
        "打鸟（E 随 B）：E 付 A 3",
        "打鸟（E 随 B）：E 付 C 1",
        "本局：A +9，B −4，C +3，D −4，E −4",
        "下局庄家 A：赢家坐庄",
    ]
    english = [line.en for line in explain(match, 0)]
    assert english[0] == "hand 1: dealer A, winner A, C sits out"
    assert english[1] == "last wall card 二: the 鸟 falls on B, the 下家 (next seat)"
    assert english[6] == "E pays A 3 (鸟: E shares with B)"
    assert english[-2] == "this hand: A +9, B −4, C +3, D −4, E −4"


def test_the_place_of_the_bird_is_told_from_the_dealer() -> None:
    match = record_hand(start(5, dealer=3), won(0, last_wall_card=16))
    assert zh(match)[1] == "末张柒，打中醒家 B"


def test_seats_go_by_their_names() -> None:
    match = record_hand(start(3, dealer=0), won(0))
    assert [line.zh for line in explain(match, 0, ["张", "王", "李"])][:2] == ["第1局：庄家 张，赢家 张", "王 付 张 1"]


def test_the_bird_on_the_winner_is_paid_what_the_winner_is_paid() -> None:
    match = record_hand(start(5, dealer=0), won(1, 2, last_wall_card=1))
    assert match.totals == (-5, 4, 2, -5, 4)


def test_the_bird_on_the_sitter_is_paid_the_开醒筹() -> None:
    match = record_hand(start(5, dealer=0), won(1, 2, last_wall_card=6))
    assert match.totals == (-4, 4, 2, -4, 2)


def test_on_a_draw_the_bird_shares_the_荒醒() -> None:
    assert record_hand(start(5, dealer=0), msgspec.structs.replace(DRAW3, last_wall_card=0)).totals == (-1, 0, 2, 0, -1)
    assert record_hand(start(5, dealer=0), msgspec.structs.replace(DRAW3, last_wall_card=2)).totals == (-2, 0, 1, 0, 1)
    assert record_hand(start(5, dealer=0), msgspec.structs.replace(DRAW3, last_wall_card=3)).totals == (-1, 0, 1, 0, 0)


def test_birds_do_not_share_with_each_other() -> None:
    match = record_hand(start(6, dealer=0), won(0, 3, last_wall_card=1))
    assert match.totals == (12, -4, 4, -4, -4, -4)


def test_the_loser_of_a_discarded_card_pays_alone_but_both_owe_the_开醒筹() -> None:
    """A variant in which the discarder pays for all: the third seat has lost too, and gives its chip (乙三 "该局输家每人")."""
    match = record_hand(start(4, dealer=0), HandOutcome(winner=0, net=(6, -6, 0)))
    assert match.totals == (6, -7, 2, -1)


def test_the_筹_has_the_size_the_table_agreed_on() -> None:
    match = record_hand(start(4, MatchRules(chip=5), dealer=0), DRAW3)
    assert match.totals == (-5, 0, 5, 0)
    assert record_hand(start(4, MatchRules(chip=0), dealer=0), DRAW3).ledger[0].transfers == ()


def test_opposite_the_winner_one_earns_two_chips_a_hand_and_one_on_a_draw_strategy_S2() -> None:
    match = play(start(4, dealer=0), won(0), won(0), DRAW3)
    assert match.totals[2] == 5


def test_flows_tell_who_paid_whom_where_the_net_cannot() -> None:
    two_two = HandOutcome(net=(1, 2, -1, -2), flows=((2, 1, 1), (3, 0, 1), (3, 1, 1)))
    match = record_hand(start(4, PAOYAO, dealer=0), two_two)
    assert [(t.payer, t.payee, t.amount) for t in match.ledger[0].transfers] == list(two_two.flows)
    guessed = record_hand(start(4, PAOYAO, dealer=0), msgspec.structs.replace(two_two, flows=()))
    assert guessed.totals == match.totals


def test_the_paoyao_pot_is_carried_taken_and_given_back() -> None:
    void_yao = HandOutcome(net=(7, -2, -5), pot_paid=(1, 1, 0))
    match = record_hand(start(3, PAOYAO, dealer=0), void_yao)
    assert (match.totals, match.pot_from) == ((6, -3, -5), (1, 1, 0))
    assert settle(match).net == (7, -2, -5)
    assert [line.zh for line in explain_settlement(match)][1:3] == ["底池退还 A 1", "底池退还 B 1"]
    match = record_hand(match, HandOutcome(net=(0, 0, 0), pot_paid=(0, 0, 1), pot_taken=(0, 3, 0)))
    assert (match.totals, match.pot_from) == ((6, 0, -6), (0, 0, 0))
    assert zh(match, 1)[1:3] == ["C 放进底池 1", "B 从底池拿 3"]


def test_an_odd_chip_of_a_split_pot_stays_with_those_who_paid_it() -> None:
    split = HandOutcome(net=(0, 0, 0), pot_paid=(3, 2, 0), pot_taken=(2, 2, 0))
    match = record_hand(start(3, PAOYAO, dealer=0), split)
    assert (match.totals, match.pot_from) == ((-1, 0, 0), (1, 0, 0))


@pytest.mark.parametrize(
    ("paid", "taken", "left"),
    [
        (
            (1, 2, 4),
            (3, 0, 2),
            (0, 1, 1),
        ),  # 2/7, 4/7, 8/7: the chip that is over goes to the larger remainder, not seat 0
        ((4, 2, 1), (3, 2, 0), (1, 1, 0)),  # 8/7, 4/7, 2/7
        ((2, 1, 4), (0, 5, 0), (1, 0, 1)),  # 4/7, 2/7, 8/7
        ((2, 2, 2), (5, 0, 0), (1, 0, 0)),  # equal remainders: the lower seat
    ],
)
def test_what_is_left_of_a_split_pot_goes_by_largest_remainder(paid, taken, left) -> None:
    outcome = HandOutcome(net=(0, 0, 0), pot_paid=paid, pot_taken=taken)
    assert record_hand(start(3, PAOYAO, dealer=0), outcome).pot_from == left


def test_points_add_up_and_are_settled_by_difference() -> None:
    """剥皮: a normal win costs each loser P in the end, a 放炮 costs the discarder 3P and the third seat nothing."""
    rules = MatchRules(accounting="points", huang_points=-10)
    assert settle(play(start(3, rules, dealer=0), HandOutcome(winner=0, net=(18, 0, 0)))).net == (36, -18, -18)
    assert settle(play(start(3, rules, dealer=0), HandOutcome(winner=0, net=(18, -18, 0)))).net == (54, -54, 0)
    match = play(start(3, rules, dealer=0), HandOutcome(winner=1, net=(0, 18, 0)), DRAW3)
    assert match.totals == (0, 8, 0)
    assert "荒庄：庄家 B −10分" in zh(match, 1)
    assert settle(match).net == (-8, 16, -8)


def test_points_are_rounded_up_before_settling() -> None:
    rules = MatchRules(accounting="points", round_up_to=10)
    match = play(start(3, rules, dealer=0), HandOutcome(winner=0, net=(81, -1, 20)))
    assert settle(match).net == (3 * 90 - 110, -110, 3 * 20 - 110)
    assert [line.zh for line in explain_settlement(match)] == [
        "总分：A +81，B −1，C +20",
        "进到10的整数倍：A +90，B 0，C +20",
        "两两结差：各家总分×3，减去全桌总分",
        "结算：A +160，B −110，C −50",
    ]
    plain = play(start(3, MatchRules(accounting="points"), dealer=0), HandOutcome(winner=0, net=(81, -1, 20)))
    assert len(explain_settlement(plain)) == 3


# ── Ends ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_number_of_hands_ends_a_match_draws_included() -> None:
    match = play(start(3, MatchRules(max_hands=2), dealer=0), DRAW3, won(1))
    assert match.ended == "hands"
    with pytest.raises(MatchError, match="本场已经结束"):
        next_hand(match)
    with pytest.raises(MatchError, match="本场已经结束"):
        record_hand(match, won(1))
    with pytest.raises(MatchError, match="本场已经结束"):
        leave(match, 0)


def test_first_to_100_ends_a_match() -> None:
    rules = MatchRules(accounting="points", match_end=100)
    match = play(start(3, rules, dealer=0), HandOutcome(winner=0, net=(99, 0, 0)))
    assert match.ended is None
    assert record_hand(match, HandOutcome(winner=0, net=(1, 0, 0))).ended == "points"


def test_a_stack_that_is_gone_ends_a_match() -> None:
    rules = msgspec.structs.replace(PAOYAO, end_loss=20)
    match = play(start(3, rules, dealer=0), won(0, 19))
    assert match.ended is None
    assert record_hand(match, won(1, 1)).ended == "loss"


def test_without_limits_a_match_goes_on() -> None:
    match = start(3, dealer=0)
    for n in range(60):
        match = record_hand(match, won(n % 3, 50))
    assert match.ended is None


def test_a_leaver_ends_the_match_and_the_next_one_starts_from_zero() -> None:
    match = leave(play(start(4, dealer=0), won(1, 4), DRAW3), 2)
    assert (match.ended, match.leaver, sum(settle(match).net)) == ("left", 2, 0)
    with pytest.raises(MatchError):
        next_hand(match)
    with pytest.raises(MatchError):
        leave(match, 1)
    again = start(3, match.rules, dealer=2)
    assert (again.draws, again.huang, again.ledger, again.totals) == (0, 0, (), (0, 0, 0))


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "rules", "dealer"),
    [
        (1, STD15, 0),
        (MAX_PLAYERS + 1, STD15, 0),
        (3, STD15, 3),
        (3, STD15, -1),
        (5, STD15, 4),
        (3, MatchRules(chip=-1), 0),
        (3, MatchRules(max_hands=0), 0),
        (3, MatchRules(match_end=0), 0),
        (3, MatchRules(end_loss=-5), 0),
        (3, MatchRules(huang_points=-10), 0),
        (3, MatchRules(round_up_to=10), 0),
        (3, MatchRules(accounting="points", round_up_to=0), 0),
        (4, MatchRules(accounting="points"), 0),
        (5, MatchRules(accounting="points"), 0),
    ],
)
def test_settings_that_cannot_be_played_are_refused(players: int, rules: MatchRules, dealer: int) -> None:
    with pytest.raises(MatchError) as caught:
        start(players, rules, dealer=dealer)
    assert isinstance(caught.value, UserInputError)
    assert str(caught.value) == f"{caught.value.zh}: {caught.value.en}"


@pytest.mark.parametrize(
    "outcome",
    [
        HandOutcome(net=(0, 0, 0)),  # neither drawn nor won
        HandOutcome(net=(2, -1, -1), winner=0, drawn=True),
        HandOutcome(net=(2, -1, -1), winner=3),
        HandOutcome(net=(2, -1, -1), winner=-1),
        HandOutcome(net=(2, -1), winner=0),
        HandOutcome(net=(2, -1, -2), winner=0),
        HandOutcome(net=(2, -1, -1), winner=0, last_wall_card=21),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1),)),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1), (2, 0, 1), (2, 2, 1))),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1), (3, 0, 1))),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((0, 1, -1), (2, 0, 1))),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1), (2, 0, 1), (1, 2, 0))),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1), (2, 0, 1), (1, 3, 1))),
        HandOutcome(net=(2, -1, -1), winner=0, flows=((1, 0, 1), (2, -3, 1))),
        HandOutcome(net=(2, -1, -1), winner=0, pot_paid=(1,)),
        HandOutcome(net=(2, -1, -1), winner=0, pot_paid=(-1, 0, 0)),
        HandOutcome(net=(2, -1, -1), winner=0, pot_paid=(1, 0, 0), pot_taken=(0, 2, 0)),
    ],
)
def test_outcomes_that_cannot_be_true_are_refused(outcome: HandOutcome) -> None:
    match = start(3, dealer=0)
    with pytest.raises(MatchError):
        record_hand(match, outcome)


def test_a_table_with_birds_must_say_the_last_wall_card() -> None:
    with pytest.raises(MatchError, match="last_wall_card is needed"):
        record_hand(start(5, dealer=0), won(0))


def test_points_know_no_flows_and_no_pot() -> None:
    match = start(3, MatchRules(accounting="points"), dealer=0)
    with pytest.raises(MatchError, match="no flows and no pot"):
        record_hand(match, HandOutcome(winner=0, net=(3, 0, 0), pot_paid=(1, 0, 0)))


def test_questions_about_seats_and_hands_that_do_not_exist_are_refused() -> None:
    match = record_hand(start(3, dealer=0), won(0))
    for ask in (
        lambda: explain(match, 1),
        lambda: explain(match, -1),
        lambda: explain(match, 0, ["甲", "乙"]),
        lambda: explain_settlement(match, ""),
        lambda: leave(match, 3),
        lambda: next_hand(match).to_match(3),
        lambda: next_hand(match).to_match(-1),
    ):
        with pytest.raises(MatchError):
            ask()


@pytest.mark.parametrize("text", ["", "{}", "[1]", b"\xff", '{"players":3,"rules":{"chips":1}}'])
def test_json_that_is_no_match_is_refused(text: str | bytes) -> None:
    with pytest.raises(MatchError):
        from_json(text)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("totals", 0), 99),
        (("dealer",), 2),
        (("first_dealer",), 1),
        (("draws",), 1),
        (("huang",), 3),
        (("ended",), "hands"),
        (("ended",), "left"),
        (("leaver",), 1),
        (("ledger", 1, "net", 0), 7),
        (("ledger", 0, "transfers", 0, "amount"), 2),
        (("ledger", 1, "outcome", "net"), [0, 0, 0]),
        (("ledger", 0, "next_dealer"), 0),
        (("ledger", 0, "plan", "active"), [0, 1, 2]),
        (("pot_from", 0), 1),
    ],
)
def test_a_ledger_that_was_tampered_with_is_refused(path: tuple[str | int, ...], value: Any) -> None:
    tree = json.loads(to_json(play(start(4, dealer=0), won(1, 4), won(0, 2))))
    where = tree
    for step in path[:-1]:
        where = where[step]
    assert where[path[-1]] != value
    where[path[-1]] = value
    with pytest.raises(MatchError):
        from_json(json.dumps(tree))


def test_a_sitting_takes_its_rules_from_the_rules_of_the_game() -> None:
    """The words for who deals stand in both rooms, since neither may know the other: here they are held together."""
    std = RuleSet.load("std15")
    assert MatchRules.of(std, 3) == MatchRules(xing="none") and MatchRules.of(std, 4, 8) == MatchRules(max_hands=8)
    assert get_args(HuangPolicy) == get_args(get_type_hints(RuleSet)["huang_policy"])
    four = std.replace(seats=4, deal=14, wall=23, huang_policy="rotate_always", base=5)
    assert MatchRules.of(four, 4) == MatchRules(xing="none", huang_policy="rotate_always", chip=5)


def test_a_wang_as_the_last_wall_card_hits_nobody():
    """It stopped the table: no source says whom it would hit, so it hits nobody."""
    match = start(5, dealer=0)
    after = record_hand(match, HandOutcome(net=(4, -2, -2), winner=0, last_wall_card=20))
    entry = after.ledger[0]
    assert entry.target is None and not [each for each in entry.transfers if each.reason == "bird"]
    assert sum(entry.net) == 0
    assert any("末张是王" in line.zh for line in explain(after, 0, ("A", "B", "C", "D", "E")))
    with pytest.raises(MatchError, match="last_wall_card is 21"):
        record_hand(match, HandOutcome(net=(4, -2, -2), winner=0, last_wall_card=21))
