"""What is measured of erqishi. Every row sets itself up when it is asked for and gives the work that is timed."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from typing import Any, NamedTuple

import hands
import measure
import numpy as np

RULES = "std15"
SEED = 2710


class Row(NamedTuple):
    """One thing that is measured. `units`: what the numbers of its work count; `targets`: one a unit, None for none.

    A row whose unit is `s` is an elapsed time (less is better), all others are rates.
    """

    name: str
    what: str
    units: tuple[str, ...]
    targets: tuple[float | None, ...]
    prepare: Callable[[], Any]


ROWS: list[Row] = []


def row(name: str, what: str, **targets: float | None) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Put a function into `ROWS`: it prepares, and gives the work. Keywords: unit = target."""

    def put(prepare: Callable[[], Any]) -> Callable[[], Any]:
        ROWS.append(Row(name, what, tuple(targets), tuple(targets.values()), prepare))
        return prepare

    return put


# -- what the rows share ----------------------------------------------------------------------------------------------


def rules() -> Any:
    from erqishi.zipai.ruleset import RuleSet

    return RuleSet.load(RULES)


def compiled() -> tuple[Any, Any]:
    """The compiled batch functions and the rule set as they want it."""
    from erqishi.zipai import compiled, flat

    return compiled.load().batch, flat.record(rules())


def tables_mid_game(n: int) -> Any:
    """Random games, each stopped at its first or one of its next 24 decisions, so that all phases are there."""
    from erqishi.zipai.many import Tables

    rng = np.random.default_rng(SEED)
    tables = Tables(RULES, n, seed=SEED)
    stop = rng.integers(0, 25, n)
    for turn in range(24):
        before = tables.clone()
        tables.step(np.argmax(tables.masks() * rng.random((n, 37)), axis=1))
        stay = np.flatnonzero((stop <= turn) | tables.over)
        tables.records[stay] = before.records[stay]
    return tables


# -- judging a hand ---------------------------------------------------------------------------------------------------


def _cover_many(counts: Any) -> measure.Work:
    batch, r = compiled()
    left, right = hands.half_indices(rules(), counts)
    out = np.empty(len(left), np.int64)

    def work() -> tuple[int, ...]:
        batch.cover_many(r, left, right, out)
        return (len(out),)

    return work


@row("check.batched", "win check of a million dealt hands (20 cards) at once: cover_many", checks=50e6)
def check_batched() -> measure.Work:
    return _cover_many(hands.dealt(1 << 20, quads=True)[0])


@row("check.batched.complete", "the same, hands of 21 cards that are complete", checks=50e6)
def check_batched_complete() -> measure.Work:
    counts, cards = hands.complete(rules(), 1 << 14)
    counts[np.arange(len(cards)), cards] += 1
    return _cover_many(np.tile(counts, (64, 1)))


@row("check.interpreted", "win check of dealt hands, interpreted, indices kept: one look-up", checks=1e6)
def check_interpreted() -> measure.Work:
    from erqishi.zipai import flat

    r = flat.plain(rules())
    left, right = hands.half_indices(rules(), hands.dealt(20_000, quads=True)[0])
    pairs = list(zip(left.tolist(), right.tolist(), strict=True))

    def work() -> tuple[int, ...]:
        first, second, matrix = r.left, r.right, r.matrix
        wins = 0
        for il, ir in pairs:
            if matrix[first[il] + second[ir]] >= 0:
                wins += 1
        return (len(pairs),)

    return work


def _check_many(counts: Any, cards: Any) -> measure.Work:
    batch, r = compiled()
    packed, cards = hands.packed(counts), np.asarray(cards, np.int64)
    out = np.empty(len(cards), np.int64)

    def work() -> tuple[int, ...]:
        batch.check_many(r, packed, cards, False, out)
        return (len(out),)

    return work


@row("check.card.batched", "win check of dealt hands with another's card, every use of it: check_many", checks=None)
def check_card_batched() -> measure.Work:
    return _check_many(*hands.dealt(1 << 17, quads=False))


@row("check.card.batched.complete", "the same, hands that the card completes", checks=None)
def check_card_batched_complete() -> measure.Work:
    return _check_many(*hands.complete(rules(), 1 << 14))


@row("check.card.interpreted", "the same, dealt hands, interpreted, indices kept: best_with_card", checks=None)
def check_card_interpreted() -> measure.Work:
    from erqishi.zipai import cover, flat

    std = rules()
    r = flat.plain(std)
    counts, cards = hands.dealt(5_000, quads=False)
    rest = hands.free(counts)
    left, right = hands.half_indices(std, counts)
    kan_xi = (counts == 3) @ np.array(r.xi_kan)
    columns = (hands.packed(counts), hands.packed(rest), left, right, rest.sum(axis=1), kan_xi, cards)
    ready = list(zip(*(column.tolist() for column in columns), strict=True))

    def work() -> tuple[int, ...]:
        best_with_card, draw = cover.best_with_card, cover.DRAW
        for hand, free, il, ir, nf, xi, k in ready:
            best_with_card(r, hand, free, il, ir, nf, xi, 0, 0, 0, 0, k, draw, False)
        return (len(ready),)

    return work


@row("waits.batched", "all waits of dealt hands: 20 cards tried each, check_many", hands=None)
def waits_batched() -> measure.Work:
    counts, _ = hands.dealt(1 << 12, quads=False)
    work = _check_many(np.repeat(counts, 20, axis=0), np.tile(np.arange(20), len(counts)))
    return lambda: (work()[0] // 20,)


def _states(n: int) -> Any:
    from erqishi.zipai.hand import HandState

    return [HandState.of(int(hand)) for hand in hands.packed(hands.complete(rules(), n)[0])]


@row("waits.object", "all waits of a 听 hand, 息 and 囤 of each way it comes: hand.waits", hands=None)
def waits_object() -> measure.Work:
    from erqishi.zipai.hand import waits

    std, states = rules(), _states(8)

    def work() -> tuple[int, ...]:
        for state in states:
            waits(state, std)
        return (len(states),)

    return work


@row("distance.object", "how far dealt hands are from 听 with enough 息, exact to 2: distance.distance", hands=None)
def distance_object() -> measure.Work:
    from erqishi.zipai.distance import distance
    from erqishi.zipai.hand import HandState

    std, at = rules(), 0
    states = [HandState.of(int(hand)) for hand in hands.packed(hands.dealt(200, quads=False)[0])]

    def work() -> tuple[int, ...]:
        nonlocal at
        at += 1
        distance(states[at % len(states)], std)
        return (1,)

    return work


# -- whole games ------------------------------------------------------------------------------------------------------


def _simulate(bot: str, count: int) -> measure.Work:
    from erqishi.zipai import many

    std, first = rules(), 0

    def work() -> tuple[int, ...]:
        nonlocal first
        out = many.simulate(std, [bot] * 3, seed=SEED, first=first, count=count)
        first += count
        return count, int(out[:, 5].sum())

    return work


@row(
    "games.random.compiled",
    "whole games, random legal play: deal, legal actions, choice, step",
    games=1e5,
    decisions=3e6,
)
def games_random_compiled() -> measure.Work:
    return _simulate("random", 1000)


@row("games.greedy.compiled", "whole games of the greedy players, compiled", games=None, decisions=None)
def games_greedy_compiled() -> measure.Work:
    return _simulate("greedy", 300)


@row(
    "games.random.arrays",
    "1,000 random games at once, driven by NumPy: masks, choice, step",
    games=None,
    decisions=None,
)
def games_random_arrays() -> measure.Work:
    from erqishi.zipai.many import Tables

    rng = np.random.default_rng(SEED)
    tables = Tables(RULES, 1000, seed=SEED)
    mask = tables.masks()
    # Random numbers are drawn once: the choice of the player is not what is measured.
    taste = rng.random((64, *mask.shape), np.float32)
    first = 0

    def work() -> tuple[int, ...]:
        nonlocal first
        first += len(tables)
        tables.deal(SEED, first)
        decisions, turn = 0, 0
        while running := len(tables) - int(tables.over.sum()):
            tables.masks(mask)
            tables.step(np.argmax(mask * taste[turn % 64], axis=1))
            decisions += running
            turn += 1
        return len(tables), decisions

    return work


def _play(bot: int, count: int) -> measure.Work:
    from erqishi.zipai import flat, play, rng
    from erqishi.zipai.table import Table

    std = rules()
    r, size, first = flat.plain(std), std.deck_size, 0

    def work() -> tuple[int, ...]:
        nonlocal first
        total = 0
        for hand in range(first, first + count):
            table, g = Table(3), [0] * 6
            rng.seed(g, SEED, hand)
            table.dealer = hand % 3
            total += play.play_hand(table, r, g, [bot] * 3, 80, size)[0]
        first += count
        return count, total

    return work


@row("games.random.interpreted", "whole games, random legal play, interpreted", games=1e3, decisions=4e4)
def games_random_interpreted() -> measure.Work:
    return _play(0, 10)


@row("games.greedy.interpreted", "whole games of the greedy players, interpreted", games=None, decisions=None)
def games_greedy_interpreted() -> measure.Work:
    return _play(1, 1)


@row(
    "games.random.object",
    "whole random games by Game objects: actions, legal lists, events",
    games=None,
    decisions=None,
)
def games_random_object() -> measure.Work:
    from erqishi.zipai.game import Game

    std, rng, seed = rules(), random.Random(SEED), 0

    def work() -> tuple[int, ...]:
        nonlocal seed
        seed += 1
        game = Game.deal(std, seed=seed, dealer=seed % 3)
        decisions = 0
        while (decision := game.decision) is not None:
            for seat, legal in decision.legal.items():
                game.do(rng.choice(legal), seat)
                decisions += 1
        return 1, decisions

    return work


# -- parts of a game --------------------------------------------------------------------------------------------------


@row("masks.compiled", "dense legal masks (37 actions) of 4,096 tables in mid-game", masks=None)
def masks_compiled() -> measure.Work:
    tables = tables_mid_game(4096)
    out = tables.masks()

    def work() -> tuple[int, ...]:
        for _ in range(8):
            tables.masks(out)
        return (8 * len(tables),)

    return work


@row("clone.compiled", "copies of tables in mid-game, 1,024 at once (copy_many)", clones=2.5e6)
def clone_compiled() -> measure.Work:
    batch, _ = compiled()
    tables = tables_mid_game(1024)
    other = tables.clone()
    index = np.arange(len(tables))

    def work() -> tuple[int, ...]:
        for _ in range(8):
            batch.copy_many(tables.records, index, other.records)
        return (8 * len(tables),)

    return work


def _game_mid_way() -> Any:
    from erqishi.zipai.game import Game

    rng = random.Random(SEED)
    game = Game.deal(RULES, seed=SEED)
    for _ in range(14):
        assert game.decision is not None
        for seat, legal in game.decision.legal.items():
            game.do(rng.choice(legal), seat)
    return game


@row("clone.interpreted", "copies of one table in mid-game, interpreted (Table.clone)", clones=None)
def clone_interpreted() -> measure.Work:
    table = _game_mid_way()._table

    def work() -> tuple[int, ...]:
        for _ in range(500):
            table.clone()
        return (500,)

    return work


def _finished(n: int) -> list[Any]:
    from erqishi.zipai.game import Game

    rng = random.Random(SEED)
    games = []
    for seed in range(n):
        game = Game.deal(RULES, seed=seed)
        while (decision := game.decision) is not None:
            for seat, legal in decision.legal.items():
                game.do(rng.choice(legal), seat)
        games.append(game)
    return games


@row("record.write", "the record of a finished game as JSON (Record.of, to_json)", records=None)
def record_write() -> measure.Work:
    from erqishi.record import Record, to_json

    games = _finished(20)

    def work() -> tuple[int, ...]:
        for game in games:
            to_json(Record.of(game))
        return (len(games),)

    return work


@row("record.replay", "a record read, played again and compared, events and all (from_json, replay)", records=None)
def record_replay() -> measure.Work:
    from erqishi.record import Record, from_json, replay, to_json

    texts = [to_json(Record.of(game)) for game in _finished(4)]

    def work() -> tuple[int, ...]:
        for text in texts:
            replay(from_json(text))
        return (len(texts),)

    return work


# -- starting ---------------------------------------------------------------------------------------------------------

FIRST_HAND = f"""
from erqishi.zipai import many
many.simulate({RULES!r}, ["random"] * 3, seed=1, first=0, count=1)
"""


def _environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(measure.ROOT / "src"), "PYTHONWARNINGS": "ignore", **more}


@row("start.import", "a new interpreter: import erqishi", s=0.3)
def start_import() -> Any:
    return lambda: measure.run_python("import erqishi", _environment())


@row("start.game", "a new interpreter: the first Game dealt, interpreted", s=None)
def start_game() -> Any:
    code = f"from erqishi.zipai.game import Game; Game.deal({RULES!r}, seed=1)"
    return lambda: measure.run_python(code, _environment())


@row("start.warm", "a new interpreter: the first compiled game, machine code from the cache", s=1.0)
def start_warm() -> Any:
    return lambda: measure.run_python(FIRST_HAND, _environment())


@row("start.cold", "the same with an empty cache: everything for simulation is compiled (once)", s=None)
def start_cold() -> Any:
    def work() -> measure.Sample:
        with tempfile.TemporaryDirectory() as home:
            return measure.run_python(FIRST_HAND, _environment(ERQISHI_CACHE=home))

    return work
