"""跑腰 at a table: everybody in turn, but 喜儿 is asked behind a window of constant length, or the wait would tell of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from erqishi import match as sitting
from erqishi.match_explain import Line
from erqishi.paoyao import Game, RuleSet
from erqishi.paoyao import events as e
from erqishi.paoyao.actions import Action, parse_action
from erqishi.paoyao.explain import explain
from erqishi.paoyao.options import said
from erqishi.paoyao.players import default_answer
from erqishi.paoyao.ruleset import from_dict
from erqishi.paoyao.view import Fold, PaoyaoView
from erqishi.server.games.shape import Label, Question
from erqishi.server.tables.staging import Chunk

_WORDS = {
    "dig": "挖",
    "no_dig": "不挖",
    "capture": "抢牌",
    "extend": "抢牌",
    "take_yao": "抢腰",
    "pass_yao": "不抢",
    "pass": "过",
}


class _Eyes:
    """A fold of what one may see."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._fold = Fold(seat)
        self._begun = False

    def apply(self, event: e.Event) -> None:
        """Take in an event, if it is for these eyes."""
        if e.visible(event, self._seat):
            self._begun = True
            self._fold.apply(event)

    def view(self) -> PaoyaoView | None:
        """The view now; None before the first event."""
        return self._fold.view() if self._begun else None


class Paoyao:
    """跑腰. 喜儿 are claims, all else is a turn."""

    id: Literal["zipai", "paoyao"] = "paoyao"
    hints = False

    def cards(self, rules: RuleSet) -> int:
        """See `Plays`."""
        return 52

    def read(self, data: Mapping[str, Any], source: str) -> RuleSet:
        """See `Plays`."""
        return from_dict(dict(data), source)

    def label(self, rules: RuleSet) -> Label:
        """See `Plays`."""
        return Label(rules.id, rules.version, rules.name_zh, rules.name_en)

    def seats(self, rules: RuleSet, agreed: int | None) -> int:
        """See `Plays`: everybody plays; three is the classic."""
        return agreed or 3

    def draws(self, rules: RuleSet) -> bool:
        """See `Plays`."""
        return False

    def match_rules(self, rules: RuleSet, players: int, hands: int) -> sitting.MatchRules:
        """See `Plays`."""
        policy = "keep_always" if rules.same_dealer else "rotate_always"
        return msgspec.structs.replace(sitting.PAOYAO, huang_policy=policy, max_hands=hands)

    def rule_lines(self, rules: RuleSet) -> tuple[Line, ...]:
        """See `Plays`: what every table should know, then what differs from the default."""
        lines = [
            Line(
                f"每人{rules.chips}个筹码，3张手牌，4张明牌，1张腰",
                f"{rules.chips} chips and 3 cards each, 4 open, 1 腰",
            ),
            Line(
                f"挖坑放{rules.ante}；对子{rules.pair_value}，小王八{rules.triple_value}，大王八{rules.quad_value}，喜儿{rules.xier_value}",
                f"挖 costs {rules.ante}; pair {rules.pair_value}, triple {rules.triple_value}, quad {rules.quad_value}, "
                f"喜儿 {rules.xier_value} from each",
            ),
            _YAO[rules.yao_claim],
        ]
        if rules.bettors_only_yao:
            lines.append(Line("只有挖了的能抢腰、拿底池", "only who dug may take the 腰, and the pot"))
        if rules.participation == "true_fold":
            lines.append(Line("不挖就不打这一局", "who does not dig sits out"))
        else:
            lines.append(Line("有一家挖，大家都要打", "if one digs, all must play"))
        told = {"yao_claim", "bettors_only_yao", "participation", *_AMOUNTS}
        for key in rules.differences():
            if key not in told:
                lines.append(Line(*said(rules, key)))
        return tuple(lines)

    def stakes(self, rules: RuleSet, first: bool) -> None:
        """See `Plays`: 挖 is part of the hand, nothing comes before it."""

    def deal(
        self,
        rules: RuleSet,
        order: Sequence[int],
        plan: sitting.HandPlan,
        match: sitting.Match,
        piao: Sequence[int] = (),
    ) -> Game:
        """See `Plays`: stacks and pot go on from hand to hand."""
        chips = [rules.chips + match.totals[seat] for seat in plan.active]
        carry = sum(match.pot_from)
        return Game.from_deck(rules, order, plan.hand_dealer, players=len(plan.active), chips=chips, carry=carry)

    def question(self, game: Game) -> Question | None:
        """See `Plays`."""
        decision = game.decision
        if decision is None:
            return None
        return Question("claims" if decision.kind == "xier" else "discard", dict(decision.legal))

    def parse(self, text: str) -> Action:
        """See `Plays`."""
        return parse_action(text)

    def chunks(self, events: Iterable[e.Event], rules: RuleSet) -> list[Chunk]:
        """See `Plays`: the time for 喜儿 comes whether or not anybody has one; 亮腰 and the end have their moments."""
        done: list[Chunk] = []
        now = Chunk([])
        event: Any
        for event in events:
            # What only one seat sees (it kept its 喜儿) is no step of its own: the others would see a pause, and know.
            to_all = any(before.to is None for before in now.events)
            if to_all and isinstance(event, e.YaoTurnedUp | e.YaoTaken | e.YaoVoid):
                now.wait = "pace"
                done.append(now)
                now = Chunk([])
            now.events.append(event)
            xier = e.BetsClosed if rules.xier_after_bet else e.TableDealt
            if isinstance(event, xier):
                now.wait = "claim"
                done.append(now)
                now = Chunk([])
        if now.events and all(event.to is not None for event in now.events) and done:
            done[-1].events += now.events  # a 喜儿 is asked in the window that everybody sees
            now = Chunk([])
        if now.events:
            done.append(now)
        if done:
            done[-1].wait = None
        return done

    def eyes(self, seat: int | None, players: int) -> _Eyes:
        """See `Plays`."""
        return _Eyes(seat)

    def asks(self, event: e.Event) -> bool:
        """See `Plays`: that a seat is asked is public, what it is offered is not."""
        return isinstance(event, e.Offered)

    def default(self, legal: Sequence[Action], view: Any, rules: RuleSet) -> Action:
        """See `Plays`."""
        return default_answer(legal)

    def compelled(self, legal: Sequence[Action]) -> bool:
        """See `Plays`: a 喜儿 need not be shown; all else is a turn, and has to be answered."""
        return str(legal[0]) not in ("show_xier", "pass_xier")

    def wins(self, action: Action) -> bool:
        """See `Plays`."""
        return False

    def won(self, events: Iterable[e.Event]) -> set[int]:
        """See `Plays`."""
        return set()

    def timed_out(self, action: Action) -> Line:
        """See `Plays`."""
        text = str(action)
        return Line(f"超时，代为{_WORDS.get(text.split()[0], text)}", f"timed out: {text}")

    def outcome(self, game: Game) -> sitting.HandOutcome:
        """See `Plays`."""
        result = game.result
        assert result is not None
        return sitting.HandOutcome(
            net=result.net,
            winner=result.winner,
            drawn=result.drawn,
            flows=result.flows,
            pot_paid=result.paid,
            pot_taken=result.pot_to,
        )

    def ending(self, game: Game) -> tuple[int | None, int, int, bool, bool]:
        """See `Plays`."""
        return game.result.winner if game.result is not None else None, 0, 0, False, False

    def turned(self, game: Game) -> tuple[int, int]:
        """See `Plays`."""
        return 0, 0

    def explain(self, game: Game, names: Sequence[str]) -> list[Line]:
        """See `Plays`: with names in place of seat numbers."""
        return [
            Line(
                re.sub(r"(\d)号位", lambda found: names[int(found[1])], line.zh),
                re.sub(r"\bseat (\d)\b", lambda found: names[int(found[1])], line.en),
            )
            for line in explain(game)
        ]


_AMOUNTS = ("chips", "ante", "pair_value", "triple_value", "quad_value", "xier_value")

_YAO = {
    "hand_or_front": Line(
        "抢腰要有同点的对子或王八（手里、面前都算）", "a pair or better takes the 腰, in hand or in front"
    ),
    "front_only": Line("抢腰要面前有同点的对子或王八", "a pair or better in front takes the 腰"),
    "single_captures_yao": Line("手里一张同点的就能抢腰", "one card of its rank takes the 腰"),
}
