"""The three worst bugs that the simulation has found, each played again at one table on the virtual clock."""

import asyncio
import json
import random

from sim.chance import seeded
from sim.disk import Disk, SimStore
from sim.loop import VirtualLoop
from sim.world import SimBots

from erqishi.server.clock import Clock
from erqishi.server.house import House
from erqishi.server.protocol import client_in as inn
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.tables.mail import Command, Connect
from erqishi.server.tables.timing import Timing


class Conn:
    """A client that only listens."""

    def __init__(self):
        self.frames = []

    def send(self, frame):
        self.frames.append(json.loads(frame))

    def forget(self, table):
        pass


class Tables:
    """A server on a virtual clock, with people whose seats are left to the table's defaults."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.disk = Disk(random.Random(seed))
        self.commits = []
        self.people, self.conns, self.number = [], {}, 0

    async def boot(self):
        loop = asyncio.get_running_loop()
        self.store = SimStore(self.disk, self.committed)
        self.house = House(self.store, SimBots(self.rng), Timing(), clock=Clock(loop.time, loop.time))
        await self.house.start()

    def committed(self, db):
        query = "SELECT body FROM table_log ORDER BY table_id, v"
        self.commits = [json.loads(body)["k"] for (body,) in db.execute(query)]

    async def sit_down(self, people, **options):
        for _ in range(people):
            person, _ = await self.house.people.new_guest(0)
            self.people.append(person.id)
        table = await self.house.create(self.people[0], "made", RoomOptions(**options))
        self.connect(table)
        for person in self.people[1:]:
            await self.ask(table, person, inn.Sit, seat=None)
        return table

    def connect(self, table):
        for person in self.people:
            self.conns[person] = Conn()
            table.post(Connect(person, self.conns[person]))

    def send(self, table, person, kind, **fields):
        self.number += 1
        table.post(
            Command(person, self.conns[person], kind(cmd_id=f"c{self.number}", table=table.state.table, **fields))
        )
        return f"c{self.number}"

    async def ask(self, table, person, kind, **fields):
        cmd_id = self.send(table, person, kind, **fields)
        await until(lambda: any(frame.get("cmd_id") == cmd_id for frame in self.conns[person].frames))
        return next(frame for frame in self.conns[person].frames if frame.get("cmd_id") == cmd_id)


async def until(true, seconds=4000):
    for _ in range(seconds * 50):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it has not come to that")


def simulated(test, seed=1):
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    tables = Tables(seed)
    try:
        with seeded(random.Random(seed)):
            found = loop.run_until_complete(test(tables))
            rest = asyncio.all_tasks(loop)
            for task in rest:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    assert loop.faults == []
    return found


def test_a_seat_cannot_change_while_the_last_hand_is_still_being_shown():
    """The log is ahead of what is shown: that somebody may get up told everybody that the hand was decided already, the
    view of who got up became another in the middle of the hand, and the hand was kept without him."""

    async def hand(tables):
        await tables.boot()
        table = await tables.sit_down(2, hands=1, clock=15)
        for person in tables.people:
            await tables.ask(table, person, inn.Ready)
        await until(lambda: table.state.phase == "ended")
        if not table.play.showing:
            return None
        who = tables.people[1]
        answer = await tables.ask(table, who, inn.Stand)
        assert answer["code"] == "not_now" and table.state.seat_of(who) is not None
        assert (await tables.ask(table, tables.people[0], inn.Remove, seat=1))["code"] == "not_now"
        assert (await tables.ask(table, who, inn.Leave))["t"] == "ack"
        kept = tables.store.raw.execute("SELECT person FROM hand_person ORDER BY seat").fetchall()
        assert sorted(person for (person,) in kept) == sorted(tables.people)
        return True

    assert any(simulated(hand, seed) for seed in range(40))


def test_who_gets_up_after_the_hand_sees_it_with_the_eyes_of_a_spectator():
    async def hand(tables):
        await tables.boot()
        table = await tables.sit_down(2, hands=1, clock=15)
        for person in tables.people:
            await tables.ask(table, person, inn.Ready)
        await until(lambda: table.state.phase == "ended" and not table.play.showing)
        who = tables.people[1]
        await tables.ask(table, who, inn.Stand)
        last = [frame for frame in tables.conns[who].frames if frame["t"] == "update"][-1]
        assert last["me"].get("hand_seat") is None and last["hand"]["seat"] is None
        assert last["hash"] == table.audience.hash_of(None)

    simulated(hand)


def test_a_crash_between_the_last_ready_and_the_deal_does_not_leave_everybody_waiting():
    """All were 准备, the sitting was begun in the log, and after the start nobody dealt: no button did anything."""

    async def sitting(tables):
        await tables.boot()
        table = await tables.sit_down(2, hands=1, clock=15)
        await tables.ask(table, tables.people[0], inn.Ready)
        tables.send(table, tables.people[1], inn.Ready)
        while tables.commits[-1] != "begun":
            await asyncio.sleep(0.0001)
        tables.store.kill()
        for task in tables.house._tasks.values():
            task.cancel()
        await tables.boot()
        table = tables.house.tables[table.state.table]
        assert table.state.phase == "waiting" and all(seat.ready for seat in table.state.seats)
        tables.connect(table)
        await until(lambda: table.state.phase == "playing", 60)

    simulated(sitting)


def test_the_last_hand_is_kept_although_the_disk_is_full_when_it_ends():
    """It was tried once, then forgotten with the next sitting."""

    async def sitting(tables):
        await tables.boot()
        table = await tables.sit_down(2, hands=1, clock=15)
        for person in tables.people:
            await tables.ask(table, person, inn.Ready)
        await until(lambda: table.state.phase == "ended")
        tables.disk.full = True
        await until(lambda: tables.disk.failures > 0, 60)
        tables.disk.full = False
        await asyncio.sleep(5)
        assert tables.store.raw.execute("SELECT count(*) FROM hand").fetchone() == (1,)

    simulated(sitting)
