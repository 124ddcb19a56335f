"""A document of a batch becomes a run of the store when it is opened, so that it can be reviewed as any other; once."""

from __future__ import annotations

from localcheck.reports.report import claim_order
from localcheck.store import Store
from localcheck.types import Report


def run_of(store: Store, report: Report) -> int:
    """The run that holds this report: the one that was made when it was opened before, else a new one."""
    for run in store.runs(text=report.document.id):
        if run.detector == report.run.detector and store.report(run.id) == report:
            return run.id
    run_id = store.begin_run(report.run, report.document, report.sentences)
    for verdict in sorted(report.verdicts, key=lambda v: claim_order(v.claim.id)):
        store.add_verdict(run_id, verdict)
    store.finish_run(run_id, report)
    return run_id
