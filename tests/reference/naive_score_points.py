"""The rule sets with 息 as points (scoring.md §3), in plain ifs; for naive_score.py."""

from .naive_score_hand import enough, ledger, no


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
    fan = dict.fromkeys(doubles, "x2") | dict.fromkeys(hundreds, "set")
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
