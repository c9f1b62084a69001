"""Who looks at a table, and what each has been sent: versions, the last updates, the views folded from what was shown."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from erqishi.server.games import Eyes, Plays
from erqishi.server.protocol.client_out import Book, Head, Me, Update

TAIL = 16
"""So many updates are kept for each observer that comes back: about 30 kB. Who missed more gets the whole view."""

VERSIONS_PER_BOOT = 1_000_000
"""Versions of start number b begin at b times this: they never fall, and no log of them is needed."""

encoder = msgspec.json.Encoder()


class Conn(Protocol):
    """A client's connection, as far as a table needs it."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""

    def forget(self, table: str) -> None:
        """Its person is no longer at this table."""


class Channel:
    """One person at the table, with all its connections.

    v: version of its view. question_v: the version that asked what is open now (0: nothing). me: what it was told about itself.
    """

    __slots__ = ("conns", "me", "person", "question_v", "tail", "v")

    def __init__(self, person: str, v: int) -> None:
        self.person = person
        self.v = v
        self.tail: deque[tuple[int, bytes]] = deque(maxlen=TAIL)
        self.conns: set[Conn] = set()
        self.question_v = 0
        self.me: Me | None = None

    def missed(self, v: int) -> list[bytes] | None:
        """The updates after version v in order, or None if they are not all kept."""
        if v == self.v:
            return []
        if not self.tail or not self.tail[0][0] <= v < self.v:
            return None
        return [frame for prev, frame in self.tail if prev >= v]

    def anew(self) -> None:
        """Something changes that no update carries: whoever has not got the next whole view cannot be brought on by updates."""
        self.v += 1
        self.tail.clear()

    def send(self, frame: bytes) -> None:
        """To every connection of the person."""
        for conn in self.conns:
            conn.send(frame)


class Audience:
    """Everybody at a table. `views` hold, for each seat of the hand and for spectators (None), what was shown so far.

    shown: a number that changes whenever they do.
    """

    def __init__(self, table: str, boot: int, plays: Plays) -> None:
        self.table = table
        self.plays = plays
        self._first = boot * VERSIONS_PER_BOOT
        self.channels: dict[str, Channel] = {}
        self.views: dict[int | None, Any] = {}
        self.shown = 0
        self._eyes: dict[int | None, Eyes] = {}
        self._wire: dict[int | None, tuple[msgspec.Raw, str]] = {}
        self._head: Head | None = None
        self._book: Book | None = None

    def channel(self, person: str) -> Channel:
        """The channel of a person, made if there is none."""
        if person not in self.channels:
            self.channels[person] = Channel(person, self._first)
        return self.channels[person]

    def sees(self, person: str, conn: Conn) -> bool:
        """Whether a connection is sent what is new here: whoever gets a view must get what follows."""
        return person in self.channels and conn in self.channels[person].conns

    def drop(self, person: str) -> Channel | None:
        """A person is no longer at the table. Should it come again, its versions go on above the old ones."""
        channel = self.channels.pop(person, None)
        if channel is not None:
            self._first = max(self._first, channel.v + 1)
        return channel

    def connected(self) -> set[str]:
        """Persons with a connection."""
        return {person for person, channel in self.channels.items() if channel.conns}

    def start_hand(self, seats: int) -> None:
        """Fresh views for the seats of a hand."""
        self._eyes = {seat: self.plays.eyes(seat, seats) for seat in (None, *range(seats))}
        self.views = {seat: eyes.view() for seat, eyes in self._eyes.items()}
        self._changed()

    def end_hand(self) -> None:
        """No hand lies on the table."""
        self._eyes, self.views = {}, {}
        self._changed()

    def show(self, events: Iterable[Any]) -> None:
        """Fold events into every view; each takes only what it may see."""
        for event in events:
            for eyes in self._eyes.values():
                eyes.apply(event)
        self.views = {seat: eyes.view() for seat, eyes in self._eyes.items()}
        self._changed()

    def go_on_with(self, other: Audience) -> None:
        """See what `other` sees, with the same people."""
        self.views, self._eyes = other.views, other._eyes
        self._head = self._book = None
        self._changed()

    def _changed(self) -> None:
        self.shown += 1
        self._wire = {}

    def hash_of(self, seat: int | None) -> str:
        """The hash of a view (docs/protocol.md §4)."""
        return self._written(seat)[1]

    def _written(self, seat: int | None) -> tuple[msgspec.Raw, str]:
        """A view as JSON, and its hash: written once, however many frames carry it."""
        if seat not in self._wire:
            text = encoder.encode(self.views.get(seat))
            self._wire[seat] = msgspec.Raw(text), hashlib.sha256(text).hexdigest()[:12]
        return self._wire[seat]

    def publish(
        self,
        events: list[Any],
        head: Head,
        book: Book,
        me_of: Callable[[str], Me],
        now: int,
        *,
        whole_hand: bool = False,
    ) -> None:
        """Send everybody what is new to them. whole_hand: the hand itself came or went."""
        new_head = head if head != self._head else None
        new_book = book if book is not self._book and book != self._book else None
        self._head, self._book = head, book
        ours = self.plays.id == "zipai"  # the part of the update in which a hand travels is named by its game
        for person, channel in self.channels.items():
            me = me_of(person)
            seat = me.hand_seat
            seen = tuple(event for event in events if event.to is None or event.to == seat)
            changed = me != channel.me
            other_hand = whole_hand or (channel.me is not None and channel.me.hand_seat != seat)
            if not (new_head or new_book or changed or seen or other_hand):
                continue
            channel.me = me
            prev, channel.v = channel.v, channel.v + 1
            written, named = self._written(seat)
            hand: Any = written if seen or other_hand else UNSET
            update = Update(
                table=self.table,
                prev=prev,
                v=channel.v,
                hash=named,
                now=now,
                events=seen if ours else (),
                head=new_head or UNSET,
                book=new_book or UNSET,
                me=me if changed else UNSET,
                hand=hand if ours else UNSET,
                paoyao=UNSET if ours else hand,
            )
            frame = encoder.encode(update)
            channel.tail.append((prev, frame))
            channel.send(frame)
            if any(self.plays.asks(event) for event in seen):
                channel.question_v = channel.v
