"""Names in full where a sentence has only a part of them: "Hugo" of "Hugo Marsh", who is named elsewhere in its text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile

from localcheck.text.lexicon import NOT_NAMES, OPENING_WORDS
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH

_FULL = regex(rf"[{CAPITAL}](?:[\w-]|['’](?!s\b))+(?: [{CAPITAL}](?:[\w-]|['’](?!s\b))+){{1,2}}")


def in_full(claim: str, text: str, said: str) -> str:
    """``said``, which stands in ``text``, with the names of the claim in full that the text has in full elsewhere, where it has
    their first or last word only, and the text has that in no other name.

    A reader hardly believes that Hugo Marsh offered what "Hugo offered" (0.52), and does where it reads the name (0.99).

    >>> minutes = "Present: Ada Bell, Hugo Marsh. Ada chaired. Hugo will paint the gate."
    >>> in_full("Hugo Marsh will paint the gate.", minutes, "Hugo will paint the gate.")
    'Hugo Marsh will paint the gate.'
    >>> in_full("Hugo Marsh will paint it.", f"{minutes} Hugo Lee left.", "Hugo will paint the gate.")
    'Hugo will paint the gate.'
    """
    for full, parts in _named(claim, text):
        if full not in said:
            said = next((told for part in parts if (told := part.sub(full, said, count=1)) != said), said)
    return said


@lru_cache(maxsize=512)  # asked of every sentence that is read for a claim
def _named(claim: str, text: str) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """The names of a claim that a text has in full, each with the parts that stand for it where they stand alone."""
    found = dict.fromkeys(" ".join(dropwhile(_is_no_name, match.split(" "))) for match in _FULL.findall(claim))
    return tuple((full, tuple(_alone(full, text))) for full in found if " " in full and full in text)


def _is_no_name(word: str) -> bool:
    return word.lower() in ENGLISH or word in OPENING_WORDS or word in NOT_NAMES


def _alone(full: str, text: str) -> Iterator[re.Pattern[str]]:
    """The last and the first word of a name, each where no other name begins before or behind it, if the text has none such."""
    rest = text.replace(full, "")
    for word in (full.rpartition(" ")[2], full.partition(" ")[0]):
        alone = rf"(?<![\w’'-]){re.escape(word)}(?![\w-])"
        if not _is_no_name(word) and not re.search(rf"[{CAPITAL}][\w’'-]* {alone}|{alone} [{CAPITAL}]", rest):
            yield re.compile(alone)
