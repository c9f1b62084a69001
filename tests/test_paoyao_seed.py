"""跑腰 as its only source tells it: the worked cases, the settlement example, and each sentence of the rules."""

import json
from pathlib import Path

import pytest

from erqishi.errors import IllegalAction
from erqishi.paoyao import Capture, Dig, Extend, Game, NoDig, Pass, ShowXier, TakeYao, explain, settlement
from erqishi.paoyao.events import visible
from paoyao_deals import deal, deck_text, dig_all, offers, play

CASES = {
    case["id"]: case
    for case in map(
        json.loads, (Path(__file__).parent / "data/examples.jsonl").read_text(encoding="utf-8").splitlines()
    )
    if case["kind"] == "paoyao"
}
SIZES = {"对子": 2, "小王八": 3, "大王八": 4}
SETTLED = ["paoyao-308", "paoyao-311"]
DEALT = ["paoyao-306", "paoyao-307"]
PLAYED = {
    "paoyao-309": "test_xier_ends_the_hand_at_once_and_collects_eight_from_each",
    "paoyao-314": "test_a_hand_card_takes_an_open_card_of_its_rank",
    "paoyao-315": "test_a_pair_in_front_takes_the_third_and_spends_no_hand_card",
    "paoyao-316": "test_what_lies_in_front_of_a_seat_cannot_be_captured",
    "paoyao-317": "test_a_pair_in_front_takes_the_yao",
    "paoyao-318": "test_a_yao_that_nobody_matches_is_void",
    "paoyao-319": "test_the_last_capturer_is_first_to_the_yao_then_counter_clockwise",
    "paoyao-320": "test_two_pairs_of_one_rank_leave_no_fifth_card_for_the_yao",
}


def test_every_worked_case_is_settled_here():
    assert set(CASES) == {*SETTLED, *DEALT, *PLAYED}
    assert all(name in globals() for name in PLAYED.values())


@pytest.mark.parametrize("case", SETTLED)
def test_settlement_of_the_worked_cases(case):
    given, expect = CASES[case]["given"]["melds"], CASES[case]["expect"]
    result = settlement([[SIZES[meld] for meld in melds] for melds in given.values()])
    assert dict(zip(given, result.net, strict=True)) == expect["net"]
    if "units" in expect:
        assert dict(zip(given, result.units, strict=True)) == expect["units"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_hand_cards_four_open_cards_one_yao(players):
    view = Game.deal(seed=1, players=players).view(0)
    assert [len(seat.hand) + seat.hidden for seat in view.seats] == [3] * players
    assert len(view.table) == CASES["paoyao-306"]["expect"]["table"] == 4
    assert view.yao is None
    unused = CASES["paoyao-307"]["expect"]["unused"] | {"3": CASES["paoyao-306"]["expect"]["unused"]}
    assert view.stock == unused[str(players)]


SEED = {"hands": ("H8 HK H5", "H3 S9 SJ", "SA S2 S4"), "table": "D8 DK D5 D3", "yao": "C5"}


def the_seed_example(**how):
    """A takes 8, K, 5 from the table and the 腰, a 5, with its pair: two 对子 and a 小王八. B takes a 3. C nothing."""
    g = dig_all(deal(*SEED["hands"], table=SEED["table"], yao=SEED["yao"], **how))
    return play(g, "0:capture H8 D8", "1:capture H3 D3", "0:capture HK DK", "0:capture H5 D5", "0:take_yao")


def test_the_seed_settles_to_plus_7_minus_2_minus_5():
    r = the_seed_example().result
    assert r.units == (4, 1, 0)
    assert r.net == (7, -2, -5)
    assert set(r.flows) == {(1, 0, 3), (2, 0, 4), (2, 1, 1)}
    assert (r.yao, r.taken_by, r.pot, r.pot_to, r.carry) == ("C5", 0, 3, (3, 0, 0), 0)
    assert r.chips == (20 - 1 + 3 + 7, 20 - 1 - 2, 20 - 1 - 5)


def test_the_explanation_shows_the_seeds_4_plus_4_and_1_plus_1_before_netting():
    """The source stops at A 净赢 (4+4) and B 净赢 (1+1); that is what they collect, not what they win."""
    assert settlement([[2, 2, 3], [2], []]).gross == (8, 2, 0)
    words = [line.zh for line in explain(the_seed_example())]
    assert "0号位：收 4+4，付 1+0，净 +7" in words
    assert "1号位：收 1+1，付 4+0，净 −2" in words
    assert "2号位：收 0+0，付 4+1，净 −5" in words
    assert "腰是 ♣5，0号位抢到" in words
    assert "底池 3，0号位得 3" in words
    assert words[-3:] == [
        "0号位：挖 −1，牌型 +7，底池 +3 = +9",
        "1号位：挖 −1，牌型 −2 = −3",
        "2号位：挖 −1，牌型 −5 = −6",
    ]
    assert any("小王八5：2" in word for word in words)


def test_the_deal_goes_one_card_at_a_time_clockwise_from_the_dealer_and_the_yao_lies_at_the_bottom():
    deck = "SA HA CA DA S2 H2 C2 D2 S3 H3 C3 D3 S4 H4"
    rest = [c for c in deck_text(("SA HA CA", "DA S2 H2"), "C2 D2 S3 H3", "DK").split() if c not in deck.split()]
    g = Game.from_deck("changchun_literal", f"{deck} {' '.join(rest)}", dealer=1, players=3)
    assert [g.view(s).seats[s].hand for s in range(3)] == [("CA", "H2", "S3"), ("SA", "DA", "C2"), ("HA", "S2", "D2")]
    assert g.view(None).table == ("H3", "C3", "D3", "S4")
    while g.decision:
        g.do(Dig() if g.can(Dig()) else g.decision.legal[g.decision.seat][0])
    assert g.result.yao == rest[-1]


# -- 挖坑 ---------------------------------------------------------------------------------------------------------------


PLAIN = {"hands": ("S2 S3 S4", "H5 H6 H7", "C8 C9 CJ"), "table": "DA DQ DK D10", "yao": "H4"}


def plain(**how):
    return deal(*PLAIN["hands"], table=PLAIN["table"], yao=PLAIN["yao"], **how)


def test_the_right_hand_neighbour_of_the_dealer_bets_first_and_then_counter_clockwise():
    g = play(plain(dealer=1), "0:dig", "2:no_dig", "1:dig")
    assert g.result.pot == 2


def test_nobody_digs_and_the_hand_is_void():
    g = play(plain(carry=5), "2:no_dig", "1:no_dig", "0:no_dig")
    r = g.result
    assert (r.outcome, r.drawn, r.net, r.carry, r.chips) == ("liuju", True, (0, 0, 0), 5, (20, 20, 20))
    assert r.next_dealer == 1
    assert [line.zh for line in explain(g)] == ["没有人挖，流局", "底池里 5 个留到下一局"]


def test_one_dig_forces_all_and_a_forced_seat_pays_what_others_have():
    g = deal("H8 S2 S3", "HK S4 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ")
    play(g, "2:no_dig", "1:no_dig", "0:dig", "0:capture H8 D8", "1:capture HK DK")
    assert g.result.units == (1, 1, 0)
    assert g.result.net == (1, 1, -2)
    assert g.result.paid == (1, 0, 0)


# -- 抢牌 ---------------------------------------------------------------------------------------------------------------


def test_captures_go_clockwise_from_the_dealer_one_at_a_time():
    g = dig_all(deal("H8 HK S2", "HA S3 S4", "HQ S6 S7", table="D8 DK DA DQ", yao="CJ", dealer=2))
    play(g, "2:capture HQ DQ", "0:capture H8 D8", "1:capture HA DA", "0:capture HK DK")
    assert g.result.units == (2, 1, 1)


def test_a_hand_card_takes_an_open_card_of_its_rank():
    g = dig_all(deal("H8 S2 S3", "S4 S5 S6", table="D8 DA DQ DK", yao="CJ"))
    assert offers(g) == {"capture H8 D8", "pass"}
    g.do(Capture("H8", "D8"))
    assert g.view(1).seats[0].front == (("H8", "D8"),)


def test_a_pair_in_front_takes_the_third_and_spends_no_hand_card():
    g = dig_all(deal("HK S2 S3", "S4 S5 S6", table="DK CK DA DQ", yao="CJ"))
    play(g, "capture HK DK")
    assert offers(g) == {"extend K CK", "pass"}
    g.do(Extend("CK"))
    assert g.view(None).seats[0].front == (("HK", "DK", "CK"),)
    assert g.view(None).seats[0].hidden == 2
    assert g.result.units == (CASES["paoyao-315"]["expect"]["units"], 0)


def test_a_triple_in_front_takes_the_fourth_for_a_quad():
    g = dig_all(deal("HK S2 S3", "S4 S5 S6", table="DK CK SK DQ", yao="CJ"))
    assert play(g, "capture HK DK", "extend K CK", "extend K SK").result.units == (4, 0)


def test_what_lies_in_front_of_a_seat_cannot_be_captured():
    g = dig_all(deal("H8 S2 S3", "S8 HQ S6", table="D8 DA DQ DK", yao="CJ"))
    play(g, "0:capture H8 D8")
    for mine in ("S8", "HQ"):
        with pytest.raises(IllegalAction, match="不能抢") as refused:
            g.do(Capture(mine, "D8"))
        assert refused.value.rule == "paoyao.md §1.5"
    assert offers(g) == {"capture HQ DQ", "pass"}


def test_two_hand_cards_and_one_open_card_of_a_rank_make_only_a_pair():
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="D8 DA DQ DK", yao="CJ"))
    play(g, "capture H8 D8")
    assert g.result.units == (1, 0)


def test_two_captured_pairs_of_one_rank_are_a_quad():
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="D8 C8 DQ DK", yao="CJ"))
    play(g, "capture H8 D8", "capture S8 C8")
    assert g.result.units == (4, 0)


def test_with_no_open_card_to_match_the_yao_is_turned_up_at_once():
    g = dig_all(plain())
    assert (g.result.yao, g.result.taken_by, g.result.carry) == ("H4", None, 3)


# -- passing: free, but a full round of passes compels --------------------------------------------------------------------


ABLE = {"hands": ("H8 S2 S3", "HK S4 S5", "S6 S7 S9"), "table": "D8 DK DA DQ", "yao": "CJ"}


def able(**how):
    return dig_all(deal(*ABLE["hands"], table=ABLE["table"], yao=ABLE["yao"], **how))


def test_after_a_round_of_passes_the_next_able_seat_must_capture():
    g = play(able(), "0:pass", "1:pass")
    assert g.decision.compelled
    assert offers(g) == {"capture H8 D8"}
    with pytest.raises(IllegalAction, match="一圈都过了") as refused:
        g.do(Pass())
    assert refused.value.rule == "paoyao.md §2.7"
    play(g, "0:capture H8 D8")
    assert not g.decision.compelled
    play(g, "1:pass", "1:capture HK DK")  # nobody else can: after its own pass it must
    assert g.result.units == (1, 1, 0)


def test_a_pass_of_the_last_capturer_counts_like_any_other():
    g = dig_all(deal("H8 HA S3", "HK S4 S5", "HQ S7 S9", table="D8 DK DA DQ", yao="CJ"))
    play(g, "0:capture H8 D8", "1:pass", "2:pass", "0:pass")
    assert g.decision.seat == 1
    assert g.decision.compelled


def test_a_seat_that_cannot_capture_is_not_asked():
    g = able()
    seen = set()
    while g.decision:
        seen.add(g.decision.seat)
        play(g, "pass" if g.can(Pass()) else next(iter(offers(g))))
    assert seen == {0, 1}


# -- 亮腰 ---------------------------------------------------------------------------------------------------------------


def test_a_pair_in_front_takes_the_yao():
    g = dig_all(deal("H9 S2 S3", "S4 S5 S6", table="D9 DA DQ DK", yao="C9"))
    play(g, "capture H9 D9", "0:take_yao")
    assert g.view(1).seats[0].front == (("H9", "D9", "C9"),)
    assert (g.result.taken_by, g.result.units, g.result.pot_to) == (0, (2, 0), (2, 0))


def test_a_pair_in_the_hand_takes_the_yao_and_is_laid():
    g = dig_all(deal("H9 S9 S3", "S4 S5 S6", table="DJ DA DQ DK", yao="C9"))
    play(g, "0:take_yao")
    assert g.view(1).seats[0].front == (("H9", "S9", "C9"),)
    assert g.result.units == (2, 0)


def test_a_held_xier_takes_the_yao_for_a_quad():
    g = play(deal("H9 S9 D9", "S4 S5 S6", table="DJ DA DQ DK", yao="C9"), "0:pass_xier", "1:dig", "0:dig", "0:take_yao")
    assert g.result.units == (4, 0)


def test_a_yao_that_nobody_matches_is_void():
    g = dig_all(deal("H9 S2 S3", "S4 S5 S6", table="D9 DA DQ DK", yao="C4", carry=3))
    play(g, "capture H9 D9")
    assert (g.result.taken_by, g.result.carry, g.result.pot) == (None, 5, 5)
    assert g.view(0).yao_void


def test_a_single_in_the_hand_does_not_take_the_yao():
    g = dig_all(deal("H9 S2 S3", "S4 S5 S6", table="DJ DA DQ DK", yao="C9"))
    assert g.result.taken_by is None


ORDER = {"hands": ("H8 C9 S2", "HK D9 S4", "HQ H9 S7"), "table": "D8 DK DA DQ", "yao": "S9"}


@pytest.mark.parametrize(
    ("clockwise_yao", "order"), [(False, [2, 1, 0]), (True, [2, 0, 1])], ids=["as written", "option clockwise_yao"]
)
def test_the_last_capturer_is_first_to_the_yao_then_counter_clockwise(clockwise_yao, order):
    g = dig_all(
        deal(
            *ORDER["hands"],
            table=ORDER["table"],
            yao=ORDER["yao"],
            yao_claim="single_captures_yao",
            clockwise_yao=clockwise_yao,
        )
    )
    play(g, "0:capture H8 D8", "1:capture HK DK", "2:capture HQ DQ")
    for seat in order:
        assert g.decision.kind == "yao"
        play(g, f"{seat}:pass_yao")
    assert g.result.taken_by is None


def test_without_a_capture_the_order_begins_with_the_dealer():
    hands, table = ("H9 S2 S3", "D9 S4 S5", "C9 S6 S7"), "DJ DA DQ DK"
    g = dig_all(deal(*hands, table=table, yao="S9", dealer=1, yao_claim="single_captures_yao"))
    play(g, "1:pass_yao", "0:pass_yao", "2:take_yao")
    assert g.result.taken_by == 2


def test_two_pairs_of_one_rank_leave_no_fifth_card_for_the_yao():
    g = dig_all(deal("H9 S2 S3", "S9 S5 S6", table="D9 C9 DQ DK", yao="CJ"))
    play(g, "0:capture H9 D9", "1:capture S9 C9")
    gone = [card for seat in g.view(None).seats for group in seat.front for card in group]
    assert sorted(gone) == ["C9", "D9", "H9", "S9"]
    assert CASES["paoyao-320"]["expect"] == {"yao_can_be_9": g.result.yao[1:] == "9"}


# -- 喜儿 ---------------------------------------------------------------------------------------------------------------


LUCKY = {"hands": ("H9 S9 D9", "S4 S5 S6", "C4 C5 C6"), "table": "DJ DA DQ DK", "yao": "H2"}


def lucky(**how):
    return deal(*LUCKY["hands"], table=LUCKY["table"], yao=LUCKY["yao"], **how)


def test_xier_ends_the_hand_at_once_and_collects_eight_from_each():
    g = lucky(carry=4)
    assert offers(g) == {"show_xier", "pass_xier"}
    g.do(ShowXier())
    r = g.result
    assert dict(zip("ABC", r.net, strict=True)) == CASES["paoyao-309"]["expect"]["net"]
    assert (r.outcome, r.xier, r.pot_to, r.yao, r.units) == ("xier", (0,), (4, 0, 0), None, (0, 0, 0))
    assert r.winner == 0
    assert any("喜儿" in line.zh for line in explain(g))


def test_showing_a_xier_is_not_obligatory_and_keeping_it_is_nobodys_business():
    g = lucky()
    plain_hand = deal("H9 S9 D8", *LUCKY["hands"][1:], table=LUCKY["table"], yao=LUCKY["yao"])
    for seat in (1, 2, None):
        assert g.view(seat).phase == "deal"
        assert g.view(seat).asked is None
    play(g, "0:pass_xier")
    for seat in (1, 2, None):
        assert g.view(seat) == plain_hand.view(seat)
        seen, usual = ([e for e in game.events if visible(e, seat)] for game in (g, plain_hand))
        assert seen == usual


def test_of_two_xier_the_first_clockwise_from_the_dealer_wins_alone():
    hands = ("H9 S9 D9", "S4 S5 S6", "C4 D4 H4")
    g = play(deal(*hands, table=LUCKY["table"], yao="H2", dealer=1), "2:show_xier")
    assert g.result.net == (-8, -8, 16)


# -- who may do what ------------------------------------------------------------------------------------------------------


def test_refusals_name_the_rule_and_change_nothing():
    g = plain()
    before = (g.state.as_dict(), g.events)
    for action, seat, rule in [
        (Dig(), 0, "§1.5"),
        (Pass(), None, "§1.5"),
        (ShowXier(), None, "§2.19"),
        (TakeYao(), None, "§1.6"),
    ]:
        with pytest.raises(IllegalAction) as refused:
            g.do(action, seat)
        assert refused.value.rule == f"paoyao.md {rule}"
        assert refused.value.zh
        assert refused.value.en
    assert (g.state.as_dict(), g.events) == before


def test_a_finished_hand_takes_no_action():
    g = play(plain(), "no_dig", "no_dig", "no_dig")
    assert g.decision is None
    assert not g.can(NoDig())
    with pytest.raises(IllegalAction, match="已经结束"):
        g.do(NoDig())
