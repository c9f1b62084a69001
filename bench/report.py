"""What a run found: its JSON, and the tables made of it.

`python bench/report.py` puts the tables of bench/results/latest.json into docs/performance.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
LATEST = ROOT / "bench" / "results" / "latest.json"
DOCUMENT = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number. `who`: erqishi, or a peer with its version. `unit` s: seconds a run, else so many a second.

    median, min, max: by processor time; wall: the median by the clock on the wall. target: of ours, where there is one;
    ratio: how many times the target is reached (of seconds: target / median), so that 1 and more is met.
    """

    name: str
    who: str
    what: str
    unit: str
    median: float
    min: float
    max: float
    wall: float
    repeats: int
    target: float | None = None
    ratio: float | None = None


class Versus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ours divided by theirs, both medians of the same run by processor time."""

    ours: str
    theirs: str
    unit: str
    ratio: float


class Missing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What could not be measured, and why."""

    name: str
    reason: str


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where it ran. core: the one core it was kept on; None: the system cannot do that."""

    system: str
    processor: str
    cores: int
    core: int | None
    python: str
    numpy: str
    numba: str


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One run. seconds: length of a sample; load_before, load_after: load averages of 1, 5 and 15 minutes."""

    schema: int
    date: str
    erqishi: str
    commit: str | None
    machine: Machine
    load_before: list[float] | None
    load_after: list[float] | None
    seconds: float
    repeats: int
    lines: list[Line]
    versus: list[Versus]
    missing: list[Missing]


def read(path: Path) -> Report:
    """The report in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Report)


def write(report: Report, path: Path) -> None:
    """Keep it, a line a number, so that two runs can be compared by eye."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")


def number(value: float, unit: str = "") -> str:
    """As people say it: 53.1 M, 4.35 k, 0.21 s."""
    if unit == "s":
        return f"{value:.3g} s"
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size * 0.9995:
            return f"{value / size:#.3g}".rstrip(".") + letter
    return f"{value:#.3g}".rstrip(".")


def times(ratio: float | None) -> str:
    """A ratio: 2.31, 47, 1,200."""
    if ratio is None:
        return ""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" if ratio < 10 else f"{ratio:.0f}"


def unit_of(line: Line) -> str:
    """The unit as a table says it."""
    return "" if line.unit == "s" else f"{line.unit}/s"


def cells(line: Line) -> list[str]:
    """One row of the table of numbers."""
    shown = [number(value, line.unit) for value in (line.median, line.min, line.max, line.wall)]
    target = "" if line.target is None else number(line.target, line.unit)
    return [f"{shown[0]} {unit_of(line)}".strip(), f"{shown[1]} – {shown[2]}", shown[3], target, times(line.ratio)]


def setting(report: Report) -> str:
    """The run in one paragraph: machine, versions, load."""
    m = report.machine
    pinned = f"kept on core {m.core} of {m.cores}" if m.core is not None else f"not kept on one of {m.cores} cores"

    def loads(values: list[float] | None) -> str:
        return "unknown" if values is None else " ".join(f"{value:.2f}" for value in values)

    return (
        f"{report.date}, erqishi {report.erqishi} ({report.commit or 'no checkout'}), {m.system}, {m.processor}, {pinned}; "
        f"{m.python}, NumPy {m.numpy}, Numba {m.numba}; {report.repeats} samples of about {report.seconds:g} s each; "
        f"load average before {loads(report.load_before)}, after {loads(report.load_after)}."
    )


def markdown(report: Report) -> str:
    """The tables for docs/performance.md."""
    out = [setting(report), ""]
    out += ["| row | what | median | min – max | by the wall | target | reached × |", "|---|---|--:|--:|--:|--:|--:|"]
    own = [line for line in report.lines if line.who == "erqishi"]
    for before, line in zip([None, *own], own, strict=False):
        same = before is not None and before.name == line.name
        out.append(f"| {'' if same else f'`{line.name}`'} | {'' if same else line.what} | {' | '.join(cells(line))} |")
    others = [line for line in report.lines if line.who != "erqishi"]
    if others:
        out += ["", "| peer | version | what | median | min – max | by the wall |", "|---|---|---|--:|--:|--:|"]
        for line in others:
            name, version = line.name, line.who.partition(" ")[2]
            out.append(f"| `{name}` | {version} | {line.what} | {' | '.join(cells(line)[:3])} |")
        out += ["", "| ours | peer | unit | ours / peer |", "|---|---|---|--:|"]
        out += [f"| `{v.ours}` | `{v.theirs}` | {v.unit} | {times(v.ratio)} |" for v in report.versus]
    if report.missing:
        out += ["", "Not measured: " + "; ".join(f"`{m.name}` ({m.reason})" for m in report.missing) + "."]
    return "\n".join(out)


def put(page: str, report: Report) -> str:
    """`page` with the tables of `report` between its two marks."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{markdown(report)}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    new = put(DOCUMENT.read_text(encoding="utf-8"), read(Path(sys.argv[1]) if len(sys.argv) > 1 else LATEST))
    DOCUMENT.write_text(new, encoding="utf-8")
