"""The shipped rule sets as a room can be made of them: their list, their pages, the rules of a room."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from erqishi.errors import RuleSetError, UserInputError
from erqishi.match import TABLE
from erqishi.match_explain import Line
from erqishi.paoyao import options as paoyao_options
from erqishi.paoyao import ruleset as paoyao
from erqishi.server.games import plays
from erqishi.server.protocol.rules_page import Mingtang, OwnRules, RuleChoice, RuleOption, RulesLine, RulesPage
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.said import both
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.house_rules import rule_lines, seat_lines
from erqishi.server.tables.views import rules_name
from erqishi.zipai import ruleset
from erqishi.zipai.checked import fields_of
from erqishi.zipai.ruleset import RuleSet, from_dict
from erqishi.zipai.scoring import describe
from erqishi.zipai.scoring import options as scoring_options
from erqishi.zipai.scoring.data import Scoring

PAOYAO_MOST = 4

_IDENTITY = frozenset({"id", "name", "name_en"})


@functools.cache
def catalogue(game: str = "zipai") -> tuple[RulesLine, ...]:
    """Every shipped rule set of a game, those that can be played first. None for a game that nobody knows."""
    if game == "paoyao":
        return tuple(_paoyao_line(paoyao.load(name)) for name in paoyao.PRESETS)
    if game != "zipai":
        return ()
    lines = [line_of(RuleSet.load(name)) for name in ruleset.names()]
    return tuple(sorted(lines, key=lambda line: (bool(line.missing), line.id != "std15", line.id)))


def known(rules_id: str) -> bool:
    """Whether a rule set of this id is shipped."""
    return rules_id in paoyao.PRESETS or rules_id in ruleset.names()


def _paoyao_line(r: paoyao.RuleSet) -> RulesLine:
    name = rules_name(r.id, r.name_zh, r.name_en, False)
    return RulesLine(r.id, r.version, name, 3, game="paoyao")


def _paoyao_page(r: paoyao.RuleSet) -> RulesPage:
    """A rule set of 跑腰: every parameter is an option."""
    options = tuple(
        RuleOption(
            option.id,
            option.name.zh,
            option.name.en,
            tuple(RuleChoice(value, said.zh, said.en) for value, said in option.values.items()),
            option.usual,
            Line(option.why.zh, option.why.en),
        )
        for option in paoyao_options.BY_ID.values()
    )
    return RulesPage(
        id=r.id,
        hash=r.version,
        name=rules_name(r.id, r.name_zh, r.name_en, False),
        players=3,
        missing=(),
        lines=plays(r.id).rule_lines(r),
        options=options,
        parameters={"id": r.id, **r.options()},
        page=paoyao.page(r.id) if r == paoyao.load(r.id) else "",
        game="paoyao",
    )


def _paoyao_changed(rules_id: str, changes: Mapping[str, Any]) -> paoyao.RuleSet:
    r = paoyao.load(rules_id)
    if not changes:
        return r
    return r.replace(**{**changes, "id": r.id, "name_zh": r.name_zh, "name_en": r.name_en})


def line_of(r: RuleSet) -> RulesLine:
    """A rule set in the list."""
    return RulesLine(r.id, r.hash, rules_name(r.id, r.name, r.name_en, False), r.seats, _missing(r))


@functools.cache
def page_of(rules_id: str) -> RulesPage:
    """Everything about one shipped rule set."""
    if rules_id in paoyao.PRESETS:
        return _paoyao_page(paoyao.load(rules_id))
    return _page_of(RuleSet.load(rules_id), _base(rules_id, {}))


def changed_page(rules_id: str, changes: Mapping[str, Any], players: int | None = None) -> RulesPage:
    """The same with changes as a room can make them. RuleSetError names every fault.

    players: of the room; where more sit down than play, its lines begin with that.
    """
    if rules_id in paoyao.PRESETS:
        return _paoyao_page(_paoyao_changed(rules_id, changes))
    rules = changed(rules_id, changes)
    page = _page_of(rules, _base(rules_id, changes))
    if players is None:
        return page
    if (fault := _seating_fault(rules, players)) is not None:
        raise RuleSetError(f"{fault[0]} / {fault[1]}")
    return msgspec.structs.replace(page, lines=(*seat_lines(players, rules.seats), *page.lines))


MOST_PARTS, MOST_NESTED, MOST_BRACKETS = 12, 200, 400
"""Dots in the name on a line of a rule file, and its opening braces and brackets: several times what the longest shipped file has."""

#: The rule set that a file says nothing about: what it leaves out is as here.
DEFAULTS = "std15"
#: Under this key of `RoomOptions.changes` stands a rule file of one's own, as the plain data of its TOML.
FILE = "file"


def own_rules(text: str) -> OwnRules:
    """A rule file (docs/adding-a-variant.md) as changes of `std15`, ready for a room. RuleSetError names every fault of it.

    The whole file goes along, so that its options can be chosen like those of a shipped rule set.
    """
    _refuse_costly(text)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, or a number of thousands of digits
        raise RuleSetError(f"不是合法的 TOML 规则文件：{error} / not a valid TOML rule file: {error}") from None
    if "id" not in data and "name" not in data:
        raise RuleSetError(
            "这不是规则文件：里面没有 id 和 name / this is no rule file: there is neither id nor name in it"
        )
    rules = from_dict({"id": "my_rules", **data}, "rules.toml")
    said = {key: value for key, value in data.items() if key not in (*_IDENTITY, "also")}
    changes = {FILE: msgspec.json.decode(msgspec.json.encode(said))} if said else {}
    return OwnRules(DEFAULTS, (rules.name or rules.id)[:40], changes)


def _refuse_costly(text: str) -> None:
    """RuleSetError for what no rule file has and the reader needs seconds for: names of many parts, nests of many brackets."""
    for number, line in enumerate(text.splitlines(), 1):
        name = line.split("=", 1)[0]
        if name.count(".") > MOST_PARTS or line.count("{") > MOST_NESTED or line.count("[") > MOST_BRACKETS:
            raise RuleSetError(f"第{number}行套得太深，不是规则文件 / line {number}: nested too deep to be a rule file")


class _Base(NamedTuple):
    """What a room starts from: the plain data of a rule file, what to call it in messages, whether it is one's own."""

    data: dict[str, Any]
    name: str
    own: bool

    def rules(self, options: Mapping[str, Any] | None = None) -> RuleSet:
        """Its rules, with options of it taken."""
        return from_dict(self.data, self.name, options)


def _base(rules_id: str, changes: Mapping[str, Any]) -> _Base:
    """The shipped rule set, or the file that the changes bring. RuleSetError when there is neither."""
    if rules_id not in ruleset.names():  # never a path
        raise RuleSetError(f"没有规则 {rules_id!r} / no such rule set")
    shipped = ruleset.data_of(rules_id)
    file = changes.get(FILE)
    if not isinstance(file, dict):
        return _Base(shipped, f"{rules_id}.toml", False)
    if rules_id != DEFAULTS:
        zh, en = f"自己的规则文件从 {DEFAULTS} 改起", f"a rule file of one's own goes with {DEFAULTS}"
        raise RuleSetError(f"{FILE}: {zh}，不是 {rules_id} / {en}, not {rules_id}")
    _refuse_identity(file)
    own = _Base({**{key: shipped[key] for key in _IDENTITY}, **file}, "rules.toml", True)
    own.rules()  # whatever is wrong with the file is said before anything is looked up in it
    return own


def _refuse_identity(changes: Mapping[str, Any]) -> None:
    for key in sorted(_IDENTITY & changes.keys()):
        raise RuleSetError(
            f"{key} 不能改：它说明这是哪套规则 / {key} cannot be changed: it says which rule set this is"
        )


def _page_of(r: RuleSet, base: _Base) -> RulesPage:
    shipped = not base.own and (r.id != DEFAULTS or r.scoring is None or not r.scoring.mingtang)
    return RulesPage(
        id=r.id,
        hash=r.hash,
        name=rules_name(r.id, r.name, r.name_en, False),
        players=r.seats,
        missing=_missing(r),
        lines=rule_lines(r),
        options=_options(r, base),
        parameters=msgspec.to_builtins(r),
        page=_page(r.id) if shipped else "",
        mingtang=tuple(
            Mingtang(
                Line(row.name, row.name_en), Line(row.asks_zh, row.asks_en), Line(row.worth_zh, row.worth_en), row.off
            )
            for row in describe.mingtang_rows(r)
        ),
        scoring=tuple(Line(said.zh, said.en) for said in describe.steps(r)),
    )


#: Options that mean something only where a discard can be won.
_OF_DISCARDS = frozenset({"discard_shares", "fangpaobihu"})


def _options(r: RuleSet, base: _Base) -> tuple[RuleOption, ...]:
    """What a room may choose: the options of the rule set as it stands, then each 卡 (毛胡, 无胡, 飘胡 …), on or off."""
    taken = _taken(base) if base.own else _taken_of(r.id)
    plain = tuple(
        RuleOption(
            option.id,
            option.zh,
            option.en or option.zh,
            tuple(RuleChoice(choice.value, choice.zh, choice.en or choice.zh) for choice in option.choices),
            option.values,
            taken=taken.get(option.id),
        )
        for option in scoring_options.of(base.data)
        if r.hu_on_discard or option.id not in _OF_DISCARDS
    )
    cards = tuple(
        RuleOption(
            each.zh,
            each.zh,
            each.en or each.zh,
            (RuleChoice(True, "算", "counts"), RuleChoice(False, "不算", "does not count")),
            why=Line(f"{each.huxi}息按{each.counts}息算", f"{each.huxi} 息 count as {each.counts}"),
        )
        for each in (r.scoring.counts_as if r.scoring is not None else ())
    )
    return plain + cards


@functools.cache
def _taken_of(rules_id: str) -> dict[str, str | int | bool]:
    """`_taken` of a shipped rule set."""
    return _taken(_base(rules_id, {}))


def _taken(base: _Base) -> dict[str, str | int | bool]:
    """By option: the choice that changes nothing, since the rules have it already."""
    plain = base.rules()
    found: dict[str, str | int | bool] = {}
    for option in scoring_options.of(base.data):
        for choice in option.choices:
            try:
                rules = base.rules({option.id: choice.value})
            except RuleSetError:  # a choice that these rules cannot take is not theirs
                continue
            same = rules == plain or (plain.scoring is None and rules.scoring == Scoring())
            if same and option.id not in found:
                found[option.id] = choice.value
    return found


def changed(rules_id: str, changes: Mapping[str, Any]) -> RuleSet:
    """A shipped rule set, or a file of one's own, with options chosen and parameters changed. RuleSetError names every fault.

    A parameter and an option that say different things about it are a fault, and both are named.
    """
    base = _base(rules_id, changes)
    _refuse_identity(changes)
    wanted = {key: value for key, value in changes.items() if not (base.own and key == FILE)}
    # A parameter may be an option too, and is taken as one; every other name is an option, a 名堂 or a 卡.
    parameters = fields_of(RuleSet).keys() - {option.id for option in scoring_options.of(base.data)}
    stated = {key: value for key, value in wanted.items() if key in parameters}
    chosen = {key: value for key, value in wanted.items() if key not in parameters}
    # Another scoring brings its own 名堂, which can then be chosen among by name.
    data = {**base.data, **stated}
    rules = from_dict(data, base.name, chosen)
    scoring_options.refuse_disagreement(data, chosen, stated)
    # The wall follows an option that changes seats or 王, but not where the room says how long it is.
    return rules.replace(wall=stated["wall"]) if rules.wall != stated.get("wall", rules.wall) else rules


def _missing(r: RuleSet) -> tuple[Line, ...]:
    return tuple(Line(lack.zh, lack.en) for lack in r.missing)


def _page(rules_id: str) -> str:
    try:
        return ruleset.page(rules_id)
    except OSError:  # not every local variant has its page
        return ""


def rules_of(options: RoomOptions) -> RuleSet | paoyao.RuleSet:
    """The rule set of a room, changes included. Refusal names every fault."""
    try:
        if options.rules in paoyao.PRESETS:
            if (options.players or 3) > PAOYAO_MOST:
                zh, en = f"跑腰最多{PAOYAO_MOST}人", f"跑腰 is for {PAOYAO_MOST} players at most"
                raise Refusal("bad_option", zh, en)
            return _paoyao_changed(options.rules, options.changes)
        rules = changed(options.rules, options.changes)
        rules.require_playable()
    except UserInputError as error:
        zh, en = both(str(error)[:2000])
        raise Refusal("bad_option", zh[:1000], en[:1000]) from None
    if (fault := _seating_fault(rules, options.players or rules.seats)) is not None:
        raise Refusal("bad_option", *fault)
    return rules


def _seating_fault(rules: RuleSet, players: int) -> tuple[str, str] | None:
    """Why so many cannot sit down to these rules, in both languages, if they cannot."""
    if players != rules.seats and not (rules.seats == 3 and players >= TABLE):
        zh, en = f"这套规则是{rules.seats}人打", f"these rules play {rules.seats}"
        if rules.seats == 3:
            zh, en = f"{zh}，或四人数醒，再多的打鸟", f"{en} (or 4 with a 醒家; any more are 鸟家)"
        return zh, en
    if players != rules.seats and rules.scoring is not None and rules.scoring.account == "ledger":
        return "记分的规则每家都打，没有醒家和鸟家", "where 息 are points every seat plays: no 醒家, no 鸟家"
    return None
