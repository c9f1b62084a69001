"""`erqishi rules new | diff | doc`, and docs/adding-a-variant.md followed to the letter."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from erqishi.cli import rule_files
from erqishi.cli.app import app
from erqishi.errors import UserInputError
from erqishi.zipai import many, ruleset, simulation
from erqishi.zipai.ruleset import RuleSet

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
GUIDE, PAOYAO = PAGE.split("## 跑腰 · A rule set of 跑腰")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, list(map(str, arguments)))


@pytest.mark.parametrize("name", ruleset.names())
def test_a_copy_of_a_rule_set_is_the_same_but_for_its_names(run, tmp_path, name):
    done = run("rules", "new", "--from", name, "--id", "mine", "--name", '我们的"规则"')
    assert done.exit_code == 0, done.output
    made = RuleSet.load(tmp_path / "mine.toml")
    assert (made.id, made.name, made.hash) == ("mine", '我们的"规则"', RuleSet.load(name).hash)
    assert [each.id for each in ruleset.options_of(tmp_path / "mine.toml")] == [
        each.id for each in ruleset.options_of(name)
    ]
    assert rule_files.differences(made, RuleSet.load(name)) == []


def test_nothing_is_overwritten_and_no_id_is_taken(run, tmp_path):
    (tmp_path / "mine.toml").write_text("mine", encoding="utf-8")
    for arguments in (["--id", "mine"], ["--id", "std15"], ["--id", "Mine!"], ["--id", "x", "-o", tmp_path]):
        done = run("rules", "new", "--from", "std15", *arguments)
        assert done.exit_code and isinstance(done.exception, UserInputError | SystemExit | Exception)
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_a_file_can_be_copied_too(run, tmp_path):
    assert run("rules", "new", "--from", "xupu", "--id", "one").exit_code == 0
    assert run("rules", "new", "--from", "one.toml", "--id", "two").exit_code == 0
    assert RuleSet.load(tmp_path / "two.toml").hash == RuleSet.load("xupu").hash


def test_a_file_that_contradicts_itself_is_not_copied(run, tmp_path):
    run("rules", "new", "--from", "changsha", "--id", "mine")
    file = tmp_path / "mine.toml"
    file.write_text(file.read_text("utf-8") + '\n[chosen]\nzimo = "after"\n', "utf-8")
    for command in (("check", "mine.toml"), ("new", "--from", "mine.toml", "--id", "other")):
        done = run("rules", *command)
        said = str(done.exception)
        assert "zimo = after" in said and "scoring.zimo.total = 2" in said and "contradict each other" in said
    assert not (tmp_path / "other.toml").exists()


def test_what_differs_is_told_by_parameter_and_by_名堂(run):
    found = json.loads(run("rules", "diff", "changde_qmt_big68", "changde_qmt_small68", "--json").stdout)
    keys = {part["key"]: (part["a"], part["b"]) for part in found["differs"]}
    assert not found["same"] and "scoring.mingtang.hong" in keys
    assert (keys["scoring.mingtang.hei"][0]["fan"], keys["scoring.mingtang.hei"][1]["fan"]) == (8, 6)
    assert "min_huxi" not in keys and "scoring.mingtang.hanghang" not in keys
    gone = rule_files.differences(RuleSet.load("std15"), RuleSet.load("xupu"))
    assert ("scoring.combine", "sum", "max") in gone and ("zimo_tun", 1, 0) in gone
    text = run("rules", "diff", "std15", "xupu").stdout
    assert "zimo_tun\n  - 1\n  + 0\n" in text and "没有 · none" in text
    assert "没有不同" in run("rules", "diff", "xupu", "xupu").stdout


def test_a_page_names_every_名堂_in_both_languages(run, tmp_path):
    assert run("rules", "doc", "xupu").stdout.strip() == ruleset.page("xupu").strip()
    run("rules", "new", "--from", "changde_qmt_big68", "--id", "mine")
    chinese, english = run("rules", "doc", "mine.toml").stdout.split("\n---\n")
    for each in RuleSet.load("changde_qmt_big68").scoring.mingtang:
        assert f"| {each.zh} |" in chinese and f"| {each.zh} (" in english
    for heading in ("打法", "算法", "名堂", "可以约定", "说明"):
        assert f"**{heading}**" in chinese
    assert "15 息 to 胡" in english and "15息起胡" in chinese


def test_a_page_says_how_it_is_played_in_words(run, tmp_path):
    """Parameters stood there as they are written in the file."""
    file = 'id = "mine"\nhu_on_discard = true\nextra_sets = ["一五十"]\nwang = 2\nwall = 21\nhuang_policy = "keep_always"\n'
    (tmp_path / "mine.toml").write_text(file + "[huxi]\npeng = [4, 1]\n", encoding="utf-8")
    chinese, english = run("rules", "doc", "mine.toml").stdout.split("\n---\n")
    assert "`" not in chinese.partition("**打法**")[2].partition("**算法**")[0]
    for words in ("打出的牌可以胡（放炮）", "一五十也算一句话", "2张王", "荒庄连庄", "碰 4/1", "牌墩21张"):
        assert words in chinese
    for words in ("a discard can be won", "一五十 is a set too", "2 王", "a wall of 21 cards", "碰 4/1"):
        assert words in english.replace("A wall", "a wall")


def test_the_guide_leads_to_a_variant_that_pays_and_plays_as_it_says(run, tmp_path):
    text = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[1]
    (tmp_path / "xiaowan.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cases.jsonl").write_text(re.search(r"```json\n(.*?)```", GUIDE, re.DOTALL)[1], encoding="utf-8")
    for command in re.findall(r"^erqishi (rules check .*|rules diff .*|score --batch .*)$", GUIDE, re.MULTILINE):
        done = run(*command.split())
        assert done.exit_code == 0, (command, done.output)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["points"], first["net"]) == (40, {"A": 80, "B": -40, "C": -40})
    assert (second["points"], second["net"]) == (10, {"A": 20, "B": -20, "C": 0})
    rules = RuleSet.load(tmp_path / "xiaowan.toml")
    assert not rules.missing and rules.id not in ruleset.names()
    slow = simulation.player(rules, ["greedy"] * 3, 1, "interpreted")(0, 20)
    assert np.array_equal(slow, many.simulate(rules, ["greedy"] * 3, seed=1, first=0, count=20))


def test_the_guide_leads_to_a_rule_set_of_跑腰_too(run, tmp_path):
    for command in re.findall(r"^erqishi (.*?)(?: > .*)?$", PAOYAO, re.MULTILINE):
        if command.startswith("rules check"):
            with (tmp_path / "ours.toml").open("a", encoding="utf-8") as file:
                file.write(re.search(r"^passing = .*\nante = .*\n", PAOYAO, re.MULTILINE)[0])
        done = run(*(part if part != "1000" else "3" for part in command.split()))
        assert done.exit_code == 0, (command, done.output, done.exception)
    assert "能抢就必须抢" in done.output


def test_every_test_of_a_名堂_is_in_the_guide():
    from erqishi.zipai.scoring.data import Test

    assert [name for name in Test.__struct_fields__ if f"`{name}" not in GUIDE and name != "wang"] == []
