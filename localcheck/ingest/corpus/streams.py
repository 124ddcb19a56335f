"""Bytes out of plain and compressed files: streaming, metered, and safe against bombs and truncation.

Every decompressor is driven with a limit on what one step may put out, so memory stays bounded whatever the file holds.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput

BLOCK = 1 << 18
"""Compressed bytes read in one step."""
STEP = 1 << 20
"""Most bytes that one decompression step may put out."""
BOMB_FLOOR = 64 << 20
"""Below this many decompressed bytes the ratio is not looked at."""
STRETCH_FLOOR = 4 << 20
"""The same for a part of a file: there may be a hundred thousand of them."""
BOMB_RATIO = 250
"""Real dumps shrink 3- to 60-fold; a file that grows more than this is refused."""
XZ_MEMORY = 256 << 20
ZSTD_WINDOW = 1 << 27

SUFFIXES = (".bz2", ".gz", ".xz", ".zst")
"""What compressed files are called, which is also what their compression is called here."""
_BEGINNINGS = {b"BZh": ".bz2", b"\x1f\x8b\x08": ".gz", b"\xfd7zXZ\0": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
"""The first bytes of compressed files."""
_UNCOMPRESSED = (b"<", b"{", b"PAR1", b"ZIM\x04")
"""The first bytes of what is indexed, after a byte order mark and white space."""


@dataclass
class Meter:
    """Counts the compressed bytes read so far, for progress; shared by all files of one corpus."""

    read: int = 0


class _Decoder(ABC):
    """An incremental decompressor of any number of concatenated streams, kept as ``_inner``."""

    _inner: Any
    pending = False
    """True if more output can be had without new input."""

    @abstractmethod
    def step(self, data: bytes) -> tuple[bytes, bytes]:
        """Put out a bounded piece; returns it and the input that is not used yet."""

    @property
    def ended(self) -> bool:
        """True if the compressed stream is complete."""
        return bool(self._inner.eof)


class _Buffered(_Decoder):
    """bz2 and xz: these decompressors keep unused input inside while ``needs_input`` is false."""

    def __init__(self, make: Callable[[], bz2.BZ2Decompressor | lzma.LZMADecompressor]) -> None:
        self._make = make
        self._inner = make()

    def step(self, data: bytes) -> tuple[bytes, bytes]:
        if self._inner.eof:
            self._inner = self._make()
        out = self._inner.decompress(data, STEP)
        self.pending = not self._inner.eof and not self._inner.needs_input
        return out, self._inner.unused_data if self._inner.eof else b""


class _Gzip(_Decoder):
    """Gzip members; zeros after the last one are padding."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    def step(self, data: bytes) -> tuple[bytes, bytes]:
        if self._inner.eof:
            data = data.lstrip(b"\0")
            if not data:
                return b"", b""
            self._inner = zlib.decompressobj(wbits=31)
        out = self._inner.decompress(data, STEP)
        ended = self._inner.eof
        self.pending = len(out) == STEP and not ended
        return out, self._inner.unused_data if ended else self._inner.unconsumed_tail


class _Zstd(_Decoder):
    """Zstandard frames. One call may put out 128 KiB for every 4 bytes of input, so little is fed at a time."""

    FEED = 1 << 10

    def __init__(self) -> None:
        import zstandard

        self._make = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW).decompressobj
        self._error = zstandard.ZstdError
        self._inner = self._make()

    def step(self, data: bytes) -> tuple[bytes, bytes]:
        if self._inner.eof:
            self._inner = self._make()
        try:
            out: bytes = self._inner.decompress(data[: self.FEED])
        except self._error as error:
            raise zlib.error(str(error)) from error
        return out, (self._inner.unused_data if self._inner.eof else b"") + data[self.FEED :]


def chunks(path: Path, meter: Meter | None = None) -> Iterator[bytes]:
    """The decompressed content of ``path`` in pieces of at most ``STEP`` bytes.

    The compression is that of ``compression``. Raises ``BadInput`` for a missing, truncated, corrupt or exploding file.
    """
    meter = meter or Meter()
    try:
        with path.open("rb") as file:
            suffix = _told(path, file.peek(64)[:64])
            raw = _blocks(file.read, meter)
            if suffix:
                yield from _bounded(path, _decompressed(path, raw, suffix), meter, BOMB_FLOOR)
            else:
                yield from raw
    except FileNotFoundError:
        raise BadInput(path, "there is no such file", "check the path") from None
    except IsADirectoryError:
        raise BadInput(path, "is a folder, not a file", "give a file, or a folder of documents") from None
    except OSError as error:
        raise BadInput(path, f"cannot be read ({error.strerror or error})", "check the file's permissions") from error


def stretch(path: Path, begin: int, end: int) -> Iterator[bytes]:
    """The decompressed content of the bz2 streams between two bytes of a file, in pieces of at most ``STEP`` bytes.

    Raises ``BadInput`` as ``chunks`` does.
    """
    try:
        with path.open("rb") as file:
            file.seek(begin)
            yield from _streams(path, lambda size: file.read(max(0, min(size, end - file.tell()))))
    except OSError as error:
        raise BadInput(path, f"cannot be read ({error.strerror or error})", "check the file's permissions") from error


def unpacked(path: Path, data: bytes) -> Iterator[bytes]:
    """The same of bytes that were read from ``path``."""
    return _streams(path, BytesIO(data).read)


def _streams(path: Path, read: Callable[[int], bytes]) -> Iterator[bytes]:
    meter = Meter()
    return _bounded(path, _decompressed(path, _blocks(read, meter), ".bz2"), meter, STRETCH_FLOOR)


def compression(path: Path) -> str:
    """``.bz2``, ``.gz``, ``.xz``, ``.zst``, or nothing: told from the content first, from the name second.

    A name counts only where the content says nothing: that file is damaged, and the decoder says how. Raises ``OSError``.
    """
    with path.open("rb") as file:
        return _told(path, file.read(64))


def _told(path: Path, head: bytes) -> str:
    found = next((suffix for begin, suffix in _BEGINNINGS.items() if head.startswith(begin)), "")
    if found or path.suffix not in SUFFIXES:
        return found
    return "" if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_UNCOMPRESSED) else path.suffix


def _blocks(read: Callable[[int], bytes], meter: Meter) -> Iterator[bytes]:
    while block := read(BLOCK):
        meter.read += len(block)
        yield block


def _decompressed(path: Path, raw: Iterator[bytes], suffix: str) -> Iterator[bytes]:
    decoder = _decoder(suffix)
    try:
        for block in raw:
            rest = block
            while rest or decoder.pending:
                out, rest = decoder.step(rest)
                if out:
                    yield out
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        why = f"is not a valid {suffix[1:]} file ({str(error).strip().rstrip('.') or 'bad data'})"
        raise BadInput(path, why, "download the file again, or check its suffix") from error
    if not decoder.ended:
        why = "ends in the middle (a download that was cut off?)"
        raise BadInput(path, why, "download the file again and compare its checksum")


def _decoder(suffix: str) -> _Decoder:
    if suffix == ".gz":
        return _Gzip()
    if suffix == ".zst":
        return _Zstd()
    if suffix == ".xz":
        return _Buffered(lambda: lzma.LZMADecompressor(memlimit=XZ_MEMORY))
    return _Buffered(bz2.BZ2Decompressor)


def _bounded(path: Path, pieces: Iterator[bytes], meter: Meter, floor: int) -> Iterator[bytes]:
    start, total = meter.read, 0
    for piece in pieces:
        total += len(piece)
        if total > floor and total > BOMB_RATIO * max(1, meter.read - start):
            raise BadInput(
                path,
                f"expands more than {BOMB_RATIO}-fold, which no real dump does (a decompression bomb?)",
                "if you trust it, decompress it yourself and give the plain file",
            )
        yield piece


def lines(pieces: Iterator[bytes], limit: int) -> Iterator[bytes | None]:
    """Lines without their end. A line longer than ``limit`` bytes comes as ``None`` and is not kept in memory."""
    rest, dropping = b"", False
    for piece in pieces:
        *full, last = piece.split(b"\n")
        if full:
            first, *others = full
            yield None if dropping or len(rest) + len(first) > limit else rest + first
            rest, dropping = b"", False
            yield from (line if len(line) <= limit else None for line in others)
        if not dropping:
            rest += last
            if len(rest) > limit:
                rest, dropping = b"", True
    if dropping:
        yield None
    elif rest:
        yield rest
