"""How sentences of an article are written for the NLI model, so that it knows whom they are about. Pure.

A sentence that names what the article is about is read as it is; "He was born in Ulm" has the name in the place of the pronoun,
by the rules that name whom a claim is about (``claims.rules.references``); only what names nothing comes behind the title. A
small model takes "Albert Einstein. He was born in Ulm." for silent more often than "Albert Einstein was born in Ulm.".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from localcheck.claims.rules.entities import Entity, find_entity
from localcheck.claims.rules.references import References
from localcheck.judging.spans import as_read, headed, sentence_spans
from localcheck.judging.subject_names import WHAT_IT_IS
from localcheck.text.names import without_parenthesis
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import words
from localcheck.types import Passage, Span

_LEAD = 4_000
"""Characters of an article in which it says what it is about, and by which pronoun it is called."""
_REMEMBERED = 12
"""Sentences of a paragraph before the one that is read, in which another may be named whom "he" means."""


def named_premise(passage: Passage, spans: Sequence[Span], claim: str = "") -> str:
    """The spans of an article, joined, with its subject named: what the model reads for a claim. The title of a page of the web
    is seldom a name; its sentences come behind it as they are.
    """
    told = [as_read(passage.text, span, claim) for span in spans]
    if passage.source.kind == "web":
        return headed(passage.title, " ".join(told))
    said = " ".join(_with_names(passage, span, one) for span, one in zip(spans, told, strict=True))
    return said if _names_it(passage, said) else headed(passage.title, said)


def _with_names(passage: Passage, span: Span, said: str) -> str:
    """``said``, the text of a span, with names in the place of those pronouns that mean the article's subject."""
    for written, named in _resolved(passage.text, passage.title, span):
        said = said.replace(written, named, 1)
    return said


@lru_cache(maxsize=4096)
def _resolved(text: str, title: str, span: Span) -> tuple[tuple[str, str], ...]:
    """Sentences of a span, as they are written and with the article's subject named; only those that differ."""
    entity = _subject(text, title)
    if entity is None:
        return ()
    paragraph = text.rfind("\n", 0, span.start) + 1
    places = [place for place in sentence_spans(text) if paragraph <= place.start < span.end]
    references = References(entity)
    told = [(place, place.of(text), references.rewrite(place.of(text)).text) for place in places[-_REMEMBERED:]]
    return tuple((written, named) for place, written, named in told if place.start >= span.start and written != named)


@lru_cache(maxsize=256)
def _subject(text: str, title: str) -> Entity | None:
    """What an article is about, with the pronouns that mean it."""
    lead = text[:_LEAD]
    return find_entity(lead, without_parenthesis(title), [place.of(lead) for place in sentence_spans(lead)])


def _names_it(passage: Passage, said: str) -> bool:
    """Whether a text has the article's title, or a word of it that names nothing else: "Chrysler" of the Chrysler Building."""
    title = without_parenthesis(passage.title).lower()
    mine = set(words(said))
    return bool(title) and (title in said.lower() or not mine.isdisjoint(_own_words(passage.text, passage.title)))


@lru_cache(maxsize=256)
def _own_words(text: str, title: str) -> frozenset[str]:
    """The words of a title that are names and that its article has in no other way."""
    common = {word for word in words(text) if word.islower()}
    names = (word for word in words(without_parenthesis(title)) if len(word) > 2 and word[0].isupper())
    return frozenset(word for word in names if word.lower() not in common | WHAT_IT_IS | ENGLISH)
