"""A hand of 跑胡子 as an object: ask it what may be done, do it, read what happened.

>>> game = Game.deal("std15", seed=7)
>>> game.decision
discard, seat 0: 一 三 五 七 十 壹 贰 叁 伍 陆 捌 玖
>>> game.do(Discard("一"))[:2]
[Discarded(seat=0, card='一'), TurnedUp(seat=1, card='一')]
>>> game.decision
claims on 一 (draw of seat 1), seat 2: chi一一壹 pass
>>> game.can(Peng())
False
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from erqishi.cards import COPIES, N_KINDS, WANG, card_name, hand_text, unpack
from erqishi.errors import UserInputError
from erqishi.zipai import cover, flat, kernel, rng, why
from erqishi.zipai import events as e
from erqishi.zipai.actions import Action, Discard, Hu, Pass, Peng, canonical, chi
from erqishi.zipai.claims import bi_options, unlaid
from erqishi.zipai.codes import BI, CHI, CLAIMING, DISCARDING, HU, OVER, PASS, PENG
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table, deal
from erqishi.zipai.translate import ORIGINS, meld_cards, translate
from erqishi.zipai.view import View, fold

if TYPE_CHECKING:
    from erqishi.zipai.scoring.outcome import Outcome


class Decision(msgspec.Struct, frozen=True):
    """What has to be chosen now.

    `kind` is `discard` (one seat) or `claims` (every seat with an option on `card`, asked together; nobody sees
    another's answer). `card`, `origin` and `owner` are set for claims. `legal`: the complete choices of each seat.
    """

    kind: Literal["discard", "claims"]
    legal: dict[int, tuple[Action, ...]]
    card: str | None = None
    origin: e.Origin | None = None
    owner: int | None = None

    def __repr__(self) -> str:
        """As a player would note it: `discard, seat 0: 一 二 五` or `claims on 五 (draw of seat 1), seat 2: hu pass`."""
        head = self.kind if self.card is None else f"claims on {self.card} ({self.origin} of seat {self.owner})"
        seats = [f"seat {p}: {' '.join(_brief(a) for a in acts)}" for p, acts in self.legal.items()]
        return ", ".join([head, *seats])


def _brief(action: Action) -> str:
    return action.card if isinstance(action, Discard) else str(action).replace(" ", "")


def _blocks(marks: tuple[bool, bool, bool]) -> tuple[e.Block, ...]:
    names: tuple[e.Block, ...] = ("chi", "peng", "hu")
    return tuple(name for name, mark in zip(names, marks, strict=True) if mark)


class Result(msgspec.Struct, frozen=True, repr_omit_defaults=True, omit_defaults=True):
    """How a hand ended. `winner` None is 荒庄. `net`: points of each seat (底分 included), summing to zero.

    Under local scoring: 息 and 囤 are those of the grouping that is paid; `fan`: the 名堂, each with its 番, factor or
    word; `fan_total`: all together; `points`: what one loser pays before 底分, or what the winner's total gains. Where 息
    are points (`RuleSet.scoring.account`) there is no 囤 (0) and `net` need not sum to zero.
    """

    winner: int | None
    huxi: int
    tun: int
    zimo: bool
    tianhu: bool
    net: tuple[int, ...]
    fan: dict[str, int | str] = {}
    fan_total: int | None = None
    points: int | None = None


class Game:
    """One hand, from the deal to the settlement. Pure: no clock, no randomness beyond the deck it is given.

    `rules`: the RuleSet; `deck`: the kinds in dealing order (docs/record.md); `events`: all that happened so far,
    every seat's secrets included (hand out `view(seat)` or `seen_by(seat)`); `did`: the answers given, one dict a
    decision; `huang`: hands without a winner directly before this one, which multiply it where the rules have 黄番 (0
    where they have not); `piao`: what each seat said it would 飘, where the rules ask (empty: nobody anything); `outcome`: what local scoring makes of it when it is over.
    """

    def __init__(
        self, rules: RuleSet, deck: Sequence[int], dealer: int = 0, *, huang: int = 0, piao: Sequence[int] = ()
    ) -> None:
        rules.require_playable()
        _check_deck(rules, deck, dealer)
        self.rules = rules
        self.deck = tuple(deck)
        self.dealer = dealer
        self.huang = _huang(rules, huang)
        self.piao = _piao(rules, piao)
        self.outcome: Outcome | None = None
        self.events: list[e.Event] = []
        self.did: list[dict[int, Action]] = []
        self._flat = flat.plain(rules)
        self._table = Table(rules.seats)
        self._answers: dict[int, Action] = {}
        self._moves: dict[int, dict[Action, tuple[int, ...]]] = {}
        self._decision: Decision | None = None
        deal(self._table, deck, dealer)
        self._start()

    @classmethod
    def deal(cls, rules: RuleSet | str = "std15", *, seed: int, dealer: int = 0, huang: int = 0) -> Game:
        """A game from a small seed, for study and simulation (real tables use `erqishi.shuffle`)."""
        chosen = _rules(rules)
        return cls(chosen, deck_from_seed(chosen, seed), dealer, huang=huang)

    @classmethod
    def from_deck(
        cls, rules: RuleSet | str, deck: Sequence[int], dealer: int = 0, *, huang: int = 0, piao: Sequence[int] = ()
    ) -> Game:
        """A game from kinds in dealing order: dealer's cards, 下家's, 上家's, the 亮张, the wall."""
        return cls(_rules(rules), deck, dealer, huang=huang, piao=piao)

    # -- asking ------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What has to be chosen now, without the seats that have answered; None when the hand is over."""
        if self._decision is None:
            return None
        open_ = {seat: acts for seat, acts in self._decision.legal.items() if seat not in self._answers}
        return msgspec.structs.replace(self._decision, legal=open_)

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self._table.phase == OVER)

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        t = self._table
        if t.phase != OVER:
            return None
        winner = t.winner if t.winner >= 0 else None
        made = Result(winner, t.huxi, t.tun, bool(t.zimo), bool(t.tianhu), tuple(t.net[: t.n]))
        settled = None if self.outcome is None else self.outcome.settled
        if settled is None:
            return made
        return msgspec.structs.replace(made, fan=settled.fan, fan_total=settled.fan_total, points=settled.points)

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """What `seat` (or the only seat asked) may do now; empty when it is not asked."""
        decision = self.decision
        self._check_seat(seat)
        if decision is None:
            return ()
        if seat is None and len(decision.legal) == 1:
            seat = next(iter(decision.legal))
        return decision.legal.get(seat, ()) if seat is not None else ()

    def verify(self, action: Action, seat: int | None = None) -> None:
        """Raise IllegalAction, naming the rule, when `seat` may not do this now; UserInputError for what is no action."""
        action = canonical(action)
        if action not in self.legal(seat):
            decision = self.decision
            asked = decision.legal if decision is not None else ()
            raise why.illegal(self._table, self._flat, asked, action, self._seat(seat, action))

    def can(self, action: Action, seat: int | None = None) -> bool:
        """Whether `do` would accept this."""
        try:
            return canonical(action) in self.legal(seat)
        except UserInputError:
            return False

    def clone(self) -> Game:
        """An independent copy of the hand as it stands, held answers included."""
        other = copy.copy(self)
        other._table = self._table.clone()
        other.events, other.did = list(self.events), list(self.did)
        other._answers = dict(self._answers)
        return other

    def __deepcopy__(self, memo: object) -> Game:
        """As `clone`: everything that is shared never changes."""
        return self.clone()

    # -- doing -------------------------------------------------------------------------------------------------

    def do(self, action: Action, seat: int | None = None) -> list[e.Event]:
        """Do it and give the new events. While other seats still have to answer, the answer is held: no events.

        IllegalAction when a rule forbids it; then nothing has changed.
        """
        action = canonical(action)
        self.verify(action, seat)
        assert self._decision is not None
        self._answers[self._seat(seat, action)] = action
        if len(self._answers) < len(self._decision.legal):
            return []
        return self._carry_out()

    def _seat(self, seat: int | None, action: Action) -> int:
        if seat is not None:
            return seat
        decision = self.decision
        if decision is None:
            raise why.over()
        if len(decision.legal) > 1:
            seats = sorted(decision.legal)
            raise UserInputError(f"哪一家？ / which seat? {seats} are asked: do({action!r}, seat={seats[0]})")
        return next(iter(decision.legal))

    def _carry_out(self) -> list[e.Event]:
        t, answers, moves = self._table, self._answers, self._moves
        k = t.card
        before = {seat: self._marks(seat, k) for seat in sorted(answers)}
        locked = [self._locks(p) for p in range(t.n)]
        self.did.append(answers)
        self._answers = {}
        t.nev = 0
        for _ in answers:
            seat = t.ask
            for code in moves[seat][answers[seat]]:
                kernel.step(t, self._flat, code)
        new: list[e.Event] = []
        for seat, old in before.items():
            now = self._marks(seat, k)
            if now != old:
                new.append(e.Marked(to=seat, seat=seat, card=card_name(k), blocks=_blocks(now)))
        for seat in range(t.n):
            for kind in sorted(locked[seat] - self._locks(seat)):
                new.append(e.Unmarked(to=seat, seat=seat, card=card_name(kind), blocks=("hu",)))
        return self._go_on(new)

    def _marks(self, seat: int, k: int) -> tuple[bool, bool, bool]:
        """Whether kind k is 臭 to `seat` for 吃, 碰, 胡."""
        t = self._table
        peng = bool(self._flat.chou_blocks_peng and t.chou_peng[seat] >> k & 1)
        return bool(t.chou_chi[seat] >> k & 1), peng, t.passed[seat][k] == t.table_xi[seat] + 1

    def _locks(self, seat: int) -> set[int]:
        """The kinds whose 胡 is locked to `seat`: passed at the table 息 of now (core.md §15.7)."""
        mark = self._table.table_xi[seat] + 1
        return {k for k, passed in enumerate(self._table.passed[seat]) if passed == mark}

    def _start(self) -> None:
        t, rules = self._table, self.rules
        new: list[e.Event] = []
        size = rules.deal
        liang = card_name(self.deck[rules.seats * size])
        new.append(
            e.HandStarted(
                rules=rules.id, seats=rules.seats, dealer=self.dealer, cards=size, liang=liang, wall=rules.wall
            )
        )
        for d in range(rules.seats):
            seat = (self.dealer + d) % rules.seats
            new.append(e.Dealt(to=seat, seat=seat, cards=hand_text(self.deck[d * size : (d + 1) * size])))
        kernel.start(t, self._flat)
        self._go_on(new)

    def _go_on(self, new: list[e.Event]) -> list[e.Event]:
        """Translate what the machine has done and find out what it asks next."""
        t = self._table
        if t.phase == OVER and self.rules.scoring is not None and self.outcome is None:
            from erqishi.zipai.scoring.outcome import outcome_of, write_back

            self.outcome = outcome_of(self.rules, self._flat, t, huang=self.huang, piao=self.piao)
            write_back(t, self.outcome)
        for i in range(t.nev):
            new += translate(t, self._flat, self.rules, t.events[i])
        t.nev = 0
        self._decision = self._ask()
        if self._decision is not None:
            for seat, legal in self._decision.legal.items():
                texts = tuple(str(action) for action in legal)
                new.append(e.Asked(to=seat, kind=self._decision.kind, legal=texts))
        else:
            new.append(self._revealed())
        self.events += new
        return new

    def _ask(self) -> Decision | None:
        t = self._table
        if t.phase == DISCARDING:
            kinds = _bits(kernel.legal(t, self._flat))
            self._moves = {t.ask: {Discard(card_name(k)): (k,) for k in kinds}}
            return Decision("discard", {t.ask: tuple(self._moves[t.ask])})
        if t.phase == CLAIMING:
            self._moves = {p: dict(self._claims(p)) for p in range(t.n) if t.opts[p] and t.answer[p] < 0}
            legal = {p: tuple(moves) for p, moves in self._moves.items()}
            return Decision("claims", legal, card_name(t.card), ORIGINS[t.origin], t.owner)
        return None

    def _claims(self, p: int) -> Iterator[tuple[Action, tuple[int, ...]]]:
        """Every complete choice of seat p, with the kernel's actions that make it up."""
        t, r = self._table, self._flat
        options = t.opts[p]
        if options >> HU & 1:
            yield Hu(), (HU,)
        if options >> PENG & 1:
            yield Peng(), (PENG,)
        for first in _bits(options):
            if first >= CHI:
                t.answer[p] = first
                for rest in _lay_out(t, r, p):
                    laid = [code for code in (first, *rest) if code != PASS]  # PASS: 烧比, no more is laid
                    groups = [self._set(t.card, code - (CHI if code < BI else BI)) for code in laid]
                    yield chi(groups[0], groups[1:]), (first, *rest)
                t.answer[p] = -1
        if options >> PASS & 1:
            yield Pass(), (PASS,)

    def _set(self, k: int, shape: int) -> list[int]:
        at = 2 * (cover.SHAPES * k + shape)
        return [k, self._flat.partner[at], self._flat.partner[at + 1]]

    def _revealed(self) -> e.Revealed:
        t = self._table
        hands = tuple(hand_text(self.hand(p)) for p in range(t.n))
        melds = tuple(tuple(meld_cards(self._flat, t.melds[p][i]) for i in range(t.nmelds[p])) for p in range(t.n))
        return e.Revealed(hands=hands, melds=melds, wall="".join(card_name(k) for k in t.deck[t.pos : t.end]))

    # -- looking -----------------------------------------------------------------------------------------------

    def seen_by(self, seat: int | None) -> list[e.Event]:
        """The events so far that `seat` (None: a spectator) may see."""
        self._check_seat(seat)
        return [event for event in self.events if event.to is None or event.to == seat]

    def view(self, seat: int | None) -> View:
        """The hand as `seat` sees it, built from the events that it may see; None is a spectator."""
        self._check_seat(seat)
        return fold(self.seen_by(seat), seat)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not (_whole(seat) and 0 <= seat < self.rules.seats):
            last = self.rules.seats - 1
            raise UserInputError(f"seat = {seat!r}: 要在 0 到 {last} 之间 / must be 0 to {last}")

    def hand(self, seat: int) -> list[int]:
        """The concealed cards of `seat` as kinds. Everything is known here; show people `view` instead."""
        self._check_seat(seat)
        return unpack(self._table.hand[seat]) + [WANG] * self._table.wang[seat]

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.decision.kind} {self.decision.card or ''}" if self.decision else ""
        return f"<Game {self.rules.id} dealer={self.dealer} wall={self._table.end - self._table.pos} {state.strip()}>"


@functools.lru_cache(maxsize=64)
def _named(rules_id: str) -> RuleSet:
    """A shipped rule set, read once; give files to `RuleSet.load` yourself, they may change."""
    return RuleSet.load(rules_id)


def _rules(rules: RuleSet | str) -> RuleSet:
    if isinstance(rules, str):
        return _named(rules)
    if not isinstance(rules, RuleSet):
        raise UserInputError(f"rules = {rules!r}: 规则或规则名 / expected a rule set or its id, such as std15")
    return rules


def deck_from_seed(rules: RuleSet, seed: int) -> list[int]:
    """The deck of a simulated hand, in dealing order; `simulate --seed S` plays hand i from (S, i)."""
    return deck_from_stream(rules, seed, 0)


def deck_from_stream(rules: RuleSet, seed: int, hand: int) -> list[int]:
    """The deck of hand number `hand` of a simulation with `seed`."""
    if not (_whole(seed) and 0 <= seed < 2**31):
        raise UserInputError(f"seed = {seed}: 要在 0 到 2147483647 之间 / must be 0 to 2147483647")
    g = [0] * 6
    rng.seed(g, seed, hand)
    cards = list(range(rules.cards))
    rng.shuffle(g, cards, rules.cards)
    return list(deck_of(rules, cards))


def deck_of(rules: RuleSet, cards: Sequence[int]) -> tuple[int, ...]:
    """The deck of a hand, in kinds, from the numbers of all shuffled cards (0 … `rules.cards` − 1): docs/record.md.

    Four numbers in a row are one kind, the last ones 王; what is not dealt and not in the wall is left out.
    """
    return tuple(card // COPIES for card in cards[: rules.deck_size])


def _whole(value: object) -> bool:
    """Whether this is a whole number and no truth value."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _lay_out(t: Table, r: flat.Flat, p: int) -> Iterator[tuple[int, ...]]:
    """The 比 sequences after the 吃 that is set as seat p's answer: complete, or ended by PASS where mistakes are possible."""
    if unlaid(t, r, p) == 0:
        yield ()
        return
    for first in _bits(bi_options(t, r, p, r.penalize)):
        t.bi1[p] = first
        if unlaid(t, r, p) == 0:
            yield (first,)
        else:
            for second in _bits(bi_options(t, r, p, r.penalize)):
                yield (first, second)
        t.bi1[p] = -1


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _huang(rules: RuleSet, huang: int) -> int:
    """The count as far as it matters to these rules, so that a record keeps no number that means nothing."""
    if not (_whole(huang) and 0 <= huang < 1000):
        raise UserInputError(f"huang = {huang}: 要在 0 到 999 之间 / must be 0 to 999")
    return int(huang) if rules.scoring is not None and rules.scoring.huang_fan else 0


def _piao(rules: RuleSet, piao: Sequence[int]) -> tuple[int, ...]:
    """One number a seat, or none at all when nobody has said anything."""
    most = rules.scoring.piao_most if rules.scoring is not None else 0
    if not any(piao):
        return ()
    if len(piao) != rules.seats or not all(_whole(n) and 0 <= n <= most for n in piao):
        zh, en = f"飘：每家一个数，0 到 {most}", f"one number a seat, 0 to {most}"
        raise UserInputError(f"piao = {tuple(piao)}: {zh} / {en}")
    return tuple(map(int, piao))


def _check_deck(rules: RuleSet, deck: Sequence[int], dealer: int) -> None:
    if not (_whole(dealer) and 0 <= dealer < rules.seats):
        raise UserInputError(f"dealer = {dealer}: 要在 0 到 {rules.seats - 1} 之间 / must be 0 to {rules.seats - 1}")
    if len(deck) != rules.deck_size:
        raise UserInputError(
            f"deck: {len(deck)} 张，要 {rules.deck_size} 张 / {len(deck)} cards, not {rules.deck_size}"
        )
    for k in set(deck):
        if not (_whole(k) and 0 <= k < N_KINDS + (rules.wang > 0)):
            raise UserInputError(f"deck: {k} 不是牌 / {k} is no kind (0 to {N_KINDS - 1 + (rules.wang > 0)})")
        if k == WANG and list(deck).count(k) > rules.wang:
            raise UserInputError(f"deck: 王多于{rules.wang}张 / more than {rules.wang} 王")
        if list(deck).count(k) > COPIES:
            raise UserInputError(f"deck: {card_name(k)}多于{COPIES}张 / more than {COPIES} of {card_name(k)}")


__all__ = ["Decision", "Game", "Result", "deck_from_seed", "deck_from_stream", "deck_of"]
