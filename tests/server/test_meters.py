"""What the server tells about itself: metrics, readiness, log lines."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from house import begin, play, room, run, served
from prometheus_client.parser import text_string_to_metric_families

from erqishi.server.meters import Meters
from erqishi.server.settings import Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def values(page):
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def test_a_sitting_is_counted(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, server.client() as a:
            table = await room(a, hands=1)
            await begin(table, a)
            await play(a, table, 1)
            await a.ask("ready", table=table)
            refused = await a.ask("cut", table=table, hand=99, nonce="")
            async with httpx.AsyncClient(base_url=server.http) as http:
                page = (await http.get("/metrics")).text
        found = values(page)
        assert found["erqishi_connections",] == found["erqishi_tables",] == found["erqishi_people",] == 1
        assert found["erqishi_commands_total", "Cut", "done"] == 1
        assert found["erqishi_commands_total", "Cut", refused["code"]] == 1
        assert found["erqishi_answer_seconds_count",] > 3
        assert found["erqishi_commit_seconds_count",] > 20
        assert found["erqishi_hands_total",] == 1 and found["erqishi_quarantines_total",] == 0
        assert table not in page and a.me["id"] not in page

    run(test())


def test_every_metric_is_documented_and_nothing_else():
    names = {
        family.name
        for family in text_string_to_metric_families(Meters().page().decode())
        if family.name != "python_info"
    }
    documented = {re.sub(r"_total$", "", name) for name in re.findall(r"`(erqishi_\w+)(?:\{[^`]*)?`", PAGE)}
    assert documented == names


@pytest.mark.parametrize(("who", "status"), [("off", 404), ("local", 200), ("all", 200)])
def test_metrics_are_shown_to_whom_the_settings_say(tmp_path, who, status):
    async def test():
        settings = Settings(store=str(tmp_path / "db"), metrics=who)
        async with served(tmp_path / "db", settings=settings) as server, httpx.AsyncClient() as http:
            assert (await http.get(f"{server.http}/metrics")).status_code == status

    run(test())


def test_metrics_are_not_shown_to_another_machine():
    from erqishi.server.http import is_here

    assert is_here("127.0.0.1") and is_here("::1")
    assert not is_here("192.168.1.2") and not is_here("") and not is_here("localhost.example")


def test_ready_means_that_the_store_writes_and_the_server_stays(tmp_path):
    async def test():
        async with served(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.http) as http:
            assert (await http.get("/api/ready")).status_code == 200
            server.house.store._db.execute("PRAGMA query_only = ON")
            answer = await http.get("/api/ready")
            assert answer.status_code == 503 and answer.json()["code"] == "trouble"
            assert (await http.get("/api/health")).status_code == 200
            server.house.store._db.execute("PRAGMA query_only = OFF")
            server.house.stopping = True
            assert (await http.get("/api/ready")).json()["code"] == "stopping"
            server.house.stopping = False

    run(test())


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_line_carries_its_table_and_no_more_than_it_may(form):
    program = (
        "import logging; from erqishi.server import logs; "
        f"logs.set_up('info', '{form}'); "
        "log = logging.getLogger('erqishi.server.test'); "
        "log.error('写不下 disk full', extra={'table': 't1', 'cmd_id': 'p:1', 'token': 'secret'}); log.debug('not this'); "
        "logging.getLogger('uvicorn.error').info('started')"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=60).stderr
    assert "secret" not in said and "not this" not in said
    lines = said.splitlines()
    assert len(lines) == 2 and "started" in lines[1]
    if form == "json":
        first = json.loads(lines[0])
        assert first["event"] == "写不下 disk full" and (first["table"], first["cmd_id"]) == ("t1", "p:1")
        assert first["level"] == "error" and first["logger"] == "erqishi.server.test" and first["timestamp"]
    else:
        assert "写不下 disk full" in lines[0] and "t1" in lines[0]
