"""Melds as people write them down: `碰三三三 吃二七十 提捌捌捌捌`, read and printed.

    >>> parse_melds("碰三三三，chi x2x7x10")
    [('peng', (2, 2, 2)), ('chi', (1, 6, 9))]
    >>> melds_text([("ti", (17, 17, 17, 17)), ("jiang", (4, 4))])
    '提捌捌捌捌 将五五'

The kinds of meld are those of core.md §4. Whether a hand may hold them is not asked here, only whether each is one.
"""

import re
from collections.abc import Iterable
from itertools import groupby, pairwise

from erqishi.cards import FoundCard, card_name, fold, is_separator, rank, scan_cards, surplus_faults
from erqishi.errors import CardTextError, Fault, UserInputError

# Meld id -> how it is printed, and every other way in which it is written (the id itself is always read).
_WORDS = {
    "ti": ("提", ()),
    "pao": ("跑", ()),
    "wei": ("偎", ()),
    "chouwei": ("臭偎", (r"臭\s+偎", r"chou[\s_-]+wei")),
    "kan": ("坎", ("坎子",)),
    "peng": ("碰", ("掽",)),
    "chi": ("吃", ("喫",)),
    "bi": ("比", ()),
    "run": ("句", ("一句话", "一句話", "顺", "順", "顺子", "順子")),
    "jiao": ("绞", ("絞",)),
    "jiang": ("将", ("將", "对", "對", "对子", "對子")),
}
MELD_NAMES = {meld: word for meld, (word, _) in _WORDS.items()}

# Longest first, so that 臭偎 is not read as 偎 nor the 一 of 一句话 as a card.
_SPELLINGS = sorted(
    ((pattern, meld) for meld, (word, others) in _WORDS.items() for pattern in (meld, word, *others)),
    key=lambda pair: -len(pair[0]),
)
_NAME = re.compile("|".join(f"({pattern})" for pattern, _ in _SPELLINGS))

_SAME = {"ti": 4, "pao": 4, "wei": 3, "chouwei": 3, "kan": 3, "peng": 3, "jiang": 2}
_WANTED = {
    "run": ("同大小的顺子或二七十", "three in sequence of one size, or 二七十"),
    "jiao": ("绞：同点数，两大一小或两小一大", "two of one size and one of the other, all of one rank"),
}

Meld = tuple[str, tuple[int, ...]]


def parse_melds(text: str, extra_runs: Iterable[tuple[int, int, int]] = ()) -> list[Meld]:
    """Read melds, each a name and its cards: a list of (meld id, kinds in the order written).

    A name is the character, its traditional form, or the pinyin id; cards are as in `parse_cards`, and no kind may
    come more than four times in the whole text. extra_runs: rank triples that a rule set counts as a 句 beside the
    consecutive ones and 二七十, such as (1, 5, 10). CardTextError with every fault when something cannot be read.
    """
    special = {(2, 7, 10), *(tuple(sorted(run)) for run in extra_runs)}
    plain = fold(text)
    names = list(_NAME.finditer(plain))
    ends = [name.start() for name in names] + [len(plain)]

    every, faults = scan_cards(plain, 0, ends[0])
    if every and not faults:
        faults.append(
            Fault(every[0].pos + 1, every[0].text, "牌前要写门子，如 碰三三三", "no meld named before this card")
        )
    melds: list[Meld] = []
    for name, end in zip(names, ends[1:], strict=True):
        meld = _SPELLINGS[(name.lastindex or 1) - 1][1]
        found, unread = scan_cards(plain, name.end(), end)
        faults += unread or _misfit(meld, name, found, special)
        every += found
        melds.append((meld, tuple(card.kind for card in found)))
    faults += surplus_faults(every)
    if faults:
        raise CardTextError(sorted(faults, key=lambda fault: fault.pos))
    return melds


def is_name(text: str) -> bool:
    """Whether a text is the name of a meld, in any of its spellings."""
    return _NAME.fullmatch(fold(text).strip()) is not None


def split_groups(text: str) -> tuple[str, str]:
    """The bare cards of a text, and its melds as `parse_melds` reads them.

    A meld ends where it has its cards: what stands apart behind it is bare again. What is written together stays together.

    >>> split_groups("坎壹壹壹 四五六 碰 捌捌捌 九九")
    ('四五六 九九', '坎壹壹壹 碰 捌捌捌')
    """
    plain = fold(text)
    names = list(_NAME.finditer(plain))
    ends = [name.start() for name in names] + [len(plain)]
    bare, melds = [text[: ends[0]]], []
    for name, end in zip(names, ends[1:], strict=True):
        size = _SAME.get(_SPELLINGS[(name.lastindex or 1) - 1][1], 3)
        kept, have = name.end(), 0
        for apart, run in groupby(range(name.end(), end), lambda at: is_separator(plain[at])):
            if have >= size:
                break
            if not apart:
                piece = list(run)
                kept = piece[-1] + 1
                have += len(scan_cards(plain, piece[0], kept)[0])
        melds.append(text[name.start() : kept])
        bare.append(text[kept:end])
    return " ".join(filter(None, map(str.strip, bare))), " ".join(melds)


def melds_text(melds: Iterable[Meld]) -> str:
    """Melds as people write them. UserInputError when there is no such kind of meld."""
    return " ".join(_name(meld) + "".join(map(card_name, cards)) for meld, cards in melds)


def _name(meld: str) -> str:
    if meld not in MELD_NAMES:
        raise UserInputError(f"没有“{meld}”这种门子: no meld {meld!r}; there are {', '.join(MELD_NAMES)}")
    return MELD_NAMES[meld]


def _misfit(meld: str, name: re.Match[str], found: list[FoundCard], special: set[tuple[int, ...]]) -> list[Fault]:
    """What is wrong with the cards of one meld: their number first, then what they are. At most one fault."""
    word = MELD_NAMES[meld]
    size = _SAME.get(meld, 3)
    if len(found) != size:
        # The first card too many, or else the name that got too few.
        surplus = found[size : size + 1]
        pos, piece = (surplus[0].pos, surplus[0].text) if surplus else (name.start(), name.group())
        zh, en = f"{word}要{size}张牌，这里有{len(found)}张", f"{meld} takes {size} cards, not {len(found)}"
        return [Fault(pos + 1, piece, zh, en)]
    cards = [card.kind for card in found]
    if meld in _SAME:
        zh, en = f"{word}要{size}张一样的牌", f"{meld} takes {size} equal cards"
        return [Fault(card.pos + 1, card.text, zh, en) for card in found if card.kind != cards[0]][:1]
    if (meld != "jiao" and _is_run(cards, special)) or (meld != "run" and _is_jiao(cards)):
        return []
    piece = "".join(map(card_name, cards))
    zh, en = _WANTED.get(meld, ("一句话（顺子、二七十）或绞", "a sequence, 二七十, or 绞"))
    return [Fault(found[0].pos + 1, piece, f"{piece}不是{zh}", f"{piece} is not {en}")]


def _is_run(cards: list[int], special: set[tuple[int, ...]]) -> bool:
    """Three of one size in sequence, or one of the special triples (core.md §4)."""
    ranks = tuple(sorted(map(rank, cards)))
    one_size = len({kind // 10 for kind in cards}) == 1
    return one_size and (ranks in special or all(b - a == 1 for a, b in pairwise(ranks)))


def _is_jiao(cards: list[int]) -> bool:
    """Two of one size and one of the other, all of one rank (core.md §4)."""
    return len(set(map(rank, cards))) == 1 and len({kind // 10 for kind in cards}) == 2
