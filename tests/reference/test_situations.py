"""The situations of the rule examples (data/examples.jsonl), each played out on the referee's own hand.

A situation is set up on a bare table (hands and melds as text, the rest empty); the seeds' dealing cases are dealt in full.
Seat 0 is the one talked about unless a test says otherwise; 1 is its 下家, 2 its 上家.
"""

import json
import random
from pathlib import Path

import pytest

from .bare_table import READY, dealt, drawn, melds_of, run, shown, table
from .naive_cover import cards_of, chi_plans, counts_of, text_of
from .naive_hand import Hand, must_discard
from .referee import check_hand, play_random

LINES = (Path(__file__).parent.parent / "data" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
SITUATIONS = {x["id"]: x for x in map(json.loads, LINES) if x["kind"] == "situation" and x["ruleset"] == "std15"}

# What belongs to a sitting, not to a hand: who deals next, and the four-player deal.
OF_THE_MATCH = {"situation-178", "situation-181", "situation-183"}

CHI = [key for key, x in SITUATIONS.items() if "legal_chi_bi" in x["expect"]]


@pytest.mark.parametrize("key", CHI)
def test_chi_with_bi(key):
    given, expect = SITUATIONS[key]["given"], SITUATIONS[key]["expect"]
    plans = chi_plans(counts_of("".join(given["hand"])), cards_of(given["card"])[0])
    found = {(text_of(chi), tuple(text_of(s) for s in bi)) for chi, bi in plans}
    wanted = {
        (text_of(cards_of(x["chi"])), tuple(text_of(s) for s in sorted(map(cards_of, x["bi"]))))
        for x in expect["legal_chi_bi"]
    }
    assert found == wanted
    assert bool(found) == expect["eat_allowed"]


def situation_143_kan_cards_are_never_used_for_chi():
    hand = table("二二二三四贰贰")
    assert chi_plans(hand.hands[0], cards_of("二")[0]) == set()
    assert shown(hand, "二", 2, "discard")[0] is None
    assert hand.melds[0] == melds_of("跑二二二二")


def situation_153_seed_example_of_a_chou_card():
    hand = table("一二二三贰五五")
    legal, _ = shown(hand, "二", 2, "discard", {0: "pass"})
    assert legal == {"0": ["peng", "chi 一二三 比 二二贰", "chi 二二贰 比 一二三", "pass"]}
    assert shown(hand, "二", 2, "draw")[0] is None
    assert drawn(hand, "二", 0)[0] == []
    assert hand.melds[0] == [("chouwei", cards_of("二二二"))]


def situation_154_wanted_to_chi_but_another_peng():
    hand = table("一三五五", "二二九九十")
    _, outcome = shown(hand, "二", 2, "discard", {0: "chi 一二三", 1: "peng"})
    assert outcome == ("discard", 1)
    assert hand.no_chi[0] == hand.no_peng[0] == set()


def situation_155_chou_does_not_block_hu():
    hand = table(READY)
    hand.no_chi[0].add(2)
    assert shown(hand, "三", 1, "draw", {0: "hu"})[1][1]["winner"] == 0


def situation_156_own_discard_is_dead_for_chi_and_peng():
    hand = table("七八玖玖")
    hand.own_cards[0] |= {8, 18}
    assert shown(hand, "九", 2, "discard")[0] is None
    assert shown(hand, "玖", 2, "draw")[0] is None
    hand.o["own_discard_blocks"] = ["chi"]
    assert shown(hand, "玖", 2, "draw", {0: "peng"})[0] == {"0": ["peng", "pass"]}


def situation_159_peng_declined_once_is_gone():
    hand = table("伍伍五肆陆")
    assert shown(hand, "伍", 1, "discard", {0: "pass"})[0] == {"0": ["peng", "pass"]}
    # A card of the 下家: 吃 stays free.
    both_ways = ["chi 五伍伍 比 肆伍陆", "chi 肆伍陆 比 五伍伍"]
    assert shown(hand, "伍", 2, "discard", {0: "pass"})[0] is None
    hand.hands[0] = counts_of("伍伍五肆陆十十")
    assert shown(hand, "伍", 2, "discard", {0: "pass"})[0] == {"0": [*both_ways, "pass"]}


def situation_160_chi_only_from_upper_or_own_draw():
    hand = table("四五六六七")
    assert shown(hand, "六", 1, "discard", {0: "pass"})[0] == {"0": ["peng", "pass"]}


def situation_161_chi_of_the_card_the_upper_seat_drew():
    assert shown(table("四五九九"), "六", 2, "draw", {0: "chi 四五六"})[0] == {"0": ["chi 四五六", "pass"]}


def situation_162_peng_beats_chi():
    _, outcome = shown(table("", "四五九", "六六九九十"), "六", 0, "discard", {1: "chi 四五六", 2: "peng"})
    assert outcome == ("discard", 2)


def situation_163_hu_beats_pao():
    hand = table("", "三三三九九", READY)
    legal, outcome = shown(hand, "三", 0, "draw", {2: "hu"})
    assert legal == {"2": ["hu", "pass"]}
    assert outcome[1]["winner"] == 2


def situation_164_a_hidden_wei_cannot_be_taken():
    hand = table("三三九九十", READY)
    asked, outcome = drawn(hand, "三", 0)
    assert (asked, outcome) == ([], ("discard", 0))


def situation_166_two_may_hu_the_lower_seat_first():
    both = {1: "hu", 2: "hu"}
    assert shown(table("九", READY, READY), "三", 0, "draw", both)[1][1]["winner"] == 1


def situation_168_passed_hu_stays_locked():
    hand = table(READY)
    shown(hand, "六", 1, "draw", {0: "pass"})
    assert shown(hand, "六", 2, "draw")[0] is None


def situation_169_passed_hu_opens_when_table_xi_changes():
    hand = table(READY)
    shown(hand, "六", 1, "draw", {0: "pass"})
    hand.melds[0][5] = ("chi", cards_of("四五六"))
    assert "hu" in shown(hand, "六", 2, "draw", {0: "pass"})[0]["0"]


def situation_170_passed_hu_locks_that_card_only():
    hand = table(READY)
    shown(hand, "六", 1, "draw", {0: "pass"})
    assert "hu" in shown(hand, "三", 1, "draw", {0: "pass"})[0]["0"]


def situation_171_second_pao_no_discard():
    hand = table({"hand": "二二二三三四五六六七七八九九十十", "melds": "跑壹壹壹壹"})
    assert shown(hand, "二", 1, "discard")[1] == ("draw", 1)


def situation_172_first_pao_discards():
    assert shown(table("二二二三三四五六六七七八九九十十壹壹贰叁"), "二", 1, "draw")[1] == ("discard", 0)


def situation_173_two_ti_then_chi_no_discard():
    hand = table({"hand": "三四五五七七九九十十贰贰", "melds": "提壹壹壹壹 提拾拾拾拾"})
    assert shown(hand, "二", 2, "discard", {0: "chi 二三四"})[1] == ("draw", 1)


def situation_174_two_ti_then_pao_then_peng_no_discard_twice():
    hand = table({"hand": "三三三五七七九九十十贰贰", "melds": "提壹壹壹壹 提拾拾拾拾"})
    assert shown(hand, "三", 2, "discard")[1] == ("draw", 1)
    assert shown(hand, "九", 1, "discard", {0: "peng"})[1] == ("draw", 1)


def situation_175_the_liang_makes_the_dealers_second_ti():
    hand = Hand(dealt("一一一一二二二", liang="二"))
    next(hand.play())
    assert hand.melds[0] == melds_of("提一一一一 提二二二二")
    assert len(hand.wall) < 19 and not hand.own_cards[0]


def situation_176_one_ti_then_peng_discards():
    hand = table({"hand": "三三四五五七七八九九十十贰贰叁肆", "melds": "提壹壹壹壹"})
    assert shown(hand, "九", 1, "discard", {0: "peng"})[1] == ("discard", 0)


def situation_177_one_ti_then_pao_is_bakuai():
    hand = table({"hand": "三三三五五七七八九九十十贰贰叁肆", "melds": "提壹壹壹壹"})
    assert shown(hand, "三", 1, "discard")[1] == ("draw", 1)


def situation_185_an_unclaimed_draw_stays_out_of_the_hand():
    hand = table("一一", "九")
    asked, outcome = drawn(hand, "五", 0)
    assert (asked, outcome) == ([], ("draw", 1))
    assert hand.hands[0] == counts_of("一一")


def situation_186_187_the_dealer_takes_the_liang_and_may_discard_it():
    deal = dealt("一一三三五五", "陆陆", "肆伍", liang="陆")
    question = next(Hand(deal).play())
    assert question["ask"] == "discard" and question["seat"] == 0
    assert "discard 陆" in question["legal"]["0"]


def situation_189_wei_is_forced_and_may_spoil_a_hu():
    seat = {"hand": "四五五六六七七八", "melds": "偎壹壹壹 偎叁叁叁 偎伍伍伍 吃一二三"}
    assert "hu" in shown(table(seat), "六", 1, "draw", {0: "hu"})[0]["0"]
    assert drawn(table(seat), "六", 0) == ([], ("discard", 0))


def situation_190_hu_breaks_ones_own_pao():
    seat = {"hand": "五五五四六", "melds": "偎壹壹壹 偎叁叁叁 吃七八九 吃柒捌玖 吃一二三"}
    legal, outcome = shown(table(seat), "五", 1, "draw", {0: "hu"})
    assert legal == {"0": ["hu", "pass"]}
    assert outcome[1]["huxi"] == 6 + 6 + 3 + 3


def situation_193_194_a_pair_and_the_liang():
    melds = "偎壹壹壹 偎叁叁叁 吃七八九 吃柒捌玖 吃一二三 吃一二三"
    for seat, huxi in ((1, 6 + 6 + 3 + 3 + 3), (0, 6 + 6 + 3 + 3 + 6)):
        hand = table(*[{"hand": "捌捌", "melds": melds} if s == seat else "" for s in range(3)])
        hand.liang = cards_of("捌")[0]
        asked, result = run(hand.liang_hu(), {seat: "hu"})
        assert asked[0]["legal"] == {str(seat): ["hu", "pass"]}
        assert (result["huxi"], result["zimo"], result["tianhu"]) == (huxi, seat == 0, True)


def situation_195_forced_pao_of_a_discard_is_no_hu():
    seat = {"hand": "九九九三三", "melds": "偎壹壹壹 偎叁叁叁 偎伍伍伍 吃柒捌玖 吃一二三"}
    assert shown(table(seat), "九", 1, "discard") == (None, ("discard", 0))
    assert "hu" in shown(table(seat, hu_on_discard=True), "九", 1, "discard", {0: "hu"})[0]["0"]


def situation_196_wall_exhausted():
    trace = play_random(dealt(), random.Random(3), {"min_huxi": 1000, "forced_tianhu": False})
    nothing = {"winner": None, "huxi": 0, "tun": 0, "zimo": False, "tianhu": False, "payments": [0, 0, 0]}
    assert trace["result"] == nothing
    assert check_hand(trace, {"min_huxi": 1000, "forced_tianhu": False}) == []


def situation_220_222_224_the_invariant():
    assert must_discard(18, 0)
    assert not must_discard(13, 2)
    assert not must_discard(9, 3)


def situation_225_pao_of_a_peng_as_first_quad_discards():
    hand = table({"hand": "三三四五五七七八九九十十贰贰叁肆陆", "melds": "碰壹壹壹"})
    assert drawn(hand, "壹", 0) == ([], ("discard", 0))
    assert hand.melds[0] == melds_of("跑壹壹壹壹")


PLAYED = {name: f for name, f in globals().items() if name.startswith("situation_")}


@pytest.mark.parametrize("name", PLAYED)
def test_situation(name):
    PLAYED[name]()


def test_every_situation_of_the_standard_rules_is_played():
    played = {f"situation-{word}" for name in PLAYED for word in name.split("_") if word.isdigit()}
    assert played | set(CHI) | OF_THE_MATCH == set(SITUATIONS)
