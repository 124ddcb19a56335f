"""Published figures, with their place in the literature; tables that set them beside ours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

JSON = Any


@dataclass(frozen=True, slots=True)
class Published:
    """One line of a published table; values in [0, 1]."""

    dataset: str
    method: str
    source: str
    metrics: tuple[tuple[str, float], ...]
    detector: str = ""
    """Our detector for the same method."""


def _wikibio(method: str, source: str, detector: str, *values: float | None) -> Published:
    names = ("nonfact_auc_pr", "nonfact_star_auc_pr", "factual_auc_pr", "pearson", "spearman")
    given = tuple((n, v / 100) for n, v in zip(names, values, strict=True) if v is not None)
    return Published("wikibio", method, source, given, detector)


SELFCHECK = "Manakul et al. 2023, Table 2"
BAYES = "Wang et al. 2023, Table 1"
PHD = "Yang et al. 2023, Table 3"

PUBLISHED = (
    _wikibio("SelfCheckGPT BERTScore", SELFCHECK, "selfcheck-bertscore", 81.96, 45.96, 44.23, 58.18, 55.90),
    _wikibio("SelfCheckGPT QA", SELFCHECK, "selfcheck-qa", 84.26, 40.06, 48.14, 61.07, 59.29),
    _wikibio("SelfCheckGPT Unigram (max)", SELFCHECK, "selfcheck-ngram", 85.63, 41.04, 58.47, 64.71, 64.91),
    _wikibio("SelfCheckGPT NLI, DeBERTa-v3-large", SELFCHECK, "selfcheck-nli", 92.50, 45.17, 66.08, 74.14, 73.78),
    _wikibio("SelfCheckGPT Prompt, gpt-3.5-turbo", SELFCHECK, "selfcheck-prompt", 93.42, 53.19, 67.09, 78.32, 78.30),
    Published(
        "wikibio",
        "Bayesian sequential, C_M 14, C_FA 24",
        BAYES,
        (("nonfact_auc_pr", 0.8242), ("factual_auc_pr", 0.5701), ("accuracy", 0.8024), ("pearson", 0.7137),
         ("spearman", 0.6455), ("evidence_per_claim", 3.05)),
        "bayes-sequential",
    ),
    Published(
        "wikibio",
        "Bayesian sequential, C_M 28, C_FA 96",
        BAYES,
        (("nonfact_auc_pr", 0.8645), ("factual_auc_pr", 0.6196), ("accuracy", 0.8239), ("pearson", 0.8118),
         ("spearman", 0.7420), ("evidence_per_claim", 6.22)),
        "bayes-sequential",
    ),
    Published("phd", "Reverse validation, EM", PHD, (("f1", 0.591), ("precision", 0.480), ("recall", 0.769)), "reverse-em"),
    Published("phd", "Reverse validation, QG", PHD, (("f1", 0.523), ("precision", 0.407), ("recall", 0.731)), "reverse-qg"),
)  # fmt: skip

TITLES = {
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
    """Published lines and ours (objects of ``scoring.score``), ×100, as ``markdown``, ``latex`` or ``json``."""
    published = [p for p in PUBLISHED if p.dataset == dataset]
    if format_ == "json":
        return json.dumps(
            {"published": [asdict(p) for p in published], "ours": list(ours)}, ensure_ascii=False, indent=2
        )
    names = [n for n in TITLES if any(n in dict(p.metrics) for p in published) or any(n in o["metrics"] for o in ours)]
    rows = [[p.method, p.source, *(_cell(n, dict(p.metrics).get(n)) for n in names)] for p in published]
    rows += [_our_row(o, names) for o in ours]
    head = ["Method", "Source", *(TITLES[n] for n in names)]
    return _latex(head, rows) if format_ == "latex" else _markdown(head, rows)


def _our_row(one: JSON, names: Sequence[str]) -> list[str]:
    cells = []
    for name in names:
        cell = _cell(name, one["metrics"].get(name))
        if name in one["intervals"]:
            low, high = one["intervals"][name]
            cell += f" [{100 * low:.1f}, {100 * high:.1f}]"
        cells.append(cell)
    return [one["detector"], f"localcheck, n = {one['n']}", *cells]


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if name in COUNTS else f"{100 * value:.2f}"


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
