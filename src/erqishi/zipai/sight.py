"""What a seat knows, as a table: the machine's flat state made from a `View` and from nothing else.

A policy of the single-source kind (`greedy.py`, `expert.py`) is written for the machine's own table, where every hand
lies open. On a table made here the other hands and the wall are not there at all, so a policy that plays the same on
both has not looked at them; the tests hold ours to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from erqishi.cards import N_KINDS, WANG_NAME, card_name
from erqishi.errors import InternalError, UserInputError
from erqishi.zipai import codes, flat, kernel, seat
from erqishi.zipai.actions import Action, Chi, Discard, Hu, Pass, Peng, chi, parse_action
from erqishi.zipai.claims import faultless, unlaid
from erqishi.zipai.cover import OWN_MELD, SHAPES
from erqishi.zipai.ruleset import RuleSet
from erqishi.zipai.table import Table
from erqishi.zipai.translate import ORIGINS
from erqishi.zipai.view import MeldView, View

#: (table, rules as flat numbers, bits of the legal actions) → the action for seat `table.ask`.
Policy: TypeAlias = Callable[[Any, Any, int], int]

#: The kind of a card that the viewer cannot know.
HIDDEN = 31

_KIND = {card_name(k): k for k in range(N_KINDS + 1)}  # 王 too
_WORDS: dict[int, Action] = {codes.PASS: Pass(), codes.HU: Hu(), codes.PENG: Peng()}
_MELDS = ("ti", "pao", "wei", "chouwei", "peng", "chi")


def table_from_view(view: View, rules: RuleSet) -> Table:
    """The table as `view.seat` knows it, asking that seat what `view.asked` asks.

    Of the other seats there are the number of concealed cards, the melds (an unseen 偎 or 提 has kind `HIDDEN`), the
    息 of the melds that lie open, and the kinds they discarded; their hands, marks and answers are empty. `deck` has
    the 亮张 in its place and nothing else. After one's own 偎 or 提 a view does not name the card that made it:
    `card` is then the kind of the last meld. UserInputError when the view asks nothing.
    """
    if view.seat is None or view.asked is None:
        raise UserInputError("没有问这一家 / this view asks nothing")
    t, r, me = Table(rules.seats), flat.plain(rules), view.seat
    t.dealer, t.ask, t.turn = view.dealer, me, me
    t.end = rules.seats * rules.deal + 1 + rules.wall
    t.pos = t.end - view.wall
    t.deck = [HIDDEN] * len(t.deck)
    t.deck[rules.seats * rules.deal] = _KIND[view.liang]
    for kind in _kinds(view.hand):
        seat.gain(t, r, me, kind)
    for p, row in enumerate(view.seats):
        t.size[p], t.dead[p] = row.size, row.dead + 2 * row.barred
        for card in row.discards:
            t.discarded[p] |= 1 << _KIND[card]
        _lay(t, r, p, row.melds)
    for kind in _kinds(view.thrown + "".join(view.seats[me].unclaimed if r.own_unclaimed_blocks else ())):
        t.discarded[me] |= 1 << kind
    _count_open(t, view)
    for card, blocks in view.marks.items():
        bit = 1 << _KIND[card]
        t.chou_chi[me] |= bit if "chi" in blocks else 0
        t.chou_peng[me] |= bit if "peng" in blocks else 0
    _ask(t, r, view)
    return t


def _kinds(cards: str) -> list[int]:
    """Kinds of what a view spells; spaces part the sizes of a hand."""
    return [_KIND[card] for card in cards if card != " "]


def _lay(t: Table, r: flat.Flat, p: int, melds: list[MeldView]) -> None:
    """Seat p's row of melds, and what they are worth as far as they lie open."""
    claimed = 0
    for at, meld in enumerate(melds):
        what = _MELDS.index(meld.kind)
        if "?" in meld.cards:
            t.melds[p][at] = what | HIDDEN << 4
        elif what == codes.M_CHI:
            # A 比 has no claimed card: it lays another copy of the one that its 吃 took.
            claimed = claimed if meld.claimed is None else _KIND[meld.claimed]
            shape = _shape(r, claimed, _kinds(meld.cards))
            t.melds[p][at] = what | claimed << 4 | shape << 9
            t.table_xi[p] += r.shape_xi[SHAPES * claimed + shape]
        else:
            k = _KIND[meld.cards[0]]
            t.melds[p][at] = what | k << 4
            t.table_xi[p] += (r.xi_ti, r.xi_pao, r.xi_wei, r.xi_chouwei, r.xi_peng)[what][k]
            t.weis[p] |= 1 << k if what == codes.M_WEI else 0
            t.pengs[p] |= 1 << k if what == codes.M_PENG else 0
        t.q[p] += what in (codes.M_TI, codes.M_PAO)
    t.nmelds[p] = len(melds)


def _shape(r: flat.Flat, k: int, cards: list[int]) -> int:
    """The shape of the set `cards` around its card k."""
    rest = sorted(cards)
    rest.remove(k)
    for s in range(SHAPES):
        at = 2 * (SHAPES * k + s)
        if sorted(r.partner[at : at + 2]) == rest:
            return s
    raise InternalError(f"no set of {card_name(k)}: {cards}")


def _count_open(t: Table, view: View) -> None:
    """`seen`, as the machine counts: the 亮张, every card turned up, put down or laid; four of a kind for a quad or 臭偎."""
    texts = [view.liang]
    quads = ""
    for row in view.seats:
        texts += row.discards + row.unclaimed
        for meld in row.melds:
            if meld.kind in ("chi", "peng"):
                texts.append(meld.cards)
            elif meld.kind != "wei" and "?" not in meld.cards:
                quads += meld.cards
    if view.in_play is not None and view.in_play.origin == "draw":
        texts.append(view.in_play.card)
    for kind in _kinds("".join(texts).replace(WANG_NAME, "")):
        t.seen[kind] += 1
    for kind in _kinds(quads):
        t.seen[kind] = 4


def _ask(t: Table, r: flat.Flat, view: View) -> None:
    """The phase, the card in play and the options of the seat that is asked."""
    me = t.ask
    assert view.asked is not None
    if view.asked.kind == "discard":
        t.phase = codes.DISCARDING
        return
    t.phase = codes.CLAIMING
    t.answer, t.bi1, t.bi2 = [-1] * len(t.answer), [-1] * len(t.bi1), [-1] * len(t.bi2)
    if view.in_play is not None:
        t.card = _KIND[view.in_play.card]
        t.origin, t.owner = ORIGINS.index(view.in_play.origin), view.in_play.owner
    else:
        t.card, t.origin, t.owner = t.melds[me][t.nmelds[me] - 1] >> 4 & 31, OWN_MELD, me
    for text in view.asked.legal:
        t.opts[me] |= 1 << _first_step(r, t.card, parse_action(text))


def _first_step(r: flat.Flat, k: int, action: Action) -> int:
    """The machine's first action of a complete choice on card k."""
    match action:
        case Discard():
            return _KIND[action.card]
        case Pass():
            return codes.PASS
        case Hu():
            return codes.HU
        case Peng():
            return codes.PENG
        case Chi():
            return codes.CHI + _shape(r, k, _kinds(action.cards))


def choose_with(policy: Policy, view: View, rules: RuleSet) -> Action:
    """What `policy` answers to `view.asked`: its steps (吃, then each 比) put together to one complete action."""
    t, r = table_from_view(view, rules), flat.plain(rules)
    me = t.ask
    if t.phase == codes.DISCARDING:
        return Discard(card_name(policy(t, r, kernel.legal(t, r))))
    first = policy(t, r, _options(t, r, me))
    if first < codes.CHI:
        return _WORDS[first]
    t.answer[me] = first
    groups = [_group(r, t.card, first - codes.CHI)]
    for steps in (t.bi1, t.bi2):
        if unlaid(t, r, me) > 0:
            steps[me] = policy(t, r, _options(t, r, me))
            if steps[me] == codes.PASS:  # there is no way to lay them all
                break
            groups.append(_group(r, t.card, steps[me] - codes.BI))
    return chi(groups[0], groups[1:])


def _options(t: Table, r: flat.Flat, me: int) -> int:
    """The legal actions, without those that the table would punish (core.md §19)."""
    options = kernel.legal(t, r)
    return int(faultless(t, r, me, options) if r.penalize else options)


def _group(r: flat.Flat, k: int, shape: int) -> list[int]:
    at = 2 * (SHAPES * k + shape)
    return [k, r.partner[at], r.partner[at + 1]]


__all__ = ["HIDDEN", "Policy", "choose_with", "table_from_view"]
