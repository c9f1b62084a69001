"""One answer to "may this hand win": what the machine offers, what hints announce, what a judged hand says."""

import random

import msgspec
import pytest

from erqishi.bots.reading import loneliest, waits
from erqishi.cards import parse_cards
from erqishi.errors import UserInputError
from erqishi.zipai import ruleset
from erqishi.zipai.actions import Discard, Hu
from erqishi.zipai.distance import distance
from erqishi.zipai.events import Asked, Discarded, DrewHidden, Revealed, TurnedUp, Won
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Game
from erqishi.zipai.hand import completing, evaluate, most_huxi
from erqishi.zipai.handstate import HandState
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.view import View

#: Rule sets whose exceptions the shipped ones do not reach.
OTHERS = {
    "ten_counts": RuleSet.load("leiyang", {"min_huxi": 14}),
    "fewer_with_a_name": RuleSet.load("huaihua_hongguaiwan_234", {"min_huxi": 24}).replace(hu_on_discard=True),
    "split": RuleSet.load("leiyang").replace(id="split", split_kan=True, pao_of_peng="any"),
}
ALL = {name: RuleSet.load(name) for name in ruleset.names() if not RuleSet.load(name).missing} | OTHERS
CARD = (TurnedUp, DrewHidden, Discarded)


def played(rules, seed):
    """A hand of plain play that takes only some 胡, so that offers are passed and locks come about."""
    game, choice = Game.deal(rules, seed=seed, dealer=seed % rules.seats), random.Random(seed)
    while game.decision:
        for seat, legal in list(game.decision.legal.items()):
            if game.decision.kind == "discard":
                cards = [action.card for action in legal]
                answer = Discard(loneliest(game.view(seat), cards, rules))
            else:
                answer = choice.choice([action for action in legal if not isinstance(action, Hu)] or legal)
                answer = Hu() if Hu() in legal and choice.random() < 0.25 else answer
            game.do(answer, seat)
    return game


def cards_in_play(game):
    """(kind of event, card, its owner, who was offered a 胡 on it, what every seat saw before it), for each card."""
    views = [View(seat) for seat in range(game.rules.seats)]
    events = game.events
    for at, event in enumerate(events):
        if isinstance(event, CARD):
            end = next((i for i in range(at + 1, len(events)) if isinstance(events[i], CARD)), len(events))
            after = events[at + 1 : end]
            offered = {e.to for e in after if isinstance(e, Asked) and e.kind == "claims" and "hu" in e.legal}
            offered |= {e.seat for e in after if isinstance(e, Won)}
            card = drawn(after) if isinstance(event, DrewHidden) else event.card
            yield type(event), card, event.seat, offered, views
        for seat, view in enumerate(views):
            if not isinstance(event, Revealed) and event.to in (None, seat):
                view.apply(event)


def drawn(after):
    """What came hidden: the first event that names it, to its owner if to nobody else."""
    return next(e.card for e in after if getattr(e, "card", None))


def state_of(view):
    row = view.seats[view.seat]
    return HandState.of(view.hand, [(meld.kind, meld.cards) for meld in row.melds], wang=4)


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_an_offered_hu_is_in_the_hints_and_wins_when_judged_and_the_other_way_round(rules):
    """For every card: offered ⇔ judged a 胡 and not locked; offered on a wall card ⇒ among the hints; and each hint wins."""
    offers = 0
    for seed in range(30):
        for kind, card, owner, offered, views in cards_in_play(played(rules, seed)):
            for view in views:
                seat, row = view.seat, view.seats[view.seat]
                own, locked = seat == owner, row.dead or row.barred or "hu" in view.marks.get(card, ())
                if (kind is not TurnedUp and own) is not (kind is DrewHidden):
                    continue  # a hidden draw is its owner's, a discard everybody else's
                state, last = state_of(view), view.wall == 1 and kind is not Discarded
                origin = "discard" if kind is Discarded else "self" if own else "other"
                wins = most_huxi(state, card, origin, rules, last=last)[1]
                forced = rules.hu_forced or (rules.hu_discard_forced and kind is Discarded)
                told = f"{rules.id}: {state} + {card} ({origin})"
                if seat in offered:
                    assert wins, told
                elif not locked and not (forced and offered):
                    assert not wins, told
                if seat not in offered:
                    continue
                offers += 1
                judged = evaluate(state, card, origin, rules, last=last)
                assert judged.win and judged.reason is None, told
                assert (judged.settled is not None) == (rules.scoring is not None)
                hints = {wait.card for wait in waits(view, rules)}
                assert card in hints, told
                for hint in hints:
                    ways = ("self", "other", "discard") if rules.hu_on_discard else ("self", "other")
                    assert any(most_huxi(state, hint, way, rules, last=last)[1] for way in ways), (told, hint)
    assert offers >= 3


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_a_won_hand_is_judged_to_be_worth_the_huxi_that_were_paid(rules):
    """Where the cards tell all that scoring asks for; else (进张, first card) at least it is a 胡 by the same 息 floor."""
    for seed in range(40):
        game = Game.deal(rules, seed=seed)
        while game.decision:
            for seat, legal in list(game.decision.legal.items()):
                game.do(Hu() if Hu() in legal else legal[-1], seat)
        won = next((event for event in game.events if isinstance(event, Won)), None)
        if won is None or won.forced or won.origin in ("liang", "own_meld"):
            continue
        view = game.view(won.seat)
        origin = "discard" if won.origin == "discard" else "self" if won.owner == won.seat else "other"
        judged = evaluate(state_of(view), won.card, origin, rules, last=view.wall == 0)
        assert judged.win and judged.complete
        if rules.scoring is None:
            assert (judged.huxi, judged.tun) == (won.huxi, won.tun)
        assert explain(game)
        assert sum(len(parse_cards(group.cards)) for group in judged.groups) >= rules.deal + 1


@pytest.mark.parametrize("rules", OTHERS.values(), ids=OTHERS)
def test_a_distance_of_none_is_a_hint_and_of_one_is_an_exchange_away_from_one(rules):
    near = 0
    for seed in range(8):
        for *_, views in cards_in_play(played(rules, seed)):
            state = state_of(views[0])
            if state.status != "waiting" or not state.free or state.size > 5:
                continue
            found = distance(state, rules)
            hints = any(way.win for _, ways in completing(state, rules) for way in ways)
            assert hints == (found.value == 0)
            if found.value == 1:
                lent = parse_cards(found.useful[0])[0]
                changed = [msgspec.structs.replace(s, concealed=s.concealed + (1 << 3 * lent)) for s in less(state)]
                assert any(way.win for one in changed for _, ways in completing(one, rules) for way in ways)
                near += 1
    assert near


def less(state):
    return [state.without(k) for k in state.free]


def test_fewer_huxi_are_told_with_what_would_make_them_enough():
    """huaihua: 自摸 or a 名堂 with fewer. The same hand by std15 is one 息 rule without exceptions."""
    rules = OTHERS["fewer_with_a_name"]
    state = HandState.of("一一一六七八十十 贰贰拾", "偎五五五 碰叁叁叁 碰壹壹壹")
    reason = evaluate(state, "五", "other", rules).reason
    assert (reason.code, reason.rule) == ("huxi", "core.md §15.2")
    assert reason.zh.startswith("只有15息，要24息（自摸或有名堂时")


def test_the_fourth_card_of_a_chouwei_may_lie_in_a_chi_of_the_same_seat():
    """烧比: the seat ate a 玖 and kept a pair of them, then drew the last. (Hints of such a hand were refused.)"""
    state = HandState.of("壹贰叁肆肆", "吃九九玖 吃三四五 吃五五伍 吃二二贰 臭偎玖玖玖")
    assert state.copies(18) == 4
    with pytest.raises(UserInputError, match="5"):
        HandState.of("玖 贰叁肆肆", "吃九九玖 吃三四五 吃五五伍 吃二二贰 臭偎玖玖玖")
