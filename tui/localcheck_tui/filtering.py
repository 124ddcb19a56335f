"""One language for ``/`` on every list: words, ``is:`` a label or state, ``in:`` a source."""

from __future__ import annotations

from collections.abc import Iterable

HELP = "words, is:refuted, is:undecided, in:title"


def fits(query: str, text: str, states: Iterable[str] = (), sources: Iterable[str] = ()) -> bool:
    """Whether a row fits every part of ``query``, without regard to case; an empty query fits all.

    The words must stand in ``text`` as they are, wherever its lines break; ``is:`` asks for the beginning of one of
    ``states``, ``in:`` for a part of one of ``sources``. A part that is not typed to its end (``is:``) asks for nothing yet.

    >>> fits("danube is:ref", "The Danube is long.", {"refuted"})
    True
    >>> fits("in:mars", "It is red.", sources=["Venus"])
    False
    """
    words = query.casefold().split()
    asks = [w for w in words if w.startswith(("is:", "in:"))]
    if " ".join(w for w in words if w not in asks) not in " ".join(text.casefold().split()):
        return False
    named = {"is:": [s.casefold() for s in states], "in:": [s.casefold() for s in sources]}
    return all(_asked(ask[3:], ask[:2] == "is", named[ask[:3]]) for ask in asks)


def _asked(wanted: str, from_start: bool, names: Iterable[str]) -> bool:
    return not wanted or any(name.startswith(wanted) if from_start else wanted in name for name in names)
