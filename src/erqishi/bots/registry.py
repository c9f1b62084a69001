"""Which bots there are, and how one is asked."""

from __future__ import annotations

import random
from typing import Protocol

import msgspec

from erqishi.bots import uniform
from erqishi.errors import UserInputError
from erqishi.zipai.actions import Action, parse_action
from erqishi.zipai.expert import choose_expert
from erqishi.zipai.greedy import choose_greedy
from erqishi.zipai.novice import choose_novice
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.sight import Policy, choose_with
from erqishi.zipai.view import View


class Bot(Protocol):
    """A player. It sees its own `view` and the public `rules`, and picks one of `legal` (never empty).

    The chance that it may use is `rng`: the same view with the same generator gives the same answer.
    """

    def __call__(self, view: View, legal: tuple[Action, ...], rules: RuleSet, rng: random.Random) -> Action:
        """Its answer to what `view.asked` asks."""


def seeing(policy: Policy) -> Bot:
    """The bot that plays `policy`, written for the machine's table, on what its view says."""

    def bot(view: View, legal: tuple[Action, ...], rules: RuleSet, rng: random.Random) -> Action:
        return choose_with(policy, view, rules)

    return bot


#: Level → player: 新手, 普通 and 高手. `uniform` is the floor of every ladder and sits at no table of people.
LEVELS: dict[str, Bot] = {
    "uniform": uniform.choose,
    "novice": seeing(choose_novice),
    "normal": seeing(choose_greedy),
    "expert": seeing(choose_expert),
}


def choose(level: str, view: View, rules: RuleSet, seed: str) -> Action:
    """What the bot of this level answers to `view.asked`. UserInputError for an unknown level or if nothing is asked."""
    if level not in LEVELS:
        raise UserInputError(f"没有{level!r}这种机器人 / no bot {level!r} (there are {', '.join(LEVELS)})")
    if view.asked is None:
        raise UserInputError("没有问它 / this view asks nothing")
    legal = tuple(parse_action(text) for text in view.asked.legal)
    if len(legal) == 1:
        return legal[0]
    return LEVELS[level](view, legal, rules, random.Random(seed))


def choose_packed(level: str, view: bytes, rules: bytes, seed: str) -> str:
    """`choose` for another process: view and rules as JSON, the answer as text. level: `zipai:normal`, `paoyao:expert` …"""
    game, _, level = level.rpartition(":")
    if game == "paoyao":
        from erqishi.bots import paoyao

        return paoyao.choose_packed(level, view, rules, seed)
    found = choose(level, msgspec.json.decode(view, type=View), msgspec.json.decode(rules, type=RuleSet), seed)
    return str(found)
