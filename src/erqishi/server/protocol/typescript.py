"""Write the protocol's TypeScript types: `python -m erqishi.server.protocol.typescript [file]`.

From the JSON Schema, so the types say what goes over the wire and nothing about Python. A test compares the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from erqishi.server.protocol import MAX_FRAME, PROTOCOL
from erqishi.server.protocol.schema import schema

TARGET = Path(__file__).resolve().parents[4] / "web" / "src" / "protocol.ts"
_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """The whole file."""
    parts = [
        "// Written by `python -m erqishi.server.protocol.typescript` from src/erqishi/server/protocol. Do not edit.",
        "// docs/protocol.md explains it.",
        f"export const PROTOCOL = {PROTOCOL};",
        f"export const MAX_FRAME = {MAX_FRAME};",
    ]
    definitions = schema()["$defs"]
    unions = {name: _type(node) for name, node in definitions.items() if "properties" not in node}
    for name, node in definitions.items():
        text = _definition(name, node)
        for other, spelled in unions.items():
            if other != name:
                text = text.replace(spelled, other).replace(f"({other})[]", f"{other}[]")
        parts.append(text)
    return "\n\n".join(parts) + "\n"


def _definition(name: str, node: dict[str, Any]) -> str:
    doc = _comment(node.get("description", ""), "")
    if node.get("type") == "object" and "properties" in node:
        return f"{doc}export interface {name} {_fields(node, '')}"
    return f"{doc}export type {name} = {_type(node)};"


def _fields(node: dict[str, Any], indent: str) -> str:
    required = set(node.get("required", ()))
    lines = []
    for key, value in node["properties"].items():
        # A tag is always sent, although the schema language has no need to say so.
        mark = "" if key in required or "const" in value or ("enum" in value and len(value["enum"]) == 1) else "?"
        lines.append(f"{indent}  {key}{mark}: {_type(value)};")
    return "{\n" + "\n".join(lines) + f"\n{indent}}}" if lines else "{}"


def _type(node: dict[str, Any]) -> str:
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2]
    if "const" in node:
        return json.dumps(node["const"], ensure_ascii=False)
    if "enum" in node:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in node["enum"])
    if "anyOf" in node:
        return " | ".join(dict.fromkeys(_type(part) for part in node["anyOf"]))
    kind = node.get("type")
    if kind == "array":
        if "prefixItems" in node:
            return "[" + ", ".join(_type(part) for part in node["prefixItems"]) + "]"
        item = _type(node.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        more = node.get("additionalProperties", {})
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'unknown'}>"
    return _SCALARS.get(str(kind), "unknown")


def _comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = text.strip().splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]) + "\n"


def main() -> None:
    """Write the file named on the command line, or the client's own."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_text(typescript(), encoding="utf-8", newline="\n")
    print(f"{target}: {len(schema()['$defs'])} types")


if __name__ == "__main__":
    main()
