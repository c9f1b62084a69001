"""Hands of the game by players of several kinds under any rules, checked by the independent referee (tests/reference)."""

import random
from collections import Counter
from typing import ClassVar

from erqishi.cards import NAMES
from erqishi.zipai import events as e
from erqishi.zipai.actions import Chi, Discard, Hu, Pass
from erqishi.zipai.game import Game
from erqishi.zipai.ruleset import RuleSet
from reference import referee
from reference.naive_hand import Hand
from tables import STD, play_out, trace

STYLES = ("random", "hu", "claims", "passes", "builder")


def options_of(rules: RuleSet) -> dict:
    """A rule set in the referee's words."""
    same = "seats deal wall min_huxi hu_on_discard hu_on_drawn liangzhang_hu forced_tianhu tianhu_formula tun_formula zimo_tun chou_scope"
    same += " chou_marks ti_before_liang own_unclaimed_draw_blocks pao_of_peng split_kan peng_forced hu_forced"
    options = {name: getattr(rules, name) for name in same.split()}
    options["huxi"] = {name: list(getattr(rules.huxi, name)) for name in rules.huxi.__struct_fields__}
    options["tianhu_fixed"] = rules.tianhu_fixed or None
    options["tianhu_best"] = rules.tianhu_huxi == "best"
    options["own_discard_blocks"] = list(rules.own_discard_blocks)
    options["extra_sets"] = list(rules.extra_sets)
    options["chi_from"] = list(rules.chi_from)
    return options


TABLES_OF_OTHER_SIZES = (
    {"seats": 2, "wall": 39},
    {"seats": 2, "wall": 19},  # twenty cards are left out unseen (core.md §3)
    {"seats": 4, "deal": 14, "wall": 23},
    {"seats": 4, "deal": 17, "wall": 11},
)


def random_rules(rng: random.Random) -> RuleSet:
    """Any rule set, of three seats mostly (一二三 and 二七十 keep their values: a table is built for each pair of them)."""

    def some(*values):
        return rng.choice(values)

    names = ("ti", "pao", "wei", "chouwei", "kan", "peng")
    discard = some(False, True)
    return STD.replace(
        id="any",
        **some(*[{}] * 4, *TABLES_OF_OTHER_SIZES),
        min_huxi=some(0, 3, 6, 9, 12, 15, 15, 18),
        huxi=some({}, {name: (rng.randint(0, 15), rng.randint(0, 12)) for name in names}),
        tun_formula=some("(x-12)//3", "x//5", "x", "(2x+1)//7"),
        zimo_tun=some(0, 1, 3),
        liangzhang_hu=some(True, True, False),
        forced_tianhu=some(True, True, False),
        tianhu_formula=some("(2x-12)//3", "x"),
        tianhu_huxi=some("ti_and_kan", "best"),
        tianhu_fixed=some(0, 6),
        ti_before_liang=some(False, True),
        hu_on_discard=discard,
        hu_on_drawn=some(True, True, not discard),
        hu_forced=some(False, False, True),
        split_kan=some(False, True),
        peng_forced=some(False, False, True),
        pao_of_peng=some("drawn_only", "any"),
        chi_from=tuple(s for s in ("prev_discard", "prev_draw", "own_draw") if rng.random() < 0.75),
        chou_scope=some("chi_and_peng", "eat_only"),
        chou_marks=some("upper", "unified", "separate"),
        own_discard_blocks=tuple(s for s in ("chi", "peng") if rng.random() < 0.6),
        own_unclaimed_draw_blocks=some(False, True),
        wei_visibility=some("hidden", "one_up"),
        initial_ti_hidden=some(False, True),
    )


def some_deck(rng: random.Random) -> list[int]:
    """A shuffled deck; one in three is clumped, so that 坎 and 提 are dealt."""
    size = rng.choice((1, 1, 2))
    blocks = [[k] * size for k in range(20) for _ in range(4 // size)]
    rng.shuffle(blocks)
    deck = [k for block in blocks for k in block]
    for _ in range(24 if size > 1 else 0):
        i, j = rng.randrange(80), rng.randrange(80)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def player(rng: random.Random, styles: tuple[str, ...]):
    """How each seat chooses: by chance, or leaning to 胡, to claims, to 过, or to keeping cards that go together."""

    def choose(game, seat, actions):
        style = styles[seat]
        if isinstance(actions[0], Discard):
            if style == "random" or rng.random() < 0.1:
                return rng.choice(actions)
            held = game.hand(seat)
            return min(actions, key=lambda a: (_friends(NAMES.index(a.card), held), rng.random()))
        claims = [a for a in actions if not isinstance(a, Pass)]
        if style == "random" or not claims:
            return rng.choice(actions)
        if style == "passes":
            return rng.choice(actions) if rng.random() < 0.2 else actions[-1]
        if isinstance(claims[0], Hu) and (rng.random() < (0.9 if style == "hu" else 0.5)):
            return claims[0]
        others = [a for a in claims if not isinstance(a, Hu)]
        two = [a for a in others if isinstance(a, Chi) and len(a.bi) == 2]
        if others and rng.random() < (0.9 if style == "claims" else 0.6):
            return rng.choice(two or others)
        return actions[-1]

    return choose


def _friends(kind: int, held: list[int]) -> int:
    rank = kind % 10
    together = 0
    for other in held:
        if other % 10 == rank:
            together += 3
        elif other // 10 == kind // 10 and abs(other % 10 - rank) <= 2:
            together += 2
    return together


class Watched(Hand):
    """The referee's hand, counting how often a rule made the difference."""

    counts: ClassVar[Counter] = Counter()

    def can_hu(self, seat, card, how):
        able = super().can_hu(seat, card, how)
        if card in self.hu_declined[seat] and not self.dead[seat]:
            huxi = self.best(seat, card, how)[0]
            if huxi is not None and huxi >= self.o["min_huxi"]:
                self.counts["臭胡 lock lifted" if able else "臭胡 lock used"] += 1
        return able

    def may_chi(self, seat, card, owner, origin):
        able = super().may_chi(seat, card, owner, origin)
        if not able and self.blocked(seat, card, "chi") and card not in self.no_chi[seat]:
            kept, self.own_cards[seat] = self.own_cards[seat], set()
            if super().may_chi(seat, card, owner, origin) and self.chi_plans(seat, card):
                self.counts["own discard blocks 吃"] += 1
            self.own_cards[seat] = kept
        return able

    def may_peng(self, seat, card):
        able = super().may_peng(seat, card)
        if not able and self.blocked(seat, card, "peng") and self.hands[seat][card] == 2:
            self.counts["own discard blocks 碰"] += 1
        return able


def count(game: Game, steps: list[dict], counts: Counter) -> None:
    """What came about in this hand."""
    quads = Counter()
    for event in game.events:
        if isinstance(event, e.Ti | e.Pao):
            quads[event.seat] += 1
            if quads[event.seat] > 1 and not (isinstance(event, e.Ti) and event.source == "deal"):
                counts["重跑 (a further 提 or 跑)"] += 1
            if isinstance(event, e.Pao):
                counts[f"跑 from {event.source}"] += 1
        elif isinstance(event, e.Dead | e.ChouWei | e.WallEmpty):
            counts[{"Dead": "dead hand", "ChouWei": "臭偎", "WallEmpty": "荒庄"}[type(event).__name__]] += 1
        elif isinstance(event, e.Laid):
            counts["比 laid"] += 1
        elif isinstance(event, e.Won):
            how = "forced 天胡" if event.forced else "亮张胡" if event.tianhu else f"胡 on {event.origin}"
            counts[how] += 1
            counts["自摸"] += event.zimo
            counts["胡 on the last wall card"] += game.view(None).wall == 0 and event.origin in ("draw", "own_meld")
            counts["胡 with a waiting 跑 (破跑胡)"] += _breaks_pao(game, event)
    for step in steps:
        if step["ask"] == "claims":
            counts["two seats able to 胡"] += sum("hu" in legal for legal in step["legal"].values()) > 1
            counts["亮张 wanted by two"] += step["origin"] == "liang" and len(step["legal"]) > 1
            counts["比 with two groups"] += any(said.count("比") == 2 for said in step["did"].values())
            counts["碰 and 吃 wanted by two seats"] += (
                len({said[:3] for said in step["did"].values()} & {"pen", "chi"}) > 1
            )


def _breaks_pao(game: Game, won: e.Won) -> bool:
    kind = NAMES.index(won.card)
    seats = range(game.rules.seats)
    triples = any(game.hand(seat).count(kind) == 3 for seat in seats)
    laid = any(m.kind in ("peng", "wei") and m.cards[0] == won.card for s in seats for m in game.view(s).seats[s].melds)
    return won.origin in ("draw", "discard") and (triples or laid)


def check(number: int, seed: int, rules: RuleSet, counts: Counter) -> list[str]:
    """Play hand `number` of a seed; the referee's objections."""
    rng = random.Random(f"{seed}:{number}")
    game = Game.from_deck(rules, some_deck(rng)[: rules.deck_size], number % rules.seats)
    steps = play_out(game, player(rng, tuple(rng.choice(STYLES) for _ in range(rules.seats))))
    count(game, steps, counts)
    counts["decisions"] += len(steps)
    kept, referee.Hand = referee.Hand, Watched
    Watched.counts = counts
    try:
        return referee.check_hand(trace(game, steps), options_of(rules))
    finally:
        referee.Hand = kept
