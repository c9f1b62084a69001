"""Counts, facts and payments of a won hand, by the words of scoring.md §1; for naive_score.py."""

NAMES = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
RED = "二七十贰柒拾"
BIG = "壹贰叁肆伍陆柒捌玖拾"
TABLE = {  # 大, 小 (core.md §5)
    "提": (12, 9),
    "跑": (9, 6),
    "偎": (6, 3),
    "臭偎": (6, 3),
    "坎": (6, 3),
    "碰": (3, 1),
}


def group_xi(kind, cards):
    if kind in TABLE:
        return TABLE[kind][0 if cards[0] in BIG else 1]
    if kind == "一句话":
        for scoring, value in (("一二三", 3), ("二七十", 3), ("壹贰叁", 6), ("贰柒拾", 6)):
            if sorted(cards) == sorted(scoring):
                return value
    return 0


class H:
    """The counts and facts of one hand, by the words of §1.1 to §1.3."""

    def __init__(self, given, players):
        g = self.given = given
        self.groups = [(x["kind"], "".join(x["cards"])) for x in g["groups"]]
        cards = "".join(c for _, c in self.groups)
        self.cards = cards
        self.x = sum(group_xi(k, c) for k, c in self.groups)
        self.xs = [group_xi(k, c) for k, c in self.groups]
        self.red = sum(c in RED for c in cards)
        self.big = sum(c in BIG for c in cards)
        self.small = len(cards) - self.big
        self.players = g.get("players", players)
        self.winner = g.get("seat", 0)
        self.dealer = g.get("dealer", 1)
        self.win_on = g.get("win_on", "draw")
        self.discarder = g.get("discarder")
        self.is_dealer = self.winner == self.dealer
        self.zimo = g.get("zimo", False) or (self.win_on == "liang" and self.is_dealer)
        self.deal = self.win_on == "deal"
        self.o = g.get("options", {})
        self.huang = g.get("huang_before", 0)
        self.charge = g.get("charge", 0)
        self.xing = g.get("xing", 0)
        self.base = g.get("base", 1)
        self.card = g.get("win_card")
        self.wang = g.get("wang")

    # how it was won

    def tian(self):
        return self.is_dealer and self.win_on in ("liang", "deal")

    def di_liang(self):
        return not self.is_dealer and self.win_on in ("liang", "deal")

    def di_first_discard(self):
        return (
            not self.is_dealer
            and self.win_on == "discard"
            and self.given.get("first_discard", False)
            and self.discarder == self.dealer
        )

    def di_untouched(self):
        if self.is_dealer:
            return False
        if self.win_on in ("liang", "deal") or self.di_first_discard():
            return True
        return self.given.get("claims_made") == 0 and self.given.get("own_discards") == 0

    def di_first_draw(self):
        return not self.is_dealer and self.win_on == "draw" and self.given.get("first_draw", False)

    def ting(self):
        return self.given.get("claims_made") == 0 or self.win_on in ("liang", "deal") or self.di_first_discard()

    def hai(self):
        return self.given.get("last_wall_card", False) and self.win_on == "draw"

    # what the hand shows; nothing in a 三提五坎

    def reds(self, low, high=99):
        return not self.deal and low <= self.red <= high

    def bigs(self, low):
        return not self.deal and self.big >= low

    def smalls(self, low):
        return not self.deal and self.small >= low

    def hei(self):
        return self.reds(0, 0)

    def dian(self):
        return self.reds(1, 1)

    def same(self, kind):
        return kind in TABLE or kind == "将"

    def duizi(self):
        return not self.deal and all(self.same(k) for k, _ in self.groups)

    def hanghang(self):
        return not self.deal and min(self.xs) >= 1

    def jiahang(self):
        if self.deal or "将" not in [k for k, _ in self.groups]:
            return False
        return all(x >= 1 for (k, _), x in zip(self.groups, self.xs, strict=True) if k != "将")

    def tuanyuan(self):
        if self.deal:
            return 0
        quads = [c[0] for k, c in self.groups if k in ("提", "跑")]
        return sum(NAMES[i] in quads and NAMES[i + 10] in quads for i in range(10))

    def shuahou(self):
        pairs = [c[0] for k, c in self.groups if k == "将"]
        fits = bool(pairs) and (self.card is None or self.card == pairs[0])
        return not self.deal and self.given.get("hand_left") == 1 and fits

    def beikao(self):
        if self.deal or self.card is None:
            return False
        i = NAMES.index(self.card)
        other = NAMES[(i + 10) % 20]
        return (
            any(k in ("碰", "偎", "臭偎") and c[0] == self.card for k, c in self.groups)
            and (
                "将",
                other * 2,
            )
            in self.groups
        )

    def red_groups(self):
        """The groups with reds, or nothing when one of them has a black card too."""
        found = [(k, c) for k, c in self.groups if any(card in RED for card in c)]
        return found if all(card in RED for _, c in found for card in c) else []

    def bian(self):
        found = [] if self.deal else self.red_groups()
        if len(found) == 1 and self.same(found[0][0]):
            return len(found[0][1])
        return 0

    def piao(self):
        found = [] if self.deal else self.red_groups()
        return len(found) == 2 and all(self.same(k) and len(c) in (3, 4) for k, c in found)

    def kuaibian(self):
        found = [] if self.deal else self.red_groups()
        return len(found) == 1 and self.red in (2, 3, 4)


def product(fan):
    total = 1
    for value in fan.values():
        total *= value
    return total


def total_sum(fan):
    return max(1, sum(fan.values()))


def cash(h, u, fan, f, p, shares=None):
    """§1.5: net of cash sets, with the 醒家 of core.md §17."""
    n = h.players
    sitter = h.given.get("xing_seat")
    if sitter is None and n == 4 and h.seats == 3:
        sitter = (h.dealer + 2) % 4
    net = [0] * n
    losers = [s for s in range(n) if s not in (h.winner, sitter)]
    if h.win_on == "discard" and shares is not None:
        k = len(losers) if shares == "all" else shares
        net[h.discarder] -= k * p * h.base
        net[h.winner] += k * p * h.base
    else:
        for s in losers:
            net[s] -= p * h.base
            net[h.winner] += p * h.base
    if sitter is not None:
        for s in losers:
            net[s] -= h.base
            net[sitter] += h.base
    return {"can_hu": True, "huxi": h.x, "tun": u, "fan": fan, "fan_total": f, "points": p, "net": named(net)}


def ledger(h, fan, p):
    net = [0] * h.players
    net[h.winner] += p
    if h.win_on == "discard":
        net[h.discarder] -= p
    return {"can_hu": True, "huxi": h.x, "tun": None, "fan": fan, "fan_total": None, "points": p, "net": named(net)}


def named(net):
    return {"ABCD"[i]: value for i, value in enumerate(net)}


def no(h):
    return {"can_hu": False, "huxi": h.x, "tun": None, "fan": {}, "fan_total": None, "points": None, "net": None}


def enough(h, least, x=None):
    return h.deal or (h.x if x is None else x) >= h.o.get("min_huxi", least)
