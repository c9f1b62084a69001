"""The HTTP side: what it answers. `ROUTES` lists every path once; the routes and the OpenAPI page are both made from it."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from erqishi import __version__
from erqishi.errors import UserInputError, WorldError
from erqishi.record import LONGEST, from_json, to_text
from erqishi.server import hands
from erqishi.server.calculator import scored
from erqishi.server.house import House
from erqishi.server.protocol import PROTOCOL, PROTOCOL_MIN
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.client_in import Code
from erqishi.server.protocol.rules_page import Changes, OwnRules, RulesLine, RulesPage, ScoreAsk, Scored
from erqishi.server.rulebook import catalogue, changed_page, known, own_rules, page_of
from erqishi.server.said import both
from erqishi.server.store import tables as sql
from erqishi.server.tables import views
from erqishi.server.tables.commands import Refusal

COOKIE = "erqishi"
COOKIE_SECONDS = 400 * 24 * 3600
HANDS_SHOWN = 100
MAX_ASK = 64 * 1024
"""Bytes of a question about rules or a hand: a rule set with everything changed fits."""

Asked = TypeVar("Asked")


class Problem(Exception):
    """An answer with a status of 400 or above."""

    def __init__(self, status: int, code: str, zh: str, en: str) -> None:
        self.status = status
        self.error = out.HttpError(code, zh, en)
        super().__init__(status, code)


class RoomAnswer(msgspec.Struct, frozen=True):
    """`GET /api/rooms/{code}`."""

    room: out.Room
    line: out.RoomLine


class SessionAsk(msgspec.Struct, frozen=True):
    """Body of `POST /api/session`. token: one that I have already; else the cookie counts, else a new guest is made."""

    token: str | None = None


class Health(msgspec.Struct, frozen=True):
    """`GET /api/health`, `GET /api/ready`."""

    ok: bool
    tables: int


@dataclass(frozen=True)
class Route:
    """One path: its handler (House, Request → answer), what it answers, and what it takes."""

    method: str
    path: str
    summary: str
    handler: Callable[[House, Request], Awaitable[Any]]
    answer: Any
    query: tuple[tuple[str, str], ...] = ()
    body: Any = None
    media: str = "application/json"
    errors: tuple[int, ...] = ()


class Text(str):
    """An answer that is a file of text. `name`: how to save it."""

    name = ""
    media = "text/plain; charset=utf-8"


def _file(text: str, name: str, media: str) -> Text:
    made = Text(text)
    made.name, made.media = name, media
    return made


async def version(house: House, request: Request) -> out.Version:
    """Versions."""
    lan = getattr(request.app.state, "lan", None) if is_here(client_address(request)) else None
    return out.Version(__version__, PROTOCOL, PROTOCOL_MIN, lan)


async def health(house: House, request: Request) -> Health:
    """Whether the process lives."""
    return Health(not house.stopping, len(house.tables))


async def ready(house: House, request: Request) -> Health:
    """Whether new tables may be sent here: the store can be written, and the server is not about to stop."""
    if house.stopping:
        raise Problem(503, "stopping", "服务器要停了", "the server is about to stop")
    try:
        await house.store.run(sql.touch)
    except WorldError as error:
        raise Problem(503, "trouble", "数据文件写不进去", str(error)) from None
    return Health(True, len(house.tables))


async def session(house: House, request: Request) -> out.Session:
    """Who I am."""
    try:
        ask = msgspec.json.decode(await _body(request, 1000) or b"{}", type=SessionAsk)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Problem(400, "malformed", "看不懂", str(error)) from None
    people = house.people
    for token in (ask.token, request.cookies.get(COOKIE)):
        person = people.by_token(token)
        if person is not None and token is not None:
            return out.Session(token, person)
    if not request.app.state.gate.guests.take(client_address(request)):
        raise Problem(429, "rate", "新来的人太多，稍后再来", "too many new guests; come back later")
    person, token = await people.new_guest(house.now())
    return out.Session(token, person)


async def rules(house: House, request: Request) -> tuple[RulesLine, ...]:
    """The rule sets."""
    return await asyncio.to_thread(catalogue, request.query_params.get("game", "zipai"))


async def rules_page(house: House, request: Request) -> RulesPage:
    """One rule set."""
    rules_id = request.path_params["id"]
    if not known(rules_id):
        raise Problem(404, "not_found", "没有这套规则", "there is no such rule set")
    return await asyncio.to_thread(page_of, rules_id)


async def rules_changed(house: House, request: Request) -> RulesPage:
    """One rule set with changes."""
    _reading(request)
    ask = await _asked(request, Changes)
    return await asyncio.to_thread(changed_page, request.path_params["id"], ask.changes, ask.players)


async def rules_file(house: House, request: Request) -> OwnRules:
    """A rule file that I bring."""
    _reading(request)
    try:
        text = (await _body(request, MAX_ASK)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(400, "bad_rules", "请存成 UTF-8", "save the file as UTF-8") from None
    return await asyncio.to_thread(own_rules, text)


async def score(house: House, request: Request) -> Scored:
    """The calculator."""
    _reading(request)
    return await asyncio.to_thread(scored, await _asked(request, ScoreAsk))


async def rooms(house: House, request: Request) -> tuple[out.RoomLine, ...]:
    """The public rooms."""
    return house.rooms()


async def room(house: House, request: Request) -> RoomAnswer:
    """One room by its code."""
    try:
        code = msgspec.convert(request.path_params["code"], Code)
    except msgspec.ValidationError:
        raise Problem(404, "not_found", "房号是六位数字", "a code has six digits") from None
    guesses, address = request.app.state.gate.guesses, client_address(request)
    if not guesses.any_left(address):
        raise Problem(
            429, "too_many", "房号输错太多次，过几分钟再试", "too many wrong numbers; try again in some minutes"
        )
    table = house.by_code(code)
    if table is None:
        guesses.take(address)
        raise Problem(404, "not_found", "没有这个房间", "there is no room with this code")
    return RoomAnswer(views.room_view(table.state, house.people, house.timing), house.line_of(table))


def _reading(request: Request) -> None:
    if not request.app.state.gate.readings.take(client_address(request)):
        raise Problem(429, "rate", "看得太快了，过几分钟再来", "too many hands in ten minutes; come back later")


async def _hand(house: House, request: Request) -> tuple[str, str, int, str, str]:
    hand_id = request.path_params["id"]
    row = await house.store.run(lambda db: sql.hand(db, hand_id))
    if row is None:
        raise Problem(404, "not_found", "没有这一局，或者还没打完", "there is no such hand, or it is not over yet")
    return row


async def hand(house: House, request: Request) -> out.Replay:
    """A finished hand, step by step."""
    _reading(request)
    seat = _seat(request)
    row = await _hand(house, request)
    return await asyncio.to_thread(hands.kept, row, seat)


async def record_json(house: House, request: Request) -> Text:
    """The 牌谱 as JSON."""
    row = await _hand(house, request)
    return _file(row[3], f"{row[0]}.json", "application/json")


async def record_text(house: House, request: Request) -> Text:
    """The 牌谱 as text."""
    _reading(request)
    row = await _hand(house, request)
    return _file(await asyncio.to_thread(lambda: to_text(from_json(row[3]))), f"{row[0]}.txt", Text.media)


async def open_record(house: House, request: Request) -> out.Replay:
    """The replay of a record that I bring."""
    _reading(request)
    try:
        text = (await _body(request, 4 * LONGEST)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(400, "bad_record", "请存成 UTF-8", "save the file as UTF-8") from None
    return await asyncio.to_thread(hands.brought, text, _seat(request))


async def worth(house: House, request: Request) -> out.Worth:
    """What my choices are worth."""
    person = _person(house, request)
    table = house.tables.get(request.path_params["table"])
    if table is None:
        raise Problem(404, "not_found", "没有这一桌", "there is no such table")
    _reading(request)
    try:
        return await house.worths.of(table, person)
    except Refusal as refused:
        raise Problem(409, refused.code, refused.zh, refused.en) from None


def _person(house: House, request: Request) -> str:
    """Id of who asks, by token or cookie."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer if scheme.lower() == "bearer" else request.cookies.get(COOKIE)
    person = house.people.by_token(token)
    if person is None:
        raise Problem(401, "who", "先打招呼", "no known token or cookie came with this")
    return person.id


async def my_hands(house: House, request: Request) -> list[out.HandLine]:
    """My last hands."""
    person = _person(house, request)
    rows = await house.store.run(lambda db: sql.hands_of(db, person, HANDS_SHOWN))
    return [hands.line(row) for row in rows]


async def _asked(request: Request, kind: type[Asked]) -> Asked:
    """The body, read as what it must be."""
    try:
        return msgspec.json.decode(await _body(request, MAX_ASK), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Problem(400, "malformed", "看不懂", str(error)) from None


def _seat(request: Request) -> int | None:
    text = request.query_params.get("seat", "open")
    if text in ("open", ""):
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise Problem(400, "bad_seat", "座位是 0 到 3", "seat is 0 to 3, or open")
    return int(text)


async def _body(request: Request, most: int) -> bytes:
    """The body, if it is not too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Problem(413, "too_long", "太长", f"at most {most} bytes")
    return body


def is_here(address: str) -> bool:
    """Whether an address is this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def client_address(request: Request) -> str:
    """Where a request comes from, as far as we know."""
    return request.client.host if request.client is not None else ""


_GAME = (("game", "zipai (跑胡子) or paoyao (跑腰); zipai without it"),)
_SEAT = (("seat", "seat of the hand whose view it is; open (all cards) without it"),)

ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/version", "Versions of server and protocol", version, out.Version),
    Route("GET", "/api/health", "Whether the server lives", health, Health),
    Route("GET", "/api/ready", "Whether it can take tables: the store writes", ready, Health, errors=(503,)),
    Route(
        "POST",
        "/api/session",
        "Who I am; sets the cookie",
        session,
        out.Session,
        body=SessionAsk,
        errors=(400, 413, 429),
    ),
    Route("GET", "/api/rules", "The rule sets of a game", rules, list[RulesLine], query=_GAME),
    Route("GET", "/api/rules/{id}", "One rule set, with its page", rules_page, RulesPage, errors=(404,)),
    Route(
        "POST",
        "/api/rules/{id}",
        "The same with changes",
        rules_changed,
        RulesPage,
        body=Changes,
        errors=(400, 413, 429),
    ),
    Route(
        "POST",
        "/api/rules",
        "A rule file as changes of a rule set",
        rules_file,
        OwnRules,
        body=str,
        errors=(400, 413, 429),
    ),
    Route("POST", "/api/score", "A won hand, scored", score, Scored, body=ScoreAsk, errors=(400, 413, 429)),
    Route("GET", "/api/rooms", "The public rooms", rooms, list[out.RoomLine]),
    Route("GET", "/api/rooms/{code}", "One room by its code", room, RoomAnswer, errors=(404, 429)),
    Route(
        "GET", "/api/hands/{id}", "A finished hand, step by step", hand, out.Replay, query=_SEAT, errors=(400, 404, 429)
    ),
    Route("GET", "/api/hands/{id}/record.json", "The 牌谱 as JSON", record_json, dict[str, Any], errors=(404,)),
    Route(
        "GET", "/api/hands/{id}/record.txt", "The 牌谱 as text", record_text, str, media="text/plain", errors=(404, 429)
    ),
    Route(
        "POST",
        "/api/replay",
        "The replay of a record",
        open_record,
        out.Replay,
        query=_SEAT,
        body=str,
        errors=(400, 413, 429),
    ),
    Route(
        "GET",
        "/api/tables/{table}/worth",
        "跑腰: what each of my choices is worth",
        worth,
        out.Worth,
        errors=(401, 404, 409, 429),
    ),
    Route("GET", "/api/me/hands", "My last hands", my_hands, list[out.HandLine], errors=(401,)),
)


def openapi() -> dict[str, Any]:
    """The OpenAPI page of `ROUTES`."""
    types = [route.answer for route in ROUTES] + [route.body for route in ROUTES if route.body] + [out.HttpError]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    answers = schemas[: len(ROUTES)]
    bodies = iter(schemas[len(ROUTES) : -1])
    paths: dict[str, Any] = {}
    for route, answer in zip(ROUTES, answers, strict=True):
        operation: dict[str, Any] = {
            "summary": route.summary,
            "operationId": route.handler.__name__,
            "responses": {"200": {"description": "OK", "content": {route.media: {"schema": answer}}}},
        }
        for status in route.errors:
            content = {"application/json": {"schema": schemas[-1]}}
            operation["responses"][str(status)] = {"description": "HttpError", "content": content}
        names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
        parameters = [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]
        parameters += [
            {"name": n, "in": "query", "description": about, "schema": {"type": "string"}} for n, about in route.query
        ]
        if parameters:
            operation["parameters"] = parameters
        if route.body is not None:
            media = "text/plain" if route.body is str else "application/json"
            operation["requestBody"] = {"content": {media: {"schema": next(bodies)}}}
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "erqishi 贰柒拾", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


async def answer(route: Route, house: House, request: Request) -> Response:
    """Carry out a route; our errors become statuses."""
    try:
        if route.method != "GET" and not request.app.state.gate.known_origin(request.headers):
            # Another site's page could else have its own guest's cookie set here, and sit behind whoever comes.
            raise Problem(403, "origin", "别的网站的页面不能替你发请求", "a page of another site may not send this")
        found = await route.handler(house, request)
    except Problem as problem:
        return Response(msgspec.json.encode(problem.error), problem.status, media_type="application/json")
    except UserInputError as error:
        zh, en = both(str(error)[:4000])
        body = msgspec.json.encode(out.HttpError("bad_input", zh[:2000], en[:2000]))
        return Response(body, 400, media_type="application/json")
    if isinstance(found, Text):
        headers = {"content-disposition": f'attachment; filename="{found.name}"'}
        return Response(found.encode(), media_type=found.media, headers=headers)
    response = Response(msgspec.json.encode(found), media_type="application/json")
    if isinstance(found, out.Session):
        secure = request.url.scheme == "https"
        response.set_cookie(
            COOKIE, found.token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
        )
    return response
