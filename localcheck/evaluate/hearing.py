"""How far a language model's answers about labelled claims move the belief that the NLI model gives: heard, and fitted as a
table.

The fit is a logistic weight of the answer beside the log-odds of the NLI model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.asking.expert import Judge
from localcheck.errors import BadInput
from localcheck.evaluate.datasets.examples import UNCOVERED, Example
from localcheck.evaluate.datasets.examples import claims as read_claims
from localcheck.evaluate.datasets.files import chosen as spread
from localcheck.judging.evidence.learned import Learned
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Asked, ExpertTable, answers, questions, shown_sentences, to_json
from localcheck.judging.together import drive
from localcheck.ports import FloatArray, Retriever
from localcheck.run.runtime import Runtime
from localcheck.stats.bayes import Likelihoods
from localcheck.stats.metrics import auc_roc
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
    return [e for label in (0.0, 1.0) for e in spread([e for e in found if e.labels[0] == label], most, True)]


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


def fitted(rows: Sequence[tuple[Seen, float]], data: str, nli_sha256: str = "", **named: Any) -> Fitted:
    """The table, and what it is worth. ``nli_sha256``: of the NLI model beside which the answers were heard; ``named``: what
    the table says of the language model.

    Raises ``BadInput`` for too few claims.
    """
    true, nli, said, near = columns(rows)
    table = replace(fit_expert(true, nli, said, near, data, nli_sha256), **named)
    both = left_out(true, nli, said, near)
    return Fitted(
        table,
        len(rows),
        (auc_roc(true, nli), auc_roc(true, said), auc_roc(true, both)),
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


SYMBOLS = 15
"""Of a table: with half as many the surest answers, which are right, count no more than others."""
OUTER = (0.01, 0.03)
"""Shares of the answers at either end that are symbols of their own: the surest answers are the ones that turn a verdict, and
the middle of a fifteenth of all says little of them."""
FEWEST = 20
"""Claims below which a table would be noise."""
RIDGE = 2.0
"""Pulls the weights towards what is believed before any data: the NLI model as it is, the language model not at all."""
MOST = 3.5
"""Log-odds that one answer moves at most: a few hundred claims show no more."""
SPREAD = 3.0
"""Standard deviations at which an answer is cut: small models are surer than right."""


def standard(heard: FloatArray, of: FloatArray) -> FloatArray:
    """``heard`` less the mean of ``of``, in its standard deviations, cut at ``SPREAD``.

    What a model says of everything (a letter that it prefers) is taken away, and a model whose answers hardly differ is heard
    on the same scale as one that is sure.
    """
    found: FloatArray = np.clip((heard - of.mean()) / max(float(of.std()), 1e-9), -SPREAD, SPREAD)
    return found


def weights_of(true: FloatArray, nli: FloatArray, heard: FloatArray, near: FloatArray) -> FloatArray:
    """(weight of the answer, weight of the NLI model's log-odds beyond the one that they have, weight of the answer times
    ``near``, bias), shape (4,).

    These weights explain the labels best. ``true``: labels, 0 or 1. ``nli``: log-odds of the NLI model. ``heard``: the language
    model's answers, ``standard``. ``near``: how near what it was shown is to the claim, in [0, 1]. An answer never counts
    against what it says, so the first and the third weight are not below zero. The second one is below zero where both models
    say the same, for that must count only once.
    """
    from scipy.optimize import minimize

    x = np.column_stack([heard, nli, heard * near, np.ones(len(heard))])
    y = np.where(true > 0.5, 1.0, -1.0)

    def loss(w: FloatArray) -> float:
        z = y * (nli + x @ w)
        return float(np.logaddexp(0.0, -z).sum() + 0.5 * RIDGE * (w @ w))

    free = (None, None)
    found: FloatArray = minimize(loss, np.zeros(4), bounds=[(0.0, None), free, (0.0, None), free]).x
    return found


def left_out(true: FloatArray, nli: FloatArray, heard: FloatArray, near: FloatArray) -> FloatArray:
    """Log-odds of both together for each claim, with weights fitted without it."""
    found = np.empty(len(true))
    for i in range(len(true)):
        keep = np.arange(len(true)) != i
        w, more, times, bias = weights_of(true[keep], nli[keep], standard(heard[keep], heard[keep]), near[keep])
        answer = standard(heard[i : i + 1], heard[keep])[0]
        found[i] = (1 + more) * nli[i] + (w + times * near[i]) * answer + bias
    return found


def fit_expert(
    true: FloatArray, nli: FloatArray, heard: FloatArray, near: FloatArray, data: str, nli_sha256: str = ""
) -> ExpertTable:
    """The table of a language model beside one NLI model; it does not name the former yet.

    Answers, each with what the NLI model's log-odds must be set right by, are cut into ``SYMBOLS`` of about as many claims, the
    first and the last of them again by ``OUTER``; a symbol adds what the fitted weights give its middle, at most ``MOST``
    log-odds.

    Raises ``BadInput`` for fewer than 20 claims, or for claims of one label only.
    """
    count = len(true)
    if count < FEWEST or not 0 < float(true.sum()) < count:
        raise BadInput(data, f"{count} claims for which the index has evidence", f"at least {FEWEST}, of both labels")
    w, more, times, bias = weights_of(true, nli, standard(heard, heard), near)
    unit = max(float(heard.std()), 1e-9)
    own, nearer = float(w) / unit, float(times) / unit
    said = (own + nearer * near) * heard + float(more) * nli
    cuts = np.unique(
        np.quantile(said, np.sort([*np.linspace(0, 1, SYMBOLS + 1)[1:-1], *OUTER, *(1.0 - np.array(OUTER))]))
    )
    places = np.searchsorted(cuts, said, side="right")
    middles = np.array([said[places == i].mean() if (places == i).any() else 0.0 for i in range(len(cuts) + 1)])
    ratios = np.clip(middles - (own + nearer * near.mean()) * heard.mean() + bias, -MOST, MOST)
    shares = (np.bincount(places, minlength=len(cuts) + 1) + 1.0) / (count + len(cuts) + 1)
    factual, nonfactual = _rows(shares, ratios)
    n = (int(true.sum()), int(count - true.sum()))
    yes, no = (tuple(float(p) for p in row) for row in (factual, nonfactual))
    likelihoods = Likelihoods(yes, no, nli_sha256, "index", data, n)
    edges = tuple(float(c) for c in cuts)
    return ExpertTable(edges, likelihoods, own=own, beside=float(more), near=nearer)


def _rows(shares: FloatArray, ratios: FloatArray) -> tuple[FloatArray, FloatArray]:
    """P(symbol | factual) and P(symbol | not factual) with these log-ratios and, together, these shares; each sums to 1.

    Where all answers speak for the same side no such rows exist; the ratios are then shifted as little as makes them exist.
    """
    low, high = -MOST - 1.0, MOST + 1.0
    for _ in range(60):
        shift = (low + high) / 2
        p = shares * np.exp(ratios + shift) / (1 + np.exp(ratios + shift))
        q = shares / (1 + np.exp(ratios + shift))
        low, high = (shift, high) if p.sum() < q.sum() else (low, shift)
    return p / p.sum(), q / q.sum()
