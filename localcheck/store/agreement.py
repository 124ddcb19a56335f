"""How far a reviewer agrees with the machine, or with another reviewer, from the journal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from localcheck.stats.kappa import Agreement, agreement
from localcheck.store.decisions import Decision, Reviewed


def with_machine(reviewed: Iterable[Reviewed], *, blind: bool | None = None) -> Agreement:
    """Agreement of reviewers with verdicts; ``blind`` limits it to decisions made with (or without) the verdict hidden.

    A reviewer who sees the verdict tends to agree with it, so the figure of blind decisions is the unbiased one.
    """
    items = [r for r in reviewed if r.verdict.acceptable and (blind is None or r.decision.review.blind is blind)]
    return agreement(
        [r.verdict.label.value for r in items], [r.label.value for r in items], [r.document_id for r in items]
    )


def between(
    first: dict[str, Decision], second: dict[str, Decision], document: str, of: Collection[str] | None = None
) -> Agreement:
    """Two reviewers of one run, over the claims on which both gave a label; ``of`` limits it to these claims."""
    pairs = []
    for claim_id, decision in first.items():
        other = second.get(claim_id)
        if of is not None and claim_id not in of:
            continue
        if other is not None and decision.review.label is not None and other.review.label is not None:
            pairs.append((decision.review.label.value, other.review.label.value))
    return agreement([a for a, _ in pairs], [b for _, b in pairs], [document] * len(pairs))
