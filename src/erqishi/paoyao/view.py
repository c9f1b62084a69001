"""What a seat knows, built by allow-list: a fold of the events that the seat may see.

The fold never looks at the table of the game. Folded over all events, private ones included, it gives the whole state.
"""

from collections.abc import Iterable

import msgspec

from erqishi.errors import InternalError
from erqishi.paoyao import events as ev
from erqishi.paoyao.events import Event, visible


class PaoyaoSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as somebody sees it.

    chips: without what lies in the pot. dug: None until the seat has spoken. playing: False once it sits out.
    hand: the hand cards that are known; hidden: how many are not. front: groups of equal cards, in the order of laying.
    shown: equal hand cards that were shown without leaving the hand (喜儿, or pairs that score in the hand).
    """

    seat: int
    chips: int
    dug: bool | None
    playing: bool
    hand: tuple[str, ...]
    hidden: int
    front: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...]


class Did(msgspec.Struct, frozen=True):
    """What a seat did, as the text of its action."""

    seat: int
    action: str


class PaoyaoView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as a seat, or a spectator (seat None), sees it.

    phase: deal, xier, bet, capture, yao, over. asked: the seat that is to choose, if the viewer may know.
    compelled: it must capture. legal: what the viewer may do, if it is asked. table: open cards that are left. stock: unused cards. yao: None while face down.
    yao_void: nobody took it. last_capturer: has the first right to the 腰. pot: chips in it now.
    over: the reckoning, None while the hand is played.
    stacks, carry: the chips and the pot before the hand. dealt: the viewer's three cards, none for a spectator. opened: the
    four open cards. course: what was done so far, as far as the viewer may know.
    """

    seat: int | None
    rules: str
    version: str
    players: int
    dealer: int
    phase: str
    asked: int | None
    compelled: bool
    legal: tuple[str, ...]
    seats: tuple[PaoyaoSeat, ...]
    table: tuple[str, ...]
    stock: int
    yao: str | None
    yao_taken_by: int | None
    yao_void: bool
    last_capturer: int | None
    pot: int
    over: ev.HandOver | None
    stacks: tuple[int, ...]
    carry: int
    dealt: tuple[str, ...]
    opened: tuple[str, ...]
    course: tuple[Did, ...]


View = PaoyaoView
"""Its short name in this house; the long one tells the games apart on the wire."""


class _Seat:
    def __init__(self, chips: int) -> None:
        self.chips = chips
        self.dug: bool | None = None
        self.playing = True
        self.hand: list[str] = []
        self.hidden = 3
        self.front: dict[str, list[str]] = {}
        self.shown: tuple[str, ...] = ()

    def lay(self, *cards: str) -> None:
        self.front.setdefault(cards[0][1:], []).extend(cards)

    def spend(self, *cards: str) -> None:
        """Cards leave the hand; those that were not known until now leave the hidden ones."""
        for card in cards:
            if card in self.hand:
                self.hand.remove(card)
            else:
                self.hidden -= 1

    def reveal(self, *cards: str) -> None:
        """Cards that stay in the hand become known."""
        for card in cards:
            if card not in self.hand:
                self.hand.append(card)
                self.hidden -= 1


class Fold:
    """Events in, state out. `apply` one at a time; `view` at any moment."""

    def __init__(self, seat: int | None = None) -> None:
        self._seat = seat
        self._start: ev.HandStarted | None = None
        self._seats: list[_Seat] = []
        self._phase = "deal"
        self._asked: ev.Asked | None = None
        self._legal: tuple[str, ...] = ()
        self._table: list[str] = []
        self._stock = 0
        self._yao: str | None = None
        self._taken_by: int | None = None
        self._void = False
        self._last: int | None = None
        self._pot = 0
        self._over: ev.HandOver | None = None
        self._dealt: tuple[str, ...] = ()
        self._opened: tuple[str, ...] = ()
        self._course: list[Did] = []

    def apply(self, event: Event) -> None:
        """Take in one event."""
        if isinstance(event, ev.Offered):
            self._legal = event.legal
            return
        self._legal = ()
        if not isinstance(event, ev.Asked):
            self._asked = None
        if did := _did(event):
            self._course.append(did)
        match event:
            case ev.HandStarted():
                self._start = event
                self._seats = [_Seat(chips) for chips in event.chips]
                self._pot = event.carry
            case ev.TableDealt():
                self._table = list(event.cards)
                self._opened = event.cards
                self._stock = event.stock
            case ev.Asked():
                self._asked = event
                self._phase = event.phase
            case ev.Dug() | ev.NotDug() | ev.ForcedAnte() | ev.BetsClosed() | ev.PotMoved():
                self._chips(event)
            case ev.YaoTurnedUp():
                self._phase = "yao"
                self._yao = event.card
            case ev.YaoVoid():
                self._void = True
            case ev.HandOver():
                self._phase = "over"
                self._over = event
                for seat, net in zip(self._seats, event.net, strict=True):
                    seat.chips += net
            case ev.YaoDeclined() | ev.Passed() | ev.XierHeld():
                pass
            case _:
                self._cards(event)

    def _chips(self, event: ev.Dug | ev.NotDug | ev.ForcedAnte | ev.BetsClosed | ev.PotMoved) -> None:
        if isinstance(event, ev.BetsClosed):
            for i, s in enumerate(self._seats):
                s.playing = i in event.playing
            return
        seat = self._seats[event.seat]
        if isinstance(event, ev.NotDug):
            seat.dug = False
            return
        if isinstance(event, ev.Dug):
            seat.dug = True
        gain = event.chips if isinstance(event, ev.PotMoved) else -event.chips
        seat.chips += gain
        self._pot -= gain

    def _cards(self, event: Event) -> None:
        match event:
            case ev.HandDealt():
                self._seats[event.seat].reveal(*event.cards)
                if event.seat == self._seat:
                    self._dealt = event.cards
            case ev.XierShown() | ev.HandPairShown():
                self._seats[event.seat].reveal(*event.cards)
                self._seats[event.seat].shown += event.cards
            case ev.Captured():
                self._seats[event.seat].spend(event.card)
                self._seats[event.seat].lay(event.card, *event.taken)
                self._take(event.seat, event.taken)
            case ev.Extended():
                self._seats[event.seat].lay(*event.taken)
                self._take(event.seat, event.taken)
            case ev.Merged():
                self._seats[event.seat].spend(event.card)
                self._seats[event.seat].lay(event.card)
            case ev.Laid():
                self._seats[event.seat].spend(*event.cards)
                self._seats[event.seat].lay(*event.cards)
            case ev.YaoTaken():
                if self._yao is None:
                    raise InternalError("the 腰 is taken before it is turned up")
                self._seats[event.seat].spend(*event.cards)
                self._seats[event.seat].lay(*event.cards, self._yao)
                self._taken_by = event.seat
            case _:
                raise InternalError(f"the view does not know the event {event!r}")

    def _take(self, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            self._table.remove(card)
        self._last = seat

    def view(self) -> View:
        """The state as it is now."""
        if self._start is None:
            raise InternalError("a view begins with hand_started")
        return View(
            seat=self._seat,
            rules=self._start.rules,
            version=self._start.version,
            players=self._start.players,
            dealer=self._start.dealer,
            phase=self._phase,
            asked=self._asked.seat if self._asked else None,
            compelled=self._asked is not None and self._asked.compelled,
            legal=self._legal,
            seats=tuple(
                PaoyaoSeat(
                    seat=i,
                    chips=s.chips,
                    dug=s.dug,
                    playing=s.playing,
                    hand=tuple(s.hand),
                    hidden=s.hidden,
                    front=tuple(tuple(group) for group in s.front.values()),
                    shown=s.shown,
                )
                for i, s in enumerate(self._seats)
            ),
            table=tuple(self._table),
            stock=self._stock,
            yao=self._yao,
            yao_taken_by=self._taken_by,
            yao_void=self._void,
            last_capturer=self._last,
            pot=self._pot,
            over=self._over,
            stacks=self._start.chips,
            carry=self._start.carry,
            dealt=self._dealt,
            opened=self._opened,
            course=tuple(self._course),
        )


def _did(event: Event) -> Did | None:
    """The action behind an event, None for what is none."""
    match event:
        case ev.XierShown():
            return Did(event.seat, "show_xier")
        case ev.XierHeld():
            return Did(event.seat, "pass_xier")
        case ev.Dug():
            return Did(event.seat, "dig")
        case ev.NotDug():
            return Did(event.seat, "no_dig")
        case ev.Captured():
            return Did(event.seat, f"capture {event.card} {event.taken[0]}")
        case ev.Extended():
            return Did(event.seat, f"extend {event.taken[0][1:]} {event.taken[0]}")
        case ev.Merged():
            return Did(event.seat, f"merge {event.card}")
        case ev.Laid():
            return Did(event.seat, " ".join(("lay", *event.cards)))
        case ev.Passed():
            return Did(event.seat, "pass")
        case ev.YaoTaken():
            return Did(event.seat, "take_yao")
        case ev.YaoDeclined():
            return Did(event.seat, "pass_yao")
        case _:
            return None


def view_of(events: Iterable[Event], seat: int | None) -> View:
    """The view of a seat (None: a spectator): the fold of the events that it may see."""
    fold = Fold(seat)
    for event in events:
        if visible(event, seat):
            fold.apply(event)
    return fold.view()
