"""The state of a table: a fold of its log. No clock, no chance, nobody's connection; given the rows, it is the same anywhere."""

from __future__ import annotations

from typing import Any

import msgspec

from erqishi import match as sitting
from erqishi import shuffle
from erqishi.errors import InternalError
from erqishi.server.games import plays
from erqishi.server.protocol.client_out import Phase
from erqishi.server.protocol.shared import BotLevel, Stakes
from erqishi.server.tables import log

MISSES = 2
"""So many missed compelled decisions in one hand put a seat into 托管."""


class SeatState(msgspec.Struct):
    """Who is on a seat. At most one of person and bot is set."""

    person: str | None = None
    bot: BotLevel | None = None
    ready: bool = False
    managed: bool = False
    left: bool = False
    misses: int = 0
    thoughts: int = 0

    @property
    def empty(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.bot is None


class Finished(msgspec.Struct, frozen=True):
    """A hand that is over, with what is needed to tell about it later. seats: who sat where when it was dealt, by seat of the table.

    game: None once it is kept and another is the last. ending: as `Plays.ending` gives it.
    """

    number: int
    game: Any
    ending: tuple[int | None, int, int, bool, bool]
    proof: shuffle.ShuffleProof
    plan: sitting.HandPlan
    opened: int
    seats: tuple[SeatState, ...]


class TableState:
    """A table after some rows. Read anything; change it only by `apply`.

    seats: SeatState per seat of the table. phase: as shown to clients. game: the hand in play or just finished. held:
    answers to the open claims, by seat of the hand. number: hands opened at this table, over all sittings. sittings:
    begun so far. answered: rows of answers so far, which numbers the decisions. drawn: 摸庄 of the sitting, a kind a seat.
    staked: what seats said before the deal.
    """

    def __init__(self, made: log.Made) -> None:
        self.made = made
        self.plays = plays(made.options.rules)
        self.rules: Any = self.plays.read(made.rules, made.table)
        players = made.options.players or self.plays.seats(self.rules, None)
        self.seats = [SeatState() for _ in range(players)]
        self.host = made.host
        self.phase: Phase = "waiting"
        self.match: sitting.Match | None = None
        self.plan: sitting.HandPlan | None = None
        self.game: Any = None
        self.held: dict[int, Any] = {}
        self.number = 0
        self.sittings = 0
        self.seed = ""
        self._committed: tuple[str, shuffle.Commitment] | None = None
        self.opened = 0
        self.nonces: dict[int, str] = {}
        self.staked: dict[int, log.Staked] = {}
        self.last: Finished | None = None
        self.finished: list[Finished] = []
        self.drawn: tuple[int, ...] = ()
        self.closed = False
        self.answered = 0
        self.dealt_to: tuple[SeatState, ...] = ()
        self.reason = ""

    # -- asking ----------------------------------------------------------------------------------------------------

    @property
    def table(self) -> str:
        """Its id."""
        return self.made.table

    @property
    def hand_id(self) -> str:
        """The name of the hand that was opened last."""
        return f"{self.table}-{self.number - 1}"

    @property
    def between(self) -> bool:
        """Whether no sitting is going on: seats may change."""
        return self.phase in ("waiting", "ended")

    @property
    def decision(self) -> Any:
        """The question of the hand (`games.Question`), seats with held answers included; None if there is none."""
        return self.plays.question(self.game) if self.game is not None and self.phase == "playing" else None

    def seat_of(self, person: str) -> int | None:
        """The seat of a person."""
        return next((i for i, seat in enumerate(self.seats) if seat.person == person), None)

    def hand_seat(self, seat: int | None) -> int | None:
        """The seat of the hand of a seat of the table, None for the 醒家 and between sittings."""
        if seat is None or self.plan is None:
            return None
        return self.plan.to_hand(seat)

    def people(self) -> list[int]:
        """Seats with a person."""
        return [i for i, seat in enumerate(self.seats) if seat.person is not None]

    def occupant(self, hand_seat: int) -> SeatState:
        """Who plays a seat of the hand."""
        if self.plan is None:
            raise InternalError("no hand is planned")
        return self.seats[self.plan.active[hand_seat]]

    @property
    def stakes(self) -> Stakes | None:
        """What is asked before the deal of the hand that was opened; None when nothing is, or it is dealt."""
        if self.phase != "cutting" or self.match is None:
            return None
        return self.plays.stakes(self.rules, not self.match.ledger)

    def piao(self) -> tuple[int, ...]:
        """What each seat of the hand said it would 飘; nothing when nobody did."""
        if self.plan is None or not any(said.piao for said in self.staked.values()):
            return ()
        return tuple(self.staked[seat].piao if seat in self.staked else 0 for seat in self.plan.active)

    def commitment(self) -> shuffle.Commitment | None:
        """What the server has committed itself to in the hand opened last."""
        if not self.seed:
            return None
        if self._committed is None or self._committed[0] != self.seed:
            said = shuffle.commit(
                bytes.fromhex(self.seed), table=self.table, hand=self.number - 1, n=self.plays.cards(self.rules)
            )
            self._committed = self.seed, said
        return self._committed[1]

    def proof(self) -> shuffle.ShuffleProof:
        """What the deck follows from. Show it to nobody before the hand is over."""
        nonces = [self.nonces.get(seat, "") for seat in range(len(self.seats))]
        return shuffle.reveal(
            bytes.fromhex(self.seed), nonces, table=self.table, hand=self.number - 1, n=self.plays.cards(self.rules)
        )

    def put_away(self, upto: int) -> None:
        """Hands up to this number are kept in the store: their games (some 40 kB each) are needed no more, but for the last."""
        self.finished = [
            msgspec.structs.replace(done, game=None) if done.number <= upto and done is not self.last else done
            for done in self.finished
        ]

    # -- folding ---------------------------------------------------------------------------------------------------

    def apply(self, row: log.Row) -> list[Any]:
        """Take in one row; the events of the hand that it causes, for all eyes together."""
        match row:
            case log.Sat():
                for seat in self.seats:
                    if seat.person == row.person:
                        seat.person, seat.ready = None, False
                self.seats[row.seat] = SeatState(person=row.person)
            case log.Stood():
                self.seats[row.seat] = SeatState()
            case log.BotPut():
                self.seats[row.seat] = SeatState(bot=row.level, ready=True)
            case log.Readied():
                self.seats[row.seat].ready = row.on
            case log.Begun():
                self._begin(row)
            case log.Opened():
                self._open(row)
            case log.CutBy():
                self.nonces[row.seat] = row.nonce
            case log.Staked():
                self.staked[row.seat] = row
            case log.DealtOut():
                return self._deal()
            case log.Answered():
                return self._answer(row)
            case log.Closed():
                return self._resolve()
            case log.Thought():
                self.seats[row.seat].thoughts += 1
            case log.Managed():
                self.seats[row.seat].managed = row.on
                self.seats[row.seat].misses = 0
            case log.Left():
                self._left(row.seat)
            case log.Hosted():
                self.host = row.person
            case log.Quarantined():
                self.phase, self.reason = "quarantined", row.reason
            case log.Ended():
                self.closed = True
            case log.Lapsed() | log.Made():
                pass
        return []

    def _begin(self, row: log.Begun) -> None:
        self.seats = [self.seats[old] for old in row.order]
        for seat in self.seats:
            seat.left = False
        rules = self.plays.match_rules(self.rules, len(self.seats), self.made.options.hands)
        self.match = sitting.start(len(self.seats), rules, dealer=row.dealer)
        self.sittings += 1
        self.drawn = row.drawn
        self.finished = []
        self.last = None

    def _open(self, row: log.Opened) -> None:
        if self.match is None:
            raise InternalError("a hand is opened without a sitting")
        self.plan = sitting.next_hand(self.match)
        self.seed, self.opened = row.seed, row.at
        self.nonces, self.staked, self.held, self.game = {}, {}, {}, None
        self.number += 1
        self.phase = "cutting"
        for seat in self.seats:
            seat.ready = seat.bot is not None
            seat.managed, seat.misses, seat.thoughts = False, 0, 0

    def _deal(self) -> list[Any]:
        if self.plan is None or self.match is None:
            raise InternalError("no hand is planned")
        self.dealt_to = tuple(SeatState(seat.person, seat.bot) for seat in self.seats)
        self.match = sitting.declare_tuo(self.match, [seat for seat, said in self.staked.items() if said.tuo])
        order = shuffle.shuffled(self.proof())
        self.game = self.plays.deal(self.rules, order, self.plan, self.match, self.piao())
        self.phase = "playing"
        events = list(self.game.events)
        self._finish()
        return events

    def _answer(self, row: log.Answered) -> list[Any]:
        game = self._playing()
        action = self.plays.parse(row.action)
        self.answered += 1
        if row.missed:
            self.occupant(row.seat).misses += 1
        question = self.plays.question(game)
        if question is not None and question.kind == "claims":
            game.verify(action, row.seat)
            self.held[row.seat] = action
            return []
        events: list[Any] = game.do(action, row.seat)
        self._finish()
        return events

    def _resolve(self) -> list[Any]:
        game = self._playing()
        events: list[Any] = []
        held, self.held = self.held, {}
        for seat, action in held.items():
            events += game.do(action, seat)
        self._finish()
        return events

    def _playing(self) -> Any:
        if self.game is None or self.phase != "playing":
            raise InternalError("no hand is being played")
        return self.game

    def _finish(self) -> None:
        """When the hand is over: into the account of the sitting."""
        game = self._playing()
        if game.result is None or self.match is None or self.plan is None:
            return
        ending = self.plays.ending(game)
        done = Finished(self.number - 1, game, ending, self.proof(), self.plan, self.opened, self.dealt_to)
        self.match = sitting.record_hand(self.match, self.plays.outcome(game))
        self.last = done
        self.finished.append(done)
        self.phase = "settled" if self.match.ended is None else "ended"
        for seat in self.seats:
            seat.ready = seat.bot is not None

    def _left(self, seat: int) -> None:
        if self.match is not None and self.match.ended is None:
            self.match = sitting.leave(self.match, seat)
        self.phase, self.game, self.held = "ended", None, {}
        self.seats[seat] = SeatState(left=True)
        for other in self.seats:
            other.ready, other.managed = other.bot is not None, False
