"""What "there" means: "He was sent to Saint Helena. He died there" says that he died on Saint Helena. Pure.

What "the former" and "the latter" mean: the two names that were joined last, "Everest and K2".
Whether a sentence says what it counts or ranks: "Venus has none", behind "Mars has two moons", does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import COUNT_WORDS, MONTHS, NOT_NAMES, OPENING_WORDS, in_order
from localcheck.text.names import CAPITAL, ONE_NAME
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_THERE = regex(
    r"(?<!\bhere and )(?<!\bit was )(?<!\bout )(?<!\bover )(?<!\bgot )\b(?P<from>from )?there\b"
    r"(?! (?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|be|been|being|exists?|existed|comes?|came"
    r"|remains?|remained|seems?|seemed|appears?|appeared|lived|lives|followed|stood|stands|lies|lay|and then|also|still|never"
    r"|often|probably|no|used|wasn|weren|isn|aren)\b|['’-])",
    re.IGNORECASE,
)
_SCHOOL = "University|College|School|Institute|Academy|Palace|Castle|Abbey|Hospital|Court|Observatory"
_VERBS = in_order("there.verbs")
_PLACE = regex(
    rf"\b(?:{'|'.join(_VERBS)}|(?:[Hh]e|[Ss]he|[Tt]hey) (?:was|were)|(?P<reached>reached|entered|visited|left for))\b"
    rf"(?:[^.;:]{{0,60}}?\b(?P<word>in|to|at(?= the\b| (?:[A-Z][\w]* )?(?:{_SCHOOL}))|on(?= the (?:island|Moon)\b"
    r"| Mount\b| Saint\b)))?"
    rf" (?P<place>(?:the (?P<kind>island|city|town|village|port|province) of )?(?:the )?(?P<name>{ONE_NAME}))"
)
_LED = regex(
    rf"(?P<word>In|At) (?P<place>(?:the )?(?P<name>(?!(?:\w+ )?(?:War|Age)\b)[{CAPITAL}][\w’'-]+(?: [{CAPITAL}][\w’'-]+)?))"
    r"(?<!['’]s)(?:,| (?=(?:the|an?|he|she|they|it|many|some|several)\b))"
)
"""A place that a sentence begins with: "At Gallipoli the Allies failed"."""
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
    lead = with_capital(lead) if found.group()[0].isupper() else lead
    return f"{text[: found.start()]}{lead}{text[found.end() :]}"


def _place(text: str) -> str:
    """The only place that a sentence says somebody was or went to, behind "in", "at" or "on"; empty for none or several."""
    led = _LED.match(text)
    if led and led["name"].split()[0].lower() not in MONTHS and not _NAMED.search(text, led.end()):
        return f"{led['word'].lower()} {led['place']}"
    found = [m for m in _PLACE.finditer(text) if m["word"] or m["reached"]]
    names = [m for m in found if m["name"].split()[0].lower() not in MONTHS and m["name"].split()[0] not in NOT_NAMES]
    if len(names) != 1 or len(found) != 1:
        return ""
    one = names[0]
    if re.match(r"\. ", text[one.end() :]):  # "Ft. Worth"
        return ""
    word = "on" if one["kind"] == "island" else one["word"] if one["word"] in ("at", "on") else "in"
    return f"{word} {one['place']}"


_VERB = (
    r"(?:is|was|are|were|has|had|have|does|did|do|can|could|will|would|also|never|still|only|in|at|by|on|from|to|with|lies|lay"
    rf"|became|becomes|{'|'.join(sorted(PAST - {'lost', 'hidden', 'known', 'set', 'cut', 'split'}))})\b"
    r"|(?:[a-z]+ed|lost)(?: (?:the|an?|his|her|its|in|at|on|to|from|by|with|for|as|into|over|under|until|after|before|during"
    r"|between|when|while|more|about|two|three)\b|[.,;]|$)"
)
_ONE = regex(rf"\b(?P<the>[Tt]he) (?P<which>former|latter)(?=['’]s\b|[,;.:)]|$| (?:{_VERB}))")
_LEFT = regex(r"\bthe (?:former|latter)\b(?! [a-z]+s?\b(?<!ed))")
_NAME = rf"(?:\d[\w’'-]*(?: {ONE_NAME})?|{ONE_NAME}(?: \d+)?)"
_PAIR = regex(rf"(?P<first>(?:\b[Tt]he )?\b{_NAME}) (?:and|or) (?P<second>(?:the )?{_NAME})")
_LISTED = regex(rf"[{CAPITAL}][\w'’-]*, (?:the )?$")


def told_apart(text: str, sentence: str, earlier: Sequence[str]) -> str:
    """``text``, a claim of a ``sentence``, with names in the place of "the former" and "the latter": the two that are joined
    before them in the sentence, or in the last of the ``earlier`` ones that has not these words itself; as it is where no two
    names are, or several times two.

    >>> told_apart("The former is higher.", "The former is higher.", ["Mount Everest and K2 are mountains."])
    'Mount Everest is higher.'
    >>> told_apart("The latter half was cold.", "The latter half was cold.", ["Bonn and Ulm are cities."])
    'The latter half was cold.'
    """
    if not _ONE.search(text):
        return text
    pair = _last_pair(sentence, earlier)

    def name(found: re.Match[str]) -> str:
        one = pair[found["which"] == "latter"]
        bare = re.sub(r"^[Tt]he ", "", one)
        return one if bare == one else f"{found['the']} {bare}"

    told = _ONE.sub(name, text) if pair else text
    return text if _LEFT.search(told) else told


def _last_pair(sentence: str, earlier: Sequence[str]) -> tuple[str, str] | tuple[()]:
    found = _ONE.search(sentence)
    within = _pairs(sentence[: found.start()] if found else sentence)
    before = next((text for text in reversed(earlier) if not _ONE.search(text)), "")
    pairs = within or _pairs(before)
    return pairs[0] if len(pairs) == 1 else ()


def _pairs(text: str) -> list[tuple[str, str]]:
    """The pairs of names of a text; those of a longer list ("Bonn, Ulm and Mainz") make it unsure which are meant."""
    found: list[tuple[str, str]] = []
    for match in _PAIR.finditer(text):
        first, second = _bare(match["first"]), match["second"]
        if _LISTED.search(text[: match.start()]):
            return []
        if first and second.split()[0] not in OPENING_WORDS and second.lower() not in MONTHS:
            found.append((first, second))
    return found


def _bare(name: str) -> str:
    """A name without what only begins a sentence: "Both Everest"."""
    first, _, rest = name.partition(" ")
    return name if first in ("The", "the") or first not in OPENING_WORDS else rest


_NUMBER = rf"\d+|{COUNT_WORDS}"
_ELIDED = regex(
    rf"^[^,;:]*\b(?:has|have|had) (?:only )?(?:none|many|more|fewer|several|{_NUMBER})(?: too| as well)?[.!]?$"
)
_RANKED = regex(r"^[^,;:]+ (?:comes|came|is|was|ranks|ranked) (?:in )?(?:second|third|fourth|fifth)(?: place)?[.!]?$")
_AGAIN = regex(
    rf"\b(?:{_NUMBER}) (?P<thing>[a-z]{{3,}}s) (?P<how>in|at|on|for|with|from|by) [^,;:.]{{1,40}}? and (?:{_NUMBER})"
    r"(?= (?P=how)\b)"
)
"""What is counted twice and named once: "two nights in Rome and three in Pisa"."""


def named_again(text: str) -> str:
    """``text`` with what is counted named both times.

    >>> named_again("They spend two nights in Rome and three in Pisa.")
    'They spend two nights in Rome and three nights in Pisa.'
    """
    return _AGAIN.sub(lambda found: f"{found[0]} {found['thing']}", text)


def is_elided(text: str) -> bool:
    """True if the text does not say what it counts or ranks: any number of anything could be read as speaking of it.

    >>> is_elided("Venus has none."), is_elided("Saturn has many moons."), is_elided("Formula has One.")
    (True, False, False)
    >>> is_elided("Vietnam comes second."), is_elided("She came second in the race.")
    (True, False)
    >>> is_elided("When Cairo opened its metro, no other city had one.")
    False
    """
    return _ELIDED.search(text) is not None or _RANKED.match(text) is not None
