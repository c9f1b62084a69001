"""What is shown of a table, put together piece by piece from what may be shown (never the state with things taken out)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

import msgspec

from erqishi import match as sitting
from erqishi.cards import card_name
from erqishi.errors import InternalError
from erqishi.match_explain import Line, explain_settlement
from erqishi.match_explain import explain as explain_sitting
from erqishi.record import Around, Record, to_json
from erqishi.server.games.shape import Label
from erqishi.server.people import People
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.shared import Avatar, BotLevel, RoomOptions
from erqishi.server.store.tables import HandRow
from erqishi.server.tables.house_rules import room_lines, seat_lines
from erqishi.server.tables.state import Finished, SeatState, TableState
from erqishi.server.tables.timing import Timing

BOT_NAMES = ("谷雨", "小满", "白露", "霜降", "立春", "惊蛰", "芒种", "立秋")
"""Bots are called by the seasons, by seat."""


def name_of(seat: SeatState, at: int, people: People) -> str:
    """What to call whoever sits there."""
    if seat.person is not None:
        return people.get(seat.person).name
    return BOT_NAMES[at] if seat.bot is not None else ""


def names_of(seats: Sequence[SeatState], people: People) -> tuple[str, ...]:
    """Names by seat of the table; an empty seat has a number."""
    return tuple(name_of(seat, i, people) or f"{i + 1}号" for i, seat in enumerate(seats))


def room_view(state: TableState, people: People, timing: Timing) -> out.Room:
    """What was agreed when the table was made."""
    made, label = state.made, state.plays.label(state.rules)
    return out.Room(
        table=made.table,
        code=made.code,
        host=people.get(state.host),
        options=made.options,
        players=len(state.seats),
        window=window_of(state),
        claim_ms=timing.claim_ms(made.options),
        game=state.plays.id,
        rules_id=label.id,
        rules_hash=label.hash,
        rules_name=room_rules_name(label, made.options),
        rule_lines=(
            *seat_lines(len(state.seats), state.plays.seats(state.rules, made.options.players)),
            *state.plays.rule_lines(state.rules),
            *room_lines(
                made.options,
                window_of(state),
                timing.claim_ms(made.options),
                claims=state.plays.id != "paoyao",
            ),
        ),
        created=made.at,
    )


def rules_name(rules_id: str, zh: str, en: str, changed: bool) -> Line:
    """The name of a rule set; one with changed parameters says so."""
    return Line((zh or rules_id) + ("（改）" if changed else ""), (en or rules_id) + (" (changed)" if changed else ""))


#: Changes that say how a table is set up, not how the hand is played: the rules are still those of the name.
_SEATING = frozenset({"players", "draw_for_dealer"})


def room_rules_name(label: Label, options: RoomOptions) -> Line:
    """What a room calls its rules: changed ones by the room's name, with the rule set they were made of."""
    changed = {key: value for key, value in options.changes.items() if key not in _SEATING}
    zh, en = label.name or label.id, label.name_en or label.id
    if changed.keys() == {"two_players"}:
        return Line(f"{zh}（二人桌）", f"{en} (for two)") if changed["two_players"] else Line(zh, en)
    if not changed or not options.name:
        return rules_name(label.id, zh, en, bool(changed))
    short_zh, short_en = re.sub(r"（[^（）]*）$", "", zh), re.sub(r" \([^()]*\)$", "", en)
    return Line(f"{options.name}（{short_zh}，改）", f"{options.name} ({short_en}, changed)")


def window_of(state: TableState) -> Literal["constant", "open"]:
    """The kind of claim window of this table."""
    options = state.made.options
    return options.window or ("constant" if options.clock else "open")


def seat_views(state: TableState, people: People, connected: set[str], away: dict[str, int]) -> tuple[out.Seat, ...]:
    """Who sits where. connected: persons with a client; away: until when the grace of the others lasts."""
    return tuple(
        out.Seat(
            seat=i,
            name=name_of(seat, i, people),
            person=people.get(seat.person) if seat.person is not None else None,
            bot=seat.bot,
            ready=seat.ready,
            connected=seat.person in connected,
            away_until=away.get(seat.person) if seat.person is not None else None,
            managed=seat.managed,
            left=seat.left,
        )
        for i, seat in enumerate(state.seats)
    )


def line_view(state: TableState, people: People, watching: int) -> out.RoomLine:
    """The table in the room list."""
    label, options = state.plays.label(state.rules), state.made.options
    bots = sum(seat.bot is not None for seat in state.seats)
    seated = len(state.people())
    free = len(state.seats) - seated - bots if state.between else 0
    return out.RoomLine(
        table=state.table,
        code=state.made.code,
        name=options.name,
        host=people.get(state.host),
        rules_id=label.id,
        rules_name=room_rules_name(label, options),
        phase=state.phase,
        players=len(state.seats),
        people=seated,
        bots=bots,
        open=free,
        hands=options.hands,
        hand=len(state.match.ledger) if state.match is not None else 0,
        clock=options.clock,
        watching=watching,
    )


# -- the account --------------------------------------------------------------------------------------------------


def book_view(state: TableState, names: Sequence[str]) -> out.Book:
    """The account of the sitting, names by seat. It explains the last hand: only for when that has been shown to its end."""
    match = state.match
    if match is None:
        return out.Book((), (0,) * len(state.seats), None, None, None, None)
    rows = tuple(_row(state, done, entry) for done, entry in zip(state.finished, match.ledger, strict=True))
    return out.Book(
        ledger=rows,
        totals=match.totals,
        settlement=settlement_view(state, state.last, match, names) if state.last is not None else None,
        ended=match.ended,
        final=tuple(explain_settlement(match, names)) if match.ended is not None else None,
        home=_home(match) if match.ended is not None else None,
    )


def _home(match: sitting.Match) -> out.Home:
    """What every seat takes home."""
    settled = sitting.settle(match)
    return out.Home(net=settled.net, refund=settled.refund)


def _row(state: TableState, done: Finished, entry: sitting.HandEntry) -> out.LedgerRow:
    winner, huxi, tun, *_ = _ending(done)
    return out.LedgerRow(
        hand=entry.plan.hand,
        hand_id=f"{state.table}-{done.number}",
        dealer=entry.plan.dealer,
        winner=winner,
        huxi=huxi,
        tun=tun,
        net=entry.net,
        target=entry.target,
    )


def _ending(done: Finished) -> tuple[int | None, int, int, bool, bool]:
    """Winner as a seat of the table, 息, 囤, 自摸, 天胡."""
    winner, huxi, tun, zimo, tianhu = done.ending
    return done.plan.to_match(winner) if winner is not None else None, huxi, tun, zimo, tianhu


def settlement_view(state: TableState, done: Finished, match: sitting.Match, names: Sequence[str]) -> out.Settlement:
    """How a finished hand came out, and why. names: by seat of the table."""
    winner, huxi, tun, zimo, tianhu = _ending(done)
    lines = state.plays.explain(done.game, [names[seat] for seat in done.plan.active])
    if len(done.plan.active) < len(names):
        # The game sums up for those who played; here more people are in the account, and one sum is enough.
        lines = [line for line in lines if not line.zh.startswith("本局：")]
        lines += explain_sitting(match, done.plan.hand, names, beside=True)
    else:
        lines.append(explain_sitting(match, done.plan.hand, names)[-1])
    if match.ended is not None and done.plan.hand == len(match.ledger) - 1:
        # No hand follows: nobody deals next, and what lies in the pot goes back.
        lines = [line for line in lines if not line.zh.startswith("下局庄家") and "留到下一局" not in line.zh]
    entry = match.ledger[done.plan.hand]
    last = entry.outcome.last_wall_card if entry.target is not None else None
    xing, birds = state.plays.turned(done.game)
    return out.Settlement(
        hand_id=f"{done.proof.table}-{done.number}",
        winner=winner,
        huxi=huxi,
        tun=tun,
        zimo=zimo,
        tianhu=tianhu,
        net=entry.net,
        lines=tuple(lines),
        proof=done.proof,
        last_card=card_name(last) if last is not None else None,
        target=entry.target,
        xing=xing,
        birds=birds,
    )


class About(msgspec.Struct, frozen=True):
    """What is kept of a finished hand beside its record. names, bots, avatars: by seat of the hand (no avatars: kept before they were)."""

    hand: int
    rules_id: str
    rules_hash: str
    rules_name: Line
    names: tuple[str, ...]
    bots: tuple[BotLevel | None, ...]
    active: tuple[int, ...]
    settlement: out.Settlement
    outside: tuple[out.Outside, ...] = ()
    avatars: tuple[Avatar | None, ...] = ()


def hand_row(state: TableState, done: Finished, people: People, now: int) -> HandRow:
    """A finished hand as it is stored: it belongs to those who played it or stood outside, whoever sits there by now."""
    if state.match is None:
        raise InternalError("a hand without a sitting")
    names = names_of(done.seats, people)
    seats = [done.seats[seat] for seat in done.plan.active]
    hand_names = tuple(names[seat] for seat in done.plan.active)
    outside = [seat for seat in range(len(names)) if seat not in done.plan.active]
    label = state.plays.label(state.rules)
    about = About(
        hand=done.plan.hand,
        rules_id=label.id,
        rules_hash=label.hash,
        rules_name=room_rules_name(label, state.made.options),
        names=hand_names,
        bots=tuple(seat.bot for seat in seats),
        active=done.plan.active,
        settlement=settlement_view(state, done, state.match, names),
        outside=tuple(
            out.Outside(seat, names[seat], "bird" if seat in done.plan.birds else "xing") for seat in outside
        ),
        avatars=tuple(None if seat.person is None else people.get(seat.person).avatar for seat in seats),
    )
    around = None
    if outside:
        around = Around(active=done.plan.active, net=state.match.ledger[done.plan.hand].net, names=names)
    date = datetime.fromtimestamp(done.opened / 1000, UTC).date().isoformat()
    return HandRow(
        id=f"{state.table}-{done.number}",
        table=state.table,
        played=now,
        record=to_json(Record.of(done.game, names=hand_names, date=date, shuffle=done.proof, table=around)),
        about=msgspec.json.encode(about).decode(),
        people=(
            *((seat.person, i) for i, seat in enumerate(seats) if seat.person is not None),
            *((who, -1 - seat) for seat in outside if (who := done.seats[seat].person) is not None),
        ),
    )
