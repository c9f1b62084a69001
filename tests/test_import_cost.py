"""Importing the package is light, and every public name is found where it is said to live."""

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import erqishi

HEAVY = {"numba", "llvmlite", "numpy", "typer", "rich", "pydantic", "msgspec", "asyncio"}


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter holds after a statement."""
    code = f"{statement}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize(
    "statement", ["import erqishi", "import erqishi.cards", "import erqishi; erqishi.CardTextError"]
)
def test_the_package_is_imported_without_its_heavy_dependencies(statement):
    assert not loaded_by(statement) & HEAVY


@pytest.mark.parametrize("arguments", [["--version"], ["cards", "一"]])
def test_small_commands_do_not_load_the_compiler(arguments):
    statement = f"""
import sys; sys.argv = ["erqishi", *{arguments}]
from erqishi.cli import main
try: main()
except SystemExit: pass"""
    assert not loaded_by(statement) & {"numba", "llvmlite", "numpy"}


@pytest.mark.parametrize("name", erqishi.__all__)
def test_every_public_name_is_there(name):
    assert getattr(erqishi, name) is not None
    assert name in dir(erqishi)


def test_type_checkers_see_the_same_names_from_the_same_rooms():
    source = Path(erqishi.__file__).read_text(encoding="utf-8")
    (block,) = (node for node in ast.parse(source).body if isinstance(node, ast.If))
    seen = {alias.asname: line.module for line in block.body for alias in line.names}
    assert seen == erqishi._HOME


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        erqishi.nonsense  # noqa: B018
    with pytest.raises(ImportError):
        importlib.import_module("erqishi.nonsense")
