"""The protocol's documents and types say what the structs say."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from erqishi.server.protocol import client_in, client_out
from erqishi.server.protocol.schema import schema
from erqishi.server.protocol.typescript import TARGET, typescript
from erqishi.server.tables.audience import Channel

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def tags(union):
    return [kind.__struct_config__.tag for kind in union.__args__]


def test_the_types_of_the_web_client_are_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == typescript(), "run python -m erqishi.server.protocol.typescript"


def test_the_typescript_names_nothing_that_it_does_not_define():
    text = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//.*", "", typescript(), flags=re.DOTALL)
    defined = set(re.findall(r"export (?:interface|type|const) (\w+)", text))
    assert set(re.findall(r"\b[A-Z]\w+", text)) - {"Record"} <= defined


@pytest.mark.parametrize("tag", tags(client_in.ClientIn) + tags(client_out.ClientOut))
def test_every_message_is_explained(tag):
    assert f"`{tag}" in PAGE


@pytest.mark.parametrize("code", client_out.RefusalCode.__args__)
def test_every_refusal_code_stands_in_the_schema(code):
    assert code in json.dumps(schema()["$defs"]["RefusalCode"])


def test_every_schema_reference_is_defined():
    text = json.dumps(schema())
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= set(schema()["$defs"])


def test_a_client_may_send_more_fields_than_we_know():
    decoder = msgspec.json.Decoder(client_in.ClientIn)
    assert decoder.decode('{"t":"ping","n":1,"new":true}') == client_in.Ping(n=1)


def test_the_examples_of_the_page_are_messages():
    decoder_in, decoder_out = (msgspec.json.Decoder(union) for union in (client_in.ClientIn, client_out.ClientOut))
    sent = re.findall(r"^→ (\{.*\})$", PAGE, re.MULTILINE)
    received = [
        line for line in re.findall(r"^← (\{.*\})$", PAGE, re.MULTILINE) if "…}" not in line and "…," not in line
    ]
    assert len(sent) == 4 and received
    for line in sent:
        decoder_in.decode(line)
    for line in received:
        decoder_out.decode(line)


def test_the_tail_of_an_observer_is_given_from_any_version_that_it_holds():
    channel = Channel("p", 10)
    for v in range(10, 13):
        channel.tail.append((v, str(v).encode()))
        channel.v = v + 1
    assert channel.missed(13) == []
    assert channel.missed(11) == [b"11", b"12"]
    assert channel.missed(9) is None
    assert channel.missed(14) is None
