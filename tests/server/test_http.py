"""The HTTP interface, the built client's files, and that every answer has the shape that the OpenAPI page promises."""

import asyncio

import httpx
import msgspec
import pytest
from house import begin, play, room, run, served

from erqishi.record import from_text, replay
from erqishi.server import app as app_module
from erqishi.server.http import ROUTES, openapi
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.rules_page import RulesLine, RulesPage
from erqishi.server.settings import Settings


async def one_hand(server, *, players=1):
    me, other = server.client(), server.client()
    async with me, other:
        table = await room(me, [other] if players > 1 else [], hands=1)
        clients = (me, other)[:players]
        await begin(table, *clients)
        views = await asyncio.gather(*(play(client, table, 1) for client in clients))
    return views[0], me


def test_a_finished_hand_can_be_stepped_through_from_any_seat_or_open(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            view, me = await one_hand(server, players=2)
            hand_id = view["book"]["ledger"][0]["hand_id"]
            for seat in (None, 0, 1, 2):
                answer = await http.get(f"/api/hands/{hand_id}", params={} if seat is None else {"seat": seat})
                replayed = msgspec.json.decode(answer.content, type=out.Replay)
                assert replayed.seat == seat and replayed.frames[-1].view.over
                assert (replayed.open_hands is None) == (seat is not None)
                assert replayed.bots == (None, None, "normal")
                assert replayed.avatars == (*(view["head"]["seats"][n]["person"]["avatar"] for n in (0, 1)), None)
                for frame in replayed.frames:
                    assert frame.view.seat == seat
                    assert all(event.to in (None, seat) for event in frame.events)
            last = replayed.frames[-1].view.revealed
            opened = msgspec.json.decode((await http.get(f"/api/hands/{hand_id}")).content, type=out.Replay)
            assert [hand.replace(" ", "") for hand in opened.open_hands[-1]] == [h.replace(" ", "") for h in last.hands]
            assert msgspec.to_builtins(replayed.settlement)["net"] == tuple(view["book"]["settlement"]["net"])
            assert (await http.get(f"/api/hands/{hand_id}?seat=9")).status_code == 400
            assert (await http.get(f"/api/hands/{hand_id}?seat=³")).status_code == 400
            listed = (await http.get("/api/me/hands", headers={"authorization": f"Bearer {me.token}"})).json()
            assert [line["hand_id"] for line in listed] == [hand_id]
            assert listed[0]["net"] == view["book"]["ledger"][0]["net"][0]
            assert (await http.get("/api/me/hands")).status_code == 401

    run(test())


def test_records_are_downloaded_and_come_back_as_replays(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            view, _ = await one_hand(server)
            hand_id = view["book"]["ledger"][0]["hand_id"]
            as_json = await http.get(f"/api/hands/{hand_id}/record.json")
            as_text = await http.get(f"/api/hands/{hand_id}/record.txt")
            assert "attachment" in as_text.headers["content-disposition"]
            assert replay(from_text(as_text.text)).result.net == tuple(view["book"]["settlement"]["net"])
            for record in (as_json.content, as_text.content):
                answer = await http.post("/api/replay", content=record)
                assert answer.status_code == 200, answer.text
                assert msgspec.json.decode(answer.content, type=out.Replay).frames[-1].view.over
            broken = as_json.text.replace("std15", "std16")
            for bad in ("", "nothing", "{}", broken, "\x00", "{" * 5000):
                answer = await http.post("/api/replay", content=bad.encode())
                assert answer.status_code == 400, bad[:20]
                msgspec.json.decode(answer.content, type=out.HttpError)
            assert (await http.post("/api/replay", content=b"\xff\xfe")).status_code == 400
            assert (await http.post("/api/replay", content=b"x" * 600_000)).status_code == 413

    run(test())


def test_a_hand_that_is_not_over_is_not_found(tmp_path):
    async def test():
        async with (
            served(tmp_path / "db") as server,
            httpx.AsyncClient(base_url=server.http) as http,
            server.client() as me,
        ):
            answer = await me.ask("quick_start", options={"hands": 1, "clock": 60})
            table = answer["view"]["table"]
            await me.until(lambda: me.tables[table]["head"]["hand_id"])
            assert (await http.get(f"/api/hands/{table}-0")).status_code == 404
            assert (await http.get(f"/api/hands/{table}-0/record.json")).status_code == 404

    run(test())


def test_a_session_is_kept_by_the_cookie_and_the_socket_knows_it(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            first = await http.post("/api/session", json={})
            cookie = first.headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=lax" in cookie
            again = await http.post("/api/session", json={})
            assert again.json() == first.json()
            async with server.client(first.json()["token"]) as me:
                assert me.me == first.json()["me"]
            assert (await http.post("/api/session", content=b"[1]")).status_code == 400

    run(test())


def test_new_guests_from_one_address_are_limited(tmp_path):
    async def test():
        settings = Settings(store=str(tmp_path / "db"), guests_per_hour=2)
        async with (
            served(tmp_path / "db", settings=settings) as server,
            httpx.AsyncClient(base_url=server.http) as http,
        ):
            codes = []
            for _ in range(3):
                http.cookies.clear()
                codes.append((await http.post("/api/session", json={})).status_code)
            assert codes == [200, 200, 429]

    run(test())


def test_rules_rooms_and_versions_are_listed(tmp_path):
    async def test():
        async with (
            served(tmp_path / "db") as server,
            httpx.AsyncClient(base_url=server.http) as http,
            server.client() as me,
        ):
            assert (await http.get("/api/version")).json()["protocol"] == 1
            assert (await http.get("/api/health")).json() == {"ok": True, "tables": 0}
            listed = msgspec.json.decode((await http.get("/api/rules")).content, type=list[RulesLine])
            for line in listed:
                page = msgspec.json.decode((await http.get(f"/api/rules/{line.id}")).content, type=RulesPage)
                assert page.hash == line.hash and page.lines and page.parameters["id"] == line.id
                assert page.options and page.missing == line.missing
            assert listed[0].id == "std15" and not listed[0].missing
            assert (await http.get("/api/rules/..%2f..%2fx")).status_code == 404
            table = await room(me, public=True)
            (line,) = (await http.get("/api/rooms")).json()
            assert line["table"] == table
            found = (await http.get(f"/api/rooms/{line['code']}")).json()
            assert found["room"]["table"] == table and found["line"] == line
            for code in ("000000", "1", "abc"):
                assert (await http.get(f"/api/rooms/{code}")).status_code == 404
            assert (await http.get("/api/nonsense")).status_code == 404
            assert (await http.delete("/api/rooms")).status_code in (404, 405)

    run(test())


def test_the_openapi_page_lists_every_route(tmp_path):
    page = openapi()
    assert {(path, method.upper()) for path, methods in page["paths"].items() for method in methods} == {
        (route.path, route.method) for route in ROUTES
    }

    def references(node):
        if isinstance(node, dict):
            if "$ref" in node:
                yield node["$ref"]
            for value in node.values():
                yield from references(value)
        elif isinstance(node, list):
            for value in node:
                yield from references(value)

    for reference in references(page):
        assert reference.removeprefix("#/components/schemas/") in page["components"]["schemas"]


@pytest.fixture
def built(tmp_path, monkeypatch):
    root = tmp_path / "web_dist"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<p>client</p>")
    (root / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(app_module.resources, "files", lambda _: tmp_path)


def test_the_built_client_is_served_and_its_pages_have_no_files(tmp_path, built):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            pages = ["/", "/t/123456", "/hand/x-0", "/create", "/settings/", "/open", "/hands", "/rules"]
            pages += ["/rules/std15", "/score", "/fair", "/paoyao"]
            strays = (
                "/replay/x",
                "/t",
                "/t/1/2",
                "/create/x",
                "/rules/std15/x",
                "/score/x",
                "/nonsense",
                "/hand",
            )  # the client says what to do there
            for page in (*pages, *strays):
                answer = await http.get(page)
                assert answer.status_code == (404 if page in strays else 200), page
                assert answer.text == "<p>client</p>" and answer.headers["cache-control"] == "no-cache"
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert "immutable" in (await http.get("/assets/a.js")).headers["cache-control"]
            missing = await http.get("/assets/none.js")
            assert missing.status_code == 404 and "没有这个文件" in missing.text
            for path in (
                "/../secret.txt",
                "/%2e%2e/secret.txt",
                "/assets/%2e%2e/%2e%2e/secret.txt",
                "//etc/passwd.txt",
            ):
                assert "secret" not in (await http.get(path)).text

    run(test())


def test_without_a_built_client_the_server_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(app_module.resources, "files", lambda _: tmp_path)

    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            assert (await http.get("/")).status_code == 503

    run(test())
