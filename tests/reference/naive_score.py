"""A second, slow scorer, written from scoring.md alone: one plain function for each rule set, ifs in the order of the page.

`score(ruleset, given)` takes the `given` of the examples (scoring.md §5, groups as (kind, cards) with Chinese kinds) and
answers as the batch command does. Nothing here knows the engine or the rule files.
"""

from .naive_score_cash import (
    changsha,
    chenzhou,
    duohong,
    guangxi,
    guilin,
    hanshou,
    hengyang_honghei,
    honghei,
    huaihua,
    leiyang,
    liuhuqiang,
    maohuzi,
    ningxiang,
    once,
    pandora,
    quanmingtang,
    quanzhou,
    shaoyang_zipai,
    shihuka,
    std15,
    xiangtan,
)
from .naive_score_hand import H
from .naive_score_points import baopi, loudi, xiangxiang

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
