"""Work that can wait goes round by round: one piece in each round of the event loop, so that who has touched the screen comes first.

A command passes the loop several times before it is answered: read, taken up, committed, told. Each pass takes as long as everything
else that is ready. When fifty windows end in the same moment, all their outcomes would be shown in one round, and every command would wait
for that at every pass. Nobody sees by how much it matters which outcome comes first.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Rounds:
    """A queue for pieces of work; in the order in which they come, one a round."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False

    async def mine(self) -> None:
        """Return when it is the caller's round: at once if nobody else has this one."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next)
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # otherwise the one who waited was cancelled
                turn.set_result(None)
                turn.get_loop().call_soon(self._next)
                return
        self._taken = False
