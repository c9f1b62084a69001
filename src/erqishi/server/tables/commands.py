"""May this person do that at this table now? Each function answers with the rows to write, or raises Refusal; nothing changes here."""

from __future__ import annotations

from collections.abc import Sequence

from erqishi.errors import IllegalAction, UserInputError
from erqishi.server.protocol import client_in as inn
from erqishi.server.protocol.client_out import RefusalCode
from erqishi.server.tables import log
from erqishi.server.tables.state import TableState
from erqishi.server.tables.timing import THINKS


class Refusal(Exception):
    """A command is not carried out. code, zh, en as in `refused`; rule for what the game forbids."""

    def __init__(self, code: RefusalCode, zh: str, en: str, rule: str | None = None) -> None:
        self.code = code
        self.zh = zh
        self.en = en
        self.rule = rule
        super().__init__(code, zh, en)


def refusal_of(no: Refusal | IllegalAction | UserInputError) -> Refusal:
    """Whatever forbids a command, as it is told."""
    if isinstance(no, Refusal):
        return no
    if isinstance(no, IllegalAction):
        return Refusal("illegal", no.zh, no.en, no.rule)
    return Refusal("bad_option", "看不懂", str(no))


def sit(state: TableState, person: str, msg: inn.Sit) -> Sequence[log.Row]:
    """An empty seat between sittings; the same seat again changes nothing."""
    _not_in_play(state)
    _between(state)
    mine = state.seat_of(person)
    seat = msg.seat
    if seat is None:
        if mine is not None:
            return ()
        seat = next((i for i, at in enumerate(state.seats) if at.empty), None)
        if seat is None:
            raise Refusal("full", "坐满了", "every seat is taken")
    _exists(state, seat)
    if seat == mine:
        return ()
    if not state.seats[seat].empty:
        raise Refusal("taken", "这个座位有人了", f"seat {seat} is taken")
    return (log.Sat(person, seat),)


def stand(state: TableState, person: str) -> Sequence[log.Row]:
    """Get up between sittings."""
    _not_in_play(state)
    seat = state.seat_of(person)
    if seat is None:
        return ()
    _between(state)
    return (log.Stood(seat),)


def ready(state: TableState, person: str, msg: inn.Ready) -> Sequence[log.Row]:
    """Between hands and between sittings."""
    if state.phase not in ("waiting", "settled", "ended"):
        raise Refusal("not_now", "牌还在打", "a hand is being played")
    seat = _seated(state, person)
    return () if state.seats[seat].ready == msg.on else (log.Readied(seat, msg.on),)


def put_bot(state: TableState, person: str, msg: inn.PutBot) -> Sequence[log.Row]:
    """The host puts a bot on an empty seat, or one of another level in place of a bot."""
    _not_in_play(state)
    _host(state, person)
    _between(state)
    _exists(state, msg.seat)
    seat = state.seats[msg.seat]
    if seat.person is not None:
        raise Refusal("taken", "这个座位有人了", f"seat {msg.seat} is taken")
    return () if seat.bot == msg.level else (log.BotPut(msg.seat, msg.level),)


def remove(state: TableState, person: str, msg: inn.Remove) -> Sequence[log.Row]:
    """The host clears a seat between sittings."""
    _not_in_play(state)
    _host(state, person)
    _between(state)
    _exists(state, msg.seat)
    return () if state.seats[msg.seat].empty else (log.Stood(msg.seat),)


def cut(state: TableState, person: str, msg: inn.Cut) -> Sequence[log.Row]:
    """One 切牌 a hand, while it is time."""
    seat = _seated(state, person)
    if state.phase != "cutting" or msg.hand != state.number - 1:
        raise Refusal("stale", "已经发牌了", "the cards of this hand are dealt already")
    if len(msg.nonce.encode("utf-8", "replace")) > 64 or not _sound(msg.nonce):
        raise Refusal("bad_option", "切牌的字太长", "a nonce has 64 bytes of UTF-8 at most")
    _plays(state, seat)
    if seat in state.nonces:
        raise Refusal("not_now", "你已经切过牌了", "you have cut already")
    return (log.CutBy(seat, msg.nonce),)


def stake(state: TableState, person: str, msg: inn.Stake) -> Sequence[log.Row]:
    """飘 and 打坨, once a hand and before the deal, where the rules ask."""
    seat = _seated(state, person)
    if state.phase != "cutting" or msg.hand != state.number - 1:
        raise Refusal("stale", "已经发牌了", "the cards of this hand are dealt already")
    asked = state.stakes
    if asked is None:
        raise Refusal("not_now", "这里没有飘，也没有打坨", "these rules ask nothing before the deal")
    _plays(state, seat)
    if not 0 <= msg.piao <= asked.piao:
        zh, en = f"飘要在0到{asked.piao}之间", f"飘 is 0 to {asked.piao}"
        raise Refusal("bad_option", zh if asked.piao else "这里没有飘", en if asked.piao else "there is no 飘 here")
    if msg.tuo and not asked.tuo:
        raise Refusal("bad_option", "现在不能打坨", "打坨 is asked before the first hand only, where the rules have it")
    if seat in state.staked:
        raise Refusal("not_now", "你已经说过了", "you have said it already")
    return (log.Staked(seat, msg.piao, msg.tuo),)


def leave(state: TableState, person: str) -> Sequence[log.Row]:
    """Away for good: in a sitting that ends it for all (core.md §2.4)."""
    seat = state.seat_of(person)
    if seat is None:
        return ()
    return (log.Stood(seat),) if state.between or state.phase == "quarantined" else (log.Left(seat),)


def think(state: TableState, person: str) -> Sequence[log.Row]:
    """A longer window, twice a hand, for whoever plays it."""
    seat = _seated(state, person)
    _plays(state, seat)
    if state.seats[seat].thoughts >= THINKS:
        raise Refusal("not_now", f"一局只能想{THINKS}次", f"{THINKS} times a hand")
    return (log.Thought(seat),)


def manage(state: TableState, person: str, msg: inn.Manage) -> Sequence[log.Row]:
    """托管 of one's own seat, while a hand is played, or while its end is still being shown: to everybody that is the same."""
    seat = _seated(state, person)
    if state.phase not in ("playing", "settled", "ended"):
        raise Refusal("not_now", "打牌的时候才能托管", "only while a hand is played")
    return () if state.seats[seat].managed == msg.on else (log.Managed(seat, msg.on),)


def _seated(state: TableState, person: str) -> int:
    seat = state.seat_of(person)
    if seat is None:
        raise Refusal("not_yours", "你没有座位", "you have no seat at this table")
    return seat


def _plays(state: TableState, seat: int) -> None:
    if state.plan is not None and seat in state.plan.birds:
        raise Refusal("not_yours", "这一局你打鸟，不上桌", "you bet on this hand (打鸟) and do not play it")
    if state.hand_seat(seat) is None:
        raise Refusal("not_yours", "这一局你数醒", "you sit out this hand")


def _host(state: TableState, person: str) -> None:
    if person != state.host:
        raise Refusal("not_host", "只有房主可以", "only the host may do that")


def _not_in_play(state: TableState) -> None:
    """First of all, and in the words that a table has while it shows what is decided already: a try must not tell the two apart."""
    if state.phase == "playing":
        raise Refusal("not_now", "牌还在打", "a hand is being played")


def _between(state: TableState) -> None:
    if not state.between:
        raise Refusal("not_now", "一场还没有打完", "a sitting is going on")


def _exists(state: TableState, seat: int) -> None:
    if seat >= len(state.seats):
        raise Refusal("bad_option", f"没有第{seat + 1}个座位", f"there is no seat {seat}")


def _sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def heir(state: TableState, gone: str, here: set[str]) -> str | None:
    """When the host goes for good, whoever sits there first takes over, or else looks on: a table needs somebody to run it.

    here: who is connected.
    """
    seated = [seat.person for seat in state.seats if seat.person is not None]
    others = [person for person in (*sorted(seated, key=lambda who: who not in here), *sorted(here)) if person != gone]
    return others[0] if gone == state.host and others and state.phase != "quarantined" else None
