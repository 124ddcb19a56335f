"""Fits how far a language model's answers move the belief beside the NLI model's: a logistic weight as a table. Pure."""

from __future__ import annotations

import numpy as np

from localcheck.judging.expert import ExpertTable
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Likelihoods

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
    true: FloatArray,
    nli: FloatArray,
    heard: FloatArray,
    near: FloatArray,
    model: str,
    sha256: str,
    orders: int,
    data: str,
    head: str = "",
    nli_sha256: str = "",
) -> ExpertTable:
    """The table of a language model beside one NLI model.

    Answers, each with what the NLI model's log-odds must be set right by, are cut into ``SYMBOLS`` of about as many claims, the
    first and the last of them again by ``OUTER``; a symbol adds what the fitted weights give its middle, at most ``MOST``
    log-odds.

    Raises ``ValueError`` for fewer than 20 claims, or for claims of one label only.
    """
    count = len(true)
    if count < FEWEST or not 0 < float(true.sum()) < count:
        raise ValueError(f"at least {FEWEST} claims of both labels are needed")
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
    weights = own, float(more), nearer
    return ExpertTable(tuple(float(c) for c in cuts), likelihoods, sha256, model, orders, head, *weights)


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


def auc_of(true: FloatArray, score: FloatArray) -> float:
    """The share of pairs of a true and a false claim that ``score`` orders rightly; ties count half. 0.5 for one label only."""
    yes, no = score[true > 0.5], score[true <= 0.5]
    if not len(yes) or not len(no):
        return 0.5
    return float((yes[:, None] > no).mean() + 0.5 * (yes[:, None] == no).mean())
