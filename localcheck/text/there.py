"""What "there" means: "He was sent to Saint Helena. He died there" says that he died on Saint Helena. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import MONTHS, NOT_NAMES
from localcheck.text.names import CAPITAL, ONE_NAME
from localcheck.text.patterns import regex

_THERE = regex(
    r"(?<!\bhere and )(?<!\bit was )(?<!\bout )(?<!\bover )(?<!\bgot )\b(?P<from>from )?there\b"
    r"(?! (?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|be|been|being|exists?|existed|comes?|came"
    r"|remains?|remained|seems?|seemed|appears?|appeared|lived|lives|followed|stood|stands|lies|lay|and then|also|still|never"
    r"|often|probably|no|used|wasn|weren|isn|aren)\b|['’-])",
    re.IGNORECASE,
)
_SCHOOL = "University|College|School|Institute|Academy|Palace|Castle|Abbey|Hospital|Court|Observatory"
_VERBS = (
    "moved went returned travelled traveled fled came emigrated immigrated sailed sent brought taken exiled transferred led"
    " deported settled lived studied worked taught arrived stayed resided retired born imprisoned held spent stationed educated"
    " served landed arrested appointed enrolled invited banished confined interned performed"
)
_PLACE = regex(
    rf"\b(?:{'|'.join(_VERBS.split())}|(?:[Hh]e|[Ss]he|[Tt]hey) (?:was|were)|(?P<reached>reached|entered|visited|left for))\b"
    rf"(?:[^.;:]{{0,60}}?\b(?P<word>in|to|at(?= the\b| (?:[A-Z][\w]* )?(?:{_SCHOOL}))|on(?= the island\b| Mount\b| Saint\b)))?"
    rf" (?P<place>(?:the (?P<kind>island|city|town|village|port|province) of )?(?:the )?(?P<name>{ONE_NAME}))"
)
_NAMED = regex(rf"\b(?:in|at|to|from|of|on|near|with|reached|entered|visited) (?:the )?[{CAPITAL}]")
_SUBJECT = regex(r" (?:he|she|they|it)\b")


def points(text: str) -> bool:
    """True if the text says "there" of a place, so that ``placed`` may change it.

    >>> points("He died there."), points("There are two schools.")
    (True, False)
    """
    return "there" in text.lower() and _THERE.search(text) is not None


def placed(text: str, before: str) -> str:
    """``text`` with the place that the sentence before it names where it says "there"; as it is where that names none or
    several, and where ``text`` itself names a place before it.

    >>> placed("Napoleon died there in 1821.", "They sent him to the island of Saint Helena in the South Atlantic.")
    'Napoleon died on the island of Saint Helena in 1821.'
    >>> placed("There are two schools there.", "He settled in Ulm.")
    'There are two schools in Ulm.'
    >>> placed("He died there.", "He was born in Ulm and moved to Bern.")
    'He died there.'
    """
    found = _THERE.search(text)
    where = _place(before) if found and not _NAMED.search(text[: found.start()]) else ""
    if found is None or not where or (found.group() == "There" and not _SUBJECT.match(text, found.end())):
        return text
    lead = f"from {where.partition(' ')[2]}" if found["from"] else where
    lead = lead[0].upper() + lead[1:] if found.group()[0].isupper() else lead
    return f"{text[: found.start()]}{lead}{text[found.end() :]}"


def _place(text: str) -> str:
    """The only place that a sentence says somebody was or went to, behind "in", "at" or "on"; empty for none or several."""
    found = [m for m in _PLACE.finditer(text) if m["word"] or m["reached"]]
    names = [m for m in found if m["name"].split()[0].lower() not in MONTHS and m["name"].split()[0] not in NOT_NAMES]
    if len(names) != 1 or len(found) != 1:
        return ""
    one = names[0]
    if re.match(r"\. ", text[one.end() :]):  # "Ft. Worth"
        return ""
    word = "on" if one["kind"] == "island" else one["word"] if one["word"] in ("at", "on") else "in"
    return f"{word} {one['place']}"
