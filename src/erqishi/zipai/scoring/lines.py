"""A line of a derivation, and the sheet it is written on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

#: What a line reckons: 息, 囤, 番, or points. Its operation is applied to the value of the line before on the same account.
Account: TypeAlias = Literal["", "huxi", "tun", "name", "fan", "points"]
Op: TypeAlias = Literal["", "=", "+", "*", "most", "least", "sum", "product", "max"]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a derivation, in both languages. rule: the section that it follows.

    account, op, by, value: the same for programs, so that a derivation can be added up again: `value` is what the
    account holds after `op` with `by` (`=`: it is set to `by`; `most`, `least`: bounded by it). A line of the account
    `name` is the worth of one 名堂; `sum`, `product` and `max` combine those before it.
    """

    rule: str
    zh: str
    en: str
    account: Account = ""
    op: Op = ""
    by: int = 0
    value: int | None = None

    def __str__(self) -> str:
        return f"{self.zh} · {self.en} ({self.rule})"


class Sheet:
    """A derivation being written: each step changes the number of an account and notes why."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.now: dict[str, int] = {}

    def note(self, rule: str, zh: str, en: str) -> None:
        """A line that reckons nothing."""
        self.lines.append(Line(rule, zh, en))

    def step(self, account: Account, op: Op, by: int, rule: str, zh: str, en: str) -> int:
        """Carry out one operation; in the texts `{}` stands for the new value. The new value."""
        before = self.now.get(account, 0)
        after = {
            "=": by,
            "+": before + by,
            "*": before * by,
            "most": min(before, by),
            "least": max(before, by),
        }.get(op, by)
        self.now[account] = after
        self.lines.append(
            Line(rule, zh.replace("{}", str(after)), en.replace("{}", str(after)), account, op, by, after)
        )
        return after


def plus(values: Sequence[int]) -> str:
    """3+6+1."""
    return "+".join(map(str, values))
