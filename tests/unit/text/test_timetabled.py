"""How many times of day a sentence lists."""

from __future__ import annotations

import pytest

from localcheck.text.values.timetabled import timetabled

BOAT = "The boat sails on weekdays at 8:00, 12:30 and 17:00, on Sundays only at 10:00."
BUS = "The bus leaves at 8:00, 12:30 and 17:00 every day."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("The boat sails twice on Sundays.", BOAT, "contradicted"),
        ("The boat sails two times on Sundays.", BOAT, "contradicted"),
        ("The boat sails once on Sundays.", BOAT, "borne out"),
        ("On weekdays the boat sails three times.", BOAT, "borne out"),
        ("On Mondays the boat sails four times.", BOAT, "contradicted"),
        ("The boat sails three times a day.", BOAT, None),
        ("The boat sails three times on Saturdays.", BOAT, None),
        ("The bus leaves three times a day.", BUS, "borne out"),
        ("It leaves only twice a day.", BUS, "contradicted"),
        ("There are three buses a day.", BUS, "borne out"),
        ("There are four buses on Tuesdays.", BUS, "contradicted"),
        ("The train leaves three times a day.", BUS, None),
        ("The bus does not leave three times a day.", BUS, None),
        ("The bus leaves twice a week.", BUS, None),
        ("A tablet is not taken once a day.", "A tablet is taken at 8:00 and 20:00.", None),
        ("The boat sails twice on Mondays.", "The boat sails at 8:00 and 9:00 to Aro, on Sundays at 10:00.", None),
        (
            "The boat sails twice on weekends.",
            "The boat sails at 8:00 and 9:00 to Aro, on Saturdays at 10:00, on Sundays at 11:00.",
            None,
        ),
        ("The bus leaves three times.", BUS, None),
        ("The bus leaves three times a day.", f"It is blue. {BUS}", "borne out"),
        ("The bus leaves three times a day.", f"{BUS} The shop opens at 9:00.", None),
        ("The bus leaves three times a day.", BUS.replace("leaves", "does not leave"), None),
        ("It goes three times a day.", BUS, "borne out"),
        ("The bus leaves three times on Mondays.", BUS.replace("every day", "on Mondays"), "borne out"),
        ("The bus leaves three times on Tuesdays.", BUS.replace("every day", "on Mondays"), None),
        ("The ferry leaves three times a day.", BUS.replace("bus", "ferryboat"), "borne out"),
        ("The shop opens once a day.", "The shop opens from 8:00 every day.", None),
        ("The boat sails once on weekdays.", "The boat sails at 8:00 on weekdays, on Sundays at 10:00.", None),
        ("The shop opens twice a day.", "The shop is open from 8:00 to 12:00 and from 14:00 to 18:00 every day.", None),
        ("The bus runs twice a day.", "The bus leaves daily at 8:00 and arrives at 9:30.", None),
        ("A tablet is taken twice a day.", "A tablet is taken at 8:00 and 20:00.", "borne out"),
        ("Saturday tours take place twice a day.", "Saturday tours take place at 10:00.", None),
    ],
)
def test_times_that_are_listed_are_counted(claim: str, premise: str, told: str | None) -> None:
    assert timetabled(claim, premise) == told
