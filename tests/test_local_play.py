"""Local rules in play: every shipped rule set at both speeds, and what a hand comes to told by two ways each."""

import json
from pathlib import Path

import numpy as np
import pytest

from erqishi.errors import RecordError, UserInputError
from erqishi.match import HandOutcome, MatchRules, record_hand, start
from erqishi.record import Record, from_json, from_text, replay, to_json, to_text
from erqishi.zipai import batch, enough, flat, kernel, many, play, rng, ruleset, simulation
from erqishi.zipai.cover import DISCARD
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import facts_of_game, facts_of_table, outcome_of, permit, settle_hand
from erqishi.zipai.scoring.outcome import settle_best
from erqishi.zipai.table import RECORD, Row, Table
from erqishi.zipai.trace import trace

PLAYED = [name for name in ruleset.names() if not RuleSet.load(name).missing]
#: Rule sets of other shapes than the shipped ones: seats, deals, exceptions, fines.
OTHERS = {
    "two": RuleSet.load("changde_qmt_big68").replace(id="two", seats=2, wall=39, min_huxi=21),
    "two_short": RuleSet.load("ningxiang").replace(id="two_short", seats=2, wall=19, min_huxi=21),
    "four": RuleSet.load("hengyang_10huka").replace(id="four", seats=4, deal=14, wall=23, min_huxi=6),
    "fewer_with_a_name": RuleSet.load("huaihua_hongguaiwan_234", {"min_huxi": 24}).replace(hu_on_discard=True),
    "ten_counts": RuleSet.load("leiyang", {"min_huxi": 14}),
    "split": RuleSet.load("leiyang").replace(id="split", split_kan=True, pao_of_peng="any"),
    "fined": RuleSet.load("leiyang").replace(id="fined", penalty_mode="penalize", fine=2, base=3),
    "maohu": RuleSet.load("chenzhou", {"毛胡": True}),
}
ALL = {name: RuleSet.load(name) for name in PLAYED} | OTHERS
each_rule_set = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


def bots(rules, number):
    name = ("greedy", "random", "novice")[number % 3]
    return [name] * rules.seats


def games(rules, hands, seed=11):
    for hand in range(hands):
        yield simulation.play_as_game(rules, bots(rules, hand), seed, hand)


# -- the speeds --------------------------------------------------------------------------------------------------------


@each_rule_set
def test_local_hands_are_the_same_at_both_speeds(rules):
    """The short form of `python -m bench.variants`."""
    for number in range(2):
        fast = many.simulate(rules, bots(rules, number), seed=5, first=0, count=30)
        slow = simulation.player(rules, bots(rules, number), 5, "interpreted")(0, 30)
        assert np.array_equal(fast, slow)
        assert fast.shape == (30, 7 if rules.scoring is None else 9)


@each_rule_set
def test_a_hand_is_the_same_as_a_game_and_in_the_tables(rules):
    for hand, (game, row) in enumerate(games(rules, 3)):
        alone = many.simulate(rules, bots(rules, hand), seed=11, first=hand, count=1)
        assert np.array_equal(row, alone)
        won = game.result
        assert (row[0, 1], row[0, 2]) == (won.huxi, won.tun)
        if rules.scoring is not None:
            assert (row[0, 7], row[0, 8]) == (won.fan_total or 0, won.points or 0)
    tables = many.Tables(rules, 10, seed=11)
    tables.play_out(bots(rules, 0), seed=11)
    for hand in range(0, 10, 3):
        made = tables.clone([hand])
        done = Table(rules.seats)
        for name in RECORD.names:
            setattr(done, name, made.records[0][name].tolist())
        if rules.scoring is not None:
            assert tuple(made.net[0]) == outcome_of(rules, flat.plain(rules), done).net
        assert sum(made.net[0]) == 0 or rules.scoring.account == "ledger"


# -- what a hand comes to ----------------------------------------------------------------------------------------------


@each_rule_set
def test_facts_of_the_table_are_the_facts_of_the_events(rules):
    won = 0
    for game, _ in games(rules, 8):
        told = facts_of_game(game)
        if told is not None:
            won += 1
            assert facts_of_table(rules, flat.plain(rules), game._table) == told
    assert won


@each_rule_set
def test_a_result_is_what_scoring_says_and_every_line_and_form_repeats_it(rules):
    names = [f"第{seat}家" for seat in range(rules.seats)]
    for game, _ in games(rules, 5):
        result = game.result
        lines = explain(game, names)
        if rules.scoring is not None or result.winner is not None:
            stand = "，".join(f"{name} {change:+d}" for name, change in zip(names, result.net, strict=True))
            assert lines[-1].zh == f"本局：{stand}"
        facts = facts_of_game(game)
        if facts is not None and rules.scoring is not None:
            settled = settle_best(rules, facts)
            assert settled.can_hu
            assert (result.huxi, result.tun, result.fan) == (settled.huxi, settled.tun or 0, settled.fan)
            assert (result.fan_total, result.points) == (settled.fan_total, settled.points)
            if not (any(rules.scoring.ti_paid) or rules.fine):
                assert result.net == settled.net
            told = {line.zh for line in lines}
            assert all(line.zh in told for line in settled.lines if line.rule != "scoring.md §1.5")
        record = Record.of(game)
        assert replay(record).result == result
        assert from_json(to_json(record)) == from_text(to_text(record)) == record
        assert trace(game)["result"]["payments"] == list(result.net)


def test_the_hands_before_multiply_where_the_rules_have_黄番():
    rules = RuleSet.load("changde_qmt_big68")
    plain = next(game for game, _ in games(rules, 50) if game.result.winner is not None)
    again = Game.from_deck(rules, plain.deck, plain.dealer, huang=2)
    for did in plain.did:
        for seat, action in did.items():
            again.do(action, seat)
    assert again.result.net == tuple(3 * change for change in plain.result.net)
    assert again.events[-2].net == again.result.net
    record = Record.of(again)
    assert record.deal == {"huang": 2} and "前荒 2" in to_text(record)
    assert replay(from_json(to_json(record))).result == again.result
    assert from_text(to_text(record)) == record
    with pytest.raises(RecordError, match="黄番"):
        from_text("规则 std15\n" + "\n".join(to_text(record).splitlines()[2:]))
    other = Game.deal("shaoyang_zipai", seed=1, huang=3)
    assert other.huang == 0 and not Record.of(other).deal
    with pytest.raises(UserInputError, match="huang"):
        Game.deal(rules, seed=1, huang=-1)


def test_提龙_is_paid_by_everybody_at_once_and_in_a_荒庄_too():
    rules = RuleSet.load("leiyang")
    paid = {}
    for game, _ in games(rules, 120):
        facts, net = facts_of_game(game), [0, 0, 0]
        quads = {
            (seat, meld.cards)
            for seat, row in enumerate(game.view(None).seats)
            for meld in row.melds
            if meld.kind == "ti"
        }
        if facts is not None:
            settled = settle_hand(rules, facts)
            net = list(settled.net)
            mine = {
                (facts.winner, "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"[g.cards[0]] * 4)
                for g in settled.groups
                if g.kind == "ti"
            }
            quads |= mine
        for seat, cards in quads:
            worth = 1 if cards[0] in "一二三四五六七八九十" else 2
            net = [n + (2 * worth if at == seat else -worth) for at, n in enumerate(net)]
        assert game.result.net == tuple(net)
        paid[facts is None] = paid.get(facts is None, 0) + len(quads)
    assert paid[True] and paid[False]


def test_points_of_a_match_come_from_its_hands():
    """娄底: 息 are points, and the match ends at 100; 剥皮 takes 10 from the dealer of a 荒庄."""
    rules = RuleSet.load("shaoyang_baopi")
    sitting = MatchRules.of(rules, 3)
    assert (sitting.accounting, sitting.huang_points, sitting.match_end) == ("points", 0, rules.scoring.match_end)
    drawn = next(game for game, _ in games(rules, 60) if game.result.winner is None)
    assert drawn.result.net == tuple(-10 if seat == drawn.dealer else 0 for seat in range(3))
    match = record_hand(start(3, sitting, dealer=drawn.dealer), HandOutcome(net=drawn.result.net, drawn=True))
    assert match.totals[drawn.dealer] == -10
    assert MatchRules.of(RuleSet.load("changde_qmt_big68"), 3).accounting == "cash"


# -- who may win -------------------------------------------------------------------------------------------------------


def offers(rules, hands, seed=3):
    """(offered, whether scoring lets it win, 息) of every complete hand that meets a card, 臭胡 and 相公 apart."""
    r = flat.plain(rules)
    met = []

    def may_hu(t, numbers, p, k, value):
        said = enough.may_hu(t, numbers, p, k, value)
        barred = t.dead[p] or t.passed[p][k] == t.table_xi[p] + 1
        if value >= 0 and not barred and enough.full(t, numbers, p):
            before, t.winner, t.zimo = t.winner, p, int(p == t.owner and t.origin != DISCARD)
            met.append((said, settle_hand(rules, facts_of_table(rules, r, t)).can_hu, value))
            t.winner, t.zimo = before, 0
        return said

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "may_hu", may_hu)
        for hand in range(hands):
            t, g = Table(rules.seats), [0] * 6
            rng.seed(g, seed, hand)
            batch.reset(t, rules.seats, hand % rules.seats)
            play.play_hand(t, r, g, [play.GREEDY if hand % 4 else play.RANDOM] * 4, 80, rules.deck_size)
    return met


RELAXED = [
    name for name, rules in ALL.items() if permit.numbers(rules.scoring, rules.min_huxi).floor_xi < rules.min_huxi
]


@pytest.mark.parametrize("name", [*RELAXED, "changde_qmt_big68", "hengyang_6huqiang", "xiangxiang_gaohuzi"])
def test_the_machine_offers_a_胡_exactly_where_scoring_allows_it(name):
    rules = ALL[name]
    met = offers(rules, 130 if name in RELAXED else 40)
    assert [each for each in met if each[0] != each[1]] == []
    assert {True, False} == {said for said, _, _ in met}
    if name in RELAXED:
        assert any(said and value < rules.min_huxi for said, _, value in met)
        assert any(not said and value < rules.min_huxi for said, _, value in met)


def test_what_the_machine_cannot_test_is_refused():
    scoring = {"lax_min_huxi": 12, "mingtang": [{"id": "tinghu", "zh": "听胡", "test": {"no_claims": True}, "fan": 2}]}
    rules = RuleSet.load("std15").replace(scoring=scoring)
    assert [lack.key for lack in rules.missing] == ["scoring.lax_min_huxi"]
    counts = {"counts_as": [{"id": "ka", "zh": "卡", "huxi": 16, "counts": 3}]}
    assert [lack.key for lack in RuleSet.load("std15").replace(scoring=counts).missing] == ["scoring.counts_as"]


def test_rows_of_an_array_are_read_like_tables():
    row = Row(np.zeros(1, RECORD)[0])
    row.huxi = 7
    assert (row.huxi, row.size.shape) == (7, (4,))


def test_records_of_local_rules_stay_small():
    for name in PLAYED:
        game = simulation.play_as_game(RuleSet.load(name), bots(RuleSet.load(name), 0), 1, 0)[0]
        assert len(to_json(Record.of(game))) < 1800, name
        assert json.loads(to_json(Record.of(game)))["rules"]["id"] == name


def test_no_page_is_missing():
    here = Path(ruleset.__file__).parent / "rules"
    assert {path.stem for path in here.glob("*.md")} == set(ruleset.names())
