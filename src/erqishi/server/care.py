"""Care of the data file: copy it while it is in use, put a copy back, look whether all of it is sound.

A store is one SQLite file; beside it lie `….wal` and `….shm` while a server runs. Copy it with `backup`, not with a file
manager, unless the server is stopped.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from erqishi.errors import ErqishiError, UserInputError, WorldError
from erqishi.record import from_json, replay
from erqishi.server.store.lock import StoreLock
from erqishi.server.store.writer import schema_version
from erqishi.server.tables import log
from erqishi.server.tables.state import TableState

Tick = Callable[[float], None]
"""Called with the part that is done, 0 … 1."""


class Counts(msgspec.Struct, frozen=True):
    """What a store holds. size: bytes of the file."""

    people: int
    tables: int
    open_tables: int
    hands: int
    size: int


class Fault(msgspec.Struct, frozen=True):
    """Something that is not sound. where: file, table or hand; what is told in Chinese and English."""

    where: str
    zh: str
    en: str


class Health(msgspec.Struct, frozen=True):
    """What `examine` found. No faults: every byte that can be checked has been."""

    store: str
    schema: int
    counts: Counts
    faults: tuple[Fault, ...]


class Restored(msgspec.Struct, frozen=True):
    """What `restore` did. kept: where the store that was there is now. faults: what is not sound in the backup."""

    counts: Counts
    kept: Path | None
    faults: tuple[Fault, ...]


class Unsound(ErqishiError):
    """A backup that is not put back, for what is wrong with it; `health` tells."""

    def __init__(self, health: Health) -> None:
        self.health = health
        super().__init__(health)

    def __str__(self) -> str:
        return (
            f"{self.health.store}: 这份备份有问题，没有恢复，数据文件没有动；换一份备份，还是要用它就加 --anyway / "
            "this backup is not sound: nothing was restored or changed. Take another, or give --anyway to put it back all the same"
        )


def backup(store: str | Path, target: str | Path, tick: Tick = lambda done: None) -> Counts | None:
    """Copy a store to `target`, also while a server writes to it: the copy is the store at one moment.

    What is not sound is copied as it is (`examine` the copy); None if it is so damaged that nothing in it can be counted.
    UserInputError if there is no store or no folder for the copy, or `target` is there already. WorldError if it cannot
    be written; nothing of `target` is left then.
    """
    source, goal = Path(store), Path(target)
    if not goal.parent.is_dir():  # not made: it may be that of a disk that is not there
        raise UserInputError(f"没有这个文件夹 / there is no such folder: {goal.parent}")
    if goal.exists():
        raise UserInputError(f"{goal}: 已经有这个文件，换个名字 / is there already: choose another name")
    part = goal.with_name(f".{goal.name}.{os.getpid()}.part")
    if part.exists():
        raise UserInputError(f"{part}: 已经有这个文件，先移走 / is there already: move it away first")
    try:
        with _reading(source) as db:
            with closing(sqlite3.connect(part)) as copy:
                db.backup(copy, pages=256, progress=lambda _, left, total: tick(1 - left / max(total, 1)), sleep=0.005)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
                found = _counts_if_any(copy, part)
            os.replace(part, goal)
    except (sqlite3.Error, OSError) as error:
        raise WorldError(f"{goal}: 备份写不下去 / the backup cannot be written: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return found


def restore(source: str | Path, store: str | Path, tick: Tick = lambda done: None, *, anyway: bool = False) -> Restored:
    """Put a backup in a store's place. The store that was there is kept beside it.

    The backup is examined first (`tick` goes with that): Unsound if it has faults, unless it is wanted `anyway`.
    UserInputError if `source` is no store. WorldError if it cannot be read at all, a server uses `store`, or the disk refuses.
    """
    copy, goal = Path(source), Path(store)
    if not copy.is_file():
        raise UserInputError(f"{copy}: 没有这个备份文件 / there is no such backup")
    if copy.resolve() == goal.resolve():
        raise UserInputError(f"{copy}: 备份和数据文件是同一个 / the backup is the store itself")
    if goal.exists():
        _locked(goal).release()  # to examine takes a while: who has to stop the server hears it at once
    health = examine(copy, tick)
    if health.faults and not anyway:
        raise Unsound(health)
    # The copy is written in full before the store that is there is touched: a full disk leaves that as it was.
    fresh = goal.with_name(f"{goal.name}.restored")
    lock = None
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        lock = _locked(goal)
        fresh.unlink(missing_ok=True)
        backup(copy, fresh)
        _go_on_above(fresh, goal)
        kept = _set_aside(goal)
        try:
            os.replace(fresh, goal)
        except OSError:
            if kept is not None:
                _rename(kept, goal)
            raise
        with _reading(goal) as db:
            return Restored(_counts(db, goal), kept, health.faults)
    except (OSError, sqlite3.Error) as error:
        raise WorldError(f"{goal}: 恢复不了 / cannot be restored: {error}") from None
    finally:
        if lock is not None:
            fresh.unlink(missing_ok=True)
            lock.release()


def _locked(goal: Path) -> StoreLock:
    """The lock on a store that is to be replaced. WorldError if it cannot be had."""
    try:
        return StoreLock(str(goal))
    except WorldError:
        raise WorldError(
            f"{goal}: 服务器开着，正在用这个数据文件；先停服，再恢复 / a server uses this store: stop it first, then restore"
        ) from None
    except sqlite3.Error as error:
        raise WorldError(f"{goal}: 恢复不了 / cannot be restored: {error}") from None


def _go_on_above(fresh: Path, goal: Path) -> None:
    """Starts are counted on above both stores, so that no version of a view is given twice: pages that are open would believe it."""
    if not goal.is_file():
        return
    query = "SELECT coalesce(max(value), 0) FROM counter WHERE name = 'boot'"
    try:
        with _reading(goal) as db:
            boot = int(db.execute(query).fetchone()[0])
    except (ErqishiError, sqlite3.Error):
        return  # what is there cannot be read, which is why it is replaced
    with closing(sqlite3.connect(fresh)) as db, db:
        db.execute(
            "INSERT INTO counter VALUES ('boot', ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)",
            (boot,),
        )


def examine(store: str | Path, tick: Tick = lambda done: None) -> Health:
    """Look whether a store is sound: the file, its references, every open table's log, every hand's record.

    Reads only, also beside a running server. UserInputError if it is no store.
    """
    path = Path(store)
    with _reading(path) as db:
        counts = _counts(db, path)
        total = counts.open_tables + counts.hands or 1
        faults = [Fault(str(path), "文件坏了", f"the file is damaged: {row[0]}") for row in _unsound(db)]
        done = 0
        for number, fault in enumerate(_tables(db), 1):
            faults += [fault] if fault is not None else []
            done = number
            tick(done / total)
        for number, fault in enumerate(_hands(db), done + 1):
            faults += [fault] if fault is not None else []
            tick(number / total)
        return Health(str(path), db.execute("PRAGMA user_version").fetchone()[0], counts, tuple(faults))


# -- looking -----------------------------------------------------------------------------------------------------------


def _tables(db: sqlite3.Connection) -> Iterator[Fault | None]:
    """Fold the log of each open table."""
    tables = [row[0] for row in db.execute("SELECT id FROM game_table WHERE open ORDER BY created, id")]
    for table in tables:
        rows = db.execute("SELECT v, body FROM table_log WHERE table_id = ? ORDER BY v", (table,)).fetchall()
        at = 0
        try:
            if [v for v, _ in rows] != list(range(len(rows))) or not rows:
                yield Fault(f"table {table}", "日志缺了行", "rows of its log are missing")
                continue
            first = log.decode(rows[0][1])
            if not isinstance(first, log.Made):
                yield Fault(f"table {table}", "日志没有开头", "its log has no beginning")
                continue
            state = TableState(first)
            for v, body in rows[1:]:
                at = v
                state.apply(log.decode(body))
        except (ErqishiError, msgspec.DecodeError, LookupError, ValueError, TypeError) as error:
            yield Fault(f"table {table}, v {at}", "这一步说不通", f"this step cannot be: {error}")
            continue
        if state.phase == "quarantined":
            yield Fault(f"table {table}", "出过故障，停着", f"met a fault and stands still: {state.reason}")
            continue
        yield None


def _hands(db: sqlite3.Connection) -> Iterator[Fault | None]:
    """Play each finished hand again, and check its shuffle."""
    for hand, record in db.execute("SELECT id, record FROM hand ORDER BY played, id"):
        try:
            replay(from_json(record))
        except (ErqishiError, LookupError, ValueError, TypeError) as error:
            yield Fault(f"hand {hand}", "牌谱不符", f"its record does not hold: {error}")
            continue
        yield None


def _unsound(db: sqlite3.Connection) -> list[tuple[str]]:
    """What SQLite itself finds wrong."""
    try:
        found: list[tuple[str]] = [row for row in db.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
        found += [(f"a row of {row[0]} refers to nothing",) for row in db.execute("PRAGMA foreign_key_check")]
    except sqlite3.DatabaseError as error:
        return [(str(error),)]
    return found


def _counts(db: sqlite3.Connection, path: Path) -> Counts:
    def number(query: str) -> int:
        return int(db.execute(query).fetchone()[0])

    return Counts(
        people=number("SELECT count(*) FROM person"),
        tables=number("SELECT count(*) FROM game_table"),
        open_tables=number("SELECT count(*) FROM game_table WHERE open"),
        hands=number("SELECT count(*) FROM hand"),
        size=path.stat().st_size,
    )


def _counts_if_any(db: sqlite3.Connection, path: Path) -> Counts | None:
    try:
        return _counts(db, path)
    except sqlite3.DatabaseError:
        return None


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A store opened to read. UserInputError if it is none, or of a newer version; WorldError if it cannot be read."""
    if not path.is_file():
        raise UserInputError(f"{path}: 没有这个数据文件 / there is no such store (--store names it)")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as db:
            have, known = db.execute("PRAGMA user_version").fetchone()[0], schema_version()
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"person", "game_table", "table_log", "hand"} <= tables:
                raise UserInputError(f"{path}: 不是贰柒拾的数据文件 / is no store of erqishi")
            if have > known:
                raise UserInputError(
                    f"{path}: 由更新的版本写成 / written by a newer version (schema {have}, this one knows {known})"
                )
            yield db
    except sqlite3.DatabaseError as error:
        if "not a database" in str(error):
            raise UserInputError(f"{path}: 不是数据文件 / is no data file at all") from None
        raise WorldError(f"{path}: 读不了 / cannot be read: {error}") from None


def _set_aside(path: Path) -> Path | None:
    """Give the store that is there, with what lies beside it, another name."""
    if not path.exists():
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S")
    kept = path.with_name(f"{path.name}.before-{stamp}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-{stamp}-{number}")
    _rename(path, kept)
    return kept


def _rename(path: Path, goal: Path) -> None:
    """A store with what lies beside it; the store itself last: none ever stands beside a -wal that is not its own."""
    for beside in ("-wal", "-shm", ""):
        old = path.with_name(path.name + beside)
        if old.exists():
            os.replace(old, goal.with_name(goal.name + beside))
