"""Rows of experiments for the tests: small, and any that Hypothesis may think of."""

from __future__ import annotations

from hypothesis import strategies as st

from localcheck.evaluate.records import Header, Row
from localcheck.types import Cost

scores = st.integers(0, 8).map(lambda i: i / 8)


@st.composite
def sentence_rows(draw: st.DrawFn) -> list[Row]:
    """Documents of 1 to 4 sentences with labels 0, 0.5 or 1."""
    rows = []
    for i in range(draw(st.integers(1, 6))):
        pairs = draw(
            st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), scores, st.integers(0, 3)), min_size=1, max_size=4)
        )
        labels, given, read = zip(*pairs, strict=True)
        group = draw(st.sampled_from(["", "a", "b"]))
        cost = Cost(tokens_in=i, seconds=0.5, samples=2)
        rows.append(
            Row(str(i), group, labels, given, evidence=read, evidence_sentence=read, cost=cost, raw={"twice": given})
        )
    return rows


def header(dataset: str = "wikibio", threshold: float = 0.5, detector: str = "all-false", **run: object) -> Header:
    """A header with this ``run``."""
    return Header(dataset, detector, run, threshold)
