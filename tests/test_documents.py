"""Documents are true: what they show runs as shown, what they link to is there, every noun has its entry."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from erqishi.cli.app import app
from erqishi.errors import ErqishiError
from erqishi.zipai.meldtext import MELD_NAMES

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def named(paths):
    return {"argvalues": paths, "ids": [str(path.relative_to(ROOT)) for path in paths]}


def console_examples():
    """(page, command, what it prints) of every `$ erqishi …` or `$ python3 play.py …` in a console block."""
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = shown.partition("\n")
                said = re.match(r"(?:erqishi|python3 play\.py) +(?=[^ #])(.*)", command)
                if said:
                    yield page, said[1], output


@pytest.mark.parametrize("page", **named([page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]))
def test_prompt_examples_do_what_the_page_says(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(("page", "command", "output"), list(console_examples()))
def test_console_examples_print_what_the_page_says(page, command, output, monkeypatch):
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, shlex.split(command, comments=True))
    said = f"{done.exception}\n" if isinstance(done.exception, ErqishiError) else done.output
    assert said == output, f"{page.name}: {command}"


def commands_shown():
    """(page, command) of every whole command given in a line: `python3 play.py hand …`."""
    for page in PAGES:
        for command in re.findall(r"`python3 play\.py ([a-z][^`\u2026]*)`", page.read_text(encoding="utf-8")):
            yield pytest.param(command, id=f"{page.name}: {command}")


@pytest.mark.parametrize("command", list(commands_shown()))
def test_commands_shown_in_a_line_work(command, tmp_path, monkeypatch):
    """Those of `serve` are only read, since a server does not end by itself, and those that look at its data, which are not there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/hand.txt").write_bytes((ROOT / "examples/hand.txt").read_bytes())
    words = shlex.split(command)
    done = CliRunner().invoke(app, [*words, "--help"] if words[0] in ("serve", "doctor") else words)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("page", **named(PAGES))
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing


def test_every_meld_is_in_the_glossary_with_its_name():
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", glossary, re.MULTILINE))
    for meld, name in MELD_NAMES.items():
        assert name in rows[meld]


def test_decisions_are_numbered_without_a_gap_and_fit_a_page():
    pages = sorted((ROOT / "docs/adr").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{number:04}" for number in range(1, len(pages) + 1)]
    for page in pages:
        assert page.read_text(encoding="utf-8").startswith(f"# {page.name[:4]} · ")
        assert len(page.read_text(encoding="utf-8").splitlines()) <= 60
