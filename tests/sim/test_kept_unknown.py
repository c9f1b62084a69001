"""A commit that the disk has kept and reported as failed: the log is ahead of the server, which goes on from it."""

import pytest
from test_found import Tables, simulated, until

from erqishi.server.protocol import client_in as inn


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
