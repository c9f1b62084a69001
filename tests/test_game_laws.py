"""Laws of the 跑胡子 game that hold whatever the cards, the rules and the players: nothing is lost, nothing leaks.

`Truth` keeps its own account of a hand from the deck and all events; the game and its views are held against it.
"""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from erqishi.cards import card_name
from erqishi.errors import IllegalAction, UserInputError
from erqishi.zipai import events as e
from erqishi.zipai import flat, kernel
from erqishi.zipai.actions import Chi, Discard, Hu, Pass, Peng, canonical, parse_action
from erqishi.zipai.game import Game
from erqishi.zipai.table import Table, deal
from erqishi.zipai.view import View
from tables import NAMES, SETS, STD, deck, melds, on, play

# -- rules, decks and players by chance ---------------------------------------------------------------------------------

#: Values of every option; the pool below holds each of them. (Values of 一二三 and 二七十 take seconds to build a table
#: for, and a rule set some tenths of a second to load: hence a pool.)
OPTIONS = {
    "size": [{}, {"seats": 2, "wall": 39}, {}, {"seats": 4, "deal": 14}, {}, {"wall": 5}],
    "min_huxi": [0, 15, 3, 9, 15, 30],
    "huxi": [{}, {"ti": (7, 3), "pao": (5, 2), "wei": (20, 0), "chouwei": (1, 8), "kan": (9, 4), "peng": (2, 2)}],
    "tun_formula": ["(x-12)//3", "x//5", "x", "(2x+1)//7"],
    "tianhu_formula": ["(2x-12)//3", "x"],
    "tianhu_huxi": ["ti_and_kan", "best"],
    "tianhu_fixed": [0, 6],
    "zimo_tun": [1, 0, 3],
    "base": [1, 5],
    "hu_on_drawn": [True, True, False],
    "hu_on_discard": [False, True],
    "pao_of_peng": ["drawn_only", "any"],
    "chi_from": [("prev_discard", "prev_draw", "own_draw"), ("own_draw",), ("prev_discard",), ("prev_draw",), ()],
    "chou_scope": ["chi_and_peng", "eat_only"],
    "chou_marks": ["upper", "unified", "separate"],
    "own_discard_blocks": [("chi", "peng"), ("chi",), ("peng",), ()],
    "wei_visibility": ["hidden", "one_up"],
    "huang_policy": ["keep_then_rotate_3", "rotate_always", "keep_always"],
}
OPTIONS |= {flag: [False, True] for flag in ("ti_before_liang", "hu_forced", "split_kan", "peng_forced")}
OPTIONS |= {flag: [False, True] for flag in ("own_unclaimed_draw_blocks", "initial_ti_hidden", "draw_for_dealer")}
OPTIONS |= {flag: [True, False] for flag in ("liangzhang_hu", "forced_tianhu")}


#: What the engine cannot play yet (RuleSet.missing).
NOT_PLAYED = {"hu_discard_forced", "wang", "extra_sets", "penalty_mode", "scoring"}


def pool_of_rules(number):
    """Rule sets that mix the options so that every value of each occurs."""
    columns = {}
    for name, values in OPTIONS.items():
        column = [values[i % len(values)] for i in range(number)]
        random.Random(name).shuffle(column)
        columns[name] = column
    pool = []
    for i in range(number):
        options = {name: column[i] for name, column in columns.items() if name != "size"} | columns["size"][i]
        options["hu_on_drawn"] |= not options["hu_on_discard"]
        pool.append(STD.replace(id=f"mix_{i}", **options))
    return pool


RULES = [STD, *pool_of_rules(12)]


def some_deck(rules, seed, clumps):
    """A shuffled deck; with `clumps` equal cards lie together at first, so that triples and quads are common."""
    rng = random.Random(seed)
    size = rng.choice((2, 4)) if clumps else 1
    blocks = [[k] * size for k in range(20) for _ in range(4 // size)]
    rng.shuffle(blocks)
    cards = [k for block in blocks for k in block]
    for _ in range(20 if clumps else 0):
        i, j = rng.randrange(80), rng.randrange(80)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[: rules.deck_size]


def chosen(actions, number):
    """One of the actions; every other number prefers claims to 过 and 胡 to all."""
    if number % 2:
        actions = (
            [a for a in actions if isinstance(a, Hu)] or [a for a in actions if not isinstance(a, Pass)] or actions
        )
    return actions[number // 2 % len(actions)]


GAMES = {
    "rules": st.sampled_from(RULES),
    "seed": st.integers(0, 2**32),
    "clumps": st.booleans(),
    "dealer": st.integers(0, 1),
}


def played(rules, seed, clumps, dealer, until=10**6, order=None):
    """A game played to its end or to a decision, every answer by chance from `seed`."""
    game = Game.from_deck(rules, some_deck(rules, seed, clumps), dealer)
    rng = random.Random(seed)
    while (decision := game.decision) is not None and len(game.did) < until:
        answers = {seat: chosen(decision.legal[seat], rng.randrange(1000)) for seat in sorted(decision.legal)}
        seats = list(answers)
        if order is not None:
            order.shuffle(seats)
        for seat in seats:
            game.do(answers[seat], seat)
    return game


# -- an account of its own ---------------------------------------------------------------------------------------------


class Truth:
    """Where every card lies, from the deck and all events, and who may see it."""

    def __init__(self, game):
        self.rules, self.deck, self.read = game.rules, game.deck, 0
        n = game.rules.seats
        self.pos = n * game.rules.deal + 1
        self.hands = [Counter() for _ in range(n)]
        self.melds = [[] for _ in range(n)]  # [kind, cards, seen by others]
        self.discards = [[] for _ in range(n)]
        self.unclaimed = [[] for _ in range(n)]
        self.dead = [False] * n
        self.open = self.origin = self.owner = None  # the card in play
        self.over = False

    def catch_up(self, game):
        for event in game.events[self.read :]:
            self.take(event)
        self.read = len(game.events)
        return self

    def _next(self):
        self.pos += 1
        return card_name(self.deck[self.pos - 1])

    def _lay(self, seat, kind, cards, held, seen=True):
        held = Counter(held)
        assert held <= self.hands[seat], f"seat {seat} lays {held} but holds {self.hands[seat]}"
        self.hands[seat] -= held
        self.melds[seat].append([kind, cards, seen])

    def _claim(self, card):
        assert self.open == card
        if self.origin == "discard":
            assert self.discards[self.owner].pop() == card
        self.open = self.origin = None

    def _raise(self, seat, at, old, new, card):
        assert self.melds[seat][at][:2] == [old, card * 3]
        self.melds[seat][at] = [new, card * 4, True]

    def take(self, event):
        match event:
            case e.HandStarted():
                self.open, self.origin, self.owner = card_name(self.deck[self.pos - 1]), "liang", event.dealer
                assert event.liang == self.open
            case e.Dealt():
                self.hands[event.seat] = Counter(event.cards.replace(" ", ""))
            case e.LiangTaken():
                assert event.card == self.open
                self.hands[event.seat][event.card] += 1
                self.open = self.origin = None
            case e.TurnedUp():
                self.open, self.origin, self.owner = self._next(), "draw", event.seat
                assert event.card == self.open
            case e.DrewHidden():
                self.open, self.origin, self.owner = self._next(), "own_meld", event.seat
            case e.Ti(source="deal"):
                card = event.card or next(
                    iter(sorted((c for c, n in self.hands[event.seat].items() if n == 4), key=NAMES.index))
                )
                self._lay(event.seat, "ti", card * 4, card * 4, event.card is not None)
                assert event.at == len(self.melds[event.seat]) - 1
            case e.Ti():
                assert event.card == self.open and self.owner == event.seat
                if event.source == "hand":
                    self._lay(event.seat, "ti", event.card * 4, event.card * 3)
                    assert event.at == len(self.melds[event.seat]) - 1
                else:
                    self._raise(event.seat, event.at, "wei", "ti", event.card)
                self.open = None
            case e.Wei() | e.ChouWei():
                kind = "wei" if isinstance(event, e.Wei) else "chouwei"
                assert event.card in (self.open, None) and self.owner == event.seat
                self._lay(event.seat, kind, self.open * 3, self.open * 2, event.card is not None)
                assert event.at == len(self.melds[event.seat]) - 1
                self.open = None
            case e.Own():
                assert event.to == event.seat
                assert self.melds[event.seat][event.at][1] == event.card * len(self.melds[event.seat][event.at][1])
            case e.Pao():
                self._claim(event.card)
                if event.source == "hand":
                    self._lay(event.seat, "pao", event.card * 4, event.card * 3)
                    assert event.at == len(self.melds[event.seat]) - 1
                else:
                    self._raise(event.seat, event.at, event.source, "pao", event.card)
            case e.Penged():
                assert self.owner == event.owner
                self._claim(event.card)
                self._lay(event.seat, "peng", event.card * 3, event.card * 2)
            case e.Ate():
                assert self.owner == event.owner and event.cards in SETS
                self._claim(event.card)
                self._lay(event.seat, "chi", event.cards, event.cards.replace(event.card, "", 1))
            case e.Laid():
                assert event.card in event.cards and event.cards in SETS
                self._lay(event.seat, "chi", event.cards, event.cards)
            case e.Discarded():
                assert self.hands[event.seat][event.card] in (1, 2)
                self.hands[event.seat][event.card] -= 1
                self.discards[event.seat].append(event.card)
                self.open, self.origin, self.owner = event.card, "discard", event.seat
            case e.Unclaimed():
                assert (self.open, self.origin, self.owner) == (event.card, "draw", event.seat)
                self.unclaimed[event.seat].append(event.card)
                self.open = None
            case e.Dead():
                assert all(n == 3 for n in self.hands[event.seat].values() if n)
                self.dead[event.seat] = True
            case e.Won() | e.WallEmpty():
                assert not self.over
                self.over = True
            case e.Revealed():
                for p, (text, row) in enumerate(zip(event.hands, event.melds, strict=True)):
                    assert Counter(text.replace(" ", "")) == +self.hands[p]
                    assert list(row) == [cards for _, cards, _ in self.melds[p]]
                assert event.wall == "".join(card_name(k) for k in self.deck[self.pos :])
            case e.Asked() | e.Marked() | e.Unmarked():
                assert event.to is not None
            case _:
                raise AssertionError(f"unknown event {event!r}")

    def cards(self):
        """Every card of the deck, wherever it lies."""
        lying = [c for hand in self.hands for c in hand.elements()] + [
            c for row in self.melds for _, m, _ in row for c in m
        ]
        lying += [c for row in (*self.discards, *self.unclaimed) for c in row]
        lying += [card_name(k) for k in self.deck[self.pos :]]
        if self.open is not None and self.origin in ("draw", "liang"):
            lying.append(self.open)
        return Counter(lying)

    def check(self, game):
        """The game and everybody's view of it, against this account."""
        assert self.cards() == Counter(card_name(k) for k in game.deck)
        for seat, hand in enumerate(self.hands):
            assert Counter(card_name(k) for k in game.hand(seat)) == +hand
        for seat in (*range(game.rules.seats), None):
            self.check_view(game.view(seat), seat)

    def check_view(self, view, seat):
        assert view.wall == len(self.deck) - self.pos
        assert view.hand.replace(" ", "") == (
            "" if seat is None else "".join(sorted(self.hands[seat].elements(), key=NAMES.index))
        )
        for p, lying in enumerate(view.seats):
            assert lying.size == self.hands[p].total()
            wanted = [[kind, cards if seen or p == seat else "?" * len(cards)] for kind, cards, seen in self.melds[p]]
            assert [[meld.kind, meld.cards] for meld in lying.melds] == wanted
            assert (lying.discards, lying.unclaimed, lying.dead) == (self.discards[p], self.unclaimed[p], self.dead[p])
        assert view.over == self.over
        if self.open is not None and self.origin != "own_meld" and not self.over:
            assert (view.in_play.card, view.in_play.origin, view.in_play.owner) == (self.open, self.origin, self.owner)


def universe(card):
    """Actions enough that every legal one is among them, and many that are not."""
    actions = [*map(Discard, NAMES), Pass(), Hu(), Peng(), *map(Chi, SETS)]
    own = [s for s in SETS if card in s] if card else []
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
        if decision is None:
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
Hands.TestCase.settings = settings(QUICK, max_examples=25, stateful_step_count=60)
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
