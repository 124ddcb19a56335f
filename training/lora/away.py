"""An adapter and its head trained on a machine that has a GPU, but neither the data nor the model file nor our packages.

Here: the pairs as token ids, and what of the model file a head reads. There: the run. Needs there: numpy, torch, safetensors,
gguf and sentencex.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import gguf
import numpy as np
import torch
from safetensors.torch import load_file, save_file

from localcheck.asking.head import Head
from localcheck.asking.head_files import ADAPTERS, FOLDER, read_head
from localcheck.backends.llamacpp.states import Asked
from training import pairs as p
from training.away.bytes import halves
from training.heads.draw import Group
from training.heads.fit import figures, right_of_three
from training.lora.learn import Reader, Recipe, Run, heat_of
from training.lora.network import Network
from training.lora.write import read_adapter

MODEL, ROWS, JUDGED = "model.gguf", "rows.npz", "judged.npz"
HEAD, ADAPTER = Path(FOLDER) / "begun.npz", Path(ADAPTERS) / "begun.gguf"
FIELDS = ("attention.head_count", "attention.head_count_kv", "embedding_length")
REALS = ("attention.layer_norm_rms_epsilon", "rope.freq_base")
STEER = frozenset({"foolmetwice", "fever_symmetric", "wice_oracle_chunks", "olora_MNLI", "snli_dev"})
"""Sources of the validation rows: they say how sharp the answers are."""
PARTS = 2
"""Files of what comes back: none may be larger than 16 MB."""


def passes(groups: Sequence[Group], count: int, seed: int) -> list[p.Pair]:
    """The pairs of the groups so many times, the groups in another order each time."""
    rng = np.random.default_rng(seed)
    return [pair for _ in range(count) for place in rng.permutation(len(groups)) for pair in groups[place]]


def write_model(path: Path, tokens: Sequence[int], layers: int, to: Path) -> None:
    """The lowest layers of a qwen2 file, and the embeddings of some tokens in the order given; nothing is converted."""
    reader, writer = gguf.GGUFReader(path), gguf.GGUFWriter(to, "qwen2")
    for name in FIELDS:
        writer.add_uint32(f"qwen2.{name}", int(reader.fields[f"qwen2.{name}"].contents()))
    for name in REALS:
        writer.add_float32(f"qwen2.{name}", float(reader.fields[f"qwen2.{name}"].contents()))
    wanted = tuple(f"blk.{number}." for number in range(layers))
    for tensor in reader.tensors:
        if tensor.name == "token_embd.weight":
            writer.add_tensor(tensor.name, np.array(tensor.data[list(tokens)]), raw_dtype=tensor.tensor_type)
        elif tensor.name.startswith(wanted):
            writer.add_tensor(tensor.name, np.array(tensor.data), raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_prompts(path: Path, asked: Sequence[Asked], rows: Sequence[p.Pair], number: Mapping[int, int]) -> None:
    """Prompts with their labels; ``number``: token -> its place among the embeddings that are sent."""
    np.savez_compressed(
        path,
        allow_pickle=False,
        ids=np.array([number[token] for one in asked for token in one.tokens], np.uint16),
        lengths=np.array([len(one.tokens) for one in asked], np.int32),
        marks=np.array([(one.first, one.end) for one in asked], np.int32),
        labels=np.array([row.label for row in rows], np.int8),
        sources=np.array([row.source for row in rows], np.str_),
    )


def read_prompts(path: Path) -> tuple[list[Asked], list[p.Pair]]:
    """What `write_prompts` wrote, the pairs without their texts."""
    with np.load(path, allow_pickle=False) as arrays:
        ids, lengths, marks = arrays["ids"].tolist(), arrays["lengths"], arrays["marks"].tolist()
        labels, sources = arrays["labels"].tolist(), arrays["sources"].tolist()
    ends = np.cumsum(lengths).tolist()
    asked = [
        Asked(tuple(ids[end - length : end]), first, behind)
        for end, length, (first, behind) in zip(ends, lengths.tolist(), marks, strict=True)
    ]
    return asked, [p.Pair("", "", label, source) for label, source in zip(labels, sources, strict=True)]


def run(
    folder: Path, recipe: Recipe, heavy: Mapping[str, float], device: str, out: Path, minutes: float
) -> Iterator[str]:
    """Train on a folder that has it all; lines of figures on the way. What is learnt comes into the folder ``out``."""
    torch.manual_seed(5)
    asked, rows = read_prompts(folder / ROWS)
    tests, told = read_prompts(folder / JUDGED)
    head = read_head(folder / HEAD)
    kind = torch.bfloat16 if device == "cuda" else None
    network = Network(folder / MODEL, head.layers, recipe.first, recipe.rank, recipe.scale, kind)
    if head.adapter is not None:
        network.begin_from(read_adapter(head.adapter))
    made = Run(network.to(device), Reader(head).to(device), recipe, out / "run.pt")
    yield f"{len(rows)} pairs; before: {line(made.scores(tests), told)}"
    losses, at = [], 0.25
    for step, steps, loss in made.train(asked, rows, [heavy.get(row.source, 1.0) for row in rows], minutes):
        losses.append(loss)
        done = max(step / steps, made.spent / (60 * minutes))
        if step % 100 == 0:
            yield f"{step} of {steps}, {made.spent:.0f} s, loss {np.mean(losses[-200:]):.3f}"
        if done >= at:
            at += 0.25
            yield line(made.scores(tests), told)
    scores = made.scores(tests)
    save(made, scores, told, out)
    yield f"step {made.step}, {made.spent:.0f} s: {line(scores, told)}"


def begin_with(head: Head, path: Path, folder: Path) -> None:
    """Put the head in ``path`` and its adapter into the folder, as what a run begins from."""
    for source, to in ((path, HEAD), (head.adapter, ADAPTER)):
        if source is not None:
            (folder / to).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / to)


def save(made: Run, scores: np.ndarray, told: Sequence[p.Pair], out: Path) -> None:
    """What was learnt in half floats, in files that may travel, the head sharpened by the validation rows."""
    mine = [place for place, row in enumerate(told) if row.source in STEER]
    weights, bias = made.reader.cooled(heat_of(scores[mine], [told[place] for place in mine]))
    trained = halves(made.network.trainable())
    for part in range(PARTS):
        save_file({name: trained[name] for name in sorted(trained)[part::PARTS]}, str(out / f"lora{part}.safetensors"))
    save_file({"weights": weights.float(), "bias": bias.float()}, str(out / "head.safetensors"))


def learnt(folder: Path) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    """(differences, weights and bias of the head) as `save` wrote them."""
    parts = [load_file(str(folder / f"lora{part}.safetensors")) for part in range(PARTS)]
    return {name: value.float() for some in parts for name, value in some.items()}, load_file(
        str(folder / "head.safetensors")
    )


def line(scores: np.ndarray, rows: Sequence[p.Pair]) -> str:
    """Source, right of three and AUC of true against false, x100."""
    three, found = right_of_three(scores, rows), figures(scores, rows)
    return " | ".join(f"{source} {three[source]:.1f} {auc:.1f}" for source, (_, auc, _) in found.items())
