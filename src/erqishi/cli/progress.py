"""What a command says while it works, and what it suggests for a word that it does not know."""

from __future__ import annotations

import contextlib
import difflib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.progress import Progress


def suggest(word: str, known: tuple[str, ...]) -> str:
    """What there is, and what may have been meant."""
    near = difflib.get_close_matches(word, known, n=1)
    hint = f"是不是 {near[0]} / did you mean {near[0]}? " if near else ""
    return f"{hint}可用 / there are: {', '.join(known)}"


def _progress(*columns: Any) -> Progress | None:
    """A progress display on the terminal, None when standard error is none."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    return Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)


@contextlib.contextmanager
def bar(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal; gives the function that moves it on."""
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

    progress = _progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if progress is None:
        yield lambda count: None
        return
    with progress:
        task = progress.add_task("", total=total)
        yield lambda count: progress.advance(task, count)


@contextlib.contextmanager
def waiting(words: str) -> Iterator[None]:
    """Say that something takes a while."""
    from rich.progress import SpinnerColumn, TextColumn

    progress = _progress(SpinnerColumn(), TextColumn("{task.description}"))
    if progress is None:
        typer.echo(words, err=True)
        yield
        return
    with progress:
        progress.add_task(words, total=None)
        yield
