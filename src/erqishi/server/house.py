"""The house: everybody's tables, found by id and by code; made, listed, opened again after a start, closed when deserted."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import msgspec

from erqishi.errors import ErqishiError, WorldError
from erqishi.server import garbage
from erqishi.server.bots_pool import BotPool
from erqishi.server.clock import Clock
from erqishi.server.meters import Meters
from erqishi.server.people import People, clean_text, short_id
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.shared import BotLevel, RoomOptions
from erqishi.server.rounds import Rounds
from erqishi.server.rulebook import rules_of
from erqishi.server.store import Conflict, Store
from erqishi.server.store import tables as sql
from erqishi.server.tables import log, views
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.mail import Close, Stop
from erqishi.server.tables.services import Services
from erqishi.server.tables.state import TableState
from erqishi.server.tables.table import Table
from erqishi.server.tables.timing import Timing
from erqishi.server.worth import Worths

logger = logging.getLogger(__name__)

SWEEP = 60.0
WAITING_MS = 30 * 60 * 1000
"""A table without a sitting and without anybody connected is closed after this."""

PAUSED_MS = 48 * 3600 * 1000
"""A deserted sitting is kept so long."""

TABLES_EACH = 20
"""Most open tables that one person may have made."""


MOST_DOUBTFUL = 1000
"""Most commands that are remembered because it is not known whether the disk has kept what they made."""

LONGEST_ROOM = 20
"""Characters of a room's name."""


class House:
    """All tables of this process. Open it with `start`, close it with `stop`."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        timing: Timing,
        *,
        clock: Clock | None = None,
        most_tables: int = 3000,
        meters: Meters | None = None,
    ) -> None:
        self.store = store
        self.meters = meters or Meters()
        self.people = People(store)
        self.bots = bots
        self.worths = Worths(bots)
        self.timing = timing
        self.now = clock or Clock()
        self.most_tables = most_tables
        self.tables: dict[str, Table] = {}
        self.codes: dict[str, str] = {}
        self.stopping = False
        #: Called when the room list has changed, and when the server is about to stop.
        self.watchers: set[Callable[[], None]] = set()
        self.farewells: set[Callable[[], None]] = set()
        self._made_by: dict[str, str] = {}
        #: Tables whose making the disk reported as failed, by command: (table, code). It may have been kept all the same.
        self._doubtful: dict[str, tuple[str, str]] = {}
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lines: dict[str, out.RoomLine] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._services: Services | None = None

    async def start(self) -> None:
        """Read people and open tables from the store."""
        boot, latest = await self.store.run(lambda db: (sql.next_boot(db), sql.latest(db)))
        self.now.after(latest)
        await self.people.load()
        self._services = Services(
            store=self.store,
            people=self.people,
            ask_bot=self.bots.ask,
            now=self.now,
            timing=self.timing,
            boot=boot,
            changed=self._changed,
            meters=self.meters,
            rounds=Rounds(),
        )
        self.meters.watch(lambda: len(self.tables), self.people.number)
        for table_id in await self.store.run(sql.open_tables):
            rows = await self.store.run(lambda db, table_id=table_id: sql.log_of(db, table_id))  # type: ignore[misc]
            try:
                self._add(Table.rebuilt(self._services, rows), rows[0].cmd_id)
            except (ErqishiError, msgspec.DecodeError, LookupError) as error:
                logger.error("a table is left closed: %s", error, extra={"table": table_id})
        self._sweeper = asyncio.create_task(self._sweep())

    def say_goodbye(self) -> None:
        """The server is about to stop: no new tables, and everybody is told."""
        self.stopping = True
        for farewell in tuple(self.farewells):
            farewell()

    async def stop(self) -> None:
        """Finish what the tables are at; they are kept and go on after the next start."""
        self.stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in self.tables.values():
            table.post(Stop())
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=5)
            for task in late:
                task.cancel()
        self.bots.close()
        await self.store.close()

    # -- making tables ---------------------------------------------------------------------------------------------

    async def create(self, host: str, cmd_id: str, options: RoomOptions) -> Table:
        """A new table with its host on seat 0, or the one that this command has made before. Refusal says why not."""
        options = msgspec.structs.replace(options, name=clean_text(options.name, LONGEST_ROOM))
        rows: list[log.Row] = [log.Sat(host, 0)] if options.seating == "choose" else []
        return await self._make_once(host, _made_key(host, cmd_id), options, rows)

    async def quick_start(self, person: str, cmd_id: str, level: BotLevel, options: RoomOptions) -> Table:
        """A new table of one person and bots, ready to begin."""
        name = clean_text(options.name, LONGEST_ROOM)
        options = msgspec.structs.replace(options, bots="fill", bot_level=level, public=False, name=name)
        return await self._make_once(person, _quick_key(person, cmd_id), options, [log.Sat(person, 0)])

    def has_made(self, person: str, cmd_id: str, *, quick: bool) -> bool:
        """Whether this `create` (or `quick_start`) of a person has made a table that is still there."""
        return (_quick_key if quick else _made_key)(person, cmd_id) in self._made_by

    async def _make_once(self, host: str, key: str, options: RoomOptions, rows: Sequence[log.Row]) -> Table:
        """The table that this command has made, or makes now: one after the other for each host, for the same command comes
        again while the disk is still at the first."""
        async with self._making.setdefault(host, asyncio.Lock()):
            made = self.tables.get(self._made_by.get(key, ""))
            return made if made is not None else await self._make(host, key, options, rules_of(options), rows)

    async def _make(
        self, host: str, key: str, options: RoomOptions, rules: msgspec.Struct, rows: Sequence[log.Row]
    ) -> Table:
        if self._services is None or self.stopping:
            raise Refusal("trouble", "服务器正在关闭", "the server is closing")
        mine = sum(table.state.made.host == host for table in self.tables.values())
        if len(self.tables) >= self.most_tables or mine >= TABLES_EACH:
            raise Refusal("too_many", "桌子太多了", "too many tables are open")
        now = self.now()
        table_id, code = self._doubtful.get(key) or (short_id(10), self._free_code())
        made = log.Made(table_id, code, host, options, msgspec.to_builtins(rules), now)
        table = Table(self._services, TableState(made), 1 + len(rows))
        written = [sql.LogRow(i, now, None, log.encode(row)) for i, row in enumerate(rows, 1)]

        def write(db: sqlite3.Connection) -> None:
            sql.create(db, table_id, code, sql.LogRow(0, now, key, log.encode(made)))
            sql.append(db, table_id, written)

        try:
            await self.store.write(write)
        except Conflict as error:
            rows_kept = await self.store.run(lambda db: sql.log_of(db, table_id))
            self._doubtful.pop(key, None)
            if not rows_kept or rows_kept[0].cmd_id != key:
                raise Refusal("trouble", "再试一次", "try once more") from error
            table, rows = Table.rebuilt(self._services, rows_kept), ()
        except WorldError as error:
            if len(self._doubtful) >= MOST_DOUBTFUL:  # forgetting leaves a table that nobody sits down at, no more
                self._doubtful.clear()
            self._doubtful[key] = table_id, code
            logger.error("%s", error)
            raise Refusal("trouble", "服务器暂时写不下", "the server cannot write right now") from error
        for row in rows:
            table.state.apply(row)
        table.names = views.names_of(table.state.seats, self.people)
        table.done.note(key, "made")
        self._add(table, key)
        return table

    def _free_code(self) -> str:
        while (code := f"{secrets.randbelow(900_000) + 100_000}") in self.codes:
            pass
        return code

    def _add(self, table: Table, key: str | None) -> None:
        state = table.state
        self.tables[state.table] = table
        self.codes[state.made.code] = state.table
        if key is not None:
            self._made_by[key] = state.table
        task = asyncio.create_task(table.run(), name=f"table {state.table}")
        self._tasks[state.table] = task
        task.add_done_callback(lambda _: self._drop(table, key))
        self._changed(state.table)

    def _drop(self, table: Table, key: str | None) -> None:
        if self.stopping:
            return
        state = table.state
        self.tables.pop(state.table, None)
        self.codes.pop(state.made.code, None)
        self._tasks.pop(state.table, None)
        self._made_by.pop(key or "", None)
        if self._lines.pop(state.table, None) is not None:
            self._tell_watchers()

    # -- finding ---------------------------------------------------------------------------------------------------

    def by_code(self, code: str) -> Table | None:
        """The table with this code."""
        return self.tables.get(self.codes.get(code, ""))

    def seats_of(self, person: str) -> tuple[out.SeatedAt, ...]:
        """Where a person has a seat."""
        return tuple(
            out.SeatedAt(table.state.table, table.state.made.code, _phase(table), table.state.made.options.name)
            for table in self.tables.values()
            if table.state.seat_of(person) is not None
        )

    def rooms(self) -> tuple[out.RoomLine, ...]:
        """The public rooms with somebody there, newest first."""
        lines = [self._lines[key] for key in reversed(self._lines)]
        return tuple(line for line in lines if line.people or line.watching)

    def line_of(self, table: Table) -> out.RoomLine:
        """A table as it stands in the list."""
        seated = {seat.person for seat in table.state.seats}
        watching = len(table.audience.connected() - seated)
        line = views.line_view(table.state, self.people, watching)
        if not table.play.showing:
            return line
        # The log is ahead of what is shown: whoever asks for the line meanwhile must not hear that the hand is decided.
        return msgspec.structs.replace(line, phase=_phase(table), hand=len(table.book.ledger), open=0)

    def _changed(self, table_id: str) -> None:
        table = self.tables.get(table_id)
        if table is None or not table.state.made.options.public:
            return
        line = self.line_of(table)
        if self._lines.get(table_id) != line:
            self._lines[table_id] = line
            self._tell_watchers()

    def _tell_watchers(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()

    async def _sweep(self) -> None:
        """Close what is deserted, and collect garbage when nobody notices."""
        written = 0
        while True:
            await asyncio.sleep(SWEEP)
            before, written = written, self.store.written
            garbage.collect(quiet=written == before)
            now = self.now()
            for table in tuple(self.tables.values()):
                idle = now - table.used
                kept = WAITING_MS if table.state.between else PAUSED_MS
                if not table.audience.connected() and idle > kept:
                    table.post(Close())


def _phase(table: Table) -> out.Phase:
    """How a table stands as far as it has been shown."""
    return "playing" if table.play.showing else table.state.phase


def _made_key(person: str, cmd_id: str) -> str:
    return f"{person}:{cmd_id}"


def _quick_key(person: str, cmd_id: str) -> str:
    return f"{person}/quick:{cmd_id}"  # a room that was made under the same id may be waiting for people
