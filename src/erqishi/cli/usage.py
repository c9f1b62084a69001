"""What is wrong with a command line, in Chinese and English: Typer itself knows English only."""

from __future__ import annotations

import re
from typing import Any

LONGEST = 1000
"""Characters of one line of a message: somebody's own text is not given back whole when it is a book."""


def told(error: Any) -> str:
    """Typer's usage error (any exception with `format_message`) as a message, with how to get help.

    Recognised by name and by its first words, since Typer keeps these classes to itself; what is not recognised is
    told in English under a general Chinese heading.
    """
    english = " ".join(error.format_message().split()).replace(": Value error, ", ": ")
    lines = [f"{_zh(error, english)} / {english}"]
    context = getattr(error, "ctx", None)
    if context is not None:
        usage = context.get_usage().partition(":")[2].strip()
        lines += [f"用法 · usage: {usage}", f"帮助 · help: {context.command_path} --help"]
    return fit("\n".join(lines))


def _zh(error: Any, english: str) -> str:
    kind = type(error).__name__
    quoted = re.findall(r"'([^']*)'", english)
    first = quoted[0] if quoted else ""
    if kind == "NoSuchOption":
        near = f"；是不是 {'、'.join(error.possibilities)}" if error.possibilities else ""
        return f"没有选项 {error.option_name}{near}"
    if kind == "MissingParameter":
        return f"少了 {first}"
    if kind == "BadParameter":
        return f"{first} 的值不对{_wanted(getattr(error, 'param', None))}"
    if kind == "BadOptionUsage":
        return f"{error.option_name} 后面{'少了一个值' if 'requires' in english else '不能写值'}"
    if english.startswith("No such command"):
        return f"没有命令 {first}"
    if english.startswith("Got unexpected extra"):
        return "多写了东西"
    return "命令写得不对"


def _wanted(parameter: Any) -> str:
    """What a value must be, as far as its type tells."""
    kind = getattr(parameter, "type", None)
    if choices := getattr(kind, "choices", None):
        return f"，要 {'、'.join(str(getattr(choice, 'value', choice)) for choice in choices)} 里的一个"
    name = str(getattr(kind, "name", ""))
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    span = "".join(f"，{word} {limit}" for word, limit in (("最小", low), ("最大", high)) if limit is not None)
    if name.startswith("integer"):
        return f"，要一个整数{span}"
    return f"，要一个数{span}" if name.startswith("float") else span


def check_cards(option: str, text: str, one: bool = False, wang: bool = False) -> None:
    """UserInputError that names the option when its text is no cards, or not one card where one is wanted."""
    from erqishi.cards import parse_cards
    from erqishi.errors import UserInputError
    from erqishi.zipai.handstate import one_kind

    try:
        if one:
            one_kind(text, wang)
        else:
            parse_cards(text, wang=wang)
    except UserInputError as error:
        raise UserInputError(f"{option} {text}: {error}") from None


def fit(message: str) -> str:
    """The message with what is too long cut out of the middle of each line."""
    return "\n".join(map(_fit, message.split("\n")))


def _fit(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    half = LONGEST // 2
    cut = len(line) - 2 * half
    return f"{line[:half]} …（略去 {cut} 字 · {cut} characters left out）… {line[-half:]}"
