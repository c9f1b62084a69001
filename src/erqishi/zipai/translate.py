"""From the machine's packed events to the event values: who may see which card is decided here."""

from __future__ import annotations

from erqishi.cards import card_name
from erqishi.zipai import codes, cover
from erqishi.zipai import events as e
from erqishi.zipai.actions import set_text
from erqishi.zipai.flat import Flat
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table

ORIGINS: tuple[e.Origin, ...] = ("draw", "discard", "liang", "own_meld")
_MISTAKES: tuple[e.Mistake, ...] = ("burnt_bi", "chi_chou", "peng_chou")
_SOURCES: tuple[e.Source, ...] = ("hand", "wei", "peng", "deal")


def meld_cards(r: Flat, meld: int) -> str:
    """The cards of a packed meld as text."""
    k = meld >> 4 & 31
    if meld & 15 == codes.M_CHI:
        at = 2 * (cover.SHAPES * k + (meld >> 9))
        return set_text([k, r.partner[at], r.partner[at + 1]])
    return card_name(k) * (4 if meld & 15 in (codes.M_TI, codes.M_PAO) else 3)


def translate(t: Table, r: Flat, rules: RuleSet, packed: int) -> list[e.Event]:
    """The one or two events (public, and private when a card is hidden) of one packed event."""
    code, seat, k, detail = packed & 31, packed >> 5 & 7, packed >> 8 & 31, packed >> 13
    card = card_name(k)
    at = detail >> 2
    match code:
        case codes.E_TI:
            source = _SOURCES[detail & 3]
            if source == "deal" and rules.initial_ti_hidden:
                return [e.Ti(seat=seat, at=at, source=source), e.Own(to=seat, seat=seat, at=at, card=card)]
            return [e.Ti(seat=seat, at=at, source=source, card=card)]
        case codes.E_PAO:
            return [e.Pao(seat=seat, at=at, source=_SOURCES[detail & 3], card=card)]
        case codes.E_WEI:
            if rules.wei_visibility == "one_up":
                return [e.Wei(seat=seat, at=detail, card=card)]
            return [e.Wei(seat=seat, at=detail), e.Own(to=seat, seat=seat, at=detail, card=card)]
        case codes.E_CHOUWEI:
            return [e.ChouWei(seat=seat, at=detail, card=card)]
        case codes.E_PENG:
            return [e.Penged(seat=seat, card=card, owner=detail)]
        case codes.E_CHI | codes.E_BI:
            place = 2 * (cover.SHAPES * k + (detail & 7))
            cards = set_text([k, r.partner[place], r.partner[place + 1]])
            if code == codes.E_CHI:
                return [e.Ate(seat=seat, card=card, owner=detail >> 3, cards=cards)]
            return [e.Laid(seat=seat, card=card, cards=cards)]
        case codes.E_DISCARD:
            return [e.Discarded(seat=seat, card=card)]
        case codes.E_TURN_UP:
            return [e.TurnedUp(seat=seat, card=card)]
        case codes.E_WANG:
            return [e.TurnedUp(seat=seat, card=card), e.WangTaken(seat=seat)]
        case codes.E_DRAW_HIDDEN:
            return [e.DrewHidden(seat=seat)]
        case codes.E_UNCLAIMED:
            return [e.Unclaimed(seat=seat, card=card)]
        case codes.E_LIANG_TAKEN:
            return [e.LiangTaken(seat=seat, card=card)]
        case codes.E_FAULT:
            return [e.Punished(seat=seat, card=card, mistake=_MISTAKES[detail], fine=rules.fine)]
        case codes.E_DEAD:
            return [e.Dead(seat=seat)]
        case codes.E_HUANG:
            return [e.WallEmpty()]
        case _:
            return [
                e.Won(
                    seat=seat,
                    card=card,
                    origin=ORIGINS[detail],
                    owner=t.owner,
                    huxi=t.huxi,
                    tun=t.tun,
                    zimo=bool(t.zimo),
                    tianhu=bool(t.tianhu),
                    forced=bool(t.forced),
                    net=tuple(t.net[: t.n]),
                )
            ]
