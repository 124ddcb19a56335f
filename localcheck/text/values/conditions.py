"""Rules, conditions and prices in the words in which a small model reads them rightly. Pure.

It took "You can return it without a receipt" for entailed by "You cannot return it without a receipt" (0.77), "The named driver
may drive" for contradicted by "Anyone other than the named driver may not drive" (0.96), "It is closed on Mondays" by "It is
open from 16:00 to 21:30, but not on Mondays" (0.90), and in "12 euros (children: 6 euros)" both prices for that of children.
"""

from __future__ import annotations

import re

from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.lexicon import MONTH_NAME, WEEKDAY
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import AGE_GROUP, Quantity
from localcheck.text.words import singular

_OTHERWISE = regex(
    r"\s*\((?P<who>[^():;.]{2,40}?)(?:: (?P<what>[^();]{1,40})"
    r"| (?<! (?:in|at|on|by|to|of) )(?P<bare>[$€£]?\d(?:[^();:]|:\d){0,30}))\)"
)
_LED = regex(r"(?:on|in|at|for|with|from|during|after|before) ")
FAR = 30
"""Characters between a value and the brackets, at most."""


def for_the_named(claim: str, text: str) -> str:
    """``text`` with the value that it has in brackets for those whom the claim names, in the place of the one before: a small
    model takes both for entailed.

    >>> for_the_named("Children pay 12 euros.", "Breakfast: 12 euros (children: 6 euros)")
    'Breakfast: 6 euros for children'
    """
    for found in reversed(list(_OTHERWISE.finditer(text))):
        who = found["who"]
        inner = quantities(said := found["what"] or found["bare"])
        if len(inner) != 1 or not (content_singulars(who) and content_singulars(who) <= content_singulars(claim)):
            continue
        before = [q for q in quantities(text) if q.kind == inner[0].kind and 0 <= found.start() - q.span.end <= FAR]
        if before and before[-1].value != inner[0].value:
            place, led = before[-1].span, who if _LED.match(who) else f"for {who}"
            between = text[place.end : found.start()]
            text = f"{text[: place.start]}{inner[0].span.of(said)}{between} {led}{text[found.end() :]}"
    return text


_FOR_OTHERS = regex(
    r"\bfor (?P<who>[a-z-]{3,20}(?: (?!for |is |are |was |were )[a-z-]{2,20}){0,3}?)"
    r"(?P<rest>,? (?:and|but|while) [^.;]{1,60}? for "
    r"(?:all |any |the )?(?:others?(?: [a-z]{3,20}s)?|every(?:one|body) else|rest|non-?[a-z]+)\b)"
)
_ALL_OR_OTHERS = regex(r"\b(?:others?|else|all|both|every\w*|any\w*|non-?[a-z]+|not|no|nobody)\b")


def without_others(claim: str, text: str) -> str:
    """``text`` without what it tells of all others, where the claim is about those for whom it tells something first: a small
    model takes both for entailed.

    >>> without_others("Members pay £6 an hour.", "A room is free for members and costs £6 an hour for others.")
    'A room is free for members.'
    """
    found = _FOR_OTHERS.search(text)
    if found is None or _ALL_OR_OTHERS.search(claim) or not quantities(found["rest"]):
        return text
    named = content_singulars(found["who"])
    return text[: found.start("rest")] + text[found.end() :] if named and named <= content_singulars(claim) else text


_NOT_OF_THEM = regex(
    r"\b(?:non-?(?P<non>[a-z]{3,20})|(?:those|people) who are not (?P<not>[a-z]{3,20}))\b", re.IGNORECASE
)


def as_others(claim: str, premise: str) -> str:
    """The claim with "others" for those who are none of the people that the premise tells something for first.

    >>> as_others("Non-members pay £6.", "It is free for members and costs £6 for others.")
    'Others pay £6.'
    """
    found, none = _FOR_OTHERS.search(premise), _NOT_OF_THEM.search(claim)
    if not (found and none) or content_singulars(none["non"] or none["not"]) != content_singulars(found["who"]):
        return claim
    others = "Others" if none.start() == 0 else "others"
    return claim[: none.start()] + others + claim[none.end() :]


_ONE = regex(
    r"\b(?:[Aa]n?|[Ee]ach|[Ee]very) (?:[\w-]+ ){0,3}?(?P<noun>[a-z]{3,20}) (?:of|with|for|worth|weighing|costing|lasting) $"
)
_WORD = regex(r"\b(?P<any>(?:[Aa]ny|[Ee]ach|[Ee]very) )?(?P<word>[A-Za-z]{3,20})\b")
_OR_MORE = regex(
    r" or (?:(?P<more>more|over|longer|above|higher|heavier)|less|under|fewer|shorter|below|lower|lighter)\b"
)
NEAR = 5
"""Words between a thing and the bound that says which of them are meant: "accounts with a balance of more than"."""


def as_rule(claim: str, premise: str) -> str:
    """The claim with the bound of the premise in the place of a number of its own that lies within it, of one of the things of
    which the premise tells; else as it is.

    >>> as_rule("An order of €60 is delivered free.", "Orders over €50 are delivered free of charge.")
    'An order over €50 is delivered free.'
    >>> as_rule("An order of €40 is delivered free.", "Orders over €50 are delivered free of charge.")
    'An order of €40 is delivered free.'
    """
    for own in quantities(claim):
        one = _ONE.search(claim[: own.span.start])
        if one is None or own.bound or own.upto is not None:
            continue
        for its in quantities(premise):
            if told := _bounded(one["noun"], own, its, premise):
                return f"{claim[: one.end('noun')]}{told}{claim[own.span.end :]}"
    return claim


def _bounded(noun: str, own: Quantity, its: Quantity, premise: str) -> str:
    """What the premise says behind a word for the claim's thing of which of them it tells, if the claim's is one of these."""
    after = _OR_MORE.match(premise, its.span.end)
    bound = its.bound or (0 if after is None else 1 if after["more"] else -1)
    if not bound or own.kind != its.kind or its.unit == AGE_GROUP:
        return ""
    if (own.value - its.value) * bound < 0 or (own.value == its.value and its.strict):
        return ""
    words = list(_WORD.finditer(premise, 0, its.span.start))[-NEAR:]
    named = [found.end() for found in words if _is_any(noun, found["word"].lower(), bool(found["any"]))]
    return premise[named[-1] : after.end() if after else its.span.end] if named else ""


def _is_any(noun: str, word: str, of_any: bool) -> bool:
    """Whether a word stands for all things of a kind: "orders", "any order"; "a crowd of more than 200" is one."""
    return singular(word) == noun and (of_any or word != noun)


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
    return _PLUS.sub("without ", text) if _INCLUDES.search(claim) else text


def unless_changed(claim: str, text: str) -> str:
    """The claim without "by default" beside a text that says it in other words: "unless the owner sets another".

    >>> unless_changed("Links expire after 14 days by default.", "Links expire after 14 days unless you set another date.")
    'Links expire after 14 days.'
    """
    return _DEFAULT.sub("", claim) if _CHANGEABLE.search(text) and "default" not in text.lower() else claim


def _only_with(found: re.Match[str]) -> str:
    modal = (found["modal"] or found["short"] or "can").lower()
    return f"{_MAY[modal]}{found['what']} only with {found['need']}"


def _except(found: re.Match[str]) -> str:
    if _ANYBODY.match(found["all"]):
        return f"Nobody except {found['but']} {found['verb']} {found['rest']}{found['end']}"
    return f"{found['all']} {found['no']} {found['rest']}, except {found['but']}{found['end']}"
