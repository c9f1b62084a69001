"""Commands that make or begin something come again while the disk is still at the first."""

import asyncio

import msgspec
from house import QUICK, run, served


def slow_disk(house, seconds):
    """Every commit takes so much longer."""
    store, before = house.store, house.store.run

    async def later(work):
        await asyncio.sleep(seconds)
        return await before(work)

    store.run = later


def test_a_room_asked_for_twice_under_one_id_is_made_once(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as one, server.client(one.token) as other:
            slow_disk(server.house, 0.2)
            for kind in ("create_room", "quick_start"):
                fields = {"cmd_id": kind, "options": {"hands": 1}} | (
                    {"level": "novice"} if kind != "create_room" else {}
                )
                answers = await asyncio.gather(one.ask(kind, **fields), other.ask(kind, **fields))
                assert {answer["t"] for answer in answers} == {"table"}, answers
                assert len({answer["view"]["table"] for answer in answers}) == 1
            assert len(server.house.tables) == 2

    run(test())


def test_who_starts_a_table_of_bots_is_answered_when_it_stands_in_the_log(tmp_path):
    async def test():
        async with served(tmp_path / "db", msgspec.structs.replace(QUICK, cut=10)) as server, server.client() as me:
            made = await me.ask("create_room", options={"hands": 1, "clock": 15, "seating": "choose"})
            table = made["view"]["table"]
            await me.ask("stand", table=table)
            for seat in range(3):
                await me.ask("put_bot", table=table, seat=seat, level="novice")
            inside = server.house.tables[table]
            before = inside.rows
            slow_disk(server.house, 0.1)
            answer = await me.ask("ready", table=table, on=True, cmd_id="go")
            assert answer["t"] == "ack" and inside.rows > before
            keys = await server.house.store.run(
                lambda db: [row[0] for row in db.execute("SELECT cmd_id FROM table_log")]
            )
            assert any(key and key.endswith(":go") for key in keys)

    run(test())


def test_an_onlooker_who_goes_changes_nothing_of_the_hand(tmp_path):
    """The log may be at the end of the hand while its last cards are still shown: only who plays may cut that short."""

    async def test():
        timing = msgspec.structs.replace(QUICK, claim=0.2)
        async with served(tmp_path / "db", timing) as server, server.client() as me, server.client() as looks:
            answer = await me.ask(
                "quick_start", level="novice", options={"hands": 1, "clock": 15, "window": "constant"}
            )
            table, code = answer["view"]["table"], answer["view"]["room"]["code"]
            await looks.ask("enter", code=code)
            inside = server.house.tables[table]
            called = []
            inside.play.finish = lambda: called.append(True)
            assert (await looks.ask("leave", table=table))["t"] == "ack"
            assert called == [] and table in me.tables

    run(test())


def test_what_the_server_tells_a_table_fits_into_a_full_mailbox():
    from types import SimpleNamespace

    from erqishi.server.protocol import client_in as inn
    from erqishi.server.tables.mail import Command, Disconnect
    from erqishi.server.tables.table import MAILBOX, Table

    table = Table.__new__(Table)
    table._mail = asyncio.Queue()
    conn = SimpleNamespace()
    for i in range(MAILBOX):
        assert table.post(Command("p", conn, inn.Leave(cmd_id=str(i), table="t")))
    assert not table.post(Command("p", conn, inn.Leave(cmd_id="more", table="t")))
    assert table.post(Disconnect("p", conn))
