"""Commands that come twice, late, from the wrong person, or as nonsense."""

import asyncio
import json

import pytest
from house import begin, choose, play, room, run, served
from test_sitting import answer_until_discard
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


async def solo(me, **options):
    answer = await me.ask("quick_start", level="novice", options={"hands": 1, **options})
    return answer["view"]["table"]


def test_a_repeated_command_gets_its_first_answer_and_is_carried_out_once(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await solo(me)
            view = await answer_until_discard(me, table)
            card = view["hand"]["asked"]["legal"][0]
            first = await me.ask("act", cmd_id="once", table=table, v=view["v"], action=card)
            again = await me.ask("act", cmd_id="once", table=table, v=view["v"], action=card)
            other = await me.ask("act", cmd_id="once", table=table, v=view["v"], action="hu")
            assert first == again and first["t"] == "ack"
            assert (other["t"], other["code"]) == ("refused", "bad_option")  # what was not done is not said to be
            await play(me, table, 1)
            discarded = [e for m in me.log for e in m.get("events", ()) if e["event"] == "discarded" and e["seat"] == 0]
            assert discarded[0]["card"] == card[-1]
            # …and to another room-maker's command id its own room is given again.
            one = await me.ask("create_room", cmd_id="mine", options={})
            two = await me.ask("create_room", cmd_id="mine", options={"hands": 3})
            assert one["view"]["table"] == two["view"]["table"]

    run(test())


def test_a_command_for_an_older_question_is_refused_with_the_current_view(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await solo(me)
            view = await answer_until_discard(me, table)
            late = view["v"]
            await me.ask("act", table=table, v=late, action=view["hand"]["asked"]["legal"][0])
            await me.until(lambda: me.tables[table]["v"] > late)
            view = await answer_until_discard(me, table)
            no = await me.ask("act", table=table, v=late, action=view["hand"]["asked"]["legal"][0])
            assert (no["t"], no["code"]) == ("refused", "stale")
            assert no["view"]["hand"]["asked"] == view["hand"]["asked"] and no["view"]["v"] >= view["v"]

    run(test())


def test_nobody_acts_for_a_seat_that_is_not_his_nor_reads_anothers_answers(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b], hands=1, clock=60)
            code = a.tables[table]["room"]["code"]
            assert (await c.ask("sit", table=table))["code"] == "not_found"
            await c.ask("enter", code=code)
            for kind, fields in (
                ("ready", {}),
                ("act", {"v": 0, "action": "pass"}),
                ("manage", {"on": True}),
                ("cut", {"hand": 0, "nonce": ""}),
            ):
                assert (await c.ask(kind, table=table, **fields))["code"] in ("not_yours", "not_now", "stale")
            assert (await c.ask("remove", table=table, seat=0))["code"] == "not_host"
            assert (await c.ask("put_bot", table=table, seat=2))["code"] == "not_host"
            assert (await c.ask("sit", table=table, seat=0))["code"] == "taken"
            await begin(table, a, b)
            await a.ask("cut", cmd_id="same", table=table, hand=0, nonce="1")
            assert (await c.ask("cut", cmd_id="same", table=table, hand=0, nonce="1"))["t"] == "refused"
            assert (await c.ask("sit", table=table))["code"] == "not_now"

    run(test())


def test_the_host_fills_clears_and_removes(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], bots="wait")
            assert (await a.ask("ready", table=table))["t"] == "ack"
            assert (await b.ask("ready", table=table))["t"] == "ack"
            await asyncio.sleep(0.05)
            assert a.tables[table]["head"]["phase"] == "waiting"  # a seat is empty, and bots were not to fill it
            assert (await a.ask("put_bot", table=table, seat=1))["code"] == "taken"
            assert (await a.ask("remove", table=table, seat=1))["t"] == "ack"
            await b.until(lambda: table in b.gone)
            assert (await a.ask("put_bot", table=table, seat=3))["code"] == "bad_option"
            await a.ask("put_bot", table=table, seat=1, level="novice")
            await a.ask("put_bot", table=table, seat=2, level="normal")
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            seats = a.tables[table]["head"]["seats"]
            assert [seat["name"] for seat in seats][1:] == ["小满", "白露"]

    run(test())


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        "{}",
        '{"t":"no_such_thing"}',
        '{"t":"act"}',
        '{"t":"act","cmd_id":"1","table":"x","v":-1,"action":"pass"}',
        '{"t":"act","cmd_id":"1","table":"x","v":1e400,"action":"pass"}',
        '{"t":"sit","cmd_id":"","table":"x"}',
        '{"t":"enter","cmd_id":"1","code":"12345"}',
        '{"t":"create_room","cmd_id":"1","options":{"hands":0}}',
        '{"t":"create_room","cmd_id":"1","options":{"unknown":1}}',
        '{"t":"hello","protocol":1}',
        "[" * 8000,
        '{"t":"create_room","cmd_id":"1","options":{"changes":' + '{"a":' * 1500 + "1" + "}" * 1500 + "}}",
        b"\xff\xfe\x00",
    ],
)
def test_a_frame_that_cannot_be_read_is_answered_and_changes_nothing(tmp_path, frame):
    async def test():
        async with served(tmp_path / "db") as server, connect(server.ws) as ws:
            await ws.send('{"t":"hello","protocol":1}')
            assert json.loads(await ws.recv())["t"] == "welcome"
            await ws.send(frame)
            answer = json.loads(await ws.recv())
            assert answer["t"] in ("fault", "refused") and answer["zh"] and answer["en"]
            await ws.send('{"t":"ping","n":7}')
            assert json.loads(await ws.recv())["n"] == 7
            assert not server.house.tables

    run(test())


def test_twenty_unreadable_frames_close_the_connection(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, connect(server.ws) as ws:
            for _ in range(20):
                await ws.send("nonsense")
            with pytest.raises(ConnectionClosed):
                while True:
                    await ws.recv()
            assert ws.close_code == 4000

    run(test())


def test_a_frame_above_the_limit_closes_the_connection(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, connect(server.ws) as ws:
            await ws.send('{"t":"hello","protocol":1,"client":"' + "x" * 20_000 + '"}')
            with pytest.raises(ConnectionClosed):
                await ws.recv()
            assert ws.close_code == 1009

    run(test())


def test_the_first_message_is_hello_and_an_old_client_is_told_to_upgrade(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server:
            async with connect(server.ws) as ws:
                await ws.send('{"t":"watch_rooms","cmd_id":"1"}')
                assert json.loads(await ws.recv())["code"] == "hello_first"
            async with connect(server.ws) as ws:
                await ws.send('{"t":"hello","protocol":0}')
                answer = json.loads(await ws.recv())
                assert answer["t"] == "upgrade" and answer["protocol"] == 1
                with pytest.raises(ConnectionClosed):
                    await ws.recv()
                assert ws.close_code == 4001

    run(test())


def test_a_page_of_another_site_is_not_let_in(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server:
            with pytest.raises(Exception, match="403"):
                await connect(server.ws, origin="http://elsewhere.example")
            host = server.http.removeprefix("http://")
            async with connect(server.ws, origin=f"http://{host}") as ws:
                await ws.send('{"t":"hello","protocol":1}')
                assert json.loads(await ws.recv())["t"] == "welcome"

    run(test())


def test_who_sends_too_fast_is_read_slower_and_loses_nothing(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, connect(server.ws) as ws:
            await ws.send('{"t":"hello","protocol":1}')
            await ws.recv()
            began = asyncio.get_running_loop().time()
            for n in range(90):
                await ws.send(json.dumps({"t": "ping", "n": n}))
            assert [json.loads(await ws.recv())["n"] for _ in range(90)] == list(range(90))
            assert asyncio.get_running_loop().time() - began > 0.8

    run(test())


@pytest.mark.parametrize(
    "options",
    [
        {"rules": "nowhere"},
        {"rules": "../../etc/passwd.toml"},
        {"changes": {"min_huxi": "many"}},
        {"changes": {"no_such": 1}},
        {"players": 2},
        {"changes": {"wall": 40}},
        {"changes": {"wang": 9}},
    ],
)
def test_a_room_with_impossible_rules_is_refused_with_the_reason(tmp_path, options):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            no = await me.ask("create_room", options=options)
            assert (no["t"], no["code"]) == ("refused", "bad_option") and no["en"]
            assert not server.house.tables

    run(test())


def test_a_changed_rule_is_shown_before_joining(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            answer = await a.ask("create_room", options={"changes": {"min_huxi": 21, "wei_visibility": "one_up"}})
            code = answer["view"]["room"]["code"]
            peeked = await b.ask("peek", code=code)
            lines = [line["zh"] for line in peeked["room"]["rule_lines"]]
            assert "21息起胡" in lines and any("明偎" in line for line in lines)
            assert peeked["room"]["rules_name"]["zh"].endswith("（改）")
            assert (await b.ask("peek", code="000000"))["code"] == "not_found"

    run(test())


def test_the_room_list_follows_what_happens(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            assert (await b.ask("watch_rooms"))["rooms"] == []
            table = await room(a, public=True, name="老王家")
            hidden = await room(a, public=False)
            rooms = await b.until(
                lambda: next((m["rooms"] for m in reversed(b.log) if m["t"] == "rooms" and m["rooms"]), None)
            )
            assert (
                [line["table"] for line in rooms] == [table] and rooms[0]["name"] == "老王家" and rooms[0]["open"] == 2
            )
            assert hidden in server.house.tables

    run(test())


def test_claims_of_all_seats_are_held_until_the_window_closes(tmp_path):
    """The first answer stands, and until the end nobody but its giver knows of it."""

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b, c], hands=1, claim_seconds=30)
            await begin(table, a, b, c)
            players = [asyncio.create_task(play(other, table, 1)) for other in (b, c)]
            view = await asked_claim(a, table)
            if view is not None:
                seen = {id(other): len(other.log) for other in (b, c)}
                assert (await a.ask("act", table=table, v=view["v"], action="pass"))["t"] == "ack"
                no = await a.ask("act", table=table, v=view["v"], action="pass")
                assert no["code"] in ("not_now", "stale")
                await a.until(
                    lambda: a.tables[table]["me"].get("answered") == "pass" or a.tables[table]["v"] > view["v"]
                )
                for other in (b, c):
                    news = [m for m in other.log[seen[id(other)] :] if m["t"] == "update"]
                    assert all(m.get("events") or "me" in m or "head" not in m for m in news)
            for player in players:
                player.cancel()

    run(test())


async def asked_claim(me, table):
    """Play on until a claim is asked, or None when the hand ends before."""
    await me.until(lambda: me.tables[table]["head"]["phase"] != "waiting")
    await me.ask("cut", table=table, hand=0, nonce="x")
    while True:
        view = await me.until(
            lambda: (
                (v := me.tables[table])
                and (
                    v["head"]["phase"] == "ended"
                    or (v["hand"] and v["hand"].get("asked") and not v["me"].get("answered"))
                )
                and v
            )
        )
        if view["head"]["phase"] == "ended":
            return None
        if view["hand"]["asked"]["kind"] == "claims":
            return view
        await me.ask("act", table=table, v=view["v"], action=choose(view["hand"]["asked"]["legal"]))
