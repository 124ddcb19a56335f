"""Words that cannot both be true of the same thing: who survived did not die. Closed lists, kept short on purpose. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.lexicon import COUNT_WORDS, rows
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.values.ranks import first_name

PAIRS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (row.split(" | ") for row in rows("opposites.pairs"))
)
_TOLD_AS = {"won": frozenset("win wins winning".split()), "lost": frozenset("lose loses losing".split())}
"""Other forms of a word of a pair, which in a premise say the same: "won twelve games before losing the final"."""
_MANY = rf"(?:\d|(?:{COUNT_WORDS})\b)"
_COUNTED = (
    (regex(rf"\b(?:won|lost) (?:(?:only|just|about|all|another) )?{_MANY}"), ({"won"}, {"lost"})),
    (
        regex(
            rf"\b{_MANY}[\d,]* (?:(?:of|people|men|women|children|passengers|soldiers|sailors)\b[^.;:]{{0,60}}? )?"
            rf"(?:{'|'.join(word for words in PAIRS[0] for word in sorted(words))})\b",
            re.IGNORECASE,
        ),
        PAIRS[0],
    ),
)
"""Some were won and others lost; so many survived, and others died."""
_NO_PAIR = regex(
    r"\b(?:survived by|(?:was|were|is|are|be|been|the|his|her|its|far|on) left"
    r"|left (?:bank|side|hand|wing|arm|leg|foot|eye))\b",
    re.I,
)
"""Words of a pair in another sense."""
_BESIDE = regex(
    r"\bborder\w*|(?<!\bin the )\b(?:north|south|east|west) of\b|\bto the (?:north|south|east|west)\b", re.I
)
"""Where a neighbour lies, and not in which part of it."""
_REST = regex(r"\ball but\b|\buntil\b|\bfor \w+ (?:years|months|weeks|days)\b", re.I)
_SIDE = regex("north|south|east|west")
_WORD = regex(r"[^\W\d_]+")


@lru_cache(maxsize=16384)
def _words(text: str) -> frozenset[str]:
    text = _NO_PAIR.sub(" ", text)
    return frozenset(w.lower() for w in _WORD.findall(text))


def opposed(claim: str, premise: str) -> bool:
    """True if the premise has the opposite of a word of the claim and not the word itself; False if one of them is negated.

    >>> opposed("The captain survived the disaster.", "The captain died in the disaster.")
    True
    >>> opposed("The captain survived.", "The captain survived, though many died.")
    False
    """
    return bool(opposite_words(claim, premise))


def opposite_words(claim: str, premise: str) -> tuple[str, str] | None:
    """A word of the claim and its opposite in the premise, lower-cased; None where nothing is opposed.

    >>> opposite_words("The captain survived.", "The captain died.")
    ('survived', 'died')
    """
    if negated(claim) or negated(premise):
        return None
    said, there = _words(claim), _words(premise)
    same = there | {word for word, forms in _TOLD_AS.items() if there & forms}
    for pair in PAIRS:
        for mine, other in (pair, pair[::-1]):
            if said & mine and not said & other and there & other and not same & mine:
                here, opposite = min(said & mine), min(there & other)
                return None if _apart(claim, premise, here, opposite) else (here, opposite)
    return None


def _apart(claim: str, premise: str, mine: str, other: str) -> bool:
    """Whether two opposites need not be: said of two neighbours, of some only, of so many of each, up to a time, or of two
    different names.
    """
    if _SIDE.match(mine) and bool(_BESIDE.search(claim)) != bool(_BESIDE.search(premise)):
        return True
    if of_so_many_each(claim, premise):
        return True
    if other in ("died", "left") and (_REST.search(claim) or _REST.search(premise)):
        return True
    place = _place(other, premise)
    about, another = first_name(claim, _place(mine, claim)), first_name(premise, place)
    if not about or not another:
        return False
    if not _SIDE.match(mine):  # "between William and Harold, who died": about him, too
        another |= name_words(premise[:place])
    return not about & another


def of_so_many_each(claim: str, premise: str) -> bool:
    """True if a claim tells how many of some, and a premise how many had the opposite: both numbers may be true.

    >>> of_so_many_each("More than 1,500 people died.", "Only 705 of the people on board survived.")
    True
    >>> of_so_many_each("Three of the crew died.", "All of the crew survived.")
    False
    """
    said, there = _words(claim), _words(premise)
    return any(
        bool(counted.search(claim) and counted.search(premise) and said & mine and there & other)
        and not (said & other or there & mine)
        for counted, (one, two) in _COUNTED
        for mine, other in ((one, two), (two, one))
    )


def _place(word: str, text: str) -> int:
    """Where the word begins in the text, which has it."""
    found = re.search(rf"\b{word}\b", text, re.IGNORECASE)
    return found.start() if found else 0
