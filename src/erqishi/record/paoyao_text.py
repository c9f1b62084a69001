"""The text form of a 跑腰 record, and its course in words. docs/record.md describes the form."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from erqishi.paoyao import events as e
from erqishi.paoyao.cards import cards_text, parse_deck
from erqishi.paoyao.explain import explain
from erqishi.paoyao.game import Game
from erqishi.record.envelope import Record, check, checksum
from erqishi.record.paoyao import Step, follow, word_of

TITLE = "跑腰牌谱"
POSITIONS = {2: "庄下", 3: "庄下上", 4: "庄下对上"}
"""The seats from the dealer onwards, clockwise, by the number of seats."""

POSITIONS_EN = {"庄": "dealer", "下": "next", "对": "across", "上": "prev"}
OUTCOMES = {"settled": "结算", "liuju": "流局", "xier": "喜儿", "sole": "独挖"}
_PHASES = {"xier": 0, "bet": 0, "capture": 1, "yao": 2}


def position(game: Game, seat: int) -> str:
    """庄, 下, 对 or 上."""
    return POSITIONS[game.players][(seat - game.dealer) % game.players]


def to_text(record: Record) -> str:
    """The record as text; it is played again for that, so RecordError when the rules do not reproduce it."""
    check(record)
    game, steps = follow(record)
    lines = [*_header(record, game), *_deal(record, game)]
    for number, row in enumerate(_rows(steps), start=1):
        words = (
            f"{position(game, step.decision.seat)}{word_of(step.did)}" for step in row if step.decision and step.did
        )
        lines.append(f"{number}. {' '.join(words)}")
    if game.result is not None:
        lines.append(f"结果 {result_text(game)}")
    return "\n".join([*lines, f"校验 {checksum(record)}", ""])


def result_text(game: Game) -> str:
    """How the hand ended, with the change of every stack: `结算 庄+3 下-1 上-2`."""
    result = game.result
    assert result is not None
    seats = [(game.dealer + k) % game.players for k in range(game.players)]
    gains = (f"{position(game, s)}{result.chips[s] - game.chips[s]:+}" for s in seats)
    return " ".join([OUTCOMES[result.outcome], *gains])


def _rows(steps: list[Step]) -> Iterator[list[Step]]:
    """The decisions, a row for the bets, one for each round of captures, one for the 腰."""
    row: list[Step] = []
    for step in steps:
        if step.decision is None:
            continue
        if row and row[-1].decision is not None:
            before = row[-1].decision
            new = _PHASES[before.kind] != _PHASES[step.decision.kind]
            if new or (
                step.decision.kind == "capture"
                and any(s.decision and s.decision.seat == step.decision.seat for s in row)
            ):
                yield row
                row = []
        row.append(step)
    if row:
        yield row


def _header(record: Record, game: Game) -> Iterator[str]:
    yield f"{TITLE} {record.v}"
    yield f"规则 {record.rules.id} #{record.rules.hash}"
    for key, value in record.rules.set.items():
        yield f"参数 {key} = {msgspec.json.encode(value).decode()}"
    if record.date:
        yield f"日期 {record.date}"
    yield f"庄家 {game.dealer}"
    yield f"筹码 {' '.join(map(str, game.chips))}"
    if game.carry:
        yield f"底池 {game.carry}"
    for seat, name in enumerate(record.names):
        yield f"名 {seat} {name}"
    if record.shuffle is not None:
        yield f"洗牌 {msgspec.json.encode(record.shuffle).decode()}"


def _deal(record: Record, game: Game) -> Iterator[str]:
    n = game.players
    deck = parse_deck(game.deck)
    for k in range(n):
        yield f"{POSITIONS[n][k]} {cards_text(deck[k : 3 * n : n])}"
    yield f"桌 {cards_text(deck[3 * n : 3 * n + 4])}"
    yield f"腰 {cards_text(deck[-1:])}"
    if record.shuffle is None:
        yield f"余 {cards_text(deck[3 * n + 4 : -1])}"


def tell(record: Record) -> list[tuple[str, str]]:
    """The deal, what each seat did, and the result with its derivation, in Chinese and English."""
    game, steps = follow(record)
    date = f"，{record.date}" if record.date else ""
    rules = game.rules
    lines = [(f"跑腰 {rules.name_zh}（{rules.id}）{date}", f"跑腰, {rules.name_en}{date.replace('，', ', ')}")]
    for event in steps[0].events:
        if isinstance(event, e.HandDealt):
            place = position(game, event.seat)
            name = f"，{record.names[event.seat]}" if record.names else ""
            zh = f"{place}家（{event.seat}号{name}） {' '.join(event.cards)}，筹码 {game.chips[event.seat]}"
            lines.append((zh, f"{POSITIONS_EN[place]}, seat {event.seat}{name.replace('，', ', ')}"))
        if isinstance(event, e.TableDealt):
            lines.append((f"桌上 {' '.join(event.cards)}", "the open cards"))
    if game.carry:
        lines.append((f"底池里有 {game.carry}", f"{game.carry} in the pot from before"))
    for number, step in enumerate(steps[1:], start=1):
        assert step.decision is not None and step.did is not None
        place = position(game, step.decision.seat)
        lines.append((f"{number}. {place}家{word_of(step.did)}", f"{POSITIONS_EN[place]}: {step.did}"))
        lines += [
            (f"亮腰 {event.card}", "the 腰 is turned up") for event in step.events if isinstance(event, e.YaoTurnedUp)
        ]
    if game.result is None:
        lines.append(("没有打完", "unfinished"))
        return lines
    lines.append((f"结果：{result_text(game).replace('-', '−')}", "result, the change of every stack"))
    for line in explain(game):  # the seats as above: by their places
        zh = re.sub(r"(\d)号位", lambda found: f"{position(game, int(found[1]))}家", line.zh)
        en = re.sub(r"\bseat (\d)\b", lambda found: POSITIONS_EN[position(game, int(found[1]))], line.en)
        lines.append((zh, f"{en} ({line.rule})"))
    return lines
