"""A probe of thirty Chinese pairs, written for this project: enough to show that an English model does not read Chinese."""

from __future__ import annotations

from training.pairs import CONTRADICTION, ENTAILMENT, NEUTRAL, Pair

_PREMISES = (
    (
        "李明于1985年出生在上海，毕业于复旦大学，后来在北京的一家医院当医生。",
        ("李明出生在上海。", "李明有两个孩子。", "李明出生在广州。"),
    ),
    (
        "这座桥长三百米，建于1962年，连接河的两岸，每天有上万辆汽车通过。",
        ("这座桥建于1962年。", "这座桥是由外国工程师设计的。", "这座桥长五百米。"),
    ),
    ("昨天下午下了大雨，足球比赛被取消了。", ("比赛没有举行。", "观众要求退票。", "昨天的足球比赛照常举行。")),
    ("王芳每天早上七点骑自行车去学校教数学。", ("王芳是一位老师。", "王芳喜欢游泳。", "王芳每天开车去学校。")),
    (
        "长江是亚洲最长的河流，全长约6300公里，流入东海。",
        ("长江流入东海。", "长江里有很多种鱼。", "长江是亚洲最短的河流。"),
    ),
    (
        "这家公司去年亏损了两亿元，因此关闭了三家工厂。",
        ("这家公司去年没有盈利。", "这家公司的总部在深圳。", "这家公司去年盈利两亿元。"),
    ),
    (
        "这部小说出版于1933年，作者是巴金，讲述了一个大家庭的故事。",
        ("巴金写了这部小说。", "这部小说被翻译成了法语。", "这部小说的作者是鲁迅。"),
    ),
    (
        "图书馆周一闭馆，其他日子上午九点开门。",
        ("图书馆星期一不开门。", "图书馆有三层楼。", "图书馆周一上午九点开门。"),
    ),
    ("她在2008年奥运会上获得了一枚金牌。", ("她得过奥运会金牌。", "她现在是一名教练。", "她从来没有参加过奥运会。")),
    (
        "地球绕太阳公转一周大约需要三百六十五天。",
        ("地球围绕太阳运动。", "火星有两颗卫星。", "地球绕太阳一周只需要三十天。"),
    ),
)

PROBE: tuple[Pair, ...] = tuple(
    Pair(premise, hypothesis, label, "chinese_probe")
    for premise, hypotheses in _PREMISES
    for label, hypothesis in zip((ENTAILMENT, NEUTRAL, CONTRADICTION), hypotheses, strict=True)
)
"""One entailed, one neutral and one contradicted statement for each of ten texts."""
