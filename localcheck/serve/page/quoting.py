"""Quotes of a reviewer's own: articles that were read or are found in the index, and whether a quote stands in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from localcheck.errors import BadInput
from localcheck.ports import Retriever
from localcheck.reports.words import named
from localcheck.reviewing.quotes import READ, located, outside
from localcheck.reviewing.words import place_of
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.store import Action, Quoted, Review, StoredRun
from localcheck.text.inert import shown
from localcheck.text.sentences import split_sentences
from localcheck.types import JSON, Passage, Verdict

FOUND = 10
"""Articles that a search shows."""


def articles_read(verdict: Verdict, hidden: bool) -> list[JSON]:
    """The articles that were read for a claim. ``hidden``: which sentence was quoted is not told."""
    return [article(e.passage, None if hidden or not e.quote else e.quote_span.start) for e in verdict.evidence]


def articles_found(session: Session, settings: Settings, query: str) -> list[JSON]:
    """What the index has on a question. Raises what opening it raises."""
    retriever = session.runtime(settings).provide(Retriever)
    return [article(passage) for passage in islice(retriever.search(query), FOUND)]


def article(passage: Passage, quoted: int | None = None) -> JSON:
    """An article in sentences: ``[as it is shown, as it stands there]``. ``quoted``: where the quote that decides begins."""
    sentences = split_sentences(passage.text)
    at = None if quoted is None else max((s.index for s in sentences if s.span.start <= quoted), default=None)
    source = passage.source
    given = source.kind == "context"
    return {
        "title": shown(named(passage.title, source)),
        "name": passage.title,
        "source": "" if given else shown(", ".join(x for x in (source.name, source.date[:10]) if x)),
        "sentences": [[shown(text), text] for text in (s.span.of(passage.text) for s in sentences)],
        "quoted": at,
    }


def looked_up(session: Session, settings: Settings, run: StoredRun, quote: str, title: str, elsewhere: str) -> Quoted:
    """Where a quote stands: in an article that was read or that the index has, or in a source that is named as another.

    ``title``: of the article that it was taken from, if it was. Raises ``BadInput`` for a quote that stands nowhere here.
    """
    if elsewhere.strip():
        return outside(elsewhere)
    read = (e.passage for v in run.verdicts for e in v.evidence)
    found = located(quote, chain(read, _searched(session, settings, quote, title)))
    if found is None:
        raise BadInput("quote", "not found in any source here", "take a sentence as it stands, or name its source")
    return found


def _searched(session: Session, settings: Settings, quote: str, title: str) -> Iterator[Passage]:
    retriever = session.runtime(settings).provide(Retriever)
    for query in filter(None, (title.strip(), quote)):
        yield from islice(retriever.search(query), READ)


def told(quote: str, quoted: Quoted) -> JSON:
    """A quote, and where it stands in words."""
    review = Review(Action.COMMENT, quote=quote, quoted=quoted)
    return {"quote": quote, "shown": shown(quote), "kind": quoted.kind.value, "place": shown(place_of(review))}
