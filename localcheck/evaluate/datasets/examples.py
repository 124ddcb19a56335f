"""Data sets become ``Example``s: a document with what people said of it. Reading only; nothing is scored here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.evaluate.datasets.files import load_json, rows_of
from localcheck.types import Document

WIKIBIO_LABELS = {"accurate": 0.0, "minor_inaccurate": 0.5, "major_inaccurate": 1.0}
NLI_LABELS = ("entailment", "neutral", "contradiction", "not_entailment")


@dataclass(frozen=True, slots=True)
class Example:
    """One row of a data set."""

    id: str
    document: Document
    labels: tuple[float, ...]
    """One for each sentence, or one for the whole document: 0 factual, 0.5 minor error, 1 not factual."""
    group: str = ""
    """Domain, source or subset, for ``by``."""
    any_error: bool = False
    """True if the label says whether anything in the document is wrong; its score is then the worst sentence's, not the
    mean.
    """
    article: str = ""
    """The article that it is about, where the row names one: the examples of one article are not independent."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One row of an NLI data set."""

    id: str
    premise: str
    hypothesis: str
    label: str
    source: str


def wikibio(path: Path) -> Iterator[Example]:
    """WikiBio GPT-3 (Manakul et al. 2023): sentences with labels, 20 samples, the true biography as context."""
    for row in rows_of(path, load_json(path)):
        sentences, annotation = row.texts("gpt3_sentences"), row.texts("annotation")
        if not sentences or len(sentences) != len(annotation):
            raise row.bad(f"{len(sentences)} gpt3_sentences but {len(annotation)} annotations")
        if unknown := set(annotation) - set(WIKIBIO_LABELS):
            raise row.bad(f"unknown annotation {sorted(unknown)[0]!r}", f"use {', '.join(WIKIBIO_LABELS)}")
        name = str(row.values.get("id", row.number - 1))
        concept = row.text("concept", default="").title()
        reference = row.text("wiki_bio_text", default="")
        document = Document(
            id=name,
            text=_text_with(sentences, row.text("gpt3_text", default="")),
            title=concept,
            prompt=f"This is a Wikipedia passage about {concept}:",
            samples=row.texts("gpt3_text_samples"),
            context=(reference,) if reference else (),
            sentences=sentences,
        )
        yield Example(name, document, tuple(WIKIBIO_LABELS[a] for a in annotation))


def _text_with(sentences: tuple[str, ...], text: str) -> str:
    """``text`` if it contains all sentences in order, else the sentences joined."""
    at = 0
    for sentence in sentences:
        at = text.find(sentence, at)
        if at < 0:
            return "\n".join(sentences)
        at += len(sentence)
    return text


def phd(path: Path) -> Iterator[Example]:
    """PHD (Yang et al. 2023): passages about an entity, factual or not, in domains by how well-known the entity is.

    An object of domains as published, or a list of rows; rows may bring ``samples_text``.
    """
    value = load_json(path)
    domains = value if isinstance(value, dict) else {"": value}
    number = 0
    for domain, rows in domains.items():
        for row in rows_of(path, rows):
            entity, label = row.text("entity"), row.text("label")
            if label not in ("factual", "non-factual"):
                raise row.bad(f"unknown label {label!r}", "use factual or non-factual")
            document = Document(
                id=str(number),
                text=row.text("AI"),
                title=entity,
                prompt=f"Please write a brief Wikipedia passage about {entity}.",
                samples=row.texts("samples_text"),
                meta=(("entity", entity),),
            )
            yield Example(str(number), document, (float(label != "factual"),), domain or row.text("domain", default=""))
            number += 1


UNCOVERED = "uncovered"
"""Group of the claims for which the index has no evidence."""
NOT_FACTUAL = {"nonfactual", "non-factual", "not_factual", "false", "refuted", "contradiction", "not_entailment"}
FACTUAL = {"factual", "true", "supported", "entailment"}


def claims(path: Path) -> Iterator[Example]:
    """JSONL of {"claim", "label", "context"?, "evidence"?, "title"?, "group"? or "source"?, "uncovered"?}.

    The label is factual or supported, nonfactual or refuted (or a boolean). A claim that is ``uncovered`` has no evidence in
    the index that it is checked against: those are a group of their own, whatever their source.
    """
    for row in rows_of(path, load_json(path)):
        label = str(row.values.get("label", "")).lower()
        if label not in NOT_FACTUAL | FACTUAL:
            raise row.bad(f"unknown label {label!r}" if label else "has no 'label'", "use factual or nonfactual")
        claim = row.text("claim").strip()
        if not claim:
            raise row.bad("the claim is empty")
        document = Document(
            id=str(row.values.get("id", row.number)),
            text=claim,
            title=row.text("title", default=""),
            context=row.texts("evidence") or row.texts("context"),
            sentences=(claim,),
        )
        group = row.text("group", default="") or row.text("source", default="")
        if row.values.get("uncovered") is True:
            group = UNCOVERED
        yield Example(document.id, document, (float(label in NOT_FACTUAL),), group, article=document.title)


def nli(path: Path) -> Iterator[Pair]:
    """JSONL of {"premise", "hypothesis", "label", "source"?}."""
    for row in rows_of(path, load_json(path)):
        label = row.text("label")
        if label not in NLI_LABELS:
            raise row.bad(f"unknown label {label!r}", f"use {', '.join(NLI_LABELS)}")
        yield Pair(str(row.number), row.text("premise"), row.text("hypothesis"), label, row.text("source", default=""))
