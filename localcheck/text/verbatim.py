"""Where an excerpt stands in a text, word for word; white space and the form of quotation marks do not matter."""

from __future__ import annotations

import re

from localcheck.types import Span

_FORMS = {mark: f"[{marks}]" for marks in ('"“”„', "'’‘", "-‐‑–—") for mark in marks}
LEAST = 3
"""Words that an excerpt must have to say anything; a shorter one must be the whole text."""


def locate(excerpt: str, text: str) -> Span | None:
    """The first place of ``excerpt`` in ``text``, or None. What comes back is a span of ``text``: its words, not the model's.

    >>> locate("born  in 'Bonn'", "He was born in ‘Bonn’.")
    Span(start=7, end=21)
    """
    words = excerpt.strip().strip(".… ").split()
    if not words or (len(words) < LEAST and " ".join(words) != " ".join(text.split()).strip(".… ")):
        return None
    pattern = r"\s+".join("".join(_FORMS.get(c, re.escape(c)) for c in word) for word in words)
    match = re.search(pattern, text)
    return Span(*match.span()) if match else None
