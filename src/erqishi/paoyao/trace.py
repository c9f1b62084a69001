"""A hand as one JSON-able line for an outside referee: the deal, every question with its legal set, the answers, the result."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from erqishi.errors import UserInputError
from erqishi.paoyao.actions import Action
from erqishi.paoyao.game import Decision, Game
from erqishi.paoyao.ruleset import DEFAULT, RuleSet
from erqishi.paoyao.view import View

Chooser = Callable[[View, Decision], Action]
"""A player: from what its seat knows and may do, one of `decision.legal[seat]`."""


def random_player(rng: random.Random) -> Chooser:
    """A player to whom every legal action is equally likely."""

    def choose(view: View, decision: Decision) -> Action:
        return rng.choice(decision.legal[decision.seat])

    return choose


def play_traced(
    rules: str | RuleSet = DEFAULT,
    *,
    players: int = 3,
    seed: int = 7,
    dealer: int = 0,
    chips: int | Sequence[int] | None = None,
    carry: int = 0,
    choose: Chooser | None = None,
) -> dict[str, Any]:
    """Deal from a seed, play to the end, and tell all. `choose` plays every seat; without it, random play from the seed.

    `deck` is the whole deck in dealing order: the first 3 * players cards go to the hands one at a time, clockwise, the
    dealer first; the next four are the open cards; the last card of the deck is the 腰. `carry` is the pot before the
    hand; `options` the parameters that are not those of `changchun_literal`. Every field: docs/record.md.
    """
    game = Game.deal(rules, seed=seed, dealer=dealer, players=players, chips=chips, carry=carry)
    player = choose or random_player(random.Random(seed))
    return trace(game, player)


def trace(game: Game, choose: Chooser) -> dict[str, Any]:
    """Play a game on to its end with `choose` for every seat, and tell all of it."""
    while (decision := game.decision) is not None:
        game.do(choose(game.view(decision.seat), decision), decision.seat)
    return told(game)


def told(game: Game) -> dict[str, Any]:
    """A finished game as the trace of it. UserInputError while it is not over."""
    result = game.result
    if result is None:
        raise UserInputError("这一局还没有结束 / the hand is not over")
    steps = []
    again = Game.from_deck(game.rules, game.deck, game.dealer, players=game.players, chips=game.chips, carry=game.carry)
    for action in game.actions:
        decision = again.decision
        assert decision is not None
        legal = [str(a) for a in decision.legal[decision.seat]]
        steps.append({"seat": decision.seat, "phase": decision.kind, "legal": legal, "did": str(action)})
        again.do(action)
    return {
        "game": "paoyao",
        "rules": game.rules.id,
        "options": game.rules.differences(),
        "players": game.players,
        "dealer": game.dealer,
        "chips": list(game.chips),
        "carry": game.carry,
        "deck": game.deck,
        "steps": steps,
        "result": {
            "outcome": result.outcome,
            "units": list(result.units),
            "due": list(result.due),
            "net": list(result.net),
            "paid": list(result.paid),
            "pot": result.pot,
            "pot_to": list(result.pot_to),
            "carry": result.carry,
            "yao": result.yao,
            "taken_by": result.taken_by,
            "xier": result.xier[0] if result.xier else None,
            "shown": list(result.xier),
            "chips": list(result.chips),
            "next_dealer": result.next_dealer,
        },
    }
