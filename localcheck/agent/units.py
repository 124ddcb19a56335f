"""Splits a document into units: a block of code is one unit, every other sentence is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localcheck.agent.tools.code_examples import code_blocks
from localcheck.agent.tools.described import Unit
from localcheck.judging.sentence_level import claim_of, sentences_of, whole_document
from localcheck.text.patterns import regex
from localcheck.types import Claim, Document, Sentence, Span

_NUMBER = regex(r"\d")


def whole_unit(document: Document) -> Unit:
    """The document as one unit."""
    return Unit(document.text, 0, Span(0, len(document.text)), document.prompt, document.text, whole=True)


def claim_for(document: Document, unit: Unit) -> Claim:
    """The claim that a unit is: its sentence, also where the unit is a whole block of code, or the whole document."""
    return whole_document(document) if unit.whole else claim_of(sentences_of(document)[unit.sentence])


def sentences_inside(document: Document, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences inside blocks of code, without the one in which a block begins."""
    inside = ([s for s in sentences if block.span.meets(s.span)] for block in code_blocks(document.text))
    return [s for found in inside for s in found[1:]]


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
