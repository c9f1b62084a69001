"""A hand that somebody asks about, settled by local scoring: 囤, 番 and points as far as its cards tell.

What only a course of play knows (进张, discards, the first card) is taken as `Facts` takes what is not known: no 名堂 that
asks for it is found.
"""

from __future__ import annotations

from erqishi.cards import N_KINDS, WANG, card_name
from erqishi.errors import InternalError
from erqishi.zipai.arrange import Group
from erqishi.zipai.handstate import HandState
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.scoring.facts import Facts, Held, WinOn, huxi_of
from erqishi.zipai.scoring.given import Origin, what_is_certain
from erqishi.zipai.scoring.outcome import settle_best
from erqishi.zipai.scoring.settle import Settlement

_WIN_ON: dict[Origin | None, WinOn] = {"discard": "discard", "liang": "liang", "dealt": "liang"}
_MASK = (1 << 3 * N_KINDS) - 1


def settled(state: HandState, rules: RuleSet, k: int | None, origin: Origin, last: bool) -> Settlement:
    """What the hand, which the machine lets win, comes to with card k that came as `origin` (None: as it lies).

    last: the card is the last of the wall. InternalError when scoring finds no 胡 in it although the machine plays by it.
    """
    how = None if k is None else origin
    bare = how is None or k == WANG
    facts = Facts(
        held=Held(
            concealed=state.concealed & _MASK,
            melds=state.melds,
            card=None if bare else k,
            origin=None if bare else how,
            declined=state.declined,
            wang=state.wang + (k == WANG),
        ),
        dealer=0 if how == "dealt" else 1,
        discarder=1 if how == "discard" else None,
        win_on=_WIN_ON.get(how, "draw"),
        zimo=how in (None, "self"),
        card=k,
        last_card=last and how in ("self", "other"),
        **what_is_certain(state, k),
    )
    made = settle_best(rules, facts)
    if not made.can_hu and not rules.missing:
        told = "" if k is None else f" + {card_name(k)}"
        raise InternalError(f"{rules.id}: {state}{told} ({origin}) may win, and scoring finds no 胡: {made.reason}")
    return made


def groups_of(state: HandState, rules: RuleSet, k: int | None, made: Settlement) -> tuple[Group, ...]:
    """The grouping that is paid, as `arrange` prints one: first what lies on the table."""
    table = [(_kind(kind), tuple(sorted(cards))) for kind, cards in state.melds]
    found = []
    for group in made.groups:
        cards = tuple(sorted(group.cards))
        own = _own(table, group.kind, cards, k)
        if own is not None:
            table.remove(own)
        laid = group.kind in ("wei", "chouwei") or (group.kind == "ti" and bool(group.claimed))
        text = "".join(map(card_name, cards))
        found.append(Group(group.kind, text, huxi_of(rules, group), own is not None or laid, bool(group.claimed)))
    return tuple(sorted(found, key=lambda group: not group.on_table))


def _own(
    table: list[tuple[str, tuple[int, ...]]], kind: str, cards: tuple[int, ...], k: int | None
) -> tuple[str, tuple[int, ...]] | None:
    """The 门子 on the table that this one is, or grew from."""
    options = [(_kind(kind), cards)]
    if kind in ("ti", "pao") and cards[0] == k:
        options += [(before, cards[:3]) for before in ("wei", "peng")]
    return next((option for option in options if option in table), None)


def _kind(kind: str) -> str:
    return "chi" if kind in ("chi", "bi", "run", "jiao") else kind


__all__ = ["groups_of", "settled"]
