"""The options that every rule set knows, whatever its file lists."""

from __future__ import annotations

from erqishi.zipai.scoring.data import Choice, Option

COMMON: tuple[Option, ...] = (
    Option(id="min_huxi", path="min_huxi", zh="起胡", en="the least 息", also=("起胡息", "min", "minhu", "qihu")),
    Option(id="base", path="base", zh="底分", en="the stake"),
    Option(id="cap", path="scoring.cap", zh="封顶", en="the most a loser pays; 0: no limit", also=("fengding",)),
    Option(
        id="fan_cap",
        path="scoring.fan_cap",
        zh="番数封顶",
        en="the most 番; 0: no limit",
        also=("封番", "番限", "番封顶", "番上限", "番数上限", "max_fan", "fan_limit"),
    ),
    Option(
        id="stack_limit",
        path="scoring.stack_limit",
        zh="名堂个数上限",
        en="so many 名堂 count at most",
        also=("叠加上限",),
    ),
    Option(
        id="huang_fan",
        zh="黄番",
        en="a hand without a winner multiplies the next",
        also=("黄庄翻番", "huangfan", "huang", "黄庄"),
        choices=(
            Choice(value=True, zh="算", en="on", also=("n+1",), set={"scoring.huang_fan": True}),
            Choice(value=False, zh="不算", en="off", set={"scoring.huang_fan": False}),
        ),
    ),
    Option(
        id="hu_on_discard",
        zh="能不能放炮",
        en="whether a discard can be won",
        also=("能放炮", "可以放炮", "打出的牌能不能胡"),
        choices=(
            Choice(value="as_is", zh="照这套规则", en="as these rules have it"),
            Choice(value=True, zh="打出的牌可以胡", en="it can", set={"hu_on_discard": True}),
            Choice(value=False, zh="打出的牌不能胡", en="it cannot", set={"hu_on_discard": False}),
        ),
    ),
    Option(
        id="discard_shares",
        zh="放炮付几份",
        en="how many shares the discarder pays",
        also=("放炮", "shares", "fangpao", "discard"),
        path="scoring.discard_shares",
        values=(2, 3),
        choices=(
            Choice(
                value="all",
                zh="全赔",
                en="one for each loser",
                also=("包赔", "全赔"),
                set={"scoring.discard_shares": "all"},
            ),
        ),
    ),
    Option(
        id="mingtang",
        zh="名堂",
        en="whether any 名堂 counts",
        choices=(
            Choice(
                value="none", zh="不算名堂", en="none", also=(False, "无", "off"), set={"scoring.mingtang.*.off": True}
            ),
        ),
    ),
    Option(
        id="two_players",
        zh="二人桌",
        en="a table of two (core.md §3)",
        choices=(
            Choice(value=False, zh="照这套规则的人数", en="as many as these rules play"),
            Choice(
                value="21",
                zh="不去牌，21息起胡",
                en="all cards, 21 息 to 胡",
                also=("21息",),
                set={"seats": 2, "aside": 0, "least": 21},
            ),
            Choice(
                value="20_out",
                zh="去掉20张，起胡不变",
                en="20 cards out, the least 息 as it is",
                also=("去20张",),
                set={"seats": 2, "aside": 20},
            ),
            Choice(
                value="20_out_21",
                zh="去掉20张，21息起胡",
                en="20 cards out, 21 息 to 胡",
                set={"seats": 2, "aside": 20, "least": 21},
            ),
        ),
    ),
)
