"""Comparisons of two things that a list or a row gives the values of."""

from __future__ import annotations

import pytest

from localcheck.text.values.table_rows import listed

FOULS = "By quarters: 16–27, 22–22. Fouls: Falcons 22, Giants 26. Three-pointers: Falcons 9 of 28, Giants 11 of 25."
TURNOUT = "Turnout: 62% in Kirkford and 58% in Aldby."
WEIGHTS = "The weight of DX 60 is 43 kg. The weight of DX 60 Pro is 46 kg."


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("The Falcons committed more fouls than the Giants.", FOULS, "contradicted"),
        ("The Falcons committed fewer fouls than the Giants did.", FOULS, "borne out"),
        ("The Falcons made more three-pointers than the Giants.", FOULS, None),
        ("The Falcons committed more fouls than the Bears.", FOULS, None),
        ("The Falcons did not commit more fouls than the Giants.", FOULS, None),
        ("The Falcons committed more personal fouls than the Giants.", FOULS, None),
        ("South Korea has more missiles than Japan.", "Missiles: North Korea 5, Japan 7.", None),
        ("The Falcons had a higher rank than the Giants.", "Rank: Falcons 6, Giants 1.", None),
        ("Turnout was higher in Kirkford than in Aldby.", TURNOUT, "borne out"),
        ("Aldby had a higher turnout than Kirkford.", TURNOUT, "contradicted"),
        ("The DX 60 Pro has a lower weight than the DX 60.", WEIGHTS, "contradicted"),
        ("The DX 60 has a lower weight than the DX 60 Pro.", WEIGHTS, "borne out"),
        ("Leeds has a higher yield than York.", "Yield: 5–20 µg in Leeds, 2–8 µg in York.", None),
        ("Leeds has a higher yield than York.", "Yield: 5 µg in Leeds, 5 µg in York.", None),
        ("York has a higher yield than Leeds.", "Yield: 5 µg in Leeds, 5 µg in York.", None),
        ("Leeds has a higher yield than York.", "Yield: 9 kg in Leeds, 2 % in York.", None),
        ("Leeds has a higher yield than York.", "Yield: Leeds City 9, York 5.", "borne out"),
        ("It has a higher yield than York.", "Yield: York 5, Leeds 9.", None),
        ("York has a higher yield than York City.", "Yield: York 5–9.", None),
        (
            "Revenue was higher in 2026 than in 2025.",
            "The value of Revenue in 2026 is £30. The value of Revenue in 2025 is £32.",
            "contradicted",
        ),
        ("Leeds has a higher yield than York.", "Yield: 9–20 µg in Leeds, 2–8 µg in York.", "borne out"),
    ],
)
def test_the_values_of_a_list_settle_a_comparison(claim: str, premise: str, said: str | None) -> None:
    assert listed(claim, premise) == said
