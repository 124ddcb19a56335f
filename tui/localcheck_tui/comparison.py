"""Two runs side by side: what changed between them, claim by claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.types import Verdict


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim in both runs, or in one of them."""

    text: str
    first: Verdict | None
    second: Verdict | None

    @property
    def differs(self) -> bool:
        """True if the two runs give different labels, or if only one of them has the claim."""
        return self.first is None or self.second is None or self.first.label is not self.second.label


def compare(first: Sequence[Verdict], second: Sequence[Verdict]) -> list[Pair]:
    """Claims in the order of the first run, then those only the second has. Equal wording in the same sentence is equal."""
    waiting: dict[tuple[int, str], list[Verdict]] = {}
    for verdict in second:
        waiting.setdefault(_key(verdict), []).append(verdict)
    pairs = []
    for verdict in first:
        others = waiting.get(_key(verdict), [])
        pairs.append(Pair(verdict.claim.text, verdict, others.pop(0) if others else None))
    left = [v for others in waiting.values() for v in others]
    pairs += [Pair(v.claim.text, None, v) for v in left]
    return sorted(pairs, key=lambda p: (p.first or p.second or first[0]).claim.sentence)


def _key(verdict: Verdict) -> tuple[int, str]:
    return verdict.claim.sentence, " ".join(verdict.claim.text.split()).casefold()
