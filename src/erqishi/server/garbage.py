"""When the collector of cyclic garbage runs, so that nobody waits for it.

A collection holds up every table for as long as it takes, and it takes longer the more tables there are: all objects of 1,000 tables
need most of a second, even the newest 50,000 need 0.2 s, for their neighbours lie scattered in memory. Left to itself the collector
goes by how many more objects have been made than thrown away; a table at play throws away as many old ones as it makes new ones, so far too
many come together: 10 to 30 ms. So the newest are looked at all the time and few at a time (`tidy`), and everything only when the
house is quiet, or at last when much has come together. Hardly anything of a table is
cyclic while it plays; what is, is of connections and tables that have been closed.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

YOUNG = 2_000
"""When so many more objects have been made than thrown away, they are looked at in any case."""

TICK = 0.02
"""So often, in seconds, `tidy` looks at what is new while there is work: half a millisecond each time."""

WORTH_IT = 500
"""After so many collections of new objects a whole one is worth it, if nobody notices: ten seconds of work, or more."""

AT_LAST = 200_000
"""After so many it is made in any case: an hour or more of work without a pause."""

_NEVER = 1_000_000_000


def begin() -> None:
    """What lives since the start is never looked at again; from now on only new objects are collected by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, _NEVER, _NEVER)


async def tidy(done: Callable[[], int]) -> None:
    """For ever: collect what is new while there is work, that is, while the number `done` grows."""
    before = done()
    while True:
        await asyncio.sleep(TICK)
        now = done()
        if now != before:
            before = now
            gc.collect(0)


def collect(*, quiet: bool) -> bool:
    """Collect everything, if it is worth it and `quiet`, or if it must be. Whether it was done."""
    many = gc.get_count()[1]
    if many < (WORTH_IT if quiet else AT_LAST):
        return False
    gc.collect()
    return True
