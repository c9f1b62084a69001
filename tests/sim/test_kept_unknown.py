"""A commit that the disk has kept and reported as failed: the log is ahead of the server, which goes on from it."""

import pytest
from test_found import Tables, simulated, until

from erqishi.server.protocol import client_in as inn
from erqishi.server.tables.mail import Command


@pytest.mark.parametrize("at", range(1, 24, 2))
def test_a_sitting_comes_to_its_end_whichever_commit_was_kept_unknown(at):
    async def sitting(tables: Tables):
        await tables.boot()
        count = 0

        def one(db, before=tables.committed):
            nonlocal count
            count += 1
            if count == at:  # of the next one
                tables.disk.lost = True
            before(db)

        table = await tables.sit_down(2, hands=2, clock=15)
        tables.store._committed = one
        for person in tables.people:
            while table.state.phase == "waiting" and not table.state.seats[table.state.seat_of(person)].ready:
                await tables.ask(table, person, inn.Ready)
        await until(lambda: table.state.phase in ("ended", "quarantined") and not table.play.showing)
        assert table.state.phase == "ended", table.state.reason
        assert tables.disk.failures or not tables.disk.lost
        assert table.rows == tables.store.raw.execute("SELECT count(*) FROM table_log").fetchone()[0]
        await until(lambda: tables.store.raw.execute("SELECT count(*) FROM hand").fetchone() == (2,), 60)

    simulated(sitting)


def test_a_command_that_was_kept_unknown_is_in_the_state_when_it_is_acknowledged():
    """Seed 90175: found in the log, it was acknowledged, and the table did not know of it."""

    async def sitting(tables: Tables):
        await tables.boot()
        table = await tables.sit_down(2, hands=1, clock=15)
        tables.disk.lost = True
        person = tables.people[0]
        seat = table.state.seat_of(person)
        cmd_id = tables.send(table, person, inn.Ready)
        conn = tables.conns[person]
        await until(lambda: any(frame.get("cmd_id") == cmd_id for frame in conn.frames))
        assert [f["t"] for f in conn.frames if f.get("cmd_id") == cmd_id] == ["refused"]
        table.post(Command(person, conn, inn.Ready(cmd_id=cmd_id, table=table.state.table)))
        await until(lambda: any(f["t"] == "ack" for f in conn.frames if f.get("cmd_id") == cmd_id))
        assert not tables.disk.lost
        assert table.state.seats[seat].ready
        assert table.rows == tables.store.raw.execute("SELECT count(*) FROM table_log").fetchone()[0]

    simulated(sitting)
