"""The words of a derivation that need more than one line of code."""

from __future__ import annotations

from erqishi.zipai.ruleset import Formula
from erqishi.zipai.scoring.conditions import Found
from erqishi.zipai.scoring.lines import plus
from erqishi.zipai.scoring.vocabulary import english

EXTRA = {"zimo": ("自摸", "自摸"), "discard": ("放炮", "won on a discard"), "tianhu": ("天胡", "天胡")}
_COMBINED = {
    "sum": ("番相加", "番 added"),
    "product": ("相乘", "multiplied"),
    "max": ("只算最大的一个", "only the largest counts"),
}


def en(found: Found) -> str:
    """The English name of a 名堂, or its Chinese one."""
    name = found.name
    said = name.en or english(name.id)
    return f"{name.zh} ({said})" if said else name.zh


def name(found: Found) -> tuple[str, str]:
    """What one 名堂 is worth: its value, growth and repetition."""
    each = found.name
    parts = f"{each.fan}"
    if each.per_extra and found.over:
        grown = each.per_extra * found.over
        parts = f"{each.fan}+{grown} = {{}}"
        over = f"多{found.over}张，"
    else:
        over = ""
    if found.times > 1:
        parts, over = f"{each.fan}×{found.times} = {{}}", f"{found.times}个，"
    zh = f"{each.zh}：{over}{parts}番" if over else f"{each.zh} {parts}番"
    return zh, f"{en(found)}: {parts}"


def units(formula: Formula, x: int, special: bool, deal: bool) -> tuple[str, str]:
    """息 to 囤: the formula with its number, or the exception."""
    if special:
        return f"{x}息算{{}}囤", f"{x} 息 are {{}} 囤"
    head = "天胡的囤" if deal else "囤"
    text = f"{written(formula, x)} = {{}}"
    exact = (formula.a * x + formula.b) % formula.c == 0
    return f"{head}：{text}{'' if exact else '（取整）'}", f"{head}: {text}{'' if exact else ' (rounded down)'}"


def combined(how: str, values: list[int]) -> tuple[str, str]:
    """The 番 together."""
    if len(values) == 1:
        return "共{}番", "together {}"
    zh, english = _COMBINED[how]
    text = {"sum": plus(values), "product": "×".join(map(str, values)), "max": ""}[how]
    return f"{zh}：{text}{' = ' if text else ''}{{}}", f"{english}: {text}{' = ' if text else ''}{{}}"


def written(formula: Formula, x: int) -> str:
    """A formula with its number put in: (2×27−12)÷3."""
    text = f"{formula.a}×{x}" if formula.a != 1 else f"{x}"
    b = formula.b - formula.plus * formula.c
    if b:
        text = f"{text}{'+' if b > 0 else '−'}{abs(b)}"
    if formula.c != 1:
        text = f"({text})÷{formula.c}" if b or formula.a != 1 else f"{text}÷{formula.c}"
    return f"{formula.plus}+{text}" if formula.plus else text
