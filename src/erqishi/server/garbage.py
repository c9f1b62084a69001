"""When the collector of cyclic garbage runs, so that nobody waits for it.

A collection holds up every table for as long as it takes, and it takes longer the more tables there are: all objects of 1,000 tables
need most of a second, even the newest 50,000 need 0.2 s, for their neighbours lie scattered in memory. So the newest are looked at often and
few at a time, and everything only when the house is quiet, or at last when much has come together. Hardly anything of a table is
cyclic while it plays; what is, is of connections and tables that have been closed.
"""

from __future__ import annotations

import gc

YOUNG = 2_000
"""So many new objects are looked at at a time: some milliseconds."""

WORTH_IT = 50
"""After so many collections of new objects a whole one is worth it, if nobody notices."""

AT_LAST = 10_000
"""After so many it is made in any case: an hour or more at 1,000 tables."""

_NEVER = 1_000_000_000


def begin() -> None:
    """What lives since the start is never looked at again; from now on only new objects are collected by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, _NEVER, _NEVER)


def collect(*, quiet: bool) -> bool:
    """Collect everything, if it is worth it and `quiet`, or if it must be. Whether it was done."""
    many = gc.get_count()[1]
    if many < (WORTH_IT if quiet else AT_LAST):
        return False
    gc.collect()
    return True
