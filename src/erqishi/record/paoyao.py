"""What a record of 跑腰 holds, and playing it again.

`deck` is card texts in dealing order (docs of `Game.from_deck`). `deal` holds the number of players, the stacks and the pot before the hand. `did` has one word a decision: seat and what it did, `2挖`, `1不挖`,
`0抢H8+D8` (a hand card takes an open one), `0添C8` (the front group takes it), `1并H8`, `1摆H8+S8`, `0过`, `0亮喜儿`,
`0不亮`, `2抢腰`, `2不抢`.
"""

from __future__ import annotations

import functools
import re
from typing import Any, NamedTuple

import msgspec

from erqishi.errors import CardTextError, IllegalAction, RecordError, UserInputError
from erqishi.paoyao.actions import (
    Action,
    Capture,
    Dig,
    Extend,
    Lay,
    Merge,
    NoDig,
    Pass,
    PassXier,
    PassYao,
    ShowXier,
    TakeYao,
)
from erqishi.paoyao.cards import CARDS, card_text, parse_cards, parse_deck
from erqishi.paoyao.events import Event
from erqishi.paoyao.game import Decision, Game
from erqishi.paoyao.ruleset import PRESETS, RuleSet, from_dict, load
from erqishi.record.envelope import Record, RulesUsed, proven_deck, shown
from erqishi.shuffle import ShuffleProof

RESULT = ("outcome", "winner", "units", "net", "pot", "pot_to", "carry", "yao", "taken_by", "xier", "chips")
"""What a record keeps of the result; version 1 of the form has no more."""

SIMPLE: dict[str, Action] = {
    "挖": Dig(),
    "不挖": NoDig(),
    "过": Pass(),
    "亮喜儿": ShowXier(),
    "不亮": PassXier(),
    "抢腰": TakeYao(),
    "不抢": PassYao(),
}
_SEAT = re.compile(r"([0-3])(.*)")
_WORD = re.compile(r"(抢|添|并|摆)(.+)")


class Step(NamedTuple):
    """A decision with what its seat did, and what happened next; the deal comes as a step without a decision."""

    decision: Decision | None
    did: Action | None
    events: list[Event]


def fields(game: Game, shuffle: ShuffleProof | None = None) -> dict[str, Any]:
    """The fields of a record that a game fills."""
    if shuffle is not None and dealt(shuffle) != tuple(parse_deck(game.deck)):
        raise RecordError("shuffle: 证明的不是这副牌 / the proof is of another deck than was dealt")
    did, again = (
        [],
        Game.from_deck(game.rules, game.deck, game.dealer, players=game.players, chips=game.chips, carry=game.carry),
    )
    for action in game.actions:
        assert again.decision is not None
        did.append(f"{again.decision.seat}{word_of(action)}")
        again.do(action)
    return {
        "game": "paoyao",
        "rules": RulesUsed(id=game.rules.id, hash=game.rules.version, set=game.rules.differences()),
        "dealer": game.dealer,
        "deal": {"players": game.players, "chips": game.chips, "carry": game.carry},
        "deck": "" if shuffle is not None else game.deck,
        "shuffle": shuffle,
        "did": " ".join(did),
        "result": result_of(game),
    }


def result_of(game: Game) -> dict[str, Any] | None:
    """What a record keeps of the result of a game, None while it is unfinished."""
    result = game.result
    return None if result is None else {key: getattr(result, key) for key in RESULT}


def dealt(proof: ShuffleProof) -> tuple[int, ...]:
    """The cards in dealing order that a shuffle proof yields."""
    if proof.n != CARDS:
        raise RecordError(f"shuffle.n = {proof.n}: 扑克牌是{CARDS}张 / the deck has {CARDS} cards")
    return proven_deck(proof)


def word_of(action: Action) -> str:
    """An action as a record writes it, without its seat."""
    match action:
        case Capture(card, table):
            return f"抢{card}+{table}"
        case Extend(table):
            return f"添{table}"
        case Merge(card):
            return f"并{card}"
        case Lay(cards):
            return "摆" + "+".join(cards)
        case _:
            return next(word for word, simple in SIMPLE.items() if simple == action)


def action_of(word: str) -> Action:
    """Read what `word_of` writes, tolerant of other names of cards. RecordError for anything else."""
    if word in SIMPLE:
        return SIMPLE[word]
    found = _WORD.fullmatch(word)
    if found is not None:
        try:
            cards = [card_text(card) for part in found[2].split("+") for card in parse_cards(part)]
        except CardTextError as error:
            raise RecordError(f"{shown(word)}: {error}") from None
        match (found[1], len(cards)):
            case ("抢", 2):
                return Capture(cards[0], cards[1])
            case ("添", 1):
                return Extend(cards[0])
            case ("并", 1):
                return Merge(cards[0])
            case ("摆", 2 | 3):
                return Lay(tuple(cards))
    raise RecordError(
        f"{shown(word)}: 看不懂；写成 挖 不挖 抢H8+D8 添C8 过 抢腰 … / cannot be read; write one of these"
    )


def rules_of(used: RulesUsed) -> RuleSet:
    """The rule set that a record was played by; RecordError when it cannot be one."""
    return _rules(used.id, used.hash, msgspec.json.encode(used.set))


@functools.lru_cache(maxsize=64)
def _rules(rules_id: str, rules_hash: str, changed: bytes) -> RuleSet:
    names = {}
    if rules_id in PRESETS:
        names = {"name_zh": load(rules_id).name_zh, "name_en": load(rules_id).name_en}
    try:
        rules = from_dict({**names, **msgspec.json.decode(changed), "id": rules_id}, "rules")
    except UserInputError as error:
        raise RecordError(str(error)) from None
    if rules.version != rules_hash:
        raise RecordError(
            f"rules.hash = {shown(rules_hash)}: 与规则参数不符，参数给出 {rules.version} / "
            f"the parameters give {rules.version}: edited?"
        )
    return rules


def opened(record: Record) -> Game:
    """The hand as dealt, nothing done yet."""
    rules = rules_of(record.rules)
    keys = {"players", "chips", "carry"}
    if record.table is not None:
        raise RecordError("table: 跑腰人人都打 / in 跑腰 everybody plays")
    if set(record.deal) != keys:
        raise RecordError(f"deal: 要 players、chips、carry / expected the keys {', '.join(sorted(keys))}")
    players, chips, carry = (record.deal[key] for key in ("players", "chips", "carry"))
    if not isinstance(players, int) or not isinstance(carry, int) or isinstance(chips, int):
        raise RecordError(
            "deal: players、carry 是整数，chips 是一列数 / players and carry are numbers, chips is a list"
        )
    if record.names and len(record.names) != players:
        raise RecordError(f"names: {len(record.names)} 个名字，{players} 家 / one name a seat: {players}")
    try:
        deck = record.deck if record.shuffle is None else list(dealt(record.shuffle))
        return Game.from_deck(rules, deck, record.dealer, players=players, chips=chips, carry=carry)
    except RecordError:
        raise
    except UserInputError as error:
        raise RecordError(f"deck: {error}" if isinstance(error, CardTextError) else str(error)) from None


def follow(record: Record) -> tuple[Game, list[Step]]:
    """Play the record again, step by step. RecordError at the first difference from what the rules say."""
    game = opened(record)
    steps = [Step(None, None, game.events)]
    for number, word in enumerate(record.did.split(" ") if record.did else (), start=1):
        found = _SEAT.fullmatch(word)
        if found is None:
            raise different(number, word, "座位写在前面，如 2挖", "the seat comes first, as in 2挖")
        try:
            action = action_of(found[2])
        except RecordError as error:
            raise different(number, word, str(error), "see there") from None
        decision = game.decision
        if decision is None:
            raise different(number, word, "这一局已经结束", "the hand is over")
        try:
            events = game.do(action, int(found[1]))
        except IllegalAction as error:
            raise different(number, word, *objection(game, error)) from None
        steps.append(Step(decision, action, events))
    _compare(record, game)
    return game, steps


def replay(record: Record) -> Game:
    """Play the record again. RecordError at the first difference from what the rules say."""
    return follow(record)[0]


def different(number: int, word: str, zh: str, en: str) -> RecordError:
    """The error of step `number`, counted from 1."""
    return RecordError(f"第{number}步 {shown(word)}：{zh}\n(decision {number}, {shown(word)}: {en})")


def objection(game: Game, error: IllegalAction) -> tuple[str, str]:
    """Why that cannot be done, and what is asked instead, in Chinese and English."""
    asked = asked_of(game)
    return f"{error.zh}（{error.rule}）；该问的是：{asked}", f"{error.en} ({error.rule}); the rules ask {asked}"


def asked_of(game: Game) -> str:
    """Who is asked what now."""
    decision = game.decision
    if decision is None:
        return "-"
    return f"{decision.seat}: {' | '.join(map(word_of, decision.legal[decision.seat]))}"


def _compare(record: Record, game: Game) -> None:
    """Raise RecordError unless the record's result is the game's."""
    derived = result_of(game)
    if record.result is None:
        if derived is not None:
            raise RecordError(f"result: 没有记结果，按规则已经结束：{derived} / none, but the hand is over")
        return
    if derived is None:
        raise RecordError(f"result: 牌还没打完，该问的是：{asked_of(game)} / the hand is not over, see who is asked")
    for key in sorted({*derived, *record.result}):
        was, now = record.result.get(key), derived.get(key)
        if was != now or type(was) is not type(now):
            raise RecordError(
                f"result.{shown(key)} = {shown(was)}: 按规则重算是 {shown(now)} / the rules give {shown(now)}"
            )
