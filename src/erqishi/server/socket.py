"""One client's connection: frames in, messages to the right table, frames out through a bounded queue."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from erqishi import __version__
from erqishi.errors import UserInputError, WorldError
from erqishi.server.gate import Gate, Pace
from erqishi.server.house import House
from erqishi.server.protocol import PROTOCOL, PROTOCOL_MIN
from erqishi.server.protocol import client_in as inn
from erqishi.server.protocol import client_out as out
from erqishi.server.tables import views
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.mail import Command, Connect, Disconnect, Renamed
from erqishi.server.tables.table import Table

logger = logging.getLogger(__name__)

OUT_QUEUE = 256
"""Most frames waiting for one reader. A reader that is slower is cut off (4002): it comes back and resumes."""

MALFORMED = 20
TABLES = 8
"""Most tables that one connection looks at."""

HELLO_SECONDS = 10.0

_decoder: msgspec.json.Decoder[inn.ClientIn] = msgspec.json.Decoder(inn.ClientIn)
_encoder = msgspec.json.Encoder()


class Connection:
    """A WebSocket, from its hello to its end. `serve` runs it."""

    def __init__(self, house: House, ws: WebSocket, cookie: str | None, gate: Gate, address: str) -> None:
        self.house = house
        self.ws = ws
        self.person = ""
        self.tables: dict[str, Table] = {}
        self._token = cookie
        self._gate = gate
        self._address = address
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue(OUT_QUEUE)
        self._closing = False
        self._malformed = 0
        self._pace, self._pace_of = Pace(), ""
        self._watching_rooms = False
        self._waiting = self._ended = False

    # -- out -------------------------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Queue a frame; a reader who lets the queue run full is cut off."""
        if self._closing:
            return
        try:
            self._out.put_nowait(frame)
        except asyncio.QueueFull:
            self.close(4002)

    def tell(self, message: out.ClientOut) -> None:
        """Queue a message."""
        self.send(_encoder.encode(message))

    def forget(self, table: str) -> None:
        """This connection is no longer at a table."""
        self.tables.pop(table, None)

    def close(self, code: int) -> None:
        """End the connection after what is queued (at once if the queue is full)."""
        if self._closing:
            return
        self._closing = True
        self.house.meters.cut_off.labels(str(code)).inc()
        if self._out.full():
            while not self._out.empty():
                self._out.get_nowait()
        self._out.put_nowait(code)

    def _farewell(self) -> None:
        zh, en = "服务器要重启，牌局都保留", "the server stops for a while; every table is kept"
        self.tell(out.Closing(zh=zh, en=en, retry_ms=1000))

    async def _write(self) -> None:
        while True:
            frame = await self._out.get()
            if isinstance(frame, int):
                await self.ws.close(frame)
                return
            await self.ws.send({"type": "websocket.send", "text": frame.decode()})

    # -- in --------------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Talk until one side ends it."""
        await self.ws.accept()
        writer = asyncio.create_task(self._write())
        self.house.farewells.add(self._farewell)
        self.house.meters.connections.inc()
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            self._ended = True
            if self._waiting and not reader.done():
                reader.cancel()  # never in the middle of a message
            else:
                await reader
        except (WebSocketDisconnect, RuntimeError):  # starlette raises RuntimeError on a socket that closed meanwhile
            pass
        finally:
            self._closing = True
            self.house.meters.connections.dec()
            self.house.farewells.discard(self._farewell)
            self.house.watchers.discard(self._rooms_changed)
            for table in self.tables.values():
                table.post(Disconnect(self.person, self))
            reader.cancel()
            writer.cancel()

    async def _read(self) -> None:
        while not self._ended:
            self._waiting = True
            try:
                async with asyncio.timeout(None if self.person else HELLO_SECONDS):
                    event = await self.ws.receive()
            except TimeoutError:
                self.close(4000)
                await asyncio.sleep(1)  # the writer has so long to say so; when it is done, this is cancelled
                return
            self._waiting = False
            if event["type"] == "websocket.disconnect":
                return
            if not self._closing:
                await self._frame(event.get("text") or event.get("bytes") or "")

    async def _frame(self, frame: str | bytes) -> None:
        await self._in_rate()
        try:
            msg = _decoder.decode(frame)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
            self._bad("malformed", "看不懂这条消息", f"not a message of this protocol: {error}"[:300])
            return
        try:
            if isinstance(msg, inn.Hello):
                await self._hello(msg)
            elif not self.person:
                self._bad("hello_first", "先打招呼", "the first message is hello")
            else:
                await self._message(msg)
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception as error:  # of one message: the connection, and whoever else is on it, goes on
            cmd_id = getattr(msg, "cmd_id", None)
            about = {"table": getattr(msg, "table", None), "cmd_id": cmd_id}
            if isinstance(error, WorldError):
                logger.error("%s", error, extra=about)
            else:
                logger.exception("a message met a fault", extra=about)
            if cmd_id is not None:
                self.tell(
                    out.Refused(cmd_id=cmd_id, code="trouble", zh="服务器出了故障", en="the server is in trouble")
                )
            else:
                self.close(1012)

    def _bad(self, code: Any, zh: str, en: str) -> None:
        self._malformed += 1
        self.house.meters.faults.labels(code).inc()
        self.tell(out.Fault(code=code, zh=zh, en=en))
        if self._malformed >= MALFORMED:
            self.close(4000)

    async def _in_rate(self) -> None:
        """Read no faster than the rate: who sends more waits, and nothing is lost."""
        if self._pace_of != self.person:
            self._pace, self._pace_of = self._gate.pace(self.person), self.person
        wait = self._pace.wait(asyncio.get_running_loop().time())
        if wait > 0:
            await asyncio.sleep(wait)

    # -- who -------------------------------------------------------------------------------------------------------

    async def _hello(self, msg: inn.Hello) -> None:
        if self.person:
            self._bad("malformed", "已经打过招呼了", "hello comes once")
            return
        if not PROTOCOL_MIN <= msg.protocol <= PROTOCOL:
            zh, en = "请刷新页面，换新的客户端", "load the page again to get the client of this server"
            self.tell(out.Upgrade(protocol=PROTOCOL, protocol_min=PROTOCOL_MIN, server=__version__, zh=zh, en=en))
            self.close(4001)
            return
        people, now = self.house.people, self.house.now()
        found = next(
            ((who, token) for token in (msg.token, self._token) if token and (who := people.by_token(token))), None
        )
        if found is None:
            if not self._gate.guests.take(self._address):
                self.tell(
                    out.Fault(code="rate", zh="新来的人太多，稍后再来", en="too many new guests; come back later")
                )
                self.close(4008)
                return
            found = await people.new_guest(now)
        self._welcome(*found)
        for table_id, v in msg.tables.items():
            self._attach(table_id, v, "hello")

    def _welcome(self, person: out.Person, token: str, cmd_id: str | None = None) -> None:
        self.person = person.id
        self.tell(
            out.Welcome(
                cmd_id=cmd_id,
                protocol=PROTOCOL,
                server=__version__,
                token=token,
                me=person,
                tables=self.house.seats_of(person.id),
                now=self.house.now(),
            )
        )

    async def _become(self, msg: inn.UseDeviceCode) -> None:
        now = self.house.now()
        self._may_guess()
        person = self.house.people.take_code(msg.code, now, f"{self.person}:{msg.cmd_id}")
        if person is None:
            self._gate.guesses.take(self._address, self.person)
            raise Refusal("bad_code", "换机码不对或过期了", "this device code is wrong or has expired")
        token = await self.house.people.new_token(person, now)
        for table in self.tables.values():
            table.post(Disconnect(self.person, self))
        self.tables = {}
        self._welcome(person, token, msg.cmd_id)

    # -- messages --------------------------------------------------------------------------------------------------

    async def _message(self, msg: inn.ClientIn) -> None:
        house = self.house
        try:
            match msg:
                case inn.Ping():
                    self.tell(out.Pong(n=msg.n, now=house.now()))
                case inn.Resume():
                    self._attach(msg.table, msg.v, "resume")
                case inn.CloseTable():
                    table = self.tables.pop(msg.table, None)
                    if table is not None:
                        table.post(Disconnect(self.person, self))
                case inn.SetProfile():
                    await self._set_profile(msg)
                case inn.MakeDeviceCode():
                    code, expires = house.people.make_code(house.people.get(self.person), house.now())
                    self.tell(out.DeviceCode(cmd_id=msg.cmd_id, code=code, expires=expires))
                case inn.UseDeviceCode():
                    await self._become(msg)
                case inn.WatchRooms():
                    self._watch(msg)
                case inn.QuickStart():
                    self._may_make(msg.cmd_id, quick=True)
                    table = await house.quick_start(self.person, msg.cmd_id, msg.level, msg.options)
                    self._look(table, Connect(self.person, self, cmd_id=msg.cmd_id, begin=True))
                case inn.CreateRoom():
                    self._may_make(msg.cmd_id, quick=False)
                    table = await house.create(self.person, msg.cmd_id, msg.options)
                    self._look(table, Connect(self.person, self, cmd_id=msg.cmd_id))
                case inn.Peek():
                    table = self._by_code(msg.code)
                    room = views.room_view(table.state, house.people, house.timing)
                    self.tell(out.RoomIs(cmd_id=msg.cmd_id, room=room, line=house.line_of(table)))
                case inn.Enter():
                    self._look(self._by_code(msg.code), Connect(self.person, self, cmd_id=msg.cmd_id))
                case inn.Hello():
                    pass
                case _:
                    table = house.tables.get(msg.table)
                    if table is None:
                        raise Refusal("not_found", "没有这张桌", "there is no such table")
                    if not table.post(Command(self.person, self, msg, time.perf_counter())):
                        raise Refusal("trouble", "这张桌太忙", "this table is too busy")
        except Refusal as no:
            cmd_id = getattr(msg, "cmd_id", "")
            self.tell(out.Refused(cmd_id=cmd_id, code=no.code, zh=no.zh, en=no.en, rule=no.rule))

    async def _set_profile(self, msg: inn.SetProfile) -> None:
        people = self.house.people
        try:
            me = await people.change(people.get(self.person), msg.name, msg.avatar)
        except UserInputError as error:
            raise Refusal("bad_option", "名字不行", str(error)) from None
        self.tell(out.MeIs(cmd_id=msg.cmd_id, me=me))
        for table in self.house.tables.values():
            if self.person in table.audience.channels:
                table.post(Renamed())

    def _by_code(self, code: str) -> Table:
        self._may_guess()
        table = self.house.by_code(code)
        if table is None:
            self._gate.guesses.take(self._address, self.person)
            raise Refusal("not_found", "没有这个房间", "there is no room with this code")
        return table

    def _may_guess(self) -> None:
        if not self._gate.guesses.any_left(self._address, self.person):
            raise Refusal(
                "too_many", "号码输错太多次，过几分钟再试", "too many wrong numbers; try again in some minutes"
            )

    def _attach(self, table_id: str, v: int, why: Any) -> None:
        """Look at a table again."""
        table = self.house.tables.get(table_id)
        if table is None:
            self.tell(out.Gone(table=table_id, zh="这张桌已经散了", en="this table is gone"))
            return
        self._look(table, Connect(self.person, self, v=v, why=why))

    def _may_make(self, cmd_id: str, *, quick: bool) -> None:
        if self.house.has_made(self.person, cmd_id, quick=quick):
            return  # it comes again, and nothing is made
        self._may_look()
        if not self._gate.tables.take(self._address):
            raise Refusal(
                "too_many", "开的桌子太多了，过一会儿再开", "too many tables were opened from here; try again later"
            )

    def _may_look(self) -> None:
        if len(self.tables) >= TABLES:
            raise Refusal("too_many", "同时看的桌子太多", "too many tables at once")

    def _look(self, table: Table, connect: Connect) -> None:
        if table.state.table not in self.tables:
            self._may_look()
        self.tables[table.state.table] = table
        if not table.post(connect):
            self.close(1012)

    # -- the room list ---------------------------------------------------------------------------------------------

    def _watch(self, msg: inn.WatchRooms) -> None:
        self.tell(out.Rooms(cmd_id=msg.cmd_id, rooms=self.house.rooms()))
        if msg.on:
            self.house.watchers.add(self._rooms_changed)
        else:
            self.house.watchers.discard(self._rooms_changed)

    def _rooms_changed(self) -> None:
        """Send the list, half a second later, so that many changes make one message."""
        if not self._watching_rooms:
            self._watching_rooms = True
            asyncio.get_running_loop().call_later(0.5, self._send_rooms)

    def _send_rooms(self) -> None:
        self._watching_rooms = False
        if self._rooms_changed in self.house.watchers:
            self.tell(out.Rooms(rooms=self.house.rooms()))
