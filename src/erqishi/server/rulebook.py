"""The shipped rule sets as a room can be made of them: their list, their pages, the rules of a room."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from erqishi.errors import RuleSetError, UserInputError
from erqishi.match import TABLE
from erqishi.match_explain import Line
from erqishi.paoyao import options as paoyao_options
from erqishi.paoyao import ruleset as paoyao
from erqishi.server.games import plays
from erqishi.server.protocol.rules_page import Mingtang, RuleChoice, RuleOption, RulesLine, RulesPage
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.house_rules import rule_lines
from erqishi.server.tables.views import rules_name
from erqishi.zipai import ruleset
from erqishi.zipai.checked import fields_of
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import describe

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
    return _page_of(RuleSet.load(rules_id))


def changed_page(rules_id: str, changes: Mapping[str, Any]) -> RulesPage:
    """The same with changes as a room can make them. RuleSetError names every fault."""
    if rules_id in paoyao.PRESETS:
        return _paoyao_page(_paoyao_changed(rules_id, changes))
    return _page_of(changed(rules_id, changes))


def _page_of(r: RuleSet) -> RulesPage:
    return RulesPage(
        id=r.id,
        hash=r.hash,
        name=rules_name(r.id, r.name, r.name_en, False),
        players=r.seats,
        missing=_missing(r),
        lines=rule_lines(r),
        options=tuple(
            RuleOption(
                option.id,
                option.zh,
                option.en,
                tuple(RuleChoice(choice.value, choice.zh, choice.en) for choice in option.choices),
                option.values,
            )
            for option in ruleset.options_of(r.id)
        ),
        parameters=msgspec.to_builtins(r),
        page=_page(r.id),
        mingtang=tuple(
            Mingtang(
                Line(row.name, row.name_en), Line(row.asks_zh, row.asks_en), Line(row.worth_zh, row.worth_en), row.off
            )
            for row in describe.mingtang_rows(r)
        ),
        scoring=tuple(Line(said.zh, said.en) for said in describe.steps(r)),
    )


def changed(rules_id: str, changes: Mapping[str, Any]) -> RuleSet:
    """A shipped rule set with options chosen and parameters changed. RuleSetError names every fault."""
    if rules_id not in ruleset.names():  # never a path
        raise RuleSetError(f"没有规则 {rules_id!r} / no such rule set")
    for key in _IDENTITY & changes.keys():
        raise RuleSetError(
            f"{key} 不能改：它说明这是哪套规则 / {key} cannot be changed: it says which rule set this is"
        )
    # A parameter may be an option too, and is taken as one; every other name is an option, a 名堂 or a 卡.
    parameters = fields_of(RuleSet).keys() - {option.id for option in ruleset.options_of(rules_id)}
    rules = RuleSet.load(rules_id, {key: value for key, value in changes.items() if key not in parameters})
    others = {key: value for key, value in changes.items() if key in parameters}
    return rules.replace(**others) if others else rules


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
        raise Refusal("bad_option", "规则不对", str(error)[:1000]) from None
    players = options.players or rules.seats
    if players != rules.seats and not (rules.seats == 3 and players >= TABLE):
        zh, en = f"这套规则是{rules.seats}人打", f"these rules play {rules.seats}"
        if rules.seats == 3:
            zh, en = f"{zh}，或四人数醒，再多的打鸟", f"{en} (or 4 with a 醒家; any more are 鸟家)"
        raise Refusal("bad_option", zh, en)
    if players != rules.seats and rules.scoring is not None and rules.scoring.account == "ledger":
        zh, en = "记分的规则每家都打，没有醒家和鸟家", "where 息 are points every seat plays: no 醒家, no 鸟家"
        raise Refusal("bad_option", zh, en)
    return rules
