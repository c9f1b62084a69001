"""跑腰 at a table: the same rooms, bots, account, crash safety and replay as 跑胡子, and nothing told that is not public."""

import asyncio
import contextlib
import itertools
import json
import time
import urllib.request

import httpx
import msgspec
import pytest
from house import QUICK, begin, offered, play, room, run, served

from erqishi.errors import InternalError
from erqishi.paoyao import PRESETS, Game, load, parse_action
from erqishi.paoyao.exact import evaluate
from erqishi.paoyao.view import PaoyaoView
from erqishi.record import from_json, replay
from erqishi.server.bots_pool import BotPool
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
            # the account closes: what is left in the pot goes back, and no line speaks of a hand that will not come
            home = view["book"]["home"]
            assert sum(home["refund"]) == last["over"]["carry"] and sum(home["net"]) == 0
            assert home["net"] == [a + b for a, b in zip(view["book"]["totals"], home["refund"], strict=True)]
            assert not [line for line in lines if "下局" in line["zh"] or "下一局" in line["zh"]]
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


async def asked_worth(here, table, token):
    """Status and body of the hint."""
    async with httpx.AsyncClient(timeout=30) as http:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await http.get(f"{here.http}/api/tables/{table}/worth", headers=headers)
        return answer.status_code, answer.json()


async def reckoned(here, table, token):
    """The hint, once the server is ready for it."""
    while True:
        status, told = await asked_worth(here, table, token)
        assert status == 200, told
        if told["ready"]:
            return told
        await asyncio.sleep(0.2)


async def seen(client, table):
    """The view of who is asked to bet, after everybody's bots and windows."""
    await client.until(lambda: client.tables[table]["paoyao"] and offered(client.tables[table]), 30)
    return client.tables[table]["paoyao"]


def test_a_table_with_hints_tells_each_seat_what_its_own_choices_are_worth(tmp_path):
    """As the exact player reckons them from that seat's view; nobody else gets an answer, and one question is reckoned once."""

    async def test():
        async with served(tmp_path / "db") as here, here.client() as a, here.client() as b, here.client() as watcher:
            # No clock: where nothing has been reckoned yet, the first hint waits for a compilation.
            how = {"rules": "changchun_lively", "players": 2, "hands": 1, "hints": {"worth": True}, "clock": 0}
            table = await room(a, [b], **how)
            assert any("提示" in line["zh"] for line in a.tables[table]["room"]["rule_lines"])
            await a.ask("sit", table=table)
            assert (await asked_worth(here, table, a.token))[1]["code"] == "not_now"  # nothing is dealt yet
            await watcher.ask("enter", code=a.tables[table]["room"]["code"])
            await begin(table, a, b)
            while not any(offered(client.tables[table]) for client in (a, b)):
                await asyncio.sleep(0.05)
            mine, other = (a, b) if offered(a.tables[table]) else (b, a)
            view = msgspec.convert(await seen(mine, table), PaoyaoView)
            counted = []
            ask = here.house.bots.worth
            here.house.bots.worth = lambda *what: counted.append(what) or ask(*what)
            told = await reckoned(here, table, mine.token)
            again = await asyncio.gather(*(asked_worth(here, table, mine.token) for _ in range(5)))
            assert [body for _, body in again] == [told] * 5
            useful = len(counted)
            legal = [parse_action(text) for text in view.legal]
            found = evaluate(view, load("changchun_lively"), legal=legal)
            assert told["chips"] == {str(action): round(value, 4) for action, value in found.values.items()}
            assert told["exact"] is True
            assert set(told["errors"].values()) == {0.0}
            for token, status in ((other.token, 409), (watcher.token, 409), ("nobody", 401), (None, 401)):
                assert (await asked_worth(here, table, token))[0] == status
            assert (await asked_worth(here, "nowhere", mine.token))[0] == 404
            assert len(counted) == useful

    run(test())


def test_a_hint_that_cannot_be_reckoned_is_no_fault_of_the_server(tmp_path):
    """The bots' process fails, or knows nothing: `ready` is false, and the next question is asked anew."""

    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            table = await room(me, [], rules="changchun_literal", players=2, hands=1, hints={"worth": True})
            await me.ask("sit", table=table)
            await begin(table, me)
            await seen(me, table)
            ask = here.house.bots.worth

            async def fails(*_):
                raise InternalError("nothing to say")

            here.house.bots.worth = fails
            for _ in range(2):
                status, told = await asked_worth(here, table, me.token)
                assert (status, told["ready"]) == (200, False)
            here.house.bots.worth = ask
            assert (await reckoned(here, table, me.token))["chips"]

    run(test())


@pytest.mark.parametrize("action", ["frobnicate", "discard 一", "capture", "capture H8", "x" * 5000, "", None, 5])
def test_an_act_that_cannot_be_is_answered_at_once(action, tmp_path):
    """What reads as a command is refused under its cmd_id; what does not is a `fault`, which has none (docs/protocol.md §2)."""

    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            table = await room(me, [], rules="changchun_literal", players=2, hands=1)
            await me.ask("sit", table=table)
            await begin(table, me)
            await seen(me, table)
            heard = len(me.log)
            command = {"t": "act", "cmd_id": "odd", "table": table, "v": me.tables[table]["v"], "action": action}
            await me._send(command)
            answers = []

            def answered():
                answers[:] = [m for m in me.log[heard:] if m["t"] == "fault" or m.get("cmd_id") == "odd"]
                return answers

            await me.until(answered, 5)
            assert answers[0]["t"] in ("refused", "fault")

    run(test())


def test_four_seats_are_told_the_error_of_their_sample(tmp_path):
    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            options = {"rules": "fold", "players": 4, "hands": 1, "hints": {"worth": True}}
            table = (await me.ask("quick_start", level="novice", options=options))["view"]["table"]
            view = await seen(me, table)
            told = await reckoned(here, table, me.token)
            assert set(told["chips"]) == set(view["legal"])
            assert told["exact"] is False
            assert all(error > 0 for error in told["errors"].values()) or told["chips"].get("no_dig") == 0

    run(test())


@pytest.mark.parametrize("options", [{"rules": "fold"}, {"rules": "std15", "hints": {"worth": True}}])
def test_a_table_without_such_hints_gives_none(options, tmp_path):
    async def test():
        async with served(tmp_path / "db") as here, here.client() as me:
            table = (await me.ask("quick_start", level="novice", options=options))["view"]["table"]
            status, told = await asked_worth(here, table, me.token)
            assert (status, told["code"]) == (409, "bad_option")

    run(test())


def test_hints_are_reckoned_in_a_process_of_their_own_and_the_loop_goes_on():
    """While worlds of four players are searched, the loop beats: no beat is late by as much as the search takes."""

    async def test():
        pool = BotPool(1)
        late, going = [], True

        async def beat():
            while going:
                began = time.perf_counter()
                await asyncio.sleep(0.01)
                late.append(time.perf_counter() - began)

        try:
            rules = load("cungui_yao")
            game = Game.deal(rules, seed=2, players=4)
            view, packed = msgspec.json.encode(game.view(game.decision.seat)), msgspec.json.encode(rules)
            beating = asyncio.create_task(beat())
            while (found := await pool.worth(view, packed)) is None:
                await asyncio.sleep(0.5)
            going = False
            await beating
            assert set(found.chips) == {"dig", "no_dig"}
            assert sorted(late)[len(late) * 99 // 100] < 1.0  # a search that held the loop would hold it for seconds
        finally:
            pool.close()

    asyncio.run(asyncio.wait_for(test(), 170))
