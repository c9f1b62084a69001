"""What the free cards of one size are worth to a plain player: a table for `greedy.py`.

Every way to part the cards into sets, pairs, partials and singles is considered; the best counts. A set is worth
1000 + 20 a 息, a partial (two cards that one card completes) 100, a pair 100 + 40 big or 20 small. The entry packs
worth << 8 | 息 of that parting, so that the entries of both sizes can be added.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from erqishi.zipai.tables import HALF, SetValues, digits

SET, PARTIAL, HUXI, PAIR = 1000, 100, 20, (40, 20)
_XI_BITS = 8


def _groups(values: SetValues, size: int) -> list[tuple[tuple[int, ...], int, int]]:
    """(ranks from 0, worth, 息) of all that two or three cards of one size can be; size 0 is big, 1 small."""
    runs = [((r, r + 1, r + 2), values.run123[size] if r == 0 else 0) for r in range(8)]
    runs.append(((1, 6, 9), values.run2710[size]))
    if values.run1510 is not None:
        runs.append(((0, 4, 9), values.run1510[size]))
    groups: list[tuple[tuple[int, ...], int, int]] = [(ranks, SET + HUXI * xi, xi) for ranks, xi in runs]
    partials: dict[tuple[int, ...], int] = {}
    for ranks, xi in runs:
        for left_out in range(3):
            two = ranks[:left_out] + ranks[left_out + 1 :]
            partials[two] = max(partials.get(two, 0), PARTIAL + HUXI * xi // 3)
    groups += [(two, worth, 0) for two, worth in partials.items()]
    groups += [((r, r), PARTIAL + PAIR[size], 0) for r in range(10)]
    return groups


def table(values: SetValues, size: int) -> Any:
    """int32[59049] over the base-3 index of the ranks of one size (rank 1 lowest), at most two of each."""
    count = digits()
    best = np.zeros(HALF, np.int32)
    for ranks, worth, xi in _groups(values, size):
        fits = count[ranks[0]] <= 2 - ranks.count(ranks[0])
        for d in ranks[1:]:
            fits &= count[d] <= 2 - ranks.count(d)
        room = np.flatnonzero(fits)
        step = sum(3**d for d in ranks)
        for _ in range(2):
            made = best[room] + np.int32(worth << _XI_BITS | xi)
            best[room + step] = np.maximum(best[room + step], made)
    # A group more never hurts, so what is left over is carried from every smaller configuration.
    for d in range(10):
        for _ in range(2):
            room = np.flatnonzero(count[d] <= 1)
            best[room + 3**d] = np.maximum(best[room + 3**d], best[room])
    return best
