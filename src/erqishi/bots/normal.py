"""普通: greedy. It takes the choice after which its hand is worth most by a simple, documented value.

Value of a position: 息 of the melds on the table, 4 for each meld, and for every concealed card how well the others
hold it (`reading.fits`, with the copies still unseen). 胡 is always taken.
"""

from __future__ import annotations

import random

from erqishi.bots.reading import counts, fits, meld_huxi, seen
from erqishi.cards import parse_cards
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Peng
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import MeldView, View

_MELD = 30.0
"""What a set on the table is worth beside its 息. With 12 (its three cards' worth in hand) it claims too little to win."""

_XI = 4.0
"""What one 息 on the table is worth."""


def choose(view: View, legal: tuple[Action, ...], rules: RuleSet, rng: random.Random) -> Action:
    """The action with the highest value; the first of equals."""
    if Hu() in legal:
        return Hu()
    live = [4 - n for n in seen(view)]
    return max(legal, key=lambda action: value(view, action, rules, live))


def value(view: View, action: Action, rules: RuleSet, live: list[int]) -> float:
    """What the own cards are worth after `action`."""
    tally = counts(view.hand)
    card = view.in_play.card if view.in_play is not None else ""
    gained = 0.0
    match action:
        case Discard():
            tally[parse_cards(action.card)[0]] -= 1
        case Peng():
            tally[parse_cards(card)[0]] -= 2
            gained = _MELD + _XI * meld_huxi(MeldView("peng", card * 3), rules)
        case Chi():
            tally[parse_cards(card)[0]] += 1
            for group in (action.cards, *action.bi):
                gained += _MELD + _XI * meld_huxi(MeldView("chi", group), rules)
                for kind in parse_cards(group):
                    tally[kind] -= 1
        case _:
            pass
    return gained + sum(n * min(fits(tally, kind, rules, live), 12.0) for kind, n in enumerate(tally) if n)
