"""The course of a recorded hand of 跑胡子 in words, Chinese and English."""

from __future__ import annotations

from erqishi.cards import NAMES, hand_text
from erqishi.errors import UserInputError
from erqishi.record.course import POSITIONS_EN, course, position
from erqishi.record.envelope import Record
from erqishi.record.text import result_text
from erqishi.record.zipai import follow
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game, Result


def tell(record: Record) -> list[tuple[str, str]]:
    """The deal, what happened with each card of the wall, and the result with its derivation."""
    game, steps = follow(record)
    size, seats = game.rules.deal, game.rules.seats
    date = f"，{record.date}" if record.date else ""
    lines = [(f"跑胡子 {game.rules.id}{date}", f"{game.rules.id}{f', {record.date}' if record.date else ''}")]
    for i in range(seats):
        seat = (game.dealer + i) % seats
        hand = hand_text(game.deck[i * size : (i + 1) * size])
        name = record.names[seat] if record.names else ""
        place = position(game, seat)
        title = f"{place}家（{seat}号{f'，{name}' if name else ''}）"
        lines.append((f"{title} {hand}", f"{POSITIONS_EN[place]}, seat {seat}{f', {name}' if name else ''}"))
    liang = NAMES[game.deck[seats * size]]
    lines.append((f"亮张 {liang}", f"the liangzhang is {liang}"))
    for number, row in enumerate(course(game, steps), start=1):
        zh_words, en_words = [], []
        last = None
        for item in row:
            zh, en = _who(record, game, item.seat)
            zh_words.append(item.zh() if item.seat == last else zh + item.zh())
            en_words.append(item.en() if item.seat == last else f"{en} {item.en()}")
            last = item.seat
        lines.append((f"{number}. {'，'.join(zh_words)}", ", ".join(en_words)))
    if game.result is None:
        lines.append(("没有打完", "unfinished"))
    else:
        lines.append((f"结果：{result_text(game, game.result)}", _result_en(game, game.result)))
        if game.result.winner is not None or any(game.result.net):
            lines += _derivation(record, game)
    return lines


def _derivation(record: Record, game: Game) -> list[tuple[str, str]]:
    """How the result came about, without the first line: the dealer has been told."""
    zh_names, en_names = zip(*(_who(record, game, seat) for seat in range(game.rules.seats)), strict=True)
    try:
        derived = zip(explain(game, zh_names), explain(game, en_names), strict=True)
        return [(line.zh, line_en.en) for line, line_en in derived][1:]
    except UserInputError:  # a deal of a size that no table has: it can be replayed, not explained
        return []


def _who(record: Record, game: Game, seat: int) -> tuple[str, str]:
    """What a seat is called: by its name where everybody has one of their own, otherwise by its place."""
    place = position(game, seat)
    if len(set(record.names)) == game.rules.seats and "" not in record.names:
        return record.names[seat], record.names[seat]
    return f"{place}家", POSITIONS_EN[place]


def _result_en(game: Game, result: Result) -> str:
    if result.winner is None:
        return "huangzhuang: the wall is empty, nobody has won"
    words = [f"{POSITIONS_EN[position(game, result.winner)]} wins with {result.huxi} huxi"]
    words += [f"{result.tun} tun"] * (result.tun > 0)
    words += ["zimo"] * result.zimo + ["tianhu"] * result.tianhu
    return f"{', '.join(words)}; {', '.join(f'seat {seat} {net:+}' for seat, net in enumerate(result.net))}"
