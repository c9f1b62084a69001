"""Can an observer tell from timings alone whether the next seat could have claimed a card?

    python bench/timing_tell.py --reveals 20000 [--tables 40] [--window open]

Three processes on loopback: a server (real tables, SQLite, commits), the players of seats 1 and 2, and the observers, who sit on
seat 0 and note when each frame arrives. Windows are shortened, by factors that are the same for every window. Of each revealed
card that seat 1 has not put down itself, that he cannot claim himself, and that nobody takes, the observer keeps only times; whether seat 1 was asked is learned from seat 1's own
client afterwards. Cards are compared within classes of what everybody sees (turned up or put down, by whom, how far the hand has
gone), for these say something about hands and have paces of their own. Printed: the AUC of each feature and of a logistic
classifier trained on one half of the tables and tried on the other; 0.5 is chance. `--window open` shows that the test has eyes: there the AUC must be far from 0.5.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

CLAIMED = ("ate", "penged", "pao", "won", "wei", "ti", "chouwei")
REVEALS = ("hand_started", "turned_up", "discarded")
FEATURES = (
    "to the next frame",
    "to the next event",
    "stamped to the next event",
    "stamp to arrival",
    "next stamp to its arrival",
    "frames between",
    "spread of the last gap",
)
CLAIM, GRACE, SETTLE = 0.05, 60, 60


# -- the server ------------------------------------------------------------------------------------------------------


def serve(store: str) -> None:
    """A server with shortened windows; prints its port."""
    import socket

    import uvicorn

    from erqishi.server.app import create_app
    from erqishi.server.settings import Settings
    from erqishi.server.tables.timing import Timing

    timing = Timing(pace=20, bot=20, solo=50, cut=500, grace=GRACE, settle=SETTLE, next=2000, claim=CLAIM)
    settings = Settings(
        store=store, bot_workers=0, guests_per_hour=10**6, tables_per_hour=10**6, most_connections_each=10**5
    )
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    sock.listen(1024)  # who comes before the server listens waits a moment
    print(sock.getsockname()[1], flush=True)
    config = uvicorn.Config(
        create_app(settings, timing=timing), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False
    )
    uvicorn.Server(config).run(sockets=[sock])


# -- clients ---------------------------------------------------------------------------------------------------------


class Seat:
    """A client of one seat that plays at random moments; `reveals` and `asked` are what is learned."""

    def __init__(self, url: str, rng: random.Random, index: int) -> None:
        self.url, self.rng, self.index = url, rng, index
        self.view: dict[str, Any] = {}
        self.public = 0
        self.number = 0
        self.seen: list[tuple[float, int, int, bool]] = []  # arrival, stamp, public events so far, whether it has any
        self.reveals: list[list[Any]] = []  # key, features
        self.asked: list[str] = []
        self.over = asyncio.Event()
        self._open: list[Any] | None = None
        self._later: set[asyncio.Task[None]] = set()
        self._said: set[Any] = set()

    async def run(self, arrange: Any) -> None:
        """Connect, come to the table, play until `over`."""
        from websockets.asyncio.client import connect

        async with connect(self.url, max_size=None, compression=None) as self.ws:
            await self.ws.send(json.dumps({"t": "hello", "protocol": 1}))
            arranging = asyncio.create_task(arrange(self))
            while not self.over.is_set():
                frame = await self.ws.recv()
                self._take(time.perf_counter(), json.loads(frame))
            await arranging

    async def say(self, kind: str, **fields: Any) -> None:
        """A command."""
        self.number += 1
        await self.ws.send(json.dumps({"t": kind, "cmd_id": str(self.number), **fields}))

    def _take(self, at: float, message: dict[str, Any]) -> None:
        if message["t"] == "table":
            self.view = message["view"]
        elif message["t"] == "update":
            self._update(at, message)

    def _update(self, at: float, message: dict[str, Any]) -> None:
        for part in ("head", "me", "hand", "v"):
            if part in message:
                self.view[part] = message[part]
        events = message.get("events", ())
        told = [event for event in events if "to" not in event]
        if any(event["event"] == "hand_started" for event in told):
            self.public = 0
        self.public += len(told)
        self._note(at, message["now"] / 1000, told)
        head, me, hand = self.view["head"], self.view["me"], self.view["hand"]
        key = f"{self.view['table']} {head['hand_id']} {self.public}"
        if any(event["event"] == "asked" and event["kind"] == "claims" for event in events):
            self.asked.append(key)
        if any(event["event"] in REVEALS for event in told):
            # Of no use: cards that seat 1 has put down itself, and those at which the observer is asked too (his own cards
            # say something about what others can hold, and his own answer makes a frame).
            known = any(event["event"] == "discarded" and event["seat"] == 1 for event in told)
            known = known or any(event["event"] == "asked" for event in events)
            if head["turn"] and head["turn"]["kind"] == "claim":
                reveal = next(event for event in told if event["event"] in REVEALS)
                kind = f"{reveal['event']} {reveal.get('seat')} {hand.get('wall', 0) // 6}"
                self._open = [key, at, message["now"] / 1000, None, 0, known, kind]
        if head["phase"] == "cutting" and me.get("seat") not in head["cut"]:
            self._once(("cut", head["hand_id"]), 0.0, "cut", hand=head["commitment"]["hand"], nonce="")
        elif head["phase"] in ("settled", "ended"):
            self._once(("ready", head["hand_id"]), 0.05, "ready")
        asked = hand and hand.get("asked")
        if asked and not me.get("answered"):
            wait = self.rng.uniform(0.0, 0.15) if asked["kind"] == "claims" else self.rng.uniform(0.0, 0.1)
            action = self.rng.choice(asked["legal"])
            if "pass" in asked["legal"] and self.rng.random() < 0.8:
                action = "pass"
            self._once(("act", key, asked["kind"]), wait, "act", v=self.view["v"], action=action)

    def _note(self, at: float, stamp: float, told: list[Any]) -> None:
        open_ = self._open
        if open_ is None:
            return
        if open_[3] is None:
            open_[3] = at - open_[1]
        if not told:
            open_[4] += 1
            return
        key, began, stamped, first, frames, known, kind = open_
        self._open = None
        if not known and not any(event["event"] in CLAIMED for event in told):
            features = [first, at - began, stamp - stamped, began - stamped, at - stamp, frames, at - began - first]
            self.reveals.append([key, features, kind])

    def _once(self, key: Any, wait: float, kind: str, **fields: Any) -> None:
        if key in self._said:
            return
        self._said.add(key)

        async def later() -> None:
            await asyncio.sleep(wait)
            with contextlib.suppress(Exception):  # the run is over
                await self.say(kind, table=self.view["table"], **fields)

        task = asyncio.create_task(later())
        self._later.add(task)
        task.add_done_callback(self._later.discard)


async def players(url: str, seed: int) -> None:
    """Seats 1 and 2 of every table whose code comes in by standard input; prints what seat 1 was asked at its end."""
    rng = random.Random(seed)
    seats, tasks = [], []
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        code = line

        async def arrange(seat: Seat, code: str = code) -> None:
            await seat.say("enter", code=code)
            while not seat.view:
                await asyncio.sleep(0.01)
            await seat.say("sit", table=seat.view["table"], seat=seat.index)
            await seat.say("ready", table=seat.view["table"])

        for index in (1, 2):
            seat = Seat(url, random.Random(rng.random()), index)
            seats.append(seat)
            tasks.append(asyncio.create_task(seat.run(arrange)))
    for task in tasks:
        task.cancel()
    print(json.dumps([key for seat in seats if seat.index == 1 for key in seat.asked]), flush=True)


async def observe(tables: int, reveals: int, window: str, seed: int) -> list[np.ndarray]:
    """Features, whether seat 1 was asked, the table, and the class, of so many reveals."""
    with tempfile.TemporaryDirectory() as folder:
        me = [sys.executable, str(Path(__file__).resolve())]
        server = await asyncio.create_subprocess_exec(
            *me, "--serve", f"{folder}/db", stdout=asyncio.subprocess.PIPE, env=_environment()
        )
        assert server.stdout is not None
        url = f"ws://127.0.0.1:{int(await server.stdout.readline())}/ws"
        others = await asyncio.create_subprocess_exec(
            *me,
            "--players",
            url,
            "--seed",
            str(seed),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**28,
            env=_environment(),
        )
        assert others.stdin is not None and others.stdout is not None
        write = others.stdin.write

        async def arrange(seat: Seat) -> None:
            options = {"hands": 100, "clock": 60, "window": window, "claim_seconds": 4, "bots": "wait"}
            await seat.say("create_room", options=options)
            while not seat.view:
                await asyncio.sleep(0.01)
            await seat.say("ready", table=seat.view["table"])
            write(f"{seat.view['room']['code']}\n".encode())

        rng = random.Random(f"observe {seed}")
        seats, tasks = [], []
        for _ in range(tables):
            seats.append(Seat(url, random.Random(rng.random()), 0))
            tasks.append(asyncio.create_task(seats[-1].run(arrange)))
            await asyncio.sleep(0.05 + rng.random() * 0.05)
        began = time.monotonic()
        while (have := sum(len(seat.reveals) for seat in seats)) < reveals:
            await asyncio.sleep(1)
            if sys.stderr.isatty():
                print(f"\r{have}/{reveals} reveals, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
            failed = next((task for task in tasks if task.done()), None)
            if failed is not None:
                failed.result()
        write(b"\n")
        asked = set(json.loads(await others.stdout.readline()))
        for task in tasks:
            task.cancel()
        for process in (others, server):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    rows = [(features, key in asked, i, kind) for i, seat in enumerate(seats) for key, features, kind in seat.reveals]
    return [np.array(column) for column in zip(*rows, strict=True)]


def _environment() -> dict[str, str]:
    import os

    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT / "src")))),
    }


# -- statistics ------------------------------------------------------------------------------------------------------


def auc(score: np.ndarray, label: np.ndarray) -> tuple[float, float]:
    """(AUC, half width of its 95 % interval): ranks with ties averaged; the spread after Hanley and McNeil.

    >>> auc(np.array([1.0, 2.0, 3.0, 4.0]), np.array([False, False, True, True]))[0]
    1.0
    >>> auc(np.array([1.0, 1.0, 1.0, 2.0]), np.array([False, True, False, True]))[0]
    0.75
    """
    order = np.argsort(score, kind="stable")
    _, inverse, counts = np.unique(score[order], return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = np.empty(len(score))
    ranks[order] = (ends - (counts - 1) / 2)[inverse]
    positive, negative = int(label.sum()), int((~label).sum())
    if not positive or not negative:
        return 0.5, 0.5
    a = (ranks[label].sum() - positive * (positive + 1) / 2) / (positive * negative)
    q1, q2 = a / (2 - a), 2 * a * a / (1 + a)
    spread = a * (1 - a) + (positive - 1) * (q1 - a * a) + (negative - 1) * (q2 - a * a)
    return float(a), 1.96 * math.sqrt(max(spread, 0.0) / (positive * negative))


def within(score: np.ndarray, label: np.ndarray, kind: np.ndarray) -> tuple[float, float]:
    """The AUC within classes, weighted so that its spread is least."""
    parts, weights = [], []
    for which in np.unique(kind):
        part = kind == which
        positive, negative = int(label[part].sum()), int((~label[part]).sum())
        if positive and negative:
            parts.append(auc(score[part], label[part])[0])
            weights.append(positive * negative / (positive + negative + 1))
    if not parts:
        return 0.5, 0.5
    w = np.array(weights)
    return float(w @ np.array(parts) / w.sum()), 1.96 / math.sqrt(12 * w.sum())


def logistic(x: np.ndarray, y: np.ndarray, x_new: np.ndarray) -> np.ndarray:
    """Scores for `x_new` of a logistic regression with squares and ranks as features, by Newton's method, slightly ridged."""

    def spread(values: np.ndarray) -> np.ndarray:
        ranked = np.column_stack([np.searchsorted(np.sort(x[:, i]), values[:, i]) / len(x) for i in range(x.shape[1])])
        clipped = np.clip(values, *np.percentile(x, (1, 99), axis=0))
        scale = np.std(np.clip(x, *np.percentile(x, (1, 99), axis=0)), axis=0) + 1e-12
        scaled = (clipped - np.median(x, axis=0)) / scale
        return np.column_stack([np.ones(len(values)), scaled, scaled**2, ranked, (ranked - 0.5) ** 2])

    a, b = spread(x), spread(x_new)
    w = np.zeros(a.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(a @ w, -30, 30)))
        hessian = (a * (p * (1 - p))[:, None]).T @ a + np.eye(len(w))
        w += np.linalg.solve(hessian, a.T @ (y - p) - w)
    return b @ w


def judged(x: np.ndarray, y: np.ndarray, table: np.ndarray, kind: np.ndarray) -> list[tuple[str, float, float]]:
    """(name, AUC, half width) of each feature alone and of the classifier, tried on tables it was not trained on."""
    rows = [(name, *within(x[:, i], y, kind)) for i, name in enumerate(FEATURES)]
    half = table % 2 == 0
    if half.any() and not half.all():
        score = np.empty(len(y))
        for train in (half, ~half):
            score[~train] = logistic(x[train], y[train].astype(float), x[~train])
        a = [within(score[part], y[part], kind[part]) for part in (half, ~half)]
        rows.append(("logistic, other tables", (a[0][0] + a[1][0]) / 2, math.hypot(a[0][1], a[1][1]) / 2))
    return rows


def main() -> int:
    """Observe, judge, print; 1 if the classifier does better than 0.5 ± 0.02."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--reveals", type=int, default=20_000)
    options.add_argument("--tables", type=int, default=40)
    options.add_argument("--window", choices=("constant", "open"), default="constant")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--aim", type=float, default=0.02)
    options.add_argument("--serve", help=argparse.SUPPRESS)
    options.add_argument("--players", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.serve:
        serve(given.serve)
        return 0
    if given.players:
        asyncio.run(players(given.players, given.seed))
        return 0
    began = time.monotonic()
    x, y, table, kind = asyncio.run(observe(given.tables, given.reveals, given.window, given.seed))
    print(
        f"{len(y)} reveals at {given.tables} tables in {time.monotonic() - began:.0f} s; seat 1 could claim {y.sum()} of them"
    )
    rows = judged(x, y, table, kind)
    for i, (name, a, half) in enumerate(rows):
        middle = ""
        if i < len(FEATURES):
            unit = 1 if name == "frames between" else 1000
            middle = f" (median {np.median(x[y, i]) * unit:.3f} and {np.median(x[~y, i]) * unit:.3f})"
        print(f"  AUC {a:.4f} ± {half:.4f}  {name}{middle}")
    worst = max(abs(a - 0.5) for _, a, _ in rows)
    print(f"farthest from chance: {worst:.4f} (aim {given.aim})")
    return 0 if worst <= given.aim else 1


if __name__ == "__main__":
    sys.exit(main())
