"""A private Python environment for this checkout, made from the lock file with the standard library alone.

`play.py` and `check.py` call it. The environment is `.venv` beside this file (or the folder that ERQISHI_VENV names).
The first run downloads the packages of the lock file and checks their hashes; later runs see by a stamp that nothing
has changed and start at once. docs/adr/0003-stdlib-bootstrap.md says why this is our own code.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import build_web

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("ERQISHI_VENV") or ROOT / ".venv").absolute()
LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"

# Written before anything else goes into the folder: only a folder that carries it is ever cleared.
MARK = VENV / "erqishi-environment.txt"

NETWORK_SIGNS = (
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
    "ConnectionResetError",
    "Network is unreachable",
    "HTTP error 5",
)


class SetupError(Exception):
    """Something the person at the keyboard can mend; the message says how."""


def run(job: Callable[[], int]) -> NoReturn:
    """Run a job and leave with its status. What a person can mend is one message, not a traceback."""
    try:
        status = job()
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        print("\n已中断 · interrupted", file=sys.stderr)
        status = 130
    sys.exit(status)


def say(text: str) -> None:
    """One line for the person who waits, shown at once."""
    print(text, flush=True)


def start(arguments: list[str]) -> int:
    """Set up what the game needs, then become `erqishi ARGUMENTS`."""
    serving = arguments[:1] == ["serve"]
    begin = time.monotonic()
    python, news = set_up(LOCK, steps=4 if serving else 3)
    if serving:
        news |= build_client(python)
    if news:
        say(f"就绪 · ready ({time.monotonic() - begin:.0f} s)\n")
    command = [str(python), "-m", "erqishi", *arguments]
    if os.name == "posix":
        os.chdir(ROOT)
        os.execve(command[0], command, environment())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which shares our console
    return subprocess.call(command, cwd=ROOT, env=environment())


def build_client(python: Path) -> bool:
    """Build the browser client, if it is not there or its sources have changed since. Whether anything was done."""
    try:
        if build_web.is_built():
            return False
        say("[4/4] 建网页牌桌，这一步最久 · building the table for the browser, the longest step …")
        with _counting_seconds():
            build_web.build(str(python))
    except build_web.BuildError as error:
        raise SetupError(str(error)) from error
    return True


@contextlib.contextmanager
def _counting_seconds() -> Iterator[None]:
    """Show the seconds go by under a step that says nothing itself; without a terminal a line every ten seconds."""
    done = threading.Event()
    live = sys.stdout.isatty()

    def count() -> None:
        begin = time.monotonic()
        while not done.wait(1 if live else 10):
            print(f"      {time.monotonic() - begin:.0f} s", end="\r" if live else "\n", flush=True)

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    try:
        yield
    finally:
        done.set()
        counter.join()


def environment() -> dict[str, str]:
    """The environment of every program started here: UTF-8, and nobody else's Python path."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    return clean | {"PYTHONUTF8": "1", "VIRTUAL_ENV": str(VENV)}


def set_up(lock: Path, steps: int = 3) -> tuple[Path, bool]:
    """Make the environment hold exactly what a lock file says, and this checkout. Its Python, and whether work was done.

    steps: how many the caller announces in all; ours are the first three.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = VENV / f"{lock.name}.stamp"
    wanted = _fingerprint(lock)
    try:
        if _is_ours(python):
            if _read(stamp) == wanted:
                return python, False
        else:
            if _read(MARK).startswith("erqishi"):
                say("Python 换了，环境要重建 · Python has changed: the environment is made anew")
            say(
                "第一次约一分半钟，以后马上就开 · the first time takes about a minute and a half, later it starts at once"
            )
            say(f"[1/{steps}] 建立环境 · making an environment in {VENV} …")
            _make_environment()
        say(f"[2/{steps}] 下载安装（校验哈希） · fetching the packages of {lock.name}, hashes checked …")
        _pip(python, ["--require-hashes", "--only-binary", ":all:", "-r", str(lock)])
        say(f"[3/{steps}] 安装本程序 · installing this checkout …")
        _pip(python, ["--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)])
        stamp.write_text(wanted, encoding="utf-8")
        if lock == DEV_LOCK:  # it holds everything of the other, in the same versions (tests/test_locks.py)
            (VENV / f"{LOCK.name}.stamp").write_text(_fingerprint(LOCK), encoding="utf-8")
    except OSError as error:
        raise SetupError(
            f"写不了 · cannot write: {error}\n"
            "换一个可写的位置，或设 ERQISHI_VENV=某个文件夹 · set ERQISHI_VENV to a folder that you can write to"
        ) from error
    return python, True


def _home(version: str) -> str:
    """What the mark says of an environment of this checkout, made with Python `version` (3.11, …)."""
    return f"erqishi · Python {version} · {ROOT}\n"


def _is_ours(python: Path) -> bool:
    """Whether the environment was made for this checkout and its Python still runs.

    Whichever Python calls us: another one must not clear what a running server lives on.
    """
    if not python.exists() or not _read(MARK).startswith("erqishi"):
        return False
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        said = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    return _read(MARK) == _home(said.strip())


def _make_environment() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "这个 Python 缺 venv/ensurepip · this Python lacks venv/ensurepip.\n"
            f"Debian/Ubuntu: sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv\n"
            "其他系统：装完整的 Python · elsewhere: install a complete Python"
        )
    if VENV.exists() and not MARK.exists() and any(VENV.iterdir()):
        raise SetupError(
            f"{VENV} 已存在，不是本程序建的 · exists and was not made here.\n"
            "请移走它，或设 ERQISHI_VENV=另一个文件夹 · move it away, or set ERQISHI_VENV to another folder"
        )
    try:
        if MARK.exists():
            shutil.rmtree(VENV)
        VENV.mkdir(parents=True, exist_ok=True)
        MARK.write_text("unfinished\n", encoding="utf-8")  # so that the next run may clear it if this one is cut off
        venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(VENV)
    except subprocess.CalledProcessError as error:
        output = (error.output or b"").decode("utf-8", "replace")
        raise SetupError(f"建立环境失败 · making the environment failed:\n{output[-1500:]}") from error
    MARK.write_text(_home(f"{sys.version_info[0]}.{sys.version_info[1]}"), encoding="utf-8")


def _pip(python: Path, arguments: list[str]) -> None:
    """`pip install`, one line a package instead of its usual five; SetupError with what went wrong."""
    command = [str(python), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", *arguments]
    said: list[str] = []
    with subprocess.Popen(
        command,
        env=environment() | {"PIP_PROGRESS_BAR": "off", "PIP_NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            said.append(line)
            if fetched := re.search(
                r"(?:Downloading|Using cached|Processing) (?:\S*/)?([^-/\s]+-[^-/\s]+)-\S*\.whl(?: \((\d.*?)\))?", line
            ):
                say(f"      {fetched[1]}  {fetched[2] or ''}".rstrip())
            elif line.startswith("Installing collected packages") and line.count(",") > 3:
                say("      解包，约半分钟 · unpacking, half a minute …")
    if process.returncode:
        raise SetupError(_why("".join(said)))


def _why(output: str) -> str:
    """pip's output, translated for a person who has never met pip."""
    tail = "\n".join([line for line in output.splitlines() if line.strip()][-12:])
    # The first package of a lock file suits every machine: when not even that was found, nothing was reached.
    reached = "Downloading" in output or "Using cached" in output or "already satisfied" in output
    if "DO NOT MATCH THE HASHES" in output:
        reason = "下载的包与锁定文件不符，已拒绝 · a downloaded package is not the one that was locked; it was refused"
    elif any(sign in output for sign in NETWORK_SIGNS) or ("from versions: none" in output and not reached):
        reason = (
            "连不上 Python 包仓库：请检查网络；有镜像可设 PIP_INDEX_URL，再运行一次\n"
            "Cannot reach the Python package registry: check the network (PIP_INDEX_URL names a mirror), then run again"
        )
    elif "No matching distribution" in output:
        reason = (
            f"有的包没有给这台机器的现成版本 (Python {sys.version.split()[0]}, {sys.platform})：请换 Python 3.11–3.14 的 64 位版\n"
            "A package has no ready-made build for this Python or machine: use a 64-bit Python 3.11–3.14"
        )
    elif "No space left" in output:
        reason = "磁盘满了 · the disk is full"
    else:
        reason = "安装失败 · the installation failed"
    return f"{reason}\n\n--- pip ---\n{tail}"


def _fingerprint(lock: Path) -> str:
    """What an installation depends on: a change of any of it makes the next run install again."""
    digest = hashlib.sha256()
    for path in (lock, ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
