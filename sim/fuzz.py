"""Junk, and messages that are almost right, against the real connection and table: `python -m sim.fuzz --messages 1000000`.

Nothing may end in a traceback, every command is answered, and what is refused (or not understood) changes neither the log nor the
state of the table. No sockets; the store commits at once; between messages the virtual clock stands still, so that whatever changes
was changed by the message. Now and then it moves on, so that all phases of a sitting are met.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
import time
from collections import Counter
from typing import Any

from erqishi.server.clock import Clock
from erqishi.server.gate import Allowance, Gate
from erqishi.server.house import House
from erqishi.server.settings import Settings
from erqishi.server.socket import Connection
from erqishi.server.tables.timing import Timing
from sim.chance import seeded
from sim.disk import Disk, SimStore
from sim.leak import Even
from sim.loop import VirtualLoop
from sim.world import SimBots

WORLD = 5_000
"""Messages before a fresh server."""

ACTIONS = (
    "pass",
    "hu",
    "peng",
    "chi 一二三",
    "chi 一二三 比 二贰贰",
    "discard 五",
    "discard 拾",
    "chi",
    "比",
    "",
    "discard ??",
)
PAOYAO = (
    *("dig", "no_dig", "pass", "take_yao", "pass_yao", "show_xier", "pass_xier"),
    *(
        "capture H8 D8",
        "extend 8 C8",
        "extend 9 C8",
        "merge H8",
        "lay H8 S8",
        "lay",
        "capture H8",
        "dig dig",
        "capture X8 D8",
        "",
    ),
)
"""Those of 跑腰."""
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2**31,
        2**53,
        2**63,
        -(2**70),
        1e308,
        0.5,
        "",
        "x",
        "0",
        "五",
        "\x00",
        "\u202e",
        "a" * 64,
    ),
    *(
        "九" * 200,
        [],
        [[]],
        {},
        {"a": {"b": []}},
        ["pass"],
        {"type": "pass"},
        "chi " * 15,
        "123456",
        "00000000",
        "🀄" * 16,
    ),
)


class Fuzzed(AssertionError):
    """The server met a message that it cannot bear."""


class _Now(Even):
    """Commits take no time."""

    def uniform(self, a: float, b: float) -> float:
        """At once."""
        return a


class _Silent:
    """A WebSocket of which only the end is used."""

    async def close(self, code: int = 1000) -> None:
        """The connection's own business."""


class _Loud(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Whatever the server complains of is kept."""
        self.said = f"{record.getMessage()} {record.exc_info[1]!r}" if record.exc_info else record.getMessage()

    said = ""


class Fuzz:
    """One server with one table, and the people around it."""

    def __init__(self, rng: random.Random, loop: VirtualLoop, kinds: Counter[str], game: str = "zipai") -> None:
        self.rng, self.loop, self.kinds = rng, loop, kinds
        self.game = game
        self.actions = PAOYAO if game == "paoyao" else ACTIONS
        self.number = 0
        self.table = ""
        self.code = ""
        self.used: list[str] = []

    async def open(self) -> None:
        """Three people, of whom two sit, and a stranger."""
        store = SimStore(Disk(_Now()), lambda db: None)
        store._delay = lambda: 0.0  # type: ignore[method-assign]
        self.house = House(store, SimBots(Even()), Timing(), clock=Clock(self.loop.time, self.loop.time))  # type: ignore[arg-type]
        await self.house.start()
        self.gate = Gate(Settings(store=""))
        self.gate.guests = Allowance(10**9, 1, self.loop.time)
        self.gate.tables = Allowance(10**9, 1, self.loop.time)
        self.tokens: list[str] = []
        self.clients = [await self._client(None) for _ in range(4)]
        host = self.clients[0]
        options = {"hands": 2, "clock": 15, "bot_level": "novice", "public": True}
        if self.game == "paoyao":
            changes = {"natural_pair_can_be_laid": True, "merge_hand_into_meld": True, "chips": 3}
            options |= {"rules": "cungui_yao", "changes": changes, "players": 3}
        answers = await self._say(host, {"t": "create_room", "cmd_id": "r", "options": options})
        view = next(answer["view"] for answer in answers if answer["t"] == "table")
        self.table, self.code = view["table"], view["room"]["code"]
        for client in self.clients[1:3]:
            await self._say(client, {"t": "enter", "cmd_id": "e", "code": self.code})
        await self._say(self.clients[1], {"t": "sit", "cmd_id": "s", "table": self.table})
        for client in self.clients[:2]:
            if self.rng.random() < 0.9:
                await self._say(client, {"t": "ready", "cmd_id": "y", "table": self.table})

    async def _client(self, token: str | None) -> Connection:
        connection = Connection(self.house, _Silent(), None, self.gate, "")  # type: ignore[arg-type]
        answers = await self._say(connection, {"t": "hello", "protocol": 1, "token": token})
        if token is None:
            self.tokens.append(answers[0]["token"])
        return connection

    async def _say(self, connection: Connection, message: dict[str, Any]) -> list[dict[str, Any]]:
        return await self._frame(connection, json.dumps(message))

    async def _frame(self, connection: Connection, frame: str | bytes) -> list[dict[str, Any]]:
        """Give the connection a frame and let everything that follows at once happen; what it answers."""
        connection._pace.credit = 1e9
        await connection._frame(frame)
        await self._quiet()
        answers = []
        while not connection._out.empty():
            answer = connection._out.get_nowait()
            if isinstance(answer, bytes):
                answers.append(json.loads(answer))
        return answers

    async def _quiet(self) -> None:
        """Until everything has happened that needs no time."""
        still = rounds = 0
        while still < 5:
            if (rounds := rounds + 1) > 10_000:
                raise Fuzzed("the table does not get on although nothing is to be waited for")
            await asyncio.sleep(0)
            table = self.house.tables.get(self.table)
            busy = self.house.store._busy or (table is not None and not table._mail.empty())
            if table is not None and table._due():
                # The clock that counts milliseconds is ahead of the alarm by a part of one.
                await asyncio.sleep(0.001)
            still = 0 if busy else still + 1

    async def one(self) -> None:
        """One message and its consequences."""
        rng = self.rng
        at = rng.randrange(4)
        connection = self.clients[at]
        await self._quiet()
        table = self.house.tables[self.table]
        before = (table.rows, self._state())
        frame = self._junk(table.audience.channels.get(connection.person))
        answers = await self._frame(connection, frame)
        for other in self.clients:
            while not other._out.empty():
                other._out.get_nowait()
        own = [answer for answer in answers if answer["t"] in ("refused", "fault")]
        for answer in answers:
            self.kinds[
                answer["t"] if answer["t"] not in ("refused", "fault") else f"{answer['t']} {answer['code']}"
            ] += 1
        took = any(answer["t"] in ("ack", "me", "room", "rooms", "welcome", "device_code") for answer in answers)
        if own and not took and (table.rows, self._state()) != before:
            raise Fuzzed(
                f"refused, but something has changed: {frame!r}, answered {str(answers)[:600]}; {before} {table.rows} {self._state()} at {self.loop.time()}"
            )
        if self.table not in self.house.tables:
            raise Fuzzed(f"the table is gone: {frame!r}")
        if table.state.phase == "quarantined":
            raise Fuzzed(f"quarantined by {frame!r}: {table.state.reason}")
        if connection._closing or not connection.person:
            for seen in tuple(connection.tables.values()):
                if (channel := seen.audience.channels.get(connection.person)) is not None:  # it may have been dismissed
                    channel.conns.discard(connection)
            self.clients[at] = await self._client(self.tokens[at])
            if at < 3:
                await self._say(self.clients[at], {"t": "resume", "table": self.table, "v": 0})
        connection._malformed = min(connection._malformed, 18 if rng.random() < 0.99 else 19)

    def _state(self) -> str:
        state = self.house.tables[self.table].state
        events = len(state.game.events) if state.game is not None else 0
        return repr((state.phase, state.seats, state.held, state.nonces, state.number, state.closed, events))

    # -- messages ------------------------------------------------------------------------------------------------------

    def _junk(self, channel: Any) -> str | bytes:
        rng = self.rng
        message = self._message(channel.v if channel is not None else 0)
        luck = rng.random()
        if luck < 0.35:
            return json.dumps(message, ensure_ascii=rng.random() < 0.5)
        if luck < 0.8:
            for _ in range(rng.randrange(1, 4)):
                self._spoil(message)
            try:
                return json.dumps(message)
            except (ValueError, RecursionError):
                return "{}"
        text = bytearray(json.dumps(message, ensure_ascii=False).encode(errors="surrogatepass"))
        match rng.randrange(6):
            case 0:
                return bytes(text[: rng.randrange(len(text))])
            case 1:
                for _ in range(rng.randrange(1, 6)):
                    text[rng.randrange(len(text))] = rng.randrange(256)
            case 2:
                i = rng.randrange(len(text))
                text[i:i] = rng.randbytes(rng.randrange(1, 20))
            case 3:
                return "[" * rng.choice((1, 50, 5000)) + text.decode(errors="replace")
            case 4:
                return rng.randbytes(rng.randrange(0, 300))
            case _:
                i, j = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
                text += text[i:j]
        return bytes(text) if rng.random() < 0.5 else bytes(text).decode(errors="surrogateescape")

    def _spoil(self, message: dict[str, Any]) -> None:
        rng = self.rng
        key = rng.choice(tuple(message)) if message else "t"
        match rng.randrange(5):
            case 0:
                message.pop(key, None)
            case 1:
                message[rng.choice(("x", "t", "table", "v", "seat", "code", "action", "cmd_id", "options"))] = (
                    rng.choice(ODD)
                )
            case 2 if isinstance(message.get(key), dict):
                message[key][rng.choice(("rules", "hands", "clock", "players", "changes", "x"))] = rng.choice(ODD)
            case _:
                message[key] = rng.choice(ODD)

    def _message(self, v: int) -> dict[str, Any]:
        rng = self.rng
        self.number += 1
        cmd_id = rng.choice(self.used) if self.used and rng.random() < 0.1 else f"f{self.number}"
        self.used = [*self.used[-50:], cmd_id]
        table = self.table if rng.random() < 0.9 else rng.choice(("", "k3f9x2ab7q", "x" * 40))
        version = rng.choice((v, v, v, 0, max(v - 1, 0), v + 1, 2**53 - 1))
        base: dict[str, Any] = {"cmd_id": cmd_id}
        at: dict[str, Any] = {**base, "table": table}
        return rng.choice(
            (
                lambda: {"t": "act", **at, "v": version, "action": rng.choice(self.actions)},
                lambda: {
                    "t": "act",
                    **at,
                    "v": version,
                    "action": "discard " + rng.choice("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"),
                },
                lambda: {"t": "think", **at, "v": version},
                lambda: {
                    "t": "cut",
                    **at,
                    "hand": rng.randrange(3),
                    "nonce": rng.choice(("", "n", "九" * 21, "\ud800")),
                },
                lambda: {"t": "manage", **at, "on": rng.random() < 0.5},
                lambda: {"t": "ready", **at, "on": rng.random() < 0.8},
                lambda: {"t": "sit", **at, "seat": rng.choice((None, 0, 1, 2, 3))},
                lambda: {"t": "stand", **at},
                lambda: {
                    "t": "put_bot",
                    **at,
                    "seat": rng.randrange(4),
                    "level": rng.choice(("novice", "normal", "god")),
                },
                lambda: {"t": "remove", **at, "seat": rng.randrange(4)},
                lambda: {"t": "resume", "table": table, "v": version},
                lambda: {"t": "ping", "n": rng.randrange(9)},
                lambda: {
                    "t": "set_profile",
                    **base,
                    "name": rng.choice(("甲", "\u200b", "a\u0301", " ")),
                    "avatar": "ox",
                },
                lambda: {"t": "watch_rooms", **base, "on": rng.random() < 0.5},
                lambda: {"t": "make_device_code", **base},
                lambda: {"t": "use_device_code", **base, "code": f"{rng.randrange(10**8):08}"},
                lambda: {"t": "peek", **base, "code": rng.choice((self.code, "000000"))},
                lambda: {"t": "enter", **base, "code": rng.choice((self.code, "000000"))},
                lambda: {"t": "hello", "protocol": rng.randrange(3), "token": "x", "tables": {table: version}},
                lambda: {
                    "t": "create_room",
                    **base,
                    "options": {"rules": rng.choice(("std15", "../x", "changsha")), "hands": 1},
                },
                lambda: {"t": "leave" if rng.random() < 0.01 else "lve", **at},
            )
        )()


def run(messages: int, first: int = 0, tell: bool = False, game: str = "zipai") -> Counter[str]:
    """So many messages; what was answered. Fuzzed if the server could not bear one."""
    kinds: Counter[str] = Counter()
    loud = _Loud(logging.WARNING)
    logger = logging.getLogger("erqishi")
    logger.addHandler(loud)
    kept, logger.propagate = logger.propagate, False
    began = time.monotonic()
    try:
        for world in range(first, first + -(-messages // WORLD)):
            loop = VirtualLoop()
            asyncio.set_event_loop(loop)
            rng = random.Random(f"fuzz {world}")
            fuzz = Fuzz(rng, loop, kinds, game)

            async def all_of_it(fuzz: Fuzz = fuzz, rng: random.Random = rng, world: int = world) -> None:
                await fuzz.open()
                for i in range(min(WORLD, messages)):
                    await fuzz.one()
                    if loud.said:
                        raise Fuzzed(f"world {world}, message {i}: {loud.said}")
                    if rng.random() < 0.01:
                        await asyncio.sleep(rng.choice((0.5, 5.0, 40.0)))

            try:
                with seeded(random.Random(world)):
                    loop.run_until_complete(all_of_it())
                    if loop.faults:
                        raise Fuzzed(f"world {world}: nobody caught {loop.faults[0]}")
            finally:
                rest = asyncio.all_tasks(loop)
                for task in rest:
                    task.cancel()
                loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
                asyncio.set_event_loop(None)
                loop.close()
            done = (world - first + 1) * WORLD
            if tell and (sys.stderr.isatty() or done % 100_000 == 0):
                print(f"{done}/{messages} messages, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    finally:
        logger.removeHandler(loud)
        logger.propagate = kept
    return kinds


def main() -> int:
    """Fuzz, tell what was answered; 1 if something broke."""
    options = argparse.ArgumentParser(prog="python -m sim.fuzz", description=__doc__)
    options.add_argument("--messages", type=int, default=1_000_000)
    options.add_argument("--first", type=int, default=0, help="the first world (a world has 5,000 messages)")
    options.add_argument("--game", choices=("zipai", "paoyao"), default="zipai", help="跑胡子 or 跑腰")
    given = options.parse_args()
    began = time.monotonic()
    try:
        kinds = run(given.messages, given.first, tell=True, game=given.game)
    except Fuzzed as broken:
        print(broken)
        return 1
    print(
        f"{given.messages} messages in {time.monotonic() - began:.0f} s: no traceback, no state changed by what was refused"
    )
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
