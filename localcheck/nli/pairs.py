"""Pairs of texts as token ids: each text tokenised once, equal pairs scored once, the premise cut and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.nli.tokenizer import Tokenizer

MIN_PREMISE = 8
"""A hypothesis that leaves room for fewer premise tokens than this cannot be judged against a longer premise."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Distinct inputs for the model, and which of them each asked pair is."""

    inputs: tuple[list[int], ...]
    types: tuple[list[int], ...]
    """Segment ids, as long as the inputs."""
    row_of: tuple[int | None, ...]
    """Per asked pair its input; None when the hypothesis is too long for the model."""


def join_pairs(tokenizer: Tokenizer, pairs: Sequence[tuple[str, str]], max_tokens: int) -> Pairs:
    """Tokenise and join (premise, hypothesis) pairs so that none exceeds ``max_tokens``."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    ids = dict(zip(texts, (t.ids for t in tokenizer.encode(texts)), strict=True))
    layout = tokenizer.layout
    rows: dict[tuple[str, str], int | None] = {}
    inputs: list[list[int]] = []
    types: list[list[int]] = []
    for pair in pairs:
        if pair in rows:
            continue
        premise, hypothesis = ids[pair[0]], ids[pair[1]]
        room = max_tokens - layout.specials - len(hypothesis)
        if room < min(len(premise), MIN_PREMISE):
            rows[pair] = None
            continue
        kept = premise[:room]
        rows[pair] = len(inputs)
        inputs.append(layout.join(kept, hypothesis))
        types.append(layout.types(len(kept), len(hypothesis)))
    return Pairs(tuple(inputs), tuple(types), tuple(rows[pair] for pair in pairs))
