"""Lost and found connections: reload, two tabs, another device, leaving, crashes."""

import asyncio
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys

import pytest
from house import Client, begin, play, room, run, served
from test_sitting import answer_until_discard


async def solo(me, **options):
    answer = await me.ask("quick_start", level="novice", options={"hands": 1, **options})
    return answer["view"]["table"]


def test_a_reload_in_mid_hand_gives_the_seat_and_the_whole_view_back(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server:
            async with server.client() as me:
                table = await solo(me, clock=60)
                before = await answer_until_discard(me, table)
                token = me.token
            async with server.client(token) as again:
                welcome = again.log[0]
                assert welcome["me"] == me.me and [at["table"] for at in welcome["tables"]] == [table]
                await again._send({"t": "resume", "table": table, "v": 0})
                await again.until(lambda: table in again.tables)
                assert again.tables[table]["hand"] == before["hand"]
                await play(again, table, 1)

    run(test())


def test_who_comes_back_gets_the_tail_that_was_missed(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            playing = asyncio.create_task(play(b, table, 1))
            await answer_until_discard(a, table)
            had = a.tables[table]["v"]
            await a.ws.close()
            await asyncio.sleep(0.15)
            back = Client(server.ws, a.token)
            back.tables[table] = a.tables[table]
            async with back:
                await back.until(lambda: back.tables[table]["v"] > had)
                tail = [m for m in back.log if m["t"] in ("update", "table")]
                assert tail[0]["t"] == "update" and tail[0]["prev"] == had
                await play(back, table, 1)
            await playing

    run(test())


def test_a_version_that_the_server_does_not_know_gets_the_whole_view(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await solo(me)
            await answer_until_discard(me, table)
            for v in (1, 10**15, 0):
                seen = len(me.log)
                await me._send({"t": "resume", "table": table, "v": v})
                await me.until(lambda seen=seen: any(m["t"] == "table" for m in me.log[seen:]))
            await me._send({"t": "resume", "table": "nowhere", "v": 0})
            await me.until(lambda: "nowhere" in me.gone)

    run(test())


def test_two_tabs_of_one_seat_see_the_same_and_either_may_play(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as one:
            table = await solo(one, clock=60)
            async with server.client(one.token) as two:
                await two._send({"t": "resume", "table": table, "v": 0})
                await two.until(lambda: table in two.tables)
                await answer_until_discard(one, table)
                await two.until(lambda: two.tables[table]["v"] == one.tables[table]["v"])
                view = two.tables[table]
                card = view["hand"]["asked"]["legal"][0]
                first, second = await asyncio.gather(
                    one.ask("act", table=table, v=view["v"], action=card),
                    two.ask("act", table=table, v=view["v"], action=card),
                )
                assert sorted([first["t"], second["t"]]) == ["ack", "refused"]
                await two.ws.close()
                await play(one, table, 1)
                assert one.tables[table]["head"]["seats"][0]["connected"]

    run(test())


def test_a_lost_connection_is_shown_and_costs_nothing_but_leaving_ends_the_sitting(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b, c], clock=60)
            await begin(table, a, b, c)
            await b.ws.close()
            seat = await a.until(lambda: (s := a.tables[table]["head"]["seats"][1]) and not s.get("connected") and s)
            assert seat["person"]["id"] == b.me["id"] and seat["away_until"] and not seat.get("left")
            async with server.client(b.token) as back:
                assert [at["table"] for at in back.log[0]["tables"]] == [table]
                await back._send({"t": "resume", "table": table})
                await a.until(lambda: a.tables[table]["head"]["seats"][1].get("connected"))
                answer = await back.ask("leave", table=table)
                assert answer["t"] == "ack"
                await back.until(lambda: table in back.gone)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "ended")
            view = a.tables[table]
            assert view["book"]["ended"] == "left" and view["hand"] is None
            assert view["head"]["seats"][1].get("left")
            # The empty seat can be taken, and another sitting begun.
            assert (await c.ask("ready", table=table))["t"] == "ack"
            assert (await a.ask("ready", table=table))["t"] == "ack"
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")

    run(test())


def test_a_table_without_anybody_stands_still_until_somebody_is_back(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server:
            async with server.client() as me:
                table = await solo(me)
                await answer_until_discard(me, table)
                rows = server.house.tables[table].rows
            await asyncio.sleep(0.3)
            assert server.house.tables[table].rows == rows and server.house.tables[table].play.paused
            async with server.client(me.token) as back:
                await back._send({"t": "resume", "table": table})
                await back.until(lambda: table in back.tables)
                await play(back, table, 1)

    run(test())


def test_another_device_becomes_the_same_person_by_a_code_that_works_once(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as phone, server.client() as desk:
            assert (await phone.ask("set_profile", name=" 阿\u200b 婆 \n", avatar="ox"))["me"]["name"] == "阿 婆"
            table = await solo(phone)
            made = await phone.ask("make_device_code")
            assert len(made["code"]) == 8
            answer = await desk.ask("use_device_code", code=made["code"])
            assert answer["t"] == "welcome" and answer["me"] == phone.me | {"name": "阿 婆", "avatar": "ox"}
            assert [at["table"] for at in answer["tables"]] == [table]
            assert (await desk.ask("use_device_code", code=made["code"]))["code"] == "bad_code"
            assert answer["token"] != phone.token
            async with server.client(answer["token"]) as later:
                assert later.me["id"] == answer["me"]["id"]
            assert (await phone.ask("set_profile", name="\u200b\u200b"))["t"] == "refused"

    run(test())


@pytest.mark.parametrize("enough", [2, 9, 20])
def test_after_a_crash_every_acknowledged_move_is_there_and_the_table_goes_on(tmp_path, enough):
    """The server is dropped after so many answers to a sitting of three (2: one has not cut yet), and opened again over the same file."""

    async def test():
        acked = []

        def counting(client):
            ask = client.ask

            async def counted(kind, **fields):
                answer = await ask(kind, **fields)
                if answer["t"] == "ack":
                    acked.append((client.me["id"], answer["cmd_id"]))
                return answer

            client.ask = counted

        async with contextlib.AsyncExitStack() as opened, served(tmp_path / "db", abrupt=True) as server:
            a, b, c = [await opened.enter_async_context(server.client()) for _ in range(3)]
            table = await room(a, [b, c], hands=4)
            await begin(table, a, b, c)
            for client in (a, b, c):
                counting(client)
            here = (a, b) if enough == 2 else (a, b, c)
            players = [asyncio.create_task(play(client, table, 4)) for client in here]
            while len(acked) < enough:  # counted, not timed: a fast machine would be past the sitting's end
                await asyncio.sleep(0.001)
            for player in players:
                player.cancel()
        log = sqlite3.connect(tmp_path / "db").execute("SELECT cmd_id FROM table_log WHERE table_id = ?", (table,))
        kept = {row[0] for row in log}
        assert acked and {f"{person}:{cmd}" for person, cmd in acked} <= kept
        async with served(tmp_path / "db") as server:
            clients = [server.client(client.token) for client in (a, b, c)]
            for client, old in zip(clients, (a, b, c), strict=True):
                client.tables = dict(old.tables)
            async with clients[0], clients[1], clients[2]:
                await asyncio.gather(*(c.until(lambda c=c: any(m["t"] == "table" for m in c.log)) for c in clients))
                assert clients[0].tables[table]["v"] > a.tables[table]["v"]
                # Who comes back while cards are cut still reads the news beside the hand that is dealt then.
                view = await clients[0].until(lambda: (view := clients[0].tables[table])["hand"] and view)
                assert "restarted" in [notice["code"] for notice in view["head"]["notices"]]
                views = await asyncio.gather(*(play(client, table, 4) for client in clients))
                assert len(views[0]["book"]["ledger"]) == 4
                # What was acknowledged before the crash is known after it.
                person, cmd_id = acked[-1]
                who = next(client for client in clients if client.me["id"] == person)
                assert (await who.ask("cut", cmd_id=cmd_id, table=table, hand=99, nonce=""))["t"] == "ack"

    run(test())


def test_a_killed_process_loses_nothing_that_it_has_acknowledged(tmp_path):
    """`kill -9` of a real server in mid-hand; the hand that was being played is finished after the next start."""
    command = [sys.executable, "-m", "erqishi", "serve", "--no-browser", "--port", "0", "--host", "127.0.0.1"]
    command += ["--store", str(tmp_path / "db"), "--pace", "0.01", "--bot-workers", "0", "--log-level", "warning"]

    def start():
        process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        address = process.stdout.readline().split()[-1]
        return process, address.replace("http", "ws") + "ws"

    async def test():
        process, url = start()
        try:
            async with Client(url) as me:
                table = await solo(me)
                view = await answer_until_discard(me, table)
                card = view["hand"]["asked"]["legal"][0]
                assert (await me.ask("act", cmd_id="last", table=table, v=view["v"], action=card))["t"] == "ack"
                process.send_signal(signal.SIGKILL)
                process.communicate()
            process, url = start()
            async with Client(url, me.token) as back:
                await back._send({"t": "resume", "table": table})
                await back.until(lambda: table in back.tables)
                played = back.tables[table]["hand"]["seats"][0]
                assert card[-1] in played.get("discards", []) or len(back.tables[table]["hand"]["hand"]) < 30
                assert (await back.ask("act", cmd_id="last", table=table, v=0, action="hu"))["t"] == "ack"
                await play(back, table, 1)
        finally:
            process.kill()
            process.communicate()

    run(test())


def test_the_store_refuses_a_second_writer_of_the_same_table(tmp_path):
    """Two servers over one file: the second to write a version is refused and its table stands still."""

    async def test():
        async with served(tmp_path / "db") as one, one.client() as me:
            table = await solo(me, clock=60)
            view = await answer_until_discard(me, table)
            other = sqlite3.connect(tmp_path / "db")
            rows = one.house.tables[table].rows
            other.execute("INSERT INTO table_log VALUES (?, ?, 0, NULL, '{}')", (table, rows))
            other.commit()
            other.close()
            await me._send(
                {"t": "act", "cmd_id": "x", "table": table, "v": view["v"], "action": view["hand"]["asked"]["legal"][0]}
            )
            await me.until(lambda: me.tables[table]["head"]["phase"] == "quarantined")
            assert "x" not in me.answers

    run(test())


def test_a_slow_reader_is_cut_off_and_nobody_waits_for_it():
    from types import SimpleNamespace

    from erqishi.server.meters import Meters
    from erqishi.server.socket import OUT_QUEUE, Connection

    async def test():
        house = SimpleNamespace(meters=Meters())
        connection = Connection(house, None, None, None, "")
        for _ in range(OUT_QUEUE + 5):
            connection.send(b"{}")
        assert connection._out.qsize() == 1 and connection._out.get_nowait() == 4002

    asyncio.run(test())


def test_the_versions_of_somebody_who_went_and_comes_back_go_on_above_the_old_ones():
    from erqishi.server.games import plays
    from erqishi.server.tables.audience import Audience

    audience = Audience("t", 1, plays("std15"))
    audience.channel("p").v += 7
    before = audience.drop("p").v
    assert audience.channel("p").v > before


def test_a_fault_of_the_rules_stops_its_table_only(tmp_path, monkeypatch):
    from erqishi.zipai.game import Game

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            mine, theirs = await solo(a, clock=60), await solo(b, clock=60)
            view = await answer_until_discard(a, mine)
            await answer_until_discard(b, theirs)

            def broken(*_):
                raise LookupError("a bug of ours")

            game = server.house.tables[mine].state.game
            monkeypatch.setattr(game, "do", broken)
            await a._send(
                {"t": "act", "cmd_id": "x", "table": mine, "v": view["v"], "action": view["hand"]["asked"]["legal"][0]}
            )
            await a.until(lambda: a.tables[mine]["head"]["phase"] == "quarantined")
            assert a.tables[mine]["head"]["notices"][-1]["code"] == "quarantined"
            assert (await a.ask("ready", table=mine))["code"] == "quarantined"
            assert isinstance(game, Game)
            await play(b, theirs, 1)
            assert b.tables[theirs]["head"]["phase"] == "ended"

    run(test())


def test_a_disk_that_fails_now_and_then_only_makes_the_table_wait(tmp_path, monkeypatch):
    """Nothing is lost, nobody is told an untruth, and no table is given up for it."""
    from erqishi.errors import WorldError
    from erqishi.server.tables import table as table_module

    monkeypatch.setattr(table_module, "RETRY", 10)
    chance, failed = random.Random(5), []

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            whole = server.house.store.write

            async def sometimes(work):
                if chance.random() < 0.3:
                    failed.append(work)
                    raise WorldError("the disk is full")
                return await whole(work)

            table = await room(a, [b], hands=2)
            monkeypatch.setattr(server.house.store, "write", sometimes)
            await begin(table, a, b)
            views = await asyncio.gather(play(a, table, 2), play(b, table, 2))
            assert len(failed) > 20
            assert len(views[0]["book"]["ledger"]) == 2 and views[0]["head"]["phase"] == "ended"
            told = [m for client in (a, b) for m in client.log if m["t"] == "refused"]
            assert {m["code"] for m in told} <= {"trouble", "stale", "not_now"}

    run(test())


def test_those_who_stay_see_at_once_that_one_fewer_watches(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me, server.client() as watcher:
            table = await room(me)
            await watcher.ask("enter", code=me.tables[table]["room"]["code"])
            await me.until(lambda: me.tables[table]["head"].get("watching") == 1)
            assert (await watcher.ask("leave", table=table))["t"] == "ack"
            await me.until(lambda: not me.tables[table]["head"].get("watching"))

    run(test())
