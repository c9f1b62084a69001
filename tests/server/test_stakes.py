"""飘 and 打坨: what players say before the deal, where the rules ask (scoring.md §2 溆浦, 萍乡; §3 湘乡)."""

import asyncio
import json

import msgspec
import pytest
from house import QUICK, begin, play, room, run, served

from erqishi.match import (
    HandOutcome,
    MatchError,
    MatchRules,
    declare_tuo,
    from_json,
    record_hand,
    settle,
    start,
    to_json,
)
from erqishi.match_explain import explain_settlement
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import match_net

WAITING = msgspec.structs.replace(QUICK, stake=60_000, cut=60_000)


async def cutting(client, table):
    await client.until(lambda: client.tables[table]["head"]["phase"] == "cutting")
    return client.tables[table]["head"]


def test_飘_is_hidden_until_the_deal_then_told_paid_and_recorded(tmp_path):
    async def test():
        path = tmp_path / "db"
        async with served(path, WAITING) as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b, c], rules="pingxiang", hands=1)
            await begin(table, a, b, c)
            head = await cutting(b, table)
            assert head["stakes"] == {"piao": 3, "tuo": False} and head["staked"] == []
            no = await a.ask("stake", table=table, hand=0, piao=4)
            assert no["code"] == "bad_option" and "0到3" in no["zh"]
            assert (await a.ask("stake", table=table, hand=0, tuo=True))["code"] == "bad_option"
            assert (await a.ask("stake", table=table, hand=7, piao=1))["code"] == "stale"
            assert (await a.ask("stake", table=table, hand=0, piao=3))["t"] == "ack"
            assert (await a.ask("stake", table=table, hand=0, piao=0))["code"] == "not_now"
            await b.until(lambda: b.tables[table]["head"]["staked"] == [0])
            assert not any("飘3" in json.dumps(message, ensure_ascii=False) for message in b.log)
            assert all(not (message.get("head") or {}).get("piao") for message in b.log)
        # What was said outlasts a restart.
        async with (
            served(path, WAITING) as server,
            server.client(a.token) as a,
            server.client(b.token) as b,
            server.client(c.token) as c,
        ):
            for client in (a, b, c):
                await client.ask("enter", code=server.house.tables[table].state.made.code)
            assert b.tables[table]["head"]["staked"] == [0]
            assert (await b.ask("stake", table=table, hand=0, piao=1))["t"] == "ack"
            assert (await c.ask("stake", table=table, hand=0))["t"] == "ack"
            await asyncio.gather(play(a, table, 1), play(b, table, 1), play(c, table, 1))
            view = b.tables[table]
            assert view["head"]["piao"] == [3, 1, 0] and view["head"]["stakes"] is None
            assert any(notice["code"] == "stakes" and "飘3" in notice["zh"] for notice in view["head"]["notices"])
            game = server.table(view).state.game
            assert game.piao == (3, 1, 0)
            last = view["book"]["settlement"]
            assert sum(last["net"]) == 0
            if last["winner"] is not None:
                assert sum("（飘" in line["zh"] for line in last["lines"]) >= 1
            rows = await server.house.store.run(lambda db: db.execute("SELECT record FROM hand").fetchall())
            assert json.loads(rows[0][0])["deal"] == {"piao": [3, 1, 0]}

    run(test())


def test_who_says_nothing_declines_and_so_do_bots(tmp_path):
    async def test():
        async with served(tmp_path / "db", msgspec.structs.replace(QUICK, stake=300)) as server, server.client() as a:
            table = await room(a, rules="xupu", hands=1, bot_level="novice")
            await begin(table, a)
            assert (await cutting(a, table))["stakes"]["piao"] == 3
            view = await play(a, table, 1)
            assert view["head"]["piao"] == [] and server.table(view).state.game.piao == ()

    run(test())


def test_打坨_is_asked_before_the_first_hand_and_doubles_the_end(tmp_path):
    async def test():
        async with served(tmp_path / "db", WAITING) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], rules="xiangxiang_gaohuzi", hands=2, bot_level="novice")
            await begin(table, a, b)
            assert (await cutting(a, table))["stakes"] == {"piao": 0, "tuo": True}
            assert (await a.ask("stake", table=table, hand=0, tuo=True))["t"] == "ack"
            assert (await b.ask("stake", table=table, hand=0))["t"] == "ack"
            await asyncio.gather(play(a, table, 2), play(b, table, 2))
            view = a.tables[table]
            assert view["head"]["tuo"] == [0] and view["head"]["stakes"] is None
            match = server.table(view).state.match
            rules = RuleSet.load("xiangxiang_gaohuzi")
            assert settle(match).net == match_net(rules, match.totals, (True, False, False))
            assert any(line["zh"].startswith("打坨：") for line in view["book"]["final"])
            asked = [message["head"]["stakes"] for message in a.log if message.get("head")]
            assert {"piao": 0, "tuo": True} in asked and len(match.ledger) >= 1

    run(test())


def test_where_the_rules_ask_nothing_nothing_can_be_said(tmp_path):
    async def test():
        async with served(tmp_path / "db", WAITING) as server, server.client() as a:
            table = await room(a, hands=1)
            await begin(table, a)
            assert (await cutting(a, table))["stakes"] is None
            assert (await a.ask("stake", table=table, hand=0, piao=1))["code"] == "not_now"

    run(test())


def test_打坨_in_the_account():
    rules = MatchRules.of(RuleSet.load("xiangxiang_gaohuzi"), 3)
    assert rules.tuo and rules.accounting == "points"
    match = declare_tuo(start(3, rules, dealer=0), [1, 0])
    assert match.tuo == (0, 1)
    match = record_hand(match, HandOutcome(winner=0, net=(40, 10, 0)))
    # Between two who both have it four times, between one who has and one who has not twice.
    assert settle(match).net == (4 * 30 + 2 * 40, -4 * 30 + 2 * 10, -2 * 40 - 2 * 10)
    assert from_json(to_json(match)) == match
    assert "打坨：A，B" in explain_settlement(match)[1].zh + explain_settlement(match)[2].zh
    assert declare_tuo(match, ()) == match
    with pytest.raises(MatchError, match="第一局以前"):
        declare_tuo(match, [2])
    with pytest.raises(MatchError, match="座位"):
        declare_tuo(start(3, rules, dealer=0), [3])
    with pytest.raises(MatchError, match="没有打坨"):
        declare_tuo(start(3, MatchRules(), dealer=0), [0])
    with pytest.raises(MatchError, match="记分制"):
        start(3, MatchRules(tuo=True), dealer=0)
