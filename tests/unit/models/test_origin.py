"""Carrying models, and forging them: what is proven about an installed model, and where it is said."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest
from tiny_models import tiny_gguf
from tiny_store import run

from localcheck.errors import UsageError
from localcheck.models import catalogue, importing
from localcheck.models import packed as shipped
from localcheck.models.catalogue import CatalogueEntry, SourceFile
from localcheck.models.manifest import file_records, installed, read_record, write_record
from localcheck.models.manifest.record import InstallRecord
from localcheck.models.overview import describe, verify
from localcheck.models.packed import origin_of, packed_digests
from localcheck.system.resources import sha256_file

pytestmark = pytest.mark.usefixtures("home")


def packed(folder: Path, archive: Path, name: str) -> Path:
    """As docs/models.md says: ``tar -C models -caf model.tar.zst NAME``."""
    with tarfile.open(archive, "w") as tar:
        tar.add(folder, arcname=name)
    return archive


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as ``careful-nli`` was made elsewhere, and whose files are those that come with the package."""
    (tmp_path / "base.gguf").write_bytes(tiny_gguf())
    first = run(tmp_path / "base.gguf", name="elsewhere")
    folder = tmp_path / "careful-nli"
    shutil.move(first.folder, folder)
    record = read_record(folder)
    assert record is not None
    write_record(folder, InstallRecord("careful-nli", record.kind, "hub", "", "Apache-2.0", "", record.files))
    for module in (shipped, importing):
        monkeypatch.setattr(module, "packed_digests", lambda: {record.digest()})
    return folder


def forge(folder: Path) -> None:
    """Other weights, and a record that is rewritten to match."""
    (folder / "model.gguf").write_bytes(tiny_gguf(padding=8))
    record = read_record(folder)
    assert record is not None
    write_record(folder, InstallRecord("careful-nli", record.kind, "hub", "", "Apache-2.0", "", file_records(folder)))


def test_the_documented_archive_gives_the_model_its_own_name(made: Path, tmp_path: Path) -> None:
    found = run(packed(made, tmp_path / "model.tar", "careful-nli"))
    assert found.name == "careful-nli" and "careful-nli" in installed()
    assert origin_of(found.folder).known and origin_of(found.folder).said == "came with localcheck"
    assert run(made, name="careful-nli", force=True).name == "careful-nli", "also as a folder, by name"
    assert run(made, name="copy").name == "copy"


def test_a_forged_model_does_not_get_the_name_and_is_of_unknown_origin(made: Path, tmp_path: Path) -> None:
    forge(made)
    for options in ({}, {"name": "careful-nli"}):
        with pytest.raises(UsageError, match="are not its files"):
            run(packed(made, tmp_path / "model.tar", "careful-nli"), **options)
    assert "careful-nli" not in installed()
    other = run(made, name="other")
    assert not origin_of(other.folder).known and "of unknown origin" in describe("other")["origin"]
    (row,) = verify(["other"])
    assert not row["problems"] and "of unknown origin" in row["state"]


def test_a_forged_folder_in_its_place_is_of_unknown_origin(
    made: Path, home: Path, capsys: pytest.CaptureFixture[str], both_readers: None
) -> None:
    from localcheck.cli.main import run as main

    forge(made)
    shutil.copytree(made, home / "models" / "careful-nli")
    assert not origin_of(home / "models" / "careful-nli").known
    main(["doctor"])
    assert "careful-nli is of unknown origin" in capsys.readouterr().out


def test_a_report_names_a_model_of_unknown_origin(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from localcheck.cli.main import run as main
    from localcheck.models.manifest import find_model

    folder = tmp_path / "mine"
    shutil.copytree(find_model("starter-nli"), folder)
    main(["check", "--text", "Berlin is in Germany.", "--nli", str(folder), "--format", "json", "-q", "--no-store"])
    notes = json.loads(capsys.readouterr().out)["run"]["notes"]
    assert any("is of unknown origin" in note for note in notes), notes
    main(["check", "--text", "Berlin is in Germany.", "--nli", "starter-nli", "--format", "json", "-q", "--no-store"])
    assert not any("origin" in note for note in json.loads(capsys.readouterr().out)["run"]["notes"])


def test_a_gguf_file_is_known_by_the_hash_of_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "any.gguf"
    file.write_bytes(tiny_gguf())
    entry = CatalogueEntry(
        "small-llm", "llm-gguf", "", "o/n", "MIT", files=(SourceFile("x.gguf", 1, sha256_file(file)),)
    )
    assert not origin_of(run(file).folder).known
    monkeypatch.setattr(catalogue, "read_catalogue", lambda: {entry.name: entry})
    assert origin_of(installed()["any"]).said == "as small-llm of the catalogue"


def test_a_gguf_file_of_the_catalogue_has_its_name_and_licence_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "downloaded.gguf"
    file.write_bytes(tiny_gguf())
    size, digest = file.stat().st_size, sha256_file(file)
    entry = CatalogueEntry("small-llm", "llm-gguf", "", "o/n", "MIT", files=(SourceFile("x.gguf", size, digest),))
    monkeypatch.setattr(importing, "read_catalogue", lambda: {entry.name: entry})
    named = run(file)
    assert (named.folder.name, named.record.licence) == ("small-llm", "MIT")
    mine = run(file, name="mine")
    assert (mine.folder.name, mine.record.licence) == ("mine", "MIT")
    file.write_bytes(tiny_gguf(keys=[("general.architecture", "gemma")]))
    other = run(file)
    assert (other.folder.name, other.record.licence) == ("downloaded", "unknown")


def test_the_tables_are_those_of_the_packed_model() -> None:
    """When this fails, the packed model has changed: its tables are to be measured, or fitted, anew."""
    from localcheck.system.resources import shipped

    (digest,) = packed_digests()
    table = shipped() / "models" / "starter-nli" / "evidence-index-careful-nli.json"
    assert json.loads(table.read_text())["nli_sha256"] == digest
