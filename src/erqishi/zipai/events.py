"""What happens in a hand, as immutable values: log, replay, bots, coach, spectators and wire all speak these.

Every event says whom it is for: `to` is None for everybody, or the one seat that may see it. A hidden happening is
told twice: the public event without the card, then `Own` with the card to the seat itself. Cards are names (`五`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Source: TypeAlias = Literal["hand", "wei", "peng", "deal"]
Origin: TypeAlias = Literal["draw", "discard", "liang", "own_meld"]


class _Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True, tag_field="event"):
    to: int | None = None


class HandStarted(_Event, frozen=True, kw_only=True, tag="hand_started"):
    """Cards are dealt: `cards` to each seat, `liang` lies open, `wall` cards wait (core.md §3)."""

    rules: str
    seats: int
    dealer: int
    cards: int
    liang: str
    wall: int


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
    """The seat's own cards (to that seat alone)."""

    seat: int
    cards: str


class LiangTaken(_Event, frozen=True, kw_only=True, tag="liang_taken"):
    """Nobody won on the 亮张: the dealer takes it into the hand."""

    seat: int
    card: str


class TurnedUp(_Event, frozen=True, kw_only=True, tag="turned_up"):
    """A wall card is turned up before all (明示)."""

    seat: int
    card: str


class WangTaken(_Event, frozen=True, kw_only=True, tag="wang_taken"):
    """The 王 just turned up goes to its drawer's hand; nobody else may claim it."""

    seat: int


class DrewHidden(_Event, frozen=True, kw_only=True, tag="drew_hidden"):
    """A seat draws a card that goes straight into a 提 or 偎 (core.md §9.3a); the meld follows."""

    seat: int


class Own(_Event, frozen=True, kw_only=True, tag="own"):
    """To one seat: the card of the meld at place `at` of its row, which the others do not see."""

    seat: int
    at: int
    card: str


class Ti(_Event, frozen=True, kw_only=True, tag="ti"):
    """提 at place `at` of the seat's row: dealt, or from a 坎 (`hand`) or an own 偎. `card` is None when hidden."""

    seat: int
    at: int
    source: Source
    card: str | None = None


class Pao(_Event, frozen=True, kw_only=True, tag="pao"):
    """跑 of the card in play at place `at`: from a 坎 (`hand`), a 偎 or a 碰 (core.md §11)."""

    seat: int
    at: int
    source: Source
    card: str


class Wei(_Event, frozen=True, kw_only=True, tag="wei"):
    """偎 at place `at`; `card` is None when the rules keep it hidden (core.md §11)."""

    seat: int
    at: int
    card: str | None = None


class ChouWei(_Event, frozen=True, kw_only=True, tag="chou_wei"):
    """臭偎: a 偎 of a kind whose 碰 the seat had declined; one card lies open (core.md §14)."""

    seat: int
    at: int
    card: str


class Penged(_Event, frozen=True, kw_only=True, tag="penged"):
    """碰 of the card in play, which was `owner`'s."""

    seat: int
    card: str
    owner: int


class Ate(_Event, frozen=True, kw_only=True, tag="ate"):
    """吃 of the card in play, which was `owner`'s, in the set `cards`."""

    seat: int
    card: str
    owner: int
    cards: str


class Laid(_Event, frozen=True, kw_only=True, tag="laid"):
    """比: a further set with another copy of the eaten card (core.md §13)."""

    seat: int
    card: str
    cards: str


class Discarded(_Event, frozen=True, kw_only=True, tag="discarded"):
    """A seat puts down a card of its hand."""

    seat: int
    card: str


class Unclaimed(_Event, frozen=True, kw_only=True, tag="unclaimed"):
    """Nobody took the drawn card: it lies dead beside its drawer."""

    seat: int
    card: str


class Dead(_Event, frozen=True, kw_only=True, tag="dead"):
    """相公: a discard is due and only 坎 are left; the seat cannot win any more (core.md §22.9)."""

    seat: int


Mistake: TypeAlias = Literal["burnt_bi", "chi_chou", "peng_chou"]


class Punished(_Event, frozen=True, kw_only=True, tag="punished"):
    """A mistake where the table lets it happen (core.md §19): 烧比, 吃臭张, 碰臭张 (碰一不碰二).

    fine: so much is paid to every other seat, in 底分; 0: the right to 胡 is lost for this hand.
    """

    seat: int
    card: str
    mistake: Mistake
    fine: int


class Asked(_Event, frozen=True, kw_only=True, tag="asked"):
    """To one seat: it has to choose one of `legal` (texts of actions)."""

    kind: Literal["discard", "claims"]
    legal: tuple[str, ...]


Block: TypeAlias = Literal["chi", "peng", "hu"]


class Marked(_Event, frozen=True, kw_only=True, tag="marked"):
    """To one seat: `card` is now 臭 to it for `blocks` (chi, peng, hu); core.md §14, §15.7."""

    seat: int
    card: str
    blocks: tuple[Block, ...]


class Unmarked(_Event, frozen=True, kw_only=True, tag="unmarked"):
    """To one seat: `card` is no longer 臭 to it for `blocks`; its table 息 have changed (core.md §15.7)."""

    seat: int
    card: str
    blocks: tuple[Block, ...]


class Won(_Event, frozen=True, kw_only=True, tag="won"):
    """胡. `net`: everybody's change in points (底分 included), summing to zero."""

    seat: int
    card: str
    origin: Origin
    owner: int
    huxi: int
    tun: int
    zimo: bool
    tianhu: bool
    forced: bool
    net: tuple[int, ...]


class WallEmpty(_Event, frozen=True, kw_only=True, tag="wall_empty"):
    """荒庄: a draw is due and no card is left."""


class Revealed(_Event, frozen=True, kw_only=True, tag="revealed"):
    """The hand is over: everybody's cards, every meld's cards, and the rest of the wall in drawing order."""

    hands: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...]
    wall: str


Event: TypeAlias = (
    HandStarted
    | Dealt
    | LiangTaken
    | TurnedUp
    | WangTaken
    | DrewHidden
    | Own
    | Ti
    | Pao
    | Wei
    | ChouWei
    | Penged
    | Ate
    | Laid
    | Discarded
    | Unclaimed
    | Dead
    | Punished
    | Asked
    | Marked
    | Unmarked
    | Won
    | WallEmpty
    | Revealed
)
