"""`erqishi hand --batch`: hands from a file, one a line, judged in a stream.

The reading of a batch: 坎 are kept whole (unless the rules say otherwise), and one's own draw is first laid as 偎, as 提, or
as the 跑 of one's own 碰.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from erqishi.cards import COPIES, N_KINDS, card_name, pack, parse_hand
from erqishi.cli.stream import lines, opened
from erqishi.errors import UserInputError, WorldError
from erqishi.zipai.hand import Origin, most_huxi
from erqishi.zipai.handstate import HandState
from erqishi.zipai.meldtext import parse_melds
from erqishi.zipai.ruleset import RuleSet

_Kind: TypeAlias = Literal["chi", "bi", "peng", "wei", "chouwei", "pao", "ti"]
_KINDS: dict[str, _Kind] = {kind: kind for kind in get_args(_Kind)}


class _Meld(msgspec.Struct):
    t: _Kind
    cards: str


class _Line(msgspec.Struct):
    """One hand of a batch file; other keys are ignored."""

    hand: str | None = None
    counts: list[int] | None = None
    melds: list[_Meld] = []
    card: str | None = None
    mode: Literal["draw", "other"] | None = None
    id: Any = None


class _Answer(msgspec.Struct):
    id: Any
    complete: bool
    win: bool
    huxi: int | None


class _Refusal(msgspec.Struct):
    id: Any
    error: str


def judge_file(name: str, rules: RuleSet, as_json: bool) -> int:
    """Judge every line of a file, or of standard input for `-`; the exit status: 2 when a line was bad, else 0.

    A bad line is answered in its place with what is wrong, and the rest goes on.
    """
    hands = wins = bad = 0
    out = sys.stdout.buffer
    with opened(name) as file:
        try:
            for number, line in lines(file, name):
                answer = _judge(line, number, rules)
                hands += 1
                bad += isinstance(answer, _Refusal)
                wins += isinstance(answer, _Answer) and answer.win
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


# -- one line ---------------------------------------------------------------------------------------------------------

_DECODER = msgspec.json.Decoder(_Line)


def _judge(line: bytes, number: int, rules: RuleSet) -> _Answer | _Refusal:
    try:
        given = _decode(line)
        state = HandState.of(_cards(given), [(meld.t, meld.cards) for meld in given.melds], wang=rules.wang)
        if given.card is not None and given.mode is None:
            raise UserInputError('有 card 就要有 mode / with a card there must be a mode: "draw" or "other"')
        origin: Origin = "self" if given.mode == "draw" else "other"
        huxi, win = most_huxi(state, given.card, origin, rules, pao_first=True)
        return _Answer(given.id, huxi is not None, win, huxi)
    except UserInputError as error:
        return _Refusal(_id(line), f"line {number}: {'; '.join(str(error).splitlines())}")


def _decode(line: bytes) -> _Line:
    """The line as it should be; else as it may be meant, or what is wrong with it."""
    try:
        with contextlib.suppress(msgspec.ValidationError):
            return _DECODER.decode(line)
        data = msgspec.json.decode(line)
    except msgspec.MsgspecError as error:
        raise UserInputError(f"不是要的 JSON / not the JSON that is wanted: {error}") from None
    except RecursionError:
        raise UserInputError("JSON 套得太深 / the JSON is nested too deep") from None
    if not isinstance(data, dict):
        raise UserInputError('要一个对象 / must be an object: {"id": …, "hand": …, "melds": […]}')
    counts, mode = data.get("counts"), data.get("mode")
    if counts is not None and not (isinstance(counts, list) and all(type(n) is int for n in counts)):
        raise _wrong("counts", counts, "20个数", "20 numbers")
    if mode is not None and (mode := _MODES.get(mode.strip().lower()) if isinstance(mode, str) else None) is None:
        raise _wrong("mode", data["mode"], " draw（自己摸）或 other（别家的牌）", "draw or other")
    return _Line(
        hand=_text("hand", data.get("hand")),
        counts=counts,
        melds=_melds(data.get("melds")),
        card=_text("card", data.get("card")) or None,
        mode=mode,
        id=data.get("id"),
    )


_MODES: dict[str, Literal["draw", "other"]] = {"draw": "draw", "self": "draw", "自摸": "draw", "other": "other"}


def _wrong(key: str, value: Any, zh: str, en: str) -> UserInputError:
    shown = repr(value)
    return UserInputError(f"{key} = {shown[:40]}{'…' if len(shown) > 40 else ''}: 要{zh} / must be {en}")


def _text(key: str, value: Any) -> str | None:
    """Cards as a text, or as a list of cards."""
    if isinstance(value, list) and all(isinstance(card, str) for card in value):
        return " ".join(value)
    if value is not None and not isinstance(value, str):
        raise _wrong(key, value, "牌：一一二，或一列牌", "cards: 一一二, or a list of cards")
    return value


def _melds(given: Any) -> list[_Meld]:
    """Melds as a text, a list of texts, or a list of objects."""
    made = []
    for each in (
        [given] if isinstance(given, str) else [] if given is None else given if isinstance(given, list) else [0]
    ):
        text: str | None = each if isinstance(each, str) else None
        if isinstance(each, dict):
            word, laid = each.get("t", each.get("kind")), _text("cards", each.get("cards"))
            text = f"{word} {laid}" if isinstance(word, str) and laid else None
        if text is None:
            raise _wrong("melds", given, '一列门子：[{"t": "peng", "cards": "三三三"}]', "a list of melds")
        for kind, cards in parse_melds(text):
            if kind not in _KINDS:
                raise _wrong(
                    "melds", text, f"桌上的门子：{'、'.join(_KINDS)}", f"melds on the table: {', '.join(_KINDS)}"
                )
            made.append(_Meld(_KINDS[kind], "".join(map(card_name, cards))))
    return made


def _cards(line: _Line) -> str | list[int]:
    if line.counts is None:
        if line.hand is None:
            raise UserInputError("没有 hand 也没有 counts / neither hand nor counts")
        return line.hand
    counts = line.counts
    if len(counts) != N_KINDS or not all(0 <= n <= COPIES for n in counts):
        raise UserInputError(
            f"counts: 要 {N_KINDS} 个 0 到 {COPIES} 的数 / must be {N_KINDS} numbers from 0 to {COPIES}"
        )
    cards = [k for k, n in enumerate(counts) for _ in range(n)]
    if line.hand is not None and parse_hand(line.hand) != pack(cards):
        raise UserInputError(f"hand 和 counts 不一样 / hand and counts differ: {line.hand}")
    return cards


def _id(line: bytes) -> Any:
    """The id of a line that is otherwise wrong, if it can be had."""
    with contextlib.suppress(msgspec.MsgspecError, RecursionError):
        given = msgspec.json.decode(line)
        if isinstance(given, dict):
            return given.get("id")
    return None


def _told(answer: _Answer | _Refusal) -> str:
    """One line for people."""
    name = answer.id if isinstance(answer.id, str) else msgspec.json.encode(answer.id).decode()
    if isinstance(answer, _Refusal):
        return f"{name}\t{answer.error}"
    if answer.huxi is None:
        return f"{name}\t没有成牌 not complete"
    return f"{name}\t{answer.huxi} 息\t{'胡' if answer.win else '成牌，不能胡 complete, no 胡'}"
