"""A question as people put it, at a prompt or on a page: a won hand in words, and how it was won."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from erqishi.zipai.scoring.facts import Facts
from erqishi.zipai.scoring.given import facts_of_text

Source = Literal["self", "other", "discard", "liang", "deal"]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A won hand. The winner is seat A; the dealer is B unless `dealer`; who discarded is B.

    cards: all groups by name, or the hand with the melds on the table; melds: more of these. card: the winning card; origin: how
    it came, None where nobody says; zimo: it was an own draw, of a 三提五坎 too. last: on the last wall card. claims, discards,
    left: 进张, own discards, concealed cards before the winning one, None where not known. huang … players: as in `Facts`; piao:
    one number for all.
    """

    cards: str
    melds: str = ""
    card: str | None = None
    origin: Source | None = None
    zimo: bool = False
    dealer: bool = False
    first_discard: bool = False
    first_draw: bool = False
    last: bool = False
    claims: int | None = None
    discards: int | None = None
    left: int | None = None
    huang: int = 0
    charge: int = 0
    piao: int = 0
    xing: int = 0
    birds: int = 0
    wang: str = ""
    base: int | None = None
    players: int | None = None


def facts_of_question(asked: Question) -> Facts:
    """The facts that a question states. UserInputError names what cannot be read, or contradicts itself."""
    return facts_of_text(
        asked.cards,
        melds=asked.melds,
        card=asked.card or None,
        **_course(asked),
        first_discard=asked.first_discard,
        first_draw=asked.first_draw,
        last_card=asked.last,
        claims=asked.claims,
        own_discards=asked.discards,
        hand_left=asked.left,
        huang=asked.huang,
        charge=asked.charge,
        piao=(asked.piao,) if asked.piao else (),
        xing=asked.xing,
        birds=asked.birds,
        wang=asked.wang,
        base=asked.base,
        players=asked.players,
    )


def _course(asked: Question) -> dict[str, Any]:
    """Where the winning card came from."""
    course: dict[str, Any] = {"dealer": 0 if asked.dealer else 1}
    match asked.origin or ("self" if asked.zimo else None):
        case None:
            return course
        case "deal":
            return course | {"win_on": "deal", "zimo": asked.zimo}
        case "discard":
            return course | {"origin": "discard", "discarder": 1}
        case "liang":
            return course | {"origin": "dealt" if asked.dealer else "liang"}
        case origin:
            return course | {"origin": origin}
