"""Claims of how far two values lie apart, beside a premise that tells values and no difference. Pure.

A reader takes "the deposit is £150 more than the rent" for contradicted by "the rent is £1,150".
"""

from __future__ import annotations

import re

from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import DAY, ORDINAL, YEAR

_FURTHER = (
    r"(?:more|less|fewer|higher|lower|longer|shorter|cheaper|dearer|older|younger|later|earlier|larger|smaller|bigger|wider"
    r"|narrower|heavier|lighter|taller|faster|slower|deeper|warmer|colder|further)"
)
_THAN = regex(rf"(?: (?:points?|years?|places?|[a-z]+))? {_FURTHER}(?: [a-z]+)? than\b")
"""Behind a number: that far two values lie apart."""
_BOUND = regex(rf"\b{_FURTHER} than (?:[£$€]|[A-Z]{{3}} )?\d")
"""What is no comparison of two values: "more than 14 days"."""
_COMPARES = regex(
    r"\b(?:than|same|equal\w*|twice|half|double\w*|differ\w*|compared|instead|after|before)\b", re.IGNORECASE
)
_FAR = regex(rf"(?: [a-z]+)? (?:{_FURTHER}|above|below|ahead|behind|extra|on top)\b")
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
    if not told or _COMPARES.search(_BOUND.sub(" ", premise)):
        return False
    alike = (q for q in quantities(premise) if any(q.same_kind(one) for one in told))
    return not any(_FAR.match(premise, q.span.end) or _BY.search(premise, 0, q.span.start) for q in alike)
