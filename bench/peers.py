"""What is measured of other projects. Runs in their environment (bench/.peers), one process a project.

`peers.py PROJECT` says in one JSON line what it can measure (or why it cannot); then every line
{"row": NAME, "seconds": S} on its standard input is answered by one line {"done": [...], "cpu": S, "wall": S}.
`run.py --peers` speaks to it. As everywhere here, random players choose evenly among the legal actions.
"""

from __future__ import annotations

import copy
import importlib.metadata
import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import measure

SEED = 2710


class Row(NamedTuple):
    """One thing that is measured of a peer, and the rows of ours.py that are its likes."""

    name: str
    what: str
    units: tuple[str, ...]
    against: tuple[str, ...]
    prepare: Callable[[], measure.Work]


ROWS: dict[str, list[Row]] = {"rlcard": [], "open_spiel": [], "pgx": [], "mahjong": []}


def row(
    name: str, what: str, units: str, against: str, *arguments: Any
) -> Callable[[Callable[..., measure.Work]], Callable[..., measure.Work]]:
    """Put a function into `ROWS`, under the project that its name begins with; it prepares, and gives the work."""

    def put(prepare: Callable[..., measure.Work]) -> Callable[..., measure.Work]:
        made = Row(name, what, tuple(units.split()), tuple(against.split()), lambda: prepare(*arguments))
        ROWS[name.partition(".")[0]].append(made)
        return prepare

    return put


# A row stands below the one that comes after it: the lowest of stacked lines is carried out first.

# -- RLCard: Python, one game at a time -------------------------------------------------------------------------------


@row("rlcard.mahjong.env", "mahjong, Env.step", "games decisions", "games.random.object", "mahjong")
@row("rlcard.doudizhu.env", "斗地主, Env.step", "games decisions", "games.random.object", "doudizhu")
def rlcard_env(name: str) -> measure.Work:
    import rlcard

    env, rng = rlcard.make(name, config={"seed": SEED}), random.Random(SEED)

    def work() -> tuple[int, ...]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return 1, decisions

    return work


@row("rlcard.mahjong.game", "mahjong, its Game alone", "games decisions", "games.random.interpreted", "mahjong")
@row("rlcard.doudizhu.game", "斗地主, its Game alone", "games decisions", "games.random.interpreted", "doudizhu")
def rlcard_game(name: str) -> measure.Work:
    import rlcard

    game, rng = rlcard.make(name, config={"seed": SEED}).game, random.Random(SEED)

    def legal(state: Any) -> Any:
        return state["actions"] if name == "doudizhu" else game.get_legal_actions(state)

    def work() -> tuple[int, ...]:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            state, _ = game.step(rng.choice(legal(state)))
            decisions += 1
        return 1, decisions

    return work


@row("rlcard.mahjong.clone", "mahjong, deepcopy of its Game", "clones", "clone.interpreted clone.compiled", "mahjong")
@row("rlcard.doudizhu.clone", "斗地主, deepcopy of its Game", "clones", "clone.interpreted clone.compiled", "doudizhu")
def rlcard_clone(name: str) -> measure.Work:
    import rlcard

    env, rng = rlcard.make(name, config={"seed": SEED}), random.Random(SEED)
    state, _ = env.reset()
    for _ in range(12):
        state, _ = env.step(rng.choice(list(state["legal_actions"])))

    def work() -> tuple[int, ...]:
        for _ in range(5):
            copy.deepcopy(env.game)
        return (5,)

    return work


# -- OpenSpiel: C++ ---------------------------------------------------------------------------------------------------


def _spiel_chances(game: Any) -> int:
    """How many cards are dealt by chance before and during a game; it is the same in every game of these two."""
    rng, seen = random.Random(SEED), set()
    for _ in range(20):
        state, chances = game.new_initial_state(), 0
        while not state.is_terminal():
            chances += state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        seen.add(chances)
    (chances,) = seen
    return chances


@row("open_spiel.skat.native", "Skat, evaluate_bots in C++", "games decisions", "games.random.compiled", "skat")
@row(
    "open_spiel.dou_dizhu.native",
    "斗地主, evaluate_bots in C++",
    "games decisions",
    "games.random.compiled",
    "dou_dizhu",
)
def spiel_native(name: str) -> measure.Work:
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, SEED) for seat in range(game.num_players())]
    chances, seed = _spiel_chances(game), 0

    def work() -> tuple[int, ...]:
        nonlocal seed
        decisions = 0
        for _ in range(20):
            seed += 1
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            decisions += state.move_number() - chances
        return 20, decisions

    return work


_DRIVEN = "games.random.object games.random.arrays"


@row("open_spiel.skat.python", "Skat, driven from Python", "games decisions", _DRIVEN, "skat")
@row("open_spiel.dou_dizhu.python", "斗地主, driven from Python", "games decisions", _DRIVEN, "dou_dizhu")
def spiel_python(name: str) -> measure.Work:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(SEED)
    chances = _spiel_chances(game)

    def work() -> tuple[int, ...]:
        state = game.new_initial_state()
        while not state.is_terminal():
            # The deals of both games are even, so that chance may choose among its actions as the players do.
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return 1, state.move_number() - chances

    return work


def _spiel_mid_game(name: str) -> Any:
    import pyspiel

    rng = random.Random(SEED)
    game = pyspiel.load_game(name)
    chances, state = _spiel_chances(game), game.new_initial_state()
    for _ in range(chances + 14):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@row("open_spiel.skat.clone", "Skat, State.clone", "clones", "clone.compiled clone.interpreted", "skat")
@row("open_spiel.dou_dizhu.clone", "斗地主, State.clone", "clones", "clone.compiled clone.interpreted", "dou_dizhu")
def spiel_clone(name: str) -> measure.Work:
    state = _spiel_mid_game(name)

    def work() -> tuple[int, ...]:
        for _ in range(1000):
            state.clone()
        return (1000,)

    return work


@row("open_spiel.skat.mask", "Skat", "masks", "masks.compiled", "skat")
@row("open_spiel.dou_dizhu.mask", "斗地主, 26,057 actions", "masks", "masks.compiled", "dou_dizhu")
def spiel_mask(name: str) -> measure.Work:
    state = _spiel_mid_game(name)
    seat = state.current_player()

    def work() -> tuple[int, ...]:
        for _ in range(50):
            state.legal_actions_mask(seat)
        return (50,)

    return work


# -- Pgx: JAX, on the processor ---------------------------------------------------------------------------------------

_PGX_TABLES, _PGX_STEPS = 1000, 8


@row(
    "pgx.sparrow_mahjong",
    "sparrow mahjong, 1,000 tables, compiled beforehand, finished ones dealt anew",
    "games decisions",
    "games.random.arrays games.random.compiled",
)
def pgx_games() -> measure.Work:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("sparrow_mahjong")
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: Any, _: Any) -> Any:
        state, key, over = carry
        key, choose, deal = jax.random.split(key, 3)
        even = jnp.log(state.legal_action_mask.astype(jnp.float32))
        state = step(state, jax.random.categorical(choose, even, axis=-1), jax.random.split(deal, _PGX_TABLES))
        return (state, key, over + state.terminated.sum()), None

    @jax.jit
    def turns(state: Any, key: Any) -> Any:
        return jax.lax.scan(turn, (state, key, jnp.int32(0)), None, length=_PGX_STEPS)[0]

    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, _PGX_TABLES))
    for _ in range(10):  # until the tables are at different points of their games
        state, key, _ = turns(state, key)

    def work() -> tuple[int, ...]:
        nonlocal state, key
        state, key, over = turns(state, key)
        return int(over), _PGX_TABLES * _PGX_STEPS

    return work


# -- mahjong: hands in Python -----------------------------------------------------------------------------------------


def _mahjong_hands(n: int, complete: bool) -> list[list[int]]:
    rng = random.Random(SEED)
    found = []
    while len(found) < n:
        hand = [0] * 34
        if complete:
            hand[rng.randrange(34)] = 2
            while sum(hand) < 14:
                first, run = rng.randrange(34), rng.random() < 0.7
                chosen = [first, first + 1, first + 2] if run and first < 27 and first % 9 < 7 else [first] * 3
                if all(hand[tile] + chosen.count(tile) <= 4 for tile in chosen):
                    for tile in chosen:
                        hand[tile] += 1
        else:
            for tile in rng.sample(range(136), 14):
                hand[tile // 4] += 1
        found.append(hand)
    return found


_CHECKS = "check.interpreted check.card.interpreted check.batched check.card.batched"


@row("mahjong.agari.complete", "Agari.is_agari, complete hands", "checks", _CHECKS, True)
@row("mahjong.agari", "Agari.is_agari, dealt hands of 14", "checks", _CHECKS, False)
def mahjong_agari(complete: bool) -> measure.Work:
    from mahjong.agari import Agari

    hands = _mahjong_hands(2000, complete)

    def work() -> tuple[int, ...]:
        for hand in hands:
            Agari.is_agari(hand)
        return (len(hands),)

    return work


@row("mahjong.shanten", "Shanten.calculate_shanten, dealt hands of 14", "hands", "distance.object")
def mahjong_shanten() -> measure.Work:
    from mahjong.shanten import Shanten

    hands = _mahjong_hands(100, False)

    def work() -> tuple[int, ...]:
        for hand in hands:
            Shanten.calculate_shanten(hand)
        return (len(hands),)

    return work


# -- talking to run.py ------------------------------------------------------------------------------------------------

_MODULES = {"open_spiel": "pyspiel"}


def main() -> int:
    """Serve one project."""
    project = sys.argv[1]
    # Some of them print while they load; only answers may go where run.py listens.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        __import__(_MODULES.get(project, project))
        version = importlib.metadata.version(project)
    except Exception as error:  # whatever is wrong with another's package is to be told, not to end the run
        say({"missing": f"{type(error).__name__}: {error}"})
        return 1
    rows = {made.name: made for made in ROWS[project]}
    say({"version": version, "rows": list(rows)})
    ready: dict[str, measure.Work] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if asked["row"] not in ready:
                ready[asked["row"]] = rows[asked["row"]].prepare()
                ready[asked["row"]]()
            taken = measure.sample(ready[asked["row"]], asked["seconds"])
            say(taken._asdict())
        except Exception as error:
            say({"missing": f"{type(error).__name__}: {error}"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
