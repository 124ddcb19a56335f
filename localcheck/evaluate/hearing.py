"""What a language model says of labelled claims beside what the NLI model says: the rows that its table is fitted on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from localcheck.asking.expert import Judge
from localcheck.errors import BadInput
from localcheck.evaluate.datasets.examples import UNCOVERED, Example
from localcheck.evaluate.datasets.examples import claims as read_claims
from localcheck.evaluate.learning.experts import FEWEST, auc_of, fit_expert, left_out
from localcheck.judging.evidence.learned import Learned
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Asked, ExpertTable, answers, questions, shown_sentences, to_json
from localcheck.judging.lockstep import drive
from localcheck.ports import FloatArray, Retriever
from localcheck.run.runtime import Runtime
from localcheck.system import resources
from localcheck.text.patterns import regex
from localcheck.types import Claim, Span

_NO_NAME = regex(r"[^a-z0-9.]+")
DOCUMENTS = 3
"""Documents that are looked at for one that says something."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A labelled claim beside the first document that says something of it."""

    claim: str
    true: bool
    group: str
    nli: float
    """Log-odds that the claim is factual by the NLI model, after that document."""
    title: str
    """Of the document."""
    sentences: tuple[str, ...]
    """Of it that a language model is shown, in their order."""
    near: float = 0.0
    """P(a person would quote it) of the best of these."""

    @property
    def asked(self) -> Asked:
        """What the language model is asked."""
        return questions(self.title, self.sentences, self.claim)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A table and how good it is."""

    table: ExpertTable
    n: int
    auc: tuple[float, float, float]
    """Of the NLI model, the language model, and both, each claim left out of its fit; in [0, 1]."""
    right: tuple[float, float]
    """Share of claims on the right side of one half: by the NLI model, and by both, likewise."""


def chosen(path: Path, most: int, uncovered: bool = False) -> list[Example]:
    """At most ``most`` claims of each label at even distances; those without evidence in the index only if ``uncovered``."""
    found = [e for e in read_claims(path) if uncovered or e.group != UNCOVERED]
    kept: list[Example] = []
    for label in (0.0, 1.0):
        mine = [e for e in found if e.labels[0] == label]
        step = max(1.0, len(mine) / most)
        kept += [mine[int(i * step)] for i in range(min(most, len(mine)))]
    return kept


def seen(runtime: Runtime, examples: Sequence[Example], score: EvidenceModel | None = None) -> Iterator[Seen | None]:
    """Each claim beside its first document that says something; None for one of which none does.

    ``score``: another evidence score than the one in use, fitted without these claims.
    """
    retriever, model = runtime.provide(Retriever), score or runtime.provide(EvidenceModel)
    reader = Learned(model, runtime.sentence_vectors())
    ratios = model.likelihoods.log_ratios()
    for example in examples:
        text = example.document.text
        claim = Claim(f"{example.id}.0", 0, text, Span(0, len(text)))
        found = None
        for passage, _ in zip(retriever.evidence(example.document, claim), range(DOCUMENTS), strict=False):
            opinion = drive(runtime.nli, reader.weigh(claim, passage))
            if opinion.symbol is not None and opinion.shown:
                nli, factual = float(ratios[opinion.symbol]), example.labels[0] == 0.0
                found = Seen(text, factual, example.group, nli, passage.title, shown_sentences(opinion), opinion.near)
                break
        yield found


def heard_of(expert: Judge, rows: Sequence[Seen]) -> Iterator[tuple[Seen, float]]:
    """The language model's log-odds of true against false for each row; a row without an answer is left out."""
    for row in rows:
        (found,) = answers(expert, [row.asked.together])
        if not found.error:
            yield row, found.log_odds


def fitted(
    rows: Sequence[tuple[Seen, float]],
    model: str,
    sha256: str,
    orders: int,
    data: str,
    head: str = "",
    nli_sha256: str = "",
) -> Fitted:
    """The table, and what it is worth. ``nli_sha256``: of the NLI model beside which the answers were heard.

    Raises ``BadInput`` for too few claims.
    """
    true, nli, said, near = columns(rows)
    if len(rows) < FEWEST or not 0 < true.sum() < len(rows):
        raise BadInput(
            data, f"{len(rows)} claims for which the index has evidence", f"at least {FEWEST}, of both labels"
        )
    both = left_out(true, nli, said, near)
    return Fitted(
        fit_expert(true, nli, said, near, model, sha256, orders, data, head, nli_sha256),
        len(rows),
        (auc_of(true, nli), auc_of(true, said), auc_of(true, both)),
        (float(np.mean((nli > 0) == (true > 0.5))), float(np.mean((both > 0) == (true > 0.5)))),
    )


def columns(rows: Sequence[tuple[Seen, float]]) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """(labels, log-odds of the NLI model, log-odds of the language model, how near to the claim what it was shown is), each of
    shape (n,).
    """
    return (
        np.array([float(r.true) for r, _ in rows]),
        np.array([r.nli for r, _ in rows]),
        np.array([x for _, x in rows]),
        np.array([r.near for r, _ in rows]),
    )


def keep(table: ExpertTable) -> Path:
    """Write the table into the home, where runs find it; one for each NLI model beside which it was fitted."""
    beside = table.likelihoods.nli_sha256[:8]
    name = "-".join(part for part in ("expert", _NO_NAME.sub("-", table.model.lower())[:60], beside) if part)
    path = resources.home() / "calibration" / f"{name}.json"
    with resources.atomic_write(path) as file:
        json.dump(to_json(table), file, indent=1)
        file.write("\n")
    return path
