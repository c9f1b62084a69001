"""Many hands by simple players: the same results from either speed, and a hand of them as a `Game` to look into.

Hand i of seed S is dealt and played from the random stream (S, i) with dealer i mod seats, however many hands are played at a
time and at whichever speed (`rng.seed`, `play.play_hand`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from erqishi.cards import NAMES, card_name
from erqishi.errors import InternalError
from erqishi.zipai import batch, cover, flat, kernel, many, play, rng
from erqishi.zipai.actions import Action, Discard, Hu, Pass, Peng, chi
from erqishi.zipai.codes import BI, CHI, CLAIMING, HU, PASS, PENG
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table

Speed = Literal["compiled", "interpreted"]
Rows = Any
"""int64[hands, 7]: winner (-1: 荒庄), 息, 囤, 自摸, 天胡, decisions, digest of each hand; under local scoring also 番 and
points (`many.simulate`)."""

COLUMNS, SCORED_COLUMNS = 7, 9
_MODULUS = 2**61 - 1  # of the digest of many hands


class Tally(msgspec.Struct):
    """What some hands came to. `digest` depends on every result and on the order of the hands, not on chunks or speed.

    fan, points: of all won hands under local scoring, 0 elsewhere.
    """

    hands: int = 0
    wins: list[int] = []
    huang: int = 0
    huxi: int = 0
    tun: int = 0
    zimo: int = 0
    tianhu: int = 0
    decisions: int = 0
    fan: int = 0
    points: int = 0
    digest: int = 0

    def add(self, rows: Rows) -> None:
        """Count in the next hands."""
        winner = rows[:, 0]
        self.hands += len(rows)
        self.wins = [won + int((winner == seat).sum()) for seat, won in enumerate(self.wins)]
        self.huang += int((winner < 0).sum())
        _, huxi, tun, zimo, tianhu, decisions, _, *scored = rows.sum(axis=0).tolist()
        self.huxi += huxi
        self.tun += tun
        self.zimo += zimo
        self.tianhu += tianhu
        self.decisions += decisions
        if scored:
            self.fan += scored[0]
            self.points += scored[1]
        mixed = np.zeros(len(rows), np.int64)
        for column in range(rows.shape[1]):
            mixed = (mixed * 1009 + rows[:, column] + 2) % play.DIGEST
        for value in mixed.tolist():
            self.digest = (self.digest * 1_000_003 + value + 1) % _MODULUS


def player(rules: RuleSet, bots: Sequence[str], seed: int, speed: Speed) -> Callable[[int, int], Rows]:
    """A function that plays hands `first` … `first + count - 1` and gives their rows.

    bots: a name of `many.BOTS` for each seat. With "compiled" the first call compiles, unless an earlier run has.
    """
    rules.require_playable()
    if speed == "compiled":
        return lambda first, count: many.simulate(rules, bots, seed=seed, first=first, count=count)
    tables, r, g, ids = [Table(rules.seats)], flat.plain(rules), [0] * 6, _ids(rules, bots)

    def hands(first: int, count: int) -> Rows:
        out = np.zeros((count, COLUMNS), np.int64)
        if rules.scoring is None:
            batch.simulate(tables, r, g, ids, seed, first, count, rules.seats, rules.cards, rules.deck_size, out)
            return out
        out = np.zeros((count, SCORED_COLUMNS), np.int64)
        for i in range(count):
            row = out[i : i + 1]
            batch.simulate(tables, r, g, ids, seed, first + i, 1, rules.seats, rules.cards, rules.deck_size, row)
            many.score_row(rules, r, tables[0], row[0])
        return out

    return hands


def play_as_game(rules: RuleSet, bots: Sequence[str], seed: int, hand: int) -> tuple[Game, Rows]:
    """Hand number `hand` as a finished Game, and its row: the same cards and choices as in `player`."""
    dealer = hand % rules.seats
    g = [0] * 6
    rng.seed(g, seed, hand)
    t: Any = Table(rules.seats)
    batch.reset(t, rules.seats, dealer)
    heard: list[Heard] = []
    ids, r = _ids(rules, bots), flat.plain(rules)
    decisions, digest = _overheard(heard)(t, r, g, ids, rules.cards, rules.deck_size)
    row = np.zeros((1, COLUMNS if rules.scoring is None else SCORED_COLUMNS), np.int64)
    row[0, :COLUMNS] = [t.winner, t.huxi, t.tun, t.zimo, t.tianhu, decisions, digest]
    if rules.scoring is not None:
        many.score_row(rules, r, t, row[0])
    game = Game(rules, t.deck[: rules.deck_size], dealer)
    _do(game, heard)
    result = game.result
    if result is None or (t.winner, t.tun) != (-1 if result.winner is None else result.winner, result.tun):
        raise InternalError(f"hand {hand} of seed {seed}: the object API ends otherwise than the machine")
    return game, row


def _ids(rules: RuleSet, bots: Sequence[str]) -> list[int]:
    ids: list[int] = many.bot_codes(bots, rules.seats).tolist()
    return ids


#: (seat, action, whether it goes on with a 吃).
Heard: TypeAlias = tuple[int, int, bool]


def _overheard(heard: list[Heard]) -> Any:
    """`play.play_hand` from the same code, with an ear at `step`: every choice goes to `heard`."""
    room: dict[str, Any] = dict(vars(play))
    for name, value in vars(play).items():
        if isinstance(value, types.FunctionType) and value.__module__ == play.__name__:
            room[name] = types.FunctionType(value.__code__, room, name)

    def step(t: Any, r: Any, a: int) -> None:
        heard.append((t.ask, a, t.phase == CLAIMING and t.answer[t.ask] >= CHI))
        kernel.step(t, r, a)

    room["step"] = step
    return room["play_hand"]


def _do(game: Game, heard: Sequence[Heard]) -> None:
    """Do in the game what the machine was heard to do."""
    at = 0
    while at < len(heard):
        seat, code, _ = heard[at]
        at += 1
        more = []
        while at < len(heard) and heard[at][2]:
            if heard[at][1] >= BI:  # else the 比 is left out
                more.append(heard[at][1])
            at += 1
        game.do(_action(game, code, more), seat)


_SIMPLE: dict[int, Action] = {PASS: Pass(), HU: Hu(), PENG: Peng()}


def _action(game: Game, code: int, more: Sequence[int]) -> Action:
    """The action of a code of the machine and of the 比 codes after it."""
    if code < PASS:
        return Discard(card_name(code))
    if code in _SIMPLE:
        return _SIMPLE[code]
    decision = game.decision
    assert decision is not None and decision.card is not None
    groups = [_set(game.rules, decision.card, c - (CHI if c < BI else BI)) for c in (code, *more)]
    return chi(groups[0], groups[1:])


def _set(rules: RuleSet, card: str, shape: int) -> list[int]:
    """The kinds of the set of this shape around a card."""
    kind = NAMES.index(card)
    at = 2 * (cover.SHAPES * kind + shape)
    partner = flat.plain(rules).partner
    return [kind, partner[at], partner[at + 1]]
