"""How much better one bot plays than another: python bench/ladder.py --hands 10000

Duplicate hands: every deal (deck and dealer) is played in all six ways to seat A among {A, B, B} and {A, A, B}, so that
both meet the same cards in the same seats. For each pair the mean points a hand that an A makes more than a B at the
same table, with a 95 % confidence interval over deals (the six plays of one deal are one observation), how often a seat
of A and of B wins, with how many 息, and how many hands end in 荒庄.

    python bench/ladder.py --hands 2000 --pairs "expert:normal,normal:novice"
    python bench/ladder.py --time 60                # how long a 高手 thinks, interpreted
    python bench/ladder.py --hands 10000 --json     # the figures for docs/bots.md, for programs

Levels: uniform, novice, normal, expert. Deal i of a seed is hand i of `erqishi simulate --seed`.
"""

import argparse
import json
import math
import sys
import time

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Page

from erqishi.zipai import many
from erqishi.zipai.expert import choose_expert
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.sight import Policy, choose_with

PLAYERS = {"uniform": "random", "novice": "novice", "normal": "greedy", "expert": "expert"}
CHUNK = 500  # deals between two looks at the clock


class Standing(msgspec.Struct):
    """A against B. points: A less B, a hand and seat; low, high: its 95 % interval; wins: share of hands a seat wins."""

    a: str
    b: str
    rules: str
    seed: int
    deals: int
    hands: int
    points: float
    low: float
    high: float
    wins: tuple[float, float]
    huxi: tuple[float, float]
    huang: float


def seatings(a: str, b: str, seats: int) -> list[list[str]]:
    """Every way to seat at least one A and at least one B."""
    ways = [[a if way >> seat & 1 else b for seat in range(seats)] for way in range(1, 2**seats - 1)]
    return [[PLAYERS[name] for name in way] for way in ways]


def compare(rules: RuleSet, a: str, b: str, seed: int, deals: int, tick) -> Standing:
    """Play `deals` deals; `tick(n)` is told how many more are done."""
    ways = seatings(a, b, rules.seats)
    difference = np.zeros(deals)
    won, huxi, sat = np.zeros(2), np.zeros(2), np.zeros(2)
    huang = 0
    for first in range(0, deals, CHUNK):
        size = min(CHUNK, deals - first)
        for way in ways:
            tables = many.Tables(rules, size, seed=seed, first=first)
            tables.play_out(way, seed=seed, first=first)
            mine = np.array([name == PLAYERS[a] for name in way])
            net, winner = tables.net, np.asarray(tables.records.winner)
            difference[first : first + size] += net[:, mine].mean(axis=1) - net[:, ~mine].mean(axis=1)
            huang += int((winner < 0).sum())
            for side, seats in enumerate((np.flatnonzero(mine), np.flatnonzero(~mine))):
                ours = np.isin(winner, seats)
                won[side] += ours.sum()
                huxi[side] += np.asarray(tables.records.huxi)[ours].sum()
                sat[side] += size * len(seats)
        tick(size)
    difference /= len(ways)
    mean, half = float(difference.mean()), 1.96 * float(difference.std(ddof=1)) / math.sqrt(deals)
    hands = deals * len(ways)
    rates = tuple((won / sat).tolist()), tuple((huxi / np.maximum(won, 1)).tolist())
    return Standing(a, b, rules.id, seed, deals, hands, mean, mean - half, mean + half, *rates, huang / hands)


def thinking(rules: RuleSet, hands: int) -> dict[str, float]:
    """Milliseconds of processor time of an interpreted 高手 at a table of three, from the view to the action."""
    spent = []

    def timed(policy: Policy, view, count: bool):
        start = time.process_time()
        action = choose_with(policy, view, rules)
        if count and len(view.asked.legal) > 1:
            spent.append(1000 * (time.process_time() - start))
        return action

    for number in range(hands):
        game = Game.deal(rules, seed=number, dealer=number % rules.seats)
        while game.decision:
            for seat in list(game.decision.legal):
                game.do(timed(choose_expert, game.view(seat), True), seat)
    middle, late = np.percentile(spent, [50, 99])
    return {"decisions": len(spent), "median": float(middle), "p99": float(late), "most": max(spent)}


def show(found: list[Standing], console: Console) -> None:
    """A table for people."""
    page = Page("A", "B", "points a hand, A − B", "95 %", "wins A", "wins B", "息 A", "息 B", "荒庄", "hands")
    for it in found:
        interval = f"{it.low:+.2f} … {it.high:+.2f}"
        rates = [f"{100 * share:.1f} %" for share in it.wins] + [f"{huxi:.1f}" for huxi in it.huxi]
        page.add_row(it.a, it.b, f"{it.points:+.2f}", interval, *rates, f"{100 * it.huang:.1f} %", f"{it.hands:,}")
    console.print(page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=2000, help="deals; each is played six times")
    parser.add_argument("--pairs", default="expert:normal,normal:novice,novice:uniform")
    parser.add_argument("--rules", default="std15")
    parser.add_argument("--seed", type=int, default=2710)
    parser.add_argument("--time", type=int, default=0, metavar="HANDS", help="measure thinking time over so many hands")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    pairs = [pair.split(":") for pair in wanted.pairs.split(",")]
    for name in {name for pair in pairs for name in pair}:
        if name not in PLAYERS:
            parser.error(f"no level {name!r}; there are {', '.join(PLAYERS)}")
    rules = RuleSet.load(wanted.rules)
    if wanted.time:
        spent = thinking(rules, wanted.time)
        print(json.dumps(spent) if wanted.json else " · ".join(f"{name} {value:.4g}" for name, value in spent.items()))
        return 0
    errors = Console(stderr=True)
    found = []
    with Progress(console=errors, disable=not errors.is_terminal, transient=True) as progress:
        for a, b in pairs:
            bar = progress.add_task(f"{a} : {b}", total=wanted.hands)
            found.append(compare(rules, a, b, wanted.seed, wanted.hands, lambda n, bar=bar: progress.advance(bar, n)))
    if wanted.json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, Console(width=None if sys.stdout.isatty() else 120))
    return 0


if __name__ == "__main__":
    sys.exit(main())
