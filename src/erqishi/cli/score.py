"""`erqishi score`: what a won hand is worth by somebody's own rules, for people who argue; a file of hands for programs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.scoring.facts import Facts
    from erqishi.zipai.scoring.settle import Settlement


class From(StrEnum):
    """Where the winning card comes from."""

    self = "self"
    other = "other"
    discard = "discard"
    liang = "liang"
    deal = "deal"


def score_hand(
    text: Annotated[
        list[str] | None,
        typer.Argument(
            help="全部门子，或者手牌加桌上的门子 · all groups, or the hand with the melds on the table",
            metavar="GROUPS…",
        ),
    ] = None,
    rules: Annotated[
        str, typer.Option("--rules", help="规则：名字或 .toml 文件 · a rule set's id or file", metavar="ID|FILE")
    ] = "std15",
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            help="这桌约定的，可以写几个：封顶=100，背靠背 · agreed at this table, repeatable: cap=100, 背靠背",
            metavar="KEY[=VALUE]",
        ),
    ] = None,
    melds: Annotated[str, typer.Option(help="桌上的门子 · melds on the table", metavar="MELDS")] = "",
    card: Annotated[str | None, typer.Option(help="胡的那张 · the winning card", metavar="CARD")] = None,
    origin: Annotated[
        From | None,
        typer.Option(
            "--from",
            help="这张怎么来：自己摸、别家摸、别家打、亮张、发牌三提五坎 · own draw, another's draw, another's discard, "
            "the 亮张, 三提五坎 dealt",
        ),
    ] = None,
    zimo: Annotated[bool, typer.Option("--zimo", "--自摸", help="自摸 · own draw")] = False,
    dealer: Annotated[bool, typer.Option("--dealer", "--庄", help="胡的是庄家 · the winner is the dealer")] = False,
    first_discard: Annotated[
        bool,
        typer.Option("--first-discard", "--首打", help="胡的是庄家打的第一张 · on the dealer's first discard"),
    ] = False,
    first_draw: Annotated[
        bool, typer.Option("--first-draw", "--首摸", help="胡的是墩上第一张 · on the first wall card")
    ] = False,
    last: Annotated[bool, typer.Option("--last", "--海底", help="胡的是墩上最后一张 · on the last wall card")] = False,
    claims: Annotated[
        int | None, typer.Option("--claims", "--进张", min=0, help="进过几次张 · how many claims were made")
    ] = None,
    discards: Annotated[
        int | None, typer.Option("--discards", "--打过", min=0, help="自己打过几张 · how many own discards")
    ] = None,
    left: Annotated[
        int | None,
        typer.Option("--left", "--剩", min=0, help="胡之前手里几张 · concealed cards before the winning one"),
    ] = None,
    huang: Annotated[
        int, typer.Option("--huang", "--荒", min=0, help="前面连荒几局 · hands without a winner just before")
    ] = 0,
    charge: Annotated[int, typer.Option("--charge", "--充", min=0, help="充囤、充 · agreed extra")] = 0,
    piao: Annotated[int, typer.Option("--piao", "--飘", min=0, help="飘 · 飘")] = 0,
    xing: Annotated[int, typer.Option("--xing", "--醒", min=0, help="翻醒几张 · how many 醒")] = 0,
    birds: Annotated[int, typer.Option("--birds", "--鸟", min=0, help="扎鸟中几个 · how many 鸟 hit")] = 0,
    wang: Annotated[str, typer.Option("--wang", "--王", help="王钓、王闯…… · what the 王 did")] = "",
    base: Annotated[int | None, typer.Option("--base", "--底分", min=1, help="底分 · the stake")] = None,
    players: Annotated[
        int | None, typer.Option("--players", "--人数", min=2, max=4, help="几个人，有醒家写 4 · players at the table")
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            help="一行一手牌的 JSON 文件，- 是标准输入 · one hand a line as JSON; - is standard input", metavar="FILE"
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")] = False,
) -> None:
    """算一手胡了的牌：门子、息、囤、番、谁付谁多少，一步一步。 Score a won hand step by step: 息, 囤, 番, who pays whom.

    胡的是 A，庄家是 B（写了 --dealer 就是 A），放炮的是 B。 A wins; the dealer is B, or A with --dealer; B discarded.

    例 · Examples:

      erqishi score 坎壹壹壹 坎叁叁叁 碰捌捌捌 句四五六 句肆伍陆 绞九九玖 绞六六陆 --rules changde_qmt_big68 --荒 1

      erqishi score 一一一六七八十十贰贰拾 偎五五五 碰叁叁叁 碰壹壹壹 --card 五 --from other     手牌会自己组，坎也可以写出来 · groups are found; a 坎 may be named

      erqishi score --batch hands.jsonl --json > out.jsonl

    批量文件每行 · each line of a batch file: {"id": 1, "ruleset": "changsha", "given": {"groups": [{"kind": "碰", "cards": "三三三"}, …],
    "zimo": true, "options": {"cap": 100}}}；given 里的名字见 scoring.md §5 · the words of `given`: scoring.md §5.
    """
    from erqishi.errors import UserInputError

    if batch is not None:
        if text or melds or card:
            raise UserInputError(
                "用了 --batch，牌就写在文件里 / with --batch the hands are in the file, not on the line"
            )
        from erqishi.cli.score_batch import score_file

        raise typer.Exit(score_file(batch, rules, json))
    if not text:
        raise UserInputError("没有牌：erqishi score 坎壹壹壹 句二七十…… / no cards; try: erqishi score --help")
    from erqishi.cli.usage import check_cards
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.scoring import settle_hand
    from erqishi.zipai.scoring.asked import Question, facts_of_question

    chosen = RuleSet.load(rules, _options(option or []))
    if zimo and origin in (From.other, From.discard):
        raise UserInputError(
            f"--zimo 和 --from {origin.value} 不合 / --zimo and --from {origin.value} contradict each other"
        )
    if card is not None:
        check_cards("--card", card, one=True)
    asked = Question(
        cards=" ".join(text),
        melds=melds,
        card=card,
        origin=None if origin is None else origin.value,
        zimo=zimo,
        dealer=dealer,
        first_discard=first_discard,
        first_draw=first_draw,
        last=last,
        claims=claims,
        discards=discards,
        left=left,
        huang=huang,
        charge=charge,
        piao=piao,
        xing=xing,
        birds=birds,
        wang=wang,
        base=base,
        players=players,
    )
    facts = facts_of_question(asked)
    settled = settle_hand(chosen, facts)
    if json:
        typer.echo(_json(chosen, facts, settled))
    else:
        _print(chosen, settled)


def _options(texts: list[str]) -> dict[str, Any]:
    """`cap=100`, `背靠背`, `对子胡=false` as a table."""
    chosen: dict[str, Any] = {}
    for text in texts:
        key, sign, word = text.replace("＝", "=").partition("=")
        value: Any = word.strip()
        if not sign or value.lower() in ("true", "是", "on", "yes"):
            value = True
        elif value.lower() in ("false", "否", "off", "no"):
            value = False
        elif value.lstrip("-").isdecimal():
            value = int(value)
        chosen[key.strip()] = value
    return chosen


def _json(rules: RuleSet, facts: Facts, settled: Settlement) -> str:
    import msgspec

    from erqishi.cards import card_name
    from erqishi.zipai.scoring.payment import NAMES

    said = msgspec.to_builtins(settled)
    said["groups"] = [
        {"kind": group.kind, "cards": "".join(map(card_name, group.cards)), "claimed": group.claimed}
        for group in settled.groups
    ]
    said["net"] = None if settled.net is None else {NAMES[seat]: n for seat, n in enumerate(settled.net)}
    said["name"], said["hash"] = rules.name, rules.hash
    return msgspec.json.encode(said).decode()


def _print(rules: RuleSet, settled: Settlement) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    console.print(_verdict(rules, settled), style="bold")
    console.print()
    for line in settled.lines:
        console.print(str(line))


def _verdict(rules: RuleSet, settled: Settlement) -> str:
    from erqishi.zipai.scoring.payment import NAMES

    name = f"{rules.name} · {rules.id}"
    if not settled.can_hu or settled.net is None:
        why = settled.reason
        return f"{name}\n不能胡：{why.zh} · no 胡: {why.en}" if why else f"{name}\n不能胡 · no 胡"
    net = "，".join(f"{NAMES[seat]} {n:+d}" for seat, n in enumerate(settled.net))
    if settled.tun is None:
        return f"{name}\n胡：{settled.huxi} 息，{settled.points} 分；{net}"
    return f"{name}\n胡：{settled.huxi} 息，{settled.tun} 囤，{settled.fan_total} 番，每家 {settled.points}；{net}"
