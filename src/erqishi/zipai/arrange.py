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
    wang: which of the cards are 王, which stand for them.
    """

    kind: str
    cards: str
    huxi: int
    on_table: bool
    claimed: bool = False
    wang: str = ""

    @property
    def real(self) -> str:
        """The cards that are no 王."""
        left = self.cards
        for card in self.wang:
            left = left.replace(card, "", 1)
        return left

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
    wang: Cards = ()  # which of the cards are 王


def laid_huxi(r: Flat, group: Laid) -> int:
    """息 of one 门子 (`HuxiTable.of`) by the arrays that the search has; 0 for a set that the rules do not know."""
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
    wang: int = 0,
) -> tuple[Group, ...] | None:
    """A best arrangement of concealed `counts`, `melds` and the winning card; None when there is none.

    card: a winning card that is not in a meld yet. paos: which triples it may turn into a 跑 (`kan`, `wei`, `peng`).
    triple: whether it may make a 碰 of a pair. With card None the cards are taken as they lie. wang: 王 beside the counts;
    of equal arrangements the first that is found, 王 as late as may be.
    """
    found: tuple[int, list[Laid]] | None = None
    cover = _Cover(r)
    for whole, loose in _set_aside(r, counts):
        for groups, rest, joins in _uses([*melds, *whole], loose, card, paos, triple):
            for these, left in _with_wang_on_kan(r, groups, wang):
                quads = any(group.kind in ("ti", "pao") for group in these)
                pairs = 1 if quads else MAY_TI if left and r.wang_ti else 0
                sets = cover.best(_packed(rest), pairs, left)
                if sets is None:
                    continue
                value = sets[0] + sum(laid_huxi(r, group) for group in these)
                if found is None or value > found[0]:
                    more = _sorted(sets[1])
                    if joins and card is not None:
                        at = next(i for i, group in enumerate(more) if group.cards.count(card) > group.wang.count(card))
                        more[at] = more[at]._replace(claimed=True)
                    found = value, [*these, *more]
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


def _with_wang_on_kan(r: Flat, groups: list[Laid], wang: int) -> Iterator[tuple[list[Laid], int]]:
    """The groups and the 王 that are left: as they are, and with a 王 that makes a 提 of a 坎."""
    yield groups, wang
    if wang and r.wang_ti and not any(group.kind in ("ti", "pao") for group in groups):
        for i, group in enumerate(groups):
            if group.kind == "kan":
                k = group.cards[0]
                yield [*groups[:i], Laid("ti", (k,) * 4, False, False, (k,)), *groups[i + 1 :]], wang - 1


#: What is still wanted of a cover with 王, beside no 将 (0) or one (1): a 将 and a 提 made with 王, or neither; that 提 alone.
MAY_TI, NEED_TI = 2, 3
_AFTER = {("ti", MAY_TI): 1, ("jiang", MAY_TI): NEED_TI, ("ti", NEED_TI): 0, ("jiang", 1): 0}


class _Cover:
    """Best cover of loose cards by sets, 王 and at most one pair; every part of the hand is searched once."""

    def __init__(self, r: Flat) -> None:
        self.r = r
        self.known: dict[tuple[int, int, int], tuple[int, list[Laid]] | None] = {}

    def best(self, hand: int, pairs: int, wang: int = 0) -> tuple[int, list[Laid]] | None:
        """(息, groups) of a packed hand and 王 with exactly `pairs` 将 (or MAY_TI, NEED_TI); None: no cover."""
        if wang == 0 and pairs >= MAY_TI:
            if pairs == NEED_TI:
                return None
            pairs = 0
        if hand == 0 and wang == 0:
            return (0, []) if pairs == 0 else None
        if (hand, pairs, wang) not in self.known:
            self.known[hand, pairs, wang] = self._filled(hand, pairs, wang) if wang else self._search(hand, pairs)
        return self.known[hand, pairs, wang]

    def _filled(self, hand: int, pairs: int, wang: int) -> tuple[int, list[Laid]] | None:
        """The best with 王: every set around the lowest card, its other places filled by cards or 王."""
        r, found = self.r, None
        lowest = [k for k in range(N_KINDS) if hand >> 3 * k & 7][:1]
        for k in lowest or range(N_KINDS):  # nothing but 王 is left: any set
            for cards in self._sets(k, pairs):
                for filled in self._places(cards, hand, wang, k if lowest else None):
                    rest = hand - sum(1 << 3 * card for card in cards) + sum(1 << 3 * card for card in filled)
                    laid = Laid(self._kind(cards), cards, False, False, filled)
                    need = _AFTER.get((laid.kind, pairs), pairs)
                    sets = self.best(rest, need, wang - len(filled))
                    if sets is not None and (found is None or sets[0] + laid_huxi(r, laid) > found[0]):
                        found = sets[0] + laid_huxi(r, laid), [laid, *sets[1]]
        return found

    def _sets(self, k: int, pairs: int) -> Iterator[Cards]:
        """Everything that a card of kind k can stand in."""
        r = self.r
        for at in range(2 * SHAPES * k, 2 * SHAPES * (k + 1), 2):
            if r.partner[at] >= 0:
                yield tuple(sorted((k, r.partner[at], r.partner[at + 1])))
        if r.wang_kan:
            yield (k,) * 3
        if pairs in (1, MAY_TI):
            yield (k,) * 2
        if pairs >= MAY_TI:
            yield (k,) * 4

    def _kind(self, cards: Cards) -> str:
        if len(set(cards)) == 1:
            return {2: "jiang", 3: "kan", 4: "ti"}[len(cards)]
        return _name(cards)

    def _places(self, cards: Cards, hand: int, wang: int, k: int | None) -> Iterator[Cards]:
        """Which of the cards may be 王: at least those that are not in the hand, never a real card k that must go."""
        for n in range(min(wang, len(cards)) + 1):
            for filled in sorted(set(combinations(cards, n))):
                real = list(cards)
                for card in filled:
                    real.remove(card)
                if (k is None or k in real) and all(hand >> 3 * card & 7 >= real.count(card) for card in real):
                    if not (len(set(cards)) == 1 and len(cards) > 2 and not filled):  # three equal cards want a 王
                        yield filled

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
                value = sets[0] + laid_huxi(r, option)
                if found is None or value > found[0]:
                    found = value, [option, *sets[1]]
        return found


def _name(cards: Sequence[int]) -> str:
    """`jiao` for three of one rank in both sizes, else `run`."""
    return "jiao" if len({k % 10 for k in cards}) == 1 else "run"


def _packed(counts: Sequence[int]) -> int:
    return sum(n << 3 * k for k, n in enumerate(counts))


_SAME = ("ti", "pao", "wei", "chouwei", "kan", "peng")
_ORDER = ("ti", "kan", "run", "jiao", "jiang")


def _sorted(groups: Sequence[Laid]) -> list[Laid]:
    return sorted(groups, key=lambda group: (_ORDER.index(group.kind), group.cards))


def _printed(r: Flat, group: Laid) -> Group:
    text = "".join(map(card_name, sorted(group.cards)))
    wang = "".join(map(card_name, sorted(group.wang)))
    return Group(group.kind, text, laid_huxi(r, group), group.on_table, group.claimed, wang)
