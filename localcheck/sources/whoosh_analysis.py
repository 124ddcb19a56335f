"""The analyser of the Whoosh engine. A module of its own: Whoosh keeps a reference to it in the index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whoosh.analysis import Composable, Token

from localcheck.text.words import folded

LONGEST = 500
"""Characters of a word; longer ones are no words, and are left out."""


class Folded(Composable):  # type: ignore[misc]
    """The same words as everywhere in this package, in one step; Whoosh's own chain of filters is slower."""

    is_morph = False

    def __call__(self, value: str, positions: bool = False, chars: bool = False, **_: Any) -> Iterator[Any]:
        token = Token(positions, chars)
        token.boost = 1.0
        token.stopped = False
        for place, word in enumerate(folded(value)):
            if len(word) > LONGEST:
                continue
            token.text = word
            if positions:
                token.pos = place
            yield token
