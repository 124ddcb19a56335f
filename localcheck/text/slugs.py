"""What a web page is about, as far as its address says. Pure."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

_ENDING = re.compile(r"\.(?:html?|php|aspx?|jsp|pdf|cfm|shtml)$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s_+.:–—-]+")
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?|[^\W\d_]|\d{1,4}")
MOST = 12
"""Words of a title."""


def title_of_address(url: str) -> str:
    """The words of the last part of the path that reads like a title, else the site's name; empty for no address.

    The title is put before the page's text when a model reads it, so that a pronoun in the text has a name to refer to.

    >>> title_of_address("https://history.example.org/physicians/sir-john-russell-reynolds")
    'Sir John Russell Reynolds'
    >>> title_of_address("https://en.wikipedia.org/wiki/Mercury_(planet)"), title_of_address("https://example.org/?id=7")
    ('Mercury (planet)', 'example.org')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    for segment in reversed([s for s in parts.path.split("/") if s]):
        words = [w for w in _BETWEEN.split(_ENDING.sub("", unquote(segment))) if w]
        said = [w for w in words if _WORD.fullmatch(w.strip("(),'’\""))]
        if len(said) >= 2 and len(said) >= 0.6 * len(words) and sum(w[0].isdigit() for w in said) < len(said) - 1:
            small = segment == segment.lower()
            return " ".join(w.capitalize() if small else w for w in said[:MOST])
    return parts.netloc
