"""What is written down of a table. Its state is the fold of these rows, and nothing else is needed to go on after a crash.

Chance and time come in through the rows: who sits where, who deals first, the server's seed. Seats are seats of the table,
except in `Answered` and `Closed`, which speak of the hand.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from erqishi.server.protocol.shared import BotLevel, RoomOptions


class _Row(msgspec.Struct, frozen=True, tag_field="k", omit_defaults=True):
    pass


class Made(_Row, frozen=True, tag="made"):
    """The table is set up. rules: every parameter, so that a later version of the program plays the same game."""

    table: str
    code: str
    host: str
    options: RoomOptions
    rules: dict[str, Any]
    at: int


class Sat(_Row, frozen=True, tag="sat"):
    """A person takes a seat (and leaves the one it had)."""

    person: str
    seat: int


class Stood(_Row, frozen=True, tag="stood"):
    """The seat is empty again: got up, removed, or went before the sitting."""

    seat: int


class BotPut(_Row, frozen=True, tag="bot"):
    """A bot on an empty seat."""

    seat: int
    level: BotLevel


class Readied(_Row, frozen=True, tag="ready"):
    """Ready, or not."""

    seat: int
    on: bool


class Begun(_Row, frozen=True, tag="begun"):
    """A sitting begins. order[i]: which seat's occupant sits at seat i from now on; dealer: drawn by lot.

    drawn: kind of the card that each seat drew for the deal, where the rules say 摸庄 (`draw_for_dealer`).
    """

    order: tuple[int, ...]
    dealer: int
    drawn: tuple[int, ...] = ()


class Opened(_Row, frozen=True, tag="opened"):
    """A hand is opened: the server's seed (hex), to which it has committed before anybody cuts."""

    seed: str
    at: int


class CutBy(_Row, frozen=True, tag="cut"):
    """切牌 of a seat."""

    seat: int
    nonce: str


class Staked(_Row, frozen=True, tag="staked"):
    """What a seat says before the deal: how much it will 飘, and whether it 打坨. Who says nothing does neither."""

    seat: int
    piao: int = 0
    tuo: bool = False


class DealtOut(_Row, frozen=True, tag="dealt"):
    """No more 切牌: the deck is fixed and dealt."""


class Answered(_Row, frozen=True, tag="did"):
    """A seat of the hand answers. auto: the table did it, as the time ran out or the seat is in 托管.

    missed: the time ran out where the seat had to choose.
    """

    seat: int
    action: str
    auto: bool = False
    missed: bool = False


class Closed(_Row, frozen=True, tag="closed"):
    """The claims are resolved: every seat that was asked has answered in a row before."""

    at: int


class Lapsed(_Row, frozen=True, tag="lapsed"):
    """A claim window ended in which nobody could claim. It changes nothing, and costs the same time as `Closed`."""

    at: int


class Thought(_Row, frozen=True, tag="thought"):
    """A seat asked for a longer window."""

    seat: int


class Managed(_Row, frozen=True, tag="managed"):
    """托管 of a seat begins or ends."""

    seat: int
    on: bool


class Left(_Row, frozen=True, tag="left"):
    """Somebody goes for good during a sitting: it is over."""

    seat: int


class Hosted(_Row, frozen=True, tag="hosted"):
    """Somebody else has the host's rights from now on: the host has gone."""

    person: str


class Quarantined(_Row, frozen=True, tag="quarantined"):
    """The rules met something impossible. The table stands still."""

    reason: str


class Ended(_Row, frozen=True, tag="closed_down"):
    """The table is closed."""

    at: int


Row: TypeAlias = (
    Made
    | Sat
    | Stood
    | BotPut
    | Readied
    | Begun
    | Opened
    | CutBy
    | Staked
    | DealtOut
    | Answered
    | Closed
    | Lapsed
    | Thought
    | Managed
    | Left
    | Hosted
    | Quarantined
    | Ended
)


def encode(row: Row) -> str:
    """A row as it stands in the store."""
    return msgspec.json.encode(row).decode()


_decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


def decode(text: str) -> Row:
    """Read a row. msgspec.DecodeError if it is none."""
    return _decoder.decode(text)
