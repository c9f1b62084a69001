"""The protocol as JSON Schema, from the structs themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from erqishi.server.protocol import client_out as out
from erqishi.server.protocol import rules_page
from erqishi.server.protocol.client_in import ClientIn
from erqishi.server.protocol.client_out import ClientOut
from erqishi.server.protocol.shared import Avatar, BotLevel
from erqishi.zipai.actions import Action
from erqishi.zipai.events import Event

#: What is named in the schema: the two directions of the socket, then the answers of the HTTP interface,
#: then what would otherwise be spelled out wherever it is used.
ROOTS: dict[str, Any] = {
    "ClientIn": ClientIn,
    "ClientOut": ClientOut,
    "Version": out.Version,
    "RulesLine": rules_page.RulesLine,
    "RulesPage": rules_page.RulesPage,
    "OwnRules": rules_page.OwnRules,
    "ScoreAsk": rules_page.ScoreAsk,
    "Scored": rules_page.Scored,
    "Replay": out.Replay,
    "HandLine": out.HandLine,
    "Worth": out.Worth,
    "Session": out.Session,
    "HttpError": out.HttpError,
    "GameEvent": Event,
    "GameAction": Action,
    "Avatar": Avatar,
    "BotLevel": BotLevel,
    "Phase": out.Phase,
    "RefusalCode": out.RefusalCode,
}


def schema() -> dict[str, Any]:
    """One JSON Schema document; the roots stand in `$defs` under their names beside everything that they use."""
    roots, components = msgspec.json.schema_components(ROOTS.values(), ref_template="#/$defs/{name}")
    named = {name: root for name, root in zip(ROOTS, roots, strict=True) if "$ref" not in root}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "erqishi protocol",
        "$defs": {**dict(sorted(components.items())), **named},
    }
