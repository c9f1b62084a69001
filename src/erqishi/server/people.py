"""People: guests who are known by a secret token, with a name and a picture, on as many devices as they like."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import unicodedata

import msgspec

from erqishi.errors import UserInputError
from erqishi.server.protocol.client_out import Person
from erqishi.server.protocol.shared import Avatar
from erqishi.server.store import Store

AVATARS: tuple[Avatar, ...] = (
    "rat",
    "ox",
    "tiger",
    "rabbit",
    "dragon",
    "snake",
    "horse",
    "goat",
    "monkey",
    "rooster",
    "dog",
    "pig",
)
CODE_MS = 5 * 60 * 1000
LONGEST_NAME = 12
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def short_id(length: int) -> str:
    """A random id without letters that are mistaken for one another; five bits a letter, about."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


_UNSEEN = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters and signs that nobody sees."""


def clean_text(text: str, longest: int) -> str:
    """A text of somebody's as it may be shown to others: no control or formatting characters, single spaces, not too long."""
    text = unicodedata.normalize("NFC", text).translate(_UNSEEN)
    kept = "".join(c for c in text if unicodedata.category(c)[0] not in "C" or c == " ")
    return " ".join(kept.split())[:longest].strip()


def clean_name(text: str) -> str:
    """A name as it may be shown. UserInputError if nothing (or combining signs only) is left."""
    name = clean_text(text, LONGEST_NAME)
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise UserInputError("名字不能是空的 / a name cannot be empty")
    return name


class People:
    """Everybody, in memory; changes go to the store before they are told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[str, Person] = {}
        self._tokens: dict[str, str] = {}
        self._codes: dict[str, tuple[str, int]] = {}
        #: Codes that were used, by code: (person, until when, the command that used it).
        self._used: dict[str, tuple[str, int, str]] = {}

    async def load(self) -> None:
        """Read everybody from the store."""

        def read(db: sqlite3.Connection) -> tuple[list[tuple[str, str, Avatar]], list[tuple[str, str]]]:
            people = db.execute("SELECT id, name, avatar FROM person").fetchall()
            return people, db.execute("SELECT hash, person FROM token").fetchall()

        people, tokens = await self._store.run(read)
        self._people = {row[0]: Person(*row) for row in people}
        self._tokens = dict(tokens)

    def get(self, person: str) -> Person:
        """Somebody by id; a stranger's shadow if nobody has it (a store that was cut)."""
        return self._people.get(person) or Person(person, "？", "rat")

    def by_token(self, token: str | None) -> Person | None:
        """Whose token this is."""
        if not token:
            return None
        person = self._tokens.get(_hash(token))
        return self._people.get(person) if person else None

    def number(self) -> int:
        """How many people are known."""
        return len(self._people)

    async def new_guest(self, now: int) -> tuple[Person, str]:
        """A new person and its token."""
        number = secrets.randbelow(9000) + 1000
        person = Person("p" + short_id(10), f"游客{number}", secrets.choice(AVATARS))
        token = secrets.token_urlsafe(24)

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO person VALUES (?, ?, ?, ?)", (person.id, person.name, person.avatar, now))
            db.execute("INSERT INTO token VALUES (?, ?, ?)", (_hash(token), person.id, now))

        await self._store.write(write)
        self._people[person.id] = person
        self._tokens[_hash(token)] = person.id
        return person, token

    async def new_token(self, person: Person, now: int) -> str:
        """One more token for the same person: another device."""
        token = secrets.token_urlsafe(24)
        await self._store.write(
            lambda db: db.execute("INSERT INTO token VALUES (?, ?, ?)", (_hash(token), person.id, now)) and None
        )
        self._tokens[_hash(token)] = person.id
        return token

    async def change(self, person: Person, name: str | None, avatar: Avatar | None) -> Person:
        """A new name or picture. UserInputError for a name of nothing."""
        changed = msgspec.structs.replace(
            person, name=clean_name(name) if name is not None else person.name, avatar=avatar or person.avatar
        )
        await self._store.write(
            lambda db: (
                db.execute(
                    "UPDATE person SET name = ?, avatar = ? WHERE id = ?", (changed.name, changed.avatar, changed.id)
                )
                and None
            )
        )
        self._people[person.id] = changed
        return changed

    def make_code(self, person: Person, now: int) -> tuple[str, int]:
        """A code for another device, and until when it is good. The last one of this person lapses."""
        self._codes = {
            code: (who, until) for code, (who, until) in self._codes.items() if until > now and who != person.id
        }
        while (code := f"{secrets.randbelow(10**8):08}") in self._codes:
            pass
        self._codes[code] = (person.id, now + CODE_MS)
        return code, now + CODE_MS

    def take_code(self, code: str, now: int, by: str) -> Person | None:
        """Whose code this is; it is used up, but for the same command `by` of the same person once more (its answer may have been lost)."""
        self._used = {used: row for used, row in self._used.items() if row[1] > now}
        who, until = self._codes.pop(code, ("", 0))
        if until > now:
            self._used[code] = (who, until, by)
        else:
            who, _, first = self._used.get(code, ("", 0, ""))
            if first != by:
                return None
        return self._people.get(who)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
