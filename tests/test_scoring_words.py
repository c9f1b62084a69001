"""What rules and hands are called in words: kinds of 门子, conditions of 名堂, who pays a discard."""

import pytest

from erqishi.zipai import ruleset
from erqishi.zipai.playtext import play_lines
from erqishi.zipai.ruleset import RuleSet, from_dict
from erqishi.zipai.scoring import facts_of_given, facts_of_text, settle_hand
from erqishi.zipai.scoring.describe import mingtang_rows, steps

NAMES = ruleset.names()


@pytest.mark.parametrize(
    ("cards", "kind"), [("九九玖", "jiao"), ("六陆陆", "jiao"), ("四五六", "run"), ("二七十", "run")]
)
@pytest.mark.parametrize("word", ["吃", "比"])
def test_what_was_eaten_is_called_what_it_is(word, cards, kind):
    rest = "坎壹壹壹 坎叁叁叁 碰捌捌捌 句肆伍陆 将贰贰 提七七七七".replace(
        "七七七七", "一一一一" if "七" in cards else "七七七七"
    )
    for facts in (
        facts_of_text(f"{rest} {word}{cards}"),
        facts_of_text("壹壹壹叁叁叁肆伍陆贰贰", melds=f"碰捌捌捌 {word}{cards} 提一一一一"),
        facts_of_given(
            RuleSet.load("std15"), {"hand": "壹壹壹叁叁叁肆伍陆贰贰", "melds": f"提一一一一 碰捌捌捌 {word}{cards}"}
        ),
    ):
        groups = settle_hand(RuleSet.load("std15"), facts).groups
        ours = [
            group.kind
            for group in groups
            if sorted(group.cards) == sorted(facts_of_text(f"句四五六 {word}{cards}").groups[1].cards)
        ]
        assert ours == [kind]


def test_reds_in_one_group_of_any_size_are_said_without_a_number():
    test = {"reds": {"groups": 1}}
    rules = from_dict(
        {"id": "cun", "scoring": {"mingtang": [{"id": "a", "zh": "甲", "test": test, "fan": 2}]}}, "cun.toml"
    )
    (row,) = mingtang_rows(rules)
    assert row.asks_zh == "全部红字自成一门"
    assert row.asks_en == "all reds, and nothing else, make one group"


def test_a_mingtang_that_is_off_is_no_reason():
    def asks(rules):
        return next(row for row in mingtang_rows(rules) if row.id == "hong").asks_zh

    assert asks(RuleSet.load("xiangtan")) == "红字10张以上"
    assert asks(RuleSet.load("xiangtan", {"zhuzhou": True})) == "红字10张以上，算了大红就不算"
    assert "大红" in asks(RuleSet.load("chenzhou"))  # both are off, and are agreed on together


@pytest.mark.parametrize("name", ruleset.names())
def test_who_wins_is_said_once_in_a_row(name):
    """`天胡 (the dealer, by the deal) | the dealer on the 亮张` said the dealer twice; the page has the same words."""
    for row in mingtang_rows(RuleSet.load(name)):
        for who in ("dealer", "another seat"):
            assert not (who in row.name_en and who in row.asks_en), row
        if row.name_en:
            assert f"| {row.name} ({row.name_en}) |" in ruleset.page(name)


def test_a_name_of_wang_says_what_it_is():
    rows = {row.name: row for row in mingtang_rows(RuleSet.load("yongzhou"))}
    assert "一张王" in rows["王钓"].asks_zh and "将" in rows["王钓"].asks_zh
    assert "两张王" in rows["王闯"].asks_zh and "坎" in rows["王闯"].asks_zh
    assert "三张王" in rows["王炸王"].asks_zh and "又是王" in rows["王炸王"].asks_zh


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("can", [True, False])
def test_payments_speak_of_discards_only_where_they_can_be_won(name, can):
    rules = RuleSet.load(name, {"hu_on_discard": can})
    said = [*(line.zh for line in steps(rules)), *(line.zh for line in play_lines(rules))]
    if not can:
        assert not [line for line in said if "放炮" in line]
    plain = [line for line in said if line.startswith("各输家付一份")]
    sole = [line for line in said if line.startswith("有人放炮")]
    assert not (sole and plain), (plain, sole)
