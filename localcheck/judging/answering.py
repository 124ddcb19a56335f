"""A bare answer at the beginning of a text, as a statement with its question: "In Paris." to "Where was she born?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from localcheck.claims.rules.checkable import FRAGMENT
from localcheck.judging.asked import stated
from localcheck.judging.context import WITH_QUESTION
from localcheck.ports import Extractor
from localcheck.types import Claim, Cost, Document, Sentence


@dataclass(frozen=True, slots=True)
class WithQuestion:
    """The claims of another extractor; a first one that is a fragment is stated with the prompt, where that is plain.

    Evidence is looked up by the statement, so nothing is read as question and answer side by side (``context.answered``).
    """

    extractor: Extractor

    def cost(self) -> Cost:
        """What the other one has cost so far."""
        return self.extractor.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence, in order."""
        found = list(self.extractor.extract(document, sentences))
        asked = document.prompt.strip().endswith(("?", "？"))
        if not asked or not found or found[0].checkable or found[0].note != FRAGMENT:
            return found
        told = stated(document.prompt, found[0].span.of(document.text))
        first = replace(found[0], text=told, checkable=True, note=WITH_QUESTION) if told else found[0]
        return [first, *found[1:]]
