"""What a seat may do, as immutable values with a text form.

>>> parse_action("chi 一二三 比 二贰贰")
Chi(cards='一二三', bi=('二贰贰',))
>>> str(Discard("五"))
'discard 五'
"""

from __future__ import annotations

import functools
from typing import TypeAlias

import msgspec

from erqishi.cards import card_name, parse_cards
from erqishi.errors import CardTextError, UserInputError


class Discard(msgspec.Struct, frozen=True, tag="discard", tag_field="do"):
    """Put down one card of one's hand. `card` is its name, such as `五`."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


class Pass(msgspec.Struct, frozen=True, tag="pass", tag_field="do"):
    """过: let the revealed card go. What that makes 臭 is core.md §14."""

    def __str__(self) -> str:
        return "pass"


class Hu(msgspec.Struct, frozen=True, tag="hu", tag_field="do"):
    """胡: win with the card in play (core.md §15)."""

    def __str__(self) -> str:
        return "hu"


class Peng(msgspec.Struct, frozen=True, tag="peng", tag_field="do"):
    """碰: take the revealed card with one's pair (core.md §12)."""

    def __str__(self) -> str:
        return "peng"


class Chi(msgspec.Struct, frozen=True, tag="chi", tag_field="do"):
    """吃 with all its 比 (core.md §13).

    `cards`: the set with the claimed card; `bi`: the further sets that use up one's other copies of that card. Cards
    of a set stand in order of kind, and so do the sets of `bi`: there is one way to write each choice.
    """

    cards: str
    bi: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " 比 ".join([f"chi {self.cards}", *self.bi])


Action: TypeAlias = Discard | Pass | Hu | Peng | Chi

_WORDS: dict[str, Action] = {
    "pass": Pass(),
    "过": Pass(),
    "hu": Hu(),
    "胡": Hu(),
    "peng": Peng(),
    "碰": Peng(),
}


def set_text(cards: list[int]) -> str:
    """Cards of one set in order of kind, without a space."""
    return "".join(card_name(k) for k in sorted(cards))


def chi(cards: list[int], bi: list[list[int]]) -> Chi:
    """The 吃 of these sets (kinds), in the one way to write it."""
    return Chi(set_text(cards), tuple(set_text(group) for group in sorted(sorted(group) for group in bi)))


def canonical(action: Action) -> Action:
    """The action as this module writes it: card names and order of cards and sets. UserInputError for no action."""
    if not isinstance(action, Discard | Pass | Hu | Peng | Chi):
        raise UserInputError(f"{action!r}: 不是动作 / not an action; parse_action reads the text form")
    if isinstance(action, Discard | Chi):
        return parse_action(str(action))
    return action


def parse_action(text: str) -> Action:
    """Read the text form (`discard 五`, `chi 一二三 比 二贰贰`, `peng`, `hu`, `pass`; 出 吃 碰 胡 过 also).

    UserInputError says what cannot be read.
    """
    if not isinstance(text, str):
        raise UserInputError(f"{text!r}: 不是文字 / not a text, such as `discard 五`")
    return _parsed(text)


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> Action:
    """Tables, logs and records say the same few hundred things over and over."""
    words = text.split()
    if len(words) == 1 and words[0] in _WORDS:
        return _WORDS[words[0]]
    try:
        if len(words) == 2 and words[0] in ("discard", "出"):
            cards = parse_cards(words[1])
            if len(cards) == 1:
                return Discard(card_name(cards[0]))
        if len(words) >= 2 and words[0] in ("chi", "吃"):
            groups = [parse_cards(part) for part in " ".join(words[1:]).split("比")]
            if all(len(group) == 3 for group in groups) and len(groups) <= 3:
                return chi(groups[0], groups[1:])
    except CardTextError as error:
        raise UserInputError(f"{text!r}: {error}") from None
    raise UserInputError(
        f"{text!r}: 看不懂的动作 / not an action; write `discard 五`, `chi 一二三 比 二贰贰`, `peng`, `hu` or `pass`"
    )
