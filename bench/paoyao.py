"""Numbers of docs/paoyao-strategy.md: chances, what the advice is worth, what the exact player gains, how fast it all is.

    python bench/paoyao.py [--scale X] [PART ...]

PART is any of: chances, speed, yao, advice, digging, waiting, exact, four, sitting; without one, all. Every mean comes with half the width
of its 95 % interval; it is narrower with a larger --scale.
"""

import argparse
import random
import sys
import time

import numpy as np

from erqishi.paoyao import Capture, Dig, Extend, Game, NoDig, Pass, ShowXier, TakeYao, load
from erqishi.paoyao.compiled import random_hands, random_hands_interpreted
from erqishi.paoyao.exact import choose_exact, evaluate
from erqishi.paoyao.players import play_advised, play_random, unseen
from erqishi.paoyao.ruleset import CHOICES, OPTIONS
from erqishi.paoyao.table import SUMMARY_SHAPE

LITERAL = load("changchun_literal")


def say(text):
    print(text, flush=True)


def share(hits, n):
    """A share with its interval, in per cent."""
    p = hits / n
    return f"{100 * p:.3f} % ± {196 * (p * (1 - p) / n) ** 0.5:.3f}"


def some(n, size):
    """So many hands at this size, two at least."""
    return max(2, int(n * size))


def mean(values):
    values = np.asarray(values, float)
    if len(values) < 2:
        return "-"
    return f"{values.mean():+.3f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.3f}"


# -- chances ------------------------------------------------------------------------------------------------------------


def chances(size):
    million = some(1_000_000, size)
    xier = pair = seats = 0
    for chunk in range(12):
        rank = random_hands(LITERAL, million, seed=(chunk + 3) * 7919 * (1 << 33) + chunk * 1234567)["deck"] >> 2
        for p in range(3):
            a, b, c = rank[:, p], rank[:, p + 3], rank[:, p + 6]
            xier += int(((a == b) & (b == c)).sum())
            pair += int(((a == b) | (b == c) | (a == c)).sum())
            seats += million
    say(f"喜儿, one given seat, {seats:,} hands: {share(xier, seats)} (1/425 = {100 / 425:.3f} %)")
    say(f"a pair or better in three: {share(pair, seats)} (1 - 18304/22100 = {100 * (1 - 18304 / 22100):.3f} %)")
    n = million
    rank = random_hands(LITERAL, n, seed=1 << 40)["deck"] >> 2
    a, b, c = rank[:, 0], rank[:, 3], rank[:, 6]  # the dealer's cards
    table = rank[:, 9:13]
    lone = (a != b) & (a != c)  # the first card, when the hand holds no other of its rank
    found = (table == a[:, None]).any(axis=1)
    say(
        f"a given hand card meets an open one: {share((found & lone).sum(), lone.sum())} (1 - C(46,4)/C(49,4) = {100 * (1 - 163185 / 211876):.3f} %)"
    )
    matched = np.stack([(table == x[:, None]).any(axis=1) for x in (a, b, c)]).sum(axis=0)
    for m in range(4):
        say(f"hand cards that meet an open one, {m}: {share((matched == m).sum(), n)}")
    one = lone & ((table == a[:, None]).sum(axis=1) == 1)
    hit = one & (rank[:, 51] == a)
    say(f"腰 of the rank of a front pair: {share(hit.sum(), one.sum())} (2/45 = {200 / 45:.3f} %)")


def speed(size):
    n = some(100_000, size)
    random_hands(LITERAL, 10)
    fast = {}
    for rules in ("changchun_literal", "changchun_lively", "cungui_yao", "fold"):
        begun = time.perf_counter()
        fast[rules] = random_hands(rules, n, players=3, seed=7, chips=5, carry=2)
        took = time.perf_counter() - begun
        begun = time.perf_counter()
        slow = random_hands_interpreted(rules, n // 4, players=3, seed=7, chips=5, carry=2)
        slow_took = time.perf_counter() - begun
        same = all(
            np.array_equal(fast[rules][name][: n // 4], [getattr(o, name) for o in slow]) for name in SUMMARY_SHAPE
        )
        say(
            f"{rules}: compiled {n / took:,.0f} games/s, interpreted {n // 4 / slow_took:,.0f}, {n // 4:,} games equal: {same}"
        )
        if not same:
            sys.exit(1)
    rng = random.Random(7)
    hands = some(250, size)
    for number in range(400):
        rules = LITERAL.replace(**any_options(rng))
        how = {
            "players": rng.randint(2, 4),
            "seed": 1000 * number,
            "chips": rng.randint(0, 9),
            "carry": rng.randint(0, 9),
        }
        quick, slow = random_hands(rules, hands, **how), random_hands_interpreted(rules, hands, **how)
        if not all(np.array_equal(quick[name], [getattr(o, name) for o in slow]) for name in SUMMARY_SHAPE):
            say(f"different: {rules.differences()}, {how}")
            sys.exit(1)
    say(f"400 rule sets with every option by chance, 2 to 4 players, {400 * hands:,} games equal: True")


def any_options(rng):
    """Every option by chance, without contradictions."""
    options = {name: rng.random() < 0.4 for name in OPTIONS if isinstance(getattr(LITERAL, name), bool)}
    options |= {name: rng.choice(values) for name, values in CHOICES.items()}
    if options["participation"] == "true_fold":
        options["forced_ante"] = False
    else:
        options["sole_digger"] = "refund"
    if options["pot"] not in ("yao_capturer", "top_scorer"):
        options["void_pot"] = "carry"
    return options


# -- players ------------------------------------------------------------------------------------------------------------


class Advised:
    """The advice with parts left out. digs_from: matches without which it does not dig."""

    def __init__(self, digs_from=1, quads_first=True, remembers=True, holds_back=True):
        self.digs_from, self.quads_first = digs_from, quads_first
        self.remembers, self.holds_back = remembers, holds_back

    def __call__(self, view, legal, rules, chance):
        if len(legal) == 1:
            return legal[0]
        for wanted in (ShowXier(), TakeYao()):
            if wanted in legal:
                return wanted
        if Dig() in legal:
            return Dig() if matches(view) >= self.digs_from else NoDig()
        grow = [a for a in legal if isinstance(a, Extend)]
        pairs = [a for a in legal if isinstance(a, Capture)]
        if grow and (self.quads_first or not pairs):
            return grow[0]
        if not self.remembers:
            return chance.choice(pairs) if pairs else (grow or [legal[0]])[0]
        left = unseen(view)
        contested = sorted((a for a in pairs if left[a.card[1:]]), key=lambda a: -left[a.card[1:]])
        if contested:
            return contested[0]
        if self.holds_back and Pass() in legal:
            return Pass()
        return (pairs or grow or [legal[0]])[0]


def exact(view, legal, rules, chance):
    return choose_exact(view, legal, rules)


def matches(view):
    return sum(card[1:] in {other[1:] for other in view.opened} for card in view.dealt)


def play(rules, seats, seed, dealer=0, chips=None, carry=0):
    rng = np.random.default_rng(seed)

    class Chance:
        def choice(self, seq):
            return seq[rng.integers(len(seq))]

    game = Game.deal(rules, seed=seed, dealer=dealer, players=len(seats), chips=chips, carry=carry)
    while game.decision:
        seat = game.decision.seat
        game.do(seats[seat](game.view(seat), game.decision.legal[seat], rules, Chance()), seat)
    return game


def gained(game, seat):
    """Chips, with an equal share of what stays in the pot."""
    r = game.result
    return r.chips[seat] - game.chips[seat] + (r.carry - game.carry) / game.players


def duel(rules, hero, other, field, deals, players=3, first=0, carry=0):
    """What `hero` gains over `other` in the same seat of the same deal among the same `field`, a number for each deal."""
    gains = []
    for seed in range(first, first + deals):
        for seat in range(players):
            each = []
            for one in (hero, other):
                seats = [field] * players
                seats[seat] = one
                each.append(gained(play(rules, seats, seed, carry=carry), seat))
            gains.append(each[0] - each[1])
    return np.asarray(gains).reshape(deals, players).mean(axis=1)


def advice(size):
    deals = some(4000, size)
    full = Advised()
    for rules in ("changchun_literal", "changchun_lively", "cungui_yao"):
        rules = load(rules)
        say(
            f"{rules.id}, {deals:,} deals, each in all three seats, among players who follow all the advice; chips a hand:"
        )
        for name, other in (
            ("谨慎挖坑: digs with a match, not always", Advised(digs_from=0)),
            ("  digs with a match, not only with two", Advised(digs_from=2)),
            ("  digs with a match, not never", Advised(digs_from=4)),
            ("观察记忆: takes first what others may hold, not by chance", Advised(remembers=False)),
            ("控制顺序: holds back what is safe, not at once", Advised(holds_back=False)),
            ("组合优先: 王八 before 对子, not after", Advised(quads_first=False)),
        ):
            say(f"  {name}: {mean(duel(rules, full, other, full, deals))}")
    for base in ("changchun_literal", "cungui_yao"):
        rules = load(base).replace(void_pot="to_last")
        gain = mean(duel(rules, full, Advised(holds_back=False), full, deals))
        say(f"{base} with void_pot = to_last, 控制顺序: {gain}")


def yao(size):
    deals = some(20_000, size)
    everybody = Advised(digs_from=0)
    for claim in ("front_only", "hand_or_front", "single_captures_yao"):
        rules = LITERAL.replace(yao_claim=claim)
        taken = able = last = settled = 0
        for seed in range(deals):
            game = play(rules, [everybody] * 3, seed)
            if game.result.outcome == "settled":
                settled += 1
                taken += game.result.taken_by is not None
                t = game.state
                k = t.yao >> 2
                start = {p: sum(c >> 2 == k for c in t.deck[p:9:3]) for p in range(3)}
                held = [
                    start[p] + sum(c >> 2 == k and t.place[c] == 4 + p and c in t.deck[9:13] for c in range(52))
                    for p in range(3)
                ]
                need = 1 if claim == "single_captures_yao" else 2
                could = [p for p in range(3) if held[p] >= need]
                able += len(could) > 1
                last += len(could) > 1 and game.result.taken_by == t.last
        say(
            f"腰, all dig, {claim}: taken in {share(taken, settled)}, two able at once {share(able, settled)}, of which the last capturer took {last} of {able}"
        )


def digging(size):
    deals = some(300, size)
    for name in ("changchun_literal", "changchun_lively"):
        rules = load(name)
        many = deals if name == "changchun_literal" else max(2, deals // 3)
        for carry in (0, 9):
            for dug in (False, True):
                found = {m: [] for m in range(4)}
                for seed in range(many):
                    game = Game.deal(rules, seed=seed, players=3, carry=carry)
                    if game.decision.kind != "bet":
                        continue
                    if dug:
                        game.do(Dig())
                    seat = game.decision.seat
                    view = game.view(seat)
                    worth = evaluate(view, rules, legal=game.decision.legal[seat]).values
                    found[matches(view)].append(worth[Dig()] - worth[NoDig()])
                who = "second, after a 挖" if dug else "first to speak"
                told = ", ".join(f"{m}: {mean(v)} ({len(v)})" for m, v in found.items() if len(v) > 1)
                say(f"挖 over 不挖 by matches, {name}, pot {carry}, {who}: {told}")


def waiting(size):
    """What passing costs where one can capture, by whether another seat may hold the rank."""
    deals = some(300, size)
    for name in ("changchun_literal",):
        rules = load(name)
        safe, contested, order = [], [], []
        for seed in range(deals):
            game = Game.deal(rules, seed=seed, players=3)
            while game.decision:
                seat, legal = game.decision.seat, game.decision.legal[game.decision.seat]
                view = game.view(seat)
                if game.decision.kind == "capture" and Pass() in legal and len(legal) > 1:
                    worth = evaluate(view, rules, legal=legal).values
                    takes = [worth[a] for a in legal if a != Pass()]
                    left = unseen(view)
                    held = [left[str(a).split()[-1][1:]] > 0 for a in legal if a != Pass()]
                    (contested if any(held) else safe).append(max(takes) - worth[Pass()])
                    if len({str(a).split()[-1][1:] for a in legal if a != Pass()}) > 1:
                        order.append(max(takes) - min(takes))
                bold = game.decision.kind == "bet"
                game.do(Dig() if bold else play_advised(view, [a for a in legal if a != Pass()] or legal, rules, None))
        say(
            f"capturing over passing, {name}: contested {mean(contested)} ({len(contested)}), safe {mean(safe)} ({len(safe)})"
        )
        say(f"best over worst of captures of different ranks: {mean(order)} ({len(order)})")


def exact_gain(size):
    deals = some(300, size)
    for name, many in (("changchun_literal", deals), ("changchun_lively", max(2, deals // 4))):
        rules = load(name)
        for label, other in (("the advice", play_advised), ("random", play_random)):
            for where, field in (("advice", play_advised), ("random", play_random)):
                begun = time.perf_counter()
                gains = duel(rules, exact, other, field, many)
                say(
                    f"exact over {label}, {name}, among {where} players, {many} deals in all three seats: {mean(gains)} chips a hand ({time.perf_counter() - begun:.0f} s)"
                )


def four(size):
    """Four players: what a sample of worlds says beside all of them, and what the sampling player gains."""
    for name, deals in (("changchun_literal", 24), ("changchun_lively", 4)):
        rules = load(name)
        off, errors, lost, by_matches, longest, worlds = [], [], [], {m: [] for m in range(4)}, 0.0, 0
        for seed in range(some(deals, size)):
            game = Game.deal(rules, seed=seed, players=4)
            if game.decision.kind != "bet":
                continue
            seat = game.decision.seat
            view, legal = game.view(seat), game.decision.legal[seat]
            drawn = evaluate(view, rules, legal=legal)
            begun = time.perf_counter()
            whole = evaluate(view, rules, legal=legal, whole=True)
            longest = max(longest, time.perf_counter() - begun)
            worlds += 1
            off += [abs(drawn.values[a] - whole.values[a]) for a in legal]
            errors += list(drawn.errors.values())
            lost.append(whole.values[whole.best] - whole.values[drawn.best])
            by_matches[matches(view)].append(whole.values[Dig()] - whole.values[NoDig()])
        say(
            f"four players, {name}, {worlds} deals, first to speak: a value of 4,000 drawn worlds is off by {np.mean(off):.3f} on the average, "
            f"{max(off):.3f} at most (its interval: {np.mean(errors):.3f}); chosen otherwise {sum(x > 0 for x in lost)} of {worlds}, which costs "
            f"{np.mean(lost):.4f}; all worlds take {longest:.1f} s at most"
        )
        told = ", ".join(f"{m}: {mean(v)} ({len(v)})" for m, v in by_matches.items() if len(v) > 1)
        say(f"挖 over 不挖 by matches, {name}, four players, all worlds, first to speak: {told}")
    deals = some(100, size)
    for label, other in (("the advice", play_advised), ("random", play_random)):
        gains = duel(LITERAL, exact, other, play_advised, deals, players=4)
        say(
            f"exact (sampled) over {label}, four players, among advice players, {deals} deals in all four seats: {mean(gains)}"
        )


def sitting(size):
    """The pot goes on from hand to hand, stacks are full again each hand."""
    hands = some(200, size)
    for name, many in (("changchun_literal", hands), ("changchun_lively", max(2, hands // 3))):
        rules = load(name)
        for label, player in (("advice", play_advised), ("exact", exact)):
            carry, void, pots, taken = 0, 0, [], 0
            n = many * 20 if label == "advice" else many
            for hand in range(n):
                game = play(rules, [player] * 3, hand, dealer=hand % 3, carry=min(carry, 60))
                void += game.result.outcome == "liuju"
                taken += game.result.taken_by is not None
                pots.append(carry)
                carry = game.result.carry
            say(
                f"sitting, {name}, three {label} players, {n} hands: 流局 {share(void, n)}, 腰 taken {share(taken, n)}, pot before a hand {np.mean(pots):.1f}"
            )


PARTS = {
    "chances": chances,
    "speed": speed,
    "yao": yao,
    "advice": advice,
    "digging": digging,
    "waiting": waiting,
    "exact": exact_gain,
    "four": four,
    "sitting": sitting,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[[], *PARTS])
    parser.add_argument(
        "--scale", type=float, default=1.0, help="how much of the usual number of hands; 0.01: to see that it runs"
    )
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        say(f"== {name}")
        PARTS[name](asked.scale)


if __name__ == "__main__":
    main()
