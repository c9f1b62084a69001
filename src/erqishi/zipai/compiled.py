"""The single-source rooms a second time, compiled by Numba.

Each room is loaded again from its file under a name of its own and every function in it becomes an `njit` function;
names that it imports from another room are exchanged for that room's compiled ones. Numba's cache notices a change in
a function's own file but not in what it calls elsewhere, so the cache lies in a directory named by a hash of all
rooms and of the versions of Python, Numba and NumPy: a stale cache cannot be found.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

#: In the order in which they may be loaded: each imports only from those before it.
ROOMS = ("rng", "cover", "codes", "score", "seat", "claims", "opening", "kernel", "greedy", "play", "batch")
_HERE = Path(__file__).parent


def cache_dir() -> Path:
    """Where the machine code lies: `ERQISHI_CACHE` or ~/.cache/erqishi, then a hash of what it was made from."""
    import numba

    digest = hashlib.sha256()
    for room in ROOMS:
        digest.update((_HERE / f"{room}.py").read_bytes())
    versions = (platform.python_version(), platform.machine(), numba.__version__, np.__version__)
    digest.update(repr(versions).encode())
    home = os.environ.get("ERQISHI_CACHE") or Path.home() / ".cache" / "erqishi"
    return Path(home) / f"numba-{digest.hexdigest()[:16]}"


def is_warm() -> bool:
    """Whether an earlier run has left its machine code, so that `load` is quick."""
    return (cache_dir() / "complete").exists()


@functools.cache
def load() -> types.SimpleNamespace:
    """The compiled rooms, by name: `load().kernel.step` … Compiling itself happens at the first call of a function."""
    import numba

    directory = cache_dir()
    writable = _prepare(directory)
    rooms: dict[str, types.ModuleType] = {}
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        for room in ROOMS:
            rooms[room] = _compile_room(room, rooms, numba.njit(cache=writable, error_model="numpy"))
    finally:
        numba.config.CACHE_DIR = before
    return types.SimpleNamespace(**rooms)


def mark_warm() -> None:
    """Note that everything a run needs has been compiled and cached."""
    try:
        (cache_dir() / "complete").touch()
    except OSError:
        return


def _prepare(directory: Path) -> bool:
    """Make the cache directory and drop those of older sources; False when nothing can be written there."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for old in directory.parent.glob("numba-*"):
            if old != directory and old.is_dir():
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return False
    return os.access(directory, os.W_OK)


def _compile_room(room: str, done: dict[str, types.ModuleType], njit: Any) -> types.ModuleType:
    name = f"erqishi.zipai._compiled_{room}"
    spec = importlib.util.spec_from_file_location(name, _HERE / f"{room}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # cached functions are unpickled by this name
    spec.loader.exec_module(module)
    for key, value in list(vars(module).items()):
        if isinstance(value, types.FunctionType):
            if value.__module__ == name:
                setattr(module, key, njit(value))
            else:
                source = value.__module__.rpartition(".")[2]
                setattr(module, key, getattr(done[source], key))
        elif isinstance(value, types.ModuleType) and value.__name__.rpartition(".")[2] in done:
            setattr(module, key, done[value.__name__.rpartition(".")[2]])
    return module
