"""Every situation of the rule examples (data/examples.jsonl) and of the seeds, played on the game itself.

A hand is dealt as written and played to the point in question. Seat 0 is the one talked about unless a test says
otherwise; 1 is its 下家, 2 its 上家.
"""

import pytest

import test_game_hands
from erqishi.zipai import events as e
from erqishi.zipai.actions import Hu
from reference.naive_cover import cards_of
from rule_examples import COVERED, EXAMPLES, covers, ids
from tables import READY, READY_TOO, SETS, STD, answer, dealt, discarded, drawn, hand, last, legal, melds, on, play
from truth import Truth

KINDS = [
    "situation",
    "tianhu",
    "winning_card",
    "structure",
    "unit",
    "unit_invalid",
    "hand",
    "hand_generated",
    "table",
    "payment",
]

#: Of the sitting, not of a hand: who deals next, the four-player deal, 打鸟 (test_match.py).
OF_THE_SITTING = {"situation-178", "situation-181", "situation-183", "payment-084"}

MAY_WEI = "四五一二三七八九壹壹壹叁叁叁肆伍陆捌捌八"  # the same wants; its own 捌 is a 偎 that leaves them open
NOTHING = "四五六肆伍陆十十拾一一壹三三叁"  # five groups without 息
SHORT = STD.replace(min_huxi=0)


def following(game, kind, **fields):
    """The public events that came after the first one of this class with these fields."""
    public = [event for event in game.events if event.to is None]
    at = next(
        i for i, x in enumerate(public) if isinstance(x, kind) and all(getattr(x, f) == v for f, v in fields.items())
    )
    return public[at + 1 :]


def draws_next(game, seat, after):
    """Whether, after the latest event of class `after`, this seat drew, without a discard between."""
    public = [event for event in game.events if event.to is None]
    at = max(i for i, event in enumerate(public) if isinstance(event, after))
    return isinstance(public[at + 1], e.TurnedUp | e.DrewHidden) and public[at + 1].seat == seat


def must_discard(game, seat):
    return game.decision.kind == "discard" and list(game.decision.legal) == [seat]


# -- 吃 and 比 (core.md §13; 篇五 比牌) --------------------------------------------------------------------------------

CHI = [key for key in ids("situation") if "legal_chi_bi" in EXAMPLES[key]["expect"]]


def offered_for(held, card, origin):
    """What seat 0 is offered when this card comes from its 上家's hand, its 上家's draw, or its own draw."""
    if origin == "上家 discard":
        return discarded(play(dealt(held, "", card, dealer=2, apart=card), f"2 discard {card}"), card).get(0, [])
    if origin == "上家 draw":
        return drawn(play(dealt(held, "玖", "", dealer=1, wall=card, apart=card), "1 discard 玖"), 1).get(0, [])
    return drawn(play(dealt(held, "", "玖", dealer=2, wall=card, apart=card), "2 discard 玖"), 1).get(0, [])


@pytest.mark.parametrize("origin", ["上家 discard", "上家 draw", "own draw"])
@pytest.mark.parametrize("key", CHI)
@covers(*CHI)
def test_chi_with_all_its_bi(key, origin):
    given, expect = EXAMPLES[key]["given"], EXAMPLES[key]["expect"]
    held, card = "".join(given["hand"]), given["card"]
    wanted = {" 比 ".join([x["chi"], *sorted(x["bi"], key=cards_of)]) for x in expect["legal_chi_bi"]}
    actions = offered_for(held, card, origin)
    if origin == "own draw" and held.count(card) == 2:
        assert not any(action.startswith("chi") for action in actions)  # a 偎 is forced
        return
    assert {action[4:] for action in actions if action.startswith("chi")} == wanted
    assert ("peng" in actions) == (held.count(card) == 2)
    assert bool(wanted) == expect["eat_allowed"]


@covers("situation-142")
def test_bi_example_2_is_laid_as_one_move_seed_篇五():
    """一二三 + 二贰贰 + 二三四: three 二 go down, the row shows them, 18 - 6 cards stay and one is discarded."""
    game = play(
        dealt("一二二三三四贰贰", "", "二", dealer=2, apart="二"), "2 discard 二", "0 chi 一二三 比 二三四 比 二贰贰"
    )
    assert melds(game, 0) == "吃一二三 吃二三四 吃二贰贰"
    assert must_discard(game, 0) and len(hand(game, 0)) == 12
    assert [type(x) for x in following(game, e.Discarded)] == [e.Ate, e.Laid, e.Laid]


@covers("situation-141")
def test_a_chi_without_its_bi_is_not_recorded_as_chou():
    game = play(dealt("一二三五陆", "", "一", dealer=2, wall="?", apart="一"), "2 discard 一")
    drawn(game, 2)
    assert "一" not in game.view(0).marks


@covers("situation-143")
def test_kan_cards_are_never_used_for_chi_the_fourth_is_pao():
    game = play(dealt("二二二三四", "", "二", dealer=2, apart="二"), "2 discard 二")
    assert melds(game, 0) == "跑二二二二"
    assert must_discard(game, 0)


@covers("situation-160")
def test_a_card_of_the_lower_seat_is_penged_but_not_eaten():
    game = play(dealt("四五六六七", "六", dealer=1), "1 discard 六")
    assert legal(game)[0] == ["peng", "pass"]


@covers("situation-161")
def test_a_card_that_the_upper_seat_drew_is_eaten():
    game = play(dealt("四五", "玖", dealer=1, wall="六", apart="六"), "1 discard 玖")
    assert drawn(game, 1)[0] == ["chi 四五六", "pass"]
    assert melds(play(game, "0 chi 四五六"), 0) == "吃四五六"


@pytest.mark.parametrize("key", ids("unit_invalid"))
@covers(*ids("unit_invalid"))
def test_no_set_no_chi(key):
    cards = "".join(EXAMPLES[key]["given"]["cards"])
    assert cards not in SETS
    for card in cards:
        game = play(dealt(cards.replace(card, ""), "", card, dealer=2, apart=card), f"2 discard {card}")
        assert 0 not in discarded(game, card)


# -- 臭牌 (core.md §14; 篇五 臭牌) -------------------------------------------------------------------------------------

CHOU = "一二二三贰五六七七八九壹壹壹叁叁叁柒捌玖"


@covers("situation-153")
def test_the_chou_example_seed_篇五():
    """一二二三贰: the 上家 discards 二, neither 吃 nor 碰; then no 吃 and no 碰 of 二, but 偎 and 胡."""
    game = play(dealt(CHOU, "", "二", dealer=2, wall="??二"), "2 discard 二")
    assert legal(game)[0] == ["peng", "chi 一二三 比 二二贰", "chi 二二贰 比 一二三", "pass"]
    play(game, "0 pass")
    assert game.view(0).marks == {"二": ["chi", "peng"]}
    assert drawn(game, 3)[0] == ["hu", "pass"]
    assert play(game, "0 hu").result.huxi == 15


@covers("situation-153")
def test_after_it_the_own_draw_is_a_chouwei_seed_篇五():
    game = play(dealt(CHOU, "", "二", dealer=2, wall="二"), "2 discard 二", "0 pass")
    assert melds(game, 0) == "臭偎二二二"
    assert must_discard(game, 0)
    assert game.view(1).seats[0].melds[0].cards == "二二二"  # one lies open


@covers("situation-154")
def test_wanted_to_chi_but_another_peng_is_no_chou():
    game = dealt("一三", "二二九", "二二九九", dealer=2, apart="二")
    play(game, "2 discard 二", "0 chi 一二三, 1 peng")
    assert melds(game, 1) == "碰二二二" and game.view(0).marks == {}
    play(game, "1 discard 九", "2 peng", "2 discard 二")
    assert "chi 一二三" in legal(game)[0]


def test_a_chi_that_was_overtaken_leaves_a_declined_peng_and_the_own_draw_is_a_chouwei():
    """§22.4, §22.5: seat 0 could 碰 and said 吃; the drawer's 吃 went first; its pair is one of 忍碰."""
    game = dealt("一二二三贰", "玖", "一三", dealer=1, wall="二二", apart="二", of=(0, 2))
    play(game, "1 discard 玖", "0 chi 一二三 比 二二贰, 2 chi 一二三")
    assert melds(game, 2) == "吃一二三" and game.view(0).marks["二"] == ["peng"]
    on(play(game, f"2 {legal(game)[2][-1]}"))
    assert melds(game, 0) == "臭偎二二二"


@covers("situation-155")
def test_a_chou_card_may_be_won():
    game = dealt("五六一二三七八九壹壹壹叁叁叁柒捌玖十拾拾", "", "四", dealer=2, wall="??四")
    play(game, "2 discard 四", "0 pass")
    assert "四" in game.view(0).marks
    assert drawn(game, 3)[0] == ["hu", "pass"]
    assert play(game, "0 hu").result.winner == 0


@covers("situation-156")
def test_what_one_has_discarded_is_dead_to_oneself():
    """(A pair of it can never be: one that is left after the discard stays alone, since draws never enter a hand.)"""
    for held, first, options, asked in (
        ("七八九", "九", {}, False),
        ("七八玖", "玖", {}, True),
        ("七八九", "九", {"own_discard_blocks": ()}, True),
    ):
        game = dealt(held, "", "九伍伍", dealer=0, wall="伍", apart="九", rules=STD.replace(**options))
        play(game, f"0 discard {first}", "2 peng", "2 discard 九")
        assert (0 in discarded(game, "九")) == asked


@covers("situation-159")
def test_peng_declined_once_is_gone():
    game = play(dealt("伍伍", "", "伍", dealer=2, wall="??伍", apart="伍"), "2 discard 伍")
    assert legal(game) == {0: ["peng", "pass"]}
    assert drawn(play(game, "0 pass"), 3) == {}
    assert following(game, e.TurnedUp, card="伍")[0] == e.Unclaimed(seat=2, card="伍")


# -- who comes first (core.md §10) -------------------------------------------------------------------------------------


@covers("situation-162")
def test_peng_beats_chi():
    game = play(dealt("六", "四五", "六六", dealer=0, apart="六", of=(1, 2)), "0 discard 六")
    assert legal(game) == {1: ["chi 四五六", "pass"], 2: ["peng", "pass"]}
    assert melds(play(game, "1 chi 四五六, 2 peng"), 2) == "碰六六六"


@covers("situation-163")
def test_hu_beats_pao():
    """破跑胡: seat 1 must 跑 the card that seat 0 draws; seat 2 is asked first, 胡 or 过, nothing else."""
    for said, row in (("hu", ""), ("pass", "跑六六六六")):
        game = play(dealt("捌", "六六六", READY, dealer=0, wall="??六"), "0 discard 捌")
        assert drawn(game, 3) == {2: ["hu", "pass"]}
        play(game, f"2 {said}")
        assert (game.over, melds(game, 1)) == (said == "hu", row)


@covers("situation-164")
def test_a_hidden_wei_cannot_be_won_by_another():
    game = on(play(dealt("三三", READY, "捌", dealer=2, wall="三"), "2 discard 捌"))
    assert melds(game, 0) == "偎三三三" and must_discard(game, 0)
    assert not any(isinstance(event, e.Asked) and event.to == 1 for event in game.events)


@covers("situation-166")
@pytest.mark.parametrize("first", [1, 2])
def test_two_may_hu_the_drawers_lower_seat_goes_first(first):
    game = play(dealt("捌", READY, READY_TOO, dealer=0, wall="??六", apart="六"), "0 discard 捌")
    asked = drawn(game, 3)
    assert list(asked) == [1, 2] and asked[1][0] == asked[2][0] == "hu"
    game.do(Hu(), first)
    game.do(Hu(), 3 - first)
    assert game.result.winner == 1


# -- 胡 (core.md §15) --------------------------------------------------------------------------------------------------


@covers("situation-168", "situation-170")
@pytest.mark.parametrize(("second", "open_"), [("六", False), ("三", True)])
def test_a_passed_hu_locks_that_card_and_no_other(second, open_):
    game = play(dealt(MAY_WEI, "玖", dealer=1, wall="六?" + second), "1 discard 玖")
    assert "hu" in drawn(game, 1)[0]
    play(game, "0 pass")
    assert ("hu" in drawn(game, 3).get(0, [])) == open_


@covers("situation-169")
def test_a_passed_hu_opens_again_when_the_table_has_changed():
    game = play(dealt(MAY_WEI, "玖", dealer=1, wall="六捌六"), "1 discard 玖")
    drawn(game, 1)
    play(game, "0 pass", "0 discard 八")
    assert melds(game, 0) == "偎捌捌捌"
    assert "hu" in drawn(game, 3)[0]
    assert play(game, "0 hu").result.huxi == 15 + 6


@covers("situation-189")
def test_wei_is_forced_and_may_spoil_a_hu():
    held = "四五六六七八五七壹壹壹叁叁叁一二三柒捌玖"
    game = play(dealt(held, "玖", dealer=1, wall="六"), "1 discard 玖")
    assert "hu" in drawn(game, 1)[0]
    game = play(dealt(held, "", "玖", dealer=2, wall="六"), "2 discard 玖")
    assert melds(game, 0) == "偎六六六" and must_discard(game, 0)


@covers("situation-190")
def test_the_fourth_card_of_ones_own_kan_may_be_won_elsewhere_po_pao_hu():
    held = "五五五四六壹壹壹叁叁叁七八九柒捌玖十拾拾"
    game = play(dealt(held, "捌", dealer=1, wall="五"), "1 discard 捌")
    assert drawn(game, 1)[0] == ["hu", "pass"]
    assert play(game, "0 hu").result.huxi == 3 + 6 + 6
    game = play(dealt(held, "捌", dealer=1, wall="五"), "1 discard 捌", "0 pass")
    assert melds(game, 0) == "跑五五五五"


@covers("situation-195")
def test_a_forced_pao_of_a_discard_that_completes_the_shape_is_no_hu():
    held = "九九九三三壹壹壹叁叁叁四五六伍陆柒八捌捌"
    game = play(dealt(held, "", "九", dealer=2), "2 discard 九")
    assert melds(game, 0) == "跑九九九九" and must_discard(game, 0)
    game = play(dealt(held, "", "九", dealer=2, rules=STD.replace(hu_on_discard=True)), "2 discard 九")
    assert legal(game)[0] == ["hu", "pass"]


@covers("situation-196", "payment-079")
def test_an_empty_wall_is_huangzhuang():
    game = dealt("玖", dealer=0)
    play(game, "0 discard 玖")
    while game.decision:
        actions = next(iter(game.decision.legal.values()))
        answer(game, {} if game.decision.kind == "claims" else {next(iter(game.decision.legal)): actions[0]})
    assert [type(event) for event in game.events[-2:]] == [e.WallEmpty, e.Revealed]
    assert game.result.winner is None and game.result.net == (0, 0, 0) and game.result.huxi == 0


# -- who discards (core.md §8; 篇五 八块, 自动提牌) ------------------------------------------------------------------------


@covers("situation-172", "situation-171", "situation-222")
def test_the_first_pao_discards_the_second_bakuai_does_not_seed_篇五():
    game = play(dealt("壹壹壹贰贰贰十", "", "壹", dealer=2, wall="贰"), "2 discard 壹")
    assert must_discard(game, 0) and len(hand(game, 0)) == 17
    on(play(game, "0 discard 十"))
    assert melds(game, 0) == "跑壹壹壹壹 跑贰贰贰贰" and len(hand(game, 0)) == 13
    assert draws_next(game, 1, e.Pao)


@covers("situation-220")
def test_a_first_chi_leaves_18_and_discards():
    game = play(dealt("四五", "", "六", dealer=2, apart="六"), "2 discard 六", "0 chi 四五六")
    assert must_discard(game, 0) and len(hand(game, 0)) == 18


@covers("situation-173")
def test_two_dealt_ti_then_chi_owes_no_discard_seed_篇五():
    game = play(dealt("壹壹壹壹贰贰贰贰四五", "", "六", dealer=2, apart="六"), "2 discard 六", "0 chi 四五六")
    assert len(hand(game, 0)) == 10 and draws_next(game, 1, e.Ate)


@covers("situation-174", "situation-224")
def test_two_dealt_ti_then_pao_then_peng_owes_no_discard_seed_篇五():
    game = play(dealt("壹壹壹壹贰贰贰贰三三三九九", "", "三", dealer=2, wall="九"), "2 discard 三")
    assert melds(game, 0) == "提壹壹壹壹 提贰贰贰贰 跑三三三三" and len(hand(game, 0)) == 9
    assert draws_next(game, 1, e.Pao)
    play(game, "0 peng")
    assert len(hand(game, 0)) == 7 and draws_next(game, 1, e.Penged)


@covers("situation-175")
def test_the_liang_makes_the_dealers_second_ti_seed_篇五():
    game = dealt("一一一一二二二", liang="二", dealer=0)
    assert melds(game, 0) == "提一一一一 提二二二二"
    assert draws_next(game, 1, e.Ti)


def test_the_dealer_with_two_dealt_ti_owes_no_discard_with_one_it_does_seed_篇五():
    assert draws_next(dealt("一一一一二二二二", dealer=0), 1, e.Ti)
    game = dealt("一一一一", dealer=0)
    assert must_discard(game, 0) and len(hand(game, 0)) == 17


@covers("situation-176")
def test_one_dealt_ti_then_peng_discards():
    game = play(dealt("壹壹壹壹九九", "", "九", dealer=2), "2 discard 九", "0 peng")
    assert must_discard(game, 0) and len(hand(game, 0)) == 14


@covers("situation-177")
def test_one_dealt_ti_then_pao_is_bakuai():
    game = play(dealt("壹壹壹壹三三三", "", "三", dealer=2), "2 discard 三")
    assert len(hand(game, 0)) == 13 and draws_next(game, 1, e.Pao)


@covers("situation-225")
def test_pao_of_a_peng_as_the_first_quad_discards():
    game = dealt("九九十", "", "九", dealer=2, wall="九")
    on(play(game, "2 discard 九", "0 peng", "0 discard 十"))
    assert melds(game, 0) == "跑九九九九"
    assert must_discard(game, 0) and len(hand(game, 0)) == 17


# -- the wall and the 亮张 (core.md §3, §7, §9) -----------------------------------------------------------------------


@covers("situation-185")
def test_an_unclaimed_draw_never_enters_the_hand():
    game = dealt("一一", "", "玖", dealer=2, wall="五?")
    before = hand(game, 0)
    play(game, "2 discard 玖")
    drawn(game, 2)
    assert hand(game, 0) == before
    assert game.view(None).seats[0].unclaimed == ["五"]
    assert following(game, e.Unclaimed, card="五")[0].seat == 1


@covers("situation-186", "situation-187")
def test_the_dealer_takes_the_liang_and_may_discard_it_nobody_claims_it():
    game = dealt("", "陆陆", "肆伍", dealer=0, liang="陆")
    assert must_discard(game, 0) and len(hand(game, 0)) == 21
    assert "discard 陆" in legal(game)[0]


PAIR = "一二三七八九壹壹壹叁叁叁四五六十拾拾"


@covers("situation-193", "situation-194")
@pytest.mark.parametrize(("seat", "huxi"), [(1, 18), (0, 21)])
def test_a_pair_and_the_liang_are_peng_for_others_and_kan_for_the_dealer(seat, huxi):
    hands = ["", "", ""]
    hands[seat] = PAIR + "捌捌"
    game = dealt(*hands, dealer=0, liang="捌")
    assert legal(game) == {seat: ["hu", "pass"]}
    won = play(game, f"{seat} hu").result
    assert (won.huxi, won.zimo, won.tianhu) == (huxi, seat == 0, True)


@covers("tianhu-070")
def test_the_dealers_liang_hu_is_optional_and_zimo():
    game = dealt("一二三七柒柒壹壹壹叁叁叁四五六十拾拾八八", dealer=0, liang="八")
    assert legal(game) == {0: ["hu", "pass"]}
    won = play(game, "0 hu").result
    assert (won.huxi, won.tun, won.zimo, won.net) == (18, 9, True, (18, -9, -9))


FORCED = {
    "tianhu-062": ("壹壹壹壹五五五五玖玖玖玖", "", 1),
    "tianhu-063": ("壹壹壹壹五五五五玖玖玖", "玖", 0),
    "tianhu-064": ("一一一三三三五五五六六六八八八", "", 2),
    "tianhu-065": ("壹壹壹壹三三三五五五六六六八八八", "", 1),
}


@pytest.mark.parametrize("key", FORCED)
@covers(*FORCED)
def test_forced_tianhu(key):
    held, liang, seat = FORCED[key]
    expect = EXAMPLES[key]["expect"]
    game = dealt(*[held if s == seat else "" for s in range(3)], dealer=0, liang=liang)
    won = game.result
    assert (won.winner, won.huxi, won.tun, won.tianhu) == (seat, expect["huxi"], expect["tun"], True)
    assert won.zimo == EXAMPLES[key]["given"]["zimo"]
    assert game.did == [] and last(game, e.Won).forced
    Truth(game).catch_up(game).check(game)  # nobody's hand is shown with a card that it never got


def test_five_kan_of_the_dealers_own_twenty_are_not_zimo_but_all_21_cards_count():
    """§22.1: 庄 is judged on 20 cards first; here the 亮张 makes a sixth 坎, which counts."""
    won = dealt("一一一二二二三三三四四四五五五陆陆", dealer=0, liang="陆").result
    assert (won.winner, won.huxi, won.tun, won.zimo) == (0, 21, 10, False)


@covers("tianhu-067", "tianhu-068")
@pytest.mark.parametrize("held", ["一一一一二二二二三三三四四四", "一一一一二二二二三三三"])
def test_a_kan_never_stands_for_a_ti(held):
    game = dealt("", held, dealer=0)
    assert must_discard(game, 0)
    assert melds(game, 1) == "提一一一一 提二二二二"


@covers("tianhu-071")
def test_a_forced_tianhu_goes_before_the_dealers_liang_hu():
    ready, liang = "壹壹壹叁叁叁四五六七八九柒捌玖十十拾一二", "三"
    assert legal(dealt(ready, dealer=0, liang=liang)) == {0: ["hu", "pass"]}
    assert dealt(ready, "", "贰贰贰贰伍伍伍伍陆陆陆陆", dealer=0, liang=liang).result.winner == 2


@covers("tianhu-072")
def test_two_forced_tianhu_dealer_first_then_lower_then_upper():
    some = ("一一一一二二二二三三三三", "壹壹壹壹贰贰贰贰叁叁叁叁")
    assert dealt(*some, dealer=0).result.winner == 0
    assert dealt(*some, dealer=1).result.winner == 1
    assert dealt(*some, dealer=2).result.winner == 0


def test_dealt_ti_are_laid_dealer_first_then_lower_then_upper():
    game = dealt("一一一一", "二二二二三三三三", "壹壹壹壹", dealer=1)
    assert [(x.seat, x.card) for x in game.events if isinstance(x, e.Ti)] == [
        (1, "二"),
        (1, "三"),
        (2, "壹"),
        (0, "一"),
    ]


@covers("tianhu-073")
def test_the_liang_that_makes_the_dealers_ti_may_be_won_by_the_upper_seat():
    ready = "壹壹壹叁叁叁一二三七八九柒捌玖十十拾肆伍"
    game = dealt("陆陆陆", "", ready, dealer=0, liang="陆")
    assert legal(game) == {2: ["hu", "pass"]}
    assert melds(play(game, "2 pass"), 0) == "提陆陆陆陆"


# -- what the winning card is worth (core.md §5) -----------------------------------------------------------------------


def other_draws(held, card, *moves, wall="", rules=SHORT):
    return play(dealt(held, "玖", dealer=1, wall=wall or card, rules=rules), "1 discard 玖", *moves)


@covers("winning_card-030")
def test_a_pair_and_anothers_draw_is_peng():
    assert other_draws(NOTHING + "七八九捌捌", "捌", "0 hu").result.huxi == 3


@covers("winning_card-032")
def test_a_declined_pair_and_ones_own_draw_is_chouwei():
    game = dealt(NOTHING + "九九玖八八", "", "八", dealer=2, wall="八", rules=SHORT)
    play(game, "2 discard 八", "0 pass", "0 hu")
    assert melds(game, 0) == "臭偎八八八"
    assert (game.result.huxi, game.result.zimo) == (3, True)


@covers("winning_card-033", "winning_card-034")
def test_a_kan_and_a_draw_is_pao_for_anothers_and_ti_for_ones_own():
    held = NOTHING + "玖玖玖捌捌"
    game = play(dealt(held, "二", dealer=1, wall="玖", rules=SHORT), "1 discard 二", "0 hu")
    assert (game.result.huxi, game.result.zimo) == (9, False)
    game = play(dealt(held, "", "二", dealer=2, wall="玖", rules=SHORT), "2 discard 二", "0 hu")
    assert (game.result.huxi, game.result.zimo, melds(game, 0)) == (12, True, "提玖玖玖玖")


@covers("winning_card-035")
def test_a_wei_and_anothers_draw_is_pao():
    game = dealt("四四五六七肆伍陆十十拾一一壹三三叁捌捌玖", "", "二", dealer=2, wall="四四", rules=SHORT)
    play(game, "2 discard 二", "0 discard 玖", "0 hu")
    assert (game.result.huxi, game.result.zimo) == (6, False)


PENG = "拾拾四五六肆伍陆七八九一一壹三三叁捌捌二"  # 碰 拾, discard 二, then 跑 拾 with 将 捌捌


@covers("winning_card-037", "winning_card-038")
@pytest.mark.parametrize("wall", ["拾拾", "拾??拾"])
def test_a_peng_and_a_drawn_card_is_pao_whoever_draws_it(wall):
    game = dealt(PENG, "玖", dealer=1, wall=wall, rules=SHORT)
    play(game, "1 discard 玖", "0 peng", "0 discard 二", "0 hu")
    assert game.result.huxi == 9


@covers("winning_card-039")
def test_a_peng_is_never_pao_by_a_discard():
    game = dealt("拾拾二", "", "拾拾九九", dealer=2, wall="九?", apart="拾")
    play(game, "2 discard 拾", "0 peng", "0 discard 二", "2 peng", "2 discard 拾")
    assert following(game, e.Discarded, seat=2, card="拾")[0] == e.Penged(seat=0, card="拾", owner=2)
    assert draws_next(game, 0, e.Discarded) and melds(game, 0) == "碰拾拾拾"


@covers("winning_card-040")
def test_a_wei_and_a_discard_is_a_forced_pao():
    held = "拾拾肆伍陆七八九一一壹三三叁捌捌四五二贰"
    game = dealt(held, "拾九九", "玖", dealer=2, wall="拾九??六", rules=SHORT)
    play(game, "2 discard 玖", "0 discard 二", "1 discard 拾")
    assert melds(game, 0) == "跑拾拾拾拾" and must_discard(game, 0)
    play(game, "0 discard 贰", "0 hu")
    assert game.result.huxi == 9


@covers("winning_card-041")
def test_a_kan_and_a_discard_is_a_forced_pao():
    game = dealt("拾拾拾肆伍陆七八九一一壹三三叁捌捌四五二", "", "拾", dealer=2, wall="六", rules=SHORT)
    play(game, "2 discard 拾")
    assert melds(game, 0) == "跑拾拾拾拾"
    assert play(game, "0 discard 二", "0 hu").result.huxi == 9


# -- seven groups, one 将 exactly when there is a quad (core.md §15.1) --------------------------------------------------


@covers("structure-058")
def test_a_quad_without_jiang_is_no_hu():
    game = on(other_draws("捌捌捌" + NOTHING + "七八", "捌"))
    assert melds(game, 0) == "跑捌捌捌捌" and must_discard(game, 0)
    assert other_draws("捌捌捌" + NOTHING + "八八", "捌", "0 hu").over


@covers("structure-059")
def test_a_jiang_without_quad_is_no_hu():
    """Six groups and a pair are a hand of 20; only a seventh group completes it."""
    game = dealt("", NOTHING + "七八九捌捌", dealer=0, liang="二", rules=SHORT)
    assert must_discard(game, 0)
    assert legal(dealt("", NOTHING + "七八九捌捌", dealer=0, liang="捌", rules=SHORT)) == {1: ["hu", "pass"]}


@covers("structure-060")
@pytest.mark.parametrize("card", "玖十八")
def test_two_quads_and_two_jiang_are_no_hu(card):
    """Two 提, three sets, 十十 and 玖: one card more makes 21, two quads need 22."""
    game = play(
        dealt("壹壹壹壹贰贰贰贰四五六肆伍陆七八九十十玖", "二", dealer=1, wall=card, rules=SHORT), "1 discard 二"
    )
    assert "hu" not in drawn(game, 1).get(0, [])


@covers("structure-061")
@pytest.mark.parametrize(("card", "split", "open_"), [("四", False, False), ("伍", False, False), ("伍", True, True)])
def test_a_kan_is_not_split_for_a_hu(card, split, open_):
    rules = STD.replace(split_kan=split)
    held = "五五五四六壹壹壹叁叁叁一二三七八九十拾拾"
    game = play(dealt(held, "玖", dealer=1, wall=card, rules=rules), "1 discard 玖")
    assert ("hu" in drawn(game, 1).get(0, [])) == open_


def test_every_example_is_played():
    assert test_game_hands.covers is covers
    wanted = set(ids(*KINDS)) - OF_THE_SITTING
    assert set(COVERED) == wanted
    assert all(COVERED.values())
