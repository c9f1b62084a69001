"""A rule set: typed, validated, frozen; read from a TOML file."""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from erqishi.errors import RuleSetError

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


class Formula(NamedTuple):
    """(a·x + b) // c of 息 x."""

    a: int
    b: int
    c: int

    def __call__(self, x: int) -> int:
        """Its value at x 息."""
        return (self.a * x + self.b) // self.c


_FORMULA = re.compile(r"\(?(\d*)\*?x(?:([+-])(\d+))?\)?(?://(\d+))?")


def parse_formula(text: str) -> Formula:
    """Read `(2x-12)//3`, `x//5`, `x` …; ValueError when it is nothing of the kind."""
    match = _FORMULA.fullmatch(text.replace(" ", ""))
    if match is None or match[4] == "0":
        raise ValueError(text)
    b = int(match[3] or 0)
    return Formula(int(match[1] or 1), -b if match[2] == "-" else b, int(match[4] or 1))


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table's rules (core.md §20 lists the parameters; rules/std15.md explains them to players).

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

    # what is worth what (§5, §7, §16)
    min_huxi: int = 15
    huxi: HuxiTable = HuxiTable()
    tun_formula: str = "(x-12)//3"
    zimo_tun: int = 1
    base: int = 1  # 底分

    # 天胡 and 亮张 (§7, §22.1)
    liangzhang_hu: bool = True
    forced_tianhu: bool = True
    tianhu_formula: str = "(2x-12)//3"
    tianhu_huxi: Literal["ti_and_kan", "best"] = "ti_and_kan"
    tianhu_fixed: int = 0  # 囤 of a forced 天胡; 0 = by formula
    ti_before_liang: bool = False

    # 胡 (§15)
    hu_on_drawn: bool = True
    hu_on_discard: bool = False
    hu_forced: bool = False
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

    @property
    def hash(self) -> str:
        """Twelve hex digits that name everything but the names."""
        content = {k: v for k, v in msgspec.to_builtins(self).items() if k not in ("id", "name", "name_en")}
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:12]

    @property
    def tun(self) -> Formula:
        """囤 of x 息, before 自摸."""
        return parse_formula(self.tun_formula)

    @property
    def tianhu(self) -> Formula:
        """囤 of a 天胡 of x 息, before 自摸."""
        return parse_formula(self.tianhu_formula)

    @property
    def deck_size(self) -> int:
        """Cards in use: the hands, the 亮张 and the wall (80, or fewer when some are laid aside unseen)."""
        return self.seats * self.deal + 1 + self.wall

    @staticmethod
    def load(source: str | Path) -> RuleSet:
        """The rule set with this id, or from this .toml file. RuleSetError names file, key, value and remedy."""
        text = str(source)
        if text.endswith(".toml") or "/" in text or "\\" in text:
            return _from_file(Path(source))
        if text not in names():
            near = difflib.get_close_matches(text, names(), n=1)
            hint = f"; 是不是 {near[0]}? did you mean {near[0]}?" if near else ""
            raise RuleSetError(
                f"没有规则 {text!r} / no rule set {text!r}{hint} (erqishi rules list: {', '.join(names())})"
            )
        return parse((_SHIPPED / f"{text}.toml").read_text("utf-8"), f"{text}.toml")

    def replace(self, **changes: Any) -> RuleSet:
        """The same rules with some parameters changed, checked again."""
        data = msgspec.to_builtins(self)
        data.update(changes)
        return from_dict(data, "RuleSet.replace")


_SHIPPED = resources.files("erqishi.zipai") / "rules"


def names() -> list[str]:
    """Ids of the shipped rule sets."""
    return sorted(p.name[:-5] for p in _SHIPPED.iterdir() if p.name.endswith(".toml"))


def page(rules_id: str) -> str:
    """The one-page description of a shipped rule set (Markdown, Chinese then English)."""
    return (_SHIPPED / f"{rules_id}.md").read_text("utf-8")


def _from_file(path: Path) -> RuleSet:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise RuleSetError(f"{path}: 读不了规则文件 / cannot read the rule file: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{path}: byte {error.start}: 请存成 UTF-8 / save the file as UTF-8") from None
    return parse(text, path.name)


def parse(text: str, name: str) -> RuleSet:
    """Read the TOML `text`; `name` stands for the file in messages."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{name}: 不是合法的 TOML / not valid TOML: {error}") from None
    except RecursionError:
        raise RuleSetError(f"{name}: 套得太深，不是规则文件 / nested too deep to be a rule file") from None
    return from_dict(data, name)


def from_dict(data: dict[str, Any], name: str) -> RuleSet:
    """Build and check a rule set; every fault of `data` is in the message, one a line."""
    faults: list[str] = []
    table = data.get("huxi")
    values = _read(RuleSet, {k: v for k, v in data.items() if k != "huxi" or not isinstance(v, dict)}, "", faults)
    if isinstance(table, dict):
        values["huxi"] = HuxiTable(**_read(HuxiTable, table, "huxi.", faults))
    if "id" not in data:
        faults.append('id: 缺少 / missing, e.g. id = "my_village"')
    for key, value, reason in _contradictions(values):
        faults.append(f"{key} = {_show(value)}: {reason}")
    if faults:
        raise RuleSetError("\n".join(f"{name}: {fault}" for fault in faults))
    return RuleSet(**values)


def _read(struct: type[msgspec.Struct], data: dict[str, Any], prefix: str, faults: list[str]) -> dict[str, Any]:
    """The values of `data` that are of the right type for `struct`; what is not is noted in `faults`."""
    fields = {field.name: field for field in msgspec.structs.fields(struct)}
    values = {}
    for key, value in data.items():
        if key not in fields:
            near = difflib.get_close_matches(key, fields, n=1)
            hint = f"是不是 {near[0]}? did you mean `{near[0]}`?" if near else "erqishi rules show std15 lists the keys"
            faults.append(f"{prefix}{key} = {_show(value)}: 没有这个参数 / unknown key; {hint}")
            continue
        field = fields[key]
        try:
            values[key] = msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            example = "my_village" if field.default is msgspec.NODEFAULT else field.default
            faults.append(
                f"{prefix}{key} = {_show(value)}: {_wanted(field.type, error)}; e.g. {key} = {_show(example)}"
            )
    return values


_TYPES = {
    "int": ("要整数", "expected a whole number"),
    "bool": ("要 true 或 false", "expected true or false"),
    "str": ("要文字", "expected text"),
    "array": ("要方括号里的一列", "expected a list in brackets"),
    "object": ("要一张表", "expected a table"),
}


def _wanted(wanted: Any, error: msgspec.ValidationError) -> str:
    """What a value should have been, for people."""
    if wanted == BigSmall:
        return "要两个整数，先大后小 / expected two whole numbers, big then small"
    if "enum" in str(error):
        words = get_args(wanted if get_origin(wanted) is Literal else get_args(wanted)[0])
        return f"要是这些之一 / must be one of {', '.join(words)}"
    expected = re.match(r"Expected `(\w+)", str(error))
    if expected is None or expected[1] not in _TYPES:
        return str(error)
    zh, en = _TYPES[expected[1]]
    return f"{zh} / {en}"


def _show(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    return msgspec.json.encode(value, enc_hook=str).decode()


def _contradictions(values: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """What is of the right type but cannot be played: key, value, reason."""
    get = {**{f.name: f.default for f in msgspec.structs.fields(RuleSet)}, **values}
    faults = []
    if "id" in values and not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", get["id"]):
        faults.append(("id", get["id"], "小写字母、数字、下划线 / lower-case letters, digits and _ only, 40 at most"))
    bounds = {
        "seats": (2, 4),
        "deal": (2, 30),
        "wall": (1, 60),
        "min_huxi": (0, 200),
        "zimo_tun": (0, 100),
        "base": (1, 1000),
        "tianhu_fixed": (0, 1000),
    }
    for key, (low, high) in bounds.items():
        if not low <= get[key] <= high:
            faults.append((key, get[key], f"要在 {low} 到 {high} 之间 / must be {low} to {high}"))
    for key in ("tun_formula", "tianhu_formula"):
        try:
            formula = parse_formula(get[key])
        except ValueError:
            faults.append((key, get[key], '写成 "(x-12)//3" 这样 / write it like "(x-12)//3"'))
            continue
        if max(formula.a, abs(formula.b), formula.c) > 1000:
            faults.append((key, get[key], "数字要小于 1000 / numbers must be below 1000"))
    if get["seats"] * get["deal"] + 1 + get["wall"] > 80:
        need = get["seats"] * get["deal"] + 1 + get["wall"]
        faults.append(
            ("wall", get["wall"], f"{get['seats']} 家要 {need} 张，只有 80 张 / the deal needs {need} cards of 80")
        )
    for key, (big, small) in msgspec.structs.asdict(get["huxi"]).items():
        most = 30 if key.startswith("run") else 60  # four such sets in one hand must fit a byte of the cover table
        if not (0 <= big <= most and 0 <= small <= most):
            faults.append((f"huxi.{key}", [big, small], f"要在 0 到 {most} 之间 / each 息 must be 0 to {most}"))
    for key in ("chi_from", "own_discard_blocks"):
        if len(set(get[key])) != len(get[key]):
            faults.append((key, get[key], "有重复 / the same word twice"))
    if not (get["hu_on_drawn"] or get["hu_on_discard"]):
        faults.append(("hu_on_drawn", False, "谁也胡不了 / nobody could ever win: allow hu_on_drawn or hu_on_discard"))
    return faults
