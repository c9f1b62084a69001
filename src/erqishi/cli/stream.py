"""Files of one JSON object a line, read in a stream: opened with a message for people, shown as they go by."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from erqishi.errors import UserInputError, WorldError

_BOM = b"\xef\xbb\xbf"
_SOME = 200  # lines between two moves of the progress bar


@contextlib.contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The file, or standard input for `-`. UserInputError when there is no such file, WorldError when it cannot be read."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as files:
        try:
            file = files.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise _refusal(name, error) from None
        yield file


def _refusal(name: str, error: OSError) -> UserInputError | WorldError:
    if os.path.isdir(name):
        return UserInputError(f"{name}: 这是文件夹，要一个文件 / this is a folder; a file is wanted")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return UserInputError(f"{name}: 没有这个文件 / no such file")
    return WorldError(f"{name}: 读不了 / cannot be read: {error.strerror or error}")


@contextlib.contextmanager
def created(path: Path) -> Iterator[TextIO]:
    """The file, open for writing before any work is done; standard output for `-`.

    UserInputError when no file can be there, WorldError when the disk says no, then or later.
    """
    if str(path) == "-":
        yield sys.stdout
        return
    if path.is_dir():
        raise UserInputError(f"{path}: 这是文件夹，要一个文件名 / this is a folder; a file name is wanted")
    if not path.parent.is_dir():
        raise UserInputError(f"{path}: 没有文件夹 {path.parent} / there is no folder {path.parent}")
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise WorldError(f"{path}: 写不了 / cannot write: {error.strerror or error}") from None


def refuse_utf16(name: str, start: bytes) -> None:
    """UserInputError when a file that begins like this is UTF-16, as some editors and shells save text."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"{\0", b"\0{")):
        raise UserInputError(f"{name}: 是 UTF-16，请存成 UTF-8 / this is UTF-16; save the file as UTF-8")


def lines(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """(number from 1, line) of every line that is not blank; shows progress when somebody looks at a terminal."""
    with _progress(file, name) as report:
        done = 0
        for number, line in enumerate(file, 1):
            if number == 1:
                refuse_utf16(name, line)
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
