"""The mailbox of one table: everything that happens to it happens here, one thing after the other.

A message is turned into rows of the log; the rows are committed; only then are they folded into the state, acknowledged and
shown. What happens in a hand, and when, is in `play`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from erqishi.cards import card_name
from erqishi.errors import ErqishiError, IllegalAction, UserInputError, WorldError
from erqishi.server.protocol import client_in as inn
from erqishi.server.protocol import client_out as out
from erqishi.server.store import Conflict
from erqishi.server.store import tables as sql
from erqishi.server.tables import commands, log, views
from erqishi.server.tables.audience import Audience, encoder
from erqishi.server.tables.commands import Refusal, refusal_of
from erqishi.server.tables.hints import Hints
from erqishi.server.tables.mail import BotChose, Close, Command, Connect, Disconnect, Item, Keep, Renamed, Stop, Wake
from erqishi.server.tables.play import Play
from erqishi.server.tables.repeats import Repeats, key_of, what_of
from erqishi.server.tables.services import Services
from erqishi.server.tables.state import TableState
from erqishi.server.tables.timing import THINKS

logger = logging.getLogger(__name__)

MAILBOX = 256
"""Most messages of people waiting for one table; the next one is refused (`trouble`). What the server itself tells a table always fits."""

NOTICES = 6
RETRY = 1000
MAX_WATCHERS = 50


class Table:
    """One table. `post` puts a message into its mailbox; `run` works it off for ever."""

    def __init__(self, services: Services, state: TableState, rows: int) -> None:
        self.services = services
        self.state = state
        self.rows = rows
        self.audience = Audience(state.table, services.boot, state.plays)
        self.turn: out.Turn | None = None
        self.notices: list[out.Notice] = []
        self.away: dict[str, int] = {}
        self.room = views.room_view(state, services.people, services.timing)
        self.names: tuple[str, ...] = views.names_of(state.seats, services.people)
        self.book = views.book_view(state, self.names)
        self.done = Repeats()
        self.used = services.now()
        self.closed = False
        self._saved = -1
        self._moment: int | None = None
        self._mail: asyncio.Queue[Item] = asyncio.Queue()
        self._wake: tuple[int, Callable[[], Awaitable[None]]] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._doing: Callable[[], Awaitable[None]] | None = None
        self.hints = Hints()
        self.play = Play(self)

    @classmethod
    def rebuilt(cls, services: Services, rows: Sequence[sql.LogRow]) -> Table:
        """The table whose log this is, as it stood; its waits begin anew when somebody is there."""
        first = log.decode(rows[0].body)
        if not isinstance(first, log.Made):
            raise WorldError(f"the log of a table begins with {first!r}")
        state = TableState(first)
        table = cls(services, state, len(rows))
        try:
            for row in rows[1:]:
                entry = log.decode(row.body)
                if isinstance(entry, log.Opened):
                    table.names = views.names_of(state.seats, services.people)
                state.apply(entry)
        except (ErqishiError, msgspec.DecodeError, LookupError, ValueError, TypeError) as error:
            services.meters.quarantines.inc()
            logger.exception("a table cannot be rebuilt", extra={"table": state.table})
            state.apply(log.Quarantined(f"{type(error).__name__}: {error}"))
        table.room = views.room_view(state, services.people, services.timing)
        table.done.learn(row.cmd_id for row in rows)
        table.play.rebuilt()
        return table

    # -- the mailbox -----------------------------------------------------------------------------------------------

    def post(self, item: Item) -> bool:
        """Put a message into the mailbox; False if it is one of people's, and too many wait."""
        if isinstance(item, Command | Connect) and self._mail.qsize() >= MAILBOX:
            return False
        self._mail.put_nowait(item)
        return True

    def wake_at(self, when: int, what: Callable[[], Awaitable[None]]) -> None:
        """Do `what` at the server time `when`, unless something else is set before that."""
        self._wake = (when, what)
        self._set_alarm()

    def sleep(self) -> None:
        """Nothing is to happen by itself."""
        self._wake = None
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._wake is not None:
            left = max(self._wake[0] - self.services.now(), 0)
            self._alarm = asyncio.get_running_loop().call_later(left / 1000, self.post, Wake())

    def now(self) -> int:
        """The server's time in ms; while a moment is held, that moment."""
        return self._moment if self._moment is not None else self.services.now()

    def hold_moment(self) -> None:
        """Whatever is shown until this message is worked off is stamped alike: how long the work took is in no stamp."""
        self._moment = self.now()

    def release_moment(self) -> None:
        """Time goes on."""
        self._moment = None

    async def run(self) -> None:
        """Work off the mailbox until the table is closed or the server stops."""
        try:
            await self._work()
        finally:
            self.sleep()

    async def _work(self) -> None:
        while not self.closed:
            # What is due comes first: whoever fills the mailbox must not hold up the end of a window.
            item = Wake() if self._due() else await self._mail.get()
            if isinstance(item, Stop):
                return
            try:
                await self._handle(item)
            except asyncio.CancelledError:
                raise
            except Refusal as no:  # of something that the table itself began: nothing has happened
                logger.warning("not done: %s", no.en, extra={"table": self.state.table})
            except Exception as error:
                if isinstance(error, Conflict) and await self._taken_up_again():
                    pass
                elif isinstance(error, WorldError) and not isinstance(error, Conflict):
                    self._disk_failed(item, error)
                else:
                    await self._quarantine(error)
            finally:
                self.release_moment()

    async def _handle(self, item: Item) -> None:
        match item:
            case Wake():
                await self._awake()
            case Command():
                await self._command(item)
            case Connect():
                await self._connect(item)
            case Disconnect():
                self._disconnect(item)
            case BotChose():
                await self.play.bot_chose(item.number, item.seat, item.action)
            case Renamed():
                self.names = views.names_of(self.state.seats, self.services.people)
                self.publish()
            case Keep():
                await self.save_hands()
            case Close():
                await self._close()
            case _:
                pass

    def _due(self) -> bool:
        return self._wake is not None and self._wake[0] <= self.services.now()

    async def _awake(self) -> None:
        if self._wake is None:
            return
        if not self._due():
            self._set_alarm()  # another time has been set meanwhile, or the loop's clock is a little ahead
            return
        what, self._wake = self._wake[1], None
        self._doing = what
        await what()

    def _disk_failed(self, item: Item, error: WorldError) -> None:
        """What was to happen has not happened; it is tried again in a while."""
        logger.error("%s", error, extra={"table": self.state.table})
        if isinstance(item, Wake) and self._doing is not None:
            self.wake_at(self.services.now() + RETRY, self._doing)
        elif isinstance(item, BotChose) and item.seat not in self.state.held:
            asyncio.get_running_loop().call_later(RETRY / 1000, self.post, item)
        else:
            self.wake_at(self.services.now() + RETRY, self.play.carry_on)

    # -- committing and showing ------------------------------------------------------------------------------------

    async def commit(self, rows: Sequence[log.Row], by: Command | None = None) -> list[Any]:
        """Write rows, acknowledge the command that caused them, fold them; the events of the hand that follow.

        WorldError: nothing has happened.
        """
        at, first = self.services.now(), self.rows
        key = key_of(by) if by is not None else None
        written = [sql.LogRow(first + i, at, key if i == 0 else None, log.encode(row)) for i, row in enumerate(rows)]
        await self.services.store.write(lambda db: sql.append(db, self.state.table, written))
        self.rows += len(rows)
        self.used = at
        if by is not None and key is not None:
            self.done.note(key, what_of(by))
            self._ack(by)
        events: list[Any] = []
        for row in rows:
            events += self.state.apply(row)
        return events

    def publish(self, events: list[Any] | None = None, *, whole_hand: bool = False) -> None:
        """Send everybody what is new to them."""
        self.audience.publish(events or [], self.head(), self.book, self.me, self.now(), whole_hand=whole_hand)
        self.services.changed(self.state.table)

    def notice(self, code: Any, zh: str, en: str, seat: int | None = None) -> None:
        """Tell everybody something with the next update."""
        self.notices = [*self.notices, out.Notice(code, zh, en, seat)][-NOTICES:]

    def notice_of_fault(self) -> None:
        """Tell everybody that the table stands still."""
        self.notice("quarantined", "这张桌出了故障，牌谱已保存", "this table met a fault; its log is kept")

    def settle_book(self) -> None:
        """Reckon the account anew: the last hand has been shown to its end, or the sitting has changed."""
        self.book = views.book_view(self.state, self.names)

    async def save_hands(self) -> None:
        """Keep the finished hands of this sitting; what the disk refuses is tried again in a while."""
        try:
            await self.keep_hands()
        except WorldError as error:
            logger.error("%s", error, extra={"table": self.state.table})
            asyncio.get_running_loop().call_later(RETRY / 1000, self.post, Keep())

    async def keep_hands(self) -> None:
        """The same at once, or WorldError: before they are forgotten."""
        now = self.services.now()
        new = [done for done in self.state.finished if done.number > self._saved]
        rows = [views.hand_row(self.state, done, self.services.people, now) for done in new]
        if rows:
            kept = await self.services.store.write(lambda db: sql.save_hands(db, rows))
            self._saved = new[-1].number
            self.state.put_away(self._saved)
            self.services.meters.hands.inc(kept)

    def head(self) -> out.Head:
        """How the table stands, the same for everybody."""
        state = self.state
        connected = self.audience.connected()
        showing = self.play.showing
        seated = {seat.person for seat in state.seats}
        return out.Head(
            phase="playing" if showing else state.phase,
            seats=views.seat_views(state, self.services.people, connected, self.away),
            sitting=max(state.sittings - 1, 0),
            hand=state.plan.hand if state.plan is not None else 0,
            hand_id=state.hand_id if state.number else None,
            dealer=state.plan.dealer if state.plan is not None else None,
            active=state.plan.active if state.plan is not None else (),
            sitter=state.plan.sitter if state.plan is not None else None,
            birds=state.plan.birds if state.plan is not None else (),
            stakes=state.stakes,
            staked=tuple(sorted(state.staked)) if state.phase == "cutting" else (),
            piao=state.piao() if state.game is not None else (),
            tuo=state.match.tuo if state.match is not None else (),
            commitment=state.commitment(),
            cut=tuple(sorted(state.nonces)) if state.phase == "cutting" else (),
            turn=self.turn,
            notices=tuple(self.notices),
            watching=len(connected - seated),
            drawn=tuple(card_name(kind) for kind in state.drawn),
        )

    def me(self, person: str) -> out.Me:
        """What concerns only one person."""
        state = self.state
        seat = state.seat_of(person)
        hand_seat = state.hand_seat(seat) if self.audience.views else None
        host = person == state.host
        if seat is None or hand_seat is None:
            return out.Me(seat=seat, host=host)
        view = self.audience.views[hand_seat]
        held = self.play.answers.get(hand_seat)
        me = out.Me(
            seat=seat,
            hand_seat=hand_seat,
            host=host,
            answered=str(held) if held is not None else None,
            thinks=THINKS - state.seats[seat].thoughts if self.play.pacing.mode == "constant" else 0,
        )
        if not state.plays.hints or not view.hand or view.over or state.phase == "quarantined":
            return me
        hint = self.hints.of(hand_seat, view, state.rules, state.made.options.hints, self.audience.shown)
        return msgspec.structs.replace(me, huxi=hint.huxi, waits=hint.waits, unseen=hint.unseen)

    def view_for(self, person: str) -> out.TableView:
        """The whole view of one person."""
        channel = self.audience.channel(person)
        me = self.me(person)
        channel.me = me
        hand = self.audience.views.get(me.hand_seat)
        return out.TableView(
            table=self.state.table,
            v=channel.v,
            hash=self.audience.hash_of(me.hand_seat),
            now=self.services.now(),
            room=self.room,
            head=self.head(),
            book=self.book,
            me=me,
            hand=hand if self.state.plays.id == "zipai" else None,
            paoyao=hand if self.state.plays.id == "paoyao" else None,
        )

    # -- commands --------------------------------------------------------------------------------------------------

    async def _command(self, item: Command) -> None:
        key = key_of(item)
        if key in self.done:
            if self.done.what(key) not in ("", what_of(item)):
                zh, en = "这个 cmd_id 已经用过了", "this cmd_id was another command's: take a fresh one"
                return self._refuse(item, Refusal("bad_option", zh, en))
            return self._ack(item)
        try:
            await self._carry_out(item)
        except (Refusal, IllegalAction, UserInputError) as no:
            return await self._refuse_if_new(item, refusal_of(no))
        except Conflict:
            if not await self._taken_up_again(key):
                raise
            if key not in self.done:
                return self._refuse(item, Refusal("stale", "牌局已经变了", "things have moved on"))
            return self._ack(item)
        except WorldError as no:
            if key in self.done:  # accepted and kept; what should follow has to wait
                raise
            logger.error("%s", no, extra={"table": self.state.table, "cmd_id": key})
            return self._refuse(item, Refusal("trouble", "服务器暂时写不下", "the server cannot write right now"))
        if key not in self.done and not isinstance(item.msg, inn.Leave):  # there was nothing to write
            self._ack(item)
        return None

    def _ack(self, item: Command) -> None:
        item.conn.send(encoder.encode(out.Ack(cmd_id=item.msg.cmd_id, table=self.state.table)))
        self.services.meters.answered(type(item.msg).__name__, "done", item.arrived)

    def _refuse(self, item: Command, no: Refusal) -> None:
        refused = out.Refused(
            cmd_id=item.msg.cmd_id,
            code=no.code,
            zh=no.zh,
            en=no.en,
            rule=no.rule,
            table=self.state.table,
            view=self.view_for(item.person) if self.audience.sees(item.person, item.conn) else None,
        )
        item.conn.send(encoder.encode(refused))
        self.services.meters.answered(type(item.msg).__name__, no.code, item.arrived)

    async def _taken_up_again(self, cmd_id: str | None = None) -> bool:
        """Go on from the log if it has more rows than are known here: a commit was kept that the disk reported as failed.

        It is as after a start: what the log has counts as shown, and clocks begin anew. Also true if the log has this command.
        """
        table = self.state.table
        try:
            if await self.services.store.run(lambda db: sql.rows_of(db, table)) <= self.rows:
                return cmd_id is not None and await self._in_log(cmd_id)
            rows = await self.services.store.run(lambda db: sql.log_of(db, table))
            again = Table.rebuilt(self.services, rows)
        except WorldError as error:
            logger.error("%s", error, extra={"table": self.state.table})
            return False
        if again.state.phase == "quarantined":
            return False
        self.play.stop()
        self.sleep()
        self.state, self.rows, self.turn, self._saved = again.state, again.rows, None, -1
        self.names, self.book, self.room, self.notices = again.names, again.book, again.room, again.notices
        self.done.learn(row.cmd_id for row in rows)
        self.audience.go_on_with(again.audience)
        self.play = again.play.moved_to(self, self.play.number)
        self.show_whole()
        if not self.deserted():
            await self.play.resume()
        return True

    async def _refuse_if_new(self, item: Command, no: Refusal) -> None:
        """Refuse a command, unless it has been carried out so long ago that it is not remembered."""
        key = key_of(item)
        try:
            known = self.done.forgotten(key) and await self._in_log(key)
        except WorldError as error:
            logger.error("%s", error, extra={"table": self.state.table, "cmd_id": key})
            return self._refuse(item, Refusal("trouble", "服务器暂时读不了", "the server cannot read right now"))
        return self._ack(item) if known else self._refuse(item, no)

    async def _in_log(self, key: str) -> bool:
        """Whether the log, as far as it is known here, has this command. It is remembered again then."""
        table, rows = self.state.table, self.rows
        found = await self.services.store.run(lambda db: sql.has_command(db, table, key, rows))
        if found:
            self.done.note(key)
        return found

    def show_whole(self) -> None:
        """Send everybody the whole view, for something has changed that no update carries."""
        for person, channel in self.audience.channels.items():
            channel.anew()
            channel.send(encoder.encode(out.TableIs(why="resume", view=self.view_for(person))))

    async def _carry_out(self, item: Command) -> None:
        state, person, msg = self.state, item.person, item.msg
        if person not in self.audience.channels:
            if isinstance(msg, inn.Leave):
                self._ack(item)  # it has left before: the same command again, or another that wants the same
                return
            raise Refusal("not_found", "你不在这张桌", "you are not at this table: enter first")
        if state.phase == "quarantined" and not isinstance(msg, inn.Leave):
            raise Refusal("quarantined", "这张桌出了故障，已经停下", "this table met a fault and stands still")
        if self.play.showing and isinstance(msg, inn.Sit | inn.Stand | inn.PutBot | inn.Remove):
            # The sitting may be over in the log already: to say so here would tell how the hand ends.
            raise Refusal("not_now", "牌还在打", "a hand is being played")
        match msg:
            case inn.Act():
                await self.play.act(item, msg)
            case inn.Think():
                await self.play.think(item, msg)
            case inn.Cut():
                await self.play.cut(item, msg)
            case inn.Stake():
                await self.play.stake(item, msg)
            case inn.Manage():
                await self.play.manage(item, msg)
            case inn.Ready():
                await self._ready(item, msg)
            case inn.Leave():
                await self._leave(item)
            case inn.Sit():
                await self._seats(item, commands.sit(state, person, msg))
            case inn.Stand():
                await self._seats(item, commands.stand(state, person))
            case inn.PutBot():
                await self._seats(item, commands.put_bot(state, person, msg))
            case inn.Remove():
                gone = state.seats[msg.seat].person if msg.seat < len(state.seats) else None
                await self._seats(item, commands.remove(state, person, msg))
                if gone is not None and gone != person:
                    self.dismiss(gone, "房主请你离座了", "the host has removed you")
                    self.publish()  # those who stay: one fewer watches

    async def _seats(self, item: Command, rows: Sequence[log.Row]) -> None:
        if rows:
            await self.commit(rows, item)
            self.names = views.names_of(self.state.seats, self.services.people)
            await self.play.begin_if_ready()
            self.publish()

    async def _ready(self, item: Command, msg: inn.Ready) -> None:
        state = self.state
        if self.play.showing:
            raise Refusal("not_now", "牌还在打", "a hand is being played")
        if msg.on and item.person == state.host and not state.people() and state.between:
            self.play.refuse_empty_seats()
            await self.play.begin(item)  # a table of bots alone: its host starts it without a seat of his own
            return
        rows = commands.ready(state, item.person, msg)
        if rows:
            await self.commit(rows, item)
            if not await self.play.begin_if_ready():
                self.publish()

    async def _leave(self, item: Command) -> None:
        seat = self.state.seat_of(item.person)
        if seat is not None:  # who only looks on goes without a trace
            await self.play.finish()
        rows = list(commands.leave(self.state, item.person))
        heir = commands.heir(self.state, item.person, self.audience.connected())
        if heir is not None:  # with the leave itself: a crash between the two would leave the table without a host
            rows.append(log.Hosted(heir))
        if rows:
            name = self.services.people.get(item.person).name
            await self.commit(rows, item)
            self.notice("left", f"{name}离开了", f"{name} has left", seat)
        else:
            self._ack(item)  # before it is told that it has left
        self.dismiss(item.person, "你离开了", "you have left")
        if rows and isinstance(rows[0], log.Left):
            self.play.broken_off()
        else:
            self.publish()  # of who only looked on: one fewer watches
        if heir is not None:
            self.room = views.room_view(self.state, self.services.people, self.services.timing)
            self.show_whole()  # who is host stands in the part of the view that no update carries

    def dismiss(self, person: str, zh: str, en: str) -> None:
        """A person is no longer at the table."""
        channel = self.audience.drop(person)
        self.away.pop(person, None)
        if channel is not None:
            channel.send(encoder.encode(out.Gone(table=self.state.table, zh=zh, en=en)))
            for conn in channel.conns:
                conn.forget(self.state.table)

    # -- coming and going ------------------------------------------------------------------------------------------

    async def _connect(self, item: Connect) -> None:
        state, person = self.state, item.person
        seated = state.seat_of(person) is not None
        known = person in self.audience.channels
        if not seated and not known and len(self.audience.connected()) >= MAX_WATCHERS:
            if item.cmd_id is not None:
                no = out.Refused(cmd_id=item.cmd_id, code="full", zh="人太多了", en="too many people watch this table")
                item.conn.send(encoder.encode(no))
            item.conn.forget(state.table)
            return
        channel = self.audience.channel(person)
        first = not channel.conns
        missed = channel.missed(item.v) if item.v and item.cmd_id is None else None
        if missed is not None:
            for frame in missed:
                item.conn.send(frame)
        else:
            whole = out.TableIs(cmd_id=item.cmd_id, why=item.why, view=self.view_for(person))
            item.conn.send(encoder.encode(whole))
        channel.conns.add(item.conn)
        self.used = self.services.now()
        self.away.pop(person, None)
        if self.play.paused and (seated or not state.people()):
            await self.play.resume()
        elif first:
            self.play.wait_again(person)
            self.publish()
        if item.begin and state.phase == "waiting":
            await self.play.begin()

    def _disconnect(self, item: Disconnect) -> None:
        channel = self.audience.channels.get(item.person)
        if channel is None or item.conn not in channel.conns:
            return
        channel.conns.discard(item.conn)
        if channel.conns:
            return
        self.used = self.services.now()
        if self.state.seat_of(item.person) is None:
            self.audience.drop(item.person)
        else:
            self.away[item.person] = self.used + self.services.timing.away
            self.play.wait_again(item.person)
        if self.deserted():
            self.play.pause()
        self.publish()

    def deserted(self) -> bool:
        """Whether nobody is there for whom the table should go on: no seated person, or nobody at all among bots."""
        connected = self.audience.connected()
        seated = {seat.person for seat in self.state.seats if seat.person is not None}
        return not (connected & seated if seated else connected)

    async def _close(self) -> None:
        if self.audience.connected() or not self._mail.empty():
            return
        await self.commit([log.Ended(self.services.now())])
        await self.services.store.write(lambda db: sql.close(db, self.state.table))
        self.closed = True

    async def _quarantine(self, error: Exception) -> None:
        """The rules or we are at fault: stop this table, keep its log, tell its people; the others never notice."""
        self.services.meters.quarantines.inc()
        logger.error("a table is quarantined", exc_info=error, extra={"table": self.state.table})
        self.sleep()
        self.play.stop()
        row = log.Quarantined(f"{type(error).__name__}: {error}"[:500])
        if self.state.phase != "quarantined":
            try:
                await self.commit([row])
            except WorldError:
                self.state.apply(row)
        self.turn = None
        self.notice_of_fault()
        self.publish()
