"""The planner with rules first: the language model is asked only about the sentences that the rules leave open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from localcheck.agent.log import Log
from localcheck.agent.react import detect_by_llm
from localcheck.agent.rules import Means, detect_by_rules
from localcheck.judging.opinion import SIDES
from localcheck.judging.sentence_level import whole_document
from localcheck.ports import LLM
from localcheck.types import Cost, Document, Verdict


def detect_rules_first(
    document: Document, means: Means, log: Log, llm: LLM, steps: int, seed: int
) -> Iterator[Verdict]:
    """The verdicts by rules; where all those of a sentence are open, what the model finds about it stands instead."""
    by_rules = list(detect_by_rules(document, means, log))
    left = left_open(document, by_rules)
    if not left:
        yield from by_rules
        return
    only = None if _whole(document, by_rules) else left
    said = list(detect_by_llm(document, means, log, llm, steps, seed, only))
    spent = sum((v.cost for v in said), Cost())
    by_model = {v.claim.sentence: v for v in said if only is None or not _is_whole(document, v)}
    for verdict in by_rules:
        if verdict.claim.sentence not in left or (only is not None and _is_whole(document, verdict)):
            yield verdict
            continue
        found = by_model.pop(verdict.claim.sentence, None)
        cost, spent = verdict.cost + spent, Cost()  # all of it at the first that it was spent for, whatever was found
        if found is None:
            yield replace(verdict, cost=cost)
        elif found.label in SIDES:
            yield replace(found, cost=cost)
        else:
            yield replace(verdict, cost=cost, steps=(*verdict.steps, *found.steps))


def left_open(document: Document, verdicts: list[Verdict]) -> frozenset[int]:
    """The sentences of which no claim is settled, and at least one can be checked. A verdict on the length of the whole text
    stands at its first sentence and settles none.
    """
    own = [v for v in verdicts if len(verdicts) == 1 or not _is_whole(document, v)]
    settled = {v.claim.sentence for v in own if v.label in SIDES}
    return frozenset(v.claim.sentence for v in own if v.claim.checkable) - settled


def _is_whole(document: Document, verdict: Verdict) -> bool:
    """Is it a verdict on the text as a whole?"""
    return verdict.claim == whole_document(document)


def _whole(document: Document, verdicts: list[Verdict]) -> bool:
    """Did the rules judge the text as a whole, and nothing else?"""
    return len(verdicts) == 1 and verdicts[0].claim.text == document.text.strip()
