"""Weights of strangers, and the errors of conversion."""

from __future__ import annotations

import json
import os
import struct
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import make_checkpoint, make_t5
from tiny_store import names

from localcheck.errors import BadInput, LocalcheckError, MissingModel, UsageError
from localcheck.models.catalogue import read_catalogue
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.conversion.weights import open_weights
from localcheck.models.importing import convert_model
from localcheck.models.manifest import read_card
from localcheck.system import resources

pytestmark = pytest.mark.usefixtures("home")


@settings(max_examples=20)
@given(data=st.data())
def test_changed_safetensors_never_crash(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    header = json.dumps({"a.weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).encode()
    raw = bytearray(struct.pack("<Q", len(header)) + header + bytes(24))
    for _ in range(data.draw(st.integers(1, 5))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    folder = tmp_path_factory.mktemp("w")
    (folder / "model.safetensors").write_bytes(raw)
    with suppress(LocalcheckError):
        for value in open_weights(folder).values():
            assert value.dtype == np.float32


def test_deberta_is_refused_with_alternatives(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "deberta-v2"}')
    with pytest.raises(BadInput, match="DeBERTa") as caught:
        convert(tmp_path, tmp_path / "out")
    assert all(name in read_catalogue() for name in caught.value.hint.split(": ")[1].split(", "))
    (tmp_path / "config.json").write_text('{"model_type": "mamba"}')
    with pytest.raises(BadInput, match="mamba"):
        convert(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_conversion_errors_leave_nothing(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    source = tmp_path / "source"
    make_checkpoint(source, "roberta")
    config = json.loads((source / "config.json").read_text())
    (source / "config.json").write_text(
        json.dumps({**config, "id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}})
    )
    with pytest.raises(BadInput, match="no names that mean anything") as caught:
        list(convert_model(source, "x", Conversion()))
    assert "--labels" in caught.value.hint
    list(convert_model(source, "x", Conversion(labels=("neutral", "entailment", "contradiction"))))
    assert read_card(resources.models_dir() / "x").labels == ("neutral", "entailment", "contradiction")
    with pytest.raises(UsageError, match="labels"):
        list(convert_model(source, "y", Conversion(labels=("entailment", "neutral"))))
    with pytest.raises(UsageError, match="quantization"):
        list(convert_model(source, "y", Conversion(quantization="int2")))
    with pytest.raises(BadInput, match="layers"):
        list(
            convert_model(source, "y", replace(Conversion(labels=("neutral", "entailment", "contradiction")), layers=9))
        )
    data = (source / "model.safetensors").read_bytes()
    for broken in (data[:100], b"", struct.pack("<Q", 1 << 40) + data[8:], data[:-50]):
        (source / "model.safetensors").write_bytes(broken)
        with pytest.raises(BadInput, match="safetensors"):
            list(convert_model(source, "y", Conversion()))
    (source / "tokenizer.json").unlink()
    (source / "model.safetensors").write_bytes(data)
    with pytest.raises(MissingModel, match=r"no tokenizer\.json"):
        list(convert_model(source, "y", Conversion()))
    (source / "model.safetensors").unlink()
    with pytest.raises(MissingModel, match=r"no model\.safetensors"):
        list(convert_model(source, "y", Conversion()))
    assert names() == ["x"]


class Bomb:
    """A pickle that would run code."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch /tmp/localcheck-pickle-ran",)


def test_pickles_need_trust_and_even_then_run_nothing(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    model, _ = make_t5(tmp_path / "source", tied=True, gated=True)
    list(convert_model(tmp_path / "source", "safe", Conversion()))
    (tmp_path / "source" / "model.safetensors").unlink()
    torch.save(model.state_dict(), tmp_path / "source" / "pytorch_model.bin")
    with pytest.raises(BadInput, match="can run code") as caught:
        list(convert_model(tmp_path / "source", "x", Conversion()))
    assert "--trust-pickle" in caught.value.hint
    list(convert_model(tmp_path / "source", "pickled", Conversion(trust_pickle=True)))
    root = resources.models_dir()
    assert (root / "safe" / "model.bin").read_bytes() == (root / "pickled" / "model.bin").read_bytes()
    torch.save({"a": Bomb()}, tmp_path / "source" / "pytorch_model.bin")
    with pytest.raises(BadInput, match="cannot be read"):
        list(convert_model(tmp_path / "source", "x", Conversion(trust_pickle=True)))
    assert not Path("/tmp/localcheck-pickle-ran").exists()


def test_weights_in_every_type_and_in_shards(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from safetensors.torch import save_file

    tensors = {"a.gamma": torch.randn(3, 4), "b": torch.randn(5).to(torch.bfloat16), "c": torch.randn(2).half()}
    save_file({"a.gamma": tensors["a.gamma"]}, tmp_path / "one.safetensors")
    save_file({"b": tensors["b"], "c": tensors["c"], "ids": torch.arange(3)}, tmp_path / "two.safetensors")
    shards = {"a.gamma": "one.safetensors", "b": "two.safetensors", "c": "two.safetensors"}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": shards}))
    found = open_weights(tmp_path)
    assert set(found) == {"a.weight", "b", "c"}
    assert np.array_equal(found["a.weight"], tensors["a.gamma"].numpy())
    assert np.array_equal(found["b"], tensors["b"].float().numpy())
    assert np.array_equal(found["c"], tensors["c"].float().numpy())
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": "../x"}}))
    with pytest.raises(BadInput, match="plain file name"):
        open_weights(tmp_path)
