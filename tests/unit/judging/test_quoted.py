"""A detector of another package is held to a quote for what it calls supported, as the built-in ones are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from localcheck.judging.quoted import quoting
from localcheck.registry import DETECTORS
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system.resources import sha256_text
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Judgement,
    Label,
    Passage,
    Source,
    Span,
    Verdict,
)

TEXT = "Ulm lies on the Danube. It has a minster."
CLAIM = Claim("0.0", 0, "Ulm lies on the Danube.", Span(0, 23))


def verdict(label: Label, quote: str = "", at: int = 0, best: int | None = 0) -> Verdict:
    span = Span(at, at + len(quote))
    passage = Passage("Ulm", TEXT, Source("glossary", "terms"))
    found = Evidence("0.0", passage, span, Entailment(1, 0, 0), quote, span, sha256_text(quote))
    return Verdict(CLAIM, label, 0.1, (found,), best=best, note="mine")


def held(made: Verdict) -> Verdict:
    (found,) = quoting(lambda _: iter([made]), "oracle")(Document("d", CLAIM.text))
    return found


@pytest.mark.parametrize(
    "made",
    [
        verdict(Label.SUPPORTED, "Ulm lies on the Danube.", best=None),
        verdict(Label.SUPPORTED, best=0),
        verdict(Label.SUPPORTED, "Ulm lies on the Rhine.", 0),
        verdict(Label.SUPPORTED, "Ulm lies on the Danube.", 1),
        verdict(Label.SUPPORTED, "Ulm lies on the Danube.", best=1),
        Verdict(CLAIM, Label.SUPPORTED, 0.1, note="mine"),
    ],
)
def test_supported_without_a_verbatim_quote_is_not_enough_evidence(made: Verdict) -> None:
    found = held(made)
    assert (found.label, found.judgement, found.deciding) == (Label.NOT_ENOUGH_EVIDENCE, Judgement.FACTUAL, None)
    assert found.note.splitlines()[0] == "mine" and "oracle called claims supported without" in found.note


@pytest.mark.parametrize(
    "made",
    [verdict(Label.SUPPORTED, "It has a minster.", 24), verdict(Label.REFUTED), verdict(Label.NOT_ENOUGH_EVIDENCE)],
)
def test_every_other_verdict_stays(made: Verdict) -> None:
    assert held(made) == made


def oracle() -> object:
    """A method that quotes nothing, as another package might bring one."""

    def detect(_: Document) -> Iterator[Verdict]:
        yield Verdict(CLAIM, Label.SUPPORTED, 0.0)

    return detect


def test_a_run_holds_an_installed_method_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "oracle-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: oracle\nVersion: 1\n")
    (told / "entry_points.txt").write_text(f"[localcheck.detectors]\noracle = {__name__}:oracle\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(DETECTORS, "_merged", None)
    with open_runtime(Settings(detector="oracle")) as runtime:
        (found,) = runtime.detector()(Document("d", CLAIM.text))
    monkeypatch.setattr(DETECTORS, "_merged", None)
    assert found.label is Label.NOT_ENOUGH_EVIDENCE
