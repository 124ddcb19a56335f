"""English verbs whose past does not end in -ed, a list written for this project, the forms of any verb, and the words of a text
by what their forms have in common. Pure.
"""

from __future__ import annotations

from localcheck.text.lexicon import listed, rows
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded, singular

ROWS = [row.split() for line in rows("irregular_verbs") for row in line.split("|")]
"""One verb each: base, past, participle."""
PAST = frozenset(row[1] for row in ROWS)
"""Irregular pasts."""
PAST_ONLY = PAST - {row[0] for row in ROWS} | {"had", "did", "was", "were"}
"""Irregular pasts that are no present, as "put" is."""
PARTICIPLE = frozenset(row[2] for row in ROWS)
"""Irregular participles."""
_PAST_OF = {row[0]: row[1] for row in ROWS} | {"have": "had", "do": "did"}
_PAST_OF_PARTICIPLE = {row[2]: row[1] for row in ROWS} | {"had": "had", "done": "did", "been": "was"}
_THIRD_OF = {"have": "has", "do": "does", "go": "goes"}
_DOUBLES = regex(r"[bcdfghjklmnpqrstvwxyz][aeiou][bdgklmnprt]$")
_STRESSED_LAST = listed("irregular_verbs.stressed_last")
"""Longer verbs that double their last letter as well, since their last syllable is stressed."""
_STRESSED_FIRST = frozenset("open edit exit".split())
"""Short ones that do not."""
_BASES = {form: row[0] for row in ROWS for form in row}
INTRANSITIVE = listed("irregular_verbs.intransitive")
"""-ed forms that do not stand for "which was ...-ed": no object, or never passive in running text."""


def is_participle(word: str) -> bool:
    """Whether a word in small letters may be a participle: it ends in -ed, or stands in the list.

    >>> is_participle("painted"), is_participle("written"), is_participle("wrote")
    (True, True, False)
    """
    return word.endswith("ed") or word in PARTICIPLE


def is_past(word: str) -> bool:
    """Whether a word in small letters may be a past or a participle.

    >>> is_past("painted"), is_past("written"), is_past("wrote"), is_past("writes")
    (True, True, True, False)
    """
    return is_participle(word) or word in PAST_ONLY


def stem(word: str) -> str:
    """What the forms of a verb have in common: ``built``, ``builds`` and ``building`` all give ``build``. Lower-cased.

    >>> [stem(w) for w in ("Wrote", "writing", "planned", "planning", "carries", "carried")]
    ['writ', 'writ', 'plan', 'plan', 'carry', 'carry']
    """
    word = _BASES.get(word.lower(), word.lower())
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    for end in ("ing", "ed", "es", "s", "e"):
        if word.endswith(end) and len(word) - len(end) >= 3 and not word.endswith("ss"):
            word = word[: -len(end)]
            break
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgklmnprt"
    return word[:-1] if doubled else word


def past(verb: str) -> str:
    """The past of a verb; a regular one's last letter is doubled where its last syllable is stressed ("plan", "occur").

    >>> [past(v) for v in ("reach", "win", "die", "carry", "plan", "occur", "have")]
    ['reached', 'won', 'died', 'carried', 'planned', 'occurred', 'had']
    """
    short = len(verb) < 5 and verb not in _STRESSED_FIRST and bool(_DOUBLES.search(verb))
    return _PAST_OF.get(verb) or regular_past(verb, doubled=short or verb in _STRESSED_LAST)


def regular_past(verb: str, doubled: bool) -> str:
    """The past in -ed; ``doubled``: whether its last letter is written twice.

    >>> regular_past("occur", True), regular_past("offer", False), regular_past("carry", False)
    ('occurred', 'offered', 'carried')
    """
    if verb.endswith("e"):
        return verb + "d"
    if _ends_in_y(verb):
        return verb[:-1] + "ied"
    return verb + verb[-1] * doubled + "ed"


def past_of_participle(participle: str) -> str:
    """The past of the verb whose participle is given; that of a regular one is the same.

    >>> past_of_participle("erupted"), past_of_participle("seen"), past_of_participle("won")
    ('erupted', 'saw', 'won')
    """
    return _PAST_OF_PARTICIPLE.get(participle, participle)


def third(verb: str) -> str:
    """What "he" does.

    >>> [third(v) for v in ("reach", "carry", "play", "have")]
    ['reaches', 'carries', 'plays', 'has']
    """
    if verb in _THIRD_OF:
        return _THIRD_OF[verb]
    if _ends_in_y(verb):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")


def _ends_in_y(verb: str) -> bool:
    return verb.endswith("y") and verb[-2:-1] not in tuple("aeiou")


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that occur in few sentences.

    >>> sorted(content_stems("He built it."))
    ['build']
    """
    return frozenset(stem(word) for word in folded(text) if word not in ENGLISH)


def content_singulars(text: str) -> frozenset[str]:
    """The same words in the singular.

    >>> sorted(content_singulars("The rivers of Spain"))
    ['river', 'spain']
    """
    return frozenset(singular(word) for word in folded(text) if word not in ENGLISH)
