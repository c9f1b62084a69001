"""Erratic people: they think, dawdle, press twice, send nonsense, open second windows, fall asleep, lose the net, come back.

A `Person` has one or more `Device`s. A device is written from docs/protocol.md: it resends under the same id until it is
answered, folds what it gets, and complains (`World.fail`) about whatever breaks the protocol's promises.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import random
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi.zipai import events as e
from erqishi.zipai.view import View
from sim.net import Wire

if TYPE_CHECKING:
    from sim.world import World

RESEND = 5.0
PING, DEAD = 15.0, 30.0


class Manners:
    """How somebody behaves; each is a probability or a time in seconds. `calm` is a model citizen."""

    def __init__(self, rng: random.Random) -> None:
        def often(p: float, most: float) -> float:
            return rng.uniform(0, most) if rng.random() < p else 0.0

        self.think = rng.choice((0.2, 0.7, 2.0, 6.0))
        self.silent = often(0.5, 0.4)
        self.twice = often(0.5, 0.3)
        self.wrong = often(0.5, 0.2)
        self.stale = often(0.4, 0.3)
        self.longer = often(0.3, 0.2)
        self.manage = often(0.3, 0.1)
        self.leave = often(0.25, 0.02)
        self.cut_nonce = rng.random()
        self.drop = often(0.7, 0.06)
        self.sleep = often(0.5, 0.03)
        self.second = rng.random() < 0.4
        self.wander = often(0.4, 0.05)
        self.slow = rng.choice((0.001, 0.02, 0.08, 0.4))

    def calm_down(self) -> None:
        """From now on: prompt, present, correct."""
        self.think = min(self.think, 0.7)
        self.silent = self.twice = self.wrong = self.stale = self.longer = self.manage = self.leave = 0.0
        self.drop = self.sleep = self.wander = 0.0
        self.slow = min(self.slow, 0.08)


class Device:
    """One client of a person."""

    def __init__(self, world: World, person: Person, name: str) -> None:
        self.world = world
        self.person = person
        self.name = name
        self.rng = random.Random(person.rng.getrandbits(64))
        self._stragglers = random.Random(f"stragglers {world.seed} {name}")
        self.wire: Wire | None = None
        self.number = 0
        self.ready = False
        self.tables: dict[str, dict[str, Any]] = {}
        self.folds: dict[str, View | None] = {}
        self.outbox: dict[str, list[Any]] = {}  # cmd_id -> [message, when sent last]
        self.heard = 0.0
        self.asleep = False
        self.backoff = 0.4
        self._acted: set[Any] = set()
        self._occasions: dict[str, Any] = {}
        self._resumed: dict[str, float] = {}

    # -- the link ------------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open a connection and say hello."""
        if self.asleep or (self.wire is not None and self.wire.open and not self.wire._gone_for_client):
            return
        self.ready = False
        wire = Wire(random.Random(self.rng.getrandbits(64)), self.person.manners.slow, self._got, lambda code: None)
        wire.got = lambda text: self._got(text) if self.wire is wire else None
        wire.lost = lambda code: self._lost(code) if self.wire is wire else None
        if not self.world.accept(wire):
            self.wire = None
            self._again()
            return
        self.wire = wire
        self.heard = self.world.loop.time()
        known = {table: view["v"] for table, view in self.tables.items()}
        hello = {"t": "hello", "protocol": 1, "client": "sim", "token": self.person.token, "tables": known}
        self._say(hello)

    def _again(self) -> None:
        self.backoff = min(self.backoff * 2, 4.0)
        self.world.loop.call_later(self.backoff * self.rng.uniform(0.7, 1.3), self.connect)

    def _lost(self, code: int) -> None:
        self.world.note(self.name, f"lost {code}")
        if code == 4000:
            self.world.fail(f"{self.name}: closed for unreadable frames")
        self.wire, self.ready = None, False
        self._again()

    def _say(self, message: dict[str, Any]) -> None:
        if self.wire is not None:
            self.world.note(self.name, f"→ {json.dumps(message, ensure_ascii=False)}"[:300])
            self.wire.say(json.dumps(message))

    def drop(self) -> None:
        """The net is gone for this device, noticed or not."""
        if self.wire is not None:
            self.world.note(self.name, "cut")
            straggle = self._stragglers.choice((0.0, 0.0, 1.0, 6.0, 20.0))
            self.wire.cut(self.rng.choice((0.0, 0.1, 5.0, 45.0)), self.rng.choice((0.0, 0.5, 8.0, 60.0)), straggle)

    def sleep(self, seconds: float) -> None:
        """The screen goes dark: nothing is read, nothing sent."""
        if self.asleep:
            return
        self.world.note(self.name, f"asleep for {seconds:.0f} s")
        self.asleep = True
        if self.wire is not None:
            self.wire.freeze(True)
        self.world.loop.call_later(seconds, self._wake)

    def _wake(self) -> None:
        self.asleep = False
        if self.wire is None:
            self.connect()
        elif self.rng.random() < 0.5:
            wire, self.wire = self.wire, None  # a phone that throws its sockets away
            wire.freeze(False)
            wire.hang_up()
            self.connect()
        else:
            self.wire.freeze(False)
            self._say({"t": "ping", "n": 1})

    def tick(self) -> None:
        """Once a second: resend, ping, notice a dead link."""
        now = self.world.loop.time()
        if self.asleep:
            return
        if self.wire is None:
            return
        if now - self.heard > DEAD:
            self.world.note(self.name, "no answer: a new connection")
            wire, self.wire = self.wire, None
            wire.hang_up()
            self.connect()
            return
        if now - self.heard > PING and int(now) % 5 == 0:
            self._say({"t": "ping", "n": int(now)})
        if self.ready:
            for entry in tuple(self.outbox.values()):
                if now - entry[1] > RESEND:
                    entry[1] = now
                    self._say(entry[0])

    # -- commands --------------------------------------------------------------------------------------------------------

    def command(self, kind: str, **fields: Any) -> str:
        """Send a command; it is sent again until it is answered."""
        self.number += 1
        cmd_id = f"{self.name}.{self.number}"
        message = {"t": kind, "cmd_id": cmd_id, **fields}
        self.outbox[cmd_id] = [message, self.world.loop.time()]
        if self.ready:
            self._say(message)
            if self.rng.random() < self.person.manners.twice:
                self._say(message)
        return cmd_id

    def _answered(self, message: dict[str, Any]) -> None:
        cmd_id = message.get("cmd_id")
        entry = self.outbox.get(cmd_id or "")
        if entry is None or cmd_id is None:
            return
        if message["t"] == "refused" and message["code"] == "trouble":
            entry[1] = self.world.loop.time() - RESEND + 1.0  # once more in a second
            return
        del self.outbox[cmd_id]
        if message["t"] == "refused" and message["code"] in ("stale", "not_now"):
            self._acted.discard(self._occasions.pop(cmd_id, None))  # the question may still stand: look again
        self.world.answered(self, entry[0], message)

    # -- what comes in -----------------------------------------------------------------------------------------------------

    def _got(self, text: str) -> None:
        message = json.loads(text)
        kind = message["t"]
        now = self.world.loop.time()
        self.heard = now
        self.world.note(self.name, f"← {text[:200]}")
        match kind:
            case "welcome":
                self.person.welcomed(message)
                self.ready, self.backoff = True, 0.4
                for at in message["tables"]:
                    if at["table"] not in self.tables:
                        self._say({"t": "resume", "table": at["table"], "v": 0})
                for entry in self.outbox.values():
                    entry[1] = now
                    self._say(entry[0])
            case "table":
                self._take_view(message["view"])
            case "refused":
                if message.get("view") is not None and message["table"] in self.tables:
                    self._take_view(message["view"])
            case "update":
                self._update(message, text)
            case "gone":
                self.tables.pop(message["table"], None)
                self.folds.pop(message["table"], None)
            case "fault":
                self.world.fail(f"{self.name}: {message}")
            case _:
                pass
        self._answered(message)
        self.person.look(self)

    def _take_view(self, view: dict[str, Any]) -> None:
        table = view["table"]
        have = self.tables.get(table)
        if have is not None and view["v"] < have["v"]:
            self.world.fail(f"{self.name}: version fell from {have['v']} to {view['v']} at {table}")
        self.tables[table] = view
        self.folds[table] = msgspec.convert(view["hand"], View) if view["hand"] is not None else None
        self._check_hash(table)

    def _update(self, update: dict[str, Any], text: str) -> None:
        table = update["table"]
        view = self.tables.get(table)
        if view is None or update["v"] <= view["v"]:
            return
        if update["prev"] != view["v"]:
            if self._resumed.get(table, 0) < self.world.loop.time() - 2:
                self._resumed[table] = self.world.loop.time()
                self._say({"t": "resume", "table": table, "v": view["v"]})
            return
        seat = view["me"].get("hand_seat")
        for part in ("head", "book", "me", "hand", "paoyao", "v", "hash", "now"):
            if part in update:
                view[part] = update[part]
        fold = self.folds.get(table)
        if view["me"].get("hand_seat") != seat and view["hand"] is not None and not update.get("events"):
            fold = msgspec.convert(view["hand"], View)  # somebody else's eyes from now on
        for event in msgspec.convert(update.get("events", ()), tuple[e.Event, ...]):
            if isinstance(event, e.HandStarted):
                fold = View(view["me"].get("hand_seat"), seats=[], marks={})
            if fold is None:
                self.world.fail(f"{self.name}: {event} without a hand")
                return
            fold.apply(event)
        if view["hand"] is None:
            fold = None
        self.folds[table] = fold
        self._check_hash(table)

    def _check_hash(self, table: str) -> None:
        view, fold = self.tables[table], self.folds[table]
        if view["room"]["game"] == "paoyao":  # its view comes whole, and is folded from nothing
            shown = json.dumps(view["paoyao"], ensure_ascii=False, separators=(",", ":"))
            if hashlib.sha256(shown.encode()).hexdigest()[:12] != view["hash"]:
                self.world.fail(f"{self.name}: the hash of the hand is another at v {view['v']} of {table}")
            return
        shown = json.dumps(view["hand"], ensure_ascii=False, separators=(",", ":"))
        for what, data in (("shown", shown.encode()), ("folded", msgspec.json.encode(fold))):
            if hashlib.sha256(data).hexdigest()[:12] != view["hash"]:
                self.world.fail(f"{self.name}: the hash of the {what} hand is another at v {view['v']} of {table}")


class Person:
    """Somebody with manners, devices, and a wish to sit at one table."""

    def __init__(self, world: World, name: str, rng: random.Random) -> None:
        self.world = world
        self.name = name
        self.rng = rng
        self.manners = Manners(rng)
        self.token: str | None = None
        self.id = ""
        self.code = ""
        self.seated = False
        self.watching = False
        self.left = False
        self.devices = [Device(world, self, f"{name}1")]

    def start(self) -> None:
        """Come online."""
        self.devices[0].connect()

    def welcomed(self, message: dict[str, Any]) -> None:
        """The server says who I am."""
        if self.id and message["me"]["id"] != self.id:
            self.world.fail(f"{self.name} was {self.id} and is now {message['me']['id']}")
        first = not self.id
        self.id, self.token = message["me"]["id"], message["token"]
        if first:
            self.world.arrived(self)
            if self.manners.second:
                device = Device(self.world, self, f"{self.name}2")
                self.devices.append(device)
                self.world.loop.call_later(self.rng.uniform(0, 40), device.connect)

    def tick(self) -> None:
        """Once a second: the things that happen to people."""
        manners, rng = self.manners, self.rng
        for device in self.devices:
            device.tick()
            if rng.random() < manners.drop:
                device.drop()
            if rng.random() < manners.sleep:
                device.sleep(rng.choice((2, 10, 40, 150)))
            if device.ready and rng.random() < manners.wander:
                self._wander(device)

    def _wander(self, device: Device) -> None:
        rng, table = self.rng, self.world.table_of(self)
        match rng.randrange(6):
            case 0:
                device.command("set_profile", name=f"{self.name}{rng.randrange(100)}")
            case 1:
                device.command("watch_rooms", on=rng.random() < 0.7)
            case 2 if table:
                v = rng.choice((0, 1, device.tables.get(table, {}).get("v", 0), 10**9))
                device._say({"t": "resume", "table": table, "v": v})
            case 3 if self.code and table in device.tables:
                device._say({"t": "close_table", "table": table})
                device.tables.pop(table)
                device.folds.pop(table)
                enter = functools.partial(device.command, "enter", code=self.code)
                self.world.loop.call_later(rng.uniform(1, 9), enter)
            case 4 if self.code:
                device.command("peek", code=self.code)
            case _:
                device.command("make_device_code")

    # -- playing -----------------------------------------------------------------------------------------------------------

    def look(self, device: Device) -> None:
        """Something has come in: is there anything to do?"""
        for table, view in tuple(device.tables.items()):
            self._at(device, table, view)

    def _soon(self, device: Device, key: Any, seconds: float, kind: str, **fields: Any) -> None:
        """Once for each occasion: send this after a while, if the device is awake then."""
        if key in device._acted:
            return
        device._acted.add(key)

        def do() -> None:
            if device.asleep:
                device._acted.discard(key)  # it is still to be done when the device wakes
            else:
                device._occasions[device.command(kind, **fields)] = key

        self.world.loop.call_later(seconds, do)

    def _at(self, device: Device, table: str, view: dict[str, Any]) -> None:
        manners, rng = self.manners, device.rng
        head, me, hand = view["head"], view["me"], view["hand"] or view["paoyao"]
        seat, phase = me.get("seat"), head["phase"]
        wait = rng.expovariate(1 / manners.think)
        if seat is None:
            return
        if phase in ("waiting", "settled", "ended"):
            if not head["seats"][seat].get("ready") and self.world.wants_more(table, view):
                # The same occasion comes again if the server forgot: nothing is known to be done before it is seen.
                self._soon(
                    device,
                    ("ready", table, phase, head["hand_id"], head["sitting"], view["v"]),
                    wait,
                    "ready",
                    table=table,
                )
        elif phase == "cutting":
            hand_no = head["commitment"]["hand"]
            if seat in head["active"] and seat not in head["cut"] and rng.random() < manners.cut_nonce:
                self._soon(
                    device, ("cut", table, hand_no), wait / 4, "cut", table=table, hand=hand_no, nonce=f"{rng.random()}"
                )
        elif phase == "playing" and hand:
            self._play(device, table, view, wait)

    def _play(self, device: Device, table: str, view: dict[str, Any], wait: float) -> None:
        manners, rng = self.manners, device.rng
        hand, me, v = view["hand"] or view["paoyao"], view["me"], view["v"]
        asked = hand.get("asked")
        if view["paoyao"]:
            asked = {"legal": hand["legal"]} if hand["legal"] else None
        managed = view["head"]["seats"][me["seat"]].get("managed")
        if rng.random() < manners.wrong:
            self._nonsense(device, table, view)
        if rng.random() < manners.longer:
            self._soon(device, ("think", table, v), wait / 3, "think", table=table, v=v)
        if rng.random() < manners.manage or (managed and rng.random() < 0.2):
            self._soon(device, ("manage", table, v), wait, "manage", table=table, on=not managed)
        if rng.random() < manners.leave:
            self._soon(device, ("leave", table, v), wait, "leave", table=table)
        if not asked or me.get("answered") is not None:
            return
        done = len(hand["course"]) if view["paoyao"] else hand.get("wall", 0)
        key = ("act", view["head"]["hand_id"], tuple(asked["legal"]), done, len(hand.get("hand", "")))
        if rng.random() < manners.silent:
            device._acted.add(key)
            return
        at = v - rng.randrange(1, 4) if rng.random() < manners.stale else v
        self._soon(device, key, wait, "act", table=table, v=at, action=self._choice(rng, asked["legal"]))

    def _choice(self, rng: random.Random, legal: list[str]) -> str:
        for wish in ("hu", "peng"):
            if wish in legal and rng.random() < 0.8:
                return wish
        return rng.choice(legal)

    def _nonsense(self, device: Device, table: str, view: dict[str, Any]) -> None:
        rng, v = device.rng, view["v"]
        kind, fields = rng.choice(
            (
                ("act", {"v": v, "action": rng.choice(("hu", "peng", "pass", "discard 五", "chi 一二三", "？"))}),
                ("act", {"v": v, "action": "discard " + rng.choice("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")}),
                ("act", {"v": 0, "action": "pass"}),
                ("sit", {"seat": rng.randrange(4)}),
                ("stand", {}),
                ("put_bot", {"seat": rng.randrange(4), "level": "novice"}),
                ("remove", {"seat": rng.randrange(4)}),
                ("cut", {"hand": rng.randrange(3), "nonce": "再切一次"}),
                ("ready", {"on": rng.random() < 0.5}),
                ("think", {"v": v}),
            )
        )
        if view["paoyao"] and kind == "act" and v:
            fields = {
                "v": v,
                "action": rng.choice(("dig", "take_yao", "show_xier", "capture H8 D8", "lay H8 S8", "？")),
            }
        device.command(kind, table=table, **fields)


async def ticking(world: World) -> None:
    """Everybody's seconds."""
    while True:
        await asyncio.sleep(1.0)
        for person in tuple(world.people.values()):
            person.tick()
