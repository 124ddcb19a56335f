"""The catalogue, archives, GGUF headers, import, install, choosing and conversion errors."""

from __future__ import annotations

import io
import json
import os
import struct
import tarfile
import tomllib
import zipfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import make_checkpoint, make_t5, tiny_gguf

from localcheck import resources
from localcheck.errors import (
    BadInput,
    BadSetting,
    LocalcheckError,
    MissingModel,
    MissingResource,
    UnknownName,
    UsageError,
)
from localcheck.manifest import Card, card_from, check_files, find_model, installed, read_card, read_record, write_card
from localcheck.modelstore import choose
from localcheck.modelstore.archive import _inside, unpack
from localcheck.modelstore.catalogue import find_entry, read_catalogue
from localcheck.modelstore.convert import Conversion, convert
from localcheck.modelstore.gguf import read_gguf
from localcheck.modelstore.importing import convert_model, default_name, import_model
from localcheck.modelstore.install import Installed, remove
from localcheck.modelstore.overview import describe, overview, verify
from localcheck.modelstore.weights import open_weights


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(path: Path, **options: object) -> Installed:
    last = list(import_model(path, **options))[-1]  # type: ignore[arg-type]
    assert isinstance(last, Installed)
    return last


def names() -> list[str]:
    root = resources.models_dir()
    return sorted(p.name for p in root.iterdir()) if root.is_dir() else []


# --- catalogue ---


def test_catalogue_is_whole() -> None:
    entries = read_catalogue()
    assert {e.kind for e in entries.values()} == {"nli-encoder", "nli-seq2seq", "encoder", "llm-gguf"}
    for e in entries.values():
        assert e.licence and e.summary and e.ram_mb
        assert (e.convert is None) == (e.kind == "llm-gguf" or not e.repo)
        assert e.revision == "main" or e.pinned
        assert bool(e.files) == bool(e.repo)
        for f in e.files:
            assert not f.sha256 or len(f.sha256) == 64
    with pytest.raises(UnknownName, match="catalogue") as caught:
        find_entry("roberta-larg-mnli")
    assert "roberta-large-mnli" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "model = 3",
        '[[model]]\nname="a"\nsize=1',
        '[[model]]\nname="a"',
        "[[model",
        '[[model]]\nname="a"\nkind="x"\nsummary=""\nrepo=""\nlicence=""',
    ],
)
def test_mistakes_in_a_catalogue_are_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalogue.toml"
    path.write_text(text)
    with pytest.raises((BadInput, TypeError)):
        read_catalogue(path)


# --- GGUF ---


def test_gguf_header(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(tiny_gguf())
    info = read_gguf(path)
    assert (info.architecture, info.context, info.version, info.has_chat_template) == ("llama", 2048, 3, False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GGML" + bytes(40),
        b"GGUF" + struct.pack("<IQQ", 1, 0, 0),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1 << 62),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 9, 5),
        tiny_gguf()[:-3],
    ],
)
def test_damaged_gguf_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(data)
    with pytest.raises(BadInput, match="GGUF"):
        read_gguf(path)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_bytes_changed_at_random_never_crash(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    raw = bytearray(tiny_gguf())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(4, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("g") / "a.gguf"
    path.write_bytes(raw)
    with suppress(LocalcheckError):
        read_gguf(path)


# --- archives ---


def tar_bytes(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


EVIL = {
    "climbs": member("../evil"),
    "absolute": member("/tmp/evil"),
    "hidden climb": member("a/../../evil"),
    "windows": member("..\\evil"),
    "symlink": member("link", tarfile.SYMTYPE, "/etc/passwd"),
    "hard link": member("link", tarfile.LNKTYPE, "/etc/passwd"),
    "device": member("dev", tarfile.CHRTYPE),
    "too deep": member("/".join("abcdefgh")),
}


@pytest.mark.parametrize("what", EVIL)
def test_evil_tar_is_refused(tmp_path: Path, what: str) -> None:
    path = tmp_path / "m.tar"
    path.write_bytes(tar_bytes([(EVIL[what], b"x")]))
    with pytest.raises(BadInput):
        run(path)
    assert names() == [] and not (tmp_path / "evil").exists() and not (tmp_path / "home" / "evil").exists()


def test_evil_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    for name in ("../evil", link):
        with zipfile.ZipFile(path, "w") as z:
            z.writestr(name, "x")
        with pytest.raises(BadInput):
            run(path)


def test_bombs_and_broken_archives(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.tar.zst"
    raw = tar_bytes([(member("model.gguf"), bytes(30_000_000))])
    bomb.write_bytes(zstandard.compress(raw))
    (tmp_path / "out").mkdir()
    with pytest.raises(BadInput, match="more than"):
        list(unpack(bomb, tmp_path / "out", max_bytes=10_000_000))
    many = tmp_path / "many.tar"
    many.write_bytes(tar_bytes([(member(f"f{i}"), b"") for i in range(2_100)]))
    with pytest.raises(BadInput, match="files in it"):
        run(many)
    for name, data in (
        ("a.tar", b"no tar"),
        ("a.tar.gz", b"\x1f\x8b\x08nope"),
        ("a.tar.zst", zstandard.compress(raw)[:2000]),
        ("a.zip", b"PK\x03\x04 nope"),
        ("b.tar.zst", b"nope"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadInput):
            run(tmp_path / name)
    assert names() == []


def test_every_kind_of_archive_is_taken(tmp_path: Path) -> None:
    raw = tar_bytes([(member("tiny/model-q4.gguf"), tiny_gguf())])
    (tmp_path / "a.tar").write_bytes(raw)
    (tmp_path / "b.tar.zst").write_bytes(zstandard.compress(raw))
    with tarfile.open(tmp_path / "c.tar.gz", "w:gz") as tar:
        info = member("./model.gguf")
        info.size = len(tiny_gguf())
        tar.addfile(info, io.BytesIO(tiny_gguf()))
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as z:
        z.writestr("tiny/x.gguf", tiny_gguf())
    for name in ("a.tar", "b.tar.zst", "c.tar.gz", "d.zip"):
        found = run(tmp_path / name, licence="MIT")
        assert (found.folder / "model.gguf").read_bytes() == tiny_gguf()
        assert found.record.licence == "MIT" and read_card(found.folder).kind == "llm-gguf"
    assert names() == ["a", "b", "c", "d"]


@given(st.text(alphabet="ab./\\\\: \x00C~", max_size=20))
def test_no_name_leaves_its_folder(name: str) -> None:
    with suppress(BadInput):
        found = _inside(Path("x.tar"), name)
        assert not found.is_absolute() and ".." not in found.parts
        assert (Path("/safe") / found).resolve().is_relative_to("/safe")


@settings(max_examples=60, deadline=None)
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


# --- import, remove, verify ---


def test_gguf_file_becomes_a_model(tmp_path: Path) -> None:
    file = tmp_path / "Qwen3 4B-Q4_K_M.gguf"
    file.write_bytes(tiny_gguf())
    assert default_name(file) == "qwen3-4b-q4_k_m"
    found = run(file)
    assert installed() | {found.name: found.folder} == installed()
    with pytest.raises(UsageError, match="installed already"):
        run(file)
    run(file, force=True)
    remove(found.name)
    assert names() == []
    with pytest.raises(MissingModel):
        remove(found.name)


def test_wrong_things_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("hello")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "localcheck.json").write_text('{"kind": "encoder"}')
    (tmp_path / "linked" / "model.bin").symlink_to("/etc/passwd")
    for path, match in (
        ("empty", "holds no model"),
        ("text.txt", "GGUF"),
        ("linked", "is a link"),
        ("none", "no such"),
    ):
        with pytest.raises(BadInput, match=match):
            run(tmp_path / path, name="x")
    with pytest.raises(UsageError, match="not a name"):
        run(tmp_path / "text.txt", name="../../x")
    assert names() == []


def test_model_folder_travels_with_its_hashes(tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(tiny_gguf())
    first = run(file, licence="Apache-2.0")
    stick = tmp_path / "stick.tar"
    with tarfile.open(stick, "w") as tar:
        tar.add(first.folder, arcname="tiny")
    again = run(stick, name="copy")
    assert again.record.digest() == first.record.digest() and again.record.licence == "Apache-2.0"
    (first.folder / "model.gguf").write_bytes(tiny_gguf(padding=4))
    with pytest.raises(BadInput, match="recorded"):
        run(first.folder, name="altered")
    (row,) = verify(["tiny"])
    assert "recorded" in row["problems"][0]
    with pytest.raises(MissingModel):
        verify(["nothing"])
    assert names() == ["copy", "tiny"]


def test_hashes_are_cached_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf(padding=100))
    found = run(tmp_path / "tiny.gguf")
    assert all(c.cached for c in check_files(found.folder, found.record)), "they were hashed when they were installed"
    os.utime(found.folder / "model.gguf")
    assert [c.path for c in check_files(found.folder, found.record) if not c.cached] == ["model.gguf"]
    assert all(c.cached for c in check_files(found.folder, found.record))
    assert not any(c.cached for c in check_files(found.folder, found.record, full=True))
    changed = bytearray(tiny_gguf(padding=100))
    changed[-1] = 1
    (found.folder / "model.gguf").write_bytes(changed)
    assert [c.problem for c in check_files(found.folder, found.record) if c.problem] == [
        "has another SHA-256 than recorded"
    ]
    (found.folder / "model.gguf").unlink()
    assert [c.problem for c in check_files(found.folder, found.record) if c.problem] == ["is missing"]


def test_language_models_are_checked_too(tmp_path: Path) -> None:
    from localcheck.llm.gguf_open import fingerprint

    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf(padding=100))
    found = run(tmp_path / "tiny.gguf")
    file = found.folder / "model.gguf"
    assert fingerprint(file) == next(f.sha256 for f in found.record.files if f.path == "model.gguf")
    file.write_bytes(tiny_gguf(padding=101))
    with pytest.raises(BadInput, match="another SHA-256"):
        fingerprint(file)


def test_listing_and_description(tmp_path: Path, home: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf())
    run(tmp_path / "tiny.gguf")
    (home / "models" / "broken").mkdir()
    (home / "models" / "broken" / "localcheck.json").write_text("{")
    choose.use("tiny")
    rows = {row["name"]: row for row in overview()}
    assert rows["tiny"]["in_use"] and rows["tiny"]["installed"] and not rows["roberta-large-mnli"]["installed"]
    assert "not JSON" in rows["broken"]["problem"]
    assert describe("tiny")["sha256"] == read_record(home / "models" / "tiny").digest()  # type: ignore[union-attr]
    assert describe("qwen3-4b")["files"][0]["sha256"]
    with pytest.raises(UnknownName):
        describe("qwen3-5b")
    json.dumps([overview(), describe("tiny")])


def test_finding_models(tmp_path: Path) -> None:
    with pytest.raises(MissingModel) as caught:
        find_model("starter-nl")
    assert "models list" in caught.value.hint and "--network" in caught.value.hint
    with pytest.raises(MissingModel, match="no model folder"):
        find_model(str(tmp_path / "x"))
    with pytest.raises(MissingModel, match="not a localcheck model"):
        read_card(tmp_path)


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"kind": "x"},
        {"kind": "encoder", "labels": "a"},
        {"kind": "encoder", "temperature": 0},
        {"kind": "encoder", "max_tokens": 2},
        {"kind": "encoder", "segments": 1},
        {"kind": "nli-encoder", "consistency": "best"},
    ],
)
def test_cards_are_checked(table: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        card_from(table, "card")


@given(
    st.lists(st.sampled_from(["entailment", "neutral", "contradiction"]), unique=True), st.floats(0.1, 9), st.booleans()
)
def test_cards_are_read_as_written(
    tmp_path_factory: pytest.TempPathFactory, labels: list[str], t: float, s: bool
) -> None:
    folder = tmp_path_factory.mktemp("card")
    card = Card("nli-encoder", labels=tuple(labels), temperature=t, segments=s)
    write_card(folder, card)
    assert read_card(folder) == card


# --- choosing ---


@pytest.mark.parametrize(
    "before",
    [
        "",
        "# my settings\nthreads = 2\n",
        'nli = "old"  # mine\nseed = 1\n',
        'threads = 2\n\n[detector.bayes-sequential]\nk = 5\nnli = "not this"\n',
        '[detector]\nname = "all-false"',
        "threads = 2",
    ],
)
def test_use_keeps_everything_else(tmp_path: Path, before: str) -> None:
    path = tmp_path / "localcheck.toml"
    path.write_text(before)
    choose.write_setting(path, "nli", 'a "model"')
    expected = {**tomllib.loads(before), "nli": 'a "model"'}
    assert tomllib.loads(path.read_text()) == expected
    assert all(line in path.read_text() for line in before.splitlines() if not line.startswith("nli"))
    path.write_text("[broken")
    with pytest.raises(BadSetting):
        choose.write_setting(path, "nli", "x")
    assert path.read_text() == "[broken"


def test_use_knows_the_kind(tmp_path: Path, home: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf())
    run(tmp_path / "tiny.gguf")
    assert choose.use("tiny")[:2] == ("llm", "gguf:tiny")
    assert tomllib.loads((home / "localcheck.toml").read_text()) == {"llm": "gguf:tiny"}
    with pytest.raises(BadSetting, match="kind llm-gguf"):
        choose.use("tiny", role="nli")


# --- conversion ---


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


def test_no_space_is_said_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from localcheck.modelstore import install

    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf())
    monkeypatch.setattr(install, "SPARE", 1 << 60)
    with pytest.raises(MissingResource, match="not enough disk space"):
        run(tmp_path / "tiny.gguf")
    assert names() == []
