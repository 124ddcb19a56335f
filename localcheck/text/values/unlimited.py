"""What may be as much or as many as somebody likes, and what has an upper limit: each excludes the other. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated_around
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import COUNT, MONEY, PLAIN
from localcheck.text.values.units import TIME

_AS_LIKED = regex(
    r"\bas (?P<how>much|many|long|often|far|late)(?: (?P<what>[a-z]+)){0,2}? as"
    r" (?:they|you|he|she|we|one|[a-z]+s) (?:like|likes|want|wants|wish|wishes|please|pleases|need|needs)\b"
)
_NO_LIMIT = regex(
    r"\b(?:unlimited|(?:without|(?:there is|there['’]s|has|have) no) (?:upper |maximum )?limit"
    r"|any (?:number|amount) of)\b",
    re.IGNORECASE,
)
_KINDS = {"many": (COUNT, PLAIN), "often": (COUNT, PLAIN), "long": (TIME,), "late": (), "far": ("length",)}
"""Word -> kinds of the numbers that limit it; of "much" any other."""


def differently_limited(claim: str, premise: str) -> bool:
    """True if one of the two says that something may be as much as somebody likes, and the other tells the most that it may be.

    >>> differently_limited("Pupils may bring as much money as they like.", "Pupils may bring up to £5.")
    True
    >>> differently_limited("Pupils may bring as many books as they like.", "Pupils may bring up to £5.")
    False
    """
    return _limited(claim, premise) or _limited(premise, claim)


def _limited(free: str, other: str) -> bool:
    liked = _AS_LIKED.search(free)
    told = liked or _NO_LIMIT.search(free)
    if (
        told is None
        or negated_around(free[: told.start()], told.start())
        or _AS_LIKED.search(other)
        or _NO_LIMIT.search(other)
    ):
        return False
    limits = [q.kind for q in quantities(other) if q.limit < 0]
    if liked and liked["what"] == "money":
        return any(kind.startswith(MONEY) for kind in limits)
    kinds = _KINDS.get(liked["how"]) if liked else None
    return any(kinds is None or kind in kinds for kind in limits)
