"""Whole sittings over the wire, by clients that know only docs/protocol.md."""

import asyncio
import json

from house import begin, choose, play, room, run, served

from erqishi.cards import NAMES as CARDS
from erqishi.match import drawn_dealer


async def together(table, hands, *clients):
    return await asyncio.gather(*(play(client, table, hands) for client in clients))


def test_a_hand_against_bots_is_played_to_its_end(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            answer = await me.ask("quick_start", level="novice", options={"hands": 1})
            table = answer["view"]["table"]
            view = await play(me, table, 1)
            assert view["head"]["phase"] == "ended"
            assert [seat.get("bot") for seat in view["head"]["seats"]] == [None, "novice", "novice"]
            assert view["hand"]["over"] and view["hand"]["revealed"]["wall"] is not None
            assert view["book"]["final"][-1]["zh"].startswith(("结算", "总账"))  # one line where both say the same

    run(test())


def test_three_people_play_a_sitting_of_two_hands_and_the_sums_are_zero(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b, c], hands=2)
            await begin(table, a, b, c)
            views = await together(table, 2, a, b, c)
            books = [view["book"] for view in views]
            assert books[0] == books[1] == books[2]
            book = books[0]
            assert len(book["ledger"]) == 2 and book["ended"] == "hands"
            finished = server.house.tables[table].state.finished
            assert finished[0].game is None and finished[1].game is not None, (
                "a game that is kept is put away, but for the last"
            )
            for row in book["ledger"]:
                assert sum(row["net"]) == 0
            assert book["totals"] == [sum(row["net"][seat] for row in book["ledger"]) for seat in range(3)]
            last = book["settlement"]
            assert last["net"] == book["ledger"][-1]["net"]
            assert last["lines"][0]["zh"].startswith("庄家") and all(line["en"] for line in last["lines"])
            # Another sitting at the same table, by being ready again.
            await begin(table, a, b, c)
            await a.until(lambda: a.tables[table]["head"]["sitting"] == 1)
            assert a.tables[table]["book"]["ledger"] == []

    run(test())


def test_the_first_dealer_is_drawn_by_cards_that_all_see_where_the_rules_say_so(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1, changes={"draw_for_dealer": True})
            assert any("摸庄" in line["zh"] for line in a.tables[table]["room"]["rule_lines"])
            assert a.tables[table]["head"]["drawn"] == []
            await begin(table, a, b)
            await b.until(lambda: b.tables[table]["head"]["phase"] == "cutting")
            head = b.tables[table]["head"]
            drawn = [CARDS.index(card) for card in head["drawn"]]
            assert len(drawn) == 3 and head["dealer"] == drawn_dealer(drawn)
            (told,) = [notice for notice in head["notices"] if notice["code"] == "drawn_dealer"]
            assert all(card in told["zh"] for card in head["drawn"]) and told["seat"] == head["dealer"]
        async with served(tmp_path / "db") as server, server.client(b.token) as again:
            await again.ask("enter", code=b.tables[table]["room"]["code"])
            after = again.tables[table]["head"]
            assert (after["drawn"], after["dealer"]) == (head["drawn"], head["dealer"])

    run(test())


def test_four_at_the_table_and_one_sits_out(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await room(me, hands=4, players=4)
            await begin(table, me)
            view = await play(me, table, 4)
            assert len(view["head"]["seats"]) == 4 and view["book"]["ended"] == "hands"
            for row in view["book"]["ledger"]:
                out = (row["dealer"] + 2) % 4
                assert len(row["net"]) == 4 and sum(row["net"]) == 0
                # 醒家 wins a 筹 from each loser, or one from the dealer of a 荒庄 (core.md §17)
                assert row["net"][out] == (1 if row["winner"] is None else 2)

    run(test())


def test_two_at_the_table(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1, changes={"seats": 2, "wall": 39})
            assert a.tables[table]["room"]["players"] == 2
            await begin(table, a, b)
            views = await together(table, 1, a, b)
            assert sum(views[0]["book"]["ledger"][0]["net"]) == 0 and views[0]["head"]["active"] == [0, 1]

    run(test())


def test_bots_alone_play_on_before_a_spectator(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as host:
            table = await room(host, hands=1)
            await host.ask("stand", table=table)
            for seat in range(3):
                assert (await host.ask("put_bot", table=table, seat=seat, level="normal"))["t"] == "ack"
            await begin(table, host)
            await host.until(lambda: host.tables[table]["head"]["phase"] == "ended")
            view = host.tables[table]
            assert len(view["book"]["ledger"]) == 1 and view["me"] == {"host": True}
            seen = [event for message in host.log if message["t"] == "update" for event in message.get("events", ())]
            assert not [event for event in seen if event.get("to") is not None or event["event"] in ("asked", "dealt")]

    run(test())


def test_with_four_at_the_table_one_sits_out_each_hand(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], players=4, hands=2, bot_level="novice")
            await begin(table, a, b)
            views = await together(table, 2, a, b)
            ledger = views[0]["book"]["ledger"]
            assert len(ledger) == 2
            for row in ledger:
                assert sum(row["net"]) == 0
                assert len(row["net"]) == 4
            head = views[0]["head"]
            assert head["sitter"] == (head["dealer"] + 2) % 4 and head["sitter"] not in head["active"]

    run(test())


def test_the_deck_is_what_all_nonces_and_the_committed_seed_yield(tmp_path):
    from erqishi.shuffle import Commitment, ShuffleProof, shuffled, verify

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            promised = Commitment(**a.tables[table]["head"]["commitment"])
            assert (await a.ask("cut", table=table, hand=0, nonce="天"))["t"] == "ack"
            assert (await a.ask("cut", table=table, hand=0, nonce="地"))["code"] in ("not_now", "stale")
            (view, _) = await together(table, 1, a, b)
            given = view["book"]["settlement"]["proof"]
            proof = ShuffleProof(**{**given, "nonces": tuple(given["nonces"])})
            deck = shuffled(proof)
            verify(proof, deck, published=promised, sent={0: "天"})
            started = next(e for m in a.log for e in m.get("events", ()) if e["event"] == "hand_started")
            names = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
            assert names[deck[60] // 4] == started["liang"]

    run(test())


def test_what_a_seat_receives_is_public_or_its_own(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b, c], hands=1)
            await begin(table, a, b, c)
            await together(table, 1, a, b, c)
            for seat, client in enumerate((a, b, c)):
                updates = [message for message in client.log if message["t"] == "update"]
                events = [event for message in updates for event in message.get("events", ())]
                assert {event["to"] for event in events if "to" in event} == {seat}
                for message in updates:
                    hand = message.get("hand")
                    if hand and not hand.get("over"):
                        assert hand["seat"] == seat
                        own = hand["seats"][seat]
                        assert len(hand.get("hand", "").replace(" ", "")) == own["size"]

    run(test())


def test_the_view_is_the_fold_of_the_events_that_came(tmp_path):
    import msgspec

    from erqishi.zipai.events import Event
    from erqishi.zipai.view import fold

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await together(table, 1, a, b)
            for seat, client in enumerate((a, b)):
                events = [event for message in client.log for event in message.get("events", ())]
                typed = [msgspec.convert(event, Event) for event in events]
                assert json.loads(msgspec.json.encode(fold(typed, seat))) == client.tables[table]["hand"]

    run(test())


def test_a_wish_that_the_rules_forbid_is_refused_with_the_rule(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            answer = await me.ask("quick_start", level="novice", options={"hands": 1})
            table = answer["view"]["table"]
            view = await answer_until_discard(me, table)
            no = await me.ask("act", table=table, v=view["v"], action="peng")
            assert (no["t"], no["code"]) == ("refused", "illegal")
            assert no["rule"].startswith("core.md §") and no["zh"] and no["en"]
            assert no["view"]["v"] == view["v"] and no["view"]["hand"]["asked"] == view["hand"]["asked"]
            no = await me.ask("act", table=table, v=view["v"], action="throw it all")
            assert no["code"] == "bad_option"
            yes = await me.ask(
                "act", table=table, v=view["v"], action={"do": "discard", "card": view["hand"]["asked"]["legal"][0][-1]}
            )
            assert yes["t"] == "ack"

    run(test())


async def answer_until_discard(me, table):
    """Play on until a discard is asked; cut and answer claims on the way."""
    await me.until(lambda: me.tables[table]["head"]["phase"] in ("cutting", "playing"))
    head = me.tables[table]["head"]
    if head["phase"] == "cutting":
        await me.ask("cut", table=table, hand=head["commitment"]["hand"], nonce="x")

    def look():
        view = me.tables[table]
        ask = view["hand"] and view["hand"].get("asked")
        over = view["head"]["phase"] in ("settled", "ended")
        return view if over or (ask and not view["me"].get("answered")) else None

    while True:
        view = await me.until(look)
        if view["head"]["phase"] in ("settled", "ended"):  # somebody was lucky: another hand
            await me.ask("ready", table=table)
            await me.until(lambda: me.tables[table]["head"]["phase"] not in ("settled", "ended"))
            return await answer_until_discard(me, table)
        if view["hand"]["asked"]["kind"] == "discard":
            return view
        await me.ask("act", table=table, v=view["v"], action=choose(view["hand"]["asked"]["legal"]))


def test_a_hand_stays_with_those_who_played_it_whoever_sits_there_later(tmp_path):
    """After a start the hands of the last sitting are kept once more: whoever has the seat by then must not get them."""

    async def owners(server):
        return await server.house.store.run(
            lambda db: {row[0] for row in db.execute("SELECT person FROM hand_person").fetchall()}
        )

    async def test():
        path = tmp_path / "db"
        async with served(path) as server, server.client() as a, server.client() as b, server.client() as c:
            table = await room(a, [b], hands=1)
            code = a.tables[table]["room"]["code"]
            await begin(table, a, b)
            await together(table, 1, a, b)
            seat = a.tables[table]["me"]["seat"]
            await a.ask("stand", table=table)
            await c.ask("enter", code=code)
            assert (await c.ask("sit", table=table, seat=seat))["t"] == "ack"
            played = {a.me["id"], b.me["id"]}
            assert await owners(server) == played
        async with served(path) as server, server.client(c.token) as c:
            await c.ask("enter", code=code)
            assert (await c.ask("ready", table=table))["t"] == "ack"
            assert await owners(server) == played
            assert server.house.meters.registry.get_sample_value("erqishi_hands_total") == 0

    run(test())


def test_a_hand_with_wang_is_played_to_its_end_with_every_hint_shown(tmp_path):
    """Whoever may wait for a 王 stopped the table: the copies left were counted of the other kinds only."""

    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            hints = {"waits": True, "counts": True, "chou": True}
            table = await room(a, [b], rules="quanzhou", hands=3, bot_level="novice", hints=hints, changes={"wang": 4})
            await begin(table, a, b)
            await asyncio.gather(play(a, table, 3), play(b, table, 3))
            seen = [m["me"] for m in (*a.log, *b.log) if m["t"] == "update" and m.get("me")]
            assert a.tables[table]["head"]["phase"] == "ended"
            assert any(wait["card"] == "王" for me in seen for wait in me.get("waits") or ())
            assert any("王" in (me.get("unseen") or {}) for me in seen)

    run(test())


def test_a_table_that_met_a_fault_says_so_even_if_the_hints_are_at_fault(tmp_path, monkeypatch):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await room(me, hands=1)

            def broken(view, rules):
                raise KeyError("王")

            monkeypatch.setattr("erqishi.bots.reading.hints", broken)
            await me.ask("ready", table=table)
            await me.until(lambda: me.tables[table]["head"]["phase"] in ("cutting", "quarantined"))
            if me.tables[table]["head"]["phase"] == "cutting":
                await me._send({"t": "cut", "cmd_id": "cut", "table": table, "hand": 0, "nonce": "x"})
            await me.until(lambda: me.tables[table]["head"]["phase"] == "quarantined")
            assert me.tables[table]["head"]["notices"][-1]["code"] == "quarantined"

    run(test())
