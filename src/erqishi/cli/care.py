"""`erqishi backup`, `restore` and `doctor`: care of a server's data file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from erqishi.server.care import Counts, Fault

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

    存好后检查一遍；有问题也留着，只是告诉你。 The copy is then looked through; faults are told, and the copy stays.

    \b
    erqishi backup
    erqishi backup /mnt/usb/erqishi.sqlite --store /srv/erqishi/erqishi.sqlite
    """
    import shlex
    import time

    from erqishi.errors import ErqishiError
    from erqishi.server import care

    goal = target or f"erqishi-{time.strftime('%Y%m%d-%H%M%S')}.sqlite"
    with _progress("备份 · copying") as tick:
        counts = care.backup(_store(store), goal, tick)
    if not as_json:
        # Before the look, which may take long: whoever interrupts that has the copy.
        _tell(f"已备份到 · copied to {goal}", counts)
    faults: tuple[Fault, ...] = ()
    try:
        with _progress("检查 · looking") as tick:
            faults = care.examine(goal, tick).faults
    except ErqishiError as error:
        faults = (care.Fault(goal, "检查不下去", f"cannot be looked through: {error}"),)
    _warn(faults)
    if faults:
        _say(
            f"已照原样备份；要再检查，运行 / copied as it is; to look again, run: erqishi doctor --store {shlex.quote(goal)}"
        )
    if as_json:
        _json({"backup": str(Path(goal).absolute()), "counts": counts, "faults": faults})


def restore(
    source: Annotated[str, typer.Argument(metavar="FILE", help="备份文件 · the backup")],
    store: Store = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="备份有问题也恢复 · put it back even if it is not sound")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """用备份换下数据文件；先停服，原来的文件留在旁边。 Put a backup back. Stop the server first; the old file is kept.

    先检查备份；有问题就不恢复，退出码为 1。 The backup is looked through first; one that is not sound is refused, exit status 1.

    \b
    erqishi restore erqishi-20260102-030405.sqlite
    """
    from erqishi.server import care

    goal = _store(store)
    try:
        with _progress("检查 · looking") as tick:
            done = care.restore(source, goal, tick, anyway=anyway)
    except care.Unsound as error:
        _warn(error.health.faults)
        _say(str(error))
        if as_json:
            _json({"restored": False, "store": goal, "counts": error.health.counts, "faults": error.health.faults})
        return 1
    _warn(done.faults)
    text = f"已恢复 · restored {goal}"
    if done.kept is not None:
        text += f"\n原来的留作 · what was there is now {done.kept}"
    if as_json:
        kept = str(done.kept) if done.kept is not None else None
        _json({"restored": True, "store": goal, "kept": kept, "counts": done.counts, "faults": done.faults})
    else:
        _tell(text, done.counts)
    return 0


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
        _json({"ok": not found.faults, **msgspec.structs.asdict(found)})
        return 1 if found.faults else 0
    typer.echo(f"{found.store}: {_counted(found.counts)}")
    for fault in found.faults:
        typer.echo(f"  {_told(fault)}")
    if found.faults:
        typer.echo(f"{_number(found.faults)}; 别的桌照常 · the other tables are not touched by them")
        return 1
    typer.echo("全部完好 · all of it is sound")
    return 0


def _store(given: str | None) -> str:
    from erqishi.server.settings import load

    return load(flags={"store": given}).store


def _counted(counts: Counts) -> str:
    zh = f"{counts.people} 人，{counts.tables} 张桌（开着 {counts.open_tables}），{counts.hands} 局，{counts.size / 1e6:.1f} MB"
    return f"{zh} · {counts.people} people, {counts.tables} tables ({counts.open_tables} open), {counts.hands} hands"


def _told(fault: Fault) -> str:
    return f"{fault.where}: {fault.zh} · {fault.en}"


def _number(faults: tuple[Fault, ...]) -> str:
    return f"{len(faults)} 处有问题 · {len(faults)} fault{'s' if len(faults) > 1 else ''}"


def _warn(faults: tuple[Fault, ...]) -> None:
    if faults:
        _say("\n  ".join([f"注意 · warning: {_number(faults)}", *map(_told, faults)]))


def _say(text: str) -> None:
    from erqishi.cli.usage import fit

    typer.echo(fit(text), err=True)


def _json(values: Mapping[str, object]) -> None:
    import msgspec

    typer.echo(msgspec.json.encode(values).decode())


def _tell(text: str, counts: Counts | None) -> None:
    typer.echo(text)
    if counts is not None:
        typer.echo(_counted(counts))


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
