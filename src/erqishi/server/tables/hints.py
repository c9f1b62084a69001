"""What a seat can read out of its own cards: 息, waits and unseen cards, reckoned again only when what they follow from has changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from erqishi.bots import reading
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.shared import Hints as Wanted
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import View


class Hint(NamedTuple):
    """The hints of one seat. waits, unseen: None where the room does not want them."""

    huxi: int
    waits: tuple[out.Wait, ...] | None
    unseen: dict[str, int] | None


class Hints:
    """The hints of the seats of one hand after another."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[Any, ...], int, tuple[reading.Winning, ...]]] = {}
        self._said: dict[int, tuple[int, Hint]] = {}

    def of(self, seat: int, view: View, rules: RuleSet, wanted: Wanted, shown: int) -> Hint:
        """The hints of a seat of the hand, whose view this is. shown: a number that changes when any view does."""
        said = self._said.get(seat)
        if said is not None and said[0] == shown:
            return said[1]
        huxi, waits = self._reckoned(seat, view, rules)
        unseen = reading.unseen(view, rules.wang) if wanted.counts or (wanted.waits and waits) else {}
        hint = Hint(
            huxi,
            tuple(out.Wait(w.card, w.huxi, unseen[w.card]) for w in waits) if wanted.waits else None,
            unseen if wanted.counts else None,
        )
        self._said[seat] = shown, hint
        return hint

    def _reckoned(self, seat: int, view: View, rules: RuleSet) -> tuple[int, tuple[reading.Winning, ...]]:
        row = view.seats[seat]
        marks = tuple((card, *blocks) for card, blocks in view.marks.items() if "hu" in blocks)
        melds = tuple((meld.kind, meld.cards) for meld in row.melds)
        key = (view.hand, melds, row.dead, row.barred, marks, view.wall == 1)
        have = self._known.get(seat)
        if have is None or have[0] != key:
            have = (key, *reading.hints(view, rules))
            self._known[seat] = have
        return have[1], have[2]
