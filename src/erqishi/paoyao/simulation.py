"""Many hands between simple players: random ones at compiled speed, any others as `Game` objects, with the same results.

Hand i of seed S is dealt and played from seed S + i with dealer i mod players, every seat with a full stack, so that it is the
same hand whatever was played before it. In sittings (`Plan.sitting`) stacks and pot go on from hand to hand and the rules say who
deals next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from erqishi.errors import InternalError
from erqishi.paoyao import playout
from erqishi.paoyao.actions import Action
from erqishi.paoyao.codes import LIUJU, SETTLED, XIER_SHOWN
from erqishi.paoyao.game import Game
from erqishi.paoyao.players import PLAYERS
from erqishi.paoyao.ruleset import RuleSet
from erqishi.paoyao.table import Table

Rows = Any
"""int64[hands, COLUMNS]: the numbers of each hand, see `row_of`."""

SINGLE = ("outcome", "steps", "stake", "carry", "yao_up", "taken_by", "last")
EACH = ("units", "net", "got", "paid", "chips", "dug")
COLUMNS = len(SINGLE) + 4 * len(EACH)
_MODULUS = 2**61 - 1  # of the digest
_MIX = 2147483629


class Plan(msgspec.Struct, frozen=True):
    """What is to be played. bots: a name of `PLAYERS` for each seat. chips: the stacks; carry: the pot before each hand.

    sitting: so many hands are played with the same chips, then all begin anew; 0: every hand begins with full stacks.
    """

    rules: RuleSet
    bots: tuple[str, ...]
    seed: int
    chips: int
    carry: int = 0
    sitting: int = 0

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether it can be played without a `Game` for each hand."""
        return set(self.bots) == {"random"} and not self.sitting


class Stream:
    """The generator of a hand after its shuffle, as the machine draws from it."""

    def __init__(self, seed: int) -> None:
        self.table = Table()
        playout.seed_chance(self.table, seed)
        playout.shuffle(self.table)

    def choice(self, seq: Sequence[Action], /) -> Action:
        """One of them, each equally likely."""
        return seq[playout.chance(self.table, len(seq))]


def play_game(plan: Plan, hand: int, before: Game | None = None) -> Game:
    """Hand number `hand` as a finished game. before: the hand before it, which a hand within a sitting goes on from."""
    seed = plan.seed + hand
    stacks: int | tuple[int, ...] = plan.chips
    dealer, carry = hand % plan.players, plan.carry
    if plan.sitting:
        dealer = 0
        if hand % plan.sitting:
            result = before.result if before is not None else None
            if result is None:
                raise InternalError(f"hand {hand} of a sitting follows no finished hand")
            dealer, stacks, carry = result.next_dealer, result.chips, result.carry
    game = Game.deal(plan.rules, seed=seed, dealer=dealer, players=plan.players, chips=stacks, carry=carry)
    stream = Stream(seed)
    while (decision := game.decision) is not None:
        seat = decision.seat
        action = PLAYERS[plan.bots[seat]](game.view(seat), decision.legal[seat], plan.rules, stream)
        game.do(action, seat)
    return game


def rows_of(games: Sequence[Game]) -> Rows:
    """The numbers of some finished games."""
    rows = np.zeros((len(games), COLUMNS), np.int64)
    for i, game in enumerate(games):
        t = game.state
        rows[i] = [getattr(t, name) for name in SINGLE] + [n for name in EACH for n in getattr(t, name)]
    return rows


def play_compiled(plan: Plan, first: int, count: int) -> Rows:
    """Hands first … first + count - 1 of a plan that is `compiled`."""
    from erqishi.paoyao.compiled import random_hands

    out = random_hands(
        plan.rules,
        count,
        players=plan.players,
        seed=plan.seed + first,
        dealer=first % plan.players,
        chips=plan.chips,
        carry=plan.carry,
    )
    return np.column_stack([*(out[name] for name in SINGLE), *(out[name] for name in EACH)])


class Tally(msgspec.Struct):
    """What some hands came to. gain, square: sums by seat of the change of the stack and of its square."""

    players: int
    hands: int = 0
    settled: int = 0
    liuju: int = 0
    xier: int = 0
    yao_up: int = 0
    yao_taken: int = 0
    steps: int = 0
    carry: int = 0
    dug: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    gain: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    square: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    digest: int = 0

    def add(self, rows: Rows) -> None:
        """Count in the next hands."""
        single = {name: rows[:, i] for i, name in enumerate(SINGLE)}
        each = {name: rows[:, len(SINGLE) + 4 * i : len(SINGLE) + 4 * i + 4] for i, name in enumerate(EACH)}
        self.hands += len(rows)
        self.settled += int((single["outcome"] == SETTLED).sum())
        self.liuju += int((single["outcome"] == LIUJU).sum())
        self.xier += int((single["outcome"] == XIER_SHOWN).sum())
        self.yao_up += int(single["yao_up"].sum())
        self.yao_taken += int((single["taken_by"] >= 0).sum())
        self.steps += int(single["steps"].sum())
        self.carry += int(single["carry"].sum())
        gain = each["net"] + each["got"] - each["paid"]
        for p in range(4):
            self.dug[p] += int((each["dug"][:, p] == 1).sum())
            self.gain[p] += int(gain[:, p].sum())
            self.square[p] += int((gain[:, p] ** 2).sum())
        mixed = np.zeros(len(rows), np.int64)
        for column in range(COLUMNS):
            mixed = (mixed * 1009 + rows[:, column] + 2) % _MIX
        for value in mixed.tolist():
            self.digest = (self.digest * 1_000_003 + value + 1) % _MODULUS

    def mean(self, seat: int) -> tuple[float, float]:
        """The mean change of a seat's stack a hand, and half the width of its 95 % interval."""
        n = self.hands
        mean = self.gain[seat] / n
        spread = max(0.0, self.square[seat] / n - mean * mean)
        return mean, 1.96 * (spread / n) ** 0.5
