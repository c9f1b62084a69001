"""How a server is set up: a TOML file, then the environment, then the command line; the later wins. docs/settings.md."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from erqishi.errors import UserInputError, WorldError

PREFIX = "ERQISHI_"
DEFAULT_FILE = "erqishi.toml"


def _home() -> str:
    """Where data is kept by default: ~/.local/share/erqishi, or its like on other systems."""
    if base := os.environ.get("XDG_DATA_HOME"):
        return str(Path(base) / "erqishi")
    if os.name == "nt" and (base := os.environ.get("LOCALAPPDATA")):
        return str(Path(base) / "erqishi")
    return str(Path.home() / ".local" / "share" / "erqishi")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default. docs/settings.md says what each is for (a test compares)."""

    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8270
    store: str = msgspec.field(default_factory=lambda: str(Path(_home()) / "erqishi.sqlite"))
    rules: str | None = None
    bot_workers: Annotated[int, msgspec.Meta(ge=0, le=64)] = 1
    pace: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 1.0
    origins: tuple[str, ...] = ()
    most_tables: Annotated[int, msgspec.Meta(ge=1)] = 3000
    most_connections: Annotated[int, msgspec.Meta(ge=1)] = 10_000
    most_connections_each: Annotated[int, msgspec.Meta(ge=1)] = 200
    guests_per_hour: Annotated[int, msgspec.Meta(ge=1)] = 1000
    behind_proxy: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_form: Literal["text", "json"] = "text"
    metrics: Literal["off", "local", "all"] = "local"


def load(
    file: str | None = None, environment: Mapping[str, str] | None = None, flags: Mapping[str, Any] | None = None
) -> Settings:
    """Settings from a file (the given one must be there; `erqishi.toml` here is read if there is one), environment, flags.

    UserInputError names every fault: where it stands, what was expected.
    """
    values: dict[str, Any] = {}
    faults: list[str] = []
    _take(values, faults, _file(file), file or DEFAULT_FILE, strict=True)
    env = os.environ if environment is None else environment
    named = {key[len(PREFIX) :].lower(): text for key, text in env.items() if key.startswith(PREFIX)}
    known = {name: text for name, text in named.items() if name in _fields()}
    _take(values, faults, known, "environment", strict=False)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    _take(values, faults, given, "command line", strict=True)
    if faults:
        raise UserInputError("\n".join(faults))
    return Settings(**values)


def _fields() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Settings)}


def _take(values: dict[str, Any], faults: list[str], found: Mapping[str, Any], where: str, *, strict: bool) -> None:
    types = _fields()
    for key, value in found.items():
        if key not in types:
            faults.append(f"{where}: {key}: 没有这个设置 / no such setting (docs/settings.md lists them)")
            continue
        if not strict and key == "origins":
            value = [part for part in value.split(",") if part]
        try:
            values[key] = msgspec.convert(value, types[key], strict=strict)
        except msgspec.ValidationError as error:
            faults.append(f"{where}: {key} = {value!r}: {error}")


def _file(file: str | None) -> dict[str, Any]:
    path = Path(file or DEFAULT_FILE)
    if file is None and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise WorldError(f"{path}: 读不了 / cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserInputError(f"{path}: 不是合法的 TOML / not valid TOML: {error}") from None
