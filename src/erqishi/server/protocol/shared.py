"""Values that travel in both directions: how a room is set up, and the few words with a fixed meaning."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

BotLevel: TypeAlias = Literal["novice", "normal", "expert"]
Clock: TypeAlias = Literal[0, 15, 30, 60]

#: Pictures of people: the twelve animals of the calendar. A client draws them as it likes.
Avatar: TypeAlias = Literal[
    "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig"
]

CmdId: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ShortText: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]


class Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table shows to its players beyond the bare cards; the same for everybody.

    waits: 听牌, the cards that would win; counts: 记牌器, how many of each card the player has not seen;
    chou: 臭 marks on the player's own cards. worth: 跑腰, what each choice gains on the average, reckoned from what the seat knows
    (`GET /api/tables/{table}/worth`).
    """

    waits: bool = True
    counts: bool = False
    chou: bool = True
    worth: bool = False


class RoomOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is set up. Everything has a default.

    rules: id of a rule set (`GET /api/rules`); changes: its options as chosen (`GET /api/rules/{id}`), or any parameter
    set otherwise, e.g. {"min_huxi": 21}; `file`: a rule file of one's own (`POST /api/rules`), whose options they then are.
    players: people of the room, None for as many as the rules play. If the rules play three, a fourth makes a 醒家, and those
    from the fifth on (seats 4 and up) are 鸟家: they share what a seat wins or loses, and which one, the last wall card says.
    hands: length of the sitting. clock: seconds for a discard, 0 for none (then ten minutes end any wait).
    window: `constant` = a revealed card may be claimed for the same time whether or not anybody can, so that no pause
    tells anything; `open` = it goes on when all who are asked have answered (teaching). None: constant with a clock,
    open without. claim_seconds: length of the constant window, None for 3, 4, 6 with clocks 15, 30, 60.
    bots: `fill` = bots of `bot_level` take the seats still empty when everybody is ready; `wait` = wait for people.
    seating: `choose` = people take the seat they like; `random` = seats are drawn at the start.
    public: the room stands in the room list.
    """

    rules: Annotated[str, msgspec.Meta(max_length=40)] = "std15"
    changes: dict[str, Any] = {}
    players: Annotated[int, msgspec.Meta(ge=2, le=8)] | None = None
    hands: Annotated[int, msgspec.Meta(ge=1, le=100)] = 8
    clock: Clock = 30
    window: Literal["constant", "open"] | None = None
    claim_seconds: Annotated[int, msgspec.Meta(ge=2, le=30)] | None = None
    bots: Literal["fill", "wait"] = "fill"
    bot_level: BotLevel = "normal"
    seating: Literal["choose", "random"] = "choose"
    hints: Hints = Hints()
    public: bool = False
    name: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Stakes(msgspec.Struct, frozen=True):
    """What each seat may say before the deal. piao: the most that one may 飘, 0: it is not asked. tuo: whether 打坨 is asked."""

    piao: int = 0
    tuo: bool = False
