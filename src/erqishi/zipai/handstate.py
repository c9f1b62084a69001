"""One seat's cards as people give them: read, checked, and put on a table for the single-source rooms.

>>> HandState.of("一一二 五五五五五", "坎三三三 碰二二二 碰二二二")
Traceback (most recent call last):
...
erqishi.errors.UserInputError: 手牌 · hand: 第9字 第5张五，一种牌只有4张 (char 9: number 5 of 五; there are only 4 of a kind)
门子 · melds: 第13字 第5张二，一种牌只有4张 (char 13: number 5 of 二; there are only 4 of a kind)
门子 · melds: 第14字 第6张二，一种牌只有4张 (char 14: number 6 of 二; there are only 4 of a kind)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from erqishi.cards import COPIES, N_KINDS, WANG, card_name, hand_text, pack, parse_cards, parse_hand, unpack
from erqishi.errors import CardTextError, UserInputError
from erqishi.zipai import arrange, codes, flat, seat
from erqishi.zipai.meldtext import MELD_NAMES, Meld, melds_text, parse_melds
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import MELDS, Table

#: Ids of melds as they may be written, and what they are on the table.
_ON_TABLE = {kind: kind for kind in ("ti", "pao", "wei", "chouwei", "peng")} | dict.fromkeys(
    ("chi", "bi", "run", "jiao"), "chi"
)
#: Sets that some rule set knows beside the standard ones; whether the rules in use do is asked when they are used.
_EXTRA_RUNS = ((1, 5, 10),)
_CODES = {
    "ti": codes.M_TI,
    "pao": codes.M_PAO,
    "wei": codes.M_WEI,
    "chouwei": codes.M_CHOUWEI,
    "peng": codes.M_PENG,
}
_T = TypeVar("_T")


@functools.lru_cache(maxsize=4096)
def _counted(concealed: int) -> tuple[int, tuple[int, ...]]:
    """How many cards a packed hand has, and the kinds that are there four times: asked many times of the same hand."""
    return len(unpack(concealed)), tuple(k for k in range(N_KINDS) if concealed >> 3 * k & 7 == COPIES)


class HandState(msgspec.Struct, frozen=True):
    """The cards of one seat, before the card that is asked about. Build it with `HandState.of`, which checks it.

    concealed: packed hand (cards.py), 王 among it. melds: the 门子 on the table as (id, kinds), ids ti pao wei chouwei peng chi.
    declined: bits of the kinds whose 碰 was declined, so that a 偎 of them is a 臭偎 (core.md §22.5).
    """

    concealed: int
    melds: tuple[Meld, ...] = ()
    declined: int = 0

    @classmethod
    def of(
        cls,
        concealed: str | int | Iterable[int],
        melds: str | Iterable[tuple[str, str | Iterable[int]]] = (),
        declined: str | Iterable[int] = (),
        *,
        wang: int = 0,
    ) -> HandState:
        """Read and check a hand: text (`一一二 壹贰`), packed, or kinds; melds as text (`碰三三三`) or (id, cards).

        A 臭偎 counts as all four cards of its kind (§22.5). wang: how many 王 the rules have; text may hold them then.
        UserInputError with every fault, one a line.
        """
        faults: list[str] = []
        hand = _gather(faults, "手牌 · hand", lambda: _packed(concealed, wang)) or 0
        laid: Sequence[Meld] = (_gather(faults, "门子 · melds", lambda: _read_melds(melds)) if melds else None) or ()
        passed = (_gather(faults, "忍碰 · declined", lambda: kinds(declined)) if declined else None) or ()
        for kind, cards in laid:
            if kind not in _ON_TABLE:
                zh = f"{MELD_NAMES[kind]}在手里，不在桌上，写进手牌"
                en = f"a {kind} is in the hand, not on the table: write its cards there"
                faults.append(f"门子 · melds: {melds_text([(kind, cards)])}: {zh} / {en}")
        if (many := hand >> 3 * WANG) > wang:
            faults.append(f"手牌 · hand: 有{many}张王，规则有{wang}张 / {many} 王, the rules have {wang}")
        if faults:
            raise UserInputError("\n".join(faults))
        on_table = tuple((_ON_TABLE[kind], tuple(sorted(cards))) for kind, cards in laid)
        made = cls(hand, on_table, sum(1 << k for k in set(passed)))
        for k in sorted({card for _, cards in on_table for card in cards}):
            if (all_of := made.copies(k)) > COPIES:
                own = hand >> 3 * k & 7
                zh = f"{card_name(k)}有{all_of}张：手里{own}张，门子里{all_of - own}张"
                en = f"{all_of} of {card_name(k)}: {own} in hand, the others in melds; there are {COPIES}"
                faults.append(f"{zh} / {en}")
        if faults:
            raise UserInputError("\n".join(faults))
        return made

    @property
    def cards(self) -> list[int]:
        """The concealed cards as kinds, in order."""
        return unpack(self.concealed)

    @property
    def wang(self) -> int:
        """How many 王 are in the hand."""
        return self.concealed >> 3 * WANG

    def copies(self, k: int) -> int:
        """How many cards of kind k the hand and its melds use up; with a 臭偎 all four, wherever the fourth lies."""
        cards = (self.concealed >> 3 * k & 7) + sum(cards.count(k) for _, cards in self.melds)
        chou = any(kind == "chouwei" and cards[0] == k for kind, cards in self.melds)
        return max(cards, COPIES) if chou else cards

    @property
    def dealt_quads(self) -> list[int]:
        """The kinds that are concealed four times: 提 of the deal that are not laid yet."""
        return list(_counted(self.concealed)[1])

    @property
    def quads(self) -> int:
        """How many 提 and 跑, dealt ones included."""
        return sum(kind in ("ti", "pao") for kind, _ in self.melds) + len(_counted(self.concealed)[1])

    @property
    def size(self) -> int:
        """How many concealed cards, dealt quads left out."""
        cards, dealt = _counted(self.concealed)
        return cards - COPIES * len(dealt)

    @property
    def groups(self) -> int:
        """How many 门子 it will have when complete: with one more card, or as it lies if it owes a discard."""
        thirds = self.size + 3 * (len(self.melds) + len(_counted(self.concealed)[1]))
        return (thirds + (1 if self.status == "discard" else 3)) // 3

    @property
    def status(self) -> Literal["waiting", "discard", "short"]:
        """By the count of cards (core.md §8): one card can complete it, it owes a discard, or it must claim first."""
        h, quads = self.size, self.quads
        if seat.must_discard(h, quads):
            return "discard"
        return "waiting" if h % 3 == (1 if quads else 2) else "short"

    @property
    def free(self) -> list[int]:
        """The kinds that may be discarded: concealed, in no 坎 and no quad."""
        return [k for k in range(N_KINDS) if 0 < self.concealed >> 3 * k & 7 < 3]

    def without(self, k: int) -> HandState:
        """The hand after the discard of one card of kind k."""
        if k not in self.free:
            raise UserInputError(f"手里没有可以打的{card_name(k)} / no {card_name(k)} in hand that may be discarded")
        return msgspec.structs.replace(self, concealed=self.concealed - (1 << 3 * k))

    def __str__(self) -> str:
        return " ".join(part for part in (hand_text(self.concealed), melds_text(self.melds)) if part)


def seat_of(state: HandState, rules: RuleSet, r: flat.Flat) -> Table:
    """A table with the one seat 0 that holds these cards; UserInputError when these rules cannot deal them."""
    most, have = rules.deal + 1, state.size + 3 * (len(state.melds) + len(state.dealt_quads))
    if have > most or len(state.melds) > MELDS:
        zh = f"牌太多：一手牌最多{most}张（提、跑算3张），这里有{have}张"
        raise UserInputError(f"{zh} / too many cards: a hand has at most {most} (a quad counted as 3), this has {have}")
    if state.wang > rules.wang:
        raise UserInputError(f"规则 {rules.id} 有{rules.wang}张王 / the rules {rules.id} have {rules.wang} 王")
    t = Table(1)
    for k in state.cards:
        seat.gain(t, r, 0, k)
    for kind, cards in state.melds:
        _lay(t, r, rules, kind, cards)
    t.declined[0] = state.declined
    return t


def _lay(t: Table, r: flat.Flat, rules: RuleSet, kind: str, cards: tuple[int, ...]) -> None:
    k = cards[0]
    t.table_xi[0] += arrange.laid_huxi(r, arrange.Laid(kind, cards, True))
    if kind == "chi":
        first, shape = min(cards), arrange.shape_of(r, cards)
        if shape < 0:
            text = melds_text([(kind, cards)])
            raise UserInputError(f"{text}: 规则 {rules.id} 没有这样的门子 / no such set in the rules {rules.id}")
        seat.add_meld(t, 0, codes.M_CHI | first << 4 | shape << 9)
        return
    if kind in ("ti", "pao"):
        t.q[0] += 1
    elif kind == "wei":
        t.weis[0] |= 1 << k
    elif kind == "peng":
        t.pengs[0] |= 1 << k
    seat.add_meld(t, 0, _CODES[kind] | k << 4)


def kinds(cards: str | Iterable[int], wang: bool = False) -> list[int]:
    """Cards as kinds, from text or kinds (王 where `wang`); UserInputError when they cannot be read."""
    return parse_cards(cards, wang=wang) if isinstance(cards, str) else unpack(pack(cards))


def one_kind(card: str | int, wang: bool = False) -> int:
    """One card as a kind; UserInputError when it is none or more than one."""
    found = kinds(card if isinstance(card, str) else [card], wang)
    if len(found) != 1:
        raise UserInputError(f"胡的牌要写一张，不是{len(found)}张 / the card must be one card, not {len(found)}")
    return found[0]


def _gather(faults: list[str], where: str, read: Callable[[], _T]) -> _T | None:
    """What `read` gives, or None when it fails; its faults are noted, each with its place."""
    try:
        return read()
    except CardTextError as error:
        faults += [f"{where}: {fault}" for fault in error.faults]
    except UserInputError as error:
        faults += [f"{where}: {line}" for line in str(error).splitlines()]
    return None


def _packed(cards: str | int | Iterable[int], wang: int) -> int:
    if isinstance(cards, str):
        return parse_hand(cards, wang=wang > 0)
    return pack(unpack(cards) if isinstance(cards, int) else cards)


def _read_melds(melds: str | Iterable[tuple[str, str | Iterable[int]]]) -> Sequence[Meld]:
    if isinstance(melds, str):
        return _parsed(melds)
    pairs = [(kind, tuple(kinds(cards) if isinstance(cards, str) else cards)) for kind, cards in melds]
    return _parsed(melds_text(pairs))


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[Meld, ...]:
    """Melds from text; files of hands repeat the same ones."""
    return tuple(parse_melds(text, _EXTRA_RUNS))
