"""People who mean harm, or press the wrong thing at the wrong time: nobody else notices, and no table stops."""

import logging
import time

import httpx
import pytest
from house import begin, play, room, run, served
from test_sitting import answer_until_discard

from erqishi.errors import UserInputError
from erqishi.server import app as app_module
from erqishi.server.gate import GUESSES_EACH
from erqishi.server.logs import set_up
from erqishi.server.people import clean_name, clean_text
from erqishi.server.socket import TABLES

DEEP = b'{"changes":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}}"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/%00", None, 404),
        ("GET", "/" + "a" * 300, None, 404),
        ("GET", "/assets/a%00.js", None, 404),
        ("POST", "/api/rules/std15", DEEP, 400),
        ("POST", "/api/score", DEEP, 400),
        ("POST", "/api/session", b'{"token":"\xff"}', 400),
        ("PUT", "/api/version", b"", 405),
        ("GET", "/api/session", None, 405),
        ("GET", "/api/nowhere", None, 404),
    ],
)
def test_odd_requests_are_refused_without_a_fault(tmp_path, monkeypatch, caplog, method, path, body, status):
    (tmp_path / "web_dist").mkdir()
    (tmp_path / "web_dist" / "index.html").write_text("<p>client</p>")
    monkeypatch.setattr(app_module.resources, "files", lambda _: tmp_path)

    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            answer = await http.request(method, path, content=body)
            assert answer.status_code == status

    with caplog.at_level(logging.ERROR):
        run(test())
    assert not caplog.records


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://["])
def test_a_page_of_another_site_cannot_set_who_one_is(tmp_path, origin):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            answer = await http.post("/api/session", content=b"{}", headers={"origin": origin})
            assert answer.status_code == 403 and "set-cookie" not in answer.headers
            own = await http.post("/api/session", content=b"{}", headers={"origin": server.http})
            assert own.status_code == 200 and "set-cookie" in own.headers

    run(test())


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_is_written_down_quickly_and_without_what_the_variables_held(capsys, form):
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        set_up("info", form)
        secret = "the hidden cards"
        began = time.thread_time()
        try:
            raise ValueError(len(secret))
        except ValueError:
            logging.getLogger("erqishi").exception("a fault")
        assert time.thread_time() - began < 0.1
    finally:
        root.handlers[:], root.level = before
    said = capsys.readouterr().err
    assert "ValueError" in said and "test_hostile" in said and "hidden cards" not in said


def test_a_ninth_table_opens_after_eight_were_left(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            for _ in range(TABLES + 2):
                opened = await me.ask("quick_start", level="novice", options={"hands": 1})
                assert opened["t"] == "table", opened
                assert (await me.ask("leave", table=opened["view"]["table"]))["t"] == "ack"

    run(test())


@pytest.mark.parametrize("key", ["id", "name", "name_en"])
def test_what_rules_are_called_is_no_option_of_a_room(tmp_path, key):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            refused = await me.ask("create_room", options={"changes": {key: "changchun_literal"}})
            assert (refused["t"], refused["code"]) == ("refused", "bad_option") and key in refused["en"]

    run(test())


def test_the_name_of_a_room_is_cleaned_like_that_of_a_person(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            made = await me.ask("create_room", options={"name": "外婆\u202e\n\x00 \u3164家"})
            assert made["view"]["room"]["options"]["name"] == "外婆 家"

    run(test())


def test_nothing_that_nobody_sees_is_a_name():
    for text in ("\u3164", "\u2800\u115f", "\u200b\u202e", " \n"):
        assert clean_text(text, 12) == ""
        with pytest.raises(UserInputError, match="空"):
            clean_name(text)


def test_one_id_for_a_room_and_for_a_quick_start_makes_two_tables(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            waiting = await me.ask("create_room", cmd_id="same", options={"bots": "wait"})
            quick = await me.ask("quick_start", cmd_id="same", level="novice", options={"hands": 1})
            assert waiting["view"]["table"] != quick["view"]["table"]
            assert me.tables[waiting["view"]["table"]]["head"]["phase"] == "waiting"
            await play(me, quick["view"]["table"], 1)

    run(test())


def test_an_id_that_was_another_commands_is_refused(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await room(me)
            assert (await me.ask("stand", cmd_id="mine", table=table))["t"] == "ack"
            refused = await me.ask("leave", cmd_id="mine", table=table)
            assert (refused["t"], refused["code"]) == ("refused", "bad_option")
            assert (await me.ask("stand", cmd_id="mine", table=table))["t"] == "ack"

    run(test())


def test_a_host_without_a_seat_is_told_once_that_seats_are_empty(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:
            table = await room(me, bots="wait")
            await me.ask("stand", table=table)
            refused = await me.ask("ready", cmd_id="go", table=table)
            assert (refused["t"], refused["code"]) == ("refused", "not_now")
            await me.ask("sit", table=table)
            assert [said["t"] for said in me.log if said.get("cmd_id") == "go"] == ["refused"]

    run(test())


def test_when_the_host_leaves_whoever_sits_there_runs_the_room_also_after_a_start(tmp_path):
    async def test():
        async with served(tmp_path / "db", abrupt=True) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], bots="wait")
            assert (await b.ask("put_bot", table=table, seat=2, level="novice"))["code"] == "not_host"
            await a.ask("leave", table=table)
            await b.until(lambda: b.tables[table]["me"].get("host"))
            assert b.tables[table]["room"]["host"] == b.me
            token = b.token
        async with served(tmp_path / "db") as server, server.client(token) as b, server.client() as c:
            await b._send({"t": "resume", "table": table, "v": 0})
            await b.until(lambda: table in b.tables)
            assert b.tables[table]["me"].get("host") and b.tables[table]["room"]["host"] == b.me
            await c.ask("enter", code=b.tables[table]["room"]["code"])
            assert not c.tables[table]["me"].get("host")
            for seat in (0, 2):
                assert (await b.ask("put_bot", table=table, seat=seat, level="novice"))["t"] == "ack"
            await begin(table, b)
            await answer_until_discard(b, table)

    run(test())


def test_who_guesses_codes_is_stopped_before_the_household_is(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as bad, server.client() as good:
            table = await room(good)
            code = good.tables[table]["room"]["code"]
            device = (await good.ask("make_device_code"))["code"]
            wrong = "00000000" if device != "00000000" else "00000001"
            for _ in range(GUESSES_EACH // 2):
                assert (await bad.ask("use_device_code", code=wrong))["code"] == "bad_code"
                assert (await bad.ask("enter", code="000000"))["code"] == "not_found"
            assert (await bad.ask("enter", code=code))["code"] == "too_many"
            assert (await bad.ask("use_device_code", code=device))["code"] == "too_many"
            async with server.client() as other:
                assert (await other.ask("enter", code=code))["t"] == "table"
                assert (await other.ask("use_device_code", code=device))["t"] == "welcome"

    run(test())


def test_a_device_code_whose_answer_was_lost_works_again_for_the_same_command_only(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as phone:
            code = (await phone.ask("make_device_code"))["code"]
            async with server.client() as tablet:
                before = tablet.token
                assert (await tablet.ask("use_device_code", cmd_id="once", code=code))["me"] == phone.me
            async with server.client() as stranger:
                assert (await stranger.ask("use_device_code", cmd_id="once", code=code))["code"] == "bad_code"
            async with server.client(before) as tablet:
                assert (await tablet.ask("use_device_code", cmd_id="other", code=code))["code"] == "bad_code"
                assert (await tablet.ask("use_device_code", cmd_id="once", code=code))["me"] == phone.me

    run(test())


def test_a_fault_of_ours_in_one_message_is_answered_and_the_connection_goes_on(tmp_path, monkeypatch):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as me:

            def broken(options):
                raise KeyError(0)

            with monkeypatch.context() as patched:
                patched.setattr("erqishi.server.house.rules_of", broken)
                await me._send({"t": "create_room", "cmd_id": "x", "options": {}})
                answer = await me.until(lambda: me.answers.get("x"))
            assert (answer["t"], answer["code"]) == ("refused", "trouble")
            assert (await me.ask("create_room", options={}))["t"] == "table"

    run(test())
