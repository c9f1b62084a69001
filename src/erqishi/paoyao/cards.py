"""The 52 cards of 跑腰: names, and reading and printing them.

A card is an integer 0 … 51, rank * 4 + suit. Ranks A 2 … 10 J Q K, suits S H C D (黑桃 红桃 梅花 方块). Suits and the order
of ranks mean nothing in the game (paoyao.md §2.26). The text of a card is suit and rank: H8, S10, DK.
"""

import re
from collections.abc import Iterable

from erqishi.errors import CardTextError, Fault

SUITS = ("S", "H", "C", "D")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = 52
SUIT_SIGNS = ("♠", "♥", "♣", "♦")

_SUIT_NAMES = {
    **dict(zip("SHCD", range(4), strict=True)),
    **dict(zip("♠♥♣♦", range(4), strict=True)),
    **dict(zip("♤♡♧♢", range(4), strict=True)),
    "黑桃": 0,
    "红桃": 1,
    "红心": 1,
    "梅花": 2,
    "草花": 2,
    "方块": 3,
    "方片": 3,
}
_RANK_NAMES = {**{name: i for i, name in enumerate(RANKS)}, "T": 9}
_SUIT = "|".join(sorted(_SUIT_NAMES, key=len, reverse=True))
_RANK = "|".join(sorted(_RANK_NAMES, key=len, reverse=True))
_CARD = re.compile(rf"(?P<s1>{_SUIT})\ufe0f?(?P<r1>{_RANK})|(?P<r2>{_RANK})(?P<s2>{_SUIT})\ufe0f?")
_GAP = re.compile(r"[\s,;/，、；]+")
# Full-width letters and digits to plain ones, one character for one, so that positions stay true.
_PLAIN = {0xFEE0 + i: i for i in range(0x21, 0x7F)}


def rank_of(card: int) -> int:
    """The rank of a card, 0 (A) … 12 (K)."""
    return card >> 2


def card_text(card: int) -> str:
    """The text of one card.

    >>> card_text(parse_card("♥8"))
    'H8'
    """
    return SUITS[card & 3] + RANKS[card >> 2]


def card_sign(card: int) -> str:
    """One card as people like to read it.

    >>> card_sign(parse_card("H8"))
    '♥8'
    """
    return SUIT_SIGNS[card & 3] + RANKS[card >> 2]


def cards_text(cards: Iterable[int]) -> str:
    """The text of some cards, a space between two.

    >>> cards_text([0, 29, 51])
    'SA H8 DK'
    """
    return " ".join(map(card_text, cards))


def parse_card(text: str) -> int:
    """Read one card: H8, ♥8, 红桃8, 8h, S10, ST, 黑桃10.

    Raises CardTextError unless the text is exactly one card.
    """
    cards, faults, spots = _read(text)
    if not faults and len(cards) != 1:
        pos = spots[1] if len(cards) > 1 else len(text) + 1
        faults = [Fault(pos, text[pos - 1 :], "要一张牌，例如 H8", "one card is wanted, such as H8")]
    if faults:
        raise CardTextError(faults)
    return cards[0]


def parse_cards(text: str) -> list[int]:
    """Read cards in order, with or without gaps between them. Raises CardTextError with every fault.

    >>> parse_cards("H8 ♠K, 方块10")
    [29, 48, 39]
    >>> parse_cards("H8 X9 S1")
    Traceback (most recent call last):
    erqishi.errors.CardTextError: 第4字 不认得“X9” (char 4: cannot read "X9", a card is suit and rank, such as H8)
    第7字 不认得“S1” (char 7: cannot read "S1", a card is suit and rank, such as H8)
    """
    cards, faults, _ = _read(text)
    if faults:
        raise CardTextError(faults)
    return cards


def parse_deck(text: str) -> list[int]:
    """Read a whole deck: all 52 cards, each once, in dealing order. Raises CardTextError with every fault."""
    cards, faults, spots = _read(text)
    seen: set[int] = set()
    for card, pos in zip(cards, spots, strict=True):
        if card in seen:
            name = card_text(card)
            faults.append(Fault(pos, name, f"{name} 已经出现过", f"{name} is already there"))
        seen.add(card)
    if not faults and len(cards) < CARDS:
        missing = cards_text(c for c in range(CARDS) if c not in seen)
        faults.append(Fault(len(text) + 1, "", f"少了 {missing}", f"missing {missing}"))
    if faults:
        raise CardTextError(sorted(faults, key=lambda fault: fault.pos))
    return cards


def _read(text: str) -> tuple[list[int], list[Fault], list[int]]:
    """Cards, faults, and the position (from 1) of each card."""
    plain = text.translate(_PLAIN).upper() if len(text.upper()) == len(text) else text.translate(_PLAIN)
    cards: list[int] = []
    faults: list[Fault] = []
    spots: list[int] = []
    at = 0
    while at < len(plain):
        if gap := _GAP.match(plain, at):
            at = gap.end()
        elif found := _CARD.match(plain, at):
            suit = _SUIT_NAMES[found["s1"] or found["s2"]]
            cards.append(4 * _RANK_NAMES[found["r1"] or found["r2"]] + suit)
            spots.append(at + 1)
            at = found.end()
        else:
            end = gap.start() if (gap := _GAP.search(plain, at)) else len(plain)
            piece = text[at:end] if end - at <= 12 else text[at : at + 12] + "…"
            en = f'cannot read "{piece}", a card is suit and rank, such as H8'
            faults.append(Fault(at + 1, piece, f"不认得“{piece}”", en))
            at = end
    return cards, faults, spots
