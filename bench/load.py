"""Many tables on one worker: how fast commands are answered, what it costs, and what a storm or deaf readers do to it.

    python bench/load.py --tables 1000 --minutes 2 [--think 1.5] [--json FILE] [--storm] [--slow 20] [--pace 0.1]

`erqishi serve` runs as a process of its own over a fresh store on disk, with durable commits and the rules std15. This process is
the people, three at each table over real WebSockets, no bots (load_people.py). Tables are opened evenly, each plays; then it
is measured for `--minutes`. `--storm`: afterwards all drop at once and come back. `--slow N`: N onlookers ask for the whole view
29 times a second and read nothing. Both processes share the cores of this machine and the network is loopback: the client's times
have the client's own lateness in them, which is printed too. With `--pace 1` (the default) windows last as long as among people.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import resource
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from load_people import Crowd, Slow, Wire

ROOT = Path(__file__).resolve().parent.parent
WITHIN = 0.05
STORM_SECONDS, SLOW_SECONDS = 120.0, 100.0


class Server:
    """`erqishi serve`, its metrics, and what the system says of the process."""

    def __init__(self, folder: str, pace: float, sockets: int) -> None:
        self.folder, self.pace, self.sockets = folder, pace, sockets
        self.port = 0
        self.said = b""
        self.process: Any = None

    async def start(self) -> None:
        """Start and wait until it answers."""
        path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT / "src"))))
        limits = {
            "ERQISHI_GUESTS_PER_HOUR": "1000000",
            "ERQISHI_TABLES_PER_HOUR": "1000000",
            "ERQISHI_MOST_CONNECTIONS": str(self.sockets),
            "ERQISHI_MOST_CONNECTIONS_EACH": str(self.sockets),
            "ERQISHI_MOST_TABLES": str(self.sockets),
            "ERQISHI_LOG_LEVEL": "warning",
        }
        options = ["--host", "127.0.0.1", "--port", "0", "--store", str(Path(self.folder) / "db"), "--no-browser"]
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "erqishi", "serve", *options, "--bot-workers", "0", "--pace", str(self.pace)),
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **limits},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        asyncio.create_task(self._listen())  # noqa: RUF006
        while found := await self.process.stdout.readline():
            if port := re.search(rb"http://[^:/]+:(\d+)/", found):
                self.port = int(port[1])
                break
        if not self.port:
            await self.process.wait()
            raise ChildProcessError(f"the server does not start: {self.said[-1500:].decode(errors='replace')}")
        await asyncio.to_thread(self._get, "/api/health", 120)

    async def _listen(self) -> None:
        while line := await self.process.stderr.readline():
            self.said = (self.said + line)[-100_000:]

    async def stop(self) -> None:
        """As Ctrl-C does it."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
            try:
                await asyncio.wait_for(self.process.wait(), 60)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()

    def _get(self, path: str, seconds: float) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=seconds) as answer:
            body: bytes = answer.read()
            return body

    async def metrics(self) -> dict[str, float]:
        """{name with labels: value} of /metrics."""
        page = (await asyncio.to_thread(self._get, "/metrics", 60)).decode()
        lines = (line.rpartition(" ") for line in page.splitlines() if line and line[0] != "#")
        return {name: float(value) for name, _, value in lines}

    def rss(self) -> float:
        """MB in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def cpu(self) -> float:
        """Seconds of processor time until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# -- figures ----------------------------------------------------------------------------------------------------------


def between(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """What was counted between two scrapes."""
    return {name: value - before.get(name, 0.0) for name, value in after.items()}


def buckets(found: dict[str, float], name: str) -> list[tuple[float, float]]:
    """[(upper bound, observations up to it)] of a histogram without labels."""
    pattern = re.compile(re.escape(name) + r'_bucket\{le="([^"]+)"\}')
    return sorted((float(at[1]), value) for key, value in found.items() if (at := pattern.fullmatch(key)))


def quantile(histogram: list[tuple[float, float]], q: float) -> float | None:
    """Interpolated within its bucket; None without observations, the last finite bound for what lies above it."""
    total = histogram[-1][1] if histogram else 0
    low, below = 0.0, 0.0
    for high, upto in histogram:
        if total and upto >= q * total:
            return low if high == float("inf") else low + (high - low) * (q * total - below) / (upto - below or 1)
        low, below = high, upto
    return None


def spread(values: list[float]) -> dict[str, float | int | None]:
    """Count, p50, p99 and the largest of exact values."""
    found = sorted(values)
    if not found:
        return {"n": 0, "p50": None, "p99": None, "max": None}
    last = len(found) - 1
    return {"n": len(found), "p50": found[last // 2], "p99": found[round(0.99 * last)], "max": found[-1]}


def histogram_figures(found: dict[str, float], name: str) -> dict[str, float | int | None]:
    """Count, p50, p99 and the mean of a histogram."""
    rows = buckets(found, name)
    n = int(found.get(f"{name}_count", 0))
    mean = found.get(f"{name}_sum", 0.0) / n if n else None
    return {"n": n, "p50": quantile(rows, 0.5), "p99": quantile(rows, 0.99), "mean": mean}


def within(found: dict[str, float], name: str, bound: float) -> float | None:
    """Share of the observations that are not above one of the histogram's bounds: exact."""
    rows = dict(buckets(found, name))
    return rows[bound] / rows[float("inf")] if rows.get(float("inf")) else None


def labelled(found: dict[str, float], name: str) -> dict[str, int]:
    """{labels: count} of a counter where it counted."""
    pattern = re.compile(re.escape(name) + r"\{(.*)\}")
    return {at[1]: int(value) for key, value in found.items() if value and (at := pattern.fullmatch(key))}


# -- the parts of a run -----------------------------------------------------------------------------------------------


async def measure(server: Server, crowd: Crowd, seconds: float) -> dict[str, Any]:
    """What happens in that time."""
    before, server_cpu, own = await server.metrics(), server.cpu(), time.process_time()
    crowd.measures.start()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    crowd.measures.on = False
    server_cpu, own = server.cpu() - server_cpu, time.process_time() - own
    found, measures = between(before, await server.metrics()), crowd.measures
    answers = histogram_figures(found, "erqishi_answer_seconds")
    return {
        "seconds": took,
        "client": {
            "ack": spread(measures.acks),
            "discard_shown": spread(measures.shown),
            "pong": spread(measures.pongs),
            "own_lateness": spread(measures.lags),
            "frames_per_second": measures.frames / took,
            "kilobytes_per_second": measures.bytes / took / 1000,
            "refused": dict(measures.refused),
            "closed": dict(measures.closed),
            "cpu": own / took,
        },
        "server": {
            "answer": answers,
            "answers_within_50_ms": within(found, "erqishi_answer_seconds", WITHIN),
            "commit": histogram_figures(found, "erqishi_commit_seconds"),
            "commit_jobs": histogram_figures(found, "erqishi_commit_jobs"),
            "commands_per_second": (answers["n"] or 0) / took,
            "commands": labelled(found, "erqishi_commands_total"),
            "hands": int(found.get("erqishi_hands_total", 0)),
            "cut_off": labelled(found, "erqishi_cut_off_total"),
            "quarantines": int(found.get("erqishi_quarantines_total", 0)),
            "cpu": server_cpu / took,
        },
    }


async def slow_readers(server: Server, crowd: Crowd, n: int) -> dict[str, Any]:
    """N onlookers that never read, until the server has ended them all, and what the players notice meanwhile."""
    loop, rss, peak = asyncio.get_running_loop(), server.rss(), 0.0
    here = (await server.metrics())["erqishi_connections"]
    before = await server.metrics()
    measuring = asyncio.ensure_future(measure(server, crowd, 10))
    began = time.perf_counter()
    slow = []
    for k in range(n):
        table = crowd.tables[k % len(crowd.tables)]
        slow.append(Slow(server.port, table.code, table.id))
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", server.port))
        await loop.create_connection(lambda reader=slow[-1]: Wire(reader, server.port), sock=sock)
    told = gone = None
    came = False
    while time.perf_counter() - began < SLOW_SECONDS and gone is None:
        await asyncio.sleep(0.5)
        peak = max(peak, server.rss() - rss)
        found = await server.metrics()
        counted = between(before, found).get('erqishi_cut_off_total{code="4002"}', 0)
        if told is None and counted >= n:
            told = time.perf_counter() - began
        came = came or found["erqishi_connections"] >= here + n
        if came and found["erqishi_connections"] <= here:
            gone = time.perf_counter() - began
    players = await measuring
    left = (await server.metrics())["erqishi_connections"] - here
    for reader in slow:
        if reader.wire is not None:
            reader.wire.transport.abort()
    return {
        "readers": n,
        "cut_off": int(between(before, found).get('erqishi_cut_off_total{code="4002"}', 0)),
        "all_cut_off_after": told,
        "all_sockets_closed_after": gone,
        "sockets_left": int(left),
        "most_rss_growth_mb": peak,
        "players": players,
    }


def quarters(values: list[float]) -> list[float]:
    """The first of them, and those after each quarter."""
    return [values[round(i * (len(values) - 1) / 4)] for i in range(5)]


async def watch_memory(server: Server) -> list[float]:
    """MB in memory at every minute, until cancelled."""
    found = [server.rss()]
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(60)
            found.append(server.rss())
    return found


async def storm(server: Server, crowd: Crowd) -> dict[str, Any]:
    """All drop and come back."""
    cpu, began = server.cpu(), time.perf_counter()
    back = await crowd.storm(STORM_SECONDS)
    took, cpu = time.perf_counter() - began, server.cpu() - cpu
    finite = [at for at in back if at != float("inf")]
    after = await measure(server, crowd, 5)
    figures = {"people": len(back), "not_back": len(back) - len(finite), "view_again": spread(finite)}
    return {**figures, "server_cpu": cpu / took, "afterwards": after}


async def all_play(crowd: Crowd, seconds: float) -> None:
    """Wait until every table has been dealt a hand, but no longer than that."""
    end = time.perf_counter() + seconds
    while crowd.waiting() and time.perf_counter() < end:
        await asyncio.sleep(0.2)


async def run(given: argparse.Namespace) -> dict[str, Any]:
    """All of it, as the JSON has it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    sockets = 3 * given.tables + given.slow + 100
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        server = Server(folder, given.pace, sockets)
        await server.start()
        crowd = Crowd(server.port, given.think, given.clock, given.hands, given.seed)
        lateness = asyncio.create_task(crowd.measures.watch_the_loop())
        result: dict[str, Any] = {"tables": given.tables, "people": 3 * given.tables, "machine": machine()}
        result["options"] = {key: getattr(given, key) for key in ("minutes", "think", "pace", "clock", "hands", "seed")}
        try:
            tell("one table first: it loads what all share")
            await crowd.ramp(1, 0.0)
            await all_play(crowd, 120)
            await asyncio.sleep(min(given.settle, 2.0))
            one, began = server.rss(), time.perf_counter()
            ramp = max(given.tables / given.ramp, 1.0)
            tell(f"opening {given.tables} tables in {ramp:.0f} s")
            await crowd.ramp(given.tables - 1, ramp)
            await all_play(crowd, ramp + 60)
            result["not_playing"] = len(crowd.waiting())
            result["opened_seconds"] = time.perf_counter() - began
            await asyncio.sleep(given.settle)
            full = server.rss()
            tell(f"measuring for {given.minutes:g} min")
            memory = asyncio.create_task(watch_memory(server))
            result["load"] = await measure(server, crowd, 60 * given.minutes)
            memory.cancel()
            after = server.rss()
            result["rss_mb"] = {"one_table": one, "full": full, "after": after, "each_minute": await memory}
            result["kilobytes_a_table"] = 1024 * (full - one) / (given.tables - 1)
            if given.slow:
                tell(f"{given.slow} readers that never read")
                result["slow"] = await slow_readers(server, crowd, given.slow)
            if given.storm:
                tell("all drop at once")
                result["storm"] = await storm(server, crowd)
            result["unanswered"] = crowd.unanswered(10.0)
            result["faults"] = faults(result, crowd.measures.faults, server)
        finally:
            lateness.cancel()
            await server.stop()
    return result


def machine() -> dict[str, Any]:
    """Where this ran."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    names = {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()}
    return {**names, "load_average_before": load, "date": time.strftime("%Y-%m-%d")}


def faults(result: dict[str, Any], told: list[str], server: Server) -> list[str]:
    """What must not be, whatever the load."""
    found = list(dict.fromkeys(told))[:20]
    late = {"stale", "not_now"}  # an answer that came after the end of its window
    for part in (result["load"], *(result[key].get("players", {}) for key in ("slow",) if key in result)):
        found += [f"refused: {code} × {n}" for code, n in part["client"]["refused"].items() if code not in late]
        found += [f"players were cut off: {code} × {n}" for code, n in part["client"]["closed"].items()]
        if part["server"]["quarantines"]:
            found.append(f"{part['server']['quarantines']} tables stand still")
    if result["not_playing"]:
        found.append(f"{result['not_playing']} tables did not begin to play")
    if result["unanswered"]:
        found.append(f"{result['unanswered']} commands had no answer in 10 s")
    if "storm" in result and result["storm"]["not_back"]:
        found.append(f"{result['storm']['not_back']} people did not come back in {STORM_SECONDS:.0f} s")
    if "slow" in result and result["slow"]["all_sockets_closed_after"] is None:
        slow = result["slow"]
        found.append(
            f"{slow['cut_off']} of {slow['readers']} slow readers cut off, {slow['sockets_left']} sockets left"
        )
    if server.process.returncode is not None:
        found.append(f"the server ended with {server.process.returncode}")
    if b"Traceback" in server.said:
        found.append(f"a traceback: {server.said[-1500:].decode(errors='replace')}")
    return found


# -- the report -------------------------------------------------------------------------------------------------------


def tell(what: str) -> None:
    """Progress, for whoever waits."""
    print(what, file=sys.stderr, flush=True)


def ms(seconds: float | None) -> str:
    """Milliseconds, or a dash."""
    return "–" if seconds is None else f"{1000 * seconds:.1f} ms"


def times(figures: dict[str, Any]) -> str:
    """The quantiles of a spread or a histogram."""
    rest = ("max", figures["max"]) if "max" in figures else ("mean", figures["mean"])
    return f"p50 {ms(figures['p50'])}, p99 {ms(figures['p99'])}, {rest[0]} {ms(rest[1])} (n = {figures['n']})"


def counts(found: dict[str, int]) -> str:
    """A few counters in a line."""
    return ", ".join(f"{name} {n}" for name, n in found.items()) or "none"


def lines(result: dict[str, Any]) -> list[tuple[str, str]]:
    """The table of results."""
    client, server, rss = result["load"]["client"], result["load"]["server"], result["rss_mb"]
    jobs, share = server["commit_jobs"], server["answers_within_50_ms"]
    rows = [
        (
            "tables, people",
            f"{result['tables']}, {result['people']}; all playing after {result['opened_seconds']:.0f} s",
        ),
        ("command received → answer sent (server)", times(server["answer"])),
        ("answers within 50 ms (server)", "–" if share is None else f"{100 * share:.2f} %"),
        ("command sent → ack (client)", times(client["ack"])),
        ("discard sent → seen by oneself (client)", times(client["discard_shown"])),
        ("ping → pong (client)", times(client["pong"])),
        ("lateness of the client itself", times(client["own_lateness"])),
        ("commands", f"{server['commands_per_second']:.1f}/s; {server['hands']} hands ended"),
        ("refused", counts(client["refused"])),
        ("frames to the clients", f"{client['frames_per_second']:.0f}/s, {client['kilobytes_per_second']:.0f} kB/s"),
        ("commits", times(server["commit"])),
        ("requests in a commit", f"mean {jobs['mean']:.2f}, p99 {jobs['p99']:.0f}" if jobs["n"] else "–"),
        ("processor", f"server {100 * server['cpu']:.0f} %, clients {100 * client['cpu']:.0f} % of one core"),
        (
            "memory of the server",
            f"{rss['one_table']:.0f} MB with one table, {rss['full']:.0f} with all, {rss['after']:.0f} after",
        ),
        ("memory over time", f"{' → '.join(f'{mb:.0f}' for mb in quarters(rss['each_minute']))} MB"),
        ("memory a table", f"{result['kilobytes_a_table']:.0f} kB"),
        ("connections cut off", f"by the server: {counts(server['cut_off'])}; seen: {counts(client['closed'])}"),
    ]
    if slow := result.get("slow"):
        told, gone = slow["all_cut_off_after"], slow["all_sockets_closed_after"]
        rows += [
            (
                "slow readers",
                f"{slow['cut_off']} of {slow['readers']} cut off"
                + (f", the last after {told:.0f} s" if told is not None else "")
                + (f", sockets closed after {gone:.0f} s" if gone is not None else f", {slow['sockets_left']} left"),
            ),
            ("memory during it", f"{slow['most_rss_growth_mb']:+.1f} MB at most"),
            ("the others' acks meanwhile (client)", times(slow["players"]["client"]["ack"])),
        ]
    if back := result.get("storm"):
        rows += [
            (
                "storm: drop → the whole view again",
                times(back["view_again"])
                + f"; {back['not_back']} not back; the protocol has them wait 0.2 to 0.6 s first",
            ),
            ("acks in the 5 s after it (client)", times(back["afterwards"]["client"]["ack"])),
        ]
    return rows


def main() -> int:
    """Run, print, write; 1 if there was a fault."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=1000)
    options.add_argument("--minutes", type=float, default=2.0, help="how long is measured")
    options.add_argument("--think", type=float, default=1.5, help="mean seconds of a thought (exponential)")
    options.add_argument("--pace", type=float, default=1.0, help="as in `erqishi serve`; below 1: stress, not people")
    options.add_argument(
        "--clock", type=int, default=15, choices=(15, 30, 60), help="the tables' clock: windows 3, 4, 6 s"
    )
    options.add_argument("--hands", type=int, default=8, help="hands in a sitting; another sitting follows")
    options.add_argument("--ramp", type=float, default=20.0, help="tables opened in a second")
    options.add_argument("--settle", type=float, default=5.0, help="seconds of play before it is measured")
    options.add_argument("--storm", action="store_true", help="afterwards all drop at once")
    options.add_argument("--slow", type=int, default=0, metavar="N", help="afterwards N readers that never read")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", help="where the store is made (a real disk; default: the system's place)")
    options.add_argument("--json", metavar="FILE")
    given = options.parse_args()
    if given.tables < 2:
        options.error("--tables: 2 at least")
    for name in ("minutes", "ramp"):
        if getattr(given, name) <= 0:
            options.error(f"--{name}: more than 0")
    for name in ("think", "pace", "settle", "slow"):
        if getattr(given, name) < 0:
            options.error(f"--{name}: not below 0")
    try:
        import uvloop  # as the server does
    except ImportError:
        result = asyncio.run(run(given))
    else:
        result = uvloop.run(run(given))
    if given.json:
        Path(given.json).write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    where = result["machine"]
    print(
        f"{where['date']}, {where['system']}, {where['cores']} cores, Python {where['python']}, load average before"
        f" {where['load_average_before']:.1f}; loopback, server and clients share the cores; pace {given.pace:g},"
        f" think {given.think:g} s, measured for {result['load']['seconds']:.0f} s\n"
    )
    rows = lines(result)
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        print(f"  {name:<{wide}}  {text}")
    for fault in result["faults"]:
        print(f"FAULT {fault}")
    print("\nno fault" if not result["faults"] else f"\n{len(result['faults'])} faults")
    return 1 if result["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
