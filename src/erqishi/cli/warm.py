"""What takes seconds the first time, said or shown while it goes on."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.tables import SetValues

WORDS = "第一次用这套息，造表约十秒 · first use of these 息: making their table, about ten seconds"


def cover_table(rules: RuleSet) -> None:
    """Make the table of covers of rules with 息 of their own: ten seconds once, then it is in the cache."""
    from erqishi.zipai import flat

    _made(flat.values_of(rules))


@functools.lru_cache(maxsize=16)
def _made(values: SetValues) -> None:
    from erqishi.zipai import tables

    if values in tables.SHIPPED:
        return  # shipped
    if not sys.stderr.isatty():
        tables.load(values, _Said())
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(WORDS, total=1.0, visible=False)
        tables.load(values, lambda done: progress.update(task, completed=done, visible=True))


class _Said:
    """Called while the table is being made: a line for whoever waits, at the first call."""

    def __init__(self) -> None:
        self.said = False

    def __call__(self, done: float) -> None:
        if not self.said:
            print(f"{WORDS} …", file=sys.stderr, flush=True)
        self.said = True
