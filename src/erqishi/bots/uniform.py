"""Plays any legal action, each as likely as the next."""

from __future__ import annotations

import random

from erqishi.zipai.actions import Action
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import View


def choose(view: View, legal: tuple[Action, ...], rules: RuleSet, rng: random.Random) -> Action:
    """Any of `legal`."""
    return rng.choice(legal)
