"""What a seat can read out of its own cards: 息 and waits, reckoned again only when what they follow from has changed."""

from __future__ import annotations

from typing import Any

from erqishi.bots import reading
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import View


class Hints:
    """The hints of the seats of one hand after another."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[Any, ...], int, tuple[reading.Winning, ...]]] = {}

    def of(self, seat: int, view: View, rules: RuleSet) -> tuple[int, tuple[reading.Winning, ...]]:
        """息 and waits of a seat of the hand, whose view this is."""
        row = view.seats[seat]
        marks = tuple((card, *blocks) for card, blocks in view.marks.items() if "hu" in blocks)
        melds = tuple((meld.kind, meld.cards) for meld in row.melds)
        key = (view.hand, melds, row.dead, row.barred, marks, view.wall == 1)
        have = self._known.get(seat)
        if have is None or have[0] != key:
            have = (key, *reading.hints(view, rules))
            self._known[seat] = have
        return have[1], have[2]
