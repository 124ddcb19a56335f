"""Denials that a premise leaves open or bears out, and that a small model takes for contradicted. Pure.

It took "The command has not been removed yet" for contradicted by "The command still works" (0.90), and "No booking is needed
for yoga" by "A booking is needed only for boxing" (0.51).
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import content_stems
from localcheck.text.patterns import regex
from localcheck.text.values.undated import dated

_NOT_YET_THEN = regex(
    r"\b(?:was|were|had|did) not yet (?:been )?(?:an? |the )?(?P<what>[a-z]{4,})"
    r"(?=[^.;]* (?:when|while|at (?:the|that) time|then)\b)"
)
_LONG_SO = regex(r"\b(?:already|before|since|by then|long)\b", re.IGNORECASE)
BEGINNING = 6
"""Letters that two words of one family share: independent, independence."""
_NOT_YET = regex(r"(?:\bnot|n['’]t|\bnever)\b[^.;,]{0,80}\byet\b")
_AHEAD = regex(r"\b(?:still|will|shall|going to|planned|expected to|due to)\b")
_DONE = regex(r"\b(?:already|now|has been|have been)\b")
_NEEDED = r"(?:needed|required|necessary|charged|compulsory|mandatory)"
_NONE_FOR = regex(
    rf"^(?:No\b|(?:An?|The)\b[^.;,]{{3,60}}\bnot\b)[^.;,]{{0,60}}? {_NEEDED} (?:for|from|by) (?P<whom>[^.;,]+)"
)
_ONLY_FOR = regex(rf"\b(?:{_NEEDED} only|only {_NEEDED}) (?:for|from|by) (?P<whom>[^.;,]+)")


def still_so(claim: str, premise: str) -> bool:
    """True for a claim that something has not happened yet beside a premise that says that it is still as it was, or will
    happen; for one without a year that something was not yet so when something else was, beside a premise that says when it
    became so; and for one that nothing is needed for one thing beside a premise that says for which alone it is.

    >>> still_so("The command has not been removed yet.", "The command still works.")
    True
    >>> still_so("It was not yet independent when the book came out.", "It ultimately led to independence in 1917.")
    True
    >>> still_so("No booking is needed for yoga.", "A booking is needed only for boxing.")
    True
    >>> still_so("No booking is needed for boxing.", "A booking is needed only for boxing.")
    False
    """
    if (then := _NOT_YET_THEN.search(claim)) and not dated(claim) and not negated(premise):
        return f" {then['what'][:BEGINNING]}" in premise.lower() and not _LONG_SO.search(premise)
    if _NOT_YET.search(claim):
        return _AHEAD.search(premise) is not None and not _DONE.search(premise) and not negated(premise)
    mine, only = _NONE_FOR.match(claim), _ONLY_FOR.search(premise)
    return mine is not None and only is not None and not content_stems(mine["whom"]) & content_stems(only["whom"])
