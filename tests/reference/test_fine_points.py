"""The fine points of core.md §22, the dealing cases of the seeds, and every option, one question each."""

import random

import pytest

from .bare_table import READY, dealt, drawn, melds_of, run, shown, table
from .naive_cover import best, cards_of, counts_of
from .naive_hand import Hand, formula
from .referee import check_hand, play_random, random_deal

THREE = {"hand": "三三", "melds": "偎壹壹壹 偎叁叁叁 偎伍伍伍 吃七八九 吃柒捌玖 吃一二三"}  # wants 三
PENG_OR_HU = {"hand": "三三四五六", "melds": "偎壹壹壹 偎叁叁叁 偎伍伍伍 吃七八九 吃柒捌玖"}


def k(card):
    return cards_of(card)[0]


def course(deal, **options):
    """A hand and its first question, or its result."""
    hand = Hand(deal, options)
    play = hand.play()
    try:
        return hand, play, next(play)
    except StopIteration as end:
        return hand, play, end.value


# ------------------------------------------------------------ the deal (篇五 亮张, 提, 天胡)


def test_dealer_with_one_dealt_ti_discards_first():
    hand, _, asked = course(dealt("一一一一"))
    assert (asked["ask"], asked["seat"]) == ("discard", 0)
    assert sum(hand.hands[0]) == 17


def test_dealer_with_two_dealt_ti_does_not_discard_the_lower_seat_draws():
    hand, _, _ = course(dealt("一一一一二二二二"))
    assert sum(hand.hands[0]) == 13 and len(hand.wall) < 19 and not hand.own_cards[0]


def test_third_ti_by_the_liang_is_tianhu_and_zimo():
    _, _, result = course(dealt("一一一一二二二二三三三", liang="三"))
    assert result == {"winner": 0, "huxi": 27, "tun": 15, "zimo": True, "tianhu": True, "payments": [30, -15, -15]}


def test_fifth_kan_by_the_liang_is_tianhu_and_zimo():
    _, _, result = course(dealt("一一一二二二三三三四四四五五", liang="五"))
    assert (result["huxi"], result["tun"], result["zimo"]) == (15, 7, True)


def test_five_kan_without_the_liang_are_not_zimo_but_the_liang_counts():
    """§22.1: 庄 is judged on 20 cards first; the 息 is that of all 21."""
    _, _, result = course(dealt("一一一二二二三三三四四四五五五陆陆", liang="陆"))
    assert (result["huxi"], result["tun"], result["zimo"]) == (21, 10, False)


def test_a_ti_may_stand_for_a_kan_but_a_kan_never_for_a_ti():
    assert course(dealt("", "壹壹壹壹三三三五五五六六六八八八"))[2]["huxi"] == 24
    assert "ask" in course(dealt("", "一一一一二二二二三三三"))[2]
    assert "ask" in course(dealt("", "一一一一二二二二三三三四四四"))[2]


def test_forced_tianhu_goes_dealer_lower_upper_and_before_the_liang():
    both = dealt("", "一一一一二二二二三三三三", "壹壹壹壹贰贰贰贰叁叁叁叁")
    assert course(both)[2]["winner"] == 1
    assert course({**both, "dealer": 2})[2]["winner"] == 2
    liang = dealt("壹壹壹贰贰贰叁叁叁一二三七八九柒捌玖肆伍", "", "五五五五六六六六十十十十", liang="陆")
    assert course(liang)[2]["winner"] == 2
    assert course(liang, forced_tianhu=False)[2]["origin"] == "liang"


def test_liang_hu_is_asked_of_all_together_and_the_dealer_goes_first():
    """The 亮张 gives the dealer a 提, the 上家 may still win on it (乙五 天胡 特殊 3)."""
    deal = dealt("陆陆陆", "", "壹壹壹贰贰贰叁叁叁一二三七八九柒捌玖肆伍", liang="陆")
    hand, play, asked = course(deal)
    assert asked == {"ask": "claims", "card": "陆", "origin": "liang", "owner": 0, "legal": {"2": ["hu", "pass"]}}
    asked = play.send({"2": "pass"})
    assert hand.melds[0] == melds_of("提陆陆陆陆")
    assert asked["ask"] == "discard" and asked["seat"] == 0
    assert hand.hu_declined[2] == {k("陆"): 0}


def test_liang_hu_scores_by_the_tianhu_formula_and_is_zimo_for_the_dealer():
    deal = dealt("壹壹壹贰贰贰一二三七八九柒捌玖四五六肆伍", liang="陆")
    _, play, asked = course(deal)
    assert asked["legal"] == {"0": ["hu", "pass"]}
    with pytest.raises(StopIteration) as end:
        play.send({"0": "hu"})
    assert end.value.value == {
        "winner": 0, "huxi": 15, "tun": 7, "zimo": True, "tianhu": True, "payments": [14, -7, -7],
    }  # fmt: skip
    assert course(deal, liangzhang_hu=False)[2]["ask"] == "discard"


def test_two_dealt_ti_never_hu_on_the_liang():
    assert best(counts_of("一一一一二二二二壹贰叁肆伍陆柒捌玖七八九"), [], k("十"), "other")[0] is None


def test_ti_before_liang_matters_to_the_lock_only():
    deal = dealt("", "壹壹壹壹叁叁叁一二三七八九柒捌玖贰贰肆伍", liang="陆")
    for before, xi in ((False, 0), (True, 12)):
        hand, play, _ = course(deal, ti_before_liang=before)
        play.send({"1": "pass"})
        assert hand.hu_declined[1] == {k("陆"): xi}
        assert hand.melds[1] == melds_of("提壹壹壹壹")


def test_forced_tianhu_scoring_options():
    deal = dealt("", "一一一一二二二二三三三三壹贰叁五五八")
    assert course(deal)[2]["huxi"] == 27
    assert course(deal, tianhu_best=True)[2]["huxi"] == 33
    assert course(deal, tianhu_fixed=6)[2]["tun"] == 6
    assert course(deal, tianhu_formula="(x-12)//3")[2]["tun"] == 5


# ------------------------------------------------------------ 臭 (§22.3 - §22.5)


@pytest.mark.parametrize(
    ("marks", "owner", "origin", "chi", "peng"),
    [
        ("upper", 2, "discard", True, True),
        ("upper", 2, "draw", True, True),
        ("upper", 1, "discard", False, True),
        ("unified", 1, "draw", True, True),
        ("separate", 1, "draw", False, True),
        ("separate", 2, "draw", False, True),
    ],
)
def test_a_peng_only_pass(marks, owner, origin, chi, peng):
    hand = table("二二九九十", chou_marks=marks)
    assert shown(hand, "二", owner, origin, {0: "pass"})[0] == {"0": ["peng", "pass"]}
    assert (k("二") in hand.no_chi[0], k("二") in hand.no_peng[0]) == (chi, peng)


@pytest.mark.parametrize(("marks", "peng"), [("upper", True), ("unified", True), ("separate", False)])
def test_a_chi_only_pass_on_ones_own_draw(marks, peng):
    hand = table("一三九九十", chou_marks=marks)
    assert drawn(hand, "二", 0, {0: "pass"})[0][0]["legal"] == {"0": ["chi 一二三", "pass"]}
    assert (k("二") in hand.no_chi[0], k("二") in hand.no_peng[0]) == (True, peng)


def test_a_chi_that_was_overtaken_is_no_chou_but_the_peng_it_left_is():
    hand = table("一三九九十", "二二一三贰九九")
    _, outcome = shown(hand, "二", 0, "draw", {0: "chi 一二三", 1: "chi 二二贰 比 一二三"})
    assert outcome == ("discard", 0)
    assert (hand.no_chi[1], hand.no_peng[1]) == (set(), {k("二")})


def test_a_pass_is_marked_even_if_another_takes_the_card():
    hand = table("一三九", "二二九九十")
    shown(hand, "二", 2, "discard", {0: "pass", 1: "peng"})
    assert k("二") in hand.no_chi[0]


def test_what_was_not_offered_is_not_marked():
    hand = table("一三九九", "二二二九九", {**READY, "hand": "一三"})
    legal, _ = shown(hand, "二", 2, "draw", {2: "pass"})
    assert legal == {"2": ["hu", "pass"]}  # 跑 waits: no 吃 for seat 0 (§22.8)
    assert hand.no_chi == [set(), set(), set()]
    assert hand.melds[1] == melds_of("跑二二二二")


def test_chouwei_needs_a_declined_peng():
    hand = table("二二一三贰九九")
    hand.no_peng[0].add(k("二"))
    drawn(hand, "二", 0)
    assert hand.melds[0] == melds_of("偎二二二")


def test_eat_only_leaves_peng_open():
    hand = table("五五三四九九十", chou_scope="eat_only")
    shown(hand, "五", 2, "discard", {0: "pass"})
    assert shown(hand, "五", 1, "discard", {0: "peng"})[0] == {"0": ["peng", "pass"]}
    hand = table("五九九三四十", chou_scope="eat_only")
    hand.no_chi[0].add(k("九"))
    assert shown(hand, "九", 2, "discard", {0: "peng"})[0] == {"0": ["peng", "pass"]}


def test_own_unclaimed_draw():
    for blocks in (False, True):
        hand = table("四六", "", "", own_unclaimed_draw_blocks=blocks)
        drawn(hand, "十", 0)
        hand.hands[0] = counts_of("八九五五六")
        legal = shown(hand, "十", 2, "discard", *([] if blocks else [{0: "pass"}]))[0]
        assert legal == (None if blocks else {"0": ["chi 八九十", "pass"]})


# ------------------------------------------------------------ 胡 (§22.6 - §22.8)


def test_hu_after_ones_own_wei_is_zimo():
    asked, outcome = drawn(table(THREE), "三", 0, {0: "hu"})
    assert asked[0]["origin"] == "own_meld" and asked[0]["owner"] == 0
    assert outcome[1] == {
        "winner": 0, "huxi": 24, "tun": 5, "zimo": True, "tianhu": False, "payments": [10, -5, -5],
    }  # fmt: skip
    assert drawn(table(THREE, hu_on_drawn=False), "三", 0) == ([], ("draw", 1))


def test_declining_after_ones_own_wei_locks_at_the_new_table_xi():
    hand = table(THREE)
    drawn(hand, "三", 0, {0: "pass"})
    assert hand.hu_declined[0] == {k("三"): 24}


def test_peng_in_place_of_hu_locks_at_the_xi_before_it():
    hand = table(PENG_OR_HU)
    assert shown(hand, "三", 1, "draw", {0: "peng"}) == ({"0": ["hu", "peng", "pass"]}, ("discard", 0))
    assert hand.hu_declined[0] == {k("三"): 18}
    assert hand.table_xi(0) == 19


def test_hu_of_the_fourth_card_of_ones_own_peng_in_another_group():
    """破跑胡 (§15.6): one's own 碰, own draw; the card makes a run instead of the 跑."""
    melds = "碰六六六 偎壹壹壹 偎叁叁叁 吃七八九 吃柒捌玖 吃一二三"
    asked, outcome = drawn(table({"hand": "四五", "melds": melds}), "六", 0, {0: "hu"})
    assert asked[0]["origin"] == "draw" and asked[0]["legal"] == {"0": ["hu", "pass"]}
    assert outcome[1]["huxi"] == 1 + 6 + 6 + 3
    hand = table({"hand": "四五", "melds": melds})
    assert drawn(hand, "六", 0, {0: "pass"})[1] == ("discard", 0)
    assert ("pao", cards_of("六六六六")) in hand.melds[0]


def test_peng_is_never_pao_by_a_discard():
    hand = table({"hand": "七八九十十", "melds": "碰六六六"})
    assert shown(hand, "六", 1, "discard")[1] == ("draw", 2)
    hand = table({"hand": "七七九十十", "melds": "碰六六六"}, pao_of_peng="any")
    assert shown(hand, "六", 1, "discard")[1] == ("discard", 0)


# ------------------------------------------------------------ no discard, dead hands (§8, §22.9, §22.10)


def test_after_a_quad_without_discard_the_lower_seat_of_the_quad_draws():
    hand = table({"hand": "二二二三三四五六六七七八九九十十", "melds": "跑壹壹壹壹"})
    assert shown(hand, "二", 2, "draw")[1] == ("draw", 1)


def test_a_dead_hand_only_holds_kan_and_never_hu_again():
    hand = table("二二二三三三四四")
    assert drawn(hand, "四", 0) == ([], ("draw", 1))
    assert hand.dead[0]
    assert drawn(hand, "二", 0) == ([], ("draw", 1))
    assert hand.melds[0] == melds_of("偎四四四 提二二二二")


def test_a_claim_that_would_kill_the_hand_is_not_offered():
    assert shown(table("二二二三三三四四"), "四", 1, "discard")[0] is None
    hand = table("二二二三三三四五")
    assert shown(hand, "六", 2, "discard")[0] is None
    assert hand.no_chi[0] == set()


# ------------------------------------------------------------ options


def test_chi_from():
    for source, owner, origin in (("prev_discard", 2, "discard"), ("prev_draw", 2, "draw"), ("own_draw", 0, "draw")):
        others = [x for x in ("prev_discard", "prev_draw", "own_draw") if x != source]
        assert shown(table("四五九九十"), "六", owner, origin, {0: "pass"})[0] == {"0": ["chi 四五六", "pass"]}
        assert shown(table("四五九九十", chi_from=others), "六", owner, origin)[0] is None


def test_hu_forced_is_not_asked():
    asked, outcome = run(table(READY, READY, hu_forced=True).show(k("三"), 2, "draw"))
    assert (asked, outcome[1]["winner"]) == ([], 0)
    assert drawn(table(THREE, hu_forced=True), "三", 0)[1][0] == "over"


def test_peng_forced():
    hand = table("", "四五九九", "六六四五九九十十", peng_forced=True)
    assert shown(hand, "六", 0, "discard") == (None, ("discard", 2))
    hand = table(PENG_OR_HU, peng_forced=True)
    assert shown(hand, "三", 1, "draw", {0: "hu"})[0] == {"0": ["hu", "peng"]}
    hand = table(THREE, peng_forced=True)
    assert shown(hand, "三", 1, "draw", {0: "hu"})[0] == {"0": ["hu", "pass"]}  # the 碰 would end in a dead hand


def test_hu_on_discard():
    hand = table("九", READY, READY, hu_on_discard=True)
    legal, outcome = shown(hand, "三", 0, "discard", {1: "pass", 2: "hu"})
    assert legal == {"1": ["hu", "pass"], "2": ["hu", "pass"]}
    assert outcome[1] == {
        "winner": 2, "huxi": 21, "tun": 3, "zimo": False, "tianhu": False, "payments": [-3, -3, 6],
    }  # fmt: skip
    assert shown(table("九", READY, READY), "三", 0, "discard")[0] is None


def test_hu_on_a_discard_uses_the_fourth_card_of_a_peng_only_with_pao_of_peng_any():
    melds = [*melds_of("碰拾拾拾 偎壹壹壹 偎叁叁叁 吃七八九 吃柒捌玖 吃一二三")]
    hand = counts_of("五五")
    assert best(hand, melds, k("拾"), "other")[0] == 9 + 12 + 3
    assert best(hand, melds, k("拾"), "discard")[0] is None
    assert best(hand, melds, k("拾"), "discard", pao_of_peng="any")[0] == 24


def test_split_kan_in_a_hu_only():
    melds = melds_of("偎壹壹壹 偎叁叁叁 吃七八九 吃柒捌玖 吃一二三")
    assert best(counts_of("五五五四六"), melds, k("伍"), "other")[0] is None
    assert best(counts_of("五五五四六"), melds, k("伍"), "other", split_kan=True)[0] == 15
    hand = table("五五五四六九", split_kan=True)
    assert k("五") not in hand.may_discard(hand.hands[0])
    assert shown(hand, "伍", 2, "discard")[0] is None
    assert shown(hand, "五", 2, "discard")[0] is None
    assert hand.melds[0] == melds_of("跑五五五五")


def test_formulas():
    assert [formula("(x-12)//3", x) for x in (15, 17, 18, 30)] == [1, 1, 2, 6]
    assert [formula("(2x-12)//3", x) for x in (15, 27)] == [6, 14]
    assert formula("((x-15)//3)*2", 21) == 4
    with pytest.raises(ValueError, match="formula"):
        formula("__import__('os')", 1)


def test_tun_is_at_least_one_before_zimo():
    assert drawn(table(THREE, tun_formula="(x-99)//3"), "三", 0, {0: "hu"})[1][1]["tun"] == 2


OPTIONS = [
    {"min_huxi": 0},
    {"min_huxi": 0, "split_kan": True, "hu_on_discard": True},
    {"min_huxi": 6, "hu_on_discard": True, "pao_of_peng": "any", "hu_forced": True},
    {"min_huxi": 0, "peng_forced": True, "chou_marks": "unified"},
    {"min_huxi": 9, "chou_marks": "separate", "chou_scope": "eat_only", "own_unclaimed_draw_blocks": True},
    {"forced_tianhu": False, "liangzhang_hu": False, "chi_from": ["prev_discard", "own_draw"]},
    {"min_huxi": 0, "hu_on_drawn": False, "hu_on_discard": True, "own_discard_blocks": ["chi"]},
    {"min_huxi": 0, "ti_before_liang": True, "zimo_tun": 3, "huxi": {"ti": [8, 6], "other": [1, 1]}},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_self_play_under_options(options):
    for seed in range(20):
        rng = random.Random(seed)
        trace = play_random(random_deal(rng, seed % 3), rng, options)
        assert check_hand(trace, options) == []
        assert sum(trace["result"]["payments"]) == 0
