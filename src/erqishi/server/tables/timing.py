"""How long things take at a table, in milliseconds."""

from __future__ import annotations

import msgspec

from erqishi.server.protocol.shared import RoomOptions

THINKS = 2
"""How often a seat may ask for a longer window in one hand."""

NO_CLOCK_MS, NO_CLOCK_AWAY_MS = 600_000, 60_000
"""The longest wait of a table without a clock: for who is there, and for who is not."""

_CLAIM_SECONDS = {0: 10, 15: 3, 30: 4, 60: 6}


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """pace: between two things that happen by themselves. bot: before a bot's (or a managed seat's) discard is seen.
    solo: the window when the only person is not asked. cut: for 切牌. stake: for 飘 and 打坨 before the deal, where they are asked.
    grace: an answer may come so much after the shown deadline, for the way it has to go. settle: from the end of a window until its outcome is shown; it covers the commit, so that
    the work done does not show. next: until the next hand. away: shown as the grace of a lost connection. no_clock:
    the longest wait when the clock is off; no_clock_away: the same when the person is not there. gather: so much longer is the first wait after a start, for people who are still on their way back. claim: factor on claim windows.
    """

    pace: int = 800
    bot: int = 1000
    solo: int = 1200
    cut: int = 4000
    stake: int = 15_000
    grace: int = 250
    settle: int = 60
    next: int = 30_000
    away: int = 60_000
    no_clock: int = NO_CLOCK_MS
    no_clock_away: int = NO_CLOCK_AWAY_MS
    gather: int = 6000
    claim: float = 1.0
    clock: float = 1.0

    def scaled(self, pace: float) -> Timing:
        """The same with all artificial waits multiplied; people's own time stays (simulations, tests)."""
        return msgspec.structs.replace(
            self,
            pace=int(self.pace * pace),
            bot=int(self.bot * pace),
            solo=int(self.solo * pace),
            settle=int(self.settle * min(pace, 1.0)),
            gather=int(self.gather * min(pace, 1.0)),
            claim=self.claim * pace,
        )

    def claim_ms(self, options: RoomOptions) -> int:
        """Length of the constant window of a table with these options."""
        return int(1000 * self.claim * (options.claim_seconds or _CLAIM_SECONDS[options.clock]))

    def clock_ms(self, options: RoomOptions) -> int:
        """Time for a decision; without a clock the longest wait."""
        return int(options.clock * 1000 * self.clock) if options.clock else self.no_clock

    def think_ms(self, options: RoomOptions) -> int:
        """By how much `think` lengthens a window."""
        return int((options.clock or 15) * 1000 * self.claim)
