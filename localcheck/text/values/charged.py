"""What costs nothing and what has a price, what is provided and what guests bring themselves, what is paid and what is owed: of
two such states each excludes the other. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.facts import Says
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.patterns import regex

_LED = r"(?!(?:[Ii]f|[Ww]hen|[Uu]nless)\b)(?:[Tt]he |[Aa]n? |[Yy]our )?"
_WHAT = rf"{_LED}(?P<what>[A-Za-z][A-Za-z-]*(?: (?!is\b|are\b|costs?\b)[a-z-]+){{0,2}}?)"
_END = r"(?=[.,;!)]|$| (?:and|but|while)\b)"
_ANYBODY = r"\b(?i:you|one|guests|visitors|customers|passengers|users|travellers|people)"
"""Those for whom a thing that is free costs nothing; not some of them only, as members and students."""
_BESIDES = r"(?: (?:extra|separately|(?:on top of|in addition to|in|with) the [a-z ]{3,30}?))?"
_PRICE = r"(?:prices?|rates?|fees?|fares?|rent|costs?|tickets?|tariffs?)"
_LEAD, _DOES_NOT = r"(?:^|[.,;:] |and )", r"(?:do|does)(?: not|n['’]t) "
_LIST = regex(r", (?:and )?| and ")
_INCLUDING = regex(
    rf"\b{_PRICE}\b[^.;:!]{{0,60}}? (?P<not>{_DOES_NOT})?includes? (?P<what>[^.;:!()]{{3,80}})", re.IGNORECASE
)
"""What a price includes, one by one."""
_FREE = (
    regex(
        rf"\b(?:[Nn]othing is charged|[Nn]o (?:charge|fee) is (?:made|taken)|[Tt]here is no (?:charge|fee)) for {_WHAT}{_END}"
    ),
    regex(
        rf"{_LEAD}{_WHAT} (?:(?:is|are|travels?|goes|go|rides?|parks?|enters?|comes?) (?:in |along )?(?:for )?free"
        rf"(?: of charge)?|costs? nothing){_END}"
    ),
    regex(
        rf"{_LEAD}{_WHAT} (?:is|are)(?P<not> not|n['’]t)? included"
        rf"(?: in (?:the |your |its )?(?:[a-z]+ )?{_PRICE}(?: (?:of|for) [a-z ]{{3,30}}?)?)?{_END}"
    ),
    _INCLUDING,
    regex(
        rf"{_ANYBODY} (?:pay nothing|{_DOES_NOT}(?:(?:have|need) to )?pay(?: anything| extra)?) for {_WHAT}{_BESIDES}{_END}"
    ),
)
_PRICED = (
    regex(
        rf"{_LEAD}{_WHAT}(?: (?:is|are|costs?)|:)? (?:only )?(?:[€$£]\s?(?=[\d.,]*[1-9])[\d.,]*\d"
        rf"|(?=[\d.,]*[1-9])\d[\d.,]* (?:[a-z]+ )?(?:euros?|cents?|pounds?|pence|dollars?"
        rf"|francs?|kron(?:er|or)|[A-Z]{{3}})\b)(?: extra)?(?: (?:per|an?|each) [a-z]+)?{_END}"
    ),
    regex(rf"{_LEAD}{_WHAT}(?: (?:is|are|costs?)(?: charged)?|:) extra{_END}"),
    regex(rf"{_ANYBODY} (?:(?:have|need) to|must) pay (?:extra )?for {_WHAT}{_BESIDES}{_END}"),
    regex(rf"{_LEAD}{_WHAT} (?P<not>{_DOES_NOT})?needs? an? (?:own )?ticket{_END}"),
)
_BILL = (
    r"(?:[Tt]he |[Aa]n? |[Yy]our )?"
    r"(?P<what>[\w’-]+(?: (?!(?:is|are|was|were|has|have|had|still|remains?|and|but)\b)[\w’-]+){0,5}?)"
)
_NOT_YET = r"(?: not(?: yet)?|n['’]t(?: yet)?)"
_IS = rf"(?:(?:is|are|was|were)(?P<not>{_NOT_YET})?|(?:has|have|had)(?P<not_>{_NOT_YET})? been)"
_PAYER = r"\b(?P<payer>[A-Z][a-z]+|[Hh]e|[Ss]he|I|[Ww]e|[Yy]ou|[Tt]he [a-z]+)"
"""One who pays: of several some may have paid and others not."""
_TO = "(?:still (?:has|have) to|(?:has|have) (?:still|yet) to)"
_PAID = (
    regex(
        rf"{_LEAD}{_BILL} {_IS}(?: (?:now|already|fully))? (?:paid|settled|cleared)(?: in full| off)?(?: yet)?{_END}"
    ),
    regex(
        rf"{_PAYER} (?:has|have|had)(?P<not>{_NOT_YET})? (?:already )?(?:paid|settled|cleared|paid off) {_BILL}(?: yet)?{_END}"
    ),
)
_OWED = (
    regex(rf"{_LEAD}{_BILL} (?:{_IS}|remains?)(?: (?:still|yet|now))? (?:unpaid|outstanding|overdue|owed|owing){_END}"),
    regex(rf"{_LEAD}{_BILL} {_TO} be (?:paid|settled){_END}"),
    regex(rf"{_PAYER} (?:{_TO} (?:pay|settle)|still owes?) {_BILL}{_END}"),
)
_GIVEN = (
    regex(
        rf"{_LEAD}{_WHAT} (?:is|are|will be) (?P<not>not )?(?:provided|supplied|available on loan|lent out)"
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
_FORMS = (
    (_FREE, "free"),
    (_PRICED, "priced"),
    (_GIVEN, "given"),
    (_BROUGHT, "brought"),
    (_PAID, "paid"),
    (_OWED, "owed"),
)
_OPPOSITE = {"free": "priced", "given": "brought", "paid": "owed"}
_OPPOSITE |= {other: one for one, other in _OPPOSITE.items()}
"""Two states of a thing that exclude each other; one that is denied is the other."""


@lru_cache(maxsize=4096)
def charged(claim: str, premise: str) -> Says | None:
    """What a premise says of a claim that something is free or has a price, is provided or has to be brought, or is paid or
    owed, where it says the same or the contrary of the same thing; None elsewhere, and of two prices.

    >>> charged("Bicycles travel free.", "A ticket costs 12 euros, a bicycle 5 euros.")
    'contradicted'
    >>> charged("Breakfast is included in the room price.", "Breakfast: £9 extra per person.")
    'contradicted'
    >>> charged("Invoice 204 is unpaid.", "Invoice 204 is outstanding.")
    'borne out'
    >>> charged("You need not bring a towel.", "The pool is open daily. Towels are provided.")
    'borne out'
    >>> charged("Bicycles travel free.", "Children travel free.") is None
    True
    """
    told = {*_told(claim)}
    if len(told) != 1:
        return None
    what, mine, by = told.pop()
    its = {state for thing, state, other in _told(premise) if thing == what and (by == other or not (by and other))}
    its &= {mine, _OPPOSITE[mine]}
    if len(its) != 1 or (its == {"priced"} == {mine} and any(char.isdigit() for char in claim)):
        return None
    return "borne out" if its == {mine} else "contradicted"


def _told(text: str) -> Iterator[tuple[frozenset[str], str, frozenset[str]]]:
    """The states of things that a text tells, each with who pays, where that is a name or a thing."""
    for form, state in ((form, state) for forms, state in _FORMS for form in forms):
        for found in form.finditer(text):
            parts = found.groupdict()
            denied, by = parts.get("not") or parts.get("not_"), content_singulars(parts.get("payer") or "")
            for one in _LIST.split(found["what"]) if form is _INCLUDING else (found["what"],):
                if what := content_singulars(one):
                    yield what, _OPPOSITE[state] if denied else state, by
