"""跑腰 on the command line: hands between bots, their traces before an outside referee, their records, its rule sets."""

import json

import pytest
from typer.testing import CliRunner

from erqishi.cli.app import app
from erqishi.errors import ErqishiError
from erqishi.paoyao import PRESETS, load
from erqishi.paoyao.ruleset import read
from reference.paoyao_referee import check_trace

TIMING = {"speed", "seconds", "hands_per_second"}


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


def report(*arguments):
    done = run("simulate", "--json", *arguments)
    assert done.exit_code == 0, done.exception
    return json.loads(done.stdout)


def refused(*arguments):
    done = run(*arguments)
    assert isinstance(done.exception, ErqishiError), done.output
    return str(done.exception)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_traces_are_what_the_referee_expects_and_records_hold(rules, players, tmp_path):
    trace, records = tmp_path / "trace.jsonl", tmp_path / "records.jsonl"
    how = ("--game", "paoyao", "--players", players, "--rules", rules, "-n", 25, "--seed", 3)
    told = report(*how, "--trace", trace, "--records", records)
    assert (told["game"], told["rules"], told["players"], told["games"]) == ("paoyao", rules, players, 25)
    options = {name: value for name, value in load(rules).options().items() if name != "chips"}
    lines = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert [line["dealer"] for line in lines] == [i % players for i in range(25)]
    for line in lines:
        check_trace(line, options)
    done = run("verify", records)
    assert done.exit_code == 0
    assert "25 hands replayed" in done.output
    assert run("replay", records, "--hand", 2).exit_code == 0
    assert run("replay", records, "--hand", 2, "--text").output.startswith("跑腰牌谱 1")


@pytest.mark.parametrize("rules", [*PRESETS, "debt"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_sitting_chips_pot_and_deal_go_on_and_the_referee_agrees(rules, players, tmp_path):
    """Six hands with three chips each: stacks run out, or below zero where debts are allowed."""
    trace, records, file = (tmp_path / name for name in ("trace.jsonl", "records.jsonl", "debt.toml"))
    file.write_text('id = "debt"\nallow_debt = true\nsame_dealer = true\npot = "top_scorer"\n', encoding="utf-8")
    named, how = (file, read(file)) if rules == "debt" else (rules, load(rules))
    told = report(
        *("--game", "paoyao", "--rules", named, "--players", players, "-n", 90, "--chips", 3, "--sitting", 6),
        *("--trace", trace, "--records", records),
    )
    assert (told["chips"], told["sitting"]) == (3, 6)
    options = {name: value for name, value in how.options().items() if name != "chips"}
    lines = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    low = 3
    for number, line in enumerate(lines):
        check_trace(line, options)
        assert {k: v for k, v in line["options"].items() if k != "chips"} == how.differences()
        if number % 6 == 0:
            assert (line["chips"], line["carry"], line["dealer"]) == ([3] * players, 0, 0)
        else:
            before = lines[number - 1]["result"]
            now = (line["chips"], line["carry"], line["dealer"])
            assert now == (before["chips"], before["carry"], before["next_dealer"])
        low = min(low, *line["result"]["chips"])
    assert low < 0 if rules == "debt" else low == 0
    assert any(line["result"]["net"] != line["result"]["due"] for line in lines) == (rules != "debt")
    assert run("verify", records).exit_code == 0


def test_both_speeds_play_the_same_hands():
    how = ("--game", "paoyao", "--players", 4, "-n", 300, "--seed", 11)
    quick, plain = report(*how, "--speed", "compiled"), report(*how, "--speed", "interpreted")
    assert (quick["speed"], plain["speed"]) == ("compiled", "interpreted")
    assert {k: v for k, v in quick.items() if k not in TIMING} == {k: v for k, v in plain.items() if k not in TIMING}


def test_the_game_follows_from_the_rules_named():
    assert report("--rules", "fold", "-n", 5)["game"] == "paoyao"
    assert "game" not in report("-n", 2)  # 跑胡子, as ever
    assert report("--game", "paoyao", "-n", 5)["rules"] == "changchun_literal"


def test_chips_are_conserved_on_the_average():
    told = report("--game", "paoyao", "-n", 2000)
    assert sum(told["gain"]) + told["pot_left"] == pytest.approx(0, abs=2e-4)
    assert told["settled"] + told["liuju"] + told["xier"] == 2000


def test_the_advised_beat_the_random(tmp_path):
    told = report("--game", "paoyao", "-n", 400, "--bots", "advice,random,random")
    assert told["gain"][0] - told["gain_95"][0] > max(told["gain"][1:])


def test_a_rule_file_of_ones_own_is_played_shown_and_checked(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('id = "ours"\nname_zh = "我们的"\nante = 2\npassing = "must_capture"\n', encoding="utf-8")
    assert report("--rules", file, "-n", 3)["rules"] == "ours"
    shown = run("rules", "show", file).output
    assert "ante = 2    # changchun_literal: 1" in shown
    assert run("rules", "check", file).exit_code == 0
    file.write_text('ante = 2\npassing = "never"\nvoid_pots = 1\n', encoding="utf-8")
    message = refused("rules", "check", file)
    assert "passing" in message
    assert "void_pots" in message
    told = json.loads(run("rules", "check", file, "--json").output)
    assert not told["ok"]
    assert len(told["faults"]) == 2


def test_the_list_tells_the_games_apart():
    told = json.loads(run("rules", "list", "--json").output)
    assert {each["game"] for each in told} == {"zipai", "paoyao"}
    ids = [each["id"] for each in told]
    assert len(set(ids)) == len(ids)
    assert {each["id"] for each in told if each["game"] == "paoyao"} == set(PRESETS)
    for name in PRESETS:
        assert json.loads(run("rules", "show", name, "--json").output)["page"]
    shown = run("rules", "show", "changchun_literal").output
    assert "every parameter" in shown
    assert "底池归谁：抢到腰的人 · who wins the pot: who takes the 腰" in shown
    assert len(json.loads(run("rules", "show", "fold", "--json").output)["options"]) == len(load("fold").options())


@pytest.mark.parametrize("game", ["zipai", "paoyao"])
def test_a_trace_is_no_record_and_is_called_by_its_name(game, tmp_path):
    trace = tmp_path / "trace.jsonl"
    assert run("simulate", "--game", game, "-n", 2, "--trace", trace).exit_code == 0
    for command in ("replay", "verify"):
        done = run(command, trace)
        assert "这是给裁判的 trace，不是牌谱；牌谱用 --records" in f"{done.exception} {done.output}"
        assert "跑腰牌谱" in f"{done.exception} {done.output}"


@pytest.mark.parametrize("name", PRESETS)
def test_a_copy_is_the_same_but_for_its_names(name, tmp_path):
    file = tmp_path / "ours.toml"
    assert run("rules", "new", "--from", name, "--id", "ours", "--name", '我们的"跑腰"', "-o", file).exit_code == 0
    made = read(file)
    assert (made.id, made.name_zh, made.options()) == ("ours", '我们的"跑腰"', load(name).options())
    assert run("rules", "check", file).exit_code == 0
    before = file.read_bytes()
    assert "exists already" in refused("rules", "new", "--from", name, "--id", "ours", "-o", file)
    for taken in ("std15", "fold", "Ours!"):
        assert "--id" in refused("rules", "new", "--from", name, "--id", taken, "-o", tmp_path / "other.toml")
    assert file.read_bytes() == before
    again = tmp_path / "again.toml"
    assert run("rules", "new", "--from", file, "--id", "again", "-o", again).exit_code == 0
    assert read(again).version == load(name).version


def test_what_differs_between_two_is_told_and_two_games_are_not_compared():
    told = json.loads(run("rules", "diff", "changchun_literal", "changchun_lively", "--json").output)
    assert told["differs"] == [
        {"key": "yao_claim", "a": "hand_or_front", "b": "single_captures_yao"},
        {"key": "bettors_only_yao", "a": False, "b": True},
    ]
    text = run("rules", "diff", "changchun_literal", "changchun_lively").output
    assert "拿什么抢腰" in text
    assert '  + "single_captures_yao"  手里一张同点的就行 · one hand card of the rank is enough' in text
    assert "没有不同" in run("rules", "diff", "fold", "fold").output
    for pair in (("fold", "std15"), ("std15", "fold")):
        assert "two games cannot be compared" in refused("rules", "diff", *pair)


def test_a_page_says_what_differs_and_what_does_not(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('id = "ours"\nname_zh = "我们的"\nname_en = "Ours"\nante = 2\n', encoding="utf-8")
    chinese, english = run("rules", "doc", file).output.split("\n---\n")
    assert "- 挖坑放几个：2 (`ante = 2`)" in chinese.split("**其余**")[0]
    assert "- chips of a 挖: 2 (`ante = 2`)" in english.split("**The rest**")[0]
    assert chinese.count("\n- ") == len(load("fold").options()) + 1
    assert "single_captures_yao" in run("rules", "doc", "cungui_yao").output


@pytest.mark.parametrize(
    "command", [("show", "nosuch"), ("doc", "nosuch"), ("new", "--from", "nosuch"), ("diff", "fold", "nosuch")]
)
def test_a_name_that_does_not_exist_is_answered_with_those_of_both_games(command):
    message = refused("rules", *command)
    assert "changchun_lively" in message
    assert "std15" in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('game = "paoyao"', "rules show changchun_literal lists them"),
        ("chips = 1\nante = 2", "nobody could ever dig"),
        ("xier_valu = 8", "did you mean xier_value?"),
    ],
)
def test_faults_of_a_file_are_told_plainly(text, words, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(f'name_zh = "我们的"\n{text}\n', encoding="utf-8")
    assert words in refused("rules", "check", file)
    assert "name_zh?" not in refused("rules", "check", file)


@pytest.mark.parametrize("more", ["allow_debt = true", 'pot = "no_pot"'])
def test_a_dear_挖_is_sound_where_it_can_be_owed_or_costs_nothing(more, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(f'name_zh = "我们的"\nchips = 1\nante = 2\n{more}\n', encoding="utf-8")
    assert run("rules", "check", file).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "mahjong"], "there are: zipai, paoyao"),
        (["--game", "paoyao", "--players", 5], "2 to 4 players"),
        (["--game", "paoyao", "--bots", "exakt"], "did you mean exact"),
        (["--game", "paoyao", "--bots", "exact,exact"], "2 bots for 3 seats"),
        (["--game", "paoyao", "--rules", "std15"], "a rule set of 跑胡子, not of 跑腰"),
        (["--game", "zipai", "--rules", "fold"], "a rule set of 跑腰, not of 跑胡子"),
        (["--game", "paoyao", "--rules", "nosuch"], "changchun_lively"),
        (["--rules", "nosuch"], "changchun_lively"),
        (["--game", "paoyao", "--sitting", 0], "1 to 1000"),
        (["--game", "paoyao", "--chips", 0], "1 to 1000000"),
        (["--game", "paoyao", "--rules", "nowhere.toml"], "no such file"),
        (["--game", "paoyao", "--bots", "advice", "--speed", "compiled"], "only for random"),
        (["--game", "paoyao", "--chips", -1], "chips a seat"),
        (["--game", "paoyao", "--sitting", -1], "a sitting is"),
        (["--game", "paoyao", "--sitting", 8, "--speed", "compiled"], "only for random"),
        (["--chips", 4], "only for 跑腰"),
        (["--players", 4], "these rules seat 3"),
    ],
)
def test_what_cannot_be_is_refused(arguments, words):
    assert words in refused("simulate", *arguments)
