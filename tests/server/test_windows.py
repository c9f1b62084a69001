"""Time at the table: windows that tell nothing, defaults when nobody answers, 托管."""

import asyncio
import itertools
import json

import msgspec
import pytest
from house import QUICK, asked, begin, choose, play, room, run, served

from erqishi.bots import reading
from erqishi.server.games import plays
from erqishi.server.store.tables import log_of
from erqishi.server.tables.staging import chunks
from erqishi.zipai import events as e
from erqishi.zipai.actions import Chi, Discard, Hu, Pass, Peng
from erqishi.zipai.game import Game

REVEALS = ("hand_started", "turned_up", "discarded")


def random_hands(n):
    for seed in range(n):
        game = Game.deal(seed=seed, dealer=seed % 3)
        steps = [list(game.events)]
        while game.decision:
            for seat, legal in list(game.decision.legal.items()):
                steps.append(game.do(legal[(seed + len(steps)) % len(legal)], seat))
        yield game, [step for step in steps if step]


def test_behind_every_card_that_could_be_claimed_there_is_the_same_wait():
    """Whatever the machine did at once: each revealed card ends a piece, and the wait behind it is the window."""
    for game, steps in random_hands(30):
        for step in steps:
            pieces = chunks(step)
            assert [event for piece in pieces for event in piece.events] == step
            for piece in pieces[:-1]:
                reveals = [
                    i
                    for i, event in enumerate(piece.events)
                    if isinstance(event, e.HandStarted | e.TurnedUp | e.Discarded)
                ]
                assert len(reveals) <= 1
                if reveals:
                    assert piece.wait == "claim"
                    rest = piece.events[reveals[0] + 1 :]
                    assert all(event.to is not None or isinstance(event, e.Ti) for event in rest)
                assert not any(isinstance(event, e.Asked) for event in piece.events)
                assert piece.wait is not None
        assert isinstance(game.events[-1], e.Revealed)


def test_the_pause_behind_a_card_is_the_same_whether_or_not_anybody_could_claim_it(tmp_path):
    """Measured at the wire by the server's own stamps, over a sitting of three people, one of whom dawdles."""
    timing = msgspec.structs.replace(QUICK, claim=0.02, grace=20, settle=30)

    async def test():
        async with (
            served(tmp_path / "db", timing) as server,
            server.client() as a,
            server.client() as b,
            server.client() as c,
        ):
            table = await room(a, [b, c], hands=2)
            await begin(table, a, b, c)

            def lazy(legal):
                return "pass" if "pass" in legal else choose(legal)

            await asyncio.gather(play(a, table, 2), play(b, table, 2, lazy), play(c, table, 2))
            own = {id(client): [m for m in client.log if m["t"] == "update"] for client in (a, b, c)}
            asked_at = {e_at for updates in own.values() for e_at in claim_times(updates)}
            pauses = {True: [], False: []}
            updates = [m for m in own[id(a)] if any("to" not in event for event in m.get("events", ()))]
            for now, then in itertools.pairwise(updates):
                if now["events"] and any(event["event"] in REVEALS for event in now["events"]):
                    pauses[now["now"] in asked_at].append(then["now"] - now["now"])
            # A window that nobody could use costs what another does, the row in the log included.
            kinds = [row["k"] for row in await rows_of(server, table)]
            assert kinds.count("lapsed") >= len(pauses[False]) and kinds.count("closed") >= len(pauses[True])
            want = a.tables[table]["room"]["claim_ms"] + 20 + 30
            for kind in (True, False):
                assert len(pauses[kind]) >= 8
                assert all(want - 20 <= pause for pause in pauses[kind]), (want, pauses[kind])
                assert sorted(pauses[kind])[len(pauses[kind]) // 2] < want + 45, pauses[kind]

    run(test())


async def rows_of(server, table):
    """The log of a table, row by row."""
    rows = await server.house.store.run(lambda db: log_of(db, table))
    return [json.loads(row.body) for row in rows]


def claim_times(updates):
    return [
        m["now"]
        for m in updates
        if any(event["event"] == "asked" and event["kind"] == "claims" for event in m.get("events", ()))
    ]


def test_think_makes_the_window_longer_for_all_and_names_nobody(tmp_path):
    timing = msgspec.structs.replace(QUICK, claim=0.05)

    async def test():
        async with served(tmp_path / "db", timing) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await asyncio.gather(*(c.until(lambda c=c: c.tables[table]["head"]["phase"] == "cutting") for c in (a, b)))
            for client in (a, b):
                await client.ask("cut", table=table, hand=0, nonce="")
            view = await b.until(
                lambda: (v := b.tables[table]) and v["head"]["turn"] and v["head"]["turn"]["kind"] == "claim" and v
            )
            before = view["head"]["turn"]["deadline"]
            assert (await a.ask("think", table=table, v=0))["t"] == "ack"
            turn = await b.until(
                lambda: (t := b.tables[table]["head"]["turn"]) and t.get("thinking") and t["kind"] == "claim" and t
            )
            assert turn["deadline"] == before + 15_000 * 0.05 and "seat" not in turn
            await a.until(lambda: a.tables[table]["me"]["thinks"] == 1)
            await a.ask("think", table=table, v=0)
            assert (await a.ask("think", table=table, v=0))["code"] == "not_now"

    run(test())


def test_the_default_takes_a_hu_passes_if_it_may_and_else_discards():
    zipai = plays("std15")
    game = Game.deal(seed=7)
    view, rules = game.view(next(iter(game.decision.legal))), game.rules
    assert zipai.default((Hu(), Peng(), Pass()), view, rules) == Hu()
    assert zipai.default((Peng(), Pass()), view, rules) == Pass()
    assert zipai.default((Peng(), Chi("一二三")), view, rules) == Peng()
    legal = next(iter(game.decision.legal.values()))
    cards = [action.card for action in legal]
    assert zipai.default(legal, view, rules) == Discard(reading.loneliest(view, cards, rules))
    assert zipai.compelled((Discard("一"),)) and not zipai.compelled((Hu(), Pass()))


def test_two_missed_discards_in_a_hand_begin_tuoguan_and_one_touch_ends_it(tmp_path):
    timing = msgspec.structs.replace(QUICK, clock=0.02)  # 300 ms for a discard

    async def test():
        async with served(tmp_path / "db", timing) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=50)
            await begin(table, a, b)
            playing = asyncio.create_task(play(b, table, 50))

            def stands():
                head = a.tables[table]["head"]
                return head if head["seats"][0].get("managed") or head["phase"] == "settled" else None

            while not (head := await a.until(stands, 40))["seats"][0].get("managed"):
                # A hand so short that nobody missed two discards in it: the next one.
                await a.ask("ready", table=table)
                await a.until(lambda hand=head["hand_id"]: a.tables[table]["head"]["hand_id"] != hand)
            codes = [n["code"] for m in a.log if "head" in m for n in m["head"]["notices"] if n.get("seat") == 0]
            assert codes.count("managed") and "auto_discard" in codes
            # The hand may end by itself between the look and the touch, and 托管 with it: either way the seat is free again.
            await a.ask("manage", table=table, on=False)
            await a.until(lambda: not a.tables[table]["head"]["seats"][0].get("managed"))
            playing.cancel()

    run(test())


def test_who_lets_claims_pass_by_silence_is_not_put_into_tuoguan(tmp_path):
    """Only choices that cannot be passed count as missed: a silent 过 is an answer like another."""

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=4)
            await begin(table, a, b)
            playing = asyncio.create_task(play(b, table, 4))
            passed = 0
            while len(a.tables[table]["book"]["ledger"]) < 4:
                view = a.tables[table]
                asked = view["hand"] and view["hand"].get("asked")
                if view["head"]["phase"] == "settled" and not view["head"]["seats"][0].get("ready"):
                    await a.ask("ready", table=table)
                elif asked and "pass" not in asked["legal"] and not view["me"].get("answered"):
                    await a.ask("act", table=table, v=view["v"], action=asked["legal"][0])
                assert not a.tables[table]["head"]["seats"][0].get("managed")
                await a.until(lambda v=view["v"]: a.tables[table]["v"] != v)
            rows = [row for row in await rows_of(server, table) if row["k"] == "did" and row.get("auto")]
            passed = sum(row["action"] == "pass" and not row.get("missed") for row in rows)
            assert passed >= 2, rows
            await playing

    run(test())


def test_without_a_clock_a_window_waits_for_the_answer_and_shows_no_deadline(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1, clock=0)
            assert a.tables[table]["room"]["window"] == "open"
            await begin(table, a, b)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            playing = asyncio.create_task(play(b, table, 1))
            await a.ask("cut", table=table, hand=0, nonce="")
            view = await asked(a, table)
            await asyncio.sleep(0.3)
            assert a.tables[table]["hand"]["asked"] == view["hand"]["asked"]
            turn = a.tables[table]["head"]["turn"]
            assert turn.get("deadline") is None and turn["kind"] in ("seat", "claim")
            await asyncio.gather(play(a, table, 1), playing)

    run(test())


@pytest.mark.parametrize("window", ["constant", "open"])
def test_a_seat_in_tuoguan_plays_the_hand_to_its_end(tmp_path, window):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1, window=window)
            await begin(table, a, b)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            assert (await a.ask("manage", table=table, on=True))["code"] == "not_now"
            await a.ask("cut", table=table, hand=0, nonce="")
            playing = asyncio.create_task(play(b, table, 1))
            await a.until(lambda: a.tables[table]["head"]["phase"] == "playing")
            assert (await a.ask("manage", table=table, on=True))["t"] == "ack"
            await a.until(lambda: a.tables[table]["head"]["phase"] == "ended")
            await playing
            assert len(json.dumps(a.tables[table]["book"]["settlement"])) > 100

    run(test())
