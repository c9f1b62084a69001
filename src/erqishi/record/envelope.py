"""The record (牌谱) of one hand of any game, as a value and as JSON: docs/record.md.

It holds what cannot be derived (rules, deal, decisions) and the result, against which a replay is compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from erqishi.errors import RecordError
from erqishi.shuffle import ShuffleProof, VerifyError, shuffled
from erqishi.shuffle import verify as verify_shuffle

VERSION = 1
"""The version of both forms. A reader refuses any other; a change of meaning needs a new number."""

LONGEST = 1 << 16
"""Most characters of one record in either form: a hundred times what a hand needs."""

LONGEST_NAME = 60
_SHOWN = 20


FieldsOf = Callable[[Any, ShuffleProof | None], dict[str, Any]]

_fields_of: list[FieldsOf] = []


def gives_fields(function: FieldsOf) -> FieldsOf:
    """Decorates the one function that gives the fields of any game's record: it knows the games, this room knows none."""
    _fields_of[:] = [function]
    return function


class RulesUsed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rules of the hand: their id, the hash that names exactly these parameters, and the parameters themselves.

    set: every parameter that is not at its default. Empty for the standard game, and for a shipped rule set that is
    too long to carry along; that one is then found by id and hash. Defaults never change (a test holds them), so
    an old record means what it meant.
    """

    id: str
    hash: str
    set: dict[str, Any] = {}


class Around(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table around a hand that not everybody plays (醒家, 鸟家).

    active: the table's seat of each seat of the hand. net: everybody's change, by seat of the table, with what is paid beside
    the hand. names: one a seat of the table, or none.
    """

    active: tuple[int, ...]
    net: tuple[int, ...]
    names: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One hand. Make one with `Record.of(game)`, or read one; `replay` plays it again.

    names: one a seat, or none. dealer: its seat. deal: what else the game's deal needs (zipai: nothing).
    deck: the cards in dealing order, or "" when `shuffle` proves them. did: the decisions in order, in the game's own
    compact text. result: None while the hand is unfinished; its keys are the game's. table: only where not everybody plays.
    """

    v: int = msgspec.field(default_factory=lambda: VERSION)  # no plain default: it is always written
    game: str
    rules: RulesUsed
    names: tuple[str, ...] = ()
    date: str = ""
    dealer: int
    deal: dict[str, int | tuple[int, ...]] = {}
    deck: str = ""
    shuffle: ShuffleProof | None = None
    did: str
    result: dict[str, int | bool | str | tuple[int, ...] | None] | None = None
    table: Around | None = None

    @staticmethod
    def of(
        game: Any,
        *,
        names: Sequence[str] = (),
        date: str = "",
        shuffle: ShuffleProof | None = None,
        table: Around | None = None,
    ) -> Record:
        """The record of a game, finished or not. `shuffle`: the proof of its deck, which then need not be kept.

        RecordError when the names are not one a seat, or the proof is of another deck.
        """
        record = Record(**_fields_of[0](game, shuffle), names=tuple(names), date=date, table=table)
        check(record)
        return record


class _Sealed(Record, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record as it stands in JSON, with its checksum at the end."""

    sum: str


class _Head(msgspec.Struct):
    """What a newer or foreign record is known by."""

    v: int = 0
    game: str = ""


class Fault(NamedTuple):
    """One thing wrong in a text: its line (from 1), and what is wrong in words."""

    line: int
    zh: str
    en: str

    def __str__(self) -> str:
        return f"第{self.line}行 {self.zh} (line {self.line}: {self.en})"


class NotARecord(RecordError):
    """Something else altogether, as far as it can be seen: that is said first, with what would be one.

    why: what shows it, in both languages. file: its name, where there is one.
    """

    def __init__(self, why: str, file: str = "") -> None:
        self.why = why
        super().__init__(
            f"{f'{file}: ' if file else ''}这不是牌谱 / this is not a record: {why}。\n牌谱是 JSON 一局一行，或以“跑胡子牌谱”“跑腰牌谱”开头的文字 · "
            "a record is JSON, one hand a line, or text that begins with 跑胡子牌谱 or 跑腰牌谱 (docs/record.md)"
        )


def refusal(faults: list[Fault]) -> RecordError:
    """The error that tells these faults, one a line."""
    faults = sorted(faults)
    shown = [str(fault) for fault in faults[:_SHOWN]]
    if rest := len(faults) - len(shown):
        shown.append(f"还有 {rest} 处 (and {rest} more)")
    return RecordError("\n".join(shown))


def checksum(record: Record) -> str:
    """Eight hex digits of SHA-256 of the record's compact JSON with sorted keys, `sum` left out."""
    return hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()[:8]


def to_json(record: Record) -> str:
    """Compact JSON on one line, sealed with a checksum. RecordError for a record that could not be read again."""
    check(record)
    body = msgspec.json.encode(record).decode()
    return f'{body[:-1]},"sum":"{checksum(record)}"}}'


def from_json(text: str | bytes) -> Record:
    """Read the JSON form. RecordError names the key that is wrong, or says that the checksum does not fit."""
    if len(text) > LONGEST:
        raise RecordError(f"太长，不是一局牌 / {len(text)} characters are no hand; {LONGEST} at most")
    try:
        head = msgspec.json.decode(text, type=_Head)
        if not head.v and b'"steps"' in (text.encode() if isinstance(text, str) else text):
            raise NotARecord(
                "这是给裁判的 trace，不是牌谱；牌谱用 --records / a trace for a referee; records come of --records"
            )
        if not head.v:
            raise NotARecord("JSON 里没有版本 v / the JSON has no version v")
        if head.v != VERSION:
            raise RecordError(f"v = {head.v}: 只会读第 {VERSION} 版 / this program reads version {VERSION} of the form")
        sealed = msgspec.json.decode(text, type=_Sealed)
        json.loads(text, object_pairs_hook=_each_once)
    except msgspec.ValidationError as error:
        raise RecordError(f"牌谱不合格式 / not a record: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(f"不是完整的 JSON / not complete JSON: {error}") from None
    record = Record(**{name: getattr(sealed, name) for name in Record.__struct_fields__})
    check(record)
    if (own := checksum(record)) != sealed.sum:
        raise RecordError(
            f"sum = {shown(sealed.sum)}: 校验不符，牌谱被改动过或抄错了 / the content gives {own}: altered or miscopied"
        )
    return record


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    """Raise RecordError for a key that an object has twice: which of the two is meant, nobody can know."""
    keys = [key for key, _ in pairs]
    if twice := [key for key in dict.fromkeys(keys) if keys.count(key) > 1]:
        raise RecordError(f"{shown(twice[0])}: 这个键写了两次 / this key is written twice")


def check(record: Record) -> None:
    """Raise RecordError for what no game's record may hold."""
    around = record.table.names if record.table is not None else ()
    named = [(f"names[{i}]", name) for i, name in enumerate(record.names)]
    for key, text in (("date", record.date), *named, *((f"table.names[{i}]", name) for i, name in enumerate(around))):
        if len(text) > LONGEST_NAME or not text.isprintable() or text != text.strip():
            raise RecordError(
                f"{key} = {shown(text)}: 要一行文字，至多{LONGEST_NAME}字，首尾不留空 / "
                f"expected one line of at most {LONGEST_NAME} characters, without spaces around it"
            )
    if bool(record.deck) == (record.shuffle is not None):
        raise RecordError("deck, shuffle: 要其中一个，也只要一个 / exactly one of the two is wanted")


def proven_deck(proof: ShuffleProof) -> tuple[int, ...]:
    """The card ids that a shuffle proof yields, the commitment checked. RecordError when it does not hold."""
    try:
        deck = shuffled(proof)
        verify_shuffle(proof, deck)
    except VerifyError as error:
        raise RecordError(f"shuffle: 洗牌证明不成立 / the proof does not hold: {error}") from None
    return deck


def shown(text: object) -> str:
    """Somebody's text, fit for a message: short, without control characters."""
    plain = "".join(char if char.isprintable() else "\ufffd" for char in str(text)[:40])
    return plain + "…" * (len(str(text)) > 40)
