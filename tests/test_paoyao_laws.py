"""Laws of 跑腰 that hold under every rule set: conservation, folds, legality, secrecy, replay, and the naive referee."""

import random
import re

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from erqishi.errors import IllegalAction
from erqishi.paoyao import (
    PRESETS,
    Capture,
    Dig,
    Extend,
    Game,
    Lay,
    Merge,
    NoDig,
    Pass,
    PassXier,
    PassYao,
    RuleSet,
    ShowXier,
    TakeYao,
    kernel,
    load,
    parse_action,
    play_traced,
    random_player,
    view_of,
)
from erqishi.paoyao.cards import card_text, parse_card
from erqishi.paoyao.explain import explain
from erqishi.paoyao.ruleset import CHOICES, OPTIONS
from erqishi.paoyao.trace import trace
from erqishi.record import Record, from_json, from_text, replay, to_json, to_text
from reference.paoyao_referee import LITERAL, Story, check_trace

CARDS = [card_text(card) for card in range(52)]
FLAGS = [name for name in OPTIONS if isinstance(getattr(RuleSet(), name), bool)]
VALUES = ("ante", "pair_value", "triple_value", "quad_value", "xier_value")


@st.composite
def rule_sets(draw):
    """Any rule set that is no contradiction: a preset, or every option drawn by itself."""
    if draw(st.booleans()):
        return load(draw(st.sampled_from(PRESETS)))
    options = {name: draw(st.booleans()) for name in FLAGS}
    options |= {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}
    options |= {name: draw(st.integers(0, 9)) for name in draw(st.sets(st.sampled_from(VALUES)))}
    if options["participation"] == "true_fold":
        options["forced_ante"] = False
    else:
        options["sole_digger"] = "refund"
    if options["pot"] not in ("yao_capturer", "top_scorer"):
        options["void_pot"] = "carry"
    return load("changchun_literal").replace(**options)


@st.composite
def decks(draw):
    """52 cards in dealing order; half of them stacked so that many ranks meet among the first cards and at the bottom."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    deck = list(range(52))
    rng.shuffle(deck)
    if draw(st.booleans()):
        ranks = rng.sample(range(13), draw(st.integers(2, 6)))
        near = [card for card in deck if card >> 2 in ranks]
        far = [card for card in deck if card >> 2 not in ranks]
        deck = [*near[:-1], *far, near[-1]]
        if len(near) < 22:  # mix the edge of the dealt part
            head = deck[:22]
            rng.shuffle(head)
            deck[:22] = head
    return deck


@st.composite
def games(draw):
    """A fresh game of any rules, with a generator for play."""
    rules = draw(rule_sets())
    players = draw(st.integers(2, 4))
    low = -5 if rules.allow_debt else 0
    game = Game.from_deck(
        rules,
        draw(decks()),
        draw(st.integers(0, players - 1)),
        players=players,
        chips=draw(st.lists(st.integers(low, 25), min_size=players, max_size=players)),
        carry=draw(st.integers(0, 20)),
    )
    return game, random.Random(draw(st.integers(0, 2**32)))


def options_of(game):
    return {name: value for name, value in game.rules.options().items() if name != "chips"}


def moments(game, rng):
    """The game before each decision, and once more at the end."""
    yield game
    while game.decision is not None:
        game.do(rng.choice(game.decision.legal[game.decision.seat]))
        yield game


@settings(max_examples=400)
@given(games())
def test_the_naive_referee_agrees_with_every_question_every_legal_set_and_the_result(drawn):
    game, rng = drawn
    check_trace(trace(game, random_player(rng)), options_of(game))


@settings(max_examples=200)
@given(games())
def test_the_naive_referee_agrees_with_what_traces_leave_out(drawn):
    """Outcome, dues, who paid into the pot and got out of it, the stacks, the next dealer."""
    game, rng = drawn
    start = {name: getattr(game, name) for name in ("players", "dealer", "chips", "carry", "deck")}
    trace(game, random_player(rng))
    said = iter(map(str, game.actions))
    told = Story(options_of(game), ask=lambda seat, phase, legal: next(said), **start).run()
    result = game.result
    for name in ("outcome", "next_dealer"):
        assert getattr(result, name) == told[name]
    for name in ("due", "paid", "pot_to", "chips", "xier"):
        assert list(getattr(result, name)) == told[name]


def test_the_referee_knows_every_option():
    assert {name: value for name, value in load("changchun_literal").options().items() if name != "chips"} == LITERAL


@settings(max_examples=150)
@given(games())
def test_cards_and_chips_are_conserved_at_every_moment(drawn):
    game, rng = drawn
    total = sum(game.chips) + game.carry
    for g in moments(game, rng):
        t = g.state
        held = [card for card in t.hand if card >= 0]
        open_cards = [card for card in t.table if card >= 0]
        fronts = [card for card in range(52) if 4 <= t.place[card] < 8]
        stock = [card for card in range(52) if t.place[card] == 10]
        yao = [t.yao] if t.place[t.yao] == 9 else []
        assert sorted(held + open_cards + fronts + stock + yao) == list(range(52))
        assert all(t.place[card] == slot // 3 for slot, card in enumerate(t.hand) if card >= 0)
        for seat in range(4):
            mine = [card >> 2 for card in fronts if t.place[card] == 4 + seat]
            assert [mine.count(k) for k in range(13)] == t.front[13 * seat : 13 * seat + 13]
        assert sum(t.chips) + t.pot == total


@settings(max_examples=150)
@given(games())
def test_the_last_lines_of_the_account_add_up_to_what_every_stack_changes(drawn):
    """挖, what the hand brings, and the pot: each line sums to its total, and that is the change of the stack."""
    *_, game = moments(*drawn)
    told = {}
    for line in explain(game):
        for text in (line.zh, line.en):
            if found := re.fullmatch(r"(?:seat )?(\d)(?:号位：|: )(.*) = ([+−]\d+)", text):
                terms = [int(n.replace("−", "-")) for n in re.findall(r"[+−]\d+", found[2])]
                assert sum(terms) == int(found[3].replace("−", "-"))
                told.setdefault(int(found[1]), set()).add(sum(terms))
    for seat in range(game.players):
        assert told.get(seat, {0}) == {game.result.chips[seat] - game.chips[seat]}


@settings(max_examples=150)
@given(games())
def test_the_settlement_sums_to_zero_and_nobody_pays_what_it_has_not(drawn):
    game, rng = drawn
    *_, g = moments(game, rng)
    r = g.result
    assert sum(r.net) == sum(r.due) == 0
    assert sum(r.chips) + r.carry == sum(g.chips) + g.carry
    assert r.carry >= 0
    for seat in range(g.players):
        assert r.chips[seat] == g.chips[seat] - r.paid[seat] + r.pot_to[seat] + r.net[seat]
        assert abs(r.net[seat]) <= abs(r.due[seat])
        assert r.net[seat] * r.due[seat] >= 0
        paid, got = ([c for a, b, c in r.flows if (a, b)[side] == seat] for side in (0, 1))
        assert r.net[seat] == sum(got) - sum(paid)
    if g.rules.allow_debt:
        assert r.net == r.due
    else:
        assert min(r.chips) >= 0


@settings(max_examples=100)
@given(games())
def test_the_fold_of_all_events_is_the_state(drawn):
    game, rng = drawn
    for g in moments(game, rng):
        t = g.state
        view = view_of([copy_public(event) for event in g.events], None)
        for s in view.seats:
            assert s.hidden == 0
            hand = [card_text(card) for card in t.hand[3 * s.seat : 3 * s.seat + 3] if card >= 0]
            assert sorted(s.hand) == sorted(hand)
            assert s.chips == t.chips[s.seat]
            assert s.dug == {-1: None, 0: False, 1: True}[t.dug[s.seat]]
            assert s.playing == bool(t.member[s.seat])
            front = sorted(card for group in s.front for card in group)
            assert front == sorted(CARDS[c] for c in range(52) if t.place[c] == 4 + s.seat)
            assert all(len({card[1:] for card in group}) == 1 for group in s.front)
        assert list(view.table) == [card_text(card) for card in t.table if card >= 0]
        assert view.pot == t.pot
        assert view.yao == (card_text(t.yao) if t.yao_up else None)
        assert view.yao_taken_by == (t.taken_by if t.taken_by >= 0 else None)
        assert view.last_capturer == (t.last if t.last >= 0 else None)
        assert view.stock == t.place.count(10)
        if g.decision:
            assert (view.phase, view.asked, view.compelled) == (g.decision.kind, g.decision.seat, g.decision.compelled)
        else:
            assert (view.phase, view.asked, view.over.net) == ("over", None, g.result.net)


def copy_public(event):
    """The same event, visible to all: what somebody sees who may see everything."""
    return msgspec.structs.replace(event, to=None)


def any_actions(rng, game):
    """Actions of every kind, sensible and not; all that the cards of the asked seat could make are among them."""
    t = game.state
    near = [card_text(c) for c in range(52) if t.place[c] != 10] + rng.sample(CARDS, 3)
    yield from (Pass(), Dig(), NoDig(), ShowXier(), PassXier(), TakeYao(), PassYao())
    yield from (Capture(a, b) for a in near for b in near)
    yield from (Extend(a) for a in near)
    yield from (Merge(a) for a in near)
    hand = [card_text(c) for c in t.hand[3 * t.turn : 3 * t.turn + 3] if c >= 0]
    yield from (Lay((a, b)) for a in hand for b in near)
    yield Lay(tuple(hand))
    yield Lay(())


@settings(max_examples=40)
@given(games())
def test_legal_is_exactly_what_can_be_done_and_a_refusal_changes_nothing(drawn):
    game, rng = drawn
    for g in moments(game, rng):
        if g.decision is None:
            break
        before = g.state.as_dict()
        legal = set(g.decision.legal[g.decision.seat])
        assert kernel.legal(g.state, g.rules.flat()).bit_count() == len(legal), "two ids for one action"
        can = set()
        for action in any_actions(rng, g):
            try:
                g.verify(action)
            except IllegalAction as refused:
                assert refused.rule.startswith("paoyao.md §")
                assert refused.zh
                assert refused.en
            else:
                can.add(action)
        assert can == legal
        other = (g.decision.seat + 1) % g.players
        assert not any(g.can(action, other) for action in legal)
        assert g.state.as_dict() == before


@settings(max_examples=150)
@given(games())
def test_hidden_cards_never_change_a_view(drawn):
    """Permute what a seat cannot see; while the others' public doings stay possible, its view is the same to the letter."""
    game, rng = drawn
    seat = rng.choice([*range(game.players), None])
    *_, played = moments(game.copy(), rng)
    deck = game.deck.split()
    dealt = 3 * game.players + 4
    known = what_a_seat_knows(played, seat)
    hidden = [i for i, card in enumerate(deck) if card not in known]
    assert len(hidden) >= 52 - dealt - 1
    fresh = deck[:]
    for i, card in zip(hidden, rng.sample([deck[i] for i in hidden], len(hidden)), strict=True):
        fresh[i] = card
    other = Game.from_deck(
        game.rules, " ".join(fresh), game.dealer, players=game.players, chips=game.chips, carry=game.carry
    )
    for mine, theirs in zip(steps(other, played.actions), steps(game.copy(), played.actions), strict=False):
        if mine is None or public(mine.events) != public(theirs.events):
            break  # the other cards made a public difference: another seat could, or had to, do something else
        assert mine.view(seat) == theirs.view(seat)


def what_a_seat_knows(game, seat):
    """The cards a seat (None: a spectator) has seen when the hand is over, told from the table and the rules."""
    t, deck, n = game.state, game.deck.split(), game.players
    known = {CARDS[card] for card in range(52) if 4 <= t.place[card] < 8}
    known |= set(deck[3 * n : 3 * n + 4])
    if seat is not None:
        known |= set(deck[(seat - game.dealer) % n : 3 * n : n])
    if t.yao_up:
        known.add(deck[-1])
    for p in range(n):
        hand = [CARDS[card] for card in t.hand[3 * p : 3 * p + 3] if card >= 0]
        if t.shown[p]:
            known |= set(hand)
        if game.rules.hand_pairs_score and game.result.outcome == "settled" and t.member[p]:
            known |= {card for card in hand if [other[1:] for other in hand].count(card[1:]) > 1}
    return known


def public(events):
    return [event for event in events if event.to is None]


def steps(game, actions):
    """The game after each action as long as the action is legal, then None."""
    yield game
    for action in actions:
        if not game.can(action):
            yield None
            return
        game.do(action)
        yield game


@settings(max_examples=100)
@given(games())
def test_a_replay_is_the_original(drawn):
    game, rng = drawn
    stop = rng.randrange(12)
    for number, g in enumerate(moments(game, rng)):
        if number == stop:
            assert replay(from_json(to_json(Record.of(g)))).events == g.events
            assert from_text(to_text(Record.of(g))) == Record.of(g)
    again = replay(Record.of(game))
    assert again.events == game.events
    assert again.result == game.result
    assert again.state.as_dict() == game.state.as_dict()


@given(games())
def test_suits_mean_nothing(drawn):
    """Exchanging suits within each rank exchanges nothing but names."""
    game, rng = drawn
    turn = [rng.sample(range(4), 4) for _ in range(13)]

    def turned(text):
        return " ".join(
            card_text((c := parse_card(w)) >> 2 << 2 | turn[c >> 2][c & 3]) if w in CARDS else w for w in text.split()
        )

    other = Game.from_deck(
        game.rules, turned(game.deck), game.dealer, players=game.players, chips=game.chips, carry=game.carry
    )
    while game.decision:
        action = rng.choice(game.decision.legal[game.decision.seat])
        other.do(parse_action(turned(str(action))), game.decision.seat)
        game.do(action)
    assert other.result.chips == game.result.chips
    assert other.result.units == game.result.units


@given(games())
def test_a_copy_goes_its_own_way(drawn):
    game, rng = drawn
    before = (game.state.as_dict(), game.events)
    *_, _end = moments(game.copy(), rng)
    assert (game.state.as_dict(), game.events) == before


def test_the_same_seed_is_the_same_hand_and_another_seed_another():
    assert play_traced(seed=11) == play_traced(seed=11)
    assert Game.deal(seed=11).deck != Game.deal(seed=12).deck
