"""From the kernel's log to events."""

from collections.abc import Callable, Iterator

from erqishi.paoyao import codes as c
from erqishi.paoyao import events as ev
from erqishi.paoyao.cards import card_text
from erqishi.paoyao.events import Event
from erqishi.paoyao.table import Table

PHASE_NAMES = {c.XIER: "xier", c.BET: "bet", c.CAPTURE: "capture", c.YAO: "yao", c.OVER: "over"}
OUTCOME_NAMES = {c.SETTLED: "settled", c.LIUJU: "liuju", c.XIER_SHOWN: "xier", c.SOLE: "sole"}


def _cards(details: list[int]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in details if card >= 0)


def _over(t: Table) -> Event:
    n = t.players
    return ev.HandOver(
        outcome=OUTCOME_NAMES[t.outcome],
        units=tuple(t.units[:n]),
        due=tuple(t.due[:n]),
        net=tuple(t.net[:n]),
        chips=tuple(t.chips[:n]),
        carry=t.carry,
        next_dealer=t.next_dealer,
    )


def _asked(seat: int, phase: int, compelled: int) -> Event:
    # That somebody is asked about a 喜儿 tells that it has one.
    to = seat if phase == c.XIER else None
    return ev.Asked(to=to, seat=seat, phase=PHASE_NAMES[phase], compelled=compelled == 1)


# Event code -> the event from the table, the seat and the four details.
_MAKE: dict[int, Callable[[Table, int, list[int]], Event]] = {
    c.E_ASKED: lambda t, s, d: _asked(s, d[0], d[1]),
    c.E_XIER_SHOWN: lambda t, s, d: ev.XierShown(seat=s, cards=_cards(d)),
    c.E_XIER_HELD: lambda t, s, d: ev.XierHeld(to=s, seat=s),
    c.E_DUG: lambda t, s, d: ev.Dug(seat=s, chips=d[0]),
    c.E_NO_DIG: lambda t, s, d: ev.NotDug(seat=s),
    c.E_FORCED_ANTE: lambda t, s, d: ev.ForcedAnte(seat=s, chips=d[0]),
    c.E_BETS_CLOSED: lambda t, s, d: ev.BetsClosed(playing=tuple(p for p in range(t.players) if d[0] >> p & 1)),
    c.E_CAPTURED: lambda t, s, d: ev.Captured(seat=s, card=card_text(d[0]), taken=_cards(d[1:])),
    c.E_EXTENDED: lambda t, s, d: ev.Extended(seat=s, taken=_cards(d[1:])),
    c.E_MERGED: lambda t, s, d: ev.Merged(seat=s, card=card_text(d[0])),
    c.E_LAID: lambda t, s, d: ev.Laid(seat=s, cards=_cards(d)),
    c.E_PASSED: lambda t, s, d: ev.Passed(seat=s),
    c.E_YAO_UP: lambda t, s, d: ev.YaoTurnedUp(card=card_text(d[0])),
    c.E_YAO_TAKEN: lambda t, s, d: ev.YaoTaken(seat=s, cards=_cards(d)),
    c.E_YAO_DECLINED: lambda t, s, d: ev.YaoDeclined(seat=s),
    c.E_YAO_VOID: lambda t, s, d: ev.YaoVoid(),
    c.E_HAND_PAIR: lambda t, s, d: ev.HandPairShown(seat=s, cards=_cards(d)),
    c.E_POT_TO: lambda t, s, d: ev.PotMoved(seat=s, chips=d[0]),
    c.E_OVER: lambda t, s, d: _over(t),
}


def _log(t: Table) -> Iterator[tuple[int, int, list[int]]]:
    for i in range(0, t.logged * c.EVENT_WIDTH, c.EVENT_WIDTH):
        code, seat, *details = t.log[i : i + c.EVENT_WIDTH]
        yield code, seat, details


def events_of(t: Table) -> list[Event]:
    """What the last call of the kernel at table t wrote to its log."""
    return [_MAKE[code](t, seat, details) for code, seat, details in _log(t)]
