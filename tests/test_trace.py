"""The trace of a hand holds enough for a referee who knows nothing of the engine."""

import json

import pytest

from erqishi.zipai.simulation import play_as_game
from erqishi.zipai.trace import trace, trace_line
from recorded import STD15, play
from refereed import TABLES_OF_OTHER_SIZES, options_of
from reference import referee


def test_150_random_hands_satisfy_the_referee():
    problems = {seed: found for seed in range(150) if (found := referee.check_hand(trace(play(STD15, seed))))}
    assert problems == {}


@pytest.mark.parametrize("bots", [["greedy"] * 3, ["random", "greedy", "random"]])
def test_hands_of_the_simple_players_satisfy_the_referee(bots):
    for hand in range(40):
        game, _ = play_as_game(STD15, bots, 3, hand)
        assert referee.check_hand(json.loads(trace_line(game))) == []


@pytest.mark.parametrize("size", TABLES_OF_OTHER_SIZES, ids=str)
def test_hands_of_two_and_of_four_satisfy_the_referee(size):
    rules = STD15.replace(id="other", min_huxi=6, **size)
    for hand in range(10):
        game, _ = play_as_game(rules, ["greedy"] * rules.seats, 4, hand)
        assert referee.check_hand(json.loads(trace_line(game)), options_of(rules)) == []


def test_a_false_answer_does_not_satisfy_the_referee():
    told = trace(play(STD15, 1))
    told["steps"][0]["legal"][str(told["deal"]["dealer"])].pop()
    assert referee.check_hand(told)


def test_hands_stand_in_order_of_seat_without_the_liang():
    game = play(STD15, 2)
    deal = trace(game)["deal"]
    assert deal["dealer"] == game.dealer
    text = "".join(deal["hands"][(deal["dealer"] + i) % 3].replace(" ", "") for i in range(3))
    assert sorted(text + deal["liang"] + "".join(deal["wall"])) == sorted(
        "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾" * 4
    )
    first = next(event for event in game.events if type(event).__name__ == "Dealt")
    assert deal["hands"][first.seat] == first.cards


def test_an_unfinished_hand_has_no_result_yet():
    told = trace(play(STD15, 2, stop=3))
    assert told["result"] is None
    assert len(told["steps"]) == 3
