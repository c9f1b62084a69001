"""`erqishi rules new | diff | doc` for 跑腰, and which game the name of a rule set belongs to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from erqishi.cli.paoyao import is_paoyao, rules_named
from erqishi.errors import RuleSetError, UserInputError

if TYPE_CHECKING:
    from erqishi.paoyao.ruleset import RuleSet

GAMES = {"zipai": "跑胡子", "paoyao": "跑腰"}


def game_of(rules: str) -> str:
    """zipai or paoyao, by the id or file of a rule set. UserInputError that lists the ids of both if there is no such rule set."""
    from erqishi.paoyao.ruleset import PRESETS
    from erqishi.zipai import ruleset

    if is_paoyao(rules):
        return "paoyao"
    if rules in ruleset.names() or Path(rules).suffix == ".toml" or Path(rules).exists():
        return "zipai"
    try:
        ruleset.RuleSet.load(rules)  # another name of one
    except RuleSetError:
        raise UserInputError(
            f"没有规则 {rules!r} / no rule set {rules!r} (erqishi rules list)\n"
            f"跑腰: {', '.join(PRESETS)}\n跑胡子: {', '.join(ruleset.names())}"
        ) from None
    return "zipai"


def one_game(one: str, other: str) -> str:
    """The game of two rule sets. UserInputError if they belong to two."""
    a, b = game_of(one), game_of(other)
    if a != b:
        raise UserInputError(
            f"{one} 是{GAMES[a]}的规则，{other} 是{GAMES[b]}的，没法比 / "
            f"{one} is a rule set of {GAMES[a]} and {other} one of {GAMES[b]}: two games cannot be compared"
        )
    return a


def is_of(rules: str, game: str) -> None:
    """UserInputError if a rule set is one of the other game, or there is none. What is wrong in a file is told by who reads it."""
    if game == "paoyao" and Path(rules).suffix == ".toml":
        return
    found = game_of(rules)
    if found != game:
        raise UserInputError(
            f"--rules {rules}: 这是{GAMES[found]}的规则，不是{GAMES[game]}的；用 --game {found} / "
            f"a rule set of {GAMES[found]}, not of {GAMES[game]}; use --game {found}"
        )


def copied(source: str, new_id: str, name: str) -> str:
    """The text of a rule file that does the same under a new id and name, each fault told before anything is written."""
    from importlib import resources

    from erqishi.paoyao.ruleset import PRESETS, parse
    from erqishi.zipai import ruleset

    if new_id in PRESETS or new_id in ruleset.names():
        raise UserInputError(f"--id {new_id}: 已经有这套规则，换一个 / this id is taken by a shipped rule set")
    if not re.fullmatch(r"[a-z0-9_]+", new_id):
        raise UserInputError(f"--id {new_id}: 只用小写字母、数字和 _ / lower-case letters, digits and _ only")
    rules = rules_named(source)
    if source in PRESETS and not Path(source).exists():
        text = (resources.files("erqishi.paoyao") / "rules" / f"{source}.toml").read_text(encoding="utf-8")
    else:
        text = Path(source).read_text(encoding="utf-8-sig")
    names = {"id": new_id, "name_zh": name or f"{rules.name_zh}（自家）", "name_en": f"{rules.name_en}, our own"}
    kept = [line for line in text.splitlines() if not re.match(r"(id|name_zh|name_en)\s*=", line)]
    head = [
        f"# 抄自 {rules.id} · copied from {rules.id}, {rules.version}",
        *(f"{key} = {_toml(value)}" for key, value in names.items()),
    ]
    made = "\n".join([*head, *kept]) + "\n"
    if parse(made, f"{new_id}.toml").version != rules.version:
        raise UserInputError(f"{source}: 抄不了，名字要各占一行 / cannot be copied: each name wants a line of its own")
    return made


def differences(a: RuleSet, b: RuleSet) -> list[tuple[str, Any, Any]]:
    """(parameter, its value in a, its value in b) where they differ."""
    mine, theirs = a.options(), b.options()
    return [(key, mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]]


def told(key: str, value: Any) -> str:
    """A value as a rule file has it, and in words."""
    from erqishi.paoyao.options import BY_ID

    said = BY_ID[key].value(value)
    return f"{_toml(value)}  {said.zh} · {said.en}" if said.zh != str(value) else _toml(value)


def page_of(name: str) -> str:
    """The page of a rule set that comes with the package; for another a draft, Chinese then English: what differs from the source's
    rules, then what every other parameter says.
    """
    from erqishi.cli.paoyao import shown

    rules, page = shown(name)
    return page.rstrip() if page is not None else f"{_half(rules, 0)}\n\n---\n\n{_half(rules, 1)}"


_WORDS = {
    "source": ("（来历：写在这里）", "(where this comes from: write it here)"),
    "differs": ("和照书打的不同", "What differs from the rules as their source has them"),
    "same": ("没有不同", "nothing"),
    "rest": ("其余", "The rest"),
    "notes": ("说明", "Notes"),
}


def _half(rules: RuleSet, at: int) -> str:
    from erqishi.paoyao.options import said

    words, differs = {key: pair[at] for key, pair in _WORDS.items()}, rules.differences()
    lines = [f"# {(rules.name_zh, rules.name_en)[at]} · {rules.id}", "", words["source"], ""]
    lines += [f"**{words['differs']}**", ""]
    lines += [f"- {said(rules, key)[at]} (`{key} = {_toml(differs[key])}`)" for key in differs] or [
        f"- {words['same']}"
    ]
    lines += ["", f"**{words['rest']}**", ""]
    lines += [f"- {said(rules, key)[at]}" for key in rules.options() if key not in differs]
    return "\n".join([*lines, "", f"**{words['notes']}**", "", f"- {words['source']}"])


def _toml(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()
