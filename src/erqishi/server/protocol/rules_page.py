"""What the HTTP interface says of rule sets and of hands scored by them: the rule pages and the calculator."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from erqishi.match_explain import Line
from erqishi.server.protocol.shared import ShortText

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]


class RulesLine(msgspec.Struct, frozen=True):
    """One entry of `GET /api/rules`. missing: what the engine cannot play of it yet; with any, no room can be made."""

    id: str
    hash: str
    name: Line
    players: int
    missing: tuple[Line, ...] = ()
    game: Literal["zipai", "paoyao"] = "zipai"


class RuleChoice(msgspec.Struct, frozen=True):
    """One of the choices of an option; `value` goes into `RoomOptions.changes` under the option's id."""

    value: str | int | bool
    zh: str
    en: str


class RuleOption(msgspec.Struct, frozen=True):
    """Something that tables agree on within a rule set: one of `choices`, or a number (`values`: the usual ones).

    why: what it decides, where its name does not say it. taken: the value of the choice that the rule set itself has made, None
    where it is none of them.
    """

    id: str
    zh: str
    en: str
    choices: tuple[RuleChoice, ...] = ()
    values: tuple[int, ...] = ()
    why: Line | None = None
    taken: str | int | bool | None = None


class Mingtang(msgspec.Struct, frozen=True):
    """One row of the table of 名堂: its name, what it asks for, what it is worth. off: counted only where a table agrees."""

    name: Line
    asks: Line
    worth: Line
    off: bool = False


class RulesPage(msgspec.Struct, frozen=True):
    """`GET /api/rules/{id}`, and `POST` for the same with changes. lines: 本桌规则; parameters: all of them with their values;
    page: Markdown, zh then en, or "".

    options: what a room may choose (`RoomOptions.changes`). mingtang, scoring: the table of 名堂 and the steps from 息 to
    payments.
    """

    id: str
    hash: str
    name: Line
    players: int
    missing: tuple[Line, ...]
    lines: tuple[Line, ...]
    options: tuple[RuleOption, ...]
    parameters: dict[str, Any]
    page: str
    mingtang: tuple[Mingtang, ...] = ()
    scoring: tuple[Line, ...] = ()
    game: Literal["zipai", "paoyao"] = "zipai"


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/rules/{id}`: `changes` and `players` as in `RoomOptions`; with players the lines are a room's of so many."""

    changes: dict[str, Any] = {}
    players: Annotated[int, msgspec.Meta(ge=2, le=8)] | None = None


class OwnRules(msgspec.Struct, frozen=True):
    """Answer of `POST /api/rules`: a rule file as the rule set it starts from, its name, and what is changed in that.

    `changes` holds the whole file under `file`; options that are chosen stand beside it. `POST /api/rules/{base}` with it alone is
    the page of the file.
    """

    base: str
    name: str
    changes: dict[str, Any]


class ScoreAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/score`: a won hand, and how it was won.

    cards: all groups by name (`坎壹壹壹 句二七十 将五五`), or the concealed cards and then the melds. card: the winning card;
    origin: how it came. The winner is seat A; the dealer is B unless `dealer`; a discarder is B. claims, discards, left:
    进张, own discards, concealed cards before the winning one, None where not known. players: at the table, 醒家 included.
    """

    cards: Annotated[str, msgspec.Meta(max_length=400)]
    rules: Annotated[str, msgspec.Meta(max_length=40)] = "std15"
    changes: dict[str, Any] = {}
    card: ShortText | None = None
    origin: Literal["self", "other", "discard", "liang", "deal"] | None = None
    dealer: bool = False
    first_discard: bool = False
    first_draw: bool = False
    last: bool = False
    claims: Count | None = None
    discards: Count | None = None
    left: Count | None = None
    huang: Count = 0
    charge: Count = 0
    piao: Count = 0
    xing: Count = 0
    birds: Count = 0
    wang: ShortText = ""
    base: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] | None = None


class ScoredGroup(msgspec.Struct, frozen=True):
    """One 门子: its kind (glossary), the word for it, its cards, its 息; whether the winning card is in it."""

    kind: str
    name: str
    cards: str
    huxi: int
    claimed: bool = False


class Scored(msgspec.Struct, frozen=True):
    """Answer of `POST /api/score`. reason: why it is no 胡. fan: names with their 番 (or what they do to the points).

    points: what one loser pays in units of 底分, or what the winner gains where points are counted (`ledger`). net: by
    seat, A first. lines: the derivation.
    """

    rules: Line
    can_hu: bool
    reason: Line | None
    groups: tuple[ScoredGroup, ...]
    huxi: int | None
    tun: int | None
    fan: tuple[tuple[str, str], ...]
    fan_total: int | None
    points: int | None
    ledger: bool
    net: tuple[int, ...] | None
    lines: tuple[Line, ...]
