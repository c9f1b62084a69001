"""The text form of a 跑胡子 record, like PGN for chess: what people paste into a chat. docs/record.md describes it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from erqishi.cards import hand_text
from erqishi.match import TABLE
from erqishi.record.course import Item, course, position
from erqishi.record.envelope import Record, check, checksum
from erqishi.record.zipai import follow
from erqishi.zipai.game import Game, Result

TITLE = "跑胡子牌谱"


def to_text(record: Record) -> str:
    """The record as text; it is played again for that, so RecordError when the rules do not reproduce it."""
    check(record)
    game, steps = follow(record)
    lines = [*_header(record, game), *_deal(game)]
    for number, row in enumerate(course(game, steps), start=1):
        lines.append(f"{number}. {row_text(game, row)}")
    if game.result is not None:
        lines.append(f"结果 {result_text(game, game.result)}")
    return "\n".join([*lines, f"校验 {checksum(record)}", ""])


def row_text(game: Game, row: list[Item]) -> str:
    """Items on one line; a seat that goes on is not named again."""
    words = []
    last = None
    for item in row:
        words.append(item.zh() if item.seat == last else position(game, item.seat) + item.zh())
        last = item.seat
    return " ".join(words)


def result_text(game: Game, result: Result) -> str:
    """How the hand ended: `下胡 18息 2囤 自摸 庄-3 下+6 上-3`, `荒庄`."""
    seats = [(game.dealer + i) % game.rules.seats for i in range(game.rules.seats)]
    changes = [f"{position(game, seat)}{result.net[seat]:+}" for seat in seats]
    if result.winner is None:
        return " ".join(["荒庄", *changes]) if any(result.net) else "荒庄"
    words = [f"{position(game, result.winner)}胡", f"{result.huxi}息"]
    words += [f"{result.tun}囤"] * (result.tun > 0)
    words += ["自摸"] * result.zimo + ["天胡"] * result.tianhu
    return " ".join([*words, *changes])


def _header(record: Record, game: Game) -> Iterator[str]:
    yield f"{TITLE} {record.v}"
    yield f"规则 {record.rules.id} #{record.rules.hash}"
    for key, value in record.rules.set.items():
        yield f"参数 {key} = {msgspec.json.encode(value).decode()}"
    if record.date:
        yield f"日期 {record.date}"
    yield f"庄家 {game.dealer}"
    if game.huang:
        yield f"前荒 {game.huang}"
    if game.piao:
        yield f"飘 {' '.join(map(str, game.piao))}"
    for seat, name in enumerate(record.names):
        yield f"名 {seat} {name}"
    if record.table is not None:
        around = record.table
        for seat, net in enumerate(around.net):
            role = "" if seat in around.active else "醒 " if seat < TABLE else "鸟 "
            name = f" {around.names[seat]}" if around.names else ""
            yield f"全桌 {seat} {role}{net:+}{name}"
    if record.shuffle is not None:
        yield f"洗牌 {msgspec.json.encode(record.shuffle).decode()}"


def _deal(game: Game) -> Iterator[str]:
    size, seats = game.rules.deal, game.rules.seats
    for i in range(seats):
        hand = hand_text(game.deck[i * size : (i + 1) * size])
        yield f"{position(game, (game.dealer + i) % seats)} {hand}"
    names = [
        "".join(hand_text([k]) for k in game.deck[at:end])
        for at, end in ((seats * size, seats * size + 1), (seats * size + 1, None))
    ]
    yield f"亮 {names[0]}"
    yield f"墩 {names[1]}"
