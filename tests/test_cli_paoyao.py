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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "mahjong"], "there are: zipai, paoyao"),
        (["--game", "paoyao", "--players", 5], "2 to 4 players"),
        (["--game", "paoyao", "--bots", "exakt"], "did you mean exact"),
        (["--game", "paoyao", "--bots", "exact,exact"], "2 bots for 3 seats"),
        (["--game", "paoyao", "--rules", "std15"], "there are"),
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
