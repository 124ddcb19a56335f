"""``faithfulness``: is each claim of an answer supported by the context it was given? (RAGAS; BEE-30043), by NLI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from localcheck.judging.context import answered, context_passages, judge_in_context
from localcheck.judging.lockstep import Judging
from localcheck.judging.together import Together
from localcheck.judging.weigh import Windows
from localcheck.ports import NLI, Detector, Extractor
from localcheck.settings.ranges import Range
from localcheck.types import Claim, Document


def faithfulness(
    *,
    nli: NLI,
    extractor: Extractor,
    window: Annotated[int, Range(1, 100_000)] = 120,
    overlap: Annotated[int, Range(0, 100_000)] = 40,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    sentences: Annotated[int, Range(0, 10_000)] = 8,
    guard: bool = True,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Detector:
    """Compare every claim with the document's ``context`` and with nothing else.

    A claim that the context contradicts is refuted (an intrinsic hallucination), one that it does not speak of has not
    enough evidence (extrinsic). ``window`` and ``overlap`` are in words; of each context text at most ``max_windows`` windows
    (0: all) and ``sentences`` single sentences are scored, those that share most words with the claim. ``guard`` holds
    numbers and names of the claim against the text. ``group`` claims are judged side by side.
    """
    windows = Windows(window, overlap, max_windows, sentences, guard, floor=0.0)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        passages = context_passages(document)
        return (judge_in_context(claim, passages, windows) for claim in answered(claims, document))

    return Together(nli, extractor, begin, group)
