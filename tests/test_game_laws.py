"""Laws of the 跑胡子 game that hold whatever the cards, the rules and the players: nothing is lost, nothing leaks.

The game and its views are held against `Truth`, an account of its own.
"""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from chance import GAMES, NOT_PLAYED, OPTIONS, RULES, chosen, played, some_deck
from erqishi.cards import card_name
from erqishi.errors import IllegalAction, UserInputError
from erqishi.zipai import events as e
from erqishi.zipai import flat, kernel
from erqishi.zipai.actions import Chi, Discard, Hu, Pass, Peng, canonical, parse_action
from erqishi.zipai.codes import BI, CHI, CLAIMING
from erqishi.zipai.game import Game
from erqishi.zipai.table import Table, deal
from erqishi.zipai.view import View
from tables import EXTRA_SETS, NAMES, SETS, STD, deck, melds, on, play
from truth import Truth

# -- what can be done -------------------------------------------------------------------------------------------------


def universe(card):
    """Actions enough that every legal one is among them, and many that are not."""
    actions = [*map(Discard, NAMES), Pass(), Hu(), Peng(), *map(Chi, SETS + EXTRA_SETS)]
    own = [s for s in SETS + EXTRA_SETS if card in s] if card else []
    for first in own:
        for i, second in enumerate(own):
            actions.append(Chi(first, (second,)))
            actions += [Chi(first, (second, third)) for third in own[i:]]
    return actions


#: Nothing that anybody could do, and things that have another name.
ODD = [Discard(""), Discard("一一"), Discard("?"), Chi(""), Chi("一二"), Chi("一二三", ("x",)), "pass", None]
SAME = {
    Discard("x1"): Discard("一"),
    Chi("三二一"): Chi("一二三"),
    Chi("二三四", ("贰二贰",)): Chi("二三四", ("二贰贰",)),
}


def refused(game, action, seat):
    """It is refused: with the rule that forbids it, or because it is no action or no seat; and nothing has changed."""
    table, events, did = game._table.clone(), list(game.events), len(game.did)
    decision = game.decision
    with pytest.raises((IllegalAction, UserInputError)) as error:
        game.do(action, seat)
    if action in ODD or not 0 <= seat < game.rules.seats:
        assert error.type is UserInputError
    else:
        assert error.type is IllegalAction
        assert error.value.rule.startswith("core.md §") and error.value.zh and error.value.en
        assert str(error.value) == f"{error.value.zh} ({error.value.rule}): {error.value.en}"
        assert not game.can(action, seat)
    assert (game._table, game.events, len(game.did), game.decision) == (table, events, did, decision)


# -- the machine -------------------------------------------------------------------------------------------------------


class Hands(RuleBasedStateMachine):
    """A hand under any rules, answered seat by seat in any order, with illegal tries between."""

    @initialize(**GAMES)
    def start(self, rules, seed, clumps, dealer):
        self.game = Game.from_deck(rules, some_deck(rules, seed, clumps), dealer)
        self.truth = Truth(self.game)
        self.blocked = [set() for _ in range(rules.seats)]
        self.noted = 0

    @precondition(lambda self: not self.game.over)
    @rule(which=st.integers(0, 3), number=st.integers(0, 999))
    def answer(self, which, number):
        decision = self.game.decision
        seat = sorted(decision.legal)[which % len(decision.legal)]
        action = chosen(decision.legal[seat], number)
        before = len(self.game.events)
        waiting = len(decision.legal)
        new = self.game.do(action, seat)
        assert self.game.events[before:] == new
        assert bool(new) == (waiting == 1)  # held until the last answer is in

    @rule(number=st.integers(0, 10**6), seat=st.integers(-1, 4))
    def try_what_is_not_allowed(self, number, seat):
        decision = self.game.decision
        actions = universe(decision and decision.card) + ODD
        for action in random.Random(number).sample(actions, 12):
            if decision is None or action in ODD or canonical(action) not in decision.legal.get(seat, ()):
                refused(self.game, action, seat)

    @invariant()
    def nothing_is_lost_and_everybody_sees_what_is_so(self):
        self.truth.catch_up(self.game).check(self.game)

    @invariant()
    def legal_is_what_can_be_done(self):
        decision = self.game.decision
        if decision is None or len(self.game.did) % 3:
            return
        assert decision.legal and all(decision.legal.values())
        for seat in range(self.game.rules.seats):
            legal = decision.legal.get(seat, ())
            able = {action for action in set(map(canonical, universe(decision.card))) if self.game.can(action, seat)}
            assert len(set(legal)) == len(legal)
            assert able == set(legal)
            assert all(self.game.can(other, seat) == self.game.can(plain, seat) for other, plain in SAME.items())
            assert all(parse_action(str(action)) == action for action in legal)
            assert all(isinstance(action, Discard) for action in legal) == (decision.kind == "discard") or not legal

    @invariant()
    def what_is_chou_is_not_offered(self):
        if self.game.rules.penalty_mode == "penalize":
            return
        for event in self.game.events[self.noted :]:
            if isinstance(event, e.Asked):
                for text in event.legal:
                    word = text.split()[0]
                    assert (word, self.truth.open) not in self.blocked[event.to]
            if isinstance(event, e.Marked):
                self.blocked[event.to] |= {(word, event.card) for word in event.blocks if word != "hu"}
        self.noted = len(self.game.events)

    @invariant()
    def the_end_is_settled(self):
        won = self.game.result
        if won is None:
            return
        rules = self.game.rules
        assert self.game.over and self.game.decision is None
        assert sum(won.net) == 0 and len(won.net) == rules.seats
        fined = any(isinstance(event, e.Punished) and event.fine for event in self.game.events)
        if fined or rules.scoring is not None:  # test_local_play.py
            return
        if won.winner is None:
            assert set(won.net) == {0} and (won.huxi, won.tun) == (0, 0)
        else:
            assert won.net[won.winner] == won.tun * rules.base * (rules.seats - 1)
            assert all(x == -won.tun * rules.base for seat, x in enumerate(won.net) if seat != won.winner)
            assert won.tun >= 1 and (won.huxi >= rules.min_huxi or won.tianhu)
        refused(self.game, Pass(), 0)


# A seed says all that shrinking would: it is left out, because it takes minutes.
QUICK = settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
)
Hands.TestCase.settings = settings(QUICK, max_examples=15, stateful_step_count=60)
TestHands = Hands.TestCase


def test_every_option_value_is_in_the_pool():
    for name, values in OPTIONS.items():
        if name != "size":
            have = [getattr(rules, name) for rules in RULES]
            wanted = [getattr(STD.replace(hu_on_discard=True).replace(**{name: value}), name) for value in values]
            assert all(value in have for value in wanted), name
    playable = {name for name in STD.__struct_fields__ if name not in NOT_PLAYED}
    assert set(OPTIONS) - {"size"} | {"seats", "deal", "wall", "id", "name", "name_en"} == playable


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_the_order_of_answers_does_not_matter(rules):
    for seed in range(25):
        one = played(rules, seed, seed % 3 == 0, seed % 2)
        other = played(rules, seed, seed % 3 == 0, seed % 2, order=random.Random(seed))
        assert one.events == other.events
        assert one._table == other._table
        assert (one.result, one.did) == (other.result, other.did)


@settings(QUICK, max_examples=40)
@given(**GAMES)
def test_replaying_the_answers_gives_the_same_hand(rules, seed, clumps, dealer):
    game = played(rules, seed, clumps, dealer)
    again = Game.from_deck(rules, game.deck, dealer)
    for did in game.did:
        for seat, action in did.items():
            again.do(parse_action(str(action)), seat)
    assert (again.events, again.result, again.did) == (game.events, game.result, game.did)


@settings(QUICK, max_examples=40)
@given(**GAMES)
def test_a_view_is_read_back_from_json_as_it_was(rules, seed, clumps, dealer):
    game = played(rules, seed, clumps, dealer, until=seed % 40)
    for seat in (*range(rules.seats), None):
        view = game.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        events = msgspec.json.encode(game.seen_by(seat))
        assert msgspec.json.decode(events, type=list[e.Event]) == game.seen_by(seat)


@settings(QUICK, max_examples=30)
@given(**GAMES)
def test_every_way_to_be_wrong_is_answered(rules, seed, clumps, dealer):
    """The whole universe of actions, of every seat, at one decision."""
    game = played(rules, seed, clumps, dealer, until=seed % 30)
    if game.decision is not None:
        for seat in range(rules.seats):
            for action in universe(game.decision.card):
                if canonical(action) not in game.decision.legal.get(seat, ()):
                    with pytest.raises(IllegalAction) as error:
                        game.verify(action, seat)
                    assert error.value.zh and error.value.en


@settings(QUICK, max_examples=30)
@given(**GAMES)
def test_a_cloned_table_goes_its_own_way(rules, seed, clumps, dealer):
    table, r = Table(rules.seats), flat.plain(rules)
    deal(table, some_deck(rules, seed, clumps), dealer)
    kernel.start(table, r)
    rng = random.Random(seed)
    snapshots = []
    while options := kernel.legal(table, r):
        clone = table.clone()
        assert clone == table
        snapshots.append((clone, table.clone()))
        actions = [a for a in range(options.bit_length()) if options >> a & 1]
        table.nev = 0
        kernel.step(table, r, rng.choice(actions))
        assert clone == snapshots[-1][1]
    for clone, kept in snapshots[:: max(1, len(snapshots) // 4)]:
        before = table.clone()
        while options := kernel.legal(clone, r):
            clone.nev = 0
            kernel.step(clone, r, options.bit_length() - 1)
        assert table == before
        assert kept != clone


def paths(table, r, seat):
    """How many ways the machine has to complete the answer of the seat asked."""
    count = 0
    options = kernel.legal(table, r)
    for a in range(options.bit_length()):
        if options >> a & 1:
            after = table.clone()
            after.nev = 0
            kernel.step(after, r, a)
            still = (
                after.phase == CLAIMING and after.ask == seat and after.pos == table.pos and after.answer[seat] >= CHI
            )
            count += paths(after, r, seat) if still and kernel.legal(after, r) >> BI else 1
    return count


def test_the_machine_has_one_way_to_every_choice():
    """Equal 比 in another order would be offered twice: random players would lean to them."""
    most = 0
    for seed in range(60):
        game = played(STD, seed, True, 0, until=seed % 20)
        while game.decision is not None:
            seat = game._table.ask
            legal = game.decision.legal[seat]
            assert paths(game._table, game._flat, seat) == len(legal)
            most = max([most, *(len(a.bi) for a in legal if isinstance(a, Chi))])
            for p, actions in game.decision.legal.items():
                game.do(actions[-1], p)
    assert most == 2


@settings(QUICK, max_examples=20)
@given(**GAMES)
def test_a_cloned_game_goes_its_own_way(rules, seed, clumps, dealer):
    game = played(rules, seed, clumps, dealer, until=seed % 30)
    if game.decision is not None and len(game.decision.legal) > 1:
        seat = min(game.decision.legal)
        game.do(game.decision.legal[seat][-1], seat)  # a held answer is copied too
    clone, events, table = game.clone(), list(game.events), game._table.clone()
    while clone.decision is not None:
        for seat, actions in clone.decision.legal.items():
            clone.do(actions[0], seat)
    assert (game.events, game._table) == (events, table)
    while game.decision is not None:
        for seat, actions in game.decision.legal.items():
            game.do(actions[0], seat)
    assert (game.events, game._table, game.result) == (clone.events, clone._table, clone.result)


# -- what is hidden ----------------------------------------------------------------------------------------------------

#: The fields of each event beside `to`, and whether it is for one seat. Whoever adds a field decides here who sees it.
FIELDS = {
    e.HandStarted: ({"rules", "seats", "dealer", "cards", "liang", "wall"}, False),
    e.Dealt: ({"seat", "cards"}, True),
    e.LiangTaken: ({"seat", "card"}, False),
    e.TurnedUp: ({"seat", "card"}, False),
    e.WangTaken: ({"seat"}, False),
    e.DrewHidden: ({"seat"}, False),
    e.Own: ({"seat", "at", "card"}, True),
    e.Ti: ({"seat", "at", "source", "card"}, False),
    e.Pao: ({"seat", "at", "source", "card"}, False),
    e.Wei: ({"seat", "at", "card"}, False),
    e.ChouWei: ({"seat", "at", "card"}, False),
    e.Penged: ({"seat", "card", "owner"}, False),
    e.Ate: ({"seat", "card", "owner", "cards"}, False),
    e.Laid: ({"seat", "card", "cards"}, False),
    e.Discarded: ({"seat", "card"}, False),
    e.Unclaimed: ({"seat", "card"}, False),
    e.Dead: ({"seat"}, False),
    e.Punished: ({"seat", "card", "mistake", "fine"}, False),
    e.Asked: ({"kind", "legal"}, True),
    e.Marked: ({"seat", "card", "blocks"}, True),
    e.Unmarked: ({"seat", "card", "blocks"}, True),
    e.Won: ({"seat", "card", "origin", "owner", "huxi", "tun", "zimo", "tianhu", "forced", "net"}, False),
    e.WallEmpty: (set(), False),
    e.Revealed: ({"hands", "melds", "wall"}, False),
}


@settings(QUICK, max_examples=60)
@given(**GAMES)
def test_no_event_names_a_card_to_a_seat_that_may_not_know_it(rules, seed, clumps, dealer):
    game = played(rules, seed, clumps, dealer)
    ended = False
    for event in game.events:
        fields, private = FIELDS[type(event)]
        assert {f.name for f in msgspec.structs.fields(event)} == fields | {"to"}
        assert (event.to is not None) == private
        if private and "seat" in fields:
            assert event.to == event.seat
        if isinstance(event, e.Wei):
            assert (event.card is None) == (rules.wei_visibility == "hidden")
        if isinstance(event, e.Ti):
            assert (event.card is None) == (event.source == "deal" and rules.initial_ti_hidden)
        if isinstance(event, e.Revealed):
            assert ended
        ended = isinstance(event, e.Won | e.WallEmpty)
    for seat in (*range(rules.seats), None):
        assert all(event.to in (None, seat) for event in game.seen_by(seat))


def unknown_to(seat, truth, game):
    """Places in the deck of the cards that `seat` has not seen by now: what others hold, and the wall."""
    n, size = game.rules.seats, game.rules.deal
    places = list(range(truth.pos, len(game.deck)))
    for p in range(n):
        if p != seat:
            start = (p - game.dealer) % n * size
            held = +truth.hands[p]
            if game.dealer == p:
                held[card_name(game.deck[n * size])] -= 1  # everybody saw the 亮张 go there
            for place in range(start, start + size):
                card = card_name(game.deck[place])
                if held[card] > 0:
                    held[card] -= 1
                    places.append(place)
    return places


def replayed(game, deck):
    """The same answers on another deck, as far as they are legal; whoever else is asked passes. None when they are not."""
    again = Game.from_deck(game.rules, deck, game.dealer)
    for did in game.did:
        if again.decision is None:
            return None
        for seat, actions in again.decision.legal.items():
            action = did.get(seat, Pass())
            if action not in actions:
                return None
            again.do(action, seat)
    return again


@settings(QUICK, max_examples=80)
@given(**GAMES, data=st.data())
def test_hidden_cards_never_change_a_view(rules, seed, clumps, dealer, data):
    """Change places of cards that a seat has not seen: as long as nothing happens in the open, it sees the same."""
    game = played(rules, seed, clumps, dealer, until=data.draw(st.integers(0, 25)))
    assume(not game.over)
    seat = data.draw(st.sampled_from([*range(rules.seats), None]))
    places = unknown_to(seat, Truth(game).catch_up(game), game)
    deck = list(game.deck)
    for _ in range(data.draw(st.integers(1, 4))):
        i, j = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
        deck[i], deck[j] = deck[j], deck[i]
    assume(deck != list(game.deck))
    again = replayed(game, deck)
    assume(again is not None)
    in_the_open = [[x for x in g.events if x.to is None] for g in (game, again)]
    assume(in_the_open[0] == in_the_open[1])
    assert msgspec.json.encode(game.seen_by(seat)) == msgspec.json.encode(again.seen_by(seat))
    assert msgspec.json.encode(game.view(seat)) == msgspec.json.encode(again.view(seat))


def test_a_hidden_wei_looks_the_same_whatever_it_is():
    """One deck, and the same with 三 and 四 exchanged where seat 1 has not looked: 三三 + 三 is a 偎 as 四四 + 四 is."""
    deck_ = deck("三三", "", "玖", dealer=2, wall="三", apart="三四", of=(1,))
    assert not {2, 3} & set(deck_[40:60])  # seat 1's cards are the third twenty
    kinds = {2: 3, 3: 2}
    mirrored = [kinds.get(k, k) for k in deck_]
    one, other = (on(play(Game.from_deck(STD, cards, 2), "2 discard 玖")) for cards in (deck_, mirrored))
    assert (melds(one, 0), melds(other, 0)) == ("偎三三三", "偎四四四")
    for seat in (1, None):
        assert msgspec.json.encode(one.seen_by(seat)) == msgspec.json.encode(other.seen_by(seat))
        assert one.view(seat).seats[0].melds[0].cards == "???"
