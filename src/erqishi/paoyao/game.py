"""A hand of 跑腰 at the prompt: deal, look at the decision, act, read the events, the views and the result.

>>> from erqishi.paoyao import Dig, Game, Pass
>>> g = Game.deal(seed=7)
>>> g.decision
Decision(seat=2, kind='bet', legal=dig | no_dig)
>>> g.do(Dig())
[Dug(seat=2, chips=1), Asked(seat=1, phase='bet'), Offered(seat=1, legal=('dig', 'no_dig'), to=1)]
>>> g.can(Pass())
False
>>> g.verify(Pass())
Traceback (most recent call last):
erqishi.errors.IllegalAction: 现在是挖坑，还不是抢牌的时候 (paoyao.md §1.5): this is the time of the bets, not of the captures
"""

from collections.abc import Sequence

import msgspec

from erqishi.errors import IllegalAction, UserInputError
from erqishi.paoyao import events as ev
from erqishi.paoyao import kernel, playout
from erqishi.paoyao.actions import Action, actions_of
from erqishi.paoyao.cards import CARDS, card_text, cards_text, parse_deck
from erqishi.paoyao.codes import OVER
from erqishi.paoyao.events import Event
from erqishi.paoyao.log import OUTCOME_NAMES, PHASE_NAMES, events_of
from erqishi.paoyao.refuse import why_not
from erqishi.paoyao.ruleset import DEFAULT, RuleSet, load
from erqishi.paoyao.table import Table
from erqishi.paoyao.view import View, view_of

MAX_CHIPS = 10**9


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be chosen. kind: xier, bet, capture, yao. legal: the complete set for every seat asked, here one.

    compelled: after a round of passes the seat must capture (paoyao.md §2.7).
    """

    kind: str
    legal: dict[int, tuple[Action, ...]]
    compelled: bool = False

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return next(iter(self.legal))

    def __repr__(self) -> str:
        offer = " | ".join(map(str, self.legal[self.seat]))
        return f"Decision(seat={self.seat}, kind={self.kind!r}, legal={offer})"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand came out. Lists are by seat, amounts in chips.

    outcome: settled; liuju (nobody dug); xier; sole (true_fold, and only one dug).
    units: what the seat collects from each other seat. due: the settlement; net: as paid, capped by what the debtors had.
    Both sum to 0 and leave the pot out. flows: (payer, payee, chips) that make up net.
    pot: the pot before it moved; paid, pot_to: what a seat put in and got out of it; carry: what is left in it for the
    next hand. yao: the card if it was turned up. xier: the seats that showed a 喜儿. chips: the stacks now.
    winner: the seat that gained most, if it gained anything and no other gained as much. drawn: the hand was void.
    next_dealer: who deals next by the rules.
    """

    outcome: str
    winner: int | None
    drawn: bool
    units: tuple[int, ...]
    due: tuple[int, ...]
    net: tuple[int, ...]
    flows: tuple[tuple[int, int, int], ...]
    pot: int
    paid: tuple[int, ...]
    pot_to: tuple[int, ...]
    carry: int
    yao: str | None
    taken_by: int | None
    xier: tuple[int, ...]
    chips: tuple[int, ...]
    next_dealer: int


class Game:
    """One hand. Make one with `deal` or `from_deck`."""

    def __init__(self, rules: RuleSet, table: Table) -> None:
        """Deal the deck that lies on the table; for the class methods below."""
        self._rules = rules
        self._flat = rules.flat()
        self._table = table
        self._chips = tuple(table.chips[: table.players])
        self._actions: list[Action] = []
        kernel.start(table, self._flat)
        self._events: list[Event] = [
            ev.HandStarted(
                rules=rules.id,
                version=rules.version,
                players=table.players,
                dealer=table.dealer,
                chips=self._chips,
                carry=table.carry_in,
            ),
            *(self._dealt(seat) for seat in range(table.players)),
            ev.TableDealt(cards=tuple(map(card_text, table.table)), stock=CARDS - 3 * table.players - 5),
            *events_of(table),
        ]
        self._refresh()
        self._events += self._offered()

    @classmethod
    def deal(
        cls,
        rules: str | RuleSet = DEFAULT,
        *,
        seed: int = 7,
        dealer: int = 0,
        players: int = 3,
        chips: int | Sequence[int] | None = None,
        carry: int = 0,
    ) -> "Game":
        """Deal from a seed (0 … 2^62 - 1); the same seed gives the same cards in compiled play-outs.

        chips: stacks, one number for all, or None for the rule set's. carry: chips in the pot from the hands before.
        Raises UserInputError for arguments out of range, RuleSetError for unknown rules.
        """
        if not 0 <= seed < 1 << 62:
            raise UserInputError(f"seed = {seed}: 要 0 到 2^62-1 (expected 0 to 2^62-1)")
        table = Table()
        playout.seed_chance(table, seed)
        playout.shuffle(table)
        return cls.from_deck(rules, table.deck, dealer, players=players, chips=chips, carry=carry)

    @classmethod
    def from_deck(
        cls,
        rules: str | RuleSet,
        deck: str | Sequence[int],
        dealer: int = 0,
        *,
        players: int = 3,
        chips: int | Sequence[int] | None = None,
        carry: int = 0,
    ) -> "Game":
        """Deal a given deck: 52 cards in dealing order, as text or as numbers.

        The first 3 * players cards go out one at a time, clockwise, the dealer first; the next four are the open cards;
        the last card of the deck is the 腰. Raises CardTextError, UserInputError, RuleSetError.
        """
        if isinstance(rules, str):
            rules = load(rules)
        cards = parse_deck(deck if isinstance(deck, str) else _deck_text(deck))
        if not 2 <= players <= 4:
            raise UserInputError(f"players = {players}: 二到四人 (2 to 4 players)")
        if not 0 <= dealer < players:
            raise UserInputError(f"dealer = {dealer}: 要 0 到 {players - 1} (expected 0 to {players - 1})")
        stacks = _stacks(rules.chips if chips is None else chips, players, rules.allow_debt)
        if not 0 <= carry <= MAX_CHIPS:
            raise UserInputError(f"carry = {carry}: 要 0 到 {MAX_CHIPS} (expected 0 to {MAX_CHIPS})")
        table = Table()
        table.players, table.dealer, table.carry_in = players, dealer, carry
        table.chips[:players] = stacks
        table.deck[:] = cards
        return cls(rules, table)

    def copy(self) -> "Game":
        """An independent game in the same state."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._table = self._table.copy()
        other._actions = self._actions[:]
        other._events = self._events[:]
        return other

    # -- what is given ------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._rules

    @property
    def players(self) -> int:
        """How many seats, 2 to 4."""
        return self._table.players

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._table.dealer

    @property
    def chips(self) -> tuple[int, ...]:
        """The stacks before the hand."""
        return self._chips

    @property
    def carry(self) -> int:
        """Chips that were in the pot before the hand."""
        return self._table.carry_in

    @property
    def deck(self) -> str:
        """The whole deck in dealing order, hidden cards included."""
        return cards_text(self._table.deck)

    @property
    def state(self) -> Table:
        """A copy of the whole state, hidden cards included (for tests, solvers and explanations)."""
        return self._table.copy()

    # -- what can be done ---------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is to be chosen now; None when the hand is over."""
        return self._decision

    def verify(self, action: Action, seat: int | None = None) -> None:
        """Raise IllegalAction, naming the rule, unless the seat may do this now. seat None: whoever is asked."""
        if self._table.phase == OVER or (seat is not None and seat != self._table.turn) or action not in self._ids:
            raise why_not(self._table, self._rules, action, seat)

    def can(self, action: Action, seat: int | None = None) -> bool:
        """Whether the seat may do this now."""
        try:
            self.verify(action, seat)
        except IllegalAction:
            return False
        return True

    def do(self, action: Action, seat: int | None = None) -> list[Event]:
        """Do it, and return what happened up to the next decision. Raises IllegalAction and changes nothing."""
        self.verify(action, seat)
        kernel.act(self._table, self._flat, self._ids[action])
        self._actions.append(action)
        happened = events_of(self._table)
        self._refresh()
        happened += self._offered()
        self._events += happened
        return happened

    def _offered(self) -> list[Event]:
        """What the seat that is asked now gets to see of the question."""
        if self._decision is None:
            return []
        seat = self._decision.seat
        return [ev.Offered(to=seat, seat=seat, legal=tuple(map(str, self._decision.legal[seat])))]

    def _refresh(self) -> None:
        t = self._table
        self._ids = actions_of(t, kernel.legal(t, self._flat))
        self._decision = None
        if t.phase != OVER:
            legal: dict[int, tuple[Action, ...]] = {t.turn: tuple(self._ids)}
            self._decision = Decision(kind=PHASE_NAMES[t.phase], legal=legal, compelled=t.compelled == 1)

    # -- what happened ------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> list[Action]:
        """Every action so far, in order."""
        return self._actions[:]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, private events included."""
        return self._events[:]

    def view(self, seat: int | None) -> View:
        """What a seat knows, or a spectator (None). Raises UserInputError for a seat that is not there."""
        if seat is not None and not 0 <= seat < self.players:
            raise UserInputError(f"seat = {seat}: 没有这个座位 (no such seat)")
        return view_of(self._events, seat)

    @property
    def result(self) -> Result | None:
        """How the hand came out; None while it is played."""
        t, n = self._table, self._table.players
        if t.phase != OVER:
            return None
        gain = [t.net[p] + t.got[p] - t.paid[p] for p in range(n)]
        best = max(gain)
        outcome = OUTCOME_NAMES[t.outcome]
        return Result(
            outcome=outcome,
            winner=gain.index(best) if best > 0 and gain.count(best) == 1 else None,
            drawn=outcome == "liuju" or (outcome == "sole" and self._rules.sole_digger == "refund"),
            units=tuple(t.units[:n]),
            due=tuple(t.due[:n]),
            net=tuple(t.net[:n]),
            flows=_flows(t),
            pot=t.stake,
            paid=tuple(t.paid[:n]),
            pot_to=tuple(t.got[:n]),
            carry=t.carry,
            yao=card_text(t.yao) if t.yao_up else None,
            taken_by=t.taken_by if t.taken_by >= 0 else None,
            xier=tuple((t.dealer + k) % n for k in range(n) if t.shown[(t.dealer + k) % n]),
            chips=tuple(t.chips[:n]),
            next_dealer=t.next_dealer,
        )

    def _dealt(self, seat: int) -> ev.HandDealt:
        cards = self._table.hand[3 * seat : 3 * seat + 3]
        return ev.HandDealt(to=seat, seat=seat, cards=tuple(map(card_text, cards)))

    def __repr__(self) -> str:
        now = "over" if self._decision is None else f"{self._decision.kind}, seat {self._decision.seat}"
        return f"Game({self._rules.id}, {self.players} players, {now})"


def _flows(t: Table) -> tuple[tuple[int, int, int], ...]:
    """(payer, payee, chips) that add up to the net.

    Paid in full, every two seats settle their difference. With a cap the payments are pooled (§2.24), so who paid whom is
    only a matter of account: creditors draw on debtors, both clockwise from the dealer.
    """
    n = t.players
    order = [(t.dealer + k) % n for k in range(n)]
    flows = []
    if t.net[:n] == t.due[:n]:
        # Everybody who plays settles with everybody: due[p] - due[q] is n_playing times their difference.
        playing = [p for p in order if t.member[p]]
        for i, p in enumerate(playing):
            for q in playing[i + 1 :]:
                differ = (t.due[p] - t.due[q]) // len(playing)
                if differ:
                    flows.append((q, p, differ) if differ > 0 else (p, q, -differ))
        return tuple(flows)
    left = t.net[:]
    for payee in order:
        for payer in order:
            chips = min(left[payee], -left[payer])
            if chips > 0:
                flows.append((payer, payee, chips))
                left[payee] -= chips
                left[payer] += chips
    return tuple(flows)


def _deck_text(deck: Sequence[int]) -> str:
    for place, card in enumerate(deck):
        if not 0 <= card < CARDS:
            raise UserInputError(f"deck[{place}] = {card}: 要 0 到 51 (expected 0 to 51)")
    return cards_text(deck)


def _stacks(chips: int | Sequence[int], players: int, allow_debt: bool) -> list[int]:
    stacks = [chips] * players if isinstance(chips, int) else list(chips)
    if len(stacks) != players:
        raise UserInputError(f"chips = {stacks}: 要 {players} 个数 (expected {players} numbers)")
    low = -MAX_CHIPS if allow_debt else 0
    for stack in stacks:
        if not low <= stack <= MAX_CHIPS:
            raise UserInputError(f"chips = {stacks}: 要 {low} 到 {MAX_CHIPS} (expected {low} to {MAX_CHIPS})")
    return stacks
