"""Settings: documented, read from three places in order, refused with the reason."""

import re
from pathlib import Path

import msgspec
import pytest

from erqishi.errors import UserInputError, WorldError
from erqishi.server.settings import Settings, load

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", PAGE, re.MULTILINE))
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}


def test_every_setting_is_documented_and_nothing_else():
    assert set(ROWS) == set(FIELDS)


@pytest.mark.parametrize("name", sorted(set(FIELDS) - {"store", "origins"}))
def test_the_documented_default_is_the_default(name):
    assert ROWS[name].strip("`").lower() == str(FIELDS[name].default).lower()


def test_the_documented_flags_are_those_of_the_command():
    import inspect

    from erqishi.cli.serve import serve

    flags = {name.replace("_", "-") for name in inspect.signature(serve).parameters} - {"settings", "browser"}
    assert set(re.findall(r"\| `--([\w-]+)` \|", PAGE)) == flags


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path):
    file = tmp_path / "my.toml"
    file.write_text('port = 1\nhost = "::1"\npace = 2\norigins = ["https://a.example"]\n')
    given = load(str(file), {"ERQISHI_PORT": "2", "ERQISHI_PACE": "0.5", "ERQISHI_HOME": "x", "PORT": "9"}, {"port": 3})
    assert (given.port, given.host, given.pace, given.origins) == (3, "::1", 0.5, ("https://a.example",))
    assert load(str(file), {"ERQISHI_ORIGINS": "https://b.example,https://c.example"}).origins == (
        "https://b.example",
        "https://c.example",
    )
    assert load(str(file), {"ERQISHI_BEHIND_PROXY": "true"}).behind_proxy is True
    assert load(str(file), {}, {"port": None}).port == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "prot"),
        ("port = 70000", "port = 70000"),
        ('port = "1"', "port"),
        ("port =", "TOML"),
        ("pace = -1", "pace"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path, text, says):
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(UserInputError, match=r"my\.toml") as refused:
        load(str(file), {})
    assert says in str(refused.value)


def test_a_wrong_environment_or_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UserInputError, match="environment: port"):
        load(None, {"ERQISHI_PORT": "many"})
    with pytest.raises(WorldError, match="none"):
        load(str(tmp_path / "none.toml"), {})


def test_an_occupied_port_is_said_so():
    import socket

    from erqishi.server.run import addresses, listen

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(WorldError, match="--port 0"):
            listen(Settings(host="127.0.0.1", port=port))
    assert addresses(Settings(host="127.0.0.1"), 7) == ("http://127.0.0.1:7/", None)
    assert addresses(Settings(host="::1"), 7) == ("http://[::1]:7/", None)
    assert addresses(Settings(), 7)[0] == "http://localhost:7/"


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("port = 70000", "整数，0 到 65535", "a whole number from 0 to 65535"),
        ('behind_proxy = "maybe"', "true 或 false", "true or false"),
        ('log_level = "loud"', "debug、info、warning、error", "one of debug, info, warning, error"),
        ("most_tables = 0", "整数，至少 1", "at least 1"),
        ('pace = "fast"', "数，0.0 到 10.0", "a number from 0.0 to 10.0"),
    ],
)
def test_a_refusal_says_what_may_stand_there_in_both_languages(tmp_path, text, zh, en):
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(UserInputError) as refused:
        load(str(file), {})
    assert zh in str(refused.value) and en in str(refused.value)


def test_a_mistyped_variable_is_told_and_those_of_others_are_not(caplog):
    load(None, {"ERQISHI_PROT": "1", "ERQISHI_VENV": "x", "ERQISHI_CACHE": "y", "ERQISHI_E2E_PORT": "3", "PORT": "9"})
    assert [record.getMessage() for record in caplog.records] == [
        "ERQISHI_PROT: 没有这个设置，不算，是不是 ERQISHI_PORT？ / no such setting, it is ignored; do you mean ERQISHI_PORT?"
    ]
