"""Sentences that say that the answer is not known: no claim about the world, and no hallucination."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_KNOW = r"(?:know|find|say(?! enough\b))"
_FIND_OUT = r"(?:know|find|determine|tell|say(?! enough\b)|confirm|verify|locate)"
_DO_NOT = r"(?:do not|don['’]t)"
_CANNOT = r"(?:cannot|can['’]t|can not|could not|couldn['’]t|am unable to|am not able to|was unable to|was not able to)"
_HAVE_NO = r"(?:have no|don['’]t have(?: any| enough)?|do not have(?: any| enough)?)"
_ENDS = (
    r"(?=\s*(?:$|[^\w\s])"
    r"| (?:from (?:the|this|these|what)|based|given|because|since|as|but|however|although|though|without|with)\b)"
)
_NO_NOUN = (
    r"(?=\s*(?:$|[^\w\s])| (?:about|on|for|of|regarding|concerning|relating|related|as|in|from|at|that|which|whether|what|who"
    r"|how|when|where|why|available|here|yet|beyond|and|or|but|because|since|based"
    r"|to (?!(?:an?|any\w*|others?|our|the|third|your)\b))\b)"
)
"""What follows "information" and "data" where they are not the beginning of a name: not "data centres"."""
_ASKED = (
    r"(?: you with)?(?: (?:an?|any|the|this|that|these|those|your|such|further|more|additional|specific|definitive"
    r"|exact|precise|accurate|complete|detailed|brief|reliable|medical|legal|financial|personal|professional)){0,4}"
    rf" (?:(?:answers?|details?|questions?|advice|biography|description|estimate|explanation|overview|recommendations?"
    rf"|response|summary)\b|(?:information|data)\b{_NO_NOUN})"
    r"| (?:the|an?|any) (?:exact|precise|specific|definitive) \w+"
    r"| (?:what|who|whom|whose|which|when|where|why|how|whether|if)\b"
    rf"|(?: (?:this|that|it|these|those|anything|more))?{_ENDS}"
)
"""What somebody who does not know cannot answer or provide. "We cannot provide refunds" is a statement."""
_SOURCES = (
    r"(?:provided |given |available |retrieved )?(?:sources?|documents?|context|passages?|texts?|information)"
    r" (?:do|does|did) not (?:say|mention|state|provide|specify|answer|give|(?:contain|include)"
    r"(?! (?:an?|any) (?:[\w-]+ ){0,3}(?:annex|appendix|chapter|clause|paragraph|provision|section|signature)s?\b))"
)
_KNOWN = r"(?:known|available|stated|given|found)"
_LEAD = (
    r"(?:unfortunately|i['’]?m (?:afraid|sorry)(?: that)?|sorry|i apologi[sz]e|apologies"
    r"|based on [^,.;]{1,60}|from [^,.;]{1,60})?"
    r"[\s,;:.–—-]*(?:but |however,? )?"
)
_PATTERNS = (
    rf"{_LEAD}(?:i|we) (?:{_DO_NOT} {_KNOW}|{_CANNOT} {_FIND_OUT})\b",
    rf"{_LEAD}(?:i|we) (?:{_DO_NOT}|{_CANNOT}) (?:provide|answer)(?:{_ASKED})",
    rf"{_LEAD}(?:i|we) {_CANNOT} (?:help|assist)(?: you)?(?: with (?:it|(?:that|this|your)(?: question| request)?))?"
    rf"(?! with\b){_ENDS}",
    rf"{_LEAD}(?:i|we) {_HAVE_NO} (?:idea|(?:an |the )?answers?\b|(?:information|knowledge|data)\b{_NO_NOUN})",
    rf"{_LEAD}(?:i['’]m|i am|we are|we['’]re) (?:not sure|unsure|not certain)\b",
    rf"{_LEAD}(?:the |these |those )?{_SOURCES}",
    rf"{_LEAD}(?:there is|there['’]s) (?:no|not enough|insufficient) (?:information|answer|mention)\b",
    rf"{_LEAD}(?:there is|there['’]s) (?:no|not enough|insufficient) evidence\b(?: (?:in|from) (?:the|these|this)\b|[\s.]*$)",
    rf"{_LEAD}(?:this|it|the answer) (?:cannot|can['’]t|could not) be (?:found|determined|answered|verified|confirmed)\b",
    rf"{_LEAD}(?:no (?:answer|information)(?: is| was)? {_KNOWN}|unknown|not {_KNOWN}|n/?a)\b[\s.]*$",
    r"(?:我不知道|我不清楚|无法(?:确定|回答|找到)|资料中没有|文中没有提到)",
)
_TURN = regex(
    r"\s*[;:.–—,]\s*(?:but|however|although|though|yet|still|nevertheless|nonetheless|whereas|while|except that)\b[\s,]*"
    r"|(?<!anything)(?<!nothing)(?<!everything)\s+(?:but|however|although|though)\b[\s,]*"
    r"|\s*[;:]\s*|\s+[–—-]+\s+|,\s*and\s+|[,，]?(?:但是|但|不过|然而|可是)[,，]?|；"
    r"|,?\s+(?P<reason>because|since|as|given that|seeing that|considering that)"
    r"\s+(?=(?:the|an?|its?|he|she|they|his|her|their|this|that|these|those|there)\b|(?-i:[A-Z]))"
    r"|[,，]?(?P<han>因为|由于)",
    re.IGNORECASE,
)
"""Where a sentence that began with not knowing may go on to assert something."""
_OF_SOURCES = regex(
    r"(?:the |this |that |these |those |it |its )?(?:\w+ ){0,2}"
    r"(?:sources?|documents?|context|passages?|texts?|information|data|question|articles?|answer|knowledge)\b"
    r"|(?:it|this|that|they|there) (?:is|are|was|were|has|have|does|do) ?(?:not|n['’]t|no)\b|.{0,6}(?:资料|文|没有|问题)",
    re.IGNORECASE,
)
"""A reason for not knowing that tells of the sources, not of the world."""
_ASIDE = regex(
    r"\b(?P<who>(?:the|an?|its|his|her|their|this|that)(?: [\w’'-]+){1,3}|(?-i:[A-Z])[\w’'-]+(?: (?-i:[A-Z])[\w’'-]+){0,3}), "
    r"(?:which|who) (?P<told>(?:is|are|was|were|has|had|[a-z]+s|[a-z]+ed)\b[^,;:]{3,120})(?=[,.]|$)",
    re.IGNORECASE,
)
"""What is told of a thing beside the question: "why the kettle, which is made in China, is so loud"."""
_BELIEF = regex(
    r"(?:(?:i|we) (?:do |also )?(?:know|think|believe|guess|suspect|assume|recall|remember|can (?:say|tell you|confirm))"
    r"(?: that)?|it (?:seems|appears)(?: that)?)\s+",
    re.IGNORECASE,
)
_NO_CLAIM = regex(
    r"(?:i|we|you|please|feel free|let (?:me|us)|if (?:you|there)"
    r"|it (?:may|might|could|would) be (?:possible|best|worth|helpful))\b"
    r"|我|您|你|请",
    re.IGNORECASE,
)
"""What follows is an offer, advice or the speaker, not the subject of the question."""
_ABSTAINS = regex("|".join(f"(?:{p})" for p in _PATTERNS), re.IGNORECASE)


def abstains(sentence: str) -> bool:
    """True if the sentence says that the answer is not known or not in the sources. English, and the common Chinese wordings.

    Only what the sentence begins with counts: "The museum says it does not know who painted it" is a claim.

    >>> abstains("I cannot find this in the provided sources."), abstains("The painter is unknown to most people.")
    (True, False)
    """
    return _ABSTAINS.match(" ".join(sentence.split())) is not None


def asserted_beside(sentence: str) -> str:
    """What a sentence that abstains asserts all the same; empty where it only abstains.

    >>> asserted_beside("I am not sure, but it holds 30 litres.")
    'it holds 30 litres.'
    >>> asserted_beside("I don't know, but you can ask the maker.")
    ''
    """
    text = " ".join(sentence.split())
    begun = _ABSTAINS.match(text)
    if begun is None:
        return ""
    for turn in _TURN.finditer(text, begun.end()):
        rest = text[turn.end() :]
        if belief := _BELIEF.match(rest):
            rest = rest[belief.end() :]
        silent = (turn["reason"] or turn["han"]) and _OF_SOURCES.match(rest)
        if not abstains(rest) and not silent and _NO_CLAIM.match(rest) is None and _long_enough(rest):
            return rest
    aside = _ASIDE.search(text, begun.end())
    return f"{with_capital(aside['who'])} {aside['told']}." if aside is not None else ""


def _long_enough(text: str) -> bool:
    """A statement has a subject and a verb: three words, or as many characters where words are not separated."""
    return len(text.split()) >= 3 or sum(ord(c) >= 0x3400 for c in text) >= 3
