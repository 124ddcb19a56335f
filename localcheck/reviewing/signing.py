"""Sign-off: a person answers for what stands about a document, and says for exactly which text, claims, index and models."""

from __future__ import annotations

from contextlib import suppress

from localcheck.errors import LocalcheckError, UsageError
from localcheck.reviewing.records import ReviewedRun, claims_digest, rows
from localcheck.sources import manifest
from localcheck.sources.indexes import SUFFIX
from localcheck.sources.several import names_of
from localcheck.store import Signoff, Store
from localcheck.system.resources import indexes_dir, sha256_text
from localcheck.types import Label, RunInfo, Verdict

OPEN = (Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, Label.FAILED)


def unsettled(reviewed: ReviewedRun) -> list[Verdict]:
    """The claims that keep a run from being signed: disputed, or refuted, open or failed and decided by nobody."""
    return [v for v in reviewed.run.verdicts if _waits(reviewed, v)]


def _waits(reviewed: ReviewedRun, verdict: Verdict) -> bool:
    found = reviewed.ruling_on(verdict)
    if found.disputed or not verdict.claim.checkable:
        return found.disputed
    return verdict.label in OPEN and found.label is None


def sign(store: Store, reviewed: ReviewedRun, reviewer: str, reason: str = "") -> Signoff:
    """Write a sign-off of the run as it stands into the store, and return it.

    Raises ``UsageError`` for an unfinished run, and while claims are unsettled and there is no ``reason``.
    """
    if reviewed.unfinished:
        raise UsageError("an unfinished run cannot be signed off", "continue it first")
    waiting = unsettled(reviewed)
    if waiting and not reason.strip():
        raise UsageError(f"{len(waiting)} claims are not settled", "decide them, or give a reason")
    signoff = Signoff(
        reviewer,
        reason.strip() if waiting else "",
        sha256_text(reviewed.run.document.text),
        claims_digest(list(rows(reviewed))),
        sources_of(reviewed.run.info),
    )
    store.signoffs.add(reviewed.run.summary.id, signoff)
    return signoff


def sources_of(info: RunInfo) -> tuple[tuple[str, str], ...]:
    """Digests of the models of a run, and of its indexes where they are on this machine."""
    found = list(info.models)
    for name in names_of(info.index) if info.index else ():
        with suppress(LocalcheckError, OSError):
            found.append((f"index:{name}", manifest.read(indexes_dir() / f"{name}{SUFFIX}").digest))
    return tuple(found)
