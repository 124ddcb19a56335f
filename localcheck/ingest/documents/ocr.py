"""Text recognition (OCR) for scanned pages of a PDF, by a program of the system: ocrmypdf, else tesseract.

Neither is a dependency. What was read this way is said in the report, because recognition makes mistakes. The programs are
started without a shell, with a time limit; they use no network.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

MOST_PAGES = 300
SECONDS = 1_200
"""For all pages of one file."""
PAGE_SECONDS = 60
MOST_LANGUAGES = 4
ORIENTATION = "osd"
"""The name of what tesseract knows of pages that lie on their side, or on their head, among its languages."""
SURE = "3"
"""How sure tesseract must be (a page of four lines: 6, a full one: 20) that a page lies on its side, before it is turned."""
HINT = "run text recognition (OCR) on it first; ocrmypdf or tesseract, where it is installed, is used by itself"


@dataclass(frozen=True, slots=True)
class Recognised:
    """Texts of pages by number, the program that read them, and why there are none."""

    pages: dict[int, str] = field(default_factory=dict)
    program: str = ""
    why: str = ""


def recognised(data: bytes, pages: tuple[int, ...]) -> Recognised:
    """The texts of the scanned ``pages`` of the PDF in ``data``, as far as a program for it is installed and finds any."""
    program = next((name for name in ("ocrmypdf", "tesseract") if shutil.which(name)), "")
    if not program or not shutil.which("tesseract"):
        return Recognised(why="no program for text recognition is installed")
    if len(pages) > MOST_PAGES:
        return Recognised(why=f"more than {MOST_PAGES} of them: run ocrmypdf on the file")
    read = _by_ocrmypdf if program == "ocrmypdf" else _by_tesseract
    try:
        found = read(data, pages)
    except subprocess.TimeoutExpired:
        return Recognised(why=f"{program} took too long")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return Recognised(why=f"{program} failed: {type(error).__name__}")
    return Recognised({n: text for n, text in found.items() if text.strip()}, _version(program))


def _by_ocrmypdf(data: bytes, pages: tuple[int, ...]) -> dict[int, str]:
    """A copy of the PDF with a layer of text, which is then read as any PDF."""
    from pypdf import PdfReader

    with tempfile.TemporaryDirectory(prefix="localcheck-ocr-") as folder:
        source, made = Path(folder) / "scan.pdf", Path(folder) / "text.pdf"
        source.write_bytes(data)
        options = "--skip-text --jobs 1 --quiet --output-type pdf --optimize 0".split()
        options += ["--pages", ",".join(map(str, pages)), "--language", _languages()]
        options += ["--rotate-pages", "--rotate-pages-threshold", SURE] if ORIENTATION in _installed() else []
        _run(["ocrmypdf", *options, str(source), str(made)], b"", SECONDS)
        reader = PdfReader(io.BytesIO(made.read_bytes()))
        return {n: reader.pages[n - 1].extract_text().strip() for n in pages}


def _by_tesseract(data: bytes, pages: tuple[int, ...]) -> dict[int, str]:
    """The pictures of each page, as they stand in the PDF."""
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data))
    command = ["tesseract", "stdin", "stdout", "-l", _languages()]
    command += ["--psm", "1"] if ORIENTATION in _installed() else []  # looks how the page lies first
    found = {}
    for number in pages:
        pictures = [image.data for image in reader.pages[number - 1].images]
        found[number] = "\n\n".join(_run(command, picture, PAGE_SECONDS).strip() for picture in pictures)
    return found


def _languages() -> str:
    """The languages that tesseract has, English first: ``eng+deu``."""
    names = [name for name in _installed() if name not in (ORIENTATION, "equ")]
    return "+".join(sorted(names, key=lambda name: (name != "eng", name))[:MOST_LANGUAGES]) or "eng"


def _installed() -> list[str]:
    listed = _run(["tesseract", "--list-langs"], b"", PAGE_SECONDS).splitlines()[1:]
    return [name.strip() for name in listed if name.strip()]


def _version(program: str) -> str:
    try:
        first = _run([program, "--version"], b"", PAGE_SECONDS).split("\n", 1)[0].strip()
    except (OSError, subprocess.SubprocessError):
        return program
    return first if first.startswith(program) else f"{program} {first}"


def _run(command: list[str], given: bytes, seconds: int) -> str:
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=given, capture_output=True, timeout=seconds, env=environment, check=True)
    return done.stdout.decode("utf-8", "replace")
