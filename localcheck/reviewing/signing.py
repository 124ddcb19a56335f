"""Sign-off: a person answers for what stands about a document, and says for exactly which text, claims, index and models."""

from __future__ import annotations

from collections.abc import Callable

from localcheck.errors import UsageError
from localcheck.reports.report import UNSETTLED
from localcheck.reviewing.records import ReviewedRun, claims_digest, rows
from localcheck.sources.digests import digests
from localcheck.store import Curation, Decision, Signoff, Store
from localcheck.system.resources import sha256_text
from localcheck.text.counting import are, many
from localcheck.types import Verdict


def unsettled(reviewed: ReviewedRun) -> list[Verdict]:
    """The claims that keep a run from being signed: disputed, or decided by nobody and refuted, open, failed or reworded.

    What was decided about a reworded claim before its words were changed is no decision about these words.
    """

    def made_earlier(decision: Decision) -> bool:
        return reviewed.made_on(decision) is not None

    return [v for v in reviewed.run.verdicts if waits(v, reviewed.curation_of(v), made_earlier)]


def waits(verdict: Verdict, found: Curation, made_earlier: Callable[[Decision], bool]) -> bool:
    """True for a claim that keeps its run from being signed (``unsettled``), by what people decided about it.

    ``made_earlier``: was a decision made on an earlier verdict than the latest one?
    """
    if found.disputed or not verdict.claim.checkable:
        return found.disputed
    decision = found.deciding
    if decision is None:
        return verdict.label in UNSETTLED or verdict.claim.reworded
    return verdict.claim.reworded and made_earlier(decision)


def waiting_word(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """What an unsettled claim came to, and who reworded it: ``supported (reworded by ada)``."""
    word = reviewed.word_for(verdict)
    return f"{word} ({verdict.claim.note})" if verdict.claim.reworded else word


def sign(store: Store, reviewed: ReviewedRun, reviewer: str, reason: str = "") -> Signoff:
    """Write a sign-off of the run as it stands into the store, and return it.

    Raises ``UsageError`` for an unfinished run, and while claims are unsettled and there is no ``reason``.
    """
    if reviewed.unfinished:
        raise UsageError("an unfinished run cannot be signed off", "continue it first")
    waiting = unsettled(reviewed)
    if waiting and not reason.strip():
        raise UsageError(
            f"{many(len(waiting), 'claim')} {are(len(waiting))} not settled", "decide them, or give a reason"
        )
    if (changed := rebuilt(reviewed)) and not reason.strip():
        raise UsageError(f"index {', '.join(changed)} was built again since the run", "check again, or give a reason")
    signoff = Signoff(
        reviewer,
        reason.strip() if waiting or changed else "",
        sha256_text(reviewed.run.document.text),
        claims_digest(list(rows(reviewed))),
        sources_of(reviewed),
    )
    store.signoffs.add(reviewed.run.summary.id, signoff)
    return signoff


def rebuilt(reviewed: ReviewedRun) -> list[str]:
    """The indexes that are here in another build than the run read: its quotes may not stand in them any more."""
    here = digests(reviewed.run.info.index)
    return [name for name, read in reviewed.run.indexes if here.get(name, read) != read]


def sources_of(reviewed: ReviewedRun) -> tuple[tuple[str, str], ...]:
    """Digests of the models of a run, and of its indexes as it read them; of an earlier version's run, as they are here."""
    info = reviewed.run.info
    indexes = dict(reviewed.run.indexes) or digests(info.index)
    return (*info.models, *((f"index:{name}", digest) for name, digest in indexes.items()))
