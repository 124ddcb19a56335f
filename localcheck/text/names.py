"""Names: words with a capital that are not just the beginning of a sentence, and runs of them. One finder for all rooms.

``capitalised`` finds single words, ``NAME`` whole names of one or more words with their particles ("Ludwig van Beethoven"), and
``name_words`` what a claim names: the set that is compared with a premise. No list of names is kept anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.irregular_verbs import PARTICIPLE, PAST
from localcheck.text.lexicon import HEADINGS, MONTHS, NAME_LINKS, NOT_NAMES, OPENING_WORDS
from localcheck.text.patterns import regex

CAPITAL = "A-ZÀ-ÖØ-ÞŁŚŻŠŽČ"
"""A character class: capitals of the Latin alphabets that a name may begin with."""
_WORD = regex(rf"(?<![\w'’])[{CAPITAL}][\w’'-]*(?:\.(?=\s?[A-Z]))?")
NAME = regex(
    rf"(?:[{CAPITAL}][\w.'’-]*)"
    rf"(?:(?:\s+(?:of|de|da|di|du|van|von|der|den|la|le|the|al|el|bin|ibn|y|and)){{0,2}}\s+[{CAPITAL}][\w.'’-]*)*"
)
"""A name of one or more words, and of two that "and" joins; up to two particles may stand between two of them."""
_NAME_WORD = rf"(?:(?:[{CAPITAL}]|St|Mt|Dr|Jr)\.|[{CAPITAL}][\w’'-]*)"
ONE_NAME = (
    rf"{_NAME_WORD}(?: (?:(?:of|the|de|da|di|do|du|del|den|der|des|el|al|la|le|van|von|bin|ibn|upon|am|an der|sur) ){{0,2}}"
    rf"{_NAME_WORD})*"
)
"""What a pattern has for a single name: without the full stop of its sentence, and without another one behind "and"."""
NAME_LIST = rf"(?:the )?{NAME.pattern}(?:, (?:the )?{NAME.pattern}){{0,9}}(?:,? and (?:the )?{NAME.pattern})?"
"""Up to eleven names that are listed: "London, Paris and the Hague"."""
LISTED_APART = regex(r",? and |, ")
"""Between two names of a list."""
_PARENTHESIS = regex(r"\s*\([^()]*\)$")
_LED = regex(r"(?P<title>[^\n]{1,80}?(?<!\b[A-HJ-UWYZ]))\. (?P<text>.*)", re.DOTALL)
_BE = regex(r" (?:is|was|are|were) ")
_POSSESSIVE = regex(r"['’]s?$")
_VERB = regex(
    rf"\s+(?:(?P<sure>is|was|were|are|has|had|does|did|can|could|will|would|became|{'|'.join(sorted(PAST - PARTICIPLE))})\b"
    rf"|(?:[a-z]+ed|{'|'.join(sorted(PAST & PARTICIPLE))})\s+"
    rf"(?:(?:the|a|an|his|her|its|their|in|at|on|to|from|for|with|by|into|as)\b|[{CAPITAL}\d]))"
)
"""A finite verb behind the first word of a sentence, so that this is its subject: "Fleming shared the prize", "Italy is"."""
_PAIR = regex(rf"[{CAPITAL}][\w’'-]*(?:\s+(?:de|da|di|von|van|of|the|la|le)\s+|\s+)[{CAPITAL}][\w’'-]*")


def capitalised(text: str) -> Iterator[re.Match[str]]:
    """Matches of all words that begin with a capital, names or not; an initial keeps its full stop."""
    return _WORD.finditer(text)


def may_be_name(title: str) -> bool:
    """True if a title may be the name of what a text is about: capitals, small words between them, no word of a heading.

    >>> may_be_name("Ludwig van Beethoven"), may_be_name("Early Life"), may_be_name("Why we sleep")
    (True, False, False)
    """
    words = title.split()
    begun = (w[1] if w[0].islower() and w[1:2].isupper() else w[0] for w in words if w not in NAME_LINKS)  # "iPad"
    capital = all(first.isupper() or first.isdigit() or not first.isascii() for first in begun)
    plain = {w.lower().strip(".,:;!?") for w in words} & HEADINGS
    opens = bool(words) and words[0] in OPENING_WORDS - {"The", "A", "An"}
    return bool(words) and len(title) <= 80 and capital and words[0] not in NAME_LINKS and not plain and not opens


def after_title(text: str) -> tuple[str, str]:
    """The title that stands before what a premise says, and what it says; an empty title where it begins with its sentence.

    >>> after_title("World War I. It began in 1914."), after_title("Ada was a countess. She wrote.")
    (('World War I', 'It began in 1914.'), ('', 'Ada was a countess. She wrote.'))
    """
    found = _LED.match(text)
    return (found["title"], found["text"]) if found and not _BE.search(found["title"]) else ("", text)


def without_parenthesis(title: str) -> str:
    """A title without its parenthesis: ``"Commodore (rank)"`` -> ``"Commodore"``."""
    return _PARENTHESIS.sub("", title)


def without_possessive(word: str) -> str:
    """``word`` without a possessive."""
    return _POSSESSIVE.sub("", word)


def names(text: str) -> list[str]:
    """Whole names in order, also those at the beginning of a sentence.

    >>> names("When Ludwig van Beethoven met Goethe")
    ['When Ludwig van Beethoven', 'Goethe']
    """
    return NAME.findall(text)


@lru_cache(maxsize=16384)
def name_words(text: str) -> frozenset[str]:
    """Capitalised words that are no function words or months, lower-cased, possessive taken off.

    The first word of a sentence counts where it can be its subject: not where it looks like a participle or an adverb.
    """
    found = set()
    for match in capitalised(text):
        word = without_possessive(match.group()).rstrip(".").lower()
        opener = match.start() == 0 or text[: match.start()].rstrip().endswith((".", "!", "?", "“", '"'))
        verbal = opener and opens_as_verb(word, text[match.start() + len(word) :]) and word not in _in_pairs(text)
        if len(word) > 1 and word not in NOT_NAMES and word not in MONTHS and not verbal:
            found.add(word)
    return frozenset(found)


def words_within(part: str) -> frozenset[str]:
    """``name_words`` of a part of a sentence, whose first word begins no sentence.

    >>> sorted(name_words("Sailing from Rome")), sorted(words_within("Sailing from Rome"))
    (['rome'], ['rome', 'sailing'])
    """
    return name_words(f"_ {part}")


def opens_as_verb(word: str, rest: str) -> bool:
    """True if the first word of a sentence looks like a participle or an adverb, and no verb of its own follows it.

    >>> opens_as_verb("counted", " from the Sun, Mars is fourth."), opens_as_verb("fleming", " was born in 1881.")
    (True, False)
    >>> opens_as_verb("originally", " named the Republic, it …"), opens_as_verb("italy", " joined the union in 1957.")
    (True, False)
    """
    if not word.endswith(("ed", "ing", "ly")) or word.endswith("aly") or rest.startswith(("'s ", "’s ")):
        return False
    verb = None if word in ("being", "having") else _VERB.match(rest)
    return verb is None or (word.endswith("ly") and not verb["sure"])


def _in_pairs(text: str) -> frozenset[str]:
    """Capitalised words that stand after another capitalised word, or are followed by one: parts of a name."""
    return frozenset(
        without_possessive(w).lower() for pair in _PAIR.findall(text) for w in pair.split() if w[0].isupper()
    )
