"""Figures are XML whatever the names of what they show are."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from localcheck.reports import figure, rolling

NAME = "a\x08 <b>\x1b & \ud800"


@pytest.mark.parametrize(
    "drawn",
    [
        figure.risk_coverage([(NAME, [0.5, 1.0], [0.0, 0.1])], NAME),
        rolling.svg([rolling.Line(NAME, [1.0, 2.0], [0.5, 0.6])], 0.0, 10.0, 0.8),
    ],
)
def test_a_name_is_shown_and_breaks_no_figure(drawn: str) -> None:
    assert "a\u2408 <b>\u241b & \ufffd" in "".join(fromstring(drawn).itertext())
