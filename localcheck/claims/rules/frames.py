"""Frames around a statement: "I think that …", "…, right?", "studies show that …". What is inside is claimed all the same.

A frame is blanked, character for character, so that places in the text stay. Where what is left is no statement ("I think so",
"I love this kettle"), nothing is blanked. What a named person said or thought is reported, not claimed, and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.claims.rules.grammar import has_clause
from localcheck.text.han import is_han
from localcheck.text.lexicon import MONTH_NAME, rows
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.words import with_capital

_ANYBODY = (
    r"(?:I|we|you|one|they|people|everyone|everybody|my \w+|our \w+|rumou?rs?|legend|word|experts?"
    r"|(?:\w+ ){0,2}(?:studies|research|evidence|science|history|tests|surveys|statistics|experience|figures))"
)
"""Who speaks where it does not matter who: not a name, and not "he" or "she"."""
_THINK = (
    r"(?:think|believe|feel|guess|suppose|assume|suspect|know|say|says|claim|claims|report|bet|reckon"
    r"|hope(?= that (?!(?:this|it|you)\b))|understand|hear|heard|read|remember|recall|agree|argue|note|add|mention"
    r"|confirm|confirms|tell you|assure you|love|like|see|shows?|shown|suggests?|indicates?|proves?|proved|proven"
    r"|tells? us|has it|demonstrates?|reveals?|sure|certain|convinced|aware|told|afraid|glad|happy|pleased|confident"
    r"|positive|estimate|expect|maintain|insist|imagine|wager|swear)"
)
_KNOWN = (
    r"(?:(?:well[- ]|widely |commonly |generally )?known|understood|accepted|clear|obvious|true|a fact"
    r"|important to \w+|worth \w+"
    r"|certain|evident|safe to \w+|fair to \w+|interesting|surprising|amazing|recognised|recognized|documented|established"
    r"|no doubt|no secret|no question|undeniable|agreed|common knowledge|a pity|great|good|nice|sad|a shame)"
)
"""What vouches for the statement; "thought", "said" and "claimed" report it, and stay with it."""
_WORDS = r"(?:[\w’'-]+ ){0,4}?"
_SURELY = "|".join(rows("frames.surely"))
_ASIDE = (
    rf"(?:{_SURELY}|personally|frankly|honestly|arguably|possibly|basically|actually|indeed|interestingly"
    r"|surprisingly|famously|fortunately|unfortunately|luckily|naturally|admittedly|needless to say"
    r"|without (?:a |any )?doubt|make no mistake(?: about (?:it|that))?|to be (?:honest|fair|precise|exact"
    r"|sure)|in (?:fact|truth|reality|short)|believe it or not|\w+ speaking|to (?:the best of )?(?:my|our) (?:mind"
    r"|knowledge)|as far as (?:I|we) (?:\w+ ){0,2}\w+|if (?:I|we) [\w’' ]{3,30}|if you ask me"
    r"|if memory serves(?: me)?(?: \w+)?|if (?:that|this|it|the \w+) is (?:right|true|correct|to be believed)|(?:in"
    r"|from) (?:my|our|his|her|their|your) (?:\w+ )?(?:opinion|view|experience|eyes|judge?ment|point of view"
    r"|perspective)|as (?:everybody|everyone|we|you|they|people|experts|many|most|is|it is|already)(?: \w+){0,4}"
    r"|by all accounts|rumou?r has it|word has it|they say|it is said|so they say|fun fact|fact|note|hint|tip|warning"
    r"|remember|answer|short answer|conclusion|summary|result|example|n\.b\.|p\.s\.)"
)
_HELLO = (
    r"(?:sure|certainly|of course|absolutely|yes|yeah|no|nope|well|okay|ok|right|hello|hi|hey|(?:great|good"
    r"|excellent) question|thank you(?: for [\w ]{2,30})?|thanks(?: for [\w ]{2,30})?|sorry|you(?:['’]re| are) welcome"
    r"|guess what|listen|look|wow)"
)
_ASKED = (
    r"(?:did|do|have|would|could|can|will|are|is|was|has)(?:n['’]t| not)? (?:you|we|they|anyone|everyone|people|it|I)"
    r"(?: \w+){1,5}? that\b|who (?:would|could) (?:ever )?have (?:thought|guessed|known|believed|imagined) that\b"
    r"|(?:why|how) is it that\b"
)
_DAY = (
    rf"(?:(?:{MONTH_NAME}|(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.) \d{{1,2}}|\d{{1,2}} {MONTH_NAME})(?:,? \d{{4}})?"
)
_AGENCY = (
    r"\((?:Reuters|AP|AFP|dpa|UPI|PA|Bloomberg|Xinhua|TASS|ANSA|EFE|IANS|CNN|PRNewswire|BUSINESS WIRE|GLOBE NEWSWIRE)\)"
)
_DATELINE = (
    rf"(?-i:[A-Z][A-Z.'’ -]{{2,30}}(?:, [A-Z][\w. ]{{1,20}}?)?(?:(?:, | [–—-] ){_DAY}(?: {_AGENCY})?| {_AGENCY})"
    r" ?[–—-]{1,2}"
    r"|(?-i:[A-Z][A-Z.'’]+(?: [A-Z][A-Z.'’]+){1,2}) [–—](?= (?-i:[A-Z]))"
    rf"|[A-Z][a-z]{{2,20}}(?: [A-Z][a-z]{{2,20}}){{0,2}}(?:, [A-Z][a-z]{{2,20}})?, {_DAY}(?: {_AGENCY})? [–—-]{{1,2}}) "
)
"""Where and when a report was written: "LISBON, March 3 (Reuters) - ", "London, 3 March 1666 — ", "NEW YORK — "."""
_GIVEN = r"(?:given|provided|supplied|attached|above|retrieved|following|enclosed)"
_TEXT = (
    r"(?:[a-z-]+ )?(?:context|document|text|passage|excerpt|information|sources?|e-?mails?|thread|transcript|minutes|leaflet"
    r"|manual|sheet|price list|notice|letter|contract|agreement|lease|policy|terms(?: and conditions)?|conditions|release notes"
    r"|changelog|article|abstract|faqs?|page|table|handbook|guide(?:lines)?|brochure|itinerary|timetable|protocol)"
)
_SOURCE = (
    r"(?:according to|based on|(?:as )?per|as (?:stated|described|mentioned|noted) in) (?:the|this|these|your)"
    rf" (?:{_GIVEN} (?:[a-z-]+ )?[a-z-]+|{_TEXT})(?: {_GIVEN})?\s*,"
    rf"|(?:the|this|these|your) {_TEXT}(?: {_GIVEN})? (?:clearly |also )?(?:says?|states?|mentions?|notes?|specif(?:y|ies)"
    r"|explains?|makes? (?:it )?clear) that\b"
)
"""Where the answer to a question about a given text comes from; a report or a study may be one of several, and stays."""
_LEADING = tuple(
    regex(rf"[-–—•*>(\[\"“”«»„'’\s]*(?:{pattern})\s*", re.IGNORECASE)
    for pattern in (
        _ASKED,
        rf"{_ANYBODY}(?:['’](?:m|re|d|ve|ll))? {_WORDS}{_THINK}(?: [\w’']+){{0,2}}?,? that\b,?",
        rf"(?:it|there|that|this)(?:['’]s)? {_WORDS}{_KNOWN}(?: [\w’']+){{0,3}}?,? that\b,?",
        r"(?:the (?:\w+ )?(?:fact|truth|point|thing|reason|rumou?r)|(?:my|our) \w+)(?: is| remains|['’]s)"
        r"(?: simply| just)?,? that\b",
        r"(?:nobody|no one|few people|who) (?:\w+ )?(?:den(?:y|ies)|doubts?|disputes?) that\b",
        r"(?:please |kindly |just )?(?:note|remember|be (?:aware|assured|advised)|(?:keep|bear) in mind|rest assured"
        r"|let me \w+(?: you)?"
        r"|(?:do not|don['’]t) forget|imagine|suppose|consider|know)(?:,? that\b|:)",
        rf"(?:I|we|you)(?:['’](?:m|re|d|ve))? {_WORDS}{_THINK}\b,?",
        r"(?:it )?(?:seems|appears|looks|turns out)(?: to (?:me|us))?(?: like| as if)?(?: that\b)?,?",
        rf"(?!no\.\s*\d){_HELLO}\s*[,!:;.–—-]+",
        _DATELINE,
        _SOURCE,
        rf"{_ASIDE}\s*(?:[,:;–—]+|\bthat\b)",
        rf"(?:{_SURELY}|(?:in|from) (?:my|our) (?:\w+ )?(?:opinion|view|experience))\s+"
        r"(?=(?:an?|the|this|that|it|he|she|they|its|his|her|their|there)\s|(?-i:[A-Z0-9]))",
    )
)
_TAG = (
    r"(?:right|correct|true|no|yes|eh|huh|ok(?:ay)?|yeah|you know|you see|agreed|is that (?:right|so|correct)"
    r"|am I (?:not )?right|(?:do|would)(?:n['’]t)? you (?:not )?(?:think|agree|say|know)|I (?:think|believe|guess"
    r"|suppose|reckon|hear|assume|hope|know)|I am sure|I['’]m sure|or so (?:\w+ ?){1,4}|(?:is|are|was|were|do|does|did"
    r"|has|have|had|can|could|will|would|should|must)(?:n['’]t| not)? (?:it|he|she|they|you|we|I|there|this"
    r"|that)(?: not)?)"
)
_TRAILING = tuple(
    regex(rf"{lead}\(?{tail}\)?\s*[?!.…]*[\"”’)\]]*\s*$", re.IGNORECASE)
    for lead, tail in (
        (r"(?<!\s)(?:\s*[,;–—]\s*|\s+(?=\())", rf"(?:{_TAG}|{_ASIDE})"),
        (r"[.!]\s+", rf"{_TAG}\s*\?"),
    )
)
_SAID_ASIDE = (
    r"(?:(?:I|we) (?:think|believe|guess|feel|suppose|reckon|suspect)"
    r"|(?:in|from) (?:my|our) (?:\w+ )?(?:opinion|view|experience))"
)
_MIDDLE = regex(rf",\s*{_SAID_ASIDE},(?=\s)|\({_SAID_ASIDE}\)(?=\s)", re.IGNORECASE)
"""In the middle of a statement."""
_DENIES = regex(
    r"\b(?:not|never|no|hardly|nobody|none|few|was|were|once|formerly|wrongly|falsely|mistakenly|incorrectly"
    r"|false|wrong|myth|used to|(?:you|one|people|we|they|everyone)(?: \w+)? (?:might|may|could|would))\b|n['’]t\b",
    re.I,
)
_NO_DENIAL = regex(
    r"as (?:you|we|many|some) (?:may|might) "
    r"|no (?:doubt|secret|question|mistake)|(?:nobody|no one|few people) (?:\w+ )?(?:den|doubt|dispute)|(?:not"
    r"|n['’]t) (?:mistaken|wrong|forget)"
    r"|^\W*(?:no|nope)\s*[,!:;.–—-]",
    re.I,
)
"""What denies nothing, though it has such a word."""
_HAN_LEADING = regex(
    r"\s*(?:我们?(?:个人)?(?:认为|觉得|想|相信|听说|猜|知道|确信)|在我看来|个人认为|据说|据报道|众所周知|大家都知道|人们(?:认为|说)"
    r"|(?:你|您)(?:们)?知道(?:吗[？?]?)?|研究(?:表明|显示)|专家(?:说|认为)|显然|当然|其实|事实上|好的|说实话)[，,：:！!。]?\s*"
)
_HAN_TRAILING = regex(r"[，,]?\s*(?:对吧|对吗|是吧|是吗|不是吗|对不对|是不是|我(?:认为|觉得|想))[？?。！!]*\s*$")
MOST = 5
"""Frames inside each other that are taken off."""


def without_frames(text: str) -> str:
    """``text`` with its frames blanked, as long as before; unchanged where what is left is no statement.

    >>> without_frames("I think that the warranty is 60 months.").strip()
    'The warranty is 60 months.'
    >>> without_frames("It weighs 9 kilograms, right?").strip()
    'It weighs 9 kilograms.'
    """
    if is_han(text):
        return _han(text)
    text = _MIDDLE.sub(lambda aside: " " * len(aside.group()), text)
    tagged = any(pattern.search(text) for pattern in _TRAILING)
    if text.rstrip().endswith("?") and not any(p.match(text) for p in _LEADING[:2]) and not tagged:
        return text
    found = text
    for _ in range(MOST):
        shorter = next(_shorter(found), None)
        if shorter is None:
            break
        found = shorter
    return found if found == text else _sentence(found)


def _shorter(text: str) -> Iterator[str]:
    """``text`` with one more frame blanked, if what is left is a statement."""
    start = len(text) - len(text.lstrip())
    for pattern in _LEADING:
        found = pattern.match(text, start)
        denied = found and pattern is not _LEADING[0] and _DENIES.search(_NO_DENIAL.sub("", found.group()))
        if found and not denied and found.end() > start and _states(text[found.end() :]):
            yield " " * found.end() + text[found.end() :]
    for pattern in _TRAILING:
        found = pattern.search(text, start)
        if found and _states(text[: found.start()]):
            yield text[: found.start()] + "." + " " * (len(text) - found.start() - 1)


def _states(text: str) -> bool:
    """True for words with a subject and a finite verb, or with a number."""
    body = text.strip()
    if len(body.split()) < 3:
        return False
    return bool(quantities(body)) or has_clause(with_capital(body))


def _sentence(text: str) -> str:
    """The same beginning with a capital, a full stop in the place of a question mark. What has no capital of one character
    ("ﬁ", "ß") stays, so that places stay.
    """
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if text[start : start + 1].islower() and len(text[start].upper()) == 1:
        text = text[:start] + text[start].upper() + text[start + 1 :]
    return text[: end - 1] + "." + text[end:] if text[end - 1 : end] == "?" else text


def _han(text: str) -> str:
    found = text
    for _ in range(MOST):
        lead = _HAN_LEADING.match(found, len(found) - len(found.lstrip()))
        if lead and len(found[lead.end() :].strip("。？！ ")) >= 4:
            found = " " * lead.end() + found[lead.end() :]
            continue
        tail = _HAN_TRAILING.search(found)
        if tail is None or len(found[: tail.start()].strip()) < 4:
            break
        found = found[: tail.start()] + "。" + " " * (len(found) - tail.start() - 1)
    return found
