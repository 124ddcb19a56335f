"""The trace of a decision says which sentence moved the belief, and why reading went on where stopping was cheaper."""

from __future__ import annotations

from localcheck.cli.checks.render import ALL_THE_SAME, steps
from localcheck.types import Belief, Claim, Entailment, Evidence, Label, Passage, Source, Span, Verdict

SAID = "Three countries border the lake."


def test_each_step_names_its_sentence_and_an_odd_one_its_reason() -> None:
    claim = Claim("0.0", 0, "Ten countries border the lake.", Span(0, 30))
    text = f"It is deep. {SAID} {'It is long and wide and cold. ' * 9}"
    windows = (Span(12, 12 + len(SAID)), Span(12, len(text)), Span(0, 0))
    evidence = tuple(
        Evidence("0.0", Passage(title, text, Source("folder", "x")), window, Entailment(0.04, 0.05, 0.91))
        for title, window in zip("ABC", windows, strict=True)
    )
    beliefs = (
        Belief(0, 0.5, 8.0, 6.0),
        Belief(1, 0.2, 2.0, 3.0, 1),
        Belief(1, 0.2, 2.0, 3.0, consulted=True),
        Belief(2, 0.1, 4.0, 3.0, 1),
        Belief(3, 0.1, 4.0, float("inf"), 2),
    )
    lines = steps(Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.9, evidence, beliefs)).splitlines()[1:]
    assert [line.split()[0] for line in lines] == ["0", "1", "entails", "1", "read", "2", "entails", "3"]
    assert lines[2].strip() == f"entails 0.04, contradicts 0.91: “{SAID}”"
    assert lines[4].strip() == ALL_THE_SAME and lines[6].endswith("…”") and len(lines[6]) < 160


def test_a_verdict_without_beliefs_has_no_trace() -> None:
    claim = Claim("0.0", 0, SAID, Span(0, len(SAID)))
    assert steps(Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5)) == ""
