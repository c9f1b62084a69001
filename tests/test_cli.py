"""The command line: one message and an exit status, whatever happens."""

import json
import signal
import subprocess
import sys

import pytest

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


def test_cards_for_programs():
    said = erqishi("cards", "一十", "d2", "--json")
    assert json.loads(said.stdout) == {
        "hand": "一十 贰",
        "ascii": "x1 x10 d2",
        "cards": ["一", "十", "贰"],
        "count": 3,
        "red": 2,
        "black": 1,
    }


@pytest.mark.parametrize(
    ("arguments", "chinese", "english"),
    [
        (["--foo"], "没有选项 --foo", "No such option"),
        (["simulate", "--jsn"], "是不是 --json", "--jsn"),
        (["crads"], "没有命令 crads", "'cards'"),
        (["replay"], "少了 FILE", "Missing argument"),
        (["hand", "--melds"], "--melds 后面少了一个值", "requires an argument"),
        (["hand", "一", "--json=1"], "--json 后面不能写值", "does not take a value"),
        (["simulate", "--seed", "x"], "--seed 的值不对", "valid integer"),
        (["verify", "a", "b"], "多写了东西", "unexpected extra argument"),
    ],
)
def test_a_wrong_command_line_is_told_in_both_languages_with_status_2(arguments, chinese, english):
    said = erqishi(*arguments)
    assert said.returncode == 2
    assert chinese in said.stderr
    assert english in said.stderr
    assert said.stdout == ""


def test_a_book_given_as_a_value_is_not_given_back_whole():
    said = erqishi("hand", "一", "--rules", "a" * 100_000)
    assert said.returncode == 2
    assert len(said.stderr) < 2000
    assert "characters left out" in said.stderr
    assert "erqishi rules list" in said.stderr  # the remedy, at the end, is not what was left out


def test_interrupted_while_starting_is_one_line_and_status_130():
    """Ctrl-C once came as a traceback out of whatever module was being imported."""
    command = [sys.executable, "-X", "utf8", "-X", "importtime", "-m", "erqishi", "hand", "一二三"]
    # A shell lets what it starts in the background ignore the signal, and that is inherited.
    heard = None if sys.platform == "win32" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    for _ in range(5):  # on a busy machine it may be through before the signal comes
        with subprocess.Popen(command, preexec_fn=heard, **pipes) as process:
            for line in process.stderr:
                if "typer" in line:
                    process.send_signal(signal.SIGINT)
                    break
            rest = process.stderr.read()
        if process.returncode != 0:
            break
    assert process.returncode == 130
    assert "Traceback" not in rest
    assert "已中断 · interrupted" in rest


def test_a_store_that_is_a_folder_is_refused_before_anything_is_served(tmp_path):
    said = erqishi("serve", "--store", str(tmp_path), "--port", "0", "--no-browser")
    assert said.returncode == 2
    assert "this is a folder" in said.stderr
    assert said.stdout == ""
