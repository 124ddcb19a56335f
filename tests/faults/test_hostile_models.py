"""Models of strangers: refused before anything is allocated, tried in a process of their own, never under a shipped name."""

from __future__ import annotations

import json
import os
import shutil
import struct
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from localcheck.backends.nli.head import read_head
from localcheck.backends.nli.open_model import open_nli
from localcheck.errors import BadInput, NLIError, UsageError
from localcheck.models.importing import import_model
from localcheck.models.install import try_out
from localcheck.models.manifest import Card, find_model, installed, read_card
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.system import children, diskspace, resources
from localcheck.system.children import Trial
from localcheck.system.diskspace import room_for

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def variable(name: str, values: np.ndarray) -> bytes:
    kind = {"f4": 0, "i1": 1, "i2": 2, "i4": 3}[values.dtype.str[1:]]
    raw = values.tobytes()
    head = struct.pack("<H", len(name) + 1) + name.encode() + b"\0" + struct.pack("<B", values.ndim)
    return head + struct.pack(f"<{values.ndim}I", *values.shape) + struct.pack("<BI", kind, len(raw)) + raw


def binary(changes: dict[str, np.ndarray] | None = None, count: int | None = None) -> bytes:
    """A BERT of one layer, 16 wide, 40 tokens, 64 positions, as CTranslate2 writes it; ``changes`` replace variables."""
    rng = np.random.default_rng(0)

    def weights(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).astype("f4")

    found: dict[str, np.ndarray] = {
        "encoder/activation": np.array(3, "i1"),
        "encoder/embeddings_0/weight": weights(40, 16),
        "encoder/embeddings_1/weight": weights(2, 16),
        "encoder/embeddings_merge": np.array(1, "i1"),
        "encoder/layernorm_embedding/beta": weights(16),
        "encoder/layernorm_embedding/gamma": weights(16),
        "encoder/multi_query_attention": np.array(0, "i1"),
        "encoder/num_heads": np.array(4, "i2"),
        "encoder/position_encodings/encodings": weights(64, 16),
        "encoder/pre_norm": np.array(0, "i1"),
        "encoder/scale_embeddings": np.array(0, "i1"),
    }
    layers = {"ffn/linear_0": (24, 16), "ffn/linear_1": (16, 24), "self_attention/linear_0": (48, 16),
              "self_attention/linear_1": (16, 16)}  # fmt: skip
    for part, (rows, columns) in layers.items():
        found[f"encoder/layer_0/{part}/weight"] = weights(rows, columns)
        found[f"encoder/layer_0/{part}/bias"] = weights(rows)
    for part in ("ffn", "self_attention"):
        for name in ("beta", "gamma"):
            found[f"encoder/layer_0/{part}/layer_norm/{name}"] = weights(16)
    found.update(changes or {})
    name = b"TransformerEncoderSpec\0"
    head = struct.pack("<IH", 6, len(name)) + name + struct.pack("<II", 1, len(found) if count is None else count)
    return head + b"".join(variable(k, found[k]) for k in sorted(found)) + struct.pack("<I", 0)


def make(folder: Path, weights: bytes | None = None, last_id: int = 39) -> Path:
    """A model folder that can be opened; ``last_id`` is the id of the letter z."""
    folder.mkdir()
    (folder / "model.bin").write_bytes(binary() if weights is None else weights)
    (folder / "config.json").write_text(Path(resources.shipped() / "models/starter-nli/config.json").read_text())
    vocab = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, **{c: 4 + i for i, c in enumerate(LETTERS)}, "z": last_id}
    (folder / "vocabulary.json").write_text(json.dumps([*vocab, *(f"<{i}>" for i in range(40 - len(vocab)))]))
    pieces = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
              {"SpecialToken": {"id": "[SEP]", "type_id": 0}}]  # fmt: skip
    pair = [*pieces, {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}]
    specials = {t: {"id": t, "ids": [vocab[t]], "tokens": [t]} for t in ("[CLS]", "[SEP]")}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
        "pre_tokenizer": {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False},
        "post_processor": {"type": "TemplateProcessing", "single": pieces, "pair": pair, "special_tokens": specials},
        "decoder": None, "model": {"type": "WordLevel", "vocab": vocab, "unk_token": "[UNK]"},
    }  # fmt: skip
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    rng = np.random.default_rng(1)
    head = {"out_weight": rng.normal(size=(3, 16)).astype("f4"), "out_bias": np.zeros(3, "f4")}
    np.savez(folder / "head.npz", allow_pickle=False, **head)
    card = {
        "kind": "nli-encoder",
        "labels": ["entailment", "neutral", "contradiction"],
        "max_tokens": 64,
        "segments": True,
    }
    (folder / "localcheck.json").write_text(json.dumps(card))
    return folder


def run(path: Path, **options: object) -> None:
    list(import_model(path, **options))  # type: ignore[arg-type]


def test_a_sound_model_is_tried_installed_and_judges(tmp_path: Path, home: Path) -> None:
    run(make(tmp_path / "mine"))
    with_model = open_nli("mine")
    try:
        assert np.allclose(with_model.entail([("abc", "az"), ("", "q")]).sum(axis=1), 1)
    finally:
        with_model.close()
    limits = check_ctranslate(find_model("mine"))
    assert (limits.tokens, limits.positions, limits.types) == (40, 64, 2)


BROKEN: dict[str, bytes] = {
    "zero heads": binary({"encoder/num_heads": np.array(0, "i2")}),
    "negative heads": binary({"encoder/num_heads": np.array(-4, "i2")}),
    "heads that do not divide": binary({"encoder/num_heads": np.array(5, "i2")}),
    "embeddings that are one number": binary({"encoder/embeddings_0/weight": np.array(1.0, "f4")}),
    "a thousand million variables": binary(count=1_000_000_000),
    "more variables than there are": binary(count=100),
    "cut": binary()[:500],
    "empty": b"",
    "another version": b"\x63" + binary()[1:],
    "a huge shape": binary().replace(struct.pack("<II", 40, 16), struct.pack("<II", 1 << 30, 1 << 30), 1),
    "a huge size": binary().replace(struct.pack("<BI", 0, 40 * 16 * 4), struct.pack("<BI", 0, 0xFFFFFFF0), 1),
}


@pytest.mark.parametrize("what", BROKEN)
def test_declared_sizes_and_counts_are_checked_before_anything_is_loaded(what: str, tmp_path: Path, home: Path) -> None:
    folder = make(tmp_path / "mine", BROKEN[what])
    start = time.process_time()
    with pytest.raises(BadInput, match="not a valid model"):
        run(folder)
    assert time.process_time() - start < 2
    assert "mine" not in installed()
    with pytest.raises(NLIError):
        open_nli(str(folder))


def test_a_token_id_of_a_million_is_an_error_and_no_crash(tmp_path: Path, home: Path) -> None:
    folder = make(tmp_path / "mine", last_id=1_000_000)
    model = open_nli(str(folder))
    try:
        with pytest.raises(NLIError, match="more tokens than its weights"):
            model.entail([("abc", "az")])
    finally:
        model.close()


CARDS: dict[str, dict[str, object]] = {
    "labels that the head has not": {"labels": ["entailment", "not_entailment"]},
    "positions that it has not": {"positions": True, "segments": False},
}


@pytest.mark.parametrize("what", CARDS)
def test_a_card_that_asks_for_more_than_the_files_hold_is_refused(what: str, tmp_path: Path, home: Path) -> None:
    folder = make(tmp_path / "mine")
    card = json.loads((folder / "localcheck.json").read_text())
    (folder / "localcheck.json").write_text(json.dumps({**card, **CARDS[what]}))
    with pytest.raises(BadInput, match="cannot be used"):
        run(folder)
    assert "mine" not in installed()


def test_inputs_are_never_longer_than_the_table_of_positions(tmp_path: Path, home: Path) -> None:
    folder = make(tmp_path / "mine")
    card = json.loads((folder / "localcheck.json").read_text())
    (folder / "localcheck.json").write_text(json.dumps({**card, "max_tokens": 100_000}))
    model = open_nli(str(folder))
    try:
        assert model.info.max_tokens == 64
        assert np.allclose(model.entail([("abc" * 5_000, "az")]).sum(), 1)
    finally:
        model.close()


def test_a_crash_of_the_runtime_is_the_childs_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the check of the header does not see: here the child kills itself as it begins."""
    folder = make(tmp_path / "mine")
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\nif 'localcheck.backends.trial' in sys.orig_argv:\n    os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    with pytest.raises(BadInput, match=r"crashes \(SIGSEGV\)"):
        try_out(folder, read_card(folder), "mine")


@pytest.mark.parametrize(
    ("refusal", "says", "hint"),
    [
        (
            "LLMError: {}/model.gguf: cannot be loaded",
            "mine: the model cannot be used: model.gguf: cannot be loaded",
            "again",
        ),
        (
            "LLMError: model needs about 30.6 GiB of memory, 18.0 GiB is free",
            "mine: the model cannot be used: model",
            "smaller",
        ),
    ],
)
def test_a_refusal_names_the_model_and_what_helps(
    refusal: str, says: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make(tmp_path / "ready")
    monkeypatch.setattr(children, "try_model", lambda place: Trial("", refusal.format(place)))
    with pytest.raises(BadInput, match=says) as caught:
        try_out(folder, read_card(folder), "mine")
    assert hint in caught.value.hint and "LLMError" not in str(caught.value) and str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize("force", [False, True])
def test_the_names_of_shipped_models_are_reserved(force: bool, tmp_path: Path, home: Path) -> None:
    archive = tmp_path / "starter-nli.zip"
    folder = make(tmp_path / "x")
    with zipfile.ZipFile(archive, "w") as z:
        for file in folder.iterdir():
            z.write(file, file.name)
    with pytest.raises(UsageError, match="comes with localcheck") as caught:
        run(archive, force=force)
    assert "--name" in caught.value.hint
    run(archive, name="mine")
    assert installed()["mine"].parent == resources.models_dir()


def test_a_home_from_elsewhere_does_not_replace_the_shipped_model(tmp_path: Path, home: Path) -> None:
    (home / "models").mkdir()
    shutil.move(make(tmp_path / "x"), home / "models" / "starter-nli")
    assert find_model("starter-nli") == resources.shipped() / "models" / "starter-nli"


def test_an_archive_that_grows_is_stopped(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diskspace, "RATIO_FLOOR", 1_000_000)
    (tmp_path / "zeros").write_bytes(bytes(5_000_000))
    archive = tmp_path / "a.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(tmp_path / "zeros", "model.gguf")
    assert room_for(archive) == 1_000_000
    with pytest.raises(BadInput, match="holds more than"):
        run(archive)
    assert list((home / "models").iterdir()) == []


def test_the_kind_is_still_checked(tmp_path: Path) -> None:
    check: Callable[[Path, Card, str], None] = try_out
    with pytest.raises(BadInput, match="cannot be read"):
        check(tmp_path, Card("encoder"), "mine")


@pytest.mark.parametrize(
    "weight", [np.ones(4, np.float32), np.ones((1, 2, 2), np.float32), np.float32(1)], ids=["row", "cube", "number"]
)
def test_a_head_of_another_shape_is_one_error(weight: Any, tmp_path: Path) -> None:
    np.savez(tmp_path / "head.npz", out_weight=weight, out_bias=np.zeros(2, np.float32))
    with pytest.raises(NLIError, match="not a table"):
        read_head(tmp_path / "head.npz", "tanh")


def test_an_array_that_states_more_than_its_file_holds_takes_no_memory(tmp_path: Path) -> None:
    """Its header says forty gigabytes: NumPy takes them before it reads."""
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (100000, 100000), }"
    header += b" " * (117 - len(header)) + b"\n"
    with zipfile.ZipFile(tmp_path / "head.npz", "w") as archive:
        archive.writestr(
            "out_weight.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(64)
        )
    with pytest.raises(NLIError, match="an array of shape"):
        read_head(tmp_path / "head.npz", "tanh")
