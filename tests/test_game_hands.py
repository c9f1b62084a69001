"""What a group is worth, whole hands, 囤 and payments of the rule examples, each won in a played hand (core.md §5, §16, §17)."""

import itertools
import random
from collections import Counter

import pytest

from erqishi.zipai.actions import parse_action
from erqishi.zipai.game import Game
from reference.naive_cover import best, cards_of, counts_of
from rule_examples import EXAMPLES, covers, ids
from tables import NAMES, READY, STD, NoDeck, answer, dealt, deck, hand, in_order, legal, melds, play

SHORT = STD.replace(min_huxi=0)


def wins_with(groups, *, rules=STD, tries=1500):
    """Games played by seat 0 up to the offered 胡 that completes these groups [("偎", "三三三"), …], by different ways.

    坎, dealt 提 and 将 are dealt; 一句话 and 绞 are laid by 吃 or kept in hand; every card that is gained comes from the
    wall. (Whether the same cards may also be read as other groups is for the caller to judge.)
    """
    for seed in range(tries):
        plan = _plan(groups, random.Random(seed))
        if plan is None:
            continue
        try:
            cards = deck(plan.hand, wall=plan.wall, dealer=plan.dealer, rules=rules, tries=2)
        except NoDeck:
            continue
        game = _follow(Game.from_deck(rules, cards, plan.dealer), plan)
        if game is not None:
            yield game


class _Plan:
    """What seat 0 is dealt, and by which wall cards (index -> what it does with it) it comes to its groups."""

    def __init__(self, dealer):
        self.dealer = dealer
        self.hand = ""
        self.wall = ""
        self.moves = {}
        self.needed = Counter()


def _plan(groups, rng):
    plan = _Plan(rng.choice((1, 2)))
    gains = []  # (card, drawers, move)
    ti = kan = 0
    chis = [i for i, (name, _) in enumerate(groups) if name in ("一句话", "绞")]
    held = set(rng.sample(chis, min(len(chis), rng.choice((0, 0, 0, 1, 1, 2, 3)))))
    for i, (name, cards) in enumerate(groups):
        card = cards[0]
        if name == "将" or i in held:
            plan.hand += cards
        elif name == "坎":
            plan.hand += cards
            kan += 1
        elif name == "提" and ti < 2 and rng.random() < 0.8:
            plan.hand += cards
            ti += 1
        elif name in ("提", "跑"):
            start = rng.choice(("坎", "坎", "偎", "碰" if name == "跑" else "偎"))
            kan += start == "坎"
            plan.hand += card * (3 if start == "坎" else 2)
            if start != "坎":
                gains.append((card, (0,) if start == "偎" else (1, 2), "own" if start == "偎" else "peng"))
            gains.append((card, (0,) if name == "提" or (start == "碰" and rng.random() < 0.5) else (1, 2), "own"))
        elif name in ("偎", "臭偎"):
            plan.hand += card * 2
            if name == "臭偎":
                gains.append((card, (1, 2), "pass"))
            gains.append((card, (0,), "own"))
        elif name == "碰":
            plan.hand += card * 2
            gains.append((card, (1, 2), "peng"))
        else:
            at = rng.randrange(3)
            plan.hand += cards[:at] + cards[at + 1 :]
            gains.append((cards[at], rng.choice(((0,), (2,))), f"chi {in_order(cards)}"))
    rng.shuffle(gains)
    for card in {gain[0] for gain in gains}:  # a triple comes before its fourth card
        mine = [gain for gain in gains if gain[0] == card and gain[2] in ("peng", "pass", "own")]
        if len(mine) == 2:
            first, second = sorted(gains.index(gain) for gain in mine)
            order = (
                sorted(mine, key=lambda gain: gain[2] == "own")
                if mine[0][2] != mine[1][2]
                else sorted(mine, key=lambda gain: gain[1] == (0,), reverse=True)
            )
            gains[first], gains[second] = order
    if not gains or ti + kan >= 5 or gains[-1][2] == "pass" or len(plan.hand) > 20:
        return None
    counts = Counter(plan.hand)
    whole = {cards[0] for name, cards in groups if name in ("坎", "提", "跑")}
    if any(n > 2 and card not in whole for card, n in counts.items()):
        return None
    plan.needed = counts
    drawer = (plan.dealer + 1) % 3
    for i, (card, drawers, move) in enumerate(gains, start=1):
        while drawer not in drawers:
            plan.wall += "?"
            drawer = (drawer + 1) % 3
        plan.moves[len(plan.wall)] = "hu" if i == len(gains) else move
        plan.wall += card
        drawer = (drawer + 1) % 3 if move == "pass" else 1
    return plan if len(plan.wall) <= 19 else None


def _follow(game, plan):
    """Play by the plan; the game when its 胡 is on offer, None when something came in between."""
    needed = Counter(plan.needed)
    while (decision := game.decision) is not None:
        if decision.kind == "discard":
            seat = next(iter(decision.legal))
            spare = [a for a in decision.legal[seat] if seat or hand(game, 0).count(a.card) > needed[a.card]]
            if not spare:
                return None
            game.do(spare[0], seat)
            continue
        at = 18 - game.view(None).wall
        move = plan.moves.get(at, "pass") if decision.origin in ("draw", "own_meld") else "pass"
        if move == "hu":
            return game if "hu" in legal(game).get(0, []) else None
        if move == "own":
            move = "pass"
        if 0 in decision.legal:
            if not game.can(parse_action(move), 0):
                return None
            if move.startswith("chi"):
                needed.subtract(move[4:].replace(decision.card, "", 1))
            elif move == "peng":
                needed[decision.card] -= 2
        answer(game, {0: parse_action(move)} if 0 in decision.legal else {})
    return None


WORDS = {"提": "ti", "跑": "pao", "偎": "wei", "臭偎": "chouwei", "碰": "peng", "吃": "chi"}
BLANKS = [
    "四五六",
    "肆伍陆",
    "七八九",
    "柒捌玖",
    "一一壹",
    "三三叁",
    "四四肆",
    "五五伍",
    "六六陆",
    "七七柒",
    "八八捌",
    "九九玖",
    "十十拾",
    "叁肆伍",
    "五六七",
]


def judged(game):
    """息 of the offered 胡 of seat 0 by the independent evaluator."""
    row = []
    for word in melds(game, 0).split():
        cards = word.lstrip("提跑偎臭碰吃")
        row.append((WORDS[word.removesuffix(cards)], cards_of(cards)))
    how = "none" if game.decision.origin == "own_meld" else "draw" if game.decision.owner == 0 else "other"
    return best(counts_of(hand(game, 0)), row, None if how == "none" else cards_of(game.decision.card)[0], how)[0]


def won_with(groups, huxi, rules=STD, zimo=None, tries=1500):
    """A won hand of these groups that cannot be read for more than `huxi`; None when the cards never come so."""
    for game in wins_with(groups, rules=rules, tries=tries):
        if judged(game) == huxi and (zimo is None or (game.decision.owner == 0) == zimo):
            return play(game, "0 hu")
    return None


def blanks(groups, rng):
    """`groups` and as many sets without 息 as make seven, of other cards."""
    used = Counter("".join(cards for _, cards in groups))
    for cards in rng.sample(BLANKS, len(BLANKS)):
        if len(groups) < 7 and not set(cards) & set(used):
            groups = [*groups, ("绞" if cards[0] == cards[1] else "一句话", cards)]
            used.update(cards)
    return groups if len(groups) == 7 else None


def some_hand(pieces, rng):
    """Seven groups of other cards that are worth the same: triples, 绞 and sets without 息 by chance."""
    groups = []
    free = set(NAMES) - {c for name, cards in pieces for c in cards if name == "一句话" and cards in SCORING}
    for name, cards in pieces:
        if cards in SCORING:
            groups.append((name, cards))
        elif len(set(cards)) == 1:
            kinds = [c for c in (NAMES[:10] if cards[0] in NAMES[:10] else NAMES[10:]) if c in free]
            if not kinds:
                return None
            card = rng.choice(kinds)
            free.discard(card)
            groups.append((name, card * len(cards)))
    return blanks(groups, rng)


SCORING = ("一二三", "壹贰叁", "二七十", "贰柒拾")


@pytest.mark.parametrize("key", ids("unit"))
@covers(*ids("unit"))
def test_unit(key):
    """The group, six without 息 (five and a 将 beside a quad): the hand is worth what the group is worth."""
    given = EXAMPLES[key]["given"]
    name, cards = given["kind"], "".join(given["cards"])
    groups = [(name, cards)] + [("将", "贰贰")] * (name in "提跑") + [("跑", "捌捌捌捌")] * (name == "将")
    huxi = EXAMPLES[key]["expect"]["huxi"] + 9 * (name == "将")
    for seed in range(40):
        whole = blanks(groups, random.Random(seed))
        if whole and (game := won_with(whole, huxi, SHORT, tries=10)):
            assert game.result.huxi == huxi
            return
    raise AssertionError("no such hand came about")


#: To these `wins_with` finds no way: a 坎, 碰 or 偎 and the fourth card of its kind in another set, twice over, or sets
#: that only a 比 which cannot be laid would allow. The same groups of other cards are played for them.
NEVER = {229, 234, 240, 245, 247, 255, 260, 263, 267, 279, 281, 282, 284, 285, 289, 295, 297, 303}


@pytest.mark.parametrize("key", ids("hand", "hand_generated"))
@covers(*ids("hand", "hand_generated"))
def test_hand(key):
    expect = EXAMPLES[key]["expect"]
    groups = [(group["kind"], "".join(group["cards"])) for group in EXAMPLES[key]["given"]["groups"]]
    rules = STD if expect["can_hu"] else STD.replace(min_huxi=expect["huxi"])
    if int(key[-3:]) in NEVER:
        others = (some_hand(groups, random.Random(seed)) for seed in range(100))
        game = next(filter(None, (won_with(other, expect["huxi"], rules, tries=10) for other in others if other)))
    else:
        game = won_with(groups, expect["huxi"], rules)
    won = game.result
    assert won.huxi == expect["huxi"]
    if expect["can_hu"]:
        assert won.tun == expect["tun"] + won.zimo
    assert won.net == (2 * won.tun, -won.tun, -won.tun)
    if not expect["can_hu"]:
        again = dealt_again(game, STD)
        assert again.decision is None or "hu" not in legal(again).get(0, [])


def dealt_again(game, rules):
    """The same deck and answers under other rules, up to the last decision."""
    again = Game.from_deck(rules, game.deck, game.dealer)
    for did in game.did[:-1]:
        for seat, action in did.items():
            again.do(action, seat)
    return again


PIECES = [("提", "捌捌捌捌", 12), ("提", "八八八八", 9), ("坎", "陆陆陆", 6), ("坎", "六六六", 3)] * 2
PIECES += [("一句话", "壹贰叁", 6), ("一句话", "一二三", 3), ("一句话", "二七十", 3), ("碰", "玖玖玖", 3)]
PIECES += [("碰", "九九九", 1), ("跑", "柒柒柒柒", 9)] * 2


def hand_worth(huxi):
    """A played hand of exactly this 息: 提 and 坎 as dealt, sets that score, 碰."""
    rng = random.Random(huxi)
    while True:
        some = rng.sample(PIECES, rng.randint(2, 6))
        groups = [(name, cards) for name, cards, _ in some]
        names = "".join(name for name, _ in groups)
        triples = names.count("坎") + names.count("跑")
        if sum(value for *_, value in some) == huxi and names.count("提") <= 2 and names.count("提") + triples < 5:
            whole = some_hand(groups + [("将", "十十")] * ("提" in names or "跑" in names), rng)
            if whole and (game := won_with(whole, huxi, tries=6)):
                return game


@covers("table-056")
def test_tun_of_every_huxi():
    for huxi, tun in EXAMPLES["table-056"]["expect"].items():
        won = hand_worth(int(huxi)).result
        assert (won.huxi, won.tun - won.zimo) == (int(huxi), tun)


@covers("table-057")
def test_tun_of_every_tianhu():
    for huxi, tun in EXAMPLES["table-057"]["expect"].items():
        for ti12, ti9, kan6, kan3 in itertools.product(range(6), repeat=4):
            cards = 4 * (ti12 + ti9) + 3 * (kan6 + kan3)
            enough = ti12 + ti9 >= 3 or ti12 + ti9 + kan6 + kan3 >= 5
            if cards <= 20 and enough and 12 * ti12 + 9 * ti9 + 6 * kan6 + 3 * kan3 == int(huxi):
                break
        big, small = NAMES[10:], NAMES[:10]
        held = "".join(c * 4 for c in big[:ti12] + small[:ti9]) + "".join(
            c * 3 for c in big[5 : 5 + kan6] + small[5 : 5 + kan3]
        )
        won = dealt("", held, dealer=0).result
        assert (won.winner, won.huxi, won.tun, won.zimo) == (1, int(huxi), tun, False)


@covers("payment-074")
def test_one_tun_off_anothers_draw_is_paid_by_both():
    assert play(dealt(READY, "玖", dealer=1, wall="六"), "1 discard 玖", "0 hu").result.net == (2, -1, -1)


@covers("payment-075")
def test_15_huxi_zimo_is_two_tun():
    game = play(dealt(READY, "", "玖", dealer=2, wall="六"), "2 discard 玖", "0 hu")
    assert (game.result.huxi, game.result.net) == (15, (4, -2, -2))


@covers("payment-076")
def test_30_huxi_zimo_at_a_base_of_two():
    groups = [(group["kind"], "".join(group["cards"])) for group in EXAMPLES["hand-052"]["given"]["groups"]]
    assert won_with(groups, 30, STD.replace(base=2), zimo=True).result.net == (28, -14, -14)
