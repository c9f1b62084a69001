"""The common shape of the games at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from erqishi import match as sitting
from erqishi.match_explain import Line
from erqishi.server.protocol.shared import Stakes
from erqishi.server.tables.staging import Chunk


class Label(msgspec.Struct, frozen=True):
    """What a rule set is called. hash: of what its rules do."""

    id: str
    hash: str
    name: str
    name_en: str


class Question(msgspec.Struct, frozen=True):
    """What a hand waits for. kind: `discard`, one seat has its turn and its answer is carried out at once; `claims`, the seats
    are asked behind a window that looks the same to everybody, and their answers are held until it closes.

    legal: the choices of each seat that is asked. origin, owner: whose card a claim is about (跑胡子).
    """

    kind: Literal["discard", "claims"]
    legal: dict[int, tuple[Any, ...]]
    origin: str | None = None
    owner: int | None = None


class Eyes(Protocol):
    """What somebody has seen of a hand so far."""

    def apply(self, event: Any) -> None:
        """Take in an event, if it is for these eyes."""

    def view(self) -> Any:
        """The view now, ready for the wire."""


class Plays(Protocol):
    """A game. `rules`, `game`, `action`, `event` and `view` are its own; a table hands them on unseen."""

    id: Literal["zipai", "paoyao"]
    hints: bool

    def cards(self, rules: Any) -> int:
        """How many cards are shuffled."""

    def read(self, data: Mapping[str, Any], source: str) -> Any:
        """A rule set from plain data. RuleSetError."""

    def label(self, rules: Any) -> Label:
        """Its names."""

    def seats(self, rules: Any, agreed: int | None) -> int:
        """How many play a hand at a table for `agreed` (None: nothing was said)."""

    def draws(self, rules: Any) -> bool:
        """Whether the first dealer is found by drawing cards (摸庄)."""

    def match_rules(self, rules: Any, players: int, hands: int) -> sitting.MatchRules:
        """How the deal goes round and how the account is kept."""

    def rule_lines(self, rules: Any) -> tuple[Line, ...]:
        """本桌规则."""

    def stakes(self, rules: Any, first: bool) -> Stakes | None:
        """What is asked before the deal, before the `first` hand of a sitting or a later one; None: nothing."""

    def deal(
        self, rules: Any, order: Sequence[int], plan: sitting.HandPlan, match: sitting.Match, piao: Sequence[int] = ()
    ) -> Any:
        """A hand of the shuffled deck. piao: what each seat of the hand said it would 飘."""

    def question(self, game: Any) -> Any:
        """What it waits for; None when it is over."""

    def parse(self, text: str) -> Any:
        """An action from its text. UserInputError."""

    def chunks(self, events: Iterable[Any], rules: Any) -> list[Chunk]:
        """Events cut into what is shown one after the other."""

    def eyes(self, seat: int | None, players: int) -> Eyes:
        """Fresh eyes for a seat of the hand, or a spectator."""

    def asks(self, event: Any) -> bool:
        """Whether the event puts a question to the one who sees it."""

    def default(self, legal: Sequence[Any], view: Any, rules: Any) -> Any:
        """What is done for a seat that does not answer."""

    def compelled(self, legal: Sequence[Any]) -> bool:
        """Whether a seat has to choose."""

    def wins(self, action: Any) -> bool:
        """Whether the action ends the hand for its seat, so that doing it unasked must be told."""

    def won(self, events: Iterable[Any]) -> set[int]:
        """The seats that such an action was carried out for."""

    def timed_out(self, action: Any) -> Line:
        """What the table says when it has done this for a seat."""

    def outcome(self, game: Any) -> sitting.HandOutcome:
        """A finished hand, for the account."""

    def ending(self, game: Any) -> tuple[int | None, int, int, bool, bool]:
        """Winner, 息, 囤, 自摸, 天胡; the last four mean nothing in other games."""

    def turned(self, game: Any) -> tuple[int, int]:
        """What the wall added to a won hand of 跑胡子: 醒, and 鸟 of 扎鸟."""

    def explain(self, game: Any, names: Sequence[str]) -> list[Line]:
        """The settlement line by line."""
