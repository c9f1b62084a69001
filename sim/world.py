"""One simulated world: a server, its disk, its people, the accidents that befall them, and what must hold all the while."""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import random
import sqlite3
import sys
import traceback
from typing import Any

from erqishi.bots import choose_packed
from erqishi.server.clock import Clock
from erqishi.server.gate import Allowance, Gate, Guesses
from erqishi.server.house import House
from erqishi.server.settings import Settings
from erqishi.server.socket import Connection
from erqishi.server.tables.timing import Timing
from sim import laws
from sim.disk import Disk, SimStore
from sim.loop import Process, VirtualLoop, process
from sim.net import Wire
from sim.people import Device, Person, ticking

CHAOS = 240.0
"""Most virtual seconds of accidents; then everybody calms down and the sitting must come to its end."""
CALM = 5400.0


class Broken(AssertionError):
    """A promise is broken."""


class SimBots:
    """Bots inline, late now and then, silly now and then."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    async def ask(self, level: str, view: bytes, rules: bytes, seed: str) -> str:
        """As `BotPool.ask`."""
        luck = self.rng.random()
        await asyncio.sleep(10.0 if luck < 0.003 else self.rng.uniform(0.005, 0.5))
        if luck < 0.02:
            return "" if luck < 0.01 else "discard 五"
        return choose_packed(level, view, rules, seed)

    def close(self) -> None:
        """Nothing to stop."""


class World:
    """Run it with `run(seed)` below. `fail` ends it; `note` tells the trace."""

    def __init__(self, seed: int, loop: VirtualLoop, trace: bool, game: str = "zipai") -> None:
        self.seed = seed
        self.game = game
        self.loop = loop
        self.rng = random.Random(f"erqishi {seed}")
        self.trace = trace
        self.failure: str | None = None
        self.disk = Disk(random.Random(self.rng.getrandbits(64)))
        self.people: dict[str, Person] = {}
        self.house: House | None = None
        self.store: SimStore | None = None
        self.process: Process | None = None
        self.gate: Gate | None = None
        self.calm = False
        self.crashes = 0
        self.table = ""
        self.beside: list[str] = []
        self._asked_beside: set[str] = set()
        self._besides = random.Random(f"beside {seed}")
        self.ledger = laws.Ledger(self)
        self.watch = laws.Watch(self)
        self.options = self._options()
        self._set_wrong = 0.0
        self._clocks = random.Random(f"clocks {seed}")

    def wall(self) -> float:
        """The wall clock of the server's machine: somebody sets it, forward and back."""
        return self.loop.time() + self._set_wrong

    # -- reporting -----------------------------------------------------------------------------------------------------

    def note(self, who: str, what: str) -> None:
        """A line of the trace."""
        if self.trace:
            print(f"{self.loop.time() - 1_764_000_000:9.3f} {who:6} {what}")

    def fail(self, what: str) -> None:
        """A promise is broken: the first one is told."""
        if self.failure is None:
            self.failure = f"at {self.loop.time() - 1_764_000_000:.3f} s: {what}"
            self.note("FAIL", what)

    # -- the server ----------------------------------------------------------------------------------------------------

    def _options(self) -> dict[str, Any]:
        rng = self.rng
        options: dict[str, Any] = {
            "changes": {"min_huxi": rng.choice((9, 15))},
            "hands": rng.choice((1, 2, 3, 5)),
            "clock": rng.choice((15, 15, 30, 60, 0)),
            "window": rng.choice((None, "constant", "open")),
            "bot_level": rng.choice(("novice", "novice", "normal")),
            "seating": rng.choice(("choose", "random")),
            "public": rng.random() < 0.5,
            "hints": {"waits": rng.random() < 0.2, "counts": rng.random() < 0.2, "chou": True},
        }
        if rng.random() < 0.2:
            options["players"] = 4
        if self.game == "paoyao":
            options |= self._paoyao(rng)
        return options

    def _paoyao(self, rng: random.Random) -> dict[str, Any]:
        """Rules of 跑腰: chips that run out, pots that stay, debts, the ways of the 喜儿."""
        changes: dict[str, Any] = {
            "chips": rng.choice((2, 20)),
            "allow_debt": rng.random() < 0.3,
            "xier_after_bet": rng.random() < 0.3,
            "all_xier_pay": rng.random() < 0.3,
            "multi_capture": rng.random() < 0.3,
            "passing": rng.choice(("round_then_must", "n_passes_end", "must_capture")),
            "same_dealer": rng.random() < 0.3,
        }
        rules = rng.choice(("changchun_literal", "changchun_lively", "cungui_yao", "fold"))
        return {"rules": rules, "changes": changes, "players": rng.choice((2, 3, 3, 4))}

    async def boot(self) -> None:
        """Start the server over what is on the disk."""
        if self.process is not None and self.store is not None and not self.store.dead:  # a start that was broken off
            self.store.kill()
            self.process.kill()
        self.process = Process()
        self.store = SimStore(self.disk, self.ledger.committed)
        bots = SimBots(random.Random(self.rng.getrandbits(64)))
        house = House(self.store, bots, Timing(), clock=Clock(self.wall, self.loop.time))  # type: ignore[arg-type]
        settings = Settings(store="", guests_per_hour=10**6, tables_per_hour=10**6)
        self.gate = Gate(settings)
        self.gate.guests = Allowance(10**6, 3600, self.loop.time)
        self.gate.guesses = Guesses(self.loop.time)

        context = contextvars.copy_context()
        context.run(process.set, self.process)
        try:
            await context.run(self.loop.create_task, house.start(), context=context)
        except Exception as error:
            self.note("server", f"did not start: {error!r}")
            self.process.kill()
            self.store.kill()
            raise
        self.house = house
        self.note("server", f"start {house._services.boot if house._services else 0}")
        self.ledger.reopened(self.store.raw)
        self.watch.forget()

    def kill(self) -> None:
        """`kill -9`."""
        assert self.process is not None and self.store is not None
        self.note("server", "killed")
        self.crashes += 1
        self.house = None
        self.store.kill()
        self.process.kill()
        for person in self.people.values():
            for device in person.devices:
                if device.wire is not None:
                    device.wire.cut(0.0, self.rng.choice((0.0, 0.05, 10.0)))

    async def stop(self) -> None:
        """An orderly end, as by SIGTERM."""
        house, self.house = self.house, None
        assert house is not None and self.process is not None
        self.note("server", "stopping")
        house.say_goodbye()
        await asyncio.sleep(0.2)
        for person in self.people.values():
            for device in person.devices:
                if device.wire is not None:
                    device.wire.cut(0.0, 0.05)
        await house.stop()
        self.process.kill()

    def accept(self, wire: Wire) -> bool:
        """A client wants to connect."""
        house, gate = self.house, self.gate
        if house is None or gate is None:
            return False
        wire.seen_by_server = self.ledger.sent
        connection = Connection(house, wire, None, gate, "10.0.0.1")  # type: ignore[arg-type]
        context = contextvars.copy_context()
        context.run(process.set, self.process)
        context.run(self.loop.create_task, connection.serve(), context=context)
        return True

    # -- how people come together ------------------------------------------------------------------------------------

    def arrived(self, person: Person) -> None:
        """Somebody has been welcomed for the first time."""
        device = person.devices[0]
        if person is not self.people["p0"]:
            return
        if len(self.people) == 1 and self.rng.random() < 0.5:
            options = {key: value for key, value in self.options.items() if key != "players" or self.game == "paoyao"}
            device.command("quick_start", level="novice", options=options)
        else:
            device.command("create_room", options=self.options)

    def answered(self, device: Device, message: dict[str, Any], answer: dict[str, Any]) -> None:
        """A command has its answer: the next step of coming together, and the account of what was promised."""
        person, kind = device.person, message["t"]
        self.ledger.answered(device, message, answer)
        if message["cmd_id"] in self._asked_beside:
            if answer["t"] == "table":
                self.beside.append(answer["view"]["table"])
            else:
                self.fail(f"no second table: {answer}")
            return
        if kind in ("create_room", "quick_start"):
            if answer["t"] != "table":
                self.fail(f"no room: {answer}")
                return
            self.table, code = answer["view"]["table"], answer["view"]["room"]["code"]
            person.code = code
            for other in self.people.values():
                if other is not person:
                    other.code = code
                    self.loop.call_later(self.rng.uniform(0, 20), self._enter, other)
            if self.options["seating"] == "random":
                device.command("sit", table=self.table)
        elif kind == "enter" and answer["t"] == "table" and not person.watching and not person.left:
            if answer["view"]["me"].get("seat") is None:
                device.command("sit", table=self.table)
        elif kind == "leave" and answer["t"] == "ack" and message["table"] == self.table:
            person.left = True

    def _begin_beside(self, person: Person) -> None:
        """One more table at the same time: the person alone with bots."""
        if self.calm:
            return
        rng = self._besides
        options: dict[str, Any] = {"hands": rng.choice((1, 2)), "clock": rng.choice((15, 30)), "rules": "std15"}
        if rng.random() < 0.3:
            options["rules"] = "changchun_lively"
        self._asked_beside.add(person.devices[0].command("quick_start", level="novice", options=options))

    def _enter(self, person: Person) -> None:
        person.devices[0].command("enter", code=person.code)

    def table_of(self, person: Person) -> str:
        """The table that a person is at."""
        return self.table

    def wants_more(self, table: str, view: dict[str, Any]) -> bool:
        """Whether people press 准备 now."""
        head = view["head"]
        if head["phase"] == "ended":
            return False
        if head["phase"] == "settled" or table in self.beside:
            return True
        seated = sum(seat["person"] is not None for seat in head["seats"] if "person" in seat)
        here = sum(not person.watching and not person.left for person in self.people.values())
        return seated >= min(here, len(head["seats"])) or self.calm

    # -- the course ------------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Accidents, then calm, then the reckoning."""
        for i in range(self.rng.choice((1, 2, 2, 3, 3, 3))):
            self.people[f"p{i}"] = Person(self, f"p{i}", random.Random(self.rng.getrandbits(64)))
        if self.rng.random() < 0.3:
            watcher = Person(self, "w0", random.Random(self.rng.getrandbits(64)))
            watcher.watching = True
            self.people["w0"] = watcher
        await self.boot()
        for person in self.people.values():
            self.loop.call_later(self.rng.uniform(0, 3), person.start)
            if self._besides.random() < 0.2:
                self.loop.call_later(self._besides.uniform(5, 60), self._begin_beside, person)
        ticker = self.loop.create_task(ticking(self))
        accidents = self.loop.create_task(self._accidents())
        setting = self.loop.create_task(self._setting_clocks())
        end = self.loop.time() + self.rng.uniform(30, CHAOS)
        while self.loop.time() < end and self.failure is None and not self.over():
            await asyncio.sleep(1.0)
            self.watch.look()
        accidents.cancel()
        setting.cancel()
        await self._calm_down()
        end = self.loop.time() + CALM
        while self.failure is None and not self.over():
            if self.loop.time() > end:
                self.fail(f"the sitting has not come to its end: {self.watch.describe()}")
            await asyncio.sleep(1.0)
            self.watch.look()
        await asyncio.sleep(90)
        ticker.cancel()
        if self.failure is None:
            self.ledger.reckon()

    def over(self) -> bool:
        """Whether the sitting is over, by the server's own account."""
        if self.house is None or not self.table or len(self._asked_beside) > len(self.beside):
            return False
        tables = [self.house.tables.get(table) for table in (self.table, *self.beside)]
        if None in tables and not self.calm:
            return False
        done = (
            table.state.phase in ("ended", "quarantined") and not table.play.showing
            for table in tables
            if table is not None
        )
        return all(done)

    async def _calm_down(self) -> None:
        self.note("world", "calm")
        self.disk.full, self.disk.lost, self.disk.stall = False, False, 0.0
        self.calm = True
        while self.house is None:
            try:
                await self.boot()
            except Exception as error:
                self.fail(f"the server does not start: {error!r}")
                return
        for person in self.people.values():
            person.manners.calm_down()
            for device in person.devices:
                device.asleep = False
                if device.wire is not None:
                    device.wire.slow = min(device.wire.slow, 0.08)
                    device.wire.freeze(False)
                else:
                    device.connect()

    async def _setting_clocks(self) -> None:
        """The wall clock jumps by hours, while the server runs and between two starts."""
        while True:
            await asyncio.sleep(self._clocks.expovariate(1 / 20))
            self._set_wrong = self._clocks.choice((-36_000.0, -3600.0, -1.0, 0.0, 3600.0, 36_000.0))
            self.note("world", f"the wall clock is {self._set_wrong:+.0f} s wrong")

    async def _accidents(self) -> None:
        rng = self.rng
        crash, full, lost = (rng.choice((0, 1, 2, 4)) for _ in range(3))
        while True:
            await asyncio.sleep(rng.expovariate(1 / 12))
            luck = rng.random() * 12
            if luck < crash:
                if rng.random() < 0.8:
                    self.kill()
                else:
                    await self.stop()
                await asyncio.sleep(rng.choice((0.05, 2.0, 25.0)))
                while self.house is None:
                    self.disk.full = False
                    await self.boot()
            elif luck < crash + full:
                self.note("disk", "full")
                self.disk.full = True
                await asyncio.sleep(rng.choice((0.05, 1.0, 7.0)))
                self.disk.full = False
                self.note("disk", "well again")
            elif luck < crash + full + lost / 4:
                self.note("disk", "the next commit is kept, but reported as failed")
                self.disk.lost = True
            elif luck > 11:
                self.disk.stall = rng.choice((0.0, 0.1, 1.5))


class _Complaints(logging.Handler):
    """What the server logs about itself: a traceback is a failure, a disk that refuses is not."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """A log record."""
        here = process.get()
        if here is not None and here.dead:
            return
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            where = error.__traceback__
            while where is not None and where.tb_next is not None:
                where = where.tb_next
            line = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where is not None else ""
            text = f"{text}: {error!r} ({line})"
            if self.world.trace:
                logging.Formatter().formatException(record.exc_info)
                print(logging.Formatter().formatException(record.exc_info))
            self.world.fail(text)
        self.world.note("log", text)


def run(seed: int, *, trace: bool = False, game: str = "zipai") -> tuple[str | None, dict[str, Any]]:
    """One simulated sitting: (what went wrong or None, what happened in numbers)."""
    from sim.chance import seeded

    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    world = World(seed, loop, trace, game)
    complaints = _Complaints(world)
    logger = logging.getLogger("erqishi")
    logger.addHandler(complaints)
    kept = logger.propagate
    logger.propagate = False
    try:
        with seeded(random.Random(world.rng.getrandbits(64))):
            try:
                loop.run_until_complete(world.live())
            except Exception as error:
                for fault in loop.faults:
                    world.fail(f"nobody caught: {fault}")
                if trace:
                    traceback.print_exc(file=sys.stdout)
                world.fail(f"{type(error).__name__}: {error}")
            if world.process is not None:
                world.process.kill()
            rest = asyncio.all_tasks(loop)
            for task in rest:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
    finally:
        logger.removeHandler(complaints)
        logger.propagate = kept
        asyncio.set_event_loop(None)
        loop.close()
    if world.failure is None and loop.faults:
        world.failure = f"nobody caught: {loop.faults[0]}"
    facts: dict[str, Any] = {"hands": world.ledger.hands, "acks": len(world.ledger.promised), "crashes": world.crashes}
    facts |= {"tables": len(world.ledger.history)}
    facts |= {"disk failures": world.disk.failures, "virtual s": round(loop.time() - 1_764_000_000)}
    if world.store is not None:
        facts["digest"] = world.ledger.digest()
    return world.failure, json.loads(json.dumps(facts))


def log_rows(db: sqlite3.Connection, table: str) -> list[tuple[int, str | None, str]]:
    """(v, cmd_id, body) of a table's log."""
    found = db.execute("SELECT v, cmd_id, body FROM table_log WHERE table_id = ? ORDER BY v", (table,))
    return found.fetchall()
