"""Splits a document into units: a block of code is one unit, every other sentence is one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from localcheck.agent.tools.code_examples import code_blocks
from localcheck.agent.tools.described import Unit
from localcheck.types import Document, Sentence, Span

_NUMBER = re.compile(r"\d")


def whole_unit(document: Document) -> Unit:
    """The document as one unit."""
    return Unit(document.text, 0, Span(0, len(document.text)), document.prompt, document.text, whole=True)


def sentences_inside(document: Document, sentences: Sequence[Sentence]) -> dict[int, int]:
    """Maps each sentence inside a block of code, except its first, to the sentence in which the block begins."""
    found: dict[int, int] = {}
    for block in code_blocks(document.text):
        inside = [s.index for s in sentences if block.span.meets(s.span)]
        found.update(dict.fromkeys(inside[1:], inside[0]))
    return found


def units_of(document: Document, sentences: Sequence[Sentence]) -> list[Unit]:
    """The units of ``document`` in order; the last one with a number is marked as the one that states the result."""
    blocks = [b.span for b in code_blocks(document.text)]
    found: list[Unit] = []
    taken: set[int] = set()
    for sentence in sentences:
        block = next((i for i, b in enumerate(blocks) if b.meets(sentence.span)), None)
        if block is None:
            found.append(_unit(document, sentence.text, sentence.index, sentence.span))
        elif block not in taken:
            taken.add(block)
            span = blocks[block]
            found.append(_unit(document, span.of(document.text), sentence.index, span))
    last = max((i for i, u in enumerate(found) if _NUMBER.search(u.text)), default=None)
    return [replace(u, last=i == last) for i, u in enumerate(found)]


def _unit(document: Document, text: str, sentence: int, span: Span) -> Unit:
    return Unit(text, sentence, span, document.prompt, document.text)
