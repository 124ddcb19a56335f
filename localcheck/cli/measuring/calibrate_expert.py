"""``localcheck calibrate --expert``: learns how far a language model's answers move the belief."""

from __future__ import annotations

from pathlib import Path

from localcheck.cli import diagnostics
from localcheck.cli.output import emit, emit_json
from localcheck.errors import UsageError
from localcheck.settings import Settings
from localcheck.system import network

KNOWN, UNKNOWN = 1, 3
"""Orders in which the options are shown: one is enough where the preference for a letter is fitted away with the rest."""


def learn_expert(
    data: Path | None, most: int, settings: Settings, *, dry_run: bool, as_json: bool, quiet: bool
) -> None:
    """Read each claim's first document with the NLI model, ask the language model about it, fit and keep the table."""
    from localcheck.asking.expert import Expert
    from localcheck.asking.head_files import headed
    from localcheck.evaluate import hearing
    from localcheck.run.runtime import open_runtime

    if data is None:
        raise UsageError("--expert learns from labelled claims", "add --data claims.jsonl")
    with network.allow(settings.network), open_runtime(settings) as runtime:
        llm = runtime.llm
        examples = hearing.chosen(data, most)
        rows = []
        with diagnostics.progress("documents:", len(examples), quiet=quiet) as bar:
            for one in hearing.seen(runtime, examples):
                rows += [one] if one is not None else []
                bar.advance()
        judge = headed(llm)[0] or Expert(llm, KNOWN)
        said = []
        with diagnostics.progress("answers:", len(rows), quiet=quiet) as bar:
            for pair in hearing.heard_of(judge, rows):
                said.append(pair)
                bar.advance()
        found = hearing.fitted(
            said, llm.info.name, llm.info.sha256, KNOWN, data.name, judge.digest, runtime.nli_sha256()
        )
    path = None if dry_run else hearing.keep(found.table)
    ratios = found.table.likelihoods.log_ratios().tolist()
    if as_json:
        emit_json({"model": found.table.model, "n": found.n, "auc": found.auc, "right": found.right,
                   "log_ratios": ratios, "file": None if path is None else str(path)})  # fmt: skip
        return
    nli, llm_alone, both = (f"{100 * x:.0f}" for x in found.auc)
    emit(f"{found.n} claims; AUC of the NLI model {nli}, of {found.table.model} {llm_alone}, of both {both} (left out)")
    emit(f"right of two: {100 * found.right[0]:.0f} before, {100 * found.right[1]:.0f} with both (left out)")
    emit("log-odds that each answer adds: " + " ".join(f"{x:+.2f}" for x in ratios))
    emit(f"kept in {path}" if path else "not kept (--dry-run)")
