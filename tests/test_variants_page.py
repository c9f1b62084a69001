"""docs/variants.md is what bench/variants.py has measured, of every shipped rule set, and without a fault."""

import importlib.util
import json
from pathlib import Path

import pytest

from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet

ROOT = Path(__file__).resolve().parent.parent
_SPEC = importlib.util.spec_from_file_location("bench_variants", ROOT / "bench" / "variants.py")
variants = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(variants)


def test_the_page_shows_what_was_measured_of_every_rule_set():
    kept = json.loads(variants.KEPT.read_text(encoding="utf-8"))
    assert sorted(kept) == sorted(ruleset.shipped())
    assert variants.PAGE.read_text(encoding="utf-8") == variants.page(kept)
    assert {name: made["hash"] for name, made in kept.items()} == {name: RuleSet.load(name).hash for name in kept}
    for name, made in kept.items():
        assert made["passing"] == made["examples"] > 1, name
        assert made.get("wrong", 0) == 0 and ("missing" in made or made["games"] >= 20_000), name


@pytest.mark.parametrize("name", ["std15", "leiyang", "hengyang_6huqiang"])
def test_what_it_measures_is_measured_again(name):
    """A few hands: `--games` says how many on the command line."""
    rules = RuleSet.load(name)
    assert variants.examples(name) == (variants.examples(name)[1],) * 2
    assert variants.differences(rules, 60) == 0
    course = variants.course(rules, 400)
    assert 0 < course["huang"] < 0.5 and course["points"] > 0 and course["quartiles"] == sorted(course["quartiles"])
    assert (course["fan"] is None) == (rules.scoring is None)


def test_a_difference_between_the_speeds_is_counted(monkeypatch):
    true = variants.many.simulate

    def crooked(*arguments, **more):
        rows = true(*arguments, **more)
        rows[:1, 6] += 1
        return rows

    monkeypatch.setattr(variants.many, "simulate", crooked)
    assert variants.differences(RuleSet.load("std15"), 20) == 1
