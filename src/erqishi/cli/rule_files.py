"""`erqishi rules new | diff | doc`: a rule file of one's own from another, what differs between two, and a page for people."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from erqishi.cli import paoyao, paoyao_rules
from erqishi.errors import RuleSetError, UserInputError, WorldError

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import RuleSet

Json = Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")]
_ID = re.compile(r'^id\s*=\s*"[^"]*"', re.MULTILINE)
_NAMES = {key: re.compile(rf'^{key}\s*=\s*"[^"]*"', re.MULTILINE) for key in ("name", "name_en")}


def new_rules(
    source: Annotated[str, typer.Option("--from", help="从哪套抄起 · the rule set to start from", metavar="ID|FILE")],
    new_id: Annotated[str, typer.Option("--id", help="新规则的 id · the id of the new one")] = "my_village",
    name: Annotated[str, typer.Option("--name", help="叫什么 · what it is called")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="写到哪里，不写就是 ID.toml · where to; ID.toml without it")
    ] = None,
) -> None:
    """抄一套规则，改成自己的。 Copy a rule set to change it into one's own; nothing is overwritten.

    \b
    erqishi rules new --from changde_qmt_big68 --id taoyuan --name 桃源跑胡子
    erqishi rules check taoyuan.toml
    erqishi rules new --from changchun_lively --id ours --name 我们的跑腰
    """
    if paoyao_rules.game_of(source) == "paoyao":
        _write(out or Path(f"{new_id}.toml"), paoyao_rules.copied(source, new_id, name))
        return
    from erqishi.paoyao.ruleset import PRESETS
    from erqishi.zipai import ruleset

    text, rules = _text(source), ruleset.RuleSet.load(source)
    if new_id in (*ruleset.names(), *PRESETS):
        raise UserInputError(f"--id {new_id}: 已经有这套规则，换一个 / this id is taken by a shipped rule set")
    made = _ID.sub(f'id = "{new_id}"', text, count=1)
    for key, value in (("name", name or f"{rules.name}（自家）"), ("name_en", f"{rules.name_en}, our own")):
        line = f"{key} = {_toml(value)}"
        made = _NAMES[key].sub(line.replace("\\", r"\\"), made, count=1)
    made = re.sub(r"^also\s*=.*\n", "", made, flags=re.MULTILINE)
    head = f"# 抄自 {rules.id} · copied from {rules.id}, {rules.hash}\n"
    ruleset.parse(head + made, f"{new_id}.toml")  # whatever is wrong with the id or the names is said before writing
    _write(out or Path(f"{new_id}.toml"), head + made)


def _write(target: Path, text: str) -> None:
    """Write a new rule file; one that exists is not overwritten."""
    try:
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise UserInputError(f"{target}: 已经有这个文件，不盖掉它 / exists already and is not overwritten") from None
    except OSError as error:
        raise WorldError(f"{target}: 写不了 / cannot write: {error.strerror or error}") from None
    typer.echo(f"{target}: 改好以后 erqishi rules check {target} · change it, then check it")


def diff_rules(
    one: Annotated[str, typer.Argument(help="规则名或文件 · a rule set's id or file", metavar="A")],
    other: Annotated[str, typer.Argument(help="另一套 · the other", metavar="B")],
    json: Json = False,
) -> None:
    """两套规则哪里不同。 What differs between two rule sets.

    \b
    erqishi rules diff changde_qmt_big68 changde_qmt_small68
    erqishi rules diff std15 my_village.toml --json
    erqishi rules diff changchun_literal changchun_lively
    """
    if paoyao_rules.one_game(one, other) == "paoyao":
        mine, theirs = paoyao.rules_named(one), paoyao.rules_named(other)
        ids, hashes = (mine.id, theirs.id), (mine.version, theirs.version)
        rows = paoyao_rules.differences(mine, theirs)
    else:
        from erqishi.zipai.ruleset import RuleSet

        a, b = RuleSet.load(one), RuleSet.load(other)
        ids, hashes, rows = (a.id, b.id), (a.hash, b.hash), differences(a, b)
    if json:
        import msgspec

        parts = [{"key": key, "a": left, "b": right} for key, left, right in rows]
        typer.echo(msgspec.json.encode({"a": ids[0], "b": ids[1], "same": not rows, "differs": parts}).decode())
        return
    typer.echo(f"{ids[0]} {hashes[0]}  ↔  {ids[1]} {hashes[1]}")
    if not rows:
        typer.echo("没有不同 · no difference")
    for key, left, right in rows:
        if paoyao.is_paoyao(one):
            from erqishi.paoyao.options import BY_ID

            said = BY_ID[key].name
            typer.echo(f"{key}  {said.zh} · {said.en}")
            typer.echo(f"  - {paoyao_rules.told(key, left)}\n  + {paoyao_rules.told(key, right)}")
        else:
            typer.echo(f"{key}\n  - {_shown(left)}\n  + {_shown(right)}")


def doc_rules(
    rules: Annotated[str, typer.Argument(help="规则名或 .toml 文件 · a rule set's id or file", metavar="ID|FILE")],
) -> None:
    """一页说明（Markdown），写自己规则的说明时从它改起。 A page in words (Markdown), to be edited for a rule set of one's own.

    \b
    erqishi rules doc my_village.toml > my_village.md
    """
    if paoyao_rules.game_of(rules) == "paoyao":
        typer.echo(paoyao_rules.page_of(rules))
        return
    from erqishi.zipai import ruleset

    loaded = ruleset.RuleSet.load(rules)
    shipped = loaded.id in ruleset.names() and loaded == ruleset.RuleSet.load(loaded.id)
    typer.echo(ruleset.page(loaded.id).rstrip() if shipped else page(loaded, ruleset.options_of(rules)))


# -- what differs ------------------------------------------------------------------------------------------------------


def differences(a: RuleSet, b: RuleSet) -> list[tuple[str, Any, Any]]:
    """(parameter, its value in a, its value in b) where they differ, the parts of `scoring` and each 名堂 by itself."""
    mine, theirs = _flat(a), _flat(b)
    keys = [*mine, *(key for key in theirs if key not in mine)]
    return [(key, mine.get(key), theirs.get(key)) for key in keys if mine.get(key) != theirs.get(key)]


def _flat(rules: RuleSet) -> dict[str, Any]:
    import msgspec

    from erqishi.zipai.scoring.data import Scoring

    made: dict[str, Any] = {}
    for key, value in msgspec.to_builtins(rules).items():
        if key == "huxi":
            made |= {f"huxi.{name}": pair for name, pair in value.items()}
        elif key not in ("id", "name", "name_en", "scoring"):
            made[key] = value
    for field in Scoring.__struct_fields__:
        value = msgspec.to_builtins(getattr(rules.scoring or Scoring(), field))
        if field in ("mingtang", "counts_as"):
            made |= {f"scoring.{field}.{each['id']}": each for each in value}
        else:
            made[f"scoring.{field}"] = value
    return made


def _shown(value: Any) -> str:
    return "没有 · none" if value is None else _toml(value)


# -- a page ------------------------------------------------------------------------------------------------------------


def page(rules: RuleSet, options: Any) -> str:
    """A draft of the page of a rule set, Chinese then English, in the order of the shipped pages."""
    return f"{_half(rules, options, 0)}\n\n---\n\n{_half(rules, options, 1)}"


_WORDS = {
    "play": ("打法", "Play"),
    "reckoning": ("算法", "Reckoning"),
    "options": ("可以约定", "By agreement"),
    "notes": ("说明", "Notes"),
    "source": ("（来历：写在这里）", "(where this comes from: write it here)"),
    "same": ("其余照标准十五胡。", "All else as in the standard game."),
    "table": ("| 名堂 | 什么牌 | 值 |", "| 名堂 | what it takes | worth |"),
}


def _half(rules: RuleSet, options: Any, at: int) -> str:
    from erqishi.zipai.playtext import play_lines
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.scoring.describe import mingtang_rows, steps

    words = {key: pair[at] for key, pair in _WORDS.items()}
    seats = (f"{rules.seats}家打，每家{rules.deal}张", f"{rules.seats} seats, {rules.deal} cards each")[at]
    least = (f"{rules.min_huxi}息起胡", f"{rules.min_huxi} 息 to 胡")[at]
    lines = [f"# {(rules.name, rules.name_en)[at] or rules.id} · {rules.id}", "", words["source"], ""]
    lines += [
        f"**{words['play']}**",
        "",
        f"- {seats}。" if at == 0 else f"- {seats}.",
        f"- {least}。" if at == 0 else f"- {least}.",
    ]
    usual = RuleSet.load("std15")
    differs = {key.partition(".")[0] for key, _, _ in differences(usual, rules)} - {"tianhu_formula"}
    if "wall" in differs:
        lines.append((f"- 牌墩{rules.wall}张。", f"- A wall of {rules.wall} cards.")[at])
    lines += [f"- {said[at + 1]}{'。.'[at]}" for said in play_lines(rules) if differs & set(said.of)]
    lines += [f"- {words['same']}", "", f"**{words['reckoning']}**", ""]
    lines += [f"- {said[at]}{'。' if at == 0 else '.'}" for said in steps(rules)]
    rows = mingtang_rows(rules)
    if rows:
        lines += ["", "**名堂**", "", words["table"], "|---|---|---|"]
        for row in rows:
            off = (("（要约定）", " (by agreement)")[at]) if row.off else ""
            name = row.name if at == 0 or not row.name_en else f"{row.name} ({row.name_en})"
            lines.append(f"| {name} | {(row.asks_zh, row.asks_en)[at]} | {(row.worth_zh, row.worth_en)[at]}{off} |")
    own = [
        option for option in options if option.choices and option.id not in ("huang_fan", "discard_shares", "mingtang")
    ]
    if own:
        lines += ["", f"**{words['options']}**", ""]
        for option in own:
            told_choices = ("；", "; ")[at].join((choice.zh, choice.en or choice.zh)[at] for choice in option.choices)
            lines.append(f"- {(option.zh, option.en or option.zh)[at]} (`{option.id}`): {told_choices}")
    return "\n".join([*lines, "", f"**{words['notes']}**", "", f"- {words['source']}"])


# -- reading and writing -----------------------------------------------------------------------------------------------


def _text(source: str) -> str:
    """The text of a rule file, shipped or one's own."""
    from erqishi.zipai import ruleset

    if source in ruleset.names():
        return ruleset.text(source)
    ruleset.RuleSet.load(source)  # every fault is told before anything is copied
    path = Path(source)
    if not path.exists():  # another name of a shipped one
        return ruleset.text(ruleset.RuleSet.load(source).id)
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise RuleSetError(f"{path}: 读不了规则文件 / cannot read the rule file: {error.strerror}") from None


def _toml(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()
