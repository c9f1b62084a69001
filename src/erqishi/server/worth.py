"""What each choice of a seat is worth (跑腰), reckoned beside the loop: a hint for tables that want it."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from erqishi.bots.paoyao import Reckoned
from erqishi.errors import InternalError
from erqishi.server.bots_pool import BotPool
from erqishi.server.protocol.client_out import Worth
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.table import Table

_log = logging.getLogger(__name__)

MOST_KEPT = 2000
"""Seats of which the last answer is kept, so that asking again costs nothing."""


class Worths:
    """Answers by table and seat of the hand. Each question is reckoned once, in a worker process."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots
        self._kept: dict[tuple[str, int], tuple[bytes, asyncio.Task[Reckoned | None]]] = {}

    async def of(self, table: Table, person: str) -> Worth:
        """What the choices are worth that this person has now. Refusal: no such hint here, or nothing is asked."""
        state = table.state
        if state.plays.id != "paoyao" or not state.made.options.hints.worth:
            raise Refusal("bad_option", "这桌没有这个提示", "this table gives no such hint")
        seat = table.me(person).hand_seat
        view = table.audience.views.get(seat) if seat is not None else None
        if seat is None or view is None or not view.legal:
            raise Refusal("not_now", "现在没有问你", "nothing is asked of you now")
        key, sight = (state.table, seat), msgspec.json.encode(view)
        kept = self._kept.get(key)
        if kept is None or kept[0] != sight or (kept[1].done() and not _useful(kept[1])):
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            kept = (sight, asyncio.create_task(self._bots.worth(sight, msgspec.json.encode(state.rules))))
            self._kept[key] = kept
        try:
            found = await asyncio.shield(kept[1])
        except InternalError:  # a hint that cannot be given is no fault of the person who asks
            _log.exception("no reckoning for table %s, seat %d", state.table, seat)
            found = None
        if found is None:
            return Worth(ready=False)
        return Worth(ready=True, exact=found.exact, chips=found.chips, errors=found.errors)


def _useful(task: asyncio.Task[Reckoned | None]) -> bool:
    """Whether a finished reckoning has something to say."""
    return not task.cancelled() and task.exception() is None and task.result() is not None
