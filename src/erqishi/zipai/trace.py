"""A hand as one JSON line for an outside referee: the deal, every question with its complete legal set, the answers, the result.

Forced moves are not asked and do not appear; seats without an option are not asked.

    >>> from erqishi.zipai.game import Game
    >>> trace(Game.deal("std15", seed=7))["deal"]["liang"]
    '五'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from erqishi.cards import card_name, hand_text
from erqishi.zipai.actions import Action
from erqishi.zipai.game import Decision, Game


def trace(game: Game) -> dict[str, Any]:
    """The trace of a hand so far. The hand is played again for it; `result` is None while it is unfinished.

    `deal.hands` are in order of seat, without the 亮张. Actions are texts such as `chi 一二三 比 二贰贰`.
    """
    rules = game.rules
    size, seats = rules.deal, rules.seats
    hands = [hand_text(game.deck[i * size : (i + 1) * size]) for i in range(seats)]
    result = game.result
    return {
        "game": "zipai",
        "rules": rules.id,
        "deal": {
            "dealer": game.dealer,
            "hands": [hands[(seat - game.dealer) % seats] for seat in range(seats)],
            "liang": card_name(game.deck[seats * size]),
            "wall": [card_name(k) for k in game.deck[seats * size + 1 :]],
        },
        "steps": [_step(decision, did) for decision, did in _decisions(game)],
        "result": result
        and {
            "winner": result.winner,
            "huxi": result.huxi,
            "tun": result.tun,
            "zimo": result.zimo,
            "tianhu": result.tianhu,
            "payments": list(result.net),
        },
    }


def trace_line(game: Game) -> str:
    """The trace as compact JSON on one line."""
    return msgspec.json.encode(trace(game)).decode()


def _decisions(game: Game) -> Iterator[tuple[Decision, Mapping[int, Action]]]:
    """Every decision of the hand with its answers."""
    again = Game(game.rules, game.deck, game.dealer)
    for did in game.did:
        decision = again.decision
        assert decision is not None
        yield decision, did
        for seat, action in did.items():
            again.do(action, seat)


def _step(decision: Decision, did: Mapping[int, Action]) -> dict[str, Any]:
    legal = {str(seat): [str(action) for action in actions] for seat, actions in sorted(decision.legal.items())}
    answers = {str(seat): str(action) for seat, action in sorted(did.items())}
    if decision.kind == "discard":
        return {"ask": "discard", "seat": next(iter(decision.legal)), "legal": legal, "did": answers}
    asked = {"ask": "claims", "card": decision.card, "origin": decision.origin, "owner": decision.owner}
    return {**asked, "legal": legal, "did": answers}
