"""What a seat can do: action structs, their text, and their ids in the kernel.

>>> str(Capture("♥8", "方块8"))
'capture H8 D8'
>>> parse_action("capture H8 D8") == Capture("H8", "D8")
True
"""

import msgspec

from erqishi.errors import RecordError
from erqishi.paoyao.cards import card_text, parse_card
from erqishi.paoyao.codes import (
    CAP,
    DIG,
    EXT,
    LAY,
    MERGE,
    NO_DIG,
    PASS,
    PASS_XIER,
    PASS_YAO,
    SHOW_XIER,
    TAKE_YAO,
)
from erqishi.paoyao.table import Table


def snake(name: str) -> str:
    """The tag of a class name: NoDig becomes no_dig."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class _Action(msgspec.Struct, frozen=True, tag=snake):
    """An action. Cards are text and are brought to their normal form ("♥8" becomes "H8")."""

    def __str__(self) -> str:
        return snake(type(self).__name__)


class ShowXier(_Action, frozen=True):
    """亮喜儿: show three equal cards; the hand ends (paoyao.md §1.7)."""


class PassXier(_Action, frozen=True):
    """Keep the 喜儿 to oneself; nobody learns of it (§2.19)."""


class Dig(_Action, frozen=True):
    """挖: the ante goes into the pot (§1.4)."""


class NoDig(_Action, frozen=True):
    """不挖 (§1.4)."""


class Capture(_Action, frozen=True):
    """A hand card takes an open card of the same rank; both lie in front as a 对子 (§1.5)."""

    card: str
    table: str

    def __post_init__(self) -> None:
        _normal(self, "card", self.card)
        _normal(self, "table", self.table)

    def __str__(self) -> str:
        return f"capture {self.card} {self.table}"


class Extend(_Action, frozen=True):
    """A 对子 or 小王八 in front takes an open card of its rank; no hand card is spent (§1.5, §2.11)."""

    table: str

    def __post_init__(self) -> None:
        _normal(self, "table", self.table)

    def __str__(self) -> str:
        return f"extend {self.table[1:]} {self.table}"


class Merge(_Action, frozen=True):
    """A hand card joins one's front group of its rank (option, §2.9)."""

    card: str

    def __post_init__(self) -> None:
        _normal(self, "card", self.card)

    def __str__(self) -> str:
        return f"merge {self.card}"


class Lay(_Action, frozen=True):
    """A natural pair, or all three equal cards, is laid in front (option, §2.21). The order of the cards is no matter."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        codes = sorted(parse_card(card) for card in self.cards)
        msgspec.structs.force_setattr(self, "cards", tuple(map(card_text, codes)))

    def __str__(self) -> str:
        return "lay " + " ".join(self.cards)


class Pass(_Action, frozen=True):
    """过: do nothing this turn (§2.7)."""


class TakeYao(_Action, frozen=True):
    """抢腰 (§1.6)."""


class PassYao(_Action, frozen=True):
    """Leave the 腰 to the next in order (§1.6)."""


Action = ShowXier | PassXier | Dig | NoDig | Capture | Extend | Merge | Lay | Pass | TakeYao | PassYao
"""Any action; JSON by `msgspec.json` with the tag `type` (show_xier, dig, capture …)."""

_SIMPLE: dict[int, Action] = {
    PASS: Pass(),
    DIG: Dig(),
    NO_DIG: NoDig(),
    SHOW_XIER: ShowXier(),
    PASS_XIER: PassXier(),
    TAKE_YAO: TakeYao(),
    PASS_YAO: PassYao(),
}
_WORDS: dict[str, Action] = {
    **{str(action): action for action in _SIMPLE.values()},
    "过": Pass(),
    "挖": Dig(),
    "不挖": NoDig(),
    "亮喜儿": ShowXier(),
    "不亮": PassXier(),
    "抢腰": TakeYao(),
    "不抢": PassYao(),
}


def parse_action(text: str) -> Action:
    """Read the text of an action: dig, no_dig, capture H8 D8, extend 8 D8, lay H8 D8, 挖, 抢 红桃8 方块8 …

    Raises RecordError that says what would be right, CardTextError for a bad card.
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    if len(words) == 1 and verb in _WORDS:
        return _WORDS[verb]
    if verb in ("capture", "抢") and len(words) == 3:
        return Capture(words[1], words[2])
    if verb in ("extend", "添") and len(words) in (2, 3):
        extend = Extend(words[-1])
        if len(words) == 3 and words[1].upper().replace("T", "10") != extend.table[1:]:
            raise RecordError(f"{text}: 牌的点数不同 (the rank is not that of the card)")
        return extend
    if verb in ("merge", "并") and len(words) == 2:
        return Merge(words[1])
    if verb in ("lay", "摆") and len(words) in (3, 4):
        return Lay(tuple(words[1:]))
    wanted = (
        "dig, no_dig, capture H8 D8, extend 8 D8, merge H8, lay H8 D8, pass, show_xier, pass_xier, take_yao, pass_yao"
    )
    raise RecordError(f"{text!r}: 看不懂这个动作 (cannot read the action; there are: {wanted})")


def action_of(t: Table, a: int) -> Action:
    """The action with id a of the seat that is asked at table t."""
    if a in _SIMPLE:
        return _SIMPLE[a]
    hand = t.hand[3 * t.turn : 3 * t.turn + 3]
    if a < EXT:
        return Capture(card_text(hand[(a - CAP) // 4]), card_text(t.table[(a - CAP) % 4]))
    if a < MERGE:
        return Extend(card_text(t.table[a - EXT]))
    if a < LAY:
        return Merge(card_text(hand[a - MERGE]))
    rank = hand[a - LAY] >> 2
    return Lay(tuple(card_text(card) for card in hand if card >= 0 and card >> 2 == rank))


def actions_of(t: Table, mask: int) -> dict[Action, int]:
    """The actions of a mask with their ids, in the order of the ids."""
    return {action_of(t, a): a for a in range(mask.bit_length()) if mask >> a & 1}


def _normal(action: _Action, field: str, text: str) -> None:
    msgspec.structs.force_setattr(action, field, card_text(parse_card(text)))
