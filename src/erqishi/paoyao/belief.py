"""What a seat can hold possible before a hand is played: every way the hidden cards can lie, as far as it matters.

Only some ranks matter: those of the open cards, and that of the 腰. All else are blanks, different from each other. A world
is a deal of this kind with its weight, the number of ways in which the unseen cards can lie so; the weights of all worlds are
every way there is. Three equal blanks are a 喜儿, so they are told apart. One simplification, said plainly: blanks of a seat never
make a mere pair (it could matter only with `hand_pairs_score` and `natural_pair_can_be_laid`, for which worlds are drawn).
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod
from typing import NamedTuple

from erqishi.paoyao.ruleset import RuleSet

DRAWN = 4000
"""Worlds that are drawn where they are too many to list: four players, or rules by which every hidden pair matters."""

HANDS, OPEN = 4, 4


class Known(NamedTuple):
    """What the course of a hand has shown, for worlds that are drawn. held: by seat, ranks of cards that were dealt to it; yao:
    the rank of the 腰, -1 while it is face down. Drawn without it, worlds that agree with the course would be few, or none.
    """

    held: tuple[tuple[int, ...], ...] = ()
    yao: int = -1


NOTHING = Known()


class Worlds(NamedTuple):
    """rows: four hands of three cards, the four open cards, the 腰 (17 card numbers; -1 for an empty seat); weights alike.

    exact: all that can be, and not a sample.
    """

    rows: list[tuple[int, ...]]
    weights: list[float]
    exact: bool


def worlds_of(
    hand: Sequence[int],
    table: Sequence[int],
    seat: int,
    players: int,
    rules: RuleSet,
    *,
    whole: bool = False,
    known: Known = NOTHING,
    drawn: int = DRAWN,
) -> Worlds:
    """The worlds of a seat that was dealt `hand` (card numbers), with these open cards.

    whole: list them for four players too, some 10,000 to 300,000. known, drawn: of worlds that are drawn, what is sure and how many.
    """
    blank_pairs_matter = rules.hand_pairs_score or rules.natural_pair_can_be_laid
    if (players > 3 and not whole) or blank_pairs_matter:
        return _drawn(hand, table, seat, players, known, drawn)
    need = 1 if rules.yao_claim == "single_captures_yao" else 2
    found: dict[tuple[int, ...], float] = {}
    for kind, weight in _listed(hand, table, players, need):
        found[kind] = found.get(kind, 0.0) + weight
    rows = [_row(hand, table, seat, players, kind) for kind in found]
    return Worlds(rows, list(found.values()), True)


def unseen_of(hand: Sequence[int], table: Sequence[int]) -> list[int]:
    """Copies of each rank that are neither in the hand nor open."""
    left = [4] * 13
    for card in (*hand, *table):
        left[card >> 2] -= 1
    return left


def _ranks(table: Sequence[int]) -> list[int]:
    return sorted({card >> 2 for card in table})


def _listed(
    hand: Sequence[int], table: Sequence[int], players: int, need: int
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every world with its weight: the rank of the 腰, what each other seat holds of the open ranks and of that one, then for each
    whether it has three equal blanks.

    Worlds that differ in nothing that matters come out equal. need: hand cards of the rank of the 腰 without which nobody
    can take it.
    """
    left = unseen_of(hand, table)
    ranks = _ranks(table)
    mine = [card >> 2 for card in hand]
    strange = [k for k in range(13) if k not in ranks and k not in mine]
    # The 腰 may have an open rank, one of my others, or one of the strange ones, which are all alike.
    kinds = [(k, 1) for k in ranks] + [(k, 1) for k in sorted(set(mine) - set(ranks))] + [(strange[0], len(strange))]
    for yao, alike in kinds:
        if left[yao] == 0:
            continue
        matter = ranks if yao in ranks else [*ranks, yao]
        supply = [left[k] - (k == yao) for k in matter]
        blanks = sum(left) - 1 - sum(supply)
        pool = [left[k] for k in range(13) if k not in matter]
        for hands, ways in _hands(players - 1, supply, blanks):
            if yao in ranks:
                kind = (yao, *(n for held in hands for n in (*held, 0)))
            elif mine.count(yao) >= need or any(held[-1] >= need for held in hands):
                kind = (yao, *(n for held in hands for n in held))
            else:  # nobody can take it: one rank of that kind is as good as another
                kind = (strange[0], *(n for held in hands for n in (*held[:-1], 0)))
            for triples, share in _triples(tuple(3 - sum(held) for held in hands), tuple(pool)):
                yield (*kind, *triples), float(ways * left[yao] * alike * share)


@functools.lru_cache(maxsize=1024)
def _triples(counts: tuple[int, ...], pool: tuple[int, ...]) -> list[tuple[tuple[int, ...], Fraction]]:
    """For seats that hold so many blanks: which of them hold three equal ones, and in what share of the ways.

    pool: copies of each rank that is a blank. No rank has enough for two such seats.
    """
    can = [p for p, n in enumerate(counts) if n == 3]
    every = _ways(list(counts), sum(pool))
    at_least = {}
    for size in range(len(can) + 1):
        for chosen in combinations(can, size):
            others = [n for p, n in enumerate(counts) if p not in chosen]
            ranks = sum(prod(comb(pool[k], 3) for k in picked) for picked in permutations(range(len(pool)), size))
            at_least[chosen] = ranks * _ways(others, sum(pool) - 3 * size)
    shares = []
    for chosen in at_least:
        just = sum((-1) ** (len(more) - len(chosen)) * n for more, n in at_least.items() if set(chosen) <= set(more))
        if just:
            shares.append((tuple(int(p in chosen) for p in range(len(counts))), Fraction(just, every)))
    return shares


def _ways(counts: list[int], blanks: int) -> int:
    """In how many ways seats can hold so many blanks each; 0 if there are not enough."""
    ways = 1
    for n in counts:
        ways *= comb(blanks, n)
        blanks -= n
        if blanks < 0:
            return 0
    return ways


def _hands(others: int, supply: list[int], blanks: int) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """How many cards of each rank that matters each other seat can hold, and in how many ways."""
    if others == 0:
        yield [], 1
        return
    for counts in _counts(supply, 3):
        rest = 3 - sum(counts)
        if rest > blanks:
            continue
        ways = comb(blanks, rest)
        for there, n in zip(supply, counts, strict=True):
            ways *= comb(there, n)
        after = [there - n for there, n in zip(supply, counts, strict=True)]
        for hands, more in _hands(others - 1, after, blanks - rest):
            yield [counts, *hands], ways * more


def _counts(supply: list[int], room: int) -> Iterator[tuple[int, ...]]:
    """Every way to take at most `room` cards."""
    if not supply:
        yield ()
        return
    for n in range(min(supply[0], room) + 1):
        for more in _counts(supply[1:], room - n):
            yield (n, *more)


def _row(hand: Sequence[int], table: Sequence[int], seat: int, players: int, kind: tuple[int, ...]) -> tuple[int, ...]:
    """A world as cards. Which suits stand for a rank means nothing."""
    yao, *held = kind[: 1 - players]
    triples = kind[1 - players :]
    matter = [*_ranks(table), yao]
    mine = {card >> 2 for card in hand}
    blank = [k for k in range(13) if k not in matter and k not in mine]
    used = [0] * 13
    row = [-1] * 17
    for place, rank in (
        *((3 * seat + i, card >> 2) for i, card in enumerate(hand)),
        *((12 + j, card >> 2) for j, card in enumerate(table)),
        (16, yao),
    ):
        row[place] = 4 * rank + used[rank]
        used[rank] += 1
    at = 0
    alone = [blank[3], blank[4], blank[0]]  # where three seats have three equal blanks, nobody has others
    for other, p in enumerate(p for p in range(players) if p != seat):
        place = 3 * p
        if triples[other]:
            row[place : place + 3] = [4 * alone[sum(triples[:other])] + suit for suit in range(3)]
            at += len(matter)
            continue
        for rank in matter:
            for _ in range(held[at]):
                row[place] = 4 * rank + used[rank]
                used[rank] += 1
                place += 1
            at += 1
        for rank in blank[: 3 * p + 3 - place]:
            row[place] = 4 * rank + used[rank]
            used[rank] += 1
            place += 1
    return tuple(row)


def _drawn(hand: Sequence[int], table: Sequence[int], seat: int, players: int, known: Known, count: int) -> Worlds:
    """Worlds drawn by chance among those that agree with what is known, every deal equally likely; the same for the same cards, so
    that a choice can be repeated.
    """
    rng = random.Random(f"{sorted(hand)} {sorted(table)} {seat} {players} {known} {count}")
    unseen = [card for card in range(52) if card not in hand and card not in table]

    def of_rank(rank: int) -> int:
        card = next(card for card in unseen if card >> 2 == rank)
        unseen.remove(card)
        return card

    others = [p for p in range(players) if p != seat]
    sure = {p: [of_rank(rank) for rank in known.held[p]] if known.held else [] for p in others}
    yao = [of_rank(known.yao)] if known.yao >= 0 else []
    free = 3 * len(others) - sum(map(len, sure.values())) + 1 - len(yao)
    rows = []
    for _ in range(count):
        cards = rng.sample(unseen, free)
        row = [-1] * 17
        row[3 * seat : 3 * seat + 3] = hand
        row[12:16] = table
        for p in others:
            held = sure[p] + [cards.pop() for _ in range(3 - len(sure[p]))]
            row[3 * p : 3 * p + 3] = sorted(held)
        row[16] = yao[0] if yao else cards.pop()
        rows.append(tuple(row))
    return Worlds(rows, [1.0] * count, False)
