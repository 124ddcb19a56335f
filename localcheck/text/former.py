"""What "the former" and "the latter" mean: the two names that were joined last, "Everest and K2". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import MONTHS, OPENING_WORDS
from localcheck.text.names import CAPITAL, ONE_NAME
from localcheck.text.patterns import regex

_VERB = (
    r"(?:is|was|are|were|has|had|have|does|did|do|can|could|will|would|also|never|still|only|in|at|by|on|from|to|with|lies|lay"
    rf"|became|becomes|{'|'.join(sorted(PAST - {'lost', 'hidden', 'known', 'set', 'cut', 'split'}))})\b"
    r"|(?:[a-z]+ed|lost)(?: (?:the|an?|his|her|its|in|at|on|to|from|by|with|for|as|into|over|under|until|after|before|during"
    r"|between|when|while|more|about|two|three)\b|[.,;]|$)"
)
_ONE = regex(rf"\b(?P<the>[Tt]he) (?P<which>former|latter)(?=['’]s\b|[,;.:)]|$| (?:{_VERB}))")
_LEFT = regex(r"\bthe (?:former|latter)\b(?! [a-z]+s?\b(?<!ed))")
_NAME = rf"(?:\d[\w’'-]*(?: {ONE_NAME})?|{ONE_NAME}(?: \d+)?)"
_PAIR = regex(rf"(?P<first>(?:\b[Tt]he )?\b{_NAME}) (?:and|or) (?P<second>(?:the )?{_NAME})")
_LISTED = regex(rf"[{CAPITAL}][\w'’-]*, (?:the )?$")


def told_apart(text: str, sentence: str, earlier: Sequence[str]) -> str:
    """``text``, a claim of a ``sentence``, with names in the place of "the former" and "the latter": the two that are joined
    before them in the sentence, or in the last of the ``earlier`` ones that has not these words itself; as it is where no two
    names are, or several times two.

    >>> told_apart("The former is higher.", "The former is higher.", ["Mount Everest and K2 are mountains."])
    'Mount Everest is higher.'
    >>> told_apart("The latter half was cold.", "The latter half was cold.", ["Bonn and Ulm are cities."])
    'The latter half was cold.'
    """
    if not _ONE.search(text):
        return text
    pair = _last_pair(sentence, earlier)

    def name(found: re.Match[str]) -> str:
        one = pair[found["which"] == "latter"]
        bare = re.sub(r"^[Tt]he ", "", one)
        return one if bare == one else f"{found['the']} {bare}"

    told = _ONE.sub(name, text) if pair else text
    return text if _LEFT.search(told) else told


def _last_pair(sentence: str, earlier: Sequence[str]) -> tuple[str, str] | tuple[()]:
    found = _ONE.search(sentence)
    within = _pairs(sentence[: found.start()] if found else sentence)
    before = next((text for text in reversed(earlier) if not _ONE.search(text)), "")
    pairs = within or _pairs(before)
    return pairs[0] if len(pairs) == 1 else ()


def _pairs(text: str) -> list[tuple[str, str]]:
    """The pairs of names of a text; those of a longer list ("Bonn, Ulm and Mainz") make it unsure which are meant."""
    found: list[tuple[str, str]] = []
    for match in _PAIR.finditer(text):
        first, second = _bare(match["first"]), match["second"]
        if _LISTED.search(text[: match.start()]):
            return []
        if first and second.split()[0] not in OPENING_WORDS and second.lower() not in MONTHS:
            found.append((first, second))
    return found


def _bare(name: str) -> str:
    """A name without what only begins a sentence: "Both Everest"."""
    first, _, rest = name.partition(" ")
    return name if first in ("The", "the") or first not in OPENING_WORDS else rest
