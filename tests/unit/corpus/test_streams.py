"""Compressed files: whole, in several streams, cut off, corrupt, and exploding."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import zstandard

from localcheck.errors import BadInput
from localcheck.ingest.corpus import streams
from localcheck.ingest.corpus.streams import Meter, chunks, lines

PACK: dict[str, Callable[[bytes], bytes]] = {
    ".bz2": bz2.compress,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}
DATA = b"".join(b"line %d of the dump\n" % i for i in range(60_000))


@cache
def packed(suffix: str) -> bytes:
    """``DATA`` as a file of this kind."""
    return PACK.get(suffix, bytes)(DATA)


@pytest.mark.parametrize("suffix", ["", *PACK])
def test_gives_back_what_was_packed_and_counts_bytes(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(packed(suffix))
    meter = Meter()
    assert b"".join(chunks(path, meter)) == DATA
    assert meter.read == path.stat().st_size


@pytest.mark.parametrize("suffix", PACK)
def test_reads_several_streams_in_one_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"multi{suffix}"
    path.write_bytes(b"".join(PACK[suffix](DATA[i : i + 500_000]) for i in range(0, len(DATA), 500_000)))
    assert b"".join(chunks(path)) == DATA


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.999])
def test_a_truncated_file_is_said_to_be(tmp_path: Path, suffix: str, keep: float) -> None:
    path = tmp_path / f"cut{suffix}"
    whole = packed(suffix)
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(BadInput, match="ends in the middle") as caught:
        list(chunks(path))
    assert "again" in caught.value.hint


@pytest.mark.parametrize("suffix", PACK)
def test_a_wrong_file_is_said_to_be(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"wrong{suffix}"
    path.write_bytes(b"this is no such thing" * 100)
    with pytest.raises(BadInput, match="is not a valid"):
        list(chunks(path))


@pytest.mark.parametrize("suffix", PACK)
def test_a_bomb_is_refused_early(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BOMB_FLOOR", 1 << 20)
    path = tmp_path / f"bomb{suffix}"
    path.write_bytes(PACK[suffix](bytes(44 << 20)))
    seen = 0
    with pytest.raises(BadInput, match="bomb"):
        for piece in chunks(path):
            seen += len(piece)
            assert len(piece) <= 40 << 20
    assert seen < 44 << 20


def test_missing_file_and_folder() -> None:
    with pytest.raises(BadInput, match="no such file"):
        list(chunks(Path("/nowhere/at/all.xml")))
    with pytest.raises(BadInput, match="folder"):
        list(chunks(Path("/")))


def test_lines_across_pieces_and_too_long_ones() -> None:
    assert list(lines(iter([b"a\nb", b"c\n", b"\nd"]), 100)) == [b"a", b"bc", b"", b"d"]
    assert list(lines(iter([b"x" * 50, b"x" * 80 + b"\nok\n", b"y" * 200]), 100)) == [None, b"ok", None]
