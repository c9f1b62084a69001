"""Rules of a room: options and parameters, kept through the log whatever the rule set."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from erqishi.errors import RuleSetError
from erqishi.server.games.shape import Label
from erqishi.server.protocol import MAX_FRAME
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.rulebook import changed, changed_page, own_rules, page_of, rules_of
from erqishi.server.tables import log
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.house_rules import room_lines, rule_lines
from erqishi.server.tables.state import TableState
from erqishi.server.tables.views import room_rules_name
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.common import COMMON


@pytest.mark.parametrize("name", ruleset.names())
def test_a_table_is_made_again_from_its_log_with_the_same_rules(name):
    rules = RuleSet.load(name)
    made = log.Made("t", "123456", "p", RoomOptions(rules=name), msgspec.to_builtins(rules), 0)
    again = log.decode(log.encode(made))
    assert TableState(again).rules == rules
    assert all(line.zh and line.en for line in rule_lines(rules))


def test_options_and_parameters_are_both_taken():
    assert rules_of(RoomOptions(changes={"min_huxi": 21, "hu_forced": True})).min_huxi == 21
    assert rules_of(RoomOptions(changes={"hu_forced": True})).hu_forced
    assert rules_of(RoomOptions()) == RuleSet.load("std15")


def test_no_room_is_made_of_rules_that_the_engine_cannot_play():
    changes = {"extra_sets": ["一五十"]}  # beside 王
    assert RuleSet.load("quanzhou").replace(**changes).missing
    with pytest.raises(Refusal) as refused:
        rules_of(RoomOptions(rules="quanzhou", changes=changes))
    assert refused.value.code == "bad_option" and "quanzhou" in refused.value.en


def test_the_lines_say_what_a_village_does_differently():
    plain = {line.zh for line in rule_lines(RuleSet.load("std15"))}
    other = RuleSet.load("std15").replace(hu_on_discard=True, wei_visibility="one_up", peng_forced=True)
    assert {"打出的牌可以胡（放炮）", "有碰必碰"} <= {line.zh for line in rule_lines(other)} - plain
    lines = room_lines(RoomOptions(hands=3, clock=0), "open", 4000)
    assert [line.zh for line in lines] == [
        "3局一场",
        "不限时：人在，最多等10分钟；掉线的等60秒，牌桌替他打",
        "要牌答完就走",
    ]
    lines = room_lines(RoomOptions(hands=8, clock=30), "constant", 4500)
    assert [line.zh[:7] for line in lines] == ["8局一场", "打牌30秒", "要牌4.5秒：", "一局可以“想一"]
    # nothing is claimed in 跑腰: what is said there is why a hand begins with a wait
    lines = room_lines(RoomOptions(hands=8, clock=30), "constant", 4000, claims=False)
    assert [line.zh for line in lines] == ["8局一场", "打牌30秒", "喜儿每局等4秒再往下：有没有人有，看不出来"]
    lines = room_lines(RoomOptions(hands=8, clock=0), "open", 4000, claims=False)
    assert [line.zh for line in lines] == ["8局一场", "不限时：人在，最多等10分钟；掉线的等60秒，牌桌替他打"]


def test_who_sits_down_and_does_not_play_is_said_before_all_rules():
    for players, first in (
        (3, ["3人打，每人20张，庄家多一张亮张"]),
        (4, ["四人坐桌，三人打，对家数醒", "开醒筹：打牌没胡的各给醒家1底分；荒庄由庄家给（荒醒）", "3人打，"]),
        (6, ["四人坐桌，三人打，对家数醒", "开醒筹：", "第5人起打鸟：", "3人打，"]),
    ):
        lines = changed_page("std15", {}, players).lines
        assert all(line.zh.startswith(said) for line, said in zip(lines, first, strict=False)), players
    assert changed_page("std15", {"two_players": "20_out"}, 2).lines[0].zh.startswith("2人打，")
    with pytest.raises(RuleSetError, match="这套规则是2人打"):
        changed_page("std15", {"two_players": "20_out"}, 4)


def test_an_option_says_which_of_its_choices_the_rules_have():
    for name, option, value in (
        ("xiangtan", "zimo", "after"),
        ("xiangtan", "yiwushi", True),
        ("changde_qmt_big68", "huang_fan", True),
        ("std15", "huang_fan", False),
        ("std15", "two_players", False),
        ("std15", "min_huxi", None),
    ):
        assert {each.id: each.taken for each in page_of(name).options}[option] == value


VILLAGE = """
id = "liutang"
name = "柳塘"
min_huxi = 10
tun_formula = "x//5"
[scoring]
combine = "sum"
mingtang = [
    { id = "hong", zh = "十三红", test = { red = [13] }, fan = 4 },
    { id = "hei", zh = "黑胡", test = { red = [0, 0] }, fan = 6 },
]
"""


def test_a_rule_file_becomes_changes_that_a_room_plays():
    own = own_rules(VILLAGE)
    assert (own.base, own.name, sorted(own.changes["file"])) == (
        "std15",
        "柳塘",
        ["min_huxi", "scoring", "tun_formula"],
    )
    page = changed_page(own.base, own.changes)
    assert [(row.name.zh, row.off) for row in page.mingtang] == [("十三红", False), ("黑胡", False)] and not page.page
    assert rules_of(RoomOptions(rules=own.base, changes=own.changes)).hash == from_toml(VILLAGE).hash
    # its 名堂 can be left out by name
    rows = changed_page(own.base, {**own.changes, "黑胡": False}).mingtang
    assert [(row.name.zh, row.off) for row in rows] == [("十三红", False), ("黑胡", True)]
    for text, said in (
        (VILLAGE.replace("x//5", "x//"), "tun_formula"),
        ("id = ", "TOML"),
        ("a = 1", "no rule file"),
        ('id = "a"\nmin_hux = 3', "min_huxi"),
    ):
        with pytest.raises(RuleSetError, match=said):
            own_rules(text)


@pytest.mark.parametrize("name", ruleset.names())
def test_every_shipped_file_can_be_brought_as_one_s_own(name):
    """… with every option that the shipped one has, switched the same way; and it fits into a message."""
    own = own_rules(ruleset.text(name))
    page = changed_page(own.base, own.changes)
    assert page.hash == RuleSet.load(name).hash
    assert page.options == page_of(name).options
    assert len(msgspec.json.encode(RoomOptions(changes=own.changes))) < MAX_FRAME - 1000
    for option in page.options:
        for value in [*(choice.value for choice in option.choices), *option.values]:
            wanted = {option.id: value}
            try:
                shipped = changed(name, wanted)
            except RuleSetError as error:
                with pytest.raises(RuleSetError) as refused:
                    changed(own.base, {**own.changes, **wanted})
                assert str(refused.value).split(": ", 1)[1] == str(error).split(": ", 1)[1]
            else:
                assert changed(own.base, {**own.changes, **wanted}).hash == shipped.hash


VILLAGE_WITH_OPTIONS = (
    VILLAGE
    + """
[chosen]
fan_cap = 10
[[options]]
id = "qi"
zh = "几息起胡"
choices = [
    { value = "low", zh = "10息" },
    { value = "high", zh = "15息", set = { min_huxi = 15, tun_formula = "x//6" } },
]
[[options]]
id = "cap"
zh = "封顶"
path = "scoring.cap"
values = [40, 80, 0]
"""
)


def test_the_options_of_one_s_own_file_can_be_switched():
    own = own_rules(VILLAGE_WITH_OPTIONS)
    page = changed_page(own.base, own.changes)
    options = {option.id: option for option in page.options}
    assert [choice.zh for choice in options["qi"].choices] == ["10息", "15息"] and options["qi"].taken == "low"
    assert options["cap"].values == (40, 80, 0) and all(option.zh and option.en for option in page.options)
    assert page.parameters["scoring"]["fan_cap"] == 10 and page.page == ""
    changes = {**own.changes, "qi": "high", "cap": 40, "黑胡": False, "番数封顶": 5}
    rules = rules_of(RoomOptions(rules=own.base, changes=changes))
    assert (rules.min_huxi, rules.tun(18), rules.scoring.cap, rules.scoring.fan_cap) == (15, 3, 40, 5)
    assert [each.off for each in rules.scoring.mingtang] == [False, True]
    assert {option.id: option.taken for option in changed_page(own.base, changes).options}["qi"] == "low"
    # what is not given in the file is as in the standard game, its own options apart
    assert changed(own.base, {**own.changes, "min_huxi": 12}).hash != rules.hash


@pytest.mark.parametrize(
    ("rules", "changes", "said"),
    [
        ("chenzhou", {"file": {"min_huxi": 12}}, "std15"),
        ("std15", {"file": {"id": "quanzhou"}}, "id"),
        ("std15", {"file": {"name": "标准"}}, "name"),
        ("std15", {"file": {"min_huxi": "x"}}, "min_huxi"),
        ("std15", {"file": {"options": 3}}, "options"),
        ("std15", {"file": {"file": {}}}, "file"),
        ("std15", {"file": 3}, "file"),
        ("std15", {"file": {"chosen": {"cap": 3}, "scoring": {"cap": 4}}}, "scoring.cap = 4"),
    ],
)
def test_a_file_in_the_changes_is_judged_like_any_other(rules, changes, said):
    for judge in (changed_page, changed):
        with pytest.raises(RuleSetError, match=said):
            judge(rules, changes)
    with pytest.raises(Refusal):
        rules_of(RoomOptions(rules=rules, changes=changes))


@pytest.mark.parametrize(
    ("rules", "changes", "both"),
    [
        ("std15", {"cap": 40, "scoring": {"cap": 80}}, ("cap = 40", "scoring.cap = 80")),
        ("std15", {"two_players": "21", "seats": 3}, ("two_players = 21", "seats = 3")),
        ("std15", {"two_players": "20_out", "wall": 30}, ("two_players = 20_out", "wall = 30")),
        ("quanzhou", {"min_huxi": 18, "tun_formula": "x//5"}, ("min_huxi = 18", 'tun_formula = "x//5"')),
        ("quanzhou", {"起胡": 18, "tun_formula": "x//5"}, ("起胡 = 18", 'tun_formula = "x//5"')),
    ],
)
def test_an_option_and_a_parameter_that_disagree_are_both_named(rules, changes, both):
    for ask in (changed, changed_page):
        with pytest.raises(RuleSetError, match=r"不能一起写.*contradict each other") as refused:
            ask(rules, changes)
        assert all(each in str(refused.value) for each in both)
    with pytest.raises(Refusal) as no:
        rules_of(RoomOptions(rules=rules, changes=changes))
    assert all(each in no.value.zh and each in no.value.en for each in both)


def test_an_option_and_a_parameter_that_agree_both_stand():
    assert changed("std15", {"cap": 40, "scoring": {"cap": 40}}).scoring.cap == 40
    assert changed("std15", {"two_players": "21", "seats": 2, "wall": 39}).wall == 39
    assert changed("quanzhou", {"min_huxi": 18, "tun_formula": "2+(x-18)//3"}).tun(18) == 2
    assert changed("quanzhou", {"wang": 2, "wall": 12}).wall == 12  # the wall does not follow where it is told
    assert changed("std15", {"cap": 40, "scoring": None}).scoring.cap == 40


def from_toml(text):
    return ruleset.from_dict(tomllib.loads(text), "liutang.toml")


def test_a_room_calls_its_rules_by_its_own_name_and_seats_are_no_change():
    label = Label("changde_qmt_big68", "", "常德全名堂（大六八番）", "Changde, all mingtang (6 and 8)")
    for name, changes, zh, en in (
        ("", {}, "常德全名堂（大六八番）", "Changde, all mingtang (6 and 8)"),
        ("外婆家", {"draw_for_dealer": True}, "常德全名堂（大六八番）", "Changde, all mingtang (6 and 8)"),
        ("", {"min_huxi": 18}, "常德全名堂（大六八番）（改）", "Changde, all mingtang (6 and 8) (changed)"),
        ("外婆家", {"min_huxi": 18}, "外婆家（常德全名堂，改）", "外婆家 (Changde, all mingtang, changed)"),
        ("", {"two_players": "21"}, "常德全名堂（大六八番）（二人桌）", "Changde, all mingtang (6 and 8) (for two)"),
    ):
        called = room_rules_name(label, RoomOptions(name=name, changes=changes))
        assert (called.zh, called.en) == (zh, en)


#: Another value for each parameter, where a default alone does not say which others there are.
OTHERS = {
    "deal": {"deal": 14},
    "wall": {"wall": 12},
    "seats": {"seats": 2},
    "huxi": {"huxi": {"run123": [9, 6]}},
    "tun_formula": {"tun_formula": "x//3"},
    "huang_policy": {"huang_policy": "rotate_always"},
    "huang_policy_xing": {"huang_policy_xing": "keep_always"},
    "tianhu_formula": {"tianhu_formula": "same"},
    "tianhu_huxi": {"tianhu_huxi": "best"},
    "pao_of_peng": {"pao_of_peng": "any"},
    "chi_from": {"chi_from": ["prev_discard"]},
    "chou_scope": {"chou_scope": "eat_only"},
    "chou_marks": {"chou_marks": "separate"},
    "own_discard_blocks": {"own_discard_blocks": []},
    "wei_visibility": {"wei_visibility": "one_up"},
    "extra_sets": {"extra_sets": ["一五十"]},
    "wang_makes": {"wang": 2, "wang_makes": ["kan"]},
    "penalty_mode": {"penalty_mode": "penalize"},
    "fine": {"penalty_mode": "penalize", "fine": 3},
    "hu_on_drawn": {"hu_on_drawn": False, "hu_on_discard": True},
    "hu_discard_forced": {"hu_on_discard": True, "hu_discard_forced": True},
}
#: What such a change is compared with, where it needs another parameter to mean anything.
BESIDE = {
    "wang_makes": {"wang": 2},
    "fine": {"penalty_mode": "penalize"},
    "hu_on_drawn": {"hu_on_discard": True},
    "hu_discard_forced": {"hu_on_discard": True},
}
FIELDS = {field.name: field.default for field in msgspec.structs.fields(RuleSet)}


@pytest.mark.parametrize("name", sorted(set(FIELDS) - {"id", "name", "name_en", "scoring"}))
def test_every_parameter_is_told_before_one_sits_down(name):
    std, default = RuleSet.load("std15"), FIELDS[name]
    change = OTHERS.get(name) or {name: not default if isinstance(default, bool) else default + 1}
    assert rule_lines(std.replace(**change)) != rule_lines(std.replace(**BESIDE.get(name, {})))


def test_local_scoring_is_told_step_by_step_with_every_name_that_counts():
    rules = RuleSet.load("changsha")
    lines = [line.zh for line in rule_lines(rules)]
    assert "自摸总数乘2；算了天胡、地胡就不算自摸" in lines and "黑胡：一张红字也没有，5番" in lines
    assert not any("自摸加" in line for line in lines)


def test_there_is_no_sitting_out_where_huxi_are_points():
    with pytest.raises(Refusal, match="醒家"):
        rules_of(RoomOptions(rules="loudi_fangpaofa", players=4))
    assert rules_of(RoomOptions(rules="changsha", players=4)).seats == 3


def test_hands_without_a_winner_count_in_the_next_one():
    """黄番: the table gives the hand the number that its account keeps."""
    from erqishi import match as sitting
    from erqishi.server.games import plays

    rules = RuleSet.load("changde_duohong")
    game = plays("changde_duohong")
    match = sitting.start(3, game.match_rules(rules, 3, 8), dealer=0)
    drawn = sitting.HandOutcome(net=(0, 0, 0), winner=None, drawn=True, last_wall_card=0)
    match = sitting.record_hand(sitting.record_hand(match, drawn), drawn)
    dealt = game.deal(rules, list(range(80)), sitting.next_hand(match), match)
    assert dealt.huang == 2


def test_every_option_of_paoyao_is_told_in_words_and_so_is_what_a_table_changes():
    page = page_of("changchun_literal")
    names = {option.id: option for option in page.options}
    assert set(names) == set(page.parameters) - {"id"}
    for option in page.options:
        assert option.why is not None
        for said in (option, option.why, *option.choices):
            assert said.zh and said.en
            assert option.id not in (said.zh, said.en)
    lines = changed_page("changchun_literal", {"passing": "must_capture", "ante": 2, "allow_debt": True}).lines
    told = [line.zh for line in lines]
    assert "能抢的时候可不可以过：能抢就必须抢" in told
    assert "可以欠：是" in told
    assert sum("2" in line and "挖" in line for line in told) == 1  # told once, with the other amounts
    assert not any("=" in line.zh or "=" in line.en for line in lines)


# -- what a room may choose ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ruleset.names())
def test_every_card_that_counts_as_more_can_be_switched(name):
    """毛胡, 无胡, 飘胡, 卡: the page says 要约定, so a room must be able to."""
    rules = RuleSet.load(name)
    cards = rules.scoring.counts_as if rules.scoring else ()
    options = {option.id: option for option in page_of(name).options}
    for each in cards:
        assert [choice.value for choice in options[each.zh].choices] == [True, False] and options[each.zh].why
        for on in (True, False):
            (now,) = (card for card in changed(name, {each.zh: on}).scoring.counts_as if card.id == each.id)
            assert now.off is not on
    assert len(options) == len(page_of(name).options)


@pytest.mark.parametrize("name", ruleset.names())
def test_shares_of_a_discard_are_offered_where_it_can_be_won(name):
    for can in (True, False):
        options = [option.id for option in changed_page(name, {"hu_on_discard": can}).options]
        assert "hu_on_discard" in options and ("discard_shares" in options) is can
        said = " ".join(line.zh for line in changed_page(name, {"hu_on_discard": can}).lines)
        assert can or "放炮" not in said


def test_every_option_that_all_rules_have_says_what_it_decides():
    texts = (Path(__file__).parents[2] / "web/src/i18n/tools.ts").read_text("utf-8")
    for option in COMMON:
        said = re.findall(rf"^  'house\.why\.{option.id}': ['\"](.+)['\"],$", texts, re.MULTILINE)
        assert len(said) == 2 and re.search("[\u4e00-\u9fff]", said[0]) and re.search("[a-z]{3}", said[1]), option.id


def test_a_refused_room_says_why_in_each_language():
    for changes in ({"wall": 70}, {"min_huxi": 500}, {"毛胡": 3}, {"honghei_2fan": True, "values": "3545"}):
        name = "hengyang_6huqiang" if "values" in changes else "chenzhou"
        with pytest.raises(Refusal) as no:
            rules_of(RoomOptions(rules=name, changes=changes))
        zh, en = no.value.zh, no.value.en
        assert "RuleSet" not in zh + en and " / " not in zh + en
        assert len(re.findall("[\u4e00-\u9fff]", zh)) > 3 and re.search("must|may|contradict|needs", en), (zh, en)


@pytest.mark.parametrize("changes", [{"two_players": "21"}, {"two_players": "20_out"}])
def test_a_table_of_two_is_not_a_table_of_four(changes):
    """Two say one thing and four another: the room is refused, not guessed at."""
    with pytest.raises(Refusal):
        rules_of(RoomOptions(rules="changde_old", changes=changes, players=4))
    assert rules_of(RoomOptions(rules="changde_old", changes=changes)).seats == 2
