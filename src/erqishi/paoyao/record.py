"""A hand as plain data, and back: rules, seats, chips, deck, decisions. Everything else is derived again.

The whole rule set travels along, so a record outlives the rule files; its hash must fit it.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from erqishi.errors import IllegalAction, RecordError, UserInputError
from erqishi.paoyao.actions import parse_action
from erqishi.paoyao.game import Game
from erqishi.paoyao.ruleset import from_dict


class _Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """id and names as they were; hash of the options; the options."""

    id: str
    name_zh: str
    name_en: str
    hash: str
    options: dict[str, int | bool | str]


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a record. deck: 52 cards in dealing order. did: the decisions in order, as text."""

    game: Literal["paoyao"]
    v: Literal[1]
    rules: _Rules
    players: int
    dealer: int
    chips: tuple[int, ...]
    carry: int
    deck: str
    did: tuple[str, ...]


def to_record(game: Game) -> dict[str, Any]:
    """The hand as data that JSON can carry, finished or not."""
    rules = game.rules
    record = _Record(
        game="paoyao",
        v=1,
        rules=_Rules(
            id=rules.id,
            name_zh=rules.name_zh,
            name_en=rules.name_en,
            hash=rules.version,
            options=rules.options(),
        ),
        players=game.players,
        dealer=game.dealer,
        chips=game.chips,
        carry=game.carry,
        deck=game.deck,
        did=tuple(map(str, game.actions)),
    )
    data: dict[str, Any] = msgspec.to_builtins(record)
    return data


def from_record(data: Mapping[str, Any]) -> Game:
    """Replay a record. Raises RecordError that names the key or the step that does not hold."""
    try:
        record = msgspec.convert(data, _Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"记录读不懂 (cannot read the record): {error}") from error
    try:
        names = {"id": record.rules.id, "name_zh": record.rules.name_zh, "name_en": record.rules.name_en}
        rules = from_dict(names | record.rules.options, "rules")
        if rules.version != record.rules.hash:
            raise RecordError(
                f"rules.hash = {record.rules.hash}: 与规则不符 (the options give {rules.version}; were they edited?)"
            )
        game = Game.from_deck(
            rules, record.deck, record.dealer, players=record.players, chips=record.chips, carry=record.carry
        )
    except RecordError:
        raise
    except UserInputError as error:
        raise RecordError(f"记录不成立 (the record does not hold): {error}") from error
    for number, text in enumerate(record.did, start=1):
        if game.decision is None:
            raise RecordError(f"did[{number}] = {text}: 这一局已经结束 (the hand is over)")
        try:
            game.do(parse_action(text))
        except (IllegalAction, UserInputError) as error:
            seat = game.decision.seat if game.decision else None
            raise RecordError(f"did[{number}] = {text} (seat {seat}): {error}") from error
    return game
