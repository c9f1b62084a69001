"""The exact player: its worlds against the counts of combinatorics, its search against a naive one over `Game` objects."""

import random
from itertools import combinations_with_replacement
from math import comb

import msgspec
import numpy as np
import pytest

from erqishi.bots import paoyao as bots
from erqishi.errors import UserInputError
from erqishi.paoyao import Dig, Game, NoDig, Pass, PassXier, RuleSet, ShowXier, load
from erqishi.paoyao import exact as exact_room
from erqishi.paoyao.actions import parse_action
from erqishi.paoyao.belief import Known, unseen_of, worlds_of
from erqishi.paoyao.cards import card_text, parse_cards
from erqishi.paoyao.exact import HABIT, NoReckoning, evaluate
from erqishi.paoyao.players import PLAYERS, default_answer, play_advised, unseen
from erqishi.paoyao.search import OUTSIDE
from paoyao_deals import deal, play

LITERAL = load("changchun_literal")


# -- worlds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", ["changchun_literal", "cungui_yao"])
@pytest.mark.parametrize(
    ("hand", "table"), [("H8 S3 DK", "D8 C5 S5 HA"), ("H8 S8 DK", "D8 C2 S5 HA"), ("H2 S3 DK", "D8 C8 S8 H8")]
)
def test_the_worlds_are_every_way_the_unseen_cards_can_lie(players, rules, hand, table):
    """Their weights sum to the number of deals; a rank's share of the 腰 is its share of the unseen cards."""
    hand, table = parse_cards(hand), parse_cards(table)
    worlds = worlds_of(hand, table, 0, players, load(rules))
    total = 45
    for other in range(players - 1):
        total *= comb(44 - 3 * other, 3)
    assert worlds.exact
    assert sum(worlds.weights) == total
    left = unseen_of(hand, table)
    for k in {card >> 2 for card in table}:
        share = sum(weight for row, weight in zip(worlds.rows, worlds.weights, strict=True) if row[16] >> 2 == k)
        assert share == pytest.approx(total * left[k] / 45)
    assert len(set(worlds.rows)) == len(worlds.rows)
    for row in worlds.rows:
        dealt = [card for card in row if card >= 0]
        assert len(set(dealt)) == len(dealt) == 3 * players + 5
        assert sorted(card >> 2 for card in row[:3]) == sorted(card >> 2 for card in hand)


def test_the_chance_of_a_pair_of_an_open_rank_in_another_hand_is_hypergeometric():
    hand, table = parse_cards("H2 S3 DK"), parse_cards("D8 C5 S6 HA")
    worlds = worlds_of(hand, table, 0, 3, load("cungui_yao"))
    two = sum(w for row, w in zip(worlds.rows, worlds.weights, strict=True) if [c >> 2 for c in row[3:6]].count(7) == 2)
    assert two / sum(worlds.weights) == pytest.approx(comb(3, 2) * comb(42, 1) / comb(45, 3))


@pytest.mark.parametrize("players", [2, 3])
def test_a_hidden_pair_of_the_rank_of_the_腰_has_its_hypergeometric_share(players):
    """`hand_or_front`: such a pair takes the 腰, although no open card has its rank (paoyao.md §2.14)."""
    hand, table = parse_cards("H2 S3 D3"), parse_cards("D8 C5 S6 HA")
    worlds = worlds_of(hand, table, 0, players, LITERAL)
    left, opened = unseen_of(hand, table), {card >> 2 for card in table}
    for n in (2, 3):
        found = sum(
            w
            for row, w in zip(worlds.rows, worlds.weights, strict=True)
            if row[16] >> 2 not in opened and [c >> 2 for c in row[3:6]].count(row[16] >> 2) == n
        )
        want = sum(
            left[k] / 45 * comb(left[k] - 1, n) * comb(45 - left[k], 3 - n) / comb(44, 3)
            for k in range(13)
            if k not in opened
        )
        assert found / sum(worlds.weights) == pytest.approx(want)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_喜儿_has_its_share_in_every_seat_and_in_two_at_once(players):
    hand, table = parse_cards("H2 S3 DK"), parse_cards("D8 C5 S6 HA" if players < 4 else "D8 C8 S8 HA")
    worlds = worlds_of(hand, table, 0, players, LITERAL, whole=True)
    left, total = unseen_of(hand, table), sum(worlds.weights)

    def share(*seats):
        return sum(
            w
            for row, w in zip(worlds.rows, worlds.weights, strict=True)
            if all(len({c >> 2 for c in row[3 * p : 3 * p + 3]}) == 1 for p in seats)
        )

    one = sum(comb(n, 3) for n in left) / comb(45, 3)
    assert [share(p) / total for p in range(1, players)] == pytest.approx([one] * (players - 1))
    if players > 2:
        two = sum(comb(left[k], 3) * comb(left[j], 3) for k in range(13) for j in range(13) if j != k)
        assert share(1, 2) / total == pytest.approx(two / comb(45, 3) / comb(42, 3))


def test_four_players_are_sampled_and_say_so():
    hand, table = parse_cards("H8 S3 DK"), parse_cards("D8 C5 S5 HA")
    worlds = worlds_of(hand, table, 3, 4, LITERAL)
    assert not worlds.exact
    assert worlds == worlds_of(hand, table, 3, 4, LITERAL)
    assert not worlds_of(hand, table, 0, 3, RuleSet(hand_pairs_score=True)).exact


def test_four_players_can_be_listed_too():
    hand, table = parse_cards("H8 S3 DK"), parse_cards("D8 C8 S3 HA")
    worlds = worlds_of(hand, table, 1, 4, LITERAL, whole=True)
    total = 45
    for other in range(3):
        total *= comb(44 - 3 * other, 3)
    assert worlds.exact
    assert sum(worlds.weights) == total
    for row in worlds.rows[::97]:
        assert len(set(row)) == 17
        assert sorted(card >> 2 for card in row[3:6]) == sorted(card >> 2 for card in hand)
    for k in {card >> 2 for card in table}:
        share = sum(weight for row, weight in zip(worlds.rows, worlds.weights, strict=True) if row[16] >> 2 == k)
        assert share == pytest.approx(total * unseen_of(hand, table)[k] / 45)


def test_a_sample_of_four_players_lies_within_its_error_of_the_whole():
    """Twenty values, each off by less than twice its 95 % interval; and the intervals are no wide guess."""
    seen = []
    for seed in (2, 5, 8, 11, 14):
        game = Game.deal(LITERAL, seed=seed, players=4)
        while game.decision and game.decision.kind == "bet" and len(seen) < 20:
            seat = game.decision.seat
            legal = game.decision.legal[seat]
            drawn = evaluate(game.view(seat), LITERAL, legal=legal)
            if len({card[1:] for card in game.view(seat).opened}) < 4 or seat == 3:
                whole = evaluate(game.view(seat), LITERAL, legal=legal, whole=True)
                assert (whole.exact, drawn.exact) == (True, False)
                assert set(whole.errors.values()) == {0.0}
                seen += [(drawn.values[a], whole.values[a], drawn.errors[a]) for a in legal]
            game.do(NoDig() if seat % 2 else Dig())
    assert len(seen) >= 10
    assert all(abs(one - other) < 2 * error for one, other, error in seen)
    assert all(0 < error < 0.25 for _, _, error in seen)


RARE = {"hands": ("H8 C2 C3", "HK SK S3", "HQ SQ S4", "H7 S7 S5"), "table": "D8 DA DJ D10", "yao": "C9"}


def test_drawn_worlds_agree_with_what_the_course_has_shown():
    """Three natural pairs were laid: of a million blind draws hardly one has them, and the player used to find no world at all."""
    game = deal(*RARE["hands"], table=RARE["table"], yao=RARE["yao"], dealer=1, natural_pair_can_be_laid=True)
    play(game, "0:dig", "3:dig", "2:dig", "1:dig", "1:lay HK SK", "2:lay HQ SQ", "3:lay H7 S7")
    view, legal = game.view(0), game.decision.legal[0]
    names = exact_room._names(parse_cards(" ".join(view.dealt)), parse_cards(" ".join(view.opened)))
    known = exact_room._known(view, names)
    k, q, seven = (names[parse_cards(card)[0] >> 2] for card in ("HK", "HQ", "H7"))
    assert known == Known(((k, k), (q, q), (seven, seven), ()))
    hand = [4 * names[card >> 2] for card in parse_cards("H8 C2 C3")]
    table = [4 * names[card >> 2] + 1 for card in parse_cards(RARE["table"])]
    for row in worlds_of(hand, table, 3, 4, game.rules, known=known, drawn=50).rows:
        for p, rank in enumerate((k, q, seven)):
            assert [card >> 2 for card in row[3 * p : 3 * p + 3]].count(rank) >= 2
        assert len(set(row)) == 17
    found = evaluate(view, game.rules, legal=legal)
    assert set(found.values) == set(legal)
    assert not found.exact
    assert found.best == parse_action("capture H8 D8")


def test_the_yao_that_is_up_lies_in_every_drawn_world():
    known = Known(((), (), (), ()), 9)
    hand, table = parse_cards("H8 S3 DK"), parse_cards("D8 C5 S5 HA")
    assert {row[16] >> 2 for row in worlds_of(hand, table, 0, 4, LITERAL, known=known, drawn=80).rows} == {9}


# -- the search ---------------------------------------------------------------------------------------------------------


def naive(games, me, habit):
    """(weight, game) of worlds that `me` cannot tell apart: the most it can expect from here on, weights included.

    Games of the house's object API and dictionaries keyed by what `me` sees: no code in common with the search.
    """
    value, asked = 0.0, {}
    for weight, game in games:
        if game.decision is None:
            gain = game.result.chips[me] - game.chips[me] + (game.result.carry - game.carry) / game.players
            value += weight * gain
        else:
            asked.setdefault(game.decision.seat, []).append((weight, game))
    for seat, held in asked.items():
        branches = {}
        for weight, game in held:
            for action, chance in ways(game, seat, me, habit):
                after = game.copy()
                after.do(action)
                branches.setdefault(plain(action), []).append((weight * chance, after))
        worth = []
        for each in branches.values():
            told = {}
            for weight, game in each:
                told.setdefault(public(game, me), []).append((weight, game))
            worth.append(sum(naive(part, me, habit) for part in told.values()))
        value += max(worth) if seat == me else sum(worth)
    return value


def plain(action):
    """An action by its kind and rank."""
    words = str(action).split()
    return (words[0], words[-1][1:] if len(words) > 1 else "")


def public(game, me):
    view = game.view(me)
    ranks = sorted(card[1:] for card in view.table)
    fronts = [sorted(card[1:] for group in seat.front for card in group) for seat in view.seats]
    yao = view.yao[1:] if view.yao else None
    return str((view.asked, view.phase, yao, ranks, fronts, [(did.seat, *plain(did.action)) for did in view.course]))


def ways(game, seat, me, habit):
    """What the seat may do (me) or is taken to do (another), with the probability."""
    legal = {}
    for action in game.decision.legal[seat]:
        legal.setdefault(plain(action), action)
    if seat == me:
        return [(action, 1.0) for action in legal.values()]
    if game.decision.kind == "bet":
        view = game.view(seat)
        m = sum(card[1:] in {other[1:] for other in view.opened} for card in view.dealt)
        dug = any(each.dug for each in view.seats)
        digs = habit[4 * dug + m] / 1000 if Dig() in legal.values() else 0.0
        return [(action, digs if action == Dig() else 1 - digs) for action in legal.values()]
    if game.decision.kind == "xier":
        return [(parse_action("show_xier"), 1.0)]
    if game.decision.kind == "yao":
        return [(parse_action("take_yao"), 1.0)]
    takes = [a for a in legal.values() if plain(a)[0] in ("capture", "extend")] or [
        a for a in legal.values() if a != Pass()
    ]
    return [(action, 1 / len(takes)) for action in takes]


RULES = [
    load("changchun_literal"),
    load("changchun_lively"),
    load("fold"),
    RuleSet(id="a", merge_hand_into_meld=True, hand_pairs_score=True, multi_capture=True, forced_ante=True),
    RuleSet(
        id="b", natural_pair_can_be_laid=True, table_pair_takes_both=True, void_pot="to_last", passing="must_capture"
    ),
    RuleSet(id="c", xier_after_bet=True, all_xier_pay=True, pot="top_scorer", passing="n_passes_end", allow_debt=True),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@pytest.mark.parametrize("players", [2, 3])
def test_the_search_agrees_with_a_naive_one(rules, players, monkeypatch):
    """On worlds few enough for a naive search: what each choice is worth at every question of a hand."""
    rng = random.Random(f"{rules.id} {players}")
    for _ in range(3):
        deck = rich_deck(rng)
        game = Game.from_deck(rules, deck, players=players, chips=6, carry=4)
        worlds = [reshuffled(game, rng) for _ in range(8)]
        while game.decision is not None:
            seat = game.decision.seat
            alike = [w for w in worlds if w.view(seat).dealt == game.view(seat).dealt and tells_the_same(w, game, seat)]
            check_values(monkeypatch, game, alike, rules)
            advance(game, rng)


def rich_deck(rng):
    """A deck in which many ranks meet."""
    ranks = rng.sample(range(13), 4)
    near = [4 * k + s for k in ranks for s in range(4)]
    far = [card for card in range(52) if card not in near]
    rng.shuffle(near)
    rng.shuffle(far)
    return [*near[:13], *far, *near[13:]]


def reshuffled(game, rng):
    """Another deal with the same cards for every seat that has spoken: here, any permutation of the hidden ones."""
    deck = parse_cards(game.deck)
    n, seat = game.players, game.decision.seat
    known = {*range((seat - game.dealer) % n, 3 * n, n), *range(3 * n, 3 * n + 4)}
    hidden = [i for i in range(52) if i not in known]
    pool = [i for i in hidden if i < 3 * n or i >= 48]  # the ranks that meet
    cards = [deck[i] for i in pool]
    rng.shuffle(cards)
    for i, card in zip(pool, cards, strict=True):
        deck[i] = card
    return Game.from_deck(game.rules, deck, game.dealer, players=n, chips=game.chips, carry=game.carry)


def advance(game, rng):
    """One more action, any but 不挖."""
    legal = game.decision.legal[game.decision.seat]
    action = Dig() if Dig() in legal else rng.choice(legal)
    game.do(action)
    return action


def hold_back(world, me, seat, action):
    """Let others than `me` hold back a 喜儿 until the seat is asked for the action (None: until it may do anything); its probability.

    Nobody sees such an answer: in another world of the same course nobody need have given it.
    """
    chance = 1.0
    while world.decision and world.decision.kind == "xier" and world.decision.seat != me:
        if world.decision.seat == seat and action == ShowXier():
            break
        world.do(PassXier())
        chance *= OUTSIDE
    return chance


def follows(world, seat, action):
    """Do the same in another world, by kind and rank; whether that could be done."""
    if world.decision is None or world.decision.seat != seat:
        return False
    for mine in world.decision.legal[world.decision.seat]:
        if plain(mine) == plain(action):
            world.do(mine)
            return True
    return False


def tells_the_same(world, game, me):
    """Whether the course that `me` has seen in the game could be that of another deal."""
    return replayed(fresh(world), game, me)[1] is not None


def check_values(monkeypatch, game, alike, rules):
    """The search, given these worlds in place of all, against the naive search over the same."""
    seat = game.decision.seat
    view, legal = game.view(seat), game.decision.legal[seat]
    n = game.players
    rows = []
    for world in [game, *alike]:
        deck = parse_cards(world.deck)
        row = [-1] * 17
        for p in range(n):
            row[3 * p : 3 * p + 3] = [deck[i * n + p] for i in range(3)]
        row[12:16], row[16] = deck[3 * n : 3 * n + 4], deck[51]
        rows.append(row)
    names = exact_room._names(parse_cards(" ".join(view.dealt)), parse_cards(" ".join(view.opened)))
    common = np.array([[4 * names[c >> 2] + (c & 3) if c >= 0 else -1 for c in row] for row in rows], np.int8)
    monkeypatch.setattr(exact_room, "_worlds", lambda *_: (common, np.ones(len(rows)), True))
    found = evaluate(view, rules, legal=legal, speed="interpreted").values
    check(found, [(1.0, fresh(world)) for world in [game, *alike]], game)


def check(found, worlds, game):
    """Values of the asked seat against the naive search from these (weight, fresh world)."""
    seat, legal = game.decision.seat, game.decision.legal[game.decision.seat]
    start = [
        (weight * chance, world) for weight, each in worlds for chance, world in [replayed(each, game, seat)] if world
    ]
    total = sum(weight for weight, _ in start)
    for action in legal:
        after = []
        for weight, world in start:
            mine = next(a for a in world.decision.legal[seat] if plain(a) == plain(action))
            world = world.copy()
            world.do(mine)
            after.append((weight, world))
        told = {}
        for weight, world in after:
            told.setdefault(public(world, seat), []).append((weight, world))
        want = sum(naive(part, seat, HABIT) for part in told.values()) / total
        assert found[action] == pytest.approx(want), (str(action), game.view(seat))


def fresh(world):
    return Game.from_deck(
        world.rules, world.deck, world.dealer, players=world.players, chips=world.chips, carry=world.carry
    )


def replayed(world, game, me):
    """How likely the others' doings in the game, as `me` saw them, are in another world, and that world after them; None if impossible."""
    weight = 1.0
    for did in game.view(me).course:
        action = parse_action(did.action)
        weight *= hold_back(world, me, did.seat, action)
        if world.decision is None or world.decision.seat != did.seat:
            return 0.0, None
        if did.seat != me:
            chances = {plain(a): chance for a, chance in ways(world, did.seat, me, HABIT)}
            weight *= chances.get(plain(action), OUTSIDE)
        if not follows(world, did.seat, action):
            return 0.0, None
    weight *= hold_back(world, me, me, None)
    same = world.decision is not None and public(world, me) == public(game, me)
    return weight, world if same else None


LATE = {
    "one card hidden": (
        "H8 S2 S3",
        "HK S8 H4",
        "D8 DK C3 DQ",
        ("0:dig", "1:dig", "1:capture HK DK", "0:pass", "1:capture S8 D8"),
    ),
    "two cards hidden": ("HQ S2 C2", "HK S4 H4", "D8 DK DQ DA", ("0:dig", "1:dig", "1:capture HK DK")),
}


@pytest.mark.parametrize("where", LATE)
@pytest.mark.parametrize("rules", ["changchun_literal", "changchun_lively"])
def test_worlds_and_search_together_agree_with_every_real_deal(where, rules):
    """Two players: every hand that the other can hold and every 腰, by ranks, each in as many ways as there are suits for it."""
    mine, other, opened, course = LATE[where]
    shown = [text.split()[1] for text in course if text.startswith("1:capture")]
    game = play(deal(mine, other, table=opened, yao="SJ", dealer=1, rules=rules), *course)
    assert game.decision.seat == 0
    left, known = unseen_of(parse_cards(mine), parse_cards(opened)), [c >> 2 for c in parse_cards(" ".join(shown))]
    worlds = []
    for held in combinations_with_replacement(range(13), 3 - len(shown)):
        for yao in range(13):
            rest, ways = list(left), 1
            for k in {*known, *held}:
                ways *= comb(rest[k], (*known, *held).count(k))
                rest[k] -= (*known, *held).count(k)
            ways *= rest[yao]
            if ways > 0:
                names = real_cards([*held, yao], [*parse_cards(f"{mine} {opened}"), *parse_cards(" ".join(shown))])
                worlds.append(
                    (
                        ways,
                        deal(mine, " ".join([*shown, *names[:-1]]), table=opened, yao=names[-1], dealer=1, rules=rules),
                    )
                )
    found = evaluate(game.view(0), game.rules, legal=game.decision.legal[0])
    assert found.exact
    check(found.values, worlds, game)


def real_cards(ranks, taken):
    """Cards of these ranks that are not taken."""
    taken, names = set(taken), []
    for k in ranks:
        card = next(4 * k + suit for suit in range(4) if 4 * k + suit not in taken)
        taken.add(card)
        names.append(card_text(card))
    return names


# -- a 喜儿 that was held back --------------------------------------------------------------------------------------------

HELD = {
    "lay": {"table": "D9 DA DQ D7", "natural_pair_can_be_laid": True},
    "merge": {"table": "D9 D8 DQ D7", "merge_hand_into_meld": True, "multi_capture": True},
    "capture": {"table": "D9 D8 DQ D7"},
    "after the bets": {
        "table": "D9 D8 DQ D7",
        "merge_hand_into_meld": True,
        "multi_capture": True,
        "xier_after_bet": True,
    },
}


@pytest.mark.parametrize("how", HELD)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_喜儿_that_was_held_back_is_thought_possible(how, players):
    """Seat 1 keeps three 8s, then lays or merges them: seat 0 sees that, and still has something to reckon with. (paoyao.md §2.19)"""
    game = deal(*("H9 S2 S3", "H8 S8 C8", "SK S4 S5", "SJ D4 D5")[:players], yao="C9", dealer=1, **HELD[how])
    first = ("pass_xier", "dig", "lay", "merge", "capture")
    while not (game.decision.seat == 0 and game.decision.kind == "capture"):
        legal = game.decision.legal[game.decision.seat]
        game.do(next(a for word in first for a in legal if str(a).split()[0] == word))
    legal = game.decision.legal[0]
    found = evaluate(game.view(0), game.rules, legal=legal)
    assert set(found.values) == set(legal)


def test_without_a_reckoning_the_player_does_as_advised(monkeypatch):
    game = play(deal("H8 S2 S3", "HK S4 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ"), "dig", "dig", "dig")
    view, legal = game.view(0), game.decision.legal[0]
    monkeypatch.setattr(exact_room, "_solve", lambda case: ({}, True))
    with pytest.raises(NoReckoning):
        evaluate(view, LITERAL, legal=legal)
    assert PLAYERS["exact"](view, legal, LITERAL, random.Random(1)) == parse_action("capture H8 D8")
    monkeypatch.setattr(bots, "_exact_is_ready", lambda: True)
    packed = msgspec.json.encode(msgspec.structs.replace(view, legal=tuple(map(str, legal))))
    assert bots.worth_packed(packed, msgspec.json.encode(LITERAL)) is None


# -- what it knows and does ---------------------------------------------------------------------------------------------


def test_both_speeds_say_the_same_of_a_whole_hand():
    game = Game.deal(seed=4, players=2)
    while game.decision:
        seat, legal = game.decision.seat, game.decision.legal[game.decision.seat]
        quick = evaluate(game.view(seat), game.rules, legal=legal)
        slow = evaluate(game.view(seat), game.rules, legal=legal, speed="interpreted")
        assert quick == slow
        game.do(quick.best)


def test_suits_and_seats_change_nothing():
    one = deal("H8 S2 S3", "HK S4 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ")
    two = deal("C8 D2 D3", "SK D4 D5", "D6 D7 D9", table="S8 CK CA CQ", yao="HJ")
    told = []
    for game in (one, two):
        seat = game.decision.seat
        told.append(list(evaluate(game.view(seat), game.rules, legal=game.decision.legal[seat]).values.values()))
    assert told[0] == told[1]


def test_digging_costs_the_chip_that_others_would_have_to_pay():
    """A hand that matches nothing does not dig; one with three matches does. (paoyao.md §1.4)"""
    poor = deal("H9 S9 C2", "HK S4 S5", "S6 S7 D2", table="D8 DK DA DQ", yao="CJ")
    rich = deal("H9 S9 C2", "HK S4 S5", "S8 CA HQ", table="D8 DK DA DQ", yao="CJ")
    for game, best in ((poor, NoDig()), (rich, Dig())):
        seat = game.decision.seat
        assert seat == 2
        assert evaluate(game.view(seat), game.rules, legal=game.decision.legal[seat]).best == best


def test_who_may_be_overtaken_captures_at_once():
    game = play(deal("H8 S2 S3", "HK S4 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ"), "dig", "dig", "dig")
    worth = evaluate(game.view(0), game.rules, legal=game.decision.legal[0]).values
    assert worth[parse_action("capture H8 D8")] > worth[Pass()]


def test_a_view_that_asks_nothing_is_refused():
    game = Game.deal(seed=1)
    with pytest.raises(UserInputError):
        evaluate(game.view(None), game.rules, legal=())


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_finishes_hands_of_every_preset(name, players):
    for rules in ("changchun_literal", "fold"):
        for seed in range(2):
            game = Game.deal(rules, seed=seed, players=players)
            while game.decision:
                seat, legal = game.decision.seat, game.decision.legal[game.decision.seat]
                action = PLAYERS[name](game.view(seat), legal, game.rules, random.Random(seed))
                assert action in legal
                assert default_answer(legal) in legal
                game.do(action)


def test_the_advised_player_does_as_it_is_advised():
    game = deal("H8 S2 S3", "HK S8 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ")
    answers = []
    while game.decision:
        seat, legal = game.decision.seat, game.decision.legal[game.decision.seat]
        answers.append((seat, str(play_advised(game.view(seat), legal, game.rules, random.Random(1)))))
        game.do(parse_action(answers[-1][1]))
    assert answers[:5] == [(2, "no_dig"), (1, "dig"), (0, "dig"), (0, "capture H8 D8"), (1, "capture HK DK")]


def test_unseen_counts_every_card_that_lies_open_once():
    game = play(
        deal("H8 S2 S3", "HK S8 S5", "S6 S7 S9", table="D8 DK DA DQ", yao="CJ"), "dig", "dig", "dig", "capture H8 D8"
    )
    left = unseen(game.view(1))
    assert sum(left.values()) == 52 - 3 - 4 - 1
    assert (left["8"], left["K"], left["2"]) == (1, 2, 4)
    assert card_text(0) == "SA"
