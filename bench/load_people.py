"""The people of bench/load.py: many light WebSocket clients in one process. Written from docs/protocol.md alone.

Frames are decoded to the few fields that playing needs; no view is folded. Everything measured is kept in one `Measures`.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections import Counter
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

PING_SECONDS = 15.0
SEND_AGAIN = 5.0


# -- what is read of a message ----------------------------------------------------------------------------------------


class Commitment(msgspec.Struct):
    hand: int


class Turn(msgspec.Struct):
    opened: int
    deadline: int | None = None


class Head(msgspec.Struct):
    phase: str
    hand_id: str | None = None
    commitment: Commitment | None = None
    cut: tuple[int, ...] = ()
    turn: Turn | None = None


class Me(msgspec.Struct):
    seat: int | None = None
    answered: str | None = None


class Asked(msgspec.Struct):
    kind: str
    legal: list[str]


class Hand(msgspec.Struct):
    asked: Asked | None = None


class Room(msgspec.Struct):
    code: str


class View(msgspec.Struct):
    table: str
    v: int
    now: int
    room: Room
    head: Head
    me: Me
    hand: Hand | None = None


class Message(msgspec.Struct):
    """Any message: `t` and whatever it has of the rest."""

    t: str
    cmd_id: str | None = None
    code: str = ""
    token: str = ""
    v: int = 0
    now: int = 0
    n: int = 0
    view: View | None = None
    head: Head | UnsetType = UNSET
    me: Me | UnsetType = UNSET
    hand: Hand | UnsetType | None = UNSET


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


# -- the socket -------------------------------------------------------------------------------------------------------


class Wire(asyncio.Protocol):
    """A WebSocket client of the least kind: whole text frames, pings answered. `owner` has opened, take and lost."""

    def __init__(self, owner: Any, port: int) -> None:
        self.owner, self.port = owner, port
        self.open = False
        self.code: int | None = None
        self._rest = b""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /ws HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            "\r\n",
        )
        transport.write("\r\n".join(lines).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        self.owner.lost(self, self.code)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            self.open, at = True, end + 4
            self.owner.opened(self)
        size = len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            elif length == 127:
                length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            if size < start + length:
                break
            kind, payload = data[at], data[start : start + length]
            at = start + length
            if kind == 0x81:
                self.owner.take(payload)
            elif kind == 0x89:
                self._write(0x8A, payload)
            elif kind == 0x88:
                self.code = int.from_bytes(payload[:2], "big")
                self._write(0x88, payload[:2])
                self.transport.close()
                return
            else:
                raise ValueError(f"a frame that begins with {kind:#x}")
        self._rest = data[at:]

    def send(self, text: bytes) -> None:
        """One text frame."""
        self._write(0x81, text)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes((kind,)) + length + b"\0\0\0\0" + payload)  # the mask 0 changes nothing


# -- what is measured -------------------------------------------------------------------------------------------------


class Measures:
    """Counted while `on`; times in seconds."""

    def __init__(self) -> None:
        self.on = False
        self.acks: list[float] = []
        self.shown: list[float] = []
        self.pongs: list[float] = []
        self.lags: list[float] = []
        self.refused: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.faults: list[str] = []
        self.frames = self.bytes = 0

    def start(self) -> None:
        """Forget what was, count from now; faults stay."""
        faults, self.__dict__ = self.faults, Measures().__dict__
        self.faults, self.on = faults, True

    async def watch_the_loop(self) -> None:
        """How late this process itself is: what it adds to the times that it measures."""
        while True:
            at = time.perf_counter()
            await asyncio.sleep(0.05)
            if self.on:
                self.lags.append(max(time.perf_counter() - at - 0.05, 0.0))


# -- people -----------------------------------------------------------------------------------------------------------


class Crowd:
    """All people and their tables, against the server at `port`."""

    def __init__(self, port: int, think: float, clock: int, hands: int, seed: int) -> None:
        self.port, self.think, self.clock, self.hands = port, think, clock, hands
        self.rng = random.Random(seed)
        self.measures = Measures()
        self.tables: list[Table] = []
        self.storm_at = 0.0
        self.back: list[float] = []

    async def ramp(self, tables: int, seconds: float) -> None:
        """Open tables one after the other, evenly."""
        began = time.perf_counter()
        for n in range(tables):
            await asyncio.sleep(max(began + seconds * n / tables - time.perf_counter(), 0))
            self.tables.append(Table(self, len(self.tables)))
            self.tables[-1].people[0].connect()

    def people(self) -> list[Person]:
        return [person for table in self.tables for person in table.people]

    def waiting(self) -> list[Table]:
        """Tables where no hand has been played yet."""
        return [table for table in self.tables if not table.played]

    def unanswered(self, seconds: float) -> int:
        """Commands sent so long ago and not answered."""
        limit = time.perf_counter() - seconds
        return sum(at < limit for person in self.people() for at, _ in person.open.values())

    async def storm(self, most: float) -> list[float]:
        """Everybody drops at once and comes back as the protocol says; for each, the seconds until the whole view was there."""
        self.storm_at, self.back = time.perf_counter(), []
        here = [person for person in self.people() if person.wire is not None]
        for person in here:
            person.in_storm = True
            person.wire.transport.abort()
        while len(self.back) < len(here) and time.perf_counter() < self.storm_at + most:
            await asyncio.sleep(0.05)
        return sorted(self.back) + [float("inf")] * (len(here) - len(self.back))


class Table:
    """Three people at one table."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.id = self.code = ""
        self.played = False
        self.seated: set[int] = set()
        self.people = [Person(crowd, self, f"{number}.{i}", i == 0) for i in range(3)]


class Person:
    """Somebody who plays on and on: cuts, thinks, answers with something from the list, is ready again."""

    def __init__(self, crowd: Crowd, table: Table, name: str, host: bool) -> None:
        self.crowd, self.table, self.name, self.host = crowd, table, name, host
        self.wire: Any = None
        self.token: str | None = None
        self.head: Head | None = None
        self.me = Me()
        self.hand: Hand | None = None
        self.v = self.number = self.tries = 0
        self.now = 0
        self.open: dict[str, tuple[float, bytes]] = {}
        self.in_storm = False
        self._planned: Any = None
        self._discarded = 0.0
        self._pinged = 0.0

    # -- the connection

    def connect(self) -> None:
        asyncio.ensure_future(self._connect())  # noqa: RUF006

    async def _connect(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: Wire(self, self.crowd.port), "127.0.0.1", self.crowd.port)
        except OSError as error:
            self.crowd.measures.closed[type(error).__name__] += 1
            self._again()

    def _again(self) -> None:
        """Come back as docs/protocol.md §1 says."""
        wait = min(0.4 * 2**self.tries, 4.0) * (0.5 + self.crowd.rng.random())
        self.tries += 1
        asyncio.get_running_loop().call_later(wait, self.connect)

    def opened(self, wire: Wire) -> None:
        self.wire = wire
        known = {self.table.id: 0} if self.head else {}
        hello = {"t": "hello", "protocol": 1, "client": "load", "token": self.token, "tables": known}
        wire.send(_encode(hello))
        asyncio.get_running_loop().call_later(PING_SECONDS * self.crowd.rng.random(), self._ping, wire)

    def lost(self, wire: Wire, code: int | None) -> None:
        self.wire, self._planned = None, None
        if not self.in_storm:
            self.crowd.measures.closed[str(code or "cut")] += 1
        self._again()

    def _ping(self, wire: Wire) -> None:
        if self.wire is wire:
            self._pinged = time.perf_counter()
            wire.send(b'{"t":"ping","n":1}')
            limit = self._pinged - SEND_AGAIN
            for at, text in self.open.values():
                if at < limit:
                    wire.send(text)
            asyncio.get_running_loop().call_later(PING_SECONDS, self._ping, wire)

    def _say(self, kind: str, **fields: Any) -> None:
        self.number += 1
        cmd_id = f"{self.name}.{self.number}"
        text = _encode({"t": kind, "cmd_id": cmd_id, **fields})
        self.open[cmd_id] = (time.perf_counter(), text)
        self.wire.send(text)

    # -- messages

    def take(self, payload: bytes) -> None:
        """A frame has come."""
        measures = self.crowd.measures
        at = time.perf_counter()
        message = _decode(payload)
        if measures.on:
            measures.frames += 1
            measures.bytes += len(payload)
        if message.cmd_id is not None:
            sent, _ = self.open.pop(message.cmd_id, (0.0, b""))
            if message.t == "ack" and sent and measures.on:
                measures.acks.append(at - sent)
        match message.t:
            case "update":
                if message.v > self.v:
                    self._update(message, at)
            case "ack":
                return
            case "table":
                self._see(message.view)
            case "welcome":
                self._welcome(message)
            case "pong":
                if measures.on:
                    measures.pongs.append(at - self._pinged)
                return
            case "refused":
                if message.code == "trouble":
                    measures.faults.append(f"{self.name}: {payload[:200]!r}")
                measures.refused[message.code] += measures.on
                self._planned = None
                if message.view is not None:
                    self._see(message.view)
            case "fault" | "upgrade" | "gone":
                measures.faults.append(f"{self.name}: {payload[:200]!r}")
        if self.head is not None and self.wire is not None:
            self._look()

    def _welcome(self, message: Message) -> None:
        self.token, self.tries = message.token, 0
        for _, text in tuple(self.open.values()):
            self.wire.send(text)
        if self.head is None and not self.open:
            if self.host:
                options = {"bots": "wait", "clock": self.crowd.clock, "hands": self.crowd.hands}
                self._say("create_room", options=options)
            else:
                self._say("enter", code=self.table.code)

    def _see(self, view: View) -> None:
        first = self.head is None
        self.head, self.me, self.hand, self.v, self.now = view.head, view.me, view.hand, view.v, view.now
        self.table.id, self.table.code = view.table, view.room.code
        if self.in_storm:
            self.in_storm = False
            self.crowd.back.append(time.perf_counter() - self.crowd.storm_at)
        if first and self.host:
            for other in self.table.people[1:]:
                other.connect()
        elif first:
            self._say("sit", table=self.table.id)

    def _update(self, update: Message, at: float) -> None:
        self.v, self.now = update.v, update.now
        if update.head is not UNSET:
            self.head = update.head
        if update.me is not UNSET:
            self.me = update.me
        if update.hand is not UNSET:
            self.hand = update.hand
            if self._discarded:
                if self.crowd.measures.on:
                    self.crowd.measures.shown.append(at - self._discarded)
                self._discarded = 0.0

    # -- playing

    def _look(self) -> None:
        """Plan what there is to do, once for each question."""
        head, seat = self.head, self.me.seat
        if seat is None:
            return
        self.table.seated.add(seat)
        match head.phase:
            case "waiting":
                if len(self.table.seated) == 3:
                    self._plan(("ready", head.phase), 20)
            case "settled" | "ended":
                self._plan(("ready", head.phase, head.hand_id), 20)
            case "cutting":
                if seat not in head.cut and head.commitment is not None:
                    self._plan(("cut", head.commitment.hand), 3)
            case "playing":
                self.table.played = True
                asked = self.hand.asked if self.hand is not None else None
                if asked is not None and self.me.answered is None and head.turn is not None:
                    end = head.turn.deadline
                    most = 20.0 if end is None else (end - self.now) / 1000
                    self._plan(("act", head.turn.opened, *asked.legal), 0.8 * most)
            case "quarantined":
                self.crowd.measures.faults.append(f"table {self.table.id} is quarantined")

    def _plan(self, what: tuple[Any, ...], most: float) -> None:
        """Do it after a thought; later than `most` would be too late."""
        if what != self._planned:
            self._planned = what
            thought = self.crowd.rng.expovariate(1 / self.crowd.think) if self.crowd.think else 0.0
            asyncio.get_running_loop().call_later(min(thought, max(most, 0.0)), self._do, what)

    def _do(self, what: tuple[Any, ...]) -> None:
        if self._planned is not what or self.wire is None:
            return
        if what[0] == "ready":
            self._say("ready", table=self.table.id)
        elif what[0] == "cut":
            self._say("cut", table=self.table.id, hand=what[1], nonce=self.name)
        else:
            asked = self.hand.asked if self.hand is not None else None
            if asked is not None and self.me.answered is None and asked.legal == list(what[2:]):
                action = "hu" if "hu" in asked.legal else self.crowd.rng.choice(asked.legal)
                if asked.kind == "discard":
                    self._discarded = time.perf_counter()
                self._say("act", table=self.table.id, v=self.v, action=action)


class Slow:
    """Somebody who looks at a table, asks for the whole view again and again, and never reads an answer."""

    def __init__(self, port: int, code: str, table: str) -> None:
        self.port, self.code, self.table = port, code, table
        self.wire: Any = None
        self.asking = 0

    def opened(self, wire: Wire) -> None:
        self.wire = wire
        wire.send(_encode({"t": "hello", "protocol": 1, "client": "slow"}))

    def take(self, payload: bytes) -> None:
        kind = _decode(payload).t
        if kind == "welcome":
            self.wire.send(_encode({"t": "enter", "cmd_id": "slow", "code": self.code}))
        elif kind == "table" and not self.asking:
            self.wire.transport.pause_reading()
            self._ask()

    def _ask(self) -> None:
        self.asking += 1
        if self.wire is not None and not self.wire.transport.is_closing():
            self.wire.send(_encode({"t": "resume", "table": self.table, "v": 0}))
            asyncio.get_running_loop().call_later(1 / 29, self._ask)  # the server reads 30 a second

    def lost(self, wire: Wire, code: int | None) -> None:
        self.wire = None
