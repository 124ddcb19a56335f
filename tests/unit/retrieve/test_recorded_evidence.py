"""Recorded evidence from a folder, an archive and JSON lines."""

from __future__ import annotations

import io
import json
import random
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.sources.recorded import RecordedEvidence, open_files

PAGE = {
    "He was a poet.": [
        {"url": "https://a.org/p", "page_content": "He wrote verse."},
        {"url": "https://b.org", "page_content": ""},
        {"url": "https://c.org", "page_content": "Poet and priest."},
    ],
    "He died young.": [],
}
FILES = {
    "webpage/0_0.json": json.dumps(PAGE).encode(),
    "webpage/10_2.json": b'{"Caf\xe9 claim": [{"url": "u", "page_content": "caf\xe9"}]}',
    "webpage/2_0.json": b"{}",
    "decomposed/decomposed_0_0.txt": b"He was a poet.\n\nHe died young.\n",
    "NBC/NBC_positive.json": b"[]",
}


def folder(root: Path) -> Path:
    for name, data in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def archive(path: Path, extra: dict[str, bytes] | None = None, mode: str = "w:xz") -> Path:
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, data in {**FILES, **(extra or {})}.items():
            info = tarfile.TarInfo(f"./{name}")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("webpage/9_9.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    return path


@pytest.fixture(params=["folder", "tar.xz", "tar"])
def recorded(request: pytest.FixtureRequest, tmp_path: Path, home: Path) -> Iterator[RecordedEvidence]:
    if request.param == "folder":
        path = folder(tmp_path / "recording")
    else:
        path = archive(tmp_path / f"r.{request.param}", mode="w:xz" if "xz" in request.param else "w")
    opened = RecordedEvidence(path)
    yield opened
    opened.close()


def test_claims_and_passages_of_a_sentence(recorded: RecordedEvidence) -> None:
    assert recorded.documents() == ["0", "2", "10"]
    assert recorded.claims("0", 0) == ["He was a poet.", "He died young."]
    found = list(recorded.passages("0", 0, "He was a poet."))
    assert [(p.rank, p.title, p.text) for p in found] == [
        (0, "a.org", "He wrote verse."),
        (1, "c.org", "Poet and priest."),
    ]
    assert found[0].source.kind == "web" and found[0].source.locator == "https://a.org/p"


def test_what_was_not_recorded_is_empty(recorded: RecordedEvidence) -> None:
    assert recorded.claims("7", 0) == []
    assert list(recorded.passages("7", 0, "x")) == []
    assert list(recorded.passages("0", 0, "He died young.")) == []
    assert list(recorded.search("nothing like it")) == []
    assert recorded.claims("../../etc", 0) == []


def test_bytes_that_are_not_utf8_are_replaced(recorded: RecordedEvidence) -> None:
    (claim,) = recorded.claims("10", 2)
    (found,) = recorded.passages("10", 2, claim)
    assert found.text == "caf\ufffd"


def test_a_claim_is_found_by_its_wording(recorded: RecordedEvidence) -> None:
    assert [p.text for p in recorded.search("He was a poet.")] == ["He wrote verse.", "Poet and priest."]


def test_an_archive_is_read_once_and_never_unpacked(tmp_path: Path, home: Path) -> None:
    path = archive(tmp_path / "r.tar", {"../../webpage/1_1.json": b"{}", "webpage/../evil.json": b"{}"}, "w")
    RecordedEvidence(path).close()
    (table,) = (home / "cache").iterdir()
    first = table.stat().st_mtime_ns
    again = RecordedEvidence(path)
    assert again.claims("9", 9) == []
    assert table.stat().st_mtime_ns == first
    again.close()
    assert not list(tmp_path.rglob("*.json"))


def test_recorded_files_beyond_64_mib_are_left_out(tmp_path: Path, home: Path) -> None:
    path, limit = tmp_path / "r.tar", 64 * 2**20
    with path.open("wb") as file:
        for name, size in (("webpage/1_0.json", limit), ("webpage/1_1.json", limit + 1), ("webpage/1_2.json", 2)):
            info = tarfile.TarInfo(name)
            info.size = size
            file.write(info.tobuf())
            file.seek(-(-size // 512) * 512, io.SEEK_CUR)  # a hole, which is read as zeros
        file.truncate(file.tell() + 1024)
    kept = open_files(path)
    assert len(kept) == 2 and kept.text("webpage/1_1.json") is None
    assert len(kept.text("webpage/1_0.json") or "") == limit
    kept.close()


def test_a_truncated_archive_leaves_nothing(tmp_path: Path, home: Path) -> None:
    path = archive(tmp_path / "r.tar.xz", {"webpage/5_5.json": random.Random(0).randbytes(200_000)})
    path.write_bytes(path.read_bytes()[:100_000])
    with pytest.raises(BadInput, match="not a whole tar"):
        RecordedEvidence(path)
    assert list((home / "cache").iterdir()) == []


def test_what_is_no_recording_is_refused(tmp_path: Path, home: Path) -> None:
    with pytest.raises(BadInput, match="no folder webpage"):
        RecordedEvidence(tmp_path)
    with pytest.raises(BadInput, match="no such recording"):
        RecordedEvidence(tmp_path / "nowhere.tar")
    (tmp_path / "x.tar").write_bytes(b"not a tar")
    with pytest.raises(BadInput, match="not a whole tar"):
        RecordedEvidence(tmp_path / "x.tar")


def test_a_recording_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}")

    def refused(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refused)
    with pytest.raises(BadInput, match=r"x\.jsonl: cannot be read \(Permission denied\)"):
        RecordedEvidence(path)


def test_json_lines(tmp_path: Path) -> None:
    rows = [
        {
            "id": "d1",
            "sentence": 2,
            "claim": "A is b.",
            "passages": [{"title": "A", "text": "A is c.", "url": "u", "date": "2020"}],
        },
        {"claim": "Other.", "passages": []},
    ]
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    recorded = RecordedEvidence(path)
    assert recorded.claims("d1", 2) == ["A is b."]
    (found,) = recorded.search("a  is B.")
    assert (found.title, found.text, found.source.date) == ("A", "A is c.", "2020")
    assert list(recorded.passages("d1", 2, "A is b.")) == [found]
    path.write_text('{"claim": "x"}')
    with pytest.raises(BadInput, match=r"r\.jsonl:1: needs"):
        RecordedEvidence(path)


def test_the_real_recording(shared_data: Path, home: Path) -> None:
    recorded = RecordedEvidence(shared_data / "wikibio" / "recorded_web_dev.tar.xz")
    assert len(recorded.documents()) == 119
    claims = [(d, c) for d in recorded.documents()[:20] for c in recorded.claims(d, 0)]
    assert len(claims) > 20
    found = [list(recorded.passages(d, 0, c)) for d, c in claims]
    assert max(map(len, found)) == 10 and sum(map(bool, found)) > len(claims) / 2
    assert all(p.text.strip() and p.title and p.source.kind == "web" for passages in found for p in passages)
    recorded.close()
