"""Rules of a room: options and parameters, kept through the log whatever the rule set."""

import msgspec
import pytest

from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.rulebook import rules_of
from erqishi.server.tables import log
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.house_rules import room_lines, rule_lines
from erqishi.server.tables.state import TableState
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet


@pytest.mark.parametrize("name", ruleset.names())
def test_a_table_is_made_again_from_its_log_with_the_same_rules(name):
    rules = RuleSet.load(name)
    made = log.Made("t", "123456", "p", RoomOptions(rules=name), msgspec.to_builtins(rules), 0)
    again = log.decode(log.encode(made))
    assert TableState(again).rules == rules
    assert all(line.zh and line.en for line in rule_lines(rules))


def test_options_and_parameters_are_both_taken():
    assert rules_of(RoomOptions(changes={"min_huxi": 21, "hu_forced": True})).min_huxi == 21
    assert rules_of(RoomOptions(changes={"hu_forced": True})).hu_forced
    assert rules_of(RoomOptions()) == RuleSet.load("std15")


@pytest.mark.parametrize("name", [name for name in ruleset.names() if RuleSet.load(name).missing][:3])
def test_no_room_is_made_of_rules_that_the_engine_cannot_play(name):
    with pytest.raises(Refusal) as refused:
        rules_of(RoomOptions(rules=name))
    assert refused.value.code == "bad_option" and name in refused.value.en


def test_the_lines_say_what_a_village_does_differently():
    plain = {line.zh for line in rule_lines(RuleSet.load("std15"))}
    other = RuleSet.load("std15").replace(hu_on_discard=True, wei_visibility="one_up", peng_forced=True)
    assert {"打出的牌可以胡（放炮）", "有碰必碰"} <= {line.zh for line in rule_lines(other)} - plain
    lines = room_lines(RoomOptions(hands=3, clock=0), 4, other.seats)
    assert [line.zh for line in lines] == ["3局一场", "四人坐桌，对家数醒", "不限时"]
