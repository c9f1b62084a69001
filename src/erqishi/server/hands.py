"""Finished hands for looking at again: from the store, or from a record that somebody brings."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from erqishi import paoyao
from erqishi.cards import card_name
from erqishi.errors import UserInputError
from erqishi.match import TABLE
from erqishi.match_explain import Line
from erqishi.match_explain import explain as explain_sitting
from erqishi.paoyao.events import visible
from erqishi.paoyao.view import Fold, PaoyaoView
from erqishi.record import Record, from_json, from_text, replay
from erqishi.record.tables import account
from erqishi.server.games import plays
from erqishi.server.games.paoyao import Paoyao
from erqishi.server.games.zipai import Zipai
from erqishi.server.protocol import client_out as out
from erqishi.server.tables.staging import chunks
from erqishi.server.tables.views import About, rules_name
from erqishi.zipai import events as e
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game
from erqishi.zipai.view import View


def kept(row: tuple[str, str, int, str, str], seat: int | None) -> out.Replay:
    """The replay of a hand in the store (a row of `store.tables.hand`). UserInputError for a seat that is not there."""
    hand_id, table, played, record, about_text = row
    about = msgspec.json.decode(about_text, type=About)
    game = replay(from_json(record))
    frames, open_hands = _frames(game, seat) if isinstance(game, Game) else ((), None)
    return out.Replay(
        hand_id=hand_id,
        table=table,
        hand=about.hand,
        played=played,
        rules_id=about.rules_id,
        rules_hash=about.rules_hash,
        rules_name=about.rules_name,
        seat=seat,
        names=about.names,
        bots=about.bots,
        active=about.active,
        frames=frames,
        open_hands=open_hands,
        settlement=about.settlement,
        paoyao=() if isinstance(game, Game) else _sights(game, seat),
        outside=about.outside,
        avatars=about.avatars,
    )


def brought(text: str, seat: int | None = None) -> out.Replay:
    """The replay of a record in either form. UserInputError (RecordError) says what is wrong with it, and where."""
    record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
    game = replay(record)
    ours = isinstance(game, Game)
    seats = tuple(range(game.rules.seats if ours else game.players))
    names = record.names or tuple(f"{i + 1}号" for i in seats)
    frames, open_hands = _frames(game, seat) if ours else ((), None)
    label = (Zipai() if ours else Paoyao()).label(game.rules)
    return out.Replay(
        hand_id="",
        table="",
        hand=0,
        played=0,
        rules_id=label.id,
        rules_hash=label.hash,
        rules_name=rules_name(label.id, label.name, label.name_en, False),
        seat=seat,
        names=names,
        bots=(None,) * len(seats),
        active=record.table.active if record.table is not None else seats,
        frames=frames,
        open_hands=open_hands,
        settlement=_settlement(record, game, names) if ours else _paoyao_settlement(record, game, names),
        paoyao=() if ours else _sights(game, seat),
        outside=_outside(record) if ours else (),
    )


def _outside(record: Record) -> tuple[out.Outside, ...]:
    """Who paid or was paid without playing, as the record names them."""
    around = record.table
    if around is None:
        return ()
    names = around.names or tuple(f"{seat + 1}号" for seat in range(len(around.net)))
    return tuple(
        out.Outside(seat, names[seat], "xing" if seat < TABLE else "bird")
        for seat in range(len(around.net))
        if seat not in around.active
    )


def line(row: tuple[str, int, str, int]) -> out.HandLine:
    """A hand in somebody's list (a row of `store.tables.hands_of`)."""
    hand_id, played, about_text, seat = row
    about = msgspec.json.decode(about_text, type=About)
    at = about.active[seat] if seat >= 0 else -1 - seat
    return out.HandLine(
        hand_id=hand_id,
        played=played,
        rules_id=about.rules_id,
        names=about.names,
        won=about.settlement.winner == at,
        huxi=about.settlement.huxi,
        net=about.settlement.net[at],
        game=plays(about.rules_id).id,
        role=next((other.role for other in about.outside if other.seat == at), "play"),
    )


def _sights(game: paoyao.Game, seat: int | None) -> tuple[PaoyaoView, ...]:
    """One view of a hand of 跑腰 for each thing that was seen; without a seat every card lies open but the 腰 and the stock."""
    if seat is not None and not 0 <= seat < game.players:
        raise UserInputError(f"没有第{seat}家 / there is no seat {seat}")
    fold, frames, last = Fold(seat), [], None
    event: Any
    for event in game.events:
        if seat is None:
            event = msgspec.structs.replace(event, to=None)
        if not visible(event, seat):
            continue
        fold.apply(event)
        view = fold.view()
        seen = (view.opened, len(view.course), view.yao, view.yao_void, view.over is not None)
        if seen == last:
            frames[-1] = view  # a chip that moved, or who is asked next, is no step of its own
        else:
            frames.append(view)
        last = seen
    return tuple(frames)


def _paoyao_settlement(record: Record, game: paoyao.Game, names: tuple[str, ...]) -> out.Settlement | None:
    result = game.result
    if result is None:
        return None
    return out.Settlement(
        hand_id="",
        winner=result.winner,
        huxi=0,
        tun=0,
        zimo=False,
        tianhu=False,
        net=tuple(now - before for now, before in zip(result.chips, game.chips, strict=True)),
        lines=tuple(Paoyao().explain(game, names)),
        proof=record.shuffle,
    )


def _frames(game: Game, seat: int | None) -> tuple[tuple[out.Frame, ...], tuple[tuple[str, ...], ...] | None]:
    """One frame for each thing that was seen, and in the open replay everybody's concealed cards after it."""
    seats = range(game.rules.seats)
    if seat is not None and seat not in seats:
        raise UserInputError(f"没有第{seat}家 / there is no seat {seat}")
    views = {at: View(at, seats=[], marks={}) for at in (None, *seats)}
    frames, hands = [], []
    for chunk in chunks(game.events):
        for event in chunk.events:
            for view in views.values():
                view.apply(event)
        seen = [event for event in chunk.events if event.to is None or event.to == seat]
        seen = [event for event in seen if not isinstance(event, e.Asked) or seat is not None]
        frames.append(out.Frame(tuple(seen), copy.deepcopy(views[seat])))
        hands.append(tuple(views[at].hand for at in seats))
    return tuple(frames), tuple(hands) if seat is None else None


def _settlement(record: Record, game: Game, names: tuple[str, ...]) -> out.Settlement | None:
    result = game.result
    if result is None:
        return None
    lines = [Line(entry.zh, entry.en) for entry in explain(game, names)]
    xing, birds = plays(game.rules.id).turned(game)
    net, winner, last, target = result.net, result.winner, None, None
    if record.table is not None:
        around = record.table
        match = account(around, game)
        everybody = around.names or tuple(f"{seat + 1}号" for seat in range(len(around.net)))
        lines = [line for line in lines if not line.zh.startswith("本局：")]
        lines += explain_sitting(match, 0, everybody, beside=True)
        net, winner = around.net, None if winner is None else around.active[winner]
        if (target := match.ledger[0].target) is not None:
            last = card_name(game.deck[-1])
    return out.Settlement(
        hand_id="",
        winner=winner,
        huxi=result.huxi,
        tun=result.tun,
        zimo=result.zimo,
        tianhu=result.tianhu,
        net=net,
        lines=tuple(lines),
        proof=record.shuffle,
        last_card=last,
        target=target,
        xing=xing,
        birds=birds,
    )
