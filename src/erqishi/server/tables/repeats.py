"""Commands that were carried out, so that one that comes again is answered and not done again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from erqishi.server.tables.mail import Command

MOST = 200
"""So many are remembered at a table: some ten minutes of play. What comes again after more is found in the log, by its conflict."""


class Repeats(dict[str, str]):
    """By the command's name in the log: what it was ("" if that is known from the log only). The oldest are forgotten."""

    def __setitem__(self, key: str, what: str) -> None:
        super().__setitem__(key, what)
        while len(self) > MOST:
            del self[next(iter(self))]

    def learn(self, keys: Iterable[str | None]) -> None:
        """Names as they stand in a log, oldest first; of what is known already nothing is forgotten."""
        known = dict(self)
        self.clear()
        for key in keys:
            if key is not None:
                self[key] = ""
        for key, what in known.items():
            self[key] = what


def key_of(item: Command) -> str:
    """A command's name in the log. Each person has its own, so that nobody can fish for another's answers."""
    return f"{item.person}:{item.msg.cmd_id}"


def what_of(item: Command) -> str:
    """What a command asks for, briefly: its kind and a digest of the rest, whatever version it was made for."""
    rest = msgspec.to_builtins(item.msg)
    rest.pop("v", None)
    return f"{type(item.msg).__name__} {hashlib.sha256(msgspec.json.encode(rest)).hexdigest()[:8]}"
