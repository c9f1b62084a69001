"""The scorer against a second one, written from scoring.md in plain ifs (reference/naive_score.py): every rule set, every option."""

import random
import zlib

import pytest

from erqishi.errors import RuleSetError
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import facts_of_given, settle_hand
from reference.naive_score import OPTIONS, SCORERS, score
from scoring_hands import given

HANDS = 120


def answer(rules, case):
    settled = settle_hand(rules, facts_of_given(rules, case))
    net = None if settled.net is None else {"ABCD"[seat]: n for seat, n in enumerate(settled.net)}
    keys = ("can_hu", "huxi", "tun", "fan", "fan_total", "points")
    return {key: getattr(settled, key) for key in keys} | {"net": net}


def test_every_rule_set_has_a_second_scorer():
    assert set(SCORERS) == set(ruleset.names())


@pytest.mark.parametrize("name", sorted(SCORERS))
def test_both_scorers_agree(name):
    rng = random.Random(zlib.crc32(name.encode()))
    plain = RuleSet.load(name)
    named = won = 0
    for number in range(HANDS):
        ledger = plain.scoring is not None and plain.scoring.account == "ledger"
        many = (plain.deal + 3) // 3
        case = given(rng, many, plain.seats, ledger, wang=plain.wang > 0)
        options = {}
        for option, values in OPTIONS.get(name, {}).items():
            if rng.random() < 0.3:
                options[option] = rng.choice(values)
        case["options"] = options
        try:
            rules = RuleSet.load(name, options) if options else plain
        except RuleSetError:  # two of them contradict each other
            case["options"], rules = {}, plain
        mine = answer(rules, case)
        assert mine == score(name, case), (number, case)
        won += mine["can_hu"]
        named += bool(mine["fan"])
    assert won > HANDS // 8  # the comparison is no comparison of refusals
    assert named or plain.scoring is None or not plain.scoring.mingtang
