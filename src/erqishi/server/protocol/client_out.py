"""Messages from the server to a client, and the table view that they carry. The kind of a message is in `t`.

Times are milliseconds since 1970 by the server's clock (`now` tells it). Seats are seats of the table, 0 … n-1 in the
order of play, except inside `hand` and `events`: there they are seats of the hand, which `head.active` maps.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from erqishi.match_explain import Line
from erqishi.paoyao.view import PaoyaoView
from erqishi.server.protocol.shared import Avatar, BotLevel, RoomOptions, Stakes
from erqishi.shuffle import Commitment, ShuffleProof
from erqishi.zipai.events import Event
from erqishi.zipai.view import View

Phase: TypeAlias = Literal["waiting", "cutting", "playing", "settled", "ended", "quarantined"]

#: Why something was refused. `stale`: the question it answers is no longer open. `illegal`: a rule of the game.
#: `trouble`: our fault (the disk is full, the server is closing): the same command may be sent again later.
RefusalCode: TypeAlias = Literal[
    "stale",
    "illegal",
    "not_now",
    "not_yours",
    "not_found",
    "not_host",
    "taken",
    "full",
    "bad_option",
    "bad_code",
    "quarantined",
    "too_many",
    "trouble",
]


class Person(msgspec.Struct, frozen=True):
    """Somebody, as others see them. `id` is public and stays the same."""

    id: str
    name: str
    avatar: Avatar


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: a person, or a bot of level `bot`, or nobody (both None). name: what to call them, bots too.

    connected: some client of the person is here; away_until: when the grace of a lost connection ends (it is shown,
    and costs nothing). managed: 托管, the table plays for it. left: gone for good.
    """

    seat: int
    name: str = ""
    person: Person | None = None
    bot: BotLevel | None = None
    ready: bool = False
    connected: bool = False
    away_until: int | None = None
    managed: bool = False
    left: bool = False


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table is waiting for; the same for every observer.

    kind: `cut` (切牌), `claim` (a revealed card may be claimed), `seat` (seat `seat` has to act), `next` (everybody
    ready for the next hand), `ready` (to begin). opened, deadline: the wait in server time; deadline None: no limit.
    thinking: somebody has asked for more time.
    """

    kind: Literal["ready", "cut", "claim", "seat", "next"]
    opened: int
    deadline: int | None = None
    seat: int | None = None
    thinking: bool = False


class Notice(msgspec.Struct, frozen=True):
    """Something that the table has to tell everybody, newest last."""

    code: Literal[
        "restarted",
        "auto_hu",
        "auto_discard",
        "managed",
        "back",
        "left",
        "quarantined",
        "paused",
        "drawn_seats",
        "drawn_dealer",
        "stakes",
    ]
    zh: str
    en: str
    seat: int | None = None


class Room(msgspec.Struct, frozen=True):
    """What was agreed when the table was made; it does not change.

    rules_id, rules_hash: the rule set in force, changes included; rule_lines: 本桌规则, to be read before sitting down.
    game: `zipai` (跑胡子) or `paoyao` (跑腰).
    """

    table: str
    code: str
    host: Person
    options: RoomOptions
    players: int
    window: Literal["constant", "open"]
    claim_ms: int
    rules_id: str
    rules_hash: str
    rules_name: Line
    rule_lines: tuple[Line, ...]
    created: int
    game: Literal["zipai", "paoyao"] = "zipai"


class Head(msgspec.Struct, frozen=True):
    """How the table stands, the same for every observer.

    sitting, hand: numbers from 0; hand_id names the hand for replay. active: table seat of each seat of the hand;
    sitter: the 醒家. birds: the 鸟家, who neither play nor deal. drawn: 摸庄, the card that each seat at the table drew for the
    first deal of this sitting (empty: by lot). commitment: of the shuffle, shown before the 切牌; cut: seats that have cut.
    stakes: what every seat of the hand may say before the deal (`stake`); staked: the seats that have. What they said is seen
    when it is dealt: piao by seat of the hand (empty: nobody anything), tuo the table seats with 打坨 in this sitting.
    """

    phase: Phase
    seats: tuple[Seat, ...]
    sitting: int
    hand: int
    hand_id: str | None
    dealer: int | None
    active: tuple[int, ...]
    sitter: int | None
    commitment: Commitment | None
    cut: tuple[int, ...]
    turn: Turn | None
    notices: tuple[Notice, ...]
    watching: int
    drawn: tuple[str, ...] = ()
    birds: tuple[int, ...] = ()
    stakes: Stakes | None = None
    staked: tuple[int, ...] = ()
    piao: tuple[int, ...] = ()
    tuo: tuple[int, ...] = ()


class LedgerRow(msgspec.Struct, frozen=True):
    """One finished hand. net: per table seat. target: the seat that the 鸟 fell on, where there are 鸟家."""

    hand: int
    hand_id: str
    dealer: int
    winner: int | None
    huxi: int
    tun: int
    net: tuple[int, ...]
    target: int | None = None


class Settlement(msgspec.Struct, frozen=True):
    """How the last hand ended and why: lines explain 门子 → 息 → 囤 → who pays whom. net: per table seat; its sum is 0 unless 息 are points.

    proof: of the shuffle; None only for a record from elsewhere that has none. last_card: the last of the wall, drawn or not,
    and target: the table seat whose fortune the 鸟家 share for it; both null where there are no 鸟家.
    xing, birds: copies of the 醒 card that the winner held, and 鸟 of 扎鸟 that hit, where the rules have them.
    """

    hand_id: str
    winner: int | None
    huxi: int
    tun: int
    zimo: bool
    tianhu: bool
    net: tuple[int, ...]
    lines: tuple[Line, ...]
    proof: ShuffleProof | None
    last_card: str | None = None
    target: int | None = None
    xing: int = 0
    birds: int = 0


class Home(msgspec.Struct, frozen=True):
    """What every seat takes home at the end of a sitting, by seat. net: all in all; refund: from the pot, part of net."""

    net: tuple[int, ...]
    refund: tuple[int, ...]


class Book(msgspec.Struct, frozen=True):
    """The account of the sitting: finished hands, totals per seat, the last hand's settlement; `final`, `home` at the end.

    ended: why the sitting is over: `hands` (all played), `left` (somebody went), `points`, `loss`.
    """

    ledger: tuple[LedgerRow, ...]
    totals: tuple[int, ...]
    settlement: Settlement | None
    ended: Literal["hands", "points", "loss", "left"] | None
    final: tuple[Line, ...] | None
    home: Home | None


class Wait(msgspec.Struct, frozen=True):
    """听牌: this card would win with so much 息 in all; `left`: copies that the player has not seen."""

    card: str
    huxi: int
    left: int


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """What concerns only me. seat, hand_seat: None without a seat, or when I sit out this hand.

    answered: my answer to the open question, while others may still be choosing. thinks: how often I may still ask
    for time in this hand. huxi: 息 of my melds and of the whole sets that my hand makes now. waits, unseen (copies of each
    card that I have not seen): as the table's hints allow.
    """

    seat: int | None = None
    hand_seat: int | None = None
    host: bool = False
    answered: str | None = None
    thinks: int = 0
    huxi: int | None = None
    waits: tuple[Wait, ...] | None = None
    unseen: dict[str, int] | None = None


class TableView(msgspec.Struct, frozen=True):
    """Everything that I may see of a table at version `v`. `hash` names the content of `hand` (docs/protocol.md).

    paoyao: the hand at a table of 跑腰, whose `hand` is null.
    """

    table: str
    v: int
    hash: str
    now: int
    room: Room
    head: Head
    book: Book
    me: Me
    hand: View | None
    paoyao: PaoyaoView | None = None


# -- messages ------------------------------------------------------------------------------------------------------


class _Out(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    pass


class Welcome(_Out, frozen=True, kw_only=True, tag="welcome"):
    """You are `me`; keep `token` secret and send it with the next `hello`. tables: where you have a seat."""

    cmd_id: str | None = None
    protocol: int
    server: str
    token: str
    me: Person
    tables: tuple[SeatedAt, ...]
    now: int


class SeatedAt(msgspec.Struct, frozen=True):
    """A table at which I have a seat."""

    table: str
    code: str
    phase: Phase
    name: str


class Upgrade(_Out, frozen=True, kw_only=True, tag="upgrade"):
    """The client is too old (or too new) for this server: load the page again. The connection is closed (4001)."""

    protocol: int
    protocol_min: int
    server: str
    zh: str
    en: str


class Pong(_Out, frozen=True, kw_only=True, tag="pong"):
    """I am here. The best estimate of the clock comes from the fastest of several."""

    n: int
    now: int


class MeIs(_Out, frozen=True, kw_only=True, tag="me"):
    """Your name and avatar now."""

    cmd_id: str
    me: Person


class DeviceCode(_Out, frozen=True, kw_only=True, tag="device_code"):
    """Type these eight digits on the other device before `expires`."""

    cmd_id: str
    code: str
    expires: int


class RoomLine(msgspec.Struct, frozen=True):
    """A room in the list. people, bots: at its seats; open: seats still to be had."""

    table: str
    code: str
    name: str
    host: Person
    rules_id: str
    rules_name: Line
    phase: Phase
    players: int
    people: int
    bots: int
    open: int
    hands: int
    hand: int
    clock: int
    watching: int


class Rooms(_Out, frozen=True, kw_only=True, tag="rooms"):
    """The public rooms, newest first. cmd_id only in the first answer."""

    cmd_id: str | None = None
    rooms: tuple[RoomLine, ...]


class RoomIs(_Out, frozen=True, kw_only=True, tag="room"):
    """Answer to `peek`."""

    cmd_id: str
    room: Room
    line: RoomLine


class TableIs(_Out, frozen=True, kw_only=True, tag="table"):
    """The whole view: replaces whatever the client has of this table. why: what made us send it."""

    cmd_id: str | None = None
    why: Literal["entered", "resume", "hello"]
    view: TableView


class Update(_Out, frozen=True, kw_only=True, tag="update", omit_defaults=True):
    """From version `prev` to `v`: what happened (`events`, those you may see) and the parts of the view that changed.

    A part that is absent is as it was; `hand` null means that there is none now. At a table of 跑腰 the hand is `paoyao`,
    and `events` is empty: its view holds the course of the hand.
    """

    table: str
    prev: int
    v: int
    hash: str
    now: int
    events: tuple[Event, ...] = ()
    head: Head | UnsetType = UNSET
    book: Book | UnsetType = UNSET
    me: Me | UnsetType = UNSET
    hand: View | UnsetType | None = UNSET
    paoyao: PaoyaoView | UnsetType | None = UNSET


class Ack(_Out, frozen=True, kw_only=True, tag="ack"):
    """The command is accepted and will not be lost, whatever happens to us."""

    cmd_id: str
    table: str | None = None


class Refused(_Out, frozen=True, kw_only=True, tag="refused"):
    """The command was not carried out, and why; nothing has changed. view: how the table stands, if it is about one.

    rule: where the rule stands (`core.md §12`), for `illegal`.
    """

    cmd_id: str
    code: RefusalCode
    zh: str
    en: str
    rule: str | None = None
    table: str | None = None
    view: TableView | None = None


class Gone(_Out, frozen=True, kw_only=True, tag="gone"):
    """This table is not here (any more), or you were removed from it: stop showing it."""

    table: str
    zh: str
    en: str


class Fault(_Out, frozen=True, kw_only=True, tag="fault"):
    """The frame could not be read (after twenty of these the connection is closed, 4000), or too many guests come from here."""

    code: Literal["malformed", "hello_first", "rate"]
    zh: str
    en: str


class Closing(_Out, frozen=True, kw_only=True, tag="closing"):
    """The server stops for a while: tables are kept. Connect again with `hello` after `retry_ms`."""

    zh: str
    en: str
    retry_ms: int


ClientOut: TypeAlias = (
    Welcome
    | Upgrade
    | Pong
    | MeIs
    | DeviceCode
    | Rooms
    | RoomIs
    | TableIs
    | Update
    | Ack
    | Refused
    | Gone
    | Fault
    | Closing
)


# -- over HTTP -----------------------------------------------------------------------------------------------------


class Version(msgspec.Struct, frozen=True):
    """`GET /api/version`. lan: how others in the same network reach the server; told to this machine alone, else null."""

    server: str
    protocol: int
    protocol_min: int
    lan: str | None = None


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: what happened, and the view after it."""

    events: tuple[Event, ...]
    view: View


class Outside(msgspec.Struct, frozen=True):
    """Who belonged to a hand without playing it: the 醒家 (`xing`) or a 鸟家 (`bird`). seat: of the table."""

    seat: int
    name: str
    role: Literal["xing", "bird"]


class Replay(msgspec.Struct, frozen=True):
    """`GET /api/hands/{id}?seat=…`. seat: seat of the hand whose view it is; None: open, `hands` beside each frame.

    names, bots: per seat of the hand; active: its table seats; outside: who else paid or was paid. open_hands: every seat's concealed cards after each
    frame, for the open replay only. settlement: None for a record of an unfinished hand. paoyao: the frames of a hand of
    跑腰, whose `frames` are empty; every hand lies open in its open replay. avatars: per seat of the hand, as they were then,
    None for bots; empty for a record from elsewhere, which holds names alone.
    """

    hand_id: str
    table: str
    hand: int
    played: int
    rules_id: str
    rules_hash: str
    rules_name: Line
    seat: int | None
    names: tuple[str, ...]
    bots: tuple[BotLevel | None, ...]
    active: tuple[int, ...]
    frames: tuple[Frame, ...]
    open_hands: tuple[tuple[str, ...], ...] | None
    settlement: Settlement | None
    paoyao: tuple[PaoyaoView, ...] = ()
    outside: tuple[Outside, ...] = ()
    avatars: tuple[Avatar | None, ...] = ()


class Worth(msgspec.Struct, frozen=True):
    """`GET /api/tables/{table}/worth`: what each of my choices gains me in chips until the end of the hand, on the average over
    all that the hidden cards can be, against players who follow the usual advice.

    ready: false while the server is still getting ready for it (ask again in some seconds). chips: by the text of the action.
    exact: every way the cards can lie was counted; otherwise some were drawn, and errors is half the width of the 95 % interval.
    """

    ready: bool
    exact: bool = True
    chips: dict[str, float] = {}
    errors: dict[str, float] = {}


class HandLine(msgspec.Struct, frozen=True):
    """One entry of `GET /api/me/hands`: a hand that I played, sat out (`xing`) or bet on (`bird`). net: mine."""

    hand_id: str
    played: int
    rules_id: str
    names: tuple[str, ...]
    won: bool
    huxi: int
    net: int
    game: Literal["zipai", "paoyao"] = "zipai"
    role: Literal["play", "xing", "bird"] = "play"


class Session(msgspec.Struct, frozen=True):
    """`POST /api/session`: who I am; the token is also set as a cookie."""

    token: str
    me: Person


class HttpError(msgspec.Struct, frozen=True):
    """Any answer of the API with a status of 400 or above."""

    code: str
    zh: str
    en: str
