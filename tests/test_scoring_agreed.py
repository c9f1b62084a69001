"""What a table agrees on holds, whatever else it agrees on: the table of two, discards, choices that contradict each other."""

from itertools import combinations

import msgspec
import pytest

from erqishi.errors import RuleSetError
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet, options_of
from erqishi.zipai.scoring import Facts, options, settle_hand
from erqishi.zipai.scoring.facts import Counted

NAMES = ruleset.names()
TWO = [name for name in NAMES if RuleSet.load(name).deal == 20]


# -- a table of two ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize(("value", "aside", "least"), [("21", 0, 21), ("20_out", 20, None), ("20_out_21", 20, 21)])
def test_a_table_of_two_has_the_cards_aside_and_the_least_that_it_says(name, value, aside, least):
    plain, rules = RuleSet.load(name), RuleSet.load(name, {"two_players": value})
    assert (rules.seats, rules.cards - rules.deck_size) == (2, aside)
    assert rules.min_huxi == (least or plain.min_huxi)
    assert not rules.missing
    if least is None:
        return
    replaced = {each.huxi for each in rules.scoring.counts_as if not each.off} if rules.scoring else set()
    for huxi in set(range(least)) - replaced:  # 卡 are asked by what they count as
        for red in (0, 1, 4, 12, 15):
            for zimo in (True, False):
                facts = Facts(counted=Counted(huxi=huxi, red=red, big=9, small=11), zimo=zimo, players=2)
                assert not settle_hand(rules, facts).can_hu, (huxi, red, zimo)


@pytest.mark.parametrize("value", ["21", "20_out", "20_out_21"])
def test_a_table_of_two_is_for_twenty_cards_each(value):
    """六胡抢 deals 14: nobody says how two would play it."""
    assert "two_players" not in [option.id for option in options_of("hengyang_6huqiang")]
    with pytest.raises(RuleSetError, match=r"每家20张.*14.*20 cards each"):
        RuleSet.load("hengyang_6huqiang", {"two_players": value})


@pytest.mark.parametrize("name", ["yongzhou", "quanzhou"])
def test_wang_stay_in_the_deck_of_two(name):
    for wang in range(5):
        rules = RuleSet.load(name, {"wang": wang, "two_players": "20_out"})
        assert (rules.wang, rules.wall, rules.cards - rules.deck_size) == (wang, 19 + wang, 20)
        assert RuleSet.load(name, {"wang": wang}).wall == 19 + wang


def test_the_defaults_of_the_deal_are_those_of_a_rule_set():
    plain = msgspec.to_builtins(RuleSet(id="plain"))
    assert {key: plain[key] for key in options._DEALT} == options._DEALT


# -- choices that contradict each other ----------------------------------------------------------------------------------


def choices_of(name):
    for option in options_of(name):
        for choice in option.choices:
            yield option, choice.value, choice.set
        for value in option.values:
            yield option, value, {option.path: value}


def held(rules, path, value):
    """Whether a rule set has what a choice sets; `*` is every entry."""
    if path == "aside":
        return rules.cards - rules.deck_size == value
    if path == "least":
        return rules.min_huxi == value and not (rules.scoring and rules.scoring.lax_min_huxi)

    def look(place, keys):
        if not keys:
            return within(value, place)
        if isinstance(place, list):
            return all(look(each, keys[1:]) for each in place if keys[0] in ("*", each["id"]))
        return look(place[keys[0]], keys[1:])

    if rules.scoring is None and path.startswith("scoring."):
        return "*" in path
    return look(full(rules), path.split("."))


def within(value, place):
    """Whether a table holds all that another says; lists and tuples are alike."""
    if isinstance(value, dict):
        return all(within(each, place[key]) for key, each in value.items())
    return full(value) == full(place)


def full(struct):
    """Plain data with every default."""
    if isinstance(struct, msgspec.Struct):
        return {key: full(getattr(struct, key)) for key in struct.__struct_fields__}
    if isinstance(struct, tuple | list):
        return [full(each) for each in struct]
    return struct


@pytest.mark.parametrize("name", NAMES)
def test_two_choices_both_hold_or_are_refused_by_name(name):
    """Of each pair of choices of different options: what both say is so, or the message names both."""
    agreed = 0
    for (one, a, sets), (other, b, sets2) in combinations(choices_of(name), 2):
        if one.id == other.id:
            continue
        for chosen in ({one.id: a, other.id: b}, {other.id: b, one.id: a}):
            try:
                rules = RuleSet.load(name, chosen)
            except RuleSetError as error:
                assert one.zh in str(error) and other.zh in str(error) and "contradict" in str(error), str(error)
                continue
            agreed += 1
            for path, value in (*sets.items(), *sets2.items()):
                assert held(rules, path, value), (chosen, path)
    assert agreed > 50


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("hengyang_6huqiang", {"honghei_2fan": True, "values": "3545"}),
        ("hengyang_6huqiang", {"cards": 21, "two_players": "20_out"}),
        ("xiangtan", {"zhuzhou": True, "zimo": "fan"}),
        ("xiangtan", {"株洲": True, "自摸": "after"}),
        ("changde_qmt_big68", {"cap": 100, "封顶": 200}),
        ("huaihua_hongguaiwan_234", {"起胡": 18, "two_players": "21"}),
        ("chenzhou", {"colours": True, "mingtang": "none"}),
        ("changde_honghei", {"对子胡": True, "duizi": False}),
        ("hengyang_6huqiang", {"values": "3545", "mingtang": "none"}),
    ],
)
def test_what_contradicts_itself_is_refused_and_names_both(name, chosen):
    with pytest.raises(RuleSetError) as error:
        RuleSet.load(name, chosen)
    assert "不能一起选" in str(error.value) and "contradict" in str(error.value)
    assert all(key in str(error.value) for key in chosen)


def test_a_single_mingtang_is_more_exact_than_an_option():
    rules = RuleSet.load("hengyang_6huqiang", {"honghei_2fan": True, "点胡": 3})
    assert {each.id: each.fan for each in rules.scoring.mingtang if not each.off}["dian"] == 3
    only = RuleSet.load("changde_qmt_big68", {"mingtang": "none", "对子胡": True})
    assert [each.id for each in only.scoring.mingtang if not each.off] == ["duizi"]


# -- discards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_table_may_agree_whether_a_discard_can_be_won(name):
    plain = RuleSet.load(name)
    assert RuleSet.load(name, {"能不能放炮": "as_is"}) == plain
    for can in (True, False):
        rules = RuleSet.load(name, {"hu_on_discard": can})
        assert rules == plain.replace(hu_on_discard=can) and not rules.missing
