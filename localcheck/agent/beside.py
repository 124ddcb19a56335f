"""What a tool's answer does not speak of: whatever else its sentence states, and calls that do not judge the sentence.

A right sum is no evidence of what happened, and what the language model made up itself says nothing about a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from localcheck.agent.arithmetic.statements import equalities
from localcheck.agent.facts import with_question
from localcheck.agent.tools.calendar import without_calendar
from localcheck.agent.tools.dates import dates, plain_dates
from localcheck.agent.tools.described import Arguments, Unit
from localcheck.agent.tools.word_count import asked_length
from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.sentence_level import sentences_of
from localcheck.text.han import CHARACTER
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.subjects import name_phrases
from localcheck.types import JSON, Document

FEWEST_HAN = 4
_CLAUSES = regex(r"[,;:]\s|[，；：。、()]|\b(?:and|but|or|so|because|since|although|while|which)\b", re.I)
_ARITHMETIC = regex(r"[=≈]|\d\s*[-+*/×÷^−]\s*\d")
_NUMBER = regex(r"\d+(?:[.,]\d+)*")
_WORD = regex(r"[^\W\d_]{2,}")
_LEADS = listed("beside.leads")
"""Words that begin a sentence or a clause about a sum: capitalised, they are no names; what they lead in is no statement."""
_CALENDAR = listed("beside.calendar")
"""Words of a sentence that is about the calendar alone."""
_CALENDAR_HAN = regex("[从到至共有是为的间之和与相差隔一总计合历时当天那日年月不非平闰年含首尾]")


def states_more(sentence: str, tool: str, question: str = "") -> bool:
    """Does a sentence whose sum or date ``tool`` has found right state something else too? The sentences of the solution of
    a problem (``question``) are told by it; there only a name that the problem does not have is something else.
    """
    if tool == "calendar":
        return _more_than_dates(without_calendar(sentence))
    if tool != "calculator":
        return False
    clauses = [c for c in _CLAUSES.split(sentence) if c.strip()]
    sums = [c for c in clauses if _ARITHMETIC.search(c) or equalities(c)]
    used = {n for c in sums for n in _NUMBER.findall(c)}
    told = question.lower()
    if any(_names(c, told) for c in clauses):
        return True
    return not question and any(_own(c, used) for c in clauses if c not in sums)


def is_sum(text: str, question: str = "") -> bool:
    """Is it a sum, and nothing else that a calculator could not have checked?"""
    return bool(equalities(text)) and not states_more(text, "calculator", question)


def _names(clause: str, told: str) -> bool:
    """Does it name something that ``told`` does not? A unit (GB) or a letter is no name."""
    words = (w for name in name_phrases(clause) for w in name)
    return any(len(w) > 2 and w not in _LEADS and w not in told for w in words)


def _own(clause: str, used: set[str]) -> bool:
    """Is it a statement, and not one that gives the sum its numbers: "a ticket costs 5 euros, so two cost 2 * 5 = 10"?"""
    given = set(_NUMBER.findall(clause))
    if given and given <= used:
        return False
    words = _WORD.findall(clause)
    return len(CHARACTER.findall(clause)) >= FEWEST_HAN or (len(words) > 2 and words[0].lower() not in _LEADS)


def _more_than_dates(rest: str) -> bool:
    words = [w for w in _WORD.findall(CHARACTER.sub(" ", rest)) if w.lower() not in _CALENDAR]
    return len(words) > 1 or len(CHARACTER.findall(_CALENDAR_HAN.sub("", rest))) >= FEWEST_HAN


STATED = {"calculator": "sentence", "calendar": "sentence", "letter_count": "sentence", "match": "sentence",
          "translate": "candidate"}  # fmt: skip
"""The argument in which a tool is told the words that it is to judge: they must be the sentence's own."""
GIVEN = {"calculator": ("context", "question"), "calendar": ("question",), "code_interpreter": ("code", "question", "context"),
         "letter_count": ("question",), "translate": ("text",), "word_count": ("question",)}  # fmt: skip
"""Arguments that must stand in the text or in its question."""


def measured(tool: str, arguments: Arguments, document: Document) -> dict[str, JSON]:
    """A call of ``word_count`` with the length that the question asks for, where it can be read, not with the model's."""
    if tool != "word_count" or asked_length(document.prompt) is None:
        return dict(arguments)
    return {**{n: v for n, v in arguments.items() if n != "length"}, "question": document.prompt}


def stated(tool: str, arguments: Arguments, unit: Unit, document: Document, read: Iterable[str]) -> bool:
    """Does the call judge this unit, by what the text and its question say? ``read``: texts that searches found."""
    said = {name: str(value) for name, value in arguments.items()}
    known = (document.text, document.prompt)
    if not all(_stands(said[name], known) for name in GIVEN.get(tool, ()) if name in said):
        return False
    if tool == "code_interpreter":
        return bool(_bare(said["code"]))
    if tool == "word_count":  # a length is that of the whole text
        return _bare(said["text"]) == _bare(document.text) and said.get("length", "") in document.prompt
    if tool == "calendar" and not _dated(said, (*known, *document.context, *read)):
        return False
    wording = said.get(STATED.get(tool, ""), "")
    return _stands(wording, (unit.text,)) or (tool == "match" and _stands(wording, _completed(unit, document)))


def _stands(part: str, texts: Iterable[str]) -> bool:
    return any(_bare(part) in _bare(text) for text in texts)


def _bare(text: str) -> str:
    return "".join(text.split())


def _dated(said: dict[str, str], texts: Iterable[str]) -> bool:
    """Are the two dates of a call dates that somebody wrote?"""
    named = {w.day for name in ("date1", "date2") for w in dates(plain_dates(said.get(name, "")))}
    return not named or named <= {w.day for text in texts for w in dates(plain_dates(text))}


def _completed(unit: Unit, document: Document) -> list[str]:
    """What the unit states, with the names that its pronouns stand for, or with its question."""
    found = with_question(RuleClaims().extract(document, sentences_of(document)), document)
    return [c.text for c in found if unit.whole or c.sentence == unit.sentence]
