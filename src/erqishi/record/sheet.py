"""Reading the text form, first half: from lines to a sheet of header, deal and items, with every fault and its line.

What the items mean by the rules is settled afterwards, in `retell`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from erqishi.cards import fold, is_separator, scan_cards
from erqishi.record.course import WORDS
from erqishi.record.envelope import VERSION, Fault, shown

# Traditional characters of the words of the form; those of the cards are known to `erqishi.cards`.
_SIMPLE = str.maketrans("莊對規則參數張結過驗譜鬍喫號臺", "庄对规则参数张结过验谱胡吃号台")

_KEYS = {
    "title": "跑胡子牌谱|跑胡子",
    "rules": "规则|rules",
    "option": "参数|option",
    "date": "日期|date",
    "dealer": "庄家|dealer",
    "huang": "前荒|huang_before",
    "piao": "飘|piao",
    "name": "名字|名|name",
    "table": "全桌|table",
    "shuffle": "洗牌|shuffle",
    "liang": "亮张|亮|liang",
    "wall": "底牌|墩|wall",
    "result": "结果|result",
    "sum": "校验|sum",
}
_KEY = re.compile("|".join(f"(?P<{key}>{words})" for key, words in _KEYS.items()))
_VERBATIM = frozenset({"option", "date", "name", "table", "shuffle"})
_OFTEN = frozenset({"option", "name", "table"})  # keys that may come more than once

_SEAT = r"(?:座(?:位)?)?(?:(?P<number>[0-3])号?|(?P<place>[庄下对上])家?)"
_SEAT_ALONE = re.compile(_SEAT)
_LETTERED = re.compile(r"[xd]\d+")
_DIGIT = re.compile(r"\s*:?\s*\d")
_GAP = re.compile(r"\s*:?\s*")
_NUMBER = re.compile(r"(\d{1,6})\s*[.、。):]\s*")

_SPELLED = {
    **{zh: verb for verb, (zh, _) in WORDS.items() if verb != "dealt_ti"},
    **{verb: verb for verb in WORDS if verb != "dealt_ti"},
    "出": "discard",
    "翻": "draw",
}
_TOKEN = re.compile(
    "(?P<huang>荒庄|huang)|(?P<wanted>想|wants?)|(?P<bi>比|bi)|"
    f"(?P<verb>{'|'.join(sorted(_SPELLED, key=len, reverse=True))})|{_SEAT}"
)
_RESULT = re.compile(
    rf"(?P<huang>荒庄|huang)|(?P<huxi>\d{{1,4}})\s*(?:胡?息|huxi)|(?P<tun>\d{{1,6}})\s*(?:囤|tun)|(?P<zimo>自摸|zimo)|"
    rf"(?P<tianhu>天胡|tianhu)|{_SEAT}\s*(?:(?P<hu>胡|hu)|(?P<net>[+-]?\d{{1,9}}))"
)
_MINUS = str.maketrans("−–—－", "----")


class Seat(NamedTuple):
    """A seat as written: by its number, or by its place from the dealer (庄 下 对 上)."""

    number: int | None
    place: str


class Value(NamedTuple):
    """The value of a header line. `raw` is as written, `at` its place in the folded `line_text`."""

    line: int
    raw: str
    line_text: str
    at: int


class Said(NamedTuple):
    """Something said about the result."""

    line: int
    key: str
    value: int
    seat: Seat | None


@dataclass
class SpokenItem:
    """An item as written: the seat may still be a place, the cards may be missing."""

    line: int
    seat: Seat
    verb: str
    wanted: bool
    groups: list[list[int]] = field(default_factory=list)


class Sheet:
    """What the lines of one record say. `faults` is empty when all could be read."""

    def __init__(self, text: str, first_line: int = 1, wang: bool = False) -> None:
        self.wang = wang  # whether the rules have 王
        self.faults: list[Fault] = []
        self.header: dict[str, list[Value]] = {}
        self.hands: list[tuple[int, Seat, list[int]]] = []
        self.liang: list[int] = []
        self.wall: list[int] = []
        self.items: list[SpokenItem] = []
        self.said: list[Said] = []
        self.finished = False
        self._rows = 0
        self._next = (1, 1)
        self._seat: Seat | None = None
        self.last_line = self.first_line = first_line
        for line, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=first_line):
            if raw.strip():
                self.last_line = line
                self._read_line(line, raw)

    def one(self, key: str) -> Value | None:
        """The value of a header line that comes at most once."""
        return self.header.get(key, [None])[0]

    def fault(self, line: int, zh: str, en: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(line, zh, en))

    # -- lines -------------------------------------------------------------------------------------------------

    def _read_line(self, line: int, raw: str) -> None:
        plain = fold(raw).translate(_SIMPLE)
        start = len(plain) - len(plain.lstrip())
        key = _KEY.match(plain, start)
        if key is not None and (key.lastgroup != "dealer" or _DIGIT.match(plain, key.end())):
            self._read_header(line, key.lastgroup or "", raw, plain, key.end())
            return
        plain = self._without_comments(line, plain)
        if not plain.strip():
            return
        seat = _SEAT_ALONE.match(plain, start)
        at = _GAP.match(plain, seat.end()).end() if seat else 0  # type: ignore[union-attr] # it matches everywhere
        if seat and _one_card(plain, at, self.wang):
            self.hands.append((line, _seat(seat), self._cards(line, plain, at)))
        else:
            self._read_row(line, plain, start)

    def _read_header(self, line: int, key: str, raw: str, plain: str, at: int) -> None:
        if key not in _VERBATIM:
            raw = plain = self._without_comments(line, plain)
        if plain[at : at + 1] == ":":
            at += 1
        at += len(plain[at:]) - len(plain[at:].lstrip())
        if key in self.header and key not in _OFTEN:
            self.fault(line, f"第二个“{plain[:at].strip()}”", f"a second line of this kind ({key})")
        value = Value(line, raw[at:].strip(), plain, at)
        self.header.setdefault(key, []).append(value)
        if key == "title" and (version := value.raw) not in ("", str(VERSION)):
            self.fault(
                line,
                f"第{shown(version)}版？只会读第{VERSION}版",
                f"version {shown(version)}; this program reads version {VERSION}",
            )
        elif key == "liang":
            self.liang = self._cards(line, plain, at)
        elif key == "wall":
            self.wall = self._cards(line, plain, at)
        elif key == "result":
            self.finished = True
            self._read_result(line, plain, at)

    def _without_comments(self, line: int, plain: str) -> str:
        """The line with (comments) blanked out and what follows a semicolon cut off."""
        kept = []
        depth = 0
        for char in plain:
            if char == ";" and depth == 0:
                break
            depth += char == "("
            kept.append(" " if depth else char)
            depth -= char == ")" and depth > 0
        if depth:
            self.fault(line, "括号没有合上", "a parenthesis is not closed")
        return "".join(kept)

    def _cards(self, line: int, plain: str, at: int, end: int | None = None) -> list[int]:
        found, faults = scan_cards(plain, at, end, wang=self.wang)
        for fault in faults:
            self.fault(line, f"第{fault.pos}字 {fault.zh}", f"char {fault.pos}: {fault.en}")
        return [card.kind for card in found]

    # -- what happened -----------------------------------------------------------------------------------------

    def _read_row(self, line: int, plain: str, at: int) -> None:
        if number := _NUMBER.match(plain, at):
            at = number.end()
            self._seat = None
            if int(number[1]) not in self._next:
                self.fault(
                    line,
                    f"第{self._rows + 1}条该在这里，写的是第{number[1]}条；少了一行？",
                    f"number {self._rows + 1} is due, not {number[1]}; is a line missing?",
                )
            self._rows += 1
            self._next = (self._rows + 1, int(number[1]) + 1)  # after a slip either count may go on
        for strange in self._tokens(line, plain, at):
            piece = _word(plain, strange)
            self.fault(
                line,
                f"第{strange + 1}字 看不懂“{piece}”；写成 庄打五 下碰 上摸柒 偎 …",
                f"char {strange + 1}: cannot read {piece!r}; write 庄打五 下碰 上摸柒 偎 …",
            )

    def _tokens(self, line: int, plain: str, at: int) -> Iterator[int]:
        """Read items from there on; gives the places where something cannot be read."""
        wanted, named, strange = False, False, False
        while at < len(plain):
            token = _TOKEN.match(plain, at)
            if token is None:
                if not is_separator(plain[at]) and not strange:
                    yield at
                strange = not is_separator(plain[at])
                at += 1
                continue
            strange = False
            at = token.end()
            if token["huang"]:
                self.finished = True
                self.said.append(Said(line, "huang", 1, None))
            elif token["wanted"]:
                wanted = True
            elif token["verb"] or token["bi"]:
                at = self._item(line, plain, token, wanted)
                wanted, named = False, False
            else:
                if named:
                    yield token.start()
                self._seat, named = _seat(token), True
        if named or wanted:
            yield len(plain.rstrip())

    def _item(self, line: int, plain: str, token: re.Match[str], wanted: bool) -> int:
        """Read one item after its verb; gives the place after it."""
        end = _cards_end(plain, token.end(), self.wang)
        cards = self._cards(line, plain, token.end(), end)
        place = token.start() + 1
        if token["bi"]:
            if len(cards) != 3 or not self.items or self.items[-1].verb != "chi" or self.items[-1].line != line:
                self.fault(
                    line, f"第{place}字 “比”跟在吃后面，带三张牌", f"char {place}: 比 follows 吃, with three cards"
                )
            else:
                self.items[-1].groups.append(cards)
            return end
        verb = _SPELLED[token["verb"]]
        if self._seat is None:
            self.fault(
                line, f"第{place}字 没说哪一家", f"char {place}: which seat? write 庄 下 对 上 or a number before it"
            )
            return end
        if not _fits(verb, cards):
            zh, en = ("三张", "three cards") if verb == "chi" else ("一张牌", "one card")
            self.fault(line, f"第{place}字 “{token['verb']}”后面要{zh}", f"char {place}: {token['verb']} takes {en}")
            return end
        groups = [cards] if verb == "chi" else [cards[:1]] if cards else []
        self.items.append(SpokenItem(line, self._seat, verb, wanted, groups))
        return end

    def _read_result(self, line: int, plain: str, at: int) -> None:
        plain = plain.translate(_MINUS)
        strange = False
        while at < len(plain):
            token = _RESULT.match(plain, at)
            if token is None:
                if not is_separator(plain[at]) and not strange:
                    piece = _word(plain, at)
                    self.fault(
                        line,
                        f"第{at + 1}字 看不懂“{piece}”；写成 下胡 18息 2囤 自摸 庄-3 下+6 上-3，或 荒庄",
                        f"char {at + 1}: cannot read {piece!r}; write 下胡 18息 2囤 自摸 庄-3 下+6 上-3, or 荒庄",
                    )
                strange = not is_separator(plain[at])
                at += 1
                continue
            strange = False
            at = token.end()
            for key in ("huang", "huxi", "tun", "zimo", "tianhu", "hu", "net"):
                if token[key] is not None:
                    value = int(token[key]) if key in ("huxi", "tun", "net") else 1
                    seat = _seat(token) if key in ("hu", "net") else None
                    self.said.append(Said(line, key, value, seat))


def _seat(match: re.Match[str]) -> Seat:
    return Seat(int(match["number"]) if match["number"] else None, match["place"] or "")


def _word(plain: str, at: int) -> str:
    """What stands there up to the next space, fit for a message."""
    return shown(plain[at : at + 12].partition(" ")[0])


def seat_named(text: str) -> tuple[Seat, int] | None:
    """The seat that a folded text begins with, and the place after it."""
    match = _SEAT_ALONE.match(text)
    return None if match is None else (_seat(match), match.end())


def _cards_end(plain: str, at: int, wang: bool) -> int:
    """The place after the cards (and the spaces between them) that begin at `at`."""
    end = at
    while at < len(plain):
        if scan := _one_card(plain, at, wang):
            at = end = scan
        elif plain[at].isspace():
            at += 1
        else:
            break
    return end


def _one_card(plain: str, at: int, wang: bool) -> int:
    """The place after the card that stands there, 0 when none does."""
    if lettered := _LETTERED.match(plain, at):
        return lettered.end()
    found, faults = scan_cards(plain, at, min(at + 1, len(plain)), wang=wang)
    return at + 1 if found and not faults else 0


def _fits(verb: str, cards: list[int]) -> bool:
    if verb == "chi":
        return len(cards) == 3
    if verb in ("discard", "draw"):
        return len(cards) == 1
    return len(set(cards)) <= 1


def begins_record(line: str) -> bool:
    """Whether a line is the title of a record."""
    if "跑" not in line[:20]:  # quick, for files of a million lines
        return False
    found = _KEY.match(fold(line[:20]).translate(_SIMPLE).lstrip())
    return found is not None and found.lastgroup == "title"
