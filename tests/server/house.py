"""A server in this process for tests: real sockets on loopback, waits shortened, bots in threads."""

import asyncio
import contextlib
import importlib.util
import socket
import sys
from pathlib import Path

import uvicorn

from erqishi.server.app import create_app
from erqishi.server.bots_pool import BotPool
from erqishi.server.house import House
from erqishi.server.meters import Meters
from erqishi.server.protocol import MAX_FRAME
from erqishi.server.settings import Settings
from erqishi.server.store import Store
from erqishi.server.tables.timing import Timing

ROOT = Path(__file__).resolve().parents[2]

# Waits of some milliseconds; people's own time as agreed. A claim window of 4 s lasts 12 ms.
QUICK = Timing(pace=2, bot=2, solo=4, cut=400, grace=3, settle=3, next=2000, away=300, claim=0.003, gather=5)


def example(name):
    """A module of examples/."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


scripted = example("scripted_client")
Client, play, choose, offered = scripted.Client, scripted.play, scripted.choose, scripted.offered


class Served:
    """A running server: where it is, and its insides for the tests that look."""

    def __init__(self, house, port):
        self.house = house
        self.ws = f"ws://127.0.0.1:{port}/ws"
        self.http = f"http://127.0.0.1:{port}"

    def client(self, token=None):
        return Client(self.ws, token)

    def table(self, view):
        return self.house.tables[view["table"]]


@contextlib.asynccontextmanager
async def served(path, timing=QUICK, settings=None, abrupt=False):
    """A server over the store at `path`. abrupt: at the end it is dropped, nothing is finished (a crash)."""
    meters = Meters()
    house = House(Store(path, meters), BotPool(0, meters), timing, meters=meters)
    app = create_app(settings or Settings(store=str(path)), house=house)
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, log_level="critical", ws="websockets-sansio", ws_max_size=MAX_FRAME, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    try:
        yield Served(house, sock.getsockname()[1])
    finally:
        if abrupt:
            for work in house._tasks.values():
                work.cancel()
            house.stopping = True
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task
        sock.close()


def run(test):
    """Run an asynchronous test, with a limit."""

    async def limited():
        async with asyncio.timeout(60):
            await test

    asyncio.run(limited())


async def room(host, others=(), **options):
    """A room of `host` at which `others` sit too. Gives the table's id."""
    options = {"clock": 15, "hands": 2, **options}
    answer = await host.ask("create_room", options=options)
    assert answer["t"] == "table", answer
    table, code = answer["view"]["table"], answer["view"]["room"]["code"]
    for other in others:
        entered = await other.ask("enter", code=code)
        assert entered["t"] == "table", entered
        assert (await other.ask("sit", table=table))["t"] == "ack"
    return table


async def begin(table, *clients):
    """Everybody is ready."""
    for client in clients:
        assert (await client.ask("ready", table=table))["t"] == "ack"


async def asked(client, table, kind=None):
    """Wait until `client` has to choose (something of this kind); its view then."""

    def look():
        view = client.tables[table]
        hand = view["hand"]
        ask = hand and hand.get("asked")
        return view if ask and not view["me"].get("answered") and kind in (None, ask["kind"]) else None

    return await client.until(look)
