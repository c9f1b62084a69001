"""`erqishi hand`: judge one hand for people, or a file of hands for programs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from erqishi.zipai.arrange import Group
    from erqishi.zipai.distance import Distance
    from erqishi.zipai.hand import Evaluation, Origin, Wait
    from erqishi.zipai.handstate import HandState
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.scoring import Settlement


class From(StrEnum):
    """Where the winning card comes from."""

    self = "self"
    other = "other"
    discard = "discard"
    liang = "liang"
    dealt = "dealt"


def judge_hand(
    text: Annotated[
        list[str] | None,
        typer.Argument(
            help="手牌，不算桌上的门子 · the concealed cards: 一一二三七十 壹贰叁, x1 x1 d2", metavar="CARDS…"
        ),
    ] = None,
    melds: Annotated[
        str, typer.Option(help="桌上的门子 · melds on the table: 碰三三三 吃二七十 提捌捌捌捌", metavar="MELDS")
    ] = "",
    card: Annotated[str | None, typer.Option(help="要胡的那张 · the card to win with", metavar="CARD")] = None,
    origin: Annotated[
        From,
        typer.Option(
            "--from",
            help="这张怎么来：自己摸、别家摸、别家打、亮张（闲家）、亮张归庄家 · how it comes: own draw, another's draw, "
            "another's discard, the 亮张, the 亮张 dealt to the dealer",
        ),
    ] = From.self,
    seen: Annotated[
        str, typer.Option(help="别处见过的牌，算还剩几张用 · other cards that are gone", metavar="CARDS")
    ] = "",
    rules: Annotated[
        str, typer.Option(help="规则：名字或 .toml 文件 · a rule set's id or file", metavar="ID|FILE")
    ] = "std15",
    batch: Annotated[
        str | None,
        typer.Option(
            help="一行一手牌的 JSON 文件，- 是标准输入 · a file with one hand a line as JSON; - is standard input",
            metavar="FILE",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")] = False,
) -> None:
    """看一手牌：胡不胡、多少息、几囤、听什么、差几张。 Judge a hand: is it a 胡, how many 息 and 囤, what it waits for.

    例 · Examples:

    \b
    erqishi hand 一一一六七八十十贰贰拾 --melds "偎五五五 碰叁叁叁 碰壹壹壹" --card 五 --from other
    听什么 · what it waits for:
    erqishi hand x1 x1 x1 x6 x7 x8 d2 d2 --melds "wei x5x5x5 碰叁叁叁 碰壹壹壹 吃十十拾"
    该打什么 · what to discard, by rules of your own:
    erqishi hand 一一二三五六七九十十 壹贰叁贰柒拾捌捌捌玖玖 --rules my_village.toml
    一个文件的牌 · a file of hands:
    erqishi hand --batch hands.jsonl --json > out.jsonl

    文件一行一手 · such a file has one hand a line:

    \b
    {"id": 1, "hand": "一一六七", "melds": [{"t": "peng", "cards": "三三三"}], "card": "五", "mode": "draw"}
    t      chi peng wei pao ti
    mode   draw 自己摸 · own draw, other 别家的牌 · another's card
    hand   或者 · or "counts": 20 个数 · 20 numbers, 一…十 壹…拾

    批量时自己摸的牌先偎、先提，也先跑自己的碰。
    In a batch one's own draw is first laid as 偎, as 提, or as the 跑 of one's own 碰.

    看不懂的行回答 error，退出状态 2。 A bad line is answered with an error; the exit status is 2.
    """
    from erqishi.cli import warm
    from erqishi.cli.usage import check_cards
    from erqishi.errors import UserInputError
    from erqishi.zipai.ruleset import RuleSet

    chosen = RuleSet.load(rules)
    warm.cover_table(chosen)
    if batch is not None:
        if text or melds or card or seen:
            raise UserInputError(
                "用了 --batch，牌就写在文件里 / with --batch the cards are in the file, not on the line"
            )
        from erqishi.cli.hand_batch import judge_file

        raise typer.Exit(judge_file(batch, chosen, json))
    if not text:
        raise UserInputError("没有牌：erqishi hand 一一二三… / no cards; try: erqishi hand --help")
    from erqishi.zipai.distance import distance
    from erqishi.zipai.hand import evaluate, waits
    from erqishi.zipai.handstate import HandState

    if card is not None:
        check_cards("--card", card, one=True, wang=chosen.wang > 0)
    check_cards("--seen", seen, wang=chosen.wang > 0)
    state = HandState.of(" ".join(text), melds, wang=chosen.wang)
    hand = evaluate(state, card, origin.value, chosen)
    shown = _Shown(state, hand, chosen, waits(state, chosen, seen), distance(state, chosen), seen)
    if json:
        typer.echo(_json(shown))
    else:
        _print(shown)


class _Shown:
    """All that is said about one hand."""

    def __init__(
        self,
        state: HandState,
        hand: Evaluation,
        rules: RuleSet,
        waits: list[Wait],
        away: Distance | None,
        seen: str,
    ) -> None:
        from erqishi.zipai.explain import explain_hand
        from erqishi.zipai.hand import discards, forced_tianhu

        self.state, self.hand, self.rules, self.waits, self.away = state, hand, rules, waits, away
        self.discards = discards(state, rules, seen)
        self.tianhu = forced_tianhu(state, rules)
        self.lines = explain_hand(hand, rules)


def _json(shown: _Shown) -> str:
    import msgspec

    from erqishi.cards import hand_text
    from erqishi.zipai.meldtext import melds_text

    hand = shown.hand
    said: dict[str, Any] = {
        "hand": hand_text(shown.state.concealed),
        "melds": melds_text(shown.state.melds),
        "card": hand.card,
        "from": hand.origin,
        "rules": hand.rules,
    }
    said |= {key: value for key, value in msgspec.to_builtins(hand).items() if key not in ("rules", "card", "origin")}
    said["waits"] = [_wait(wait) for wait in shown.waits]
    said["discards"] = {card: [_wait(wait) for wait in after] for card, after in shown.discards.items()}
    said["distance"] = shown.away
    said["forced_tianhu"] = shown.tianhu
    said["explain"] = shown.lines
    return msgspec.json.encode(said).decode()


def _wait(wait: Wait) -> dict[str, Any]:
    import msgspec

    return {**msgspec.to_builtins(wait), "win": wait.wins}


# -- for people -------------------------------------------------------------------------------------------------------


def _print(shown: _Shown) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    hand = shown.hand
    console.print(_verdict(shown), style="bold")
    if hand.groups:
        console.print()
        for row in _columns(shown):
            console.print(row)
        console.print()
    lines = [*_derivation(shown), *(_waiting(shown) if shown.waits or not hand.win else ())]
    for line in lines:
        console.print(line)
    if any("(core.md §" in line for line in (_verdict(shown), *lines)):
        console.print("\ncore.md：规则书 · the book of rules, docs/rules/core.md", style="dim")


def _derivation(shown: _Shown) -> list[str]:
    """How the judgement comes about, without what is drawn above and what stands at the top."""
    lines = []
    if shown.hand.complete or shown.hand.card is not None or shown.state.status == "short":
        said = [(line.rule, f"{line.zh} · {line.en} ({line.rule})") for line in shown.lines]
        lines = [text for rule, text in said if rule != "core.md §5" and text != _why(shown.hand)]
    if shown.tianhu is not None:
        zh = f"如果是发下来的牌：三提五坎，天胡，{shown.tianhu}息"
        lines.append(f"{zh} · if so dealt: 三提五坎, a forced 天胡 with {shown.tianhu} 息 (core.md §7)")
    return lines


def _why(hand: Evaluation) -> str:
    """Why it is no 胡, as a line of the explanation has it; empty for a 胡."""
    reason = hand.reason
    return f"不能胡：{reason.zh} · no 胡: {reason.en} ({reason.rule})" if reason else ""


def _verdict(shown: _Shown) -> str:
    hand = shown.hand
    if hand.win and hand.settled is not None:
        return _settled(hand, hand.settled)
    if hand.win:
        more = "" if hand.zimo or hand.card is not None else f"，自摸 {hand.tun_zimo} 囤"
        more_en = "" if hand.zimo or hand.card is not None else f", {hand.tun_zimo} by 自摸"
        return f"胡：{hand.huxi} 息，{hand.tun} 囤{more} · 胡: {hand.huxi} 息, {hand.tun} 囤{more_en}"
    if hand.complete:
        if hand.reason and hand.reason.code == "groups":
            return f"只是一手牌的一部分 · only part of a hand\n{_why(hand)}"
        return _why(hand)
    if hand.card is None and shown.away is not None:
        if shown.away.value:
            return "还没听 · not waiting yet"
        return "听牌 · waiting" if shown.state.status == "waiting" else "打一张就听 · waiting after a discard"
    return _why(hand) or "没有成牌 · not complete"


def _settled(hand: Evaluation, made: Settlement) -> str:
    """The verdict under local scoring, as far as the cards tell."""
    parts, parts_en = [f"{hand.huxi} 息"], [f"{hand.huxi} 息"]
    if made.tun is not None:
        parts.append(f"{made.tun} 囤")
        parts_en.append(f"{made.tun} 囤")
    if made.fan:
        parts.append("、".join(made.fan))
        parts_en.append("、".join(made.fan))
    if made.points is not None:
        parts.append(f"{made.points} 分")
        parts_en.append(f"{made.points} points")
    return f"胡：{'，'.join(parts)} · 胡: {', '.join(parts_en)}"


def _columns(shown: _Shown) -> list[Any]:
    """The 门子 side by side: its name, its cards from top to bottom, its 息. Red cards are red and have a *."""
    from rich.text import Text

    from erqishi.cards import is_red, parse_cards
    from erqishi.zipai.meldtext import MELD_NAMES

    groups = shown.hand.groups
    height = max(len(group.cards) for group in groups)
    rows = [Text() for _ in range(height + 2)]
    for at, group in enumerate(groups):
        name = MELD_NAMES[group.kind]
        if at and groups[at - 1].on_table != group.on_table:
            for row in rows:
                row.append("|  ")
        rows[0].append(f" {name}".ljust(5 - len(name)))  # every cell is five columns wide, a character two of them
        cards = parse_cards(group.cards)
        wild = _wild(group)
        won = _won_at(group, wild, shown.hand.card) if group.claimed and shown.hand.card else -1
        for line, row in enumerate(rows[1:-1]):
            if line >= len(cards):
                row.append("     ")
                continue
            red = is_red(cards[line])
            row.append("w" if line in wild else "*" if red else " ")
            row.append(group.cards[line], style="bold red" if red else "")
            row.append("+ " if line == won else "  ")
        rows[-1].append(f"{group.huxi:>3}  ")
    marks = ["*红字 red"] + [f"+胡的牌 {shown.hand.card} the card"] * any(group.claimed for group in groups)
    if any(group.wang for group in groups):
        marks.append("w王当的牌 a 王 stands for it")
    if len({group.on_table for group in groups}) == 2:
        marks.append("左边在桌上，右边在手里 left on the table, right in hand")
    for row in rows:
        row.rstrip()
    return [*rows, Text(" " + "   ".join(marks), style="dim")]


def _wild(group: Group) -> set[int]:
    """Which of the cards of a 门子 are 王; of equal cards the last."""
    places: set[int] = set()
    for card in group.wang:
        places.add(max(at for at, other in enumerate(group.cards) if other == card and at not in places))
    return places


def _won_at(group: Group, wild: set[int], card: str) -> int:
    """Where the winning card stands in its 门子."""
    if card == "王":
        return min(wild)
    return next(at for at, other in enumerate(group.cards) if other == card and at not in wild)


def _waiting(shown: _Shown) -> list[str]:
    """What the hand waits for, or how far it is from that."""
    lines = []
    if shown.waits:
        lines += ["", "听 · waits for", *_table(shown.waits)]
    if shown.discards:
        lines += _discards(shown.discards)
    away = shown.away
    if away is None and shown.state.status == "short":
        return [*lines, "先要进一门牌，才能听 · it must claim a card before it can wait (core.md §8)"]
    if away is None or away.value == 0:
        return lines
    if not away.exact:
        return [*lines, "", f"离听牌至少差 {away.value} 张 · at least {away.value} cards from waiting"]
    useful = f"：{' '.join(away.useful)}" if away.useful else ""
    plural = "s" if away.value > 1 else ""
    return [
        *lines,
        "",
        f"离听牌差 {away.value} 张{useful} · {away.value} card{plural} from waiting{useful.replace('：', ': ')}",
    ]


def _table(waits: list[Wait]) -> list[str]:
    ways = [
        ("自摸 own draw", [(wait.own_draw, _paid(wait, "self", wait.tun_own)) for wait in waits]),
        ("别家摸 another's", [(wait.other_draw, _paid(wait, "other", wait.tun_other)) for wait in waits]),
        ("别家打 discard", [(wait.discard, _paid(wait, "discard", wait.tun_discard)) for wait in waits]),
    ]
    ways = [(name, cells) for name, cells in ways if any(huxi is not None for huxi, _ in cells)]
    lines = ["  牌  剩 left  " + "  ".join(name.ljust(18 - _wide(name)) for name, _ in ways)]
    for at, wait in enumerate(waits):
        cells = ["—" if column[at][0] is None else f"{column[at][0]} 息 {column[at][1]}" for _, column in ways]
        lines.append(f"  {wait.card}  {wait.live:<8} " + "  ".join(cell.ljust(18 - _wide(cell)) for cell in cells))
    return [line.rstrip() for line in lines]


def _paid(wait: Wait, way: Origin, tun: int | None) -> str:
    """What a wait brings when its card comes so."""
    if way not in wait.ways:
        return "不够 short"
    if not wait.points:
        return f"{tun} 囤"
    return f"{wait.points[wait.ways.index(way)]} 分 pts"


def _discards(discards: dict[str, list[Wait]]) -> list[str]:
    good = {card: [wait for wait in waits if wait.wins] for card, waits in discards.items()}
    some = sorted((card for card in good if good[card]), key=lambda card: -sum(wait.live for wait in good[card]))
    if not some:
        return []
    lines = ["", "该打一张 · a discard is due"]
    for card in some:
        live = sum(wait.live for wait in good[card])
        names = " ".join(wait.card for wait in good[card])
        lines.append(f"  打 {card} 听 {names}，剩 {live} 张 · discard {card}: waits for {names}, {live} left")
    return lines


def _wide(text: str) -> int:
    """How many more columns than characters a text takes: Chinese characters are two wide."""
    return sum(ord(char) > 0x2E7F for char in text)
