"""How fast erqishi is, and beside what: python bench/run.py [--seconds 1.5] [--only NAME] [--json FILE] [--peers]

Every row is timed several times, all rows in turn and the peers among them, so that whatever else the machine does
meets everybody alike; the median counts. Rates are by processor time, those by the wall stand beside them.
docs/performance.md says what the rows are and shows the latest run.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import measure
import numpy as np
from measure import ROOT
from ours import ROWS
from peers import ROWS as PEER_ROWS
from report import Line, Machine, Missing, Report, Versus, cells, setting, times, write
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Sheet

import erqishi

PEERS_HOME = ROOT / "bench" / ".peers"
REQUIREMENTS = ROOT / "bench" / "peers-requirements.txt"
console = Console(stderr=True)


class Item:
    """A row that is being measured: how to take a sample, and what was taken."""

    def __init__(
        self, name: str, who: str, what: str, units: tuple[str, ...], take: Callable[[], measure.Sample]
    ) -> None:
        self.name, self.who, self.what, self.units, self.take = name, who, what, units, take
        self.targets: tuple[float | None, ...] = (None,) * len(units)
        self.against: tuple[str, ...] = ()
        self.once = False
        self.samples: list[measure.Sample] = []

    def lines(self) -> Iterator[Line]:
        """The numbers, one a unit."""
        for i, (unit, target) in enumerate(zip(self.units, self.targets, strict=True)):
            value, wall = measure.elapsed(self.samples) if unit == "s" else measure.per_second(self.samples, i)
            reached = None
            if target is not None:
                reached = target / value["median"] if unit == "s" else value["median"] / target
                reached = float(f"{reached:.4g}")
            yield Line(
                name=self.name,
                who=self.who,
                what=self.what,
                unit=unit,
                **value,
                wall=wall,
                repeats=len(self.samples),
                target=target,
                ratio=reached,
            )


class Peer:
    """The process that measures one project in its environment."""

    def __init__(self, project: str, python: Path) -> None:
        command = [str(python), str(ROOT / "bench" / "peers.py"), project]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.about = self._hear()

    def take(self, name: str, seconds: float) -> measure.Sample:
        """One sample of one of its rows; RuntimeError when it cannot."""
        assert self.process.stdin is not None
        print(json.dumps({"row": name, "seconds": seconds}), file=self.process.stdin, flush=True)
        said = self._hear()
        if "missing" in said:
            raise RuntimeError(said["missing"])
        return measure.Sample(tuple(said["done"]), said["cpu"], said["wall"])

    def _hear(self) -> dict:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"missing": f"its process ended with status {self.process.wait()}"}

    def close(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()


# -- what is measured -------------------------------------------------------------------------------------------------


def wanted(name: str, only: list[str]) -> bool:
    """Whether `--only` lets a row in: its name, or the beginning of it up to a dot."""
    return not only or any(name == chosen or name.startswith(f"{chosen}.") for chosen in only)


def own_items(only: list[str], seconds: float, cold: bool) -> Iterator[Item]:
    """Our rows, each set up when it is first used."""
    for row in ROWS:
        if not wanted(row.name, only) or (row.name == "start.cold" and not cold):
            continue
        work = row.prepare()
        if row.units == ("s",):
            take: Callable[[], measure.Sample] = work
        else:
            take = lambda work=work: measure.sample(work, seconds)  # noqa: E731
        item = Item(row.name, "erqishi", row.what, row.units, take)
        item.targets = row.targets
        item.once = row.name == "start.cold"
        if not item.once:
            work()  # compiles what is not compiled yet
        yield item


def peer_items(peers: dict[str, Peer], only: list[str], seconds: float) -> Iterator[Item]:
    """The rows of the peers that answer."""
    for project, peer in peers.items():
        for row in PEER_ROWS[project]:
            if not wanted(row.name, only) and not any(wanted(name, only) for name in row.against):
                continue

            def take(peer: Peer = peer, name: str = row.name) -> measure.Sample:
                return peer.take(name, seconds)

            item = Item(row.name, f"{project} {peer.about['version']}", row.what, row.units, take)
            item.against = row.against
            yield item


def interleaved(own: list[Item], others: list[Item]) -> list[Item]:
    """Every peer behind the first of ours that it is compared with."""
    order = []
    for item in own:
        order.append(item)
        order += [other for other in others if other.against[0] == item.name]
    return order + [other for other in others if other not in order]


def measured(items: list[Item], repeats: int, missing: list[Missing]) -> None:
    """Take all samples, round by round. A peer's row that fails is reported and left out."""
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    failed: set[str] = set()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=repeats * len(items))
        for turn in range(repeats):
            for item in items:
                progress.update(task, description=item.name)
                if item.name not in failed and not (item.once and turn > 0):
                    try:
                        item.samples.append(item.take())
                    except RuntimeError as error:
                        failed.add(item.name)
                        missing.append(Missing(item.name, str(error)))
                progress.advance(task)
    items[:] = [item for item in items if item.name not in failed]


# -- the peers' environment -------------------------------------------------------------------------------------------


def peers_python() -> Path:
    """The interpreter of bench/.peers, which is made at the first call."""
    for place in ("bin/python", "Scripts/python.exe"):
        if (PEERS_HOME / place).exists():
            return PEERS_HOME / place
    with console.status("making bench/.peers …"):
        venv.create(PEERS_HOME, with_pip=True)
    return peers_python()


def install_peers(missing: list[Missing]) -> Path:
    """Install every line of peers-requirements.txt by itself; what cannot be had is reported."""
    python = peers_python()
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    requirements = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    asked = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
    for i, requirement in enumerate(requirements, 1):
        name, _, version = requirement.partition("==")
        found = subprocess.run([str(python), "-c", asked, name], capture_output=True, text=True)
        if found.stdout.strip() == version:
            continue
        pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "-q", requirement]
        with console.status(f"[{i}/{len(requirements)}] installing {requirement} …"):
            done = subprocess.run(pip, capture_output=True, text=True)
        console.print(f"[{i}/{len(requirements)}] {requirement}: {'failed' if done.returncode else 'installed'}")
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            missing.append(Missing(name, (errors or ["pip failed"])[-1]))
    return python


def start_peers(missing: list[Missing]) -> dict[str, Peer]:
    """A process for every project that can be loaded."""
    python = install_peers(missing)
    running: dict[str, Peer] = {}
    for project in PEER_ROWS:
        with console.status(f"loading {project} …"):
            peer = Peer(project, python)
        if "missing" in peer.about:
            peer.close()
            missing.append(Missing(project, peer.about["missing"]))
        else:
            running[project] = peer
    return running


# -- the whole --------------------------------------------------------------------------------------------------------


def commit() -> str | None:
    """The commit of this checkout, with + when there is more; None outside one."""
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        found = subprocess.check_output(
            ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+"], text=True, stderr=subprocess.DEVNULL
        )
        return found.strip()
    return None


def compared(items: list[Item], lines: list[Line]) -> list[Versus]:
    """Ours against each peer that was measured in the same run."""
    own = {(line.name, line.unit): line for line in lines if line.who == "erqishi"}
    found = []
    for item in items:
        for theirs in item.lines():
            for name in item.against:
                ours = own.get((name, theirs.unit))
                if ours is not None and theirs.median:
                    found.append(Versus(name, item.name, theirs.unit, float(f"{ours.median / theirs.median:.4g}")))
    return found


def show(report: Report) -> None:
    """Print the tables."""
    out = Console()
    if not out.is_terminal:
        out = Console(width=160)
    out.print(setting(report), highlight=False)
    sheet = Sheet("row", "what", "median", "min – max", "by the wall", "target", "reached ×")
    for column in sheet.columns[2:]:
        column.justify, column.no_wrap = "right", True
    sheet.columns[0].no_wrap = True
    before = None
    for line in report.lines:
        peer = line.who != "erqishi"
        same = before == line.name
        what = line.what if not peer else f"{line.what} ({line.who})"
        style = "dim" if peer else "yellow" if line.ratio is not None and line.ratio < 1 else ""
        sheet.add_row("" if same else line.name, "" if same else what, *cells(line), style=style)
        before = line.name
    out.print(sheet)
    if report.versus:
        ratios = Sheet("ours", "peer", "unit", "ours / peer")
        ratios.columns[3].justify = "right"
        for versus in report.versus:
            ratios.add_row(versus.ours, versus.theirs, versus.unit, times(versus.ratio))
        out.print(ratios)
    for absent in report.missing:
        out.print(f"not measured: {absent.name}: {absent.reason}", style="yellow", highlight=False)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n\n")[0], formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.5, help="about how long a sample takes (default 1.5)")
    parser.add_argument("--repeats", type=int, default=5, help="samples a row (default 5)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="this row, or rows NAME.…; may be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything there")
    parser.add_argument(
        "--peers", action="store_true", help="measure other projects too (installs them into bench/.peers: 700 MB)"
    )
    parser.add_argument("--cold", action="store_true", help="measure a compilation with an empty cache (a minute)")
    parser.add_argument("--list", action="store_true", help="only name the rows")
    given = parser.parse_args()
    every = [row.name for row in ROWS] + [row.name for rows in PEER_ROWS.values() for row in rows]
    if given.list:
        print("\n".join(every))
        sys.exit()
    for name in given.only:
        if not any(wanted(row, [name]) for row in every):
            parser.error(f"--only {name}: no such row; --list names them")
    if given.repeats < 1 or given.seconds <= 0:
        parser.error("--repeats must be 1 or more, --seconds more than 0")
    return given


def main() -> None:
    """Measure, print, keep."""
    given = arguments()
    missing: list[Missing] = []
    before, core = measure.load(), measure.one_core()
    peers = start_peers(missing) if given.peers else {}
    try:
        with console.status("setting up; what is compiled for the first time takes a minute …"):
            own = list(own_items(given.only, given.seconds, given.cold))
        others = list(peer_items(peers, given.only, given.seconds))
        items = interleaved(own, others)
        for item in others:
            with console.status(f"warming up {item.name} …"), contextlib.suppress(RuntimeError):
                item.take()
        measured(items, given.repeats, missing)
    finally:
        for peer in peers.values():
            peer.close()
    import numba

    lines = [line for item in items for line in item.lines()]
    report = Report(
        schema=1,
        date=datetime.date.today().isoformat(),
        erqishi=erqishi.__version__,
        commit=commit(),
        machine=Machine(**measure.machine(), core=core, numpy=np.__version__, numba=numba.__version__),
        load_before=before,
        load_after=measure.load(),
        seconds=given.seconds,
        repeats=given.repeats,
        lines=lines,
        versus=compared(items, lines),
        missing=missing,
    )
    show(report)
    if given.json:
        write(report, given.json)


if __name__ == "__main__":
    main()
