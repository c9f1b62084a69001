"""Whoever is given a view gets what follows; who does not look at a table is refused without one."""

from house import room, run, served


def test_a_refusal_brings_no_view_to_a_connection_that_does_not_look_at_the_table(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as one:
            table = await room(one)
            async with server.client(one.token) as two:
                refused = await two.ask("cut", table=table, hand=9, nonce="")
                assert refused["t"] == "refused" and refused.get("view") is None

    run(test())
