"""MPNet by CTranslate2: places, distances and the pooling of pairs, against transformers on the same random weights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import tokenizers
from tiny_models import make_checkpoint

from localcheck.backends.nli.encoder import open_nli
from localcheck.errors import BadInput
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.conversion.weights import open_weights
from localcheck.models.manifest import read_card, write_card
from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra convert is not installed")
torch = Later("torch")

pytestmark = pytest.mark.usefixtures("home")

WORDS = "paris berlin river mountain book film one two three never"


def text(seed: int, count: int) -> str:
    return " ".join(np.random.default_rng(seed).choice(WORDS.split(), count))


def test_every_place_and_distance_up_to_the_limit(tmp_path: Path) -> None:
    model = make_checkpoint(tmp_path / "source", "mpnet", classes=0, tokens=512)
    convert(tmp_path / "source", tmp_path / "tiny", Conversion(quantization="float32"))
    card = read_card(tmp_path / "tiny")
    assert card.positions and not card.segments and card.max_tokens == 512
    inner = tokenizers.Tokenizer.from_file(str(tmp_path / "source" / "tokenizer.json"))
    texts = [text(n, n)[:510] for n in (1, 4, 17, 40, 90, 110)]
    with open_nli(tmp_path / "tiny", compute_type="float32", batch_size=4) as nli:
        found = nli.encode(texts)
    for one, vectors in zip(texts, found, strict=True):
        with torch.no_grad():
            hidden = model(input_ids=torch.tensor([inner.encode(one).ids])).last_hidden_state[0, 1:-1].numpy()
        expected = hidden / np.linalg.norm(hidden, axis=1, keepdims=True)
        assert np.abs(vectors.vectors - expected).max() < 1e-4
    assert max(len(v.tokens) for v in found) == 510


@pytest.mark.parametrize("family", ["mpnet", "bert"])
def test_pair_pooling_knows_the_hypothesis_with_and_without_token_types(tmp_path: Path, family: str) -> None:
    model = make_checkpoint(tmp_path / "source", family)
    convert(tmp_path / "source", tmp_path / "tiny", Conversion(quantization="float32"))
    random = np.random.default_rng(0)
    shapes = {"dense_weight": (32, 96), "dense_bias": (32,), "out_weight": (3, 32), "out_bias": (3,)}
    head = {k: random.normal(0, 0.3, s).astype(np.float32) for k, s in shapes.items()}
    np.savez(tmp_path / "tiny" / "head.npz", **head)  # type: ignore[arg-type]
    labels = ("entailment", "neutral", "contradiction")
    card = replace(read_card(tmp_path / "tiny"), pooling="pair", activation="tanh", labels=labels)
    write_card(tmp_path / "tiny", card)
    pairs = [(text(1, 9), text(2, 3)), (text(3, 2), text(4, 6)), ("", "one"), ("a river", "")]
    with open_nli(tmp_path / "tiny", compute_type="float32") as nli:
        found = nli.entail(pairs)
    inner = tokenizers.Tokenizer.from_file(str(tmp_path / "source" / "tokenizer.json"))
    for pair, row in zip(pairs, found, strict=True):
        ids = torch.tensor([inner.encode(*pair).ids])
        closing = len(inner.encode(pair[1], add_special_tokens=False).ids) + 1
        kinds = {"token_type_ids": torch.tensor([inner.encode(*pair).type_ids])} if family == "bert" else {}
        with torch.no_grad():
            x = model.base_model(input_ids=ids, **kinds).last_hidden_state[0]
        claim = x[-closing:]
        pooled = torch.cat([x.mean(0), claim.mean(0), claim.amax(0)]).numpy()
        logits = np.tanh(pooled @ head["dense_weight"].T + head["dense_bias"]) @ head["out_weight"].T + head["out_bias"]
        assert np.abs(row - np.exp(logits) / np.exp(logits).sum()).max() < 1e-4


def test_a_table_of_another_shape_is_refused(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    make_checkpoint(tmp_path / "source", "mpnet", classes=0)
    weights = dict(open_weights(tmp_path / "source"))
    weights["encoder.relative_attention_bias.weight"] = np.zeros((4, 4), np.float32)
    save_file(weights, tmp_path / "source" / "model.safetensors")
    with pytest.raises(BadInput, match="relative position table"):
        convert(tmp_path / "source", tmp_path / "tiny", Conversion(quantization="float32"))
