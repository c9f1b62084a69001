"""The one-command set-up: what it says when something is missing, and what it never does."""

import ast
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import bootstrap  # noqa: E402
import build_web  # noqa: E402
import check  # noqa: E402
import play  # noqa: E402

REFUSED = "WARNING: Retrying … 'NewConnectionError(…: Failed to establish a new connection: [Errno 111]')'"
NOTHING = "ERROR: No matching distribution found for annotated-doc==0.0.7 (from versions: none)"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An environment folder of our own, not yet made."""
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "MARK", tmp_path / "venv" / bootstrap.MARK.name)
    return tmp_path / "venv"


@pytest.mark.parametrize("script", ["play.py", "check.py"])
def test_an_old_python_can_read_the_scripts_far_enough_to_say_so(script):
    ast.parse((ROOT / script).read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(
    ("output", "word"),
    [
        (REFUSED, "network"),
        (NOTHING, "network"),
        (f"Downloading annotated_doc-0.0.7.whl\n{NOTHING}", "64-bit"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "refused"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("something else", "something else"),
    ],
)
def test_a_failed_download_is_explained(output, word):
    assert word in bootstrap._why(output)


def test_a_folder_that_was_not_made_here_is_never_cleared(place):
    place.mkdir()
    (place / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(bootstrap.SetupError, match="ERQISHI_VENV"):
        bootstrap._make_environment()
    assert (place / "thesis.txt").exists()


def test_a_python_without_ensurepip_is_told_what_to_install(place, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match="venv"):
        bootstrap._make_environment()
    assert not place.exists()


def test_a_place_that_cannot_be_written_is_named(place, monkeypatch):
    place.parent.joinpath("file").write_text("", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "VENV", place.parent / "file" / "venv")
    monkeypatch.setattr(bootstrap, "MARK", place.parent / "file" / "venv" / "mark")
    with pytest.raises(bootstrap.SetupError, match="cannot write"):
        bootstrap.set_up(bootstrap.LOCK)


def made(place, version):
    """An environment that says it was made with this version of Python, and whose Python is ours."""
    venv.EnvBuilder(symlinks=sys.platform != "win32").create(place)
    bootstrap.MARK.write_text(bootstrap._home(version), encoding="utf-8")
    (place / "requirements.lock.stamp").write_text(bootstrap._fingerprint(bootstrap.LOCK), encoding="utf-8")
    return place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


OURS = f"{sys.version_info[0]}.{sys.version_info[1]}"


def test_a_ready_environment_is_used_at_once_whichever_python_calls(place, monkeypatch):
    """Another Python used to clear it, under the feet of a server that ran from it."""
    monkeypatch.setattr(bootstrap, "_pip", lambda *arguments: pytest.fail("installs again"))
    python = made(place, OURS)
    monkeypatch.setattr(bootstrap.sys, "version", "3.99.0 (another)")
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 99, 0))
    assert bootstrap.set_up(bootstrap.LOCK) == (python, False)


def test_an_environment_whose_python_is_another_now_is_made_anew(place, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "_pip", lambda *arguments: None)
    made(place, "3.10")
    assert bootstrap.set_up(bootstrap.LOCK)[1] and "Python has changed" in capsys.readouterr().out
    assert bootstrap._read(bootstrap.MARK) == bootstrap._home(OURS)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["serve"]),
        (["--no-browser"], ["serve", "--no-browser"]),
        (["serve", "--port", "0"], ["serve", "--port", "0"]),
        (["hand", "一二三"], ["hand", "一二三"]),
        (["--help"], ["--help"]),
    ],
)
def test_options_alone_are_those_of_the_tables(given, meant):
    assert play.command(given) == meant


def test_ready_is_said_last_and_only_after_work(place, monkeypatch, capsys):
    """It used to stand before the longest step, and a newcomer waited for a table that was "ready"."""
    monkeypatch.setattr(bootstrap, "_pip", lambda *arguments: None)
    monkeypatch.setattr(bootstrap, "_make_environment", lambda: place.mkdir())

    def started(command, *arguments, **options):
        raise SystemExit(" ".join((command if isinstance(command, list) else arguments[0])[2:4]))

    monkeypatch.setattr(bootstrap.os, "chdir", lambda path: None)
    monkeypatch.setattr(bootstrap.os, "execve", started)
    monkeypatch.setattr(bootstrap.signal, "signal", lambda *arguments: None)
    monkeypatch.setattr(bootstrap.subprocess, "call", started)
    monkeypatch.setattr(build_web, "is_built", lambda: False)
    monkeypatch.setattr(build_web, "build", lambda python: True)
    with pytest.raises(SystemExit, match="erqishi serve"):
        bootstrap.start(["serve"])
    said = capsys.readouterr().out
    order = [said.index(words) for words in ("a minute and a half", "[1/4]", "[2/4]", "[3/4]", "[4/4]", "就绪 · ready")]
    assert order == sorted(order)


def test_another_lock_means_another_installation(tmp_path):
    other = tmp_path / "requirements.lock"
    other.write_text("numpy==1", encoding="utf-8")
    assert bootstrap._fingerprint(other) != bootstrap._fingerprint(bootstrap.LOCK)


def test_the_summary_fails_when_one_check_fails_and_runs_the_rest(monkeypatch, capsys):
    ran = []

    def tee(command):
        ran.append(command[2])
        return (1, ["Found 2 errors."]) if "check" in command else (0, ["== 3 passed, 1 skipped in 0.1s =="])

    monkeypatch.setattr(check, "_tee", tee)
    assert check.check(Path("python"), []) == 1
    assert ran == ["ruff", "ruff", "mypy", "pytest", "web_checks"]
    said = capsys.readouterr().out
    assert "Found 2 errors" in said
    assert "3 passed, 1 skipped" in said
    assert "failed: ruff" in said


def test_arguments_for_pytest_leave_the_client_alone(monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(check, "_tee", lambda command: ran.append(command[2]) or (0, ["1 passed"]))
    assert check.check(Path("python"), ["-k", "cards"]) == 0
    assert "web_checks" not in ran
    assert "[4/4]" in capsys.readouterr().out


def test_the_client_is_built_again_exactly_when_its_sources_change(tmp_path, monkeypatch):
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "public").mkdir()
    for name in (
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
        "tsconfig.json",
        "index.html",
    ):
        (web / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(build_web, "ROOT", tmp_path)
    monkeypatch.setattr(build_web, "WEB", web)
    monkeypatch.setattr(build_web, "STAMP", tmp_path / "stamp.txt")
    built = []
    monkeypatch.setattr(build_web, "install", lambda python: None)
    monkeypatch.setattr(build_web, "npm", lambda *arguments, **options: built.append(arguments))
    assert build_web.build("python") is True
    assert build_web.build("python") is False
    (web / "src/app.ts").write_text("new", encoding="utf-8")
    assert build_web.build("python") is True
    assert len(built) == 2


def test_a_client_that_cannot_be_built_is_explained(monkeypatch):
    monkeypatch.setattr(build_web, "is_built", lambda: False)

    def fail(python):
        raise build_web.BuildError("npm ci failed")

    monkeypatch.setattr(build_web, "build", fail)
    with pytest.raises(bootstrap.SetupError, match="npm ci failed"):
        bootstrap.build_client(Path("python"))
