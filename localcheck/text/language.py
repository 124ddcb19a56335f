"""Which language a text is in, by script and by function words: enough to know what a model does not cover.

Nothing is learned and nothing is loaded. A text with too few function words is ``und``: say nothing rather than guess.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache, lru_cache

from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.stopwords import LETTERS, SCRIPTS, STOPWORDS
from localcheck.text.words import Variant, words

SAMPLE = 20_000
"""Characters looked at; the beginning of a document tells its language."""

PLAINLY = 2
"""Function words more than English has by which a short sentence is told: with one, 32 of 19,360 English ones were others."""

_SCRIPT_LANGUAGE = dict(row.split() for row in rows("language.script_language"))
_SHARED_SCRIPTS = ("LATIN", "CYRILLIC", "ARABIC")


@cache
def _script(char: str) -> str:
    """First word of the character's Unicode name: LATIN, CJK, HIRAGANA, …; empty for what is no letter."""
    if not char.isalpha():
        return ""
    return unicodedata.name(char, "").split(" ", 1)[0].split("-", 1)[0]


def scripts(text: str) -> Counter[str]:
    """Number of letters per script in the first ``SAMPLE`` characters."""
    counts = Counter(map(_script, text[:SAMPLE]))
    del counts[""]
    return counts


def main_script(text: str) -> str:
    """The script of most letters, as Unicode calls it (``CYRILLIC``); ``HAN`` for Chinese and Japanese, empty without any."""
    counts = scripts(text)
    for name in ("CJK", "HIRAGANA", "KATAKANA"):
        counts["HAN"] += counts.pop(name, 0)
    return counts.most_common(1)[0][0] if counts.total() else ""


def script_of(language: str) -> str:
    """The script that a language is written in; empty where that is not known here.

    >>> script_of("uk"), script_of("ja"), script_of("xx")
    ('CYRILLIC', 'HAN', '')
    """
    if language in SCRIPTS:
        return SCRIPTS[language]
    alone = {code: script for script, code in _SCRIPT_LANGUAGE.items()}
    return alone.get(language, "HAN" if language in ("zh", "ja") else "")


_WITHIN = regex(r"(?<=[^\W\d_A-Z] )[A-Z]\w*")
"""A capital inside a sentence: the War of "World War II" is no German word for "was"."""


def detect(text: str) -> str:
    """ISO 639-1 code of the language of ``text``, or ``und`` when it is too short or too mixed to tell."""
    return _detected(text[:SAMPLE])


@lru_cache(maxsize=64)  # a document is asked about by its sentences, its claims and its method
def _detected(text: str) -> str:
    counts = scripts(text)
    if not counts:
        return "und"
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    han = counts["CJK"]
    # A Han character carries about as much as three Latin letters.
    weights = Counter({"HAN": 3 * (han + kana)}) + Counter({s: n for s, n in counts.items() if s != "CJK"})
    script = weights.most_common(1)[0][0]
    if script == "HAN":
        return "ja" if kana * 10 > han else "zh"
    if script in _SHARED_SCRIPTS:
        return _by_words(_WITHIN.sub("", text).lower(), script)
    return _SCRIPT_LANGUAGE.get(script, "und")


def foreign_language(text: str) -> str:
    """The language of a short text that is plainly no English: of its function words there are ``PLAINLY`` more than of English
    ones, whatever names and titles an English sentence holds. Else ``und``.

    >>> foreign_language("Die Hauptstadt von Norwegen ist Oslo."), foreign_language("Afonso de Albuquerque died in Goa.")
    ('de', 'und')
    """
    found, of = detect(text), _languages_of()
    hits = Counter(one for word in words(text.lower(), Variant.LETTERS) for one in of.get(word, ()))
    return found if hits[found] >= hits["en"] + PLAINLY else "und"


@cache
def _languages_of() -> dict[str, list[str]]:
    """The languages whose function word a word is."""
    found: dict[str, list[str]] = {}
    for language, vocabulary in STOPWORDS.items():
        for word in vocabulary:
            found.setdefault(word, []).append(language)
    found["a"].append("en")  # no word of its list, by which contents are compared, and half of "is a" in Hungarian
    return found


def _by_words(text: str, script: str) -> str:
    """The language of ``script`` whose function words and own letters occur most; ``und`` when two are level."""
    found = words(text, Variant.LETTERS)
    votes: Counter[str] = Counter()
    of_languages = _languages_of()
    hits = Counter(language for word in found for language in of_languages.get(word, ()))
    for language in (language for language, its in SCRIPTS.items() if its == script):
        letters = sum(text.count(letter) for letter in LETTERS.get(language, ""))
        votes[language] = 2 * hits[language] + min(letters, 2 * len(found))
    ranked = votes.most_common(2)
    if not ranked or ranked[0][1] < 4 or 2 * ranked[0][1] < 0.2 * len(found):
        return "und"
    if len(ranked) > 1 and ranked[1][1] > 0.9 * ranked[0][1]:
        return "und"
    return ranked[0][0]
