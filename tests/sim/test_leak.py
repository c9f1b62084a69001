"""Nothing that is hidden from a seat or a spectator changes a byte that it gets, or the moment at which it gets it."""

import json

import msgspec
import pytest
from sim.leak import Leak, compare, over_the_wire, permuted, play

from erqishi.paoyao import Game, load
from erqishi.paoyao.view import Fold
from erqishi.server.tables.pacing import Pacing
from erqishi.server.tables.table import Table
from sim import leak_paoyao


@pytest.mark.parametrize("first", range(0, 32, 8))
def test_permuting_what_is_hidden_changes_no_byte_and_no_moment(first):
    """Short form of `python -m sim.leak --hands 1000`."""
    frames = sum(compare(seed)[0] for seed in range(first, first + 8))
    assert frames > 100


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_permuting_what_is_hidden_in_paoyao_changes_no_byte_and_no_moment(first):
    """Short form of `python -m sim.leak --game paoyao --hands 1000`."""
    frames = sum(leak_paoyao.compare(seed)[0] for seed in range(first, first + 20))
    assert frames > 300


def test_nobody_sees_that_a_xier_was_kept():
    """In this hand the pause before 亮腰 was longer when somebody had kept a 喜儿 to himself."""
    assert leak_paoyao.compare(201)[1] == 14


def leaks(compare=compare):
    for seed in range(40):
        try:
            compare(seed)
        except Leak as leak:
            return str(leak)
    return ""


def test_a_hidden_card_that_shows_is_noticed(monkeypatch):
    real = Table.head

    def head(self):
        game = self.state.game
        return msgspec.structs.replace(real(self), watching=game.hand(1)[0] if game is not None else 0)

    monkeypatch.setattr(Table, "head", head)
    assert "frame" in leaks()


def test_a_window_that_ends_when_nobody_is_asked_is_noticed(monkeypatch):
    monkeypatch.setattr(Pacing, "mode", property(lambda self: "open"))
    assert "frame" in leaks()


def test_a_hidden_card_of_paoyao_that_shows_is_noticed(monkeypatch):
    real = Table.head

    def head(self):
        game = self.state.game
        return msgspec.structs.replace(real(self), watching=game.state.deck[-1] if game is not None else 0)

    monkeypatch.setattr(Table, "head", head)
    assert "frame" in leaks(leak_paoyao.compare)


def test_a_hidden_card_in_the_view_of_paoyao_itself_is_noticed(monkeypatch):
    real = Table.view_for, Fold.view
    decks = []

    def view_for(self, person):
        decks[:] = [self.state.game.state.deck[-1]] if self.state.game is not None else []
        return real[0](self, person)

    def me(self, person, real=Table.me):
        decks[:] = [self.state.game.state.deck[-1]] if self.state.game is not None else []
        return real(self, person)

    def view(self):
        return msgspec.structs.replace(real[1](self), stock=decks[0] if decks else 0)

    monkeypatch.setattr(Table, "view_for", view_for)
    monkeypatch.setattr(Table, "me", me)
    monkeypatch.setattr(Fold, "view", view)
    assert "frame" in leaks(leak_paoyao.compare)


def test_a_wait_for_a_xier_that_only_its_holder_causes_is_noticed(monkeypatch):
    monkeypatch.setattr(Pacing, "mode", property(lambda self: "open"))
    assert "frame" in leaks(leak_paoyao.compare)


def test_the_second_deck_of_paoyao_has_other_cards_where_the_observer_cannot_look():
    import random

    deck = list(range(52))
    game = Game.from_deck(load("changchun_literal"), deck, 0)
    other = leak_paoyao.permuted(game, deck, 1, random.Random(1))
    assert sorted(other) == deck and other != deck
    assert [other[place] for place in (1, 4, 7, 9, 10, 11, 12)] == [1, 4, 7, 9, 10, 11, 12]
    assert other[51] != 51 or other[0] != 0


def test_the_second_deck_has_other_cards_where_the_observer_cannot_look(tmp_path):
    import random

    rng = random.Random(5)
    deck = [kind for kind in range(20) for _ in range(4)]
    rng.shuffle(deck)
    game, script = play(deck, 0, None, rng, 8)
    other = permuted(game, 0, 1, rng)
    assert sorted(other) == sorted(deck) and other != deck
    assert other[20:40] == deck[20:40] and other[60] == deck[60]
    got = over_the_wire(deck, 0, script, 1, 3)
    dealt = [
        event for frame in got.frames for event in json.loads(frame).get("events", ()) if event["event"] == "dealt"
    ]
    assert [event["to"] for event in dealt] == [1]
