"""What is wrong with an input, as one language says it and as the other does: our messages carry both.

>>> both("xiangtan.toml: min_huxi = 500: 要在 0 到 200 之间 / must be 0 to 200")
('起胡（min_huxi）= 500：要在 0 到 200 之间', 'the least 息 (min_huxi) = 500: must be 0 to 200')
>>> both("第3字 看不懂“王” (char 3: cannot read '王')")
('第3字 看不懂“王”', "char 3: cannot read '王'")
"""

from __future__ import annotations

import functools
import re

from erqishi.zipai.ruleset import options_of

_PLACE = re.compile(r"(?:(?:[\w-]+\.toml|这套规则 \(these rules\)): )?(?:([a-z_][\w.]*)( = [^:]+)?: )?")


@functools.cache
def _names() -> dict[str, tuple[str, str]]:
    """What people call a parameter that every rule set lets a table choose."""
    return {option.path: (option.zh, option.en.split(";")[0]) for option in options_of("std15") if option.path}


def both(message: str) -> tuple[str, str]:
    """The message in Chinese and in English; a line that is not written in both stays as it is in both."""
    pairs = [_line(line) for line in message.split("\n")]
    return "\n".join(zh for zh, _ in pairs), "\n".join(en for _, en in pairs)


def _line(line: str) -> tuple[str, str]:
    found = _PLACE.match(line)
    key, value = (found[1], found[2] or "") if found is not None else (None, "")
    rest = line[found.end() :] if found is not None else line
    zh, slash, en = rest.partition(" / ")
    if not slash and rest.endswith(")") and (at := _bracket(rest)) > 0:
        zh, slash, en = rest[:at], "(", rest[at + 2 : -1]
    if not slash:
        zh = en = rest
    if not key:
        return zh, en
    name_zh, name_en = _names().get(key, ("", ""))
    here_zh = f"{name_zh}（{key}）" if name_zh else key
    here_en = f"{name_en} ({key})" if name_en else key
    return f"{here_zh}{value.lstrip() if name_zh else value}：{zh}", f"{here_en}{value}: {en}"


def _bracket(text: str) -> int:
    """Where the English half ` (…)` at the end of a line begins, if that is one; else -1."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            half = text[at + 1 : -1]
            return at - 1 if text[at - 1 : at] == " " and re.match(r"[A-Za-z]", half) and " " in half else -1
    return -1
