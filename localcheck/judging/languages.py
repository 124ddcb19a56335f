"""Which languages the model and the index cover, and whether a claim is in one of them."""

from __future__ import annotations

from functools import cache, lru_cache

from localcheck.models.catalogue import read_catalogue
from localcheck.ports import NLI, Retriever
from localcheck.text.language import detect, foreign_language, main_script, script_of
from localcheck.types import Claim

TELLING_WORDS = 12
"""Words that a text in Latin letters must have before its language is guessed from function words."""
OTHER_LETTERS = frozenset("zh ja ko ru uk be bg sr mk el ar fa ur he hi bn ta te th ka hy".split())
"""Languages that are not written in Latin letters."""
LATIN_ENDS = 0x250
"""Code point after the Latin letters of European languages."""


def covered_languages(nli: NLI, retriever: Retriever) -> frozenset[str] | None:
    """Languages that both the model and the index cover, none if they have none in common; None if neither limits them.

    A model limits nothing that states no language, or ``*`` for any; an index that states none limits nothing either.
    """
    model, index = frozenset(nli.info.languages), retriever.info.language
    if not model or "*" in model:
        return frozenset({index}) if index else None
    return model & {index} if index else model


def unread_language(claim: Claim, overall: str, model: frozenset[str] | None) -> str:
    """Why the model cannot read this claim beside a text that came with it; empty when it can, or when that cannot be told.

    ``overall`` is what ``text.language.detect`` says of the whole answer; ``model`` the languages of the model. A few function
    words are enough here: what is not read must not pass.
    """
    found = detect(claim.text)
    return _uncovered(overall if found == "und" else found, claim.text, model)


def unread_answer(question: str, answer: str, model: frozenset[str] | None) -> str:
    """The same for a bare answer, which is read with its question: "No." alone may be of many languages."""
    return _uncovered(detect(question), question, model) or _uncovered(language_of(answer), answer, model)


def uncovered_language(text: str, model: frozenset[str] | None) -> str:
    """The same for a text of any length that stands alone."""
    return _uncovered(language_of(text), text, model)


def _uncovered(language: str, text: str, model: frozenset[str] | None) -> str:
    why = "" if not model or "*" in model else _not_among(model, language, text, "the NLI model")
    return f"{why}{_read_by(language)}" if why else ""


@cache
def _read_by(language: str) -> str:
    """Which language model would read a language, as a hint."""
    able = [name for name, entry in read_catalogue().items() if language in entry.reads]
    return f"; --effort thorough with {able[0]} reads it" if able else ""


def _not_among(languages: frozenset[str], language: str, text: str, of: str) -> str:
    """Why a text is in none of the ``languages`` ``of`` something; a text whose language cannot be told is by its letters."""
    if language in languages:
        return ""
    known = ", ".join(sorted(languages))
    if language != "und":
        return f"language {language!r} is not covered by {of} ({known})"
    script, theirs = main_script(text), {script_of(one) for one in languages}
    if script in ("", "LATIN", *theirs) or "" in theirs:
        return ""
    return f"{script.capitalize()} letters are not covered by {of} ({known})"


def language_of(text: str) -> str:
    """The language of a text; ``und`` if it cannot be told, as for short texts in Latin letters."""
    if len(text.split(maxsplit=TELLING_WORDS)) >= TELLING_WORDS:
        return detect(text)
    latin = all(ord(c) < LATIN_ENDS for c in text if c.isalpha())
    return "und" if latin else detect(text)


_of_claim = lru_cache(maxsize=2048)(language_of)  # most claims of an edited text are those of its last check


def unsupported_language(claim: Claim, overall: str, languages: frozenset[str] | None) -> str:
    """Why this claim cannot be judged in its language; empty when it can.

    ``overall`` is the language of the document, ``languages`` what ``covered_languages`` found.
    """
    if languages is None:
        return ""
    found = _of_claim(claim.text)
    # A short sentence in Latin letters takes its language from the text, but not from a Chinese one around it.
    language = overall if found == "und" and overall not in OTHER_LETTERS else found
    language = foreign_language(claim.text) if language == "und" else language
    if not languages:
        return f"the NLI model and the index have no language in common{_read_by(language)}"
    return _not_among(languages, language, claim.text, "the NLI model and the index")
