"""Nothing that is hidden from a seat or a spectator changes a byte that it gets, or the moment at which it gets it."""

import json

import msgspec
import pytest
from sim.leak import Leak, compare, over_the_wire, permuted, play

from erqishi.server.tables.pacing import Pacing
from erqishi.server.tables.table import Table


@pytest.mark.parametrize("first", range(0, 32, 8))
def test_permuting_what_is_hidden_changes_no_byte_and_no_moment(first):
    """Short form of `python -m sim.leak --hands 1000`."""
    frames = sum(compare(seed)[0] for seed in range(first, first + 8))
    assert frames > 100


def leaks():
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
