"""The driver of load: its figures are right, and a small load meets no fault."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parent.parent / "bench"


@pytest.fixture
def load(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import load

    return load


def page(name, **upto):
    """A histogram as /metrics has it."""
    found = {f'{name}_bucket{{le="{bound[1:].replace("_", ".")}"}}': float(n) for bound, n in upto.items()}
    return {**found, f"{name}_count": max(found.values()), "another_bucket": 7.0}


def test_quantiles_of_a_histogram_are_interpolated_between_two_scrapes(load):
    before = page("t", b0_01=4, b0_05=5, b0_1=5) | {'t_bucket{le="+Inf"}': 5.0, "t_sum": 1.0}
    after = page("t", b0_01=54, b0_05=95, b0_1=103) | {'t_bucket{le="+Inf"}': 105.0, "t_count": 105.0, "t_sum": 4.0}
    found = load.between(before, after)
    assert load.buckets(found, "t") == [(0.01, 50), (0.05, 90), (0.1, 98), (float("inf"), 100)]
    figures = load.histogram_figures(found, "t")
    assert figures == {"n": 100, "p50": pytest.approx(0.01), "p99": 0.1, "mean": pytest.approx(0.03)}
    assert load.quantile(load.buckets(found, "t"), 0.7) == pytest.approx(0.03)
    assert load.within(found, "t", 0.05) == pytest.approx(0.9)
    assert load.quantile([], 0.5) is None and load.within({}, "t", 0.05) is None


def test_quantiles_of_values_are_theirs(load):
    assert load.spread([float(n) for n in range(101)][::-1]) == {"n": 101, "p50": 50, "p99": 99, "max": 100}
    assert load.spread([])["p99"] is None


def test_a_small_load_meets_no_fault_and_every_command_is_answered(tmp_path):
    options = ["--tables", "10", "--minutes", "0.03", "--think", "0.05", "--pace", "0.02", "--settle", "0"]
    command = [sys.executable, str(BENCH / "load.py"), *options, "--json", str(tmp_path / "a.json")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault" in done.stdout
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    client, server = found["load"]["client"], found["load"]["server"]
    assert found["people"] == 30 and not found["faults"] and not found["unanswered"] and not found["not_playing"]
    assert client["ack"]["n"] > 15 and server["answer"]["n"] > 15
    assert server["commit"]["n"] > 15 and not client["closed"] and not server["cut_off"]
    assert {"stale", "not_now"} >= set(client["refused"])
