"""Attempts at a server: what costs it much, what fills it, what takes an answer that is not one's own."""

import asyncio
import itertools
import sqlite3
import time

import msgspec
import pytest
from house import QUICK, begin, play, room, run, served

from erqishi.errors import RuleSetError
from erqishi.server.rulebook import own_rules
from erqishi.server.settings import Settings
from erqishi.server.socket import TABLES
from erqishi.server.store import tables as sql
from erqishi.server.tables import repeats
from erqishi.server.tables import table as table_module


def test_alone_with_bots_a_pause_does_not_tell_that_a_bot_could_claim(tmp_path):
    """Bots think in no time: a window in which only they were asked was over at once, and another was not."""
    timing = msgspec.structs.replace(QUICK, solo=60, pace=60, bot=2)

    async def test():
        async with served(tmp_path / "db", timing) as server, server.client() as me:
            options = {"hands": 3, "clock": 15, "window": "constant"}
            made = await me.ask("quick_start", level="normal", options=options)
            table = made["view"]["table"]
            only_bots = []
            inside = server.house.tables[table].play
            publish = server.house.tables[table].publish

            def told(events=None, *, whole_hand=False):
                if inside.asked is not None and inside.asked.kind == "claims":
                    only_bots.append((server.house.now(), inside.pacing.asks_people(inside.asked) == []))
                publish(events, whole_hand=whole_hand)

            server.house.tables[table].publish = told
            await play(me, table, 3)
            reveals = ("turned_up", "discarded", "hand_started")
            shown = [m for m in me.log if m["t"] == "update" and any("to" not in e for e in m.get("events", ()))]
            gaps = [
                then["now"] - now["now"]
                for now, then in itertools.pairwise(shown)
                if now["events"][-1]["event"] in reveals
                and then["events"][0]["event"] in ("turned_up", "unclaimed", "drew_hidden")
            ]
            assert sum(alone for _, alone in only_bots) >= 3, "no window in which bots alone were asked"
            assert len(gaps) > 20 and min(gaps) >= 55, sorted(gaps)[:10]

    run(test())


@pytest.mark.parametrize(
    "text",
    ["a." * 4000 + "a=1", "x=" + "1" * 60_000, "a=" + "[" * 5000, "a = " + "{a=" * 3000, "[" + "a." * 3000 + "a]"],
)
def test_a_rule_file_that_only_costs_is_refused_at_once(text):
    began = time.process_time()
    with pytest.raises(RuleSetError):
        own_rules(text)
    assert time.process_time() - began < 1


def test_a_room_that_one_may_not_look_at_is_not_made(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            for _ in range(TABLES):
                await room(me)
            for kind in ("create_room", "quick_start"):
                answer = await me.ask(
                    kind, options={"hands": 1}, **({"level": "novice"} if kind == "quick_start" else {})
                )
                assert (answer["t"], answer["code"]) == ("refused", "too_many")
            assert len(server.house.tables) == TABLES

    run(test())


def test_one_address_does_not_fill_the_house(tmp_path):
    async def test():
        settings = Settings(store=str(tmp_path / "db"), tables_per_hour=2)
        async with (
            served(tmp_path / "db", settings=settings) as server,
            server.client() as me,
            server.client() as other,
        ):
            made = [await me.ask("create_room", cmd_id="same", options={"hands": 1}) for _ in range(3)]
            assert len({answer["view"]["table"] for answer in made}) == 1
            await room(other)
            answer = await me.ask("create_room", options={"hands": 1})
            assert (answer["t"], answer["code"]) == ("refused", "too_many")
            other_kind = await me.ask("quick_start", cmd_id="same", level="novice", options={"hands": 1})
            assert (other_kind["t"], other_kind["code"]) == ("refused", "too_many")

    run(test())


def test_an_id_that_was_another_command_is_refused_and_nothing_is_said_to_be_done(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me, server.client() as other:
            made = await me.ask("create_room", cmd_id="1", options={"hands": 1})
            table, code = made["view"]["table"], made["view"]["room"]["code"]
            assert (await me.ask("ready", cmd_id="1", table=table, on=True))["code"] == "bad_option"
            await other.ask("enter", code=code)
            assert (await other.ask("sit", table=table))["t"] == "ack"
            assert (await me.ask("ready", cmd_id="3", table=table, on=True))["t"] == "ack"
            assert (await me.ask("ready", cmd_id="3", table=table, on=False))["code"] == "bad_option"
            assert (await me.ask("ready", cmd_id="3", table=table, on=True))["t"] == "ack"
            seats = server.house.tables[table].state.seats
            assert seats[0].ready
            one = await me.ask("create_room", cmd_id="quick:z", options={"hands": 1})
            two = await me.ask("quick_start", cmd_id="z", level="novice", options={"hands": 1})
            assert one["view"]["table"] != two["view"]["table"]

    run(test())


def test_a_command_that_comes_again_after_many_others_is_answered_and_not_done_again(tmp_path, monkeypatch):
    """Also when it is remembered no more: then it is found in the log."""
    monkeypatch.setattr(repeats, "MOST", 3)

    async def test():
        async with served(tmp_path / "db") as server, server.client() as me, server.client() as other:
            table = await room(me, [other])
            for n, on in enumerate((True, False, True, False, True)):
                assert (await me.ask("ready", cmd_id=str(n), table=table, on=on))["t"] == "ack"
            held = server.house.tables[table]
            assert f"{me.me['id']}:4" in held.done and f"{me.me['id']}:1" not in held.done
            rows = held.rows
            assert (await me.ask("cut", cmd_id="0", table=table, hand=0, nonce=""))["t"] == "ack", (
                "it was the first 准备"
            )
            assert (await me.ask("cut", cmd_id="x", table=table, hand=0, nonce=""))["t"] == "refused"
            assert (await me.ask("ready", cmd_id="1", table=table, on=False))["t"] == "ack"
            assert held.rows == rows and held.state.seats[0].ready and held.state.phase == "waiting"
            assert (await me.ask("ready", cmd_id="new", table=table, on=False))["t"] == "ack"
            assert held.rows == rows + 1

    run(test())


def test_what_others_do_makes_nobody_s_commands_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(repeats, "MOST", 2)

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            assert (await a.ask("cut", cmd_id="mine", table=table, hand=0, nonce=""))["t"] == "ack"
            assert (await b.ask("cut", cmd_id="b", table=table, hand=0, nonce=""))["t"] == "ack"
            async with server.client() as watcher:
                for _ in range(3):
                    await watcher.ask("enter", code=a.tables[table]["room"]["code"])
                    assert (await watcher.ask("leave", table=table))["t"] == "ack"
                assert (await watcher.ask("leave", table=table))["t"] == "ack", "who has left may say so again"
            assert (await a.ask("cut", cmd_id="mine", table=table, hand=0, nonce=""))["t"] == "ack"

    run(test())


def test_a_log_teaches_what_was_carried_out_and_nothing_is_forgotten_by_it():
    known = repeats.Repeats()
    known.note("p:2", "Act 1")
    known.learn(["p:1", None, "q:1", "p:2"])
    assert "p:1" in known and "q:1" in known and known.what("p:2") == "Act 1" and len(known) == 3


def test_a_hand_that_the_disk_refuses_is_kept_before_the_next_sitting_begins(tmp_path, monkeypatch):
    real, full = sql.save_hands, [True]

    def save(db, rows):
        if full[0]:
            raise sqlite3.OperationalError("database or disk is full")
        return real(db, rows)

    monkeypatch.setattr(sql, "save_hands", save)
    monkeypatch.setattr(table_module, "RETRY", 50)

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await asyncio.gather(play(a, table, 1), play(b, table, 1))
            for client in (a, b):
                assert (await client.ask("ready", table=table, on=True))["t"] == "ack"
            await asyncio.sleep(0.3)
            assert a.tables[table]["head"]["phase"] == "ended", "the sitting waits for the disk"
            full[0] = False
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            kept = await server.house.store.run(lambda db: db.execute("SELECT count(*) FROM hand").fetchone()[0])
            assert kept == 1

    run(test())


def test_the_next_host_is_written_with_the_leave_of_the_last(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me, server.client() as other:
            table = await room(me, [other])
            written = []
            write_it = server.house.store.write

            async def noted(work):
                written.append(server.house.tables[table].rows)
                return await write_it(work)

            server.house.store.write = noted
            assert (await me.ask("leave", table=table))["t"] == "ack"
            await other.until(lambda: other.tables[table]["me"].get("host"))
            assert len(written) == 1
            assert server.house.tables[table].state.host == other.log[0]["me"]["id"]

    run(test())
