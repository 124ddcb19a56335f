"""``faithfulness``: is each claim of an answer supported by the context it was given? (RAGAS; BEE-30043), by NLI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from localcheck.claims.changed import changed
from localcheck.judging.context import WITH_QUESTION, answered, context_passages
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import GivenScore
from localcheck.judging.languages import unread_answer, unread_language
from localcheck.judging.together import Judging, Together
from localcheck.ports import NLI, Detector, Extractor, SentenceEncoder
from localcheck.settings.ranges import Range
from localcheck.text.language import detect
from localcheck.types import Claim, Document


def faithfulness(
    *,
    nli: NLI,
    extractor: Extractor,
    meaning: SentenceEncoder | None = None,
    consultant: Consultant | None = None,
    score: GivenScore | None = None,
    max_windows: Annotated[int, Range(0, 10_000)] = 4,
    sentences: Annotated[int, Range(0, 10_000)] = 8,
    group: Annotated[int, Range(1, 1024)] = 16,
) -> Detector:
    """Compare every claim with the document's ``context`` and with nothing else.

    A claim that the context contradicts is refuted (an intrinsic hallucination), one that it does not mention has not
    enough evidence (extrinsic). Of each context text at most ``sentences`` single sentences are read, the most relevant ones,
    and ``max_windows`` of them with their neighbours (0: all), as ``bayes-sequential`` reads an article. ``group`` claims
    are judged at the same time. ``consultant``: the language model of ``--effort thorough``, which is asked about the best
    sentences of the text that decides. ``score``: how likely a claim is by what was read, for the NLI models for which that was
    measured; not used where one of the texts is in a language that they do not read.
    """
    beside = Beside(nli, meaning, score, consultant, sentences, max_windows)

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        passages = context_passages(document)
        overall, languages = detect(document.text), frozenset(nli.info.languages)

        def unread(claim: Claim) -> str:
            if claim.note == WITH_QUESTION:
                return unread_answer(document.prompt, claim.span.of(document.text), languages)
            return unread_language(claim, overall, languages)

        return (beside.judge(claim, passages, unread(claim)) for claim in claims)

    return Together(nli, changed(extractor, answered), begin, group)
