"""Does anything hidden change a byte? `python -m sim.leak --hands 500`.

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
import sys
import time
from collections import Counter
from typing import Any, NamedTuple
from unittest import mock

from erqishi import shuffle
from erqishi.server.clock import Clock
from erqishi.server.gate import Gate
from erqishi.server.house import House
from erqishi.server.settings import Settings
from erqishi.server.socket import Connection
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


class Player:
    """A client that plays from a script and keeps what it got."""

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self.script = script
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

    def _take(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "welcome":
            self.me = message["me"]["id"]
        elif message["t"] == "table":
            self.view = message["view"]
        elif message["t"] == "update":
            for part in ("head", "me", "hand", "v"):
                if part in message:
                    self.view[part] = message[part]
            self.public += sum("to" not in event for event in message.get("events", ()))
            self.events += len(message.get("events", ()))
        self.got.frames.append(text)
        self.got.at.append(round(asyncio.get_running_loop().time() - START, 6))
        self.got.events.append(self.events)
        if message["t"] == "update":
            self._act()

    def _act(self) -> None:
        head, me, hand = self.view["head"], self.view["me"], self.view["hand"]
        loop, table = asyncio.get_running_loop(), self.view["table"]
        if me.get("seat") is None:
            return
        if head["phase"] == "cutting" and me["seat"] not in head["cut"]:
            self._once("cut", 0.2, "cut", table=table, hand=0, nonce=f"nonce {self.name}")
        asked = hand and hand.get("asked")
        if not asked or me.get("answered"):
            return
        key = (self.public, me["hand_seat"], asked["kind"])
        action = self.script.get(key) or ("pass" if "pass" in asked["legal"] else None)
        if action is not None and action in asked["legal"]:
            self._once((key, loop), 0.3 + 0.1 * me["seat"], "act", table=table, v=self.view["v"], action=action)

    def _once(self, key: Any, after: float, kind: str, **fields: Any) -> None:
        if key not in self._said:
            self._said.add(key)
            asyncio.get_running_loop().call_later(after, lambda: self.say(kind, **fields))


def over_the_wire(deck: list[int], dealer: int, script: Script, observer: int | None, events: int) -> Observed:
    """What the observer gets while the hand is played on a server, until it has seen so many events of the hand."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    order = _ids(deck)

    async def sitting() -> Observed:
        house = House(
            SimStore(Disk(Even()), lambda db: None),
            SimBots(Even()),  # type: ignore[arg-type]
            Timing(),
            clock=Clock(loop.time, loop.time),
        )
        await house.start()
        gate = Gate(Settings(store=""))
        players = [Player(name, script) for name in ("a", "b", "c", "w")]
        for player in players:
            loop.create_task(Connection(house, player.wire, None, gate, "").serve())  # type: ignore[arg-type]
            player.wire.say(json.dumps({"t": "hello", "protocol": 1}))
            await asyncio.sleep(0.1)
        players[0].say("create_room", options={"hands": 1, "clock": 60, "window": "constant", "claim_seconds": 2})
        await asyncio.sleep(0.1)
        code, table = players[0].view["room"]["code"], players[0].view["table"]
        for player in players[1:]:
            player.say("enter", code=code)
            await asyncio.sleep(0.1)
        for player in players[1:3]:
            player.say("sit", table=table)
            await asyncio.sleep(0.1)
        for player in players[:3]:
            player.say("ready", table=table)
            await asyncio.sleep(0.1)
        watched = players[3 if observer is None else observer]
        end = loop.time() + 3000
        while watched.events < events and loop.time() < end:
            await asyncio.sleep(0.5)
        return watched.got

    try:
        with (
            seeded(random.Random(1)),
            mock.patch.object(shuffle, "shuffled", lambda proof: order),
            mock.patch.object(Table, "save_hands", _not_kept),  # its proof is not of the chosen deck
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
    lengths = [sum(n <= same for n in got.events) for got in (a, b)]
    end = min(lengths)
    for i in range(end):
        if a.frames[i] != b.frames[i]:
            raise Leak(f"seed {seed}, observer {observer}: frame {i}:\n{_difference(a.frames[i], b.frames[i])}")
        if abs(a.at[i] - b.at[i]) > 0.001:  # the server's clock ticks in milliseconds
            raise Leak(
                f"seed {seed}, observer {observer}: frame {i} came at {a.at[i]} and {b.at[i]}: {a.frames[i][:200]}"
            )
    return end, a.events[end - 1] if end else 0


def _difference(one: str, two: str) -> str:
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    return f"{one[max(at - 80, 0) : at + 120]}\n{two[max(at - 80, 0) : at + 120]}"


def main() -> int:
    """Compare many hands; 1 if one leaked."""
    options = argparse.ArgumentParser(prog="python -m sim.leak", description=__doc__)
    options.add_argument("--hands", type=int, default=200)
    options.add_argument("--first", type=int, default=0)
    given = options.parse_args()
    began, frames, events = time.monotonic(), 0, 0
    for i, seed in enumerate(range(given.first, given.first + given.hands), 1):
        try:
            more = compare(seed)
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
