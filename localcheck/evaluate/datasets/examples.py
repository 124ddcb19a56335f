"""Data sets become ``Example``s: a document with what people said of it. Reading only; nothing is scored here.

HaluAgent's test sets (Cheng et al. 2024), one file a subset: answers judged as a whole, and FacTool's by claim.

The data sets by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.files import Fields, data_files, load_json, rows_of
from localcheck.types import JSON, Document

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


def haluagent(path: Path) -> Iterator[Example]:
    """One file, or a folder of them; the file's name is the subset.

    ``judge`` 1 means hallucinated. FacTool's rows say ``label`` true for factual, of the response and of each claim: such
    a row is one document whose sentences are its claims. A row without a judgement is an error.
    """
    for file in data_files(path):
        for row in rows_of(file, load_json(file)):
            yield _by_claims(file.stem, row) if "claims" in row.values else _judged(file.stem, row)


def _judged(subset: str, row: Fields) -> Example:
    judge = row.values.get("judge")
    if judge not in (0, 1):
        raise row.bad(f"'judge' is {judge!r}", "1 means hallucinated, 0 not")
    answer = row.text("answer")
    knowledge = row.text("knowledge", default="").strip()
    document = Document(
        id=f"{subset}/{row.number}", text=answer, prompt=row.text("question"), context=(knowledge,) if knowledge else ()
    )
    return Example(document.id, document, (float(judge),), subset, any_error=True)


def _by_claims(subset: str, row: Fields) -> Example:
    """A response of FacTool's. Claims labelled "null" (nobody could tell) are left out; where none is left, the response
    is judged as a whole.
    """
    name, prompt = f"{subset}/{row.number}", row.text("prompt", default="")
    labelled = [claim for claim in _claims(row) if claim["label"] != "null"]
    if not labelled:
        if not isinstance(row.values.get("label"), bool):
            raise row.bad("'label' is not true or false")
        document = Document(name, row.text("response"), prompt=prompt)
        return Example(name, document, (float(not row.values["label"]),), subset, any_error=True)
    texts = tuple(_wording(row, claim) for claim in labelled)
    document = Document(name, "\n".join(texts), prompt=prompt, sentences=texts)
    return Example(name, document, tuple(float(not claim["label"]) for claim in labelled), subset)


def _claims(row: Fields) -> list[dict[str, JSON]]:
    found = row.values["claims"]
    if isinstance(found, list) and all(isinstance(c, dict) and c.get("label") in (True, False, "null") for c in found):
        return found
    raise row.bad("'claims' is not a list of objects with a label true or false")


def _wording(row: Fields, claim: dict[str, JSON]) -> str:
    """The claim as a sentence: a statement, a calculation with its result, or that a paper exists."""
    said = claim.get("claim")
    if isinstance(said, str):
        return said
    if isinstance(said, dict) and {"math_calculation", "calculated_answer"} <= set(said):
        return f"{said['math_calculation']} = {said['calculated_answer']}"
    if isinstance(claim.get("paper_title"), str):
        authors, year = claim.get("paper_author(s)"), claim.get("paper_pub_year")
        return f"{authors} published the paper “{claim['paper_title']}” in {year}."
    raise row.bad("a claim is neither a text nor a calculation nor a paper")


Reader = Callable[[Path], Iterator[Example]]
READERS: dict[str, Reader] = {"wikibio": wikibio, "phd": phd, "claims": claims, "haluagent": haluagent}


def examples_of(dataset: str, path: Path) -> list[Example]:
    """All examples of a data set. Raises ``BadInput`` where there is none, and where two have the same id."""
    found = list(READERS[dataset](path))
    if twice := [name for name, n in Counter(example.id for example in found).items() if n > 1]:
        raise BadInput(path, f"the id {twice[0]!r} occurs twice", "give every row an id of its own")
    if not found:
        raise BadInput(path, "no example in it", "a data set has one example a row")
    return found
