"""Players that are programs: one that plays anything, one that does as the game's only source advises, and the exact one.

Each sees the view of its seat and the rules, and picks one of the legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from erqishi.paoyao.actions import Action, Capture, Dig, Extend, Lay, Merge, NoDig, Pass, PassXier, ShowXier, TakeYao
from erqishi.paoyao.cards import RANKS
from erqishi.paoyao.ruleset import RuleSet
from erqishi.paoyao.view import View


class Chance(Protocol):
    """Where a player's chance comes from; `random.Random` is one."""

    def choice(self, seq: Sequence[Action], /) -> Action:
        """One of them, each equally likely."""


Player = Callable[[View, Sequence[Action], RuleSet, Chance], Action]


def play_random(view: View, legal: Sequence[Action], rules: RuleSet, chance: Chance) -> Action:
    """Any legal action, each equally likely."""
    return chance.choice(legal)


def play_advised(view: View, legal: Sequence[Action], rules: RuleSet, chance: Chance) -> Action:
    """The four pieces of advice of the source, taken at their word.

    谨慎挖坑: dig only with a card that matches an open one. 组合优先: make a 王八 before a 对子. 观察记忆 and 控制顺序: take first
    what others could take; what nobody else can hold is left for the end, to be the last to capture.
    """
    if len(legal) == 1:
        return legal[0]
    for wanted in (ShowXier(), TakeYao()):
        if wanted in legal:
            return wanted
    if Dig() in legal:
        open_ranks = {card[1:] for card in view.opened}
        return Dig() if any(card[1:] in open_ranks for card in view.dealt) else NoDig()
    at_large = unseen(view)
    safe: list[Action] = []
    contested: list[tuple[int, Action]] = []
    for action in legal:
        match action:
            case Extend(card):
                return action
            case Merge() | Lay():
                return action
            case Capture(card, _):
                if at_large[card[1:]]:
                    contested.append((at_large[card[1:]], action))
                else:
                    safe.append(action)
            case _:
                pass
    if contested:
        return max(contested, key=lambda each: each[0])[1]
    return Pass() if Pass() in legal or not safe else safe[0]


def unseen(view: View) -> dict[str, int]:
    """Copies of each rank that this seat has not seen: in other hands, in the stock, or the 腰."""
    left = dict.fromkeys(RANKS, 4)
    seat = view.seats[view.seat] if view.seat is not None else None
    shown = [*view.table, *(seat.hand if seat else ())]
    shown += [view.yao] if view.yao is not None and view.yao_taken_by is None else []
    shown += [card for each in view.seats for group in each.front for card in group]
    shown += [card for each in view.seats if each is not seat for card in each.hand]
    for card in shown:
        left[card[1:]] -= 1
    return left


def play_exact(view: View, legal: Sequence[Action], rules: RuleSet, chance: Chance) -> Action:
    """The best action within the assumptions of `erqishi.paoyao.exact`; as advised where it has nothing to say."""
    from erqishi.paoyao.exact import NoReckoning, choose_exact  # it alone needs NumPy and Numba

    try:
        return choose_exact(view, legal, rules)
    except NoReckoning:
        return play_advised(view, legal, rules, chance)


PLAYERS: dict[str, Player] = {"random": play_random, "advice": play_advised, "exact": play_exact}
"""By name, from the weakest up."""


def default_answer(legal: Sequence[Action]) -> Action:
    """What is done for a seat that does not answer: nothing that costs a chip, and whatever brings one."""
    for wanted in (ShowXier(), TakeYao(), NoDig()):
        if wanted in legal:
            return wanted
    rest = [action for action in legal if not isinstance(action, Pass | PassXier)]
    return rest[0] if rest else legal[0]
