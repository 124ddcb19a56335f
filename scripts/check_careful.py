"""The careful reader on its real weights: CTranslate2 against transformers on the same weights, and int8 against float32.

Needs the extra `train`, the unpacked base, and the adapter that is shipped (or another). The base is not fetched here.

    python scripts/check_careful.py --base DIR [--adapter training/teacher/adapter] [--data ../shared/data]

Without an adapter the base alone is compared, by its sentence vectors. Exit code 1 when a bound is not kept: 1e-4 in float32
for any probability; int8 at most half a point of three-way accuracy below float32.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.nli.encoder import EncoderNLI, open_nli
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.conversion.vocabulary import read_vocabulary
from localcheck.models.manifest import read_json
from localcheck.system import resources
from training.merging import Adapter, Merged, merged, read_adapter
from training.packing import built

LABELS = ("entailment", "neutral", "contradiction")
TEXTS = ("Marie Curie was born in Warsaw in 1867.", "The river Seine flows through Paris. " * 40, "", "physics " * 200)
EXACT, POINTS = 1e-4, 0.5
SPECIALS = 4
"""Special tokens around a pair, at most."""
Pair = tuple[str, str]


def main() -> int:
    """Convert, compare, print; 0 when all bounds are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the unpacked base")
    parser.add_argument("--adapter", type=Path, default=Path("training/teacher/adapter"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pairs", type=int, default=400, help="development pairs for int8 against float32")
    parser.add_argument("--exact-pairs", type=int, default=40, help="of these, pairs that transformers reads, too")
    given = parser.parse_args()
    adapter = read_adapter(given.adapter) if (given.adapter / "adapter.json").is_file() else None
    with tempfile.TemporaryDirectory() as name:
        os.environ["LOCALCHECK_HOME"] = name
        for kind in ("float32", "int8"):
            if adapter is None:
                convert(given.base, Path(name) / kind, Conversion(quantization=kind))
            else:
                built(given.base, adapter, Path(name) / kind, kind)
            print(f"{kind}: model.bin {resources.sha256_file(Path(name) / kind / 'model.bin')}")
        if adapter is None:
            return 0 if vectors(given.base, Path(name)) <= EXACT else 1
        return probabilities(given, adapter, Path(name))


def vectors(base: Path, folder: Path) -> float:
    """Largest difference of a component of a sentence vector, and the least cosine in int8."""
    model, tokenizer = reference(base, None)
    expected = np.array([unit(hidden_of(model, tokenizer.encode(text).ids).mean(axis=0)) for text in TEXTS])
    with open_nli(folder / "float32", compute_type="float32") as exact, open_nli(folder / "int8") as small:
        off = float(np.abs(exact.embed(TEXTS) - expected).max())
        near = float((small.embed(TEXTS) * expected).sum(axis=1).min())
    print(f"sentence vectors: float32 off by {off:.1e} at most, least cosine in int8 {near:.3f}")
    return off


def probabilities(given: argparse.Namespace, adapter: Adapter, folder: Path) -> int:
    """Compare probabilities of development pairs."""
    rows = development(given.data, given.pairs)
    pairs = [(row["premise"], row["hypothesis"]) for row in rows]
    gold = np.array([LABELS.index(row["label"]) for row in rows])
    with open_nli(folder / "float32", compute_type="float32") as nli:
        exact = nli.entail(pairs)
        room = [i for i, (p, h) in enumerate(pairs) if whole(nli, p, h)]
    with open_nli(folder / "int8") as nli:
        small = nli.entail(pairs)
    asked = room[: given.exact_pairs]
    expected = by_transformers(given.base, adapter, [pairs[i] for i in asked])
    off = float(np.abs(exact[asked] - expected).max())
    right = [100 * float((p.argmax(axis=1) == gold).mean()) for p in (exact, small)]
    apart = np.abs(exact - small).max(axis=1)
    print(f"float32 against transformers: {off:.1e} at most on {len(asked)} pairs")
    print(f"int8 against float32: {apart.mean():.4f} in the mean, {apart.max():.3f} at most on {len(pairs)} pairs")
    print(f"three-way accuracy: float32 {right[0]:.2f}, int8 {right[1]:.2f} (development rows, sources mixed)")
    return 0 if off <= EXACT and right[0] - right[1] <= POINTS else 1


def whole(nli: EncoderNLI, premise: str, hypothesis: str) -> bool:
    """True if the pair is read at once."""
    return len(nli.tokens(premise)) + len(nli.tokens(hypothesis)) + SPECIALS <= nli.info.max_tokens


def development(data: Path, count: int) -> list[dict[str, Any]]:
    """Rows of the development pairs with three classes, drawn with a fixed seed."""
    with gzip.open(data / "nli" / "dev.jsonl.gz", "rt", encoding="utf-8") as f:
        rows = [row for line in f if (row := json.loads(line))["label"] in LABELS]
    return random.Random(0).sample(rows, min(count, len(rows)))


def reference(base: Path, weights: Merged | None) -> tuple[Any, Any]:
    """transformers' MPNet with these weights (its own without), and the tokenizer."""
    import tokenizers
    import torch
    import transformers

    model = transformers.AutoModel.from_pretrained(base).eval()
    if weights is not None:
        state = {n: torch.from_numpy(weights[n]) for n in model.state_dict() if n in weights}
        model.load_state_dict(state, strict=False)
    tokenizer = tokenizers.Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return model, tokenizer


def hidden_of(model: Any, ids: Sequence[int]) -> NDArray[np.float32]:
    """Last hidden states of one input."""
    import torch

    with torch.no_grad():
        found: NDArray[np.float32] = model(input_ids=torch.tensor([list(ids)])).last_hidden_state[0].numpy()
    return found


def by_transformers(base: Path, adapter: Adapter, pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Probabilities by transformers' encoder and the adapter's head in float64."""
    weights = merged(adapter, base, read_json(base / "config.json"), read_vocabulary(base)[0])
    model, tokenizer = reference(base, weights)
    dense, out = (
        [weights[f"classifier.{n}.{p}"].astype(float) for p in ("weight", "bias")] for n in ("dense", "out_proj")
    )
    rows = []
    for premise, hypothesis in pairs:
        ids = tokenizer.encode(premise, hypothesis).ids
        closing = len(tokenizer.encode(hypothesis, add_special_tokens=False).ids) + 1
        x = hidden_of(model, ids).astype(float)
        pooled = np.concatenate([x.mean(axis=0), x[-closing:].mean(axis=0), x[-closing:].max(axis=0)])
        logits = (out[0] @ np.tanh(dense[0] @ pooled + dense[1]) + out[1]) / adapter.card.temperature
        if len(ids) > adapter.card.long:
            logits[0] += adapter.card.long_entail / adapter.card.temperature
        rows.append(np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum())
    return np.array(rows)


def unit(row: NDArray[np.float32]) -> NDArray[np.float32]:
    """The row at length 1."""
    scaled: NDArray[np.float32] = row / np.linalg.norm(row)
    return scaled


if __name__ == "__main__":
    sys.exit(main())
