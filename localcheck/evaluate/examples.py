"""Data sets become ``Example``s: a document with what people said of it. Reading only; nothing is scored here."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from localcheck.types import Document

JSON = Any
WIKIBIO_LABELS = {"accurate": 0.0, "minor_inaccurate": 0.5, "major_inaccurate": 1.0}
LARGEST = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Example:
    """One row of a data set."""

    id: str
    document: Document
    labels: tuple[float, ...]
    """One a sentence, or one for the whole document: 0 factual, 0.5 minor error, 1 not factual."""
    group: str = ""
    """Domain, source or subset, for ``by``."""
    row: JSON = None
    """The row as it stands in the file, for recorded answers that go with it."""


def load_json(path: Path) -> JSON:
    """The value of a .json file, or the list of a .jsonl file, gzip allowed. Raises ``BadInput`` with the line."""
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8")
    except FileNotFoundError:
        raise BadInput(path, "no such file") from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot be read: {error}") from error
    if ".jsonl" in path.name:
        return [_line(path, i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(path, f"not JSON: {error.msg}", line=error.lineno) from error


def _line(path: Path, number: int, line: str) -> JSON:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(path, f"not JSON: {error.msg}", line=number) from error


def _rows(path: Path, value: JSON) -> list[dict[str, JSON]]:
    if not isinstance(value, list) or not all(isinstance(r, dict) for r in value):
        raise BadInput(path, "expected a list of objects")
    return value


def _field(path: Path, row: dict[str, JSON], name: str, number: int) -> JSON:
    if name not in row:
        raise BadInput(path, f"row {number} has no {name!r}")
    return row[name]


def wikibio(path: Path) -> Iterator[Example]:
    """WikiBio GPT-3 (Manakul et al. 2023): sentences with labels, 20 samples, the true biography as context."""
    for i, row in enumerate(_rows(path, load_json(path))):
        sentences = [str(s) for s in _field(path, row, "gpt3_sentences", i)]
        try:
            labels = tuple(WIKIBIO_LABELS[a] for a in _field(path, row, "annotation", i))
        except KeyError as error:
            raise BadInput(path, f"row {i}: unknown annotation {error}") from None
        if len(labels) != len(sentences):
            raise BadInput(path, f"row {i}: {len(sentences)} sentences but {len(labels)} annotations")
        name = str(row.get("id", i))
        concept = str(row.get("concept", "")).title()
        document = Document(
            id=name,
            text="\n".join(sentences),
            title=concept,
            prompt=f"This is a Wikipedia passage about {concept}:",
            samples=tuple(row.get("gpt3_text_samples", ())),
            context=(row["wiki_bio_text"],) if row.get("wiki_bio_text") else (),
            meta=(("sentences", tuple(sentences)),),
        )
        yield Example(name, document, labels, "", row)


def phd(path: Path) -> Iterator[Example]:
    """PHD (Yang et al. 2023): passages about an entity, factual or not, in domains by how well-known the entity is."""
    value = load_json(path)
    if isinstance(value, list):
        value = {"": value}
    if not isinstance(value, dict):
        raise BadInput(path, "expected an object of domains")
    number = 0
    for domain, rows in value.items():
        for row in _rows(path, rows):
            entity, text = _field(path, row, "entity", number), _field(path, row, "AI", number)
            document = Document(
                id=str(number),
                text=text,
                title=entity,
                prompt=f"Please write a brief Wikipedia passage about {entity}.",
                samples=tuple(row.get("samples_text", ())),
                meta=(("entity", entity),),
            )
            label = float(_field(path, row, "label", number) != "factual")
            yield Example(str(number), document, (label,), domain, row)
            number += 1


NOT_FACTUAL = {"nonfactual", "non-factual", "not_factual", "false", "refuted", "0", "contradiction", "not_entailment"}
FACTUAL = {"factual", "true", "supported", "1", "entailment"}


def claims(path: Path) -> Iterator[Example]:
    """JSONL of {"claim", "label", "context"?, "evidence"?, "title"?, "group"?}; label factual or nonfactual (or a boolean)."""
    for i, row in enumerate(_rows(path, load_json(path))):
        label = str(_field(path, row, "label", i)).lower()
        if label not in NOT_FACTUAL | FACTUAL:
            raise BadInput(path, f"row {i}: unknown label {label!r}", "use factual or nonfactual")
        claim = str(_field(path, row, "claim", i))
        context = row.get("context") or row.get("evidence") or ()
        document = Document(
            id=str(row.get("id", i)),
            text=claim,
            title=str(row.get("title", "")),
            context=(context,) if isinstance(context, str) else tuple(context),
            meta=(("sentences", (claim,)),),
        )
        yield Example(document.id, document, (float(label in NOT_FACTUAL),), str(row.get("group", "")), row)


def haluagent(path: Path) -> Iterator[Example]:
    """HaluAgent's test sets: one file, or a folder of them; ``judge`` or ``label`` 1 means hallucinated.

    Sets without a judgement of their own (plain question/answer files) are left out, and the caller is told how many.
    """
    files = sorted(p for p in path.iterdir() if p.suffix in (".json", ".jsonl")) if path.is_dir() else [path]
    for file in files:
        yield from _haluagent_file(file)


def _haluagent_file(file: Path) -> Iterator[Example]:
    subset = file.stem
    for i, row in enumerate(_rows(file, load_json(file))):
        name = f"{subset}/{row.get('id', row.get('question_id', i))}"
        if isinstance(row.get("claims"), list):
            for j, claim in enumerate(row["claims"]):
                if text := str(claim.get("claim") or claim.get("paper_title") or ""):
                    document = Document(f"{name}/{j}", text, prompt=str(row.get("prompt", "")))
                    yield Example(document.id, document, (float(not claim["label"]),), subset, claim)
            continue
        judged = row.get("judge", row.get("label"))
        text = str(row.get("answer") or row.get("output") or row.get("response") or "")
        if judged is None or not text.strip():
            continue
        question = str(row.get("question") or row.get("prompt") or "")
        knowledge = row.get("knowledge")
        document = Document(name, text, prompt=question, context=(knowledge,) if knowledge else ())
        yield Example(name, document, (float(_hallucinated(judged)),), subset, row)


def _hallucinated(judged: JSON) -> bool:
    """``judge``: 0 is right, anything else is not; words say it themselves."""
    if isinstance(judged, str):
        return judged.strip().lower() in {
            "1",
            "yes",
            "true",
            "hallucination",
            "hallucinated",
            "nonfactual",
            "non-factual",
        }
    return bool(judged)


READERS: dict[str, Callable[[Path], Iterator[Example]]] = {
    "wikibio": wikibio,
    "phd": phd,
    "claims": claims,
    "haluagent": haluagent,
}
