"""Who may come in, and how often: pages of our own, not too many from one address, no guessing of codes."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.datastructures import Headers

from erqishi.server.settings import Settings

READINGS = 600
"""Records and hands that one address may have played again in ten minutes: each costs the server some milliseconds."""

GUESSES, GUESSES_EACH = 240, 40
"""Wrong room or device codes in ten minutes from one address, and from one person; further ones are refused unseen.

A household shares its address, so one who guesses must be stopped before all the others are.
"""


RATE, BURST = 30.0, 60.0
"""Messages a second from one person, over all its connections, and how many at once; further ones are read later."""

KEYS = 10_000
"""So many addresses or persons are remembered by each limit."""


def household(address: str) -> str:
    """What a limit counts as one: an address, of IPv6 the network of 64 bits that one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


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
        self._left.pop(key, None)
        # Memory is bounded: who was here longest ago is forgotten, with a full bucket most likely.
        if len(self._left) >= KEYS:
            del self._left[next(iter(self._left))]
        self._left[key] = (credit - 1 if credit >= 1 else credit, self._now())
        return credit >= 1


class Households(Allowance):
    """An allowance whose keys are addresses."""

    def any_left(self, key: str) -> bool:
        """Whether one may be taken."""
        return super().any_left(household(key))

    def take(self, key: str) -> bool:
        """Take one, if there is one."""
        return super().take(household(key))


class Pace:
    """How fast messages are read: a bucket that all connections of one person share."""

    __slots__ = ("__weakref__", "at", "credit")

    def __init__(self) -> None:
        self.credit, self.at = BURST, 0.0

    def wait(self, now: float) -> float:
        """Seconds to wait before the message that has come at `now` is read."""
        self.credit = min(BURST, self.credit + (now - self.at) * RATE) - 1
        self.at = now
        return -self.credit / RATE if self.credit < 0 else 0.0


class Guesses:
    """Wrong codes: so many from a person, more from an address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._addresses, self._people = Households(GUESSES, 600, now), Allowance(GUESSES_EACH, 600, now)

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
        self._paces: WeakValueDictionary[str, Pace] = WeakValueDictionary()
        self.guests: Allowance = Households(settings.guests_per_hour, 3600)
        self.tables: Allowance = Households(settings.tables_per_hour, 3600)
        self.guesses = Guesses()
        self.readings = Households(READINGS, 600)

    def pace(self, person: str) -> Pace:
        """The pace of a person, the same for all its connections as long as there is one."""
        return self._paces.setdefault(person, Pace())

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
        key = household(address)
        if self._here.total() >= self._most or self._here[key] >= self._most_each:
            return False
        self._here[key] += 1
        return True

    def go(self, address: str) -> None:
        """A connection has ended."""
        key = household(address)
        self._here[key] -= 1
        if self._here[key] <= 0:
            del self._here[key]
