"""Here: the pairs, the prompts of the language model and the weights to begin from, in one folder that can be sent away."""

from __future__ import annotations

import random
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch
from safetensors.torch import save_file

from localcheck.models.conversion.vocabulary import read_vocabulary
from localcheck.models.conversion.weights import open_file
from localcheck.models.manifest import read_json
from training import pairs as p
from training import reworded, written
from training.away.bytes import packed
from training.away.pack import judged
from training.cuts import starts_with_pronoun
from training.encoded import plain_tokenizer
from training.lora import away
from training.merging import CARD as ADAPTER
from training.merging import merged, read_adapter
from training.packing import WORDS as FEW
from training.packing import coarse
from training.shipped import MPNET, shipped_weights
from training.teacher import draw
from training.teacher.recipe import Recipe
from training.whole.network import FIXED, WORDS
from training.whole.there import CONFIG, GOLD, JUDGED, PROMPTS, READ, WEIGHTS

LONGEST = 320
"""Tokens of a pair."""
BARE = 0.5
"""Share of the pairs under a title that may lose it."""
TITLE = 60
"""Characters of a title at most."""
SILENT = 0.35
"""Share of the pairs of `training.reworded` that is learnt as silent though nobody has read them."""


def gold(data: Path, recipe: Recipe) -> list[p.Pair]:
    """The labelled pairs: those of a recipe, most of the unread ones left out, settled ones of real articles twice.

    Half of what is learnt twice stands there once without the title before it (decision 0244: a title costs certainty).
    """
    rng, found = random.Random(recipe.seed), []
    for pair in draw.draw(data, recipe):
        bare = untitled(pair) if rng.random() < BARE else pair
        if pair.source == reworded.SOURCE:
            if pair.label == p.NEUTRAL and rng.random() > SILENT:
                continue
            found += [pair] if pair.label == p.NEUTRAL else [pair, bare]
        else:
            found.append(bare if pair.source == written.SOURCE else pair)
    rng.shuffle(found)
    return found


def untitled(pair: p.Pair) -> p.Pair:
    """The pair without the title before its premise; as it is where there is none, or where a pronoun would be left first."""
    title, dot, text = pair.premise.partition(". ")
    if not dot or len(title) > TITLE or len(text) < len(title) or starts_with_pronoun(text):
        return pair
    return replace(pair, premise=text) if any(word in text for word in title.split()) else pair


def some(pairs: Sequence[p.Pair], most: int, rng: random.Random) -> list[p.Pair]:
    """So many of the pairs, those of one claim together, the claims in random order: whoever stops early has the same mix."""
    by_claim: dict[str, list[p.Pair]] = defaultdict(list)
    for pair in rng.sample(list(pairs), min(most, len(pairs))):
        by_claim[pair.hypothesis].append(pair)
    return [pair for text in rng.sample(list(by_claim), len(by_claim)) for pair in by_claim[text]]


def write(data: Path, recipe: Recipe, read: Sequence[p.Pair], base: Path, begin: Path, to: Path) -> str:
    """Write everything but the language model and its prompts; what was written, for people.

    ``begin`` is an adapter of the base, or the folder of a reader that was trained before.
    """
    tokenizer = plain_tokenizer(base / "tokenizer.json")
    labelled, tests = gold(data, recipe), judged(data)
    for rows, name in ((labelled, GOLD), (list(read), READ), (tests, JUDGED)):
        draw.encode(tokenizer, rows, LONGEST).save(to / name)
    tensors = begun_from(begin, base)
    dense = {name: value for name, value in tensors.items() if name.startswith("classifier")}
    rest = {name: value for name, value in tensors.items() if name not in dense}
    rest[WORDS] = torch.from_numpy(coarse(rest[WORDS].numpy(), FEW))
    save_file(dict(packed(rest.items())) | dense, str(to / WEIGHTS))
    shutil.copy(base / CONFIG, to / CONFIG)
    return f"{len(labelled)} labelled, {len(read)} of the index, {len(tests)} tests; {WORDS} {tuple(rest[WORDS].shape)}"


def begun_from(folder: Path, base: Path) -> dict[str, torch.Tensor]:
    """The tensors that a run begins from: the base with an adapter, or with the layers of a reader that was trained before."""
    if (folder / ADAPTER).is_file():
        vocabulary, _ = read_vocabulary(base)
        weights = merged(read_adapter(folder), base, read_json(base / CONFIG), vocabulary)
        return {name: torch.from_numpy(weights[name].astype("float32")) for name in weights if "pooler" not in name}
    stood, found = open_file(base / "model.safetensors"), shipped_weights(folder, MPNET)
    return {name: torch.from_numpy(stood[name].astype("float32")) for name in FIXED} | found


def write_prompts(read: Sequence[p.Pair], llm: str, head: Path, to: Path) -> str:
    """Write the language model as far as its head reads it, and its prompts; what was written, for people."""
    from localcheck.asking.head_files import read_head
    from scripts.train_lora import prompts_of

    asked, path = prompts_of(llm, list(read))
    tokens = sorted({token for one in asked for token in one.tokens})
    number = {token: place for place, token in enumerate(tokens)}
    away.write_prompts(to / PROMPTS, asked, read, number)
    found = read_head(head)
    away.write_model(path, tokens, max(found.layers) + 1, to / away.MODEL)
    return f"{sum(len(one.tokens) for one in asked)} tokens, {len(tokens)} different"
