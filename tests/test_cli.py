"""The command line: one message and an exit status, whatever happens."""

import subprocess
import sys

from erqishi import __version__


def erqishi(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "utf8", "-m", "erqishi", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_version():
    assert erqishi("--version").stdout == f"erqishi {__version__}\n"


def test_cards_are_sorted_and_counted():
    said = erqishi("cards", "壹贰叁一一二三", "七十")
    assert said.returncode == 0
    assert said.stdout.splitlines()[:2] == ["一一二三七十 壹贰叁", "x1 x1 x2 x3 x7 x10 d1 d2 d3"]
    assert "9 张，红 4，黑 5" in said.stdout


def test_unreadable_cards_are_a_message_and_status_2():
    said = erqishi("cards", "一王")
    assert said.returncode == 2
    assert "第2字" in said.stderr
    assert "Traceback" not in said.stderr
