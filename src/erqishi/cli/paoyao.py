"""跑腰 on the command line: many hands between bots, and its rule sets beside those of 跑胡子."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import typer

from erqishi.cli.progress import bar, suggest, waiting
from erqishi.cli.stream import created
from erqishi.errors import RuleSetError, UserInputError

if TYPE_CHECKING:
    from erqishi.paoyao.game import Game
    from erqishi.paoyao.ruleset import RuleSet
    from erqishi.paoyao.simulation import Plan, Tally

PULSE = 0.2  # seconds that a chunk of hands should take, so that Ctrl-C and the bar are prompt
LARGEST_CHUNK = 20_000
MOST_CHIPS = 1_000_000
MOST_HANDS = 1000


# -- rule sets ------------------------------------------------------------------------------------------------------


def is_paoyao(rules: str) -> bool:
    """Whether the id or file of a rule set is one of 跑腰: a file by its parameters, since the games share none."""
    import tomllib

    from erqishi.paoyao.ruleset import OPTIONS, PRESETS

    path = Path(rules)
    if rules in PRESETS and not path.exists():
        return True
    if path.suffix != ".toml" or not path.is_file():
        return False
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return False
    return any(key in data for key in (*OPTIONS, "name_zh"))


def rules_named(rules: str) -> RuleSet:
    """A rule set of 跑腰 by its id or file. UserInputError or WorldError when there is none."""
    from erqishi.paoyao.ruleset import load, read

    path = Path(rules)
    if path.suffix == ".toml" or path.is_file():
        if not path.is_file():
            raise UserInputError(f"{rules}: 没有这个文件 / no such file")
        return read(path)
    return load(rules)


def heads() -> list[dict[str, Any]]:
    """What a list of rule sets says of each of ours."""
    from erqishi.paoyao.ruleset import PRESETS, load

    return [head(load(name)) for name in PRESETS]


def head(rules: RuleSet) -> dict[str, Any]:
    """Id, names and hash of a rule set."""
    return {
        "id": rules.id,
        "game": "paoyao",
        "name": rules.name_zh,
        "name_en": rules.name_en,
        "hash": rules.version,
    }


def shown(name: str) -> tuple[RuleSet, str | None]:
    """A rule set, and its page if it is one that comes with the package."""
    from erqishi.paoyao.ruleset import PRESETS, load, page

    rules = rules_named(name)
    shipped = rules.id in PRESETS and load(rules.id) == rules
    return rules, page(rules.id) if shipped else None


def checked(file: str) -> dict[str, Any]:
    """What `rules check --json` says of a file; its faults one by one."""
    try:
        rules = rules_named(file)
    except RuleSetError as error:
        return {"file": file, "ok": False, "faults": str(error).splitlines()}
    return {"file": file, "ok": True, "faults": [], "missing": [], **head(rules)}


# -- simulate -------------------------------------------------------------------------------------------------------


def simulate_paoyao(
    *,
    rules: str,
    players: int,
    games: int,
    seed: int,
    bots: str,
    records: Path | None,
    trace: Path | None,
    speed: str,
    as_json: bool,
    chips: int | None = None,
    sitting: int | None = None,
) -> bool:
    """Play hands of 跑腰 and tell what came of them; False when interrupted.

    Hand i is dealt from seed + i with full stacks (`chips`, or the rule set's) and an empty pot, dealer i mod players; in sittings of
    so many hands stacks, pot and deal go on instead. Random players are played compiled unless
    the hands are written down or `speed` says otherwise; the results are the same.
    """
    from erqishi.paoyao.simulation import Plan, Tally

    rule_set = rules_named(rules)
    if not 2 <= players <= 4:
        raise UserInputError(f"--players {players}: 跑腰二到四人 / 2 to 4 players")
    stack = rule_set.chips if chips is None else chips
    least = 0 if rule_set.allow_debt or chips is None else 1  # without chips nobody could dig
    if not least <= stack <= MOST_CHIPS:
        raise UserInputError(f"--chips {stack}: 要 {least} 到 {MOST_CHIPS} / {least} to {MOST_CHIPS} chips a seat")
    if sitting is not None and not 1 <= sitting <= MOST_HANDS:
        raise UserInputError(f"--sitting {sitting}: 一场 1 到 {MOST_HANDS} 局 / a sitting is 1 to {MOST_HANDS} hands")
    plan = Plan(rule_set, _bots(bots, players), seed, stack, sitting=sitting or 0)
    compiled = plan.compiled and not records and not trace and speed != "interpreted"
    if speed == "compiled" and not compiled:
        why = "只有全是 random、不写文件、不成场时才有 / only for random players, without files and sittings"
        raise UserInputError(f"--speed compiled: {why}")
    tally = Tally(players)
    with contextlib.ExitStack() as files:
        record_file = files.enter_context(created(records)) if records else None
        trace_file = files.enter_context(created(trace)) if trace else None
        play = _compiled(plan) if compiled else _objects(plan, record_file, trace_file)
        seconds = _run(play, tally, games)
    report = _report(plan, tally, seconds, "compiled" if compiled else "interpreted")
    report["interrupted"] = tally.hands < games
    taken = "-" in (str(records), str(trace))  # standard output belongs to the records
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else _told(report), err=taken)
    return not report["interrupted"]


def _bots(text: str, players: int) -> tuple[str, ...]:
    from erqishi.bots.paoyao import LEVELS
    from erqishi.paoyao.players import PLAYERS

    names = [name.strip().lower() for name in text.replace("，", ",").split(",")]
    names = [LEVELS.get(name, name) for name in names]  # what the table calls them
    for name in names:
        if name not in PLAYERS:
            raise UserInputError(f"--bots {text}: {name!r}: {suggest(name, tuple(PLAYERS))}")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UserInputError(f"--bots {text}: {len(names)} 个，要 {players} 个 / {len(names)} bots for {players} seats")
    return tuple(names)


def _compiled(plan: Plan) -> Callable[[int, int], Any]:
    from erqishi.paoyao import compiled
    from erqishi.paoyao.simulation import play_compiled

    if not compiled.is_warm():
        with waiting("首次编译约半分钟 / compiling once, about half a minute"):
            play_compiled(plan, 0, 1)
        compiled.mark_warm()
    return lambda first, count: play_compiled(plan, first, count)


def _objects(plan: Plan, records: IO[str] | None, traces: IO[str] | None) -> Callable[[int, int], Any]:
    """A function that plays hands as objects and writes them down."""
    from erqishi.paoyao.simulation import play_game, rows_of
    from erqishi.paoyao.trace import told
    from erqishi.record import Record, to_json

    before: Game | None = None

    def play(first: int, count: int) -> Any:
        nonlocal before
        games = []
        for hand in range(first, first + count):
            game = before = play_game(plan, hand, before)
            if records:
                records.write(to_json(Record.of(game, names=plan.bots)) + "\n")
            if traces:
                traces.write(json.dumps(told(game), ensure_ascii=False) + "\n")
            games.append(game)
        return rows_of(games)

    return play


def _run(play: Callable[[int, int], Any], tally: Tally, games: int) -> float:
    """Play them all, or until Ctrl-C; the seconds it took."""
    begun = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt), bar(games) as advance:
        while tally.hands < games:
            pace = tally.hands / (time.perf_counter() - begun)
            count = min(max(1, int(PULSE * pace)), LARGEST_CHUNK, games - tally.hands)
            tally.add(play(tally.hands, count))
            advance(count)
    return time.perf_counter() - begun


def _report(plan: Plan, tally: Tally, seconds: float, speed: str) -> dict[str, Any]:
    n = max(1, tally.hands)
    seats = range(plan.players)
    means = [tally.mean(seat) if tally.hands else (0.0, 0.0) for seat in seats]
    return {
        "game": "paoyao",
        "rules": plan.rules.id,
        "players": plan.players,
        "games": tally.hands,
        "speed": speed,
        "seed": plan.seed,
        "chips": plan.chips,
        "sitting": plan.sitting,
        "bots": list(plan.bots),
        "settled": tally.settled,
        "liuju": tally.liuju,
        "xier": tally.xier,
        "yao_taken": tally.yao_taken,
        "yao_up": tally.yao_up,
        "dug_rate": [round(tally.dug[seat] / n, 4) for seat in seats],
        "gain": [round(mean, 4) for mean, _ in means],
        "gain_95": [round(half, 4) for _, half in means],
        "pot_left": round(tally.carry / n, 4),
        "decisions_per_hand": round(tally.steps / n, 4),
        "seconds": round(seconds, 3),
        "hands_per_second": round(tally.hands / seconds, 1),
        "digest": f"{tally.digest:016x}",
    }


def _told(report: dict[str, Any]) -> str:
    gains = "，".join(
        f"{seat}号 {bot} {gain:+.3f} ± {half:.3f}"
        for seat, (bot, gain, half) in enumerate(zip(report["bots"], report["gain"], report["gain_95"], strict=True))
    )
    lines = [
        f"{report['games']} 局跑腰，规则 {report['rules']}，种子 {report['seed']} · hands, rules, seed",
        f"每局得失 · chips a hand    {gains}",
        f"挖的次数 · digs a hand     {'，'.join(f'{rate:.3f}' for rate in report['dug_rate'])}",
        f"流局、喜儿 · void, 喜儿    {report['liuju']}，{report['xier']}",
        f"腰抢到 · 腰 taken          {report['yao_taken']} / {report['yao_up']}",
        f"每局留在底池 · pot left    {report['pot_left']:.2f}",
        f"每局决定 · decisions       {report['decisions_per_hand']:.2f}",
        f"每秒局 · hands/s           {report['hands_per_second']:,.0f}（{report['speed']}）",
        f"digest                     {report['digest']}",
    ]
    if report["interrupted"]:
        lines.append("中途停下，只算打完的 · interrupted: what was played is counted")
    return "\n".join(lines)
