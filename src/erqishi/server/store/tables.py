"""Tables and finished hands in the store: plain SQL in functions that `Store.run` and `Store.write` carry out."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple


class LogRow(NamedTuple):
    """One row of a table's log. `cmd_id`: person and command, or None for what the table did by itself."""

    v: int
    at: int
    cmd_id: str | None
    body: str


class HandRow(NamedTuple):
    """A finished hand: record and `about` are JSON; `people` are (person, seat of the hand), or -1 - seat of the table for
    who did not play it."""

    id: str
    table: str
    played: int
    record: str
    about: str
    people: tuple[tuple[str, int], ...]


def create(db: sqlite3.Connection, table: str, code: str, row: LogRow) -> None:
    """A new table with the first row of its log. IntegrityError if the code is in use."""
    db.execute("INSERT INTO game_table VALUES (?, ?, 1, ?)", (table, code, row.at))
    append(db, table, [row])


def append(db: sqlite3.Connection, table: str, rows: Sequence[LogRow]) -> None:
    """Add to a table's log. IntegrityError if a `v` or a `cmd_id` is there already."""
    db.executemany("INSERT INTO table_log VALUES (?, ?, ?, ?, ?)", [(table, *row) for row in rows])


def close(db: sqlite3.Connection, table: str) -> None:
    """The table is no longer opened at a start, and its code is free."""
    db.execute("UPDATE game_table SET open = 0 WHERE id = ?", (table,))


def open_tables(db: sqlite3.Connection) -> list[str]:
    """Ids of the tables to open at a start."""
    return [row[0] for row in db.execute("SELECT id FROM game_table WHERE open ORDER BY created, id")]


def log_of(db: sqlite3.Connection, table: str) -> list[LogRow]:
    """A table's log in order."""
    found = db.execute("SELECT v, at, cmd_id, body FROM table_log WHERE table_id = ? ORDER BY v", (table,))
    return [LogRow(*row) for row in found]


def rows_of(db: sqlite3.Connection, table: str) -> int:
    """How many rows a table's log has."""
    return int(db.execute("SELECT coalesce(max(v) + 1, 0) FROM table_log WHERE table_id = ?", (table,)).fetchone()[0])


def has_command(db: sqlite3.Connection, table: str, cmd_id: str, before: int) -> bool:
    """Whether a table's log has a row of this command among its first `before` rows."""
    found = db.execute("SELECT 1 FROM table_log WHERE table_id = ? AND cmd_id = ? AND v < ?", (table, cmd_id, before))
    return found.fetchone() is not None


def save_hands(db: sqlite3.Connection, hands: Sequence[HandRow]) -> int:
    """Keep finished hands; what is there already stays as it is. How many were new."""
    new = 0
    for hand in hands:
        row = (hand.id, hand.table, hand.played, hand.record, hand.about)
        new += db.execute("INSERT OR IGNORE INTO hand VALUES (?, ?, ?, ?, ?)", row).rowcount
        db.executemany(
            "INSERT OR IGNORE INTO hand_person VALUES (?, ?, ?, ?)",
            [(person, hand.played, hand.id, seat) for person, seat in hand.people],
        )
    return new


def hand(db: sqlite3.Connection, hand_id: str) -> tuple[str, str, int, str, str] | None:
    """(id, table, played, record, about) of a finished hand."""
    found: tuple[str, str, int, str, str] | None = db.execute("SELECT * FROM hand WHERE id = ?", (hand_id,)).fetchone()
    return found


def hands_of(db: sqlite3.Connection, person: str, limit: int) -> list[tuple[str, int, str, int]]:
    """(hand id, played, about, seat) of a person's last hands, newest first."""
    found = db.execute(
        "SELECT h.id, h.played, h.about, p.seat FROM hand_person p JOIN hand h ON h.id = p.hand_id"
        " WHERE p.person = ? ORDER BY p.played DESC LIMIT ?",
        (person, limit),
    )
    return found.fetchall()


def latest(db: sqlite3.Connection) -> int:
    """The newest time in the store, milliseconds since 1970: of the last hand, the last table, and of what open tables did last."""
    found = db.execute(
        "SELECT max(at) FROM ("
        "SELECT (SELECT at FROM table_log WHERE table_id = id ORDER BY v DESC LIMIT 1) AS at FROM game_table WHERE open"
        " UNION ALL SELECT created FROM game_table WHERE rowid = (SELECT max(rowid) FROM game_table)"
        " UNION ALL SELECT played FROM hand WHERE rowid = (SELECT max(rowid) FROM hand))"
    )
    return int(found.fetchone()[0] or 0)


def touch(db: sqlite3.Connection) -> None:
    """Write something that changes nothing."""
    db.execute("INSERT INTO counter VALUES ('touched', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1")


def next_boot(db: sqlite3.Connection) -> int:
    """The number of this start, from 1."""
    db.execute("INSERT INTO counter VALUES ('boot', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1")
    return int(db.execute("SELECT value FROM counter WHERE name = 'boot'").fetchone()[0])
