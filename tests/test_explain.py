"""Derivations: whatever a line says adds up to the result, in both languages."""

import random
import re

import msgspec
import pytest

from erqishi.cards import parse_cards
from erqishi.errors import InternalError, UserInputError
from erqishi.zipai.explain import explain, explain_hand
from erqishi.zipai.game import Game
from erqishi.zipai.hand import HandState, evaluate
from erqishi.zipai.ruleset import RuleSet
from reference.random_hands import random_case

STD = RuleSet.load("std15")
GROUP = re.compile(r"^(?:提|跑|偎|臭偎|坎|碰|吃|句|绞|将) (\S+) (\d+)息$")


def played(rules, seed):
    """A hand of chance, where every 胡 is taken."""
    rng = random.Random(seed)
    game = Game.deal(rules, seed=seed, dealer=seed % rules.seats)
    while not game.over:
        for seat, actions in game.decision.legal.items():
            wins = [action for action in actions if str(action) == "hu"]
            game.do(wins[0] if wins else rng.choice(actions), seat)
    return game


def numbers(text):
    return [int(n) for n in re.findall(r"(?<![\d×])[+-]?\d+", text.replace("−", "-"))]


def check_sum(lines, huxi, tun, groups):
    """门子 add up to the 息, the 息 to the 囤."""
    said = [line.zh for line in lines]
    laid = [int(match[2]) for text in said if (match := GROUP.match(text))]
    assert (len(laid), sum(laid)) == (groups, huxi)
    (total,) = (text for text in said if re.match(r"\d+门，", text))
    assert f"{huxi}息" in total
    if "=" in total:
        plus = total.partition("，")[2].partition(" = ")[0]
        assert sum(map(int, plus.split("+"))) == huxi
    (formula,) = (text for text in said if "囤：" in text)
    inside, _, value = formula.partition("：")[2].removesuffix("（取整）").partition(" = ")
    assert eval(inside.replace("×", "*").replace("÷", "//").replace("−", "-")) == int(
        value
    )  # the line's own arithmetic
    last = int(value)
    for text in said:
        if text == "囤最少是1":
            assert last < 1
            last = 1
        elif text.startswith("自摸加"):
            more, before, again, after = (int(n) for n in re.findall(r"\d+", text))
            assert (before, again, before + more) == (last, more, after)
            last = after
    assert last == tun


OPTIONS = (
    {"min_huxi": 0},
    {"hu_on_discard": True, "min_huxi": 3, "base": 5},
    {"split_kan": True, "min_huxi": 6, "zimo_tun": 3},
    {"seats": 2, "wall": 39, "tun_formula": "x//5"},
)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
def test_lines_of_a_game_add_up_to_its_result(options):
    rules, won, ways = STD.replace(**options), 0, set()
    for seed in range(60):
        game = played(rules, seed)
        lines, result = explain(game), game.result
        assert lines[0].zh == f"庄家 {'ABCD'[game.dealer]}"
        stand = dict(re.findall(r"([A-D]) ([+-]?\d+)", lines[-1].zh))
        assert {seat: int(points) for seat, points in stand.items()} == dict(zip("ABCD", result.net, strict=False))
        if result.winner is None:
            assert "荒庄" in lines[1].zh
            continue
        won += 1
        winner = "ABCD"[result.winner]
        ways.add(next(line.zh.partition("（")[2] for line in lines if line.zh.startswith(f"{winner} 胡 ")))
        check_sum(lines, result.huxi, result.tun, 7)
        payments = [line.zh for line in lines if f"付 {winner} " in line.zh]
        assert (
            sum(int(text.partition(f"付 {winner} ")[2].partition("（")[0]) for text in payments)
            == result.net[result.winner]
        )
        for text in payments:
            amount, tun, base = map(int, re.findall(r"\d+", text))
            assert (tun, base, tun * base) == (result.tun, rules.base, amount)
        for line in lines:
            assert numbers(line.zh) == numbers(line.en.replace("(rounded down)", "")), line
    assert won > 5
    assert "自己摸的）" in ways


def deck(dealer, second, third, liang, wall=""):
    """A deck of whole hands: what is not said is filled up with cards of ever other kinds."""
    said = [parse_cards(text) for text in (dealer, second, third, liang, wall)]
    held = [sum(cards.count(k) for cards in said) for k in range(20)]
    left = [k for copy in range(4) for k in range(20) if copy < 4 - held[k]]
    hands = []
    for cards in said[:3]:
        while len(cards) < 20:
            cards.append(left.pop(0))
        hands += cards
    return [*hands, *said[3], *said[4], *left]


FIVE = "一一一三三三五五五六六六八八八"
FOUR = "一一一三三三五五五六六六八八 九壹叁伍柒玖"


def test_forced_tianhu_of_another_seat():
    game = Game.from_deck(STD, deck("", FIVE, "", "九"))
    assert game.over
    said = [line.zh for line in explain(game)]
    assert said[1] == "B 发牌就是三提五坎：天胡"
    assert said[2:7] == [f"坎 {c * 3} 3息" for c in "一三五六八"]
    assert said[7] == "3+3+3+3+3 = 15息，不问够不够"
    assert said[8:] == [
        "天胡的囤：(2×15−12)÷3 = 6",
        "A 付 B 6（6囤×底分1）",
        "C 付 B 6（6囤×底分1）",
        "本局：A -6，B +12，C -6",
    ]


def test_forced_tianhu_completed_by_the_dealers_card():
    game = Game.from_deck(STD, deck(FOUR, "", "", "八"))
    said = [line.zh for line in explain(game)]
    assert said[1] == "A 发牌就是三提五坎：天胡，亮张八凑成"
    assert "自摸加1：6+1 = 7囤" in said
    assert said[-1] == "本局：A +14，B -7，C -7"


def test_forced_tianhu_with_fixed_tun_and_with_the_other_cards():
    fixed = Game.from_deck(STD.replace(tianhu_fixed=6), deck(FOUR, "", "", "八"))
    said = [line.zh for line in explain(fixed)]
    assert said[8:10] == ["囤：天胡固定 6", "自摸加1：6+1 = 7囤"]
    grouped = Game.from_deck(STD.replace(tianhu_huxi="best"), deck("", FIVE + "壹贰叁贰柒", "", "拾"))
    said = [line.zh for line in explain(grouped)]
    assert said[7:9] == ["其余的牌 壹贰贰叁柒 组得 6息", "3+3+3+3+3+6 = 21息，不问够不够"]


def test_a_game_is_explained_after_its_end_only():
    game = Game.deal(STD, seed=1)
    with pytest.raises(UserInputError, match="not over"):
        explain(game)


def test_lines_of_a_hand_add_up():
    rng, won = random.Random(4), 0
    for _ in range(200):
        counts, melds, card, how = random_case(rng)
        if how in ("none", "discard"):
            continue
        state = HandState.of([k for k in range(20) for _ in range(counts[k])], melds)
        hand = evaluate(state, card, {"draw": "self", "joined": "dealt"}.get(how, "other"))
        lines = explain_hand(hand)
        if hand.win:
            won += 1
            check_sum(lines, hand.huxi, hand.tun, 7)
        else:
            assert lines[-1].zh == f"不能胡：{hand.reason.zh}"
            assert hand.reason.rule in str(lines[-1])
    assert won > 20


def test_lines_that_do_not_come_to_the_tun_that_were_paid_are_a_fault_of_ours():
    state = HandState.of("一一一六七八十十 贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹")
    for origin in ("self", "other"):
        hand = evaluate(state, "五", origin)
        assert check_sum(explain_hand(hand), hand.huxi, hand.tun, 7) is None
        with pytest.raises(InternalError, match="were paid"):
            explain_hand(msgspec.structs.replace(hand, tun=hand.tun + 1))


def test_a_line_shows_rule_and_both_languages():
    hand = evaluate(HandState.of("一二三壹贰"), "叁", "other")
    assert str(explain_hand(hand)[-1]) == "不能胡：只有2门，要7门 (core.md §15.1: no 胡: 2 门子, not 7)"
