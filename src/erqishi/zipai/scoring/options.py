"""What a table agrees on within a rule set: named options, switched in the file or for one hand.

Every rule set knows the options of `COMMON`, each of its 名堂 by name (true, false, or another 番), each 卡 by name, and
those that its file lists under `[[options]]`.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from erqishi.cards import COPIES, N_KINDS
from erqishi.errors import RuleSetError
from erqishi.zipai.scoring.common import COMMON as COMMON
from erqishi.zipai.scoring.data import Choice, Option
from erqishi.zipai.scoring.vocabulary import aliases

Patches = list[tuple[str, Any]]


def apply(data: dict[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The plain data of a rule set (as read from JSON or TOML) with options taken.

    The order in which they are given does not matter. 名堂 and 卡 by name come after the options and are more exact: they
    change single entries of what an option set. RuleSetError when there is no such option or value, or when two options
    say different things about one parameter.

    Two words of `set` are no parameters. aside: so many cards lie aside unseen, and the wall is what is left; it also
    follows when seats, deal or 王 change (the cards aside remain as many). least: nobody wins below it, so a lower least
    with 自摸 or a 名堂 (`lax_min_huxi`) falls away.
    """
    data = copy.deepcopy(data)
    if data.get("scoring") is None:
        data.pop("scoring", None)
    taken = [_patches(data, key, value) for key, value in chosen.items()]
    plain = [_Taken(each.at, each.name, list(_parameters(data, each.patches))) for each in taken]
    _refuse_contradictions(plain, len(_every(data)))
    aside = _cards(data) - _in_use(data)
    paths = {path for each in plain for path, _ in each.patches}
    for each in sorted(plain, key=lambda each: each.at):
        for path, new in each.patches:
            if path == "aside":
                aside = new
            else:
                put(data, path, copy.deepcopy(new))
    if paths & {"aside", "seats", "deal", "wang"} and "wall" not in paths:
        data["wall"] = 0
        data["wall"] = _cards(data) - _in_use(data) - aside
    if "aside" in paths and _number(data, "deal") != DEAL:
        zh = f"二人桌是每家{DEAL}张的打法，这套规则每家{_number(data, 'deal')}张"
        raise RuleSetError(f"{zh} / a table of two plays with {DEAL} cards each, these rules with {data['deal']}")
    return data


def rechosen(data: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What a file has chosen, without what is chosen anew, by whatever name; and then that."""
    plain = copy.deepcopy(dict(data))
    anew = {_subject(plain, key, value) for key, value in now.items()}
    return {key: value for key, value in before.items() if _subject(plain, key, value) not in anew} | dict(now)


def refuse_disagreement(data: Mapping[str, Any], chosen: Mapping[str, Any], stated: Mapping[str, Any]) -> None:
    """RuleSetError naming an option and a parameter that stands beside it, where they say different things about one thing.

    data: the rule set in which the options are looked up; chosen: the options; stated: the parameters as they are written. Where both
    say the same, both may stand. `off = true` of a 名堂 says that it is counted by agreement: to switch it on is no contradiction.
    """
    plain = copy.deepcopy(dict(data))
    taken = [_patches(plain, key, value) for key, value in chosen.items()]
    for each in taken:
        for path, value in _parameters(plain, each.patches):
            if path == "aside":
                path, value = "wall", apply(plain, chosen)["wall"]
            found, said = _written(stated, path.split("."))
            if not found or _shown(said) == _shown(value) or (path.endswith(".off") and said is True):
                continue
            zh = f"{each.name}和“{path} = {_shown(said)}”不能一起写：同一件事说得不一样，去掉一个"
            en = f"{each.name} and {path} = {_shown(said)} contradict each other: take one of them away"
            raise RuleSetError(f"{zh} / {en}")


def _written(place: Any, path: Sequence[str]) -> tuple[bool, Any]:
    """Whether a parameter is written there, and its value."""
    if not path:
        return True, place
    if isinstance(place, list | tuple):
        place = {each.get("id"): each for each in place if isinstance(each, dict)}
    return _written(place[path[0]], path[1:]) if isinstance(place, dict) and path[0] in place else (False, None)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _subject(data: dict[str, Any], key: str, value: Any) -> tuple[int, str]:
    """What is chosen: the option by its place, or the 名堂."""
    try:
        taken = _patches(data, key, value)
    except RuleSetError:  # told when it is applied
        return -1, key
    named = taken.at == len(_every(data))
    return taken.at, taken.patches[0][0].rpartition(".")[0] if named else ""


DEAL = 20
#: Defaults of the parameters that say how the cards are dealt; `RuleSet` has the same (tests compare them).
_DEALT = {"seats": 3, "deal": DEAL, "wall": 19, "wang": 0}


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key, _DEALT[key])
    return value if isinstance(value, int) else _DEALT[key]


def _cards(data: Mapping[str, Any]) -> int:
    return N_KINDS * COPIES + _number(data, "wang")


def _in_use(data: Mapping[str, Any]) -> int:
    return _number(data, "seats") * _number(data, "deal") + 1 + _number(data, "wall")


def _parameters(data: dict[str, Any], patches: Patches) -> Iterator[tuple[str, Any]]:
    """What is set, parameter by parameter: `least` and `*` written out."""
    scoring = data.get("scoring") or {}
    for path, value in patches:
        if path == "least":
            yield "min_huxi", value
            if scoring.get("lax_min_huxi"):
                yield "scoring.lax_min_huxi", 0
        elif ".*." in path:
            before, _, after = path.partition(".*.")
            for each in scoring.get(before.removeprefix("scoring."), ()):
                yield f"{before}.{each['id']}.{after}", value
        else:
            yield path, value


#: What a 名堂 is worth: to give it a worth and to switch it off contradict each other.
_WORTH = ("fan", "times", "sets", "adds")


def _refuse_contradictions(taken: list[_Taken], named: int) -> None:
    """RuleSetError naming two choices that cannot both hold. named: the place from which 名堂 stand by name."""
    for at, one in enumerate(taken):
        for other in taken[:at]:
            if (one.at < named) != (other.at < named):
                continue  # the name of a single 名堂 is more exact than an option
            if any(_contradict(a, b) for a in one.patches for b in other.patches):
                zh = f"{other.name}和{one.name}不能一起选：同一件事说得不一样，去掉一个"
                en = f"{other.name} and {one.name} contradict each other: take one of them away"
                raise RuleSetError(f"{zh} / {en}")


def _contradict(one: tuple[str, Any], other: tuple[str, Any]) -> bool:
    (a, x), (b, y) = one, other
    if a == b:
        return bool(x != y)
    if {a, b} == {"aside", "wall"} or a.startswith(f"{b}.") or b.startswith(f"{a}."):
        return True
    for (path, value), (path2, value2) in ((one, other), (other, one)):
        entry, _, key = path.rpartition(".")
        if key == "off" and value is True and any(path2 == f"{entry}.{worth}" and value2 for worth in _WORTH):
            return True
    return False


def of(data: Mapping[str, Any]) -> list[Option]:
    """The options of a rule set's data: its own first, then the common ones that fit it."""
    return [each for each in _every(data) if each.id != "two_players" or _number(data, "deal") == DEAL]


def own(data: Mapping[str, Any]) -> list[Option]:
    """The options that the data lists itself."""
    return [msgspec.convert(each, Option) for each in data.get("options", ())]


def _every(data: Mapping[str, Any]) -> list[Option]:
    listed, common = {option.id for option in own(data)}, {option.id: option.also for option in COMMON}
    mine = [msgspec.structs.replace(each, also=(*each.also, *common.get(each.id, ()))) for each in own(data)]
    return mine + [option for option in COMMON if option.id not in listed]


class _Taken(NamedTuple):
    """An option that was taken: its place among all, what to call it in a sentence, and what it sets."""

    at: int
    name: str
    patches: Patches


#: Words for yes and no, of any option.
_SWITCHES = dict.fromkeys(("1", "on", "true", "yes", "开", "是", "算", "要"), True) | dict.fromkeys(
    ("0", "off", "false", "no", "none", "关", "否", "不算", "不要", "无"), False
)


def _patches(data: dict[str, Any], key: str, value: Any) -> _Taken:
    """What an option sets, given by any of its names."""
    word, options, said, value = _plain(key), _every(data), value, _whole(value)
    called = [at for at, option in enumerate(options) if word in map(_plain, (option.id, option.zh, *option.also))]
    for at in called:
        if (patches := _taken(options[at], value)) is not None:
            return _Taken(at, _sentence(options[at].zh, key, said), patches)
    # a choice may be a word of its own: 株洲 = true
    if (found := _choice(options, word)) is not None and _is_switch(value):
        at, choice = found
        taken = choice if value else options[at].choices[0]
        back = not value and taken is choice  # the first choice, switched off: nothing is said
        return _Taken(at, _sentence(options[at].zh, key, said), [] if back else list(taken.set.items()))
    if (named := _named(data, word)) is not None:
        return _Taken(len(options), _sentence(named[1]["zh"], key, said), _switched(named, key, value))
    # … or the value may be, whatever the option is called there: table = "345"; but a yes or no belongs to its key alone
    a_word = isinstance(said, str) and _plain(said) not in _SWITCHES
    if a_word and (found := _choice(options, _plain(said))) is not None:
        return _Taken(found[0], _sentence(options[found[0]].zh, key, said), list(found[1].set.items()))
    if called:
        raise RuleSetError(f"{key} = {value!r}: {_allowed(options[called[0]])}")
    known = list(_known(data))
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"是不是 {near[0]}? did you mean {near[0]}? " if near else ""
    raise RuleSetError(f"{key}: 这套规则没有这个选项 / no such option; {hint}可用 / there are: {'，'.join(known)}")


def _sentence(zh: str, key: str, value: Any) -> str:
    shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"“{key} = {shown}”" if key == zh else f"“{zh}（{key} = {shown}）”"


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
    if not isinstance(place, dict | list) or (isinstance(place, list) and not rest):
        raise RuleSetError(f"{path}: 没有这个参数 / there is no such parameter")
    if isinstance(place, list):
        chosen = [each for each in place if isinstance(each, dict) and head in ("*", each.get("id"))]
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
