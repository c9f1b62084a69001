"""The game against the independent referee (tests/reference): every decision, every legal set, every result.

A few hundred hands here; `bench/check_referee.py` plays as many as one likes.
"""

import copy
import random
from collections import Counter

import pytest

from erqishi.zipai.game import Game
from erqishi.zipai.trace import trace as written
from refereed import TABLES_OF_OTHER_SIZES, check, options_of, player, random_rules, some_deck
from reference.referee import check_hand
from tables import STD, play_out, trace

CHANGES = [
    {"min_huxi": 0, "hu_on_discard": True, "split_kan": True},
    {"min_huxi": 0, "hu_on_discard": True, "hu_on_drawn": False},
    {"min_huxi": 3, "hu_forced": True},
    {"min_huxi": 6, "peng_forced": True, "chou_marks": "unified"},
    {"chou_scope": "eat_only", "chou_marks": "separate", "own_unclaimed_draw_blocks": True},
    {"pao_of_peng": "any", "hu_on_discard": True, "min_huxi": 6},
    {"ti_before_liang": True, "min_huxi": 0},
    {"liangzhang_hu": False, "forced_tianhu": False},
    {"chi_from": (), "own_discard_blocks": ()},
    {"chi_from": ("own_draw",), "min_huxi": 3},
    {"tianhu_huxi": "best", "tianhu_formula": "x", "zimo_tun": 3},
    {"tianhu_fixed": 6, "tun_formula": "x//5", "min_huxi": 5},
    {
        "huxi": {"ti": (8, 6), "pao": (7, 4), "wei": (5, 5), "chouwei": (4, 1), "kan": (2, 9), "peng": (0, 0)},
        "min_huxi": 3,
    },
    {"hu_forced": True, "peng_forced": True, "hu_on_discard": True, "min_huxi": 0},
    {"extra_sets": ("一五十",), "min_huxi": 6},
    {"extra_sets": ("一五十",), "tianhu_huxi": "best", "split_kan": True, "min_huxi": 9},
    {"split_kan": True, "pao_of_peng": "any", "own_discard_blocks": ("chi",), "min_huxi": 9},
]


def test_standard_hands():
    counts = Counter()
    assert {number: problems for number in range(200) if (problems := check(number, 1, STD, counts))} == {}
    assert counts["胡 on draw"] > 20 and counts["荒庄"] > 20 and counts["比 laid"] > 20 and counts["臭偎"] > 0


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "-".join(change))
def test_hands_under_options(change):
    rules = STD.replace(**change)
    assert {number: problems for number in range(15) if (problems := check(number, 2, rules, Counter()))} == {}


@pytest.mark.parametrize("size", TABLES_OF_OTHER_SIZES, ids=str)
def test_hands_of_two_and_of_four(size):
    counts = Counter()
    rules = STD.replace(id="other", min_huxi=9, **size)
    assert {number: problems for number in range(25) if (problems := check(number, 5, rules, counts))} == {}
    assert counts["胡 on draw"] > 0


def test_hands_under_any_rules():
    rng = random.Random(4)
    for _ in range(4):
        rules = random_rules(rng)
        assert {number: problems for number in range(8) if (problems := check(number, 3, rules, Counter()))} == {}


def test_a_wrong_answer_of_the_game_would_be_noticed():
    """Each trace with one legal action taken away, or under another minimum, is refused."""
    for number in range(20):
        rng = random.Random(number)
        game = Game.from_deck(STD, some_deck(rng), 0)
        line = trace(game, play_out(game, player(rng, ("hu", "claims", "random"))))
        if not line["steps"]:
            continue
        assert check_hand(line, options_of(STD)) == []
        broken = copy.deepcopy(line)
        rng.choice(list(rng.choice(broken["steps"])["legal"].values())).pop()
        assert check_hand(broken, options_of(STD)) != []
        if line["result"]["winner"] is not None:
            assert (
                check_hand(line, options_of(STD.replace(min_huxi=line["result"]["huxi"] + 1, forced_tianhu=False)))
                != []
            )


def test_the_written_trace_tells_what_was_asked_and_answered():
    for number in range(5):
        rng = random.Random(number)
        game = Game.from_deck(STD, some_deck(rng), number % 3)
        line = trace(game, play_out(game, player(rng, ("builder", "claims", "hu"))))
        other = written(game)
        for one in (line, other):
            one["deal"]["hands"] = ["".join(sorted(hand.replace(" ", ""))) for hand in one["deal"]["hands"]]
        assert line == other
