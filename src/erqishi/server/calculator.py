"""The calculator: a hand that people have on a real table, scored by their own rules."""

from __future__ import annotations

from erqishi.cards import card_name
from erqishi.match_explain import Line
from erqishi.server.protocol.rules_page import ScoreAsk, Scored, ScoredGroup
from erqishi.server.rulebook import changed
from erqishi.server.tables.views import rules_name
from erqishi.zipai.meldtext import MELD_NAMES
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring import Group, settle_hand
from erqishi.zipai.scoring.asked import Question, facts_of_question
from erqishi.zipai.scoring.facts import huxi_of

_NAMES = {**MELD_NAMES, "jiang": "将", "run": "句", "jiao": "绞"}


def scored(ask: ScoreAsk) -> Scored:
    """What the hand is worth. UserInputError names what cannot be read, or contradicts itself."""
    rules = changed(ask.rules, ask.changes)
    asked = Question(
        cards=ask.cards,
        card=ask.card,
        origin=ask.origin,
        dealer=ask.dealer,
        first_discard=ask.first_discard,
        first_draw=ask.first_draw,
        last=ask.last,
        claims=ask.claims,
        discards=ask.discards,
        left=ask.left,
        huang=ask.huang,
        charge=ask.charge,
        piao=ask.piao,
        xing=ask.xing,
        birds=ask.birds,
        wang=ask.wang,
        base=ask.base,
        players=ask.players,
    )
    settled = settle_hand(rules, facts_of_question(asked))
    return Scored(
        rules=rules_name(rules.id, rules.name, rules.name_en, bool(ask.changes)),
        can_hu=settled.can_hu,
        reason=Line(settled.reason.zh, settled.reason.en) if settled.reason is not None else None,
        groups=tuple(_group(rules, group) for group in settled.groups),
        huxi=settled.huxi,
        tun=settled.tun,
        fan=tuple((name, str(worth)) for name, worth in settled.fan.items()),
        fan_total=settled.fan_total,
        points=settled.points,
        ledger=settled.ledger,
        net=settled.net,
        lines=tuple(Line(line.zh, line.en) for line in settled.lines),
    )


def _group(rules: RuleSet, group: Group) -> ScoredGroup:
    cards = "".join(card_name(k) for k in group.cards)
    return ScoredGroup(
        group.kind, _NAMES.get(group.kind, group.kind), cards, huxi_of(rules, group), bool(group.claimed)
    )
