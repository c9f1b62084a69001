"""A refused move is told the rule that forbids it: every reason, in a played hand."""

import pytest

from erqishi.errors import IllegalAction, UserInputError
from erqishi.zipai.actions import Chi, Discard, Hu, Pass, Peng
from tables import READY, STD, answer, dealt, drawn, play

MAY_WEI = "四五一二三七八九壹壹壹叁叁叁肆伍陆捌捌八"


def reason(game, action, seat):
    """(rule, English) of the refusal."""
    with pytest.raises(IllegalAction) as error:
        game.verify(action, seat)
    assert error.value.zh
    return error.value.rule.removeprefix("core.md "), error.value.en


def test_when_the_hand_is_over():
    game = dealt("", "一一一一二二二二三三三三")
    for action in (Pass(), Hu(), Discard("一")):
        assert reason(game, action, 0) == ("§9", "the hand is over")
    with pytest.raises(IllegalAction):
        game.do(Pass())


def test_no_such_seat_and_which_seat():
    for seat in (3, -1, True):
        with pytest.raises(UserInputError, match="must be 0 to 2"):
            dealt("一").verify(Discard("一"), seat)
    game = play(dealt("六", "四五", "六六", apart="六", of=(1, 2)), "0 discard 六")
    with pytest.raises(UserInputError, match="which seat"):
        game.do(Peng())


def test_a_discard_that_is_not_due_not_held_or_not_to_be_broken():
    game = dealt("一一一二", "捌", apart="玖")
    assert reason(game, Discard("玖"), 0) == ("§9", "seat 0 holds no 玖")
    assert reason(game, Discard("一"), 0) == ("§4", "一 is a kan and is never broken")
    for words in ("一二", "牌", ""):
        with pytest.raises(UserInputError):
            game.verify(Discard(words), 0)
    assert reason(game, Discard("捌"), 1) == ("§9", "seat 1 does not owe a discard now")
    for action in (Pass(), Hu(), Peng(), Chi("一二三")):
        assert reason(game, action, 0) == ("§9", "seat 0 has to discard; nothing can be claimed")


def test_hu():
    game = play(dealt(READY, "", "六", dealer=2), "2 discard 六")
    assert reason(game, Hu(), 0) == ("§15.3", "a discard cannot be won")
    game = play(dealt(READY, "九九", "九", dealer=2, rules=STD.replace(hu_on_discard=True)), "2 discard 九")
    assert reason(game, Hu(), 0) == ("§15.1", "with 九 the cards do not form seven sets")
    game = play(dealt(READY, "捌", dealer=1, wall="六", rules=STD.replace(min_huxi=16)), "1 discard 捌")
    assert "chi 四五六" in drawn(game, 1)[0]
    assert reason(game, Hu(), 0) == ("§15.2", "only 15 息, 16 are needed")


def test_nobody_wins_with_its_own_discard():
    """The dealer's 21 cards are a whole hand; what it throws would make the other 20 one again."""
    rules = STD.replace(hu_on_discard=True, liangzhang_hu=False)
    game = play(dealt(READY, liang="六", rules=rules), "0 discard 六")
    assert (game.decision is None or 0 not in game.decision.legal) and not game.over
    other = play(dealt("六", READY, rules=rules), "0 discard 六")
    assert Hu() in other.legal(1)


def test_hu_that_was_passed():
    game = play(dealt(MAY_WEI, "玖五七", dealer=1, wall="六?六", apart="捌八"), "1 discard 玖", "0 pass")
    assert drawn(game, 3)
    assert reason(game, Hu(), 0) == ("§15.7", "六 was passed and the 息 on the table have not changed since")


def test_hu_of_what_another_hides():
    """Seat 0 is asked whether it wins with its own 偎; the others learn nothing by asking."""
    game = play(dealt("三三四五六七八九壹壹壹叁叁叁伍伍伍柒捌玖", "", "捌", dealer=2, wall="三"), "2 discard 捌")
    while game.decision.origin != "own_meld":
        answer(game, {})
    assert reason(game, Hu(), 1) == ("§9", "another seat's wei or ti is hidden and cannot be won")


def test_hu_of_ones_own_discard():
    rules = STD.replace(hu_on_discard=True)
    game = play(dealt("六", "四五", rules=rules, apart="六", of=(1,)), "0 discard 六")
    assert reason(game, Hu(), 0) == ("§15.3", "one's own discard cannot be won")


def test_hu_of_the_dead():
    game = dealt("一一一三三三五五五七七七拾拾柒捌壹贰九肆", "", "玖", dealer=2, wall="?叁??拾??")
    play(game, "2 discard 玖", "0 chi 柒捌玖", "0 discard 九", "0 chi 壹贰叁", "0 discard 肆")
    while not game.view(0).seats[0].dead:
        answer(game, {})
    assert reason(game, Hu(), 0) == ("§22.9", "seat 0 is dead and cannot win")


SMALL_HANDS = STD.replace(deal=8, wall=19)


def test_peng():
    """(A pair and a waiting 跑 of the same kind would be five cards; a pair of what one has discarded cannot be.)"""
    game = dealt(READY, "", "六六", liang="六")
    assert reason(game, Peng(), 2) == ("§3", "the liangzhang can only be won")
    game = play(dealt("六", "四五", apart="六", of=(1,)), "0 discard 六")
    assert reason(game, Peng(), 0) == ("§12", "one's own card cannot be penged")
    assert reason(game, Peng(), 1) == ("§12", "seat 1 holds 0 六, peng needs a pair")
    game = play(dealt("伍伍五肆陆", "伍", dealer=1, wall="伍", apart="伍"), "1 discard 伍", "0 pass")
    assert sorted(drawn(game, 1)[0]) == ["chi 五伍伍 比 肆伍陆", "chi 肆伍陆 比 五伍伍", "pass"]
    assert reason(game, Peng(), 0) == ("§14", "伍 is chou (passed before) to seat 0")
    game = play(
        dealt("二二二三三三四四", "四", "五六", dealer=1, apart="四", of=(2,), rules=SMALL_HANDS), "1 discard 四"
    )
    assert reason(game, Peng(), 0) == ("§8", "after this peng no card could be discarded")


def test_chi():
    game = dealt(READY, "四五", "", dealer=2, liang="六")
    assert reason(game, Chi("四五六"), 1) == ("§3", "the liangzhang can only be won")
    game = play(dealt("六", "四五", "四五六六", apart="六", of=(1, 2)), "0 discard 六")
    assert reason(game, Chi("四五六"), 0) == ("§13", "one's own discard cannot be eaten")
    assert reason(game, Chi("四五六"), 2)[1].startswith("only one's own draw and the previous seat's card")
    game = play(dealt(READY, "六六六", "捌七八", dealer=2, wall="??六"), "2 discard 捌")
    assert list(drawn(game, 3)) == [0]
    assert reason(game, Chi("六七八"), 2) == ("§22.8", "a forced pao waits; chi is not offered")
    game = play(dealt("七八九", "", "七八", wall="?九", apart="九", of=(2,)), "0 discard 九")
    assert 2 in drawn(game, 2)
    assert reason(game, Chi("七八九"), 0) == ("§14", "seat 0 has discarded 九 itself")
    game = play(dealt("四五", "六六", "六", dealer=2, rules=STD.replace(chi_from=())), "2 discard 六")
    assert reason(game, Chi("四五六"), 0)[1] == "the rules of this table do not let this card be eaten"
    game = play(dealt("二二二三三三四五", "六六", "六", dealer=2, rules=SMALL_HANDS), "2 discard 六")
    assert reason(game, Chi("四五六"), 0) == ("§8", "after this no card could be discarded")


def test_chi_of_a_chou_card():
    game = play(dealt("四五", "", "玖五七", dealer=2, wall="六?六"), "2 discard 玖")
    assert "chi 四五六" in drawn(game, 1)[0]
    assert drawn(game, 3).keys() == {2}
    assert reason(game, Chi("四五六"), 0) == ("§14", "六 is chou (passed before) to seat 0")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Chi("一五十"), "一五十 is not a run or jiao with 二"),
        (Chi("二七十"), "not enough free 七 for 二七十"),
        (Chi("二三四"), "not enough free 四 for 二三四"),
        (Chi("一二三"), "every other 二 in hand must be laid in a set (bi)"),
        (Chi("一二三", ("二贰贰", "二三四")), "not enough free 三 for 二三四"),
    ],
    ids=str,
)
def test_chi_of_wrong_sets(action, words):
    """一二二三贰贰 and the 坎 四四四."""
    game = play(dealt("一二二三贰贰四四四", "", "二", dealer=2, apart="二"), "2 discard 二")
    rule, found = reason(game, action, 0)
    assert rule == "§13" and words in found


def test_bi_may_be_named_in_any_order():
    game = play(dealt("一二二三三四贰贰", "", "二", dealer=2, apart="二"), "2 discard 二")
    assert game.can(Chi("一二三", ("二三四", "二贰贰")), 0)
    assert game.can(Chi("三二一", ("贰二贰", "四三二")), 0)


def test_pass():
    game = play(dealt("六", "四五", apart="六", of=(1, 2)), "0 discard 六")
    assert reason(game, Pass(), 2) == ("§22.12", "seat 2 has no option on this card and is not asked")
    held = "三三四五六七八九壹壹壹叁叁叁伍伍伍柒捌玖"
    game = play(dealt(held, "二", dealer=1, wall="三", rules=STD.replace(peng_forced=True)), "1 discard 二")
    assert drawn(game, 1)[0] == ["hu", "peng"]
    assert reason(game, Pass(), 0) == ("§12", "the rules of this table do not allow a pass here")
