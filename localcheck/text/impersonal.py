"""A sentence whose first "it" stands for nothing: "It took ten years to build it", "It was Magellan who named it". Pure."""

from __future__ import annotations

import re

from localcheck.text.names import ONE_NAME
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_BE = r"(?:is|was|has been|had been|will be|would be|may be|may have been)"
_NAME = rf"{ONE_NAME}(?: (?:and|or) {ONE_NAME})?"
_TIME = (
    r"(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|century|centuries|generations?|time|attempts?|efforts?)"
)
_IMPERSONAL = regex(
    r"It (?:is|was|has been|had been|will be|would be|seems|appears|took|takes|became|remains)\s+"
    r"(?:\w+ly\s+|not\s+|also\s+|often\s+|now\s+|still\s+)*"
    r"(?:(?:in|on|at|during|only|not until|until|because|here|there|by|for|to|from|through|with)\b.*\bthat\b"
    r"|(?:that|possible|impossible|clear|unclear|likely|unlikely|important|difficult|easy|hard|necessary|true|common|worth|"
    r"time|\w+ (?:years|months|days|hours)|recommended|essential|unknown|noteworthy|interesting|raining|snowing)\b"
    r"|(?:known|believed|said|thought|estimated|reported|rumou?red|assumed|argued|claimed|suggested)\b"
    r"(?!\s+(?:for|as|to|by|in|among|with|and|from|at|on)\b|\s*[.,;]))"
    r"|It (?:is|was) (?:an?|the) (?:\w+ )?(?:misconception|myth|mistake|fact|pity|matter|question)\b"
    r"|It (?:is|was) the (?!\w+est\b|first\b|last\b|only\b|one\b|most\b)\w+ of\b.*\bthat\b"
    rf"|It {_BE} (?:also |only |just )?the (?:very )?\w+ time\b"
    rf"|It {_BE} (?:also |only |just )?(?:[\w-]+['’]s?|his|her|their) (?:\w+ ){{0,2}}?"
    r"(?:win|victory|defeat|loss|draw|goal|time)\b"
    r"|It (?:seems|appears|rained|snowed|follows that)\b"
    r"|It (?:matters|(?:does not|did not|doesn['’]t|didn['’]t) matter|(?:makes|made) no difference)"
    r" (?:how|if|what|when|where|whether|which|who)\b"
    r"|It (?:is|was) (?:not |also |usually )?(?:acceptable|advisable|bad|best|better|customary|dangerous|enough|fine|good"
    r"|harmful|helpful|okay|safe|sensible|sufficient|unsafe|useful|usual|wise|wrong) (?:not )?"
    r"to [a-z]+ (?:it|them|him|her|this|these|the|an?|your|any)\b",
    re.IGNORECASE,
)
_NO_PERSON = r"(?:about|of|for|by|with|to|in|on|people|band|group|team|family|company|duo|trio|orchestra|one)\b"
_CLEFT = regex(
    rf"It {_BE} (?:(?:not|only|actually|really|in fact|probably|also) ){{0,2}}(?:"
    rf"(?:(?:the|an?)(?: [a-z-]+){{0,3}} )?{_NAME}(?: (?:him|her|it)self)?(?:,[^,.;]{{1,60}},)?"
    rf"(?: but {_NAME})? (?:who|whom|whose|that|which)\b"
    rf"|(?:the|an?)(?: [a-z-]+){{0,2}} [A-Z][a-z]+(?: [a-z-]+){{1,2}} {_NAME} (?:who|whom|whose)\b"
    rf"|(?:(?:the|an?|his|her|their) )?(?:(?!{_NO_PERSON})[\w-]+ ){{1,3}}(?:who|whom|whose)\b)"
)
"""What is said of somebody with stress: "It was Boccaccio, not Dante himself, who", "It was a Frenchman who"; "that" behind a
name only, for in "It was the first probe that landed" the probe was named before."""
_TOOK = regex(
    rf"It (?:takes?|took|has taken|had taken|would take) (?:[\w,-]+ ){{1,7}}?{_TIME}\b[^.;]*\b(?:to [a-z]|until\b)"
)
_TAKES_SOMETHING = regex(r"It (?:takes?|took) (?:part|place|over|up|off|on|in|its)\b")
_STRESSED = regex(
    r"^It (?:is|was) (?P<who>(?:[Tt]he |[Aa]n? )?(?:[\w’'.-]+ ){1,5}?)(?:(?:him|her)self )?who (?P<did>[a-z][^,;]*)$"
)
_NO_NAME = regex(r"\b(?:not|only|he|she|they|his|her|their|probably|also|and|or|but|of)\b")


def unstressed(text: str) -> str:
    """``text`` without the stress of "It was … who", as an encyclopedia would say it; as it is where that is not plain.

    >>> unstressed("It was Galileo himself who invented the telescope."), unstressed("It was he who did it.")
    ('Galileo invented the telescope.', 'It was he who did it.')
    """
    found = _STRESSED.match(text)
    if found is None or _NO_NAME.search(found["who"]) or not is_impersonal(text):
        return text
    return f"{with_capital(found['who'])}{found['did']}"


def is_impersonal(text: str) -> bool:
    """True for a sentence that begins with an "it" for which no name can be put.

    >>> is_impersonal("It was Magellan who named the ocean."), is_impersonal("It took ten years to build the canal.")
    (True, True)
    >>> is_impersonal("It was the first canal that joined two seas."), is_impersonal("It took part in the war for ten years.")
    (False, False)
    """
    if _IMPERSONAL.match(text) or _CLEFT.match(text):
        return True
    return bool(_TOOK.match(text)) and not _TAKES_SOMETHING.match(text)
