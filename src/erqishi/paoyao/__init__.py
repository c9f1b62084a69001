"""跑腰 of 长春: the second game of the house. Pure: no clock, no I/O, no global randomness.

Rules and options: rules/paoyao.md. Compiled play is in `erqishi.paoyao.compiled`, which alone needs NumPy and Numba.
"""

from erqishi.paoyao.actions import (
    Action,
    Capture,
    Dig,
    Extend,
    Lay,
    Merge,
    NoDig,
    Pass,
    PassXier,
    PassYao,
    ShowXier,
    TakeYao,
    parse_action,
)
from erqishi.paoyao.events import Event
from erqishi.paoyao.explain import Line, explain, settlement
from erqishi.paoyao.game import Decision, Game, Result
from erqishi.paoyao.ruleset import DEFAULT, PRESETS, RuleSet, load
from erqishi.paoyao.trace import play_traced, random_player
from erqishi.paoyao.view import View, view_of

__all__ = [
    "DEFAULT",
    "PRESETS",
    "Action",
    "Capture",
    "Decision",
    "Dig",
    "Event",
    "Extend",
    "Game",
    "Lay",
    "Line",
    "Merge",
    "NoDig",
    "Pass",
    "PassXier",
    "PassYao",
    "Result",
    "RuleSet",
    "ShowXier",
    "TakeYao",
    "View",
    "explain",
    "load",
    "parse_action",
    "play_traced",
    "random_player",
    "settlement",
    "view_of",
]
