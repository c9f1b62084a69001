"""The rule sets with 囤 (scoring.md §2), in plain ifs; for naive_score.py."""

from .naive_score_hand import cash, enough, no, product, total_sum


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
    if h.tian() or (h.zimo and "地胡" not in fan):  # 天胡 counts as 自摸
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
    if h.tian() or (h.zimo and not h.di_first_draw()):  # 天胡 counts as 自摸
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
