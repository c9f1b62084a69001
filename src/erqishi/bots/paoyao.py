"""Players of 跑腰 by the levels of a table: 新手 plays anything, 普通 follows the usual advice, 高手 reckons exactly."""

from __future__ import annotations

import random
import threading

import msgspec

from erqishi.errors import UserInputError
from erqishi.paoyao import Game
from erqishi.paoyao.actions import parse_action
from erqishi.paoyao.players import PLAYERS
from erqishi.paoyao.ruleset import RuleSet
from erqishi.paoyao.view import PaoyaoView

LEVELS = {"novice": "random", "normal": "advice", "expert": "exact"}

_ready = threading.Event()
_begun = threading.Lock()


def choose_packed(level: str, view: bytes, rules: bytes, seed: str) -> str:
    """The answer of a level to what is asked of this view, all as text. UserInputError for an unknown level."""
    if level not in LEVELS:
        raise UserInputError(f"没有{level!r}这种机器人 / no bot {level!r} (there are {', '.join(LEVELS)})")
    name = LEVELS[level]
    if name == "exact" and not _exact_is_ready():
        name = "advice"
    sight, rule_set = msgspec.json.decode(view, type=PaoyaoView), msgspec.json.decode(rules, type=RuleSet)
    if not sight.legal:
        raise UserInputError("没有问它 / this view asks nothing")
    return str(PLAYERS[name](sight, [parse_action(text) for text in sight.legal], rule_set, random.Random(seed)))


class Reckoned(msgspec.Struct, frozen=True):
    """What every action is worth in chips, by its text, and half the width of its 95 % interval; exact: no sample, no error."""

    exact: bool
    chips: dict[str, float]
    errors: dict[str, float]


def worth_packed(view: bytes, rules: bytes) -> Reckoned | None:
    """What is asked of this view, reckoned by the exact player; None while that is still being compiled (then ask again), and where
    it has nothing to say.
    """
    if not _exact_is_ready():
        return None
    from erqishi.paoyao.exact import NoReckoning, evaluate

    sight, rule_set = msgspec.json.decode(view, type=PaoyaoView), msgspec.json.decode(rules, type=RuleSet)
    legal = [parse_action(text) for text in sight.legal]
    try:
        found = evaluate(sight, rule_set, legal=legal)
    except NoReckoning:
        return None
    chips = {str(action): round(value, 4) for action, value in found.values.items()}
    return Reckoned(found.exact, chips, {str(action): round(error, 4) for action, error in found.errors.items()})


def _exact_is_ready() -> bool:
    """Whether the exact player is compiled. If not, that is begun, and 普通 plays in its place for this while."""
    if not _ready.is_set() and _begun.acquire(blocking=False):
        threading.Thread(target=_compile, daemon=True).start()
    return _ready.is_set()


def _compile() -> None:
    from erqishi.paoyao.exact import evaluate

    game = Game.deal(seed=1, players=2)
    assert game.decision is not None
    seat = game.decision.seat
    evaluate(game.view(seat), game.rules, legal=game.decision.legal[seat])
    _ready.set()
