"""Hands to record: played by chance from a seed, under the rules of many tables."""

import random

from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet

STD15 = RuleSet.load("std15")
TABLES = [
    STD15,
    *(
        STD15.replace(id="house", **options)
        for options in (
            {"min_huxi": 6, "hu_forced": True},
            {"min_huxi": 0, "initial_ti_hidden": True, "wei_visibility": "one_up"},
            {"min_huxi": 3, "peng_forced": True, "chou_scope": "eat_only"},
            {"hu_on_discard": True, "min_huxi": 6, "split_kan": True, "pao_of_peng": "any"},
            {"min_huxi": 0, "ti_before_liang": True, "tun_formula": "(2x - 12)//3", "base": 5},
            {"seats": 2, "wall": 39, "min_huxi": 10},
            {"seats": 4, "deal": 14, "min_huxi": 3},
        )
    ),
]


def play(rules, seed, stop=None):
    """A hand played by chance, 胡 often; `stop`: leave it after so many decisions."""
    chance = random.Random(seed)
    game = Game.deal(rules, seed=chance.randrange(2**31), dealer=chance.randrange(rules.seats))
    decisions = 0
    while (decision := game.decision) is not None and decisions != stop:
        for seat, legal in decision.legal.items():
            hu = [action for action in legal if str(action) == "hu"]
            game.do(hu[0] if hu and chance.random() < 0.7 else chance.choice(legal), seat)
        decisions += 1
    return game
