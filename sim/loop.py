"""An asyncio loop whose clock is virtual: it never sleeps, it moves on to the next thing that is due."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from contextvars import ContextVar
from typing import Any

START = 1_764_000_000.0
"""Virtual seconds since 1970 at which a simulation begins."""


class Stuck(AssertionError):
    """Everybody waits, and nothing is due: nobody will ever go on."""


class _Selector(selectors.SelectSelector):
    """Waiting for files is moving the clock: nothing else comes in."""

    def __init__(self) -> None:
        super().__init__()
        self.time = START

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("everybody waits and nothing is due")
        if timeout > 0:
            self.time += timeout
        return []


#: Which process a task belongs to; a task that is made inherits it. None: the world outside the server.
process: ContextVar[Process | None] = ContextVar("process", default=None)


class Process:
    """All tasks that a server has started, so that it can be killed with everything it was at."""

    def __init__(self) -> None:
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.dead = False

    def kill(self) -> None:
        """`kill -9`, as near as a loop comes to it: what the tasks still do while they are cancelled reaches nobody."""
        self.dead = True
        for task in tuple(self.tasks):
            task.cancel()


class VirtualLoop(asyncio.SelectorEventLoop):
    """Run it with `run_until_complete`; `faults` gathers what nobody caught."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)
        self._clock_resolution = 1e-6
        self.faults: list[str] = []
        self.set_exception_handler(self._fault)
        self.set_task_factory(self._new_task)  # type: ignore[arg-type]

    def time(self) -> float:
        """Virtual seconds."""
        return self._virtual.time

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""

    def _fault(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        error = context.get("exception")
        here = process.get()
        if isinstance(error, asyncio.CancelledError) or (here is not None and here.dead):
            return
        self.faults.append(f"{context.get('message')}: {error!r} {context.get('task') or ''}")

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **options: Any
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **options)
        here = process.get()
        if here is not None:
            here.tasks[task] = None
            task.add_done_callback(lambda done: here.tasks.pop(done, None))
            if here.dead:
                task.cancel()
        return task

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Threads have clocks of their own; a simulation has none."""
        raise AssertionError("a thread in the simulation")
