"""Packed models: what is unpacked is what was packed, once, whoever asks first, and nothing else is put in its place."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.nli import open_nli
from localcheck.errors import BadInput, MissingResource
from localcheck.models import packed
from localcheck.models.install import remove
from localcheck.models.manifest import check_files, file_records, find_model, installed, nli_models, read_record
from localcheck.models.overview import describe, overview, verify
from localcheck.models.packed import in_place, locate, packed_digests, packed_models, read_packed, still_to_unpack
from localcheck.system import diskspace, resources
from tests.needs import needs

needs("torch", "transformers", "safetensors", reason="the extra convert is not installed")
from training.packing import coarse, pack  # noqa: E402


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter, of its large files the beginning alone: nothing opens it, and to pack and unpack all took three seconds."""
    folder = tmp_path_factory.mktemp("model") / "starter"
    shutil.copytree(find_model("starter-nli"), folder)
    for name in ("model.bin", "head.npz", "tokenizer.json"):
        with (folder / name).open("r+b") as file:
            file.truncate(300_000)
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, model: Path) -> Path:
    """The model, packed in several parts under the name ``small``; not to be written."""
    folder = tmp_path_factory.mktemp("packed") / "small"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("training.packing.PART", 90_000)
        pack(model, folder, "small", "MIT")
    return folder


@pytest.fixture
def shelf(small: Path, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that carries the model under the name ``small``."""
    shutil.copytree(small, tmp_path / "packed" / "small")
    monkeypatch.setattr(packed, "packed_models", lambda: {"small": tmp_path / "packed" / "small"})
    return tmp_path / "packed" / "small"


def test_what_is_unpacked_is_what_was_packed(shelf: Path, home: Path, model: Path) -> None:
    assert len(list(shelf.glob("model.bin.z*"))) > 1 and "small" not in installed()
    folder = locate("small")
    assert folder == home / "models" / "small" and file_records(folder) == file_records(model)
    record = read_record(folder)
    assert record is not None and record.digest() in packed_digests() and record.licence == "MIT"
    assert not [check for check in check_files(folder, record, full=True) if check.problem]
    before = (folder / "model.bin").stat().st_mtime_ns
    assert locate("small") == folder and (folder / "model.bin").stat().st_mtime_ns == before, "it is done once"
    assert in_place("no such model") is None and still_to_unpack("small") == still_to_unpack("no such model") == 0
    remove("small")
    assert locate("small") == folder, "and again where it was taken away"


def test_a_full_disk_is_told_with_the_reader_that_needs_no_room(
    shelf: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert still_to_unpack("small") == sum(file.size for file in read_packed(shelf).files) + diskspace.SPARE
    monkeypatch.setattr(diskspace, "SPARE", 1 << 60)
    with pytest.raises(MissingResource, match="not enough disk space for small") as full:
        locate("small")
    assert full.value.hint.endswith("; --effort quick needs none of it")


@pytest.mark.parametrize("harm", ["cut", "changed", "missing", "longer", "shorter"])
def test_a_damaged_package_puts_nothing_in_place(shelf: Path, home: Path, harm: str) -> None:
    part = shelf / "model.bin.z1"
    data = bytearray(part.read_bytes())
    table = json.loads((shelf / "packed.json").read_text())
    entry = next(row for row in table["files"] if row["path"] == "model.bin")
    if harm == "missing":
        part.unlink()
    elif harm == "cut":
        part.write_bytes(data[:-1000])
    elif harm == "changed":
        data[5000] ^= 255
        part.write_bytes(data)
    else:
        entry["size"] += 1 if harm == "longer" else -1
        (shelf / "packed.json").write_text(json.dumps(table))
    with pytest.raises(BadInput, match="damaged"):
        locate("small")
    assert "small" not in installed() and not list((home / "models").glob("*/"))


def test_a_table_that_is_none_is_refused(shelf: Path) -> None:
    for text in ("{}", '{"format": 9, "name": "a", "kind": "b", "licence": "c", "files": []}', '{"files": 3}'):
        (shelf / "packed.json").write_text(text)
        with pytest.raises(BadInput, match=r"packed model|format"):
            read_packed(shelf)


def test_an_older_packed_one_is_replaced_and_a_foreign_one_stays(shelf: Path, home: Path) -> None:
    folder = locate("small")
    table = json.loads((folder / "localcheck-model.json").read_text())
    old = {**table, "files": [{**row, "sha256": "0" * 64} for row in table["files"]]}
    (folder / "localcheck-model.json").write_text(json.dumps(old))
    record = read_record(locate("small"))
    assert record is not None and record.digest() in packed_digests()
    (folder / "localcheck-model.json").write_text(json.dumps({**old, "source": "a friend"}))
    assert read_record(locate("small")).source == "a friend"  # type: ignore[union-attr]


def test_a_home_that_cannot_be_written_gets_it_elsewhere(
    shelf: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(found: packed.Packed) -> Path:
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(packed, "_unpacked", refused)
    folder = locate("small")
    assert home not in folder.parents and file_records(folder) == read_packed(shelf).files


UNPACK = """
import sys
from pathlib import Path
from localcheck.models import packed
packed.packed_models = lambda: {"small": Path(sys.argv[1])}
print(packed.locate("small"))
"""


def test_two_processes_that_ask_at_once_get_the_same(shelf: Path, home: Path) -> None:
    command = [sys.executable, "-c", UNPACK, str(shelf)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = {process.communicate(timeout=60)[0].strip() for process in started}
    assert said == {str(home / "models" / "small")} and all(process.returncode == 0 for process in started)


def test_a_listing_knows_it_before_it_is_unpacked(home: Path, both_readers: None) -> None:
    (row,) = (row for row in overview() if row["name"] == "careful-nli")
    assert row["installed"] and row["shipped"] and row["in_use"] and row["origin"] == "came with localcheck"
    assert "careful-nli" not in installed()
    assert describe("careful-nli")["sha256"] in packed_digests() and "careful-nli" in installed()
    (row,) = verify(["careful-nli"])
    assert not row["problems"] and "came with localcheck" in row["state"]
    shutil.rmtree(home / "models")


def test_the_default_reads_with_both_that_came_with_the_package(home: Path, both_readers: None) -> None:
    assert nli_models("auto") == ("starter-nli", "careful-nli") and set(packed_models()) == {"careful-nli"}
    with open_nli("auto", threads=1) as both:  # type: ignore[attr-defined]
        assert [name for name, _ in both.info.parts] == ["starter-nli", "careful-nli"]
        quote = "Norwegians voted against joining the European Union."
        ((entail, _, contradict),) = both.entail([(quote, "Norway is a member of the European Union.")])
    assert contradict > 0.5 > entail
    table = json.loads((resources.shipped() / "models/starter-nli/evidence-index-cascade.json").read_text())
    assert table["nli_sha256"] == both.info.sha256, "the shipped score is of these two"


@given(st.integers(0, 2**32 - 1), st.integers(1, 31))
def test_a_row_keeps_few_values_and_comes_near(seed: int, levels: int) -> None:
    rows = np.random.default_rng(seed).normal(size=(3, 64)).astype(np.float32)
    found = coarse(rows, levels)
    assert all(len(np.unique(row)) <= 2 * levels + 1 for row in found)
    error = ((found - rows) ** 2).mean(1)
    plain = np.abs(rows).max(1, keepdims=True) / levels
    assert (error <= ((np.round(rows / plain) * plain - rows) ** 2).mean(1) + 1e-9).all()
    assert (coarse(np.zeros((2, 8), np.float32), levels) == 0).all()
