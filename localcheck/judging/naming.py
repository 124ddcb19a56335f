"""How sentences of an article are written for the NLI model, so that it knows whom they are about. Pure.

"He was born in Ulm" has the name in the place of the pronoun, by the rules that name whom a claim is about
(``claims.rules.references``); other sentences come behind the title. A small model takes "Albert Einstein. He was born in Ulm."
for silent more often than "Albert Einstein was born in Ulm.".
"""

from __future__ import annotations

from functools import lru_cache

from localcheck.claims.rules.entities import Entity, find_entity
from localcheck.claims.rules.references import References
from localcheck.judging.spans import headed, placed_premise, sentence_spans
from localcheck.text.names import without_parenthesis
from localcheck.types import Passage, Span

_LEAD = 4_000
"""Characters of an article in which it says what it is about, and by which pronoun it is called."""
_REMEMBERED = 12
"""Sentences of a paragraph before the one that is read, in which another may be named whom "he" means."""


def named_premise(passage: Passage, span: Span, claim: str = "") -> str:
    """A sentence of an article with its subject named: what the model reads of it for a claim.

    The title of a page of the web is seldom a name; its sentences come behind it as they are.
    """
    written = placed_premise(passage, span, claim)
    said = written if passage.source.kind == "web" else _with_names(passage, span, written)
    named = said != written and without_parenthesis(passage.title) in said
    return said if named else headed(passage.title, written)


def _with_names(passage: Passage, span: Span, said: str) -> str:
    """``said``, the text of a span, with names in the place of those pronouns that mean the article's subject."""
    for written, named in _resolved(passage.text, passage.title, span):
        said = said.replace(written, named, 1)
    return said


@lru_cache(maxsize=4096)
def _resolved(text: str, title: str, span: Span) -> tuple[tuple[str, str], ...]:
    """Sentences of a span, as they are written and with the article's subject named; only those that differ."""
    entity = _subject(text, title) if title else None
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
