"""The HTML of an encyclopedia's page to plain text."""

from __future__ import annotations

from localcheck.errors import LocalcheckError


def to_plain(html: str, title: str) -> str:
    """The readable text without its title; empty where the page has none, or cannot be read as HTML."""
    from localcheck.text.html.reading import article_text

    try:
        text = article_text(html, title)
    except LocalcheckError:
        return ""
    first, _, rest = text.partition("\n")
    return rest.strip() if first.strip() == title else text
