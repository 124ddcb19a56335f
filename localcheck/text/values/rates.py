"""Which of two things is more common, by how many each affects: "1 in 5,000" is more than "1 in 40,000". Pure.

A small NLI model takes the larger number for more: "A is more common than B" was contradicted (0.9) by these two.
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.patterns import regex
from localcheck.text.values.says import Says

_COMMON = "common|frequent|prevalent|widespread"
_CLAIM = regex(
    r"(?:The |An? )?(?P<one>[^,;:.]{2,60}?) (?:is|are|was|were|occurs?) (?:much |far |slightly |a (?:lot|little) )?"
    rf"(?:(?P<more>more (?:{_COMMON}|often)|commoner)|(?:less (?:{_COMMON}|often)|rarer)) than (?:the |an? )?"
    r"(?P<other>[^,;:.]{2,60}?)(?: (?:is|are|was|were|does|do))?[.!]?"
)
_COUNT = r"\d{1,3}(?:,\d{3})+|\d+"
_RATE = regex(
    r"(?P<who>(?:[\w’'-]+ ){1,6})(?:affects?|affected|(?:occurs?|occurred|is found|are found|is present|happens?) (?:in|to))"
    r" (?:(?:about|approximately|around|roughly|only|nearly|an? estimated|up to) )*(?:(?:1|one) in (?:every )?"
    rf"(?P<low>{_COUNT})(?:(?:[–-]| to )(?P<high>{_COUNT}))?|(?P<share>\d+(?:\.\d+)?) ?(?:%|per ?cent\b))"
)


def more_common(claim: str, premise: str) -> Says | None:
    """Whether a premise that tells how many each of two things affects bears out which one a claim calls more common.

    >>> rates = "Haemophilia A affects about 1 in 5,000–10,000, while haemophilia B affects about 1 in 40,000."
    >>> more_common("Haemophilia A is more common than haemophilia B.", rates)
    'borne out'
    >>> more_common("Haemophilia A is rarer than haemophilia B.", rates)
    'contradicted'
    """
    said = _CLAIM.fullmatch(claim)
    if said is None or negated(claim):
        return None
    told = [(_words(found["who"]), _rates(found)) for found in _RATE.finditer(premise)]
    one, other = _words(said["one"]), _words(said["other"])
    mine = [rates for who, rates in told if one <= who and not (other - one) & who]
    its = [rates for who, rates in told if other <= who and not (one - other) & who]
    if len(mine) != 1 or len(its) != 1 or one == other:
        return None
    (low, high, kind), (its_low, its_high, its_kind) = mine[0], its[0]
    if kind != its_kind or (low <= its_high and its_low <= high):
        return None
    return "borne out" if (low > its_high) == bool(said["more"]) else "contradicted"


def _rates(found: re.Match[str]) -> tuple[float, float, str]:
    """The lowest and the highest share that are told, and in which form."""
    if found["share"]:
        return float(found["share"]) / 100, float(found["share"]) / 100, "%"
    many = [float(number.replace(",", "")) for number in (found["low"], found["high"] or found["low"])]
    return 1 / max(*many, 1.0), 1 / max(min(many), 1.0), "in"


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w’'-]+", text.lower()))
