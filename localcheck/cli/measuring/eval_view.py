"""How experiments are shown: their figures, two of them compared, curves and diagrams as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.cli.output import emit, emit_json, write_file
from localcheck.errors import UsageError
from localcheck.types import JSON

if TYPE_CHECKING:
    from localcheck.evaluate.records import Row
    from localcheck.evaluate.sample import Diagram

FLIPS_SHOWN = 20


def draw(rows: list[Row], svg: Path | None, reliability: Path | None) -> None:
    """The figures that were asked for."""
    from localcheck.evaluate.sample import diagrams
    from localcheck.evaluate.scoring import risk_curves
    from localcheck.reports.figure import risk_coverage

    hint = "use eval claims with a detector that decides"
    if svg:
        if not (curves := risk_curves(rows)):
            raise UsageError("--svg needs one verdict for each document", hint)
        write_file(svg, risk_coverage(curves, f"risk and coverage, n = {len(rows)}"))
    if reliability:
        if not (found := diagrams(rows)):
            raise UsageError("--reliability needs verdicts with probabilities", hint)
        write_file(reliability, drawn(found))


def drawn(found: Sequence[Diagram]) -> str:
    """One reliability diagram for P(factual), and one for each answer that was given."""
    from localcheck.evaluate.sample import FACTUAL
    from localcheck.reports.figure import several

    shown = []
    for d in found:
        happened = "share factual" if d.name == FACTUAL else "share that is right"
        stated = "stated P(factual)" if d.name == FACTUAL else "stated probability"
        shown.append((f"{d.name.replace('_', ' ')}, n = {d.n}, ECE {100 * d.ece:.1f}", stated, happened, d.bins))
    return several(shown)


def show(scored: JSON, as_json: bool) -> None:
    """One object, or lines for a person."""
    if as_json:
        emit_json(scored)
        return
    emit(
        f"{scored['dataset']} · {scored['detector']} · n = {scored['n']} in {scored['documents']} documents{_articles(scored)}"
    )
    for name, value in scored["metrics"].items():
        low_high = scored["intervals"].get(name)
        shown = f"  [{low_high[0]:.4f}, {low_high[1]:.4f}]" if low_high else ""
        emit(f"  {name:23} {value:.4f}{shown}")
    for group, values in scored["by"].items():
        emit(f"  {group}: " + ", ".join(f"{k} {v:.4f}" for k, v in values.items()))
    for name, said in (("responses", "whole responses"), ("answers", "answers (refuted or not)")):
        if name in scored:
            emit(f"  {said}: " + ", ".join(f"{k} {v:.4g}" for k, v in scored[name].items()))
    if "tools" in scored:
        used = {k: v for k, v in scored["tools"].items() if k != "calls"}
        emit("  tools: " + ", ".join(f"{k} {v:.4f}" for k, v in used.items()))
    each = scored["cost"]["per_document"]
    spent = (f"failed {scored['failed']}", _spent("cost", scored["cost"]), _spent("per document", each))
    emit(f"  {' · '.join(filter(None, spent))}")


def _spent(name: str, cost: JSON) -> str:
    """What a run took, without what it took nothing of; empty where that is all."""
    rounded = {k: round(v, 2) for k, v in cost.items() if k != "per_document"}
    took = ", ".join(f"{k.replace('_', ' ')} {v:,.10g}" for k, v in rounded.items() if v)
    return f"{name}: {took}" if took else ""


def _articles(scored: JSON) -> str:
    """How many articles the documents are about, where some share one: the intervals draw those."""
    n = scored["independent"]
    return f" of {n} article{'s' * (n != 1)}" if n < scored["documents"] else ""


def show_compared(found: JSON, as_json: bool) -> None:
    """One object, or lines for a person."""
    if as_json:
        emit_json(found)
        return
    emit(f"{found['dataset']}: {found['first']} → {found['second']}, {found['n']} examples in common")
    for name, made in found["differs"].items():
        emit(f"  {name}: {made['first']} → {made['second']}")
    for name, row in found["metrics"].items():
        interval = f"  [{row['low']:+.4f}, {row['high']:+.4f}]" if "low" in row else ""
        interval += f"  p = {row['p']:.3f}" if "p" in row else ""
        emit(f"  {name:23} {row['first']:.4f} → {row['second']:.4f}  {row['difference']:+.4f}{interval}")
    if found["too_few"]:
        emit(f"  {found['too_few']}")
    flipped = found["flipped"]
    now = Counter(f["now"] for f in flipped)
    opened = f", {now['open']} now open" if now["open"] else ""
    emit(f"  flipped items: {len(flipped)} ({now['right']} now right, {now['wrong']} now wrong{opened})")
    for f in flipped[:FLIPS_SHOWN]:
        first_, second_ = (x if isinstance(x, str) else f"{x:.3f}" for x in (f["first"], f["second"]))
        emit(f"    {f['id']} item {f['item']}, label {f['label']}: {first_} → {second_}, now {f['now']}")
    if len(flipped) > FLIPS_SHOWN:
        emit(f"    … {len(flipped) - FLIPS_SHOWN} more with --json")
