"""The places around a table of four, as the rules tell them, and the two that go by them: the sitting and the scoring of a hand."""

import pytest

from erqishi import match as sitting
from erqishi.cards import WANG
from erqishi.seating import OPPOSITE, TABLE, bird_place, bird_words, chip_givers, sits_out
from erqishi.server.tables.house_rules import seat_lines
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import Facts, drawn_hand, settle_hand
from erqishi.zipai.scoring.describe import steps
from erqishi.zipai.scoring.facts import Counted
from erqishi.zipai.scoring.turned import birds

#: core.md §3: ranks by place from the dealer (庄家, 下家, 醒家, 上家).
PLACES = ((1, 5, 9), (2, 6, 10), (3, 7), (4, 8))


def test_the_鸟_points_as_the_rules_say():
    for place, ranks in enumerate(PLACES):
        assert [bird_place(kind) for kind in range(20) if kind % 10 + 1 in ranks] == [place] * 2 * len(ranks)
        assert bird_words(place)[1] == ", ".join(map(str, ranks))
    assert bird_place(WANG) is None


@pytest.mark.parametrize("dealer", range(TABLE))
def test_打鸟_and_扎鸟_point_at_the_same_seat(dealer):
    """At a table of four who is pointed at is who hits; with three in the hand nobody stands opposite the dealer."""
    match = sitting.start(6, dealer=dealer)
    plan = sitting.next_hand(match)
    rules = RuleSet.load("ningxiang")
    assert rules.scoring.niao and rules.scoring.niao_by == "last" and rules.seats == 3
    for card in range(21):
        target = sitting.bird_target(plan, card)
        hit = [seat for seat in range(3) if birds(rules, card, plan.hand_dealer, seat)]
        assert [plan.to_match(seat) for seat in hit] == ([] if target in (None, plan.sitter) else [target])


@pytest.mark.parametrize("dealer", range(TABLE))
@pytest.mark.parametrize("winner", [None, 0, 1, 2])
def test_a_sitting_and_the_scoring_of_a_hand_give_the_醒家_the_same(dealer, winner):
    """开醒筹 of the two who lost, 荒醒 of the dealer."""
    rules = RuleSet.load("std15")
    match = sitting.start(4, sitting.MatchRules.of(rules, 4), dealer=dealer)
    plan = sitting.next_hand(match)
    assert plan.sitter == sits_out(dealer) == (dealer + OPPOSITE) % TABLE
    if winner is None:
        outcome = sitting.HandOutcome(net=(0, 0, 0), winner=None, drawn=True)
        alone = drawn_hand(rules, dealer, 4)
        assert (alone[dealer], alone[plan.sitter]) == (-1, 1)
    else:
        seat = plan.to_match(winner)
        outcome = sitting.HandOutcome(net=tuple(4 if each == winner else -2 for each in range(3)), winner=winner)
        alone = settle_hand(rules, Facts(counted=Counted(huxi=18), winner=seat, dealer=dealer, players=4)).net
        assert alone[plan.sitter] == 2
    assert sitting.record_hand(match, outcome).ledger[0].net == alone


def test_who_gives_a_chip():
    assert chip_givers((0, 1, 3), 3, 1, drawn=False) == (0, 3)
    assert chip_givers((0, 1, 3), 3, None, drawn=True) == (3,)


def test_the_lines_say_the_same_places():
    told = [line for line in seat_lines(6, 3) if "打鸟" in line.zh]
    assert len(told) == 1 and "1、5、9跟庄家，2、6、10跟下家，3、7跟醒家，4、8跟上家" in told[0].zh
    assert "1, 5, 9 the dealer's, 2, 6, 10 the next seat's, 3, 7 the 醒家's, 4, 8 the previous seat's" in told[0].en
    assert any(
        "1、5、9是庄家，2、6、10是下家，4、8是上家，3、7落空" in said.zh for said in steps(RuleSet.load("ningxiang"))
    )
