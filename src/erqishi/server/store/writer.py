"""The one thread that writes: it gathers what is waiting into one transaction, commits, then answers everybody.

Commit costs a flush of the disk (some milliseconds); while one is on its way the next requests gather, so the group grows
with the load and nobody waits for the sake of grouping. Each request is a savepoint of its own: one that fails leaves
the others standing.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
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

_MIGRATIONS = resources.files("erqishi.server.store") / "migrations"


class Conflict(WorldError):
    """The row is there already: another process writes to the same store, or the command was carried out before."""


class _Job:
    __slots__ = ("done", "error", "loop", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None


class Store:
    """A database file, opened and brought up to date. `run` carries out work in the writer's thread.

    WorldError if the file cannot be opened, was written by a newer version, or is in use by another server.
    """

    def __init__(self, path: str | Path, meters: Meters | None = None) -> None:
        self.path = str(path)
        self._meters = meters or Meters()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._db, self._lock = _open(self.path)
        self.commits = 0
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out `work`; when this returns, what it wrote is on the disk.

        Conflict if a row was there already, WorldError if the disk refuses. Then nothing of `work` is kept.
        """
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        result: T = await job.done  # should the one who waits be cancelled, the work is done all the same
        return result

    async def close(self) -> None:
        """Finish what is waiting and close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._db.close()
        self._lock.release()

    # -- the thread ------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            group, stop = [job], False
            while len(group) < GROUP:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                group.append(more)
            self._commit(group)
            if stop:
                return

    def _commit(self, group: list[_Job]) -> None:
        db = self._db
        began = time.perf_counter()
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in group:
                self._one(job)
            db.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            self._meters.store_failures.inc()
            for job in group:
                job.error = WorldError(f"存不下来 / cannot write to {self.path}: {error}")
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # the writer must live: the next transaction finds out
                    db.execute("ROLLBACK")
        self._meters.commit_seconds.observe(time.perf_counter() - began)
        self._meters.commit_jobs.observe(len(group))
        loops = {job.loop for job in group}
        for loop in loops:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_answer, [job for job in group if job.loop is loop])

    def _one(self, job: _Job) -> None:
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


def _answer(group: list[_Job]) -> None:
    for job in group:
        if job.done.done():
            continue
        if job.error is not None:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(job.result)


def _open(path: str) -> tuple[sqlite3.Connection, StoreLock]:
    lock = None
    try:
        if path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        lock = StoreLock(path)
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        _migrate(db, path)
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
