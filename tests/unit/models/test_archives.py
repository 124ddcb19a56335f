"""Archives from strangers: unpacked whole or refused, never outside their folder."""

from __future__ import annotations

import io
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import tiny_gguf
from tiny_store import names, run

from localcheck.errors import BadInput
from localcheck.models.manifest import read_card
from localcheck.system.unpacking import _inside, unpack

pytestmark = pytest.mark.usefixtures("home")


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


def test_the_licence_that_a_file_names_is_recorded(tmp_path: Path) -> None:
    named = tiny_gguf(keys=[("general.architecture", "llama"), ("general.license", "apache-2.0\x1b[31m")])
    (tmp_path / "named.gguf").write_bytes(named)
    (tmp_path / "silent.gguf").write_bytes(tiny_gguf())
    assert run(tmp_path / "named.gguf").record.licence.startswith("apache-2.0")
    assert "\x1b" not in run(tmp_path / "named.gguf", name="again").record.licence
    assert run(tmp_path / "named.gguf", name="typed", licence="MIT").record.licence == "MIT", "the user's word wins"
    assert run(tmp_path / "silent.gguf").record.licence == "unknown"


@given(st.text(alphabet="ab./\\\\: \x00C~", max_size=20))
def test_no_name_leaves_its_folder(name: str) -> None:
    with suppress(BadInput):
        found = _inside(Path("x.tar"), name)
        assert not found.is_absolute() and ".." not in found.parts
        assert (Path("/safe") / found).resolve().is_relative_to("/safe")
