"""`erqishi simulate`: many hands by simple players, fast; what came of them, and a digest to compare machines by."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from erqishi.cli.progress import bar, suggest, waiting
from erqishi.cli.stream import created
from erqishi.errors import UserInputError

if TYPE_CHECKING:
    from erqishi.zipai.ruleset import RuleSet
    from erqishi.zipai.simulation import Speed, Tally

LARGEST = 2**31 - 1  # of seeds and hand numbers: `rng.seed`
SPEEDS = ("auto", "compiled", "interpreted")
# Interpreted play needs no warming up, compiled play a second from its cache and a minute without.
FEW, MANY = 500, 20_000
PULSE = 0.2  # seconds that a chunk of hands should take, so that Ctrl-C and the bar are prompt
LARGEST_CHUNK = 20_000

GAMES = {"zipai": "std15", "paoyao": "changchun_literal"}
"""Every game, with the rules that it is played by if none are named."""

Play = Callable[[int, int], Any]


def simulate(
    game: Annotated[
        str | None,
        typer.Option(
            "--game", help="zipai 跑胡子，paoyao 跑腰；不写就看规则 · which game; as the rules say if left out"
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--players", help="几家，跑腰 2 到 4 · how many seats, in 跑腰 2 to 4 (default 3)")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="打几局 · how many hands")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="种子，0 到 2147483647 · the seed")] = 1,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            help="各家的机器人，逗号隔开；一个名字就是各家都用它 · a bot for each seat, or one for all: "
            "random, novice, greedy (= normal), expert；跑腰 random (= novice), advice (= normal), exact (= expert)",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", help="规则名或 .toml 文件 · id or file of a rule set (std15, changchun_literal)"),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            help="牌谱写到这里，- 是标准输出 · write the records there, a line a hand; - is standard output",
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option("--trace", help="全部决定写到这里，供裁判核对 · write every decision there, for a referee"),
    ] = None,
    chips: Annotated[
        int | None, typer.Option("--chips", help="跑腰：每家几个筹码 · 跑腰: chips of each seat (the rules', 20)")
    ] = None,
    sitting: Annotated[
        int | None,
        typer.Option(
            "--sitting",
            help="跑腰：几局算一场，筹码和底池接着下一局 · 跑腰: so many hands are played with the same chips and pot",
        ),
    ] = None,
    speed: Annotated[
        str, typer.Option("--speed", help="auto, compiled, interpreted；结果一样 · the results are the same")
    ] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="只输出一个 JSON 对象 · print one JSON object")] = False,
) -> None:
    """让机器人打很多局。 Play many hands between bots.

    同样的种子，结果总是一样，快慢两种方式也一样：比较 digest 就知道。第 i 局由第 i mod 家数 家坐庄。Ctrl-C 随时停，已打完的照样算。
    The same seed gives the same hands at either speed: compare the digests. Ctrl-C stops; what was played is counted.
    With --records or --trace every hand is played as an object, slower, with the same results.

    \b
    erqishi simulate --games 100000 --seed 1 --bots greedy,random,random
    erqishi simulate -n 50 --records hands.jsonl     # 然后 · then: erqishi replay hands.jsonl --hand 3
    erqishi simulate -n 1000 --trace trace.jsonl --json
    erqishi simulate --game paoyao --players 3 --rules changchun_lively --bots exact,advice,random -n 100
    erqishi simulate --game paoyao --players 4 --chips 5 --sitting 8 -n 80 --trace trace.jsonl
    """
    from erqishi.cli import paoyao, paoyao_rules

    _in_range("games", games, 1)
    _in_range("seed", seed, 0)
    if game is None:
        game = "paoyao" if rules is not None and paoyao.is_paoyao(rules) else "zipai"
    if game not in GAMES:
        raise UserInputError(f"--game {game}: {suggest(game, tuple(GAMES))}")
    rules = GAMES[game] if rules is None else rules
    if speed not in SPEEDS:
        raise UserInputError(f"--speed {speed}: {suggest(speed, SPEEDS)}")
    if as_json and "-" in (str(records), str(trace)):
        raise UserInputError("--json, -: 都要写到标准输出 / both would be written to standard output")
    if records and records == trace:
        raise UserInputError(f"--records, --trace {trace}: 要两个不同的文件 / two different files are wanted")
    if Path(rules) in (records, trace):
        raise UserInputError(f"{rules}: 会盖掉规则文件 / this would overwrite the rule file; write somewhere else")
    paoyao_rules.is_of(rules, game)
    if game == "paoyao":
        whole = paoyao.simulate_paoyao(
            rules=rules,
            players=3 if seats is None else seats,
            games=games,
            seed=seed,
            bots="random" if bots is None else bots,
            records=records,
            trace=trace,
            speed=speed,
            as_json=as_json,
            chips=chips,
            sitting=sitting,
        )
        if not whole:
            raise typer.Exit(130)
        return
    from erqishi.cli import warm
    from erqishi.zipai.ruleset import RuleSet

    if chips is not None or sitting is not None:
        raise UserInputError("--chips, --sitting: 只用于跑腰 / only for 跑腰 (--game paoyao)")
    rule_set = RuleSet.load(rules)
    if seats not in (None, rule_set.seats):
        raise UserInputError(
            f"--players {seats}: 规则 {rule_set.id} 是 {rule_set.seats} 家 / these rules seat {rule_set.seats}"
        )
    players = _players("greedy" if bots is None else bots, rule_set.seats)
    with contextlib.ExitStack() as files:
        warm.cover_table(rule_set)
        record_file = files.enter_context(created(records)) if records else None
        trace_file = files.enter_context(created(trace)) if trace else None
        if record_file or trace_file:
            used: Speed = "interpreted"
            play = _writing(rule_set, players, seed, record_file, trace_file)
        else:
            used = _speed(speed, games)
            play = _warmed(rule_set, players, seed, used)
        tally, seconds = _run(play, games, rule_set.seats)
    report = _report(tally, seconds, used) | {"seed": seed, "bots": players, "rules": rule_set.id}
    report["interrupted"] = tally.hands < games
    taken = "-" in (str(records), str(trace))  # standard output belongs to the records
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else _told(report), err=taken)
    if report["interrupted"]:
        raise typer.Exit(130)


# -- what is asked ----------------------------------------------------------------------------------------------


def _in_range(name: str, value: int, low: int) -> None:
    if not low <= value <= LARGEST:
        raise UserInputError(f"--{name} {value}: 要在 {low} 到 {LARGEST} 之间 / must be {low} to {LARGEST}")


def _players(text: str, seats: int) -> list[str]:
    from erqishi.zipai.many import BOTS

    names = [name.strip().lower() for name in text.replace("，", ",").split(",")]
    names = ["greedy" if name == "normal" else name for name in names]  # the table calls it so: 普通
    for name in names:
        if name not in BOTS:
            raise UserInputError(f"--bots {text}: {name!r}: {suggest(name, tuple(BOTS))}")
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise UserInputError(f"--bots {text}: {len(names)} 个，要 {seats} 个 / {len(names)} bots for {seats} seats")
    return names


def _speed(wanted: str, games: int) -> Speed:
    if wanted == "interpreted" or (wanted == "auto" and games <= FEW):
        return "interpreted"
    if wanted == "auto" and games < MANY:
        from erqishi.zipai import compiled

        return "compiled" if compiled.is_warm() else "interpreted"
    return "compiled"


# -- playing ----------------------------------------------------------------------------------------------------


def _warmed(rules: RuleSet, players: list[str], seed: int, speed: Speed) -> Play:
    """The function that plays, ready to run at full speed."""
    from erqishi.zipai import simulation

    play = simulation.player(rules, players, seed, speed)
    if speed == "compiled":
        from erqishi.zipai import compiled

        if compiled.is_warm():
            play(0, 1)
        else:
            with waiting("首次编译约一分钟 / compiling once, about a minute"):
                play(0, 1)
            compiled.mark_warm()
    return play


def _writing(rules: RuleSet, players: list[str], seed: int, records: IO[str] | None, traces: IO[str] | None) -> Play:
    """A function that plays hands as objects and writes them down."""
    import numpy as np

    from erqishi.record import Record, to_json
    from erqishi.zipai.simulation import play_as_game
    from erqishi.zipai.trace import trace_line

    def play(first: int, count: int) -> Any:
        rows = []
        for hand in range(first, first + count):
            game, row = play_as_game(rules, players, seed, hand)
            if records:
                records.write(to_json(Record.of(game, names=players)) + "\n")
            if traces:
                traces.write(trace_line(game) + "\n")
            rows.append(row)
        return np.concatenate(rows)

    return play


def _run(play: Play, games: int, seats: int) -> tuple[Tally, float]:
    """Play them all, or until Ctrl-C; the tally and the seconds it took."""
    from erqishi.zipai.simulation import Tally

    tally = Tally(wins=[0] * seats)
    begun = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt), bar(games) as advance:
        while tally.hands < games:
            pace = tally.hands / (time.perf_counter() - begun)
            count = min(max(1, int(PULSE * pace)), LARGEST_CHUNK, games - tally.hands)
            tally.add(play(tally.hands, count))
            advance(count)
    return tally, time.perf_counter() - begun


# -- what came of it --------------------------------------------------------------------------------------------


def _report(tally: Tally, seconds: float, speed: Speed) -> dict[str, Any]:
    won = sum(tally.wins)
    return {
        "games": tally.hands,
        "speed": speed,
        "wins": tally.wins,
        "huang": tally.huang,
        "huang_rate": _ratio(tally.huang, tally.hands),
        "mean_huxi": _ratio(tally.huxi, won),
        "mean_tun": _ratio(tally.tun, won),
        **({} if not tally.points else {"mean_fan": _ratio(tally.fan, won), "mean_points": _ratio(tally.points, won)}),
        "zimo": tally.zimo,
        "tianhu": tally.tianhu,
        "decisions_per_hand": _ratio(tally.decisions, tally.hands),
        "seconds": round(seconds, 3),
        "hands_per_second": round(tally.hands / seconds, 1),
        "decisions_per_second": round(tally.decisions / seconds, 1),
        "digest": f"{tally.digest:016x}",
    }


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _told(report: dict[str, Any]) -> str:
    def per_win(key: str) -> str:
        return "-" if report[key] is None else f"{report[key]:.2f}"

    wins = "，".join(
        f"{seat}号 {bot} {won}" for seat, (bot, won) in enumerate(zip(report["bots"], report["wins"], strict=True))
    )
    lines = [
        f"{report['games']} 局，规则 {report['rules']}，种子 {report['seed']} · hands, rules, seed",
        f"胡 · wins              {wins}",
        f"荒庄 · no winner       {report['huang']}（{100 * (report['huang_rate'] or 0):.1f}%）",
        f"每胡息、囤 · huxi, tun {per_win('mean_huxi')}，{per_win('mean_tun')}",
        *(
            [f"每胡番、分 · fan, points {per_win('mean_fan')}，{per_win('mean_points')}"]
            if "mean_points" in report
            else []
        ),
        f"自摸、天胡 · of these  {report['zimo']}，{report['tianhu']}",
        f"每局决定 · decisions   {report['decisions_per_hand'] or 0:.2f}",
        f"每秒局 · hands/s       {report['hands_per_second']:,.0f}（{report['speed']}）",
        f"digest                 {report['digest']}",
    ]
    if set(report["bots"]) == {"random"}:
        lines.append(
            "random 乱打，所以大多荒庄；--bots greedy 像人打 · random plays at random: hardly a hand is won; try greedy"
        )
    if report["interrupted"]:
        lines.append("中途停下，只算打完的 · interrupted: what was played is counted")
    return "\n".join(lines)
