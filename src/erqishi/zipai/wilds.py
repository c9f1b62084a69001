"""The tables of covers with 王: for each half and each number of 王 in it, the best 息 of every way of lending.

A 王 stands for any card in one set. The free cards are split as in `tables.py`; a half with j 王 has a row of values, one
for each way in which it lends cards to the sets that cross the border (a lent card may be a 王 too). The best of the
whole is the greatest sum of a left and a right value of the same way, over the ways and over how the 王 are shared out.
The ways are those without 王. More would be possible, since lent 王 allow a third set around a rank, and none is needed:
a third of 四五六 and 五六七 has 王 for 五 and 六 at least, which can stand in one set, and that set is a 绞 of its third card as
well; and where 五六七 and 二七十 want a third 七, a 五六七 with 王 for 七 is a 四五六 with 王 for 四.

Halves with 王 are nearly all different, so there are no classes and no matrix; a bit for each possible way lets most
pairs of halves be refused by four ANDs.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from erqishi.errors import WorldError
from erqishi.twospeed import cache_home
from erqishi.zipai.tables import HALF, Pair, SetValues, crossing_xi, digits, lent_cards, loans

#: Raised whenever the layout of the stored arrays changes, so that old files are never read.
FORMAT = 1
#: Ways of lending (both sizes together), and how their bits are packed: four words of 49.
WAYS, WORDS, BITS = 196, 4, 49
#: The value of what cannot be: no sum with it is a value.
NEVER = -128
MOST = 4  # 王 in the deck


class WildValues(NamedTuple):
    """What a table of 王 depends on: the values of sets, of a 坎 that a 王 completes (None: it may not), and how many 王."""

    sets: SetValues
    kan: Pair | None
    wang: int

    @property
    def key(self) -> str:
        """A short name that is the same exactly when the table is the same."""
        return hashlib.sha256(f"{FORMAT}:{self}".encode()).hexdigest()[:12]


class WildTable(NamedTuple):
    """Flat arrays; half h (base-3 index) with j 王 is row j * HALF + h.

    left, right: int8, WAYS a row, the value of each way (NEVER: impossible); what the crossing sets make is in `left`.
    can_left, can_right: int64, WORDS a row, bits of the possible ways. top_left, top_right: int8, the best of the row.
    """

    left: np.ndarray[Any, Any]
    right: np.ndarray[Any, Any]
    can_left: np.ndarray[Any, Any]
    can_right: np.ndarray[Any, Any]
    top_left: np.ndarray[Any, Any]
    top_right: np.ndarray[Any, Any]


Group = tuple[tuple[int, ...], int]  # real cards (digits of the half, sorted) and how many 王 fill it up


def _groups(first_rank: int, values: WildValues) -> dict[Group, int]:
    """Every set that lies wholly in the half, or is all 王, with 王 in any of its places, and its 息."""
    found: dict[Group, int] = {}

    def put(cards: list[int], value: int) -> None:
        for n in range(len(cards) + 1):
            for some in itertools.combinations(cards, n):
                real, wang = tuple(sorted(some)), len(cards) - n
                if wang <= values.wang and all(real.count(d) <= 2 for d in real):
                    found[real, wang] = max(found.get((real, wang), 0), value)

    sets = values.sets
    for size in (0, 1):  # 0 small, 1 big: digit = 5·size + rank offset
        for off in range(3):
            value = sets.run123[1 - size] if first_rank + off == 1 else 0
            put([5 * size + off, 5 * size + off + 1, 5 * size + off + 2], value)
        for off in range(5):
            if values.kan is not None:
                put([5 * size + off] * 3, values.kan[1 - size])
    for off in range(5):
        put([off, off, 5 + off], 0)
        put([off, 5 + off, 5 + off], 0)
    for pair in (sets.run123, sets.run2710, sets.run1510 or (0, 0), values.kan or (0, 0)):
        for value in pair:
            put_all = found.get(((), 3))
            if put_all is not None:
                found[(), 3] = max(put_all, value)
    return found


def _inner(first_rank: int, values: WildValues) -> np.ndarray[Any, Any]:
    """int16[wang + 1, HALF]: best 息 of covering a half and j 王 exactly, with one pair where the count asks for it."""
    count = digits()
    best = np.full((values.wang + 1, HALF), -1, np.int16)
    best[0, 0] = 0

    def add(
        real: tuple[int, ...], wang: int, value: int, source: np.ndarray[Any, Any], target: np.ndarray[Any, Any]
    ) -> None:
        fits = np.all([count[d] + real.count(d) <= 2 for d in range(10)], axis=0)
        room, step = np.flatnonzero(fits), sum(3**d for d in real)
        for j in range(values.wang - wang + 1):
            old = source[j, room]
            made = np.where(old >= 0, old + np.int16(value), -1)
            target[j + wang, room + step] = np.maximum(target[j + wang, room + step], made)

    for (real, wang), value in _groups(first_rank, values).items():
        for _ in range(2):  # no third of equal cards and places: a kind has two free copies, and there are four 王
            add(real, wang, value, best.copy(), best)
    alone = best.copy()
    for d in range(10):
        add((d, d), 0, 0, alone, best)  # total mod 3 tells the two cases apart, so one array holds both
        if values.wang >= 1:
            add((d,), 1, 0, alone, best)
    if values.wang >= 2:
        add((), 2, 0, alone, best)
    return best


def _lend(best: np.ndarray[Any, Any], digit: int) -> np.ndarray[Any, Any]:
    """The same when a card of this digit is lent away first: a real one, or a 王."""
    rest = np.full_like(best, -1)
    has = np.flatnonzero(digits()[digit] > 0)
    rest[:, has] = best[:, has - 3**digit]
    rest[1:] = np.maximum(rest[1:], best[:-1])
    return rest


def _ways(first_rank: int, values: WildValues) -> tuple[np.ndarray[Any, Any], ...]:
    """Values, bits and tops of one half."""
    inner = _inner(first_rank, values)
    rows = np.full((values.wang + 1, HALF, WAYS), NEVER, np.int8)
    can = np.zeros((values.wang + 1, HALF, WORDS), np.int64)
    way = 0
    for small in loans(values.sets):
        one = inner
        for off, n in enumerate(lent_cards(first_rank, small)):
            for _ in range(n):
                one = _lend(one, off)
        for big in loans(values.sets):
            both = one
            for off, n in enumerate(lent_cards(first_rank, big)):
                for _ in range(n):
                    both = _lend(both, 5 + off)
            crossing = crossing_xi(values.sets, small, big) if first_rank == 1 else 0
            rows[:, :, way] = np.where(both >= 0, both + crossing, NEVER)
            can[:, :, way // BITS] |= (both >= 0).astype(np.int64) << way % BITS
            way += 1
    return rows.reshape(-1), can.reshape(-1), rows.max(axis=2).reshape(-1)


def build(values: WildValues) -> WildTable:
    """Compute the table of `values` from nothing (a second or two for each 王)."""
    left, can_left, top_left = _ways(1, values)
    right, can_right, top_right = _ways(6, values)
    return WildTable(left, right, can_left, can_right, top_left, top_right)


def _shapes(values: WildValues) -> tuple[int, ...]:
    rows = (values.wang + 1) * HALF
    return (WAYS * rows, WAYS * rows, WORDS * rows, WORDS * rows, rows, rows)


def _read(file: BinaryIO, values: WildValues) -> WildTable:
    with np.load(file) as stored:
        table = WildTable(*(stored[name] for name in WildTable._fields))
    if tuple(len(array) for array in table) != _shapes(values):
        raise ValueError("not a whole table of 王")
    return table


@functools.lru_cache(maxsize=2)
def load(values: WildValues) -> WildTable:
    """The table of `values`: cached from an earlier run, or built now (and cached)."""
    try:
        path = cache_home() / f"wang-{values.key}.npz"
        with path.open("rb") as file:
            return _read(file, values)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, WorldError):
        pass  # not there, or not whole: build it anew
    table = build(values)
    with contextlib.suppress(OSError, WorldError):  # a read-only home only costs the next start some seconds
        _save(table, cache_home() / f"wang-{values.key}.npz")
    return table


def _save(table: WildTable, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with part.open("wb") as file:
        np.savez_compressed(file, **table._asdict())
    part.replace(path)
