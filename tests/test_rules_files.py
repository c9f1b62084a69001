"""Rule files: every fault is named with file, key, value and remedy; the shipped ones are whole and explained."""

import contextlib
import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from erqishi.cli.app import app
from erqishi.errors import ErqishiError, RuleSetError
from erqishi.paoyao.ruleset import PRESETS
from erqishi.zipai import ruleset
from erqishi.zipai.playtext import play_lines
from erqishi.zipai.ruleset import HuxiTable, RuleSet

ROOT = Path(__file__).resolve().parent.parent
PARAMETERS = [field.name for field in msgspec.structs.fields(RuleSet) if field.name != "huxi"]
_FILE = (ruleset._SHIPPED / "std15.toml").read_text("utf-8")
STATED = dict(re.findall(r"^(\w+) = (.*?) *(?:#.*)?$", _FILE, re.MULTILINE))
SETS = [field.name for field in msgspec.structs.fields(HuxiTable) if field.name in STATED]


@pytest.fixture
def written(tmp_path):
    """A function that writes a rule file and gives its path."""

    def write(content, name="cun.toml"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def faults(path):
    with pytest.raises(RuleSetError) as error:
        RuleSet.load(path)
    return str(error.value).splitlines()


def run(*arguments):
    done = CliRunner().invoke(app, ["rules", *arguments])
    if isinstance(done.exception, ErqishiError):
        return 2, done.stdout, str(done.exception)
    return done.exit_code, done.stdout, done.stderr


# -- what is wrong -----------------------------------------------------------------------------------------------------


def test_every_fault_of_a_file_is_named_at_once(written):
    path = written(
        'id = "Bad id"\nmin_huxi = "ten"\nmin_husi = 3\nseats = 9\nwall = 30\nchou_scope = "both"\n'
        'tun_formula = "x/0"\nhu_on_drawn = false\n[huxi]\nti = [1]\nkann = [1, 2]\nwei = [99, 3]\n'
    )
    said = faults(path)
    assert all(line.startswith("cun.toml: ") for line in said)
    keys = [line.split(": ")[1].split(" = ")[0] for line in said]
    expected = "min_huxi min_husi chou_scope huxi.ti huxi.kann id seats wall tun_formula huxi.wei hu_on_drawn"
    assert sorted(keys) == sorted(expected.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('min_huxi = "15"', ['min_huxi = "15"', "要整数", "whole number", "e.g. min_huxi = 15"]),
        ("min_huxi = 1.5", ["要整数"]),
        ("min_huxi = true", ["要整数"]),
        ("hu_forced = 1", ["true"]),
        ("name = 3", ["要文字", "text"]),
        ("chi_from = 3", ["list"]),
        ('chi_from = ["next_draw"]', ["prev_discard, prev_draw, own_draw"]),
        ('chou_marks = "lower"', ["upper, unified, separate"]),
        ("min_husi = 10", ["unknown key", "min_huxi"]),
        ("quite_else = 10", ["unknown key", "erqishi rules show std15"]),
        ("huxi = 3", ["a table"]),
        ("huxi.peng = [3, 1, 0]", ["两个整数", "big then small", "e.g. peng = [3,1]"]),
        ('huxi.peng = ["3", 1]', ["两个整数"]),
        ("huxi.pengg = [3, 1]", ["huxi.pengg", "peng"]),
        ("huxi.kan = [61, 3]", ["huxi.kan = [61,3]", "0 to 60"]),
        ("huxi.run123 = [31, 3]", ["0 to 30"]),
        ('id = ""', ["lower-case"]),
        ("min_huxi = -1", ["0 to 200"]),
        ("min_huxi = 99999999999999999999999999", ["0 to 200"]),
        ("seats = 1", ["2 to 4"]),
        ("wall = 21", ["82 cards of 80"]),
        ('tun_formula = "(x-12)/3"', ["(x-12)//3"]),
        ('tun_formula = "x//0"', ["(x-12)//3"]),
        ('tianhu_formula = "2000x"', ["below 1000"]),
        ('own_discard_blocks = ["chi", "chi"]', ["twice"]),
        ("hu_on_drawn = false", ["nobody could ever win"]),
    ],
)
def test_a_fault_names_file_key_value_and_remedy(written, line, words):
    (said,) = faults(written(line if line.startswith("id") else f'id = "cun"\n{line}\n'))
    assert said.startswith("cun.toml: ")
    assert line.partition(" = ")[0] in said
    for word in words:
        assert word in said


def test_a_file_without_an_id(written):
    (said,) = faults(written("min_huxi = 10\n"))
    assert "id: 缺少" in said and "e.g. id" in said


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("id = ", "not valid TOML"),
        ('id = "a"\nid = "b"', "not valid TOML"),
        ("a = " + "[" * 5000, "TOML"),
        (b"\xff\xfei\x00d\x00", "UTF-8"),
        ('id = "村"\n'.encode("gbk"), "UTF-8"),
        (b"\x00\x01\x02", "not valid TOML"),
        ("", "id: 缺少"),
    ],
)
def test_what_is_no_rule_file_is_refused_with_its_name(written, content, words):
    said = "\n".join(faults(written(content)))
    assert "cun.toml" in said
    assert words in said or "nested too deep" in said


def test_a_file_that_is_not_there(tmp_path):
    assert "no.toml" in faults(tmp_path / "no.toml")[0]
    (tmp_path / "dir.toml").mkdir()
    assert "dir.toml" in faults(tmp_path / "dir.toml")[0]


def test_an_unknown_id_comes_with_a_suggestion():
    assert "是不是 std15" in faults("std51")[0]


@pytest.mark.parametrize("content", [b'\xef\xbb\xbfid = "cun"\nmin_huxi = 10\n', b'id = "cun"\r\nmin_huxi = 10\r\n'])
def test_byte_order_mark_and_crlf_are_read(written, content):
    assert RuleSet.load(written(content)) == RuleSet.load("std15").replace(id="cun", name="", name_en="", min_huxi=10)


@given(st.binary(max_size=80))
def test_no_bytes_break_the_reader(content):
    with contextlib.suppress(RuleSetError, UnicodeDecodeError):
        ruleset.parse(content.decode("utf-8"), "x.toml")


TOML = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
)


@given(
    st.dictionaries(
        st.sampled_from([*PARAMETERS, "huxi", "other"]), TOML | st.dictionaries(st.sampled_from(SETS), TOML)
    )
)
def test_no_values_break_the_reader(data):
    try:
        made = ruleset.from_dict(data, "x.toml")
    except RuleSetError as error:
        assert all(line.startswith("x.toml: ") for line in str(error).splitlines() if " = " in line[:30])
    else:
        assert RuleSet.load("std15").replace(**msgspec.to_builtins(made)) == made


# -- what is shipped ---------------------------------------------------------------------------------------------------


def test_the_standard_file_states_the_defaults():
    standard = RuleSet.load("std15")
    assert standard == RuleSet(id="std15", name=standard.name, name_en=standard.name_en)
    assert {"id", "min_huxi", "chou_scope", *SETS} <= set(STATED) <= {*PARAMETERS, *SETS}


@pytest.mark.parametrize("name", ruleset.names())
def test_every_rule_set_has_its_page(name):
    title = ruleset.page(name).splitlines()[0]
    assert title.startswith("# ") and name in title


def test_the_page_of_the_standard_explains_every_parameter_in_both_languages():
    """Every one that the file states, with its value."""
    for part in ruleset.page("std15").split("\n---\n"):
        for key, value in STATED.items():
            assert f"`{key}`" in part if key in (*SETS, "id", "name", "name_en") else f"`{key} = {value}`" in part, key


# -- the command -------------------------------------------------------------------------------------------------------


def test_list():
    status, said, _ = run("list")
    assert status == 0
    assert [line.split()[:2] for line in said.splitlines()] == [
        *([name, "跑胡子"] for name in ruleset.names()),
        *([name, "跑腰"] for name in PRESETS),
    ]
    (standard,) = (rules for rules in json.loads(run("list", "--json")[1]) if rules["id"] == "std15")
    assert (standard["min_huxi"], standard["hash"]) == (15, RuleSet.load("std15").hash)


def test_show_of_the_standard_has_the_page_and_every_parameter():
    status, said, _ = run("show", "std15")
    assert status == 0
    assert ruleset.page("std15").strip() in said
    assert '  chou_scope = "chi_and_peng"' in said and "  huxi.ti = [12,9]" in said


def test_show_of_a_file_has_what_differs(written):
    path = written('id = "cun"\nmin_huxi = 10\n[huxi]\npao = [12, 8]\n')
    status, said, _ = run("show", str(path))
    assert status == 0
    assert said.splitlines()[-2:] == ["  min_huxi = 10    # std15: 15", "  huxi.pao = [12,8]    # std15: [9,6]"]
    shown = json.loads(run("show", str(path), "--json")[1])
    assert shown["differs"] == {"min_huxi": 10, "huxi.pao": [12, 8]}
    assert shown["page"] is None
    assert json.loads(run("show", "std15", "--json")[1])["page"] == ruleset.page("std15")


def test_check(written):
    good, bad = written('id = "cun"\n'), written('id = "cun"\nmin_huxi = "x"\nseats = 1\n', "bad.toml")
    assert run("check", str(good))[0] == 0
    assert json.loads(run("check", str(good), "--json")[1])["ok"] is True
    status, said, error = run("check", str(bad))
    assert (status, said, len(error.splitlines())) == (2, "", 2)
    status, said, _ = run("check", str(bad), "--json")
    assert (status, json.loads(said)["ok"], len(json.loads(said)["faults"])) == (2, False, 2)


def test_check_of_no_file():
    status, said, error = run("check", "nowhere")
    assert (status, said) == (2, "")
    assert "nowhere" in error
    assert run("check", "std15")[0] == 0
    assert run("show", "std51")[0] == 2


def test_the_book_of_rules_lists_every_parameter_with_its_default():
    """core.md §20 once kept names that no rule file knows, and lacked those that came later."""
    page = (ROOT / "docs/rules/core.md").read_text(encoding="utf-8")
    listed = json.loads(re.search(r"^## 20\..*?^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1])
    defaults = msgspec.to_builtins(RuleSet(id="std15"))
    assert listed == json.loads(json.dumps({k: v for k, v in defaults.items() if k not in ("name", "name_en")}))


@pytest.mark.parametrize(
    ("content", "most"),
    [
        ("min_huxi = 73", 72),  # six big 提 and a 将 make 72
        ("min_huxi = 43\n[huxi]\nti = [2, 1]\npao = [2, 1]", 42),
        ("min_huxi = 49\nseats = 4\ndeal = 14\nwall = 23", 48),
    ],
)
def test_a_least_that_no_hand_can_reach_is_a_fault(written, content, most):
    """Such rules were called faultless, and every hand of them ended as 荒庄."""
    done = CliRunner().invoke(app, ["rules", "check", str(written(f'id = "cun"\n{content}\n'))])
    assert isinstance(done.exception, RuleSetError)
    assert f"no hand has more than {most}" in str(done.exception)
    least = f'id = "cun"\n{content}\n'.replace(f"min_huxi = {most + 1}", f"min_huxi = {most}")
    assert CliRunner().invoke(app, ["rules", "check", str(written(least))]).exit_code == 0


def test_every_shipped_rule_set_passes_the_check():
    for name in ruleset.names():
        assert CliRunner().invoke(app, ["rules", "check", name]).exit_code == 0, name


def test_two_places_have_the_same_rules_and_it_is_meant():
    """The sources give 全州 and 永州 as one (docs/rules/scoring.md §2); no other two shipped sets are the same by a slip."""
    alike: dict[str, list[str]] = {}
    for name in ruleset.names():
        alike.setdefault(RuleSet.load(name).hash, []).append(name)
    assert [names for names in alike.values() if len(names) > 1] == [["quanzhou", "yongzhou"]]
    for name, other in (("quanzhou", "yongzhou"), ("yongzhou", "quanzhou")):
        chinese, english = ruleset.page(name).split("\n---\n")
        assert re.search(f"打法和算法同[^（]+（{other}）一样", chinese)
        assert re.search(rf"Play and reckoning are those of \w+ \({other}\)", english)
    # 跟醒 is told of 永州 alone
    choices = [
        {choice.value for each in ruleset.options_of(name) if each.id == "xing_card" for choice in each.choices}
        for name in ("quanzhou", "yongzhou")
    ]
    assert choices == [{"next", "none"}, {"next", "won", "none"}]


OPTION = '[[options]]\nid = "qi"\nzh = "起胡"\n'


@pytest.mark.parametrize(
    ("option", "where"),
    [
        (
            "choices = [{ value = 1, zh = 'a' }, { value = 2, zh = 'b', set = { wal = 3 } }]",
            r"\[\[options\]\] qi = 2: wal = 3",
        ),
        ("choices = [{ value = 'x', zh = 'b', set = { base = 0 } }]", r'qi = "x": base = 0'),
        ("choices = [{ value = true, zh = 'b', set = { tun_formula = 'x/' } }]", "qi = true: tun_formula"),
        (
            "choices = [{ value = true, zh = 'b', set = { 'scoring.mingtang.no.fan' = 2 } }]",
            "qi = true: .*there is no no",
        ),
        (
            "choices = [{ value = true, zh = 'b', set = { 'scoring.mingtang.hei.fan' = 0 } }]",
            "qi = true: scoring.mingtang",
        ),
        ("choices = [{ value = true, zh = 'b', set = { 'wall.x' = 2 } }]", "qi = true: wall = "),
        ("path = 'scoring.cap'\nvalues = [40, -1]", "qi = -1: scoring.cap = -1"),
        ("path = 'scoring.capp'\nvalues = [40]", "qi = 40: scoring.capp"),
        ("path = 'scoring.capp'", "qi = 0: scoring.capp"),
        ("", "qi: .*nothing to choose"),
        (f"path = 'min_huxi'\nvalues = [10]\n{OPTION}path = 'wall'\nvalues = [19]", "qi: .*same id twice"),
    ],
)
def test_every_value_of_every_option_is_tried(written, option, where):
    """A file with a choice that no table could take was called faultless."""
    scoring = '[scoring]\nmingtang = [{ id = "hei", zh = "黑胡", fan = 4, test = { red = [0, 0] } }]\n'
    path = written(f'id = "cun"\n{scoring}{OPTION}{option}\n')
    RuleSet.load(path)
    status, said, error = run("check", str(path))
    assert (status, said) == (2, "") and re.search(where, error), error
    assert len(error.splitlines()) == 1
    status, said, _ = run("check", str(path), "--json")
    assert status == 2 and re.search(where, json.loads(said)["faults"][0])


def test_every_faulty_choice_is_named_beside_what_else_is_wrong(written):
    text = f'id = "cun"\nmin_huxi = 99\n{OPTION}choices = [{{ value = 1, zh = "a", set = {{ seats = 9 }} }}, {{ value = 2, zh = "b" }}]\n'
    error = run("check", str(written(text)))[2].splitlines()
    assert "min_huxi = 99" in error[0] and any("qi = 1: seats = 9" in line for line in error)
    assert sum("qi = 2: min_huxi = 99" in line for line in error) == 1


def test_choices_that_are_sound_are_counted_and_what_cannot_be_played_is_said(written):
    """Each is tried alone: what the file has chosen is left out."""
    option = (
        OPTION + 'choices = [{ value = 1, zh = "a" }, { value = 2, zh = "b", set = { extra_sets = ["一五十"] } }]\n'
    )
    option += (
        OPTION.replace("qi", "two").replace("起胡", "两")
        + 'choices = [{ value = true, zh = "c", set = { extra_sets = [] } }]\n'
    )
    path = written(f'id = "cun"\nwang = 2\nwall = 21\n[chosen]\ntwo = true\n{option}')
    status, said, _ = run("check", str(path))
    assert status == 0 and "3 choices" in said and "[[options]] qi = 2: 引擎还不会打" in said
    told = json.loads(run("check", str(path), "--json")[1])
    assert told["missing"] == [] and list(told["missing_with"].values()) == [["wang"]]
    numbers = written(f'id = "cun"\n{OPTION}path = "deal"\n')  # any number: one that fits is found
    assert run("check", str(numbers))[0] == 0


@pytest.mark.parametrize(
    ("scoring", "where"),
    [
        ("mingtang = [{ id = 'a', zh = 'a', fan = 2, test = { reds = {} } }]", r"scoring.mingtang\[0\].test.reds"),
        (
            "mingtang = [{ id = 'a', zh = 'a', fan = 2, test = { reds = { groups = 3 } } }]",
            r"test.reds.*groups is 1 or 2",
        ),
        ("mingtang = [{ id = 'a', zh = 'a', fan = 2, test = { reds = { sizes = [1] } } }]", "test.reds"),
        ("huang_points = -10", r"huang_points.*only with \[scoring.points\]"),
        ("tun_plus = 10000000000", "tun_plus"),
        ("red_huxi = [10, 10000000000]", "red_huxi"),
    ],
)
def test_scoring_that_nobody_could_describe_or_pay_is_refused(tmp_path, scoring, where):
    file = tmp_path / "mine.toml"
    file.write_text(f'id = "mine"\n[scoring]\n{scoring}\n', "utf-8")
    with pytest.raises(RuleSetError, match=where):
        RuleSet.load(file)


def test_what_no_reader_of_toml_takes_is_named_with_its_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(f'id = "mine"\nmin_huxi = {"9" * 5000}\n', "utf-8")
    with pytest.raises(RuleSetError, match=r"mine\.toml"):
        RuleSet.load(file)
    with pytest.raises(RuleSetError, match="cannot read"):
        RuleSet.load("a\x00b.toml")


# -- the pages ---------------------------------------------------------------------------------------------------------

#: Told on every page by other sentences, or by the part that scores.
_ELSEWHERE = {
    *("id", "name", "name_en", "scoring"),
    *("seats", "deal", "wall", "min_huxi", "tun_formula", "tianhu_formula", "zimo_tun", "base"),
}
_OTHERWISE = {
    "huang_policy": ["keep_then_rotate_3", "rotate_always", "keep_always"],
    "huang_policy_xing": ["same", "keep_then_rotate_3", "rotate_always", "keep_always"],
    "hu_on_discard": [False, True],
    "hu_forced": [False, True],
    "hu_discard_forced": [False, True],
    "penalty_mode": ["prevent", "penalize"],
    "peng_forced": [False, True],
    "pao_of_peng": ["drawn_only", "any"],
    "chou_scope": ["chi_and_peng", "eat_only"],
    "chou_marks": ["upper", "unified", "separate"],
    "own_unclaimed_draw_blocks": [False, True],
    "wei_visibility": ["hidden", "one_up"],
    "initial_ti_hidden": [False, True],
    "extra_sets": [(), ("一五十",)],
    "split_kan": [False, True],
    "own_discard_blocks": [("chi", "peng"), ("chi",), ()],
    "chi_from": [("prev_discard", "prev_draw", "own_draw"), ("prev_discard", "own_draw")],
}


def unlike_its_page(rules, page):
    """Where a page and the sentences of rules differ: non-default parameters that it does not say, and others that it says."""
    usual = msgspec.structs.asdict(RuleSet(id="usual"))
    special = {key for key, value in msgspec.structs.asdict(rules).items() if value != usual[key]} - _ELSEWHERE
    chinese = page.partition("**打法**")[2].partition("\n**")[0]
    english = page.partition("**Play**")[2].partition("\n**")[0]
    said = play_lines(rules)

    def on_page(line):
        bullets = (
            (re.escape(line.zh) + "[。；（]", chinese),
            (re.escape(line.en) + r"([.;:,]| \()", english),
        )
        return [re.search(f"^- {words}", part, re.MULTILINE) is not None for words, part in bullets]

    wrong = [key for key in special if not any(key in line.of for line in said)]
    wrong += [line for line in said if special & set(line.of) and not all(on_page(line))]
    for key, values in _OTHERWISE.items():
        for value in values:
            other = rules.replace(**{key: value})
            wrong += [line for line in play_lines(other) if line not in said and any(on_page(line))]
    return wrong


@pytest.mark.parametrize("name", [name for name in ruleset.names() if name != "std15"])
def test_a_page_says_how_its_rules_are_played_and_nothing_else(name):
    assert unlike_its_page(RuleSet.load(name), ruleset.page(name)) == []


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("changde_old", {"huang_policy": "keep_then_rotate_3"}),
        ("changde_old", {"huang_policy_xing": "same"}),
        ("changde_old", {"chi_from": ["prev_discard", "prev_draw", "own_draw"]}),
        ("chenzhou", {"hu_on_discard": True}),
        ("chenzhou", {"own_discard_blocks": ["chi", "peng"]}),
        ("hengyang_honghei", {"hu_forced": False}),
        ("leiyang", {"huang_policy": "keep_then_rotate_3"}),
        ("pandora", {"hu_forced": True}),
    ],
)
def test_a_parameter_that_is_changed_no_longer_fits_its_page(name, changed):
    assert unlike_its_page(RuleSet.load(name).replace(**changed), ruleset.page(name))


_SOURCE = re.compile(r"E\d+|乙[一二三四五六]|帮助文字|help text")


@pytest.mark.parametrize("name", [name for name in ruleset.names() if name != "std15"])
def test_what_is_called_confirmed_names_two_sources(name):
    """Or a client's text and its own code, as the legend says."""
    counted = 0
    for line in ruleset.page(name).splitlines():
        grades = re.findall(r"(?:（|\(|\| )(确证|confirmed)([^）)|]*)", line)
        for _, named in grades:
            counted += 1
            both = "文字与程序" in named or "text and code" in named
            assert len(set(_SOURCE.findall(named))) >= 2 or both, line
        assert not re.search("确证|confirmed", line) or grades or "**" in line, line
    assert ("文字与程序" in ruleset.page(name)) and ("text and code" in ruleset.page(name))
