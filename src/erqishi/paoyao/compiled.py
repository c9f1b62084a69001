"""The single-source rooms a second time, compiled by Numba, and hands played in bulk on NumPy records.

Each room is loaded again from its file under a name of its own; every function in it becomes an `njit` function, and
names that it imports from another room are exchanged for that room's compiled ones. Numba's cache notices a change in a
function's own file but not in what it calls elsewhere, so the cache lies in a directory named by a hash of all rooms and
of the versions of Python, Numba and NumPy: a stale cache cannot be found.
"""

import functools
import hashlib
import importlib.util
import os
import platform
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from erqishi.errors import InternalError, UserInputError
from erqishi.paoyao import playout, table
from erqishi.paoyao.ruleset import DEFAULT, RuleSet, load

ROOMS = ("codes", "capture", "reckon", "kernel", "playout")
"""In the order of loading: each imports only from those before it (and the plain classes of table.py)."""

ENTRIES = frozenset({"start", "legal", "act", "seed_chance", "shuffle", "play_random", "play_seed", "play_many"})
"""The compiled functions that Python calls."""

Records = npt.NDArray[np.void]

_HERE = Path(__file__).parent
_NAME = "erqishi.paoyao._compiled_"


def dtype_of(shape: Mapping[str, int]) -> np.dtype[np.void]:
    """The record type of a class of table.py: the same names, 64-bit integers."""
    return np.dtype([(name, np.int64, (length,)) if length else (name, np.int64) for name, length in shape.items()])


def cache_dir() -> Path:
    """Where the machine code lies: `ERQISHI_CACHE` or ~/.cache/erqishi, then a hash of what it was made from."""
    digest = hashlib.sha256()
    for room in (*ROOMS, "table", "compiled"):
        digest.update((_HERE / f"{room}.py").read_bytes())
    versions = (platform.python_version(), platform.machine(), numba.__version__, np.__version__)
    digest.update(repr(versions).encode())
    home = os.environ.get("ERQISHI_CACHE") or Path.home() / ".cache" / "erqishi"
    return Path(home) / f"paoyao-{digest.hexdigest()[:16]}"


@functools.cache
def rooms() -> types.SimpleNamespace:
    """The compiled rooms by name: `rooms().kernel.act` … A function is compiled, or fetched, at its first call."""
    directory = cache_dir()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        writable = os.access(directory, os.W_OK)
    except OSError:
        writable = False
    done: dict[str, types.ModuleType] = {}
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        for room in ROOMS:
            done[room] = _compile(room, done, writable)
    finally:
        config.CACHE_DIR = before
    return types.SimpleNamespace(**done)


def _compile(room: str, done: Mapping[str, types.ModuleType], cache: bool) -> types.ModuleType:
    name = _NAME + room
    spec = importlib.util.spec_from_file_location(name, _HERE / f"{room}.py")
    if spec is None or spec.loader is None:
        raise InternalError(f"cannot load {room}.py a second time")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # cached functions are unpickled by this name
    spec.loader.exec_module(module)
    for key, value in list(vars(module).items()):
        if isinstance(value, types.FunctionType):
            home = value.__module__.rpartition(".")[2]
            setattr(module, key, _njit(value, cache) if value.__module__ == name else getattr(done[home], key))
    return module


def _njit(function: types.FunctionType, cache: bool) -> Any:
    """One machine code for all integers.

    Left alone, Numba compiles a function anew for every constant that it is called with (`emit` 26 times). And only the
    entries get wrappers for calls from Python; wrappers are a third of the compile time.
    """
    inner = function.__name__ not in ENTRIES
    dispatcher = numba.njit(cache=cache, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(function)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)
    return dispatcher


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
