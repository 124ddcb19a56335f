"""What happened at another place in another year is something else: a defeat at Leipzig in 1813 is none at Waterloo; nor are
the dead of a storm those of a war. Pure.

What began in a year was not finished then, and what was published after a death was not in the lifetime.

A small NLI model sees "1887" and "work" and takes "was completed in 1887" for said by "work began in 1887".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from localcheck.text.facts import negated
from localcheck.text.lexicon import MONTHS, YEAR
from localcheck.text.names import ONE_NAME, name_words, words_within
from localcheck.text.patterns import regex
from localcheck.text.values.says import Says

_ONCE = (
    "born died founded built created buried opened established completed named called based located invented discovered"
)
_HELD = regex(
    rf"\b(?P<verb>(?!(?:{'|'.join(_ONCE.split())})\b)[a-z]+ed|won|lost|fought|beaten|beat|met|held|swam|ran|sang|spoke) "
    rf"(?:[a-z]+ )?(?:at|in|near) (?:the )?(?P<place>{ONE_NAME})(?P<rest>[^.;]{{0,40}})"
)
_YEAR = regex(rf"\b{YEAR}")
_DISASTERS = (
    "storm hurricane cyclone typhoon tornado blizzard",
    "flood flooding tsunami",
    "earthquake quake aftershock",
    "landslide mudslide avalanche",
    "eruption",
    "fire wildfire blaze explosion blast",
    "crash accident collision derailment disaster sinking shipwreck wreck explosion fire",
    "war battle siege invasion fighting campaign raid bombing attack massacre uprising rebellion revolution riot",
    "epidemic pandemic plague outbreak",
    "famine drought",
)
"""What people die of at one time; what stands in one line may be the same."""
_IN_IT = regex(
    r"\b(?:[Ii]n|[Dd]uring|[Bb]y|[Ff]rom|[Oo]f) (?:the|an?|this|that|its|one|another)(?: [\w'’-]+){0,2}? "
    rf"(?P<what>{'|'.join(sorted({word for line in _DISASTERS for word in line.split()}))})s?\b"
)
_KILLED = regex(
    r"\b(?:died|die|killed|kills?|dead|drowned|perished|deaths?|injured|wounded|victims|casualties)\b", re.I
)


def another_occasion(claim: str, premise: str) -> bool:
    """True if the premise tells what the claim tells of another place and another year only: it may have happened there, too.

    Not of what happens once: who was born in one town was not born in another. The same of the dead of two disasters.

    >>> another_occasion("He was defeated at Waterloo in 1815.", "He was defeated at Leipzig in October 1813 and abdicated.")
    True
    >>> another_occasion("He was defeated at Waterloo in 1814.", "He was defeated at Waterloo in 1815.")
    False
    >>> another_occasion("In the flood 300 people died.", "Eight people died in a shipwreck.")
    True
    >>> another_occasion("He was born in Ulm in 1880.", "He was born in Bern in 1879.")
    False
    """
    if _another_disaster(claim, premise):
        return True
    for mine in _HELD.finditer(claim):
        place, years = words_within(mine["place"]), set(_YEAR.findall(mine["rest"]))
        others = [m for m in _HELD.finditer(premise) if m["verb"] == mine["verb"]]
        if not place or not years or not others or mine["place"].lower() in MONTHS or place & name_words(premise):
            continue
        if all((there := set(_YEAR.findall(m["rest"]))) and not there & years for m in others):
            return True
    return False


def _another_disaster(claim: str, premise: str) -> bool:
    """True if both tell of dead or injured, and each only of a disaster that cannot be the other's."""
    if not (_KILLED.search(claim) and _KILLED.search(premise)):
        return False
    mine, its = ({m["what"] for m in _IN_IT.finditer(text)} for text in (claim, premise))
    return bool(mine and its) and not any(mine & set(line.split()) and its & set(line.split()) for line in _DISASTERS)


Phase = Literal["begun", "done"]
_BEGUN = regex(
    r"\b(?:beg[aiu]n(?:ning|s)?|started|starts|commenced|broke ground|groundbreaking|foundation stone)\b", re.I
)
_DONE = regex(r"\b(?:complet(?:ed|ion)|finish(?:ed)?|opened|inaugurated|ended|concluded)\b", re.I)
_CLAUSE = regex(r"[.;:()]\s|,|\s(?:and|but|while|although|though|before|until|after|when|then)\s")
_SENTENCE = regex(r"(?<=[.;])\s+")
_PART = regex(r"[:()]\s|,|\s(?:and|but|while|although|though|then)\s")
_WHOLE_YEAR = regex(rf"\b{YEAR}\b")
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
        years = frozenset(_WHOLE_YEAR.findall(clause))
        if begun or done or years:
            yield (None if begun == done else "begun" if begun else "done"), years
