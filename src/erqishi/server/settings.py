"""How a server is set up: a TOML file, then the environment, then the command line; the later wins. docs/settings.md."""

from __future__ import annotations

import difflib
import logging
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from erqishi.errors import UserInputError, WorldError

PREFIX = "ERQISHI_"
DEFAULT_FILE = "erqishi.toml"

#: Variables of the same prefix that others read: the setting up, the compiled rules, the tests.
_NOT_SETTINGS = frozenset({"venv", "cache", "python", "browser", "home"})

logger = logging.getLogger(__name__)


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
    tables_per_hour: Annotated[int, msgspec.Meta(ge=1)] = 300
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
    for name in sorted(name for name in named.keys() - known.keys() - _NOT_SETTINGS if not name.startswith("e2e")):
        near = difflib.get_close_matches(name, _fields(), 1)
        zh, en = (
            (f"，是不是 {PREFIX}{near[0].upper()}？", f"; do you mean {PREFIX}{near[0].upper()}?") if near else ("", "")
        )
        logger.warning("%s%s: 没有这个设置，不算%s / no such setting, it is ignored%s", PREFIX, name.upper(), zh, en)
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
            zh, en = _wanted(types[key])
            faults.append(f"{where}: {key} = {value!r}：要写{zh} / {en} is wanted ({error})")


def _wanted(kind: Any) -> tuple[str, str]:
    """What may stand there, in Chinese and English."""
    if get_origin(kind) is Literal:
        each = "、".join(get_args(kind)), ", ".join(get_args(kind))
        return f"其中一个：{each[0]}", f"one of {each[1]}"
    meta = next((found for found in get_args(kind)[1:] if isinstance(found, msgspec.Meta)), None)
    base = get_args(kind)[0] if meta is not None else kind
    if base is bool:
        return " true 或 false", "true or false"
    if base not in (int, float):
        return ("文字", "a text") if base is str else ("几个地址", "addresses")
    low, high = (meta.ge, meta.le) if meta is not None else (None, None)
    zh, en = ("整数", "a whole number") if base is int else ("数", "a number")
    if low is not None:
        zh, en = (
            (f"{zh}，{low} 到 {high}", f"{en} from {low} to {high}")
            if high is not None
            else (f"{zh}，至少 {low}", f"{en}, at least {low}")
        )
    return zh, en


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
