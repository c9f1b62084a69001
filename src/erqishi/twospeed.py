"""One source, two speeds: a game's rule rooms loaded a second time and compiled by Numba.

Each room is loaded again from its file under a name of its own; every function in it becomes an `njit` function, and
names that it imports from another room are exchanged for that room's compiled ones. Numba's cache notices a change in
a function's own file but not in what it calls elsewhere, so the cache lies in a directory named by a hash of all rooms
and of the versions of Python, Numba and NumPy: a stale cache cannot be found.
"""

import contextlib
import functools
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

from erqishi.errors import InternalError, WorldError

#: Machine code of this many other sources or Pythons is kept beside the present one.
KEPT = 5


def cache_home() -> Path:
    """Where what is costly to make is kept between runs: `ERQISHI_CACHE`, or ~/.cache/erqishi.

    WorldError when there is neither: the callers go on without a cache.
    """
    named = os.environ.get("ERQISHI_CACHE")
    try:
        return Path(named) if named else Path.home() / ".cache" / "erqishi"
    except RuntimeError:
        raise WorldError("没有家目录，设 ERQISHI_CACHE / no home directory: set ERQISHI_CACHE to a directory") from None


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class TwoSpeed:
    """The compiled side of one game.

    `package`: the dotted package of the rooms; `rooms`: module names in the order in which they may be loaded, each
    importing only from those before it; `entries`: the compiled functions that Python itself calls (the others get no
    wrapper, which is a third of the compile time).
    """

    def __init__(self, package: str, here: Path, rooms: tuple[str, ...], entries: frozenset[str]) -> None:
        self.package = package
        self.here = here
        self.rooms = rooms
        self.entries = entries

    def cache_dir(self) -> Path:
        """Where the machine code lies, named by a hash of all that it is made from."""
        import numba

        digest = hashlib.sha256(Path(__file__).read_bytes())
        for room in self.rooms:
            digest.update((self.here / f"{room}.py").read_bytes())
        versions = (platform.python_version(), platform.machine(), numba.__version__, np.__version__)
        digest.update(repr(versions).encode())
        return cache_home() / "machine-code" / f"{self.package.rpartition('.')[2]}-{digest.hexdigest()[:16]}"

    def is_warm(self) -> bool:
        """Whether an earlier run has left its machine code, so that the first call is quick."""
        try:
            return (self.cache_dir() / "complete").exists()
        except WorldError:
            return False

    def mark_warm(self) -> None:
        """Note that everything a run needs has been compiled and cached, and what every file of it looks like."""
        with contextlib.suppress(OSError, WorldError):
            directory = self.cache_dir()
            sums = "".join(f"{_sum(path)} {path.name}\n" for path in sorted(directory.glob("*.nb[ic]")))
            (directory / "complete").write_text(sums)

    @functools.cache  # noqa: B019 - one object a game, alive as long as the program
    def load(self) -> types.SimpleNamespace:
        """The compiled rooms by name. A function is compiled, or fetched from the cache, at its first call."""
        import numba

        try:
            directory = self.cache_dir()
            writable = self._prepare(directory)
        except WorldError:
            directory, writable = Path("."), False  # nothing is cached, so nothing is written there
        done: dict[str, types.ModuleType] = {}
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(directory)
        try:
            for room in self.rooms:
                done[room] = self._compile(room, done, writable)
        finally:
            config.CACHE_DIR = before
        return types.SimpleNamespace(**done)

    def _weed(self, directory: Path) -> None:
        """Throw away cached functions that are not as they were left: Numba trusts what it finds."""
        with contextlib.suppress(OSError):
            for line in (directory / "complete").read_text().splitlines():
                noted, _, name = line.partition(" ")
                path = directory / name
                if path.exists() and _sum(path) != noted:
                    for file in directory.glob(name.rpartition("-")[0] + "*"):
                        file.unlink(missing_ok=True)

    def _prepare(self, directory: Path) -> bool:
        """Make the cache directory and drop all but the latest of the others; False when nothing can be written there.

        Several stay, since other checkouts and other Pythons may be using theirs.
        """
        try:
            if not directory.exists():
                ours = re.compile(re.escape(self.package.rpartition(".")[2]) + "-[0-9a-f]{16}")
                others = [path for path in directory.parent.glob("*-*") if ours.fullmatch(path.name)]
                for old in sorted(others, key=lambda path: path.stat().st_mtime)[:-KEPT]:
                    shutil.rmtree(old, ignore_errors=True)
            directory.mkdir(parents=True, exist_ok=True)
            self._weed(directory)
        except OSError:
            return False
        return os.access(directory, os.W_OK)

    def _compile(self, room: str, done: dict[str, types.ModuleType], cache: bool) -> types.ModuleType:
        name = f"{self.package}._compiled_{room}"
        spec = importlib.util.spec_from_file_location(name, self.here / f"{room}.py")
        if spec is None or spec.loader is None:
            raise InternalError(f"cannot load {room}.py a second time")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # cached functions are unpickled by this name
        spec.loader.exec_module(module)
        for key, value in list(vars(module).items()):
            if isinstance(value, types.FunctionType):
                home = value.__module__.rpartition(".")[2]
                mine = value.__module__ == name
                setattr(module, key, self._njit(value, cache) if mine else getattr(done[home], key))
            elif isinstance(value, types.ModuleType) and value.__name__.rpartition(".")[2] in done:
                setattr(module, key, done[value.__name__.rpartition(".")[2]])
        return module

    def _njit(self, function: types.FunctionType, cache: bool) -> Any:
        """Compile `function` once for all integers.

        Left alone, Numba compiles it anew for every constant and every width of integer that it is called with.
        """
        import numba

        inner = function.__name__ not in self.entries
        jit = numba.njit(cache=cache, error_model="numpy", no_cpython_wrapper=inner, no_cfunc_wrapper=True)
        dispatcher = jit(function)
        template = dispatcher.get_call_template

        def widen(given: Any) -> Any:
            given = numba.types.unliteral(given)
            return numba.types.int64 if isinstance(given, (numba.types.Integer, numba.types.Boolean)) else given

        dispatcher.get_call_template = lambda args, kws: template(tuple(map(widen, args)), kws)
        return dispatcher
