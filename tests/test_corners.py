"""Places where a change went unnoticed once: each of these was a mutation that no other test saw."""

from erqishi.cards import parse_cards
from erqishi.zipai.actions import Discard, parse_action
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet

STD = RuleSet.load("std15")


def deck(*hands: str, liang: str, wall: str = "") -> list[int]:
    """A deck that deals these hands (dealer first, short ones filled up) and turns these cards up first."""
    given = [parse_cards(text) for text in hands]
    first = parse_cards(liang)
    turned = parse_cards(wall)
    rest = [k for k in range(20) for _ in range(4)]
    for k in [card for part in (*given, first, turned) for card in part]:
        rest.remove(k)
    dealt = []
    for hand in given:
        dealt += hand + [rest.pop() for _ in range(20 - len(hand))]
    return dealt + first + turned + rest


def test_three_ti_of_the_dealer_in_twenty_cards_are_no_zimo_although_the_liang_is_counted():
    """core.md §22.1: judged on 20 cards first; 息 on all 21."""
    cards = deck("壹壹壹壹伍伍伍伍玖玖玖玖二二三四六七八十", "一一一五五", "九九九捌捌", liang="二", wall="一")
    result = Game.from_deck("std15", cards).result
    assert result is not None
    assert (result.winner, result.huxi, result.zimo) == (0, 36 + 3, False)
    assert result.tun == (2 * 39 - 12) // 3


def test_the_liang_that_completes_the_third_ti_makes_it_zimo():
    """乙五: 如果亮张的牌正好构成第3提, 天胡而且自摸."""
    cards = deck("壹壹壹壹伍伍伍伍玖玖玖二三四六七八十贰柒", "一一一五五", "九九九捌捌", liang="玖", wall="一")
    result = Game.from_deck("std15", cards).result
    assert result is not None
    assert (result.winner, result.huxi, result.zimo, result.tun) == (0, 36, True, (72 - 12) // 3 + 1)


def test_declining_a_peng_by_a_chi_that_is_overtaken_leaves_the_peng_dead():
    """core.md §22.4: a seat that could 碰, said 吃 and was overtaken by the drawer's 吃 has 忍碰."""
    cards = deck(
        "一三五五七九贰肆陆捌拾拾柒柒伍伍叁壹十八",
        "二四贰陆一七九壹伍柒玖玖叁叁肆肆捌八六六",
        "三三四五叁一七二十拾柒捌捌玖陆陆壹肆八九",
        liang="二",
        wall="三",
    )
    game = Game.from_deck("std15", cards)
    game.do(Discard("十"))
    while game.decision is not None and game.decision.card != "三":
        for seat in list(game.decision.legal):
            game.do(game.legal(seat)[-1], seat)
    assert game.decision is not None
    legal = game.decision.legal
    assert parse_action("chi 二三四") in legal[1]
    assert parse_action("peng") in legal[2]
    eat = next(action for action in legal[2] if str(action).startswith("chi"))
    game.do(parse_action("chi 二三四"), 1)
    game.do(eat, 2)
    assert game.view(2).marks["三"] == ["peng"]


def test_a_chi_whose_second_bi_leaves_only_kan_is_not_offered():
    """core.md §8, §22.9: after it a discard would be due and there is none; another way of eating stays offered."""
    cards = deck(
        "十五陆陆七七八八九九壹壹叁叁肆肆伍伍柒柒",
        "一二二三三四贰贰六六六玖玖玖拾拾拾捌捌捌",
        "",
        liang="十",
        wall="柒壹二",
    )
    game = Game.from_deck("std15", cards)
    game.do(Discard("五"))
    while game.decision is not None and game.decision.card != "二":
        for seat in list(game.decision.legal):
            game.do(game.legal(seat)[-1], seat)
    assert game.decision is not None
    offered = {str(action) for action in game.decision.legal[1]}
    assert "chi 二二贰 比 一二三" in offered  # leaves 三 四 贰 to discard
    assert "chi 二贰贰 比 一二三 比 二三四" not in offered  # leaves nothing but 坎
    assert "chi 一二三 比 二三四 比 二贰贰" not in offered


def test_a_passed_hu_is_shown_as_dead_until_the_table_huxi_change():
    """core.md §15.7: the view takes the mark back with the rule."""
    seen = 0
    for seed in range(60):
        game = Game.deal("std15", seed=seed)
        while not game.over:
            assert game.decision is not None
            for seat, legal in list(game.decision.legal.items()):
                game.do(legal[-1], seat)
            t = game._table
            for seat in range(3):
                dead = {card for card, blocks in game.view(seat).marks.items() if "hu" in blocks}
                locked = {k for k in range(20) if t.passed[seat][k] == t.table_xi[seat] + 1}
                assert {parse_cards(card)[0] for card in dead} == locked
                seen += any(t.passed[seat]) and not locked
    assert seen


def test_actions_are_read_as_people_write_them():
    """A card in another alphabet or a set in another order is the same action."""
    game = Game.deal("std15", seed=7)
    assert game.can(Discard("x1"))
    game.do(Discard("x1"))
    assert game.did == [{0: Discard("一")}]
