"""What one seat (or a spectator) knows of a hand: a fold of the events that it may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from erqishi.cards import NAMES, WANG_NAME, card_name, hand_text, parse_cards
from erqishi.zipai import events as e

MeldKind = Literal["ti", "pao", "wei", "chouwei", "peng", "chi"]
_KIND_SIZE = {"ti": 4, "pao": 4, "wei": 3, "chouwei": 3, "peng": 3, "chi": 3}


class MeldView(msgspec.Struct, omit_defaults=True, repr_omit_defaults=True):
    """One 门子 on the table. `cards` is text with `?` for a card that the viewer cannot know.

    `claimed`: the card that was taken from the table, `owner`: whose it was (both for 吃, 碰 only).
    """

    kind: MeldKind
    cards: str
    claimed: str | None = None
    owner: int | None = None


class SeatView(msgspec.Struct, omit_defaults=True, repr_omit_defaults=True):
    """What lies open of one seat: number of concealed cards, melds, own discards and unclaimed draws in order.

    dead: 相公; barred: a mistake has cost it the right to 胡.
    """

    size: int
    melds: list[MeldView] = []
    discards: list[str] = []
    unclaimed: list[str] = []
    dead: bool = False
    barred: bool = False


class InPlay(msgspec.Struct):
    """The card that can be claimed now, how it came and from whom."""

    card: str
    origin: e.Origin
    owner: int


class View(msgspec.Struct, omit_defaults=True, repr_omit_defaults=True):
    """The hand as `seat` sees it (None: a spectator). JSON-able; build it with `fold`.

    `hand`: the seat's concealed cards as text; `asked`: what it has to choose, if anything; `marks`: which cards
    are 臭 to it and for what; `thrown`: what it has discarded itself, taken or not (core.md §14); `wall`: cards left; `liang`: the 亮张; `won`, `revealed`: set at the end.
    """

    seat: int | None
    rules: str = ""
    dealer: int = 0
    wall: int = 0
    liang: str = ""
    hand: str = ""
    seats: list[SeatView] = []
    in_play: InPlay | None = None
    asked: e.Asked | None = None
    marks: dict[str, list[str]] = {}
    thrown: str = ""
    over: bool = False
    won: e.Won | None = None
    revealed: e.Revealed | None = None

    def apply(self, event: e.Event) -> None:
        """Take in the next event. Events for other seats are ignored, so that a mistaken sender leaks nothing."""
        if event.to is not None and event.to != self.seat:
            return
        match event:
            case e.HandStarted():
                self.rules, self.dealer, self.liang, self.wall = event.rules, event.dealer, event.liang, event.wall
                self.seats = [SeatView(event.cards, [], [], []) for _ in range(event.seats)]
                self.in_play = InPlay(event.liang, "liang", event.dealer)
                self.marks = {}
            case e.Dealt():
                self.hand = _sorted(event.cards)
            case e.Asked():
                self.asked = event
                return
            case e.Marked():
                have = self.marks.setdefault(event.card, [])
                have += [b for b in event.blocks if b not in have]
            case e.Unmarked():
                self.marks[event.card] = [b for b in self.marks.get(event.card, []) if b not in event.blocks]
                if not self.marks[event.card]:
                    del self.marks[event.card]
            case e.Own():
                self._own(event)
            case e.LiangTaken():
                self.in_play = None
                self.seats[event.seat].size += 1
                if event.seat == self.seat:
                    self.hand = _sorted(self.hand + event.card)
            case e.WangTaken():
                self.in_play = InPlay(WANG_NAME, "own_meld", event.seat)
                self.seats[event.seat].size += 1
                if event.seat == self.seat:
                    self.hand = _sorted(self.hand + WANG_NAME)
            case e.TurnedUp():
                self.wall -= 1
                self.in_play = InPlay(event.card, "draw", event.seat)
            case e.DrewHidden():
                self.wall -= 1
                self.in_play = None
            case e.Discarded():
                self.seats[event.seat].discards.append(event.card)
                self.thrown += event.card if event.seat == self.seat else ""
                self.in_play = InPlay(event.card, "discard", event.seat)
                self._take(event.seat, event.card)
            case e.Unclaimed():
                self.seats[event.seat].unclaimed.append(event.card)
                self.in_play = None
            case e.Dead():
                self.seats[event.seat].dead = True
            case e.Punished():
                self.seats[event.seat].barred |= event.fine == 0
            case e.Won():
                self.over, self.won = True, event
            case e.WallEmpty():
                self.over, self.in_play = True, None
            case e.Revealed():
                self.revealed = event
            case _:
                self._meld(event)
        self.asked = None

    def _take(self, seat: int, cards: str) -> None:
        """Cards leave a seat's hand; the viewer's own are named, others are only counted."""
        self.seats[seat].size -= len(cards)
        if seat == self.seat and "?" not in cards:
            left = self.hand
            for card in _plain(cards).replace(" ", ""):
                if card not in left:
                    raise ValueError(f"{card} is not in the hand {self.hand}")
                left = left.replace(card, "", 1)
            self.hand = " ".join(left.split())

    def _own(self, event: e.Own) -> None:
        meld = self.seats[event.seat].melds[event.at]
        hidden = meld.cards.count("?")
        meld.cards = event.card * len(meld.cards)
        size = self.seats[event.seat].size
        if hidden:
            taken = hidden if meld.kind == "ti" else hidden - 1
            self._take(event.seat, event.card * min(taken, self.hand.count(event.card)))
            self.seats[event.seat].size = size

    def _meld(self, event: e.Event) -> None:
        match event:
            case e.Ti():
                card = event.card or "?"
                meld = MeldView("ti", card * 4)
                taken = {"deal": 4, "hand": 3}.get(event.source, 0)
                self._put(event.seat, event.at, meld, card * taken)
            case e.Pao():
                meld = MeldView("pao", event.card * 4)
                self._claim()
                self._put(event.seat, event.at, meld, event.card * (3 if event.source == "hand" else 0))
            case e.Wei():
                card = event.card or "?"
                self._put(event.seat, event.at, MeldView("wei", card * 3), card * 2)
            case e.ChouWei():
                self._put(event.seat, event.at, MeldView("chouwei", event.card * 3), event.card * 2)
            case e.Penged():
                at = len(self.seats[event.seat].melds)
                self._claim()
                self._put(event.seat, at, MeldView("peng", event.card * 3, event.card, event.owner), event.card * 2)
            case e.Ate():
                at = len(self.seats[event.seat].melds)
                self._claim()
                rest = event.cards.replace(event.card, "", 1)
                self._put(event.seat, at, MeldView("chi", event.cards, event.card, event.owner), rest)
            case e.Laid():
                at = len(self.seats[event.seat].melds)
                self._put(event.seat, at, MeldView("chi", event.cards), event.cards)
            case _:
                raise TypeError(f"no such event: {event!r}")

    def _put(self, seat: int, at: int, meld: MeldView, from_hand: str) -> None:
        row = self.seats[seat].melds
        if at < len(row):
            row[at] = meld
        else:
            row.append(meld)
        self._take(seat, from_hand)

    def _claim(self) -> None:
        """The card in play goes to a meld: it does not stay among its owner's discards."""
        if self.in_play is not None and self.in_play.origin == "discard":
            self.seats[self.in_play.owner].discards.pop()
        self.in_play = None


_PLAIN = frozenset(f"{NAMES}{WANG_NAME} ")


def _plain(cards: str) -> str:
    """Cards as the machine names them, which is how they nearly always come; reading what people write takes far longer."""
    return cards if _PLAIN.issuperset(cards) else "".join(map(card_name, parse_cards(cards, wang=True)))


def _sorted(cards: str) -> str:
    text = _plain(cards)
    return hand_text([kind for kind, name in enumerate(f"{NAMES}{WANG_NAME}") for _ in range(text.count(name))])


def fold(events: Iterable[e.Event], seat: int | None) -> View:
    """The view of `seat` after these events."""
    view = View(seat, seats=[], marks={})
    for event in events:
        view.apply(event)
    return view
