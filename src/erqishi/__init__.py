"""贰柒拾 · erqishi: Hunan word cards (跑胡子, 跑腰), exact, fast, explainable.

Importing the package is light: the names below are fetched from their rooms at first use,
so neither NumPy nor Numba is loaded until a game asks for it.
"""

import importlib

# What type checkers read as True. Fetching it from `typing` would be half of what importing this package costs.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from erqishi.errors import CardTextError as CardTextError
    from erqishi.errors import ErqishiError as ErqishiError
    from erqishi.errors import IllegalAction as IllegalAction
    from erqishi.errors import InternalError as InternalError
    from erqishi.errors import RecordError as RecordError
    from erqishi.errors import RuleSetError as RuleSetError
    from erqishi.errors import UserInputError as UserInputError
    from erqishi.errors import WorldError as WorldError
    from erqishi.zipai.actions import Chi as Chi
    from erqishi.zipai.actions import Discard as Discard
    from erqishi.zipai.actions import Hu as Hu
    from erqishi.zipai.actions import Pass as Pass
    from erqishi.zipai.actions import Peng as Peng
    from erqishi.zipai.actions import parse_action as parse_action
    from erqishi.zipai.game import Game as Game
    from erqishi.zipai.many import Tables as Tables
    from erqishi.zipai.ruleset import RuleSet as RuleSet

__version__ = "0.1.0"

# Public name -> the room it lives in. Keep in step with the TYPE_CHECKING block above (a test does).
_HOME = {
    "CardTextError": "erqishi.errors",
    "ErqishiError": "erqishi.errors",
    "IllegalAction": "erqishi.errors",
    "InternalError": "erqishi.errors",
    "RecordError": "erqishi.errors",
    "RuleSetError": "erqishi.errors",
    "UserInputError": "erqishi.errors",
    "WorldError": "erqishi.errors",
    "Chi": "erqishi.zipai.actions",
    "Discard": "erqishi.zipai.actions",
    "Hu": "erqishi.zipai.actions",
    "Pass": "erqishi.zipai.actions",
    "Peng": "erqishi.zipai.actions",
    "parse_action": "erqishi.zipai.actions",
    "Game": "erqishi.zipai.game",
    "Tables": "erqishi.zipai.many",
    "RuleSet": "erqishi.zipai.ruleset",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> object:
    """Fetch a public name from its room at first use, then keep it here."""
    if name not in _HOME:
        raise AttributeError(f"module 'erqishi' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Everything public, fetched or not."""
    return sorted({*globals(), *__all__})
