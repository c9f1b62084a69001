"""The shipped rule sets as a room can be made of them: their list, their pages, the rules of a room."""

from __future__ import annotations

import functools

import msgspec

from erqishi.errors import UserInputError
from erqishi.match_explain import Line
from erqishi.server.protocol import client_out as out
from erqishi.server.protocol.shared import RoomOptions
from erqishi.server.tables.commands import Refusal
from erqishi.server.tables.house_rules import rule_lines
from erqishi.server.tables.views import rules_name
from erqishi.zipai import ruleset
from erqishi.zipai.ruleset import RuleSet


@functools.cache
def catalogue() -> tuple[out.RulesLine, ...]:
    """Every shipped rule set, those that can be played first."""
    lines = [line_of(RuleSet.load(name)) for name in ruleset.names()]
    return tuple(sorted(lines, key=lambda line: (bool(line.missing), line.id != "std15", line.id)))


def line_of(r: RuleSet) -> out.RulesLine:
    """A rule set in the list."""
    return out.RulesLine(r.id, r.hash, rules_name(r.id, r.name, r.name_en, False), r.seats, _missing(r))


@functools.cache
def page_of(rules_id: str) -> out.RulesPage:
    """Everything about one shipped rule set."""
    r = RuleSet.load(rules_id)
    return out.RulesPage(
        id=r.id,
        hash=r.hash,
        name=rules_name(r.id, r.name, r.name_en, False),
        players=r.seats,
        missing=_missing(r),
        lines=rule_lines(r),
        options=tuple(
            out.RuleOption(
                option.id,
                option.zh,
                option.en,
                tuple(out.RuleChoice(choice.value, choice.zh, choice.en) for choice in option.choices),
                option.values,
            )
            for option in ruleset.options_of(rules_id)
        ),
        parameters=msgspec.to_builtins(r),
        page=_page(rules_id),
    )


def _missing(r: RuleSet) -> tuple[Line, ...]:
    return tuple(Line(lack.zh, lack.en) for lack in r.missing)


def _page(rules_id: str) -> str:
    try:
        return ruleset.page(rules_id)
    except OSError:  # not every local variant has its page
        return ""


def rules_of(options: RoomOptions) -> RuleSet:
    """The rule set of a room, changes included. Refusal names every fault."""
    try:
        if options.rules not in ruleset.names():  # never a path
            raise UserInputError(f"没有规则 {options.rules!r} / no such rule set")
        known = {option.id for option in ruleset.options_of(options.rules)}
        chosen = {key: value for key, value in options.changes.items() if key in known}
        others = {str(key): value for key, value in options.changes.items() if key not in known}
        rules = RuleSet.load(options.rules, chosen)
        if others:
            rules = rules.replace(**others)
        rules.require_playable()
    except UserInputError as error:
        raise Refusal("bad_option", "规则不对", str(error)[:1000]) from None
    players = options.players or rules.seats
    if players != rules.seats and not (rules.seats == 3 and players == 4):
        zh, en = f"这套规则是{rules.seats}人打", f"these rules play {rules.seats}"
        if rules.seats == 3:
            zh, en = f"{zh}，或四人数醒", f"{en} (or 4 with a 醒家)"
        raise Refusal("bad_option", zh, en)
    return rules
