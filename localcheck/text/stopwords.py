"""Function words and tell-tale letters of common languages, for ``language.detect``; written for this project."""

from __future__ import annotations

from localcheck.text.lexicon import rows

STOPWORDS = {language: frozenset(words.split()) for language, words in (row.split(":") for row in rows("stopwords"))}
"""Language -> its function words."""
ENGLISH = STOPWORDS["en"]
"""Words that occur in nearly every English sentence."""
SCRIPTS = {
    **dict.fromkeys(STOPWORDS, "LATIN"),
    **dict.fromkeys(("ru", "uk", "bg"), "CYRILLIC"),
    **dict.fromkeys(("ar", "fa", "ur"), "ARABIC"),
}
"""Language -> the script that it is written in."""

LETTERS = dict(row.split(":") for row in rows("stopwords.letters"))
"""Letters that hardly occur in the other languages of the same script; each occurrence is half a function word."""
