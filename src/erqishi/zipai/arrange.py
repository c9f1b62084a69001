"""One best arrangement of a complete hand, for people: which 门子, and what each is worth.

The value of a hand comes from `cover.py`; here a plain search finds sets that make it. It tries 坎 whole (or, where the
rules allow, broken: core.md §15.4), every use of the winning card (§5), and every way to lay the loose cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from erqishi.cards import N_KINDS, card_name
from erqishi.zipai.cover import SHAPES
from erqishi.zipai.flat import Flat

Cards = tuple[int, ...]


class Group(msgspec.Struct, frozen=True):
    """One 门子 of a complete hand.

    kind: ti pao wei chouwei kan peng chi run jiao jiang, as in the glossary (`chi`: eaten, lying on the table; `run`,
    `jiao`: in the hand). cards: text, in order of kind. huxi: its 息. on_table: it lay on the table before the winning
    card came, or was laid by force with it; else its cards are in the hand. claimed: the winning card is in it.
    """

    kind: str
    cards: str
    huxi: int
    on_table: bool
    claimed: bool = False

    @property
    def in_hand(self) -> bool:
        """Whether its cards come from the hand (the winning card aside)."""
        return not self.on_table


class Laid(NamedTuple):
    """A 门子 before it is printed: kinds instead of text."""

    kind: str
    cards: Cards
    on_table: bool
    claimed: bool = False


def huxi_of(r: Flat, group: Laid) -> int:
    """息 of one 门子 (core.md §5)."""
    k = group.cards[0]
    if group.kind == "jiang":
        return 0
    if group.kind in _SAME:
        return int(getattr(r, f"xi_{group.kind}")[k])
    shape = shape_of(r, group.cards)
    return 0 if shape < 0 else int(r.shape_xi[SHAPES * min(group.cards) + shape])


def shape_of(r: Flat, cards: Sequence[int]) -> int:
    """The shape (cover.py) of three cards around the lowest of them, or -1 when the rules know no such set."""
    k, *others = sorted(cards)
    for s in range(SHAPES):
        at = 2 * (SHAPES * k + s)
        if sorted((r.partner[at], r.partner[at + 1])) == others:
            return s
    return -1


def best(
    r: Flat,
    counts: Sequence[int],
    melds: Sequence[Laid],
    card: int | None = None,
    *,
    paos: Sequence[str] = (),
    triple: bool = False,
) -> tuple[Group, ...] | None:
    """A best arrangement of concealed `counts`, `melds` and the winning card; None when there is none.

    card: a winning card that is not in a meld yet. paos: which triples it may turn into a 跑 (`kan`, `wei`, `peng`).
    triple: whether it may make a 碰 of a pair. With card None the cards are taken as they lie.
    """
    found: tuple[int, list[Laid]] | None = None
    for whole, loose in _set_aside(r, counts):
        for groups, rest, joins in _uses([*melds, *whole], loose, card, paos, triple):
            pairs = int(any(group.kind in ("ti", "pao") for group in groups))
            sets = _Cover(r).best(_packed(rest), pairs)
            if sets is None:
                continue
            value = sets[0] + sum(huxi_of(r, group) for group in groups)
            if found is None or value > found[0]:
                more = _sorted(sets[1])
                if joins and card is not None:
                    at = next(i for i, group in enumerate(more) if card in group.cards)
                    more[at] = more[at]._replace(claimed=True)
                found = value, [*groups, *more]
    if found is None:
        return None
    return tuple(_printed(r, group) for group in found[1])


def _set_aside(r: Flat, counts: Sequence[int]) -> Iterator[tuple[list[Laid], list[int]]]:
    """Dealt quads and 坎 as whole groups, and the loose cards; with split_kan every choice of 坎 that are broken."""
    fours = [Laid("ti", (k,) * 4, False) for k in range(N_KINDS) if counts[k] == 4]
    kans = [k for k in range(N_KINDS) if counts[k] == 3]
    for n in range(len(kans) + 1 if r.split_kan else 1):
        for broken in combinations(kans, n):
            whole = [k for k in kans if k not in broken]
            loose = [0 if k in whole or counts[k] == 4 else counts[k] for k in range(N_KINDS)]
            yield fours + [Laid("kan", (k,) * 3, False) for k in whole], loose


def _uses(
    groups: list[Laid], loose: list[int], card: int | None, paos: Sequence[str], triple: bool
) -> Iterator[tuple[list[Laid], list[int], bool]]:
    """Every use of the winning card: nothing, 跑, 碰, or one more loose card (then the last value is True)."""
    if card is None:
        yield groups, loose, False
        return
    for i, group in enumerate(groups):
        if group.kind in paos and group.cards[0] == card:
            pao = Laid("pao", (card,) * 4, group.on_table, True)
            yield [*groups[:i], pao, *groups[i + 1 :]], loose, False
    if triple and loose[card] >= 2:
        rest = list(loose)
        rest[card] -= 2
        yield [*groups, Laid("peng", (card,) * 3, False, True)], rest, False
    more = list(loose)
    more[card] += 1
    yield groups, more, True


class _Cover:
    """Best cover of loose cards by sets and at most one pair; every part of the hand is searched once."""

    def __init__(self, r: Flat) -> None:
        self.r = r
        self.known: dict[tuple[int, int], tuple[int, list[Laid]] | None] = {}

    def best(self, hand: int, pairs: int) -> tuple[int, list[Laid]] | None:
        """(息, groups) of a packed hand with exactly `pairs` pairs, or None."""
        if hand == 0:
            return (0, []) if pairs == 0 else None
        if (hand, pairs) not in self.known:
            self.known[hand, pairs] = self._search(hand, pairs)
        return self.known[hand, pairs]

    def _search(self, hand: int, pairs: int) -> tuple[int, list[Laid]] | None:
        r, found = self.r, None
        k = next(k for k in range(N_KINDS) if hand >> 3 * k & 7)
        groups = [(k, r.partner[at], r.partner[at + 1]) for at in range(2 * SHAPES * k, 2 * SHAPES * (k + 1), 2)]
        options = [Laid(_name(group), tuple(sorted(group)), False) for group in groups if min(group) >= k]
        if pairs:
            options.append(Laid("jiang", (k, k), False))
        for option in options:
            rest = hand
            for card in option.cards:
                rest = rest - (1 << 3 * card) if rest >= 0 and rest >> 3 * card & 7 else -1
            sets = None if rest < 0 else self.best(rest, pairs - (option.kind == "jiang"))
            if sets is not None:
                value = sets[0] + huxi_of(r, option)
                if found is None or value > found[0]:
                    found = value, [option, *sets[1]]
        return found


def _name(cards: Sequence[int]) -> str:
    """`jiao` for three of one rank in both sizes, else `run`."""
    return "jiao" if len({k % 10 for k in cards}) == 1 else "run"


def _packed(counts: Sequence[int]) -> int:
    return sum(n << 3 * k for k, n in enumerate(counts))


_SAME = ("ti", "pao", "wei", "chouwei", "kan", "peng")
_ORDER = ("run", "jiao", "jiang")


def _sorted(groups: Sequence[Laid]) -> list[Laid]:
    return sorted(groups, key=lambda group: (_ORDER.index(group.kind), group.cards))


def _printed(r: Flat, group: Laid) -> Group:
    text = "".join(map(card_name, sorted(group.cards)))
    return Group(group.kind, text, huxi_of(r, group), group.on_table, group.claimed)
