"""Work that waits for its round, garbage that is collected while there is work, and who puts rows into the store."""

import asyncio
import gc
import threading

import pytest
from house import room, run, served

from erqishi.server import garbage
from erqishi.server.rounds import Rounds
from erqishi.server.store import Store
from erqishi.server.tables.mail import Wake


def test_each_round_of_the_loop_has_one_piece_in_the_order_in_which_they_came():
    async def test():
        loop, rounds, had, turns = asyncio.get_running_loop(), Rounds(), [], 0

        def count():
            nonlocal turns
            turns += 1
            if len(had) < 4:
                loop.call_soon(count)

        async def work(name):
            await rounds.mine()
            had.append((name, turns))

        loop.call_soon(count)
        tasks = [asyncio.create_task(work(name)) for name in "abcde"]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [name for name, _ in had] == list("abde")
        assert len({turn for _, turn in had}) == 4, had
        await asyncio.wait_for(rounds.mine(), 1)  # and the next comes at once

    run(test())


def test_what_is_new_is_collected_while_there_is_work_and_only_then(monkeypatch):
    monkeypatch.setattr(garbage, "TICK", 0.001)
    collected, done = [], 0
    monkeypatch.setattr(gc, "collect", lambda *which: collected.append(which))

    async def test():
        nonlocal done
        tidying = asyncio.create_task(garbage.tidy(lambda: done))
        await asyncio.sleep(0.02)
        assert collected == []
        for _ in range(3):
            done += 1
            await asyncio.sleep(0.02)
        tidying.cancel()
        assert collected == [(0,)] * 3

    run(test())


def test_rows_are_put_in_by_the_loop_and_everything_else_by_the_thread(tmp_path):
    async def test():
        store, here = Store(tmp_path / "db"), threading.get_ident()
        try:
            assert await store.write(lambda db: threading.get_ident()) == here
            assert await store.run(lambda db: threading.get_ident()) != here
            both = await asyncio.gather(
                store.write(lambda db: 0), store.write(lambda db: 1), store.run(lambda db: 2), store.write(lambda db: 3)
            )
            assert both == [0, 1, 2, 3]
            before = store.commits
            jobs = [way(lambda db, n=n: n) for n, way in enumerate([store.run, store.write] * 20)]
            assert await asyncio.gather(*jobs) == list(range(40))
            assert store.commits - before <= 3, "requests of both sorts share a transaction"
        finally:
            await store.close()
        with pytest.raises(Exception, match="closed"):
            await store.write(lambda db: 4)

    run(test())


def test_an_alarm_that_rings_too_early_ends_nothing(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a:
            held = server.house.tables[await room(a)]
            rung = []

            async def what():
                rung.append(server.house.now())

            when = server.house.now() + 300
            held.wake_at(when, what)
            for _ in range(3):
                held.post(Wake())
            await asyncio.sleep(0.1)
            assert rung == []
            await asyncio.sleep(0.4)
            assert len(rung) == 1 and rung[0] >= when
            held.wake_at(server.house.now() + 50, what)
            held.sleep()
            await asyncio.sleep(0.15)
            assert len(rung) == 1

    run(test())
