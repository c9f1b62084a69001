"""王: exact 息 against the search over every assignment, the course of play, both speeds, records."""

import random

import numpy as np
import pytest

from erqishi.cards import COPIES, WANG, hand_text, pack, parse_cards, unpack
from erqishi.errors import CardTextError, IllegalAction, RecordError, RuleSetError, UserInputError
from erqishi.record import Record, from_json, from_text, replay, to_json, to_text
from erqishi.zipai import compiled, flat, wilds
from erqishi.zipai import events as e
from erqishi.zipai.actions import Discard, Hu, Pass
from erqishi.zipai.distance import distance
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game, deck_from_seed
from erqishi.zipai.hand import evaluate, most_huxi, waits
from erqishi.zipai.handstate import HandState
from erqishi.zipai.many import Tables
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.facts import Facts, Held, hand_of
from erqishi.zipai.scoring.groupings import groupings
from erqishi.zipai.scoring.outcome import facts_of_table, settle_best
from erqishi.zipai.scoring.played import facts_of_game
from erqishi.zipai.scoring.settle import settle_hand
from erqishi.zipai.sight import table_from_view
from erqishi.zipai.tables import SetValues
from reference.naive_wang import best_with_wang, compare, random_hand, rule_sets
from speeds import differences
from tables import STD, legal, play

WANGS = STD.replace(id="wang", wang=4, wall=23)
#: A hand of 20 that has seven 门子 but for two cards, 18 息 without them.
READY = "四五六一二三七八九壹壹壹叁叁叁柒捌玖"


def state(cards, melds="", rules=WANGS):
    return HandState.of(cards, melds, wang=rules.wang)


def dealt(*hands, liang="", wall="", rules=WANGS, dealer=0, seed=0):
    """A game whose hands (in seat order) and wall begin as written; other cards by chance, 王 that are not named last."""
    rng = random.Random(seed)
    texts = [*hands, "", "", ""][: rules.seats]
    held = [parse_cards(text, wang=True) for text in texts]
    first, drawn = parse_cards(liang, wang=True), parse_cards(wall, wang=True)
    left = [k for k in range(20) for _ in range(COPIES)]
    for k in [*(k for hand in held for k in hand), *first, *drawn]:
        if k != WANG:
            left.remove(k)
    rng.shuffle(left)
    for hand in held:
        while len(hand) < rules.deal:  # no 坎 among the cards of chance, and no pair of what the wall begins with
            hand.append(next(k for k in left if hand.count(k) < (1 if k in drawn else 2)))
            left.remove(hand[-1])
    first = first or [left.pop()]
    every = [held[(dealer + d) % rules.seats] for d in range(rules.seats)]
    deck = [*(k for hand in every for k in hand), *first, *drawn, *left]
    deck += [WANG] * (rules.wang - deck.count(WANG))
    return Game.from_deck(rules, deck[: rules.deck_size], dealer)


def on(game, card=None, seat=None):
    """Everybody passes, until a discard is due or (with `card`) that card lies open before (with `seat`) that seat."""
    while (decision := game.decision) and decision.kind == "claims":
        if decision.card == card and seat in (None, *decision.legal):
            break
        for each in decision.legal:
            game.do(Pass(), each)
    return game


# -- the exact 息 ------------------------------------------------------------------------------------------------------


def test_every_assignment_gives_the_same_huxi_and_the_arrangement_makes_it():
    """A few hundred hands with 1 to 4 王; `bench/check_wang.py --hands 20000` is the long run."""
    rng, rules = random.Random(7), rule_sets()
    results = [compare(rng, rules) for _ in range(400)]
    assert [fault for _, fault in results if fault is not None] == []
    assert 150 < sum(complete for complete, _ in results) < 390


def test_the_batched_check_is_the_same():
    rules = rule_sets()[0]
    rng, hands, counts = random.Random(8), [], []
    while len(hands) < 150:
        cards, wang, melds, _, how = random_hand(rng)
        if how == "none" and max(cards) < 4 and not any(len(group) == 4 for _, group in melds):
            hands.append((cards, wang))
            counts.append(sum(n << 3 * k for k, n in enumerate(cards)))
    out = np.empty(len(hands), np.int64)
    wangs = np.array([wang for _, wang in hands])
    compiled.load().batch.check_wang_many(flat.record(rules), np.array(counts), wangs, out)
    for (cards, wang), made in zip(hands, out.tolist(), strict=True):
        seven = best_with_wang(cards, wang, [("chi", (3, 4, 5))] * (7 - (sum(cards) + wang) // 3))
        assert seven is None or made == seven


@pytest.mark.parametrize(
    ("cards", "huxi"),
    [
        (READY + "十十王", 21),  # 壹壹壹王 is a 提, 十十 the 将
        (READY + "拾王王", 21),  # 拾王王 a 坎, or 贰柒拾
        (READY + "王王王", 21),  # 王王王 a big 坎
        (READY[:9] + "壹壹王叁叁叁柒捌玖十十拾", 15),  # 壹壹王 a 坎
        (READY[:-3] + "拾拾王王王王", 27),  # 拾拾王王 a 提, 王王 the 将; or two 坎
    ],
)
def test_what_a_wang_makes(cards, huxi):
    found = evaluate(state(cards), None, rules=WANGS)
    counts = [cards.count(hand_text([k])) for k in range(20)]
    assert found.huxi == huxi == best_with_wang(counts, cards.count("王"), [])
    assert sum(len(group.wang) for group in found.groups) == cards.count("王")


def test_wang_makes_is_an_option():
    """坎 and 提 of 王 can be left out: then a 王 is worth no more than a set of it."""
    none = WANGS.replace(wang_makes=())
    only_kan = WANGS.replace(wang_makes=("kan",))
    cards = state("四五六一二三七八九壹壹叁叁叁柒捌玖十十拾王")
    assert [most_huxi(cards, rules=rules)[0] for rules in (none, only_kan)] == [
        best_with_wang([cards.concealed >> 3 * k & 7 for k in range(20)], 1, [], makes=rules.wang_makes)
        for rules in (none, only_kan)
    ]
    assert most_huxi(cards, rules=only_kan)[0] == 6 + 6 + 3
    quad = state("四五六七八九壹壹壹叁叁叁柒捌玖十十一二三王")
    assert most_huxi(quad, rules=WANGS)[0] == 12 + 6 + 3
    assert most_huxi(quad, rules=only_kan)[0] != 12 + 6 + 3


def test_with_wang_only_ones_own_draw_wins():
    cards = state(READY + "十王")
    assert evaluate(cards, "拾", "self", WANGS).win
    for origin in ("other", "discard", "liang"):
        refused = evaluate(cards, "拾", origin, WANGS)
        assert not refused.complete and refused.reason.code == "origin" and "自摸" in refused.reason.zh
    assert evaluate(cards, "王", "self", WANGS).win and not evaluate(cards, "王", "other", WANGS).win
    found = {wait.card: wait for wait in waits(cards, WANGS, seen="王王")}
    assert all(wait.other_draw is None and wait.discard is None for wait in found.values())
    assert found["王"].live == 1
    assert distance(cards, WANGS).value == 0
    assert not distance(state("一三五七九贰肆陆捌拾一三五七九贰肆陆捌王"), WANGS).exact


def test_text_and_packing():
    assert parse_cards("一王w贰", wang=True) == [0, WANG, WANG, 11]
    assert hand_text(pack([WANG, 0, WANG, 12])) == "一 叁 王王"
    assert unpack(pack([0, WANG, WANG])) == [0, WANG, WANG]
    with pytest.raises(CardTextError):
        parse_cards("一王")
    with pytest.raises(CardTextError, match="第5张王"):
        parse_cards("王王王王王", wang=True)
    with pytest.raises(UserInputError, match="有1张王，规则有0张"):
        HandState.of([WANG])
    with pytest.raises(UserInputError, match="std15 有0张王"):
        waits(state("一二三四王"), STD)


def test_a_broken_table_is_made_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("ERQISHI_CACHE", str(tmp_path))
    values = wilds.WildValues(SetValues(), (6, 3), 1)
    good = wilds.load.__wrapped__(values)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:1000])
    again = wilds.load.__wrapped__(values)
    assert all((a == b).all() for a, b in zip(good, again, strict=True))
    assert all((a == b).all() for a, b in zip(good, wilds.load.__wrapped__(values), strict=True))


def test_rules_with_wang():
    assert WANGS.cards == 84 and WANGS.deck_size == 84
    assert "wang" not in [lack.key for lack in RuleSet.load("yongzhou").missing]
    assert [lack.key for lack in WANGS.replace(split_kan=True).missing] == ["wang"]
    with pytest.raises(RuleSetError, match=r"huxi\.kan.*0 到 18"):
        WANGS.replace(huxi={"kan": (19, 3)})
    assert STD.replace(wang_makes=("kan",)).hash != STD.hash


# -- the course of play ------------------------------------------------------------------------------------------------


def test_a_dealt_wang_stays_in_the_hand():
    game = dealt("王", "", "")
    assert "王" in game.view(0).hand and "王" not in game.view(1).hand
    assert game.view(1).seats[0].size == 21
    assert game.decision.kind == "discard" and not game.can(Discard("王"))
    with pytest.raises((IllegalAction, UserInputError)):
        game.do(Discard("王"))


def test_a_drawn_wang_is_shown_and_goes_to_its_drawer():
    """Seat 1 draws it: nobody is asked about it, and seat 1 puts another card down."""
    game = dealt("二", "", "", wall="王")
    play(game, "0 discard 二")
    on(game)
    shown = [event for event in game.events if isinstance(event, e.TurnedUp | e.WangTaken)]
    assert shown[:2] == [e.TurnedUp(seat=1, card="王"), e.WangTaken(seat=1)]
    assert legal(game).keys() == {1} and game.decision.kind == "discard"
    assert game.view(1).hand.endswith("王") and game.view(1).seats[1].size == game.view(0).seats[1].size == 21
    assert "王" not in game.view(0).hand
    assert game.view(None).in_play.card == "王"


def test_hu_with_a_drawn_wang():
    """王钓王, where the 胡 may be declined: then the hand goes on."""
    game = dealt("二", READY + "十王", "", wall="王")
    play(game, "0 discard 二")
    on(game, "王")
    assert legal(game) == {1: ["hu", "pass"]}
    assert (game.decision.card, game.decision.origin, game.decision.owner) == ("王", "own_meld", 1)
    again = game.clone()
    again.do(Pass(), 1)
    assert again.decision.kind == "discard" and again.view(1).marks["王"] == ["hu"]
    game.do(Hu(), 1)
    assert game.result.winner == 1 and game.result.zimo and game.result.huxi >= 18
    assert any("王当" in line.zh for line in explain(game))


def test_with_wang_in_hand_anothers_card_is_not_offered():
    """Seat 1 waits for any card; what the others discard and draw is not its to win, what it draws is."""
    game = dealt("二", READY + "十王", "", wall="三四陆伍", dealer=0)
    play(game, "0 discard 二")
    offered = []
    while game.decision is not None and game.decision.kind == "claims":
        offered += [(game.decision.owner, seat) for seat, said in legal(game).items() if "hu" in said]
        for each in game.decision.legal:
            game.do(Pass(), each)
    assert offered and set(offered) == {(1, 1)}


def test_a_wang_as_the_liang_is_the_dealers():
    game = dealt(READY + "十王", "", "", liang="王")
    assert legal(game) == {0: ["hu", "pass"]}
    game.do(Hu(), 0)
    assert game.result.winner == 0 and game.result.tianhu and game.result.zimo
    other = dealt("", READY + "十十", "", liang="王")
    assert 1 not in legal(other) and other.view(0).hand.endswith("王")


@pytest.mark.parametrize("name", ["yongzhou", "quanzhou"])
@pytest.mark.parametrize("wang", [1, 2, 4])
def test_laws_of_whole_hands(name, wang):
    """No 王 is ever discarded or laid, none gets lost, and who holds one wins by its own draw only."""
    rules = STD.replace(id="laws", **{key: getattr(RuleSet.load(name, {"王": wang}), key) for key in ("wang", "wall")})
    rules = rules.replace(min_huxi=6)
    won = 0
    for seed in range(25):
        game = Game.deal(rules, seed=seed)
        rng = random.Random(seed)
        while game.decision is not None:
            for seat, actions in list(game.decision.legal.items()):
                view = game.view(seat)
                mine = table_from_view(view, rules)
                assert mine.wang[seat] == view.hand.count("王") == game.hand(seat).count(WANG)
                assert mine.size[seat] == len(game.hand(seat))
                chosen = Hu() if Hu() in actions else rng.choice(actions)
                assert chosen != Discard("王")
                game.do(chosen, seat)
        last = game.events[-1]
        in_wall = last.wall.count("王")
        if not any(isinstance(event, e.LiangTaken) for event in game.events):
            in_wall += game.view(None).liang == "王"
        assert sum(hand.count("王") for hand in last.hands) + in_wall == wang
        assert not any("王" in cards for row in last.melds for cards in row)
        if game.result.winner is not None and "王" in last.hands[game.result.winner]:
            won += 1
            assert game.result.zimo
            assert explain(game)
    assert wang < 4 or won > 0


@pytest.mark.parametrize("name", ["yongzhou", "quanzhou"])
def test_both_speeds_play_the_same(name):
    rules = RuleSet.load(name)
    assert differences(rules, ["random", "greedy", "novice"], 5, 0, 120) == []
    assert differences(RuleSet.load(name, {"王": 1}), ["greedy", "random", "random"], 6, 0, 60) == []
    assert differences(rules.replace(min_huxi=0, hu_on_discard=True), ["random"] * 3, 7, 0, 60) == []


def test_decks_and_tables():
    deck = deck_from_seed(WANGS, 3)
    assert deck.count(WANG) == 4 and len(deck) == 84
    tables = Tables(WANGS, 2)
    tables.deal_decks([deck, deck])
    assert len(tables) == 2
    with pytest.raises(UserInputError, match="the 王"):
        tables.deal_decks([[WANG] * 84, deck])
    with pytest.raises(UserInputError, match="多于4张"):
        Game.from_deck(WANGS, [WANG, *deck[:-1]] if deck[-1] != WANG else [WANG, *deck[1:]])
    with pytest.raises(UserInputError, match="20 不是牌"):
        Game.from_deck(STD, [WANG, *deck_from_seed(STD, 1)[1:]])


# -- records -----------------------------------------------------------------------------------------------------------


def test_records_hold_wang():
    for seed in range(12):
        game = Game.deal(WANGS, seed=seed)
        rng = random.Random(seed)
        while game.decision is not None:
            for seat, actions in list(game.decision.legal.items()):
                game.do(Hu() if Hu() in actions else rng.choice(actions), seat)
        record = Record.of(game)
        assert record.deck.count("王") == 4
        assert from_json(to_json(record)) == record and from_text(to_text(record)) == record
        assert replay(record).result == game.result
    assert "摸王" in to_text(record)
    with pytest.raises(RecordError, match="王"):
        from_text(to_text(record).replace("参数 wang = 4", "参数 wang = 0"))


# -- what it is paid ---------------------------------------------------------------------------------------------------


def test_groupings_with_wang_reach_the_exact_huxi():
    """Of the groupings that payment chooses from, the best has the 息 of the look-up; all hold seven 门子 and the cards."""
    rng, rules = random.Random(11), rule_sets()
    complete = 0
    for _ in range(150):
        counts, wang, melds, card, how = random_hand(rng, 3)
        if card == WANG or how == "joined":
            continue
        chosen = rng.choice(rules)
        hand = HandState.of([k for k in range(20) for _ in range(counts[k])] + [WANG] * wang, melds, wang=4)
        origin = "self" if how == "draw" else None
        held = Held(concealed=hand.concealed % (1 << 60), melds=hand.melds, card=card, origin=origin, wang=wang)
        found = groupings(chosen, held)
        best = evaluate(hand, card, "self", chosen).huxi
        made = [hand_of(chosen, groups) for groups in found]
        assert max((each.huxi for each in made), default=None) == best
        complete += best is not None
        for each in made:
            cards = [k for group in each.groups for k in group.cards]
            assert len(each.groups) == 7 and len(cards) == sum(counts) + wang + sum(
                len(group) for _, group in melds
            ) + (card is not None)
    assert complete > 50


DIAO = ("一二三四五六七八九肆伍陆捌捌八", "提贰贰贰贰")


@pytest.mark.parametrize(
    ("cards", "melds", "card", "wang", "name", "fan"),
    [
        (*DIAO, "玖", 1, "王钓", 4),
        (*DIAO, WANG, 2, "王钓王", 8),
        ("一二三四五六七八九肆伍陆拾拾十柒捌玖", "", "玖", 2, "王闯", 8),
        ("一二三四五六七八九肆伍陆拾拾十柒捌玖", "", WANG, 3, "王闯王", 16),
        ("一二三四五六七八九肆伍陆捌捌八柒柒", "", "玖", 3, "王炸", 16),
        ("一二三四五六七八九肆伍陆捌捌八柒柒", "", WANG, 4, "王炸王", 32),
    ],
)
def test_wangdiao_wangchuang_wangzha(cards, melds, card, wang, name, fan):
    """The 王 in hand and the winning card alone make the 将, a 坎 or a 提 (scoring.md §2)."""
    rules = RuleSet.load("yongzhou").replace(min_huxi=3, tun_formula="x")
    hand = HandState.of(cards, melds)
    k = card if card == WANG else parse_cards(card)[0]
    held = Held(
        concealed=hand.concealed,
        melds=hand.melds,
        card=None if k == WANG else k,
        origin=None if k == WANG else "self",
        wang=wang,
    )
    settled = settle_best(rules, Facts(held=held, card=k, zimo=True))
    assert settled.can_hu and settled.fan[name] == fan
    assert not any(other.startswith("王") for other in settled.fan if other != name)
    assert settled.points == settled.huxi * settled.fan_total
    dearest = settle_hand(rules, Facts(held=held, card=k, zimo=True))
    assert settled.points > dearest.points


def test_a_won_hand_is_settled_from_its_events_as_from_its_table():
    rules, won = RuleSet.load("quanzhou"), 0
    for seed in range(40):
        game = Game.deal(rules, seed=seed)
        rng = random.Random(seed)
        while game.decision is not None:
            for seat, actions in list(game.decision.legal.items()):
                game.do(Hu() if Hu() in actions else rng.choice(actions), seat)
        if game.result.winner is not None:
            won += 1
            facts = facts_of_game(game)
            assert facts == facts_of_table(rules, game._flat, game._table, huang=0)
            assert settle_best(rules, facts).net == game.result.net and sum(game.result.net) == 0
    assert won > 5
