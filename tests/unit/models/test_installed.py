"""What is imported, installed, listed, verified, chosen and removed."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tarfile
import tomllib
from pathlib import Path
from typing import IO

import pytest
from tiny_models import tiny_gguf
from tiny_store import names, run

from localcheck.errors import BadInput, BadSetting, MissingModel, MissingResource, UnknownName, UsageError
from localcheck.models import choose, install
from localcheck.models.importing import default_name, import_model
from localcheck.models.install import check_name, remove, staging
from localcheck.models.manifest import check_files, installed, read_record, verified_digest
from localcheck.models.manifest.gguf import GgufInfo
from localcheck.models.overview import chosen, describe, overview, verify
from localcheck.system import children, diskspace, resources
from localcheck.system.diskspace import Progress

pytestmark = pytest.mark.usefixtures("home")


def test_gguf_file_becomes_a_model(tmp_path: Path) -> None:
    file = tmp_path / "Qwen3 4B-Q4_K_M.gguf"
    file.write_bytes(tiny_gguf())
    assert default_name(file) == "qwen3-4b-q4_k_m"
    assert default_name(Path(f"A{'b' * 62}-{'c' * 9}.Q4_K_M.gguf")) == f"a{'b' * 62}", "a long name is cut"
    found = run(file)
    assert installed() | {found.name: found.folder} == installed()
    with pytest.raises(UsageError, match="installed already"):
        run(file)
    run(file, force=True)
    remove(found.name)
    assert names() == []
    with pytest.raises(MissingModel):
        remove(found.name)


def test_a_model_that_is_installed_is_told_of_before_it_is_copied(tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(tiny_gguf())
    shutil.copytree(run(file).folder, tmp_path / "stick")
    seen: list[object] = []
    with pytest.raises(UsageError, match="'tiny' is installed already"):
        for event in import_model(tmp_path / "stick"):
            seen.append(event)
    assert seen == []


def test_a_gguf_file_that_cannot_be_used_is_refused_before_it_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(tiny_gguf())
    monkeypatch.setattr(install, "find_spec", lambda name: name)
    monkeypatch.setattr(install, "read_gguf", lambda file: GgufInfo(1, ""))
    monkeypatch.setattr(
        children, "try_model", lambda place: children.Trial("", f"LLMError: {place}: unknown architecture")
    )
    seen: list[object] = []
    with pytest.raises(BadInput, match=r"tiny: the model cannot be used: tiny\.gguf: unknown architecture"):
        for event in import_model(file):
            seen.append(event)
    assert [event.stage for event in seen if isinstance(event, Progress)] == ["try"] and names() == []


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
    from localcheck.backends.llamacpp.loading import fingerprint

    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf(padding=100))
    found = run(tmp_path / "tiny.gguf")
    file = found.folder / "model.gguf"
    assert fingerprint(file) == next(f.sha256 for f in found.record.files if f.path == "model.gguf")
    file.write_bytes(tiny_gguf(padding=101))
    with pytest.raises(BadInput, match="bytes, recorded"):
        fingerprint(file)
    file.write_bytes(tiny_gguf(padding=100)[:-1] + b"\1")
    with pytest.raises(BadInput, match="another SHA-256 than recorded"):
        fingerprint(file)
    file.unlink()
    with pytest.raises(BadInput, match="is missing"):
        fingerprint(file)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that are hashed from now on."""
    read: list[str] = []
    whole = resources.sha256_file

    def noted(path: Path) -> str:
        read.append(path.name)
        return whole(path)

    monkeypatch.setattr(resources, "sha256_file", noted)
    return read


def test_a_language_model_that_was_just_installed_is_not_hashed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from localcheck.backends.llamacpp.loading import fingerprint

    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf(padding=100))
    found = run(tmp_path / "tiny.gguf")
    read = counted(monkeypatch)
    assert fingerprint(found.folder / "model.gguf") in {f.sha256 for f in found.record.files} and read == []


def test_a_folder_without_a_record_is_hashed_once_and_only_what_the_answers_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("model.bin", "config.json", "README.md"):
        (tmp_path / name).write_text(name)
    read = counted(monkeypatch)
    first = verified_digest(tmp_path)
    assert sorted(read) == ["config.json", "model.bin"]
    (tmp_path / "README.md").write_text("other")
    assert verified_digest(tmp_path) == first and len(read) == 2
    (tmp_path / "model.bin").write_text("model.bim")
    assert verified_digest(tmp_path) != first and read[2:] == ["model.bin"]


@pytest.mark.parametrize("name", ["adapters", "experts", "heads", "auto", "cascade"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="means something else"):
        check_name(name)


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


@pytest.mark.parametrize("head", ["", "\ufeff"])
def test_use_keeps_the_comment_beside_the_value_and_the_ends_of_lines(tmp_path: Path, head: str) -> None:
    path = tmp_path / "localcheck.toml"
    path.write_bytes(f'{head}nli = "a # b"  # mine\r\nk = 3\r\n'.encode())
    choose.write_setting(path, "nli", "c")
    assert path.read_bytes() == b'nli = "c"  # mine\r\nk = 3\r\n'


def test_a_setting_that_names_no_model_does_not_hide_the_models(home: Path) -> None:
    (home / "localcheck.toml").write_text('nli = "cascade:half"\n')
    assert chosen() == set()


def test_use_knows_the_kind(tmp_path: Path, home: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf())
    run(tmp_path / "tiny.gguf")
    assert choose.use("tiny")[:2] == ("llm", "gguf:tiny")
    assert tomllib.loads((home / "localcheck.toml").read_text()) == {"llm": "gguf:tiny"}
    with pytest.raises(BadSetting, match="kind llm-gguf"):
        choose.use("tiny", role="nli")


def test_no_space_is_said_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    (tmp_path / "tiny.gguf").write_bytes(tiny_gguf())
    monkeypatch.setattr(diskspace, "SPARE", 1 << 60)
    with pytest.raises(MissingResource, match=r"not enough disk space .*: 1,152,921,\d{3},\d{3} MB needed"):
        run(tmp_path / "tiny.gguf")  # what stays free is a part of what is needed
    assert names() == []


def test_a_lock_that_was_removed_before_it_was_taken_lets_nobody_in(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is removed at the end of an installation: two that came then both had one, and emptied each other's folder."""
    flock = fcntl.flock

    def removed(file: IO[str], how: int) -> None:
        Path(file.name).unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", removed)
    with pytest.raises(UsageError, match="another process"), staging("mine"):
        pass
