"""What can come into a table's mailbox."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from erqishi.server.protocol import client_in as inn
from erqishi.server.tables.audience import Conn


class Command(msgspec.Struct, frozen=True):
    """A client's message about this table. arrived: reading of `time.perf_counter` when it came."""

    person: str
    conn: Conn
    msg: inn.TableCommand
    arrived: float = 0.0


class Connect(msgspec.Struct, frozen=True):
    """A connection wants to see the table. v: what it has (0: nothing). cmd_id: of the message that asked for it.

    begin: start the sitting at once (立即开始).
    """

    person: str
    conn: Conn
    v: int = 0
    cmd_id: str | None = None
    why: Literal["entered", "resume", "hello"] = "entered"
    begin: bool = False


class Disconnect(msgspec.Struct, frozen=True):
    """A connection is gone, or looks elsewhere."""

    person: str
    conn: Conn


class BotChose(msgspec.Struct, frozen=True):
    """A bot has made up its mind, or the time of a managed seat has come (action None). number: of the decision."""

    number: int
    seat: int
    action: str | None


class Close(msgspec.Struct, frozen=True):
    """Close the table down, if it has nobody connected."""


class Keep(msgspec.Struct, frozen=True):
    """Finished hands could not be kept; try again."""


class Renamed(msgspec.Struct, frozen=True):
    """Somebody at the table has another name or picture now."""


class Wake(msgspec.Struct, frozen=True):
    """The time has come that the table has set itself."""


class Stop(msgspec.Struct, frozen=True):
    """The server stops."""


Item: TypeAlias = Command | Connect | Disconnect | BotChose | Wake | Keep | Renamed | Close | Stop
