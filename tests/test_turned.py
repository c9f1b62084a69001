"""What the wall decides after a hand is played: 醒 and 扎鸟; and 充 that a table agrees on (scoring.md §2)."""

import msgspec
import pytest

from erqishi.cards import card_name, parse_cards
from erqishi.errors import RecordError, UserInputError
from erqishi.record import Record, from_json, from_text, replay, to_json, to_text
from erqishi.server.games import plays
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import facts_of_game, settle_hand
from erqishi.zipai.scoring.outcome import settle_best
from erqishi.zipai.scoring.turned import birds, xing_card
from test_local_play import games

XING = ("yongzhou", "quanzhou", "guilin_3hu1zi", "guilin_5hu1zi")
WANG = 20


def kind(name):
    return parse_cards(name)[0]


@pytest.mark.parametrize(
    ("won", "left", "xing"),
    [
        ("一", "六", "七"),
        ("一", "十", "一"),
        ("一", "拾六", "壹"),
        ("六", "", "七"),
        ("拾", "", "壹"),
        ("一", "贰一", "叁"),
    ],
)
def test_the_醒_is_the_card_after_the_one_turned_up_and_of_a_finished_wall_after_the_winning_card(won, left, xing):
    rules = RuleSet.load("yongzhou")
    assert xing_card(rules, kind(won), parse_cards(left)) == kind(xing)
    assert xing_card(RuleSet.load("yongzhou", {"xing_card": "won"}), kind(won), parse_cards(left)) == kind(won)
    assert xing_card(RuleSet.load("yongzhou", {"xing_card": "none"}), kind(won), parse_cards(left)) is None
    assert xing_card(RuleSet.load("std15"), kind(won), parse_cards(left)) is None


def test_a_王_is_no_醒():
    rules = RuleSet.load("yongzhou")
    assert xing_card(rules, kind("一"), [WANG, WANG, kind("三")]) == kind("四")
    assert xing_card(rules, WANG, [WANG]) is None
    assert xing_card(RuleSet.load("yongzhou", {"xing_card": "won"}), WANG, [3]) is None


@pytest.mark.parametrize("name", XING)
def test_the_醒_of_a_played_hand_adds_a_囤_for_each_copy_that_the_winner_holds(name):
    rules = RuleSet.load(name)
    none = rules.load(name, {"xing_card": "none"})
    seen = set()
    for game, _ in games(rules, 40):
        facts = facts_of_game(game)
        if facts is None:
            continue
        # Told once more from the deck: the first wall card that nobody drew.
        drawn = sum(event.__class__.__name__ in ("TurnedUp", "DrewHidden") for event in game.events)
        rest = [k for k in game.deck[rules.seats * rules.deal + 1 + drawn :] if k != WANG]
        if rest:
            turned = rest[0]
            assert facts.xing_card == (turned - 9 if turned % 10 == 9 else turned + 1)
        settled = settle_best(rules, facts)
        copies = sum(list(group.cards).count(facts.xing_card) for group in settled.groups)
        if not facts.held.wang:
            plain = settle_hand(none, msgspec.structs.replace(facts, held=None, groups=settled.groups, xing_card=None))
            assert settled.tun == plain.tun + copies
        shown = [line.zh for line in explain(game, ["甲", "乙", "丙"])]
        assert any(line.startswith(f"醒是{card_name(facts.xing_card)}，") for line in shown) == (
            facts.xing_card is not None
        )
        seen.add(copies > 0)
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["guilin_3hu1zi", "ningxiang"])
def test_the_calculator_told_what_the_wall_added_comes_to_the_same(name):
    rules, seen = RuleSet.load(name), set()
    for game, _ in games(rules, 40):
        facts = facts_of_game(game)
        if facts is None or facts.held.wang:
            continue
        xing, hit = plays(name).turned(game)
        told = msgspec.structs.replace(facts, xing_card=None, xing=xing, birds=hit)
        assert settle_best(rules, told).points == game.result.points
        seen.add((xing > 0, hit > 0))
    assert len(seen) == 2


def test_a_扎鸟_hits_when_the_last_wall_card_points_at_the_winner():
    rules = RuleSet.load("ningxiang")
    place = {1: 0, 5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 4: 2, 8: 2}  # from the dealer on; 3 and 7 are nobody's
    for last in range(20):
        for dealer in range(3):
            hit = [birds(rules, last, dealer, winner) for winner in range(3)]
            at = place.get(last % 10 + 1)
            assert hit == [int(at is not None and winner == (dealer + at) % 3) for winner in range(3)]
    assert birds(RuleSet.load("ningxiang", {"niao_points": 0}), 0, 0, 0) == birds(RuleSet.load("std15"), 0, 0, 0) == 0


def test_a_played_hand_counts_its_扎鸟():
    rules = RuleSet.load("ningxiang")
    seen = set()
    for game, _ in games(rules, 40):
        facts = facts_of_game(game)
        if facts is None:
            continue
        settled = settle_hand(rules, facts)
        plain = settle_hand(rules, msgspec.structs.replace(facts, birds=0))
        assert settled.points == plain.points + 2 * facts.birds and game.result.net == settled.net
        assert sum(game.result.net) == 0
        seen.add(facts.birds)
    assert seen == {0, 1}


@pytest.mark.parametrize(("name", "after"), [("changde_qmt_big68", False), ("pingxiang", True), ("xupu", True)])
def test_充_that_is_agreed_counts_in_every_hand(name, after):
    plain, agreed = RuleSet.load(name), RuleSet.load(name, {"charge_agreed": 2})
    done = 0
    for game, _ in games(agreed, 20):
        facts = facts_of_game(game)
        if facts is None:
            continue
        before, now = settle_hand(plain, facts), settle_hand(agreed, facts)
        if after:
            assert now.points == before.points + 2
        else:
            assert now.tun == before.tun + 2 and now.points == now.tun * now.fan_total
        assert game.result.net == now.net
        done += 1
    assert done


def test_what_seats_飘_is_paid_by_each_loser_and_stands_in_the_record():
    rules = RuleSet.load("pingxiang")
    plain = next(game for game, _ in games(rules, 50) if game.result.winner is not None)
    again = Game.from_deck(rules, plain.deck, plain.dealer, piao=(3, 0, 1))
    for did in plain.did:
        for seat, action in did.items():
            again.do(action, seat)
    won, piao = plain.result.winner, (3, 0, 1)
    owed = [0 if seat == won else piao[won] + piao[seat] for seat in range(3)]
    assert [a - b for a, b in zip(plain.result.net, again.result.net, strict=True)] == [
        -sum(owed) if seat == won else owed[seat] for seat in range(3)
    ]
    assert sum(again.result.net) == 0 and again.events[-2].net == again.result.net
    assert any(f"（飘{piao[won]}+" in line.zh for line in explain(again, ["甲", "乙", "丙"]))
    record = Record.of(again)
    assert record.deal == {"piao": (3, 0, 1)} and "\n飘 3 0 1\n" in to_text(record)
    assert replay(from_json(to_json(record))).result == again.result
    assert from_text(to_text(record)) == record
    with pytest.raises(RecordError, match="0 到 3"):
        from_text(to_text(record).replace("飘 3 0 1", "飘 3 0 4"))
    with pytest.raises(RecordError, match="没有飘"):
        from_text(
            "\n".join(line for line in to_text(Record.of(std())).splitlines() if "校验" not in line).replace(
                "庄家 0", "庄家 0\n飘 1 0 0"
            )
        )
    for wrong in ((1, 0), (4, 0, 0), (-1, 0, 0)):
        with pytest.raises(UserInputError, match="飘"):
            Game.from_deck(rules, plain.deck, plain.dealer, piao=wrong)
    assert Game.from_deck(rules, plain.deck, plain.dealer, piao=(0, 0, 0)).piao == ()


def std():
    return next(game for game, _ in games(RuleSet.load("std15"), 3))
