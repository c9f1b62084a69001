"""Bots answer legally from their own view, the same each time; what a view tells is what the seat knows."""

import random

import msgspec
import pytest

from erqishi.bots import LEVELS, choose, choose_packed
from erqishi.bots.reading import fits, huxi, loneliest, seen, unseen, waits
from erqishi.cards import parse_cards
from erqishi.errors import UserInputError
from erqishi.zipai import hand
from erqishi.zipai.events import Asked
from erqishi.zipai.game import Game
from erqishi.zipai.handstate import HandState
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import MeldView, SeatView, View

STD15 = RuleSet.load("std15")


def positions(hands, level="novice"):
    """(game, seat, view) wherever somebody has to choose."""
    for number in range(hands):
        game = Game.deal(seed=number, dealer=number % 3)
        while game.decision:
            for seat in list(game.decision.legal):
                view = game.view(seat)
                yield game, seat, view
                game.do(choose(level, view, STD15, f"{number}"), seat)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_hands_to_their_end_legally_and_repeatably(level):
    for game, seat, view in positions(4, level):
        answer = choose(level, view, STD15, "seed")
        assert game.can(answer, seat)
        packed = choose_packed(level, msgspec.json.encode(view), msgspec.json.encode(STD15), "seed")
        assert packed == str(answer)


@pytest.mark.parametrize("level", ["novice", "normal", "expert"])
def test_a_hu_is_always_taken(level):
    taken = 0
    for _, _, view in positions(25):
        if view.asked and "hu" in view.asked.legal:
            assert str(choose(level, view, STD15, "x")) == "hu"
            taken += 1
    assert taken >= 5


def test_normal_beats_uniform_by_far():
    points = 0
    for number in range(45):
        game = Game.deal(seed=number, dealer=number % 3)
        good = number % 3
        while game.decision:
            for seat in list(game.decision.legal):
                game.do(choose("normal" if seat == good else "uniform", game.view(seat), STD15, f"{number}"), seat)
        points += game.result.net[good]
    assert points > 45


def test_an_unknown_level_and_an_idle_view_are_refused():
    view = Game.deal(seed=1).view(None)
    with pytest.raises(UserInputError, match="nobody"):
        choose("nobody", view, STD15, "")
    with pytest.raises(UserInputError, match="asks nothing"):
        choose("novice", view, STD15, "")


def test_seen_cards_are_never_more_than_there_are_and_hidden_ones_stay_unseen():
    for game, seat, view in positions(12):
        known = seen(view)
        hidden = [0] * 20
        for other in range(3):
            if other != seat:
                for kind in game.hand(other):
                    hidden[kind] += 1
        for kind in range(20):
            # What another seat still holds concealed has not been seen, except the 亮张 in the dealer's hand.
            extra = view.seats[view.dealer].size and parse_cards(view.liang)[0] == kind and seat != view.dealer
            assert known[kind] + hidden[kind] <= 4 + bool(extra)
        assert sum(unseen(view).values()) == 80 - sum(known)


def test_waits_are_those_of_the_judge():
    found = 0
    for _, seat, view in positions(8):
        melds = [(meld.kind, meld.cards) for meld in view.seats[seat].melds]
        judged = {wait.card for wait in hand.waits(HandState.of(view.hand, melds), STD15) if wait.wins}
        assert {wait.card for wait in waits(view, STD15)} == judged
        found += bool(judged)
    assert found


def test_a_wait_that_is_won_was_announced_with_its_huxi():
    checked = 0
    for number in range(25):
        game = Game.deal(seed=number, dealer=number % 3)
        while game.decision:
            for seat in list(game.decision.legal):
                view = game.view(seat)
                answer = choose("normal", view, STD15, f"{number}")
                told = {wait.card: wait.huxi for wait in waits(view, STD15)}
                card = game.decision.card
                game.do(answer, seat)
                drawn = view.in_play is not None and view.in_play.origin == "draw"
                if str(answer) == "hu" and drawn and game.result and game.result.winner == seat:
                    assert told[card] >= game.result.huxi
                    checked += 1
    assert checked >= 2


def view_of(cards, *melds):
    row = SeatView(len(parse_cards(cards)), list(melds))
    return View(0, rules="std15", hand=cards, seats=[row, SeatView(20), SeatView(20)])


def test_huxi_counts_melds_kan_and_the_best_use_of_free_cards():
    assert huxi(view_of("一二三 七"), STD15) == 3
    assert huxi(view_of("一二三 七十"), STD15) == 3  # 二 cannot be used twice
    assert huxi(view_of("壹贰叁 柒拾 贰"), STD15) == 12
    assert (
        huxi(view_of("五五五 伍伍伍伍", MeldView("peng", "叁叁叁"), MeldView("wei", "六六六")), STD15) == 3 + 12 + 3 + 3
    )
    assert huxi(View(None), STD15) == 0


def test_the_loneliest_card_is_one_that_fits_nothing():
    view = view_of("一二三 五五 玖")
    view.asked = Asked(kind="discard", legal=())
    assert loneliest(view, list("一二三五玖"), STD15) == "玖"
    tally = [0] * 20
    tally[4] = 3
    assert fits(tally, 4, STD15) > fits(tally, 5, STD15) or fits(tally, 5, STD15) == 0


def test_uniform_reaches_every_action():
    game = Game.deal(seed=3)
    seat, legal = next(iter(game.decision.legal.items()))
    chance = random.Random(1)
    seeds = [str(chance.random()) for _ in range(300)]
    assert {choose("uniform", game.view(seat), STD15, seed) for seed in seeds} == set(legal)
