"""What costs nothing and what has a price, what is provided and what guests bring themselves: each excludes the other. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.facts import Says
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.patterns import regex

_LED = r"(?!(?:[Ii]f|[Ww]hen|[Uu]nless)\b)(?:[Tt]he |[Aa]n? |[Yy]our )?"
_WHAT = rf"{_LED}(?P<what>[A-Za-z][a-z-]*(?: (?!is\b|are\b|costs?\b)[a-z-]+){{0,2}}?)"
_END = r"(?=[.,;!)]|$| (?:and|but|while)\b)"
_FREE = (
    regex(
        rf"\b(?:[Nn]othing is charged|[Nn]o (?:charge|fee) is (?:made|taken)|[Tt]here is no (?:charge|fee)) for {_WHAT}{_END}"
    ),
    regex(
        rf"(?:^|[.,;:] |and ){_WHAT} (?:(?:is|are|travels?|goes|go|rides?|parks?|enters?|comes?) (?:in |along )?(?:for )?free"
        rf"(?: of charge)?|costs? nothing){_END}"
    ),
)
_PRICED = (
    regex(
        rf"(?:^|[.,;:] |and ){_WHAT}(?: (?:is|are|costs?)|:)? (?:only )?(?:[€$£]\s?(?=[\d.,]*[1-9])[\d.,]*\d"
        rf"|(?=[\d.,]*[1-9])\d[\d.,]* (?:[a-z]+ )?(?:euros?|cents?|pounds?|pence|dollars?"
        rf"|francs?|kron(?:er|or)|[A-Z]{{3}})\b){_END}"
    ),
)
_GIVEN = (
    regex(
        rf"(?:^|[.,;:] |and ){_WHAT} (?:is|are|will be) (?P<not>not )?(?:provided|supplied|available on loan|lent out)"
        rf"(?: by [a-z ]{{3,40}}?| free of charge| for free)?{_END}"
    ),
    regex(rf"\b(?:We|we|[Tt]he [a-z]+) (?P<not>(?:do|does) not )?(?:provides?|suppl(?:y|ies)) {_WHAT}{_END}"),
)
_NEED_NOT = r"(?P<not>(?:need|does|do) not (?:(?:have|need) to )?|no need to )"
_BROUGHT = (
    regex(rf"\b{_NEED_NOT}?[Bb]rings? (?:along )?(?:your|their|his or her) own {_WHAT}{_END}"),
    regex(
        rf"(?:(?:^|[.;:] )Bring|[Pp]lease bring|\b[Yy]ou (?:{_NEED_NOT}|(?:must|should|(?:have|need) to) )bring) (?:along )?"
        rf"(?=your |an? |the ){_WHAT}{_END}"
    ),
)
_FORMS = ((_FREE, "free"), (_PRICED, "priced"), (_GIVEN, "given"), (_BROUGHT, "brought"))
_OPPOSITE = {"free": "priced", "priced": "free", "given": "brought", "brought": "given"}
"""Two states of a thing that exclude each other; one that is denied is the other."""


@lru_cache(maxsize=4096)
def charged(claim: str, premise: str) -> Says | None:
    """What a premise says of a claim that something is free or has a price, or is provided or has to be brought, where it says
    the same or the contrary of the same thing; None elsewhere, and of two prices.

    >>> charged("Bicycles travel free.", "A ticket costs 12 euros, a bicycle 5 euros.")
    'contradicted'
    >>> charged("You need not bring a towel.", "The pool is open daily. Towels are provided.")
    'borne out'
    >>> charged("Bicycles travel free.", "Children travel free.") is None
    True
    """
    told = {*_told(claim)}
    if len(told) != 1:
        return None
    what, mine = told.pop()
    its = {state for thing, state in _told(premise) if thing == what} & {mine, _OPPOSITE[mine]}
    if len(its) != 1 or its == {"priced"} == {mine}:
        return None
    return "borne out" if its == {mine} else "contradicted"


def _told(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """The states of things that a text tells."""
    for forms, state in _FORMS:
        for found in (found for form in forms for found in form.finditer(text)):
            what = content_singulars(found["what"])
            if what:
                yield what, _OPPOSITE[state] if found.groupdict().get("not") else state
