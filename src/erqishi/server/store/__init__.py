"""What is kept: people, the log of every table, finished hands. SQLite."""

from erqishi.server.store.writer import Conflict, Store

__all__ = ["Conflict", "Store"]
