"""The claims of another extractor, changed: without those judged before, of some sentences only, stated with their question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from localcheck.ports import Extractor
from localcheck.types import Claim, Cost, Document, Sentence


@dataclass(frozen=True, slots=True)
class Changed:
    """An extractor that changes what another one finds. Use ``changed``."""

    extractor: Extractor
    change: Callable[[Sequence[Claim], Document], list[Claim]]

    def cost(self) -> Cost:
        """What the extractor behind it has used."""
        return self.extractor.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """The claims of all sentences, so that pronouns are understood, and then changed."""
        return self.change(self.extractor.extract(document, sentences), document)


class _Left(Changed):
    """The same, which leaves some of the claims out."""


def changed(extractor: Extractor, change: Callable[[Sequence[Claim], Document], list[Claim]]) -> Changed:
    """``extractor`` with a ``change`` of all that it finds: what is left out of it (``remaining``, ``within``) counts, too,
    where it matters which claim is the first or the only one.
    """
    if isinstance(extractor, _Left):
        return _Left(changed(extractor.extractor, change), extractor.change)
    return Changed(extractor, change)


def remaining(extractor: Extractor, skip: frozenset[str]) -> Changed:
    """Without the claims that were judged before a run was stopped."""
    return _Left(extractor, lambda claims, _: [claim for claim in claims if claim.id not in skip])


def within(extractor: Extractor, only: Mapping[str, frozenset[int]]) -> Changed:
    """Of the sentences that were changed only (``only``: their numbers by the id of the document); all of a document that is
    not named.
    """

    def change(claims: Sequence[Claim], document: Document) -> list[Claim]:
        wanted = only.get(document.id)
        return [claim for claim in claims if wanted is None or claim.sentence in wanted]

    return _Left(extractor, change)
