"""The server's time: read from the wall clock once, carried on by the steady one, and over restarts by what is in the store."""

from __future__ import annotations

import time
from collections.abc import Callable

BACK_MS = 24 * 3600 * 1000
"""A wall clock that was set back by no more than this between two starts does not set the server's time back."""


class Clock:
    """Milliseconds since 1970 that never go back and never jump while the process lives, whatever happens to the wall clock.

    wall, steady: readings in seconds; the wall clock is read here and never again.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._base = wall() - steady()

    def __call__(self) -> int:
        """Now."""
        return round((self._base + self._steady()) * 1000)

    def after(self, latest: int) -> None:
        """Go on from `latest`, the newest time in the store, if the wall clock has been set back since it was written.

        By more than a day it is `latest` that is not believed: then the clock was wrong before, and all times since would be too.
        """
        behind = latest - self()
        if 0 < behind <= BACK_MS:
            self._base += behind / 1000
