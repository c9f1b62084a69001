"""The tests of the browser client: types, Vitest, then Playwright in a real browser against a real server.

    python web_checks.py                    everything
    python web_checks.py e2e three.spec.ts  arguments after `e2e` go to Playwright alone
    python web_checks.py pictures           writes docs/pictures again
    python web_checks.py load               how the client loads on a slow phone in a slow network

The browser is the one that ERQISHI_BROWSER names, or a Chromium, Chrome or Edge of the machine, or (Linux) the one that
the npm package @sparticuz/chromium carries; web/e2e/browser.ts decides. Nothing is downloaded from anywhere else.
"""

import os
import re
import socket
import subprocess
import sys

import build_web

E2E = build_web.WEB / "e2e"


def main() -> int:
    """Run all; the last line says how many tests passed."""
    if sys.argv[1:2] not in ([], ["e2e"], ["pictures"], ["load"]):
        print(__doc__)
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    try:
        build_web.build()
        build_web.install()
        build_web.install(folder=E2E)
        if sys.argv[1:2] == ["e2e"]:
            return _run(["node_modules/@playwright/test/cli.js", "test", *sys.argv[2:]], "e2e")[0]
        if sys.argv[1:2] in (["pictures"], ["load"]):
            config = f"{sys.argv[1]}.config.ts"
            return _run(["node_modules/@playwright/test/cli.js", "test", "--config", config, *sys.argv[2:]], "e2e")[0]
        types, _ = _run(
            ["node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
        )
        units, said = _run(["node_modules/vitest/vitest.mjs", "run"])
        ends, more = _run(["node_modules/@playwright/test/cli.js", "test"], "e2e")
    except build_web.BuildError as error:
        print(error, file=sys.stderr)
        return 1
    counts = [
        f"{n} {word} ({tool})" for tool, text in (("vitest", said), ("playwright", more)) for n, word in _counts(text)
    ]
    print(f"网页 · client: types {'ok' if types == 0 else 'FAILED'}, {', '.join(counts)}")
    return 1 if types or units or ends else 0


def _run(arguments: list[str], folder: str = "") -> tuple[int, str]:
    """Run a Node program in web/ or a folder of it, showing what it says. Its status and its words."""
    node, _ = build_web.find_node()
    cwd = build_web.WEB / folder
    more = {"ERQISHI_PYTHON": sys.executable, "FORCE_COLOR": "0", "ERQISHI_E2E_PORT": str(_free_port())}
    said = []
    with subprocess.Popen(
        [str(node), *arguments], cwd=cwd, env=os.environ | build_web.QUIET | more, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
    ) as process:  # fmt: skip
        for line in process.stdout or ():
            print(line, end="", flush=True)
            said.append(line)
    return process.returncode, "".join(said)


def _free_port() -> int:
    """A port that nobody uses now: two checks may run on one machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _counts(text: str) -> list[tuple[str, str]]:
    """The numbers of the closing lines: Vitest's `Tests  50 passed (50)`, Playwright's `  9 passed (1.2m)`."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return re.findall(
        r"^\s*(?:Tests\s.*?)?(\d+) (passed|failed|flaky)\b(?! \(\d+\)$)?", _closing(plain), flags=re.MULTILINE
    )


def _closing(text: str) -> str:
    """The lines that count tests, without those that count files."""
    return "\n".join(line for line in text.splitlines() if re.match(r"\s*(Tests\s|\d+ (passed|failed|flaky))", line))


if __name__ == "__main__":
    sys.exit(main())
