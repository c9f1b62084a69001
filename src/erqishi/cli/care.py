"""`erqishi backup`, `restore` and `doctor`: care of a server's data file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from erqishi.server.care import Counts

Store = Annotated[
    str | None,
    typer.Option("--store", metavar="FILE", help="数据文件，不写就按设置找 · the data file; else as the settings say"),
]
AsJson = Annotated[bool, typer.Option("--json", help="给程序看 · for programs")]


def backup(
    target: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="存到哪里，不写就按时间起名 · where to; else named after the time"),
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """备份数据文件，开着服也可以。 Copy the data file, also while the server runs.

    \b
    erqishi backup
    erqishi backup /mnt/usb/erqishi.sqlite --store /srv/erqishi/erqishi.sqlite
    """
    import time

    from erqishi.server import care

    goal = target or f"erqishi-{time.strftime('%Y%m%d-%H%M%S')}.sqlite"
    with _progress("备份 · copying") as tick:
        counts = care.backup(_store(store), goal, tick)
    _tell(as_json, {"backup": str(Path(goal).absolute()), "counts": counts}, f"已备份到 · copied to {goal}", counts)


def restore(
    source: Annotated[str, typer.Argument(metavar="FILE", help="备份文件 · the backup")],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """用备份换下数据文件；先停服，原来的文件留在旁边。 Put a backup back. Stop the server first; the old file is kept.

    \b
    erqishi restore erqishi-20260102-030405.sqlite
    """
    from erqishi.server import care

    goal = _store(store)
    counts, kept = care.restore(source, goal)
    text = f"已恢复 · restored {goal}"
    if kept is not None:
        text += f"\n原来的留作 · what was there is now {kept}"
    _tell(as_json, {"store": goal, "kept": str(kept) if kept is not None else None, "counts": counts}, text, counts)


def doctor(store: Store = None, as_json: AsJson = False) -> int:
    """检查数据文件：文件、每张桌的日志、每一局的牌谱。 Look whether a data file is sound; it is only read.

    有问题时退出码为 1。 Exit status 1 if something is not sound.

    \b
    erqishi doctor
    erqishi doctor --store /mnt/usb/erqishi.sqlite --json
    """
    import msgspec

    from erqishi.server import care

    with _progress("检查 · looking") as tick:
        found = care.examine(_store(store), tick)
    if as_json:
        typer.echo(msgspec.json.encode({"ok": not found.faults, **msgspec.structs.asdict(found)}).decode())
        return 1 if found.faults else 0
    typer.echo(f"{found.store}: {_counted(found.counts)}")
    for fault in found.faults:
        typer.echo(f"  {fault.where}: {fault.zh} · {fault.en}")
    if found.faults:
        typer.echo(
            f"{len(found.faults)} 处有问题 · {len(found.faults)} faults; 别的桌照常 · the other tables are not touched by them"
        )
        return 1
    typer.echo("全部完好 · all of it is sound")
    return 0


def _store(given: str | None) -> str:
    from erqishi.server.settings import load

    return load(flags={"store": given}).store


def _counted(counts: Counts) -> str:
    zh = f"{counts.people} 人，{counts.tables} 张桌（开着 {counts.open_tables}），{counts.hands} 局，{counts.size / 1e6:.1f} MB"
    return f"{zh} · {counts.people} people, {counts.tables} tables ({counts.open_tables} open), {counts.hands} hands"


def _tell(as_json: bool, values: dict[str, object], text: str, counts: Counts) -> None:
    import msgspec

    typer.echo(msgspec.json.encode(values).decode() if as_json else f"{text}\n{_counted(counts)}")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[float], None]]:
    """A bar for whoever looks at a terminal; it takes the part that is done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda done: bar.update(task, completed=done)
