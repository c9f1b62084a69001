"""新手: plays legally and simply, as somebody does who learnt it this afternoon.

It always takes a 胡, likes to 碰 and to 吃 whatever is offered, and throws the card that fits nothing in its hand.
"""

from __future__ import annotations

import random

from erqishi.bots.reading import loneliest
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Pass, Peng
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import View


def choose(view: View, legal: tuple[Action, ...], rules: RuleSet, rng: random.Random) -> Action:
    """胡, else 碰, else two times in three any 吃, else 过; a plain discard."""
    if Hu() in legal:
        return Hu()
    discards = [action.card for action in legal if isinstance(action, Discard)]
    if discards:
        return Discard(loneliest(view, discards, rules))
    if Peng() in legal:
        return Peng()
    meals = [action for action in legal if isinstance(action, Chi)]
    if meals and (Pass() not in legal or rng.random() < 2 / 3):
        return rng.choice(meals)
    return Pass() if Pass() in legal else legal[0]
