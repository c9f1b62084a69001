"""The course of a hand at a table: what is shown when, who is asked how long, what happens when nobody answers."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi import match as sitting
from erqishi.cards import card_name
from erqishi.errors import ErqishiError
from erqishi.server.games import Question
from erqishi.server.protocol import client_in as inn
from erqishi.server.tables import commands, log, views
from erqishi.server.tables.audience import encoder
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.mail import BotChose, Command
from erqishi.server.tables.pacing import Pacing
from erqishi.server.tables.staging import Chunk
from erqishi.server.tables.state import MISSES

if TYPE_CHECKING:
    from erqishi.server.tables.table import Table


def _draw_cards(seats: int) -> tuple[int, ...]:
    """摸庄: a card from one deck for each seat; drawn again as long as two share the highest (core.md §2.1)."""
    while True:
        drawn = tuple(card // 4 for card in secrets.SystemRandom().sample(range(80), seats))
        if sitting.drawn_dealer(drawn) is not None:
            return drawn


class Play:
    """The hand in play. `showing`: something that has happened is still to be shown. `asked`: the open decision, if shown.

    `_outcome`: what a window has led to, committed, until the moment at which it is shown; [] if nothing came of it. The mailbox
    goes on meanwhile, and answers everybody as if the window were just over.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pacing = Pacing(table)
        self.asked: Question | None = None
        self.paused = True
        self.number = 0
        self._restarted = False
        self._chunks: deque[Chunk] = deque()
        self._shown: Chunk | None = None
        self._outcome: list[Any] | None = None
        self._answers: dict[int, Any] = {}
        self._took: set[int] = set()
        self._rules = encoder.encode(table.state.rules)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def showing(self) -> bool:
        """Whether what has happened is not shown to its end yet."""
        return bool(self._chunks) or self._outcome is not None

    @property
    def answers(self) -> dict[int, Any]:
        """The answer of each seat of the hand that has given one in the window that everybody sees."""
        return self.table.state.held if self._outcome is None else self._answers

    # -- beginning -------------------------------------------------------------------------------------------------

    async def begin_if_ready(self) -> bool:
        """Go on when everybody is ready: with a sitting, or with its next hand. Whether it did."""
        state = self.table.state
        people = state.people()
        if not people or not all(state.seats[seat].ready for seat in people):
            return False
        if state.phase == "settled":
            await self.next_hand()
            return True
        fill = state.made.options.bots == "fill"
        if state.between and (fill or not any(seat.empty for seat in state.seats)):
            await self.begin()
            return True
        return False

    def refuse_empty_seats(self) -> None:
        """Refusal if seats are empty that no bot is to fill."""
        state = self.table.state
        if state.made.options.bots != "fill" and any(seat.empty for seat in state.seats):
            raise Refusal("not_now", "还有空座", "there are empty seats")

    async def begin(self, by: Command | None = None) -> None:
        """A sitting begins, as a command has asked or because all are ready: bots fill the empty seats, seats and the first dealer are drawn by lot."""
        table, state = self.table, self.table.state
        options = state.made.options
        self.refuse_empty_seats()
        await table.keep_hands()  # those of the last sitting are forgotten with the next row
        rows: list[log.Row] = [log.BotPut(i, options.bot_level) for i, seat in enumerate(state.seats) if seat.empty]
        order = list(range(len(state.seats)))
        if options.seating == "random":
            secrets.SystemRandom().shuffle(order)
            table.notice("drawn_seats", "座位已抽签", "seats have been drawn by lot")
        # 鸟家 do not deal: the lot, or the cards, are for the seats at the table.
        rules = state.plays.match_rules(state.rules, len(order), options.hands)
        dealing = sitting.at_table(len(order), rules)
        drawn = _draw_cards(dealing) if state.plays.draws(state.rules) else ()
        dealer = sitting.drawn_dealer(drawn) if drawn else secrets.randbelow(dealing)
        rows.append(log.Begun(tuple(order), dealer or 0, drawn))
        await table.commit(rows, by)
        table.names = views.names_of(state.seats, table.services.people)
        if drawn:
            cards = [f"{name} {card_name(kind)}" for name, kind in zip(table.names, drawn, strict=False)]
            first = table.names[dealer or 0]
            zh, en = f"摸庄：{'，'.join(cards)}。{first}坐庄", f"drawn for the deal: {', '.join(cards)}; {first} deals"
            table.notice("drawn_dealer", zh, en, dealer)
        table.settle_book()
        await self.next_hand()

    async def next_hand(self) -> None:
        """Open a hand: the server commits itself, then everybody may cut."""
        table = self.table
        if table.state.phase == "cutting":  # the disk failed between opening and dealing, and this is tried again
            await self._deal()
            return
        await table.commit([log.Opened(secrets.token_hex(32), table.services.now())])
        table.names = views.names_of(table.state.seats, table.services.people)
        table.audience.end_hand()
        self._wait_for_cuts()
        table.publish(whole_hand=True)
        await self._deal_if_cut()

    def _wait_for_cuts(self) -> None:
        timing = self.table.services.timing
        ms = timing.cut if self.table.state.stakes is None else timing.stake
        self.pacing.turn("cut", ms)
        self.table.wake_at(self._now() + ms, self._deal)

    async def cut(self, item: Command, msg: inn.Cut) -> None:
        """切牌."""
        rows = commands.cut(self.table.state, item.person, msg)
        await self.table.commit(rows, item)
        self.table.publish()
        await self._deal_if_cut()

    async def stake(self, item: Command, msg: inn.Stake) -> None:
        """飘 and 打坨."""
        await self.table.commit(commands.stake(self.table.state, item.person, msg), item)
        self.table.publish()
        await self._deal_if_cut()

    async def _deal_if_cut(self) -> None:
        """Deal when everybody who is here and plays has cut, and said what is asked before the deal."""
        state, here = self.table.state, self.table.audience.connected()
        active = state.plan.active if state.plan is not None else ()
        people = [seat for seat in active if state.seats[seat].person in here]
        asked = state.stakes is not None
        if all(seat in state.nonces and (not asked or seat in state.staked) for seat in people):
            await self._deal()

    async def _deal(self) -> None:
        table = self.table
        table.sleep()
        await table.services.rounds.mine()
        # The news of a restart between two hands would be gone before anybody has read it: it stays for this hand.
        table.notices = [notice for notice in table.notices if notice.code == "restarted"] if self._restarted else []
        self._restarted = False
        events = await table.commit([log.DealtOut()])
        self._tell_stakes()
        table.audience.start_hand(len(table.state.plan.active) if table.state.plan is not None else 0)
        await self._show(events)

    def _tell_stakes(self) -> None:
        """What was said before the deal, to everybody at once."""
        table, state = self.table, self.table.state
        said = [(table.names[seat], row) for seat, row in sorted(state.staked.items()) if row.piao or row.tuo]
        if said:
            words = [(name, [f"飘{row.piao}"] * (row.piao > 0) + ["打坨"] * row.tuo) for name, row in said]
            zh, en = (
                "，".join(f"{name}{'、'.join(what)}" for name, what in words),
                ", ".join(f"{name}: {' and '.join(what)}" for name, what in words),
            )
            table.notice("stakes", zh, en)

    # -- showing ---------------------------------------------------------------------------------------------------

    async def _show(self, events: list[Any]) -> None:
        """Show what has happened, piece by piece."""
        self._chunks.extend(self.table.state.plays.chunks(events, self.table.state.rules))
        await self._advance()

    async def _advance(self) -> None:
        table, state = self.table, self.table.state
        table.hold_moment()
        chunk = self._chunks.popleft()
        self._shown = chunk
        table.audience.show(chunk.events)
        if self._chunks:
            self._between(chunk)
        elif state.phase == "playing":
            self._ask()
        else:
            await self._over()
        table.publish(chunk.events)
        self._ask_bots()

    def _between(self, chunk: Chunk) -> None:
        """The wait behind a piece in which nobody had a choice: the same as if somebody had had one."""
        table, timing = self.table, self.table.services.timing
        mode = self.pacing.mode
        if mode == "constant" and chunk.wait in ("claim", "own"):
            self.pacing.window(chunk)
            table.wake_at(self.pacing.close_at, self._lapse)
            return
        ms = timing.solo if mode == "solo" and chunk.wait == "claim" else timing.pace
        if chunk.wait == "claim":
            self.pacing.turn("claim", ms)
        else:
            table.turn = None
        table.wake_at(self._now() + ms, self._follow)

    async def _follow(self) -> None:
        await self.table.services.rounds.mine()
        await self._advance()

    async def _lapse(self) -> None:
        """A constant window ends in which nobody could choose. It takes the same steps as one that is resolved."""
        await self.table.commit([log.Lapsed(self._now())])
        self._answers = {}
        self._settle([])

    # -- asking ----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Open the decision that the hand waits for. Call before publishing; `_ask_bots` after it."""
        table = self.table
        decision = table.state.decision
        if decision is None:
            return
        self.asked = decision
        self.number += 1
        self._took = set()
        self.pacing.ask(decision)
        one_turn = decision.kind == "discard" or self.pacing.owes_a_discard(decision)
        table.wake_at(self.pacing.close_at, self._time_out if one_turn else self._close)

    def _ask_bots(self) -> None:
        """Let bots think, and answer for seats in 托管."""
        if self.asked is None or self.paused:
            return
        state = self.table.state
        for seat in self.asked.legal:
            who = state.occupant(seat)
            if seat in state.held:
                continue
            if who.bot is not None:
                view = encoder.encode(self.table.audience.views[seat])
                seed = f"{state.hand_id} {self.number} {seat}"
                self._start(self._think(f"{state.plays.id}:{who.bot}", view, seed, self.number, seat))
            elif who.managed:
                self._post(self.number, seat, None)

    async def _think(self, level: str, view: bytes, seed: str, number: int, seat: int) -> None:
        action = await self.table.services.ask_bot(level, view, self._rules, seed)
        self._post(number, seat, action)

    def _start(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _post(self, number: int, seat: int, action: str | None) -> None:
        self.table.post(BotChose(number, seat, action))

    async def bot_chose(self, number: int, seat: int, text: str | None) -> None:
        """A bot's answer has come, or a managed seat is to be answered for."""
        state, timing = self.table.state, self.table.services.timing
        decision = self.asked
        if number != self.number or decision is None or self.paused or seat in state.held or state.game is None:
            return
        if text is None and not state.occupant(seat).managed:
            return
        opened = self.table.turn.opened if self.table.turn is not None else 0
        early = opened + timing.bot - self._now()
        if early > 0 and (decision.kind == "discard" or self.pacing.owes_a_discard(decision)):
            asyncio.get_running_loop().call_later(early / 1000, self._post, number, seat, text)
            return
        action = self._default(decision, seat)
        if text is not None:
            try:
                action = state.plays.parse(text)
                state.game.verify(action, seat)
            except ErqishiError:
                action = self._default(decision, seat)
        elif state.plays.wins(action):
            self._took.add(seat)
        await self._answer([log.Answered(seat, str(action), auto=text is None)])

    def _default(self, decision: Question, seat: int) -> Any:
        """What the table answers for a seat: docs/protocol.md §5."""
        state = self.table.state
        return state.plays.default(decision.legal[seat], self.table.audience.views[seat], state.rules)

    # -- answers ---------------------------------------------------------------------------------------------------

    async def act(self, item: Command, msg: inn.Act) -> None:
        """A player's answer."""
        state = self.table.state
        channel = self.table.audience.channels[item.person]
        seat = state.seat_of(item.person)
        hand_seat = state.hand_seat(seat)
        if seat is None or hand_seat is None:
            raise Refusal("not_yours", "你不在打这一局", "you do not play this hand")
        decision = self.asked
        if decision is None or state.game is None or hand_seat not in decision.legal:
            # One answer whether nobody is asked or somebody else is: a try must not tell.
            if msg.v < channel.v or self._outcome is not None:
                raise Refusal("stale", "牌局已经变了", "things have moved on")
            raise Refusal("not_now", "现在没有问你", "nothing is asked of you now")
        if hand_seat in state.held:
            raise Refusal("not_now", "你已经答过了", "you have answered already; the first answer stands")
        if msg.v < channel.question_v:
            raise Refusal("stale", "牌局已经变了", "things have moved on")
        if not isinstance(msg.action, str) and state.plays.id != "zipai":
            raise Refusal("bad_option", "动作要写成文字", "at this table an action is written as text")
        action = state.plays.parse(msg.action) if isinstance(msg.action, str) else msg.action
        state.game.verify(action, hand_seat)
        rows: list[log.Row] = [log.Answered(hand_seat, str(action))]
        if state.seats[seat].managed:
            rows.insert(0, log.Managed(seat, False))
        await self._answer(rows, item)

    async def _answer(self, rows: list[log.Row], by: Command | None = None) -> None:
        """Write answers. A discard is carried out, claims are held until the window closes."""
        decision = self.asked
        events = await self.table.commit(rows, by)
        if decision is not None and decision.kind == "discard":
            await self._go_on(events)
            return
        self.table.publish()
        if self._answered() and self._may_close():
            await self._close()

    def _answered(self) -> bool:
        return self.asked is not None and all(seat in self.table.state.held for seat in self.asked.legal)

    def _may_close(self) -> bool:
        """Whether to close now tells nothing: the window is open, the only person was asked, 胡 on an own meld, or a discard follows it."""
        decision = self.asked
        if decision is None:
            return False
        if self.pacing.mode == "open" or (self.pacing.mode == "solo" and self.pacing.asks_people(decision)):
            return True
        if decision.origin != "own_meld":
            return False
        return self.pacing.owes_a_discard(decision) or any(
            map(self.table.state.plays.wins, self.table.state.held.values())
        )

    async def _close(self) -> None:
        """The claims end: whoever has not answered is answered for, and the outcome is shown."""
        decision, state, table = self.asked, self.table.state, self.table
        if decision is None:
            return
        rows: list[log.Row] = []
        for seat, legal in decision.legal.items():
            if seat not in state.held:
                action = self._default(decision, seat)
                rows += self._missed(seat, action, state.plays.compelled(legal))
                if state.plays.wins(action):
                    self._took.add(seat)
        by_window = bool(rows) or self.pacing.close_at <= self._now()
        answers = dict(state.held)
        events = await table.commit([*rows, log.Closed(self._now())])
        if self.pacing.mode == "constant" and by_window:
            self._answers = answers
            self._settle(events)
        else:
            await self._go_on(events)

    def _settle(self, events: list[Any]) -> None:
        """The outcome of a constant window is known; it is shown at its moment."""
        self.asked, self._outcome = None, events
        self.table.wake_at(self.pacing.settled_at(), self._reveal)

    async def _reveal(self) -> None:
        await self.table.services.rounds.mine()
        self.table.hold_moment()
        events, self._outcome = self._outcome or [], None
        await self._go_on(events)

    async def _time_out(self) -> None:
        """A seat whose turn it is has not answered."""
        decision = self.asked
        if decision is None:
            return
        if decision.kind == "claims":
            await self._close()
            return
        seat = next(iter(decision.legal))
        action = self._default(decision, seat)
        rows = self._missed(seat, action, True)
        events = await self.table.commit(rows)
        done = self.table.state.plays.timed_out(action)
        self._tell("auto_discard", seat, done.zh, done.en)
        await self._go_on(events)

    def _missed(self, seat: int, action: Any, had_to: bool) -> list[log.Row]:
        """The rows for a seat whose time ran out; the second compelled decision missed in a hand begins 托管."""
        who = self.table.state.occupant(seat)
        person = who.person is not None
        rows: list[log.Row] = [log.Answered(seat, str(action), auto=True, missed=had_to and person)]
        if had_to and person and not who.managed and who.misses + 1 >= MISSES:
            rows.append(log.Managed(self._table_seat(seat), True))
            self._tell("managed", seat, "两次超时，转为托管", "timed out twice: the table plays for it")
        return rows

    def _tell(self, code: str, hand_seat: int, zh: str, en: str) -> None:
        seat = self._table_seat(hand_seat)
        name = self.table.names[seat]
        self.table.notice(code, f"{name}：{zh}", f"{name}: {en}", seat)

    async def _go_on(self, events: list[Any]) -> None:
        for seat in self.table.state.plays.won(events) & self._took:
            self._tell("auto_hu", seat, "没有作答，代为胡牌", "did not answer: the table took the 胡")
        self.asked = None
        self.table.sleep()
        await self._show(events)

    async def think(self, item: Command, msg: inn.Think) -> None:
        """Somebody wants a longer window; who it was is nobody's business."""
        table, state, turn = self.table, self.table.state, self.table.turn
        in_window = turn is not None and turn.kind == "claim" and state.phase in ("playing", "settled", "ended")
        if self.pacing.mode != "constant" or not in_window or turn is None or self._outcome is not None:
            raise Refusal("not_now", "现在不用想", "no window is open that could be longer")
        rows = commands.think(state, item.person)
        await table.commit(rows, item)
        more = table.services.timing.think_ms(state.made.options)
        self.pacing.close_at += more
        deadline = turn.deadline + more if turn.deadline is not None else None
        table.turn = msgspec.structs.replace(turn, deadline=deadline, thinking=True)
        table.wake_at(self.pacing.close_at, self._close if self.asked is not None else self._lapse)
        table.publish()

    async def manage(self, item: Command, msg: inn.Manage) -> None:
        """托管 on or off."""
        rows = commands.manage(self.table.state, item.person, msg)
        if rows:
            await self.table.commit(rows, item)
            self.table.publish()
            self._ask_bots()

    # -- the end ---------------------------------------------------------------------------------------------------

    async def _over(self) -> None:
        """The hand has been shown to its end: keep it, and wait for the next."""
        table, state, timing = self.table, self.table.state, self.table.services.timing
        table.release_moment()  # the disk comes in between
        self.asked = None
        table.settle_book()
        await table.save_hands()
        self._wait_for_next()
        if state.phase == "settled" and not state.people():
            table.wake_at(self._now() + 4 * timing.pace, self.next_hand)

    def _wait_for_next(self) -> None:
        table, timing = self.table, self.table.services.timing
        if table.state.phase == "settled":
            # Who is alone with bots keeps nobody waiting, and may read the settlement as long as it takes.
            clock = bool(table.state.made.options.clock) and len(table.state.people()) != 1
            ms = timing.next if clock else timing.no_clock
            self.pacing.turn("next", ms if clock else None)
            table.wake_at(self._now() + ms, self.next_hand)
        else:
            self.pacing.turn("ready", None)
            table.sleep()

    async def finish(self) -> None:
        """Show the rest of a hand that is over at once, and keep it: somebody leaves."""
        table = self.table
        if self.showing and table.state.phase in ("settled", "ended"):
            rest = [event for chunk in self._chunks for event in chunk.events] + (self._outcome or [])
            self._chunks.clear()
            self._outcome = None
            table.audience.show(rest)
            await self._over()
            table.publish(rest)

    def broken_off(self) -> None:
        """Somebody has left: the sitting is over, the hand void."""
        self.stop()
        self.table.audience.end_hand()
        self.table.settle_book()
        self._wait_for_next()
        self.table.publish(whole_hand=True)
        if self.table.deserted():
            self.pause()

    async def carry_on(self) -> None:
        """Take up again what a failing disk has interrupted after a command was accepted."""
        state = self.table.state
        if self._outcome is not None:
            await self._reveal()
        elif self._chunks:
            await self._advance()
        elif state.phase == "cutting":
            await self._deal()
        elif state.phase == "playing" and self._answered():
            await self._close()
        elif state.phase == "playing" and self.asked is None:
            self._ask()
            self.table.publish()
            self._ask_bots()
        elif not await self.begin_if_ready():
            if state.phase == "settled" and not state.people():  # bots alone are ready when their host has said so
                await self.next_hand()
            self.table.publish()

    def stop(self) -> None:
        """Nothing goes on: no decision is open, nothing is left to show, bots' answers come too late."""
        self._chunks.clear()
        self.asked = self._outcome = None
        self.number += 1

    # -- pausing ---------------------------------------------------------------------------------------------------

    def rebuilt(self) -> None:
        """After a start: what has happened counts as shown, and the table waits for its people."""
        table, state = self.table, self.table.state
        table.names = views.names_of(state.seats, table.services.people) if not table.names else table.names
        table.settle_book()
        if state.game is not None:
            table.audience.start_hand(len(state.plan.active) if state.plan is not None else 0)
            table.audience.show(state.game.events)
        self.pacing.after_a_start()
        if state.phase == "quarantined":
            table.notice_of_fault()
        if state.phase in ("playing", "cutting", "settled"):
            self._restarted = state.phase != "playing"
            table.notice("restarted", "服务器刚刚重启，时间重新计", "the server has restarted; clocks begin anew")

    def moved_to(self, table: Table, number: int) -> Play:
        """The same for another object of the same table, whose questions were numbered up to `number`."""
        self.table = self.pacing.table = table
        self.number = number
        return self

    def pause(self) -> None:
        """Nobody is there: time stands still."""
        self.paused = True
        self.number += 1
        self.table.sleep()

    async def resume(self) -> None:
        """Somebody is there again: every wait begins anew."""
        table, state = self.table, self.table.state
        self.paused = False
        if state.phase == "quarantined":
            pass
        elif self._outcome is not None:
            table.wake_at(self._now(), self._reveal)
        elif self._chunks and self._shown is not None:
            self._between(self._shown)
        elif state.phase == "playing":
            table.turn = None
            self._ask()
        elif state.phase == "cutting":
            self._wait_for_cuts()
        else:
            self._wait_for_next()
            await table.save_hands()
            await self.begin_if_ready()  # a crash came between the last 准备 and the deal
        table.publish()
        self._ask_bots()

    def wait_again(self, person: str) -> None:
        """Somebody has come or gone while the table goes on: without a clock, a seat's patience depends on it."""
        table, state, timing = self.table, self.table.state, self.table.services.timing
        seat, turn = state.seat_of(person), table.turn
        if state.made.options.clock or self.asked is None or turn is None or turn.kind != "seat" or turn.seat != seat:
            return
        if seat is not None:
            self.pacing.close_at = self._now() + self.pacing.patience(seat, timing.no_clock)
            table.wake_at(self.pacing.close_at, self._time_out)

    # -- small things ----------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return self.table.now()

    def _table_seat(self, hand_seat: int) -> int:
        plan = self.table.state.plan
        return plan.active[hand_seat] if plan is not None else hand_seat
