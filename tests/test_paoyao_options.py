"""Every option of 跑腰, one situation each: what the default does, what the option does (numbers of paoyao.md §2)."""

import re
from pathlib import Path

import pytest

import erqishi.paoyao
from erqishi.errors import IllegalAction
from erqishi.paoyao import Dig, Extend, Pass, RuleSet, explain, parse_action, settlement
from erqishi.paoyao.options import BY_ID
from erqishi.paoyao.ruleset import CHOICES, OPTIONS
from paoyao_deals import deal, dig_all, offers, play

# Seat 0 can take an 8, seat 1 a K, seat 2 nothing; nobody holds a J.
TWO_ABLE = {"hands": ("H8 S2 S3", "HK S4 S5", "S6 S7 S9"), "table": "D8 DK DA DQ", "yao": "CJ"}
LUCKY = {"hands": ("H9 S9 D9", "S4 S5 S6", "C4 D4 H4"), "table": "DJ DA DQ DK", "yao": "H2"}
# Seat 2 holds a single of the 腰's rank; nothing can be captured.
SINGLE = {"hands": ("S2 S3 H4", "S4 S5 S6", "H9 S7 C2"), "table": "DJ DA DQ DK", "yao": "C9"}


def set_up(situation, **how):
    return deal(*situation["hands"], table=situation["table"], yao=situation["yao"], **how)


def finish(game):
    """Take what can be taken, in the order of the offers."""
    while game.decision:
        game.do(game.decision.legal[game.decision.seat][0])
    return game.result


def test_no_option_is_left_out_here():
    here = Path(__file__)
    source = here.read_text(encoding="utf-8") + (here.parent / "test_paoyao_seed.py").read_text(encoding="utf-8")
    values = ("chips", "ante", "pair_value", "triple_value", "quad_value", "xier_value")
    assert all(f"{name}=" in source for name in OPTIONS if name not in values)


def test_every_parameter_and_every_value_is_told_in_words():
    """By the page of the rules: the sections are there, and a choice has a name for each value that a file can have."""
    page = (Path(erqishi.paoyao.__file__).parent / "rules" / "paoyao.md").read_text(encoding="utf-8")
    assert tuple(BY_ID) == OPTIONS
    for key, option in BY_ID.items():
        value = getattr(RuleSet(), key)
        kinds = CHOICES.get(key, (False, True) if isinstance(value, bool) else ())
        assert tuple(option.values) == kinds
        assert bool(option.usual) == (not kinds)
        for said in (option.name, option.why, *option.values.values()):
            assert re.search("[一-龥]", said.zh)
            assert said.en
            assert key not in (said.zh, said.en)
        assert len({said.zh for said in option.values.values()}) == len(kinds)
        if option.section.startswith("2."):
            assert re.search(rf"^\| {re.escape(option.section)} \|.*|^\| \| `{key}`", page, re.MULTILINE)


def test_the_values_are_parameters():
    rules = RuleSet(pair_value=2, triple_value=5, quad_value=9)
    assert settlement([[2], [3], [4]], rules).units == (2, 5, 9)
    g = play(set_up(LUCKY, xier_value=10, ante=3, chips=50), "0:show_xier")
    assert g.result.net == (20, -10, -10)
    assert dig_all(set_up(TWO_ABLE, ante=3)).view(None).pot == 9
    assert set_up(TWO_ABLE, rules="fold", chips=None).chips == (20, 20, 20)


# -- 1 participation, sole_digger -----------------------------------------------------------------------------------------


def test_true_fold_lets_who_did_not_dig_sit_out_and_neither_pay_nor_collect():
    g = set_up(TWO_ABLE, participation="true_fold")
    play(g, "2:dig", "1:no_dig", "0:dig")
    assert [seat.playing for seat in g.view(None).seats] == [True, False, True]
    r = finish(g)
    assert (r.units, r.net) == ((1, 0, 0), (1, 0, -1))


@pytest.mark.parametrize(
    ("sole_digger", "outcome", "chips", "carry"),
    [
        ("refund", "sole", (20, 20, 20), 5),
        ("takes_pot", "sole", (25, 20, 20), 0),
        ("plays", "settled", (19, 20, 20), 6),
    ],
)
def test_when_only_one_digs(sole_digger, outcome, chips, carry):
    g = set_up(TWO_ABLE, participation="true_fold", sole_digger=sole_digger, carry=5)
    play(g, "2:no_dig", "1:no_dig", "0:dig")
    r = finish(g)
    assert (r.outcome, r.chips, r.carry, r.net) == (outcome, chips, carry, (0, 0, 0))
    assert r.drawn == (sole_digger == "refund")
    assert explain(g)


# -- 2 forced_ante --------------------------------------------------------------------------------------------------------


def test_forced_ante_makes_the_unwilling_pay_as_far_as_they_can():
    bets = "2:no_dig", "1:no_dig", "0:dig"
    assert play(set_up(TWO_ABLE), *bets).view(None).pot == 1
    g = play(set_up(TWO_ABLE, forced_ante=True, chips=[9, 9, 0]), *bets)
    assert (g.view(None).pot, [seat.chips for seat in g.view(None).seats]) == (2, [8, 8, 0])
    assert play(set_up(TWO_ABLE, forced_ante=True), "no_dig", "no_dig", "no_dig").result.paid == (0, 0, 0)


# -- 3 pot, void_pot, bettors_only_pot ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pot", "to", "carry"),
    [
        ("yao_capturer", (0, 0, 0), 5 + 2),
        ("refund", (1, 1, 0), 5),
        ("top_scorer", (3, 3, 0), 1),  # seats 0 and 1 tie with a pair each: 7 does not divide, one chip stays
        ("split_bettors", (3, 3, 0), 1),
        ("no_pot", (0, 0, 0), 5),
    ],
)
def test_where_the_pot_goes_when_the_yao_is_void(pot, to, carry):
    g = play(set_up(TWO_ABLE, pot=pot, carry=5), "2:no_dig", "1:dig", "0:dig", "capture H8 D8", "capture HK DK")
    assert (g.result.pot_to, g.result.carry) == (to, carry)
    assert g.result.paid == ((0, 0, 0) if pot == "no_pot" else (1, 1, 0))


@pytest.mark.parametrize(("void_pot", "to"), [("carry", (0, 0, 0)), ("to_last", (0, 6, 0)), ("refund", (1, 1, 1))])
def test_the_pot_when_the_yao_is_void(void_pot, to):
    g = dig_all(set_up(TWO_ABLE, void_pot=void_pot, carry=3))
    play(g, "capture H8 D8", "capture HK DK")
    assert (g.result.pot_to, g.result.carry) == (to, 6 - sum(to))


def test_the_pot_of_a_void_yao_without_a_last_capturer_stays():
    assert dig_all(set_up(SINGLE, void_pot="to_last")).result.carry == 3


def test_bettors_only_pot_lets_anybody_take_the_yao_but_only_a_digger_the_pot():
    bets = "2:no_dig", "1:dig", "0:dig", "2:take_yao"
    g = play(set_up(SINGLE, yao_claim="single_captures_yao"), *bets)
    assert (g.result.taken_by, g.result.pot_to) == (2, (0, 0, 2))
    g = play(set_up(SINGLE, yao_claim="single_captures_yao", bettors_only_pot=True), *bets)
    assert (g.result.taken_by, g.result.units, g.result.carry) == (2, (0, 0, 1), 2)


def test_bettors_only_pot_also_bars_top_scorer_and_last_capturer():
    acts = "2:dig", "1:dig", "0:no_dig", "0:capture H8 D8", "1:pass", "1:capture HK DK"
    g = play(set_up(TWO_ABLE, pot="top_scorer", bettors_only_pot=True), *acts)
    assert g.result.pot_to == (0, 2, 0)
    acts = "2:dig", "1:no_dig", "0:dig", "0:capture H8 D8", "1:capture HK DK"
    g = play(set_up(TWO_ABLE, void_pot="to_last", bettors_only_pot=True), *acts)
    assert g.result.carry == 2


# -- 4 xier_pot, 18 all_xier_pay, 19 xier_after_bet -----------------------------------------------------------------------


@pytest.mark.parametrize(("xier_pot", "to"), [("winner", (6, 0, 0)), ("carry", (0, 0, 0))])
def test_the_pot_on_a_xier(xier_pot, to):
    r = play(set_up(LUCKY, xier_pot=xier_pot, carry=6), "0:show_xier").result
    assert (r.pot_to, r.carry) == (to, 6 - sum(to))


def test_all_xier_pay_asks_every_holder_and_nets_them():
    g = play(set_up(LUCKY, all_xier_pay=True, carry=5), "0:show_xier", "2:show_xier")
    assert (g.result.xier, g.result.net) == ((0, 2), (8, -16, 8))
    assert (g.result.pot_to, g.result.carry, g.result.winner) == ((2, 0, 2), 1, None)
    g = play(set_up(LUCKY, all_xier_pay=True), "0:show_xier", "2:pass_xier")
    assert g.result.net == (16, -8, -8)


def test_xier_after_bet_takes_precedence_over_a_void_hand():
    g = play(set_up(LUCKY, xier_after_bet=True), "2:no_dig", "1:no_dig", "0:no_dig", "0:show_xier")
    assert (g.result.outcome, g.result.net) == ("xier", (16, -8, -8))


def test_xier_after_bet_takes_the_bets():
    g = play(set_up(LUCKY, xier_after_bet=True), "2:dig", "1:dig", "0:no_dig", "0:show_xier")
    assert g.result.pot_to == (2, 0, 0)


def test_a_seat_that_folded_shows_no_xier_and_pays_none():
    g = play(set_up(LUCKY, xier_after_bet=True, participation="true_fold"), "2:dig", "1:dig", "0:no_dig")
    assert g.decision.seat == 2
    play(g, "2:show_xier")
    assert g.result.net == (0, -8, 8)


# -- 5 bet_clockwise ------------------------------------------------------------------------------------------------------


def test_bet_clockwise_keeps_the_first_and_turns_the_direction():
    g = play(set_up(TWO_ABLE, dealer=1), "0:dig", "2:dig", "1:dig")
    assert g.decision.kind == "capture"
    g = play(set_up(TWO_ABLE, dealer=1, bet_clockwise=True), "0:dig", "1:dig", "2:dig")
    assert g.decision.kind == "capture"


# -- 6 multi_capture ------------------------------------------------------------------------------------------------------

RICH = {"hands": ("H8 HA S3", "HK S4 S5"), "table": "D8 DK DA DQ", "yao": "CJ"}


def test_multi_capture_goes_on_until_unable_or_unwilling():
    g = dig_all(set_up(RICH))
    play(g, "0:capture H8 D8", "1:capture HK DK", "0:capture HA DA")
    g = dig_all(set_up(RICH, multi_capture=True))
    play(g, "0:capture H8 D8", "0:capture HA DA", "1:capture HK DK")
    g = dig_all(set_up(RICH, multi_capture=True))
    play(g, "0:capture H8 D8", "0:pass", "1:pass", "0:pass")
    assert g.decision.seat == 1  # the turn of seat 0 that ended in a pass was no pass: two seats, two passes since
    assert g.decision.compelled


def test_multi_capture_with_must_capture_offers_no_end():
    g = dig_all(set_up(RICH, multi_capture=True, passing="must_capture"))
    play(g, "0:capture H8 D8")
    assert offers(g) == {"capture HA DA"}


# -- 7 passing ------------------------------------------------------------------------------------------------------------


def test_n_passes_end_ends_the_phase_after_a_round_of_passes():
    g = play(dig_all(set_up(TWO_ABLE, passing="n_passes_end")), "0:pass", "1:pass")
    assert (g.result.yao, g.result.units) == ("CJ", (0, 0, 0))


def test_n_passes_end_counts_anew_after_a_capture():
    g = dig_all(set_up(TWO_ABLE, passing="n_passes_end"))
    play(g, "0:pass", "1:capture HK DK", "0:pass")
    assert g.result.units == (0, 1, 0)


def test_must_capture_lets_nobody_lay_or_merge_instead():
    """Who can capture must: a card laid or merged would be a way round it. Who cannot may still do either, or pass."""
    g = deal(
        "H8 S8 H4",
        "S4 C4 S5",
        table="D8 C8 DA DQ",
        yao="CJ",
        natural_pair_can_be_laid=True,
        merge_hand_into_meld=True,
        passing="must_capture",
    )
    dig_all(g)
    assert offers(g) == {"capture H8 D8", "capture H8 C8", "capture S8 D8", "capture S8 C8"}
    with pytest.raises(IllegalAction, match="这一手必须从桌上抢牌"):
        g.do(parse_action("lay H8 S8"))
    play(g, "0:capture H8 D8")
    assert offers(g) == {"lay S4 C4", "pass"}
    play(g, "1:pass")
    assert offers(g) == {"capture S8 C8", "extend 8 C8"}
    with pytest.raises(IllegalAction, match="这一手必须从桌上抢牌"):
        g.do(parse_action("merge S8"))


def test_must_capture_offers_no_pass():
    g = dig_all(set_up(TWO_ABLE, passing="must_capture"))
    assert offers(g) == {"capture H8 D8"}
    with pytest.raises(IllegalAction, match="能抢就必须抢"):
        g.do(Pass())


# -- 8 table_pair_takes_both ----------------------------------------------------------------------------------------------


def test_open_cards_of_one_rank_are_taken_one_by_one_or_together():
    hands, table = ("H8 S2 S3", "S4 S5 S6"), "D8 C8 DQ DK"
    g = play(dig_all(deal(*hands, table=table, yao="CJ")), "capture H8 C8")
    assert g.view(None).table == ("D8", "DQ", "DK")
    g = play(dig_all(deal(*hands, table=table, yao="CJ", table_pair_takes_both=True)), "capture H8 C8")
    assert (g.view(None).table, g.result.units) == (("DQ", "DK"), (2, 0))


def test_three_open_cards_of_one_rank_taken_together_make_a_quad():
    g = dig_all(deal("H8 S2 S3", "S4 S5 S6", table="D8 C8 S8 DK", yao="CJ", table_pair_takes_both=True))
    assert play(g, "capture H8 D8").result.units == (4, 0)


def test_a_laid_pair_takes_an_open_pair_together():
    how = {"table_pair_takes_both": True, "natural_pair_can_be_laid": True}
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="D8 C8 DQ DK", yao="CJ", **how))
    play(g, "lay H8 S8", "extend 8 D8")
    assert g.result.units == (4, 0)


# -- 9 merge_hand_into_meld, 21 natural_pair_can_be_laid, 13 hand_pairs_score ---------------------------------------------

DOUBLE = {"hands": ("H8 S8 S3", "S4 S5 S6"), "table": "D8 DA DQ DK", "yao": "CJ"}


def test_merge_puts_the_third_card_to_the_pair_in_front():
    g = play(dig_all(set_up(DOUBLE)), "capture H8 D8")
    assert g.result.units == (1, 0)
    g = play(dig_all(set_up(DOUBLE, merge_hand_into_meld=True)), "0:capture H8 D8")
    assert offers(g) == {"merge S8", "pass"}
    assert play(g, "merge S8").result.units == (2, 0)


def test_a_merge_is_never_compelled_and_keeps_nobody_waiting():
    g = play(dig_all(set_up(DOUBLE, merge_hand_into_meld=True)), "0:capture H8 D8", "0:pass")
    assert g.result.units == (1, 0)


def test_a_merge_is_no_capture():
    g = dig_all(
        deal("H8 S8 S3", "HQ S5 S6", table="D8 DA DQ DK", yao="CJ", merge_hand_into_meld=True, void_pot="to_last")
    )
    play(g, "0:capture H8 D8", "1:capture HQ DQ", "0:merge S8")
    assert g.result.pot_to == (0, 2)


def test_taking_the_yao_merges_too():
    hands = "H8 S8 S3", "S4 S5 S6"
    for merge, units in [(False, 2), (True, 4)]:
        g = dig_all(deal(*hands, table="D8 DA DQ DK", yao="C8", merge_hand_into_meld=merge))
        play(g, "0:capture H8 D8")
        if merge:
            play(g, "0:pass")
        assert play(g, "0:take_yao").result.units == (units, 0)


def test_a_natural_pair_is_only_held_or_can_be_laid_and_take():
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="DJ DA DQ DK", yao="CJ"))
    assert g.result.units == (0, 0)
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="D8 DA DQ DK", yao="CJ", natural_pair_can_be_laid=True))
    assert offers(g) == {"capture H8 D8", "capture S8 D8", "lay S8 H8", "pass"}
    play(g, "lay H8 S8")
    assert offers(g) == {"extend 8 D8", "pass"}
    assert play(g, "extend 8 D8").result.units == (2, 0)


def test_a_kept_xier_can_be_laid_whole():
    g = deal("H8 S8 C8", "S4 S5 S6", table="D8 DA DQ DK", yao="CJ", natural_pair_can_be_laid=True)
    dig_all(play(g, "pass_xier"))
    play(g, "lay H8 S8 C8", "extend 8 D8")
    assert g.result.units == (4, 0)


def test_hand_pairs_score_where_they_are_and_are_shown():
    how = {"table": "DJ DA DQ DK", "yao": "CJ"}
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", **how))
    assert (g.result.units, g.view(1).seats[0].shown) == ((0, 0), ())
    g = dig_all(deal("H8 S8 S3", "S4 S5 S6", **how, hand_pairs_score=True))
    assert (g.result.units, g.view(1).seats[0].shown, g.view(1).seats[0].hidden) == ((1, 0), ("H8", "S8"), 1)
    assert any("手里的对子8" in line.zh for line in explain(g))


# -- 10 count_as_two_pairs, 12 no_triple_capture --------------------------------------------------------------------------


def test_two_captured_pairs_of_one_rank_stay_two_pairs_or_not():
    for two, units in [(False, 4), (True, 2)]:
        g = dig_all(deal("H8 S8 S3", "S4 S5 S6", table="D8 C8 DQ DK", yao="CJ", count_as_two_pairs=two))
        play(g, "capture H8 D8", "capture S8 C8")
        assert g.result.units == (units, 0)
        assert any(("对子8：1 + 对子8：1" in line.zh) == two for line in explain(g) if "8" in line.zh)


def test_count_as_two_pairs_leaves_a_quad_grown_from_a_triple_alone():
    g = dig_all(deal("H8 S2 S3", "S4 S5 S6", table="D8 C8 S8 DK", yao="CJ", count_as_two_pairs=True))
    assert play(g, "capture H8 D8", "extend 8 C8", "extend 8 S8").result.units == (4, 0)


def test_no_triple_capture_stops_at_three_but_not_for_the_yao():
    hands = "H8 S2 S3", "S4 S5 S6"
    g = dig_all(deal(*hands, table="D8 C8 S8 DK", yao="CJ", no_triple_capture=True))
    play(g, "capture H8 D8", "extend 8 C8")
    assert g.result.units == (2, 0)
    g = dig_all(deal(*hands, table="D8 C8 DQ DK", yao="S8", no_triple_capture=True))
    assert play(g, "capture H8 D8", "extend 8 C8", "take_yao").result.units == (4, 0)


def test_no_triple_capture_says_so():
    g = dig_all(deal("H8 HK S3", "S4 S5 S6", table="D8 C8 S8 DK", yao="CJ", no_triple_capture=True))
    play(g, "0:capture H8 D8", "0:extend 8 C8")
    with pytest.raises(IllegalAction, match="第四张"):
        g.do(Extend("S8"))


# -- 14 yao_claim, bettors_only_yao ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yao_claim", "front", "pair", "single"),
    [("hand_or_front", 0, 0, None), ("front_only", 0, None, None), ("single_captures_yao", 0, 0, 0)],
)
def test_what_it_takes_to_take_the_yao(yao_claim, front, pair, single):
    def taken_by(hand, table):
        g = dig_all(deal(hand, "S4 S5 S6", table=table, yao="C9", yao_claim=yao_claim))
        return finish(g).taken_by

    assert taken_by("H9 S2 S3", "D9 DA DQ DK") == front
    assert taken_by("H9 S9 S3", "DJ DA DQ DK") == pair
    assert taken_by("H9 S2 S3", "DJ DA DQ DK") == single


def test_a_single_takes_the_yao_as_a_pair():
    g = dig_all(set_up(SINGLE, yao_claim="single_captures_yao"))
    play(g, "2:take_yao")
    assert (g.result.units, g.view(0).seats[2].front) == ((0, 0, 1), (("H9", "C9"),))


def test_bettors_only_yao_does_not_ask_who_did_not_dig():
    bets = "2:no_dig", "1:dig", "0:dig"
    assert play(set_up(SINGLE, yao_claim="single_captures_yao"), *bets).decision.seat == 2
    r = play(set_up(SINGLE, yao_claim="single_captures_yao", bettors_only_yao=True), *bets).result
    assert (r.taken_by, r.carry) == (None, 2)


# -- 16 clockwise_yao: test_paoyao_seed.py, the order of the 腰 -----------------------------------------------------------
# -- 24 allow_debt --------------------------------------------------------------------------------------------------------


def test_who_has_no_chips_cannot_dig_unless_debt_is_allowed():
    g = set_up(TWO_ABLE, chips=[20, 20, 0])
    assert offers(g) == {"no_dig"}
    with pytest.raises(IllegalAction, match="只有0个") as refused:
        g.do(Dig())
    assert refused.value.rule == "paoyao.md §2.24"
    g = play(set_up(TWO_ABLE, chips=[20, 20, 0], allow_debt=True), "2:dig")
    assert g.view(None).seats[2].chips == -1


def test_a_short_seat_pays_what_it_has_and_the_winners_share_it_by_largest_remainder():
    """Seat 2 owes 1 + 2 = 3 of which it has 2: seats 0 and 1 gain 0 and 3, so seat 1 gets both."""
    hands = "H8 S2 S3", "HK S4 S5", "S6 S7 S9"
    g = dig_all(deal(*hands, table="D8 DK CK DQ", yao="CJ", chips=[9, 9, 3]))
    play(g, "0:capture H8 D8", "1:capture HK DK", "1:extend K CK")
    assert g.result.due == (0, 3, -3)
    assert g.result.net == (0, 2, -2)
    assert g.result.flows == ((2, 1, 2),)
    words = [line.zh for line in explain(g)]
    assert "2号位该付 3，只有 2，付完为止" in words
    assert "1号位该收 3，按比例收 2" in words


def test_equal_remainders_are_decided_clockwise_from_the_dealer():
    """Three winners are due 1 each, the loser has 1 of 3: the chip goes to the first clockwise, the dealer included."""
    hands = "H8 S2 S3", "HK S4 S5", "S6 S7 S9", "HA H2 H3"
    table = "D8 DK DA DQ"
    for dealer, net in [(0, (1, 0, -1, 0)), (1, (0, 1, -1, 0)), (2, (0, 0, -1, 1)), (3, (0, 0, -1, 1))]:
        g = deal(*hands, table=table, yao="CJ", dealer=dealer, chips=[9, 9, 1, 9])
        while g.decision.kind == "bet":
            play(g, "dig" if g.decision.seat != 2 else "no_dig")
        r = finish(g)
        assert r.due == (1, 1, -3, 1)
        assert r.net == net


def test_debt_is_paid_in_full():
    g = dig_all(set_up(TWO_ABLE, chips=[9, 9, 1], allow_debt=True))
    play(g, "capture H8 D8", "capture HK DK")
    assert (g.result.net, g.result.chips) == ((1, 1, -2), (9, 9, -2))


def test_the_pot_moves_before_the_settlement_so_it_can_be_paid_from():
    """Seat 0 has staked its only chip; without the pot it could not pay."""
    hands = "H9 S2 S3", "HK S4 S5", "HA HQ S9"
    takes = "0:capture H9 D9", "1:capture HK DK", "2:capture HA DA", "2:capture HQ DQ"
    for pot, paid in [("yao_capturer", 0), ("split_bettors", 1)]:
        g = dig_all(deal(*hands, table="D9 DK DA DQ", yao="CJ", chips=[1, 9, 9], pot=pot))
        play(g, *takes)
        assert (g.result.due[0], g.result.net[0]) == (-1, -paid)


# -- 25 same_dealer -------------------------------------------------------------------------------------------------------


def test_who_deals_next():
    void = "no_dig", "no_dig", "no_dig"
    assert play(set_up(TWO_ABLE, dealer=2), *void).result.next_dealer == 0
    assert play(set_up(TWO_ABLE, dealer=2, same_dealer=True), *void).result.next_dealer == 2
    assert finish(dig_all(set_up(TWO_ABLE, dealer=2, same_dealer=True))).next_dealer == 0
    g = set_up(TWO_ABLE, rules="fold", same_dealer=True)
    assert play(g, "no_dig", "no_dig", "dig").result.next_dealer == 0
    g = set_up(TWO_ABLE, rules="fold", sole_digger="takes_pot", same_dealer=True)
    assert play(g, "no_dig", "no_dig", "dig").result.next_dealer == 1  # somebody won the pot: no void hand


# -- the presets ------------------------------------------------------------------------------------------------------------


def test_lively_gives_the_yao_to_a_single_of_a_digger_only():
    g = play(set_up(SINGLE, rules="changchun_lively"), "2:dig", "1:no_dig", "0:no_dig", "2:take_yao")
    assert g.result.pot_to == (0, 0, 1)
    g = play(set_up(SINGLE, rules="changchun_lively"), "2:no_dig", "1:dig", "0:no_dig")
    assert g.result.taken_by is None


def test_the_village_rule_gives_the_yao_to_any_single():
    g = play(set_up(SINGLE, rules="cungui_yao"), "2:no_dig", "1:dig", "0:no_dig", "2:take_yao")
    assert g.result.pot_to == (0, 0, 1)


def test_fold_ends_a_hand_that_only_one_wants():
    g = play(set_up(SINGLE, rules="fold"), "2:no_dig", "1:dig", "0:no_dig")
    assert (g.result.outcome, g.result.chips) == ("sole", (20, 20, 20))
