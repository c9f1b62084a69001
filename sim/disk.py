"""The disk: the real store's SQL and group commit, carried out inline after a virtual delay, with failures on demand."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from typing import Any

from erqishi.server.store import writer
from erqishi.server.store.writer import Job, Store


class Disk:
    """What outlives a crash: the bytes of the file as the last commit left them.

    full: every transaction fails from now on. lost: the next COMMIT is carried out, but reported as failed.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.image: bytes | None = None
        self.full = False
        self.lost = False
        self.stall = 0.0
        self.failures = 0

    def open(self) -> sqlite3.Connection:
        """The file as the last commit left it, brought up to date by the real migrations."""
        db = sqlite3.connect(":memory:", isolation_level=None)
        if self.image is not None:
            db.deserialize(self.image)
        db.execute("PRAGMA foreign_keys = ON")
        writer._migrate(db, "simulated")
        return db


class _Failing:
    """A connection that fails when the disk says so."""

    def __init__(self, db: sqlite3.Connection, disk: Disk) -> None:
        self._db = db
        self._disk = disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """As sqlite3 does."""
        disk = self._disk
        if disk.full and statement in ("BEGIN IMMEDIATE", "COMMIT"):
            disk.failures += 1
            raise sqlite3.OperationalError(
                disk.rng.choice(("database or disk is full", "database is locked", "disk I/O error"))
            )
        done = self._db.execute(statement, *values)
        if statement == "COMMIT" and disk.lost:
            disk.lost = False
            disk.failures += 1
            raise sqlite3.OperationalError("disk I/O error")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


class SimStore(Store):
    """`Store` without its thread. `committed` is called after every commit with the raw connection."""

    def __init__(self, disk: Disk, committed: Callable[[sqlite3.Connection], None]) -> None:
        super().__init__(":memory:")
        self._handed.put(None)  # the thread ends before it has begun
        self._thread.join()
        self._db.close()
        self.disk = disk
        self.raw = disk.open()
        self.dead = False
        self._db = _Failing(self.raw, disk)  # type: ignore[assignment]
        self._committed = committed

    def _next(self) -> None:
        if not self.dead:
            super()._next()

    def _delay(self) -> float:
        rng = self.disk.rng
        return self.disk.stall + (rng.uniform(0.2, 2.0) if rng.random() < 0.003 else rng.uniform(0.0005, 0.012))

    def _give(self, what: Callable[[list[Job]], None], group: list[Job]) -> None:
        """What the thread does is done after a while."""
        asyncio.get_running_loop().call_later(self._delay(), self._done, what, group)

    def _done(self, what: Callable[[list[Job]], None], group: list[Job]) -> None:
        if self.dead:
            return
        what(group)
        self._committed(self.raw)
        # A crash between the commit and its answer: kept, and nobody was told.
        asyncio.get_running_loop().call_later(self.disk.rng.uniform(0.0, 0.002), self._answer, group)

    def _answer(self, group: list[Job]) -> None:
        if not self.dead:
            super()._answer(group)

    def kill(self) -> None:
        """The process is gone: what was not committed never happened."""
        self.dead = True
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")
        self.disk.image = self.raw.serialize()

    async def close(self) -> None:
        """An orderly end."""
        while self._busy:
            await asyncio.sleep(0.01)
        self.kill()
