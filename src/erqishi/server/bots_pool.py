"""Bots at work: in processes of their own, so that no table ever waits for a thought."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import connection

from erqishi.bots import choose_packed
from erqishi.bots.paoyao import Reckoned, worth_packed
from erqishi.server.meters import Meters

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds after which a bot's answer is no longer waited for; the table's default is then played."""

FAREWELL = 2.0
"""Seconds that `close` waits for a thought that is being had."""


class BotPool:
    """Asks bots in worker processes. workers = 0: in a thread of this process (tests; small machines)."""

    def __init__(self, workers: int = 1, meters: Meters | None = None) -> None:
        self._workers = workers
        self._meters = meters or Meters()
        self._pool = self._new() if workers else None

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=multiprocessing.get_context("spawn"), initializer=_warm)

    async def ask(self, level: str, view: bytes, rules: bytes, seed: str) -> str:
        """The bot's action as text; `` if it gave none in time (the caller then plays the default)."""
        loop = asyncio.get_running_loop()
        pool = self._pool
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await loop.run_in_executor(pool, choose_packed, level, view, rules, seed)
                self._meters.bot_seconds.labels(level).observe(time.perf_counter() - began)
                return answer
        except BrokenExecutor:
            self._renew(pool)
        except TimeoutError:
            logger.error("a bot (%s) has not answered in %s s", level, PATIENCE)
        except Exception:
            logger.exception("a bot (%s) failed", level)
        self._meters.bot_failures.labels(level).inc()
        return ""

    async def worth(self, view: bytes, rules: bytes) -> Reckoned | None:
        """What the choices of a view of 跑腰 are worth; None if that cannot be said now."""
        pool = self._pool
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                found = await asyncio.get_running_loop().run_in_executor(pool, worth_packed, view, rules)
                self._meters.bot_seconds.labels("paoyao:worth").observe(time.perf_counter() - began)
                return found
        except BrokenExecutor:
            self._renew(pool)
        except TimeoutError:
            logger.error("a hint has not come in %s s", PATIENCE)
        self._meters.bot_failures.labels("paoyao:worth").inc()
        return None

    def _renew(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is self._pool and pool is not None:
            logger.error("the bots' processes have died; starting new ones")
            pool.shutdown(wait=False)
            self._pool = self._new()

    def close(self) -> None:
        """Stop the processes, and wait for them unless a thought takes long.

        A server that ends by a signal runs no farewell of the interpreter's: what is not given back here is told as leaked.
        """
        if self._pool is not None:
            end = threading.Thread(target=self._pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
            end.start()
            end.join(FAREWELL)


def _end_with_the_server() -> None:
    """A server that is killed cannot say goodbye: its workers would wait for ever for the next question."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def _warm() -> None:
    """Load what the first answer would otherwise wait for; leave Ctrl-C to the server."""
    import signal

    from erqishi.zipai import flat
    from erqishi.zipai.ruleset import RuleSet

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, name="ends with the server", daemon=True).start()
    flat.plain(RuleSet.load("std15"))
