"""One server a store: a second one would write a second history of the same tables."""

from __future__ import annotations

import sqlite3

from erqishi.errors import WorldError


class StoreLock:
    """Held from its making until `release`, or until the process is gone however it went.

    It is SQLite's own lock on an empty file beside the store (`….lock`), so it works wherever the store does.
    WorldError if another process holds it.
    """

    def __init__(self, path: str) -> None:
        self._db: sqlite3.Connection | None = None
        if path == ":memory:":
            return
        db = sqlite3.connect(f"{path}.lock", isolation_level=None, check_same_thread=False, timeout=0)
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            db.close()
            if "locked" not in str(error):
                raise
            raise WorldError(
                f"{path}: 另一个服务器正在用这个数据文件；先停掉它，或用 --store 换一个 / another server uses this store:"
                " stop it, or name another with --store"
            ) from None
        self._db = db

    def release(self) -> None:
        """Let another have the store."""
        if self._db is not None:
            self._db.close()
            self._db = None
