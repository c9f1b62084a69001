"""The network: connections with delays of their own, that stall, that are cut with what is on its way, half of them unnoticed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocketDisconnect

BUFFER = 64 * 1024
"""Bytes that a socket takes before its writer has to wait."""


class Wire:
    """One connection, both ends. To the server it is the WebSocket that `Connection` talks to.

    got(text), lost(code) are called at the client's end.
    """

    def __init__(
        self, rng: random.Random, slow: float, got: Callable[[str], None], lost: Callable[[int], None]
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.rng = rng
        self.slow = slow
        self.got = got
        self.lost = lost
        self.open = True
        self.frozen = False
        self.straggle = 0.0
        self.seen_by_server: Callable[[bytes], None] | None = None
        self._gone_for_server = False
        self._gone_for_client = False
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._held: list[Callable[[], None]] = []
        self._in_flight = 0
        self._room = asyncio.Event()
        self._room.set()
        self._up = self._down = 0.0

    # -- the way -----------------------------------------------------------------------------------------------------

    def _delay(self) -> float:
        late = self.slow * self.rng.expovariate(1.0)
        return late + (self.rng.uniform(0.3, 3.0) if self.rng.random() < 0.002 else 0.0)

    def _later(self, last: float, what: Callable[[], None]) -> float:
        at = max(last + 1e-5, self.loop.time() + self._delay())
        self.loop.call_at(at, what)
        return at

    def cut(self, server_after: float, client_after: float, straggle: float = 0.0) -> None:
        """Everything on its way is lost; each end finds out in its own time.

        straggle: what is on its way to the server is not lost, but comes so much later, when its sender may long have come back by
        another connection (somebody between them had kept it).
        """
        if self.open:
            self.open = False
            self.straggle = straggle
            self.loop.call_later(max(server_after, straggle + 5.0 if straggle else 0.0), self._end_for_server)
            self.loop.call_later(client_after, self._end_for_client, 1006)

    def _end_for_server(self) -> None:
        if not self._gone_for_server:
            self._gone_for_server = True
            self._room.set()
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def _end_for_client(self, code: int) -> None:
        if not self._gone_for_client:
            self._gone_for_client = True
            self.lost(code)

    # -- the client's end ----------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """A frame to the server."""

        def arrive(late: bool = False) -> None:
            if not self.open and self.straggle and not late:
                self.loop.call_later(self.straggle, arrive, True)
            elif (self.open or late) and not self._gone_for_server:
                self._inbox.put_nowait({"type": "websocket.receive", "text": text})

        if self.open:
            self._up = self._later(self._up, arrive)

    def hang_up(self) -> None:
        """The client closes; what it said before still arrives."""

        def arrive() -> None:
            if self.open:
                self.open = False
                self._end_for_server()

        self._gone_for_client = True
        if self.open:
            self._up = self._later(self._up, arrive)

    def freeze(self, on: bool) -> None:
        """A sleeping client reads nothing, and its socket does not say so."""
        self.frozen = on
        if not on:
            held, self._held = self._held, []
            for arrive in held:  # they lie in the socket: what is still on its way comes after them
                self.loop.call_soon(arrive)

    # -- the server's end: a WebSocket as starlette's ------------------------------------------------------------------

    async def accept(self) -> None:
        """Nothing to agree on."""

    async def receive(self) -> dict[str, Any]:
        """The next frame or the end."""
        return await self._inbox.get()

    async def send(self, message: dict[str, Any]) -> None:
        """A frame to the client; waits while the socket's buffer is full."""
        text: str = message["text"]
        if self.seen_by_server is not None:
            self.seen_by_server(text.encode())
        while self._in_flight > BUFFER and not self._gone_for_server:
            self._room.clear()
            await self._room.wait()
        if self._gone_for_server:
            raise WebSocketDisconnect(1006)
        self._in_flight += len(text)

        def arrive() -> None:
            if self.frozen:
                self._held.append(arrive)
                return
            self._in_flight -= len(text)
            self._room.set()
            if self.open and not self._gone_for_client:
                self.got(text)

        self._down = self._later(self._down, arrive)

    async def close(self, code: int = 1000) -> None:
        """The server closes; what it sent before still arrives."""

        def arrive() -> None:
            if self.open:
                self.open = False
                self._end_for_client(code)

        self._gone_for_server = True
        self._down = self._later(self._down, arrive)
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})
