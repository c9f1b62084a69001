"""Hands to judge: as they are dealt, and complete ones."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from erqishi.zipai import flat
from erqishi.zipai.ruleset import RuleSet

SEED = 2710


def dealt(n: int, *, quads: bool) -> tuple[Any, Any]:
    """(int8[n, 20] copies of each kind in random hands of 20 cards, int64[n] another card of the same deck).

    `quads` False: only hands without four of a kind, which a hand that waits has laid as 提.
    """
    rng = np.random.default_rng(SEED)
    counts, cards = np.zeros((0, 20), np.int8), np.zeros(0, np.int64)
    while len(cards) < n:
        decks = np.argsort(rng.random((n, 80), np.float32), axis=1)[:, :21] // 4
        some = np.stack([(decks[:, :20] == k).sum(axis=1) for k in range(20)], axis=1).astype(np.int8)
        keep = np.full(n, True) if quads else some.max(axis=1) < 4
        counts, cards = np.concatenate([counts, some[keep]]), np.concatenate([cards, decks[keep, 20]])
    return counts[:n], cards[:n]


def complete(rules: RuleSet, n: int) -> tuple[Any, Any]:
    """The same for hands of 20 cards that the card completes, whoever draws it: seven random sets less one card."""
    flat_rules = flat.arrays(rules)
    rng = random.Random(SEED)
    sets: list[tuple[int, ...]] = []
    for first in (0, 10):
        sets += [(first + r, first + r + 1, first + r + 2) for r in range(8)] * 3
        sets += [(first + 1, first + 6, first + 9)] * 6
        sets += [s for r in range(10) for s in ((first + r,) * 3, (r, r + 10, first + r))]
    counts: list[list[int]] = []
    cards: list[int] = []
    while len(cards) < n:
        hand = [0] * 20
        while sum(hand) < 21:
            chosen = rng.choice(sets)
            if all(hand[k] + chosen.count(k) <= 3 for k in chosen):
                for k in chosen:
                    hand[k] += 1
        # Three of a kind out of three sets are a 坎 all the same, and may leave no cover.
        left, right = half_indices(rules, np.array([hand]))
        if flat_rules.matrix[flat_rules.left[left] + flat_rules.right[right]][0] >= 0:
            card = rng.choice([k for k in range(20) if hand[k]])
            hand[card] -= 1
            counts.append(hand)
            cards.append(card)
    return np.array(counts, np.int8), np.array(cards, np.int64)


def packed(counts: Any) -> Any:
    """int64[n]: hands as one integer each, three bits a kind."""
    return (counts.astype(np.int64) << 3 * np.arange(20)).sum(axis=1)


def free(counts: Any) -> Any:
    """The cards that are looked up: 坎 and 提 stay whole and are left out."""
    return np.where(counts >= 3, 0, counts)


def half_indices(rules: RuleSet, counts: Any) -> tuple[Any, Any]:
    """The two look-up indices of the free cards of each hand, int64[n] each."""
    flat_rules = flat.arrays(rules)
    cards = free(counts).astype(np.int64)
    return cards @ flat_rules.wl, cards @ flat_rules.wr
