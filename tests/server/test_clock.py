"""The server's time: the wall clock may be set forward and back, while it runs and between two starts; no deadline moves with it."""

import asyncio
import time

import pytest
from house import QUICK, begin, play, room, run, served

from erqishi.server.bots_pool import BotPool
from erqishi.server.clock import BACK_MS, Clock
from erqishi.server.house import House
from erqishi.server.store import Store
from erqishi.server.store import tables as sql

HOUR = 3600.0


class Machine:
    """The two clocks of a machine."""

    def __init__(self):
        self.wall, self.steady = 1_764_000_000.0, 50.0

    def passes(self, seconds):
        self.wall += seconds
        self.steady += seconds

    def starts(self):
        return Clock(lambda: self.wall, lambda: self.steady)


@pytest.mark.parametrize("hours", [1, -1, 24 * 365])
def test_a_jump_of_the_wall_clock_is_not_seen_while_the_server_runs(hours):
    machine = Machine()
    now = machine.starts()
    began = now()
    machine.wall += hours * HOUR
    machine.passes(2.5)
    assert now() - began == 2500


def test_a_wall_clock_set_back_between_two_starts_does_not_set_the_time_back():
    machine = Machine()
    latest = machine.starts()()
    machine.wall -= HOUR
    machine.passes(30)
    now = machine.starts()
    assert now() == latest - 3600_000 + 30_000
    now.after(latest)
    assert now() == latest
    machine.passes(1)
    assert now() == latest + 1000


def test_a_wall_clock_set_forward_is_believed_at_the_next_start():
    machine = Machine()
    latest = machine.starts()()
    machine.wall += HOUR
    now = machine.starts()
    now.after(latest)
    assert now() == latest + 3600_000


def test_a_clock_that_was_days_ahead_is_not_followed_for_ever():
    machine = Machine()
    now = machine.starts()
    before = now()
    now.after(before + BACK_MS + 1)
    assert now() == before
    now.after(before + BACK_MS)
    assert now() == before + BACK_MS


def test_without_a_clock_of_its_own_the_house_reads_the_wall_once(monkeypatch):
    now = Clock()
    assert abs(now() - time.time() * 1000) < 2000
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert abs(now() - Clock(lambda: 0.0)()) > 1e9


def test_the_newest_time_is_that_of_a_hand_a_table_or_the_log_of_an_open_one(tmp_path):
    async def test():
        store = Store(tmp_path / "db")
        assert await store.run(sql.latest) == 0

        def write(db):
            sql.create(db, "first", "100000", sql.LogRow(0, 5000, None, "{}"))
            sql.create(db, "second", "100001", sql.LogRow(0, 3000, None, "{}"))

        await store.run(write)
        assert await store.run(sql.latest) == 5000
        await store.run(lambda db: sql.append(db, "first", [sql.LogRow(1, 7000, None, "{}")]))
        assert await store.run(sql.latest) == 7000
        await store.run(lambda db: sql.close(db, "first"))
        assert await store.run(sql.latest) == 3000
        await store.run(lambda db: sql.save_hands(db, [sql.HandRow("h", "first", 8000, "{}", "{}", ())]))
        assert await store.run(sql.latest) == 8000
        await store.close()

    asyncio.run(test())


def test_after_a_start_an_hour_back_the_hand_goes_on_with_its_times_in_order_and_whole_waits(tmp_path, monkeypatch):
    store = tmp_path / "db"

    async def test():
        async with served(store, abrupt=True) as server, server.client() as a:
            table = await room(a, hands=2)
            await begin(table, a)
            await play(a, table, 1)
            token, before = a.token, a.tables[table]["now"]
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - HOUR)
        async with served(store) as server, server.client(token) as a:
            await a._send({"t": "resume", "table": table, "v": 0})
            await a.until(lambda: table in a.tables)
            await a.ask("ready", table=table)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            view = a.tables[table]
            assert view["now"] >= before
            turn = view["head"]["turn"]
            assert before <= turn["opened"] < turn["deadline"] <= turn["opened"] + QUICK.cut
            await play(a, table, 2)
            rows = await server.house.store.run(lambda db: sql.log_of(db, table))
            times = [row.at for row in rows]
            assert times == sorted(times)
            hands = await server.house.store.run(lambda db: sql.hands_of(db, a.me["id"], 20))
            assert [hand[0] for hand in hands] == [f"{table}-1", f"{table}-0"]

    run(test())


def test_a_house_takes_its_time_from_the_clock_that_it_is_given(tmp_path):
    async def test():
        machine = Machine()
        house = House(Store(tmp_path / "db"), BotPool(0), QUICK, clock=machine.starts())
        await house.start()
        assert house.now() == 1_764_000_000_000
        await house.stop()

    asyncio.run(test())
