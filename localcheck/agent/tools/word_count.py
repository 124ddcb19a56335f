"""``word_count``: the length of a text in the usual ways of counting, held against the length that was asked for."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from localcheck.agent.arithmetic.numerals import numeral
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered
from localcheck.text.han import CHARACTER, has_han
from localcheck.text.lexicon import SMALL, TENS, number_told
from localcheck.text.patterns import regex
from localcheck.types import Label

LENGTH = "word_count"
"""The tool's name."""
_WORD = regex(r"[^\W_]+(?:['’.,-][^\W_]+)*")
ABOUT = 0.1
""""About 200 words" is kept within a tenth."""
_ONE = "[一二两三四五六七八九]"
_TENS = f"{_ONE}?十{_ONE}?"
_HUNDREDS = f"{_ONE}?百(?:零{_ONE}|{_TENS})?"
_THOUSANDS = f"{_ONE}?千(?:零{_ONE}|零{_TENS}|{_HUNDREDS})?"
_NUMBER = (
    r"(?<![零〇一二两三四五六七八九十百千万几数\d])"
    rf"(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|{_THOUSANDS}|{_HUNDREDS}|{_TENS}|{_ONE})"
)
"""A whole numeral: "五六十" and "三四百" leave open what is meant."""
_EACH = r"(?!\s*(?:each\b|per\b|apiece\b|every\b))"
_FROM = r"(?:(?P<low>\d{1,3}(?:,\d{3})+|\d{1,6})\s*(?:[-–—~～]|to|and|or|到|至)\s*)?"
"""The lower end of a range; only in digits."""
_CHINESE = regex(
    rf"(?P<bound>不超过|不多于|最多|至多|少于|不少于|至少|最少|超过|多于)?\s*(?P<about>大约|约|大概|左右)?"
    rf"\s*(?<![这那每”」』])(?<!每[段句个篇点条节章]){_FROM}{_NUMBER}\s*(?:个)?(?P<unit>汉?字(?![经诀母典头]|成语|真言)|词)"
    r"(?:数)?\s*(?P<after>以内|以下|之内|以上|左右|上下)?"
)
_ENGLISH = regex(
    r"(?P<bound>at most|no more than|not more than|no longer than|not exceeding|not over|up to|under|below|not less than"
    r"|not fewer than|fewer than|less than|within|maximum of|max(?:imum)?|at least|no fewer than"
    r"|no less than|more than|over|minimum of|min(?:imum)?)?\s*(?P<about>about|around|approximately|roughly|some)?\s*"
    rf"(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bfirst )(?<!\blast )(?<!\bthis )(?<!\bfollowing ){_FROM}"
    rf"(?<![\d,])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}})[\s-]*(?P<unit>words?|characters?)\b{_EACH}"
    r"(?:\s*(?P<after>or (?:less|fewer|more)|max(?:imum)?))?",
    re.I,
)
_TOLD = "|".join([*(rf"{ten}(?:-(?:{'|'.join(SMALL[1:10])}))?" for ten in TENS), *reversed(SMALL[1:])])
_IN_WORDS = regex(
    r"(?P<before>\b(?:exactly|precisely|in(?: just| only)?|at most|no more than|at least|up to|within|under|about|around|an?) )"
    rf"(?P<n>{_TOLD}|(?:a|{'|'.join(SMALL[1:10])}) hundred)(?=(?: |-)words?\b)",
    re.I,
)
"""A length in words: "exactly ten words", "a fifty-word summary"."""
_BOTH = regex(
    r"\b(?:at least|no fewer than|no less than|minimum of)\s+(?P<low>\d{1,6})(?:\s+words)?,?\s+(?:but|and)\s+"
    r"(?:at most|no more than|not more than|up to|maximum of)\s+(?P<n>\d{1,6})\s+words\b",
    re.I,
)
_BOTH_HAN = regex(
    r"(?:不少于|至少|最少)\s*(?P<low>\d{1,6})\s*字?[，,、]?\s*(?:且|并|但)?\s*(?:不超过|不多于|最多|至多)\s*(?P<n>\d{1,6})\s*字"
)
_PARTS = regex(
    r"\b(?:lines|sentences|paragraphs|sections|points|bullets|stanzas|verses|items|parts|chapters|captions|titles|answers)"
    r"\s+(?:of|with|in)\s*\Z",
    re.I,
)
"""Before a length: it is that of each of them."""
_LETTERS = regex(r"\b(?:in|within|exactly|use|using)\s+$", re.I)
"""Before a number of characters: letters are meant, not those of a novel."""
FEWEST_LETTERS = 20
_WRITES = regex(
    r"写|描述|介绍|作文|评价|总结|概括|翻译|回答|说明|生成|用"
    r"|write|describe|summari[sz]e|compose|explain|answer|essay|in exactly|in about",
    re.I,
)
_STRICT = regex(r"^(?:under|below|fewer than|less than|more than|over|少于|超过|多于)$", re.I)
"""Bounds that the number itself does not keep."""
_NOT_MORE = ("不超过", "不多于", "no more than", "not more than", "no longer", "not exceeding", "not over")
_LEAST = (
    *("不少于", "至少", "最少", "超过", "多于", "以上"),
    *("at least", "no fewer", "no less", "not less", "not fewer", "more than", "over", "min", "or more"),
)
_MOST = (
    *("最多", "至多", "少于", "以内", "以下", "之内"),
    *("at most", "up to", "under", "below", "fewer than", "less than", "within", "max", "or less", "or fewer"),
)


@dataclass(frozen=True, slots=True)
class Length:
    """A length that was asked for."""

    number: int
    unit: str
    """``字`` (Chinese characters), ``words`` or ``characters``."""
    kind: str = "exactly"
    """``exactly``, ``about``, ``most``, ``least``, or ``between``, from ``low`` on."""
    low: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """A text counted in the usual ways."""

    characters: int
    """Everything, with spaces, line breaks and punctuation."""
    printed: int
    """Without white space."""
    words: int
    """Words, without punctuation; every Chinese character is one: the 字数 of a word processor is near it."""


def counted(text: str) -> Counts:
    """The lengths of ``text``.

    >>> counted("你好, world!")
    Counts(characters=10, printed=9, words=3)
    """
    bare = unicodedata.normalize("NFC", text).strip()
    han = len(CHARACTER.findall(bare))
    # Neither a vowel sign nor a character without width parts a word: हिन्दी is one, and so is می‌خواهم.
    whole = "".join(c for c in bare if unicodedata.category(c) not in ("Mn", "Mc", "Me", "Cf"))
    words = len(_WORD.findall(CHARACTER.sub(" ", whole)))
    return Counts(len(bare), sum(not c.isspace() for c in bare), han + words)


def asked_length(question: str) -> Length | None:
    """The length that a question asks the answer to have, None where it asks for none."""
    text = unicodedata.normalize("NFKC", question)
    if not _WRITES.search(text):
        return None
    text = _IN_WORDS.sub(lambda m: f"{m['before']}{_told(m['n'])}", text)
    if (both := _BOTH.search(text) or _BOTH_HAN.search(text)) is not None:
        return Length(int(both["n"]), "字" if "字" in both[0] else "words", "between", int(both["low"]))
    match = _CHINESE.search(text) or _ENGLISH.search(text)
    if match is None or _people(match, text) or _PARTS.search(text[: match.start()]):
        return None
    unit = match["unit"].lower()
    kind = _kind((match["bound"] or "").lower(), (match["after"] or "").lower(), bool(match["about"]))
    unit = "字" if unit[-1] in "字词" else ("words" if unit.startswith("word") else "characters")
    if match["low"]:
        return Length(_number(match["n"]), unit, "between", _number(match["low"]))
    beyond = 0 if not _STRICT.search(match["bound"] or "") else -1 if kind == "most" else 1
    return Length(_number(match["n"]) + beyond, unit, kind)


def _told(number: str) -> int:
    many, hundred, _ = number.lower().partition(" hundred")
    return (100 if hundred else 1) * (1 if many == "a" else number_told(many))


def _people(match: re.Match[str], text: str) -> bool:
    """May the characters be those of a story: a few, and not asked for as a length?"""
    if not match["unit"].lower().startswith("character") or match["bound"] or match["about"]:
        return False
    return _number(match["n"]) < FEWEST_LETTERS and not _LETTERS.search(text[: match.start()] + " ")


def _number(text: str) -> int:
    return int(text.replace(",", "")) if text[0].isdigit() else numeral(text)


def _kind(before: str, after: str, about: bool) -> str:
    said = f"{before} {after}".strip()
    if about or "左右" in said or "上下" in said:
        return "about"
    if any(word in said for word in _NOT_MORE):
        return "most"
    if any(word in said for word in _LEAST):
        return "least"
    return "most" if any(word in said for word in _MOST) else "exactly"


def fits(length: Length, counts: Counts) -> bool:
    """Does any usual way of counting give the length that was asked for?"""
    ways = {
        "字": (counts.characters, counts.printed, counts.words),
        "words": (counts.words,),
        "characters": (counts.characters, counts.printed),
    }[length.unit]
    match length.kind:
        case "exactly":
            return length.number in ways
        case "about":
            return any(abs(way - length.number) <= ABOUT * length.number for way in ways)
        case "most":
            return min(ways) <= length.number
        case "between":
            return any(length.low <= way <= length.number for way in ways)
    return max(ways) >= length.number


def word_count() -> DescribedTool:
    """Words and Chinese characters, against the length asked for."""
    return DescribedTool(
        LENGTH,
        "Counts words, Chinese characters and all characters of a text; with a length (or the question that names one) "
        "says whether the text keeps it.",
        {"text": {"type": "string"}, "length": {"type": "integer", "minimum": 1}, "question": {"type": "string"}},
        ("text",),
        _run,
        _rule,
        priority=90,
    )


def _run(arguments: Arguments) -> ToolResult:
    text = str(arguments["text"])
    counts = counted(text)
    words = "words and Chinese characters without punctuation" if has_han(text) else "words"
    line = f"{counts.characters} characters, {counts.printed} without white space, {counts.words} {words}"
    length = asked_length(str(arguments.get("question", "")))
    if "length" in arguments:
        length = Length(
            int(arguments["length"]), "字" if has_han(text) else "words", length.kind if length else "exactly"
        )
    if length is None:
        return answered(LENGTH, line)
    wanted = {
        "exactly": "",
        "about": "about ",
        "most": "at most ",
        "least": "at least ",
        "between": f"{length.low} to ",
    }[length.kind]
    unit = "characters (字)" if length.unit == "字" else length.unit
    kept = fits(length, counts)
    return answered(
        LENGTH, f"{line}; asked for {wanted}{length.number} {unit}", Label.SUPPORTED if kept else Label.REFUTED
    )


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for the document as a whole, where its question names a length; else None."""
    if not unit.whole or asked_length(unit.question) is None:
        return None
    return {"text": unit.text, "question": unit.question}
