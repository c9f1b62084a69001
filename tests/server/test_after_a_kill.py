"""What a killed server leaves, and how its tables begin again."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from house import QUICK, begin, play, room, run, served

BOSS = """
import asyncio, os, signal
from erqishi.server.bots_pool import BotPool

async def main():
    pool = BotPool(1)
    await pool.ask("zipai:novice", b"{}", b"{}", "x")
    print(*pool._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there a job object ends children, and SIGKILL is not known")
def test_the_workers_of_a_killed_server_end_too(tmp_path):
    script = tmp_path / "boss.py"
    script.write_text(BOSS)
    boss = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    worker = int(boss.stdout.readline())
    boss.send_signal(signal.SIGKILL)
    boss.wait()
    for _ in range(200):
        if not alive(worker):
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("the worker still waits for questions")


def alive(process):
    """Whether it runs (a zombie does not)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_the_first_window_after_a_start_waits_for_those_who_are_still_on_their_way(tmp_path):
    timing = msgspec.structs.replace(QUICK, claim=0.02, gather=700, cut=50)

    async def test():
        async with served(tmp_path / "db", timing, abrupt=True) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=1)
            await begin(table, a, b)
            await asyncio.gather(*(c.until(lambda c=c: c.tables[table]["head"]["phase"] == "playing") for c in (a, b)))
            tokens, code = (a.token, b.token), a.tables[table]["room"]["code"]
        async with served(tmp_path / "db", timing) as server, server.client(tokens[0]) as a:
            await a.ask("enter", code=code)

            def turns():
                return [m["head"]["turn"] for m in a.log if m["t"] == "update" and m.get("head", {}).get("turn")]

            await a.until(turns)
            first = turns()[0]
            usual = a.tables[table]["room"]["claim_ms"]
            long = usual if first["kind"] == "claim" else 15_000
            assert first["deadline"] - first["opened"] == long + 700
            async with server.client(tokens[1]) as b:
                await b.ask("enter", code=code)
                await asyncio.gather(play(a, table, 1), play(b, table, 1))
                lengths = {
                    m["head"]["turn"]["deadline"] - m["head"]["turn"]["opened"]
                    for m in b.log
                    if m["t"] == "update" and ((m.get("head") or {}).get("turn") or {}).get("kind") == "claim"
                }
                assert usual in lengths

    run(test())
