"""Files of one JSON object a line, read in a stream: opened with a message for people, shown as they go by."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from erqishi.errors import UserInputError, WorldError

_BOM = b"\xef\xbb\xbf"
_SOME = 200  # lines between two moves of the progress bar


@contextlib.contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The file, or standard input for `-`. UserInputError or WorldError when it cannot be read."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as files:
        try:
            file = files.enter_context(Path(name).open("rb"))
        except (FileNotFoundError, IsADirectoryError) as error:
            raise UserInputError(f"{name}: 没有这个文件 / no such file: {error.strerror}") from None
        except OSError as error:
            raise WorldError(f"{name}: 读不了 / cannot be read: {error.strerror}") from None
        yield file


def lines(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """(number from 1, line) of every line that is not blank; shows progress when somebody looks at a terminal."""
    with _progress(file, name) as report:
        done = 0
        for number, line in enumerate(file, 1):
            done += len(line)
            if number % _SOME == 0:
                report(done)
            text = line.removeprefix(_BOM).strip() if number == 1 else line.strip()
            if text:
                yield number, text
        report(done)


@contextlib.contextmanager
def _progress(file: BinaryIO, name: str) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    size = None if name == "-" else os.fstat(file.fileno()).st_size
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("看牌 · judging", total=size)
        yield lambda done: progress.update(task, completed=done)
