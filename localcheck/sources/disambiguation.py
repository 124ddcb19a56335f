"""Pages that only list what a name can mean ("Commodore may refer to:"): they say nothing of any claim. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from localcheck.text.patterns import regex
from localcheck.types import Passage

BEGINNING = 400
"""Characters in which such a page says what it is."""
_TITLE = regex(r"\((?:disambiguation|消歧义|消歧義)\)$")
_LIST = regex(
    r"\b(?:(?:may|can|could|might)\s(?:\w+\s){0,2}(?:refer\sto|stand\sfor)|may\s(?:also\s)?mean|(?:most\s)?(?:commonly|usually)\srefers\sto"
    r"|is\sthe\sname\sof)\b[^.\n:]{0,60}:\s*$|可(?:以|能)?(?:指|是指)[^。\n]{0,20}[:：]\s*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_disambiguation(title: str, text: str) -> bool:
    """Does the page only list articles of like names, as far as its title and its first lines tell?

    >>> is_disambiguation("Mary", "Mary may refer to:"), is_disambiguation("Mary Astor", "Mary Astor was an actress.")
    (True, False)
    """
    return bool(_TITLE.search(title) or _LIST.search(text[:BEGINNING]))


def lists_last(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages in their order, the disambiguation pages behind all others."""
    lists = []
    for passage in passages:
        if is_disambiguation(passage.title, passage.text):
            lists.append(passage)
        else:
            yield passage
    yield from lists
