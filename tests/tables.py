"""Situations for tests of the 跑胡子 game: decks that deal and turn up what is written, and hands played to the point.

Seats are 0, 1, 2; 1 is the 下家 of 0 and 2 its 上家. Cards are written as text, moves as `0 peng` or `2 discard 五`.
"""

import random
from collections import Counter

from erqishi.cards import card_name, parse_cards
from erqishi.zipai.actions import Pass, parse_action
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet

STD = RuleSet.load("std15")
NAMES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
SMALL, BIG = NAMES[:10], NAMES[10:]

#: Every 一句话 and 绞, cards in order of kind, as text. Written down here once more on purpose.
RUNS = [size[i : i + 3] for size in (SMALL, BIG) for i in range(8)] + ["二七十", "贰柒拾"]
JIAOS = [x + x + y for x, y in zip(SMALL, BIG, strict=True)] + [x + y + y for x, y in zip(SMALL, BIG, strict=True)]
SETS = RUNS + JIAOS
EXTRA_SETS = ["一五十", "壹伍拾"]  # where a rule set has them

# Hands of 20 that want 三 or 六 and then have 15 息.
READY = "四五一二三七八九壹壹壹叁叁叁柒捌玖十拾拾"
READY_TOO = "四五二七十七八九贰贰贰伍伍伍陆柒捌一一壹"


def in_order(cards):
    return "".join(sorted(cards, key=NAMES.index))


def near(card):
    """The cards that stand in some set with this one, itself included."""
    return "".join(sorted({c for s in SETS if card in s for c in s} | {card}, key=NAMES.index))


# -- decks -----------------------------------------------------------------------------------------------------------


class NoDeck(Exception):
    """The cards cannot be dealt as written."""


def deck(*hands, liang="", wall="", dealer=0, apart="", of=(0,), rules=STD, tries=200):
    """A deck, in dealing order, whose hands (in seat order) and wall begin as written.

    `?` in the wall is some card that no hand holds twice. What fills the hands makes no 坎 and, where possible, no pair
    and nothing of the cards named; in the hands of the seats `of`, nothing that goes with a card of `apart`.
    """
    for seed in range(tries):
        try:
            return _deck(hands, liang, wall, dealer, (apart, of), rules, random.Random(seed))
        except NoDeck as error:
            failed = error
    raise failed


def _deck(hands, liang, wall, dealer, apart, rules, rng):
    texts = [*hands, "", "", "", ""][: rules.seats]
    held = [Counter(parse_cards(text)) for text in texts]
    named = [k for hand in held for k in hand.elements()] + [NAMES.index(c) for c in liang + wall.replace("?", "")]
    left = Counter(dict.fromkeys(range(20), 4))
    left.subtract(named)
    if min(left.values()) < 0:
        raise NoDeck(f"more than four of {card_name(min(left, key=left.get))}")

    def take(cost):
        """The card left that does the least harm."""
        kind = min((cost(k), rng.random(), k) for k in range(20) if left[k] > 0)
        if kind[0] >= 1000:
            raise NoDeck("no card is left that would do no harm")
        left[kind[2]] -= 1
        return kind[2]

    drawn = []
    for card in wall:
        if card == "?":
            kind = take(lambda k: 1000 * any(h[k] > 1 for h in held) + 50 * (k in named) + 10 * drawn.count(k))
            drawn.append(kind)
        else:
            drawn.append(NAMES.index(card))
    alone = {k for k, card in zip(drawn, wall, strict=True) if card == "?"}
    keep_away = {NAMES.index(c) for card in apart[0] for c in near(card)}
    for seat in sorted(range(rules.seats), key=lambda seat: (seat not in apart[1], not texts[seat])):
        hand = held[seat]
        written = set(hand)

        def cost(k, hand=hand, written=written, shut=keep_away if seat in apart[1] else ()):
            if hand[k] >= (1 if k in alone else 2) or k in shut or (hand[k] == 1 and k in drawn and k not in written):
                return 1000
            return 100 * (k in written) + 30 * (k in named) + 20 * hand[k]

        while hand.total() < rules.deal:
            hand[take(cost)] += 1
    if not liang:
        liang = card_name(
            take(lambda k: 1000 * (held[dealer][k] > 1 or k in drawn) + 50 * (k in named) + held[dealer][k])
        )
    rest = list(left.elements())
    rng.shuffle(rest)
    cards = [k for d in range(rules.seats) for k in sorted(held[(dealer + d) % rules.seats].elements())]
    return (cards + parse_cards(liang) + drawn + rest)[: rules.deck_size]


def dealt(*hands, dealer=0, rules=STD, **more):
    """A game that begins as written (see `deck`)."""
    return Game.from_deck(rules, deck(*hands, dealer=dealer, rules=rules, **more), dealer)


# -- playing ---------------------------------------------------------------------------------------------------------


def legal(game):
    """What each seat asked may do, as texts: {0: ["peng", "pass"]}; {} when the hand is over."""
    decision = game.decision
    return {} if decision is None else {seat: [str(a) for a in acts] for seat, acts in decision.legal.items()}


def play(game, *moves):
    """Play the moves, each the answers to one decision (`0 peng` or `0 pass, 1 hu`); whoever is not named passes.

    Claims that the next move does not fit are passed by all. Stops at the decision after the last move.
    """
    for move in moves:
        said = {int(part.split()[0]): parse_action(part.split(maxsplit=1)[1]) for part in move.split(",")}
        while not _fits(game, said):
            decision = game.decision
            assert decision is not None, f"the hand is over before {move!r}"
            assert decision.kind == "claims", f"{move!r}, but asked is {legal(game)}"
            answer(game, {})
        answer(game, said)
    return game


def on(game):
    """Everybody passes until somebody owes a discard or the hand is over."""
    while game.decision and game.decision.kind == "claims":
        answer(game, {})
    return game


def drawn(game, number):
    """Everybody passes until wall card `number` (from 1) lies open; who is asked about it."""
    while game.decision and game.decision.kind == "claims" and 19 - game.view(None).wall < number:
        answer(game, {})
    return legal(game) if game.decision and 19 - game.view(None).wall == number else {}


def discarded(game, card):
    """Who is asked about the card that has just been discarded."""
    decision = game.decision
    return legal(game) if decision.origin == "discard" and decision.card == card else {}


def _fits(game, said):
    return game.decision is not None and all(game.can(action, seat) for seat, action in said.items())


def answer(game, said):
    """One decision: these answers, and 过 of every other seat that is asked; the new events."""
    for seat in game.decision.legal:
        new = game.do(said.get(seat, Pass()), seat)
    return new


def play_out(game, choose):
    """Play to the end; `choose(game, seat, actions)` gives an action. The steps, as in a trace."""
    steps = []
    while (decision := game.decision) is not None:
        step = {"ask": decision.kind}
        if decision.kind == "discard":
            step["seat"] = next(iter(decision.legal))
        else:
            step |= {"card": decision.card, "origin": decision.origin, "owner": decision.owner}
        step["legal"] = {str(seat): [str(a) for a in actions] for seat, actions in decision.legal.items()}
        did = {seat: choose(game, seat, actions) for seat, actions in decision.legal.items()}
        step["did"] = {str(seat): str(action) for seat, action in did.items()}
        steps.append(step)
        answer(game, did)
    return steps


def trace(game, steps):
    """A finished hand in the form that the referee reads."""
    n, size = game.rules.seats, game.rules.deal
    hands = [""] * n
    for d in range(n):
        hands[(game.dealer + d) % n] = "".join(card_name(k) for k in game.deck[d * size : (d + 1) * size])
    wall = [card_name(k) for k in game.deck[n * size :]]
    won = game.result
    return {
        "game": "zipai",
        "rules": game.rules.id,
        "deal": {"dealer": game.dealer, "hands": hands, "liang": wall[0], "wall": wall[1:]},
        "steps": steps,
        "result": {
            "winner": won.winner, "huxi": won.huxi, "tun": won.tun, "zimo": won.zimo, "tianhu": won.tianhu,
            "payments": list(won.net),
        },
    }  # fmt: skip


def melds(game, seat):
    """The row of a seat as its owner sees it: `偎三三三 吃一二三`."""
    names = {"ti": "提", "pao": "跑", "wei": "偎", "chouwei": "臭偎", "peng": "碰", "chi": "吃"}
    return " ".join(names[meld.kind] + meld.cards for meld in game.view(seat).seats[seat].melds)


def hand(game, seat):
    """The concealed cards of a seat, without spaces."""
    return "".join(card_name(k) for k in game.hand(seat))


def last(game, kind):
    """The latest event of this class."""
    return next(event for event in reversed(game.events) if isinstance(event, kind))
