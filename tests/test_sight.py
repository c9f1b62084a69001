"""A table made from a view is the seat's own side of the true table, and no policy looks at any other side of that."""

import random

import pytest

from erqishi.errors import UserInputError
from erqishi.zipai import codes, flat, kernel
from erqishi.zipai.actions import Chi, Discard
from erqishi.zipai.claims import faultless, unlaid
from erqishi.zipai.expert import choose_expert
from erqishi.zipai.game import Game
from erqishi.zipai.greedy import choose_greedy
from erqishi.zipai.novice import choose_novice
from erqishi.zipai.sight import HIDDEN, choose_with, table_from_view
from erqishi.zipai.view import View, fold
from tables import STD, deck
from test_game_laws import RULES

POLICIES = [choose_novice, choose_greedy, choose_expert]

OWN = ("hand", "free", "kinds", "il", "ir", "weis", "pengs", "chou_chi", "kan_xi", "quad_xi", "table_xi", "size", "nf")
OWN += ("kans", "quads_in_hand", "q", "nmelds", "melds", "dead")
OPEN = ("size", "pengs", "q", "nmelds", "dead")
#: What a policy must not read of other seats, and what of the table it must not read at all.
SECRET = (
    "hand",
    "free",
    "kinds",
    "il",
    "ir",
    "opts",
    "answer",
    "bi1",
    "bi2",
    "weis",
    "chou_chi",
    "chou_peng",
    "declined",
)
SECRET += ("passed", "kan_xi", "quad_xi", "table_xi", "nf", "kans", "quads_in_hand")
UNSEEN = ("pao", "winner", "huxi", "tun", "net", "events", "nev")


def decisions(rules, hands, seed=1):
    """(game, seat, view) of every seat asked, the play being partly plain and partly by chance."""
    rng = random.Random(seed)
    for number in range(hands):
        game = Game.deal(rules, seed=number, dealer=number % rules.seats)
        while game.decision:
            answers = {}
            for seat, legal in game.decision.legal.items():
                view = game.view(seat)
                yield game, seat, view
                answers[seat] = choose_with(choose_greedy, view, rules) if rng.random() < 0.6 else rng.choice(legal)
            for seat, answer in answers.items():
                game.do(answer, seat)


def steps_on(t, r, seat, policy):
    """The machine's actions by which `policy` answers for `seat` on table t."""
    t.ask = seat
    steps = [policy(t, r, unpunished(t, r, seat))]
    if steps[0] >= codes.CHI:
        t.answer[seat] = steps[0]
        for place in (t.bi1, t.bi2):
            if unlaid(t, r, seat) > 0:
                place[seat] = policy(t, r, unpunished(t, r, seat))
                steps.append(place[seat])
    return steps


def unpunished(t, r, seat):
    """Where mistakes are punished a policy is not offered them."""
    return faultless(t, r, seat, kernel.legal(t, r)) if r.penalize else kernel.legal(t, r)


def same_answer(game, seat, action, steps):
    """Whether the complete action is what these steps come to (比 may be laid in any order)."""
    wanted = game._moves[seat][action]
    return wanted[0] == steps[0] and sorted(wanted[1:]) == sorted(steps[1:])


@pytest.mark.parametrize("rules", [STD, *RULES[1:]], ids=lambda rules: rules.id)
def test_the_table_of_a_view_is_the_seats_side_of_the_true_table(rules):
    for game, seat, view in decisions(rules, 12 if rules is STD else 3):
        seen, true = table_from_view(view, rules), game._table
        assert [f for f in OWN if getattr(seen, f)[seat] != getattr(true, f)[seat]] == []
        assert [f for f in OPEN if getattr(seen, f)[: rules.seats] != getattr(true, f)[: rules.seats]] == []
        if rules.chou_scope == "chi_and_peng":
            assert seen.chou_peng[seat] == true.chou_peng[seat]
        assert (seen.ask, seen.dealer, seen.phase, seen.n) == (seat, true.dealer, true.phase, true.n)
        assert seen.end - seen.pos == true.end - true.pos
        if seen.phase == codes.CLAIMING:
            assert (seen.origin, seen.owner, seen.opts[seat]) == (true.origin, true.owner, true.opts[seat])
            assert seen.card == true.card or seen.origin == codes.FROM_DEAL  # a 提 from a 偎 does not lie last
        if not rules.initial_ti_hidden:
            assert seen.seen == true.seen


@pytest.mark.parametrize("rules", [STD, *RULES[1:]], ids=lambda rules: rules.id)
def test_nothing_of_the_other_hands_and_the_wall_is_there(rules):
    place = rules.seats * rules.deal
    for _, seat, view in decisions(rules, 2):
        t = table_from_view(view, rules)
        for other in set(range(rules.seats)) - {seat}:
            assert not (t.hand[other] or t.free[other] or t.kans[other] or t.chou_chi[other] or t.opts[other])
        assert {card for at, card in enumerate(t.deck) if at != place} == {HIDDEN}


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("rules", [STD, RULES[1], RULES[2], RULES[3]], ids=lambda rules: rules.id)
def test_a_policy_chooses_by_its_view_as_on_the_true_table(rules, policy):
    r = flat.plain(rules)
    for game, seat, view in decisions(rules, 8 if rules is STD else 3, seed=2):
        steps = steps_on(game._table.clone(), r, seat, policy)
        assert same_answer(game, seat, choose_with(policy, view, rules), steps)


class OnlyOwn(list):
    """A field by seats of which one seat may be read; any other raises."""

    def __init__(self, values, allowed):
        super().__init__(values)
        self.allowed = allowed

    def __getitem__(self, at):
        if at not in self.allowed:
            raise AssertionError(f"read entry {at}, which its seat cannot see")
        return super().__getitem__(at)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_a_policy_reads_nothing_that_its_seat_cannot_see(policy):
    r = flat.plain(STD)
    liang = STD.seats * STD.deal
    for game, seat, view in decisions(STD, 6, seed=3):
        t = game._table.clone()
        for name in SECRET:
            setattr(t, name, OnlyOwn(getattr(t, name), {seat}))
        t.deck = OnlyOwn(t.deck, {liang})
        for other in set(range(STD.seats)) - {seat}:
            for at in range(t.nmelds[other]):
                if t.melds[other][at] & 15 == codes.M_WEI:
                    t.melds[other][at] = codes.M_WEI | HIDDEN << 4
        for name in UNSEEN:
            setattr(t, name, None)
        assert same_answer(game, seat, choose_with(policy, view, STD), steps_on(t, r, seat, policy))


@pytest.mark.parametrize("shape", range(codes.SHAPES))
def test_a_chi_and_its_bi_come_out_whole(shape):
    """The worked example of core.md §13: 一,二二,三三,四,贰贰 and a 二 that is 吃'd, by every first step."""
    cards = deck("二", "一二二三三四贰贰", apart="二", of=(0, 2))
    game = Game.from_deck(STD, cards)
    game.do(Discard("二"))
    whole = {str(action) for action in game.legal(1) if isinstance(action, Chi)}
    assert len(whole) >= 7  # others of the hand go with 二 too
    wanted = []

    def policy(t, r, options):
        wanted.append(codes.CHI + shape if options >> codes.BI == 0 else options.bit_length() - 1)
        return wanted[-1] if options >> wanted[-1] & 1 else codes.PASS

    answer = choose_with(policy, game.view(1), STD)
    offered = game._table.opts[1] >> codes.CHI + shape & 1
    assert (str(answer) in whole) == bool(offered)
    if offered:
        assert len(answer.bi) == len(wanted) - 1 >= 1


def test_a_view_that_asks_nothing_is_refused():
    game = Game.deal(STD, seed=1)
    with pytest.raises(UserInputError):
        table_from_view(game.view(None), STD)
    with pytest.raises(UserInputError):
        table_from_view(game.view(next(s for s in range(3) if s not in game.decision.legal)), STD)
    with pytest.raises(UserInputError):
        choose_with(choose_greedy, View(None), STD)
    assert fold(game.seen_by(0), 0) == game.view(0)
