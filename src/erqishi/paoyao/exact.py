"""What every choice of a seat is worth, in chips, from what the seat can know; and the player that takes the best.

Every world of `belief.py` that agrees with the course so far is played to its end in every way (`search.py`, compiled), and
the best choice at each of the seat's own questions is counted from the ends up. The result is exact within these assumptions:

* the other seats show a 喜儿, take the 腰 when they may, and capture whenever they can, each capture equally likely; anything
  else has the small chance `search.OUTSIDE`, as a 喜儿 that was held back, which nobody saw;
* they dig by `HABIT`, which follows the usual advice: with a card that matches an open one, hardly ever without;
* chips that stay in the pot are worth an equal share to every seat;
* the simplification of `belief.py`. With four players, and where every hidden pair matters, worlds are drawn (4,000): the
  values are then a sample, with an error that is told. `whole` lists the worlds of four players, which takes some seconds.

It is a best answer to such players, no equilibrium. `exact` says that no world was left to a sample, and no more.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from erqishi.errors import InternalError, UserInputError
from erqishi.paoyao import search, table
from erqishi.paoyao.actions import Action, Capture, Extend, Lay, Merge, parse_action
from erqishi.paoyao.belief import DRAWN, NOTHING, Known, worlds_of
from erqishi.paoyao.cards import parse_card
from erqishi.paoyao.codes import DIG, NO_DIG, PASS, PASS_XIER, PASS_YAO, SHOW_XIER, TAKE_YAO
from erqishi.paoyao.compiled import dtype_of, rooms
from erqishi.paoyao.ruleset import RuleSet
from erqishi.paoyao.view import View

HABIT = (50, 950, 950, 950, 50, 950, 950, 950)
"""Of 1,000 seats that hold 0, 1, 2, 3 cards of open ranks, how many dig: before anybody has dug, and after."""

_SIMPLE = {
    "pass": PASS,
    "dig": DIG,
    "no_dig": NO_DIG,
    "show_xier": SHOW_XIER,
    "pass_xier": PASS_XIER,
    "take_yao": TAKE_YAO,
    "pass_yao": PASS_YAO,
}
_Worth = dict[int, tuple[float, float]]
"""What was seen to be done: its value and the error of that."""
MOST_DRAWN = 200_000
"""Worlds that are drawn at most, when none of fewer agrees with the course of the hand."""
_ROOM = 1 << 17
_FULL = 1 << 24


class NoReckoning(InternalError):
    """No world that was searched agrees with the course of the hand, or there was no room for them: nothing can be said."""


class Evaluation(NamedTuple):
    """values: expected gain in chips until the end of the hand by action. exact: no world was left to a sample.

    errors: of a sample, half the width of the 95 % interval of each value, or somewhat more; all 0 if exact.
    """

    values: dict[Action, float]
    exact: bool
    errors: dict[Action, float]

    @property
    def best(self) -> Action:
        """The action worth most; of equals the first."""
        return max(self.values, key=lambda action: round(self.values[action], 9))


class _Case(NamedTuple):
    """A question without names: ranks, suits and seats brought to a common form, so that equal questions are equal."""

    rules: RuleSet
    players: int
    me: int
    given: tuple[int, ...]
    hand: tuple[int, ...]
    table: tuple[int, ...]
    past: tuple[int, ...]
    habit: tuple[int, ...]
    whole: bool
    known: Known


def evaluate(
    view: View,
    rules: RuleSet,
    *,
    habit: Sequence[int] = HABIT,
    legal: Sequence[Action],
    speed: str = "compiled",
    whole: bool = False,
) -> Evaluation:
    """What each of `legal` is worth to the seat of this view, which must be asked. UserInputError if it is not.

    NoReckoning where the search has nothing to say: who needs an answer all the same takes another (`players.play_exact`: the advice).

    whole: with four players list every world instead of drawing some, which takes seconds instead of tenths.
    """
    if view.seat is None or view.asked != view.seat:
        raise UserInputError("没有问它 / this view asks nothing of its seat")
    hand, opened = [parse_card(card) for card in view.dealt], [parse_card(card) for card in view.opened]
    names = _names(hand, opened)
    n, turn = view.players, view.dealer
    stacks = [view.stacks[(turn + p) % n] for p in range(n)] + [0] * (4 - n)
    case = _Case(
        rules,
        n,
        (view.seat - turn) % n,
        (n, 0, view.carry, *stacks, (view.course[0].seat - turn) % n if view.course else -1),
        tuple(sorted(4 * names[card >> 2] for card in hand)),
        tuple(sorted(4 * names[card >> 2] for card in opened)),
        _past(view, names),
        tuple(habit),
        whole,
        _known(view, names),
    )
    worth, exact = _solve(case) if speed == "compiled" else _solved(case, speed)
    values, errors = {}, {}
    for action in legal:
        what = _seen(str(action), names)
        if what not in worth:
            raise NoReckoning(f"the search knows nothing of {action}")
        values[action], errors[action] = worth[what]
    return Evaluation(values, exact, errors)


def choose_exact(view: View, legal: Sequence[Action], rules: RuleSet) -> Action:
    """The best action within the assumptions of this room. NoReckoning where nothing can be said."""
    return legal[0] if len(legal) == 1 else evaluate(view, rules, legal=legal).best


def _names(hand: Sequence[int], opened: Sequence[int]) -> dict[int, int]:
    """A number for every rank by what matters of it: open copies, then own ones."""
    tally = {k: (sum(c >> 2 == k for c in opened), sum(c >> 2 == k for c in hand)) for k in range(13)}
    order = sorted(range(13), key=lambda k: (tally[k][0] == 0, -tally[k][0], -tally[k][1], k))
    return {rank: name for name, rank in enumerate(order)}


def _seen(action: str, names: dict[int, int]) -> int:
    """The number of `search.seen` for the text of an action."""
    if action in _SIMPLE:
        return search.SEEN_SIMPLE + _SIMPLE[action]
    match parse_action(action):
        case Capture(card, _):
            return names[parse_card(card) >> 2]
        case Extend(card):
            return search.SEEN_EXT + names[parse_card(card) >> 2]
        case Merge(card):
            return search.SEEN_MERGE + names[parse_card(card) >> 2]
        case Lay(cards):
            return search.SEEN_LAY + names[parse_card(cards[0]) >> 2]
        case other:
            raise InternalError(f"an action that nobody sees: {other}")


def _known(view: View, names: dict[int, int]) -> Known:
    """What the course has shown of other hands and of the 腰."""
    held: list[list[int]] = [[] for _ in range(view.players)]
    for did in view.course:
        word, *cards = did.action.split()
        if word in ("capture", "merge", "lay"):
            held[did.seat] += [names[parse_card(card) >> 2] for card in (cards[:1] if word == "capture" else cards)]
    for seat in view.seats:
        if seat.seat != view.seat:
            held[seat.seat] += [names[parse_card(card) >> 2] for card in seat.hand]
    by_turn = [tuple(sorted(held[(view.dealer + p) % view.players])) for p in range(view.players)]
    return Known(tuple(by_turn), names[parse_card(view.yao) >> 2] if view.yao is not None else -1)


def _past(view: View, names: dict[int, int]) -> tuple[int, ...]:
    """The steps of the tree that led here."""
    steps = []
    for number, did in enumerate(view.course):
        last = number + 1 == len(view.course)
        after = view.asked if last else view.course[number + 1].seat
        assert after is not None
        up = view.phase == "yao" if last else view.course[number + 1].action in ("take_yao", "pass_yao")
        rank = 0
        if up:
            assert view.yao is not None
            rank = names[parse_card(view.yao) >> 2] + 1
        seat = (after - view.dealer) % view.players
        steps.append((_seen(did.action, names) * search.NEXTS + seat) * search.YAOS + rank)
    return tuple(steps)


@functools.lru_cache(maxsize=1 << 16)
def _solve(case: _Case) -> tuple[_Worth, bool]:
    return _solved(case, "compiled")


def _solved(case: _Case, speed: str) -> tuple[_Worth, bool]:
    """The worth of each thing that can be seen to be done, and whether no world was left to a sample."""
    drawn = DRAWN
    while True:
        rows, weights, exact = _some_worlds(case, drawn)
        found = _roomy(case, rows, weights, speed, not exact)
        if found:
            return found, exact
        if exact or drawn > MOST_DRAWN:
            raise NoReckoning("the course of the hand is not among those that were searched")
        drawn *= 8


def _roomy(case: _Case, rows: Any, weights: Any, speed: str, drawn: bool) -> _Worth:
    """The search with as much room as it needs; nothing if no world agrees with the course."""
    size = _ROOM
    while size <= _FULL:
        found = _searched(case, rows.astype(np.int64), weights, size, speed, drawn)
        if found is not None:
            return found
        size *= 8
    raise NoReckoning("a hand of 跑腰 with more ways to go on than there is room for")


def _some_worlds(case: _Case, drawn: int) -> tuple[Any, Any, bool]:
    """The worlds of a question: all, or so many drawn from those that agree with what was shown."""
    given = (case.rules, case.players, case.me, case.hand, case.table)
    if case.whole:
        return _arrays(*given, whole=True)
    rows, weights, exact = _worlds(*given)
    shown = case.known.yao >= 0 or any(ranks for p, ranks in enumerate(case.known.held) if p != case.me)
    if exact or (drawn == DRAWN and not shown):
        return rows, weights, exact
    return _arrays(*given, known=case.known, drawn=drawn)


@functools.lru_cache(maxsize=256)
def _worlds(
    rules: RuleSet, players: int, me: int, hand: tuple[int, ...], opened: tuple[int, ...]
) -> tuple[Any, Any, bool]:
    """The worlds as arrays, kept for the other questions of the same hand."""
    return _arrays(rules, players, me, hand, opened)


def _arrays(
    rules: RuleSet,
    players: int,
    me: int,
    hand: tuple[int, ...],
    opened: tuple[int, ...],
    *,
    whole: bool = False,
    known: Known = NOTHING,
    drawn: int = DRAWN,
) -> tuple[Any, Any, bool]:
    """Rows and weights. Cards are given by rank, 4 a rank."""
    used: dict[int, int] = {}
    cards = []
    for rank in (*hand, *opened):
        cards.append(rank + used.get(rank, 0))
        used[rank] = used.get(rank, 0) + 1
    worlds = worlds_of(
        cards[: len(hand)], cards[len(hand) :], me, players, rules, whole=whole, known=known, drawn=drawn
    )
    return np.array(worlds.rows, np.int8), np.array(worlds.weights, np.float64), worlds.exact


def _searched(case: _Case, rows: Any, weights: Any, size: int, speed: str, drawn: bool) -> _Worth | None:
    tree = np.zeros((size, 4), np.int64)
    gain, square, weight = np.zeros(size), np.zeros(size), np.zeros(size)
    used, todo, chances = np.zeros(1, np.int64), np.zeros((3, search.DEEPEST), np.int64), np.zeros(search.DEEPEST)
    past = np.array(case.past, np.int64)
    given, habit = np.array(case.given, np.int64), np.array(case.habit, np.int64)
    explore: Any
    if speed == "compiled":
        tables: Any = np.zeros(search.DEEPEST, dtype_of(table.TABLE_SHAPE))
        r: Any = np.zeros(1, dtype_of(table.Rules.SHAPE))[0]
        for name, value in case.rules.flat().as_dict().items():
            r[name] = value
        explore, count_back = rooms().search.explore, rooms().search.count_back
    else:
        tables, r = [table.Table() for _ in range(search.DEEPEST)], case.rules.flat()
        explore, count_back = search.explore, search.count_back
    if not explore(
        tables, r, given, rows, weights, case.me, past, habit, tree, gain, square, weight, used, todo, chances
    ):
        return None
    node = 0
    for step in case.past:
        node = _child(tree, node, step)
        if node == 0:
            return {}
    count_back(tree, used, case.me, gain, square)
    worth = {}
    child = int(tree[node, search.FIRST])
    here = float(weight[node])
    sums: dict[int, tuple[float, float]] = {}
    while child > 0:
        what = int(tree[child, search.STEP]) // search.YAOS // search.NEXTS
        first, second = sums.get(what, (0.0, 0.0))
        sums[what] = (first + float(gain[child]), second + float(square[child]))
        child = int(tree[child, search.SIBLING])
    for what, (first, second) in sums.items():
        mean = first / here / case.players
        # The spread of single ends, so that of worlds is not larger; `here` is at most the number of drawn worlds.
        spread = max(0.0, second / here / case.players**2 - mean * mean)
        worth[what] = (mean, 1.96 * (spread / max(here, 1.0)) ** 0.5 if drawn else 0.0)
    return worth


def _child(tree: Any, node: int, step: int) -> int:
    child = int(tree[node, search.FIRST])
    while child > 0 and tree[child, search.STEP] != step:
        child = int(tree[child, search.SIBLING])
    return child
