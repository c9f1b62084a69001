"""Every shipped rule set in one table, docs/variants.md: python bench/variants.py --games 20000

For each: how many worked examples its scoring passes; how many hands were played compiled and interpreted with the same
results (rows with a digest of every decision, settled by local scoring); what greedy players' hands came to. What has
been measured is kept in bench/results/variants.json by the hash of the rules, so that a run that was stopped goes on; the page
is written from it after every rule set. Exit status 1 if an example fails or the speeds differ.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from erqishi.zipai import many, ruleset, simulation
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import facts_of_given, settle_hand
from erqishi.zipai.scoring.given import options_of_given

ROOT = Path(__file__).resolve().parent.parent
KEPT, PAGE = ROOT / "bench" / "results" / "variants.json", ROOT / "docs" / "variants.md"
CASES = [ROOT / "tests" / "data" / f"{name}_examples.jsonl" for name in ("scoring", "variant")]
SEED, CHUNK = 1, 500
GREEDY_EACH = 100  # of so many hands compared one is played by greedy players, who win more and think longer


def examples(name: str) -> tuple[int, int]:
    """(passing, all) worked examples of a rule set."""
    passing = every = 0
    for case in _cases():
        if case["kind"] != "mingtang" or case["ruleset"] not in _names(name):
            continue
        every += 1
        rules = RuleSet.load(name, options_of_given(case["given"]))
        settled = settle_hand(rules, facts_of_given(rules, case["given"]))
        net = None if settled.net is None else {"ABCD"[seat]: n for seat, n in enumerate(settled.net)}
        wanted = {"can_hu": True, **case["expect"]}
        passing += all((net if key == "net" else getattr(settled, key)) == value for key, value in wanted.items())
    return passing, every


def _names(name: str) -> tuple[str, ...]:
    """A rule set's id and the other names of its file."""
    return (name, *(other for other in _case_names() if other != name and _id(other) == name))


@functools.cache
def _cases() -> tuple[dict[str, Any], ...]:
    lines = [line for path in CASES for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(map(json.loads, lines))


@functools.cache
def _case_names() -> set[str]:
    return {case["ruleset"] for case in _cases()}


@functools.cache
def _id(other: str) -> str:
    return RuleSet.load(other).id


def differences(rules: RuleSet, games: int, seed: int = SEED) -> int:
    """How many of so many hands are not the same at both speeds."""
    wrong = 0
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        greedy = count // GREEDY_EACH
        for bot, start, n in (("random", first, count - greedy), ("greedy", first + count - greedy, greedy)):
            bots = [bot] * rules.seats
            fast = many.simulate(rules, bots, seed=seed, first=start, count=n)
            slow = simulation.player(rules, bots, seed, "interpreted")(start, n)
            wrong += int((fast != slow).any(axis=1).sum())
    return wrong


def course(rules: RuleSet, games: int, seed: int = SEED) -> dict[str, Any]:
    """What hands of greedy players came to: the 荒庄 rate, and means and quartiles of the won hands."""
    rows = many.simulate(rules, ["greedy"] * rules.seats, seed=seed, first=0, count=games)
    won = rows[rows[:, 0] >= 0]
    scored = rules.scoring is not None
    points = won[:, 8] if scored else won[:, 2]
    return {
        "hands": games,
        "huang": round(1 - len(won) / games, 4),
        "huxi": round(float(won[:, 1].mean()), 2),
        "tun": round(float(won[:, 2].mean()), 2),
        "fan": round(float(won[:, 7].mean()), 2) if scored else None,
        "points": round(float(points.mean()), 2),
        "quartiles": [int(x) for x in np.percentile(points, (25, 50, 75, 99), method="nearest")],
    }


def measured(name: str, games: int) -> dict[str, Any]:
    """Everything of one rule set."""
    rules = RuleSet.load(name)
    passing, every = examples(name)
    made: dict[str, Any] = {"hash": rules.hash, "passing": passing, "examples": every, "games": games}
    if rules.missing:
        return made | {"missing": [f"{lack.zh} · {lack.en}" for lack in rules.missing]}
    return made | {"wrong": differences(rules, games), "course": course(rules, games)}


# -- the page ----------------------------------------------------------------------------------------------------------

HEAD = """# 各地规则 · The variants

`python bench/variants.py` 写的，不要手改。 Written by `python bench/variants.py`; do not edit.

- **例 · examples**：算分的例题，过了几道 · worked cases of scoring that pass (tests/data/scoring_examples.jsonl, variant_examples.jsonl).
- **两种速度 · speeds**：编译和解释各打一遍，多少局，差几局 · hands played compiled and interpreted, and how many differ in anything: who
  won, 息, 囤, 番, points, the digest of every decision.
- **荒庄**，**息**，**囤**，**番**，**分**：greedy 机器人打的，后四项是胡了的局的平均；**分** 是每个输家付的，或者赢家记的 · of hands between `greedy` bots:
  the share without a winner, and means over the won hands; points are what one loser pays, or what the winner scores.
- **四分位 · quartiles**：分的 25%、50%、75%、99% · of the points.

没有的 · not here: 歪胡子、鬼胡子、偎麻雀、捉红字、碰胡、新化炸弹。它们的门子、息或者牌和跑胡子不是一回事，要另写引擎；来源也只有客户端的选项单，没有一份说全的打法。
These are other games with sets, 息 or cards of their own and would need an engine of their own; of none is there a source that tells it whole.

| id | 名 · name | 例 · examples | 两种速度 · speeds | 荒庄 | 息 | 囤 | 番 | 分 | 四分位 · quartiles |
|---|---|--:|--:|--:|--:|--:|--:|--:|---|
"""


def page(kept: dict[str, dict[str, Any]]) -> str:
    """The whole page."""
    return HEAD + "\n".join(_row(name, made) for name, made in sorted(kept.items())) + "\n"


def _row(name: str, made: dict[str, Any]) -> str:
    rules = RuleSet.load(name)
    cells = [f"`{name}`", f"{rules.name} · {rules.name_en}", f"{made['passing']}/{made['examples']}"]
    if "missing" in made:
        return f"| {' | '.join(cells)} | 还不会打 · not played yet: {'; '.join(made['missing'])} | | | | | | |"
    c = made["course"]
    fan = "–" if c["fan"] is None or not c["tun"] else c["fan"]
    cells += [f"{made['games']:,}: {made['wrong']}", f"{100 * c['huang']:.1f}%", c["huxi"], c["tun"] or "–", fan]
    return f"| {' | '.join(map(str, cells))} | {c['points']} | {' · '.join(map(str, c['quartiles']))} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("ids", nargs="*", help="rule sets; all without any")
    wanted = parser.parse_args()
    kept: dict[str, dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    kept = {name: made for name, made in kept.items() if name in ruleset.names()}
    for name, made in kept.items():
        made["passing"], made["examples"] = examples(name)
    _write(kept)
    for name, seconds in _each(wanted.ids or ruleset.names(), kept, wanted.games):
        _write(kept)
        print(f"{name}: {kept[name]} ({seconds:.0f} s)", flush=True)
    bad = [name for name, made in kept.items() if made["passing"] < made["examples"] or made.get("wrong")]
    print(f"{len(kept)} rule sets; with a fault: {', '.join(bad) or 'none'}")
    return 1 if bad else 0


def _write(kept: dict[str, dict[str, Any]]) -> None:
    KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")


def _each(names: list[str], kept: dict[str, dict[str, Any]], games: int) -> Iterator[tuple[str, float]]:
    """Measure what is not measured yet, or was measured by other rules or fewer games."""
    for name in names:
        rules, made = RuleSet.load(name), kept.get(name)
        if (
            made
            and made["hash"] == rules.hash
            and made["games"] >= games
            and ("missing" in made) == bool(rules.missing)
        ):
            continue
        start = time.monotonic()
        kept[name] = measured(name, games)
        yield name, time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())
