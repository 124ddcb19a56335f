"""Which of two things is more common, by how many each of them affects."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import settled
from localcheck.text.values.both_told import more_common
from localcheck.types import Label

BLOOD = "Haemophilia A affects about 1 in 5,000–10,000, while haemophilia B affects about 1 in 40,000, males at birth."
SHARES = "Asthma affects 8% of children, and hay fever affects 12.5 per cent."


@pytest.mark.parametrize(
    ("claim", "premise", "said"),
    [
        ("Haemophilia A is more common than haemophilia B.", BLOOD, "borne out"),
        ("Haemophilia B is far less common than haemophilia A.", BLOOD, "borne out"),
        ("Haemophilia B is more frequent than haemophilia A.", BLOOD, "contradicted"),
        ("Haemophilia A is rarer than haemophilia B.", BLOOD, "contradicted"),
        ("Haemophilia A is not rarer than haemophilia B.", BLOOD, None),
        ("Haemophilia A is more common than haemophilia C.", BLOOD, None),
        ("Haemophilia A is more severe than haemophilia B.", BLOOD, None),
        ("Asthma is more common than hay fever.", SHARES, "contradicted"),
        ("Asthma is rarer than hay fever.", SHARES, "borne out"),
        ("Asthma is rarer than gout.", "Asthma affects 8% of children, and gout affects 1 in 40 men.", None),
        ("Asthma is rarer than gout.", "Asthma affects 1 in 20 to 50, and gout affects 1 in 40.", None),
    ],
)
def test_the_rates_of_two_things(claim: str, premise: str, said: str | None) -> None:
    assert more_common(claim, premise) == said
    assert settled(claim, premise) is {"borne out": Label.SUPPORTED, "contradicted": Label.REFUTED}.get(said or "")
