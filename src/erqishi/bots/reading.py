"""What a seat can read out of its own view: unseen cards, what fits together, 息 so far, what would win.

Everything here is made from a `View`, so whoever uses it (bots, hints, coach) cannot know more than the seat does.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from erqishi.cards import NAMES, WANG, WANG_NAME, card_name, parse_cards
from erqishi.zipai import cover, flat
from erqishi.zipai.cover import SHAPES
from erqishi.zipai.hand import completing
from erqishi.zipai.handstate import HandState, seat_of
from erqishi.zipai.meldtext import Meld
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table
from erqishi.zipai.view import View

_KIND = {name: kind for kind, name in enumerate(NAMES)}
_ONE = {card_name(kind): 1 << 3 * kind for kind in (*range(len(NAMES)), WANG)}

#: One set: its three kinds in order, and its 息.
Set = tuple[tuple[int, int, int], int]


class Winning(msgspec.Struct, frozen=True):
    """A card that would win, and the most 息 that it would make."""

    card: str
    huxi: int


@functools.lru_cache(maxsize=16)
def sets(rules: RuleSet) -> tuple[Set, ...]:
    """Every run and 绞 of these rules, once each."""
    r = flat.plain(rules)
    found: dict[tuple[int, int, int], int] = {}
    for at in range(20 * SHAPES):
        a, b = r.partner[2 * at], r.partner[2 * at + 1]
        if a >= 0:
            x, y, z = sorted((at // SHAPES, a, b))
            found[x, y, z] = r.shape_xi[at]
    return tuple(sorted(found.items()))


def counts(*texts: str) -> list[int]:
    """How many of each kind in the card texts of a view; `?` and spaces count nowhere."""
    text = "".join(texts)
    return [text.count(name) for name in NAMES]


def seen(view: View) -> list[int]:
    """Copies of each kind that the seat has seen: its hand, all melds as far as they are open, what lies on the table."""
    return [min(n, 4) for n in counts(*_open_texts(view))]


def _open_texts(view: View) -> list[str]:
    texts = [view.hand]
    for row in view.seats:
        texts += [meld.cards for meld in row.melds]
        texts += row.discards
        texts += row.unclaimed
    if view.in_play is not None and view.in_play.origin in ("draw", "liang"):
        texts.append(view.in_play.card)  # a discard in play still lies among its owner's discards
    elif view.in_play is None and view.liang and view.seat != view.dealer and not _liang_lies_open(view):
        texts.append(view.liang)
    return texts


def _liang_lies_open(view: View) -> bool:
    """Whether the 亮张 has surely left the dealer's hand: it lies in a meld or among the discards."""
    dealer = view.seats[view.dealer]
    return any(view.liang in text for text in [*dealer.discards, *(meld.cards for meld in dealer.melds)])


def unseen(view: View, wang: int = 0) -> dict[str, int]:
    """Copies of each kind that the seat has not seen (记牌器). wang: how many 王 the rules have; they are counted if there are any."""
    text = "".join(_open_texts(view))
    left = {name: max(4 - text.count(name), 0) for name in NAMES}
    if wang:
        left[WANG_NAME] = max(wang - text.count(WANG_NAME), 0)
    return left


def fits(tally: Sequence[int], kind: int, rules: RuleSet, live: Sequence[int] | None = None) -> float:
    """How well a card of this kind is held by the rest of the hand `tally` (which counts it).

    Per set that it belongs to: 4 and its 息 when the set is whole, 1 when one card is missing; 3 for a pair, out of
    reach for a 坎. With `live` (unseen copies), a set or pair whose missing card is gone counts nothing.
    """
    if tally[kind] >= 3:
        return 100.0
    worth = 3.0 if tally[kind] == 2 and (live is None or live[kind] > 0) else 0.0
    for group, xi in _sets_with(rules, kind):
        missing = [k for k in set(group) if tally[k] < group.count(k)]
        if not missing:
            worth += 4 + xi
        elif len(missing) == 1 and group.count(missing[0]) - tally[missing[0]] == 1:
            if live is None or live[missing[0]] > 0:
                worth += 1 + xi / 6
    return worth


@functools.lru_cache(maxsize=16)
def _by_kind(rules: RuleSet) -> tuple[tuple[Set, ...], ...]:
    return tuple(tuple(entry for entry in sets(rules) if kind in entry[0]) for kind in range(20))


def _sets_with(rules: RuleSet, kind: int) -> tuple[Set, ...]:
    return _by_kind(rules)[kind]


def loneliest(view: View, cards: Sequence[str], rules: RuleSet) -> str:
    """Of `cards`, the one that fits the rest of the hand least; then the one with most copies seen, then in order."""
    tally, known = counts(view.hand), seen(view)
    kinds = parse_cards("".join(cards))
    return card_name(min(kinds, key=lambda k: (fits(tally, k, rules), -known[k], k)))


def huxi(view: View, rules: RuleSet) -> int:
    """息 that the seat has now: its melds, its 坎, dealt quads, and the best of the sets with 息 among its free cards."""
    return _huxi(_laid(_state(view), rules), rules) if view.seat is not None else 0


def _laid(state: HandState, rules: RuleSet) -> Table:
    return seat_of(state, rules, flat.plain(rules))


def _huxi(t: Table, rules: RuleSet) -> int:
    r = flat.plain(rules)
    return int(t.table_xi[0] + t.kan_xi[0] + t.quad_xi[0] + cover.loose(r, t.free[0]))


def waits(view: View, rules: RuleSet) -> tuple[Winning, ...]:
    """听牌: the cards with which the seat would win, in the way that is worth most; none while it owes a discard.

    What may win is what the machine would offer (`hand.completing`): local least 息, 臭胡 and mistakes included.
    """
    if view.seat is None:
        return ()
    state = _state(view)
    return _waits(view, state, _laid(state, rules), rules)


def hints(view: View, rules: RuleSet) -> tuple[int, tuple[Winning, ...]]:
    """`huxi` and `waits` of a seat, its cards read once."""
    state = _state(view)
    laid = _laid(state, rules)
    return _huxi(laid, rules), _waits(view, state, laid, rules)


def _waits(view: View, state: HandState, laid: Table, rules: RuleSet) -> tuple[Winning, ...]:
    assert view.seat is not None
    if view.seats[view.seat].dead or view.seats[view.seat].barred:
        return ()
    locked = [_KIND[card] for card, blocks in view.marks.items() if "hu" in blocks and card in _KIND]
    found = completing(state, rules, locked=locked, last=view.wall == 1, on=laid)
    best = ((k, max((way.huxi for way in ways if way.win), default=None)) for k, ways in found)
    return tuple(Winning(card_name(k), most) for k, most in best if most is not None)


def _state(view: View) -> HandState:
    """The seat's own cards. A view has them from the machine: they need not be read as a person's text is."""
    assert view.seat is not None
    concealed = sum(_ONE[card] for card in view.hand if card != " ")
    return HandState(concealed, tuple(_meld(meld.kind, meld.cards) for meld in view.seats[view.seat].melds))


@functools.lru_cache(maxsize=4096)
def _meld(kind: str, cards: str) -> Meld:
    ((laid, kinds),) = HandState.of("", [(kind, cards)], wang=4).melds
    return laid, kinds
