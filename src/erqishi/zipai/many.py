"""Thousands of hands at once, over arrays, at compiled speed.

>>> tables = Tables("std15", 1000, seed=1)
>>> chance = np.random.default_rng(1)
>>> while not tables.over.all():
...     masks = tables.masks()
...     tables.step((chance.random(masks.shape) * masks).argmax(axis=1))
>>> bool(tables.net.sum(axis=1).any())
False
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from erqishi.errors import UserInputError
from erqishi.zipai import codes, compiled, flat, play
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.outcome import outcome_of, write_back
from erqishi.zipai.table import RECORD, SEATS, Row

Ints = npt.NDArray[np.int64]
BOTS = {"random": play.RANDOM, "novice": play.NOVICE, "greedy": play.GREEDY, "expert": play.EXPERT}


class Tables:
    """`size` hands side by side, in a NumPy record array (`records`, fields of `table.FIELDS`).

    The seat to act on hand i is `ask[i]`; a hand that is over is left alone by `step`. Action ids are those of
    `codes.py`: 0–19 discard that kind, 20 pass, 21 hu, 22 peng, 23–29 吃 by shape, 30–36 比 by shape.
    """

    def __init__(self, rules: RuleSet | str, size: int, *, seed: int | None = None, first: int = 0) -> None:
        self.rules = _playable(rules)
        if size < 1:
            raise UserInputError(f"size = {size}: 至少一桌 / at least 1")
        self.records = np.zeros(size, RECORD).view(np.recarray)
        self._r, self._plain = flat.record(self.rules), flat.plain(self.rules)
        self._g = np.zeros(6, np.int64)
        self._batch = compiled.load().batch
        self._settled = np.zeros(size, np.bool_)  # by local scoring
        if seed is not None:
            self.deal(seed, first)

    def __len__(self) -> int:
        """Number of hands."""
        return len(self.records)

    def deal(self, seed: int, first: int = 0) -> None:
        """Deal hand first + i of `seed` on table i: the deck and dealer of hand first + i of `simulate --seed`."""
        _check_seed(seed)
        _check_seed(first)
        rules = self.rules
        self._batch.deal_seeded(self.records, self._r, self._g, seed, first, rules.seats, rules.cards, rules.deck_size)
        self._settled[:] = False
        self._settle()

    def deal_decks(self, decks: npt.ArrayLike, dealers: npt.ArrayLike = 0) -> None:
        """Deal decks[i] (kinds in dealing order, docs/record.md) with dealer dealers[i] on table i."""
        size = self.rules.deck_size
        cards = _ints("decks", decks, (len(self), size))
        counts = np.apply_along_axis(np.bincount, 1, np.clip(cards, 0, 21), minlength=22)
        most = [4] * 20 + [self.rules.wang, 0]
        bad = np.flatnonzero((counts > most).any(axis=1) | (cards < 0).any(axis=1))
        if len(bad):
            wang = f", and {self.rules.wang} of kind 20, the 王" if self.rules.wang else ""
            raise UserInputError(f"decks[{bad[0]}]: kinds are 0 to 19, at most four of each{wang}")
        given = np.asarray(dealers)
        seats = _ints("dealers", np.broadcast_to(given, (len(self),)) if given.ndim == 0 else given, (len(self),))
        if ((seats < 0) | (seats >= self.rules.seats)).any():
            raise UserInputError(f"dealers: must be 0 to {self.rules.seats - 1}")
        self._batch.deal_decks(self.records, self._r, cards, np.ascontiguousarray(seats), self.rules.seats, size)
        self._settled[:] = False
        self._settle()

    @property
    def ask(self) -> npt.NDArray[np.int8]:
        """The seat to act on each table (meaningless where `over`)."""
        return np.asarray(self.records.ask)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which hands have ended."""
        return np.asarray(self.records.phase == codes.OVER)

    @property
    def net(self) -> npt.NDArray[np.int32]:
        """int32[size, seats]: points of each seat where `over`, in rows that sum to zero (unless 息 are points)."""
        return np.asarray(self.records.net[:, : self.rules.seats])

    def legal(self) -> Ints:
        """int64[size]: the legal actions of the seat to act, one bit an action id; 0 where `over`."""
        out = np.empty(len(self), np.int64)
        self._batch.legal_many(self.records, self._r, out)
        return out

    def masks(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """bool[size, 37]: the same as a dense mask, written into `out` when given."""
        if out is None:
            out = np.empty((len(self), codes.ACTIONS), np.bool_)
        elif not (isinstance(out, np.ndarray) and out.dtype == np.bool_ and out.shape == (len(self), codes.ACTIONS)):
            raise UserInputError(f"out: 要 bool 数组 / expected a bool array of shape {(len(self), codes.ACTIONS)}")
        self._batch.mask_many(self.records, self._r, out)
        return out

    def step(self, actions: npt.ArrayLike) -> None:
        """Every unfinished hand does its action. UserInputError names the first illegal one; then nothing is done."""
        chosen = _ints("actions", actions, (len(self),))
        bad = self._batch.step_many(self.records, self._r, chosen)
        if bad >= 0:
            raise UserInputError(f"actions[{bad}] = {chosen[bad]}: 不合规则 / not legal for seat {int(self.ask[bad])}")
        self._settle()

    def play_out(self, bots: Sequence[str] = ("random", "random", "random"), *, seed: int, first: int = 0) -> int:
        """Play every hand to its end with these bots by seat; gives the number of decisions."""
        _check_seed(seed)
        players = bot_codes(bots, self.rules.seats)
        decisions = int(self._batch.play_out_many(self.records, self._r, self._g, players, seed, first))
        self._settle()
        return decisions

    def _settle(self) -> None:
        """Local scoring of the hands that have just ended."""
        if self.rules.scoring is None:
            return
        for i in np.flatnonzero(self.over & ~self._settled):
            row = Row(self.records[i])
            write_back(row, outcome_of(self.rules, self._plain, row))
        self._settled |= self.over

    def clone(self, index: npt.ArrayLike | None = None) -> Tables:
        """An independent copy: of all hands, or of hand index[i] as hand i."""
        chosen = np.arange(len(self)) if index is None else _ints("index", index, np.shape(index)[:1])
        wrong = np.flatnonzero((chosen < 0) | (chosen >= len(self)))
        if len(wrong):
            raise UserInputError(f"index[{wrong[0]}] = {chosen[wrong[0]]}: must be 0 to {len(self) - 1}")
        other = Tables(self.rules, len(chosen))
        self._batch.copy_many(self.records, chosen, other.records)
        other._settled = self._settled[chosen]
        return other


def simulate(
    rules: RuleSet | str,
    bots: Sequence[str],
    *,
    seed: int,
    first: int,
    count: int,
    progress: Callable[[int], None] | None = None,
) -> Ints:
    """int64[count, 7]: winner (-1 荒庄), 息, 囤, 自摸, 天胡, decisions, digest of hands first … of `seed`.

    Under local scoring int64[count, 9]: 息 and 囤 as they are paid, and at the end 番 and points (`Result.fan_total`,
    `Result.points`; 0 where there are none). Each hand stands alone: no 荒庄 came before it. `progress` is told the
    number of hands done from time to time.
    """
    _check_seed(seed)
    chosen = _playable(rules)
    players = bot_codes(bots, chosen.seats)
    if chosen.scoring is not None:
        return _simulate_scored(chosen, players, seed, first, count, progress)
    table = np.zeros(1, RECORD).view(np.recarray)
    r, g = flat.record(chosen), np.zeros(6, np.int64)
    run = compiled.load().batch.simulate
    out = np.empty((count, 7), np.int64)
    for at in range(0, count, 5000):
        part = out[at : at + 5000]
        run(table, r, g, players, seed, first + at, len(part), chosen.seats, chosen.cards, chosen.deck_size, part)
        if progress is not None:
            progress(at + len(part))
    return out


def _simulate_scored(
    rules: RuleSet, players: Ints, seed: int, first: int, count: int, progress: Callable[[int], None] | None
) -> Ints:
    """`simulate` where every hand is settled by local scoring: played compiled, settled one by one."""
    r, plain, g = flat.record(rules), flat.plain(rules), np.zeros(6, np.int64)
    run = compiled.load().batch.simulate_each
    out = np.zeros((count, 9), np.int64)
    for at in range(0, count, AT_ONCE):
        part = out[at : at + AT_ONCE]
        tables = np.zeros(len(part), RECORD).view(np.recarray)
        run(tables, r, g, players, seed, first + at, rules.seats, rules.cards, rules.deck_size, part)
        for table, row in zip(tables, part, strict=True):
            score_row(rules, plain, Row(table), row)
        if progress is not None:
            progress(at + len(part))
    return out


AT_ONCE = 500


def score_row(rules: RuleSet, r: flat.Flat, table: Any, row: Ints) -> None:
    """Settle a finished hand by local scoring, in its table and in its row of nine."""
    made = outcome_of(rules, r, table)
    write_back(table, made)
    if (settled := made.settled) is not None:
        row[1], row[2] = table.huxi, table.tun
        row[7], row[8] = settled.fan_total or 0, settled.points or 0


def check_hands(rules: RuleSet | str, hands: Ints, cards: Ints, *, own: bool) -> Ints:
    """int64[n]: exact best 息 of concealed hands[i] (packed, without melds) won with card cards[i]; -1 = no cover."""
    chosen = rules if isinstance(rules, RuleSet) else RuleSet.load(rules)
    held = _ints("hands", hands, np.shape(hands)[:1])
    won = _ints("cards", cards, held.shape)
    if ((won < 0) | (won >= 20)).any():
        raise UserInputError("cards: 牌是 0 到 19 / kinds are 0 to 19")
    counts = held[:, None] >> 3 * np.arange(20) & 7
    if (held < 0).any() or (held >> 60).any() or (counts > 3).any() or (counts[np.arange(len(held)), won] > 3).any():
        raise UserInputError("hands: 每种最多三张 / packed hands have at most three of a kind (a dealt quad is a meld)")
    out = np.empty(len(held), np.int64)
    compiled.load().batch.check_many(flat.record(chosen), held, won, bool(own), out)
    return out


def bot_codes(bots: Sequence[str], seats: int) -> Ints:
    """The bots of each seat as numbers for compiled play."""
    if len(bots) != seats:
        raise UserInputError(f"bots: {len(bots)} 个，要 {seats} 个 / {len(bots)} bots for {seats} seats")
    for name in bots:
        if name not in BOTS:
            raise UserInputError(f"bots: 没有 {name!r} / no bot {name!r}; known: {', '.join(BOTS)}")
    return np.array([BOTS[name] for name in bots] + [0] * (SEATS - seats), np.int64)


def _playable(rules: RuleSet | str) -> RuleSet:
    """The rule set, refused when it has a parameter that the engine would have to ignore."""
    chosen = rules if isinstance(rules, RuleSet) else RuleSet.load(rules)
    chosen.require_playable()
    return chosen


def _ints(name: str, value: Any, shape: tuple[int, ...]) -> Ints:
    """`value` as whole numbers of exactly this shape: compiled code checks neither."""
    array = np.asarray(value)
    if array.dtype.kind not in "iu" or array.shape != shape:
        raise UserInputError(f"{name}: {array.dtype}{list(array.shape)}, expected whole numbers of shape {list(shape)}")
    return np.ascontiguousarray(array, np.int64)


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**31:
        raise UserInputError(f"seed = {seed}: 要在 0 到 2147483647 之间 / must be 0 to 2147483647")
