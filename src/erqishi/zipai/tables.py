"""The table of exact covers: built once for a rule set's scoring sets, looked up ever after.

Design: meet in the middle. Once 坎 and 提 are set aside (never split, core.md §15.4) every kind has at most two
free copies. Ranks 1–5 of both sizes are one base-3 number below 59,049, ranks 6–10 another. Only four shapes cross
the border (四五六, 五六七, 二七十 and, where a rule set has it, 一五十), so each half is summed up by its *profile*:
for every way of lending cards to crossing sets, the best 息 it makes of what is left. Equal profiles are one class;
a matrix over the classes holds the best 息 of the whole.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import zipfile
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from erqishi.errors import WorldError
from erqishi.twospeed import cache_home

HALF = 3**10
#: Raised whenever the layout of the stored arrays changes, so that old files are never read.
FORMAT = 1

Pair = tuple[int, int]


class SetValues(NamedTuple):
    """息 of the sets that live in the concealed, free part of a hand, each as (big, small); `None` = not a set."""

    run123: Pair = (6, 3)
    run2710: Pair = (6, 3)
    run1510: Pair | None = None

    @property
    def key(self) -> str:
        """A short name that is the same exactly when the tables are the same."""
        text = f"{FORMAT}:{self.run123}:{self.run2710}:{self.run1510}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class CoverTable(NamedTuple):
    """`matrix[left[l] + right[r]]` = best 息 of the free cards with half indices l and r, or -1 (no cover)."""

    left: np.ndarray[Any, Any]  # int32[59049], class × number of right classes
    right: np.ndarray[Any, Any]  # int32[59049]
    matrix: np.ndarray[Any, Any]  # int8[left classes × right classes], flat


class _Half(NamedTuple):
    classes: np.ndarray[Any, Any]  # int32[59049]
    profiles: np.ndarray[Any, Any]  # int16[classes, loans]: -1 infeasible, else 2·息 + (1 if the pair is used)


@functools.cache
def digits() -> np.ndarray[Any, Any]:
    """int8[10, 59049]: digit d of every base-3 index."""
    index = np.arange(HALF)
    return np.stack([(index // 3**d % 3).astype(np.int8) for d in range(10)])


def _inner(first_rank: int, values: SetValues) -> np.ndarray[Any, Any]:
    """Best 息 of covering each half configuration exactly with sets that lie wholly inside the half."""
    count = digits()
    groups: list[tuple[list[int], int]] = []
    for size in (0, 1):  # 0 small, 1 big: digit = 5·size + rank offset
        for off in range(3):
            value = values.run123[1 - size] if first_rank + off == 1 else 0
            groups.append(([5 * size + off, 5 * size + off + 1, 5 * size + off + 2], value))
    for off in range(5):
        groups.append(([off, off, 5 + off], 0))
        groups.append(([off, 5 + off, 5 + off], 0))
    best = np.full(HALF, -1, np.int16)
    best[0] = 0

    def add(group: list[int], value: int, source: np.ndarray[Any, Any], target: np.ndarray[Any, Any]) -> None:
        need = [group.count(d) for d in range(10)]
        room = np.flatnonzero((source >= 0) & np.all([count[d] + need[d] <= 2 for d in range(10)], axis=0))
        to = room + sum(3**d for d in group)
        np.maximum.at(target, to, source[room] + np.int16(value))

    for cards, value in groups:
        for _ in range(2):  # a set may stand twice; a third would need three copies
            add(cards, value, best.copy(), best)
    alone = best.copy()
    for d in range(10):
        add([d, d], 0, alone, best)  # total mod 3 tells the two cases apart, so one array holds both
    return best


def loans(values: SetValues) -> list[tuple[int, ...]]:
    """Every way in which one size can take part in crossing sets: counts of 四五六, 五六七, 二七十, 一五十."""
    fourth = range(3) if values.run1510 is not None else range(1)
    return [
        (a, b, c, d)
        for a, b, c, d in itertools.product(range(3), range(3), range(3), fourth)
        if a + b + d <= 2 and b + c <= 2 and c + d <= 2 and a + b <= 2
    ]


def lent_cards(first_rank: int, loan: tuple[int, ...]) -> tuple[int, ...]:
    """How many cards of each rank of a half one size lends for a loan."""
    a, b, c, d = loan
    return (d, c, 0, a, a + b + d) if first_rank == 1 else (a + b, b + c, 0, 0, c + d)


def crossing_xi(values: SetValues, small: tuple[int, ...], big: tuple[int, ...]) -> int:
    """息 of the sets that cross the border, for a loan of each size."""
    run1510 = values.run1510 or (0, 0)
    made = small[2] * values.run2710[1] + big[2] * values.run2710[0]
    return made + small[3] * run1510[1] + big[3] * run1510[0]


def _profile(first_rank: int, values: SetValues) -> _Half:
    count = digits()
    inner = _inner(first_rank, values)
    total = count.sum(axis=0)
    index = np.arange(HALF)
    columns = []
    for small, big in itertools.product(loans(values), repeat=2):
        lent = [*lent_cards(first_rank, small), *lent_cards(first_rank, big)]
        possible = np.all([count[d] >= lent[d] for d in range(10)], axis=0)
        rest = np.where(possible, index - sum(lent[d] * 3**d for d in range(10)), 0)
        value = inner[rest]
        pair = (total - sum(lent)) % 3 == 2
        columns.append(np.where(possible & (value >= 0), 2 * value + pair, -1).astype(np.int16))
    profile = np.stack(columns, axis=1)
    unique, classes = np.unique(profile, axis=0, return_inverse=True)
    return _Half(classes.reshape(-1).astype(np.int32), unique)


def build(values: SetValues, progress: Callable[[float], None] | None = None) -> CoverTable:
    """Compute the table of `values` from nothing (some seconds); `progress` is told the share done, 0 to 1."""
    left, right = _profile(1, values), _profile(6, values)
    matrix = np.full((len(left.profiles), len(right.profiles)), -1, np.int16)
    pairs = list(itertools.product(loans(values), repeat=2))
    for column, (small, big) in enumerate(pairs):
        crossing = crossing_xi(values, small, big)
        mine, theirs = left.profiles[:, column], right.profiles[:, column]
        for pair_left, pair_right in ((0, 0), (0, 1), (1, 0)):  # never two pairs
            rows = np.flatnonzero((mine >= 0) & (mine % 2 == pair_left))
            cols = np.flatnonzero((theirs >= 0) & (theirs % 2 == pair_right))
            if len(rows) and len(cols):
                block = np.ix_(rows, cols)
                made = mine[rows, None] // 2 + theirs[None, cols] // 2 + crossing
                matrix[block] = np.maximum(matrix[block], made)
        if progress is not None:
            progress((column + 1) / len(pairs))
    wide = len(right.profiles)
    return CoverTable(left.classes * np.int32(wide), right.classes, matrix.astype(np.int8).reshape(-1))


def bounds(values: SetValues) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """For each left and right half index, 息 that free cards with it can never exceed (int16[59049] each).

    A crossing set is counted in one half alone: 二七十 on the right, where 七 and 十 are, 一五十 on the left.
    """
    count = digits()
    left, right = np.zeros(HALF, np.int16), np.zeros(HALF, np.int16)
    for size in (0, 1):
        small = count[5 * size : 5 * size + 5]
        left += values.run123[1 - size] * small[:3].min(axis=0)
        if values.run1510 is not None:
            left += values.run1510[1 - size] * np.minimum(small[0], small[4])
        right += values.run2710[1 - size] * np.minimum(small[1], small[4])
    return left, right


def useful(table: CoverTable, pairs: list[Pair]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """For each left and right half index, bits of the kinds whose use can leave that half coverable (int32[59049] each).

    `pairs`: for every kind its shapes' two other cards, (-1, -1) where there is none. A used card takes those, or one
    or two of its own kind, or (as a 跑) nothing, so a half that is coverable as it is has every bit. The class of a half
    that is in no cover at all is 0: its profile, all -1, sorts first.
    """
    count = digits()
    shapes = len(pairs) // 20
    both = []
    for half, first in ((table.left, 0), (table.right, 5)):
        alive = half != 0
        kinds = np.where(alive, (1 << 20) - 1, 0).astype(np.int32)
        digit = {k: 5 * (k // 10) + k % 10 - first for k in range(20) if first <= k % 10 < first + 5}
        for k in range(20):
            uses = [(k,), (k, k), *(pair for pair in pairs[shapes * k : shapes * (k + 1)] if pair[0] >= 0)]
            for taken in {tuple(digit[x] for x in use if x in digit) for use in uses} - {()}:
                room = np.flatnonzero(np.all([count[d] >= taken.count(d) for d in taken], axis=0))
                kinds[room[alive[room - sum(3**d for d in taken)]]] |= 1 << k
        both.append(kinds)
    return both[0], both[1]


def save(table: CoverTable, path: Path, method: int = zipfile.ZIP_DEFLATED) -> None:
    """Write `table` so that a crash or a second writer never leaves half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with zipfile.ZipFile(part, "w") as file:
        for name, array in table._asdict().items():
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = method
            with file.open(entry, "w") as member:
                np.lib.format.write_array(member, array)
    part.replace(path)


def _read(file: Any) -> CoverTable:
    with np.load(file) as stored:
        table = CoverTable(stored["left"], stored["right"], stored["matrix"])
    sound = table.left.shape == table.right.shape == (HALF,) and table.matrix.ndim == 1
    if not sound or table.left.min() < 0 or table.right.min() < 0 or table.matrix.dtype != np.int8:
        raise ValueError("not a cover table")
    if int(table.left.max()) + int(table.right.max()) >= len(table.matrix):
        raise ValueError("a cover table with its end missing")
    return table


def _cache_file(values: SetValues) -> Path:
    return cache_home() / f"cover-{values.key}.npz"


def load(values: SetValues, progress: Callable[[float], None] | None = None) -> CoverTable:
    """The table of `values`: shipped, cached from an earlier run, or built now (and cached)."""
    shipped = resources.files("erqishi.zipai") / "data" / f"cover-{values.key}.npz"
    if shipped.is_file():
        with shipped.open("rb") as file, contextlib.suppress(RuntimeError):  # a Python without LZMA builds its own
            return _read(file)
    try:
        with _cache_file(values).open("rb") as file:
            return _read(file)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, WorldError):
        pass  # not there, or not whole: build it anew
    table = build(values, progress)
    with contextlib.suppress(OSError, WorldError):  # a read-only home only costs the next start some seconds
        save(table, _cache_file(values))
    return table


#: The standard values, and those with 一五十, whose table takes half a minute to build and is large.
SHIPPED = {SetValues(): zipfile.ZIP_DEFLATED, SetValues(run1510=(6, 3)): zipfile.ZIP_LZMA}

if __name__ == "__main__":  # python -m erqishi.zipai.tables: make the shipped tables anew
    for standard, method in SHIPPED.items():
        save(build(standard), Path(__file__).parent / "data" / f"cover-{standard.key}.npz", method)
