"""What must hold whatever happens: the account of promises, the one history, the deadlines, and the reckoning at the end."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi import shuffle
from erqishi.paoyao import Game as Paoyao
from erqishi.paoyao.cards import parse_deck
from erqishi.record import from_json, replay
from erqishi.server.tables import log
from erqishi.server.tables.state import TableState

if TYPE_CHECKING:
    from erqishi.server.tables.table import Table
    from sim.people import Device
    from sim.world import World

ALWAYS_WRITTEN = ("act", "cut", "think")
"""Commands that, once accepted, stand in the log; the others are accepted unwritten when there is nothing to change."""


class Ledger:
    """What was written and what was promised."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.history: dict[str, list[tuple[str | None, str]]] = {}
        self.written: dict[str, str] = {}  # "person:cmd_id" -> body
        self.promised: dict[str, dict[str, Any]] = {}  # "person:cmd_id" -> the command, acknowledged
        self.hands = 0
        self.times: dict[str, int] = {}

    # -- while it runs -------------------------------------------------------------------------------------------------

    def committed(self, db: sqlite3.Connection) -> None:
        """After every commit: one history a table, that only grows, in the order of its times."""
        for (table,) in db.execute("SELECT id FROM game_table").fetchall():
            known = self.history.setdefault(table, [])
            query = "SELECT v, at, cmd_id, body FROM table_log WHERE table_id = ? AND v >= ? ORDER BY v"
            for v, at, cmd_id, body in db.execute(query, (table, len(known))).fetchall():
                if v != len(known):
                    self.world.fail(f"a hole in the log of {table}: {v} after {len(known) - 1}")
                if at < self.times.get(table, 0):
                    self.world.fail(f"time goes back in the log of {table}: {at} after {self.times[table]}")
                self.times[table] = at
                known.append((cmd_id, body))
                if cmd_id is not None:
                    if cmd_id in self.written:
                        self.world.fail(f"written twice: {cmd_id}")
                    self.written[cmd_id] = body
                self.world.note("log", f"{table} {v} {body} {cmd_id or ''}"[:240])

    def reopened(self, db: sqlite3.Connection) -> None:
        """After every start: what was committed is there, word for word."""
        for table, known in self.history.items():
            found = db.execute("SELECT cmd_id, body FROM table_log WHERE table_id = ? ORDER BY v", (table,)).fetchall()
            if found[: len(known)] != known:
                self.world.fail(f"the log of {table} is another after the start")

    def sent(self, frame: bytes) -> None:
        """Every frame that the server sends: an ack of what always is written must find it on the disk."""
        if not frame.startswith(b'{"t":"ack"'):
            return
        cmd_id = json.loads(frame)["cmd_id"]
        name = cmd_id.split(".")[0][:2]
        person = self.world.people[name]
        key = f"{person.id}:{cmd_id}"
        for device in person.devices:
            entry = device.outbox.get(cmd_id)
            if entry is not None and entry[0]["t"] in ALWAYS_WRITTEN and key not in self.written:
                self.world.fail(f"acknowledged, but not on the disk: {entry[0]}")

    def answered(self, device: Device, message: dict[str, Any], answer: dict[str, Any]) -> None:
        """A client has got its answer."""
        if answer["t"] == "ack":
            self.promised[f"{device.person.id}:{message['cmd_id']}"] = message

    # -- at the end ----------------------------------------------------------------------------------------------------

    def reckon(self) -> None:
        """Everything once more, against everything."""
        world = self.world
        house, store = world.house, world.store
        if house is None or store is None:
            world.fail("the server does not run at the end")
            return
        self.reopened(store.raw)
        self._promises()
        for table in house.tables.values():
            if table.state.phase == "quarantined":
                world.fail(f"quarantined: {table.state.reason}")
                continue
            self._folds(table)
            self._views(table)
            self._sums(table)
        self._hands(store.raw)

    def _promises(self) -> None:
        for key, message in self.promised.items():
            if message["t"] not in ALWAYS_WRITTEN:
                continue
            body = self.written.get(key)
            if body is None:
                self.world.fail(f"acknowledged, but not in the log: {message}")
            elif message["t"] == "act" and message["action"] not in body and '"k":"managed"' not in body:
                self.world.fail(f"acknowledged {message}, but the log says {body}")

    def _folds(self, table: Table) -> None:
        """The state that runs is the fold of the log."""
        rows = [log.decode(body) for _, body in self.history[table.state.table]]
        assert isinstance(rows[0], log.Made)
        state = TableState(rows[0])
        for row in rows[1:]:
            state.apply(row)
        if summary(state) != summary(table.state):
            self.world.fail(f"{table.state.table}: the state is not the fold of its log")

    def _views(self, table: Table) -> None:
        """Everybody who is connected sees what the server would show him now."""
        table_id = table.state.table
        for person in self.world.people.values():
            channel = table.audience.channels.get(person.id)
            for device in person.devices:
                view = device.tables.get(table_id)
                if view is None or not device.ready or channel is None or not channel.conns:
                    continue
                if device.wire is None or not device.wire.open:
                    continue
                want = json.loads(msgspec.json.encode(table.view_for(person.id)))
                for part in ("v", "hash", "room", "head", "book", "me", "hand", "paoyao"):
                    if part == "room":
                        continue  # agreed when the table was made; only the host's name may have changed
                    if view[part] != want[part]:
                        self.world.fail(f"{device.name} sees another {part}: {view[part]!r} for {want[part]!r}"[:1500])
                        return

    def _sums(self, table: Table) -> None:
        match = table.state.match
        if match is None:
            return
        if table.state.plays.id == "paoyao":  # what seats gained or lost, the pot has lost or gained
            if sum(match.totals) + sum(match.pot_from) != 0:
                self.world.fail(f"chips are not conserved: {match.totals}, pot {match.pot_from}")
            return
        for entry in match.ledger:
            if sum(entry.net) != 0:
                self.world.fail(f"the payments do not sum to zero: {entry.net}")
        if sum(match.totals) != 0:
            self.world.fail(f"the totals do not sum to zero: {match.totals}")

    def _hands(self, db: sqlite3.Connection) -> None:
        """Every finished hand is kept, can be played again, and its shuffle follows from what was published."""
        kept = {row[0]: row[1] for row in db.execute("SELECT id, record FROM hand").fetchall()}
        for hand_id, text in kept.items():
            record = from_json(text)
            game = replay(record)
            proof = record.shuffle
            if proof is None or game.result is None:
                self.world.fail(f"{hand_id}: no proof or no result")
                continue
            shuffle.verify(proof, shuffle.shuffled(proof))
            if sum(game.result.net) != 0:
                self.world.fail(f"{hand_id}: {game.result.net}")
            drawn = shuffle.shuffled(proof)
            if isinstance(game, Paoyao):
                same = parse_deck(game.deck) == list(drawn)
            else:
                same = tuple(card // 4 for card in drawn)[: len(game.deck)] == tuple(game.deck)
            if not same:
                self.world.fail(f"{hand_id}: the deck is not that of the proof")
        self.hands = len(kept)
        for table_id, rows in self.history.items():
            state = TableState(log.decode(rows[0][1]))  # type: ignore[arg-type]
            finished = set()
            for _, body in rows[1:]:
                state.apply(log.decode(body))
                finished |= {f"{table_id}-{done.number}" for done in state.finished}
            table = self.world.house.tables.get(table_id) if self.world.house is not None else None
            if missing := finished - set(kept):
                if table is not None and table.state.phase != "quarantined":
                    self.world.fail(f"finished hands that are not kept: {sorted(missing)}")

    def digest(self) -> str:
        """One name for the whole history, to compare two runs of a seed."""
        return hashlib.sha256(json.dumps(self.history, ensure_ascii=False).encode()).hexdigest()[:16]


class Watch:
    """No table waits longer than its deadlines allow."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._last: dict[str, tuple[Any, float]] = {}

    def forget(self) -> None:
        """A new start: waits begin anew."""
        self._last = {}

    def look(self) -> None:
        """Once a second."""
        world = self.world
        if world.loop.faults:
            world.fail(f"nobody caught: {world.loop.faults[0]}")
        for name in (world.table, *world.beside):
            table = world.house.tables.get(name) if world.house is not None else None
            if table is not None:
                self._at(table)

    def _at(self, table: Table) -> None:
        world, now = self.world, self.world.loop.time()
        state = table.state
        # Without a clock, who comes back is waited for anew.
        clock, waits = state.made.options.clock, table.play.pacing.close_at
        here: tuple[Any, ...] = () if clock else (waits, *sorted(table.audience.connected()))
        stands = (table.rows, table.play.number, len(table.play._chunks), state.phase, here)
        sign = (*stands, table.play.paused, world.disk.full)
        last, since = self._last.get(state.table, (None, now))
        if sign != last or table.play.paused or world.disk.full or world.disk.stall:
            self._last[state.table] = (sign, now)
            return
        if state.phase == "quarantined":
            world.fail(f"quarantined: {state.reason}")
        if state.phase not in ("cutting", "playing", "settled") and not table.play.showing:
            return
        if now - since > self._most(table):
            world.fail(f"nothing has happened for {now - since:.0f} s: {self.describe_one(table)}")

    def _most(self, table: Table) -> float:
        timing, options = table.services.timing, table.state.made.options
        waits = [timing.clock_ms(options), timing.next if options.clock else timing.no_clock, timing.cut]
        waits.append(timing.claim_ms(options))
        return max(waits) / 1000 + 6 * timing.think_ms(options) / 1000 + 15

    def describe(self) -> str:
        """How the tables stand."""
        world = self.world
        found = (
            [world.house.tables.get(name) for name in (world.table, *world.beside)] if world.house is not None else []
        )
        return "; ".join("no table" if table is None else self.describe_one(table) for table in found)

    def describe_one(self, table: Table) -> str:
        """How a table stands."""
        play, state = table.play, table.state
        return (
            f"phase {state.phase}, asked {play.asked}, chunks {len(play._chunks)}, paused {play.paused},"
            f" wake {table._wake}, turn {table.turn}, connected {sorted(table.audience.connected())},"
            f" ready {[seat.ready for seat in state.seats]}"
        )


def summary(state: TableState) -> dict[str, Any]:
    """A state in comparable form."""
    return {
        "phase": state.phase,
        "seats": [msgspec.structs.asdict(seat) for seat in state.seats],
        "number": state.number,
        "sittings": state.sittings,
        "nonces": state.nonces,
        "held": {seat: str(action) for seat, action in state.held.items()},
        "totals": state.match.totals if state.match is not None else None,
        "events": [msgspec.to_builtins(event) for event in state.game.events] if state.game is not None else None,
    }
