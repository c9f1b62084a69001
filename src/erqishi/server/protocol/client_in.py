"""Messages from a client to the server. One WebSocket text frame is one JSON object; its kind is in `t`.

`cmd_id` is chosen by the client, new for every intention and the same when it is sent again; the answer carries it
back. `table` is the id of a table, `v` the version of the table view that the player was looking at.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from erqishi.server.protocol.shared import Avatar, BotLevel, CmdId, RoomOptions, ShortText
from erqishi.zipai.actions import Action

TableId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Code: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9]{6}$")]
SeatNo: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]
Version: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
ActionText: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]


class _In(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    pass


class _Command(_In, frozen=True, kw_only=True):
    cmd_id: CmdId


class Hello(_In, frozen=True, kw_only=True, tag="hello"):
    """First message of every connection.

    protocol: version that the client speaks; client: its own name and version, for the log. token: who this is, as an
    earlier `welcome` gave it; without one (and without the cookie) a new guest is made. tables: version of each table
    view that the client still shows; each is answered as `resume` is.
    """

    protocol: int
    client: ShortText = ""
    token: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    tables: Annotated[dict[str, Version], msgspec.Meta(max_length=8)] = {}


class Ping(_In, frozen=True, kw_only=True, tag="ping"):
    """Are you there? `n` comes back in `pong`. Send one every 15 s; two without answer: connect anew."""

    n: int = 0


class SetProfile(_Command, frozen=True, kw_only=True, tag="set_profile"):
    """Change my name or avatar; None leaves it. Answered with `me`."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=12)] | None = None
    avatar: Avatar | None = None


class MakeDeviceCode(_Command, frozen=True, kw_only=True, tag="make_device_code"):
    """I want to go on with another device. Answered with `device_code`: eight digits, good once, for five minutes."""


class UseDeviceCode(_Command, frozen=True, kw_only=True, tag="use_device_code"):
    """I am the person of this code. Answered with `welcome`: from now on this connection is that person."""

    code: Annotated[str, msgspec.Meta(pattern="^[0-9]{8}$")]


class WatchRooms(_Command, frozen=True, kw_only=True, tag="watch_rooms"):
    """Send me `rooms` now and whenever the list changes (on), or no more (off)."""

    on: bool = True


class QuickStart(_Command, frozen=True, kw_only=True, tag="quick_start"):
    """立即开始: a table with bots of this level, begun at once. Answered with `table`."""

    level: BotLevel = "normal"
    options: RoomOptions = RoomOptions()


class CreateRoom(_Command, frozen=True, kw_only=True, tag="create_room"):
    """开房. Answered with `table`; I am its host and sit at seat 0 (nobody sits yet if seats are drawn)."""

    options: RoomOptions = RoomOptions()


class Peek(_Command, frozen=True, kw_only=True, tag="peek"):
    """What room is this? Answered with `room`: settings and 本桌规则, before joining."""

    code: Code


class Enter(_Command, frozen=True, kw_only=True, tag="enter"):
    """Come to the table, without a seat so far. Answered with `table`; changes follow as `update`."""

    code: Code


class Sit(_Command, frozen=True, kw_only=True, tag="sit"):
    """Take this seat, or any (None). Before the sitting begins one may move to another seat."""

    table: TableId
    seat: SeatNo | None = None


class Stand(_Command, frozen=True, kw_only=True, tag="stand"):
    """Get up again before the sitting begins, and stay at the table."""

    table: TableId


class Ready(_Command, frozen=True, kw_only=True, tag="ready"):
    """I am ready (or not yet): to begin, for the next hand, for another sitting after the end."""

    table: TableId
    on: bool = True


class PutBot(_Command, frozen=True, kw_only=True, tag="put_bot"):
    """The host puts a bot on an empty seat."""

    table: TableId
    seat: SeatNo
    level: BotLevel = "normal"


class Remove(_Command, frozen=True, kw_only=True, tag="remove"):
    """The host clears a seat (bot or person) before the sitting begins."""

    table: TableId
    seat: SeatNo


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """Go for good. In a sitting it ends the sitting for everybody (core.md §2.4), which a lost connection never does."""

    table: TableId


class Cut(_Command, frozen=True, kw_only=True, tag="cut"):
    """切牌: my share in the shuffle of hand `hand`, after its commitment is known. Any text up to 64 bytes of UTF-8."""

    table: TableId
    hand: int
    nonce: Annotated[str, msgspec.Meta(max_length=64)]


class Stake(_Command, frozen=True, kw_only=True, tag="stake"):
    """Before the deal of hand `hand`, where `head.stakes` asks: how much I 飘, and whether I 打坨. Who says nothing does neither."""

    table: TableId
    hand: int
    piao: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    tuo: bool = False


class Act(_Command, frozen=True, kw_only=True, tag="act"):
    """Play: one of the actions that `asked` lists, as its text (`chi 一二三 比 二贰贰`) or as an object."""

    table: TableId
    v: Version
    action: ActionText | Action


class Think(_Command, frozen=True, kw_only=True, tag="think"):
    """想一想: lengthen the claim window that is open. Anybody at the table may, able to claim or not; nobody learns who."""

    table: TableId
    v: Version


class Manage(_Command, frozen=True, kw_only=True, tag="manage"):
    """托管 on, or off: I am back. (Any `act` also ends it.)"""

    table: TableId
    on: bool


class Resume(_In, frozen=True, kw_only=True, tag="resume"):
    """I have the view of this table at `v`: send what I missed (`update`s), or the whole (`table`) if that is too much.

    v = 0 always gives the whole.
    """

    table: TableId
    v: Version = 0


class CloseTable(_In, frozen=True, kw_only=True, tag="close_table"):
    """Send me nothing more about this table. My seat stays mine, and counts as disconnected if this was its last client."""

    table: TableId


TableCommand: TypeAlias = Sit | Stand | Ready | PutBot | Remove | Leave | Cut | Stake | Act | Think | Manage

ClientIn: TypeAlias = (
    Hello
    | Ping
    | SetProfile
    | MakeDeviceCode
    | UseDeviceCode
    | WatchRooms
    | QuickStart
    | CreateRoom
    | Peek
    | Enter
    | Sit
    | Stand
    | Ready
    | PutBot
    | Remove
    | Leave
    | Cut
    | Stake
    | Act
    | Think
    | Manage
    | Resume
    | CloseTable
)
