"""The games whose hands can be recorded: a small table of functions for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from erqishi.errors import RecordError
from erqishi.record.envelope import Record, gives_fields, shown
from erqishi.shuffle import ShuffleProof


class Form(NamedTuple):
    """What a game adds to the envelope.

    title: how its text form begins. fields: the fields of a record that come from a game. replay: play a record
    again, RecordError at the first difference. to_text, from_text: the text form (`from_text` is given the number of
    the first line). tell: the course of the hand in Chinese and English, a pair a line.
    """

    title: str
    fields: Callable[[Any, ShuffleProof | None], dict[str, Any]]
    replay: Callable[[Record], Any]
    to_text: Callable[[Record], str]
    from_text: Callable[[str, int], Record]
    tell: Callable[[Record], list[tuple[str, str]]]


def _zipai() -> Form:
    from erqishi.record import retell, telling, text, zipai

    return Form("跑胡子", zipai.fields, zipai.replay, text.to_text, retell.from_text, telling.tell)


def _paoyao() -> Form:
    from erqishi.record import paoyao, paoyao_read, paoyao_text

    return Form("跑腰", paoyao.fields, paoyao.replay, paoyao_text.to_text, paoyao_read.from_text, paoyao_text.tell)


# Fetched at need, so that reading one game's records does not load the other's engine.
_FORMS: dict[str, Callable[[], Form]] = {"zipai": _zipai, "paoyao": _paoyao}


def _form(game: str) -> Form:
    if game not in _FORMS:
        raise RecordError(f"game = {shown(game)}: 不认识的游戏 / no such game; there are: {', '.join(_FORMS)}")
    return _FORMS[game]()


def form_of(game: Any) -> Form:
    """The functions for this game object."""
    package, _, rest = type(game).__module__.partition(".")
    return _form(rest.partition(".")[0] if package == "erqishi" else type(game).__name__)


@gives_fields
def _fields(game: Any, shuffle: ShuffleProof | None) -> dict[str, Any]:
    return form_of(game).fields(game, shuffle)


def replay(record: Record) -> Any:
    """Play the record again and give the game. RecordError names the first difference from what the rules say."""
    return _form(record.game).replay(record)


def to_text(record: Record) -> str:
    """The text form. The record is played again for that; RecordError when the rules do not reproduce it."""
    return _form(record.game).to_text(record)


def from_text(text: str, first_line: int = 1) -> Record:
    """Read the text form of one hand, tolerantly.

    RecordError lists every fault of the writing with its line (`first_line` is the number of the first); when it can
    be read, the hand is played again and the error tells the first difference from what the rules say.
    """
    titles = map(title_game, text[:LOOKED_AT].splitlines())
    return _form(next(filter(None, titles), "zipai")).from_text(text, first_line)


LOOKED_AT = 2000
"""Characters at the head of a text in which its title is looked for; without one it is a hand of 跑胡子."""


def title_game(line: str) -> str | None:
    """The game whose records have this line as their title; None when it is no title."""
    if "跑" not in line[:20]:  # quick, for files of a million lines
        return None
    if line.lstrip("\ufeff \t").startswith(("跑腰牌谱", "跑腰牌譜")):
        return "paoyao"
    from erqishi.record.sheet import begins_record

    return "zipai" if begins_record(line) else None


def tell(record: Record) -> list[tuple[str, str]]:
    """The course of the hand in Chinese and English, a pair a line. RecordError as `replay`."""
    return _form(record.game).tell(record)
