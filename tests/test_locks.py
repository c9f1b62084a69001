"""The lock files: complete, in agreement with each other, and free of any registry's address."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; (.+?))? \\$", re.MULTILINE)


def pins(lock: str) -> set[tuple[str, ...]]:
    return set(PIN.findall((ROOT / lock).read_text(encoding="utf-8")))


def required(specifiers: list[str]) -> set[str]:
    return {re.match(r"[\w-]+", specifier).group().lower() for specifier in specifiers}


def test_the_dev_lock_holds_everything_of_the_other_in_the_same_versions():
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_every_declared_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = required(project["project"]["dependencies"] + project["dependency-groups"]["build"])
    dev = required(project["project"]["optional-dependencies"]["dev"])
    assert runtime <= {name for name, *_ in pins("requirements.lock")}
    assert runtime | dev <= {name for name, *_ in pins("requirements-dev.lock")}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash_and_no_registry_is_named(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(pins(lock)) > 20
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text
    assert "index-url" not in text
