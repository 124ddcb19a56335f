"""Whether a sentence says nothing of what a claim compares: it names one of the two only, or tells something else. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import LONE_YEAR, rows
from localcheck.text.patterns import regex
from localcheck.text.subjects import subject
from localcheck.text.values.compare import compare
from localcheck.text.values.comparisons import ALIVE, LIVED, NUMBERS, WHICH_FIRST, YEARS_LIVED, comparison
from localcheck.text.values.plainly import WORD
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import DAY, ORDINAL, YEAR
from localcheck.text.words import folded

_ORDERS = "before after earlier later first then until follow preced succe outliv BC century same"
_STEMS = dict(row.split(": ") for row in rows("uncompared.stems")) | {
    WHICH_FIRST: _ORDERS,
    LIVED: _ORDERS,
    ALIVE: _ORDERS,
    YEARS_LIVED: "age years old long",
    **dict.fromkeys(NUMBERS, "number point melt boil"),
}
"""How words begin with which a sentence may compare in this."""
_STEM = {of: regex(rf"\b(?:{'|'.join(stems.split())}|\d{{3,}})", re.IGNORECASE) for of, stems in _STEMS.items()}
_BEGUN = r"\b(?:found(?:ed|ation|ing)|built(?!-up)|born|established|created|opened|completed|settled|beg[au]n|dat(?:es|ing))\b"
_ORDERED = r"\b(?:before|after|earlier|later|prior|follow(?:s|ed|ing))\b"
_OLDER = regex(
    rf"\b(?:old|young|new)(?:er|est)\b|\b(?:pre|ante)dat|{_BEGUN}[^.;]{{0,60}}{_ORDERED}|{_ORDERED}[^.;]{{0,60}}{_BEGUN}",
    re.IGNORECASE,
)
_LONE_YEAR = regex(LONE_YEAR)
_THAN_IN = regex(rf",?[\w ]{{0,40}}\bthan (?:(?:it|they|he|she) (?:was|were|did|had) )?in (?P<year>{LONE_YEAR})")
_DATE = regex(r"(?<![\w,.])\d{3,4}(?!\w|,\d)|\b[\w-]+ centur(?:y|ies)\b")
_FROM_WHEN = regex(rf"{_BEGUN}|\([^()\d]{{0,20}}\d{{3,4}}\s?[–-]", re.IGNORECASE)
"""With two dates: they are of a foundation, or of a life."""
_FURTHER = regex(rf"(?<=[a-z])(?:, (?:the )?{WORD}(?: {WORD})?){{0,9}},? and (?:the )?{WORD}(?: {WORD})?(?=[.!]?$)")
"""At the end of a claim, what is compared as well: "than London, Paris and Rome"."""
_MOST = {
    of: regex(
        rf"\b(?:is|was) (?:the |its )?(?:(?!second|third)[\w'’-]+ ){{0,3}}?(?:(?:{'|'.join(stems.split())})\w*est\b|most popul)"
    )
    for of, stems in _STEMS.items()
}


def uncompared(claim: str, premise: str) -> bool:
    """True if a claim compares two things, or one with several, and the premise does not compare the two, or the first two, in
    that, nor says of the first that it is the largest, or the smallest, of all.

    >>> uncompared("The Atlantic is smaller than the Pacific.", "Pacific Ocean. The Atlantic is increasing.")
    True
    >>> uncompared("Russia is larger than Canada.", "Russia is the largest country in the world.")
    False
    >>> uncompared("London is older than Paris and Rome.", "London is the second most populous in the EU, after Paris.")
    True
    """
    what = comparison(claim) or comparison(_FURTHER.sub("", claim))
    if what is None:
        return False
    have, names = frozenset(folded(premise)), [frozenset(folded(name)) for name in (what.one, what.other)]
    one, other = (bool((mine - its or mine) & have) for mine, its in (names, names[::-1]))
    if what.of == LIVED and what.sign == 0:
        return not (one and other)
    one = one and (what.of != "age" or _is_told_of(frozenset().union(*names), premise))
    return not (one and ((other and _compares(what.of, premise)) or _MOST[what.of].search(premise)))


def of_one_year(claim: str, premise: str) -> bool:
    """True if a claim compares two years and the premise is of one of them: it says nothing of the other, and contradicts no
    more than a number of its own year.

    >>> claim = "In 2023 it had 502 guests, more than in 2022."
    >>> of_one_year(claim, "In 2023 it had 502 guests."), of_one_year(claim, "It had 455 guests in 2022.")
    (True, True)
    >>> of_one_year(claim, "In 2023 it had 501 guests."), of_one_year(claim, "It had 502 in 2023 and 510 in 2022.")
    (False, False)
    """
    found = _THAN_IN.search(claim)
    there = set(_LONE_YEAR.findall(premise))
    if found is None or not there:
        return False
    than = found["year"]
    own = set(_LONE_YEAR.findall(claim)) - {than}
    if not own <= there:
        return True
    return than not in there and not compare(claim[: found.start()], premise).rivals


def _is_told_of(names: frozenset[str], premise: str) -> bool:
    """Whether a birth is told of one of the names: "Wiles was born in Cambridge" tells no age of the university."""
    return "born" not in premise or bool((frozenset(folded(" ".join(subject(premise)))) or names) & names)


def _compares(of: str, premise: str) -> bool:
    """True if a sentence may compare two things in this: ages by a date of each, or by which was founded first; "after Paris"
    is a place among others.
    """
    if of != "age":
        return _STEM[of].search(premise) is not None
    dated = len(set(_DATE.findall(premise))) > 1 and _FROM_WHEN.search(premise)
    return bool(dated or _OLDER.search(premise))


_MORE = (
    r"(?:more|less|fewer|higher|lower|longer|shorter|cheaper|dearer|older|younger|later|earlier|larger|smaller|bigger|wider"
    r"|narrower|heavier|lighter|taller|faster|slower|deeper|warmer|colder|further)"
)
_THAN = regex(rf"(?: (?:points?|years?|places?|[a-z]+))? {_MORE}(?: [a-z]+)? than\b")
"""Behind a number: that far two values lie apart."""
_BOUND = regex(rf"\b{_MORE} than (?:[£$€]|[A-Z]{{3}} )?\d")
"""What is no comparison of two values: "more than 14 days"."""
_COMPARED = regex(
    r"\b(?:than|same|equal\w*|twice|half|double\w*|differ\w*|compared|instead|after|before)\b", re.IGNORECASE
)
_FAR = regex(rf"(?: [a-z]+)? (?:{_MORE}|above|below|ahead|behind|extra|on top)\b")
_BY = regex(r"\bby (?:[£$€]|[A-Z]{3} )?$")


def told_no_difference(claim: str, premise: str) -> bool:
    """True if a claim says by how much two values differ, and the premise tells no difference.

    >>> rent = "The rent is £1,150 a month. A deposit of £1,300 is protected."
    >>> told_no_difference("The deposit is £150 more than one month's rent.", rent)
    True
    >>> told_no_difference("The deposit is £150 more than one month's rent.", "The deposit is £50 more than the rent.")
    False
    """
    told = [q for q in quantities(claim) if q.kind not in (YEAR, DAY, ORDINAL) and _THAN.match(claim, q.span.end)]
    if not told or _COMPARED.search(_BOUND.sub(" ", premise)):
        return False
    alike = (q for q in quantities(premise) if any(q.same_kind(one) for one in told))
    return not any(_FAR.match(premise, q.span.end) or _BY.search(premise, 0, q.span.start) for q in alike)
