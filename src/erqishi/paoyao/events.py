"""What happens, as immutable facts that JSON can carry. A log, a replay, a seat's view are all folds of these.

`to` says who may see an event: None for everybody, otherwise the one seat. Cards are text, chips whole numbers.
"""

import msgspec

from erqishi.paoyao.actions import snake


class _Event(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True, tag=snake):
    """A fact. to: None = public, otherwise the one seat that may see it."""

    to: int | None = None


class HandStarted(_Event, frozen=True):
    """Who plays, by which rules, with which chips; carry is in the pot already. Seats are numbered clockwise."""

    rules: str
    version: str
    players: int
    dealer: int
    chips: tuple[int, ...]
    carry: int


class HandDealt(_Event, frozen=True):
    """A seat's three cards; only that seat sees the event. Everybody knows that each seat has three."""

    seat: int
    cards: tuple[str, ...]


class TableDealt(_Event, frozen=True):
    """The four open cards. The 腰 lies beside them face down, `stock` cards are not used."""

    cards: tuple[str, ...]
    stock: int


class Asked(_Event, frozen=True):
    """A seat is to choose. phase: xier, bet, capture, yao. compelled: it must capture. Private in the xier phase."""

    seat: int
    phase: str
    compelled: bool = False


class Offered(_Event, frozen=True):
    """What the asked seat may do, as the text of its actions. Only that seat sees it: it tells of its cards."""

    seat: int
    legal: tuple[str, ...]


class XierShown(_Event, frozen=True):
    """A seat shows three equal cards."""

    seat: int
    cards: tuple[str, ...]


class XierHeld(_Event, frozen=True):
    """A seat keeps its 喜儿 to itself; only it knows."""

    seat: int


class Dug(_Event, frozen=True):
    """挖: the chips went from the seat into the pot."""

    seat: int
    chips: int


class NotDug(_Event, frozen=True):
    """不挖."""

    seat: int


class ForcedAnte(_Event, frozen=True):
    """A seat that said 不挖 pays into the pot all the same (option forced_ante)."""

    seat: int
    chips: int


class BetsClosed(_Event, frozen=True):
    """All have spoken. playing: the seats that play on."""

    playing: tuple[int, ...]


class Captured(_Event, frozen=True):
    """A hand card took open cards of its rank; all lie in front of the seat."""

    seat: int
    card: str
    taken: tuple[str, ...]


class Extended(_Event, frozen=True):
    """The front group took open cards of its rank."""

    seat: int
    taken: tuple[str, ...]


class Merged(_Event, frozen=True):
    """A hand card joined the front group of its rank."""

    seat: int
    card: str


class Laid(_Event, frozen=True):
    """Equal hand cards were laid in front."""

    seat: int
    cards: tuple[str, ...]


class Passed(_Event, frozen=True):
    """A seat that could have acted did not."""

    seat: int


class YaoTurnedUp(_Event, frozen=True):
    """亮腰: the bottom card is turned up."""

    card: str


class YaoTaken(_Event, frozen=True):
    """A seat took the 腰. cards: the hand cards that were laid with it (none if a front group took it)."""

    seat: int
    cards: tuple[str, ...]


class YaoDeclined(_Event, frozen=True):
    """A seat that could have taken the 腰 did not."""

    seat: int


class YaoVoid(_Event, frozen=True):
    """Nobody takes the 腰."""


class HandPairShown(_Event, frozen=True):
    """Equal cards in the hand that score where they are (option hand_pairs_score)."""

    seat: int
    cards: tuple[str, ...]


class PotMoved(_Event, frozen=True):
    """Chips went from the pot to a seat."""

    seat: int
    chips: int


class HandOver(_Event, frozen=True):
    """The reckoning. Lists are by seat; see `Result` for the meaning of each."""

    outcome: str
    units: tuple[int, ...]
    due: tuple[int, ...]
    net: tuple[int, ...]
    chips: tuple[int, ...]
    carry: int
    next_dealer: int


Event = (
    HandStarted
    | HandDealt
    | TableDealt
    | Asked
    | Offered
    | XierShown
    | XierHeld
    | Dug
    | NotDug
    | ForcedAnte
    | BetsClosed
    | Captured
    | Extended
    | Merged
    | Laid
    | Passed
    | YaoTurnedUp
    | YaoTaken
    | YaoDeclined
    | YaoVoid
    | HandPairShown
    | PotMoved
    | HandOver
)
"""Any event; JSON by `msgspec.json` with the tag `type` (hand_started, hand_dealt …)."""


def visible(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) may see the event."""
    return event.to is None or event.to == seat
