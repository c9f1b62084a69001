"""The rule rooms of 跑腰, compiled, and hands played in bulk on NumPy records."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from erqishi.errors import UserInputError
from erqishi.paoyao import playout, table
from erqishi.paoyao.ruleset import DEFAULT, RuleSet, load
from erqishi.twospeed import TwoSpeed

ROOMS = ("codes", "capture", "reckon", "kernel", "playout", "search")
"""In the order of loading: each imports only from those before it (and the plain classes of table.py)."""

ENTRIES = frozenset(
    {
        "start",
        "legal",
        "act",
        "seed_chance",
        "shuffle",
        "play_random",
        "play_seed",
        "play_many",
        "explore",
        "count_back",
    }
)
"""The compiled functions that Python calls."""

Records = npt.NDArray[np.void]

_SPEED = TwoSpeed("erqishi.paoyao", Path(__file__).parent, ROOMS, ENTRIES)
cache_dir = _SPEED.cache_dir
is_warm = _SPEED.is_warm
mark_warm = _SPEED.mark_warm
rooms = _SPEED.load


def dtype_of(shape: Mapping[str, int]) -> np.dtype[np.void]:
    """The record type of a class of table.py: the same names, 64-bit integers."""
    return np.dtype([(name, np.int64, (length,)) if length else (name, np.int64) for name, length in shape.items()])


def random_hands(
    rules: str | RuleSet = DEFAULT,
    n: int = 1000,
    *,
    players: int = 3,
    seed: int = 0,
    dealer: int = 0,
    chips: int | None = None,
    carry: int = 0,
) -> Records:
    """Play n hands at random, hand i from seed + i, each with full stacks and `carry` in the pot; the deal goes round.

    Returns n records with the fields of `table.SUMMARY_SHAPE`. Hand i is the one that `Game.deal(seed=seed + i)` deals,
    and the plays are those of the interpreted `play_out`. Raises UserInputError for arguments out of range.
    """
    rules, stack = _check(rules, n, players, seed, dealer, chips)
    t = np.zeros(1, dtype_of(table.TABLE_SHAPE))[0]
    r = np.zeros(1, dtype_of(table.Rules.SHAPE))[0]
    for name, value in rules.flat().as_dict().items():
        r[name] = value
    t["players"], t["dealer"] = players, dealer
    out = np.zeros(n, dtype_of(table.SUMMARY_SHAPE))
    rooms().playout.play_many(t, r, out, seed, stack, carry)
    return out


def random_hands_interpreted(
    rules: str | RuleSet = DEFAULT,
    n: int = 1000,
    *,
    players: int = 3,
    seed: int = 0,
    dealer: int = 0,
    chips: int | None = None,
    carry: int = 0,
) -> list[table.Summary]:
    """The same hands, by the same source, without Numba: what `random_hands` is held against."""
    rules, stack = _check(rules, n, players, seed, dealer, chips)
    t = table.Table()
    t.players, t.dealer = players, dealer
    out = [table.Summary() for _ in range(n)]
    playout.play_many(t, rules.flat(), out, seed, stack, carry)
    return out


def _check(
    rules: str | RuleSet, n: int, players: int, seed: int, dealer: int, chips: int | None
) -> tuple[RuleSet, int]:
    rules = load(rules) if isinstance(rules, str) else rules
    if not 2 <= players <= 4:
        raise UserInputError(f"players = {players}: 二到四人 (2 to 4 players)")
    if not 0 <= dealer < players:
        raise UserInputError(f"dealer = {dealer}: 要 0 到 {players - 1} (expected 0 to {players - 1})")
    if n < 0 or not 0 <= seed < (1 << 62) - n:
        raise UserInputError(f"n = {n}, seed = {seed}: 太大或为负 (out of range)")
    return rules, rules.chips if chips is None else chips
