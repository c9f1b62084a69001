"""The same question as in `sim.leak` for 跑腰: does a hidden card, the 腰 or one that is not used change a byte or a moment?

`python -m sim.leak --game paoyao --hands 500`. Rule sets, options and two to four seats by chance. A hand of 跑腰 travels as a whole
view, so how much of it an update may show is told by the events that the table had shown when it made that version.
"""

from __future__ import annotations

import random
from typing import Any

from erqishi.errors import UserInputError
from erqishi.paoyao import Game
from erqishi.paoyao.actions import parse_action
from erqishi.paoyao.cards import CARDS, parse_card
from erqishi.paoyao.events import Event, visible
from erqishi.paoyao.ruleset import RuleSet
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.rulebook import rules_of
from sim.leak import ROOM, Script, equal, watched

RULES = ("changchun_literal", "changchun_lively", "cungui_yao", "fold")


def room(rng: random.Random) -> dict[str, Any]:
    """Options of a room: what changes when a 喜儿 is asked, who may take what, how many play."""
    changes = {
        "xier_after_bet": rng.random() < 0.5,
        "all_xier_pay": rng.random() < 0.5,
        "multi_capture": rng.random() < 0.5,
        "passing": rng.choice(("round_then_must", "n_passes_end", "must_capture")),
    }
    return {**ROOM, "rules": rng.choice(RULES), "changes": changes, "players": rng.choice((2, 3, 3, 4))}


def play(
    rules: RuleSet, seats: int, deck: list[int], dealer: int, script: Script | None, rng: random.Random, most: int
) -> tuple[Game, Script]:
    """A hand without a server: answers from `script`, else by chance (then the script is made). At most so many questions."""
    game = Game.from_deck(rules, deck, dealer, players=seats)
    made: Script = {}
    for _ in range(most):
        decision = game.decision
        if decision is None:
            break
        (seat, legal), *_ = decision.legal.items()
        view = game.view(seat)
        key = (len(view.course), seat, view.phase)
        if script is None:
            texts = [str(action) for action in legal]
            text = "dig" if "dig" in texts and rng.random() < 0.8 else rng.choice(texts)
        else:
            text = script.get(key, "")
        try:
            action = parse_action(text)
        except UserInputError:
            break
        if not game.can(action, seat):
            break
        made[key] = text
        game.do(action, seat)
    return game, made


def seen(game: Game, observer: int | None) -> list[Event]:
    """The events of the hand that the observer may see."""
    return [event for event in game.events if visible(event, observer)]


def permuted(game: Game, deck: list[int], observer: int | None, rng: random.Random) -> list[int]:
    """The deck with the cards permuted that the observer cannot know now: in others' hands, not used, the 腰 while it lies face down."""
    view = game.view(observer)
    known = {parse_card(card) for seat in view.seats for card in (*seat.hand, *seat.shown, *sum(seat.front, ()))}
    known |= {parse_card(card) for card in (*view.table, *view.opened, *view.dealt, *filter(None, (view.yao,)))}
    places = [place for place, card in enumerate(deck) if card not in known]
    cards = [deck[place] for place in places]
    rng.shuffle(cards)
    other = list(deck)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return other


def compare(seed: int) -> tuple[int, int]:
    """One hand twice: (frames compared, events of the hand in them). Leak if they differ."""
    rng = random.Random(f"leak of 跑腰 {seed}")
    options = room(rng)
    seats: int = options["players"]
    rules = rules_of(RoomOptions(rules=options["rules"], changes=options["changes"], players=seats))
    assert isinstance(rules, RuleSet)
    deck = rng.sample(range(CARDS), CARDS)
    if rng.random() < 0.4:
        deck = _with_three(deck, seats, rng)
    dealer, observer = rng.randrange(seats), rng.choice((*range(seats), None))
    most = rng.randrange(0, 16)
    first, script = play(rules, seats, deck, dealer, None, rng, most)
    other_deck = permuted(first, deck, observer, rng)
    second, _ = play(rules, seats, other_deck, dealer, script, rng, most)
    one, two = seen(first, observer), seen(second, observer)
    same = next(
        (i for i, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), min(len(one), len(two))
    )
    a, b = (watched(tuple(cards), dealer, script, observer, same, options, seats) for cards in (deck, other_deck))
    return equal(a, b, same, f"跑腰, seed {seed}, observer {observer}")


def _with_three(deck: list[int], seats: int, rng: random.Random) -> list[int]:
    """The deck with a 喜儿 in somebody's hand: three of a rank."""
    deck = list(deck)
    first, rank = rng.randrange(seats), rng.randrange(13)
    for k, suit in enumerate(rng.sample(range(4), 3)):
        here, there = first + k * seats, deck.index(4 * rank + suit)
        deck[here], deck[there] = deck[there], deck[here]
    return deck
