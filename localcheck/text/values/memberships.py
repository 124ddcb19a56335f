"""Of which body something is a member, beside the bodies of which a text says so. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences

_NAME = rf"[{CAPITAL}][\w.-]*(?: (?:(?:of|the|and|for|in) ){{0,2}}[{CAPITAL}][\w.-]*){{0,6}}"
_CLAIMED = regex(
    r"\b(?:is|are|was|were|became|remains?|has been|have been) (?:still )?(?:an? |the |one of the )?(?:[a-z]+ )?members? of"
    rf" (?:the )?(?P<body>{_NAME})\.?$"
)
_SPEAKS = regex(r"\bmembers?(?:hip)?\b")
_JOINED = regex(
    r"\b(?:members?(?:hip)? (?:states? )?of|join(?:s|ed|ing)|acce(?:ded|ssion) to|admitted to|enter(?:s|ed)|part of)\b"
)
_OF_ONE = regex(rf"\bmembers? of (?:the )?{_NAME}")
_LISTED = regex(rf"{_OF_ONE.pattern}(?: \([^)]*\))?(?:,| and) (?:the )?{_NAME}")
_CLAUSE = regex(r";|\b(?:which|that|who|whose|where|while|but|although)\b|, an? ")
"""Where the list of bodies ends."""
_NOT_YET = regex(
    r"\b(?:aspir\w+|candidates?|appli(?:es|ed|cations?)|apply|associate|observers?|hop(?:es|ed|ing)|want(?:s|ed)|negotiat\w+"
    r"|potential|prospective|former|future|becoming|goals?|aim(?:s|ed|ing)?|seek(?:s|ing)?|sought)\b",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W\d_]+")
_SMALL = frozenset(("of", "the", "and", "for", "in"))


def of_other_bodies(claim: str, premise: str) -> bool:
    """True if a claim says of which body something is a member, and the premise speaks of memberships, but of none in this
    body: it lists others, or tells who would like to be one.

    >>> told = "Norway is a founding member of NATO and the Nordic Council; it trades with the European Union."
    >>> [of_other_bodies(f"Norway is a member of {body}.", told) for body in ("the European Union", "the Nordic Council")]
    [True, False]
    >>> of_other_bodies("Ukraine is a member of NATO.", "NATO calls Georgia and Ukraine aspiring members.")
    True
    """
    claimed = _CLAIMED.search(claim.strip())
    if claimed is None or negated(claim) or _NOT_YET.search(claim) or not _SPEAKS.search(premise):
        return False
    body = claimed["body"].rstrip(".")
    if " and " in body:
        return False
    sentences = rough_sentences(premise)
    spoken = [s for s in sentences if _names(s, body)]
    if any(negated(s) or _is_told(s, body) for s in spoken):
        return False
    hoped = bool(spoken) and any(_SPEAKS.search(s) and _NOT_YET.search(s) for s in sentences)
    return hoped or any(_OF_ONE.search(s) for s in spoken) or any(_LISTED.search(s) for s in sentences)


def _is_told(sentence: str, body: str) -> bool:
    """Whether a sentence tells of a membership in a body."""
    if _NOT_YET.search(sentence):
        return False
    lists = (_CLAUSE.split(sentence[m.end() :], maxsplit=1)[0] for m in _JOINED.finditer(sentence))
    return any(_names(one, body) for one in lists) or any(
        _names(sentence[max(0, m.start() - 2 * len(body)) : m.start()], body) for m in _SPEAKS.finditer(sentence)
    )


def _names(text: str, body: str) -> bool:
    """Whether a text has the name of a body, in full or by its initials."""
    short = _initials(body)
    if body in text or (len(short) > 1 and re.search(rf"\b{short}\b", text)):
        return True
    return body.isupper() and body in _initials(text)


def _initials(text: str) -> str:
    """The first letters of its capitalised words."""
    return "".join(word[0] for word in _WORD.findall(text) if word not in _SMALL and word[0].isupper())
