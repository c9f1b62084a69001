"""The store: durable, one writer, failures that touch nobody else."""

import asyncio
import sqlite3
import time

import pytest

from erqishi.errors import UserInputError, WorldError
from erqishi.server.people import CODE_MS, People, clean_name
from erqishi.server.store import Conflict, Store
from erqishi.server.store import tables as sql
from erqishi.server.store.tables import HandRow, LogRow


def row(v, cmd_id=None):
    return LogRow(v, 0, cmd_id, "{}")


#: Both ways to write: by the thread, and by the loop with the thread to commit.
WAYS = pytest.mark.parametrize("way", [lambda store: store.run, lambda store: store.write], ids=["run", "write"])


def opened(work, path):
    async def test():
        store = Store(path)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(test())


@WAYS
def test_a_version_and_a_command_are_written_once(tmp_path, way):
    async def work(store):
        await way(store)(lambda db: sql.create(db, "t", "123456", row(0, "a:1")))
        await way(store)(lambda db: sql.append(db, "t", [row(1, "a:2")]))
        with pytest.raises(Conflict):
            await way(store)(lambda db: sql.append(db, "t", [row(1)]))
        with pytest.raises(Conflict):
            await way(store)(lambda db: sql.append(db, "t", [row(2), row(3, "a:2")]))
        assert await store.run(lambda db: sql.log_of(db, "t")) == [row(0, "a:1"), row(1, "a:2")]
        with pytest.raises(Conflict):
            await way(store)(lambda db: sql.create(db, "u", "123456", row(0)))
        await way(store)(lambda db: sql.close(db, "t"))
        await way(store)(lambda db: sql.create(db, "u", "123456", row(0)))
        assert await store.run(sql.open_tables) == ["u"]

    opened(work, tmp_path / "db")


@WAYS
def test_what_is_asked_together_is_committed_together_and_one_failure_spoils_nothing_else(tmp_path, way):
    async def work(store):
        await way(store)(lambda db: sql.create(db, "t", "1", row(0)))
        before = store.commits

        def broken(db):
            sql.append(db, "t", [row(99)])
            raise ZeroDivisionError

        jobs = [way(store)(lambda db, v=v: sql.append(db, "t", [row(v)])) for v in range(1, 51)]
        done = await asyncio.gather(*jobs, way(store)(broken), return_exceptions=True)
        assert done[:-1] == [None] * 50 and isinstance(done[-1], ZeroDivisionError)
        assert store.commits - before < 25
        assert [entry.v for entry in await store.run(lambda db: sql.log_of(db, "t"))] == list(range(51))

    opened(work, tmp_path / "db")


def test_the_file_is_flushed_at_every_commit(tmp_path):
    async def work(store):
        assert await store.run(lambda db: db.execute("PRAGMA synchronous").fetchone()[0]) == 2
        assert await store.run(lambda db: db.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"

    opened(work, tmp_path / "db")


def test_while_another_process_holds_the_file_the_loop_goes_on_and_nothing_is_lost(tmp_path):
    async def work(store):
        await store.write(lambda db: sql.create(db, "t", "1", row(0)))
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        written = asyncio.gather(*(store.write(lambda db, v=v: sql.append(db, "t", [row(v)])) for v in (1, 2)))
        before = time.monotonic()
        await asyncio.sleep(0.2)
        assert time.monotonic() - before < 2 and not written.done()
        other.execute("ROLLBACK")
        other.close()
        await asyncio.wait_for(written, 5)
        assert [entry.v for entry in await store.run(lambda db: sql.log_of(db, "t"))] == [0, 1, 2]

    opened(work, tmp_path / "db")


def test_a_file_of_a_newer_version_or_of_something_else_is_refused(tmp_path):
    db = sqlite3.connect(tmp_path / "newer")
    db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(WorldError, match="newer"):
        Store(tmp_path / "newer")
    (tmp_path / "text").write_text("not a database, but long enough to be looked at" * 100)
    with pytest.raises(WorldError):
        Store(tmp_path / "text")
    with pytest.raises(WorldError):
        Store(tmp_path / "text" / "below")


@WAYS
def test_a_full_disk_is_an_error_of_the_world_and_leaves_what_was_there(tmp_path, way):
    async def work(store):
        await way(store)(lambda db: sql.create(db, "t", "1", row(0)))
        pages = await store.run(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
        await store.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
        big = LogRow(1, 0, None, "x" * 100_000)
        with pytest.raises(WorldError, match="full"):
            await way(store)(lambda db: sql.append(db, "t", [big]))
        await store.run(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
        await way(store)(lambda db: sql.append(db, "t", [big]))
        assert len(await store.run(lambda db: sql.log_of(db, "t"))) == 2

    opened(work, tmp_path / "db")


def test_a_finished_hand_is_kept_once_and_found_by_its_people(tmp_path):
    async def work(store):
        first = HandRow("t-0", "t", 5, "record", "about", (("p", 0), ("q", 2)))
        await store.run(lambda db: sql.save_hands(db, [first]))
        await store.run(lambda db: sql.save_hands(db, [first._replace(record="other")]))
        assert await store.run(lambda db: sql.hand(db, "t-0")) == ("t-0", "t", 5, "record", "about")
        assert await store.run(lambda db: sql.hand(db, "t-1")) is None
        assert await store.run(lambda db: sql.hands_of(db, "q", 10)) == [("t-0", 5, "about", 2)]
        assert await store.run(lambda db: sql.hands_of(db, "r", 10)) == []

    opened(work, tmp_path / "db")


def test_people_are_known_by_their_tokens_after_a_start_and_no_token_is_stored(tmp_path):
    tokens = []

    async def meet(store):
        people = People(store)
        person, token = await people.new_guest(1)
        changed = await people.change(person, "阿公", "ox")
        tokens.append((token, changed))

    async def again(store):
        people = People(store)
        await people.load()
        token, person = tokens[0]
        assert people.by_token(token) == person == people.get(person.id)
        assert people.by_token("wrong") is None and people.by_token(None) is None
        assert people.get("p404").name == "？"

    opened(meet, tmp_path / "db")
    opened(again, tmp_path / "db")
    assert tokens[0][0].encode() not in (tmp_path / "db").read_bytes()


def test_a_device_code_works_once_and_for_five_minutes(tmp_path):
    async def work(store):
        people = People(store)
        person, _ = await people.new_guest(0)
        code, until = people.make_code(person, 0)
        assert until == CODE_MS
        assert people.take_code(code, until, "a") is None
        code, _ = people.make_code(person, 0)
        newer, _ = people.make_code(person, 1)
        assert people.take_code(code, 2, "a") is None or code == newer
        assert people.take_code(newer, 2, "a") == person
        assert people.take_code(newer, 2, "b") is None
        assert people.take_code(newer, 3, "a") == person  # the same command again: its answer may have been lost
        assert people.take_code(newer, CODE_MS + 2, "a") is None

    opened(work, tmp_path / "db")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  老 王 ", "老 王"),
        ("a\u202eb\x00c", "abc"),
        ("阿\n婆", "阿婆"),
        ("x" * 40, "x" * 12),
        ("é", "é"),
        ("🐯", "🐯"),
    ],
)
def test_names_are_cleaned(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\u0301", "\u202e"])
def test_a_name_of_nothing_is_refused(text):
    with pytest.raises(UserInputError):
        clean_name(text)
