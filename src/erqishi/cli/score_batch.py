"""`erqishi score --batch`: won hands from a file, one a line, scored in a stream, each by its own rules."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from erqishi.cli.stream import lines, opened
from erqishi.errors import ErqishiError, UserInputError, WorldError
from erqishi.zipai.ruleset import RuleSet, names
from erqishi.zipai.scoring import facts_of_given, settle_hand
from erqishi.zipai.scoring.given import drawn_of_given, options_of_given, with_options
from erqishi.zipai.scoring.payment import NAMES


class _Answer(msgspec.Struct):
    id: Any
    can_hu: bool
    huxi: int | None
    tun: int | None
    fan: dict[str, int | str]
    fan_total: int | None
    points: int | None
    net: dict[str, int] | None


class _Refusal(msgspec.Struct):
    id: Any
    error: str


def score_file(name: str, rules: str, as_json: bool) -> int:
    """Score every line of a file, or of standard input for `-`; the exit status: 2 when a line was bad, else 0.

    rules: for lines that name none. A bad line is answered in its place with what is wrong, and the rest goes on.
    """
    hands = wins = bad = 0
    out = sys.stdout.buffer
    with opened(name) as file:
        try:
            for number, line in lines(file, name):
                answer = _score(line, number, rules)
                hands += 1
                bad += isinstance(answer, _Refusal)
                wins += isinstance(answer, _Answer) and answer.can_hu
                out.write((msgspec.json.encode(answer) if as_json else _told(answer).encode()) + b"\n")
            out.flush()
        except BrokenPipeError:  # the reader has seen enough; nothing may be written any more, not even at the exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 2 if bad else 0
        except OSError as error:
            raise WorldError(f"{name}: 读写到一半断了 / reading or writing failed: {error.strerror}") from None
    if not as_json:
        print(f"{hands} 手，胡 {wins}，看不懂 {bad} · {hands} hands, {wins} 胡, {bad} unreadable", file=sys.stderr)
    return 2 if bad else 0


def _score(line: bytes, number: int, rules: str) -> _Answer | _Refusal:
    key: Any = None
    try:
        try:
            data = msgspec.json.decode(line)
        except msgspec.MsgspecError as error:
            raise UserInputError(f"不是要的 JSON / not the JSON that is wanted: {error}") from None
        except RecursionError:
            raise UserInputError("JSON 套得太深 / the JSON is nested too deep") from None
        if not isinstance(data, dict):
            raise UserInputError('要一个对象 / must be an object: {"id": …, "ruleset": …, "given": {…}}')
        key = data.get("id")
        given, name = data.get("given"), data.get("ruleset", rules)
        if not isinstance(given, dict):
            raise UserInputError("没有 given / given is missing")
        if not isinstance(name, str):
            raise UserInputError("ruleset: 要一个名字 / must be a name")
        return _answer(key, _with_table(name, given.get("table")), with_options(given, data))
    except ErqishiError as error:
        return _Refusal(key, f"line {number}: {'; '.join(str(error).splitlines())}")


def _with_table(name: str, table: Any) -> str:
    """A family of rule sets may be named with the table of values beside it: huaihua_hongguaiwan, 468."""
    full = f"{name}_{table}"
    return full if isinstance(table, str | int) and full in names() else name


def _answer(key: Any, name: str, given: Mapping[str, Any]) -> _Answer:
    chosen = _rules(name, msgspec.json.encode(options_of_given(given), order="sorted"))
    if given.get("huang") is True:
        return _Answer(key, False, None, None, {}, None, None, _named(drawn_of_given(chosen, given)))
    settled = settle_hand(chosen, facts_of_given(chosen, given))
    return _Answer(
        key,
        settled.can_hu,
        settled.huxi,
        settled.tun,
        settled.fan,
        settled.fan_total,
        settled.points,
        None if settled.net is None else _named(settled.net),
    )


def _named(net: tuple[int, ...]) -> dict[str, int]:
    return {NAMES[seat]: n for seat, n in enumerate(net)}


@functools.lru_cache(maxsize=256)
def _rules(name: str, options: bytes) -> RuleSet:
    return RuleSet.load(name, msgspec.json.decode(options))


def _told(answer: _Answer | _Refusal) -> str:
    """One line for people."""
    name = answer.id if isinstance(answer.id, str) else msgspec.json.encode(answer.id).decode()
    if isinstance(answer, _Refusal):
        return f"{name}\t{answer.error}"
    if not answer.can_hu:
        huxi = "没有成牌 not complete" if answer.huxi is None else f"{answer.huxi} 息"
        return f"{name}\t{huxi}\t不能胡 no 胡"
    fan = " ".join(f"{key}{value}" for key, value in answer.fan.items()) or "-"
    net = " ".join(f"{seat}{n:+d}" for seat, n in (answer.net or {}).items())
    return f"{name}\t{answer.huxi} 息\t{'-' if answer.tun is None else answer.tun} 囤\t{fan}\t{'-' if answer.points is None else answer.points}\t{net}"
