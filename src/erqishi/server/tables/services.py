"""What a table needs of the world, handed in: store, people, bots, the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from erqishi.server.meters import Meters
from erqishi.server.people import People
from erqishi.server.rounds import Rounds
from erqishi.server.store import Store
from erqishi.server.tables.timing import Timing

#: (level, view as JSON, rules as JSON, seed) → text of an action, from another process.
AskBot = Callable[[str, bytes, bytes, str], Awaitable[str]]


@dataclass(frozen=True)
class Services:
    """store, people: see there. ask_bot: a bot's answer. now: milliseconds since 1970, never going back. boot: number of
    this start. meters: what is counted. rounds: for work that can wait for commands. changed: called with the table's id when its line in the room list may have changed.
    """

    store: Store
    people: People
    ask_bot: AskBot
    now: Callable[[], int]
    timing: Timing
    boot: int
    changed: Callable[[str], None]
    meters: Meters
    rounds: Rounds
