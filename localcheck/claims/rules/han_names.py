"""Names and pronouns in Chinese sentences: their subject, and whether "他", "她" or "它" may stand for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.text.han import HAN, has_han
from localcheck.text.patterns import regex

_SUBJECT = regex(
    rf"(《[^《》。]{{1,30}}》|[{HAN}·]{{2,14}}?)(?=[（(，,]|又名|是|为|于|在|由|有(?!限)|被|曾|都(?=[是为在有曾获于])|均|[出诞]?生于|出生|[去逝]世|成立|位于"
    rf"|坐落|发源|始建|毕业|全长|\d|原名|本名|又名|笔名|字[{HAN}]{{1,2}}[，,、]|号[{HAN}]{{1,5}}(?:居士|先生|山人|道人))"
)
_NO_NAME = regex(
    "[他她它这那该在当从我你的其此第每问答]|目前|现在|今天|如今|最近|同时|同年|后来|因此|由于|关于|对于|根据|如果|虽然|但是"
    "|然而|所以|因为|随着|作为|通过|人口|面积|总部|公司(?:成立|是|有)|全书|全长|许多|很多|所有|大多|没有"
)
"""How a sentence begins whose subject is no name."""
_SEVERAL = regex(r"[都均]|分别|共同|一起|两")
"""What stands behind several subjects: "张三和李四都是科学家"."""
_THING = regex(
    r"(?:公司|集团|银行|大学|学院|学校|医院|博物馆|图书馆|运动|战争|条约|大桥|铁路|机场|电影|小说|理论|语言|系统|协会|组织)$"
)
_PEOPLE = r"[家人者员手师长帝王后相士生将]|总统|主席|教授|演员|女性"
_DEFINED = regex(rf"[^。]*?(?:是|为)[^，。；]*?(?:(?P<person>{_PEOPLE})|[^，。；、])(?:[，。；、（]|$)")
_LIFE = regex(
    r"[^。]*?(?:(?P<person>出生|生于|毕业|去世|逝世|结婚)|位于|坐落|成立|始建|建于|发源|创立|创办|建造|发明|执导|出版)"
)
PRONOUN = regex(
    r"\s*(?:(?:\d{1,4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{1,2}月(?:\d{1,2}日)?|后来|随后|同年|次年|最终|此外|不久)[，,]?)?"
    r"([他她它])(?!们)"
)
"""A pronoun that a sentence begins with, or that stands behind a date."""
KIN = regex(
    r"[^，。]{0,14}?的(?:[大小长次幼]?(?:女儿|儿子)|父亲|母亲|丈夫|妻子|哥哥|弟弟|姐姐|妹妹|祖父|祖母|学生|老师|导师|朋友)"
)
"""Somebody of the entity's, whom the next pronoun may mean: "她的女儿"."""


def han_subject(sentence: str) -> str:
    """The name that a Chinese sentence has for its subject; empty where it is none, or several.

    >>> han_subject("长江发源于青海。"), han_subject("《红楼梦》是小说。"), han_subject("目前人口为两千万。")
    ('长江', '《红楼梦》', '')
    """
    text = sentence.strip()
    match = _SUBJECT.match(text) if has_han(text) else None
    named = match is not None and not _NO_NAME.match(text) and not _SEVERAL.match(text, match.end())
    return match[1] if match and named else ""


def han_pronoun(name: str, text: str, sentences: Sequence[str]) -> str:
    """The pronoun of a name: "它" for a thing, by what the first sentences about it say, else the one that the text has most.

    Empty where that is not known.

    >>> han_pronoun("苹果公司", "苹果公司由乔布斯创立。他…", ["苹果公司由乔布斯创立。"])
    '它'
    >>> han_pronoun("李白", "李白是诗人。他的诗很有名。", ["李白是诗人。"])
    '他'
    """
    if _THING.search(name) or name.endswith("》"):
        return "它"
    said = [s.strip() for s in sentences if s.strip().startswith(name)]
    told = next((m for s in said if (m := _DEFINED.match(s, len(name)) or _LIFE.match(s, len(name)))), None)
    if told is not None and not told["person"]:
        return "它"
    he, she, it = text.count("他") - text.count("他们"), text.count("她"), text.count("它")
    if told is None and it > max(he, she):
        return "它"
    return "他" if he > she else "她" if she > he else ""
