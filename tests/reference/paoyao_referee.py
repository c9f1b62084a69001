"""A naive referee for 跑腰, written from the rules page and knowing nothing of the engine.

Cards are strings ("H8"), piles are Python lists, and the hand is told from beginning to end as one plain story; whoever
plays is asked through a callback. Slow and obvious on purpose: it exists to disagree with the engine.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

LITERAL: dict[str, Any] = {
    "ante": 1,
    "pair_value": 1,
    "triple_value": 2,
    "quad_value": 4,
    "xier_value": 8,
    "participation": "forced_all",
    "sole_digger": "refund",
    "forced_ante": False,
    "pot": "yao_capturer",
    "void_pot": "carry",
    "xier_pot": "winner",
    "bet_clockwise": False,
    "multi_capture": False,
    "passing": "round_then_must",
    "table_pair_takes_both": False,
    "merge_hand_into_meld": False,
    "count_as_two_pairs": False,
    "no_triple_capture": False,
    "hand_pairs_score": False,
    "yao_claim": "hand_or_front",
    "clockwise_yao": False,
    "all_xier_pay": False,
    "xier_after_bet": False,
    "natural_pair_can_be_laid": False,
    "allow_debt": False,
    "same_dealer": False,
    "bettors_only_yao": False,
    "bettors_only_pot": False,
}

Ask = Callable[[int, str, list[str]], str]


def rank(card: str) -> str:
    return card[1:]


class Story:
    """One hand of 跑腰 told in order."""

    def __init__(
        self, options: dict[str, Any], players: int, dealer: int, chips: list[int], carry: int, deck: str, ask: Ask
    ) -> None:
        unknown = set(options) - set(LITERAL)
        assert not unknown, unknown
        self.o = LITERAL | options
        self.n = players
        self.dealer = dealer
        self.chips = list(chips)
        self.pot = carry
        self.ask = ask
        cards = deck.split()
        assert len(cards) == 52 == len(set(cards))
        self.hands: list[list[str]] = [[] for _ in range(players)]
        pile = cards[:]
        for _round in range(3):
            for k in range(players):
                self.hands[(dealer + k) % players].append(pile.pop(0))
        self.table = [pile.pop(0) for _ in range(4)]
        self.yao = pile.pop()
        self.stock = pile
        self.fronts: list[list[list[str]]] = [[] for _ in range(players)]
        self.dug: list[bool] = [False] * players
        self.paid = [0] * players
        self.pot_at_stake = carry
        self.playing = list(range(players))
        self.last: int | None = None
        self.turned = False
        self.taken_by: int | None = None
        self.xier: list[int] = []
        self.got = [0] * players

    # -- helpers -----------------------------------------------------------------------------------------------------

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + k) % self.n for k in range(self.n)]

    def counter_clockwise_from(self, seat: int) -> list[int]:
        return [(seat - k) % self.n for k in range(self.n)]

    def in_hand(self, seat: int, which: str) -> list[str]:
        return [c for c in self.hands[seat] if rank(c) == which]

    def before(self, seat: int, which: str) -> int:
        return sum(len(g) for g in self.fronts[seat] if rank(g[0]) == which)

    def put_down(self, seat: int, cards: list[str]) -> None:
        """A finished combination goes in front; with equals it joins them, unless two pairs are to stay two pairs."""
        for group in self.fronts[seat]:
            if rank(group[0]) == rank(cards[0]) and not self.o["count_as_two_pairs"]:
                group.extend(cards)
                return
        self.fronts[seat].append(cards[:])

    # -- the course --------------------------------------------------------------------------------------------------

    def run(self) -> dict[str, Any]:
        if not self.o["xier_after_bet"]:
            self.show_xier()
            if self.xier:
                return self.end_by_xier()
        self.bets()
        if self.o["xier_after_bet"]:
            self.show_xier()
            if self.xier:
                return self.end_by_xier()
        if not any(self.dug):
            return self.result([0] * self.n, [0] * self.n, "liuju")
        if len(self.playing) == 1 and self.o["sole_digger"] != "plays":
            (alone,) = self.playing
            if self.o["sole_digger"] == "refund":
                self.pay_from_pot(alone, self.paid[alone])
            else:
                self.pay_from_pot(alone, self.pot)
            return self.result([0] * self.n, [0] * self.n, "sole")
        self.capture_phase()
        self.open_yao()
        units = [self.units(s) for s in range(self.n)]
        self.move_pot(units)
        m = len(self.playing)
        due = [0] * self.n
        for s in self.playing:
            due[s] = units[s] * (m - 1) - sum(units[j] for j in self.playing if j != s)
        return self.result(units, due, "settled")

    def show_xier(self) -> None:
        for s in self.clockwise_from(self.dealer):
            if s in self.playing and len({rank(c) for c in self.hands[s]}) == 1:
                if self.ask(s, "xier", ["show_xier", "pass_xier"]) == "show_xier":
                    self.xier.append(s)
                    if not self.o["all_xier_pay"]:
                        return

    def end_by_xier(self) -> dict[str, Any]:
        if self.o["xier_pot"] == "winner":
            share = self.pot // len(self.xier)
            for s in self.xier:
                self.pay_from_pot(s, share)
        due = [0] * self.n
        for s in self.xier:
            for other in self.playing:
                if other != s:
                    due[s] += self.o["xier_value"]
                    due[other] -= self.o["xier_value"]
        return self.result([0] * self.n, due, "xier")

    def bets(self) -> None:
        cost = 0 if self.o["pot"] == "no_pot" else self.o["ante"]
        right = (self.dealer - 1) % self.n
        order = self.clockwise_from(right) if self.o["bet_clockwise"] else self.counter_clockwise_from(right)
        for s in order:
            can_pay = self.chips[s] >= cost or self.o["allow_debt"] or cost == 0
            if self.ask(s, "bet", ["dig", "no_dig"] if can_pay else ["no_dig"]) == "dig":
                self.dug[s] = True
                self.pay_into_pot(s, cost)
        if any(self.dug):
            if self.o["participation"] == "true_fold":
                self.playing = [s for s in range(self.n) if self.dug[s]]
            elif self.o["forced_ante"]:
                for s in range(self.n):
                    if not self.dug[s]:
                        self.pay_into_pot(s, cost if self.o["allow_debt"] else min(cost, max(0, self.chips[s])))
        self.pot_at_stake = self.pot

    def pay_into_pot(self, seat: int, chips: int) -> None:
        self.chips[seat] -= chips
        self.paid[seat] += chips
        self.pot += chips

    def pay_from_pot(self, seat: int, chips: int) -> None:
        self.chips[seat] += chips
        self.got[seat] += chips
        self.pot -= chips

    def captures(self, seat: int) -> list[str]:
        found = []
        for open_card in self.table:
            for mine in self.in_hand(seat, rank(open_card)):
                found.append(f"capture {mine} {open_card}")
            lying = self.before(seat, rank(open_card))
            if lying == 2 or (lying == 3 and not self.o["no_triple_capture"]):
                found.append(f"extend {rank(open_card)} {open_card}")
        return found

    def extras(self, seat: int) -> list[str]:
        found = []
        if self.o["merge_hand_into_meld"]:
            found += [f"merge {c}" for c in self.hands[seat] if self.before(seat, rank(c))]
        if self.o["natural_pair_can_be_laid"]:
            for which in dict.fromkeys(map(rank, self.hands[seat])):
                equal = self.in_hand(seat, which)
                if len(equal) > 1:
                    found.append("lay " + " ".join(equal))
        return found

    def do_in_capture_phase(self, seat: int, what: str) -> None:
        verb, *rest = what.split()
        if verb in ("capture", "extend"):
            open_card = rest[1]
            taken = [open_card]
            if self.o["table_pair_takes_both"]:
                taken = [c for c in self.table if rank(c) == rank(open_card)]
            for c in taken:
                self.table.remove(c)
            if verb == "capture":
                self.hands[seat].remove(rest[0])
                self.put_down(seat, [rest[0], *taken])
            else:
                next(g for g in self.fronts[seat] if rank(g[0]) == rank(open_card)).extend(taken)
            self.last = seat
        elif verb == "merge":
            self.hands[seat].remove(rest[0])
            next(g for g in self.fronts[seat] if rank(g[0]) == rank(rest[0])).append(rest[0])
        elif verb == "lay":
            for c in rest:
                self.hands[seat].remove(c)
            self.put_down(seat, rest)
        else:
            raise AssertionError(what)

    def capture_phase(self) -> None:
        order = [s for s in self.clockwise_from(self.dealer) if s in self.playing]
        quiet = 0  # turns in a row in which nobody did anything
        compelled = False
        while any(self.captures(s) or self.extras(s) for s in self.playing):
            if quiet >= len(order):
                if self.o["passing"] == "n_passes_end" or not any(self.captures(s) for s in self.playing):
                    return
                compelled = True
            seat = order.pop(0)
            order.append(seat)
            acted = False
            while True:
                captures, extras = self.captures(seat), self.extras(seat)
                if compelled or (captures and self.o["passing"] == "must_capture"):
                    offer = captures
                elif captures or extras:
                    offer = [*captures, *extras, "pass"]
                else:
                    offer = []
                if not offer:
                    break
                answer = self.ask(seat, "capture", offer)
                if answer == "pass":
                    break
                self.do_in_capture_phase(seat, answer)
                acted, compelled = True, False
                if not self.o["multi_capture"]:
                    break
            quiet = 0 if acted else quiet + 1

    def may_take(self, seat: int) -> bool:
        held, lying = len(self.in_hand(seat, rank(self.yao))), self.before(seat, rank(self.yao))
        if self.o["bettors_only_yao"] and not self.dug[seat]:
            return False
        if self.o["yao_claim"] == "front_only":
            return lying >= 2
        if self.o["yao_claim"] == "single_captures_yao":
            return held >= 1 or lying >= 2
        return held >= 2 or lying >= 2 or (held >= 1 and lying >= 1)

    def open_yao(self) -> None:
        self.turned = True
        first = self.dealer if self.last is None else self.last
        order = self.clockwise_from(first) if self.o["clockwise_yao"] else self.counter_clockwise_from(first)
        for s in order:
            if s in self.playing and self.may_take(s) and self.ask(s, "yao", ["take_yao", "pass_yao"]) == "take_yao":
                self.taken_by = s
                mine = self.in_hand(s, rank(self.yao))
                lying = [g for g in self.fronts[s] if rank(g[0]) == rank(self.yao)]
                if lying:
                    lying[0].append(self.yao)
                    if self.o["merge_hand_into_meld"]:
                        lying[0].extend(mine)
                        self.hands[s] = [c for c in self.hands[s] if c not in mine]
                else:
                    self.fronts[s].append([*mine, self.yao])
                    self.hands[s] = [c for c in self.hands[s] if c not in mine]
                return

    # -- the reckoning -----------------------------------------------------------------------------------------------

    def worth(self, cards: int) -> int:
        return {2: self.o["pair_value"], 3: self.o["triple_value"], 4: self.o["quad_value"]}[cards]

    def units(self, seat: int) -> int:
        if seat not in self.playing:
            return 0
        total = sum(self.worth(len(g)) for g in self.fronts[seat])
        if self.o["hand_pairs_score"]:
            for which in {rank(c) for c in self.hands[seat]}:
                if len(self.in_hand(seat, which)) > 1:
                    total += self.worth(len(self.in_hand(seat, which)))
        return total

    def move_pot(self, units: list[int]) -> None:
        def eligible(s: int) -> bool:
            return self.dug[s] or not (self.o["bettors_only_yao"] or self.o["bettors_only_pot"])

        def share_out(seats: list[int]) -> None:
            each = self.pot // len(seats)
            for s in seats:
                self.pay_from_pot(s, each)

        if self.o["pot"] == "refund":
            for s in range(self.n):
                self.pay_from_pot(s, self.paid[s])
            return
        if self.o["pot"] == "split_bettors":
            share_out([s for s in range(self.n) if self.dug[s]])
            return
        if self.o["pot"] == "no_pot":
            return
        if self.o["pot"] == "yao_capturer":
            winners = [s for s in [self.taken_by] if s is not None and eligible(s)]
        else:
            best = max((units[s] for s in self.playing if eligible(s)), default=0)
            winners = [s for s in self.playing if eligible(s) and units[s] == best and best > 0]
        if winners:
            share_out(winners)
        elif self.o["void_pot"] == "to_last" and self.last is not None and eligible(self.last):
            share_out([self.last])
        elif self.o["void_pot"] == "refund":
            for s in range(self.n):
                self.pay_from_pot(s, self.paid[s])

    def capped(self, due: list[int]) -> list[int]:
        if self.o["allow_debt"]:
            return due
        pays = {s: min(-due[s], max(0, self.chips[s])) for s in range(self.n) if due[s] < 0}
        pool, claims = sum(pays.values()), sum(d for d in due if d > 0)
        net = [-pays.get(s, 0) for s in range(self.n)]
        exact = {s: Fraction(due[s] * pool, claims) for s in self.clockwise_from(self.dealer) if due[s] > 0}
        for s, x in exact.items():
            net[s] = int(x)
        left = pool - sum(int(x) for x in exact.values())
        for s in sorted(exact, key=lambda s: -(exact[s] - int(exact[s])))[:left]:
            net[s] += 1
        return net

    def result(self, units: list[int], due: list[int], outcome: str) -> dict[str, Any]:
        net = self.capped(due)
        dead = outcome == "liuju" or (outcome == "sole" and self.o["sole_digger"] == "refund")
        return {
            "outcome": outcome,
            "units": units,
            "due": due,
            "net": net,
            "pot": self.pot_at_stake,
            "pot_to": self.got,
            "paid": self.paid,
            "carry": self.pot,
            "yao": self.yao if self.turned else None,
            "taken_by": self.taken_by,
            "xier": self.xier,
            "chips": [c + d for c, d in zip(self.chips, net, strict=True)],
            "next_dealer": self.dealer if dead and self.o["same_dealer"] else (self.dealer + 1) % self.n,
        }


def check_trace(trace: dict[str, Any], options: dict[str, Any]) -> None:
    """Tell the hand of a trace again and compare: who is asked, in which phase, what is legal, and what comes out."""
    steps = iter(trace["steps"])

    def ask(seat: int, phase: str, legal: list[str]) -> str:
        step = next(steps, None)
        assert step is not None, f"the trace stops, but seat {seat} is to be asked ({phase})"
        assert (step["seat"], step["phase"]) == (seat, phase), (step, seat, phase)
        assert len(step["legal"]) == len(set(step["legal"]))
        assert _loose(step["legal"]) == _loose(legal), (step, legal)
        assert step["did"] in step["legal"], step
        return str(step["did"])

    story = Story(options, trace["players"], trace["dealer"], trace["chips"], trace["carry"], trace["deck"], ask)
    result = story.run()
    assert next(steps, None) is None, "the trace goes on after the hand is over"
    got = trace["result"]
    for key in (
        "outcome",
        "units",
        "due",
        "net",
        "paid",
        "pot",
        "pot_to",
        "carry",
        "yao",
        "taken_by",
        "chips",
        "next_dealer",
    ):
        assert got[key] == result[key], (key, got[key], result[key])
    assert got["xier"] == (result["xier"][0] if result["xier"] else None)
    assert got["shown"] == result["xier"]


def _loose(legal: list[str]) -> set[tuple[str, frozenset[str]]]:
    """Actions without the order of their cards."""
    return {(a.split()[0], frozenset(a.split()[1:])) for a in legal}
