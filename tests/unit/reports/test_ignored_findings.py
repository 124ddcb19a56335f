"""The file of known findings: what it covers, what it refuses, and several writers at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.errors import BadInput
from localcheck.reports.ignored import FILE, Ignored, KnownFindings, add, of_verdict, read, write
from localcheck.types import STANDARD_INPUT, Claim, Label, Span, Verdict

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


def verdict(text: str = "Mars has three moons.", label: Label = Label.REFUTED) -> Verdict:
    return Verdict(Claim("0.0", 0, text, Span(0, len(text))), label, 0.9)


def test_a_finding_covers_the_same_claim_of_the_same_document_with_the_same_verdict(tmp_path: Path) -> None:
    path = tmp_path / FILE
    add(path, [of_verdict(path, str(tmp_path / "docs/mars.md"), verdict(), "baseline")])
    known = read(path)
    mars = str(tmp_path / "docs" / "mars.md")
    assert known.find(mars, verdict("Mars  has\nthree moons.")) is not None
    assert known.find(mars, verdict(label=Label.NOT_ENOUGH_EVIDENCE)) is None
    assert known.find(mars, verdict("Mars has four moons.")) is None
    assert known.find(str(tmp_path / "docs" / "moon.md"), verdict()) is None


@pytest.mark.parametrize(("id", "name"), [(STANDARD_INPUT, "-"), ("text", "text"), ("-", "-")])
def test_what_has_no_file_is_known_wherever_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str, name: str
) -> None:
    path, elsewhere = tmp_path / FILE, tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    known = add(path, [of_verdict(path, id, verdict())])
    assert known.findings[0].document == name
    path.write_text(path.read_text().replace('"-"', f'"{STANDARD_INPUT}"'))  # as 1.2.0 wrote it
    monkeypatch.chdir(elsewhere)
    assert read(path).find(id, verdict()) is not None


def test_a_claim_that_is_ignored_whatever_the_verdict_is(tmp_path: Path) -> None:
    path = tmp_path / FILE
    add(path, [of_verdict(path, str(tmp_path / "a.md"), verdict(), "a joke", any_label=True)])
    found = read(path).find(str(tmp_path / "a.md"), verdict(label=Label.NOT_ENOUGH_EVIDENCE))
    assert found is not None and found.note == "a joke"


@given(st.lists(st.builds(Ignored, TEXTS, TEXTS.map(lambda t: " ".join(t.split())), TEXTS, TEXTS, TEXTS), max_size=5))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, findings: list[Ignored]) -> None:
    path = tmp_path_factory.mktemp("ignored") / FILE
    write(path, findings)
    once = {(f.document, f.claim, f.label): f for f in findings}
    assert read(path) == KnownFindings(path, tuple(sorted(once.values())))
    write(path, read(path).findings)
    assert read(path).findings == tuple(sorted(once.values()))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"format": "localcheck-ignored", "version": 2, "findings": []}',
        '{"format": "localcheck-ignored", "version": 1, "findings": {}}',
        '{"format": "localcheck-ignored", "version": 1, "findings": [{"document": "a"}]}',
        '{"format": "localcheck-ignored", "version": 1, "findings": [{"document": "a", "claim": 1}]}',
        '{"format": "localcheck-ignored", "version": 1, "findings": [{"document": "a", "claim": "b", "line": "3"}]}',
    ],
)
def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / FILE
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput):
        add(path, [Ignored("a", "b")])
    assert path.read_text(encoding="utf-8") == content


def test_several_processes_add_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / FILE
    program = (
        "import sys, pathlib; from localcheck.reports.ignored import Ignored, add\n"
        "for n in range(8): add(pathlib.Path(sys.argv[1]), [Ignored('a.md', f'{sys.argv[2]} {n}')])"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(path), str(n)]) for n in range(3)]
    assert [w.wait(60) for w in writers] == [0, 0, 0]
    assert len(read(path).findings) == 24
    assert len(path.read_text(encoding="utf-8").splitlines()) == 26, "one finding a line"
    assert [p.name for p in tmp_path.iterdir()] == [FILE]
    json.loads(path.read_text(encoding="utf-8"))
