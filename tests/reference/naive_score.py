"""A second, slow scorer, written from scoring.md alone: one plain function for each rule set, ifs in the order of the page.

`score(ruleset, given)` takes the `given` of the examples (scoring.md §5, groups as (kind, cards) with Chinese kinds) and
answers as the batch command does. Nothing here knows the engine or the rule files.
"""

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


# ---------------------------------------------------------------- §2, sets with 囤


def std15(h):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    u = max(1, (2 * h.x - 12) // 3 if h.win_on in ("liang", "deal") else (h.x - 12) // 3)
    if h.zimo:
        u += 1
    return cash(h, u, {}, 1, u)


def changde(h, table):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    fan = table(h)
    u = max(1, (h.x - 12) // 3) + h.charge
    if h.zimo and not ("天胡" in fan or "地胡" in fan):
        u += 1
    f = total_sum(fan)
    if "fan_cap" in h.o:
        f = min(f, h.o["fan_cap"])
    p = u * f
    if h.o.get("huang_fan", True):
        p *= h.huang + 1
    if h.o.get("cap"):
        p = min(p, h.o["cap"])
    return cash(h, u, fan, f, p)


def quanmingtang(big68):
    def table(h):
        fan = {}
        if h.reds(10):
            fan["红胡"] = (3 if big68 else 2) + h.red - 10
        if h.hei():
            fan["黑胡"] = 8 if big68 else 6
        if h.dian():
            fan["点胡"] = 6 if big68 else 4
        if h.duizi():
            fan["对子胡"] = 8 if big68 else 6
        if h.bigs(18):
            fan["大胡"] = (8 if big68 else 6) + h.big - 18
        if h.smalls(16):
            fan["小胡"] = (10 if big68 else 8) + h.small - 16
        each = 6 if big68 else 4
        if h.hai():
            fan["海底胡"] = each
        if h.tian():
            fan["天胡"] = each
        if h.di_liang():
            fan["地胡"] = each
        if h.ting():
            fan["听胡"] = each
        if h.shuahou():
            fan["耍猴"] = 8 if big68 else 6
        if h.hanghang():
            fan["行行息"] = 8
        if h.tuanyuan():
            fan["大团圆"] = 8 if h.o.get("tuanyuan_flat") else 8 * h.tuanyuan()
        if h.o.get("假行行") and h.jiahang():
            fan["假行行"] = 4
        if h.o.get("四七红") and not h.deal and h.red in (4, 7):
            fan["四七红"] = 2
        if h.o.get("背靠背") and h.beikao():
            fan["背靠背"] = 6
        return {} if h.o.get("mingtang") == "none" else fan

    return lambda h: changde(h, table)


def honghei(h):
    def table(h):
        fan = {}
        if h.reds(10, 12):
            fan["红胡"] = 2
        if h.reds(13):
            fan["大红"] = 4
        if h.dian():
            fan["点胡"] = 3
        if h.hei():
            fan["黑胡"] = 6 if h.o.get("土炮胡") else 5
        if h.duizi() and h.o.get("对子胡", True):
            fan["对子胡"] = 4
        return fan

    return changde(h, table)


def duohong(h):
    def table(h):
        fan = {}
        if h.reds(10):
            fan["红胡"] = 2 + h.red - 10
        if h.dian():
            fan["点胡"] = 4
        if h.hei():
            fan["黑胡"] = 6
        if h.duizi() and h.o.get("对子胡", True):
            fan["对子胡"] = 6
        for there, name in ((h.tian(), "天胡"), (h.di_liang(), "地胡"), (h.hai(), "海底胡"), (h.ting(), "听胡")):
            if there:
                fan[name] = 4
        return fan

    return changde(h, table)


def chenzhou(h):
    if not enough(h, 9):
        return no(h)
    fan = {}
    if h.tian():
        fan["天胡"] = 2
    elif h.di_liang():
        fan["地胡"] = 2
    elif h.zimo:
        fan["自摸"] = 2
    if h.o.get("colours") == "maohuzi_zzzp":
        fan |= mao_colours(h)
    u = max(1, (h.x - 6) // 3)
    f = total_sum(fan)
    return cash(h, u, fan, f, u * f, 3)


def mao_colours(h):
    fan = {}
    if h.reds(10, 12):
        fan["红胡"] = 3
    if h.reds(13):
        fan["大红"] = 5
    if h.dian():
        fan["点胡"] = 4
    if h.hei():
        fan["黑胡"] = 5
    return fan


def maohuzi(h):
    x = 15 if h.x == 0 else h.x
    if not enough(h, 15, x):
        return no(h)
    fan = mao_colours(h)
    if h.zimo:
        fan["自摸"] = 2
    u = max(1, (x - 12) // 3)
    f = product(fan)
    return cash(h, u, fan, f, u * f, "all")


def shaoyang_zipai(h):
    if h.win_on == "discard" or not enough(h, 10):
        return no(h)
    fan = {}
    if h.reds(10):
        fan["红胡"] = 2
    if h.hei():
        fan["黑胡"] = 2
    u = max(1, h.x // (3 if h.o.get("units") == 3 else 5))
    f = total_sum(fan)
    return cash(h, u, fan, f, u * f)


def liuhuqiang(h):
    if not enough(h, 6):
        return no(h)
    two = h.o.get("honghei_2fan", False)
    fan = {}
    if h.reds(8, 9) and not two:
        fan["小红"] = 2
    if h.reds(10):
        fan["大红"] = 2 if two else 4
    if h.dian() and not two:
        fan["点胡"] = 3
    if h.hei():
        fan["黑胡"] = 2 if two else 5
    if h.tian():
        fan["天胡"] = 2
    elif h.di_first_discard():
        fan["地胡"] = 2
    elif h.zimo:
        fan["自摸"] = 2
    u = max(1, (h.x - 3) // 3)
    f = product(fan)
    return cash(h, u, fan, f, u * f, "all")


def shihuka(h):
    if not enough(h, 10):
        return no(h)
    x = h.x
    xi3 = h.o.get("shihong_3xi", False)
    if xi3 and h.reds(11):
        x += 3 * (h.red - 10)
    fan = {}
    if h.reds(13) and not xi3:
        fan["大红"] = 5
    elif h.reds(10):
        fan["红胡"] = 3
    if h.hei():
        fan["黑胡"] = 5
    if h.dian():
        fan["点胡"] = h.o.get("点胡", 4)
    if h.hai():
        fan["海底胡"] = 2
    if h.tian():
        fan["天胡"] = 2
    elif h.di_first_discard():
        fan["地胡"] = 2
    elif h.zimo:
        fan["自摸"] = 2
    u = 3 if x == 10 else max(1, (x - 6) // 3)
    f = product(fan)
    return cash(h, u, fan, f, u * f, h.o.get("shares", 2))


def hengyang_honghei(h):
    if not enough(h, 10):
        return no(h)
    fan = {}
    if h.reds(10, 12):
        fan["红胡"] = 3
    if h.reds(13):
        fan["大红"] = 5
    if h.hei():
        fan["黑胡"] = 5
    if h.dian():
        fan["点胡"] = 4
    if h.tian():
        fan["天胡"] = 2
    elif h.di_liang() or h.di_first_discard():
        fan["地胡"] = 2
    elif h.zimo:
        fan["自摸"] = 2
    u = 3 if h.x == 10 else max(1, (h.x - 6) // 3)
    if h.o.get("加敦", True):
        if h.card:
            u += h.cards.count(h.card)
        if h.reds(13):
            u += h.red - 13
        elif h.reds(10):
            u += h.red - 10
    f = product(fan)
    return cash(h, u, fan, f, u * f, 3)


def leiyang(h):
    x = h.x
    if x == 0 and h.o.get("无胡", True):
        x = 21
    elif x == 10 and h.o.get("小卡", True):
        x = 16
    elif x == 20 and h.o.get("大卡", True):
        x = 24
    if not enough(h, 10, x):
        return no(h)
    fan = {}
    if h.tian():
        fan["天胡"] = 2
    if h.di_liang() or h.di_untouched():
        fan["地胡"] = 2
    if h.dian():
        fan["点胡"] = 2
    if h.reds(13):
        fan["大红"] = 2
    if h.hei():
        fan["黑胡"] = 2
    for _ in fan:
        x *= 2
    if x <= 15:
        u = 1
    elif x <= 19:
        u = 2
    elif x == 20:
        u = 4
    else:
        u = (x - 21) // 3 + 3
    if h.zimo and "地胡" not in fan:
        u *= 2
    return cash(h, u, fan, 1, u, 2)


def changsha(h):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    fan = {}
    if h.tian():
        fan["天胡"] = 5
    if h.di_liang():
        fan["地胡"] = 5
    if h.duizi():
        fan["对子胡"] = 5
    if h.hei():
        fan["黑胡"] = 5
    if h.reds(10):
        fan["红胡"] = 2 + h.red - 10
    if h.dian():
        fan["点胡"] = 4
    if h.bigs(18):
        fan["大胡"] = 5 + h.big - 18
    if h.smalls(18):
        fan["小胡"] = 5 + h.small - 18
    if h.bian() in (2, 3, 4):
        fan[{2: "二比", 3: "三比", 4: "四比"}[h.bian()]] = h.bian()
    if h.piao():
        fan["双飘"] = 2
    u = max(1, (h.x - 12) // 3)
    f = total_sum(fan)
    if h.o.get("fan_cap"):
        f = min(f, h.o["fan_cap"])
    p = u * f
    if h.zimo and not (h.tian() or h.di_liang()):
        p = p + 2 if h.o.get("zimo") == "+2" else p * 2
    return cash(h, u, fan, f, p)


def huaihua(values):
    def score(h):
        t = dict(values)
        if h.o.get("345"):
            t |= {"天胡": 5, "地胡": 4, "对子胡": 5, "大胡": 5, "小胡": 5}
        fan = {}
        if h.tian():
            fan["天胡"] = t["天胡"]
        if h.di_liang():
            fan["地胡"] = t["地胡"]
        if h.duizi():
            fan["对子胡"] = t["对子胡"]
        if h.bigs(18):
            fan["大胡"] = t["大胡"] + h.big - 18
        if h.smalls(16):
            fan["小胡"] = t["小胡"] + h.small - 16
        if h.hei():
            fan["黑胡"] = t["黑胡"]
        if h.dian():
            fan["点胡"] = t["点胡"]
        if h.hai():
            fan["海底胡"] = t["海底胡"]
        if h.reds(10):
            fan["红胡"] = t["红胡"] + h.red - 10
        if h.win_on == "discard":
            return no(h)
        if not h.deal and h.x < (15 if h.zimo or fan else 18):
            return no(h)
        bonus = h.zimo and not (h.tian() or h.di_liang())
        u = max(1, (h.x - 12) // 3)
        if bonus and h.o.get("zimo") == "2番":
            fan["自摸"] = 2
        elif bonus:
            u += 1
        f = total_sum(fan)
        return cash(h, u, fan, f, u * f)

    return score


def ningxiang(h):
    least = h.o.get("min_huxi", 15)
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    grow = 1 if h.o.get("加红加小", True) else 0
    fan = {}
    if h.reds(13):
        fan["大红"] = 5 + grow * (h.red - 13)
    elif h.reds(10):
        fan["红胡"] = 2 + grow * (h.red - 10)
    if h.smalls(16):
        fan["小胡"] = 5 + grow * (h.small - 16)
    if h.bigs(18):
        fan["大胡"] = 5 + grow * (h.big - 18)
    if h.dian():
        fan["点胡"] = 4
    if h.hei():
        fan["黑胡"] = 5
    if h.piao():
        fan["飘胡"] = 2
    if h.bian() in (2, 3, 4):
        fan["扁胡"] = h.bian()
    if h.duizi():
        fan["对子胡"] = 5
    if h.tian():
        fan["天胡"] = 5
    if h.di_first_draw():
        fan["地胡"] = 5
    if h.hai():
        fan["海底胡"] = 5
    u = max(1, (h.x - least) // 3 + h.o.get("底分", 2))
    if h.zimo and not h.di_first_draw():
        if h.o.get("zimo") == "2番":
            fan["自摸"] = 2
        else:
            u += 1
    f = total_sum(fan)
    return cash(h, u, fan, f, u * f + 2 * h.given.get("birds", 0))


def hanshou(h):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    fan = {}
    if h.duizi():
        fan["对子胡"] = 4
    if h.reds(10, 12):
        fan["红胡"] = 2
    if h.reds(13):
        fan["大红"] = 4
    if h.dian():
        fan["点胡"] = 3
    if h.hei():
        fan["黑胡"] = 4
    u = max(1, (h.x - 12) // 3)
    f = total_sum(fan)
    return cash(h, u, fan, f, min(20, u * f))


def xiangtan(h):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    zhuzhou = h.o.get("株洲", False)
    fan = {}
    if h.tian():
        fan["天胡"] = 2
    if h.di_untouched():
        fan["地胡"] = 2
    if zhuzhou and h.reds(13):
        fan["大红"] = 4
    elif h.reds(h.o.get("红胡", 10)):
        fan["红胡"] = 2
    if h.hei():
        fan["黑胡"] = 5 if zhuzhou else 2
    if h.dian():
        fan["点胡"] = 3 if zhuzhou else 2
    if h.duizi():
        fan["对子胡"] = 2
    if h.bigs(18):
        fan["大胡"] = 2
    if h.smalls(18):
        fan["小胡"] = 2
    if not h.deal and h.x >= 30:
        fan["30胡"] = 2
    bonus = h.zimo and not (h.tian() or h.di_untouched())
    u = max(1, (h.x - 12) // 3)
    after = 0
    if bonus:
        if h.o.get("zimo") == "x2":
            fan["自摸"] = 2
        elif zhuzhou:
            u += 1
        else:
            after = 1
    counted = sorted(fan.values(), reverse=True)[: h.o.get("stack_limit", 99)]
    f = 1
    for value in counted:
        f *= value
    return cash(h, u, fan, f, u * f + after)


def guilin(sub, div):
    def score(h):
        if not enough(h, 10):
            return no(h)
        fan = {}
        if h.deal:
            fan["三笼五坎"] = 2
        elif h.is_dealer and h.win_on == "liang":
            fan["天胡"] = 2
        elif h.di_first_discard():
            fan["地胡"] = 2
        elif h.zimo and h.o.get("zimo") != "+1":
            fan["自摸"] = 2
        plus = 1 if h.zimo and h.o.get("zimo") == "+1" and not fan else 0
        if h.o.get("colours", True):
            if h.reds(10, 12):
                fan["红胡"] = 2
            if h.reds(13):
                fan["大红"] = 4
            if h.dian():
                fan["点胡"] = 3
            if h.hei():
                fan["黑胡"] = 5
        u = max(1, (h.x - sub) // div) + h.xing + plus
        f = product(fan)
        return cash(h, u, fan, f, u * f, h.o.get("shares", 2))

    return score


def quanzhou(h):
    least = h.o.get("起胡", 15)
    if h.win_on == "discard" or not (h.deal or h.x >= least):
        return no(h)
    fan = {}
    turned = h.o.get("zhuan", True)
    if h.reds(16) and turned:
        fan["红转黑"] = 4
    elif h.reds(13) and turned:
        fan["红转点"] = 3
    elif h.reds(10):
        fan["红胡"] = 2
    if h.dian():
        fan["点胡"] = 3
    if h.hei():
        fan["黑胡"] = 4
    if h.wang and not h.deal:
        fan[h.wang] = {"王钓": 4, "王钓王": 8, "王闯": 8, "王闯王": 16, "王炸": 16, "王炸王": 32}[h.wang]
    if h.zimo:
        fan["自摸"] = 2
    u = max(1, 2 + (h.x - least) // 3) + h.xing
    f = product(fan)
    return cash(h, u, fan, f, u * f)


def once(least, sub, names):
    def score(h):
        if h.win_on == "discard" or not enough(h, least):
            return no(h)
        fan = {}
        if h.reds(10):
            fan["红胡"] = 2
        if h.hei():
            fan["黑胡"] = 2
        if "点" in names and h.dian():
            fan["点胡"] = 2
        if "对" in names and h.duizi():
            fan["对子胡"] = 2
        if "小" in names and h.smalls(16):
            fan["小胡"] = 2
        u = max(1, (h.x - sub) // 3)
        f = 2 if fan else 1
        return cash(h, u, fan, f, u * f + h.charge + h.given.get("piao", 0))

    return score


# ---------------------------------------------------------------- §3, 息 as points


def loudi(h):
    x = 30 if h.x == 0 else h.x
    if not enough(h, 15, x):
        return no(h)
    doubles = []
    if h.dian():
        doubles.append("点胡")
    if h.reds(10, 12):
        doubles.append("红胡")
    if h.kuaibian():
        doubles.append("一块匾")
    if h.hai():
        doubles.append("海底胡")
    if not h.deal and h.x == 20:
        doubles.append("20胡")
    hundreds = []
    if h.reds(13):
        hundreds.append("大红")
    if h.hei():
        hundreds.append("黑胡")
    if not h.deal and h.x == 30:
        hundreds.append("30胡")
    first = "天胡" if h.tian() else "地胡" if h.di_liang() or h.di_first_discard() else None
    if h.zimo and first is None:
        doubles.append("自摸")
    fan = {name: "x2" for name in doubles} | {name: "set" for name in hundreds}
    if first is not None:
        return ledger(h, {first: "=100"} | fan, 100)
    p = 100 * len(hundreds) if hundreds else x
    for _ in doubles:
        p *= 2
    if h.win_on == "discard":
        p = min(p, 100)
    if h.o.get("cap"):
        p = min(p, h.o["cap"] if h.zimo else h.o["cap"] // 2)
    return ledger(h, fan, p)


def baopi(h):
    if h.win_on == "discard" or not enough(h, 10):
        return no(h)
    fan = {}
    if h.reds(13):
        fan["大红"] = "=60"
    if h.hei():
        fan["黑胡"] = "=60"
    if h.o.get("大胡") and h.bigs(18):
        fan["大胡"] = "=60"
    if fan:
        p = 60
    elif h.dian() or h.reds(10, 12):
        fan["点胡" if h.dian() else "红胡"] = "x2"
        p = 2 * h.x
    else:
        p = h.x
    if h.tian():
        fan["天胡"] = "+10"
        p += 10
    elif h.di_liang():
        fan["地胡"] = "+10"
        p += 10
    elif h.zimo:
        fan["自摸"] = "+10"
        p += 10
    if h.o.get("cap"):
        p = min(p, h.o["cap"])
    return ledger(h, fan, p)


def xiangxiang(h):
    if not enough(h, 15):
        return no(h)
    hundred = {}
    if h.hei():
        hundred["黑胡"] = "=100"
    if h.reds(13):
        hundred["大红"] = "=100"
    elif not h.deal and h.x >= 30 and h.red >= 10:
        hundred["红胡30胡"] = "=100"
    if h.tian():
        hundred["天胡"] = "=100"
    if h.di_first_discard():
        hundred["地胡"] = "=100"
    if hundred:
        p, fan = 100, hundred
    else:
        p, fan = h.x, {}
        if h.reds(10, 12):
            fan["红胡"] = "x2"
        if not h.deal and h.x >= 30:
            fan["30胡"] = "x2"
        if h.di_untouched():
            fan["未动"] = "x2"
        for name, there in (("点胡", h.dian()), ("大胡", h.bigs(18)), ("小胡", h.smalls(16))):
            if h.o.get(name) and there:
                fan[name] = "x2"
        for _ in fan:
            p *= 2
        p = min(p, 100)
    if (h.zimo or h.win_on == "discard" or h.tian()) and not h.di_first_discard():
        p += 10
    return ledger(h, fan, p)


def pandora(h):
    if h.win_on == "discard" or not enough(h, 15):
        return no(h)
    fan = {}
    if h.reds(10, 12):
        fan["红胡"] = 2
    if h.reds(13):
        fan["大红"] = 4
    if h.dian():
        fan["点胡"] = 3
    if h.hei():
        fan["黑胡"] = 5
    if h.smalls(18):
        fan["小胡"] = 6
    if h.duizi():
        fan["对子胡"] = 5
    u = max(1, (2 * h.x - 12) // 3 if h.win_on in ("liang", "deal") else (h.x - 12) // 3) + h.zimo
    f = total_sum(fan)
    return cash(h, u, fan, f, u * f)


def guangxi(h):
    if not enough(h, 10):
        return no(h)
    return cash(h, h.x, {}, 1, h.x, 2)


V234 = {"天胡": 4, "地胡": 3, "对子胡": 4, "大胡": 4, "小胡": 4, "黑胡": 5, "点胡": 3, "海底胡": 2, "红胡": 2}
V468 = {"天胡": 8, "地胡": 6, "对子胡": 8, "大胡": 8, "小胡": 8, "黑胡": 8, "点胡": 6, "海底胡": 6, "红胡": 4}

SCORERS = {
    "std15": std15,
    "changde_old": std15,
    "changde_qmt_big68": quanmingtang(True),
    "changde_qmt_small68": quanmingtang(False),
    "huangjindao": quanmingtang(True),
    "changde_honghei": honghei,
    "changde_duohong": duohong,
    "chenzhou": chenzhou,
    "chenzhou_fangpao": chenzhou,
    "maohuzi_zzzp": maohuzi,
    "shaoyang_zipai": shaoyang_zipai,
    "hengyang_6huqiang": liuhuqiang,
    "hengyang_10huka": shihuka,
    "hengyang_honghei": hengyang_honghei,
    "leiyang": leiyang,
    "changsha": changsha,
    "huaihua_hongguaiwan_234": huaihua(V234),
    "huaihua_hongguaiwan_468": huaihua(V468),
    "ningxiang": ningxiang,
    "hanshou": hanshou,
    "xiangtan": xiangtan,
    "guilin_3hu1zi": guilin(7, 3),
    "guilin_5hu1zi": guilin(5, 5),
    "quanzhou": quanzhou,
    "yongzhou": quanzhou,
    "xupu": once(15, 12, "红黑点对小"),
    "pingxiang": once(18, 15, "红黑"),
    "loudi_fangpaofa": loudi,
    "shaoyang_baopi": baopi,
    "xiangxiang_gaohuzi": xiangxiang,
    "pandora": pandora,
    "guangxi_iforwms": guangxi,
}
#: Options that the functions above know, and the values to try.
OPTIONS = {
    "changde_qmt_big68": {
        "cap": [100, 200],
        "huang_fan": [False],
        "tuanyuan_flat": [True],
        "假行行": [True],
        "四七红": [True],
        "背靠背": [True],
        "fan_cap": [10],
    },
    "changde_qmt_small68": {"cap": [100], "假行行": [True], "四七红": [True], "背靠背": [True]},
    "huangjindao": {"mingtang": ["none"], "cap": [200]},
    "changde_honghei": {"cap": [20, 40], "土炮胡": [True], "对子胡": [False]},
    "changde_duohong": {"cap": [60, 80], "对子胡": [False]},
    "chenzhou": {"colours": ["maohuzi_zzzp"], "min_huxi": [6]},
    "shaoyang_zipai": {"units": [3]},
    "hengyang_6huqiang": {"honghei_2fan": [True], "min_huxi": [9, 15]},
    "hengyang_10huka": {"shihong_3xi": [True], "点胡": [3], "shares": [3]},
    "hengyang_honghei": {"加敦": [False]},
    "leiyang": {"无胡": [False], "小卡": [False], "大卡": [False]},
    "changsha": {"fan_cap": [5, 10], "zimo": ["+2"], "min_huxi": [9]},
    "huaihua_hongguaiwan_234": {"345": [True], "zimo": ["2番"]},
    "huaihua_hongguaiwan_468": {"zimo": ["2番"]},
    "ningxiang": {"min_huxi": [9], "底分": [1], "加红加小": [False], "zimo": ["2番"]},
    "xiangtan": {"红胡": [13], "株洲": [True], "stack_limit": [1, 2], "zimo": ["x2"]},
    "guilin_3hu1zi": {"zimo": ["+1"], "shares": [4], "colours": [False]},
    "guilin_5hu1zi": {"zimo": ["+1"], "colours": [False]},
    "quanzhou": {"起胡": [18, 21], "zhuan": [False]},
    "loudi_fangpaofa": {"cap": [200, 400], "min_huxi": [6, 10]},
    "shaoyang_baopi": {"cap": [150, 200], "大胡": [True]},
    "xiangxiang_gaohuzi": {"点胡": [True], "大胡": [True], "小胡": [True]},
}


def score(ruleset, given):
    """The answer for one line of a batch; the hand must be complete and well-formed."""
    h = H(given, 4 if ruleset == "hengyang_6huqiang" else 3)
    h.seats = 4 if ruleset == "hengyang_6huqiang" else 3
    return SCORERS[ruleset](h)
