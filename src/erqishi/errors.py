"""What can go wrong, by whose doing: the user's input, a rule of the game, the world, or us.

    ErqishiError
      UserInputError     text or a file that a person wrote
        CardTextError    card text, with every fault and its position
        RuleSetError     a rule file
        RecordError      a 牌谱
      IllegalAction      a move that a rule forbids; it names the rule
      WorldError         disk, network, permissions
      InternalError      a bug of ours

Nothing else crosses a public border: no bare ValueError, no KeyError.
"""

from collections.abc import Sequence
from dataclasses import dataclass

# How many faults a message spells out; `faults` has them all.
_SHOWN = 20


class ErqishiError(Exception):
    """The root: catching it catches everything this package raises on purpose."""


class UserInputError(ErqishiError):
    """Something a person wrote cannot be read; the message says where and what would be right."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a text.

    pos: position in the text, in characters, counted from 1. text: the offending piece (may be empty at the end
    of the text). zh, en: what is wrong and what would be right.
    """

    pos: int
    text: str
    zh: str
    en: str

    def __str__(self) -> str:
        return f"第{self.pos}字 {self.zh} (char {self.pos}: {self.en})"


class CardTextError(UserInputError):
    """Card text that cannot be read. `faults` holds every fault, in order of position; there is at least one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults: list[Fault] = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        shown = [str(fault) for fault in self.faults[:_SHOWN]]
        if rest := len(self.faults) - len(shown):
            shown.append(f"还有 {rest} 处 (and {rest} more)")
        return "\n".join(shown)


class RuleSetError(UserInputError):
    """A rule set that cannot be used: unknown key, wrong type, contradiction."""


class RecordError(UserInputError):
    """A record that cannot be read, or that the rules do not reproduce."""


class IllegalAction(ErqishiError):
    """A move that a rule forbids. The state is as it was.

    rule: where the rule stands, such as "core.md §12". zh, en: why, in words.
    """

    def __init__(self, rule: str, zh: str, en: str) -> None:
        self.rule = rule
        self.zh = zh
        self.en = en
        super().__init__(rule, zh, en)

    def __str__(self) -> str:
        return f"{self.zh} ({self.rule}): {self.en}"


class WorldError(ErqishiError):
    """The world did not cooperate: disk full, no permission, no network. Trying again may help."""


class InternalError(ErqishiError):
    """A bug of ours: the state contradicts the rules. Please report it with the message."""
