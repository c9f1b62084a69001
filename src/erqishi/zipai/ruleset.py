"""A rule set: typed, validated, frozen; read from a TOML file.

>>> RuleSet.load("changde_qmt_big68").min_huxi
15
>>> RuleSet.load("quanzhou", {"起胡": 18, "王": 0}).tun(18)
2
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from erqishi.cards import COPIES, N_KINDS, is_small, rank
from erqishi.errors import RuleSetError
from erqishi.zipai.checked import fields_of, read, show, without_defaults
from erqishi.zipai.scoring import data as scoring_data
from erqishi.zipai.scoring import options as scoring_options
from erqishi.zipai.scoring import permit
from erqishi.zipai.scoring.data import Option, Scoring

BigSmall = tuple[int, int]


class HuxiTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """息 of each kind of set as (big, small); core.md §5."""

    ti: BigSmall = (12, 9)
    pao: BigSmall = (9, 6)
    wei: BigSmall = (6, 3)
    chouwei: BigSmall = (6, 3)
    kan: BigSmall = (6, 3)
    peng: BigSmall = (3, 1)
    run123: BigSmall = (6, 3)
    run2710: BigSmall = (6, 3)
    run1510: BigSmall = (6, 3)  # 一五十, where `extra_sets` has it

    def of(self, kind: str, cards: Sequence[int]) -> int:
        """息 of one 门子, its kind as in the glossary, its cards as kinds in any order: the one place that says so."""
        size = int(is_small(cards[0]))  # (big, small)
        if kind in _SAME:
            name: str | None = kind
        elif kind == "jiang" or len({is_small(card) for card in cards}) == 2:
            name = None
        else:
            name = _RUNS.get(tuple(sorted(map(rank, cards))))
        pair: BigSmall = (0, 0) if name is None else getattr(self, name)
        return pair[size]


_SAME = frozenset(("ti", "pao", "wei", "chouwei", "kan", "peng"))
_RUNS: dict[tuple[int, ...], str] = {(1, 2, 3): "run123", (2, 7, 10): "run2710", (1, 5, 10): "run1510"}


class Formula(NamedTuple):
    """(a·x + b) // c of 息 x. plus: the part of b that was written as a number outside, for whoever shows it."""

    a: int
    b: int
    c: int
    plus: int = 0

    def __call__(self, x: int) -> int:
        """Its value at x 息."""
        return (self.a * x + self.b) // self.c


_FORMULA = re.compile(r"(?:(\d+)\+)?\(?(\d*)\*?x(?:([+-])(\d+))?\)?(?://(\d+))?")


def parse_formula(text: str) -> Formula:
    """Read `(2x-12)//3`, `x//5`, `x`, `2+(x-15)//3` …; ValueError when it is nothing of the kind."""
    match = _FORMULA.fullmatch(text.replace(" ", ""))
    if match is None or match[5] == "0":
        raise ValueError(text)
    plus, b, c = int(match[1] or 0), int(match[4] or 0), int(match[5] or 1)
    return Formula(int(match[2] or 1), (-b if match[3] == "-" else b) + plus * c, c, plus)


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table's rules (core.md §20 lists the parameters; rules/std15.md explains them to players).

    `scoring` is the local scoring (scoring.md), None where a hand is worth its 囤 and no more. `missing` says what the
    engine cannot play of it yet.

    Defaults are those of `std15`. `hash` changes exactly when play or scoring may change.
    """

    id: str
    name: str = ""
    name_en: str = ""

    # who plays, and the deal (§2, §3)
    seats: int = 3
    deal: int = 20  # cards of every seat but the dealer, who has one more: the 亮张
    wall: int = 19
    draw_for_dealer: bool = False
    huang_policy: Literal["keep_then_rotate_3", "rotate_always", "keep_always"] = "keep_then_rotate_3"
    # the same at a table with a 醒家, who is paid after a 荒庄 (荒醒); "same": as without
    huang_policy_xing: Literal["same", "keep_then_rotate_3", "rotate_always", "keep_always"] = "same"

    # what is worth what (§5, §7, §16)
    min_huxi: int = 15
    huxi: HuxiTable = HuxiTable()
    tun_formula: str = "(x-12)//3"
    zimo_tun: int = 1
    base: int = 1  # 底分

    # 天胡 and 亮张 (§7, §22.1)
    liangzhang_hu: bool = True
    forced_tianhu: bool = True
    tianhu_formula: str = "(2x-12)//3"  # or "same": as tun_formula
    tianhu_huxi: Literal["ti_and_kan", "best"] = "ti_and_kan"
    tianhu_fixed: int = 0  # 囤 of a forced 天胡; 0 = by formula
    ti_before_liang: bool = False

    # 胡 (§15)
    hu_on_drawn: bool = True
    hu_on_discard: bool = False
    hu_forced: bool = False
    hu_discard_forced: bool = False  # 放炮必胡
    split_kan: bool = False

    # 碰 跑 吃 (§11–13)
    peng_forced: bool = False
    pao_of_peng: Literal["drawn_only", "any"] = "drawn_only"
    chi_from: tuple[Literal["prev_discard", "prev_draw", "own_draw"], ...] = ("prev_discard", "prev_draw", "own_draw")

    # 臭 (§14, §22.3–5)
    chou_scope: Literal["chi_and_peng", "eat_only"] = "chi_and_peng"
    chou_marks: Literal["upper", "unified", "separate"] = "upper"
    own_discard_blocks: tuple[Literal["chi", "peng"], ...] = ("chi", "peng")
    own_unclaimed_draw_blocks: bool = False

    # what others see (§6, §11)
    wei_visibility: Literal["hidden", "one_up"] = "hidden"
    initial_ti_hidden: bool = False

    # beyond the standard game
    wang: int = 0  # 王, wild cards beside the 80
    wang_makes: tuple[Literal["kan", "ti"], ...] = ("kan", "ti")  # what a 王 may complete beside 一句话, 绞 and 将
    extra_sets: tuple[Literal["一五十"], ...] = ()
    penalty_mode: Literal["prevent", "penalize"] = "prevent"  # core.md §19
    fine: int = 0  # where mistakes are punished: paid to every other seat, in 底分; 0: the right to 胡 is lost instead
    scoring: Scoring | None = None

    @property
    def hash(self) -> str:
        """Twelve hex digits that name everything but the names; a parameter added later changes no older rule set's."""
        content = {k: v for k, v in msgspec.to_builtins(self).items() if k not in ("id", "name", "name_en")}
        for key, default in _YOUNGER.items():
            if content[key] == default:
                del content[key]
        if self.scoring is not None:
            content["scoring"] = without_defaults(self.scoring)
        content["huxi"].pop("run1510") if not self.extra_sets else None
        for part in ("mingtang", "counts_as"):
            for each in (content.get("scoring") or {}).get(part, ()):
                for words in ("zh", "en", "also"):
                    each.pop(words, None)
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:12]

    @property
    def tun(self) -> Formula:
        """囤 of x 息, before 自摸."""
        return parse_formula(self.tun_formula)

    @property
    def tianhu(self) -> Formula:
        """囤 of a 天胡 of x 息, before 自摸."""
        return self.tun if self.tianhu_formula == "same" else parse_formula(self.tianhu_formula)

    @property
    def cards(self) -> int:
        """Cards that are shuffled: the 80 and the 王."""
        return N_KINDS * COPIES + self.wang

    @property
    def deck_size(self) -> int:
        """Cards in use: the hands, the 亮张 and the wall (80, or fewer when some are laid aside unseen)."""
        return self.seats * self.deal + 1 + self.wall

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What of these rules the engine cannot play yet; empty when it plays them exactly."""
        return tuple(_missing(self))

    def require_playable(self) -> None:
        """RuleSetError, naming every parameter that the engine cannot play yet, if there is one."""
        if lacks := self.missing:
            zh, en = "，".join(lack.zh for lack in lacks), ", ".join(lack.en for lack in lacks)
            raise RuleSetError(f"{self.id}: 引擎还不会打：{zh} / the engine cannot play yet: {en}")

    @staticmethod
    def load(source: str | Path, options: Mapping[str, Any] | None = None) -> RuleSet:
        """The rule set with this id, or from this .toml file, with options of it taken (`options_of` lists them).

        RuleSetError names file, key, value and remedy.
        """
        data, name = source_of(source)
        return from_dict(data, name, options)

    def replace(self, **changes: Any) -> RuleSet:
        """The same rules with some parameters changed, checked again."""
        data = msgspec.to_builtins(self)
        data.update(changes)
        return from_dict(data, "这套规则 (these rules)")


class Missing(NamedTuple):
    """A parameter that the engine cannot play yet, and what it is."""

    key: str
    zh: str
    en: str


def _missing(rules: RuleSet) -> Iterator[Missing]:
    lax = rules.scoring is not None and (rules.scoring.lax_min_huxi or rules.scoring.counts_as)
    if rules.wang and (rules.split_kan or rules.extra_sets or lax):
        zh, en = "王同拆坎、一五十、卡或放宽起胡一起", "王 beside broken 坎, 一五十, or 息 below the least that win"
        yield Missing("wang", zh, en)
    beyond = permit.beyond(rules.scoring, rules.min_huxi)
    if "counts_as" in beyond:
        yield Missing("scoring.counts_as", "这样的卡（息太多，或反而不能胡）", "such 息 that count as others")
    if "lax_min_huxi" in beyond:
        yield Missing("scoring.lax_min_huxi", "凭这样的名堂放宽起胡", "a lower least 息 with such a 名堂")


_SHIPPED = resources.files("erqishi.zipai") / "rules"


#: Rule files of one's own that are known by their ids (`also`), and the folders they came from.
_OWN: dict[str, Path] = {}


@functools.cache
def shipped() -> tuple[str, ...]:
    """Ids of the shipped rule sets, in order."""
    return tuple(sorted(p.name[:-5] for p in _SHIPPED.iterdir() if p.name.endswith(".toml")))


def names() -> list[str]:
    """Ids of the rule sets that are known by name: the shipped ones, and those of `also`."""
    return sorted([*shipped(), *_OWN])


def also(folder: str | Path) -> list[str]:
    """Know the rule files of a folder by their ids from now on, as if they were shipped; their ids.

    RuleSetError names every fault of every file: the file must be called as its id, and no shipped set has that id.
    """
    place = Path(folder)
    if not place.is_dir():
        raise RuleSetError(f"{place}: 没有这个文件夹 / there is no such folder")
    files, faults = sorted(place.glob("*.toml")), []
    if not files:
        faults.append(f"{place}: 里面没有 .toml 规则文件 / there is no .toml rule file in it")
    for file in files:
        try:
            rules = RuleSet.load(file)
        except RuleSetError as error:
            faults.append(str(error))
            continue
        if rules.id != file.stem:
            faults.append(
                f"{file.name}: 文件名要和 id 一样：{rules.id}.toml / call the file as its id: {rules.id}.toml"
            )
        elif rules.id in shipped():
            zh, en = "自带的规则已经叫这个 id，换一个", "a shipped rule set has this id: take another"
            faults.append(f"{file.name}: id = {rules.id!r}: {zh} / {en}")
    if faults:
        raise RuleSetError("\n".join(faults))
    _OWN.update({file.stem: file for file in files})
    _shipped.cache_clear()
    return [file.stem for file in files]


def page(rules_id: str) -> str:
    """The one-page description of a rule set known by name (Markdown, Chinese then English)."""
    return _beside(rules_id, "md")


def text(rules_id: str) -> str:
    """The file of a rule set known by name, as it is written."""
    return _beside(rules_id, "toml")


def _beside(rules_id: str, ending: str) -> str:
    if rules_id in _OWN:
        return _OWN[rules_id].with_suffix(f".{ending}").read_text("utf-8-sig")
    return (_SHIPPED / f"{rules_id}.{ending}").read_text("utf-8")


def options_of(source: str | Path) -> tuple[Option, ...]:
    """What a table may agree on within this rule set: its own options, then those that all have."""
    data, _ = source_of(source)
    return tuple(scoring_options.of(data))


def data_of(rules_id: str) -> dict[str, Any]:
    """The plain data of a rule set that is known by this id, as its file has them; nobody changes them."""
    return _shipped(rules_id)


def source_of(source: str | Path) -> tuple[dict[str, Any], str]:
    """The plain data of a rule set, and what to call it in messages."""
    text = str(source)
    if text.endswith(".toml") or "/" in text or "\\" in text:
        return _from_file(Path(source)), Path(source).name
    known = names()
    if text not in known:
        if (other := _other_name(text)) is not None:
            return source_of(other)
        near = difflib.get_close_matches(text, known, n=1)
        hint = f"; 是不是 {near[0]}? did you mean {near[0]}?" if near else ""
        raise RuleSetError(f"没有规则 {text!r} / no rule set {text!r}{hint} (erqishi rules list: {', '.join(known)})")
    return _shipped(text), f"{text}.toml"


@functools.cache
def _shipped(name: str) -> dict[str, Any]:
    """The tables of a file known by name; nobody changes them."""
    return _tables(text(name), f"{name}.toml")


def _other_name(text: str) -> str | None:
    """The id of the rule set that is also called so: `also` in its file, its Chinese name, or how one name alone begins."""
    called: dict[str, str] = {}
    for name in names():
        if text in _shipped(name).get("also", ()):
            return name
        called[name] = str(_shipped(name).get("name", ""))
    whole = [name for name, zh in called.items() if text == zh]
    begun = [name for name, zh in called.items() if len(text) > 1 and zh.startswith(text)]
    found = whole or begun
    return found[0] if len(found) == 1 else None


def _from_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{path}: byte {error.start}: 请存成 UTF-8 / save the file as UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = getattr(error, "strerror", None) or error
        raise RuleSetError(f"{path}: 读不了规则文件 / cannot read the rule file: {why}") from None
    return _tables(text, path.name)


def parse(text: str, name: str) -> RuleSet:
    """Read the TOML `text`; `name` stands for the file in messages."""
    return from_dict(_tables(text, name), name)


def _tables(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        raise RuleSetError(f"{name}: 不是合法的 TOML / not valid TOML: {error}") from None
    except RecursionError:
        raise RuleSetError(f"{name}: 套得太深，不是规则文件 / nested too deep to be a rule file") from None


def _optioned(data: dict[str, Any], options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The data with the options taken that its file has chosen, and those of `options`, which go before."""
    try:
        chosen = data.get("chosen", {})
        scoring_options.refuse_disagreement(data, chosen, data)
        return scoring_options.apply(data, scoring_options.rechosen(data, chosen, options))
    except RuleSetError as error:
        raise RuleSetError(f"{name}: {error}") from None


#: Keys of a rule file that are no parameters: other ids, the options, and those that this file takes.
_ABOUT = ("also", "options", "chosen")


def from_dict(data: dict[str, Any], name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Build and check a rule set, with `options` taken; every fault of `data` is in the message, one a line.

    An option under `chosen` that says another thing than a parameter of the same file is a fault; `options` go before both.
    """
    faults: list[str] = []
    read(_About, {key: data[key] for key in _ABOUT if key in data}, "", faults)
    values = _parameters(data, faults)
    if (data.get("chosen") or options) and not faults:
        values = _parameters(_optioned(data, options or {}, name), faults)
    if "id" not in data:
        faults.append('id: 缺少 / missing, e.g. id = "my_village"')
    for key, value, reason in _contradictions(values):
        faults.append(f"{key} = {show(value)}: {reason}")
    if faults:
        raise RuleSetError("\n".join(f"{name}: {fault}" for fault in faults))
    return RuleSet(**values)


def _parameters(data: dict[str, Any], faults: list[str]) -> dict[str, Any]:
    return read(RuleSet, {key: value for key, value in data.items() if key not in _ABOUT}, "", faults)


class _About(msgspec.Struct):
    also: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: dict[str, Any] = {}


def _contradictions(values: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """What is of the right type but cannot be played: key, value, reason."""
    get = {**{name: field.default for name, field in fields_of(RuleSet).items()}, **values}
    faults = []
    if "id" in values and not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", get["id"]):
        faults.append(("id", get["id"], "小写字母、数字、下划线 / lower-case letters, digits and _ only, 40 at most"))
    bounds = {
        "seats": (2, 4),
        "deal": (2, 23),
        "wall": (1, 60),
        "min_huxi": (0, 200),
        "zimo_tun": (0, 100),
        "base": (1, 1000),
        "tianhu_fixed": (0, 1000),
        "wang": (0, 4),
        "fine": (0, 1000),
    }
    for key, (low, high) in bounds.items():
        if not low <= get[key] <= high:
            faults.append((key, get[key], f"要在 {low} 到 {high} 之间 / must be {low} to {high}"))
    if get["deal"] % 3 != 2:
        why = "要除以 3 余 2，听牌才凑得齐（core.md §8）/ must be 2 (mod 3), or no hand could ever wait; e.g. deal = 20"
        faults.append(("deal", get["deal"], why))
    for key in ("tun_formula", "tianhu_formula"):
        if (key, get[key]) == ("tianhu_formula", "same"):
            continue
        try:
            formula = parse_formula(get[key])
        except ValueError:
            faults.append((key, get[key], '写成 "(x-12)//3" 这样 / write it like "(x-12)//3"'))
            continue
        if max(formula.a, abs(formula.b), formula.c) > 1000:
            faults.append((key, get[key], "数字要小于 1000 / numbers must be below 1000"))
    need, cards = get["seats"] * get["deal"] + 1 + get["wall"], 80 + get["wang"]
    if need > cards:
        faults.append(
            (
                "wall",
                get["wall"],
                f"{get['seats']} 家要 {need} 张，只有 {cards} 张 / the deal needs {need} cards of {cards}",
            )
        )
    for key, (big, small) in msgspec.structs.asdict(get["huxi"]).items():
        # Four runs that count can stand in one hand, six where there is 一五十: they must fit a byte of the cover table.
        most = 60 if not key.startswith("run") else 21 if get["extra_sets"] else 30
        if get["wang"] and (key == "kan" or key.startswith("run")):
            most = 18  # seven such sets
        if not (0 <= big <= most and 0 <= small <= most):
            faults.append((f"huxi.{key}", [big, small], f"要在 0 到 {most} 之间 / each 息 must be 0 to {most}"))
    for key in ("chi_from", "own_discard_blocks", "extra_sets", "wang_makes"):
        if len(set(get[key])) != len(get[key]):
            faults.append((key, get[key], "有重复 / the same word twice"))
    if not (get["hu_on_drawn"] or get["hu_on_discard"]):
        faults.append(("hu_on_drawn", False, "谁也胡不了 / nobody could ever win: allow hu_on_drawn or hu_on_discard"))
    if get["scoring"] is not None:
        faults += [(f"scoring.{key}", value, why) for key, value, why in scoring_data.contradictions(get["scoring"])]
    return faults


_YOUNGER = {
    field.name: msgspec.to_builtins(field.default)
    for field in msgspec.structs.fields(RuleSet)
    if field.name
    in (
        "huang_policy_xing",
        "hu_discard_forced",
        "wang",
        "wang_makes",
        "extra_sets",
        "penalty_mode",
        "fine",
        "scoring",
    )
}
