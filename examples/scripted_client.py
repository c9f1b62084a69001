"""Play hands against a server over the wire: `python examples/scripted_client.py ws://localhost:8270/ws --hands 100`.

Written from docs/protocol.md alone; it needs nothing but the `websockets` package. It plays simply: 胡 when it can,
else 碰, else the first 吃, else the first discard that is listed.
"""

import argparse
import asyncio
import hashlib
import json
import secrets
import sys
import time
import uuid

from websockets.asyncio.client import connect

PROTOCOL = 1


class Client:
    """One connection: sends messages, keeps the table views up to date, hands out answers by `cmd_id`."""

    def __init__(self, url, token=None):
        self.url = url
        self.token = token
        self.me = None
        self.tables = {}  # id -> view, as the last `table` and the `update`s since have made it
        self.answers = {}  # cmd_id -> answer
        self.log = []  # every message received
        self.gone = []
        self.changed = asyncio.Condition()
        self.error = None

    async def __aenter__(self):
        self.ws = await connect(self.url, max_size=None)
        self.reader = asyncio.create_task(self._read())
        known = {table: view["v"] for table, view in self.tables.items()}
        await self._send(
            {"t": "hello", "protocol": PROTOCOL, "client": "scripted 1", "token": self.token, "tables": known}
        )
        await self.until(lambda: self.me is not None)
        return self

    async def __aexit__(self, *_):
        self.reader.cancel()
        await self.ws.close()

    async def _send(self, message):
        await self.ws.send(json.dumps(message))

    async def _read(self):
        try:
            async for frame in self.ws:
                self._take(json.loads(frame))
                async with self.changed:
                    self.changed.notify_all()
        except Exception as error:
            self.error = error
        else:
            self.error = ConnectionError(f"closed {self.ws.close_code}")
        async with self.changed:
            self.changed.notify_all()

    def _take(self, message):
        self.log.append(message)
        kind = message["t"]
        if kind == "welcome":
            self.me, self.token = message["me"], message["token"]
        elif kind == "table":
            self.tables[message["view"]["table"]] = message["view"]
        elif kind == "update":
            self._update(message)
        elif kind == "refused" and message["view"] is not None:
            self.tables[message["table"]] = message["view"]
        elif kind == "gone":
            self.gone.append(message["table"])
            self.tables.pop(message["table"], None)
        if message.get("cmd_id") is not None:
            self.answers[message["cmd_id"]] = message

    def _update(self, update):
        view = self.tables.get(update["table"])
        if view is None or update["v"] <= view["v"]:
            return
        if update["prev"] != view["v"]:
            raise ValueError(f"a gap: have {view['v']}, update from {update['prev']}")
        for part in ("head", "book", "me", "hand", "paoyao", "v", "hash", "now"):
            if part in update:
                view[part] = update[part]
        hand = view["paoyao" if view["room"]["game"] == "paoyao" else "hand"]
        text = json.dumps(hand, ensure_ascii=False, separators=(",", ":"))
        if hashlib.sha256(text.encode()).hexdigest()[:12] != view["hash"]:
            raise ValueError("the hash of the hand is another")

    async def until(self, true, seconds=30.0):
        """Wait until `true()`; what it gives."""
        async with asyncio.timeout(seconds), self.changed:
            while not (found := true()):
                if self.error is not None:
                    raise self.error
                await self.changed.wait()
            return found

    async def ask(self, kind, cmd_id=None, **fields):
        """Send a command and wait for its answer; while the server is in trouble, send it again under the same id."""
        cmd_id = cmd_id or uuid.uuid4().hex
        while True:
            self.answers.pop(cmd_id, None)
            await self._send({"t": kind, "cmd_id": cmd_id, **fields})
            answer = await self.until(lambda: self.answers.get(cmd_id))
            if answer["t"] != "refused" or answer["code"] != "trouble":
                return answer
            await asyncio.sleep(0.1)


def offered(view):
    """What the table asks of us now, in either game."""
    if view["paoyao"]:
        return view["paoyao"]["legal"]
    asked = view["hand"] and view["hand"].get("asked")
    return asked["legal"] if asked else []


def choose(legal):
    """A simple player's choice."""
    for wish in ("hu", "peng"):
        if wish in legal:
            return wish
    meals = [text for text in legal if text.startswith("chi")]
    if meals:
        return meals[0]
    return legal[0]


async def play(client, table, hands, choose=choose, tell=lambda over: None):
    """Sit at `table` until `hands` hands are over: cut, answer what is asked, be ready. Gives the last view.

    `tell(over)` is called whenever another hand is over.
    """
    cut = readied = answered = None
    over = 0
    while True:
        view = client.tables[table]
        if over != (over := len(view["book"]["ledger"])):
            tell(over)
        head, legal, me = view["head"], offered(view), view["me"]
        if head["phase"] in ("ended", "quarantined") or len(view["book"]["ledger"]) >= hands:
            return view
        if head["phase"] == "cutting" and cut != head["commitment"]["hand"] and me.get("seat") in head["active"]:
            cut = head["commitment"]["hand"]
            await client.ask("cut", table=table, hand=cut, nonce=secrets.token_hex(8))
        elif head["phase"] == "settled" and readied != head["hand_id"]:
            readied = head["hand_id"]
            await client.ask("ready", table=table, on=True)
        elif legal and not me.get("answered") and answered != (view["v"], legal):
            answered = (view["v"], legal)
            answer = await client.ask("act", table=table, v=view["v"], action=choose(legal))
            if answer["t"] == "refused" and answer["code"] not in ("stale", "not_now"):
                raise ValueError(f"refused: {answer['zh']} {answer['en']}")
        else:
            v = view["v"]
            await client.until(lambda v=v: table in client.gone or client.tables[table]["v"] != v, 700)


async def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("url")
    options.add_argument("--hands", type=int, default=8)
    options.add_argument("--level", default="novice", choices=["novice", "normal", "expert"])
    given = options.parse_args()
    done, points, began = 0, 0, time.monotonic()

    def progress(over):
        """A line every ten hands, so that a long run is seen to go on."""
        if over % 10 == 0 and over < given.hands:
            print(f"{over} of {given.hands} hands, {time.monotonic() - began:.0f} s", file=sys.stderr)

    async with Client(given.url) as client:
        while done < given.hands:
            length = min(given.hands - done, 50)
            answer = await client.ask(
                "quick_start", level=given.level, options={"hands": length, "clock": 30, "bot_level": given.level}
            )
            if answer["t"] != "table":
                raise ValueError(f"no table: {answer}")
            table = answer["view"]["table"]
            view = await play(client, table, length, tell=lambda over, before=done: progress(before + over))
            for row in view["book"]["ledger"]:
                if sum(row["net"]) != 0:
                    raise ValueError(f"{row['hand_id']}: the payments do not sum to zero: {row['net']}")
            done += len(view["book"]["ledger"])
            points += view["book"]["totals"][view["me"]["seat"]]
            await client.ask("leave", table=table)
    print(
        f"{done} hands in {time.monotonic() - began:.1f} s, {points:+d} points against two bots of level {given.level}"
    )


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except OSError as error:
        sys.exit(f"连不上，先运行 erqishi serve · no server answers, run `erqishi serve` first: {error}")
