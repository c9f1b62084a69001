"""What a table must not tell: neither by how it answers a try, nor by when, nor by its stamps."""

import asyncio
import gc
import time
import weakref

import msgspec
from house import QUICK, begin, choose, play, room, run, served

from erqishi.bots import reading
from erqishi.server import garbage
from erqishi.server.protocol.shared import Hints as Wanted
from erqishi.server.tables import views
from erqishi.server.tables.hints import Hints
from erqishi.zipai.game import Game


def test_who_tries_without_being_asked_learns_nothing(tmp_path):
    """In every window the third seat tries 过: the answer is the same whether somebody else is asked or nobody is."""
    timing = msgspec.structs.replace(QUICK, claim=0.03, grace=20, settle=20)

    async def test():
        async with (
            served(tmp_path / "db", timing) as server,
            server.client() as a,
            server.client() as b,
            server.client() as c,
        ):
            table = await room(a, [b, c], hands=2)
            await begin(table, a, b, c)
            told = {True: set(), False: set()}

            async def pry():
                while len(c.tables[table]["book"]["ledger"]) < 2:
                    view = c.tables[table]
                    turn, hand = view["head"].get("turn"), view["hand"]
                    mine = hand and hand.get("asked")
                    if view["head"]["phase"] == "playing" and not mine and turn and turn["kind"] in ("claim", "seat"):
                        others = server.house.tables[table].play.asked is not None
                        answer = await c.ask("act", table=table, v=view["v"], action="pass")
                        told[others].add((answer["t"], answer["code"], answer["zh"], answer["en"]))
                    await c.until(lambda v=view["v"]: c.tables[table]["v"] != v)

            def lazy(legal):
                return "pass" if "pass" in legal else choose(legal)

            prying = asyncio.create_task(pry())
            await asyncio.gather(play(a, table, 2), play(b, table, 2, lazy), play(c, table, 2))
            await prying
            for kind in (True, False):
                codes = {answer for answer in told[kind] if answer[1] != "stale"}
                assert codes == {("refused", "not_now", "现在没有问你", "nothing is asked of you now")}, told

    run(test())


def test_commands_are_answered_while_an_outcome_waits_for_its_moment(tmp_path):
    timing = msgspec.structs.replace(QUICK, claim=0.005, settle=1500)

    async def test():
        async with (
            served(tmp_path / "db", timing) as server,
            server.client() as a,
            server.client() as b,
        ):
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            playing = asyncio.create_task(play(b, table, 1))
            await a.until(lambda: a.tables[table]["head"]["phase"] == "cutting")
            await a.ask("cut", table=table, hand=0, nonce="")
            inside = server.house.tables[table].play
            answered = 0
            while answered < 3:
                while inside._outcome is None:
                    await asyncio.sleep(0.005)
                outcome = inside._outcome
                answer = await a.ask("manage", table=table, on=answered % 2 == 0)
                assert answer["t"] == "ack"
                seen = [m for m in a.log if m["t"] == "update"]  # whatever was sent before has come
                assert inside._outcome is outcome, "the answer waited for the outcome"
                late = await a.ask("act", table=table, v=a.tables[table]["v"], action="pass")
                assert late["t"] == "refused" and late["code"] == "stale"
                assert (await a.ask("think", table=table, v=0))["code"] == "not_now"
                news = [m for m in a.log if m["t"] == "update"][len(seen) :]
                assert inside._outcome is outcome and not any(m.get("events") for m in news), (
                    "it was shown before its moment"
                )
                answered += 1
                while inside._outcome is not None:
                    await asyncio.sleep(0.005)
            playing.cancel()

    run(test())


def test_a_window_is_stamped_when_it_opens_however_long_the_work_took(tmp_path, monkeypatch):
    slow = views.seat_views

    def seat_views(*given):
        time.sleep(0.004)
        return slow(*given)

    monkeypatch.setattr(views, "seat_views", seat_views)
    timing = msgspec.structs.replace(QUICK, claim=0.02, grace=10, settle=20)

    async def test():
        async with served(tmp_path / "db", timing) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await asyncio.gather(play(a, table, 1), play(b, table, 1))
            opened = [
                (m["now"], m["head"]["turn"]["opened"])
                for m in a.log
                if m["t"] == "update"
                and any(event["event"] in ("turned_up", "discarded") for event in m.get("events", ()))
                and m.get("head", {}).get("turn")
                and m["head"]["phase"] == "playing"
            ]
            assert len(opened) > 5
            assert all(now == then for now, then in opened), opened

    run(test())


def test_a_hint_follows_a_lock_although_the_hand_is_the_same():
    """After a declined 胡 the card is 臭: it is no wait any more (core.md §15.7)."""
    view, waits = next(
        (view, found)
        for seed in range(400)
        for view in views_of(seed)
        if (found := reading.waits(view, Game.deal(seed=1).rules))
    )
    hints, rules = Hints(), Game.deal(seed=1).rules
    cards = [wait.card for wait in waits]
    assert [wait.card for wait in hints.of(view.seat, view, rules, Wanted(), 1).waits] == cards
    view.marks[cards[0]] = ["hu"]
    assert [wait.card for wait in hints.of(view.seat, view, rules, Wanted(), 2).waits] == cards[1:]


def views_of(seed):
    """The views of the seats that wait, along a hand played by the first choice."""
    game = Game.deal(seed=seed)
    while game.decision:
        seat, legal = next(iter(game.decision.legal.items()))
        yield from (game.view(p) for p in range(3) if p != seat)
        game.do(legal[0], seat)


def test_everything_is_collected_when_the_house_is_quiet_and_not_before():
    class Ring:
        pass

    kept, was = gc.get_threshold(), gc.isenabled()
    try:
        garbage.begin()
        ring = Ring()
        ring.itself = ring
        gone = weakref.ref(ring)
        gc.collect(0)
        del ring  # it has outlived the newest objects
        for _ in range(garbage.WORTH_IT):
            gc.collect(0)
        assert not garbage.collect(quiet=False)
        assert gone() is not None
        assert garbage.collect(quiet=True)
        assert gone() is None
        assert not garbage.collect(quiet=True), "nothing new has come together"
    finally:
        gc.unfreeze()
        gc.set_threshold(*kept)
        if was:
            gc.enable()
