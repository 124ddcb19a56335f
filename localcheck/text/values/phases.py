"""What began in a year was not finished then, and what was published after a death was not in the lifetime. Pure.

A small NLI model sees "1887" and "work" and takes "was completed in 1887" for said by "work began in 1887".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from localcheck.text.facts import negated
from localcheck.text.lexicon import YEAR
from localcheck.text.patterns import regex
from localcheck.text.values.says import Says

Phase = Literal["begun", "done"]
_BEGUN = regex(
    r"\b(?:beg[aiu]n(?:ning|s)?|started|starts|commenced|broke ground|groundbreaking|foundation stone)\b", re.I
)
_DONE = regex(r"\b(?:complet(?:ed|ion)|finish(?:ed)?|opened|inaugurated|ended|concluded)\b", re.I)
_CLAUSE = regex(r"[.;:()]\s|,|\s(?:and|but|while|although|though|before|until|after|when|then)\s")
_SENTENCE = regex(r"(?<=[.;])\s+")
_PART = regex(r"[:()]\s|,|\s(?:and|but|while|although|though|then)\s")
_YEAR = regex(rf"\b{YEAR}\b")
_WHOSE = r"(?:his|her|their|the [a-z]+['’]s|[\w-]+(?: [\w-]+){0,2}['’]s?)"
_ALIVE = regex(rf"\b(?:(?:during|in|within) {_WHOSE} (?:own )?life(?:time)?|before {_WHOSE} (?:own )?death)\b", re.I)
_AFTER_DEATH = regex(rf"\b(?:posthumous(?:ly)?|after {_WHOSE} death)\b", re.I)
_DEED = regex(
    r"\b(?P<stem>publi(?=shed\b|cation\b)|(?:released|printed|premiered|performed|staged|exhibited|completed|recognised|recognized"
    r"|awarded|honoured|honored|translated|issued|sold|shown)\b)",
    re.I,
)


def other_phase(claim: str, premise: str) -> Says | None:
    """How the premise tells the claim's year of the other phase, beginning or end; None where it does not.

    ``contradicted`` where it also tells the claim's phase, of another year; ``unsaid`` where it does not tell of that phase.

    >>> other_phase("The tower was completed in 1887.", "Work on it began in 1887 and was completed in 1889.")
    'contradicted'
    >>> other_phase("The tower was completed in 1887.", "Work on the tower began in January 1887.")
    'unsaid'
    >>> other_phase("He began to write in 1920.", "He finished school in 1920 and began to write.")
    """
    mine = list(_phases(claim))
    if len(mine) != 1 or mine[0][0] is None or len(mine[0][1]) != 1:
        return None
    phase, (year,) = mine[0]
    told = list(_phases(premise))
    of_year = [found for found, years in told if year in years]
    same = [years for found, years in told if found == phase]
    if not of_year or any(found is None or found == phase for found in of_year) or frozenset() in same:
        return None
    return "contradicted" if same else "unsaid"


def on_the_other_side_of_death(claim: str, premise: str) -> bool:
    """True if the claim says that something was done in somebody's lifetime and the premise that this was after the death, or
    the other way round.

    >>> on_the_other_side_of_death("It was published during her lifetime.", "It was published posthumously in 1925.")
    True
    >>> on_the_other_side_of_death("It was published in her lifetime.", "It was written in her lifetime and published in 1925.")
    False
    """
    if negated(claim) or negated(premise):
        return False
    mine, told = _deeds(claim), _deeds(premise)
    return any((deed, not alive) in told and (deed, alive) not in told for deed, alive in mine)


def _deeds(text: str) -> frozenset[tuple[str, bool]]:
    """What each part of a sentence says was done in the lifetime (True) or after the death (False); what a sentence begins with
    is said of all of it.
    """
    found = set[tuple[str, bool]]()
    for sentence in _SENTENCE.split(text):
        for alive, when in ((True, _ALIVE), (False, _AFTER_DEATH)):
            parts = [sentence] if when.match(sentence) else [p for p in _PART.split(sentence) if when.search(p)]
            found |= {(deed.lower(), alive) for part in parts for deed in _DEED.findall(part)}
    return frozenset(found)


def _phases(text: str) -> Iterator[tuple[Phase | None, frozenset[str]]]:
    """The phase that each clause tells of, None for neither or both, with its years; clauses without both are left out."""
    for clause in _CLAUSE.split(text):
        begun, done = bool(_BEGUN.search(clause)), bool(_DONE.search(clause))
        years = frozenset(_YEAR.findall(clause))
        if begun or done or years:
            yield (None if begun == done else "begun" if begun else "done"), years
