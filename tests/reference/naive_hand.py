"""The course of one hand of two, three or four seats, as the rule text tells it (core.md §6-§18, §20, §22).

The hand is a generator: it yields the question that is due, in the form of a trace step without `did`, takes the
answers, and returns the result. referee.py lists the decisions taken where the text leaves a choice.
"""

import re
from collections.abc import Generator

from .naive_cover import (
    HUXI,
    NAMES,
    SETS,
    SETS_1510,
    Group,
    best,
    cards_of,
    chi_plans,
    counts_of,
    forced_tianhu_xi,
    is_forced_tianhu,
    own_draw_forced,
    quads,
    text_of,
    total_xi,
    upgraded,
)

STD15 = {
    "seats": 3,
    "deal": 20,
    "wall": 19,
    "min_huxi": 15,
    "huxi": HUXI,
    "hu_on_discard": False,
    "hu_on_drawn": True,
    "liangzhang_hu": True,
    "forced_tianhu": True,
    "tianhu_formula": "(2x-12)//3",
    "tianhu_fixed": None,
    "tianhu_best": False,
    "tun_formula": "(x-12)//3",
    "zimo_tun": 1,
    "chou_scope": "chi_and_peng",
    "chou_marks": "upper",
    "ti_before_liang": False,
    "own_discard_blocks": ["chi", "peng"],
    "own_unclaimed_draw_blocks": False,
    "pao_of_peng": "drawn_only",
    "chi_from": ["prev_discard", "prev_draw", "own_draw"],
    "split_kan": False,
    "peng_forced": False,
    "hu_forced": False,
    "extra_sets": [],
}

Play = Generator[dict, dict, dict]


def formula(text: str, x: int) -> int:
    """`(2x-12)//3`, `(x-12)//3`, `((x-15)//3)*2`, `x`: whole numbers, x the 息."""
    written = re.sub(r"(\d)x", r"\1*x", text)
    if not re.fullmatch(r"[\dx+*/() -]+", written):
        raise ValueError(f"formula: {text}")
    return int(eval(written, {"__builtins__": {}}, {"x": x}))


def must_discard(cards: int, quad_count: int) -> bool:
    """§8: a waiting hand is 2 (mod 3) without a quad, 1 (mod 3) with one; one card more must go."""
    return cards % 3 == 0 if quad_count == 0 else cards % 3 == 2


def chi_text(plan: tuple) -> str:
    return " 比 ".join([f"chi {text_of(plan[0])}"] + [text_of(s) for s in plan[1]])


class Hand:
    """The state of one hand, and its rules."""

    def __init__(self, deal: dict, options: dict | None = None) -> None:
        self.o = {**STD15, **(options or {})}
        self.o["huxi"] = {**HUXI, **self.o["huxi"]}
        self.sets = SETS_1510 if "一五十" in self.o["extra_sets"] else SETS
        self.dealer = deal["dealer"]
        self.hands = [counts_of(text) for text in deal["hands"]]
        self.liang = cards_of(deal["liang"])[0]
        self.wall = list(cards_of("".join(deal["wall"])))
        self.seats = range(self.o["seats"])
        self.groups = (self.o["deal"] + 1) // 3  # 门子 of a complete hand: 7 of 20 cards and one more
        self.melds: list[list[Group]] = [[] for _ in self.seats]
        self.no_chi: list[set[int]] = [set() for _ in self.seats]  # 臭 for 吃
        self.no_peng: list[set[int]] = [set() for _ in self.seats]  # 臭 for 碰
        self.peng_declined: list[set[int]] = [set() for _ in self.seats]  # 忍碰: a later 偎 is a 臭偎
        self.own_cards: list[set[int]] = [set() for _ in self.seats]  # discarded by the seat itself
        self.hu_declined: list[dict[int, int]] = [{} for _ in self.seats]  # 臭胡: kind -> table 息 at that time
        self.dead = [False for _ in self.seats]

    def after(self, seat: int) -> int:
        """The 下家."""
        return (seat + 1) % len(self.seats)

    def from_(self, seat: int) -> list[int]:
        """Every seat, this one first, then in order of play."""
        return [(seat + i) % len(self.seats) for i in self.seats]

    # ------------------------------------------------------------ the course of a hand

    def play(self) -> Play:
        """§22.1, then discards and draws until somebody 胡 or the wall is empty."""
        result = self.forced_tianhu()
        if result is None:
            if self.o["ti_before_liang"]:
                self.lay_dealt_ti()
            result = yield from self.liang_hu()
        if result is not None:
            return result
        self.hands[self.dealer][self.liang] += 1
        self.lay_dealt_ti()
        what, now = self.next_after_meld(self.dealer)
        while what != "over":
            if what == "discard":
                what, now = yield from self.discard(now)
            elif self.wall:
                what, now = yield from self.draw(now)
            else:
                return self.result(None, 0, 0, False, False)
        return now

    def lay_dealt_ti(self) -> None:
        for hand, melds in zip(self.hands, self.melds, strict=True):
            for k in range(20):
                if hand[k] == 4:
                    hand[k] = 0
                    melds.append(("ti", (k,) * 4))

    def forced_tianhu(self) -> dict | None:
        """庄 as dealt, 庄 with the 亮张 (自摸), then the others in order."""
        if not self.o["forced_tianhu"]:
            return None
        with_liang = list(self.hands[self.dealer])
        with_liang[self.liang] += 1
        others = self.from_(self.dealer)[1:]
        for seat, judged, scored, zimo in (
            (self.dealer, self.hands[self.dealer], with_liang, False),
            (self.dealer, with_liang, with_liang, True),
            *((seat, self.hands[seat], self.hands[seat], False) for seat in others),
        ):
            if is_forced_tianhu(judged):
                huxi = forced_tianhu_xi(scored, self.o["huxi"], self.o["tianhu_best"], self.sets)
                base = self.o["tianhu_fixed"]
                if base is None:
                    base = max(1, formula(self.o["tianhu_formula"], huxi))
                return self.result(seat, huxi, base, zimo, True)
        return None

    def liang_hu(self) -> Play:
        """胡 on the 亮张, all seats asked at once; 庄, then in order."""
        if not self.o["liangzhang_hu"]:
            return None
        order = self.from_(self.dealer)
        how = {seat: "joined" if seat == self.dealer else "other" for seat in order}
        wants = {seat: ["hu"] for seat in order if self.can_hu(seat, self.liang, how[seat])}
        said = yield from self.claims(self.liang, self.dealer, "liang", wants)
        for seat in order:
            if said.get(seat) == "hu":
                return self.win(seat, self.liang, how[seat], zimo=seat == self.dealer, tianhu=True)
        return None

    def discard(self, seat: int) -> Play:
        legal = [f"discard {NAMES[k]}" for k in self.may_discard(self.hands[seat])]
        did = yield {"ask": "discard", "seat": seat, "legal": {str(seat): legal}}
        card = cards_of(did[str(seat)].removeprefix("discard "))[0]
        self.hands[seat][card] -= 1
        self.own_cards[seat].add(card)
        return (yield from self.show(card, seat, "discard"))

    def draw(self, seat: int) -> Play:
        """One's own 提 and 偎 are forced and hidden; any other card is shown (§9.3)."""
        card = self.wall.pop(0)
        wei = "chouwei" if card in self.peng_declined[seat] else "wei"
        laid = own_draw_forced(self.hands[seat], self.melds[seat], card, wei)
        if laid is None:
            return (yield from self.show(card, seat, "draw"))
        self.hands[seat], self.melds[seat] = laid
        if self.o["hu_on_drawn"] and self.can_hu(seat, card, "none"):
            said = yield from self.claims(card, seat, "own_meld", {seat: ["hu"]})
            if said[seat] == "hu":
                return "over", self.win(seat, card, "none", zimo=True)
        return self.next_after_meld(seat)

    def show(self, card: int, owner: int, origin: str) -> Play:
        """A card that everybody sees: 胡 > 跑 > 碰 > 吃 (§9, §10)."""
        order = self.from_(owner)
        how = dict.fromkeys(order, "other" if origin == "draw" else "discard")
        if origin == "draw":
            how[owner] = "draw"
        hu_allowed = self.o["hu_on_drawn" if origin == "draw" else "hu_on_discard"]
        pao = self.pao_seat(card, owner, origin)
        wants: dict[int, list[str]] = {}
        for seat in order:
            if origin == "discard" and seat == owner:
                continue
            options = []
            if hu_allowed and self.can_hu(seat, card, how[seat]):
                options.append("hu")
            if pao is None and seat != owner and self.may_peng(seat, card):
                options.append("peng")
            if pao is None and self.may_chi(seat, card, owner, origin):
                options += [chi_text(plan) for plan in sorted(self.chi_plans(seat, card))]
            if options:
                wants[seat] = options
        said = yield from self.claims(card, owner, origin, wants)
        for seat in order:
            if said.get(seat) == "hu":
                zimo = origin == "draw" and seat == owner
                return "over", self.win(seat, card, how[seat], zimo=zimo)
        if pao is not None:
            self.lay_pao(pao, card)
            return self.next_after_meld(pao)
        for seat in order:
            if said.get(seat) == "peng":
                self.hands[seat][card] -= 2
                self.melds[seat].append(("peng", (card,) * 3))
                return self.next_after_meld(seat)
        for seat in order:
            if said.get(seat, "").startswith("chi"):
                self.lay_chi(seat, card, said[seat])
                return self.next_after_meld(seat)
        if origin == "draw" and self.o["own_unclaimed_draw_blocks"]:
            self.own_cards[owner].add(card)
        return "draw", self.after(owner)

    def next_after_meld(self, seat: int) -> tuple:
        """Discard, or the 下家 draws; a discard that cannot be made is a dead hand (§8, §22.9)."""
        hand = self.hands[seat]
        if must_discard(sum(hand), quads(self.melds[seat])):
            if self.may_discard(hand):
                return "discard", seat
            self.dead[seat] = True
        return "draw", self.after(seat)

    # ------------------------------------------------------------ asking

    def claims(self, card: int, owner: int, origin: str, wants: dict[int, list[str]]) -> Play:
        """Ask the seats that have a choice, note what they declined; the answers of all, forced ones too."""
        said: dict[int, str] = {}
        may_hu = [seat for seat in wants if "hu" in wants[seat]]
        if self.o["hu_forced"] and may_hu:
            return dict.fromkeys(may_hu, "hu")
        legal = {seat: [*options, "pass"] for seat, options in wants.items()}
        must_peng = [seat for seat in wants if self.o["peng_forced"] and "peng" in wants[seat]]
        for seat in must_peng:
            legal = {other: ["hu", "pass"] for other in may_hu if other != seat}
            if seat in may_hu:
                legal[seat] = ["hu", "peng"]
            else:
                said[seat] = "peng"
        if not legal:
            return said
        did = yield {
            "ask": "claims",
            "card": NAMES[card],
            "origin": origin,
            "owner": owner,
            "legal": {str(seat): legal[seat] for seat in sorted(legal)},
        }
        for seat, options in legal.items():
            said[seat] = did[str(seat)]
            self.note_declined(seat, card, owner, options, said[seat])
        return said

    def note_declined(self, seat: int, card: int, owner: int, offered: list[str], said: str) -> None:
        """臭胡 (§22.6), 忍碰 and 臭 (§22.3, §22.4)."""
        if said == "hu":
            return
        if "hu" in offered:
            self.hu_declined[seat][card] = self.table_xi(seat)
        could_peng = "peng" in offered
        could_chi = any(action.startswith("chi") for action in offered)
        if said == "peng" or not (could_peng or could_chi):
            return
        if could_peng:
            self.peng_declined[seat].add(card)
        if said.startswith("chi"):
            if could_peng:
                self.no_peng[seat].add(card)
            return
        from_lower = owner == self.after(seat) and len(self.seats) > 2  # of two, the other is the 上家 as well
        both = {"unified": True, "upper": not from_lower, "separate": False}[self.o["chou_marks"]]
        if both or could_chi:
            self.no_chi[seat].add(card)
        if both or could_peng:
            self.no_peng[seat].add(card)

    # ------------------------------------------------------------ what a seat may do

    def may_discard(self, hand: list[int]) -> list[int]:
        """Single cards and pairs; a 坎 is never touched."""
        return [k for k in range(20) if hand[k] in (1, 2)]

    def can_hu(self, seat: int, card: int, how: str) -> bool:
        if self.dead[seat] or self.hu_declined[seat].get(card) == self.table_xi(seat):
            return False
        huxi, groups = self.best(seat, card, how)
        return huxi is not None and huxi >= self.o["min_huxi"] and len(groups) == self.groups

    def best(self, seat: int, card: int, how: str) -> tuple[int | None, list[Group]]:
        return best(
            self.hands[seat],
            self.melds[seat],
            None if how == "none" else card,
            how,
            table=self.o["huxi"],
            split_kan=self.o["split_kan"],
            pao_of_peng=self.o["pao_of_peng"],
            whole_hand=self.groups,
            sets=self.sets,
        )

    def table_xi(self, seat: int) -> int:
        """当前得息: the 息 of the table melds."""
        return total_xi(self.melds[seat], self.o["huxi"])

    def pao_seat(self, card: int, owner: int, origin: str) -> int | None:
        """The seat that must 跑 this card, if any (§11)."""
        names = ["wei", "chouwei"]
        if origin == "draw" or self.o["pao_of_peng"] == "any":
            names.append("peng")
        for seat in self.seats:
            if origin == "discard" and seat == owner:
                continue
            if self.hands[seat][card] == 3:
                return seat
            if any(name in names and cards[0] == card for name, cards in self.melds[seat]):
                return seat
        return None

    def blocked(self, seat: int, card: int, what: str) -> bool:
        return what in self.o["own_discard_blocks"] and card in self.own_cards[seat]

    def may_peng(self, seat: int, card: int) -> bool:
        hand = self.hands[seat]
        if hand[card] != 2 or self.blocked(seat, card, "peng"):
            return False
        if self.o["chou_scope"] == "chi_and_peng" and card in self.no_peng[seat]:
            return False
        rest = list(hand)
        rest[card] = 0
        return not self.would_be_dead(seat, rest)

    def may_chi(self, seat: int, card: int, owner: int, origin: str) -> bool:
        """Whether the card is this seat's to 吃 at all (§13, §14)."""
        if seat == owner:
            source = "own_draw"
        elif seat == self.after(owner):
            source = "prev_draw" if origin == "draw" else "prev_discard"
        else:
            return False
        chou = card in self.no_chi[seat] or self.blocked(seat, card, "chi")
        return source in self.o["chi_from"] and not chou

    def chi_plans(self, seat: int, card: int) -> list[tuple]:
        """Every 吃 with its 比 that does not end in a dead hand."""
        plans = []
        for plan in chi_plans(self.hands[seat], card, self.sets):
            rest = self.hand_after_chi(seat, card, plan)
            if not self.would_be_dead(seat, rest):
                plans.append(plan)
        return plans

    def hand_after_chi(self, seat: int, card: int, plan: tuple) -> list[int]:
        rest = list(self.hands[seat])
        rest[card] += 1
        for s in (plan[0], *plan[1]):
            for k in s:
                rest[k] -= 1
        return rest

    def would_be_dead(self, seat: int, rest: list[int]) -> bool:
        return must_discard(sum(rest), quads(self.melds[seat])) and not self.may_discard(rest)

    # ------------------------------------------------------------ doing it

    def lay_chi(self, seat: int, card: int, action: str) -> None:
        sets = [cards_of(part) for part in action.removeprefix("chi ").split(" 比 ")]
        self.hands[seat] = self.hand_after_chi(seat, card, (sets[0], tuple(sets[1:])))
        self.melds[seat] += [("chi", s) for s in sets]

    def lay_pao(self, seat: int, card: int) -> None:
        if self.hands[seat][card] == 3:
            self.hands[seat][card] = 0
            self.melds[seat].append(("pao", (card,) * 4))
        else:
            self.melds[seat] = upgraded(self.hands[seat], self.melds[seat], card, ("wei", "chouwei", "peng"), "pao")[1]

    def win(self, seat: int, card: int, how: str, *, zimo: bool, tianhu: bool = False) -> dict:
        huxi = self.best(seat, card, how)[0]
        base = max(1, formula(self.o["tianhu_formula" if tianhu else "tun_formula"], huxi))
        return self.result(seat, huxi, base, zimo, tianhu)

    def result(self, winner: int | None, huxi: int, base: int, zimo: bool, tianhu: bool) -> dict:
        """Each loser pays 囤 × 底分 1 (§16, §17)."""
        tun = base + (self.o["zimo_tun"] if zimo else 0)
        losers = len(self.seats) - 1
        payments = [0 if winner is None else losers * tun if seat == winner else -tun for seat in self.seats]
        return {"winner": winner, "huxi": huxi, "tun": tun, "zimo": zimo, "tianhu": tianhu, "payments": payments}
