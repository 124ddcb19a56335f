"""Exceptions and conditions of rules in words that a small model reads rightly: "must not be passed on without consent" is "may
be passed on only with consent". Pure.

It took "You can return it without a receipt" for entailed by "You cannot return it without a receipt" (0.77), "The named driver
may drive" for contradicted by "Anyone other than the named driver may not drive" (0.96), and "It is closed on Mondays" by "It
is open from 16:00 to 21:30, but not on Mondays" (0.90).
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import MONTH_NAME, WEEKDAY
from localcheck.text.patterns import regex

_MAY = {"must": "may", "may": "may", "shall": "may", "should": "may", "can": "can", "could": "could"}
_WITHOUT = regex(
    r"\b(?:(?P<modal>must|may|shall|should|could|can) not|(?P<can>cannot|can['’]t)|(?P<short>must|should)n['’]t)"
    r"(?P<what> (?!only\b)[^.,;:()]{2,90}?) without (?P<need>(?!it\b|them\b|[a-z]+ing\b|delay\b|further\b)[^.,;:]{2,80})"
)
_OTHER_THAN = regex(
    r"^(?P<all>[A-Z][\w-]*(?: [a-z-]+){0,3}?) other than (?P<but>[^.,;:]{2,60}?)"
    r" (?P<no>(?P<verb>may|must|can|shall|is|are|will)(?: not|(?<=can)not)) (?P<rest>[^.;]{2,120}?)(?P<end>[.!]?)$"
)
_ANYBODY = regex(r"(?:anyone|anybody|everyone|everybody|all|those|people|persons?)(?: else)?$", re.IGNORECASE)
_PROVIDED = regex(r"(?P<before>\b(?:may|can|will|shall|is|are)\b[^.;]{2,160}?),? provided that (?=\w)")
_PLUS = regex(
    r"\bplus (?=(?:the |any )?(?:(?:applicable|statutory) )?(?:\d[\d.,]{0,5} ?(?:%|per cent|percent) )?"
    r"(?:VAT|tax|sales tax|GST)\b)"
)
_BUT_NOT_ON = regex(
    rf",? but not (?=on {WEEKDAY}s?\b|(?:on|at) (?:weekends?|public holidays|holidays)\b"
    rf"|in (?:{MONTH_NAME}|spring|summer|autumn|winter)\b|during the (?:[a-z]+ )?holidays\b)"
)
_DEFAULT = regex(r",? by default(?=[.,!]|$)")
_CHANGEABLE = regex(r"\bunless\b|\botherwise\b|\b(?:can|may) (?:be changed|change|choose|set)\b")
_INCLUDES = regex(r"\b(?:inclu|exclu)\w+|\b(?:net|gross)\b", re.IGNORECASE)


def conditioned(text: str) -> str:
    """``text`` with "only with", "except" and "only if" for what says so by a denial or in other words.

    >>> conditioned("You cannot return it without a receipt."), conditioned("He could not leave without saying so.")
    ('You can return it only with a receipt.', 'He could not leave without saying so.')
    >>> conditioned("Pets other than fish are not allowed."), conditioned("Anyone other than the driver may not drive.")
    ('Pets are not allowed, except fish.', 'Nobody except the driver may drive.')
    >>> conditioned("Bicycles are covered, provided that they were locked.")
    'Bicycles are covered only if they were locked.'
    >>> conditioned("The sauna is open from 16:00 to 21:30, but not on Mondays.")
    'The sauna is open from 16:00 to 21:30, except on Mondays.'
    """
    if "but not" in text:
        text = _BUT_NOT_ON.sub(", except ", text)
    if "without" in text:
        text = _WITHOUT.sub(_only_with, text)
    if "other than" in text:
        text = _OTHER_THAN.sub(_except, text)
    return _PROVIDED.sub(r"\g<before> only if ", text) if "provided" in text else text


def taxed(claim: str, text: str) -> str:
    """``text`` with "without VAT" for "plus VAT", beside a claim that says what is included.

    >>> taxed("The fee includes VAT.", "It costs €890 plus 19% VAT."), taxed("VAT is added.", "It costs €890 plus VAT.")
    ('It costs €890 without 19% VAT.', 'It costs €890 plus VAT.')
    """
    return _PLUS.sub("without ", text) if "plus" in text and _INCLUDES.search(claim) else text


def unless_changed(claim: str, text: str) -> str:
    """The claim without "by default" beside a text that says it in other words: "unless the owner sets another".

    >>> unless_changed("Links expire after 14 days by default.", "Links expire after 14 days unless you set another date.")
    'Links expire after 14 days.'
    """
    told = _DEFAULT.search(claim) and _CHANGEABLE.search(text) and "default" not in text.lower()
    return _DEFAULT.sub("", claim) if told else claim


def _only_with(found: re.Match[str]) -> str:
    modal = (found["modal"] or found["short"] or "can").lower()
    return f"{_MAY[modal]}{found['what']} only with {found['need']}"


def _except(found: re.Match[str]) -> str:
    if _ANYBODY.match(found["all"]):
        return f"Nobody except {found['but']} {found['verb']} {found['rest']}{found['end']}"
    return f"{found['all']} {found['no']} {found['rest']}, except {found['but']}{found['end']}"
