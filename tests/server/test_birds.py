"""打鸟 over the wire: a room of five or more, where who is beyond the four at the table shares a seat's fortune (core.md §3)."""

import asyncio
import json
import re
import urllib.request

import msgspec
import pytest
from house import begin, play, room, run, served

from erqishi.cards import NAMES as CARDS
from erqishi.errors import RecordError
from erqishi.record import from_json, from_text, to_text
from erqishi.record import replay as replay_record
from erqishi.server.hands import brought
from erqishi.server.protocol.client_out import Outside
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.rulebook import rules_of
from erqishi.server.tables.commands import Refusal

PUBLIC = {"asked", "dealt"}


async def look_on(client, table, hands):
    """Be ready for each of `hands` hands and touch no card, as who is outside the table can; the view at the end."""
    for n in range(1, hands + 1):
        await client.until(lambda n=n: len(client.tables[table]["book"]["ledger"]) == n)
        if client.tables[table]["head"]["phase"] != "ended":
            await client.ask("ready", table=table)
    return client.tables[table]


def falls_on(dealer, card):
    """The seat of core.md §3, written out."""
    place = {1: 0, 5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 3: 2, 7: 2, 4: 3, 8: 3}[CARDS.index(card) % 10 + 1]
    return (dealer + place) % 4


def test_the_fifth_at_a_table_shares_what_the_last_wall_card_says_and_sees_nothing_before(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as bird:
            table = await room(a, players=5, hands=3, bot_level="novice")
            code = a.tables[table]["room"]["code"]
            assert any("打鸟" in line["zh"] for line in a.tables[table]["room"]["rule_lines"])
            await bird.ask("enter", code=code)
            assert (await bird.ask("sit", table=table, seat=4))["t"] == "ack"
            await begin(table, a, bird)
            await asyncio.gather(play(a, table, 3), look_on(bird, table, 3))
            view = bird.tables[table]
            assert view["me"] == {"seat": 4} and view["head"]["birds"] == [4]
            assert len(view["head"]["active"]) == 3 and 4 not in view["head"]["active"]
            for row in view["book"]["ledger"]:
                assert len(row["net"]) == 5 and sum(row["net"]) == 0
                assert row["net"][4] == row["net"][row["target"]]  # in full, for better or worse
            assert sum(view["book"]["totals"]) == 0

            last = view["book"]["settlement"]
            assert last["target"] == falls_on(view["head"]["dealer"], last["last_card"])
            lines = [line["zh"] for line in last["lines"]]
            assert any(line.startswith(f"末张{last['last_card']}，打中") for line in lines)
            assert len(lines) == len(set(lines)) and sum(line.startswith("本局：") for line in lines) == 1
            paid = [line for line in lines if " 付 " in line and "：" not in line]
            assert len(paid) == (0 if view["book"]["ledger"][-1]["winner"] is None else 2)
            shared = [line for line in lines if line.startswith("打鸟（")]
            assert bool(shared) == bool(last["net"][4])

            # What the 鸟家 was sent is what anybody may see: no card of a hand, no question, no last wall card before the end.
            assert_public_only(bird.log)

    run(test())


def assert_public_only(messages):
    for message in messages:
        if message["t"] not in ("table", "update"):
            continue
        for event in message.get("events", ()):
            assert "to" not in event and event["event"] not in PUBLIC, event
        part = message["view"] if message["t"] == "table" else message
        hand = part.get("hand")
        if hand:
            assert hand.get("seat") is None and not hand.get("hand") and not hand.get("asked")
            assert bool(hand.get("revealed")) <= bool(hand.get("over"))
        me = part.get("me", {})
        assert not {"hand_seat", "answered", "waits", "unseen", "huxi"} & set(me), me
        if message["t"] == "update" and hand and not hand.get("over"):
            assert "last_card" not in json.dumps(message)


def test_the_bird_can_neither_cut_nor_act_nor_ask_for_time_and_is_told_why(tmp_path):
    async def test():
        async with (
            served(tmp_path / "db") as server,
            server.client() as a,
            server.client() as b,
            server.client() as bird,
        ):
            table = await room(a, [b], players=5, hands=1, bot_level="novice")  # one of the two plays
            await bird.ask("enter", code=a.tables[table]["room"]["code"])
            await bird.ask("sit", table=table, seat=4)
            await begin(table, a, b, bird)
            await bird.until(lambda: bird.tables[table]["head"]["phase"] == "cutting")
            no = await bird.ask("cut", table=table, hand=0, nonce="x")
            assert (no["code"], no["zh"]) == ("not_yours", "这一局你打鸟，不上桌")
            playing = asyncio.gather(play(a, table, 1), play(b, table, 1))
            await bird.until(lambda: bird.tables[table]["head"]["phase"] == "playing")
            no = await bird.ask("act", table=table, v=bird.tables[table]["v"], action="discard 一")
            assert (no["t"], no["code"]) == ("refused", "not_yours")
            await playing

    run(test())


def test_seven_people_the_three_outside_share_alike_and_it_outlasts_a_restart(tmp_path):
    async def test():
        path = tmp_path / "db"
        async with served(path) as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, players=7, hands=2, bot_level="novice")
            code = a.tables[table]["room"]["code"]
            for client, seat in ((b, 5), (c, 6)):
                await client.ask("enter", code=code)
                assert (await client.ask("sit", table=table, seat=seat))["t"] == "ack"
            await begin(table, a, b, c)
            await asyncio.gather(play(a, table, 2), look_on(b, table, 2), look_on(c, table, 2))
            view = b.tables[table]
            assert view["head"]["birds"] == [4, 5, 6]
            assert len({seat["name"] for seat in view["head"]["seats"]}) == 7
            for row in view["book"]["ledger"]:
                assert sum(row["net"]) == 0 and len(set(row["net"][4:])) == 1
                assert row["net"][4] == row["net"][row["target"]]
        async with served(path) as server, server.client(b.token) as again:
            await again.ask("enter", code=code)
            assert again.tables[table]["book"] == view["book"]

    run(test())


def test_who_draws_for_the_deal_sits_at_the_table(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a:
            table = await room(a, players=8, hands=1, bot_level="novice", changes={"draw_for_dealer": True})
            await begin(table, a)
            await a.until(lambda: a.tables[table]["head"]["birds"])
            head = a.tables[table]["head"]
            assert len(head["drawn"]) == 4 and head["dealer"] < 4 and head["birds"] == [4, 5, 6, 7]

    run(test())


def test_replay_hand_list_and_record_tell_of_the_bird(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as bird:
            table = await room(a, players=5, hands=1, bot_level="novice")
            await bird.ask("enter", code=a.tables[table]["room"]["code"])
            await bird.ask("sit", table=table, seat=4)
            await begin(table, a, bird)
            await asyncio.gather(play(a, table, 1), look_on(bird, table, 1))
            settled = bird.tables[table]["book"]["settlement"]

            def get(path):
                asked = urllib.request.Request(server.http + path, headers={"Authorization": f"Bearer {bird.token}"})
                with urllib.request.urlopen(asked) as answer:
                    return answer.read().decode()

            replay = json.loads(await asyncio.to_thread(get, f"/api/hands/{settled['hand_id']}"))
            assert replay["settlement"] == settled
            (sitter,) = {0, 1, 2, 3} - set(replay["active"])
            names = [seat["name"] for seat in bird.tables[table]["head"]["seats"]]
            assert replay["outside"] == [
                {"seat": sitter, "name": names[sitter], "role": "xing"},
                {"seat": 4, "name": names[4], "role": "bird"},
            ]
            # The record says who stood outside and what each won or lost, and reading it reckons that again.
            kept = await asyncio.to_thread(get, f"/api/hands/{settled['hand_id']}/record.json")
            written = await asyncio.to_thread(get, f"/api/hands/{settled['hand_id']}/record.txt")
            record = from_json(kept)
            assert from_text(written) == record and to_text(record) == written
            assert record.table.net == tuple(settled["net"]) and record.table.names == tuple(names)
            assert re.search(rf"^全桌 4 鸟 [+-]\d+ {names[4]}$", written, re.M)
            wrong = msgspec.structs.replace(record.table, net=(*record.table.net[:4], record.table.net[4] + 1))
            with pytest.raises(RecordError, match=r"table\.net"):
                replay_record(msgspec.structs.replace(record, table=wrong))
            with pytest.raises(RecordError, match=r"table"):
                from_text(re.sub(r"\n校验.*", "", written.replace("全桌 4 鸟", "全桌 4")))
            again = brought(written)
            assert again.outside == tuple(Outside(**one) for one in replay["outside"])
            assert (again.settlement.net, again.settlement.target) == (tuple(settled["net"]), settled["target"])
            told = [line.zh for line in again.settlement.lines]
            assert told[-1].startswith("下局") and told[:-1] == [
                line["zh"] for line in settled["lines"]
            ]  # here it was the last
            (mine,) = json.loads(await asyncio.to_thread(get, "/api/me/hands"))
            assert mine["hand_id"] == settled["hand_id"] and mine["net"] == settled["net"][4]
            assert mine["won"] is False and mine["role"] == "bird"

    run(test())


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"rules": "loudi_fangpaofa", "players": 5}, "鸟家"),
        ({"rules": "hengyang_6huqiang", "players": 5}, "4人打"),
        ({"changes": {"seats": 2, "wall": 39}, "players": 5}, "2人打"),
        ({"rules": "cungui_yao", "players": 5}, "跑腰"),
    ],
)
def test_where_nobody_sits_out_there_are_no_birds(options, why):
    with pytest.raises(Refusal, match=why):
        rules_of(RoomOptions(**options))
