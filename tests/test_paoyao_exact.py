"""The exact player: its worlds against the counts of combinatorics, its search against a naive one over `Game` objects."""

import random
from math import comb

import pytest

from erqishi.errors import UserInputError
from erqishi.paoyao import Dig, Game, NoDig, Pass, RuleSet, ShowXier, load
from erqishi.paoyao import exact as exact_room
from erqishi.paoyao.actions import parse_action
from erqishi.paoyao.belief import Known, unseen_of, worlds_of
from erqishi.paoyao.cards import card_text, parse_cards
from erqishi.paoyao.exact import HABIT, evaluate
from erqishi.paoyao.players import PLAYERS, default_answer, play_advised, unseen
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
    from erqishi.paoyao import exact

    rng = random.Random(f"{rules.id} {players}")
    for _ in range(3):
        deck = rich_deck(rng)
        game = Game.from_deck(rules, deck, players=players, chips=6, carry=4)
        worlds = [reshuffled(game, rng) for _ in range(8)]
        while game.decision is not None:
            seat = game.decision.seat
            alike = [
                w
                for w in worlds
                if public(w, seat) == public(game, seat) and w.view(seat).dealt == game.view(seat).dealt
            ]
            check_values(exact, monkeypatch, game, alike, rules)
            action = advance(game, rng)
            worlds = [w for w in worlds if follows(w, seat, action)]


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
    wanted = [action for action in (Dig(), ShowXier()) if action in legal]  # nobody hides a 喜儿: the model says so
    action = (wanted or [rng.choice(legal)])[0]
    game.do(action)
    return action


def follows(world, seat, action):
    """Do the same in another world, by kind and rank; whether that could be done."""
    if world.decision is None or world.decision.seat != seat:
        return False
    for mine in world.decision.legal[world.decision.seat]:
        if plain(mine) == plain(action):
            world.do(mine)
            return True
    return False


def check_values(exact, monkeypatch, game, alike, rules):
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
    names = exact._names(parse_cards(" ".join(view.dealt)), parse_cards(" ".join(view.opened)))
    import numpy as np

    common = np.array([[4 * names[c >> 2] + (c & 3) if c >= 0 else -1 for c in row] for row in rows], np.int8)
    monkeypatch.setattr(exact, "_worlds", lambda *_: (common, np.ones(len(rows)), True))
    found = evaluate(view, rules, legal=legal, speed="interpreted").values
    start = [(1.0, fresh(world)) for world in [game, *alike]]
    start = past_weights(start, game, seat)
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


def past_weights(start, game, me):
    """The same worlds after the course of the game, weighted by how likely the others' doings were."""
    out = []
    for weight, world in start:
        for action in game.actions:
            seat = world.decision.seat  # the same in all: the course that `me` saw is the same
            if seat != me:
                chances = {plain(a): chance for a, chance in ways(world, seat, me, HABIT)}
                weight *= chances.get(plain(action), 1.0)
            assert follows(world, seat, action)
        out.append((weight, world))
    return out


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
