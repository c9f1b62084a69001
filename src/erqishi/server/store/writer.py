"""What is waiting to be written goes into one transaction, is committed, then everybody is answered.

Commit costs a flush of the disk (some milliseconds); while one is on its way the next requests gather, so the group grows
with the load and nobody waits for the sake of grouping.

The flush is made by a thread of its own, and a thread that wants to go on has to win the interpreter back from the event loop, which
takes milliseconds when the loop is busy. So it is asked for as little as possible: rows of which the keys are known (`write`) are put in by the
loop itself, some microseconds each, and the thread gets the COMMIT. Everything else, and every group in which something went wrong, is carried
out by the thread, each request in a savepoint of its own: one that fails leaves the others standing.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from erqishi.errors import WorldError
from erqishi.server.meters import Meters
from erqishi.server.store.lock import StoreLock

T = TypeVar("T")

GROUP = 64
"""Most requests in one transaction."""

PATIENCE_MS = 5000
"""So long the thread waits while another process (a copy, a person with sqlite3) holds the file; the loop never waits for it."""

_MIGRATIONS = resources.files("erqishi.server.store") / "migrations"


class Conflict(WorldError):
    """The row is there already: another process writes to the same store, or the command was carried out before."""


class Job:
    """Something to carry out. rows: of the sort that the loop itself may do."""

    __slots__ = ("done", "error", "result", "rows", "work")

    def __init__(
        self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop, *, rows: bool
    ) -> None:
        self.work = work
        self.rows = rows
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None


class Store:
    """A database file, opened and brought up to date, for one event loop.

    WorldError if the file cannot be opened, was written by a newer version, or is in use by another server. commits: transactions so far;
    written: those with rows of `write` among them.
    """

    def __init__(self, path: str | Path, meters: Meters | None = None) -> None:
        self.path = str(path)
        self._meters = meters or Meters()
        self._waiting: deque[Job] = deque()
        self._busy = False
        self._began = 0.0
        self._handed: queue.SimpleQueue[tuple[Callable[[list[Job]], None], list[Job]] | None] = queue.SimpleQueue()
        self._db, self._lock = _open(self.path)
        self.commits = self.written = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out `work` in the thread; when this returns, what it wrote is on the disk.

        Conflict if a row was there already, WorldError if the disk refuses. Then nothing of `work` is kept.
        """
        return await self._asked(work, rows=False)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The same for `work` that does no more than add or change a few rows found by their keys: quicker when many are at it.

        `work` may be carried out twice, the first time in a transaction that is taken back.
        """
        return await self._asked(work, rows=True)

    async def close(self) -> None:
        """Finish what is waiting and close the file."""
        self._closed = True
        with contextlib.suppress(WorldError):
            await self._put(lambda db: None, rows=False)  # comes last
        self._handed.put(None)
        await asyncio.to_thread(self._thread.join)
        self._db.close()
        self._lock.release()

    # -- the loop --------------------------------------------------------------------------------------------------

    async def _asked(self, work: Callable[[sqlite3.Connection], T], *, rows: bool) -> T:
        if self._closed:
            raise WorldError(f"数据文件已经关上 / the store is closed: {self.path}")
        return await self._put(work, rows=rows)

    async def _put(self, work: Callable[[sqlite3.Connection], T], *, rows: bool) -> T:
        loop = asyncio.get_running_loop()
        job = Job(work, loop, rows=rows)
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            self._next()
        result: T = await job.done  # should the one who waits be cancelled, the work is done all the same
        return result

    def _next(self) -> None:
        """Make the next group, in the order in which its requests came, and begin it."""
        waiting = self._waiting
        if not waiting:
            self._busy = False
            return
        group = [waiting.popleft() for _ in range(min(len(waiting), GROUP))]
        self._began = time.perf_counter()
        rows = all(job.rows for job in group)
        self._give(self._commit if rows and self._added(group) else self._carry_out, group)

    def _added(self, group: list[Job]) -> bool:
        """Begin a transaction with the rows of a group. False, and nothing has happened, if anything is in the way."""
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in group:
                job.result = job.work(db)
        except Exception:  # whatever it is: done again in the thread, one by one, it is told to whoever asked
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
            return False
        return True

    def _give(self, what: Callable[[list[Job]], None], group: list[Job]) -> None:
        """Let the thread do `what` with a group."""
        self._handed.put((what, group))

    def _answer(self, group: list[Job]) -> None:
        """A group is done: begin the next, so that the disk works while the answers are given."""
        for job in group:
            if job.done.done():
                continue
            if job.error is not None:
                job.done.set_exception(job.error)
            else:
                job.done.set_result(job.result)
        self._next()

    # -- the thread ------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (handed := self._handed.get()) is not None:
            what, group = handed
            what(group)
            loop = group[0].done.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._answer, group)

    def _carry_out(self, group: list[Job]) -> None:
        """A whole transaction, each request by itself."""
        try:
            self._begin()
            for job in group:
                self._one(job)
        except sqlite3.Error as error:
            self._failed(group, error)
            return
        self._commit(group)

    def _begin(self) -> None:
        until = time.monotonic() + PATIENCE_MS / 1000
        while True:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if not _locked(error) or time.monotonic() > until:
                    raise
            time.sleep(0.02)

    def _commit(self, group: list[Job]) -> None:
        """End the transaction that is begun."""
        try:
            self._db.execute("COMMIT")
            self.commits += 1
            self.written += any(job.rows for job in group)
        except sqlite3.Error as error:
            self._failed(group, error)
        else:
            self._measured(group)

    def _failed(self, group: list[Job], error: sqlite3.Error) -> None:
        self._meters.store_failures.inc()
        for job in group:
            job.error = WorldError(f"存不下来 / cannot write to {self.path}: {error}")
        if self._db.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the writer must live: the next transaction finds out
                self._db.execute("ROLLBACK")
        self._measured(group)

    def _measured(self, group: list[Job]) -> None:
        self._meters.commit_seconds.observe(time.perf_counter() - self._began)
        self._meters.commit_jobs.observe(len(group))

    def _one(self, job: Job) -> None:
        db = self._db
        db.execute("SAVEPOINT job")
        try:
            job.result = job.work(db)
        except sqlite3.IntegrityError as error:
            job.error = Conflict(f"已经有了 / is there already: {error}")
        except sqlite3.OperationalError:
            raise  # the disk, not the request: nothing of the group can be kept
        except Exception as error:  # a bug in `work` is told to whoever asked, and not to the others
            job.error = error
        if job.error is not None:
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")


def _locked(error: sqlite3.Error) -> bool:
    """Whether another process holds the file just now."""
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def _open(path: str) -> tuple[sqlite3.Connection, StoreLock]:
    lock = None
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        lock = StoreLock(path)
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE_MS / 1000)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        _migrate(db, path)
        db.execute("PRAGMA busy_timeout = 0")
    except (sqlite3.Error, OSError, WorldError) as error:
        if lock is not None:
            lock.release()
        if isinstance(error, WorldError):
            raise
        raise WorldError(f"打不开数据文件 / cannot open the store {path}: {error}") from error
    return db, lock


def schema_version() -> int:
    """Number of the newest schema, as `PRAGMA user_version` has it."""
    return sum(entry.name.endswith(".sql") for entry in _MIGRATIONS.iterdir())


def _migrate(db: sqlite3.Connection, path: str) -> None:
    have = db.execute("PRAGMA user_version").fetchone()[0]
    files = sorted(entry.name for entry in _MIGRATIONS.iterdir() if entry.name.endswith(".sql"))
    if have > len(files):
        raise WorldError(
            f"{path}: 由更新的版本写成 / written by a newer version (schema {have}, this one has {len(files)})"
        )
    for number, name in enumerate(files[have:], have + 1):
        script = (_MIGRATIONS / name).read_text("utf-8")
        db.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
