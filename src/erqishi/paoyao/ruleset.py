"""Rule sets of 跑腰: typed, checked, frozen; read from TOML files.

Every ambiguity of the game's only source is a parameter here; rules/paoyao.md §2 says what each value does, and its
numbers stand beside the fields. The defaults are `changchun_literal`, the source as written.
"""

import difflib
import hashlib
import tomllib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from erqishi.errors import RuleSetError, WorldError
from erqishi.paoyao.table import Rules

Participation = Literal["forced_all", "true_fold"]
SoleDigger = Literal["refund", "takes_pot", "plays"]
Pot = Literal["yao_capturer", "refund", "top_scorer", "split_bettors", "no_pot"]
VoidPot = Literal["carry", "to_last", "refund"]
XierPot = Literal["winner", "carry"]
Passing = Literal["round_then_must", "n_passes_end", "must_capture"]
YaoClaim = Literal["hand_or_front", "front_only", "single_captures_yao"]
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]

PRESETS = ("changchun_literal", "changchun_lively", "cungui_yao", "fold")
DEFAULT = "changchun_literal"


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to play 跑腰. Chips are whole numbers; a choice is named as in rules/paoyao.md §2."""

    id: str = "custom"
    name_zh: str = "自定"
    name_en: str = "custom"

    chips: Chips = 20  # the stack each seat begins a sitting with (§1.1)
    ante: Chips = 1  # what 挖 puts into the pot (§1.4)
    pair_value: Chips = 1  # from each other seat (§1.7)
    triple_value: Chips = 2
    quad_value: Chips = 4
    xier_value: Chips = 8

    participation: Participation = "forced_all"  # §2.1
    sole_digger: SoleDigger = "refund"  # §2.1, only with true_fold
    forced_ante: bool = False  # §2.2
    pot: Pot = "yao_capturer"  # §2.3
    void_pot: VoidPot = "carry"  # §2.3
    bettors_only_pot: bool = False  # §2.3
    xier_pot: XierPot = "winner"  # §2.4
    bet_clockwise: bool = False  # §2.5
    multi_capture: bool = False  # §2.6
    passing: Passing = "round_then_must"  # §2.7
    table_pair_takes_both: bool = False  # §2.8
    merge_hand_into_meld: bool = False  # §2.9
    count_as_two_pairs: bool = False  # §2.10
    no_triple_capture: bool = False  # §2.12
    hand_pairs_score: bool = False  # §2.13
    yao_claim: YaoClaim = "hand_or_front"  # §2.14
    bettors_only_yao: bool = False  # §2.14
    clockwise_yao: bool = False  # §2.16
    all_xier_pay: bool = False  # §2.18
    xier_after_bet: bool = False  # §2.19
    natural_pair_can_be_laid: bool = False  # §2.21
    allow_debt: bool = False  # §2.24
    same_dealer: bool = False  # §2.25

    @property
    def version(self) -> str:
        """Hash of what the rules do (16 hex digits); the names do not count."""
        return hashlib.sha256(msgspec.json.encode(self.options(), order="deterministic")).hexdigest()[:16]

    def options(self) -> dict[str, int | bool | str]:
        """Every parameter but the names, in the order of the fields."""
        return {name: getattr(self, name) for name in OPTIONS}

    def differences(self) -> dict[str, int | bool | str]:
        """The parameters that are not those of the default rules."""
        literal = load(DEFAULT).options()
        return {name: value for name, value in self.options().items() if value != literal[name]}

    def replace(self, **changes: object) -> "RuleSet":
        """The same rules with some parameters changed; raises RuleSetError as a file would."""
        merged = msgspec.structs.asdict(self) | {"id": "custom", "name_zh": "自定", "name_en": "custom"} | changes
        return from_dict(merged, "replace()")

    def flat(self) -> Rules:
        """The rules as integers, for the kernel."""
        r = Rules()
        for name in Rules.SHAPE:
            value = getattr(self, name)
            setattr(r, name, CHOICES[name].index(value) if name in CHOICES else int(value))
        return r


_HINTS: dict[str, Any] = get_type_hints(RuleSet, include_extras=True)
_NAMES = ("id", "name_zh", "name_en")
OPTIONS: tuple[str, ...] = tuple(name for name in RuleSet.__struct_fields__ if name not in _NAMES)
"""Every parameter, in the order of the fields."""
CHOICES: dict[str, tuple[str, ...]] = {
    name: get_args(hint) for name, hint in _HINTS.items() if get_origin(hint) is Literal
}
"""The values of each parameter that is a choice; the kernel knows a value by its place."""


def from_dict(data: object, source: str) -> RuleSet:
    """A rule set from plain data. `source` is what a message calls it, such as a file name.

    Raises RuleSetError that names the source, the key, the value, and what would be right.
    """
    if not isinstance(data, dict):
        raise RuleSetError(f"{source}: 要一张表 (expected a table of keys and values)")
    faults = []
    for key, value in data.items():
        if key not in _HINTS:
            near = difflib.get_close_matches(str(key), _HINTS, n=1, cutoff=0.6)
            hint = f"did you mean {near[0]}?" if near else f"erqishi rules show {DEFAULT} lists them"
            faults.append(f"{source}: {key} = {_show(value)}: 没有这个选项 (unknown key; {hint})")
            continue
        try:
            msgspec.convert(value, _HINTS[key], strict=True)
        except msgspec.ValidationError as error:
            faults.append(f"{source}: {key} = {_show(value)}: {_wanted(key)} ({error})")
    if not faults:
        faults = _contradictions(data, source)
    if faults:
        raise RuleSetError("\n".join(faults))
    return msgspec.convert(data, RuleSet)


def read(path: Path | str) -> RuleSet:
    """Read a rule file. Raises WorldError if it cannot be opened, RuleSetError if it is not a good rule set."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise WorldError(f"{path}: 打不开 (cannot open: {error.strerror})") from error
    return _from_toml(raw, path.name)


def parse(text: str, source: str) -> RuleSet:
    """Read the text of a rule file; `source` stands for the file in messages. Raises RuleSetError."""
    return _from_toml(text.encode(), source)


@lru_cache(maxsize=64)
def load(name: str = DEFAULT) -> RuleSet:
    """A preset by its id. Raises RuleSetError that lists the presets.

    >>> load("fold").differences()
    {'participation': 'true_fold'}
    """
    if name not in PRESETS:
        raise RuleSetError(f"{name}: 没有这套规则 (no such rules); 有 (there are): {', '.join(PRESETS)}")
    return _from_toml((resources.files(__package__) / "rules" / f"{name}.toml").read_bytes(), f"{name}.toml")


def page(name: str) -> str:
    """The one-page description of a preset (Markdown, zh and en). Raises RuleSetError for an unknown one."""
    load(name)
    return (resources.files(__package__) / "rules" / f"{name}.md").read_text(encoding="utf-8")


def _from_toml(raw: bytes, source: str) -> RuleSet:
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{source}: 不是 UTF-8 文本 (not UTF-8 text, byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{source}: 不是 TOML (not TOML: {error})") from error
    return from_dict(data, source)


def _contradictions(data: dict[str, Any], source: str) -> list[str]:
    """Settings that cannot be meant together. Each names the key that has no effect."""

    def value(key: str) -> Any:
        return data.get(key, getattr(RuleSet(), key))

    faults = []
    if value("participation") != "true_fold" and value("sole_digger") != "refund":
        why = "只在 true_fold 下有用 (has an effect only with participation = true_fold)"
        faults.append(f"{source}: sole_digger = {_show(value('sole_digger'))}: {why}")
    if value("participation") == "true_fold" and value("forced_ante"):
        why = "true_fold 下无人被迫 (nobody is forced with participation = true_fold)"
        faults.append(f"{source}: forced_ante = true: {why}")
    if value("pot") not in ("yao_capturer", "top_scorer") and value("void_pot") != "carry":
        why = "这种底池总有去处 (that pot always goes somewhere: pot = " + _show(value("pot")) + ")"
        faults.append(f"{source}: void_pot = {_show(value('void_pot'))}: {why}")
    if value("ante") > value("chips") and value("pot") != "no_pot" and not value("allow_debt"):
        why = f"谁也挖不起，每人只有 {value('chips')} 个 (nobody could ever dig with chips = {value('chips')} and no debts)"
        faults.append(f"{source}: ante = {value('ante')}: {why}")
    return faults


def _wanted(key: str) -> str:
    if key in CHOICES:
        return "只能是其中之一 one of " + ", ".join(_show(choice) for choice in CHOICES[key])
    if _HINTS[key] is bool:
        return "要 true 或 false wanted"
    if _HINTS[key] is str:
        return "要文字 text wanted"
    return "要 0 到 1000000 的整数，例如 1; a whole number is wanted, such as 1"


def _show(value: object) -> str:
    """A value as TOML would have it, cut to a readable length."""
    text = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:60] + "…"
