"""What a table agrees on within a rule set: named options, switched in the file or for one hand.

Every rule set knows the options of `COMMON`, each of its 名堂 by name (true, false, or another 番), each 卡 by name, and
those that its file lists under `[[options]]`.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from erqishi.errors import RuleSetError
from erqishi.zipai.scoring.data import Choice, Option
from erqishi.zipai.scoring.vocabulary import aliases

COMMON: tuple[Option, ...] = (
    Option(id="min_huxi", path="min_huxi", zh="起胡", en="the least 息", also=("起胡息", "min", "minhu", "qihu")),
    Option(id="base", path="base", zh="底分", en="the stake"),
    Option(id="cap", path="scoring.cap", zh="封顶", en="the most a loser pays; 0: no limit", also=("fengding",)),
    Option(
        id="fan_cap",
        path="scoring.fan_cap",
        zh="番数封顶",
        en="the most 番; 0: no limit",
        also=("封番", "番限", "番封顶", "番上限", "番数上限", "max_fan", "fan_limit"),
    ),
    Option(
        id="stack_limit",
        path="scoring.stack_limit",
        zh="名堂个数上限",
        en="so many 名堂 count at most",
        also=("叠加上限",),
    ),
    Option(
        id="huang_fan",
        zh="黄番",
        en="a hand without a winner multiplies the next",
        also=("黄庄翻番", "huangfan", "huang", "黄庄"),
        choices=(
            Choice(value=True, zh="算", en="on", also=("n+1",), set={"scoring.huang_fan": True}),
            Choice(value=False, zh="不算", en="off", set={"scoring.huang_fan": False}),
        ),
    ),
    Option(
        id="discard_shares",
        zh="放炮付几份",
        en="how many shares the discarder pays",
        also=("放炮", "shares", "fangpao", "discard"),
        path="scoring.discard_shares",
        values=(2, 3),
        choices=(
            Choice(
                value="all",
                zh="全赔",
                en="one for each loser",
                also=("包赔", "全赔"),
                set={"scoring.discard_shares": "all"},
            ),
        ),
    ),
    Option(
        id="mingtang",
        zh="名堂",
        en="whether any 名堂 counts",
        choices=(
            Choice(
                value="none", zh="不算名堂", en="none", also=(False, "无", "off"), set={"scoring.mingtang.*.off": True}
            ),
        ),
    ),
    Option(
        id="two_players",
        zh="二人桌",
        en="a table of two (core.md §3)",
        choices=(
            Choice(value=False, zh="照这套规则的人数", en="as many as these rules play"),
            Choice(
                value="21",
                zh="不去牌，21息起胡",
                en="all cards, 21 息 to 胡",
                also=("21息",),
                set={"seats": 2, "wall": 39, "min_huxi": 21},
            ),
            Choice(
                value="20_out",
                zh="去掉20张，起胡不变",
                en="20 cards out, the least 息 as it is",
                also=("去20张",),
                set={"seats": 2, "wall": 19},
            ),
            Choice(
                value="20_out_21",
                zh="去掉20张，21息起胡",
                en="20 cards out, 21 息 to 胡",
                set={"seats": 2, "wall": 19, "min_huxi": 21},
            ),
        ),
    ),
)


def apply(data: dict[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The plain data of a rule set (as read from JSON or TOML) with options taken.

    They are taken in the order of the file, whatever the order in which they are given, so that a later option of the
    file overrides an earlier one; 名堂 by name come last. RuleSetError when there is no such option or value.
    """
    data = copy.deepcopy(data)
    patches = [_patches(data, key, value) for key, value in chosen.items()]
    for _, each in sorted(patches, key=lambda pair: pair[0]):
        for path, new in each:
            put(data, path, copy.deepcopy(new))
    return data


def of(data: Mapping[str, Any]) -> list[Option]:
    """The options of a rule set's data: its own first, then the common ones."""
    own = [msgspec.convert(each, Option) for each in data.get("options", ())]
    listed, common = {option.id for option in own}, {option.id: option.also for option in COMMON}
    own = [msgspec.structs.replace(each, also=(*each.also, *common.get(each.id, ()))) for each in own]
    return own + [option for option in COMMON if option.id not in listed]


Patches = list[tuple[str, Any]]
#: Words for yes and no, of any option.
_SWITCHES = dict.fromkeys(("1", "on", "true", "yes", "开", "是", "算", "要"), True) | dict.fromkeys(
    ("0", "off", "false", "no", "none", "关", "否", "不算", "不要", "无"), False
)


def _patches(data: dict[str, Any], key: str, value: Any) -> tuple[int, Patches]:
    """The place of an option among all, and what it sets."""
    word, options, said, value = _plain(key), of(data), value, _whole(value)
    called = [at for at, option in enumerate(options) if word in map(_plain, (option.id, option.zh, *option.also))]
    for at in called:
        if (patches := _taken(options[at], value)) is not None:
            return at, patches
    # a choice may be a word of its own: 株洲 = true
    if (found := _choice(options, word)) is not None and _is_switch(value):
        at, choice = found
        if value:
            return at, list(choice.set.items())
        return at, [] if options[at].choices[0] is choice else list(options[at].choices[0].set.items())
    if (named := _named(data, word)) is not None:
        return len(options), _switched(named, key, value)
    # … or the value may be, whatever the option is called there: table = "345"; but a yes or no belongs to its key alone
    a_word = isinstance(said, str) and _plain(said) not in _SWITCHES
    if a_word and (found := _choice(options, _plain(said))) is not None:
        return found[0], list(found[1].set.items())
    if called:
        raise RuleSetError(f"{key} = {value!r}: {_allowed(options[called[0]])}")
    known = list(_known(data))
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"是不是 {near[0]}? did you mean {near[0]}? " if near else ""
    raise RuleSetError(f"{key}: 这套规则没有这个选项 / no such option; {hint}可用 / there are: {'，'.join(known)}")


def _choice(options: list[Option], word: str) -> tuple[int, Choice] | None:
    """The choice that is called so, where that is a word and no mere number or yes and no."""
    for at, option in enumerate(options):
        for choice in option.choices:
            words = [each for each in (choice.value, *choice.also) if isinstance(each, str)]
            if word and word in map(_plain, words):
                return at, choice
    return None


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool) or value in (0, 1, 2)


def _taken(option: Option, value: Any) -> Patches | None:
    """What an option sets for a value; None when it does not know the value."""
    if isinstance(value, dict) and len(value) == 1:  # {"fan": 2} as in the rule files
        (word, amount), *_ = value.items()
        return _taken(option, word) or _taken(option, amount)
    for choice in option.choices:
        if _equal(choice.value, value) or any(_equal(also, value) for also in choice.also):
            return list(choice.set.items())
    if option.path and isinstance(value, int) and not isinstance(value, bool):
        return [(option.path, value)]
    if option.path and (value is None or value is False):
        return [(option.path, 0)]
    if isinstance(value, bool):
        return None
    switch = False if value is None else _SWITCHES.get(_plain(value))
    if switch is False or (switch and any(isinstance(choice.value, bool) for choice in option.choices)):
        return _taken(option, switch)
    return None


def _named(data: dict[str, Any], word: str) -> tuple[str, dict[str, Any]] | None:
    """The list and the entry of a 名堂 or 卡 by its id, its name or another name of it; those off come last."""
    scoring = data.get("scoring") or {}
    found = [
        (part, each)
        for part in ("mingtang", "counts_as")
        for each in scoring.get(part, ())
        if word in map(_plain, (each["id"], each["zh"], *each.get("also", ()), *aliases(each["id"])))
    ]
    exact = [pair for pair in found if word in map(_plain, (pair[1]["id"], pair[1]["zh"]))]
    return min(exact or found, key=lambda pair: bool(pair[1].get("off")), default=None)


def _switched(named: tuple[str, dict[str, Any]], key: str, value: Any) -> list[tuple[str, Any]]:
    part, entry = named
    where = f"scoring.{part}.{entry['id']}"
    if value is None or isinstance(value, bool) or (isinstance(value, str) and _plain(value) in _SWITCHES):
        return [(f"{where}.off", not (value if value is None or isinstance(value, bool) else _SWITCHES[_plain(value)]))]
    if isinstance(value, int) and part == "mingtang":
        worth = next(each for each in ("fan", "times", "sets", "adds") if entry.get(each))
        return [(f"{where}.off", value == 0), *([(f"{where}.{worth}", value)] if value else [])]
    raise RuleSetError(f"{key} = {value!r}: 要 true、false 或一个番数 / must be true, false or a number of 番")


def _known(data: dict[str, Any]) -> Iterator[str]:
    scoring = data.get("scoring") or {}
    seen = set()
    names = [option.id for option in of(data)]
    names += [each["zh"] for part in ("mingtang", "counts_as") for each in scoring.get(part, ())]
    for name in names:
        if name not in seen:
            seen.add(name)
            yield name


def _allowed(option: Option) -> str:
    words = [msgspec.json.encode(choice.value).decode() for choice in option.choices]
    words += [str(value) for value in option.values]
    number = "一个整数 / a whole number" if option.path else ""
    return "可用 / may be: " + "，".join([*words, *([number] if number else [])])


def _plain(word: Any) -> str:
    return re.sub(r"[\s_-]", "", str(word).lower()) if isinstance(word, str | int) else ""


def _whole(value: Any) -> Any:
    """A number that was written as a text or with a decimal point."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _equal(known: Any, value: Any) -> bool:
    if isinstance(known, bool) or isinstance(value, bool):
        return known is value
    return _plain(known) == _plain(value) and _plain(value) != ""


def put(place: Any, path: str, value: Any) -> None:
    """Set the parameter at a dotted path; an entry of a list is found by its id, `*` is every entry."""
    head, _, rest = path.partition(".")
    if isinstance(place, list):
        chosen = [each for each in place if head in ("*", each["id"])]
        if not chosen and head != "*":
            raise RuleSetError(f"{path}: 没有 {head} / there is no {head}")
        for each in chosen:
            put(each, rest, value)
    elif rest.startswith("*") and head not in place:
        return
    elif rest:
        put(place.setdefault(head, {}), rest, value)
    else:
        place[head] = value
