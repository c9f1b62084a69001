"""Timing one piece of work, and saying on what machine. Standard library only: the peers' environment runs it too.

To be imported before NumPy and Numba, and before erqishi: this checkout is measured, whatever is installed.
"""

from __future__ import annotations

import contextlib
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

#: One chunk of work, some milliseconds long; gives how much was done, one number a unit of its row.
Work = Callable[[], tuple[int, ...]]

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

# One core is what is measured; libraries read these when they are loaded.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[_name] = "1"


class Sample(NamedTuple):
    """How much was done in how many seconds: processor time of the whole process, and time on the wall."""

    done: tuple[int, ...]
    cpu: float
    wall: float


def one_core(core: int | None = None) -> int | None:
    """Keep this process and its children on one core; gives that core, None where the system cannot do it."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    try:
        os.sched_setaffinity(0, {chosen})
    except OSError:
        return None
    return chosen


def sample(work: Work, seconds: float) -> Sample:
    """Do `work` again and again for about `seconds`."""
    done: list[int] | None = None
    wall, cpu = time.perf_counter(), time.process_time()
    while True:
        more = work()
        done = list(more) if done is None else [a + b for a, b in zip(done, more, strict=True)]
        now = time.perf_counter()
        if now - wall >= seconds:
            return Sample(tuple(done), time.process_time() - cpu, now - wall)


def run_python(code: str, env: dict[str, str]) -> Sample:
    """One fresh interpreter doing `code`, from its start to its end, its own start included."""
    tail = "\nimport time; print(time.process_time())"
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code + tail], env=env, check=True, capture_output=True, text=True)
    return Sample((1,), float(done.stdout.splitlines()[-1]), time.perf_counter() - start)


def spread(values: list[float]) -> dict[str, float]:
    """Median, least and most, to five digits: more would be noise."""
    found = {"median": statistics.median(values), "min": min(values), "max": max(values)}
    return {name: float(f"{value:.5g}") for name, value in found.items()}


def per_second(samples: list[Sample], unit: int) -> tuple[dict[str, float], float]:
    """(median, min and max a second of processor time, median a second on the wall) of one unit."""
    # A clock with coarse ticks (Windows: 16 ms) may show no processor time at all in a very short run.
    fast = spread([s.done[unit] / (s.cpu or s.wall) for s in samples])
    return fast, spread([s.done[unit] / s.wall for s in samples])["median"]


def elapsed(samples: list[Sample]) -> tuple[dict[str, float], float]:
    """(median, min and max of the processor seconds, median of the seconds on the wall) of runs that count as one."""
    return spread([s.cpu or s.wall for s in samples]), spread([s.wall for s in samples])["median"]


def load() -> list[float] | None:
    """Load average of the last 1, 5 and 15 minutes; None where there is none."""
    with contextlib.suppress(AttributeError, OSError):
        return [round(x, 2) for x in os.getloadavg()]
    return None


def machine() -> dict[str, Any]:
    """What is measured on. No names of hosts or people."""
    return {
        "system": platform.system(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()
