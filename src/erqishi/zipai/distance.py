"""How many cards a hand is away from waiting for a card that is a 胡.

One exchange: a concealed free card (of no 坎, no quad) for a card of which the seat holds fewer than four. The distance
is the least number of exchanges after which some card wins with enough 息, by one's own draw or another's (or a discard,
where the rules allow that). 0: the hand is 听.

    >>> from erqishi.zipai.handstate import HandState
    >>> distance(HandState.of("一二三四五六七八九十 壹贰叁肆伍柒玖玖拾拾"))
    Distance(value=1, exact=True, useful=('十', '叁', '陆', '玖'))

How it is found: a hand after n exchanges is split where the cover table is split, ranks 1–5 and 6–10. Each half has a
few thousand changed forms, and most make no half of any cover; what is left is looked up pair by pair.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

from erqishi.cards import COPIES, N_KINDS, card_name
from erqishi.zipai import flat
from erqishi.zipai.cover import JIAO_TWO, SHAPES
from erqishi.zipai.hand import as_rules, completing, full_groups
from erqishi.zipai.handstate import HandState, seat_of
from erqishi.zipai.ruleset import RuleSet

Array = np.ndarray[Any, Any]

#: Distances are exact up to here; beyond it only a lower bound is given.
EXACT = 2
_FREE = 3  # fewer concealed copies than this are free


class Distance(msgspec.Struct, frozen=True):
    """Exchanges until the hand waits. exact False: at least so many. useful: at 1, the cards that make it wait."""

    value: int
    exact: bool = True
    useful: tuple[str, ...] = ()


def distance(state: HandState, rules: RuleSet | str = "std15") -> Distance | None:
    """The distance of a hand; of one that owes a discard, the least over its discards.

    None for a hand that must claim before it can wait (`state.status` is short), for one with nothing left to discard,
    and for a part of a hand, which can never be a 胡. What wins is what `hand.evaluate` calls a 胡. With 王 in hand only 0 is exact. Where 坎 may be broken at
    the 胡 (option `split_kan`), or fewer 息 are enough with a 名堂, 2 may be given as a bound.
    """
    rules = as_rules(rules)
    if state.status == "short" or (state.status == "discard" and not state.free):
        return None
    if state.groups != full_groups(rules):
        return None
    if state.wang:  # the tables of halves that are searched know no 王
        return Distance(0) if _waits(state, rules) else Distance(1, False)
    r = flat.plain(rules)
    search = _Search(state, rules, r.min_xi)
    if rules.split_kan:
        return _by_trial(state, rules, search, None)
    if r.floor_xi < r.min_xi:
        return _by_trial(state, rules, search, _Search(state, rules, r.floor_xi))
    if search.reaches(0):
        return Distance(0)
    if useful := search.useful():
        return Distance(1, True, tuple(card_name(k) for k in sorted(useful)))
    return Distance(2) if search.reaches(2) else Distance(EXACT + 1, False)


class _Half(NamedTuple):
    """The forms of one half of the hand, one a row, sorted by `key` (added cards, then removed ones)."""

    counts: Array  # int8[forms, 10]: ranks of this half, small then big
    place: Array  # base-3 index of the free cards
    huxi: Array  # 息 of 坎 and concealed quads
    quads: Array  # quads that are new
    key: Array

    def only(self, rows: Array | slice) -> _Half:
        """These rows."""
        return _Half(*(column[rows] for column in self))


class _Need(NamedTuple):
    """One way in which a card can win: what it asks of the rest."""

    card: int
    held: tuple[int, ...]  # how many copies may be held
    takes: tuple[int, ...]  # cards of the rest that go into its set
    gives: tuple[int, ...]  # cards it adds to the rest
    huxi: int


class _Search:
    def __init__(self, state: HandState, rules: RuleSet, least: int) -> None:
        self.r = flat.arrays(rules)
        self.rules = rules
        self.state = state
        t = seat_of(state, rules, flat.plain(rules))
        self.missing = least - int(t.table_xi[0])
        self.weis, self.pengs = int(t.weis[0]), int(t.pengs[0])
        self.spare = 1 if state.status == "discard" else 0
        self.alive = _alive(rules)
        self.weights = [[int(table[k]) for k in _KINDS[side]] for side, table in enumerate((self.r.wl, self.r.wr))]

    def reaches(self, n: int) -> bool:
        """Whether some hand after n exchanges waits."""
        return any(True for _ in self._hits(n))

    def useful(self) -> set[int]:
        """The kinds that one exchange can bring in so that the hand waits."""
        found: set[int] = set()
        for left, right in self._hits(1):
            for side, half in enumerate((left, right)):
                more = half.counts - self._own(side)
                found.update(_KINDS[side][column] for column in np.flatnonzero((more > 0).any(axis=0)))
        return found

    def _hits(self, n: int) -> Iterator[tuple[_Half, _Half]]:
        """Pairs of half forms (same length, row by row) that together wait after n exchanges."""
        halves = tuple(self._forms(side, n) for side in (0, 1))
        idle = tuple(half.only(self.alive[side][half.place]) for side, half in enumerate(halves))
        for need in _needs(self.r, self.rules, self.state, self.weis, self.pengs):
            touched = [any(k in _KINDS[side] for k in (need.card, *need.takes)) for side in (0, 1)]
            left, right = (self._fit(side, halves[side], need) if touched[side] else idle[side] for side in (0, 1))
            if not (len(left.key) and len(right.key)):
                continue
            # Rows of one key stand together: those of key q are ends[q - 1]:ends[q].
            ends = [
                np.searchsorted(half.key, np.arange(-1, _key(n, _MOST) + 1), "right").tolist() for half in (left, right)
            ]
            for added in range(n + 1):
                for removed in range(n + self.spare + 1):
                    keys = _key(added, removed), _key(n - added, n + self.spare - removed)
                    some, rest = (slice(end[key], end[key + 1]) for end, key in zip(ends, keys, strict=True))
                    if some.start < some.stop and rest.start < rest.stop:
                        rows, columns = self._join(left, right, some, rest, need)
                        if len(rows):
                            yield left.only(some.start + rows), right.only(rest.start + columns)

    def _join(self, left: _Half, right: _Half, some: slice, rest: slice, need: _Need) -> tuple[Array, Array]:
        made = self.r.matrix[self.r.left[left.place[some]][:, None] + self.r.right[right.place[rest]]]
        enough = self.missing - need.huxi - left.huxi[some][:, None] - right.huxi[rest]
        quads = left.quads[some][:, None] + right.quads[rest]
        rows, columns = np.nonzero((made >= 0) & (made >= enough) & (quads <= (1 if self.state.quads == 0 else 0)))
        return rows, columns

    def _fit(self, side: int, half: _Half, need: _Need) -> _Half:
        """The forms that allow `need`, with its cards taken out and put in, and only those that can be covered."""
        good: Any = True
        shift = 0
        for column, k in enumerate(_KINDS[side]):
            taken, given = need.takes.count(k), need.gives.count(k)
            if k == need.card:
                good = good & np.array([n in need.held for n in range(COPIES + 1)])[half.counts[:, column]]
            if taken:
                good = good & (half.counts[:, column] >= taken) & (half.counts[:, column] < _FREE)
            shift += (given - taken) * self.weights[side][column]
        fitting = half.only(good)
        place = fitting.place + shift
        return fitting._replace(place=place).only(self.alive[side][place])

    def _own(self, side: int) -> Array:
        return np.array([self.state.concealed >> 3 * k & 7 for k in _KINDS[side]], np.int8)

    def _forms(self, side: int, n: int) -> _Half:
        """Every form of one half with at most n cards added and n (and the discard) taken away."""
        own = self._own(side)
        rows = np.zeros((1, 0), np.int8)
        added = removed = np.zeros(1, np.int8)
        for column, k in enumerate(_KINDS[side]):
            held = int(own[column])
            low = held if held >= _FREE else max(0, held - n - self.spare)
            high = min(held + n, COPIES - (self.state.copies(k) - held))
            choices = np.arange(low, high + 1, dtype=np.int8)
            rows = np.hstack([np.repeat(rows, len(choices), axis=0), np.tile(choices, len(rows))[:, None]])
            change = rows[:, -1] - held
            added = np.repeat(added, len(choices)) + np.maximum(change, 0)
            removed = np.repeat(removed, len(choices)) - np.minimum(change, 0)
            few = (added <= n) & (removed <= n + self.spare)
            rows, added, removed = rows[few], added[few], removed[few]
        weights = np.array(self.weights[side])
        kans = np.array([self.r.xi_kan[k] for k in _KINDS[side]])
        fours = np.array([self.r.xi_ti[k] for k in _KINDS[side]])
        place = np.where(rows < _FREE, rows, 0) @ weights
        huxi = (rows == _FREE) @ kans + (rows == COPIES) @ fours
        quads = ((rows == COPIES) & (own < COPIES)).sum(axis=1)
        key = _key(added.astype(np.int64), removed)
        order = np.argsort(key, kind="stable")
        return _Half(rows[order], place[order], huxi[order], quads[order], key[order])


#: The kinds of each half, in the order of a form's columns.
_KINDS = tuple(tuple(10 * size + 5 * side + off for size in (0, 1) for off in range(5)) for side in (0, 1))
_MOST = 7  # cards removed, at most


def _key(added: Any, removed: Any) -> Any:
    return (_MOST + 1) * added + removed


@functools.lru_cache(maxsize=8)
def _alive(rules: RuleSet) -> tuple[Array, Array]:
    """For both halves, which base-3 indices occur in any cover at all."""
    r = flat.arrays(rules)
    width = int(r.right.max()) + 1
    covers = r.matrix.reshape(-1, width) >= 0
    return covers.any(axis=1)[r.left // width], covers.any(axis=0)[r.right]


def _needs(r: flat.Flat, rules: RuleSet, state: HandState, weis: int, pengs: int) -> Iterator[_Need]:
    """Every way in which a card can win (cover.best_with_card has the rule), of each the better origin."""
    for k in range(N_KINDS):
        laid = state.copies(k) - (state.concealed >> 3 * k & 7)
        for need in _uses(r, rules, k, weis >> k & 1, pengs >> k & 1):
            held = tuple(n for n in need.held if n + laid < COPIES)  # the card itself must be there to come
            if held:
                yield need._replace(held=held)


def _uses(r: flat.Flat, rules: RuleSet, k: int, wei: int, peng: int) -> Iterator[_Need]:
    """What a card of kind k can do; `wei`, `peng`: whether three of it lie on the table."""
    drawn = rules.hu_on_drawn
    # Beside at most one copy it is one more card to cover, wherever it goes: so may another's card always be used.
    yield _Need(k, (0, 1), (), (k,), 0)
    # It completes a pair: a 偎 by one's own draw, a 碰 by another's card.
    yield _Need(k, (2,), (k, k), (), int(max(r.xi_wei[k] if drawn else 0, r.xi_peng[k])))
    # It completes a 坎, a 偎 or a 碰.
    quad = int(max(r.xi_ti[k] if drawn else 0, r.xi_pao[k]))
    yield _Need(k, (3,), (), (), quad - int(r.xi_kan[k]))
    if wei:
        yield _Need(k, (0,), (), (), quad - int(r.xi_wei[k]))
    if peng and (drawn or r.pao_any):
        yield _Need(k, (0,), (), (), int(r.xi_pao[k] - r.xi_peng[k]))
    # Another's card beside a pair or a 坎 that stays as it is.
    yield _Need(k, (2,), (k,), (), 0)
    for s in range(SHAPES):
        a, b = (int(card) for card in r.partner[2 * (SHAPES * k + s) : 2 * (SHAPES * k + s) + 2])
        if a >= 0:
            yield _Need(k, (2,) if s == JIAO_TWO else (2, 3), (a, b), (), int(r.shape_xi[SHAPES * k + s]))


def _by_trial(state: HandState, rules: RuleSet, sure: _Search, bound: _Search | None) -> Distance:
    """The distance where the search is not the whole rule: exact for 0 and 1, by trying every exchange.

    sure: finds only what wins (坎 whole, the usual 息), so it can be too far. bound: finds all that wins and more, where
    there is such a search (坎 are whole, but fewer 息 may be enough), and saves the trials.
    """
    if _waits(state, rules):
        return Distance(0)
    useful = set()
    for a in bound.useful() if bound is not None else range(N_KINDS):
        for k in state.free:
            one_less = state.without(k)
            if a != k and one_less.copies(a) < COPIES and a not in useful:
                changed = msgspec.structs.replace(one_less, concealed=one_less.concealed + (1 << 3 * a))
                if _waits(changed, rules):
                    useful.add(a)
    if useful:
        return Distance(1, True, tuple(card_name(a) for a in sorted(useful)))
    if bound is not None and not bound.reaches(2):
        return Distance(EXACT + 1, False)
    return Distance(2, sure.reaches(2))


def _waits(state: HandState, rules: RuleSet) -> bool:
    if state.status == "discard":
        return any(_waits(state.without(k), rules) for k in state.free)
    return any(way.win for _, ways in completing(state, rules) for way in ways)
