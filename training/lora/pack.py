"""Prompts that share evidence as one run of tokens, as llama.cpp reads them: the task once, each evidence once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from localcheck.backends.llamacpp.sequences import common_prefix
from localcheck.backends.llamacpp.states import Asked
from training.lora.network import Packed


def pack(prompts: Sequence[Asked]) -> tuple[Packed, list[int]]:
    """The prompts in one run, and in which order they stand there (numbers of ``prompts``)."""
    order = sorted(range(len(prompts)), key=lambda i: prompts[i].tokens)
    tokens: list[int] = []
    positions: list[int] = []
    until: list[int] = []
    ways: list[list[int]] = []
    """Of each prompt, where its tokens stand in the run."""
    for n, i in enumerate(order):
        mine = prompts[i].tokens
        shared = common_prefix(prompts[order[n - 1]].tokens, mine) if n else 0
        shared = min(shared, len(mine) - 1)
        for place in ways[-1][shared:] if n else ():
            until[place] = len(tokens)
        ways.append([*(ways[-1][:shared] if n else []), *range(len(tokens), len(tokens) + len(mine) - shared)])
        positions += range(shared, len(mine))
        tokens += mine[shared:]
        until += [0] * (len(mine) - shared)
    for place in ways[-1]:
        until[place] = len(tokens)
    claims = torch.zeros(len(prompts), len(tokens))
    for n, (i, way) in enumerate(zip(order, ways, strict=True)):
        claims[n, way[prompts[i].first : prompts[i].end]] = 1.0 / (prompts[i].end - prompts[i].first)
    last = torch.tensor([way[-1] for way in ways])
    return Packed(torch.tensor(tokens), torch.tensor(positions), torch.tensor(until), last, claims), order


def batches(prompts: Sequence[Asked], most: int) -> Iterator[list[int]]:
    """Numbers of consecutive prompts that take at most about ``most`` tokens in one run."""
    some: list[int] = []
    size = 0
    for i, asked in enumerate(prompts):
        shared = common_prefix(prompts[some[-1]].tokens, asked.tokens) if some else 0
        if some and size + len(asked.tokens) - shared > most:
            yield some
            some, size, shared = [], 0, 0
        some.append(i)
        size += len(asked.tokens) - shared
    if some:
        yield some
