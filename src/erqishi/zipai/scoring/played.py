"""A finished hand of the engine as facts for scoring: how it was won is read off its events (scoring.md §1.2)."""

from __future__ import annotations

from typing import Any

from erqishi.cards import WANG, WANG_NAME, parse_cards, parse_hand
from erqishi.errors import UserInputError
from erqishi.zipai import events as e
from erqishi.zipai.game import Game
from erqishi.zipai.meldtext import Meld
from erqishi.zipai.scoring.facts import Facts, Held
from erqishi.zipai.scoring.given import Origin
from erqishi.zipai.scoring.outcome import held_of
from erqishi.zipai.scoring.turned import birds, xing_card


def facts_of_game(game: Game, **sitting: Any) -> Facts | None:
    """Facts of the hand that was won, None for a 荒庄; UserInputError while it is still played.

    sitting: what the hand itself does not know, fields of `Facts` such as huang, charge, xing, birds, base.
    """
    if not game.over:
        raise UserInputError("这一局还没有打完 / the hand is not over yet")
    won = next((event for event in game.events if isinstance(event, e.Won)), None)
    if won is None:
        return None
    card = parse_cards(won.card, wang=True)[0]
    shown = card if not won.forced or won.seat == game.dealer else None
    course: dict[str, Any] = {
        "winner": won.seat,
        "dealer": game.dealer,
        "card": card,
        "zimo": won.zimo,
        "xing_card": xing_card(game.rules, shown, parse_cards(_revealed(game).wall, wang=True)),
        "birds": birds(game.rules, game.deck[-1], game.dealer, won.seat),
        "piao": game.piao,
        **sitting,
    }
    if won.forced:
        held = Held(concealed=_dealt(game, won.seat), card=card if won.seat == game.dealer else None)
        return Facts(held=held, win_on="deal", claims=0, own_discards=0, **course)
    draws = [event for event in game.events if isinstance(event, e.TurnedUp | e.DrewHidden)]
    discards = [event.seat for event in game.events if isinstance(event, e.Discarded)]
    view = game.view(won.seat)
    melds: tuple[Meld, ...] = tuple((meld.kind, tuple(parse_cards(meld.cards))) for meld in view.seats[won.seat].melds)
    wang = view.hand.count(WANG_NAME) + (won.origin == "liang" and card == WANG)
    concealed = parse_hand(view.hand.replace(WANG_NAME, ""))
    origin: Origin | None = "other"
    if won.origin == "liang":
        origin = "dealt" if won.seat == game.dealer else "liang"
    elif won.origin == "discard":
        origin = "discard"
    elif won.origin == "own_meld":
        origin = None
    elif won.owner == won.seat:
        origin = "self"
    on_draw = won.origin in ("draw", "own_meld")
    return Facts(
        held=held_of(concealed, melds, card, origin, wang),
        win_on="draw" if on_draw else "discard" if won.origin == "discard" else "liang",
        discarder=won.owner if won.origin == "discard" else None,
        first_discard=won.origin == "discard" and not draws and discards == [game.dealer],
        first_draw=on_draw and len(draws) == 1,
        claims=_claims(game, won),
        own_discards=discards.count(won.seat),
        hand_left=view.seats[won.seat].size - (card == WANG) if won.origin != "own_meld" or card == WANG else None,
        last_card=on_draw and game.events[-1] == _revealed(game) and _revealed(game).wall == "",
        **course,
    )


def _revealed(game: Game) -> e.Revealed:
    last = game.events[-1]
    assert isinstance(last, e.Revealed)
    return last


def _dealt(game: Game, seat: int) -> int:
    """The cards that a seat was dealt, without the 亮张."""
    return next(
        parse_hand(event.cards.replace(WANG_NAME, ""))
        for event in game.events
        if isinstance(event, e.Dealt) and event.seat == seat
    )


def _claims(game: Game, won: e.Won) -> int:
    """进张 before the winning card: not a dealt 提, not a 重跑, not the winning card's own meld."""
    quads = claims = 0
    own = [event for event in game.events if getattr(event, "seat", None) == won.seat]
    last = next((event for event in reversed(own) if isinstance(event, e.Ti | e.Wei | e.ChouWei)), None)
    for event in own:
        if won.origin == "own_meld" and won.card != WANG_NAME and event is last:
            continue
        if isinstance(event, e.Ti | e.Pao):
            dealt = event.source == "deal"
            claims += not dealt and quads == 0
            quads += 1
        elif isinstance(event, e.Wei | e.ChouWei | e.Penged | e.Ate):
            claims += 1
    return claims
