"""How long everything takes at a table: the waits that everybody sees, and why they tell nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from erqishi.server.games import Question
from erqishi.server.protocol import client_out as out
from erqishi.server.tables import views
from erqishi.server.tables.staging import Chunk
from erqishi.zipai.seat import must_discard

if TYPE_CHECKING:
    from erqishi.server.tables.table import Table

#: How claim windows run: `constant`, `open` (until all have answered), or `solo`: constant was agreed, but only one person
#: plays, to whom a pause can tell nothing that he does not know.
Mode = Literal["constant", "open", "solo"]


class Pacing:
    """Sets the turn that everybody sees, and `close_at`: when the wait that is on ends."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.close_at = 0
        self._more = 0

    @property
    def mode(self) -> Mode:
        """How claim windows run now."""
        state = self.table.state
        if views.window_of(state) == "open":
            return "open"
        plan = state.plan
        people = [seat for seat in plan.active if state.seats[seat].person is not None] if plan is not None else []
        return "constant" if len(people) > 1 else "solo"

    def turn(
        self, kind: Literal["ready", "cut", "claim", "seat", "next"], ms: int | None, seat: int | None = None
    ) -> None:
        """What is waited for from now on."""
        now = self._now()
        self.table.turn = out.Turn(kind, now, now + ms if ms is not None else None, seat)

    def after_a_start(self) -> None:
        """The first wait is longer, if more than one person is to come back: whoever is back first must not win by it."""
        if len(self.table.state.people()) > 1:
            self._more = self.table.services.timing.gather

    def _longer(self) -> int:
        more, self._more = self._more, 0
        return more

    def window(self, chunk: Chunk | None) -> None:
        """Open a window of constant length; `close_at` is when it closes."""
        timing = self.table.services.timing
        ms = timing.claim_ms(self.table.state.made.options) + self._longer()
        if chunk is not None and chunk.wait == "own" and chunk.seat is not None:
            self.turn("seat", ms, self._table_seat(chunk.seat))
        else:
            self.turn("claim", ms)
        self.close_at = self._now() + ms + timing.grace

    def ask(self, decision: Question) -> None:
        """The wait for a decision."""
        table, timing, state = self.table, self.table.services.timing, self.table.state
        options = state.made.options
        limit = timing.clock_ms(options)
        if decision.kind == "discard" or self.owes_a_discard(decision):
            seat = self._table_seat(next(iter(decision.legal)))
            turn = table.turn
            if turn is None or turn.kind != "seat" or turn.seat != seat or self.close_at <= self._now():
                # Otherwise the seat has just declined its 胡 on an own meld: to the others its turn simply goes on.
                limit += self._longer()
                self.turn("seat", limit if options.clock else None, seat)
                self.close_at = self._now() + self.patience(seat, limit) + timing.grace
            return
        mode = self.mode
        if mode == "constant":
            own = decision.origin == "own_meld"
            self.window(Chunk([], "own", decision.owner) if own else None)
        else:
            people = self.asks_people(decision)
            own = decision.origin == "own_meld"
            ms = limit if people or mode == "open" else timing.pace if own else timing.solo
            shown = None if people and not options.clock else ms
            if own and not people and mode == "solo":
                table.turn = None  # as behind a hidden meld with which nobody could win
            else:
                self.turn("claim", shown)
            patience = min((self.patience(self._table_seat(s), ms) for s in people), default=ms)
            self.close_at = self._now() + patience + (timing.grace if people else 0)

    def asks_people(self, decision: Question) -> list[int]:
        """The seats of the hand that are asked and are no bots."""
        return [seat for seat in decision.legal if self.table.state.occupant(seat).person is not None]

    def owes_a_discard(self, decision: Question) -> bool:
        """胡 or not on an own hidden meld, when a discard follows anyway: to the others it is one turn of that seat."""
        if decision.kind != "claims" or decision.origin != "own_meld" or decision.owner is None:
            return False
        row = self.table.audience.views[None].seats[decision.owner]
        return bool(must_discard(row.size, sum(meld.kind in ("ti", "pao") for meld in row.melds)))

    def patience(self, seat: int, limit: int) -> int:
        """How long a seat is waited for: without a clock, an absent person for a minute only."""
        state, timing = self.table.state, self.table.services.timing
        if state.made.options.clock or state.seats[seat].person in self.table.audience.connected():
            return limit
        return timing.no_clock_away

    def settled_at(self) -> int:
        """The moment at which the outcome of a constant window is shown, whatever it took to find out.

        On a machine so busy that it took longer than `settle`: the next of the moments that lie `settle` apart.
        """
        settle, now = self.table.services.timing.settle, self._now()
        late = max(now - self.close_at, 0)
        return now + settle - late % settle if settle > 0 else now

    def _now(self) -> int:
        return self.table.now()

    def _table_seat(self, hand_seat: int) -> int:
        plan = self.table.state.plan
        return plan.active[hand_seat] if plan is not None else hand_seat
