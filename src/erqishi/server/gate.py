"""Who may come in, and how often: pages of our own, not too many from one address, no guessing of codes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from erqishi.server.settings import Settings

READINGS = 600
"""Records and hands that one address may have played again in ten minutes: each costs the server some milliseconds."""

GUESSES, GUESSES_EACH = 240, 40
"""Wrong room or device codes in ten minutes from one address, and from one person; further ones are refused unseen.

A household shares its address, so one who guesses must be stopped before all the others are.
"""


class Allowance:
    """So many a period for each key: a bucket that fills evenly."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most = float(most)
        self._rate = most / seconds
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}

    def _credit(self, key: str) -> float:
        credit, at = self._left.get(key, (self._most, 0.0))
        return min(self._most, credit + (self._now() - at) * self._rate)

    def any_left(self, key: str) -> bool:
        """Whether one may be taken."""
        return self._credit(key) >= 1

    def take(self, key: str) -> bool:
        """Take one, if there is one."""
        credit = self._credit(key)
        if len(self._left) > 10_000:  # forgetting is the kinder mistake, and memory is bounded
            self._left.clear()
        self._left[key] = (credit - 1 if credit >= 1 else credit, self._now())
        return credit >= 1


class Guesses:
    """Wrong codes: so many from a person, more from an address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._addresses, self._people = Allowance(GUESSES, 600, now), Allowance(GUESSES_EACH, 600, now)

    def any_left(self, address: str, person: str | None = None) -> bool:
        """Whether one more code may be tried."""
        return self._addresses.any_left(address) and (person is None or self._people.any_left(person))

    def take(self, address: str, person: str | None = None) -> None:
        """A code was wrong."""
        self._addresses.take(address)
        if person is not None:
            self._people.take(person)


class Gate:
    """The limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self._origins = set(settings.origins)
        self._most = settings.most_connections
        self._most_each = settings.most_connections_each
        self._here: Counter[str] = Counter()
        self.guests = Allowance(settings.guests_per_hour, 3600)
        self.guesses = Guesses()
        self.readings = Allowance(READINGS, 600)

    def known_origin(self, headers: Headers) -> bool:
        """Whether a browser's page is one of ours (programs send no Origin)."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False

    def enter(self, address: str) -> bool:
        """One more connection from this address, if it may."""
        if self._here.total() >= self._most or self._here[address] >= self._most_each:
            return False
        self._here[address] += 1
        return True

    def go(self, address: str) -> None:
        """A connection has ended."""
        self._here[address] -= 1
        if self._here[address] <= 0:
            del self._here[address]
