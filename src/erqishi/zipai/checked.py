"""Plain values from a rule file into typed ones, with every fault named: where it stands, what would be right."""

from __future__ import annotations

import difflib
import functools
import re
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

_TYPES = {
    "int": ("要整数", "expected a whole number"),
    "bool": ("要 true 或 false", "expected true or false"),
    "str": ("要文字", "expected text"),
    "array": ("要方括号里的一列", "expected a list in brackets"),
    "object": ("要一张表", "expected a table"),
}


@functools.cache
def fields_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a struct by name; msgspec works them out anew at every question."""
    return {field.name: field for field in msgspec.structs.fields(struct)}


def without_defaults(value: Any) -> Any:
    """Plain data without what is at its default, at any depth: two equal structs give the same, however they were written."""
    if isinstance(value, msgspec.Struct):
        held = [(name, field, getattr(value, name)) for name, field in fields_of(type(value)).items()]
        return {name: without_defaults(v) for name, field, v in held if field.required or v != _default(field)}
    if isinstance(value, tuple | list):
        return [without_defaults(each) for each in value]
    return value


def _default(field: Any) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def read(
    struct: type[msgspec.Struct],
    data: dict[str, Any],
    prefix: str,
    faults: list[str],
    examples: dict[str, str] | None = None,
) -> dict[str, Any]:
    """The values of `data` that are of the right type for `struct`; what is not is noted in `faults`.

    Tables within are read the same way, so that each fault is named by its full path. examples: what a wrong value could
    have been, for keys whose default would not help.
    """
    fields = fields_of(struct)
    values = {}
    for key, value in data.items():
        if key not in fields:
            near = difflib.get_close_matches(key, fields, n=1)
            hint = f"是不是 {near[0]}? did you mean `{near[0]}`?" if near else _keys(struct, fields)
            faults.append(f"{prefix}{key} = {show(value)}: 没有这个参数 / unknown key; {hint}")
            continue
        field = fields[key]
        inner, many = _inner(field.type)
        if inner is not None and not many and isinstance(value, dict):
            made = build(inner, value, f"{prefix}{key}.", faults)
            if made is not None:
                values[key] = made
        elif inner is not None and many and isinstance(value, list | tuple) and all(isinstance(v, dict) for v in value):
            several = [build(inner, each, f"{prefix}{key}[{at}].", faults) for at, each in enumerate(value)]
            if all(made is not None for made in several):
                values[key] = tuple(several)
        else:
            try:
                values[key] = msgspec.convert(value, field.type)
            except msgspec.ValidationError as error:
                example = (examples or {}).get(key) or _example(field)
                told = f"{prefix}{key} = {show(value)}: {_wanted(field.type, error)}"
                faults.append(f"{told}; e.g. {key} = {example}" if example else told)
    return values


def build(struct: type[msgspec.Struct], data: dict[str, Any], prefix: str, faults: list[str]) -> Any | None:
    """A whole struct with its faults noted; None when what is wrong leaves nothing to judge further."""
    before = len(faults)
    values = read(struct, data, prefix, faults)
    required = [field.name for field in fields_of(struct).values() if field.required]
    faults += [f"{prefix}{name}: 缺少 / missing" for name in required if name not in data]
    return None if required and len(faults) > before else struct(**values)


def _keys(struct: type[msgspec.Struct], fields: dict[str, Any]) -> str:
    if struct.__name__ == "RuleSet":
        return "erqishi rules show std15 lists the keys"
    return f"可用 / there are: {', '.join(fields)}"


def _inner(kind: Any) -> tuple[type[msgspec.Struct] | None, bool]:
    """The struct that a field holds, and whether it holds several."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        kind = next((each for each in get_args(kind) if _is_struct(each)), None)
    if get_origin(kind) is tuple and _is_struct(get_args(kind)[0]):
        return get_args(kind)[0], True
    return (kind, False) if _is_struct(kind) else (None, False)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _example(field: Any) -> str:
    if field.default is msgspec.NODEFAULT:
        return '"my_village"' if field.name == "id" else ""
    if field.default is None:
        return "[10, 12]" if "tuple" in str(field.type) else ""
    if field.default == 0 and field.default is not False:
        return "4"
    return "" if field.default in ((), "") else show(field.default)


def _wanted(wanted: Any, error: msgspec.ValidationError) -> str:
    """What a value should have been, for people."""
    if wanted == tuple[int, int]:
        return "要两个整数，先大后小 / expected two whole numbers, big then small"
    if "enum" in str(error) and (words := _literals(wanted)):
        number = ("，或者一个整数", ", or a whole number") if _takes_number(wanted) else ("", "")
        zh, en = "、".join(map(str, words)), ", ".join(map(str, words))
        return f"要是这些之一：{zh}{number[0]} / must be one of {en}{number[1]}"
    expected = re.match(r"Expected `(\w+)(?: \| null)?`( of length (.*?))?(?= - |$|,)", str(error))
    if expected is not None and expected[2] and "array" in expected[1]:
        return "要一个或两个整数 / expected one or two whole numbers"
    bound = re.match(r"Expected `(?:int|float)(?: \| null)?` (>=|<=) (-?\d+)", str(error))
    if bound is not None:
        zh, en = ("至少", "at least") if bound[1] == ">=" else ("最多", "at most")
        return f"{zh}{bound[2]} / must be {en} {bound[2]}"
    if expected is None or expected[1] not in _TYPES:
        return str(error)
    zh, en = _TYPES[expected[1]]
    return f"{zh} / {en}"


def _takes_number(kind: Any) -> bool:
    """Whether a whole number is allowed beside the words."""
    return kind is int or (get_origin(kind) is not Literal and any(map(_takes_number, get_args(kind))))


def _literals(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    for inner in get_args(kind):
        if found := _literals(inner):
            return found
    return ()


def show(value: Any) -> str:
    """A value as it could stand in the file."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    return msgspec.json.encode(value, enc_hook=str).decode()
