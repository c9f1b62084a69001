"""`erqishi rules`: which rule sets there are, what one says, and whether a file of one's own is sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from erqishi.cli import paoyao, paoyao_rules

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import Missing, RuleSet

app = typer.Typer(
    help="规则：有哪些、怎么打、自己写的对不对。 Rule sets: list them, read one, check a file of your own.",
    no_args_is_help=True,
)
STANDARD = "std15"

Json = Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")]


@app.command("list")
def list_rules(json: Json = False) -> None:
    """有哪些规则。 The rule sets that come with the package.

    \b
    erqishi rules list --json
    """
    from erqishi.zipai import ruleset

    every = [ruleset.RuleSet.load(name) for name in ruleset.names()]
    others = paoyao.heads()
    if json:
        _echo_json([*(_head(rules) for rules in every), *others])
        return
    width = max(12, *(len(rules.id) for rules in every), *(len(each["id"]) for each in others))
    for rules in every:
        typer.echo(
            f"{rules.id:<{width}} 跑胡子 {rules.name} · {rules.name_en}（{rules.min_huxi} 息起胡 · {rules.min_huxi} 息 to 胡）"
        )
    for each in others:
        typer.echo(f"{each['id']:<{width}} 跑腰   {each['name']} · {each['name_en']}")


@app.command("show")
def show_rules(
    rules: Annotated[str, typer.Argument(help="规则名或 .toml 文件 · a rule set's id or file", metavar="ID|FILE")],
    json: Json = False,
) -> None:
    """一套规则怎么打，哪些参数和标准的不同。 How a rule set is played, and what differs from the standard.

    \b
    erqishi rules show std15
    erqishi rules show my_village.toml --json
    """
    from erqishi.zipai import ruleset

    if paoyao_rules.game_of(rules) == "paoyao":
        _show_paoyao(rules, json)
        return
    shown, standard = ruleset.RuleSet.load(rules), ruleset.RuleSet.load(STANDARD)
    page = ruleset.page(shown.id) if shown == _shipped(shown.id) else None
    mine, usual = _parameters(shown), _parameters(standard)
    differs = {key: value for key, value in mine.items() if value != usual[key]}
    if json:
        _echo_json({**_head(shown), "parameters": mine, "differs": differs, "page": page})
        return
    if page is not None:
        _echo_page(page)
    else:
        typer.echo(f"{shown.id}  {' · '.join(filter(None, (shown.name, shown.name_en)))}".rstrip())
    if shown.id == STANDARD and page is not None:
        typer.echo("\n全部参数 · every parameter:")
        differs = mine
    elif differs:
        typer.echo(f"\n和 {STANDARD} 不同的参数 · what differs from {STANDARD}:")
    else:
        typer.echo(f"\n参数和 {STANDARD} 一样 · the parameters are those of {STANDARD}")
    for key, value in differs.items():
        if key == "scoring":
            _echo_scoring(shown, told=page is not None)
            continue
        before = "" if value == usual[key] else f"    # {STANDARD}: {_toml(usual[key])}"
        typer.echo(f"  {key} = {_toml(value)}{before}")


@app.command("check")
def check_rules(
    file: Annotated[str, typer.Argument(help="规则文件 · a rule file (.toml)", metavar="FILE")],
    json: Json = False,
) -> None:
    """检查规则文件，把毛病一次说全；有毛病时退出状态是 2。 Check a rule file and name every fault; exit status 2 if any.

    文件里每个选项（[[options]]）的每个值都试一遍。 Every value of every option of the file is tried too, each alone.

    \b
    erqishi rules check my_village.toml
    """
    from erqishi.errors import RuleSetError
    from erqishi.zipai import ruleset

    if paoyao_rules.game_of(file) == "paoyao":
        found = paoyao.checked(file)
        if json:
            _echo_json(found)
        elif found["ok"]:
            typer.echo(f"{file}: 没有毛病 · no faults ({found['id']}, {found['hash']})")
        else:
            raise RuleSetError("\n".join(found["faults"]))
        if not found["ok"]:
            raise typer.Exit(2)
        return
    known = file in ruleset.names() and not Path(file).exists()
    source = file if known else Path(file).absolute()
    try:
        rules = ruleset.RuleSet.load(source)
        tried = _tried(source, file, rules)
    except RuleSetError as error:
        if not json:
            raise
        _echo_json({"file": file, "ok": False, "faults": str(error).splitlines()})
        raise typer.Exit(2) from None
    if json:
        missing = [part.key for part in rules.missing]
        beside = {each.where: [part.key for part in each.missing] for each in tried if each.missing}
        told = {"missing": missing, "missing_with": beside}
        _echo_json({"file": file, "ok": True, "faults": [], **told, **_head(rules)})
        return
    count = f"，试过选项 {len(tried)} 种 · {len(tried)} choices of its options tried" if tried else ""
    typer.echo(f"{file}: 没有毛病 · no faults ({rules.id}, {rules.hash}){count}")
    for each in (_Tried("", rules.missing), *tried):
        for part in each.missing:
            where = f"{each.where}: " if each.where else ""
            typer.echo(
                f"  {where}引擎还不会打，只能算分：{part.zh} · scored, but not played yet: {part.en} ({part.key})"
            )


class _Tried(NamedTuple):
    """A value of an option that makes sound rules, and what of these cannot be played yet."""

    where: str
    missing: tuple[Missing, ...]


def _tried(source: str | Path, file: str, rules: RuleSet) -> list[_Tried]:
    """Every value of every option of the file, each alone. RuleSetError names every fault of the rules and of these."""
    from erqishi.errors import RuleSetError
    from erqishi.zipai.trials import trials

    every = list(trials(source))
    faults = [_unreachable(rules, file)]
    faults += [
        each.fault if each.rules is None else _unreachable(each.rules, f"{file}: {each.where}") for each in every
    ]
    if any(faults):
        raise RuleSetError("\n".join(filter(None, faults)))
    missing = set(rules.missing)  # what the rules lack anyway is said once
    return [
        _Tried(each.where, tuple(part for part in each.rules.missing if part not in missing))
        for each in every
        if each.rules is not None
    ]


def _unreachable(rules: RuleSet, where: str) -> str:
    """What is wrong with a least 息 that no hand has, or nothing."""
    most = _most_huxi(rules)
    if most >= rules.min_huxi:
        return ""
    return (
        f"{where}: min_huxi = {rules.min_huxi}: 谁也胡不了，按这张息表一手牌最多 {most} 息 / "
        f"nobody could ever win: by this table of 息 no hand has more than {most}"
    )


def _most_huxi(rules: RuleSet) -> int:
    """No hand has more 息 than this: every 门子 the dearest there is, one of them a 将 if there are 提 or 跑.

    A local scoring may count things for 息 that this table does not know; its rules are taken to be reachable.
    """
    from erqishi.zipai.hand import full_groups

    if rules.scoring is not None:
        return rules.min_huxi
    sets: dict[str, int] = {name: max(getattr(rules.huxi, name)) for name in rules.huxi.__struct_fields__}
    if not rules.extra_sets:
        del sets["run1510"]
    others = max(value for name, value in sets.items() if name not in ("ti", "pao"))
    groups = full_groups(rules)
    return max(groups * others, (groups - 1) * max(sets.values()))


def _echo_scoring(rules: RuleSet, told: bool) -> None:
    """The local scoring in words, unless the page has told it."""
    from erqishi.zipai.scoring.describe import mingtang_rows, steps

    if told:
        typer.echo("  [scoring]    # 算分，见上 · the scoring, see above")
        return
    typer.echo("  [scoring]    # 算分 · the scoring")
    for said in steps(rules):
        typer.echo(f"    {said.zh} · {said.en}")
    for row in mingtang_rows(rules):
        off = "（要约定 · by agreement）" if row.off else ""
        typer.echo(f"    {row.name}：{row.asks_zh}，{row.worth_zh}{off} · {row.asks_en}: {row.worth_en}")


def _show_paoyao(name: str, json: bool) -> None:
    """`show` for a rule set of 跑腰; what differs is told against the rules as their source has them."""
    from erqishi.paoyao.options import BY_ID
    from erqishi.paoyao.ruleset import DEFAULT, load

    rules, page = paoyao.shown(name)
    mine, usual, differs = rules.options(), load(DEFAULT).options(), rules.differences()
    if json:
        words = [option.told() for option in BY_ID.values()]
        _echo_json({**paoyao.head(rules), "parameters": mine, "differs": differs, "options": words, "page": page})
        return
    if page is not None:
        _echo_page(page)
    else:
        typer.echo(f"{rules.id}  {rules.name_zh} · {rules.name_en}")
    if rules.id == DEFAULT and page is not None:
        typer.echo("\n全部参数 · every parameter:")
        differs = mine
    elif differs:
        typer.echo(f"\n和 {DEFAULT} 不同的参数 · what differs from {DEFAULT}:")
    else:
        typer.echo(f"\n参数和 {DEFAULT} 一样 · the parameters are those of {DEFAULT}")
    for key, value in differs.items():
        option = BY_ID[key]
        said, before = option.value(value), "" if value == usual[key] else f"    # {DEFAULT}: {_toml(usual[key])}"
        typer.echo(f"  {key} = {_toml(value)}{before}")
        typer.echo(f"      {option.name.zh}：{said.zh} · {option.name.en}: {said.en}")
        typer.echo(f"      （{option.why.zh} · {option.why.en}）")


def _shipped(name: str) -> RuleSet | None:
    from erqishi.zipai import ruleset

    return ruleset.RuleSet.load(name) if name in ruleset.names() else None


def _head(rules: RuleSet) -> dict[str, Any]:
    return {
        "id": rules.id,
        "game": "zipai",
        "name": rules.name,
        "name_en": rules.name_en,
        "min_huxi": rules.min_huxi,
        "hash": rules.hash,
    }


def _parameters(rules: RuleSet) -> dict[str, Any]:
    """The parameters by their names in a rule file, those of the 息 table as huxi.ti and so on."""
    import msgspec

    every = msgspec.to_builtins(rules)
    flat = {key: value for key, value in every.items() if key not in ("id", "name", "name_en", "huxi")}
    return flat | {f"huxi.{key}": value for key, value in every["huxi"].items()}


def _toml(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _echo_json(value: Any) -> None:
    import msgspec

    typer.echo(msgspec.json.encode(value).decode())


def _echo_page(page: str) -> None:
    """Formatted for a terminal, and as it is for a file or a pipe."""
    import sys

    if not sys.stdout.isatty():
        typer.echo(page.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page))
