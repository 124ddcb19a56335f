"""What a sentence states beside what a tool has checked: a right sum is no evidence of what happened."""

from __future__ import annotations

import re

from localcheck.agent.arithmetic.statements import equalities
from localcheck.agent.tools.calendar import without_calendar
from localcheck.text.han import CHARACTER
from localcheck.text.patterns import regex
from localcheck.text.subjects import name_phrases

FEWEST_HAN = 4
_CLAUSES = regex(r"[,;:]\s|[，；：。、()]|\b(?:and|but|or|so|because|since|although|while|which)\b", re.I)
_ARITHMETIC = regex(r"[=≈]|\d\s*[-+*/×÷^−]\s*\d")
_NUMBER = regex(r"\d+(?:[.,]\d+)*")
_WORD = regex(r"[^\W\d_]{2,}")
_LEADS = frozenset(
    "so if then thus hence therefore since because finally next first second third now also note let step total sum answer"
    " result add adding multiply multiplying subtract subtracting divide dividing compute given suppose this that these we"
    " you for with of in at on by from to after as when where".split()
)
"""Words that begin a sentence or a clause about a sum: capitalised, they are no names; what they lead in is no statement."""
_CALENDAR = frozenset(
    "there are is was were be isn wasn the an of in all and or it its has have had between from to until after before on by"
    " for span period year years day days week weeks month date dates time apart long exactly total inclusive including"
    " counting both ends that which will passed took lie lies no not leap later earlier".split()
)
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
