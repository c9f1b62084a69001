"""The course of a hand of 跑胡子 as items, who did what: the words of the text form and of the command line.

An item is a decision (打 碰 吃 胡 过) or a thing that happens by itself (摸 提 偎 跑 相公). What nobody needs to read is no
item: a plain 过, a draw that nobody took, the dealer's taking of the 亮张.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from erqishi.cards import card_name
from erqishi.record.zipai import Step
from erqishi.zipai import events as e
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Pass, Peng
from erqishi.zipai.game import Game

POSITIONS = {2: "庄下", 3: "庄下上", 4: "庄下对上"}
"""The seats from the dealer onwards, by the number of seats."""

POSITIONS_EN = {"庄": "dealer", "下": "next", "对": "across", "上": "prev"}

WORDS: dict[str, tuple[str, str]] = {
    "discard": ("打", "discards"),
    "draw": ("摸", "draws"),
    "chi": ("吃", "chi"),
    "peng": ("碰", "peng"),
    "pao": ("跑", "pao"),
    "ti": ("提", "ti"),
    "dealt_ti": ("提", "ti of"),
    "wei": ("偎", "wei"),
    "chouwei": ("臭偎", "chouwei"),
    "dead": ("相公", "is dead (xianggong)"),
    "hu": ("胡", "hu"),
    "pass": ("过", "passes"),
}
"""Every verb in Chinese and English."""

WANTED = ("想", "wants")
"""Before a claim that another seat's better claim overtook."""

SHOWS_CARDS = frozenset({"discard", "draw", "chi", "dealt_ti"})
"""Verbs whose cards are written; with the others the card is the one in play."""

ANSWERS = frozenset({"chi", "peng", "hu", "pass"})


class Item(NamedTuple):
    """`seat` does `verb` with these cards: sets for 吃, one card otherwise, none where a reader found none written.

    `line`: where it was read, 0 when it was not.
    """

    seat: int
    verb: str
    cards: tuple[str, ...] = ()
    wanted: bool = False
    line: int = 0

    def zh(self) -> str:
        """The item without its seat: `打五`, `想吃一二三比二贰贰`."""
        return WANTED[0] * self.wanted + WORDS[self.verb][0] + "比".join(self.cards) * (self.verb in SHOWS_CARDS)

    def en(self) -> str:
        """The same in English."""
        words = [WANTED[1]] * self.wanted + [WORDS[self.verb][1]]
        return " ".join([*words, " bi ".join(self.cards)] if self.verb in SHOWS_CARDS else words)


def position(game: Game, seat: int) -> str:
    """庄, 下, 对 or 上."""
    n = game.rules.seats
    return POSITIONS[n][(seat - game.dealer) % n]


def wall_of(game: Game) -> Iterator[str]:
    """The wall in drawing order."""
    return (card_name(k) for k in game.deck[game.rules.seats * game.rules.deal + 1 :])


def happenings(events: Sequence[e.Event], wall: Iterator[str], did: dict[int, Action]) -> Iterator[Item]:
    """What happened by itself, given the answers that came before. `wall` gives the cards still to be drawn."""
    drawn = ""
    for event in events:
        match event:
            case e.TurnedUp() | e.DrewHidden():
                drawn = next(wall)
                yield Item(event.seat, "draw", (drawn,))
            case e.Ti() if event.source == "deal":
                yield Item(event.seat, "dealt_ti", (event.card or _own(events, event),))
            case e.Ti():
                yield Item(event.seat, "ti", (drawn,))
            case e.Pao():
                yield Item(event.seat, "pao", (event.card,))
            case e.Wei():
                yield Item(event.seat, "wei", (drawn,))
            case e.ChouWei():
                yield Item(event.seat, "chouwei", (drawn,))
            case e.Penged() if did.get(event.seat) != Peng():  # forced by the rules of the table
                yield Item(event.seat, "peng", (event.card,))
            case e.Dead():
                yield Item(event.seat, "dead")
            case e.Won() if did.get(event.seat) != Hu():
                yield Item(event.seat, "hu", (event.card,))


def _own(events: Sequence[e.Event], ti: e.Ti) -> str:
    """The card of a hidden 提, which its own seat is told."""
    return next(o.card for o in events if isinstance(o, e.Own) and (o.seat, o.at) == (ti.seat, ti.at))


def carried_out(events: Iterable[e.Event], did: dict[int, Action]) -> int | None:
    """The seat whose answer was carried out; None when everybody passed or something forced came first."""
    for event in events:
        if isinstance(event, e.Won | e.Penged | e.Ate | e.Discarded) and event.seat in did:
            return None if isinstance(did[event.seat], Pass) else event.seat
        if isinstance(event, e.TurnedUp | e.DrewHidden | e.Pao):
            return None
    return None


def answered(seat: int, action: Action) -> Item:
    """An answer as an item."""
    match action:
        case Discard(card):
            return Item(seat, "discard", (card,))
        case Chi(cards, bi):
            return Item(seat, "chi", (cards, *bi))
        case Peng():
            return Item(seat, "peng")
        case Hu():
            return Item(seat, "hu")
        case _:
            return Item(seat, "pass")


def spoken(step: Step, last_of_unfinished: bool) -> list[Item]:
    """The answers worth writing: what was overtaken, then what was carried out; a 过 only where 胡 was declined.

    The last step of an unfinished hand needs every 过, since no later happening shows that it was answered.
    """
    done = carried_out(step.events, step.did)
    items = []
    for seat, action in step.did.items():
        legal = step.decision.legal[seat] if step.decision else ()
        if not isinstance(action, Pass) or Hu() in legal or last_of_unfinished:
            overtaken = not isinstance(action, Pass) and seat != done
            items.append(answered(seat, action)._replace(wanted=overtaken))
    return sorted(items, key=lambda item: item.seat == done)


def course(game: Game, steps: list[Step]) -> list[list[Item]]:
    """The items of a replayed hand, a new row with each card of the wall."""
    rows: list[list[Item]] = [[]]
    wall = wall_of(game)
    for step in steps:
        last = step is steps[-1] and not game.over
        for item in (*spoken(step, last), *happenings(step.events, wall, step.did)):
            if item.verb == "draw" and rows[-1]:
                rows.append([])
            rows[-1].append(item)
    return [row for row in rows if row]
