"""跑胡子 at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from erqishi import match as sitting
from erqishi.bots import reading
from erqishi.cards import COPIES
from erqishi.match_explain import Line
from erqishi.server.games.shape import Label
from erqishi.server.protocol.shared import Stakes
from erqishi.server.tables.house_rules import rule_lines
from erqishi.server.tables.staging import Chunk, chunks
from erqishi.zipai import events as e
from erqishi.zipai.actions import Action, Discard, Hu, Pass, parse_action
from erqishi.zipai.explain import explain
from erqishi.zipai.game import Decision, Game
from erqishi.zipai.ruleset import RuleSet, from_dict
from erqishi.zipai.scoring import facts_of_game
from erqishi.zipai.view import View


class _Eyes:
    """A view that takes in events itself."""

    def __init__(self, seat: int | None) -> None:
        self._view = View(seat, seats=[], marks={})
        self.apply = self._view.apply

    def view(self) -> View:
        """The view; it goes on changing."""
        return self._view


class Zipai:
    """跑胡子. A turn is a discard, everything else is a claim."""

    id: Literal["zipai", "paoyao"] = "zipai"
    hints = True

    def cards(self, rules: RuleSet) -> int:
        """See `Plays`; with the 王."""
        return rules.cards

    def read(self, data: Mapping[str, Any], source: str) -> RuleSet:
        """See `Plays`."""
        return from_dict(dict(data), source)

    def label(self, rules: RuleSet) -> Label:
        """See `Plays`."""
        return Label(rules.id, rules.hash, rules.name, rules.name_en)

    def seats(self, rules: RuleSet, agreed: int | None) -> int:
        """See `Plays`."""
        return rules.seats

    def draws(self, rules: RuleSet) -> bool:
        """See `Plays`."""
        return rules.draw_for_dealer

    def match_rules(self, rules: RuleSet, players: int, hands: int) -> sitting.MatchRules:
        """See `Plays`."""
        return sitting.MatchRules.of(rules, players, hands)

    def rule_lines(self, rules: RuleSet) -> tuple[Line, ...]:
        """See `Plays`."""
        return rule_lines(rules)

    def stakes(self, rules: RuleSet, first: bool) -> Stakes | None:
        """See `Plays`: 飘 before each hand, 打坨 before the first."""
        scoring = rules.scoring
        if scoring is None or not (scoring.piao_most or (first and scoring.tuo)):
            return None
        return Stakes(scoring.piao_most, first and scoring.tuo)

    def deal(
        self,
        rules: RuleSet,
        order: Sequence[int],
        plan: sitting.HandPlan,
        match: sitting.Match,
        piao: Sequence[int] = (),
    ) -> Game:
        """See `Plays`."""
        deck = [card // COPIES for card in order[: rules.deck_size]]
        return Game.from_deck(rules, deck, plan.hand_dealer, huang=plan.huang, piao=piao)

    def question(self, game: Game) -> Decision | None:
        """See `Plays`: a decision of this game has the shape of a question."""
        return game.decision

    def parse(self, text: str) -> Action:
        """See `Plays`."""
        return parse_action(text)

    def chunks(self, events: Iterable[e.Event], rules: RuleSet) -> list[Chunk]:
        """See `Plays`."""
        return chunks(events)

    def eyes(self, seat: int | None, players: int) -> _Eyes:
        """See `Plays`."""
        return _Eyes(seat)

    def asks(self, event: e.Event) -> bool:
        """See `Plays`."""
        return isinstance(event, e.Asked)

    def default(self, legal: Sequence[Action], view: View, rules: RuleSet) -> Action:
        """胡 if it can, else 过 if it may, else the card that fits the rest of the hand least, else the first.

        A 胡 is never lost for want of an answer, and everybody is told that the table took it.
        """
        if Hu() in legal:
            return Hu()
        if Pass() in legal:
            return Pass()
        cards = [action.card for action in legal if isinstance(action, Discard)]
        return Discard(reading.loneliest(view, cards, rules)) if cards else legal[0]

    def compelled(self, legal: Sequence[Action]) -> bool:
        """See `Plays`: a pass is not among its choices."""
        return Pass() not in legal

    def wins(self, action: Action) -> bool:
        """See `Plays`."""
        return action == Hu()

    def won(self, events: Iterable[e.Event]) -> set[int]:
        """See `Plays`."""
        return {event.seat for event in events if isinstance(event, e.Won)}

    def timed_out(self, action: Action) -> Line:
        """See `Plays`."""
        return Line(f"超时，代打{action.card if isinstance(action, Discard) else ''}", f"timed out: {action}")

    def outcome(self, game: Game) -> sitting.HandOutcome:
        """See `Plays`."""
        result = game.result
        assert result is not None
        return sitting.HandOutcome(
            net=result.net, winner=result.winner, drawn=result.winner is None, last_wall_card=game.deck[-1]
        )

    def ending(self, game: Game) -> tuple[int | None, int, int, bool, bool]:
        """See `Plays`."""
        result = game.result
        if result is None:
            return None, 0, 0, False, False
        return result.winner, result.huxi, result.tun, result.zimo, result.tianhu

    def turned(self, game: Game) -> tuple[int, int]:
        """See `Plays`: copies of the 醒 card in the grouping that was paid, and what the last wall card hit."""
        facts = facts_of_game(game)
        settled = None if game.outcome is None else game.outcome.settled
        if facts is None or settled is None:
            return 0, 0
        return sum(group.cards.count(facts.xing_card) for group in settled.groups), facts.birds

    def explain(self, game: Game, names: Sequence[str]) -> list[Line]:
        """See `Plays`."""
        return [Line(line.zh, line.en) for line in explain(game, names)]
