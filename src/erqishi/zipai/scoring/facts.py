"""What scoring knows of a hand: how it was won, and its groups with their counts (scoring.md §1.1, §1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from erqishi.cards import is_red, is_small
from erqishi.zipai.meldtext import Meld
from erqishi.zipai.ruleset import RuleSet

WinOn = Literal["draw", "liang", "discard", "deal"]
#: 门子 of equal cards (scoring.md §1.1.2).
SAME = frozenset(("ti", "pao", "wei", "chouwei", "kan", "peng", "jiang"))
QUADS = frozenset(("ti", "pao"))


class Group(NamedTuple):
    """One 门子: its kind as in the glossary, and its cards as kinds. claimed: whether the winning card is in it, if known."""

    kind: str
    cards: tuple[int, ...]
    claimed: bool | None = None


def kind_of(meld: str, cards: Sequence[int]) -> str:
    """The kind of a 门子 by what its cards are: what was 吃 or 比 is a 绞 of one rank or a 一句话 (core.md §4)."""
    if meld not in ("chi", "bi"):
        return meld
    return "jiao" if len({card % 10 for card in cards}) == 1 else "run"


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that are not grouped yet: `settle_hand` looks for the dearest grouping.

    concealed: packed hand without the winning card; melds on the table; origin as in `hand.py` (None: the cards are
    complete as they lie); declined: bits of kinds whose 碰 was declined. wang: 王 beside the concealed cards, one that won
    among them.
    """

    concealed: int
    melds: tuple[Meld, ...] = ()
    card: int | None = None
    origin: Literal["self", "other", "discard", "liang", "dealt"] | None = None
    declined: int = 0
    wang: int = 0


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of which only counts are known: no name that looks at groups can be found in it."""

    huxi: int
    red: int | None = None
    big: int | None = None
    small: int | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand was won, and the hand: `groups`, or alternatives of them in `groupings`, or `held`, or `counted`.

    Seats are numbers. winner, dealer; players at the table (None: as the rule set has); sitter: the 醒家.
    win_on: a wall card, the 亮张, a discard, or `deal` (forced 三提五坎); zimo; discarder.
    first_discard: it is the dealer's first, before any draw; first_draw: the card is the first of the wall.
    claims: 进张, own_discards, hand_left: concealed cards before the winning card; None is not known, and then no name
    that asks for it is given. card: the winning card. last_card: it is the last of the wall.
    huang: 荒 hands directly before. charge: 充囤 or 充. piao: 飘, one number or one for each seat. xing: 醒;
    or xing_card, the kind of which each copy in the hand is one. birds: 鸟 that hit. wang: what the 王 did (王钓 …); wild: how many 王 stand for cards of the groups. base: 底分, if not the rule set's. named: ids of 名堂 that are known to be
    there although the cards do not show it.
    """

    groups: tuple[Group, ...] = ()
    groupings: tuple[tuple[Group, ...], ...] = ()
    held: Held | None = None
    counted: Counted | None = None
    winner: int = 0
    dealer: int = 1
    players: int | None = None
    sitter: int | None = None
    win_on: WinOn = "draw"
    zimo: bool = False
    discarder: int | None = None
    first_discard: bool = False
    first_draw: bool = False
    claims: int | None = None
    own_discards: int | None = None
    hand_left: int | None = None
    card: int | None = None
    last_card: bool = False
    huang: int = 0
    charge: int = 0
    piao: tuple[int, ...] = ()
    xing: int = 0
    xing_card: int | None = None
    birds: int = 0
    wang: str = ""
    wild: int = 0
    base: int | None = None
    named: tuple[str, ...] = ()

    @property
    def dealt_win(self) -> bool:
        """Whether the deal alone won it: on the 亮张, or as 三提五坎."""
        return self.win_on in ("liang", "deal")

    @property
    def own_card(self) -> bool:
        """自摸: an own draw, or the dealer on the 亮张 (§1.2)."""
        return self.zimo or (self.win_on == "liang" and self.winner == self.dealer)


class Hand(NamedTuple):
    """A grouping with what is counted on it. values: 息 of each group. A None count is not known."""

    groups: tuple[Group, ...]
    values: tuple[int, ...]
    huxi: int
    red: int | None
    big: int | None
    small: int | None


def hand_of(rules: RuleSet, groups: Sequence[Group]) -> Hand:
    """The counts of a grouping, over all cards of all groups (§1.1.1)."""
    cards = [k for group in groups for k in group.cards]
    values = tuple(huxi_of(rules, group) for group in groups)
    small = sum(map(is_small, cards))
    return Hand(tuple(groups), values, sum(values), sum(map(is_red, cards)), len(cards) - small, small)


def huxi_of(rules: RuleSet, group: Group) -> int:
    """息 of one 门子 (core.md §5)."""
    return rules.huxi.of(group.kind, group.cards)


def quads(groups: Sequence[Group]) -> int:
    """How many 提 and 跑."""
    return sum(group.kind in QUADS for group in groups)
