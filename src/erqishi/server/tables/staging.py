"""What happened at once in the machine, cut into what is shown one after the other.

The machine runs on until somebody has to choose: a card is turned up, nobody wants it, the next is turned up. Shown like that,
the pace would tell who could have claimed. So events are cut behind every card that might be claimed and every hidden
own meld, and each of these is followed by the same wait, whether or not anybody had a choice there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from erqishi.zipai import events as e

#: What follows a chunk: `claim` = the window of a revealed card, `own` = the time of a seat that made a hidden meld,
#: `pace` = a breath, so that a 跑 and the next card are not seen as one. None: nothing, the machine waits or the hand is over.
Wait = Literal["claim", "own", "pace"]

_SILENT = (e.Dealt, e.Own, e.Asked, e.Marked, e.Dead, e.Revealed)


class Chunk(msgspec.Struct):
    """Events that are shown together, and what follows before the next chunk. seat: whose time it is after `own`."""

    events: list[Any]
    wait: Wait | None = None
    seat: int | None = None


def chunks(events: Iterable[e.Event]) -> list[Chunk]:
    """Cut the events of one step of the machine."""
    done: list[Chunk] = []
    now = Chunk([])
    open_: Wait | None = None
    paced = False
    for event in events:
        if now.events and not isinstance(event, _SILENT) and not _belongs(event, now.events):
            if open_ is None and paced and isinstance(event, e.TurnedUp | e.DrewHidden | e.Discarded):
                open_ = "pace"
            if open_ is not None:
                now.wait = open_
                done.append(now)
                now, paced = Chunk([]), False
        now.events.append(event)
        match event:
            case e.HandStarted() | e.TurnedUp() | e.Discarded():
                open_ = "claim"
            case e.Wei() | e.ChouWei() | e.WangTaken():
                open_, now.seat = "own", event.seat
            case e.Ti():
                if event.source != "deal":
                    open_, now.seat = "own", event.seat
            case e.Pao() | e.Ate() | e.Penged() | e.Laid():
                open_, paced = None, True
            case e.LiangTaken() | e.Unclaimed() | e.DrewHidden() | e.Won() | e.WallEmpty():
                open_ = None
            case _:
                pass
    if now.events:
        done.append(now)
    return done


def _belongs(event: e.Event, so_far: list[e.Event]) -> bool:
    """提 laid before the 亮张 is decided: part of the opening. A 王 goes to its drawer at once: nobody is asked about it."""
    if isinstance(event, e.WangTaken):
        return True
    return isinstance(event, e.Ti) and event.source == "deal" and isinstance(so_far[0], e.HandStarted)
