"""A question in a text is no statement; with its answer it may be one: "Can I take it? No." says that you cannot. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from localcheck.claims.rules import whether
from localcheck.claims.rules.answers import answered
from localcheck.claims.rules.grammar import has_clause
from localcheck.text.facts import negated
from localcheck.text.han import has_han
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.words import with_capital
from localcheck.types import Span

MARKS = " *_\n"
"""What may stand around a bare answer: marks of bold print."""
_NOT = regex(r"(?:not|no)\b", re.IGNORECASE)
"""What an answer begins with that tells what is not so: "Not in Vienna."."""
_BEFORE = regex(r"(?:[#>*_\s-]{1,9}|Q(?:uestion)?\s?\d{0,3}\s?[:.)]|\d{1,3}[.)](?=\s))", re.IGNORECASE)
"""A mark before a question; there may be several."""
_BEFORE_ANSWER = regex(r"[\s*_]{0,9}(?:A(?:nswer)?\s?\d{0,3}\s?[:.)][\s*_]{0,9})?", re.IGNORECASE)
_ASKS = regex(
    r"(?:wh(?:o|om|ose|at|en|ere|y|ich)|how|is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|should|will|would"
    r"|shall|am)(?:n['’]t)?\b",
    re.IGNORECASE,
)
_CLAUSE = regex(r"[,;:–—] ?")
_YES_OR_NO = regex(
    r"(?P<said>[A-Za-z]{2,10}(?: (?:course|not|at all))?(?: not)?)[*_]{0,3}(?P<rest>(?:,|\s?[–—:;.]).*)", re.DOTALL
)
"""An answer that begins with "yes" or "no", and what follows."""
LIMITS = regex(
    r"\b(?:but|only|if|unless|except|when|provided|though|although|however|until|(?:as )?long as|otherwise)\b",
    re.IGNORECASE,
)
"""With these an answer says how far its "yes" or "no" is meant."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in a text."""

    span: Span
    """The question, with the answer that is read with it."""
    told: str = ""
    """What both say together; empty where that is not plain."""
    rest: str = ""
    """What the first sentence of the answer says by itself; empty where nothing is left of it."""


@lru_cache(maxsize=512)
def questions(text: str) -> Mapping[int, Asked]:
    """The questions of a text by where they begin.

    >>> [(asked.span.of("Is it safe? No. It burns."), asked.told) for asked in questions("Is it safe? No. It burns.").values()]
    [('Is it safe? No.', 'It is not safe.')]
    """
    if "?" not in text and "？" not in text:
        return MappingProxyType({})
    spans = list(sentence_places(text))
    found: dict[int, Asked] = {}
    for place, span in enumerate(spans):
        if question := _question(span.of(text)):
            found[span.start] = _with_answer(text, question, span, spans[place + 1 : place + 3])
    return MappingProxyType(found)


@lru_cache(maxsize=512)
def answers(text: str) -> Mapping[int, Asked]:
    """By where sentences begin that are read with a question: that one."""
    told, found, last = questions(text), dict[int, Asked](), None
    for span in sentence_places(text) if told else ():
        if asked := told.get(span.start):
            last = asked
        elif last is not None and span in last.span:
            found[span.start] = last
    return MappingProxyType(found)


def asks(prompt: str) -> bool:
    """Whether a prompt ends with a question."""
    return prompt.strip().endswith(("?", "？"))


def stated(question: str, answer: str) -> str:
    """A question and its bare answer as a statement; empty where that is not plain."""
    question, answer = " ".join(question.split()), answer.strip(MARKS)
    told = whether.stated(question, answer)
    if told or "?" in question[:-1] or _NOT.match(answer):
        return told
    return answered(question, answer)


def _question(sentence: str) -> str:
    """A sentence that asks, without marks; empty for another one: a title may end with a question mark."""
    said = " ".join(sentence.split()).strip("*_ ")
    if not said.endswith(("?", "？")):
        return ""
    while mark := _BEFORE.match(said):
        said = said[mark.end() :]
    last = _CLAUSE.split(said)[-1]
    return said if _ASKS.match(said) or _ASKS.match(last) or has_han(said) else ""


def _with_answer(text: str, question: str, span: Span, behind: list[Span]) -> Asked:
    """A question with what its answer makes of it. ``behind``: the next two sentences."""
    if not behind:
        return Asked(span)
    answer = _BEFORE_ANSWER.sub("", behind[0].of(text), count=1).strip(MARKS)
    whole = Span(span.start, behind[0].end)
    if whether.is_yes_or_no(answer):
        return _limited(text, Asked(whole, whether.stated(question, answer)), behind[1:])
    begun = _YES_OR_NO.fullmatch(answer)
    if begun and (told := whether.stated(question, begun["said"])):
        return _going_on(Asked(whole, told), begun["rest"].strip(" ,–—:;.*_\n"))
    short = answer.endswith((".", "。")) and not whether.asks_whether(question)
    return Asked(whole, told) if short and (told := stated(question, answer)) else Asked(span)


def _limited(text: str, asked: Asked, behind: list[Span]) -> Asked:
    """With the sentence behind a bare "yes" or "no" that limits it: "Yes. But only with food."."""
    if not behind or not asked.told or not LIMITS.match(behind[0].of(text)):
        return asked
    more = behind[0].of(text)
    return Asked(Span(asked.span.start, behind[0].end), f"{asked.told} {more}")


def _going_on(asked: Asked, rest: str) -> Asked:
    """With what goes on behind "yes" or "no" in the same sentence: a limit, or one more thing that is so."""
    if not rest or whether.is_yes_or_no(rest):
        return asked
    more = f"{with_capital(rest)}."
    if not LIMITS.match(rest) and has_clause(rest):
        return replace(asked, told=f"{asked.told} {more}", rest=more)
    only = rest.startswith("only ") and negated(asked.told)
    return replace(asked, told=f"{asked.told} {more}" if only else f"{asked.told.rstrip('.')}, {rest}.")
