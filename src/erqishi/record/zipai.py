"""What a record of 跑胡子 holds, and playing it again.

`deck` is card names in dealing order, the cards of each dealt hand sorted (their order means nothing). `did` has one
word a decision, the answers of the seats asked, in order of seat: `0五` seat 0 discards 五; `1过2碰`, `0胡`,
`2吃一二三比二贰贰` answer a revealed card.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from erqishi.cards import NAMES, WANG, WANG_NAME, card_name, hand_text
from erqishi.errors import IllegalAction, RecordError, UserInputError
from erqishi.record.envelope import Record, RulesUsed, proven_deck, shown
from erqishi.record.tables import check_table
from erqishi.shuffle import ShuffleProof
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Pass, Peng
from erqishi.zipai.checked import without_defaults
from erqishi.zipai.events import Event
from erqishi.zipai.game import Decision, Game, deck_of
from erqishi.zipai.ruleset import RuleSet, from_dict, shipped

RESULT = ("winner", "huxi", "tun", "zimo", "tianhu", "net")
"""What a record keeps of the result; version 1 of the form has no more."""

_SETS = f"[{NAMES}]{{3}}"
_ANSWER = re.compile(rf"([0-3])(?:([过胡碰])|吃({_SETS})((?:比{_SETS}){{0,2}})|([{NAMES}]))")
_SIMPLE: dict[str, Action] = {"过": Pass(), "胡": Hu(), "碰": Peng()}


class Step(NamedTuple):
    """A decision with its answers by seat, and what happened next; the deal comes as a step without a decision."""

    decision: Decision | None
    did: dict[int, Action]
    events: list[Event]


def fields(game: Game, shuffle: ShuffleProof | None = None) -> dict[str, Any]:
    """The fields of a record that a game fills."""
    if shuffle is None:
        deck = deck_text(game.rules, game.deck)
    elif dealt(game.rules, shuffle) != game.deck:
        raise RecordError("shuffle: 证明的不是这副牌 / the proof is of another deck than was dealt")
    else:
        deck = ""
    return {
        "game": "zipai",
        "rules": rules_used(game.rules),
        "dealer": game.dealer,
        "deal": {**({"huang": game.huang} if game.huang else {}), **({"piao": game.piao} if game.piao else {})},
        "deck": deck,
        "shuffle": shuffle,
        "did": " ".join(map(_word, game.did)),
        "result": None if game.result is None else _kept(game),
    }


SMALL = 400
"""Bytes of parameters that a record of a shipped rule set carries; more are left to the rule file it names."""


def rules_used(rules: RuleSet) -> RulesUsed:
    """The rule set as a record keeps it: complete, unless it is a long one that is shipped."""
    changed = without_defaults(rules)
    for name in ("id", "name", "name_en"):
        changed.pop(name, None)
    if (
        len(msgspec.json.encode(changed)) > SMALL
        and rules.id in shipped()
        and RuleSet.load(rules.id).hash == rules.hash
    ):
        changed = {}
    return RulesUsed(id=rules.id, hash=rules.hash, set=changed)


def rules_of(used: RulesUsed) -> RuleSet:
    """The rule set that a record was played by; RecordError when it cannot be one, or is none that is known."""
    return _rules(used.id, used.hash, msgspec.json.encode(used.set))


@functools.lru_cache(maxsize=64)
def _rules(rules_id: str, rules_hash: str, changed: bytes) -> RuleSet:
    ours = RuleSet.load(rules_id) if rules_id in shipped() else None
    if changed == b"{}" and ours is not None and ours.hash == rules_hash:
        return ours
    try:
        rules = from_dict({**msgspec.json.decode(changed), "id": rules_id}, "rules")
    except UserInputError as error:
        raise RecordError(str(error)) from None
    if rules.hash != rules_hash:
        now = f"；{rules_id} 现在是 {ours.hash}" if ours else ""
        raise RecordError(
            f"rules.hash = {shown(rules_hash)}: 与规则参数不符{now}。参数给出 {rules.hash} / the parameters give {rules.hash}: "
            "edited, or a rule set of which this program has another version"
        )
    return rules


def deck_text(rules: RuleSet, deck: tuple[int, ...]) -> str:
    """Names of the cards in dealing order, each dealt hand sorted."""
    dealt_cards = rules.seats * rules.deal
    hands = [sorted(deck[i : i + rules.deal]) for i in range(0, dealt_cards, rules.deal)]
    return "".join(card_name(k) for k in (*(k for hand in hands for k in hand), *deck[dealt_cards:]))


def dealt(rules: RuleSet, proof: ShuffleProof) -> tuple[int, ...]:
    """The kinds in dealing order that a shuffle proof yields under these rules."""
    if proof.n != rules.cards:
        raise RecordError(f"shuffle.n = {proof.n}: 字牌是{rules.cards}张 / the deck has {rules.cards} cards")
    return deck_of(rules, proven_deck(proof))


def opened(record: Record) -> Game:
    """The hand as dealt, nothing done yet."""
    rules = rules_of(record.rules)
    if record.names and len(record.names) != rules.seats:
        raise RecordError(f"names: {len(record.names)} 个名字，{rules.seats} 家 / one name a seat: {rules.seats}")
    huang, piao = record.deal.get("huang", 0), record.deal.get("piao", ())
    if set(record.deal) - {"huang", "piao"} or not isinstance(huang, int) or isinstance(piao, int):
        zh, en = "跑胡子只有 huang 和 piao", "跑胡子 has huang and piao here and nothing else"
        raise RecordError(f"deal = {shown(record.deal)}: {zh} / {en}")
    if record.shuffle is not None:
        deck = dealt(rules, record.shuffle)
    else:
        for place, name in enumerate(record.deck):
            if name not in NAMES and not (name == WANG_NAME and rules.wang):
                raise RecordError(f"deck[{place}] = {shown(name)}: 不是牌 / no card")
        deck = tuple(WANG if name == WANG_NAME else NAMES.index(name) for name in record.deck)
    try:
        game = Game.from_deck(rules, deck, record.dealer, huang=huang, piao=piao)
        if game.huang != huang:
            raise RecordError(f"deal.huang = {huang}: {rules.id} 没有黄番 / these rules do not count 荒庄")
        return game
    except RecordError:
        raise
    except UserInputError as error:
        raise RecordError(str(error)) from None


def follow(record: Record) -> tuple[Game, list[Step]]:
    """Play the record again, step by step. RecordError at the first difference from what the rules say."""
    game = opened(record)
    steps = [Step(None, {}, list(game.events))]
    for number, word in enumerate(record.did.split(" ") if record.did else (), start=1):
        answers = _answers(number, word)
        decision = game.decision
        if decision is None:
            raise _different(number, word, "这一局已经结束", "the hand is over")
        if set(answers) != set(decision.legal):
            raise _different(number, word, f"该问的是：{_asked(game)}", f"the rules ask {_asked(game)}")
        for seat, action in answers.items():
            try:
                game.verify(action, seat)
            except IllegalAction as error:
                raise _different(number, word, *objection(game, seat, error)) from None
        before = len(game.events)
        for seat, action in answers.items():
            game.do(action, seat)
        steps.append(Step(decision, answers, game.events[before:]))
    _compare(record, game)
    check_table(record, game)
    return game, steps


def replay(record: Record) -> Game:
    """Play the record again. RecordError at the first difference from what the rules say."""
    return follow(record)[0]


def objection(game: Game, seat: int, error: IllegalAction) -> tuple[str, str]:
    """Why a seat cannot do that, with what it holds and may do, in Chinese and English."""
    hand = hand_text(game.hand(seat)) if 0 <= seat < game.rules.seats else ""
    return (
        f"{error.zh}（{error.rule}）；手牌 {hand}；该问的是：{_asked(game)}",
        f"{error.en} ({error.rule}); hand: {hand}; the rules ask {_asked(game)}",
    )


def _asked(game: Game) -> str:
    decision = game.decision
    legal = {} if decision is None else decision.legal
    return "; ".join(f"{seat}: {' | '.join(map(str, actions))}" for seat, actions in sorted(legal.items()))


def _word(did: dict[int, Action]) -> str:
    return "".join(f"{seat}{_code(action)}" for seat, action in sorted(did.items()))


def _code(action: Action) -> str:
    match action:
        case Discard(card):
            return card
        case Chi(cards, bi):
            return "吃" + "比".join((cards, *bi))
        case _:
            return next(word for word, simple in _SIMPLE.items() if simple == action)


def _answers(number: int, word: str) -> dict[int, Action]:
    answers: dict[int, Action] = {}
    for seat, action in _read_answers(number, word):
        if seat in answers:
            raise _different(number, word, f"{seat}号答了两次", f"seat {seat} answers twice")
        answers[seat] = action
    return answers


def _read_answers(number: int, word: str) -> Iterator[tuple[int, Action]]:
    at = 0
    while at < len(word) or not word:
        found = _ANSWER.match(word, at)
        if found is None:
            raise _different(number, word, "看不懂", "cannot be read; write 0五, 1过2碰, 0胡 or 2吃一二三比二贰贰")
        seat, simple, cards, bi, discard = found.groups()
        if simple:
            yield int(seat), _SIMPLE[simple]
        elif discard:
            yield int(seat), Discard(discard)
        else:
            yield int(seat), Chi(cards, tuple(bi.split("比")[1:]))
        at = found.end()


def _different(number: int, word: str, zh: str, en: str) -> RecordError:
    return RecordError(f"第{number}步 {shown(word)}：{zh}\n(decision {number}, {shown(word)}: {en})")


def _compare(record: Record, game: Game) -> None:
    """Raise RecordError unless the record's result is the game's."""
    if record.result is None:
        if game.over:
            raise RecordError(f"result: 没有记结果，按规则已经结束：{_json(_kept(game))} / none, but the hand is over")
        return
    if game.result is None:
        raise RecordError(f"result: 牌还没打完，该问的是：{_asked(game)} / the hand is not over, see who is asked")
    derived = _kept(game)
    for key in sorted({*derived, *record.result}):
        was, now = record.result.get(key), derived.get(key)
        if was != now or type(was) is not type(now):
            raise RecordError(
                f"result.{shown(key)} = {shown(_json(was))}: 按规则重算是 {_json(now)} / the rules give {_json(now)}"
            )


def _kept(game: Game) -> dict[str, Any]:
    """What a record keeps of the result of a game that is over."""
    return {key: getattr(game.result, key) for key in RESULT}


def _json(value: Any) -> str:
    """A value as it stands in a record."""
    return msgspec.json.encode(value).decode()
