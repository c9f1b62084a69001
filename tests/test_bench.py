"""The bench scripts run, say what they measure, and the document shows what was measured."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"


def room(name):
    """A module of bench/ that changes nothing when it is loaded."""
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # msgspec looks its types up there
    spec.loader.exec_module(module)
    return module


report = room("report")


def run(*arguments):
    command = [sys.executable, str(BENCH / "run.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT)


def rows():
    """{row: its units} of ours and {row: the rows it is compared with} of the peers."""
    code = """
import json, measure, ours, peers
own = {row.name: row.units for row in ours.ROWS}
print(json.dumps([own, {row.name: row.against for rows in peers.ROWS.values() for row in rows}]))"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8", cwd=BENCH)
    return json.loads(done.stdout)


def test_a_run_prints_its_rows_and_keeps_them_as_json(tmp_path):
    chosen = ["check.interpreted", "check.batched.complete", "clone.interpreted", "start.import"]
    done = run("--seconds", 0.02, "--repeats", 3, "--json", tmp_path / "a.json", *(f"--only={row}" for row in chosen))
    assert done.returncode == 0, done.stderr
    found = report.read(tmp_path / "a.json")  # refuses any key that it does not know
    assert {line.name for line in found.lines} == set(chosen)
    for line in found.lines:
        assert line.name in done.stdout
        assert 0 < line.min <= line.median <= line.max
        assert line.wall > 0
        assert line.repeats == 3
        if line.target is not None:
            reached = line.target / line.median if line.unit == "s" else line.median / line.target
            assert line.ratio == pytest.approx(reached, rel=1e-3)
    assert not found.versus
    assert not found.missing


def test_a_row_that_is_not_there_is_refused():
    done = run("--only", "check.imaginary")
    assert done.returncode == 2
    assert "--list" in done.stderr
    assert not done.stdout


def test_a_peer_that_is_not_installed_says_so_and_hides_nothing():
    command = [sys.executable, "-S", str(BENCH / "peers.py"), "rlcard"]  # -S: without any installed package
    done = subprocess.run(command, input="", capture_output=True, encoding="utf-8")
    assert "rlcard" in json.loads(done.stdout)["missing"]


def test_a_peer_answers_every_question_by_one_line_whatever_it_prints_itself(tmp_path):
    """Stands for an installed `mahjong`: one that prints while it loads."""
    package = tmp_path / "mahjong"
    package.mkdir()
    (package / "__init__.py").write_text("print('welcome')")
    (package / "agari.py").write_text("class Agari:\n    is_agari = staticmethod(sum)")
    (tmp_path / "mahjong-9.dist-info").mkdir()
    (tmp_path / "mahjong-9.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: mahjong\nVersion: 9\n")
    questions = [{"row": "mahjong.agari", "seconds": 0.01}, {"row": "mahjong.shanten", "seconds": 0.01}]
    done = subprocess.run(
        [sys.executable, str(BENCH / "peers.py"), "mahjong"],
        input="".join(f"{json.dumps(question)}\n" for question in questions),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
    )
    about, agari, shanten = map(json.loads, done.stdout.splitlines())
    assert about["version"] == "9"
    assert agari["done"][0] >= 2000
    assert agari["wall"] >= 0.01
    assert "shanten" in shanten["missing"]


def test_every_peer_is_compared_with_rows_that_there_are():
    own, peers = rows()
    for name, against in peers.items():
        assert against, name
        assert set(against) <= set(own), name


def test_the_document_shows_the_latest_results():
    page = report.DOCUMENT.read_text(encoding="utf-8")
    assert page == report.put(page, report.read(report.LATEST)), "python bench/report.py puts the new numbers there"


def test_the_latest_results_are_of_every_row_and_every_peer():
    own, peers = rows()
    found = report.read(report.LATEST)
    assert {(line.name, line.unit) for line in found.lines if line.who == "erqishi"} == {
        (name, unit) for name, units in own.items() for unit in units
    }
    left_out = {missing.name for missing in found.missing}
    assert {line.name for line in found.lines if line.who != "erqishi"} | left_out >= set(peers)
    for line in found.lines:
        assert line.repeats >= 5 or line.name == "start.cold"


def test_numbers_are_written_as_people_say_them():
    assert [report.number(x) for x in (0.2134, 31.41, 999.7, 4350, 53_120_000, 1.5e9)] == [
        "0.213",
        "31.4",
        "1.00 k",
        "4.35 k",
        "53.1 M",
        "1.50 G",
    ]
    assert report.number(0.0483, "s") == "0.0483 s"
    assert [report.times(x) for x in (None, 0.0273, 3.352, 47.2, 9623)] == ["", "0.0273", "3.35", "47", "9,623"]
