"""Does anything hidden change a byte? `python -m sim.leak --hands 500 [--game paoyao]`.

A hand is played twice over the wire (the real connection, table and store, on a virtual clock). The second time all cards that
are hidden from one observer at some moment are permuted: others' concealed cards and the rest of the wall. Until the first event
that the rules themselves let that observer see differently, every frame must be the same, byte by byte, times included, and must
arrive at the same virtual time, to the millisecond in which the server counts. The observer is a seat or a spectator.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple
from unittest import mock

from erqishi import shuffle
from erqishi.server.clock import Clock
from erqishi.server.gate import Gate
from erqishi.server.house import House
from erqishi.server.settings import Settings
from erqishi.server.socket import Connection
from erqishi.server.tables.audience import Audience
from erqishi.server.tables.table import Table
from erqishi.server.tables.timing import Timing
from erqishi.zipai.actions import Action, Pass
from erqishi.zipai.events import Event
from erqishi.zipai.game import Game
from sim.chance import seeded
from sim.disk import Disk, SimStore
from sim.loop import START, VirtualLoop
from sim.net import Wire
from sim.world import SimBots

SEATS = 3
COMMIT = 0.015
"""Seconds that a commit takes at most here."""

_TIME = re.compile(r'"now":\d+')

#: (public events so far, seat, kind of the question) → what the seat answers
Script = dict[tuple[int, int, str], str]


class Even(random.Random):
    """No chance: everything takes its mean time, in whole milliseconds as the server counts them."""

    def random(self) -> float:
        """The middle."""
        return 0.5

    def uniform(self, a: float, b: float) -> float:
        """The middle."""
        return round((a + b) / 2, 3)

    def expovariate(self, lambd: float = 1.0) -> float:
        """The mean."""
        return 1 / lambd


class Observed(NamedTuple):
    """What an observer got: frames with their virtual arrival times, and how many events of the hand up to each."""

    frames: list[str]
    at: list[float]
    events: list[int]


# -- by the rules alone --------------------------------------------------------------------------------------------


def play(deck: list[int], dealer: int, script: Script | None, rng: random.Random, most: int) -> tuple[Game, Script]:
    """A hand without a server: answers from `script`, else at random (then the script is made). At most so many questions."""
    game = Game.from_deck("std15", deck, dealer)
    made: Script = {}
    for _ in range(most):
        decision = game.decision
        if decision is None:
            break
        public = sum(event.to is None for event in game.events)
        for seat, legal in decision.legal.items():
            action = _answer(script, (public, seat, decision.kind), legal, rng)
            if action is None:
                return game, made
            made[public, seat, decision.kind] = str(action)
            game.do(action, seat)
    return game, made


def _answer(
    script: Script | None, key: tuple[int, int, str], legal: tuple[Action, ...], rng: random.Random
) -> Action | None:
    if script is None:
        return rng.choice(legal)
    wanted = script.get(key)
    if wanted is None:
        return Pass() if Pass() in legal else None
    return next((action for action in legal if str(action) == wanted), None)


def seen(game: Game, observer: int | None) -> list[Event]:
    """The events of the hand that the observer may see."""
    return [event for event in game.events if event.to is None or event.to == observer]


def permuted(game: Game, dealer: int, observer: int | None, rng: random.Random) -> list[int]:
    """The deck with the cards permuted that are hidden from the observer now."""
    deck = list(game.deck)
    deal = game.rules.deal
    places = list(range(len(deck) - game.view(None).wall, len(deck)))
    for seat in range(SEATS):
        if seat == observer:
            continue
        left = Counter(game.hand(seat))
        block = (seat - dealer) % SEATS
        for place in range(block * deal, (block + 1) * deal):
            if left[deck[place]] > 0:
                left[deck[place]] -= 1
                places.append(place)
    if rng.random() < 0.5:
        places = rng.sample(places, min(len(places), rng.randrange(2, 10)))
    kinds = [deck[place] for place in places]
    rng.shuffle(kinds)
    for place, kind in zip(places, kinds, strict=True):
        deck[place] = kind
    return deck


# -- over the wire ---------------------------------------------------------------------------------------------------


#: What an observer tries meanwhile. Only `manage` may be accepted, and changes nothing.
PROBES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("peek", {}),
    ("manage", {"on": False}),
    ("watch_rooms", {}),
    ("sit", {"seat": 0}),
    ("stand", {}),
    ("ready", {"on": False}),
    ("put_bot", {"seat": 1, "level": "novice"}),
    ("remove", {"seat": 2}),
    ("cut", {"hand": 0, "nonce": "late"}),
    ("stake", {"hand": 0, "piao": 0, "tuo": False}),
    ("act", {"action": "discard 龙"}),
    ("enter", {}),
    ("resume", {}),
)


class Player:
    """A client that plays from a script and keeps what it got."""

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self.script = script
        #: How many events of the hand had been shown at each version of this player's view (跑腰, whose updates have no events).
        self.shown: dict[int, int] = {}
        self.got = Observed([], [], [])
        self.view: dict[str, Any] = {}
        self.public = self.events = 0
        self.number = 0
        self.me = ""
        self.wire = Wire(Even(), 0.01, self._take, lambda code: None)
        self._said: set[Any] = set()

    def say(self, kind: str, **fields: Any) -> None:
        """A message; a new id for every command."""
        self.number += 1
        self.wire.say(json.dumps({"t": kind, "cmd_id": f"{self.name}{self.number}", **fields}))

    def probe(self, code: str) -> None:
        """Ask for something that one may ask for at any time: no answer may tell more than what was shown."""
        table, v = self.view["table"], self.view["v"]
        kind, fields = PROBES[self.number % len(PROBES)]
        if kind == "resume":
            self.wire.say(json.dumps({"t": "resume", "table": table, "v": 0}))
            self.number += 1
        else:
            at = {"code": code} if kind in ("peek", "enter") else {} if kind == "watch_rooms" else {"table": table}
            self.say(kind, **at, **({"v": v} if kind in ("act", "think") else {}), **fields)

    def _take(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "welcome":
            self.me = message["me"]["id"]
        elif message["t"] == "table":
            self.view = message["view"]
        elif message["t"] == "update":
            for part in ("head", "me", "hand", "paoyao", "v"):
                if part in message:
                    self.view[part] = message[part]
            self.public += sum("to" not in event for event in message.get("events", ()))
            self.events = self.shown.get(message["v"], self.events + len(message.get("events", ())))
        self.got.frames.append(text)
        self.got.at.append(round(asyncio.get_running_loop().time() - START, 6))
        self.got.events.append(self.events)
        if message["t"] == "update":
            self._act()

    def _act(self) -> None:
        head, me, table = self.view["head"], self.view["me"], self.view["table"]
        if me.get("seat") is None:
            return
        if head["phase"] == "cutting" and me["seat"] not in head["cut"]:
            self._once("cut", 0.2, "cut", table=table, hand=0, nonce=f"nonce {self.name}")
        key, legal = self._question()
        if not legal or me.get("answered"):
            return
        action = self.script.get(key) or ("pass" if "pass" in legal else None)
        if action is not None and action in legal:
            self._once(key, 0.3 + 0.1 * me["seat"], "act", table=table, v=self.view["v"], action=action)

    def _question(self) -> tuple[tuple[int, int, str], list[str]]:
        """Its name in the script, and what may be answered; nothing if I am not asked."""
        me, hand, paoyao = self.view["me"], self.view["hand"], self.view["paoyao"]
        if paoyao:
            return (len(paoyao["course"]), me["hand_seat"], paoyao["phase"]), paoyao["legal"]
        asked = hand and hand.get("asked")
        if not asked:
            return (0, 0, ""), []
        return (self.public, me["hand_seat"], asked["kind"]), asked["legal"]

    def _once(self, key: Any, after: float, kind: str, **fields: Any) -> None:
        if key not in self._said:
            self._said.add(key)
            asyncio.get_running_loop().call_later(after, lambda: self.say(kind, **fields))


#: How a room is set up in which a hand is played over the wire.
ROOM = {"hands": 1, "clock": 60, "window": "constant", "claim_seconds": 2, "public": True}


def over_the_wire(deck: list[int], dealer: int, script: Script, observer: int | None, events: int) -> Observed:
    """What the observer of a hand of 跑胡子 gets until it has seen so many of its events."""
    return watched(_ids(deck), dealer, script, observer, events, ROOM, SEATS)


def watched(
    order: tuple[int, ...],
    dealer: int,
    script: Script,
    observer: int | None,
    events: int,
    options: dict[str, Any],
    seats: int,
) -> Observed:
    """What the observer gets while the shuffled deck `order` is played on a server, until it has seen so many events of the hand."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    players: list[Player] = []
    real_publish = Audience.publish

    def publish(self: Audience, *given: Any, **more: Any) -> None:
        """Note how much of the hand had been shown when a version was made."""
        real_publish(self, *given, **more)
        for player in players:
            channel = self.channels.get(player.me)
            seat = players.index(player) if players.index(player) < seats else None
            if channel is not None and self.plays.id == "paoyao":
                player.shown[channel.v] = shown[seat]

    shown: Counter[int | None] = Counter()
    real_show = Audience.show

    def show(self: Audience, new: Iterable[Any]) -> None:
        new = list(new)
        real_show(self, new)
        for seat in (None, *range(seats)):
            shown[seat] += sum(event.to is None or event.to == seat for event in new)

    async def sitting() -> Observed:
        house = House(
            SimStore(Disk(Even()), lambda db: None),
            SimBots(Even()),  # type: ignore[arg-type]
            Timing(),
            clock=Clock(loop.time, loop.time),
        )
        await house.start()
        gate = Gate(Settings(store=""))
        players.extend(Player(name, script) for name in (*"abcd"[:seats], "w"))
        for player in players:
            loop.create_task(Connection(house, player.wire, None, gate, "").serve())  # type: ignore[arg-type]
            player.wire.say(json.dumps({"t": "hello", "protocol": 1}))
            await asyncio.sleep(0.1)
        players[0].say("create_room", options=options)
        await asyncio.sleep(0.1)
        code, table = players[0].view["room"]["code"], players[0].view["table"]
        for player in players[1:]:
            player.say("enter", code=code)
            await asyncio.sleep(0.1)
        for player in players[1:seats]:
            player.say("sit", table=table)
            await asyncio.sleep(0.1)
        for player in players[:seats]:
            player.say("ready", table=table)
            await asyncio.sleep(0.1)
        watches = players[seats if observer is None else observer]
        end = loop.time() + 3000
        while watches.events < events and loop.time() < end:
            await asyncio.sleep(0.5)
            watches.probe(code)
        return watches.got

    try:
        with (
            seeded(random.Random(1)),
            mock.patch.object(shuffle, "shuffled", lambda proof: order),
            mock.patch.object(Table, "save_hands", _not_kept),  # its proof is not of the chosen deck
            mock.patch.object(Audience, "publish", publish),
            mock.patch.object(Audience, "show", show),
            mock.patch("erqishi.server.tables.play.secrets.randbelow", lambda n: dealer),
        ):
            found = loop.run_until_complete(sitting())
            rest = asyncio.all_tasks(loop)
            for task in rest:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    return found


async def _not_kept(self: Table) -> None:
    """The hand is over: all is revealed, and nothing is compared any more."""


def _ids(deck: list[int]) -> tuple[int, ...]:
    """Card ids whose kinds are the deck."""
    used: Counter[int] = Counter()
    ids = []
    for kind in deck:
        ids.append(4 * kind + used[kind])
        used[kind] += 1
    return tuple(ids)


# -- the comparison ----------------------------------------------------------------------------------------------------


class Leak(AssertionError):
    """A byte or a time differs that hidden cards alone can have changed."""


def compare(seed: int) -> tuple[int, int]:
    """One hand twice: (frames compared, events of the hand in them). Leak if they differ."""
    rng = random.Random(f"leak {seed}")
    deck = [kind for kind in range(20) for _ in range(4)]
    rng.shuffle(deck)
    dealer, observer = rng.randrange(SEATS), rng.choice((0, 1, 2, None))
    most = rng.randrange(1, 60)
    first, script = play(deck, dealer, None, rng, most)
    other_deck = permuted(first, dealer, observer, rng)
    second, _ = play(other_deck, dealer, script, rng, most)
    same = 0
    for one, two in zip(seen(first, observer), seen(second, observer), strict=False):
        if one != two:
            break
        same += 1
    if same == 0:
        return 0, 0
    a, b = (over_the_wire(cards, dealer, script, observer, same) for cards in (deck, other_deck))
    return equal(a, b, same, f"seed {seed}, observer {observer}")


def equal(a: Observed, b: Observed, same: int, which: str) -> tuple[int, int]:
    """(frames compared, events in them): all that come before the first event that may differ. Leak if they differ."""
    end = min(sum(n <= same for n in got.events) for got in (a, b))
    for i in range(end):
        one, two, late = a.frames[i], b.frames[i], 0.001  # the server's clock ticks in milliseconds
        if not one.startswith('{"t":"update"'):
            # An answer to what the observer asked: it may have had to wait for a commit that somebody else caused.
            one, two, late = _TIME.sub("", one), _TIME.sub("", two), COMMIT
        if one != two:
            raise Leak(f"{which}: frame {i}:\n{_difference(one, two)}")
        if abs(a.at[i] - b.at[i]) > late:
            raise Leak(f"{which}: frame {i} came at {a.at[i]} and {b.at[i]}: {a.frames[i][:200]}")
    return end, a.events[end - 1] if end else 0


def _difference(one: str, two: str) -> str:
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    return f"{one[max(at - 80, 0) : at + 120]}\n{two[max(at - 80, 0) : at + 120]}"


def main() -> int:
    """Compare many hands; 1 if one leaked."""
    options = argparse.ArgumentParser(prog="python -m sim.leak", description=__doc__)
    options.add_argument("--hands", type=int, default=200)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--game", choices=("zipai", "paoyao"), default="zipai", help="跑胡子 or 跑腰")
    given = options.parse_args()
    if given.game == "paoyao":
        from sim import leak_paoyao  # it is made of this module

        one = leak_paoyao.compare
    else:
        one = compare
    began, frames, events = time.monotonic(), 0, 0
    for i, seed in enumerate(range(given.first, given.first + given.hands), 1):
        try:
            more = one(seed)
        except Leak as leak:
            print(leak)
            return 1
        frames, events = frames + more[0], events + more[1]
        if sys.stderr.isatty() or i % max(given.hands // 10, 1) == 0:
            took = time.monotonic() - began
            print(f"{i}/{given.hands} hands, {frames} frames the same, {took:.0f} s", file=sys.stderr)
    print(
        f"{given.hands} hands twice: {frames} frames with {events} events, the same byte by byte and at the same moment"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
