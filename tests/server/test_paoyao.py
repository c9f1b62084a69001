"""跑腰 at a table: the same rooms, bots, account, crash safety and replay as 跑胡子, and nothing told that is not public."""

import asyncio
import contextlib
import itertools
import json
import urllib.request

import msgspec
import pytest
from house import QUICK, begin, offered, play, room, run, served

from erqishi.paoyao import PRESETS, Game, load
from erqishi.record import from_json, replay
from erqishi.server.games import plays


def take(legal):
    """Dig, and take what can be taken."""
    return next((text for text in legal if text not in ("no_dig", "pass", "pass_yao", "pass_xier")), legal[0])


async def fetched(address):
    """What the HTTP interface answers; in a thread, since the server runs in this one."""

    def get():
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.read()

    return await asyncio.to_thread(get)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_people_play_a_whole_sitting(players, tmp_path):
    """Stacks and pot go on from hand to hand; what is gained, and what lies in the pot, sums to zero."""

    async def test():
        async with served(tmp_path / "db") as here, contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(here.client()) for _ in range(players)]
            table = await room(clients[0], clients[1:], rules="cungui_yao", players=players, hands=4, seating="choose")
            # the host takes a seat too
            await clients[0].ask("sit", table=table)
            await begin(table, *clients)
            done = await asyncio.gather(*(play(client, table, 4, take) for client in clients))
            view = done[0]
            assert view["room"]["game"] == "paoyao"
            assert view["hand"] is None
            last = view["paoyao"]
            assert last["over"]["outcome"] in ("settled", "xier", "liuju")
            assert sum(view["book"]["totals"]) + last["over"]["carry"] == 0
            stacks = [20 + total for total in view["book"]["totals"]]
            assert [last["over"]["chips"][view["head"]["active"].index(seat)] for seat in range(players)] == stacks
            lines = view["book"]["settlement"]["lines"]
            assert any("净" in line["zh"] or "喜儿" in line["zh"] for line in lines)
            for row in view["book"]["ledger"]:
                told = json.loads(await fetched(f"{here.http}/api/hands/{row['hand_id']}"))
                steps = [len(sight["course"]) for sight in told["paoyao"]]
                assert all(after - before in (0, 1) for before, after in itertools.pairwise(steps))
                assert told["paoyao"][0]["course"] == []
                assert [sight["over"] is not None for sight in told["paoyao"]].count(True) == 1
                assert told["frames"] == []
                assert all(seat["hidden"] == 0 for seat in told["paoyao"][-1]["seats"])

    run(test())


def test_a_seat_is_shown_its_own_cards_only(tmp_path):
    async def test():
        async with served(tmp_path / "db") as here, here.client() as a, here.client() as b:
            table = await room(a, [b], rules="changchun_literal", players=2, hands=1)
            await a.ask("sit", table=table)
            await begin(table, a, b)
            await asyncio.gather(*(play(client, table, 1, take) for client in (a, b)))
            for client in (a, b):
                for message in client.log:
                    sight = message.get("paoyao") or message.get("view", {}).get("paoyao")
                    if not sight or sight["over"]:
                        continue
                    seat = sight["seat"]
                    for other in sight["seats"]:
                        if other["seat"] != seat:
                            assert other["hand"] == []
                    assert sight["yao"] is None or sight["phase"] in ("yao", "over")
                    assert not sight["legal"] or sight["asked"] == seat

    run(test())


def test_a_table_goes_on_after_a_crash(tmp_path):
    async def test():
        timing = msgspec.structs.replace(QUICK, next=60_000)
        token = table = code = None
        async with served(tmp_path / "db", timing, abrupt=True) as here, here.client() as me:
            answer = await me.ask("quick_start", level="normal", options={"rules": "changchun_lively", "hands": 2})
            table, code, token = answer["view"]["table"], answer["view"]["room"]["code"], me.token
            await me.until(lambda: me.tables[table]["paoyao"] and offered(me.tables[table]), 30)
            v = me.tables[table]["v"]
            for action, why in (({"do": "pass"}, "bad_option"), ("hu", "bad_option"), ("take_yao", "illegal")):
                assert (await me.ask("act", table=table, v=v, action=action))["code"] == why
        async with served(tmp_path / "db", timing) as here, here.client(token) as me:
            await me.ask("enter", code=code)
            view = await play(me, table, 2, take)
            assert len(view["book"]["ledger"]) == 2

    run(test())


def test_bots_of_every_level_play_and_the_record_holds(tmp_path):
    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            table = await room(me, rules="fold", players=4, hands=1)
            await me.ask("sit", table=table)
            for seat, level in ((1, "novice"), (2, "normal"), (3, "expert")):
                assert (await me.ask("put_bot", table=table, seat=seat, level=level))["t"] == "ack"
            await begin(table, me)
            view = await play(me, table, 1, take)
            hand = view["book"]["ledger"][0]["hand_id"]
            record = await fetched(f"{here.http}/api/hands/{hand}/record.json")
            assert replay(from_json(record)).result is not None

    run(test())


def test_the_time_for_xier_comes_in_every_hand():
    """Whether or not somebody holds one, the deal is followed by the same window."""
    paoyao = plays("changchun_literal")
    rules = load()
    plain, lucky = None, None
    for seed in range(3000):
        game = Game.deal(seed=seed)
        if game.decision.kind == "xier":
            lucky = game
        else:
            plain = game
        if plain and lucky:
            break
    first = paoyao.chunks(plain.events, rules)
    assert first[0].wait == "claim"
    other = paoyao.chunks(lucky.events, rules)
    assert len(other) == 1
    assert paoyao.question(lucky).kind == "claims"
    public = [[event for event in pieces[0].events if event.to is None] for pieces in (first, other)]
    assert [type(event) for event in public[0]] == [type(event) for event in public[1]]


def test_the_rule_sets_of_each_game_are_listed(tmp_path):
    async def test():
        async with served(tmp_path / "db") as here:
            listed = json.loads(await fetched(f"{here.http}/api/rules?game=paoyao"))
            assert [line["id"] for line in listed] == list(PRESETS)
            for line in listed:
                page = json.loads(await fetched(f"{here.http}/api/rules/{line['id']}"))
                assert (page["game"], page["hash"]) == ("paoyao", line["hash"])
                assert page["page"] and page["lines"] and page["parameters"]["id"] == line["id"]
            assert {line["game"] for line in json.loads(await fetched(f"{here.http}/api/rules"))} == {"zipai"}

    run(test())


def test_changed_rules_make_a_room_and_bad_ones_are_refused(tmp_path):
    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            answer = await me.ask("create_room", options={"rules": "fold", "changes": {"ante": 2}, "players": 2})
            assert answer["view"]["room"]["rules_name"]["zh"].endswith("（改）")
            assert answer["view"]["room"]["players"] == 2
            answer = await me.ask("create_room", options={"rules": "fold", "changes": {"ante": "x"}})
            assert (answer["t"], answer["code"]) == ("refused", "bad_option")

    run(test())
