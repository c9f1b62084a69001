"""Limits by address: guests, connections, guesses."""

import pytest
from house import run, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from erqishi.server.gate import GUESSES, KEYS, Allowance, Gate, Households, household
from erqishi.server.settings import Settings


def test_an_allowance_fills_evenly_and_each_key_has_its_own():
    time = [0.0]
    allowance = Allowance(3, 30, lambda: time[0])
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b") and not allowance.any_left("a")
    time[0] = 10.0
    assert allowance.any_left("a") and allowance.take("a") and not allowance.take("a")
    time[0] = 1000.0
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]


def test_an_allowance_forgets_rather_than_grows():
    allowance = Allowance(1, 1, lambda: 0.0)
    for key in range(25_000):
        allowance.take(str(key))
    assert len(allowance._left) <= 10_001


def test_more_connections_than_allowed_from_one_address_are_closed(tmp_path):
    async def test():
        settings = Settings(store=str(tmp_path / "db"), most_connections_each=1)
        async with served(tmp_path / "db", settings=settings) as server, server.client():
            second = await connect(server.ws)
            with pytest.raises(ConnectionClosed):
                await second.recv()
            assert second.close_code == 4003

    run(test())


def test_room_codes_cannot_be_guessed_for_long(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a, server.client() as b:
            code = (await a.ask("create_room"))["view"]["room"]["code"]
            assert (await b.ask("peek", code=code))["t"] == "room"
            for _ in range(GUESSES):
                await b.ask("peek", code="000000")
            assert (await b.ask("peek", code=code))["code"] == "too_many"

    run(test())


def test_hands_are_read_again_no_faster_than_the_allowance(tmp_path, monkeypatch):
    import httpx

    from erqishi.server import gate

    monkeypatch.setattr(gate, "READINGS", 3)

    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            for _ in range(3):
                assert (await http.post("/api/replay", content="no record")).status_code == 400
            answer = await http.post("/api/replay", content="no record")
            assert answer.status_code == 429 and "come back later" in answer.json()["en"]
            assert (await http.get("/api/hands/none")).status_code == 429
            assert (await http.get("/api/rooms")).status_code == 200

    run(test())


def test_the_addresses_of_one_household_count_as_one():
    allowance = Households(2, 60, lambda: 0.0)
    assert [allowance.take(f"2001:db8:1:2::{i}") for i in range(4)] == [True, True, False, False]
    assert allowance.take("2001:db8:1:3::1") and allowance.take("192.0.2.1")
    assert household("::ffff:192.0.2.1") == "192.0.2.1" and household("nobody") == "nobody"


def test_who_fills_the_memory_of_a_limit_frees_nobody_but_the_oldest():
    allowance = Allowance(1, 1e9, lambda: 0.0)
    assert allowance.take("guesser")
    for i in range(KEYS - 1):
        allowance.take(str(i))
    assert not allowance.take("guesser"), "still known: it was here again"
    allowance.take("one more")
    assert not allowance.any_left("guesser") and allowance.any_left("0")


def test_the_connections_of_a_person_share_its_pace():
    gate = Gate(Settings(store=""))
    one, other = gate.pace("p"), gate.pace("p")
    assert one is other and gate.pace("q") is not one
    assert [one.wait(0.0) for _ in range(60)] == [0.0] * 60
    assert other.wait(0.0) == pytest.approx(1 / 30) and other.wait(10.0) == 0.0
