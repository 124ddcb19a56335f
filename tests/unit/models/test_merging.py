"""Adapters: base and difference become what torch computes with both, on every machine the same, and nothing else fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers
from tiny_models import make_checkpoint, trained

from localcheck.backends.nli.encoder import open_nli
from localcheck.errors import BadInput
from localcheck.models.manifest import read_card
from localcheck.system import resources
from tests.needs import Later, needs
from training import merging as module
from training.adapter import CAREFUL, export_adapter, shipped_name
from training.merging import add_product, read_adapter
from training.packing import built

needs("torch", "transformers", "safetensors", reason="the extra convert is not installed")
torch, tensors_file = Later("torch"), Later("safetensors.numpy")

pytestmark = pytest.mark.usefixtures("home")

PAIRS = [
    ("paris is the capital of france", "paris lies in france"),
    ("berlin lies in germany and he was born in berlin", "he was never born"),
    ("", "he wrote a book"),
    ("one", "two three 1990"),
]
LABELS = CAREFUL.labels


@pytest.fixture
def base(tmp_path: Path) -> Path:
    make_checkpoint(tmp_path / "base", "mpnet", classes=0, spread=0.12)
    return tmp_path / "base"


def by_torch(base: Path, difference: dict[str, Any]) -> np.ndarray:
    """Probabilities of ``PAIRS`` by transformers with the difference put into its weights, and the head in torch."""
    import transformers

    model = transformers.AutoModel.from_pretrained(base).eval()
    state = model.state_dict()
    half = {k: torch.tensor(np.float16(v) if np.ndim(v) == 2 else np.float32(v)).float() for k, v in difference.items()}
    for name, value in half.items():
        if name.startswith("layers."):
            place = shipped_name(name)
            if name.endswith(".a"):
                state[place[:-2]] += half[name[:-1] + "b"] @ value
            elif not name.endswith(".b"):
                state[place] = value
    model.load_state_dict(state)
    inner = tokenizers.Tokenizer.from_file(str(base / "tokenizer.json"))
    rows = []
    for pair in PAIRS:
        ids = inner.encode(*pair).ids
        closing = len(inner.encode(pair[1], add_special_tokens=False).ids) + 1
        with torch.no_grad():
            x = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
            pooled = torch.cat([x.mean(0), x[-closing:].mean(0), x[-closing:].amax(0)])
            hidden = torch.tanh(half["dense.weight"] @ pooled + half["dense.bias"])
            rows.append(torch.softmax(half["out.weight"] @ hidden + half["out.bias"], -1).numpy())
    return np.array(rows)


def test_merged_equals_torch(base: Path, tmp_path: Path) -> None:
    difference = trained()
    folder = export_adapter(difference, base, tmp_path / "adapter")
    for quantization, tolerance in (("float32", 1e-4), ("int8", 0.05)):
        target = tmp_path / quantization
        built(base, read_adapter(folder), target, quantization)
        card = read_card(target)
        assert (card.kind, card.labels, card.pooling, card.window) == ("nli-encoder", LABELS, "pair", 384)
        assert card.positions
        with open_nli(target, compute_type=quantization) as nli:
            found = nli.entail(PAIRS)
        expected = by_torch(base, difference)
        assert np.ptp(expected, axis=0).max() > 0.05 and np.abs(found - expected).max() < tolerance


def test_the_sum_is_exact_in_its_order() -> None:
    random = np.random.default_rng(0)
    weight = random.normal(size=(5, 4)).astype(np.float32)
    high, low = (random.normal(size=s).astype(np.float16).astype(np.float32) for s in ((5, 3), (3, 4)))
    expected = weight.copy()
    for i in range(5):
        for j in range(4):
            for k in range(3):
                expected[i, j] = np.float32(expected[i, j] + np.float32(high[i, k] * low[k, j]))
    assert (add_product(weight, high, low) == expected).all()
    assert np.abs(add_product(weight, high, low) - (weight + high @ low)).max() < 1e-5


def test_names_of_the_trainer() -> None:
    assert shipped_name("layers.7.q.a") == "encoder.layer.7.attention.attn.q.weight.a"
    assert shipped_name("layers.11.f2.b") == "encoder.layer.11.output.dense.weight.b"
    assert shipped_name("layers.4.n1.bias") == "encoder.layer.4.attention.LayerNorm.bias"
    assert shipped_name("out.weight") == "classifier.out_proj.weight"
    for name in ("layers.1.q.weight", "layers.1.n1.a", "layers.1.x.a", "words", "layers.x.q.a", "dense.a"):
        with pytest.raises(BadInput, match="no place"):
            shipped_name(name)


def without(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda t: t.pop(name)


def put(name: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda t: t.update({name: np.asarray(value, np.float16)})


Q = "encoder.layer.1.attention.attn.q.weight"
NORM = "encoder.layer.1.attention.LayerNorm.weight"


@pytest.mark.parametrize(
    ("spoil", "match"),
    [
        (without(f"{Q}.b"), "only one of both factors"),
        (put(f"{Q}.a", np.ones((3, 31))), "has shape"),
        (put(f"{Q}.b", np.ones((32, 4))), "has shape"),
        (put(f"{Q}.a", np.ones((0, 32))), "rank 0"),
        (put(f"{Q}.a", np.ones((300, 32))), "rank 300"),
        (put(f"{Q}.a", np.full((3, 32), np.nan)), "not numbers"),
        (put(f"{NORM}", np.full(32, np.inf)), "not numbers"),
        (put(f"{NORM}", np.ones(31)), "has shape"),
        (put(f"{NORM}.a", np.ones((3, 32))), "not a matrix of the base"),
        (put("embeddings.word_embeddings.weight", np.ones((300, 32))), "has shape|more of the base"),
        (put("encoder.layer.9.x", np.ones(3)), "not a tensor of the base"),
        (without("classifier.dense.bias"), "has shape None"),
        (put("classifier.dense.weight", np.ones((32, 32))), "has shape"),
        (put("classifier.out_proj.weight", np.ones((2, 32))), "has shape"),
    ],
)
def test_what_does_not_fit_is_refused(base: Path, tmp_path: Path, spoil: Callable[..., Any], match: str) -> None:
    folder = export_adapter(trained(), base, tmp_path / "adapter")
    tensors = {n: np.array(read_adapter(folder).tensors[n], np.float16) for n in read_adapter(folder).tensors}
    spoil(tensors)
    tensors_file.save_file(tensors, folder / "adapter.safetensors")
    change(folder, sha256=resources.sha256_file(folder / "adapter.safetensors"))
    with pytest.raises(BadInput, match=match):
        built(base, read_adapter(folder), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def change(folder: Path, **values: Any) -> None:
    table = json.loads((folder / "adapter.json").read_text())
    (folder / "adapter.json").write_text(json.dumps({**table, **values}))


def test_another_base_vocabulary_or_file_is_refused(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = export_adapter(trained(), base, tmp_path / "adapter")
    good = read_adapter(folder)
    make_checkpoint(tmp_path / "other", "mpnet", classes=0, seed=1)
    with pytest.raises(BadInput, match="not the base of this adapter"):
        built(tmp_path / "other", good, tmp_path / "out")
    with pytest.raises(BadInput, match="vocabulary of its tokenizer"):
        built(base, replace(good, vocabulary_sha256="0" * 64), tmp_path / "out")
    for table in (
        {"base": {}},
        {"base": 3},
        {"card": {"kind": "nli-encoder"}},
        {"card": {"kind": "encoder"}},
        {"sha256": 1},
    ):
        before = (folder / "adapter.json").read_text()
        change(folder, **table)
        with pytest.raises(BadInput):
            read_adapter(folder)
        (folder / "adapter.json").write_text(before)
    with monkeypatch.context() as patch, pytest.raises(BadInput, match="larger than"):
        patch.setattr(module, "MAX_BYTES", 100)
        read_adapter(folder)
    with (folder / "adapter.safetensors").open("ab") as f:
        f.write(b"x")
    with pytest.raises(BadInput, match="another SHA-256"):
        read_adapter(folder)
