"""Figures from the literature, each with its place there, in a table beside those of stored experiments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from localcheck.registry import DETECTORS
from localcheck.settings.signatures import parameters
from localcheck.types import JSON

Line = tuple[str, str, dict[str, float], dict[str, list[float]]]
TITLES = {
    "right": "Right",
    "wrong": "Wrong",
    "not_enough": "Open",
    "nonfact_auc_pr": "NonFact",
    "nonfact_star_auc_pr": "NonFact*",
    "factual_auc_pr": "Factual",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "accuracy": "Acc",
    "balanced_accuracy": "BAcc",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "macro_f1": "Macro F1",
    "ece": "ECE",
    "brier": "Brier",
    "evidence_per_claim": "Docs/claim",
    "evidence_per_sentence": "Docs/sentence",
}
COUNTS = {"evidence_per_claim", "evidence_per_sentence"}


def table(dataset: str, ours: Sequence[JSON], format_: str = "markdown") -> str:
    """Published lines and ours (objects of ``scoring.score``), ×100, as ``markdown``, ``latex`` or ``json``.

    The first two leave out published lines of methods that ours do not have, and metrics that nobody published.
    """
    published = [p for p in PUBLISHED if p.dataset == dataset]
    if format_ == "json":
        return json.dumps(
            {"published": [asdict(p) for p in published], "ours": list(ours)}, ensure_ascii=False, indent=2
        )
    measured = {o["detector"] for o in ours}
    shown = [p for p in published if p.detector in measured] or published
    rows: list[Line] = [
        (p.method, f"{p.source}, {p.group}" if p.group else p.source, dict(p.metrics), {}) for p in shown
    ]
    for name, one in zip(our_names(ours), ours, strict=True):
        rows += [(name, f"ours, n = {one['n']}", one["metrics"], one["intervals"])]
        groups = {p.group for p in shown} & set(one["by"])
        rows += [(name, f"ours, {g}", one["by"][g], {}) for g in sorted(groups)]
    known = {n for p in published for n, _ in p.metrics} or set(TITLES)
    names = [n for n in TITLES if n in known and any(n in values for _, _, values, _ in rows)]
    head = ["Method", "Source", *(TITLES[n] for n in names)]
    body = [[m, s, *(_cell(n, values.get(n), between.get(n)) for n in names)] for m, s, values, between in rows]
    return _latex(head, body) if format_ == "latex" else _markdown(head, body)


def our_names(ours: Sequence[JSON]) -> list[str]:
    """A name for each experiment: its detector, the options that differ from their defaults, and, where two would be called
    the same, those of their models, index and seed that differ.
    """
    plain, made = [_with_options(one) for one in ours], [_made_with(one) for one in ours]
    names = []
    for name, own in zip(plain, made, strict=True):
        alike = [other for called, other in zip(plain, made, strict=True) if called == name]
        differing = [value for key, value in own.items() if any(other.get(key) != value for other in alike)]
        names.append(", ".join([name, *differing]))
    return names


def _with_options(one: JSON) -> str:
    name, given = one["detector"], dict((one.get("run") or {}).get("parameters") or ())
    defaults = {p.name: p.default for p in parameters(DETECTORS.load(name))} if name in DETECTORS.names() else {}
    parts = [f"{k}={v}" for k, v in given.items() if k in defaults and defaults[k] != v]
    parts += [f"raw {one['raw']}"] if one.get("raw") else []
    return f"{name} ({', '.join(parts)})" if parts else str(name)


def _made_with(one: JSON) -> dict[str, str]:
    """What else tells two experiments apart: each model by its role, the index, the seed, the version."""
    run = one.get("run") or {}
    models = {role: model for role, _, model in (name.partition(":") for name in run.get("models") or ())}
    others = {"index": run.get("index"), "seed": run.get("seed"), "version": run.get("version")}
    return models | {key: f"{key} {value}" for key, value in others.items() if value not in (None, "")}


def _cell(name: str, value: float | None, between: Sequence[float] | None = None) -> str:
    if value is None:
        return "–"
    if name in COUNTS:
        return f"{value:.2f}"
    interval = f" [{100 * between[0]:.1f}, {100 * between[1]:.1f}]" if between else ""
    return f"{100 * value:.2f}{interval}"


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = [" | ".join(head), " | ".join("---" for _ in head), *(" | ".join(r) for r in rows)]
    return "\n".join(f"| {line} |" for line in lines) + "\n"


def _latex(head: list[str], rows: list[list[str]]) -> str:
    def escape(text: str) -> str:
        return text.replace("&", r"\&").replace("%", r"\%").replace("_", r"\_").replace("–", "--")

    body = [" & ".join(map(escape, r)) + r" \\" for r in rows]
    top = " & ".join(map(escape, head)) + r" \\"
    return "\n".join([rf"\begin{{tabular}}{{{'l' * 2 + 'r' * (len(head) - 2)}}}", r"\toprule", top, r"\midrule", *body,
                      r"\bottomrule", r"\end{tabular}"]) + "\n"  # fmt: skip


@dataclass(frozen=True, slots=True)
class Published:
    """One line of a published table; values in [0, 1]."""

    dataset: str
    method: str
    source: str
    metrics: tuple[tuple[str, float], ...]
    detector: str = ""
    """Our detector for the same method."""
    group: str = ""
    """Domain; empty for all."""


SELFCHECK = "Manakul et al. 2023, Table"
BAYES = "Wang et al. 2023, Table 1"
PHD = "Yang et al. 2023, Table 3"
CORRELATED = ("nonfact_auc_pr", "nonfact_star_auc_pr", "factual_auc_pr", "pearson", "spearman")


def _selfcheck(table: int, method: str, detector: str, *values: float) -> Published:
    given = tuple((n, round(v / 100, 6)) for n, v in zip(CORRELATED, values, strict=False))
    return Published("wikibio", method, f"{SELFCHECK} {table}", given, detector)


def _bayes(method: str, *values: float) -> Published:
    names = ("nonfact_auc_pr", "factual_auc_pr", "accuracy", "pearson", "spearman")
    given = tuple((n, round(v / 100, 6)) for n, v in zip(names, values[:-1], strict=True))
    return Published("wikibio", method, BAYES, (*given, ("evidence_per_claim", values[-1])), "bayes-sequential")


def _phd(method: str, detector: str, *rows: tuple[float, float, float]) -> list[Published]:
    """F1, precision, recall for all, and for the domains of few (Low), some (Medium) and many (High) web pages."""
    groups = ("", "wiki_10w", "wiki_1000w", "wiki_1y")
    names = ("f1", "precision", "recall")
    return [
        Published(
            "phd", method, PHD, tuple((n, round(v / 100, 6)) for n, v in zip(names, row, strict=True)), detector, g
        )
        for g, row in zip(groups, rows, strict=True)
    ]


PUBLISHED = (
    _selfcheck(2, "Random", "", 72.96, 29.72, 27.04),
    _selfcheck(2, "GPT-3, avg -log p (grey-box)", "greybox", 83.21, 38.89, 53.97, 57.04, 53.93),
    _selfcheck(2, "GPT-3, max -log p (grey-box)", "greybox", 87.51, 35.88, 50.46, 57.83, 55.69),
    _selfcheck(2, "LLaMA-30B, avg entropy (proxy)", "greybox", 80.80, 39.01, 42.97, 33.80, 39.49),
    _selfcheck(2, "SelfCheckGPT BERTScore", "selfcheck-bertscore", 81.96, 45.96, 44.23, 58.18, 55.90),
    _selfcheck(2, "SelfCheckGPT QA", "selfcheck-qa", 84.26, 40.06, 48.14, 61.07, 59.29),
    _selfcheck(2, "SelfCheckGPT Unigram (max)", "selfcheck-ngram", 85.63, 41.04, 58.47, 64.71, 64.91),
    _selfcheck(2, "SelfCheckGPT NLI, DeBERTa-v3-large", "selfcheck-nli", 92.50, 45.17, 66.08, 74.14, 73.78),
    _selfcheck(2, "SelfCheckGPT Prompt, gpt-3.5-turbo", "selfcheck-prompt", 93.42, 53.19, 67.09, 78.32, 78.30),
    _selfcheck(3, "WikiBio reference + BERTScore", "selfcheck-bertscore", 81.32, 40.62, 49.15, 58.71, 55.80),
    _selfcheck(3, "WikiBio reference + Unigram (max)", "selfcheck-ngram", 80.43, 31.47, 40.53, 28.67, 26.70),
    _selfcheck(3, "WikiBio reference + NLI", "selfcheck-nli", 91.18, 48.14, 71.61, 78.84, 80.00),
    _selfcheck(7, "1-gram (avg)", "selfcheck-ngram", 81.52, 40.33, 41.76, 40.68, 39.22),
    _selfcheck(7, "2-gram (avg)", "selfcheck-ngram", 82.94, 44.38, 52.81, 58.84, 58.11),
    _selfcheck(7, "3-gram (avg)", "selfcheck-ngram", 83.56, 44.64, 53.99, 62.21, 63.00),
    _selfcheck(7, "4-gram (avg)", "selfcheck-ngram", 83.80, 43.55, 54.25, 61.98, 63.64),
    _selfcheck(7, "5-gram (avg)", "selfcheck-ngram", 83.45, 42.31, 53.98, 60.68, 62.96),
    _selfcheck(7, "2-gram (max)", "selfcheck-ngram", 85.26, 39.29, 58.29, 62.48, 66.04),
    _selfcheck(7, "3-gram (max)", "selfcheck-ngram", 84.97, 37.10, 57.08, 57.34, 60.49),
    _selfcheck(7, "4-gram (max)", "selfcheck-ngram", 84.49, 36.37, 55.96, 55.77, 57.25),
    _selfcheck(7, "5-gram (max)", "selfcheck-ngram", 84.12, 36.19, 54.89, 54.84, 55.97),
    _bayes("Bayesian sequential, C_M 14, C_FA 24", 82.42, 57.01, 80.24, 71.37, 64.55, 3.05),
    _bayes("Bayesian sequential, C_M 28, C_FA 96", 86.45, 61.96, 82.39, 81.18, 74.20, 6.22),
    Published("wikibio", "Self-detection, ChatGPT", BAYES, (("accuracy", 0.3101),), "self-detection"),
    *_phd("All false", "all-false", (41.3, 26.0, 100), (57.1, 40.0, 100), (38.7, 24.0, 100), (24.6, 14.0, 100)),
    *_phd("LMvsLM revised", "lm-vs-lm", (25.5, 75.0, 15.4), (25.5, 85.7, 15.0), (34.5, 100, 20.8), (11.1, 25.0, 7.1)),
    *_phd("SelfCheckGPT BERTScore", "selfcheck-bertscore",
          (41.1, 26.0, 97.4), (56.1, 39.4, 97.5), (39.7, 24.7, 100), (23.6, 13.5, 92.8)),
    *_phd("Zero-shot detection", "zero-shot", (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
    *_phd("Reverse validation, QG", "reverse-qg",
          (52.3, 40.7, 73.1), (58.6, 44.7, 85.0), (53.3, 44.4, 66.6), (33.3, 25.5, 50.0)),
    *_phd("Reverse validation, EM", "reverse-em",
          (59.1, 48.0, 76.9), (63.6, 50.7, 85.0), (64.2, 58.6, 70.8), (41.9, 31.0, 64.3)),
)  # fmt: skip
