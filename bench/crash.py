"""Kill the server again and again while people play, and look whether anything that was promised is missing.

    python bench/crash.py --kills 200 [--tables 8] [--game paoyao] [--json FILE]

`erqishi serve` runs as a process of its own; scripted people play at it over loopback: tables with bots and tables of three. At
random moments it is killed (SIGKILL) and started again over the same file. After every start each act and 切牌 that was
acknowledged must stand in the log, and the tables must go on. The wall clock of the server is set forward and back by hours while
it runs and between two starts; the times of no log may go back, and no wait may get longer. Then: a full disk (RLIMIT_FSIZE lowered while it runs), a store that
cannot be written at the start, a damaged row of a log (that table alone stands still), a damaged record of a hand.
On standard error: the kills so far. On standard output, at the end: what came of it; with --json the same as figures in a file.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

RULES = {"zipai": "std15", "paoyao": "changchun_lively"}

WRONG = (-36_000, -3600, 0, 3600, 36_000)
"""By how many seconds the wall clock of the server may be wrong."""

LONGEST_MS = 60_000
"""No wait with a deadline is longer, whatever the clock does: the clock of these tables is 15 s, `think` asked for by nobody."""

#: Read by the server's Python before anything else: its wall clock is as wrong as a file says.
_SET_WRONG = """
import os, time
_real = time.time
def _wrong():
    with open(os.environ["WRONG_CLOCK"]) as file:
        return _real() + float(file.read() or 0)
time.time = _wrong
"""


class Server:
    """`erqishi serve` on a port of its own choosing the first time, on the same one ever after."""

    def __init__(self, folder: str) -> None:
        self.store = Path(folder) / "db"
        self.port = 0
        self.said = b""
        self.process: asyncio.subprocess.Process | None = None
        self._clock = Path(folder) / "clock"
        self._python = Path(folder) / "python"
        self._python.mkdir()
        (self._python / "sitecustomize.py").write_text(_SET_WRONG)
        self.set_clock(0)

    def set_clock(self, wrong: int) -> None:
        """Set the wall clock of the server, now or before its start."""
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(str(wrong))
        fresh.replace(self._clock)

    async def start(self, limit: int | None = None) -> int | None:
        """Start and wait until it answers; its exit code if it does not."""
        if not self.port:
            import socket

            with socket.socket() as sock:
                sock.bind(("127.0.0.1", 0))
                self.port = sock.getsockname()[1]
        path = os.pathsep.join(filter(None, (str(self._python), os.environ.get("PYTHONPATH"), str(ROOT / "src"))))
        lowered = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) if limit is not None else None
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--store", str(self.store), "--no-browser"]
        env = {
            "PYTHONPATH": path,
            "ERQISHI_GUESTS_PER_HOUR": "1000000",
            "ERQISHI_LOG_LEVEL": "error",
            "ERQISHI_TABLES_PER_HOUR": "1000000",
        }
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "erqishi", "serve", *options, "--bot-workers", "0", "--pace", "0.02"),
            env={**os.environ, **env, "WRONG_CLOCK": str(self._clock)},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=lowered,
        )
        asyncio.create_task(self._listen(self.process))  # noqa: RUF006
        for _ in range(600):
            if self.process.returncode is not None:
                return self.process.returncode
            with contextlib.suppress(OSError, urllib.error.URLError):
                await asyncio.to_thread(self.get, "/api/health")
                return None
            await asyncio.sleep(0.05)
        raise TimeoutError("the server does not start")

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while line := await process.stderr.readline():
            self.said += line

    def get(self, path: str) -> tuple[int, bytes]:
        """(status, body) of a GET."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    async def kill(self) -> None:
        """SIGKILL."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class Person:
    """Somebody who plays on and on, comes back after every cut, and remembers what was acknowledged."""

    def __init__(
        self, name: str, server: Server, rng: random.Random, code: asyncio.Future[str] | None, host: bool, game: str
    ) -> None:
        self.name, self.server, self.rng, self.code, self.host, self.game = name, server, rng, code, host, game
        self.token: str | None = None
        self.id = ""
        self.view: dict[str, Any] = {}
        self.number = 0
        self.open: dict[str, dict[str, Any]] = {}
        self.acked: dict[str, dict[str, Any]] = {}
        self.acks = self.troubles = 0
        self.wrong: list[str] = []
        self._said: set[Any] = set()

    async def run(self) -> None:
        """For ever."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        while True:
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with connect(f"ws://127.0.0.1:{self.server.port}/ws", compression=None, max_size=None) as ws:
                    self.ws = ws
                    known = {self.view["table"]: self.view["v"]} if self.view else {}
                    await self._send({"t": "hello", "protocol": 1, "token": self.token, "tables": known})
                    async for frame in ws:
                        await self._take(json.loads(frame))
            await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    async def _send(self, message: dict[str, Any]) -> None:
        await self.ws.send(json.dumps(message))

    async def _say(self, kind: str, **fields: Any) -> None:
        self.number += 1
        cmd_id = f"{self.name}.{self.number}"
        self.open[cmd_id] = {"t": kind, "cmd_id": cmd_id, **fields}
        await self._send(self.open[cmd_id])

    async def _take(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "welcome":
                if self.id and message["me"]["id"] != self.id:
                    self.wrong.append(f"{self.name} is another after the start")
                self.id, self.token = message["me"]["id"], message["token"]
                for unanswered in tuple(self.open.values()):
                    await self._send(unanswered)
                if not self.view and not self.open:
                    asyncio.create_task(self._come())  # noqa: RUF006
            case "table":
                self._see(message["view"])
            case "update" if self.view and message["v"] > self.view["v"]:
                if message["prev"] != self.view["v"]:
                    await self._send({"t": "resume", "table": self.view["table"], "v": self.view["v"]})
                for part in ("head", "book", "me", "hand", "paoyao", "v"):
                    if part in message:
                        self.view[part] = message[part]
            case "refused" if message["code"] == "trouble":
                self.troubles += 1
                again = self.open[message["cmd_id"]]
                asyncio.get_running_loop().call_later(0.3, lambda: asyncio.ensure_future(self._send(again)))
                return
            case "refused" if message["view"] is not None:
                self._see(message["view"])
            case "ack":
                self.acks += 1
                done = self.open.get(message["cmd_id"])
                if done is not None and done["t"] in ("act", "cut"):
                    self.acked[f"{self.id}:{message['cmd_id']}"] = done
        self.open.pop(message.get("cmd_id") or "", None)
        if self.view:
            await self._play()

    def _see(self, view: dict[str, Any]) -> None:
        if self.view and view["v"] < self.view["v"]:
            self.wrong.append(f"{self.name}: version fell from {self.view['v']} to {view['v']}")
        self.view = view

    async def _come(self) -> None:
        options = {"clock": 15, "hands": 3, "rules": RULES[self.game]}
        if self.code is None:
            await self._say("quick_start", level="novice", options=options)
        elif self.host:
            await self._say("create_room", options={**options, "bots": "wait"})
            while not self.view:
                await asyncio.sleep(0.01)
            if not self.code.done():
                self.code.set_result(self.view["room"]["code"])
        else:
            await self._say("enter", code=await self.code)
            while not self.view:
                await asyncio.sleep(0.01)
            await self._say("sit", table=self.view["table"])

    async def _play(self) -> None:
        head, me, table = self.view["head"], self.view["me"], self.view["table"]
        seat = me.get("seat")
        if seat is None:
            return
        turn = head.get("turn")
        if turn and turn.get("deadline") and not 0 <= turn["deadline"] - turn["opened"] <= LONGEST_MS:
            self.wrong.append(f"{self.name}: a wait from {turn['opened']} to {turn['deadline']}")
        if self.game == "paoyao":
            legal = (self.view["paoyao"] or {}).get("legal") or []
        else:
            legal = ((self.view["hand"] or {}).get("asked") or {}).get("legal") or []
        if head["phase"] == "cutting":
            if seat not in head["cut"]:
                await self._once(("cut", head["hand_id"]), "cut", hand=head["commitment"]["hand"], nonce=self.name)
        elif head["phase"] in ("waiting", "settled", "ended"):
            full = all(at.get("person") or at.get("bot") for at in head["seats"])
            if full and not head["seats"][seat].get("ready"):
                await self._once((head["phase"], head["hand_id"], self.view["v"]), "ready")
        elif legal and not me.get("answered") and table:
            action = "pass" if "pass" in legal and self.game == "zipai" else self.rng.choice(legal)
            await self._once(("act", self.view["v"]), "act", v=self.view["v"], action=action)

    async def _once(self, key: Any, kind: str, **fields: Any) -> None:
        if key not in self._said:
            self._said.add(key)
            await self._say(kind, table=self.view["table"], **fields)


def missing(store: Path, people: list[Person]) -> list[str]:
    """What was acknowledged and does not stand in the log. What was found is not asked again."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=20)
    lost = []
    for person in people:
        for key, message in tuple(person.acked.items()):
            row = db.execute("SELECT body FROM table_log WHERE table_id = ? AND cmd_id = ?", (message["table"], key))
            found = row.fetchone()
            if found is None or (
                message["t"] == "act" and message["action"] not in found[0] and "managed" not in found[0]
            ):
                lost.append(f"{key}: {message} ({found})")
            else:
                del person.acked[key]
    db.close()
    return lost


def backwards(store: Path) -> list[str]:
    """Rows of logs whose time is before that of the row before them."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=20)
    before = "lag(at) OVER (PARTITION BY table_id ORDER BY v)"
    query = f"SELECT table_id, v, back FROM (SELECT table_id, v, {before} - at AS back FROM table_log) WHERE back > 0"
    found = [f"time goes back by {back} ms: table {table}, v {v}" for table, v, back in db.execute(query)]
    db.close()
    return found


async def main_async(kills: int, tables: int, seed: int, game: str = "zipai", json_file: str | None = None) -> int:
    """All of it; the number of faults found."""
    rng = random.Random(seed)
    faults: list[str] = []
    figures: dict[str, Any] = {"game": game, "tables": tables + max(tables // 4, 1), "seed": seed, "kills": 0}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        await server.start()
        people = [Person(f"s{i}", server, random.Random(rng.random()), None, True, game) for i in range(tables)]
        for t in range(max(tables // 4, 1)):
            code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            people += [Person(f"r{t}{i}", server, random.Random(rng.random()), code, i == 0, game) for i in range(3)]
        tasks = [asyncio.create_task(person.run()) for person in people]
        began, idle, starts = time.monotonic(), 0, []
        for kill in range(1, kills + 1):
            before = sum(person.acks for person in people)
            await asyncio.sleep(rng.uniform(0.1, 2.5))
            server.set_clock(rng.choice(WRONG))
            await asyncio.sleep(rng.uniform(0.0, 0.2))
            await server.kill()
            server.set_clock(rng.choice(WRONG))
            idle += sum(person.acks for person in people) == before
            faults += missing(server.store, people)
            at = time.monotonic()
            if (status := await server.start()) is not None:
                faults.append(f"the server ended with {status} after kill {kill}")
                break
            starts.append(time.monotonic() - at)
            faults += missing(server.store, people)
            _progress(kill, kills, time.monotonic() - began, sum(p.acks for p in people), len(faults))
        starts.sort()
        acks, lost = sum(person.acks for person in people), len(faults)
        faults += backwards(server.store)
        figures |= {"kills": len(starts), "seconds": round(time.monotonic() - began), "acks": acks, "missing": lost}
        figures |= {
            "idle": idle,
            "start_median_s": round(starts[len(starts) // 2], 2),
            "start_longest_s": round(starts[-1], 2),
        }
        print(
            f"{len(starts)} kills in {figures['seconds']} s, {acks} commands acknowledged, {lost} missing;"
            f" start until it answers: median {figures['start_median_s']} s, longest {figures['start_longest_s']} s;"
            f" {idle} rounds too short for an ack"
        )
        faults += await _all_go_on(people, "after the kills")
        if b"Traceback" in server.said:
            faults.append(f"a traceback: {server.said[-2000:].decode(errors='replace')}")
        faults += await _full_disk(server, people)
        faults += await _damaged(server, people)
        faults += await _read_only(server, people)
        faults += [wrong for person in people for wrong in person.wrong]
        faults += [f"a client ended: {task.exception()!r}" for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        if server.process is not None and server.process.returncode is None:
            await server.kill()
    figures["faults"] = faults
    if json_file is not None:
        Path(json_file).write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for fault in faults:
        print(f"FAULT {fault}")
    print("everything acknowledged was there, every table went on" if not faults else f"{len(faults)} faults")
    return len(faults)


def _progress(done: int, of: int, took: float, acks: int, faults: int) -> None:
    """The kills so far: one line that is written over on a terminal, one in ten otherwise."""
    terminal = sys.stderr.isatty()
    if terminal or done % 10 == 0 or done == of:
        left = took / done * (of - done)
        line = f"{done}/{of} kills, {acks} acks, faults {faults}; {took:.0f} s, about {left:.0f} s to go"
        print(
            f"\r\x1b[K{line}" if terminal else line,
            end="\n" if not terminal or done == of else "",
            file=sys.stderr,
            flush=True,
        )


async def _all_go_on(people: list[Person], when: str, seconds: float = 40.0, but: str = "") -> list[str]:
    """Every person gets another command acknowledged."""
    before = {person.name: person.acks for person in people}
    end = time.monotonic() + seconds
    waiting = [person for person in people if not (person.view and person.view["table"] == but)]
    while waiting and time.monotonic() < end:
        await asyncio.sleep(0.1)
        waiting = [person for person in waiting if person.acks == before[person.name]]
    return [f"{when}: {person.name} does not go on: {str(person.view.get('head'))[:600]}" for person in waiting]


async def _full_disk(server: Server, people: list[Person]) -> list[str]:
    assert server.process is not None
    troubles, acks = sum(p.troubles for p in people), 0
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    await asyncio.sleep(1)
    acks = sum(p.acks for p in people)
    await asyncio.sleep(4)
    during = sum(p.acks for p in people) - acks
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    told = sum(p.troubles for p in people) - troubles
    faults = await _all_go_on(people, "after the full disk") + missing(server.store, people)
    print(
        f"disk full for 5 s: {told} commands were told so and sent again, {during} acks meanwhile, {len(faults)} faults after it"
    )
    server.said = b""  # what it says about a full disk is no traceback of ours; see the tests of the store
    return faults


async def _damaged(server: Server, people: list[Person]) -> list[str]:
    """One row of one log, and one record, are overwritten."""
    await server.kill()
    victim = people[0].view["table"]
    db = sqlite3.connect(server.store)
    db.execute('UPDATE table_log SET body = \'{"k":"did"\' WHERE table_id = ? AND v = 3', (victim,))
    hand = db.execute("SELECT id FROM hand WHERE table_id != ? LIMIT 1", (victim,)).fetchone()
    if hand is not None:
        db.execute("UPDATE hand SET record = '{\"format\":' WHERE id = ?", hand)
    db.commit()
    db.close()
    await server.start()
    faults = await _all_go_on(people, "beside a damaged log", but=victim)
    await asyncio.sleep(1)
    stands = people[0].view.get("head", {}).get("phase")
    if stands not in ("quarantined", None):
        faults.append(f"a table with a damaged log is {stands}")
    told = ""
    if hand is not None:
        status, _ = await asyncio.to_thread(server.get, f"/api/hands/{hand[0]}")
        told = f"; a damaged record answers {status}"
        if status == 200:
            faults.append("a damaged record was shown")
    print(f"a damaged log: its table is {stands}, {len(people) - 1} people at others play on{told}")
    server.said = b""
    return faults


async def _read_only(server: Server, people: list[Person]) -> list[str]:
    """A store that cannot be written ends the start with a sentence, not with a traceback."""
    await server.kill()
    server.said = b""
    status = await server.start(limit=0)
    await asyncio.sleep(0.5)
    said = server.said.decode(errors="replace").strip()
    faults = []
    if status in (None, 0) or "Traceback" in said:
        faults.append(f"a store that cannot be written: exit {status}, said: {said[-1500:]}")
    print(f"a store that cannot be written: exit {status}: {said.splitlines()[-1][:160] if said else ''}")
    server.said = b""
    if status is None:
        await server.kill()
    await server.start()
    return faults + await _all_go_on(people[1:], "after the store can be written again", but=people[0].view["table"])


def main() -> int:
    """Run; 1 if anything is missing."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--tables", type=int, default=8, help="tables with bots; a quarter as many of three people")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--game", choices=tuple(RULES), default="zipai", help="跑胡子 or 跑腰")
    options.add_argument("--json", help="write the figures to this file")
    given = options.parse_args()
    return 1 if asyncio.run(main_async(given.kills, given.tables, given.seed, given.game, given.json)) else 0


if __name__ == "__main__":
    sys.exit(main())
