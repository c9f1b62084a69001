"""The whole server as one ASGI application: the socket, the HTTP interface, the built client."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from importlib import resources
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute, compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from erqishi.server import http
from erqishi.server.bots_pool import BotPool
from erqishi.server.gate import Gate
from erqishi.server.house import House
from erqishi.server.meters import Meters
from erqishi.server.settings import Settings
from erqishi.server.socket import Connection
from erqishi.server.store import Store
from erqishi.server.tables.timing import Timing
from erqishi.zipai import ruleset

logger = logging.getLogger(__name__)

SECURITY = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
        " connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none';"
        " frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
#: Pages of the client (web/src/router.svelte.ts): the first part of the path, how many more may follow.
_PAGES = {
    "": (0,), "create": (0,), "settings": (0,), "rules": (0, 1), "hands": (0,), "open": (0,), "t": (1,), "hand": (1,),
    "score": (0,), "fair": (0,), "paoyao": (0,),
}  # fmt: skip

_NO_CLIENT = """<!doctype html><html lang="zh"><meta charset="utf-8"><title>贰柒拾</title>
<p>服务器在运行，但网页还没有构建。 <span lang="en">The server runs; its web client has not been built.</span></p></html>"""


def create_app(
    settings: Settings | None = None, *, timing: Timing | None = None, house: House | None = None
) -> Starlette:
    """The application. Give `house` to share one that is already set up (tests); it is opened and closed here."""
    settings = settings or Settings()
    if settings.rules:
        ruleset.also(settings.rules)
    gate = Gate(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        meters = Meters()
        at_home = house or House(
            Store(settings.store, meters),
            BotPool(settings.bot_workers, meters),
            (timing or Timing()).scaled(settings.pace),
            most_tables=settings.most_tables,
            meters=meters,
        )
        await at_home.start()
        app.state.house = at_home
        app.state.gate = gate
        yield
        await at_home.stop()

    async def talk(ws: WebSocket) -> None:
        address = ws.client.host if ws.client is not None else ""
        if not gate.known_origin(ws.headers):
            await ws.close(4003)
            return
        if not gate.enter(address):
            await ws.accept()
            await ws.close(4003)
            return
        try:
            cookie = ws.cookies.get(http.COOKIE)
            await Connection(ws.app.state.house, ws, cookie, gate, address).serve()
        finally:
            gate.go(address)

    page = json.dumps(http.openapi(), ensure_ascii=False).encode()

    async def openapi(request: Request) -> Response:
        return Response(page, media_type="application/json")

    async def metrics(request: Request) -> Response:
        if settings.metrics == "off" or (
            settings.metrics == "local" and not http.is_here(http.client_address(request))
        ):
            return await _nothing(request)
        return Response(request.app.state.house.meters.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    routes = [
        WebSocketRoute("/ws", talk),
        Route("/metrics", metrics),
        *(Route(route.path, _endpoint(route), methods=[route.method]) for route in http.ROUTES),
        Route("/api/openapi.json", openapi),
        Route("/api/{rest:path}", _nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/{path:path}", GZipMiddleware(Client(), minimum_size=1024), methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Guarded)
    return app


def _endpoint(route: http.Route) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        return await http.answer(route, request.app.state.house, request)

    return endpoint


async def _nothing(request: Request) -> Response:
    meant = {route.method for route in http.ROUTES if compile_path(route.path)[0].match(request.url.path)}
    if meant:
        problem = {"code": "method", "zh": "这个地址不这样用", "en": f"this path takes {', '.join(sorted(meant))}"}
        return JSONResponse(problem, 405, {"allow": ", ".join(sorted(meant))})
    return JSONResponse({"code": "not_found", "zh": "没有这个地址", "en": "there is no such path"}, 404)


class Client:
    """The built client's files and its pages."""

    def __init__(self) -> None:
        self._root = Path(str(resources.files("erqishi"))) / "web_dist"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a GET."""
        await self._file(scope["path_params"].get("path", ""))(scope, receive, send)

    def _file(self, path: str) -> Response:
        root = self._root.resolve()
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(_NO_CLIENT, 503)
        wanted = _inside(root, path)
        if wanted is not None:
            forever = path.startswith("assets/")
            cache = "public, max-age=31536000, immutable" if forever else "no-cache"
            return FileResponse(wanted, headers={"cache-control": cache})
        if "." in path.rpartition("/")[2]:
            return Response("没有这个文件 · there is no such file", 404, media_type="text/plain; charset=utf-8")
        first, *rest = path.strip("/").split("/")
        known = len(rest) in _PAGES.get(first, ())  # the client itself says what to do on a path that is no page
        return FileResponse(index, 200 if known else 404, headers={"cache-control": "no-cache"})


def _inside(root: Path, path: str) -> Path | None:
    """The file of this path, if it is one and lies in `root`."""
    try:
        wanted = (root / path).resolve()
        return wanted if path and wanted.is_file() and wanted.is_relative_to(root) else None
    except (ValueError, OSError):  # a NUL, or a name longer than the disk has
        return None


class Guarded:
    """Adds the security headers to every answer; a fault of ours is one line of the log and an answer that says so."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; mark the beginning of the answer."""

        begun = False

        async def marked(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, marked)
        except Exception:
            if scope["type"] != "http" or begun:
                raise
            logger.exception("a request met a fault: %s %s", scope["method"], scope["path"][:200])
            fault = {"code": "fault", "zh": "服务器出了错，已经记下", "en": "the server met a fault; it is in its log"}
            await JSONResponse(fault, 500)(scope, receive, marked)
