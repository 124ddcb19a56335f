"""The catalogue, the headers of GGUF files, the cards of model folders."""

from __future__ import annotations

import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import tiny_gguf

from localcheck.errors import BadInput, LocalcheckError, MissingModel, UnknownName
from localcheck.models.catalogue import find_entry, read_catalogue
from localcheck.models.manifest import Card, card_from, find_model, read_card, write_card
from localcheck.models.manifest.gguf import read_gguf

pytestmark = pytest.mark.usefixtures("home")


def test_catalogue_is_whole() -> None:
    entries = read_catalogue()
    assert {e.kind for e in entries.values()} == {"nli-encoder", "nli-seq2seq", "encoder", "llm-gguf"}
    for e in entries.values():
        assert e.licence and e.summary and e.ram_mb
        assert (e.convert is None) == (e.kind == "llm-gguf" or not e.repo)
        assert e.revision == "main" or len(e.revision) == 40, "a branch, or a commit"
        assert bool(e.files) == bool(e.repo or e.package)
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
        '[[model]]\nname="a"\nkind="llm-gguf"\nsummary=""\nrepo=""\nlicence=""\npackage=["a==1"]\nfiles=[{path="a.gguf"}]',
        '[[model]]\nname="a"\nkind="x"\nsummary=""\nrepo=""\nlicence=""',
    ],
)
def test_mistakes_in_a_catalogue_are_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalogue.toml"
    path.write_text(text)
    with pytest.raises((BadInput, TypeError)):
        read_catalogue(path)


def test_gguf_header(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(tiny_gguf())
    info = read_gguf(path)
    assert (info.tensors, info.licence) == (0, "")
    path.write_bytes(tiny_gguf(keys=[("general.license", "MIT"), ("general.license.link", "x")]))
    assert read_gguf(path).licence == "MIT"


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


@settings(max_examples=25)
@given(data=st.data())
def test_bytes_changed_at_random_never_crash(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    raw = bytearray(tiny_gguf())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(4, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("g") / "a.gguf"
    path.write_bytes(raw)
    with suppress(LocalcheckError):
        read_gguf(path)


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
        {"kind": "nli-encoder", "long": -1},
        {"kind": "nli-encoder", "long_entail": 50},
        {"kind": "nli-encoder", "long_entail": float("nan")},
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


@pytest.mark.parametrize("length", [["a"], float("inf"), float("nan"), "much"])
def test_a_length_that_is_no_number_is_refused(tmp_path: Path, length: object) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(tiny_gguf(keys=[("general.architecture", "llama"), ("llama.context_length", length)]))
    with pytest.raises(BadInput, match="not a GGUF file"):
        read_gguf(path)
