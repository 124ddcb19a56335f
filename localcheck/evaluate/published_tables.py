"""Figures from the literature, each with its place there, in a table beside those of stored experiments."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from localcheck.registry import DETECTORS
from localcheck.settings.signatures import parameters
from localcheck.text.lexicon import rows
from localcheck.types import JSON

Line = tuple[str, str, dict[str, float], dict[str, list[float]]]
TITLES = dict(row.split(": ") for row in rows("published_tables.titles"))
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
        return re.sub(r"([&%_#${}])", r"\\\1", text).replace("–", "--")

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
    """Domain; empty for all. Those of PHD are of few (``wiki_10w``), some (``wiki_1000w``) and many (``wiki_1y``) web pages."""


def _read(file: Path) -> tuple[Published, ...]:
    """The lines of a table with a column for each field and each metric; a method has the metrics that are not empty."""
    with file.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return tuple(
        Published(
            row["dataset"],
            row["method"],
            row["source"],
            tuple((name, float(value)) for name, value in row.items() if name in TITLES and value),
            row["detector"],
            row["group"],
        )
        for row in rows
    )


PUBLISHED = _read(Path(__file__).with_name("published.csv"))
