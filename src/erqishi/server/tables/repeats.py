"""Commands that were carried out, so that one that comes again is answered and not done again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from erqishi.server.tables.mail import Command

MOST = 32
"""So many are remembered of each person: whoever was cut off sends again what it has had no answer to, a handful at the most."""

PERSONS = 64
"""So many persons, those last who did something. Who has a seat is always among them."""


class Repeats:
    """By a command's name in the log: what it was ("" if that is known from the log only).

    What is forgotten stands in the log: ask there if `forgotten` says so.
    """

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str]] = {}
        self._forgot: set[str] = set()
        self._some_persons = False

    def __contains__(self, key: str) -> bool:
        return key in self._known.get(_person(key), ())

    def __len__(self) -> int:
        return sum(map(len, self._known.values()))

    def what(self, key: str) -> str:
        """What a command was; "" also if it is not remembered."""
        return self._known.get(_person(key), {}).get(key, "")

    def forgotten(self, key: str) -> bool:
        """Whether this command, which is not known here, may have been carried out long ago."""
        who = _person(key)
        return who in self._forgot or (self._some_persons and who not in self._known)

    def note(self, key: str, what: str = "") -> None:
        """It has been carried out just now."""
        own = self._known.pop(_person(key), {})
        self._known[_person(key)] = own
        own.pop(key, None)
        own[key] = what
        while len(own) > MOST:
            del own[next(iter(own))]
            self._forgot.add(_person(key))
        while len(self._known) > PERSONS:
            gone = next(iter(self._known))
            del self._known[gone]
            self._forgot.discard(gone)
            self._some_persons = True

    def learn(self, keys: Iterable[str | None]) -> None:
        """Names as they stand in a log, oldest first, of which what is known here is a part."""
        before, self._known = self._known, {}
        for key in keys:
            if key is not None:
                self.note(key, before.get(_person(key), {}).get(key, ""))


def _person(key: str) -> str:
    return key.partition(":")[0]


def key_of(item: Command) -> str:
    """A command's name in the log. Each person has its own, so that nobody can fish for another's answers."""
    return f"{item.person}:{item.msg.cmd_id}"


def what_of(item: Command) -> str:
    """What a command asks for, briefly: its kind and a digest of the rest, whatever version it was made for."""
    rest = msgspec.to_builtins(item.msg)
    rest.pop("v", None)
    return f"{type(item.msg).__name__} {hashlib.sha256(msgspec.json.encode(rest)).hexdigest()[:8]}"
