"""Running the server: uvicorn with what a table needs, and the addresses under which it is reached."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from erqishi.errors import WorldError
from erqishi.server import garbage, logs
from erqishi.server.app import create_app
from erqishi.server.house import House
from erqishi.server.protocol import MAX_FRAME
from erqishi.server.settings import Settings
from erqishi.server.store import Store

DEAF_MS = 30_000
"""A connection whose other end acknowledges nothing for so long is gone."""

PING_SECONDS, PONG_SECONDS = 10, 12
"""A connection that is gone without a word (a tunnel, a lift) is noticed after so long together at the most, and the others see 掉线."""


def listen(settings: Settings) -> socket.socket:
    """The socket, bound; with port 0 the system chooses one. WorldError if it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family)
    if sys.platform != "win32":  # there it would let two servers share the port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Of a reader that takes nothing no farewell can be got rid of, and a close would wait for ever behind what is queued:
        # the kernel drops it (Linux; accepted sockets inherit this).
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_MS)
    try:
        sock.bind((settings.host, settings.port))
        sock.listen(1024)  # who comes between the address and the start waits a moment instead of being refused
    except OSError as error:
        sock.close()
        where = f"{settings.host}:{settings.port}"
        raise WorldError(
            f"{where} 用不了：{error.strerror}；换个端口：--port 0 / cannot listen there ({error.strerror}); try --port 0"
        ) from None
    return sock


def addresses(settings: Settings, port: int) -> tuple[str, str | None]:
    """(address on this machine, address in the local network or None)."""
    if settings.host not in ("0.0.0.0", "::", ""):
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return f"http://{host}:{port}/", None
    lan = _lan_address()
    return f"http://localhost:{port}/", f"http://{lan}:{port}/" if lan is not None else None


def _lan_address() -> str | None:
    """The address with which this machine would speak to its network. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: no packet leaves for a datagram socket's connect
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") else found


async def _try(store: str) -> None:
    await Store(store).close()


def serve(settings: Settings, tell: Callable[[str, str | None], None], *, browser: bool) -> None:
    """Serve until interrupted. `tell` gets the addresses as soon as the port is ours."""
    logs.set_up(settings.log_level, settings.log_form)
    sock = listen(settings)
    local, lan = addresses(settings, sock.getsockname()[1])
    # Opened once before anything is announced: what is wrong with the file is one sentence (WorldError), not a failed start.
    asyncio.run(_try(settings.store))
    app = create_app(settings)
    app.state.lan = lan
    config = uvicorn.Config(
        app,
        log_level=settings.log_level,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        loop="auto",
        http="auto",
        lifespan="on",
        timeout_graceful_shutdown=5,
        timeout_keep_alive=20,
        proxy_headers=settings.behind_proxy,
        server_header=False,
    )
    tell(local, lan)
    if browser:
        webbrowser.open(local)
    garbage.begin()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again when all is closed; to stop so is no failure
        _Server(config).run(sockets=[sock])


class _Server(uvicorn.Server):
    """uvicorn, but garbage is collected as a house needs it, and everybody is told before the sockets are closed."""

    _tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house, then tidy it as long as the process lives."""
        await super().startup(sockets)
        if (house := self._house()) is not None:  # otherwise it could not be opened, and uvicorn ends the process
            self._tidying = asyncio.create_task(garbage.tidy(lambda: house.store.written))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop as usual."""
        if (house := self._house()) is not None:
            house.say_goodbye()
            await asyncio.sleep(0.2)
        await super().shutdown(sockets)

    def _house(self) -> House | None:
        """The house that the app has opened."""
        return getattr(getattr(self.config.app, "state", None), "house", None)
