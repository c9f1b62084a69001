# -*- coding: utf-8 -*-
"""一条命令全部测试：python3 check.py 。 One command for all the tests: python3 check.py

Sets everything up in .venv beside this file (once), then runs ruff, mypy, pytest and the tests of the browser client. Arguments go to
pytest, and only Python is checked then: python3 check.py -k cards
"""

import sys

# This file stays readable to Python 3.6, so that an old one can say what is wrong.
if sys.version_info < (3, 11):
    sys.exit("需要 Python 3.11 或更新 · Python 3.11 or newer is needed; this is " + sys.version.split()[0])

try:
    import re
    import subprocess
    import tempfile
    import time
    from pathlib import Path

    import bootstrap
except KeyboardInterrupt:  # before there is anybody to say more
    sys.exit(130)

# Name, arguments of `python -m`, and how the tool says how much it did.
CHECKS = (
    ("ruff", ["ruff", "check", "."], r"All checks passed|Found \d+ errors?"),
    ("format", ["ruff", "format", "--check", "."], r"\d+ files? (?:already formatted|would be reformatted)"),
    ("mypy", ["mypy"], r"no issues found in \d+ source files?|Found \d+ errors? in \d+ files?"),
    ("pytest", ["pytest"], r"\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed)\b"),
    ("client", ["web_checks"], r"\d+ (?:passed|failed|flaky)"),
)

WAITING = ("tests/server", "tests/sim")


def check(python: Path, pytest_arguments: list[str]) -> int:
    """Run every check, also after one has failed; print a summary; 0 when all of them passed."""
    rows = []
    begin = time.monotonic()
    checks = [check for check in CHECKS if check[0] != "client" or not pytest_arguments]
    for number, (name, arguments, counts) in enumerate(checks, 1):
        bootstrap.say(f"\n[{number}/{len(checks)}] {name} …")
        start = time.monotonic()
        if name == "pytest":
            status, said = _pytest(python, pytest_arguments)
        else:
            status, said = _tee([str(python), "-m", *arguments])
        done = ", ".join(re.findall(counts, said[-1] if said else ""))
        rows.append((name, status, time.monotonic() - start, done))

    bootstrap.say("\n" + "─" * 60)
    for name, status, seconds, done in rows:
        verdict = "通过 ok    " if status == 0 else "失败 FAILED"
        bootstrap.say(f"{name:8}{verdict}  {seconds:6.1f} s  {done}")
    failed = [name for name, status, _, _ in rows if status]
    total = f"{time.monotonic() - begin:.0f} s"
    if failed:
        bootstrap.say(f"没有通过 · failed: {', '.join(failed)}  ({total})")
    else:
        bootstrap.say(f"全部通过 · all checks passed  ({total})")
    return 1 if failed else 0


def _pytest(python: Path, arguments: list[str]) -> tuple[int, list[str]]:
    """Everything, or what the arguments choose. Everything: the server's tests wait most of the time, so they run beside the others."""
    command = [str(python), "-m", "pytest", f"--color={'yes' if sys.stdout.isatty() else 'no'}"]
    if arguments:
        return _tee([*command, *arguments])
    with tempfile.TemporaryFile() as beside:
        with subprocess.Popen(
            [*command, "-p", "no:cacheprovider", *WAITING],
            cwd=bootstrap.ROOT,
            env=bootstrap.environment(),
            stdin=subprocess.DEVNULL,
            stdout=beside,
            stderr=subprocess.STDOUT,
        ) as other:
            status, said = _tee([*command, *(f"--ignore={folder}" for folder in WAITING)])
            bootstrap.say(f"{' '.join(WAITING)} …")
            other.wait()
        beside.seek(0)
        told = beside.read().decode("utf-8", "replace")
    print(told, end="", flush=True)
    ends = [lines[-1].strip() for lines in (said, [line for line in told.splitlines() if line.strip()]) if lines]
    return status or other.returncode, [", ".join(ends)]


def _tee(command: list[str]) -> tuple[int, list[str]]:
    """Run a command, show its output as it comes, and return its status and the lines that are not empty."""
    said = []
    with subprocess.Popen(
        command,
        cwd=bootstrap.ROOT,
        env=bootstrap.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            if line.strip():
                said.append(line)
    return process.returncode, said


if __name__ == "__main__":
    bootstrap.run(lambda: check(bootstrap.set_up(bootstrap.DEV_LOCK)[0], sys.argv[1:]))
