"""The HTTP interface keeps what its OpenAPI page promises, whatever is sent: no 5xx, documented statuses, answers of the stated shape."""

import contextlib
import json
import threading

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from erqishi.server import http
from erqishi.server.app import create_app
from erqishi.server.run import listen
from erqishi.server.settings import Settings

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    """Address of a server in a thread."""
    store = tmp_path_factory.mktemp("api") / "db"
    chosen = Settings(
        host="127.0.0.1", port=0, store=str(store), bot_workers=0, guests_per_hour=100_000, tables_per_hour=100_000
    )
    sock = listen(chosen)
    server = uvicorn.Server(uvicorn.Config(create_app(chosen), log_level="critical", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    with contextlib.ExitStack() as last:
        last.callback(thread.join, 10)
        last.callback(setattr, server, "should_exit", True)
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"


SCHEMA = schemathesis.openapi.from_dict(http.openapi())
OPERATIONS = [(route.path, route.method) for route in http.ROUTES]


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{method} {path}" for path, method in OPERATIONS])
def test_every_path_answers_as_documented(api, path, method):
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    @given(case=SCHEMA[path][method].as_strategy())
    def holds(case):
        case.call_and_validate(base_url=api, checks=CHECKS)

    holds()


def test_the_page_that_is_served_is_the_page_that_is_checked(api):
    assert httpx.get(f"{api}/api/openapi.json").json() == json.loads(json.dumps(http.openapi()))
