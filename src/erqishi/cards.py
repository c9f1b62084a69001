"""The cards: 20 kinds of 4, their names and colours, read from text and printed.

A kind is 0…19: small 一…十 are 0…9, big 壹…拾 are 10…19 (core.md §1). A hand is one integer, 3 bits a kind,
so that adding a card is an addition: `count = hand >> 3*kind & 7`. Where the rules have 王 (wild cards), 20 is a 王; it has
neither size nor rank, and is read from text only by those who ask for it.

    >>> parse_cards("一 x2 贰，D10")
    [0, 1, 11, 19]
    >>> hand_text(parse_hand("壹贰叁一一二三七十"))
    '一一二三七十 壹贰叁'
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from erqishi.errors import CardTextError as CardTextError
from erqishi.errors import Fault as Fault
from erqishi.errors import UserInputError

N_KINDS = 20
COPIES = 4
#: The kind of a 王, its name and how it is written in ASCII.
WANG, WANG_NAME, WANG_ASCII = 20, "王", "w"
NAMES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
ASCII_NAMES = tuple(f"{size}{rank}" for size in "xd" for rank in range(1, 11))

# Other ways in which people write the same card: traditional, financial, old and Japanese forms.
_VARIANTS = {
    10: "壱弌",
    11: "貳弐貮弍",
    12: "參叄参弎",
    15: "陸",
    16: "漆桼",
}
_KIND_OF = {name: kind for kind, name in enumerate(NAMES)}
_KIND_OF |= {name: kind for kind, names in _VARIANTS.items() for name in names}

# Long dashes and their kin are no separators: they are too easily meant, or taken, for 一.
_DASHES = "‐‑‒–—―⸺⸻﹘－ー─━ㄧ"

_RED_RANKS = (2, 7, 10)
_LETTERED = re.compile(r"([xd])(\d*)")
_DIGITS = re.compile(r"\d+")
_FULL_HAND = (1 << 3 * (N_KINDS + 1)) - 1
_ALL_NAMES: tuple[str, ...] = (*NAMES, WANG_NAME)
_ALL_ASCII: tuple[str, ...] = (*ASCII_NAMES, WANG_ASCII)


def is_small(kind: int) -> bool:
    """Whether the card is one of 一…十 (小字)."""
    return _checked(kind) < 10


def rank(kind: int) -> int:
    """The 牌点, 1…10, shared by both sizes: 五 and 伍 are both 5 (core.md §1.3)."""
    return _checked(kind) % 10 + 1


def is_red(kind: int) -> bool:
    """Whether the card is red: 二 七 十 贰 柒 拾 (core.md §1.2). Colour matters to 名堂 only."""
    return rank(kind) in _RED_RANKS


def card_name(kind: int) -> str:
    """The card as it is printed: 一…十, 壹…拾, 王."""
    return _ALL_NAMES[_checked(kind, WANG)]


def ascii_name(kind: int) -> str:
    """The card in ASCII: x1…x10 small (小), d1…d10 big (大), w 王."""
    return _ALL_ASCII[_checked(kind, WANG)]


def pack(cards: Iterable[int]) -> int:
    """Cards as one hand integer. UserInputError when a kind does not exist or comes more than four times."""
    hand = 0
    for kind in cards:
        hand += 1 << 3 * _checked(kind, WANG)
        if hand >> 3 * kind & 7 > COPIES:
            raise UserInputError(f"{card_name(kind)}多于{COPIES}张: more than {COPIES} of {ascii_name(kind)}")
    return hand


def unpack(hand: int) -> list[int]:
    """The cards of a hand integer, in order of kind. UserInputError when the integer is no hand."""
    hand = int(hand)
    cards = [kind for kind in range(N_KINDS + 1) for _ in range(hand >> 3 * kind & 7)]
    if not 0 <= hand <= _FULL_HAND or any(hand >> 3 * kind & 7 > COPIES for kind in cards):
        raise UserInputError(f"不是一手牌: {hand} is no hand: 3 bits a kind, 20 kinds and 王, at most {COPIES} of each")
    return cards


def hand_text(hand: int | Iterable[int]) -> str:
    """A hand (packed, or its cards in any order) as people write it: small first, then big, then 王, a space between."""
    return " ".join("".join(_ALL_NAMES[kind] for kind in size) for size in _by_size(hand) if size)


def hand_ascii(hand: int | Iterable[int]) -> str:
    """A hand (packed, or its cards in any order) in ASCII: `x1 x1 x2 d3`."""
    return " ".join(_ALL_ASCII[kind] for size in _by_size(hand) for kind in size)


def parse_cards(text: str, *, wang: bool = False) -> list[int]:
    """Read cards in the order written. CardTextError with every fault when something cannot be read.

    Cards are 一…十 and 壹…拾 with their traditional and financial forms, or x1…x10 and d1…d10; spaces and
    punctuation between them do not matter. More than four of a kind is a fault. An empty text is no cards.
    wang: 王 (or w) is read too, as kind 20.
    """
    found, faults = scan_cards(fold(text), wang=wang)
    faults += surplus_faults(found)
    if faults:
        raise CardTextError(sorted(faults, key=lambda fault: fault.pos))
    return [card.kind for card in found]


def parse_hand(text: str, *, wang: bool = False) -> int:
    """Read cards as `parse_cards` does, as one hand integer."""
    return pack(parse_cards(text, wang=wang))


# -- what other readers of text build on --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card read at a position (0-based) of a text."""

    pos: int
    text: str
    kind: int


def fold(text: str) -> str:
    """The text with every look-alike character (full-width, compatibility form, capital) made plain.

    It has the same length, character for character, so that positions stay true.
    """
    return "".join(map(_fold_character, text))


def scan_cards(
    text: str, start: int = 0, end: int | None = None, *, wang: bool = False
) -> tuple[list[FoundCard], list[Fault]]:
    """Read the cards of a folded text between two positions (王 where `wang`); what cannot be read is returned as faults."""
    found: list[FoundCard] = []
    faults: list[Fault] = []
    end = len(text) if end is None else end
    pos = start
    while pos < end:
        char = text[pos]
        if char in _KIND_OF:
            found.append(FoundCard(pos, char, _KIND_OF[char]))
            pos += 1
        elif is_separator(char):
            pos += 1
        elif wang and char in (WANG_NAME, WANG_ASCII):
            found.append(FoundCard(pos, char, WANG))
            pos += 1
        elif lettered := _LETTERED.match(text, pos, end):
            token = lettered.group()
            if token in ASCII_NAMES:
                found.append(FoundCard(pos, token, ASCII_NAMES.index(token)))
            else:
                faults.append(_bad_number(pos, token))
            pos = lettered.end()
        elif digits := _DIGITS.match(text, pos, end):
            faults.append(_bare_number(pos, digits.group()))
            pos = digits.end()
        else:
            stop = pos + 1
            while stop < end and _is_strange(text[stop], wang) and (text[stop] in _DASHES) == (char in _DASHES):
                stop += 1
            faults.append(_unreadable(pos, text[pos:stop]))
            pos = stop
    return found, faults


def surplus_faults(found: Iterable[FoundCard]) -> Iterator[Fault]:
    """A fault for each card beyond the fourth of its kind."""
    seen = [0] * (N_KINDS + 1)
    for card in found:
        seen[card.kind] += 1
        if seen[card.kind] > COPIES:
            yield Fault(
                card.pos + 1,
                card.text,
                f"第{seen[card.kind]}张{card_name(card.kind)}，一种牌只有{COPIES}张",
                f"number {seen[card.kind]} of {card.text}; there are only {COPIES} of a kind",
            )


def is_separator(char: str) -> bool:
    """Whether a folded character may stand between cards: space, punctuation, an invisible mark; no long dash."""
    category = unicodedata.category(char)
    return char in "-|+~" or char.isspace() or category == "Cf" or (category[0] in "PZ" and char not in _DASHES)


def _fold_character(char: str) -> str:
    if char in _DASHES:
        return char
    plain = unicodedata.normalize("NFKC", char).lower()
    return plain if len(plain) == 1 else char


def _is_strange(char: str, wang: bool) -> bool:
    if wang and char in (WANG_NAME, WANG_ASCII):
        return False
    return char not in _KIND_OF and char not in "xd" and not char.isdecimal() and not is_separator(char)


def _bad_number(pos: int, token: str) -> Fault:
    size = "小" if token[0] == "x" else "大"
    return Fault(
        pos + 1,
        token,
        f"没有“{_shown(token)}”这张牌：{token[0]} ({size}) 后面要一个数，1 到 10",
        f"no card {_shown(token)!r}: {token[0]} takes a number, 1 to 10",
    )


def _bare_number(pos: int, digits: str) -> Fault:
    return Fault(
        pos + 1,
        digits,
        f"“{_shown(digits)}”前面要写 x (小) 或 d (大)，如 x5 = 五，d5 = 伍",
        f"{_shown(digits)!r} needs x (small) or d (big) before it, as in x5 or d5",
    )


def _unreadable(pos: int, piece: str) -> Fault:
    shown = _shown(piece)
    if piece[0] in _DASHES:
        zh, en = "横线不是牌，“一”请写“一”或 x1", "a dash is no card; write 一 as 一 or x1"
    elif piece[0] in "〇零○":
        zh, en = f"没有“{shown}”这张牌：牌是一到十", f"no card {shown!r}: cards go from one to ten"
    elif piece in "大小":
        zh, en = "不写“大”“小”：小五写作 五，大五写作 伍", f"do not write {shown!r}: a small five is 五, a big five 伍"
    else:
        zh = f"看不懂“{shown}”：牌写作一…十、壹…拾，或 x1…x10、d1…d10"
        en = f"cannot read {shown!r}: cards are 一…十 and 壹…拾, or x1…x10 and d1…d10"
    return Fault(pos + 1, piece, zh, en)


def _shown(piece: str) -> str:
    """A piece of somebody's text, fit for a message: short, and no control character or broken byte in it."""
    return "".join(char if char.isprintable() else "\ufffd" for char in piece[:12]) + "…" * (len(piece) > 12)


def _by_size(hand: int | Iterable[int]) -> tuple[list[int], list[int], list[int]]:
    cards = sorted(_checked(kind, WANG) for kind in hand) if isinstance(hand, Iterable) else unpack(hand)
    small, big = [kind for kind in cards if kind < 10], [kind for kind in cards if 10 <= kind < WANG]
    return small, big, [kind for kind in cards if kind == WANG]


def _checked(kind: int, last: int = N_KINDS - 1) -> int:
    if not 0 <= kind <= last:
        raise UserInputError(f"没有编号 {kind} 的牌: no card of kind {kind}; kinds are 0…{N_KINDS - 1}")
    return kind
