"""Laws of local scoring: what is paid adds up, every derivation can be added up again, more is never worth less."""

import random
import zlib

import msgspec
import pytest

from erqishi.errors import RuleSetError, UserInputError
from erqishi.zipai import ruleset
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import (
    Facts,
    Group,
    Held,
    facts_of_game,
    facts_of_given,
    facts_of_text,
    match_net,
    settle_hand,
)
from erqishi.zipai.scoring.facts import Counted
from erqishi.zipai.simulation import play_as_game
from scoring_hands import given

NAMES = ruleset.names()
CASH = [name for name in NAMES if (s := RuleSet.load(name).scoring) is None or s.account == "cash"]


def each_rule_set(names=NAMES):
    return pytest.mark.parametrize("name", names)


def random_settlements(name, hands):
    rng = random.Random(zlib.crc32(name.encode()) + 1)
    rules = RuleSet.load(name)
    ledger = rules.scoring is not None and rules.scoring.account == "ledger"
    for _ in range(hands):
        case = given(rng, (rules.deal + 3) // 3, rules.seats, ledger, rules.wang > 0)
        yield rules, case, settle_hand(rules, facts_of_given(rules, case))


# -- adding up ---------------------------------------------------------------------------------------------------------


@each_rule_set(CASH)
def test_payments_sum_to_zero(name):
    for _, case, settled in random_settlements(name, 60):
        if settled.can_hu:
            assert sum(settled.net) == 0
            assert settled.net[case["seat"]] > 0
            assert max(n for seat, n in enumerate(settled.net) if seat != case["seat"]) <= 3 * case["base"]


@each_rule_set([name for name in NAMES if name not in CASH])
def test_points_move_only_the_winner_and_who_discarded(name):
    for _, case, settled in random_settlements(name, 60):
        if settled.can_hu:
            moved = {seat for seat, n in enumerate(settled.net) if n}
            assert settled.net[case["seat"]] == settled.points > 0
            assert moved == {case["seat"], case.get("discarder", case["seat"])}


def folded(lines):
    """The last value of each account, worked out again from the operations alone."""
    now, names = {}, []
    for line in lines:
        if not line.account:
            continue
        before, by = now.get(line.account, 0), line.by
        if line.account == "name":
            names.append(by)
        after = {"=": by, "+": before + by, "*": before * by, "most": min(before, by), "least": max(before, by)}[
            line.op
        ]
        assert line.value == after, line
        assert str(after) in line.zh and str(after) in line.en, line
        now[line.account] = after
    return now, names


@each_rule_set()
def test_every_derivation_adds_up(name):
    """Line by line: the numbers in the words are those of the operations, and they lead to what is paid."""
    for rules, _, settled in random_settlements(name, 60):
        if not settled.can_hu:
            continue
        now, names = folded(settled.lines)
        assert now["points"] == settled.points
        assert now.get("tun") == settled.tun
        if settled.fan_total is not None and rules.scoring is not None and rules.scoring.mingtang:
            product = 1
            for value in names:
                product *= value
            combined = {"sum": sum(names), "product": product, "max": max(names, default=1)}[rules.scoring.combine]
            assert now["fan"] == settled.fan_total == max(1, combined)
            assert (
                next(line for line in settled.lines if line.account == "points").by == settled.tun * settled.fan_total
            )


def test_a_limit_shows_in_the_derivation():
    rules = RuleSet.load("changde_qmt_big68", {"cap": 100, "fan_cap": 10})
    facts = Facts(counted=Counted(huxi=40, red=12), huang=2, last_card=True)
    settled = settle_hand(rules, facts)
    assert settled.points == 100
    assert [line.zh for line in settled.lines if "封顶" in line.zh] == ["番数封顶 10", "封顶 100"]
    assert folded(settled.lines)[0]["points"] == 100


# -- more is never worth less --------------------------------------------------------------------------------------------


@each_rule_set(CASH)
def test_more_huxi_never_pay_less(name):
    """Where the formula alone counts; 卡 (10 息 more than 11) is the exception that the rules want."""
    rules = RuleSet.load(name)
    special = {each.huxi for each in rules.scoring.counts_as} if rules.scoring else set()
    special |= {band.huxi[0] for band in rules.scoring.units} if rules.scoring else set()
    least, paid = rules.min_huxi, 0
    for huxi in range(least, 80):
        if huxi in special or (huxi >= 30 and name == "xiangtan"):
            continue
        settled = settle_hand(rules, Facts(counted=Counted(huxi=huxi, red=3, big=9, small=12)))
        if settled.can_hu:
            assert settled.points >= paid
            paid = settled.points


@each_rule_set(CASH)
def test_extras_never_cost_the_winner(name):
    rules = RuleSet.load(name)
    plain = Facts(counted=Counted(huxi=24, red=3, big=9, small=12))
    before = settle_hand(rules, plain).points
    for more in ({"charge": 2}, {"xing": 2}, {"huang": 2}, {"birds": 1}, {"piao": (1,)}, {"last_card": True}):
        assert settle_hand(rules, msgspec.structs.replace(plain, **more)).points >= before
    rich = msgspec.structs.replace(plain, charge=3, xing=3, huang=3, birds=3, piao=(3,))
    knows = rules.scoring is not None and (
        rules.scoring.charge != "none" or rules.scoring.xing or rules.scoring.huang_fan or rules.scoring.niao
    )
    assert (settle_hand(rules, rich).points > before) == bool(knows)


@pytest.mark.parametrize(
    "name", ["changde_qmt_big68", "changde_duohong", "changsha", "ningxiang", "huaihua_hongguaiwan_234"]
)
def test_each_red_over_ten_is_worth_more(name):
    rules = RuleSet.load(name)
    paid = [settle_hand(rules, Facts(counted=Counted(huxi=24, red=red))).points for red in range(10, 20)]
    assert paid == sorted(set(paid))


@each_rule_set()
def test_a_cap_is_never_passed(name):
    for rules, case, settled in random_settlements(name, 30):
        capped = settle_hand(RuleSet.load(name, {"cap": 20}), facts_of_given(rules, case))
        if settled.can_hu:
            niao = 0 if rules.scoring is None else rules.scoring.niao * case["birds"]
            assert (
                capped.points <= max(20, 100 * (rules.scoring is not None and rules.scoring.points is not None)) + niao
            )


def test_the_end_of_a_match_of_points():
    """scoring.md §1.5: a normal win costs each loser P in the end, a 放炮 the discarder 3P and the third seat nothing."""
    rules = RuleSet.load("loudi_fangpaofa")
    assert match_net(rules, (30, 0, 0)) == (60, -30, -30)
    assert match_net(rules, (30, -30, 0)) == (90, -90, 0)
    tuo = RuleSet.load("xiangxiang_gaohuzi")
    assert match_net(tuo, (40, 10, 0), (True, True, False)) == (4 * 30 + 2 * 40, -4 * 30 + 2 * 10, -2 * 40 - 2 * 10)
    assert match_net(RuleSet.load("shaoyang_baopi", {"进整": 10}), (101, 40, 11)) == (
        2 * 110 - 40 - 20,
        80 - 130,
        40 - 150,
    )
    with pytest.raises(UserInputError, match="打坨"):
        match_net(rules, (1, 2, 3), (True, False, False))


# -- the dearest grouping ------------------------------------------------------------------------------------------------

RUN = [(a, a + 1, a + 2) for first in (0, 10) for a in range(first, first + 8)] + [(1, 6, 9), (11, 16, 19)]
JIAO = [(k, k, k + 10) for k in range(10)] + [(k, k + 10, k + 10) for k in range(10)]


def partitions(cards, pair):
    """Every way to lay sorted cards into 一句话 and 绞, and one 将 if `pair`; by trying every pair of partners."""
    if not cards:
        if not pair:
            yield []
        return
    first, rest = cards[0], cards[1:]
    if pair and rest and rest[0] == first:
        for more in partitions(rest[1:], False):
            yield [Group("jiang", (first, first)), *more]
    tried = set()
    for i in range(len(rest)):
        for j in range(i + 1, len(rest)):
            three = (first, rest[i], rest[j])
            if three in tried or (three not in RUN and three not in JIAO):
                continue
            tried.add(three)
            kind = "jiao" if three in JIAO else "run"
            for more in partitions([*rest[:i], *rest[i + 1 : j], *rest[j + 1 :]], pair):
                yield [Group(kind, three), *more]


def every_grouping(concealed, melds, card, own):
    """All groupings of a hand that draws `card` itself (own) or sees another draw it; core.md §5, §9.3a, §15."""
    uses = []
    n = concealed.count(card)
    table = [Group(kind, cards) for kind, cards in melds]
    others = [k for k in concealed if k != card]
    wei = [group for group in table if group == ("wei", (card,) * 3, None)]
    peng = [group for group in table if group == ("peng", (card,) * 3, None)]
    without = [group for group in table if group not in (*wei, *peng)]
    if own and (n >= 2 or wei):
        uses.append(
            (
                [*without, Group("ti" if wei or n == 3 else "wei", (card,) * (4 if wei or n == 3 else 3))],
                others + [card] * (n if wei else 0),
                [],
            )
        )
    else:
        if not own and (n == 3 or wei):
            uses.append(([*without, Group("pao", (card,) * 4)], others + [card] * (n if wei else 0), []))
        if peng:
            uses.append(([*without, Group("pao", (card,) * 4)], concealed, []))
        if not own and n == 2:
            uses.append(([*table, Group("peng", (card,) * 3)], others, []))
        uses.append((table, concealed, [card]))
    found = []
    for groups, cards, loose in uses:
        kans = [k for k in set(cards) if cards.count(k) == 3]
        free = sorted([k for k in cards if k not in kans] + loose)
        whole = groups + [Group("kan", (k,) * 3) for k in kans]
        pair = any(group.kind in ("ti", "pao") for group in whole)
        found += [whole + sets for sets in partitions(free, pair)]
    return found


def random_hand(rng):
    """Cards that can be grouped in several ways: runs and 绞 on few ranks, and a few melds."""
    low = rng.randrange(0, 8)
    pool = [s for s in RUN + JIAO if all(low <= k % 10 <= low + 2 for k in s)]
    while True:
        sets = [rng.choice(pool) for _ in range(rng.choice((3, 4, 5)))]
        cards = sorted(k for s in sets for k in s)
        melds = []
        for kind, size in rng.sample([("peng", 3), ("wei", 3), ("pao", 4), ("ti", 4)], k=rng.choice((1, 2, 3))):
            melds.append((kind, (rng.randrange(20),) * size))
        if any(kind in ("pao", "ti") for kind, _ in melds):
            cards += [rng.randrange(20)] * 2
        every = cards + [k for _, meld in melds for k in meld]
        if all(every.count(k) <= 4 for k in every) and max(map(cards.count, cards)) <= 3:
            card = rng.choice(cards)
            cards.remove(card)
            return sorted(cards), tuple(melds), card


@pytest.mark.parametrize(
    "name", ["std15", "changde_qmt_big68", "changsha", "ningxiang", "loudi_fangpaofa", "xiangxiang_gaohuzi"]
)
def test_the_dearest_grouping_is_found(name):
    """Against every grouping, found by trying all pairs of partners; ties go to more 息 (scoring.md §1.1.4)."""
    rng = random.Random(5)
    rules = RuleSet.load(name, {"假行行": True, "背靠背": True} if name == "changde_qmt_big68" else None)
    several = 0
    for _ in range(200):
        concealed, melds, card = random_hand(rng)
        groups = 1 + (len(concealed) + sum(3 for _ in melds)) // 3
        if groups > 8:
            continue  # no table deals so many cards
        fitting = rules.replace(seats=2, deal=3 * groups - 1, min_huxi=3, wall=2)
        own = rng.random() < 0.5
        facts = Facts(
            held=Held(
                concealed=sum(1 << 3 * k for k in concealed), melds=melds, card=card, origin="self" if own else "other"
            ),
            card=card,
            zimo=own,
        )
        found = settle_hand(fitting, facts)
        shapes = every_grouping(concealed, melds, card, own)
        best = None
        for shape in shapes:
            one = settle_hand(fitting, Facts(groups=tuple(shape), card=card, zimo=own))
            if one.can_hu:
                best = max(best or (0, 0), (one.points, one.huxi))
        assert (None if not found.can_hu else (found.points, found.huxi)) == best, (concealed, melds, card, own)
        several += len(shapes) > 1
    assert several > 15


def test_the_dearest_grouping_may_have_fewer_huxi():
    """一二三 and twice 壹贰叁 make 33 息; as three 绞 the hand has 18, but all its reds are in one of them: 一块匾, 36."""
    facts = facts_of_text("一二三六六 壹壹贰贰叁 跑肆肆肆肆 碰捌捌捌 偎陆陆陆", card="叁", origin="other")
    settled = settle_hand(RuleSet.load("loudi_fangpaofa"), facts)
    assert (settled.huxi, settled.fan, settled.points) == (18, {"一块匾": "x2"}, 36)
    assert settle_hand(RuleSet.load("std15"), facts).huxi == 33
    """一一一 壹壹壹 are 坎; 碰二二二 would make 31 息, 二贰贰 and 将二二 make exactly 30: 100 points."""
    facts = facts_of_text("一一一二二 壹壹壹贰贰 偎伍伍伍 提三三三三 跑六六六六", card="二", origin="other")
    settled = settle_hand(RuleSet.load("loudi_fangpaofa"), facts)
    assert (settled.huxi, settled.points) == (30, 100)


# -- hands that the engine has played ------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, {"hu_on_discard": True, "min_huxi": 10}])
def test_played_hands_are_settled_as_the_engine_settles_them(changes):
    """std15 by this scorer and by the engine: the same 息, 囤 and payments, the grouping found anew from the cards."""
    rules = RuleSet.load("std15").replace(**changes)
    won = 0
    for number in range(60):
        game, _ = play_as_game(rules, ["greedy", "random", "greedy"], 11, number)
        facts = facts_of_game(game)
        if facts is None:
            assert game.result.winner is None
            continue
        settled = settle_hand(rules, facts)
        assert (settled.huxi, settled.tun, settled.net) == (game.result.huxi, game.result.tun, game.result.net)
        won += 1
    assert won > 20


def test_the_course_is_read_off_the_events():
    """Over many hands every kind of course comes up, and 听胡 means that no 进张 was made."""
    rules = RuleSet.load("std15").replace(hu_on_discard=True, min_huxi=6)
    local = RuleSet.load("changde_qmt_big68").replace(hu_on_discard=True, min_huxi=6)
    seen = set()
    for number in range(150):
        game, _ = play_as_game(rules, ["greedy"] * 3, 3, number)
        facts = facts_of_game(game)
        if facts is None:
            continue
        settled = settle_hand(local, facts)
        assert ("听胡" in settled.fan) == (facts.claims == 0)
        assert ("海底胡" in settled.fan) == facts.last_card
        seen |= {facts.win_on, *settled.fan} | ({"zimo"} if facts.zimo else set())
    assert {"draw", "discard", "zimo", "听胡"} <= seen


def test_a_hand_that_is_not_over_cannot_be_scored():
    with pytest.raises(UserInputError, match="not over"):
        facts_of_game(Game.deal("std15", seed=1))


# -- what the engine cannot play -----------------------------------------------------------------------------------------


@each_rule_set()
def test_rules_that_cannot_be_played_yet_are_refused_by_name(name):
    rules = RuleSet.load(name)
    if not rules.missing:
        assert Game.deal(rules, seed=1).rules == rules
        return
    with pytest.raises(RuleSetError) as refused:
        Game.deal(rules, seed=1)
    for lack in rules.missing:
        assert lack.zh in str(refused.value) and lack.en in str(refused.value)
