"""Options of the rule sets, faults of a [scoring] part, and the pages: what a table may agree on, and what it reads."""

import contextlib
import json
import re

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from erqishi.cli.app import app
from erqishi.errors import ErqishiError, RuleSetError, UserInputError
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet, from_dict, options_of
from erqishi.zipai.scoring import Facts, facts_of_given, facts_of_text, settle_hand
from erqishi.zipai.scoring.describe import mingtang_rows, steps
from erqishi.zipai.scoring.facts import Counted
from erqishi.zipai.scoring.given import _KEYS, _OTHER_KEYS, options_of_given

NAMES = ruleset.names()
LOCAL = [name for name in NAMES if RuleSet.load(name).scoring is not None]


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_of_every_option_can_be_taken_and_taken_back(name):
    plain = RuleSet.load(name)
    for option in options_of(name):
        own = {choice.value for choice in option.choices} | set(option.values)
        assert option.zh and (option.choices or option.path)
        for value in own:
            changed = RuleSet.load(name, {option.id: value})
            assert changed.id == plain.id
        if option.choices and option.id != "mingtang" and not option.path:
            back = [RuleSet.load(name, {option.id: choice.value}) for choice in option.choices]
            assert plain in back or option.id == "huang_fan", option.id
            apart = [rules.hash for rules in back if option.id != "hu_on_discard"]  # one way of it is as the rules are
            assert len(set(apart)) == len(apart), option.id


@pytest.mark.parametrize("name", LOCAL)
def test_every_mingtang_can_be_switched_off_and_on_by_each_of_its_names(name):
    for each in RuleSet.load(name).scoring.mingtang:
        for switch in (True, False):
            rules = RuleSet.load(name, {each.id: switch})
            (now,) = (other for other in rules.scoring.mingtang if other.id == each.id)
            if each.id not in [option.id for option in options_of(name)]:
                assert now.off == (not switch)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("quanzhou", {"起胡": 18}, {"min_huxi": 18}),
        ("changsha", {"zimo": "after"}, {"自摸": "+2"}),
        ("changsha", {"番数封顶": 5}, {"fan_cap": 5}),
        ("huaihua_hongguaiwan_234", {"345": True}, {"table": "345"}),
        ("huaihua_hongguaiwan_234", {"zimo": "2番"}, {"自摸": {"fan": 2}}),
        ("chenzhou", {"颜色": "maohuzi_zzzp"}, {"maohuzi_zzzp": True}),
        ("xiangtan", {"株洲": True, "yiwushi": False}, {"一五十": "off", "zhuzhou": True}),
        ("changde_qmt_big68", {"封顶": 100}, {"cap": 100}),
        ("changde_qmt_big68", {"团圆不叠加": True}, {"tuanyuan": "flat"}),
        ("changde_qmt_big68", {"碰碰胡": 9}, {"对子胡": 9}),
        ("shaoyang_zipai", {"units": 3}, {"3息1囤": True}),
        ("shaoyang_baopi", {"大字": True}, {"大胡": True}),
        ("hengyang_honghei", {"加敦": False}, {"adding": 0}),
        ("leiyang", {"无胡": False}, {"wuhu": False}),
        ("yongzhou", {"王": 2}, {"wang": 2}),
        ("changde_qmt_big68", {"黄番": "off"}, {"huang_fan": False}),
        ("changde_honghei", {"对子": "不算"}, {"对子胡": 0}),
        ("changde_honghei", {"土炮胡": "on"}, {"tupaohu": True}),
        ("hengyang_honghei", {"加敦": "off"}, {"加敦": False}),
        ("ningxiang", {"加红加小": "off"}, {"加红加小": False}),
        ("xiangtan", {"红": 13}, {"红胡": 13}),
        ("xiangtan", {"table": "株洲"}, {"株洲": True}),
        ("changsha", {"fancap": "5"}, {"番上限": 5.0}),
        ("quanzhou", {"hong_zhuan": False}, {"红转": False}),
        ("huangjindao", {"mingtang": None}, {"mingtang": "none"}),
        ("huaihua_hongguaiwan_234", {"mingtang": "345"}, {"table": 345}),
    ],
)
def test_options_have_several_names_and_no_order(name, one, other):
    plain = RuleSet.load(name)
    assert RuleSet.load(name, one) == RuleSet.load(name, other) != plain


@pytest.mark.parametrize("other", ["huaihua_hongguaiwan", "yongzhou_chehuzi", "changde_qmt", "pandora_3p"])
def test_rule_sets_have_other_names_too(other):
    assert RuleSet.load(other).id in NAMES


def test_an_unknown_option_is_refused_with_what_there_is():
    with pytest.raises(RuleSetError, match=r"changsha\.toml: 背靠被.*可用"):
        RuleSet.load("changsha", {"背靠被": True})
    with pytest.raises(RuleSetError, match=r"zimo = 'thrice'.*total"):
        RuleSet.load("changsha", {"zimo": "thrice"})
    with pytest.raises(RuleSetError, match=r"scoring\.cap"):
        RuleSet.load("changsha", {"cap": -3})


def test_a_file_takes_options_under_chosen(tmp_path):
    text = (ruleset._SHIPPED / "changsha.toml").read_text("utf-8").replace("zimo = { total = 2 }", "")
    file = tmp_path / "cun.toml"
    file.write_text(text + '\n[chosen]\nfan_cap = 5\n"自摸" = "+2"\n', "utf-8")
    rules = RuleSet.load(file)
    assert (rules.scoring.fan_cap, rules.scoring.zimo.after) == (5, 2)
    assert rules == RuleSet.load("changsha", {"zimo": "after", "fan_cap": 5})
    assert RuleSet.load(file, {"fan_cap": 10}).scoring.fan_cap == 10
    assert RuleSet.load(file, {"番数封顶": 10, "zimo": "total"}).scoring.fan_cap == 10
    assert RuleSet.load(file, {"zimo": "total"}).scoring.zimo.after == 0


#: An option, the parameter of the same path, and whether they agree.
BESIDE = [
    ("cap = 80", "cap = 40", False),
    ("cap = 40", "cap = 40", True),
    ("huang_fan = true", "huang_fan = false", False),
    ('huang_fan = "算"', "huang_fan = true", True),
    ("黑胡 = 5", "", False),  # its 番 stand with its test
    ("黑胡 = 4", "", True),
    ("黑胡 = false", "", True),
    ("背靠背 = true", "", True),  # off means: unless it is agreed
    ('mingtang = "none"', "", True),
    ("zimo = 2", "zimo = { total = 2, after = 1 }", False),
    ("zimo = 1", "zimo = { total = 2, after = 1 }", True),
]


@pytest.mark.parametrize(("option", "parameter", "agree"), BESIDE)
def test_an_option_and_a_parameter_of_one_path_say_the_same_or_are_refused_by_name(option, parameter, agree):
    """One of them used to win in silence."""
    entries = """mingtang = [
        { id = "hei", zh = "黑胡", test = { red = [0, 0] }, fan = 4 },
        { id = "beikao", zh = "背靠背", test = { back_to_back = true }, fan = 2, off = true },
    ]"""
    own = '[[options]]\nid = "zimo"\nzh = "自摸加分"\npath = "scoring.zimo.after"\nvalues = [1, 2]\n'
    key, _, value = option.partition(" = ")
    text = f'id = "cun"\n[chosen]\n"{key}" = {value}\n[scoring]\n{parameter}\n{entries}\n{own}'
    if agree:
        ruleset.parse(text, "cun.toml")
        return
    with pytest.raises(RuleSetError) as refused:
        ruleset.parse(text, "cun.toml")
    said = str(refused.value)
    assert said.startswith("cun.toml: ") and "不能一起写" in said and "contradict each other" in said
    assert f"{key} = {value}" in said and "scoring." in said


@pytest.mark.parametrize(
    ("parameters", "value", "agree"),
    [
        ("seats = 3", "21", False),
        ("seats = 2", "21", True),
        ("wall = 39", "21", True),
        ("wall = 19", "21", False),
        ("wall = 19", "20_out", True),
        ("min_huxi = 15", "21", False),
        ("min_huxi = 15", "20_out", True),
    ],
)
def test_a_table_of_two_beside_what_it_sets(parameters, value, agree):
    text = f'id = "cun"\n{parameters}\n[chosen]\ntwo_players = "{value}"\n'
    if agree:
        assert ruleset.parse(text, "cun.toml").seats == 2
        return
    with pytest.raises(RuleSetError, match=re.escape(f"two_players = {value}") + ".*" + re.escape(parameters)):
        ruleset.parse(text, "cun.toml")


@pytest.mark.parametrize(
    "text",
    [
        "scoring = 3\n[chosen]\ncap = 4",
        "[scoring]\nmingtang = [3]\n[chosen]\nmingtang = 'none'",
        "[scoring]\nmingtang = [{ id = 3 }]\n[chosen]\n黑胡 = true",
        "[chosen]\nx = 1\n[[options]]\nid = 'x'\nzh = 'x'\npath = 'min_huxi.x.y'",
        "[chosen]\nx = 1\n[[options]]\nid = 'x'\nzh = 'x'\npath = 'chi_from.x'",
        "[chosen]\nx = 1\n[[options]]\nid = 'x'\nzh = 'x'\npath = 'scoring.mingtang'",
        "[chosen]\nx = 1\n[[options]]\nid = 'x'\nzh = 'x'\npath = '.'",
    ],
)
def test_a_fault_beside_a_choice_is_told_and_breaks_nothing(text):
    text = text.replace("黑胡 =", '"黑胡" =')
    with pytest.raises(RuleSetError, match=r"cun\.toml: "):
        ruleset.parse(f'id = "cun"\nmin_huxi = 15\nchi_from = ["own_draw"]\n{text}\n', "cun.toml")


def test_facts_that_people_write_among_the_options():
    given = {"huxi": 18, "options": {"充囤": 2, "封顶": 100}}
    assert options_of_given(given) == {"封顶": 100}
    rules = RuleSet.load("changde_qmt_big68", options_of_given(given))
    assert settle_hand(rules, facts_of_given(rules, given)).tun == 4


def test_yes_and_no_belong_to_their_own_option_alone():
    """`off` is a word of the option `mingtang` too; 黄番 = off must not switch the 名堂 off."""
    rules = RuleSet.load("changde_qmt_big68", {"黄番": "off"})
    assert not rules.scoring.huang_fan and not any(each.off for each in rules.scoring.mingtang if each.id == "hei")
    with pytest.raises(RuleSetError, match="min_huxi"):
        RuleSet.load("quanzhou", {"min_huxi": "off"})


@pytest.mark.parametrize(
    "line",
    [
        {"options": {"cap": 100}},
        {"params": {"cap": 100}},
        {"given": {"params": {"cap": 100}}},
        {"given": {"option": {"封顶": "100"}}},
        {"given": {"cap": 100}},
        {"options": {"cap": 200}, "given": {"options": {"cap": 100}}},
    ],
)
def test_options_are_read_wherever_a_line_has_them(line):
    given = {"huxi": 18, "red": 20, "huang_before": 9} | line.get("given", {})
    _, (answer,) = batch(json.dumps(line | {"id": 1, "ruleset": "changde_qmt_big68", "given": given}))
    assert answer["points"] == 100


def test_facts_may_be_written_in_other_words():
    def asked(name, **given):
        _, (answer,) = batch(json.dumps({"id": 1, "ruleset": name, "given": {"huxi": 18} | given}))
        return answer

    assert asked("std15", win_on="亮张")["points"] == asked("std15", win_on="liang")["points"] == 8
    assert asked("std15", hu_card="亮张", seat="庄家")["tun"] == 9  # (2 x 18 - 12) // 3, 自摸 + 1
    assert asked("std15", seat="2", dealer="0")["net"] == {"A": -2, "B": -2, "C": 4}
    assert asked("changde_qmt_big68", win_on="三提五坎")["fan"] == {"地胡": 6, "听胡": 6}
    assert asked("changde_qmt_big68", zimo=1, charge="2")["tun"] == 2 + 2 + 1
    for first in ({"first_wall_card": True}, {"首摸": True}, {"flags": ["首摸"]}, {"first_draw": 1}):
        assert asked("ningxiang", **first)["fan"] == {"地胡": 5}
    assert asked("huaihua_hongguaiwan", red=0, table="468")["fan"] == {"黑胡": 8}
    assert asked("huaihua_hongguaiwan", red=0, table="234")["fan"] == {"黑胡": 5}


def test_a_dealt_hand_needs_no_word():
    """Of groups that are no whole hand only a 三提五坎 can have won (core.md §7)."""
    dealt = [{"kind": "提", "cards": "壹壹壹壹"}, *({"kind": "坎", "cards": k * 3} for k in "三五六八")]

    def asked(groups):
        return batch(json.dumps({"id": 1, "ruleset": "std15", "given": {"groups": groups}}))[1][0]

    assert (asked(dealt)["huxi"], asked(dealt)["tun"]) == (24, 12)
    assert asked(dealt[:-1])["can_hu"] is False
    assert asked([*dealt[:-1], {"kind": "碰", "cards": "八八八"}])["can_hu"] is False


def test_a_wang_may_be_the_fifth_of_a_card():
    """It stands for any card (scoring.md §2, quanzhou); the cards themselves are four of a kind, the 王 as many as there are."""
    texts = ["提九九九九", "句八王十", "碰壹壹壹", "碰叁叁叁", "坎四四四", "句肆伍陆", "将六六"]

    def asked(name, *texts):
        groups = [{"kind": text[0].replace("句", "一句话"), "cards": text[1:]} for text in texts]
        return batch(json.dumps({"id": 1, "ruleset": name, "given": {"groups": groups}}))[1][0]

    assert (asked("quanzhou", *texts)["huxi"], asked("quanzhou", *texts)["fan"]) == (18, {"点胡": 3})
    assert "1 王; there are 0" in asked("std15", *texts)["error"]
    assert "number 5 of 九" in asked("quanzhou", "提九九九九", "绞九玖王")["error"]
    assert "5 王; there are 4" in asked("quanzhou", "提王王王王", "绞九玖王")["error"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"zimo": "perhaps"}, ["zimo = 'perhaps'", "true 或 false"]),
        ({"win_on": "moon"}, ["win_on = 'moon'", "liang"]),
        ({"base": "x"}, ["base = 'x'", "整数"]),
        ({"huxi": -3}, ["huxi = -3", "负数"]),
        ({"huxi": 15.5}, ["huxi = 15.5", "整数"]),
        ({"red": 25}, ["red = 25", "24"]),
        ({"charge": [1]}, ["charge = [1]", "whole number"]),
        ({"groups": "碰"}, ["groups", "a list of groups"]),
        ({"wang": "王什么"}, ["王什么", "没有王"]),
    ],
)
def test_a_bad_fact_is_named_with_what_it_may_be(given, words):
    line = json.dumps({"id": 1, "ruleset": "std15", "given": {"huxi": 15} | given})
    status, (answer, good) = batch(line, json.dumps(GOOD))
    assert status == 2 and good["points"] == 16
    assert all(word in answer["error"] for word in ["line 1", *words]), answer["error"]


# -- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "words"),
    [
        (
            {"mingtang": [{"id": "a", "zh": "甲", "test": {"red": [10]}, "fan": "many"}]},
            ["scoring.mingtang[0].fan", "整数"],
        ),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {"red": [1, 2, 3]}, "fan": 1}]}, ["test.red", "一个或两个整数"]),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {"blue": 1}, "fan": 1}]}, ["test.blue", "unknown key"]),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {}, "fan": 1}]}, ["no condition"]),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {"zimo": True}}]}, ["exactly one of fan"]),
        ({"mingtang": [{"id": "a", "test": {"zimo": True}, "fan": 1}]}, ["mingtang[0].zh", "missing"]),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {"zimo": True}, "fan": 1, "unless": ["b"]}]}, ["no such 名堂"]),
        ({"mingtang": [{"id": "a", "zh": "甲", "test": {"zimo": True}, "adds": 1}]}, ["scoring.points"]),
        ({"combine": "all"}, ["sum, product, max"]),
        ({"account": "ledger"}, ["scoring.account", "points"]),
        ({"cap": "high"}, ["scoring.cap", "整数"]),
        ({"discard_shares": "包"}, ["scoring.discard_shares", "all，或者一个整数", "one of all, or a whole number"]),
        ({"combine": "none"}, ["sum、product、max / must be one of sum, product, max"]),
        ({"cap": -5}, ["scoring.cap", "至少0", "at least 0"]),
        ({"cap": 10**6}, ["scoring.cap", "最多100000", "at most 100000"]),
        ({"units": [{"huxi": [9, 3], "tun": 1}]}, ["units[0].huxi", "smaller number first"]),
    ],
)
def test_a_fault_of_the_scoring_part_names_its_place(scoring, words):
    with pytest.raises(RuleSetError) as error:
        from_dict({"id": "cun", "scoring": scoring}, "cun.toml")
    assert all(word in str(error.value) for word in words), str(error.value)


# -- the pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOCAL)
def test_page_and_file_say_the_same_in_both_languages(name):
    rules, page = RuleSet.load(name), ruleset.page(name)
    chinese, english = page.split("\n---\n")
    for said in steps(rules):
        assert said.zh in chinese and said.en in english, said
    for row in mingtang_rows(rules):
        assert f"| {row.name} | {row.asks_zh} | {row.worth_zh}" in chinese, row
        assert f"| {row.asks_en} | {row.worth_en}" in english, row
    assert f"{rules.min_huxi} 息" in chinese and f"{rules.min_huxi} 息" in english
    assert rules.name in chinese and name in english
    own = {option.id for option in options_of(name)} - {option.id for option in options_of("std15")}
    for option in own:
        assert f"`{option}`" in chinese and f"`{option}`" in english


@pytest.mark.parametrize("name", [name for name in NAMES if name != "std15"])
def test_every_line_of_a_page_has_its_standing(name):
    chinese, english = ruleset.page(name).split("\n---\n")
    for part, words in ((chinese, ("确证", "一源", "自定")), (english, ("confirmed", "one source", "our reading"))):
        rows = [line for line in part.splitlines() if line.startswith("| ")][1:]
        assert all(any(word in line for word in words) for line in rows)


# -- the command ---------------------------------------------------------------------------------------------------------

GROUPS = ["坎壹壹壹", "坎叁叁叁", "碰捌捌捌", "句四五六", "句肆伍陆", "绞九九玖", "绞六六陆"]
HAND = ["一一一六七八十十贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹", "--card", "五"]


def run(*arguments, text=None):
    done = CliRunner().invoke(app, ["score", *arguments], input=text)
    if isinstance(done.exception, ErqishiError):
        return 2 if isinstance(done.exception, UserInputError) else 1, done.stdout, str(done.exception)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def scored(*arguments):
    status, said, _ = run(*arguments, "--json")
    assert status == 0
    return json.loads(said)


def test_groups_are_scored_with_the_derivation():
    status, said, _ = run(*GROUPS, "--rules", "changde_qmt_big68", "--荒", "1", "--charge", "1", "-o", "封顶=30")
    assert status == 0
    assert "常德全名堂" in said.splitlines()[0]
    assert said.splitlines()[1] == "胡：15 息，2 囤，8 番，每家 30；A +60，B -30，C -30"
    assert (
        said.index("坎 壹壹壹 6息")
        < said.index("充囤加1")
        < said.index("黑胡 8番")
        < said.index("黄番")
        < said.index("封顶 30")
    )
    assert "B 付 A 30" in said


def test_a_hand_is_grouped_first():
    won = scored(*HAND, "--from", "other")
    assert (won["huxi"], won["tun"], won["net"]) == (15, 1, {"A": 2, "B": -1, "C": -1})
    assert [group["kind"] for group in won["groups"]] == ["pao", "peng", "peng", "kan", "run", "jiao", "jiang"]
    assert scored(*HAND, "--zimo")["huxi"] == 18
    assert scored(*HAND, "--from", "discard")["can_hu"] is False
    by_melds = scored(
        "一一一六七八十十贰贰拾", "--melds", "偎五五五 碰叁叁叁 碰壹壹壹", "--card", "五", "--from", "other"
    )
    assert by_melds == won


def test_a_discard_is_paid_by_who_discarded():
    won = scored(*HAND, "--from", "discard", "--rules", "chenzhou_fangpao")
    assert won["net"] == {"A": 9, "B": -9, "C": 0}


def test_dealer_and_liang():
    won = scored(
        "壹壹壹一二三二七十捌捌捌四五六肆伍陆九九玖"[:-1],
        "--card",
        "玖",
        "--from",
        "liang",
        "--dealer",
        "--rules",
        "changde_qmt_big68",
    )
    assert won["fan"] == {"天胡": 6, "听胡": 6}
    other = scored(
        "壹壹壹一二三二七十捌捌捌四五六肆伍陆九九玖"[:-1],
        "--card",
        "玖",
        "--from",
        "liang",
        "--rules",
        "changde_qmt_big68",
    )
    assert other["fan"] == {"地胡": 6, "听胡": 6}


def test_a_group_ends_with_its_argument():
    """Bare cards after a group belong to the hand, not to that group."""
    status, said, _ = run("碰捌捌捌", "四五六")
    assert status == 0 and "碰要3张牌" not in said and "有2门" in said
    assert scored("碰", "捌捌捌", "四五六") == scored("四五六", "碰捌捌捌") == scored("碰捌捌捌 句四五六")


BARE = "一一一六七八十十贰贰拾"


@pytest.mark.parametrize(
    "written",
    [
        ["坎一一一", "六七八十十贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹"],
        ["六七八十十", "坎", "一一一", "贰贰拾", "偎五五五", "碰叁叁叁", "碰壹壹壹"],
        ["坎一一一 六七八 偎五五五 十十贰贰拾 碰叁叁叁 碰 壹 壹 壹"],
        ["kan x1x1x1 x6 x7 x8", "wei x5x5x5, x10 x10 d2 d2 d10", "碰叁叁叁掽壹壹壹"],
        ["坎一一一", "六七八拾", "将十十", "将贰贰", "偎五五五", "碰叁叁叁", "碰壹壹壹"],
        ["碰壹壹壹 六七八十十贰贰拾", "坎子一一一", "--melds", "偎五五五 碰叁叁叁"],
    ],
)
def test_a_坎_beside_bare_cards_is_of_the_hand(written):
    """People write `坎一一一 六七八 …`; it was refused, because a 坎 does not lie on the table."""
    for more in (["--card", "五", "--from", "other"], ["--card", "五", "--zimo", "--rules", "changde_qmt_big68"]):
        assert scored(*written, *more) == scored(BARE, "偎五五五 碰叁叁叁 碰壹壹壹", *more)


def test_a_坎_beside_bare_cards_in_a_file():
    beside = {"win_card": "五", "origin": "other"}
    hands = [
        {"hand": BARE, "melds": "偎五五五 碰叁叁叁 碰壹壹壹"},
        {"hand": "坎一一一 六七八十十贰贰拾", "melds": "偎五五五 碰叁叁叁 碰壹壹壹"},
        {"hand": "坎一一一 碰壹壹壹 六七八十十贰贰拾", "melds": "偎五五五 碰叁叁叁"},
        {"hand": "六七八十十贰贰拾", "melds": "坎一一一 偎五五五 碰叁叁叁 碰壹壹壹"},
    ]
    _, answers = batch(*(json.dumps({"id": 1, "ruleset": "std15", "given": each | beside}) for each in hands))
    assert answers[0]["can_hu"] and answers == [answers[0]] * len(hands)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (["坎一一一一", "二三"], "坎要3张牌"),
        (["坎一一", "碰三三三", "四"], "坎要3张牌"),
        (["坎一一一", "一一二三"], "一多于4张"),
        (["坎一一一", "坎一一一", "三"], "只有4张"),
        (["坎一一一", "碰一一一", "三"], "只有4张"),
        (["坎一一二", "三"], "一样的牌"),
        (["坎一一一", "猫", "三"], "猫"),
    ],
)
def test_what_is_no_坎_or_too_many_cards_is_still_named(written, said):
    status, _, error = run(*written)
    assert status == 2 and said in error, error


@pytest.mark.parametrize(("name", "rules"), [("湘潭", "xiangtan"), ("长沙", "changsha"), ("标准十五胡", "std15")])
def test_a_rule_set_is_known_by_its_chinese_name_where_only_one_is_called_so(name, rules):
    assert RuleSet.load(name) == RuleSet.load(rules)
    assert scored(*GROUPS, "--rules", name) == scored(*GROUPS, "--rules", rules)
    assert CliRunner().invoke(app, ["rules", "show", name]).stdout.strip().startswith(f"# {RuleSet.load(rules).name}")


@pytest.mark.parametrize("name", ["常德", "怀化红拐弯", "长", ""])
def test_a_chinese_name_of_several_rule_sets_is_refused(name):
    with pytest.raises(RuleSetError, match="no rule set"):
        RuleSet.load(name)


def test_a_dealt_tianhu():
    won = scored("壹壹壹壹三三三五五五六六六八八八一二九十", "--from", "deal")
    assert (won["huxi"], won["tun"]) == (24, 12)


def test_what_cannot_be_scored_says_why():
    status, said, _ = run("一一二", "--rules", "changsha")
    assert status == 0 and "凑不成门子" in said
    assert run()[0] == 2
    assert run("坎壹壹")[0] == 2
    assert run("坎壹壹壹", "--rules", "nowhere")[0] == 2
    assert run("一一二", "--zimo", "--from", "other")[0] == 2
    assert run("一一二", "--batch", "-")[0] == 2


def batch(*lines):
    status, said, _ = run("--batch", "-", "--json", text="".join(f"{line}\n" for line in lines))
    return status, [json.loads(line) for line in said.splitlines()]


GOOD = {
    "id": "a",
    "ruleset": "changde_qmt_big68",
    "given": {"groups": [{"kind": group[0], "cards": group[1:]} for group in GROUPS], "huang_before": 1},
}
GOOD["given"]["groups"][3:5] = [
    {"kind": "一句话", "cards": list("四五六")},
    {"kind": "一句话", "cards": list("肆伍陆")},
]


def test_a_batch_answers_every_line_in_its_place():
    bad = [
        "x",
        "[1]",
        '{"id": 3}',
        '{"id": 4, "ruleset": "nowhere", "given": {}}',
        json.dumps({"id": 5, "given": {"groups": [{"kind": "碰", "cards": "三三四"}]}}),
        json.dumps({"id": 6, "given": {"groups": [{"kind": "坎", "cards": "三三三"}] * 2}}),
        json.dumps({"id": 7, "given": {"groups": [], "zim0": True}}),
        json.dumps({"id": 8, "given": {"huxi": 15, "win_on": "discard"}}),
        json.dumps({"id": 9, "given": {"huxi": 15, "options": {"nothing": 1}}}),
        json.dumps({"id": 10, "given": {"huxi": 15, "players": 9}}),
        json.dumps({"id": 11, "given": {"groups": [{"kind": "群", "cards": "三三三"}]}}),
    ]
    status, answers = batch(json.dumps(GOOD), *bad, json.dumps(GOOD | {"id": "z"}))
    assert status == 2
    assert answers[0] == {
        "id": "a",
        "can_hu": True,
        "huxi": 15,
        "tun": 1,
        "fan": {"黑胡": 8},
        "fan_total": 8,
        "points": 16,
        "net": {"A": 32, "B": -16, "C": -16},
    }
    assert answers[-1] == answers[0] | {"id": "z"}
    assert [answer["id"] for answer in answers[3:-1]] == list(range(3, 12))
    assert all(set(answer) == {"id", "error"} for answer in answers[1:-1])
    assert batch(json.dumps(GOOD))[0] == 0


def test_a_hand_that_may_not_win():
    short = {"huxi": 15, "red": 4, "big": 9, "small": 12}
    _, (answer,) = batch(json.dumps({"id": 1, "ruleset": "pingxiang", "given": short}))
    assert (answer["can_hu"], answer["huxi"], answer["points"]) == (False, 15, None)
    lax = {"id": 1, "ruleset": "huaihua_hongguaiwan_468", "given": short}
    assert batch(json.dumps(lax))[1][0]["can_hu"] is False
    assert batch(json.dumps(lax | {"given": short | {"zimo": True}}))[1][0]["can_hu"] is True
    assert batch(json.dumps(lax | {"given": short | {"red": 0}}))[1][0]["fan"] == {"黑胡": 8}


def test_a_draw_in_a_batch():
    _, (answer,) = batch('{"id": 1, "ruleset": "shaoyang_baopi", "given": {"huang": true, "dealer": 2}}')
    assert answer["net"] == {"A": 0, "B": 0, "C": -10}
    four = {"id": 1, "given": {"huang": True, "players": 4, "dealer": "B", "base": 2}}
    assert batch(json.dumps(four))[1][0]["net"] == {"A": 0, "B": -2, "C": 0, "D": 2}  # 荒醒, core.md §17
    _, (bad,) = batch('{"id": 1, "given": {"huang": true, "players": "x"}}')
    assert "players = 'x'" in bad["error"]


KEYS = [*_KEYS, *_OTHER_KEYS, "note"]
PIECES = st.sampled_from(["A", "王钓", "壹", "坎", "draw", "deal", "discard", "liang", "碰三三三", "王", "", "self"])
SCALARS = st.none() | st.booleans() | st.integers(-3, 5) | st.floats(allow_nan=False) | PIECES | st.text(max_size=4)
GROUP = st.fixed_dictionaries(
    {"kind": PIECES | st.sampled_from(["将", "一句话"]), "cards": PIECES | st.lists(PIECES, max_size=4)}
)
JSON = st.recursive(
    SCALARS | GROUP,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PIECES | st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@drawn(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=8), st.sampled_from(NAMES))
def test_no_given_breaks_the_scorer(given, name):
    """Whatever is given is scored or refused with a message, and what is paid in cash sums to zero."""
    with contextlib.suppress(UserInputError):
        rules = RuleSet.load(name, options_of_given(given))
        settled = settle_hand(rules, facts_of_given(rules, given))
        assert settled.net is None or settled.ledger or sum(settled.net) == 0


# -- small rules -----------------------------------------------------------------------------------------------------------


def test_wang_stands_for_the_dearest_card():
    """全州: 王 in a group counts as the card that it stands for; the winner may choose (scoring.md §2)."""
    rules = RuleSet.load("quanzhou")
    black = [{"kind": "坎", "cards": "壹壹壹"}, {"kind": "碰", "cards": "捌捌捌"}, {"kind": "偎", "cards": "五五五"}]
    black += [
        {"kind": "一句话", "cards": "肆伍陆"},
        {"kind": "绞", "cards": "九九玖"},
        {"kind": "坎", "cards": "叁叁叁"},
    ]
    given = {"groups": [*black, {"kind": "一句话", "cards": ["王", "八", "九"]}], "wang": "王钓"}
    settled = settle_hand(rules, facts_of_given(rules, given))
    # 七八九 and 八九十 have one red: 点胡 3; there is no black choice for 黑胡 4
    assert settled.fan == {"点胡": 3, "王钓": 4}
    given["groups"][-1] = {"kind": "绞", "cards": ["王", "四", "肆"]}
    assert settle_hand(rules, facts_of_given(rules, given)).fan == {"黑胡": 4, "王钓": 4}


def test_a_seat_sits_out_only_where_the_table_has_one_more():
    facts = Facts(counted=Counted(huxi=15), dealer=1, players=4)
    assert settle_hand(RuleSet.load("std15"), facts).net == (2, -2, -2, 2)
    six = Facts(counted=Counted(huxi=12), dealer=1, players=4)
    assert settle_hand(RuleSet.load("hengyang_6huqiang"), six).net == (9, -3, -3, -3)


def test_piao_of_each_seat():
    """萍乡's test: 18 息 plain, 充 1, 飘 1 and 1: 4."""
    rules = RuleSet.load("pingxiang")
    settled = settle_hand(rules, Facts(counted=Counted(huxi=18), charge=1, piao=(1, 1, 0)))
    assert settled.net == (7, -4, -3)


def test_yiwushi_is_a_set_only_where_the_rules_have_it():
    text = "坎壹壹壹 碰三三三 句一五十 句四五六 绞捌捌八"
    assert not settle_hand(RuleSet.load("hengyang_6huqiang"), facts_of_text(text)).can_hu
    settled = settle_hand(RuleSet.load("hengyang_6huqiang", {"一五十": True}), facts_of_text(text))
    assert (settled.can_hu, settled.huxi) == (True, 10)
