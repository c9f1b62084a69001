"""Care of the data file: copies of a store in use, putting one back, finding what is not sound."""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest
from house import begin, play, room, run, served

from erqishi.errors import UserInputError, WorldError
from erqishi.server import care
from erqishi.server.store import Store


def erqishi(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "erqishi", *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A store with a finished hand, a table in mid-hand, and a copy made while the hand was on."""
    path = tmp_path_factory.mktemp("kept") / "db"

    async def test():
        async with served(path) as server, server.client() as a, server.client() as b:
            table = await room(a, [b], hands=2)
            await begin(table, a, b)
            await asyncio.gather(play(a, table, 1), play(b, table, 1))
            await asyncio.gather(*(client.ask("ready", table=table) for client in (a, b)))
            await asyncio.gather(*(c.until(lambda c=c: c.tables[table]["head"]["phase"] == "cutting") for c in (a, b)))
            for client in (a, b):
                await client.ask("cut", table=table, hand=1, nonce="")
            await a.until(lambda: a.tables[table]["head"]["phase"] == "playing")
            await asyncio.to_thread(care.backup, path, path.with_name("copy"))
            with pytest.raises(WorldError, match="another server"):
                Store(path)
            with pytest.raises(WorldError, match="a server uses this store: stop it first"):
                care.restore(path.with_name("copy"), path)

    run(test())
    return path


def test_a_copy_of_a_store_in_use_is_sound_and_goes_on(kept, tmp_path):
    copy = tmp_path / "db"
    counts = care.backup(kept.with_name("copy"), copy)
    assert (counts.people, counts.open_tables, counts.hands) == (2, 1, 1)
    assert care.examine(copy).faults == ()

    async def test():
        async with served(copy) as server:
            (table,) = server.house.tables.values()
            assert table.state.phase == "playing" and table.state.number == 2

    run(test())


def test_a_backup_takes_nothing_s_place_and_a_restore_keeps_what_was_there(kept, tmp_path):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    with pytest.raises(UserInputError, match="is there already"):
        care.backup(store, store)
    changed = sqlite3.connect(store)
    changed.execute("DELETE FROM hand")
    changed.commit()
    changed.close()
    done = care.restore(kept.with_name("copy"), store)
    before = done.kept
    assert done.counts.hands == 1 and done.faults == () and care.examine(store).counts.hands == 1
    assert care.examine(before).counts.hands == 0
    assert care.restore(kept.with_name("copy"), tmp_path / "new" / "db").kept is None


def test_a_full_disk_leaves_the_store_that_is_there_as_it_was(kept, tmp_path, monkeypatch):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    was = store.read_bytes()

    def full(source, target):
        target.write_bytes(b"the beginning of a copy")
        raise WorldError("disk full")

    monkeypatch.setattr(care, "backup", full)
    with pytest.raises(WorldError, match="disk full"):
        care.restore(kept.with_name("copy"), store)
    assert store.read_bytes() == was and not list(tmp_path.glob("db.*[!lock]"))


def test_a_store_that_was_set_aside_comes_back_if_the_copy_cannot_take_its_place(kept, tmp_path, monkeypatch):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    store.with_name("db-wal").write_bytes(b"what was not written back yet")
    was, real = store.read_bytes(), os.replace

    def stubborn(source, target):
        if str(source).endswith(".restored"):
            raise OSError("read-only from now on")
        real(source, target)

    monkeypatch.setattr(care.os, "replace", stubborn)
    with pytest.raises(WorldError, match="read-only from now on"):
        care.restore(kept.with_name("copy"), store)
    assert store.read_bytes() == was and store.with_name("db-wal").read_bytes().startswith(b"what")
    assert not list(tmp_path.glob("db.*[!lock]"))


@pytest.mark.parametrize(
    ("sql", "where", "en"),
    [
        ("UPDATE hand SET record = replace(record, '\"dealer\":0', '\"dealer\":1') ", "hand", "record does not hold"),
        ("UPDATE hand SET record = '{'", "hand", "record does not hold"),
        ("DELETE FROM table_log WHERE v = 5", "table", "rows of its log are missing"),
        ("UPDATE table_log SET body = '{}' WHERE v = 7", "table", "this step cannot be"),
        ("INSERT INTO token VALUES ('x', 'nobody', 0)", "db", "refers to nothing"),
    ],
)
def test_the_doctor_names_what_is_not_sound(kept, tmp_path, sql, where, en):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    db = sqlite3.connect(store)
    if "dealer" in sql:
        (record,) = db.execute("SELECT record FROM hand").fetchone()
        values = json.loads(record)
        values["dealer"] = 1 - values["dealer"] if values["dealer"] < 2 else 0
        db.execute("UPDATE hand SET record = ?", (json.dumps(values),))
    else:
        db.execute(sql)
    db.commit()
    db.close()
    (fault,) = care.examine(store).faults
    assert where in fault.where and en in fault.en


def test_files_that_are_no_store_are_refused_and_nothing_is_touched(kept, tmp_path):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    before = store.read_bytes()
    text, other, newer, cut = (tmp_path / name for name in ("text", "other", "newer", "cut"))
    text.write_text("not a database at all, but longer than a header of a hundred bytes would be" * 3)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE cats (name)")
    shutil.copy(store, newer)
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    data = bytearray(before)
    data[8192:12288] = b"\xff" * 4096
    cut.write_bytes(data)
    for path, why in (
        (text, "no data file"),
        (other, "no store of erqishi"),
        (newer, "newer version"),
        (cut, "damaged|cannot be read"),
        (tmp_path / "none", "no such backup$"),
        (tmp_path, "no such backup$"),
    ):
        with pytest.raises((UserInputError, WorldError), match=why):
            care.restore(path, store)
    with pytest.raises(UserInputError, match="the store itself"):
        care.restore(store, store)
    assert store.read_bytes() == before


def test_the_commands_tell_people_and_programs(kept, tmp_path):
    store, copy = tmp_path / "db", tmp_path / "copy.sqlite"
    shutil.copy(kept.with_name("copy"), store)
    said = erqishi("backup", copy, "--store", store)
    assert said.returncode == 0 and "2 people" in said.stdout and copy.is_file()
    assert json.loads(erqishi("doctor", "--store", copy, "--json").stdout)["ok"] is True
    said = erqishi("restore", copy, "--store", store)
    assert said.returncode == 0 and "what was there is now" in said.stdout
    with sqlite3.connect(copy) as db:
        db.execute("UPDATE hand SET record = '{'")
    said = erqishi("doctor", "--store", copy)
    assert said.returncode == 1 and "1 fault;" in said.stdout and "Traceback" not in said.stderr
    said = erqishi("backup", copy, "--store", store)
    assert said.returncode == 2 and "is there already" in said.stderr


def test_after_a_restore_no_version_of_a_view_is_given_twice(kept, tmp_path):
    """Starts are counted on above both stores: a page that is still open would take the other history for its own."""
    store, copy = tmp_path / "db", tmp_path / "copy"
    shutil.copy(kept.with_name("copy"), store)
    care.backup(store, copy)
    with sqlite3.connect(store) as db:
        db.execute("UPDATE counter SET value = 7 WHERE name = 'boot'")
    care.restore(copy, store)
    with sqlite3.connect(store) as db:
        assert db.execute("SELECT value FROM counter WHERE name = 'boot'").fetchone() == (7,)


def test_a_backup_touches_no_file_that_is_not_its_own(kept, tmp_path):
    diary = tmp_path / "save.part"
    diary.write_text("diary")
    care.backup(kept.with_name("copy"), tmp_path / "save")
    assert diary.read_text() == "diary" and sorted(path.name for path in tmp_path.iterdir()) == ["save", "save.part"]


@pytest.fixture
def broken(kept, tmp_path):
    """A store whose open table lacks a row of its log, and whose hand does not replay."""
    path = tmp_path / "broken"
    shutil.copy(kept.with_name("copy"), path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM table_log WHERE v = 5")
        db.execute("UPDATE hand SET record = '{'")
    return path


FAULTS = ("rows of its log are missing", "its record does not hold")


def test_a_broken_backup_is_not_put_back_unless_that_is_wanted(kept, broken, tmp_path):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    was = store.read_bytes()
    said = erqishi("restore", broken, "--store", store)
    assert said.returncode == 1 and said.stdout == "" and all(fault in said.stderr for fault in FAULTS)
    assert "2 faults" in said.stderr and "--anyway" in said.stderr and "Traceback" not in said.stderr
    assert store.read_bytes() == was and not list(tmp_path.glob("db.*[!lock]"))
    said = erqishi("restore", broken, "--store", store, "--json")
    told = json.loads(said.stdout)
    assert said.returncode == 1 and told["restored"] is False and len(told["faults"]) == 2

    said = erqishi("restore", broken, "--store", store, "--anyway")
    assert said.returncode == 0 and "what was there is now" in said.stdout and all(f in said.stderr for f in FAULTS)
    assert len(care.examine(store).faults) == 2
    said = erqishi("restore", broken, "--store", store, "--anyway", "--json")
    told = json.loads(said.stdout)
    assert told["restored"] is True and len(told["faults"]) == 2 and told["kept"]


def test_a_broken_store_is_copied_and_its_faults_are_told(broken, tmp_path):
    copy = tmp_path / "copy"
    said = erqishi("backup", copy, "--store", broken)
    assert said.returncode == 0 and copy.is_file() and "copied to" in said.stdout
    assert all(fault in said.stderr for fault in FAULTS) and f"erqishi doctor --store {copy}" in said.stderr
    said = erqishi("backup", tmp_path / "other", "--store", broken, "--json")
    assert said.returncode == 0 and len(json.loads(said.stdout)["faults"]) == 2 and FAULTS[0] in said.stderr


def test_a_file_with_damaged_pages_is_copied_and_that_is_told(kept, tmp_path):
    store, copy = tmp_path / "db", tmp_path / "copy"
    data = bytearray(kept.with_name("copy").read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    store.write_bytes(data)
    said = erqishi("backup", copy, "--store", store)
    assert said.returncode == 0 and "doctor" in said.stderr and "Traceback" not in said.stderr
    assert copy.stat().st_size == len(data)
    said = erqishi("restore", copy, "--store", store, "--anyway")
    assert said.returncode == 1 and "cannot be read" in said.stderr and store.read_bytes() == bytes(data)


def test_a_backup_makes_no_folders(kept, tmp_path):
    """The folder of a stick that is not there would be one on the same disk."""
    said = erqishi("backup", tmp_path / "stick" / "copy", "--store", kept.with_name("copy"))
    assert said.returncode == 2 and f"没有这个文件夹 / there is no such folder: {tmp_path / 'stick'}" in said.stderr
    assert not (tmp_path / "stick").exists()


def test_each_command_names_the_remedy_that_is_its_own(kept, tmp_path):
    store = tmp_path / "db"
    shutil.copy(kept.with_name("copy"), store)
    said = erqishi("restore", tmp_path / "nothere", "--store", store)
    assert said.returncode == 2 and "no such backup" in said.stderr and "--store" not in said.stderr
    assert "--store names it" in erqishi("doctor", "--store", tmp_path / "nothere").stderr
    held = care.StoreLock(str(store))
    try:
        said = erqishi("restore", kept.with_name("copy"), "--store", store)
    finally:
        held.release()
    assert said.returncode == 1 and "先停服" in said.stderr and "--store" not in said.stderr
