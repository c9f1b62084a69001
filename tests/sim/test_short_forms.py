"""Short forms of what is run by hand (docs/reliability.md): junk, kills, and the statistics of the timing test."""

import importlib.util
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from erqishi.server.tables.table import Table
from sim import fuzz

ROOT = Path(__file__).resolve().parents[2]


def test_junk_changes_nothing_and_ends_in_no_traceback():
    kinds = fuzz.run(1500)
    assert kinds["fault malformed"] > 300 and kinds["refused not_found"] > 5 and kinds["ack"] > 5


def test_junk_at_a_table_of_paoyao_does_neither():
    kinds = fuzz.run(1500, game="paoyao")
    assert kinds["fault malformed"] > 300 and kinds["refused not_found"] > 5 and kinds["ack"] > 5


def test_a_refusal_that_changes_something_is_noticed(monkeypatch):
    real = Table._refuse

    def careless(self, item, no):
        self.state.nonces[len(self.state.nonces)] = "x"
        real(self, item, no)

    monkeypatch.setattr(Table, "_refuse", careless)
    with pytest.raises(fuzz.Fuzzed, match="something has changed"):
        fuzz.run(1500)


@pytest.mark.parametrize(("game", "kills", "tables"), [("zipai", 5, 2), ("paoyao", 3, 1)])
def test_nothing_acknowledged_is_lost_by_kills_a_full_disk_damage_or_a_wrong_clock(tmp_path, game, kills, tables):
    figures = tmp_path / "figures.json"
    command = [sys.executable, str(ROOT / "bench" / "crash.py"), "--kills", str(kills), "--tables", str(tables)]
    command += ["--game", game, "--json", str(figures)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=550)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{kills} kills" in done.stdout and "0 missing" in done.stdout and "its table is quarantined" in done.stdout
    assert f"{kills}/{kills} kills" in done.stderr
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert (found["game"], found["kills"], found["missing"], found["faults"]) == (game, kills, 0, [])
    assert found["acks"] > 5


def test_a_log_whose_time_goes_back_is_noticed(tmp_path):
    module = bench("crash")
    db = sqlite3.connect(tmp_path / "db")
    db.execute("CREATE TABLE table_log (table_id, v, at)")
    db.executemany("INSERT INTO table_log VALUES (?, ?, ?)", [("a", 0, 5), ("a", 1, 5), ("b", 0, 1), ("b", 1, 3)])
    db.commit()
    assert module.backwards(tmp_path / "db") == []
    db.execute("INSERT INTO table_log VALUES ('b', 2, 1)")
    db.commit()
    db.close()
    assert module.backwards(tmp_path / "db") == ["time goes back by 2 ms: table b, v 2"]


def bench(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "bench" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_classifier_sees_what_there_is_and_only_that():
    module = bench("timing_tell")
    rng = np.random.default_rng(1)
    n = 4000
    y, table, kind = rng.random(n) < 0.3, rng.integers(0, 8, n), rng.choice(["a", "b"], n)
    x = rng.normal(size=(n, len(module.FEATURES)))
    assert all(abs(a - 0.5) < 0.04 for _, a, _ in module.judged(x, y, table, kind))
    x[y, 2] += 0.7
    found = {name: a for name, a, _ in module.judged(x, y, table, kind)}
    assert found[module.FEATURES[2]] > 0.65 and found["logistic, other tables"] > 0.65
    pairs = [(p > q) + (p == q) / 2 for p in x[y, 2][:90] for q in x[~y, 2][:90]]
    some = np.concatenate([x[y, 2][:90], x[~y, 2][:90]])
    assert module.auc(some, np.arange(180) < 90)[0] == pytest.approx(np.mean(pairs))
