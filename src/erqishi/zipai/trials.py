"""Every value of every option that a rule file lists, tried by itself: what rules it makes, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from erqishi.errors import RuleSetError
from erqishi.zipai.checked import show
from erqishi.zipai.ruleset import RuleSet, from_dict, source_of
from erqishi.zipai.scoring import options as scoring_options
from erqishi.zipai.scoring.data import Option

Value = bool | int | str

#: Numbers to try where an option names a parameter and no numbers: one of them suits whatever is counted in a rule set.
_NUMBERS = (0, 1, 2, 3, 10, 20)


class Trial(NamedTuple):
    """An option with one value of it: where it stands in the file, and the rules it makes, None where they are faulty.

    fault: what is wrong, one a line, each with file, option and value.
    """

    where: str
    rules: RuleSet | None
    fault: str = ""


def trials(source: str | Path) -> Iterator[Trial]:
    """Each value of each of the file's own options, taken alone, without what the file has chosen.

    source: as in `RuleSet.load`, which has to read it without a fault.
    """
    data, name = source_of(source)
    plain = {key: value for key, value in data.items() if key != "chosen"}
    seen: set[str] = set()
    for option in scoring_options.own(data):
        where = f"[[options]] {option.id}"
        if option.id in seen:
            zh, en = "这个 id 写了两次，后面的选不到", "the same id twice: the later one cannot be chosen"
            yield Trial(where, None, f"{name}: {where}: {zh} / {en}")
        elif not option.choices and not option.path:
            zh, en = (
                "没有可选的：写 choices，或者 path 和 values",
                "nothing to choose: give choices, or path and values",
            )
            yield Trial(where, None, f"{name}: {where}: {zh} / {en}")
        elif values := [*(choice.value for choice in option.choices), *option.values]:
            yield from (_tried(plain, name, option, value) for value in values)
        else:
            tried = [_tried(plain, name, option, value) for value in _NUMBERS]
            yield next((each for each in tried if each.rules is not None), tried[0])
        seen.add(option.id)


def _tried(data: dict[str, object], name: str, option: Option, value: Value) -> Trial:
    where = f"[[options]] {option.id} = {show(value)}"
    try:
        return Trial(where, from_dict(data, f"{name}: {where}", {option.id: value}))
    except RuleSetError as error:
        return Trial(where, None, str(error))
