"""What is exported scores like what was trained: on a tiny random network, against PyTorch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from tokenizers import Tokenizer, normalizers, pre_tokenizers  # noqa: E402
from tokenizers.models import WordPiece  # noqa: E402
from tokenizers.processors import TemplateProcessing  # noqa: E402

from localcheck.backends.nli.open_model import open_nli  # noqa: E402
from localcheck.errors import NLIError  # noqa: E402
from localcheck.models import manifest  # noqa: E402
from training import encoded as e  # noqa: E402
from training import pairs as p  # noqa: E402

torch, transformers = Later("torch"), Later("transformers")
export, network, shipped = Later("training.export"), Later("training.network"), Later("training.shipped")

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "slept",
    "on",
    "under",
    "mat",
    "red",
    "blue",
    "not",
    "was",
    "1820",
    "##s",
    ".",
]
PAIRS = [
    ("The cat sat on the red mat.", "A cat sat."),
    ("A dog slept.", "The dogs was not blue under the mat."),
    ("cat", "mat"),
]


@pytest.fixture(scope="module")
def pretrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the package with the encoder has it; truncation and padding are on, as there."""
    folder = tmp_path_factory.mktemp("pretrained")
    tokenizer = Tokenizer(WordPiece({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=128)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True})
    )
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64
    )
    config.architectures = ["BertModel"]
    config.save_pretrained(str(folder))
    return folder


@pytest.fixture
def model(pretrained: Path) -> Any:
    """The tiny network with large weights, so that its answers differ."""
    torch.manual_seed(3)
    model = network.untrained(transformers.BertConfig.from_pretrained(str(pretrained))).eval()
    with torch.no_grad():
        for value in model.parameters():
            value.mul_(3.0)
        torch.nn.init.normal_(model.dense.weight, std=0.2)  # the parts of the hypothesis begin at zero
    return model


def trained_scores(model: Any, pretrained: Path) -> np.ndarray:
    """Probabilities of the network in PyTorch."""
    tokenizer = e.plain_tokenizer(pretrained / "tokenizer.json")
    rows = e.encode(tokenizer, [p.Pair(a, b, 0, "s") for a, b in PAIRS], 512)
    tensors = network.to_tensors(e.pad(rows, np.arange(len(rows))), torch.device("cpu"))
    with torch.no_grad():
        scores: np.ndarray = torch.softmax(model(tensors.ids, tensors.segments, tensors.mask), 1).numpy()
    return scores


@pytest.mark.parametrize(
    ("quantization", "compute_type", "tolerance"), [(None, "float32", 1e-4), ("int8", "int8", 0.08)]
)
def test_the_runtime_scores_what_was_trained(
    model: Any,
    pretrained: Path,
    tmp_path: Path,
    quantization: str | None,
    compute_type: str,
    tolerance: float,
) -> None:
    export.export(dict(model.state_dict()), pretrained, tmp_path, quantization)
    nli = open_nli(str(tmp_path), threads=1, compute_type=compute_type)
    expected = trained_scores(model, pretrained)
    assert np.ptp(expected, axis=0).max() > 0.02, "the test would not notice a wrong pair"
    assert nli.entail(PAIRS) == pytest.approx(expected, abs=tolerance)
    nli.close()


def test_weights_that_pooled_the_mean_alone_go_on_with_the_same_scores(model: Any, pretrained: Path) -> None:
    weights = dict(model.state_dict())
    width = weights["dense.weight"].shape[0]
    with torch.no_grad():
        model.dense.weight[:, width:] = 0.0
    expected = trained_scores(model, pretrained)
    narrow = {**weights, "dense.weight": weights["dense.weight"][:, :width].clone()}
    torch.nn.init.normal_(model.dense.weight)
    model.load_state_dict(network.widened(narrow))
    assert trained_scores(model, pretrained) == pytest.approx(expected, abs=1e-6)
    assert network.widened(weights) is weights


@pytest.mark.parametrize(("quantization", "step"), [(None, 0.0), ("int8", 0.5)])
def test_training_can_go_on_from_an_exported_folder(
    model: Any, pretrained: Path, tmp_path: Path, quantization: str | None, step: float
) -> None:
    weights = dict(model.state_dict())
    export.export(weights, pretrained, tmp_path, quantization)
    found = shipped.shipped_weights(tmp_path)
    assert set(found) == set(weights)
    for name, value in weights.items():
        largest = value.abs().amax(-1, keepdim=True)
        assert ((found[name] - value).abs() <= step * largest / 127 + 1e-6).all(), name
    model.load_state_dict(found)
    export.export(found, pretrained, tmp_path / "again", quantization)
    assert (tmp_path / "again" / "model.bin").read_bytes() == (tmp_path / "model.bin").read_bytes()


def test_what_is_no_exported_encoder_is_refused(model: Any, pretrained: Path, tmp_path: Path) -> None:
    export.export(dict(model.state_dict()), pretrained, tmp_path)
    whole = (tmp_path / "model.bin").read_bytes()
    other = whole.replace(b"TransformerEncoderSpec", b"TransformerDecoderSpec")
    for content, message in (
        (whole[: len(whole) // 2], "ends too early"),
        (other, "not an encoder"),
        (b"", "too early"),
    ):
        (tmp_path / "model.bin").write_bytes(content)
        with pytest.raises(NLIError, match=message):
            shipped.shipped_weights(tmp_path)


def test_the_shipped_tokenizer_neither_cuts_nor_pads(model: Any, pretrained: Path, tmp_path: Path) -> None:
    export.export(dict(model.state_dict()), pretrained, tmp_path)
    tokenizer = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert tokenizer.truncation is None and tokenizer.padding is None
    assert len(tokenizer.encode("cat " * 30).ids) == 32


def test_the_same_weights_give_the_same_files(model: Any, pretrained: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        export.export(dict(model.state_dict()), pretrained, tmp_path / name)
    digests = [
        [(r.path, r.sha256) for r in manifest.file_records(tmp_path / name) if r.path != "head.npz"]
        for name in ("a", "b")
    ]
    assert digests[0] == digests[1]


def test_a_premise_too_long_is_cut_and_a_hypothesis_is_not(pretrained: Path) -> None:
    tokenizer = e.plain_tokenizer(pretrained / "tokenizer.json")
    rows = e.encode(tokenizer, [p.Pair("cat " * 100, "the dog slept .", 0, "s")], 20)
    ids = rows.ids.tolist()
    assert len(ids) == 20 and ids[0] == 2 and ids[-1] == 3
    assert ids[int(rows.second[0]) :] == [*tokenizer.encode("the dog slept .", add_special_tokens=False).ids, 3]
