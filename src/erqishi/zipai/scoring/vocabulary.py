"""What the 名堂 are called: the usual id of each, its other names, and English (scoring.md §1.3, mingtang.md §1)."""

from __future__ import annotations

#: id -> (other names, English).
VOCABULARY: dict[str, tuple[tuple[str, ...], str]] = {
    "hong": (("红胡", "红", "十红", "火胡", "小红"), "many reds"),
    "xiaohong": (("小红", "红胡", "红"), "some reds"),
    "dahong": (("大红", "红乌", "十三红", "甲红", "13红"), "very many reds"),
    "hei": (("黑胡", "乌胡", "黑", "乌", "全黑"), "no red"),
    "dian": (("点胡", "一点红", "一点朱", "点", "朱胡"), "one red"),
    "duizi": (("对子胡", "碰碰胡", "对对胡", "碰碰", "对子", "碰胡"), "all groups of equal cards"),
    "dahu": (("大胡", "十八大", "大字胡", "大字", "大"), "mostly big cards"),
    "xiaohu": (("小胡", "十六小", "十八小", "小字胡", "小字", "小"), "mostly small cards"),
    "haidi": (("海底胡", "海底", "海胡", "海捞"), "the last wall card"),
    "tianhu": (("天胡", "天"), "won as dealt"),
    "dihu": (("地胡", "地"), "won at the very start"),
    "tinghu": (("听胡", "听"), "no claims made"),
    "shuahou": (("耍猴", "单钓"), "a single card left"),
    "hanghang": (("行行息", "全求息"), "every group scores"),
    "jiahang": (("假行行",), "every group but the pair scores"),
    "tuanyuan": (("大团圆", "团圆", "团胡", "双团圆"), "both quads of a rank"),
    "siqi": (("四七红", "47红", "siqihong"), "four or seven reds"),
    "beikao": (("背靠背", "beikaobei"), "two pairs of one rank"),
    "bian1": (("一块匾", "一块扁"), "all reds in one group"),
    "bian2": (("二扁", "二比"), "the reds are a pair"),
    "bian3": (("三扁", "三比"), "the reds are a triple"),
    "bian4": (("四扁", "四比"), "the reds are a quad"),
    "piao": (("飘胡", "双飘"), "the reds are two triples or quads"),
    "hu20": (("20胡", "二十胡"), "20 息"),
    "hu30": (("30胡", "三十胡"), "30 息"),
    "hong30": (("红胡30胡",), "many reds and 30 息"),
    "weidong": (("未动",), "untouched"),
    "zimo": (("自摸",), "own draw"),
    "sanlong": (("三笼五坎", "三提五坎"), "three quads or five triples dealt"),
    "hongzhuandian": (("红转点",), "reds turned into 点"),
    "hongzhuanhei": (("红转黑",), "reds turned into 黑"),
    "wuhu": (("无胡", "无息胡"), "no 息"),
    "xiaoka": (("小卡",), "exactly 10 息"),
    "daka": (("大卡",), "exactly 20 息"),
    "maohu": (("毛胡",), "no 息"),
    "piaohu": (("飘胡", "无息胡"), "no 息"),
}


def aliases(id: str) -> tuple[str, ...]:
    """Every usual name of a 名堂 or 卡."""
    return VOCABULARY.get(id, ((), ""))[0]


def english(id: str) -> str:
    """What it is in English, or nothing."""
    return VOCABULARY.get(id, ((), ""))[1]
