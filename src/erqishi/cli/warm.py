"""What takes seconds the first time, with a progress bar for whoever looks at a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import RuleSet


def cover_table(rules: RuleSet) -> None:
    """Make the table of covers of rules with 息 of their own: ten seconds once, then it is in the cache."""
    from erqishi.zipai import flat, tables

    values = flat.values_of(rules)
    if values == tables.SetValues():
        return  # shipped
    if not sys.stderr.isatty():
        tables.load(values)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("第一次用这套息，造表 · first use of these 息: making the table", total=1.0)
        tables.load(values, lambda done: progress.update(task, completed=done))
