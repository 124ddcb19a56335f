"""Kits: made from what a home holds, verified, installed in an empty place without a network, compared; evil ones refused."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import zstandard
from click.testing import CliRunner

from localcheck import __version__
from localcheck.backends.nli.cache import KeyedFile
from localcheck.cli.main import cli
from localcheck.errors import BadInput, LocalcheckError, MissingResource, OutputError, UnknownName
from localcheck.ingest import indexing
from localcheck.kit import carried
from localcheck.kit.create import Wanted, create
from localcheck.system.resources import home_at

METADATA = f"Metadata-Version: 2.1\nName: localcheck\nVersion: {__version__}\nLicense-Expression: Apache-2.0\n"


def wheel(folder: Path, more: str = "", here: int = 1) -> Path:
    """A wheel of the right name with one small module that says ``here``; ``more`` are lines of its metadata."""
    folder.mkdir(exist_ok=True)
    info = f"localcheck-{__version__}.dist-info"
    path = folder / f"localcheck-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("carried_here.py", f"HERE = {here}\n")
        archive.writestr(f"{info}/METADATA", METADATA + more)
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/licenses/LICENSE", "Apache License")
        names = ("carried_here.py", f"{info}/METADATA", f"{info}/WHEEL", f"{info}/licenses/LICENSE", f"{info}/RECORD")
        archive.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in names))
    return path


def index(home: Path, name: str, text: str) -> None:
    """A small index in the home."""
    source = home / f"{name}.jsonl"
    source.write_text(json.dumps({"title": "Ada", "text": text}) + "\n")
    for _ in indexing.build(source, name, "whoosh", "en", force=True):
        pass


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home, wheels, and a kit of both: an index, settings and a wheel. Made once, and copied by ``made``."""
    folder = tmp_path_factory.mktemp("packed")
    home = folder / "home"
    home.mkdir()
    with home_at(home):
        index(home, "notes", "Ada was born in London.")
        (home / "localcheck.toml").write_text('index = "notes"\n')
        wheel(folder / "wheels")
        list(create(folder / "kit", Wanted(indexes=("notes",), wheels=folder / "wheels", split=1_500)))
    return folder


@pytest.fixture
def notes(packed: Path, home: Path) -> Path:
    """The home with an index of one article, and settings."""
    return shutil.copytree(packed / "home", home, dirs_exist_ok=True)


@pytest.fixture
def made(packed: Path, notes: Path, tmp_path: Path) -> Path:
    """A kit with a wheel, an index and settings."""
    shutil.copytree(packed / "wheels", tmp_path / "wheels")
    return shutil.copytree(packed / "kit", tmp_path / "kit")


@pytest.fixture(scope="module")
def installed(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the kit was installed: ``env`` and ``there`` were not there before. pip alone takes seconds."""
    folder = tmp_path_factory.mktemp("installed")
    carried.install(packed / "kit", folder / "env", folder / "there")
    return folder


@pytest.fixture
def environment(installed: Path, tmp_path: Path) -> None:
    """What the first half of installing leaves: an environment with a pip, here that of ``installed``, and nothing else."""
    venv.create(tmp_path / "env", with_pip=False)
    (new,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    for old in (installed / "env" / "lib").glob("python*/site-packages/pip*"):
        (new / old.name).symlink_to(old)


@pytest.fixture
def packed_without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is packed is not tried by pip: then nothing is looked for that is missing."""
    monkeypatch.setattr("localcheck.kit.create.find_spec", lambda name: None)


@pytest.fixture
def without_pip(packed_without_pip: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks pip for nothing, and installs no wheel: for tests of what is packed, unpacked and named."""
    monkeypatch.setattr(carried, "_environment", lambda folder: folder / "bin" / "python")
    monkeypatch.setattr(carried, "_pip", lambda *arguments: None)


def refused(kit: Path, tmp_path: Path) -> str:
    """Why installing is refused; nothing has its name yet."""
    with pytest.raises(carried.Refused) as caught:
        carried.install(kit, tmp_path / "env", tmp_path / "there")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "there" / "indexes").exists()
    return str(caught.value)


def test_a_dry_run_says_what_would_be_put_where_and_changes_nothing(made: Path, tmp_path: Path) -> None:
    assert len(list(made.glob("kit.tar.zst.*"))) > 1
    there = tmp_path / "there"
    there.mkdir()
    said = carried.told(carried.install(made, tmp_path / "env", there, dry_run=True))
    assert f"would put notes.index into {there / 'indexes'}" in said
    assert any(line.startswith(f"would make the environment {tmp_path / 'env'} and install") for line in said)
    assert said[-1] == "nothing was changed" and not list(there.iterdir()) and not (tmp_path / "env").exists()


def test_a_dry_run_says_that_the_environment_is_there(made: Path, tmp_path: Path) -> None:
    pip = tmp_path / "env" / "lib" / "python3.11" / "site-packages" / "pip-24.0.dist-info"
    pip.mkdir(parents=True)
    (pip / "RECORD").touch()
    said = carried.told(carried.install(made, tmp_path / "env", tmp_path, dry_run=True))
    assert any(
        re.match(rf"would install localcheck.* in the environment {tmp_path / 'env'}, which is there", s) for s in said
    )


def test_a_kit_is_installed_in_an_empty_place(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = installed / "there"
    subprocess.run([installed / "env/bin/python", "-c", "import carried_here"], check=True)
    assert (there / "localcheck.toml").read_text() == 'index = "notes"\n'
    monkeypatch.setenv("LOCALCHECK_HOME", str(there))
    assert CliRunner().invoke(cli, ["index", "verify", "notes"]).exit_code == 0
    bill = json.loads((there / "sbom.cdx.json").read_text())
    assert {c["name"] for c in bill["components"]} == {"localcheck", "notes"} and bill["bomFormat"] == "CycloneDX"
    assert bill["components"][0]["licenses"] == [{"expression": "Apache-2.0"}]
    assert list((there / "licences").rglob("*LICENSE"))
    assert not list(there.glob(".kit-*"))


def test_the_bill_of_materials_is_valid_by_the_schema_of_cyclonedx(installed: Path) -> None:
    pytest.importorskip("cyclonedx", reason="the extra 'dev' is not installed")
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    bill = (installed / "there" / "sbom.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_5).validate_str(bill) is None
    assert JsonStrictValidator(SchemaVersion.V1_5).validate_str(bill.replace('"library"', '"book"')) is not None


@pytest.mark.usefixtures("without_pip")
def test_the_vectors_of_an_index_are_a_part_of_the_kit(notes: Path, tmp_path: Path) -> None:
    kept = KeyedFile(notes / "indexes" / "notes.vectors.db", "whole", {"vectors": "BLOB"}, 100)
    kept.write({b"one": (b"1234",)})
    wheel(tmp_path / "wheels")
    list(create(tmp_path / "kit", Wanted(indexes=("notes",), wheels=tmp_path / "wheels")))
    kept.close()
    there = tmp_path / "there"
    (there / "indexes").mkdir(parents=True)
    (there / "indexes" / "notes.vectors.db").write_bytes(b"older")
    (there / "indexes" / "notes.vectors.db-wal").write_bytes(b"of the older one")
    carried.install(tmp_path / "kit", tmp_path / "env", there)
    arrived = KeyedFile(there / "indexes" / "notes.vectors.db", "whole", {"vectors": "BLOB"}, 100)
    assert arrived.read([b"one"]) == {b"one": (b"1234",)}
    arrived.close()


@pytest.mark.usefixtures("without_pip")
def test_vectors_that_cannot_be_copied_are_not_called_unreadable(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = notes / "indexes" / "notes.vectors.db"
    KeyedFile(kept, "whole", {"vectors": "BLOB"}, 100).close()
    wheel(tmp_path / "wheels")
    wanted = Wanted(indexes=("notes",), wheels=tmp_path / "wheels")

    class Full(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            super().execute("PRAGMA max_page_count = 1")
            return (
                super().execute("CREATE TABLE filler (x)") if "VACUUM" in arguments[0] else super().execute(*arguments)
            )

    connect = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda path: connect(path, factory=Full))
        with pytest.raises(OutputError, match="cannot be copied") as full:
            list(create(tmp_path / "kit", wanted))
    assert "--remove" not in full.value.hint and not (tmp_path / "kit").exists()
    kept.write_bytes(b"no database" * 100)
    with pytest.raises(MissingResource, match="cannot be read"):
        list(create(tmp_path / "kit", wanted))


@pytest.mark.parametrize("where", ["gathered", "pip", "kit"])
def test_a_full_disk_is_named(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """It said "No space left on device" without a place, the name of the wheel that was copied, or that metadata failed."""
    wheel(tmp_path / "wheels")
    out = tmp_path / "kit"

    def full(*arguments: object, **named: object) -> object:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a.whl")

    def failing(command: list[str], **named: object) -> subprocess.CompletedProcess[str]:
        said = f"OSError: [Errno 28] {os.strerror(errno.ENOSPC)}\nerror: metadata-generation-failed"
        return subprocess.CompletedProcess(command, 1, "", said)

    def usage(folder: Path) -> SimpleNamespace:
        return SimpleNamespace(free=0 if (out in folder.parents) == (where == "kit") else 1)

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", usage)
        if where == "pip":
            patch.setattr(subprocess, "run", failing)
        else:
            patch.setattr(shutil, "copyfile", full)
        with pytest.raises(OutputError, match="is full") as caught:
            list(create(out, Wanted(wheels=None if where == "pip" else tmp_path / "wheels")))
    assert (str(out) in caught.value.message) == (where == "kit")
    assert ("TMPDIR" in caught.value.hint) == (where != "kit") and not out.exists()


@pytest.mark.usefixtures("packed_without_pip")
@pytest.mark.parametrize("now", ["longer than before\n", "short", "as long, other\n", None])
def test_what_changes_while_it_is_packed_is_told_here_and_not_where_the_kit_is_installed(
    notes: Path, packed: Path, tmp_path: Path, now: str | None
) -> None:
    """An index that was built anew meanwhile gave a kit that the other machine refused."""
    file = notes / "localcheck.toml"
    file.write_text("as it was read\n")
    with pytest.raises(OutputError, match=r"localcheck.toml was changed while it was packed"):
        for step in create(tmp_path / "new", Wanted(indexes=("notes",), wheels=packed / "wheels")):
            if step == "packing":
                file.write_text(now) if now else file.unlink()
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("notes", "without_pip")
def test_an_empty_folder_that_is_there_becomes_the_kit_and_stays_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a mounted medium or the current folder: neither can be removed, nor is the folder above the same disk."""
    wheel(tmp_path / "wheels")
    wanted = Wanted(indexes=("notes",), wheels=tmp_path / "wheels")
    medium, rename = tmp_path / "medium", Path.rename
    (medium / ".building").mkdir(parents=True)  # left by a build that was killed
    before, moved = medium.stat().st_ino, list[str]()

    def full(path: Path, target: Path) -> Path:
        moved.append(path.name)
        if path.name == "kit.json":
            raise OSError("the medium was pulled out")
        return rename(path, target)

    monkeypatch.chdir(medium)
    with monkeypatch.context() as patch, pytest.raises(OSError, match="pulled out"):
        patch.setattr(Path, "rename", full)
        list(create(Path(), wanted))
    assert moved[-1] == "kit.json" and len(moved) == 4, "the manifest is the last"
    with pytest.raises(carried.Refused, match="is it a kit"):
        carried.verify(medium)
    for path in medium.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    list(create(Path(), wanted))
    assert carried.verify(medium)["parts"] == 2 and medium.stat().st_ino == before
    assert sorted(path.name for path in medium.iterdir()) == ["bootstrap", "kit.json", "kit.py", "kit.tar.zst"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


@pytest.mark.usefixtures("notes", "without_pip")
def test_a_kit_of_more_than_999_parts_is_taken(tmp_path: Path) -> None:
    wheel(tmp_path / "wheels")
    list(create(tmp_path / "kit", Wanted(indexes=("notes",), wheels=tmp_path / "wheels", split=2)))
    found = carried.verify(tmp_path / "kit")
    assert found["parts"] > 1_100
    carried.install(tmp_path / "kit", tmp_path / "env", tmp_path / "there")
    assert (tmp_path / "there" / "indexes" / "notes.index").is_dir()


def test_verifying_needs_nothing_but_python(made: Path) -> None:
    command = [sys.executable, "-I", "-S", str(made / "kit.py"), "verify"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 0 and "not signed" in done.stdout, done.stderr
    part = next(iter(made.glob("kit.tar.zst.*")))
    part.write_bytes(part.read_bytes()[:-1] + b"x")
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 2 and "damaged or changed" in done.stderr
    assert f"{made}: {part.name} is not" in done.stderr, "which kit"
    assert isinstance(CliRunner().invoke(cli, ["kit", "verify", str(made)]).exception, BadInput)
    for content, said in (
        ("{", "kit.json is damaged"),
        ("[" * 100_000, "kit.json is damaged"),
        (None, "there is no kit.json in it"),
    ):
        (made / "kit.json").write_text(content) if content else (made / "kit.json").unlink()
        error = CliRunner().invoke(cli, ["kit", "verify", str(made)]).exception
        assert isinstance(error, BadInput) and str(error).count(str(made)) == 1 and said in str(error)


@pytest.mark.usefixtures("without_pip")
def test_the_commands_print_json(made: Path, tmp_path: Path) -> None:
    def run(*arguments: object) -> dict[str, Any]:
        return dict(json.loads(CliRunner().invoke(cli, ["kit", *map(str, arguments), "--json"]).stdout))

    found = run("verify", made)
    assert (found["parts"], found["signed"], found["signed_by"]) == (
        len(list(made.glob("kit.tar.zst*"))) + 1,
        False,
        None,
    )
    assert run("create", tmp_path / "again", "--indexes", "notes", "--wheels", tmp_path / "wheels")["signed"] is False
    places = ("--to", tmp_path / "env", "--home", tmp_path / "there")
    planned = run("install", made, *places, "--dry-run")
    assert (planned["installed"], planned["indexes"], planned["settings"]) == (
        False,
        ["notes.index"],
        ["localcheck.toml"],
    )
    assert not (tmp_path / "env").exists()


@pytest.mark.usefixtures("without_pip")
def test_installing_goes_on_after_an_interruption_and_says_what_it_does(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[str] = []
    write = carried._write

    def stopping(source: Any, out: Path, entry: dict[str, Any]) -> None:
        if len(written) == 3:
            raise KeyboardInterrupt
        write(source, out, entry)
        written.append(out.name)

    (tmp_path / "there").mkdir()
    monkeypatch.setattr(carried, "_write", stopping)
    with pytest.raises(KeyboardInterrupt):
        carried.install(made, tmp_path / "env", tmp_path / "there")
    assert not (tmp_path / "there" / "indexes").exists() and list((tmp_path / "there").glob(".kit-*"))
    monkeypatch.setattr(carried, "_write", write)
    capsys.readouterr()
    carried.install(made, tmp_path / "env", tmp_path / "there")
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["making", "unpacking", "installing"]
    assert (tmp_path / "there" / "indexes" / "notes.index").is_dir()


@pytest.mark.usefixtures("without_pip")
def test_installing_goes_on_where_it_was_interrupted_while_it_noted_what_is_there(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a list stood there, and every later installation ended with a traceback."""
    there = tmp_path / "there"
    there.mkdir()
    replace = Path.replace

    def killed(self: Path, target: Path) -> Path:
        if target.name == carried.INSTALLED:
            raise KeyboardInterrupt
        return replace(self, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", killed)
        carried.install(made, tmp_path / "env", there)
    assert not (there / carried.INSTALLED).exists()
    for damaged in ('{"files": {"models/x": {"si', "[]"):  # what an earlier version left
        (there / carried.INSTALLED).write_text(damaged)
        assert carried.install(made, tmp_path / "env", there)["installed"]
        assert json.loads((there / carried.INSTALLED).read_text())["files"]


@pytest.mark.usefixtures("without_pip")
def test_an_index_of_the_same_name_that_no_kit_put_there_is_not_lost(made: Path, home: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    with home_at(there):
        there.mkdir()
        index(there, "notes", "My own notes.")
    own = {path: path.read_bytes() for path in (there / "indexes").rglob("*") if path.is_file()}
    for dry_run in (True, False):
        with pytest.raises(carried.Refused, match=r"notes.index was not put there by a kit.*move it away first"):
            carried.install(made, tmp_path / "env", there, dry_run)
    assert own == {path: path.read_bytes() for path in (there / "indexes").rglob("*") if path.is_file()}


@pytest.mark.usefixtures("without_pip")
def test_what_a_kit_put_there_is_replaced_until_it_was_changed(made: Path, home: Path, tmp_path: Path) -> None:
    there, env = tmp_path / "there", tmp_path / "env"
    for name, text in (("more", "Bob was born in Paris."), ("notes", "Ada was born in Leeds.")):
        index(home, name, text)
        list(create(tmp_path / name, Wanted(indexes=(name,), wheels=tmp_path / "wheels")))
    carried.install(made, env, there)
    carried.install(tmp_path / "more", env, there)  # another kit in between
    again = carried.told(carried.install(tmp_path / "notes", env, there, dry_run=True))
    assert f"would replace notes.index in {there / 'indexes'}" in again
    carried.install(tmp_path / "notes", env, there)
    assert carried.install(tmp_path / "notes", env, there, dry_run=True)["replaced"] == []
    with home_at(there):
        index(there, "notes", "My own notes.")
    with pytest.raises(carried.Refused, match="changed since"):
        carried.install(made, env, there)


def test_an_environment_that_was_interrupted_before_it_had_pip_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    monkeypatch.setattr(venv, "create", lambda folder, with_pip: made.append(folder))
    pip = tmp_path / "lib" / "python3.11" / "site-packages" / "pip-24.0.dist-info"
    for file in (tmp_path / "bin" / "python", pip / "METADATA"):
        file.parent.mkdir(parents=True)
        file.touch()
    assert carried._environment(tmp_path) == tmp_path / "bin" / "python" and made == [tmp_path]
    (pip / "RECORD").touch()
    assert carried._environment(tmp_path) == tmp_path / "bin" / "python" and made == [tmp_path]


@pytest.mark.usefixtures("without_pip")
def test_installing_goes_on_where_it_was_interrupted_between_two_names(made: Path, home: Path, tmp_path: Path) -> None:
    carried.install(made, tmp_path / "env", tmp_path / "there")
    indexes = tmp_path / "there" / "indexes"
    shutil.copytree(indexes / "notes.index", indexes / ".notes.index.old")  # killed while the old one was deleted
    (tmp_path / "there" / ".kit-of-another-time").mkdir()
    carried.install(made, tmp_path / "env", tmp_path / "there")
    assert not list((tmp_path / "there").glob(".kit-*"))
    assert [path.name for path in indexes.iterdir()] == ["notes.index"]
    index(home, "more", "Bob was born in Paris.")
    list(create(tmp_path / "update", Wanted(indexes=("notes", "more"), wheels=tmp_path / "wheels", since=made)))
    (indexes / "notes.index").rename(indexes / ".notes.index.old")  # killed before the new one had its name
    carried.install(tmp_path / "update", tmp_path / "env", tmp_path / "there")
    assert {path.name for path in indexes.iterdir()} == {"notes.index", "more.index"}


@pytest.mark.usefixtures("without_pip")
def test_a_language_model_without_what_runs_it_is_told_with_the_way_out(home: Path, tmp_path: Path) -> None:
    for name, file in (("talker", "model.gguf"), ("reader", "model.bin")):
        (home / "models" / name).mkdir(parents=True)
        (home / "models" / name / file).touch()
        (home / "models" / name / "localcheck.json").write_text("{}")
    wheel(tmp_path / "wheels", "Provides-Extra: tui\nProvides-Extra: llm\n")

    def told(folder: str, extras: str) -> list[str]:
        arguments = ["--models", "reader,talker", "--extras", extras, "--wheels", str(tmp_path / "wheels")]
        done = CliRunner().invoke(cli, ["kit", "create", str(tmp_path / folder), *arguments])
        assert done.exit_code == 0, done.output
        return [line for line in done.stderr.splitlines() if "warning" in line]

    said = "talker needs the extra llm, which the kit would not hold: --extras tui,llm puts it in"
    assert told("without", "tui") == [f"localcheck: warning: {said}"]
    assert told("with", "tui,llm") == []


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted(indexes=("nots",)), "unknown index 'nots'"),
        (Wanted(indexes=("../notes",)), "is not a name"),
        (Wanted(models=("nope",)), "'nope' is not installed"),
    ],
)
@pytest.mark.usefixtures("notes")
def test_what_is_not_here_is_told_before_wheels_are_gathered(tmp_path: Path, wanted: Wanted, message: str) -> None:
    with pytest.raises(LocalcheckError, match=message):
        next(create(tmp_path / "kit", wanted))


def test_wheels_that_could_not_be_installed_are_refused(home: Path, tmp_path: Path) -> None:
    """Found out in the closed network, it would be too late."""
    needing = 'Provides-Extra: tui\nRequires-Dist: no-such-package; extra == "tui"\n'
    wheel(tmp_path / "wheels", needing)
    list(create(tmp_path / "kit", Wanted(wheels=tmp_path / "wheels")))
    with pytest.raises(BadInput, match=r"lacks a wheel: .*no-such-package"):
        list(create(tmp_path / "other", Wanted(wheels=tmp_path / "wheels", extras=("tui",))))
    with pytest.raises(UnknownName, match="unknown extra 'tiu'") as caught:
        list(create(tmp_path / "other", Wanted(wheels=tmp_path / "wheels", extras=("tiu",))))
    assert caught.value.hint == "did you mean tui?"
    assert not (tmp_path / "other").exists()


def test_without_a_checkout_pip_gathers_this_version_of_localcheck(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel(tmp_path / "wheels")
    monkeypatch.setattr("localcheck.kit.create.checkout", lambda: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    list(create(tmp_path / "kit", Wanted()))
    assert (
        f"wheels/localcheck-{__version__}-py3-none-any.whl"
        in json.loads((tmp_path / "kit/kit.json").read_text())["files"]
    )


@pytest.mark.usefixtures("environment")
def test_an_update_holds_only_what_changed(made: Path, home: Path, tmp_path: Path) -> None:
    index(home, "more", "Bob was born in Paris.")
    wanted = Wanted(indexes=("notes", "more"), wheels=tmp_path / "wheels", since=made)
    list(create(tmp_path / "update", wanted))
    found = json.loads(CliRunner().invoke(cli, ["kit", "diff", str(made), str(tmp_path / "update"), "--json"]).stdout)
    assert all(path.startswith("indexes/more.index/") for path in found["added"]) and found["added"]
    assert found["changed"] == ["sbom.cdx.json"]
    carried.install(made, tmp_path / "env", tmp_path / "there")
    carried.install(tmp_path / "update", tmp_path / "env", tmp_path / "there")
    assert {p.name for p in (tmp_path / "there" / "indexes").iterdir()} == {"notes.index", "more.index"}


@pytest.mark.usefixtures("without_pip")
@pytest.mark.parametrize("line", ["brave_key = 'secret'\n", ' "brave_key"="secret" # mine\r\n'])
def test_the_key_of_a_search_engine_stays_at_home(notes: Path, packed: Path, tmp_path: Path, line: str) -> None:
    (notes / "localcheck.toml").write_bytes(f'index = "notes"\n{line}threads = 2\n'.encode())
    list(create(tmp_path / "kit", Wanted(indexes=("notes",), wheels=packed / "wheels")))
    carried.install(tmp_path / "kit", tmp_path / "env", tmp_path / "there")
    assert (tmp_path / "there" / "localcheck.toml").read_text() == 'index = "notes"\nthreads = 2\n'
    assert b"secret" in (notes / "localcheck.toml").read_bytes()


@pytest.mark.usefixtures("without_pip")
def test_the_licences_of_models_are_carried_and_stay_when_another_kit_is_installed(home: Path, tmp_path: Path) -> None:
    """A model with a licence ended the making of a kit, and an update took away all licences but those that it brought."""
    for name in ("first", "second"):
        (home / "models" / name).mkdir(parents=True)
        (home / "models" / name / "LICENSE").write_text(f"of the {name}")
        (home / "models" / name / "localcheck.json").write_text("{}")
    wheels = wheel(tmp_path / "wheels").parent
    list(create(tmp_path / "kit", Wanted(models=("first",), wheels=wheels)))
    list(create(tmp_path / "update", Wanted(models=("first", "second"), wheels=wheels, since=tmp_path / "kit")))
    there = tmp_path / "there"
    for kit in ("kit", "update"):
        carried.install(tmp_path / kit, tmp_path / "env", there)
    assert {path.name: path.read_text() for path in (there / "licences").rglob("*") if path.is_file()} == {
        f"localcheck-{__version__}.dist-info_licenses_LICENSE": "Apache License",
        "models_first_LICENSE": "of the first",
        "models_second_LICENSE": "of the second",
    }
    assert {c["name"] for c in json.loads((there / "sbom.cdx.json").read_text())["components"]} > {"first", "second"}


@pytest.mark.usefixtures("packed_without_pip")
@pytest.mark.parametrize("dry_run", [True, False])
def test_an_update_without_the_kit_before_it_is_refused_before_anything_is_made(
    made: Path, home: Path, tmp_path: Path, dry_run: bool
) -> None:
    index(home, "more", "Bob was born in Paris.")
    list(create(tmp_path / "update", Wanted(indexes=("notes", "more"), wheels=tmp_path / "wheels", since=made)))
    with pytest.raises(carried.Refused, match="only what changed: install the one before it first"):
        carried.install(tmp_path / "update", tmp_path / "env", tmp_path / "there", dry_run)
    assert not (tmp_path / "env").exists() and not (tmp_path / "there").exists()


@pytest.mark.usefixtures("without_pip")
def test_an_update_takes_the_vectors_to_which_checks_have_written(notes: Path, tmp_path: Path) -> None:
    def row(home: Path, key: bytes) -> None:
        kept = KeyedFile(home / "indexes" / "notes.vectors.db", "seen", {"vectors": "BLOB"}, 100)
        kept.write({key: (b"1234",)})
        kept.close()

    row(notes, b"one")
    wheel(tmp_path / "wheels")
    list(create(tmp_path / "first", Wanted(indexes=("notes",), wheels=tmp_path / "wheels")))
    there = tmp_path / "there"
    carried.install(tmp_path / "first", tmp_path / "env", there)
    row(there, b"two")
    index(notes, "more", "Bob was born in Paris.")
    wanted = Wanted(indexes=("notes", "more"), wheels=tmp_path / "wheels", since=tmp_path / "first")
    list(create(tmp_path / "update", wanted))
    kept = (there / "indexes" / "notes.vectors.db").read_bytes()
    carried.install(tmp_path / "update", tmp_path / "env", there)
    assert (there / "indexes" / "notes.vectors.db").read_bytes() == kept
    assert {p.suffix for p in (there / "indexes").iterdir()} == {".index", ".db"}


@pytest.mark.usefixtures("environment")
def test_a_wheel_built_again_under_its_old_version_replaces_what_was_installed(
    made: Path, home: Path, tmp_path: Path
) -> None:
    carried.install(made, tmp_path / "env", tmp_path / "there")
    wheel(tmp_path / "wheels", here=2)
    list(create(tmp_path / "again", Wanted(indexes=("notes",), wheels=tmp_path / "wheels", since=made)))
    carried.install(tmp_path / "again", tmp_path / "env", tmp_path / "there")
    told = [tmp_path / "env/bin/python", "-c", "import carried_here; print(carried_here.HERE)"]
    assert subprocess.run(told, check=True, capture_output=True, text=True).stdout == "2\n"


def relist(kit: Path, listed: dict[str, Any]) -> None:
    """Write another list of a kit, as if it had always been the right one."""
    (kit / "kit.json").write_text(json.dumps({**listed, carried.SEAL: carried.seal(listed)}))


def pack(kit: Path, change: Callable[[tarfile.TarInfo, bytes], tuple[tarfile.TarInfo, bytes]]) -> None:
    """Change each member of the archive, and list the new parts as if they were the right ones."""
    data = b"".join(p.read_bytes() for p in sorted(kit.glob("kit.tar.zst*")))
    old = tarfile.open(fileobj=io.BytesIO(zstandard.ZstdDecompressor().decompressobj().decompress(data)))  # noqa: SIM115
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member in old:
            source = old.extractfile(member)
            assert source is not None
            info, content = change(member, source.read())
            archive.addfile(info, io.BytesIO(content))
    for part in kit.glob("kit.tar.zst*"):
        part.unlink()
    (kit / "kit.tar.zst").write_bytes(zstandard.compress(out.getvalue()))
    listed = json.loads((kit / "kit.json").read_text())
    parts = [p for p in listed["parts"] if not p["name"].startswith("kit.tar")]
    size, digest = (kit / "kit.tar.zst").stat().st_size, carried.digest(kit / "kit.tar.zst")
    listed["parts"] = [*parts, {"name": "kit.tar.zst", "size": size, "sha256": digest}]
    relist(kit, listed)


def _link(member: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return member, data


def _out(member: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
    member.name = f"../../{member.name}"
    return member, data


def _more(member: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
    member.size = len(data) + 1_000_000
    return member, data + bytes(1_000_000)


def _other(member: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
    return member, bytes(len(data))


def _unknown(member: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
    member.name = f"models/new/{Path(member.name).name}"
    return member, data


@pytest.mark.usefixtures("without_pip")
@pytest.mark.parametrize("change", [_link, _out, _more, _other, _unknown])
def test_a_hostile_archive_is_refused(made: Path, tmp_path: Path, change: Any) -> None:
    (tmp_path / "there").mkdir()
    pack(made, change)
    why = refused(made, tmp_path)
    assert any(words in why for words in ("does not list", "is a link", "is not what")), why
    assert not list((tmp_path / "there").iterdir()), "the same command would be refused again: nothing to go on with"


@pytest.mark.usefixtures("without_pip")
def test_a_list_that_was_damaged_is_told_before_anything_is_made(made: Path, tmp_path: Path) -> None:
    listed = json.loads((made / "kit.json").read_text())
    path, entry = next((p, e) for p, e in listed["files"].items() if p.startswith("indexes/"))
    flipped = entry["sha256"].translate(str.maketrans("0123456789abcdef", "1032547698badcfe"))
    listed["files"][path]["sha256"] = flipped
    (made / "kit.json").write_text(json.dumps(listed))
    with pytest.raises(carried.Refused, match=r"kit\.json is not as it was written"):
        carried.verify(made)
    assert "not as it was written" in refused(made, tmp_path)
    assert not (tmp_path / "there").exists() and not (tmp_path / "env").exists()
    del listed[carried.SEAL], listed["files"][path]
    (made / "kit.json").write_text(json.dumps(listed))
    assert carried.verify(made)["parts"], "kits of version 1.1.0 have no seal"


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m["files"].update({"../evil": {"size": 1, "sha256": "a" * 64, "mtime_ns": 0}}),
        lambda m: m["files"].update({"/etc/evil": {"size": 1, "sha256": "a" * 64, "mtime_ns": 0}}),
        lambda m: m["files"].update({"home/evil": {"size": 1, "sha256": "a" * 64, "mtime_ns": 0}}),
        lambda m: m["files"].update({"models/a": {"size": -1, "sha256": "a" * 64, "mtime_ns": 0}}),
        lambda m: m["files"].update({"models/a": {"size": 1 << 60, "sha256": "a" * 64, "mtime_ns": 0}}),
        lambda m: m["parts"].append({"name": "../kit.json", "size": 1, "sha256": "a" * 64}),
        lambda m: m.update(version=2),
        lambda m: m["parts"][0].update(size=float("inf")),
        lambda m: m.update(files=[]),
        lambda m: m.pop("parts"),
    ],
)
def test_a_hostile_list_is_refused(made: Path, tmp_path: Path, change: Any) -> None:
    (tmp_path / "there").mkdir()
    listed = json.loads((made / "kit.json").read_text())
    change(listed)
    relist(made, listed)
    refused(made, tmp_path)


@pytest.mark.parametrize(("key", "value"), [("python", "2.7"), ("platform", "win-arm64")])
def test_another_machine_is_refused(made: Path, tmp_path: Path, key: str, value: str) -> None:
    listed = json.loads((made / "kit.json").read_text())
    relist(made, {**listed, key: value})
    assert f"the kit is for {'Python ' if key == 'python' else ''}{value}" in refused(made, tmp_path)
    assert not (tmp_path / "env").exists()


@pytest.mark.usefixtures("without_pip")
def test_a_signature_is_of_a_known_signer_and_of_this_list(made: Path, tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not installed")
    for name in ("ada", "eve"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True)
    key = (tmp_path / "ada.pub").read_text().split()
    signers = tmp_path / "allowed"
    signers.write_text(f'ada@example.org namespaces="localcheck-kit" {key[0]} {key[1]}\n')
    with pytest.raises(carried.Refused, match="not signed"):
        carried.verify(made, signers)
    for name in ("ada", "eve"):
        list(create(tmp_path / f"by-{name}", Wanted(wheels=tmp_path / "wheels", key=tmp_path / name)))
    assert carried.verify(tmp_path / "by-ada", signers)["signed_by"] == "ada@example.org"
    with pytest.raises(carried.Refused, match="there is no file"):
        carried.verify(tmp_path / "by-ada", tmp_path / "misspelt")
    with pytest.raises(carried.Refused, match="none of the signers"):
        carried.verify(tmp_path / "by-eve", signers)
    listed = tmp_path / "by-ada" / "kit.json"
    listed.write_text(listed.read_text().replace("created", "created ", 1).replace("created ", "created", 1) + " ")
    with pytest.raises(carried.Refused, match="is not that of this"):
        carried.verify(tmp_path / "by-ada", signers)
