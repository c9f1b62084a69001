"""The log is ahead of what is shown. Whatever one tries or asks for meanwhile must not tell how far ahead, nor that the hand is decided."""

import asyncio
import contextlib

import pytest
from house import begin, room, run, served

from erqishi.server.tables.staging import Chunk

TRIES = {
    "sit": {"seat": 0},
    "stand": {},
    "ready": {"on": True},
    "put_bot": {"seat": 2, "level": "normal"},
    "remove": {"seat": 2},
    "cut": {"hand": 0, "nonce": "late"},
    "stake": {"hand": 0, "piao": 0, "tuo": False},
    "manage": {"on": False},
}


def said(answer):
    return answer["t"], answer.get("code"), answer.get("zh"), answer.get("en")


@pytest.mark.parametrize("kind", TRIES)
def test_a_try_is_answered_alike_whether_somebody_is_asked_nobody_is_or_the_hand_is_decided(tmp_path, kind):
    async def test():
        async with four(tmp_path / "db") as (server, *people):
            table, _ = await watched(server, *people)
            for who in people:
                answers = []
                for state in ("asked", "nobody is asked", "decided"):
                    with standing(table, state):
                        answers.append(said(await who.ask(kind, table=table.state.table, **TRIES[kind])))
                assert answers[0] == answers[1] == answers[2], (who.me, answers)

    run(test())


def test_lists_say_that_a_hand_is_played_until_its_end_has_been_shown(tmp_path):
    async def test():
        async with four(tmp_path / "db") as (server, *people):
            table, code = await watched(server, *people)
            lines, seats = [], []
            for state in ("asked", "nobody is asked", "decided"):
                with standing(table, state):
                    lines.append((await people[-1].ask("peek", code=code))["line"])
                    seats.append(server.house.seats_of(people[0].me["id"]))
            assert lines[0] == lines[1] == lines[2] and lines[0]["phase"] == "playing" and lines[0]["hand"] == 0
            assert seats[0] == seats[1] == seats[2] and seats[0][0].phase == "playing"

    run(test())


def test_an_onlooker_who_leaves_ends_no_pause(tmp_path):
    async def test():
        async with four(tmp_path / "db") as (server, *people):
            table, _ = await watched(server, *people)
            with standing(table, "decided"):
                assert (await people[-1].ask("leave", table=table.state.table))["t"] == "ack"
                assert table.play.showing and table.state.phase == "settled"

    run(test())


async def watched(server, *people):
    """A hand that waits for a discard of one of three, before the eyes of a fourth: its table and code."""
    *players, onlooker = people
    table = await room(players[0], players[1:], clock=60, public=True)
    code = players[0].tables[table]["room"]["code"]
    assert (await onlooker.ask("enter", code=code))["t"] == "table"
    await begin(table, *players)
    for who in players:
        await who.ask("cut", table=table, hand=0, nonce="x")
    view = server.house.tables[table]
    while view.play.asked is None or view.play.asked.kind != "discard":
        await asyncio.sleep(0.01)
    return view, code


@contextlib.asynccontextmanager
async def four(path):
    """A server and four clients."""
    async with (
        served(path) as server,
        server.client() as a,
        server.client() as b,
        server.client() as c,
        server.client() as w,
    ):
        yield server, a, b, c, w


class standing:
    """Put a table into a state that comes by itself, too: chunks are left to show, and the log may know the end."""

    def __init__(self, table, state):
        self.table, self.state = table, state

    def __enter__(self):
        table = self.table
        table.sleep()
        self.kept = table.state.phase, list(table.play._chunks), table.state.match
        table.play._chunks.clear()
        table.state.phase = "playing"
        if self.state != "asked":
            table.play._chunks.append(Chunk([]))
        if self.state == "decided":
            table.state.phase = "settled"
            ledger = [*table.state.match.ledger, None]
            table.state.match = type("Match", (), {"ledger": ledger, "tuo": ()})

    def __exit__(self, *_):
        table = self.table
        table.state.phase, chunks, table.state.match = self.kept
        table.play._chunks.clear()
        table.play._chunks.extend(chunks)
