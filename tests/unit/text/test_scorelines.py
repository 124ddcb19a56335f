"""Who won a match, by how much, and how many scored, by the score that a text gives."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import settled
from localcheck.text.values.scorelines import by_the_score
from localcheck.types import Label

REPORT = "**Harborough Town 1-3 Linden Rovers** (half-time 1-0)"
DRAWN = "Elsewhere, Calder Athletic drew 2-2 with Eastbrook, and City's game was called off because of frost."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("Athletic beat City.", "City 0, Athletic 2", "borne out"),
        ("City beat Athletic.", "City 0, Athletic 2", "contradicted"),
        ("City did not beat Athletic.", "City 0, Athletic 2", "borne out"),
        ("City drew with Athletic.", "City 0 Athletic 2", "contradicted"),
        ("City 0-2 Athletic.", "Athletic beat City 2-0.", "borne out"),
        ("Linden Rovers won the match by two goals.", REPORT, "borne out"),
        ("Rovers won by three goals.", REPORT, "contradicted"),
        ("Rovers won 3-1.", REPORT, "borne out"),
        ("Rovers did not win.", REPORT, "contradicted"),
        ("Town were not beaten.", REPORT, "contradicted"),
        ("Four goals were scored.", REPORT, "borne out"),
        ("The two teams scored five goals.", REPORT, "contradicted"),
        ("Rovers conceded once.", REPORT, "borne out"),
        ("Town were ahead at half-time.", REPORT, "borne out"),
        ("The two sides were level at the break.", REPORT, "contradicted"),
        ("Calder Athletic lost to Eastbrook.", DRAWN, "contradicted"),
        ("Calder Athletic and Eastbrook drew.", DRAWN, "borne out"),
        ("City lost to Eastbrook.", DRAWN, None),
        ("Town lost 2-1 to Rovers.", "Rovers' 2-1 win over Town was their first.", "borne out"),
        ("Town won.", "Town lost 0-2 to City.", "contradicted"),
        ("Rovers won.", "City drew 1-1 with Rovers and won on penalties.", None),
        ("Rovers won their last two matches.", REPORT, None),
        ("The Falcons won by four points.", "Fouls: Falcons 22, Giants 26.", None),
        ("Mbeki scored 20 points.", "Falcons: Mbeki 24, Conti 21, Ames 9", None),
        ("Rovers were ahead at half-time.", "Full time: Town 3 Rovers 2 (half-time 1–2)", "borne out"),
        ("The match ended in a draw.", "City 0, Athletic 2", "contradicted"),
        ("The game did not end in a draw.", "City 0, Athletic 2", "borne out"),
        ("Germany beat Brazil.", "In 2002 Brazil beat Germany 2-0.", None),
        ("Room beat Floor.", "Room 2, Floor 2020", None),
        ("City beat Athletic.", "City 1, Athletic 1", "contradicted"),
        ("City won.", REPORT, None),
        ("City were ahead at half-time.", REPORT, None),
        ("City scored three goals.", REPORT, None),
        ("City 3-1 Athletic.", REPORT, None),
        ("Rovers 3-1 City.", REPORT, None),
        ("Rovers beat City.", REPORT, None),
        ("Town trailed at half-time.", "Town 3 Rovers 2 (half-time 1–2)", "borne out"),
        ("Town were ahead at half-time.", "Town 3 Rovers 2 (half-time 1–1)", "contradicted"),
        ("Town were behind at half-time.", "Town 3 Rovers 2 (half-time 1–1)", "contradicted"),
        ("Town led 1-0 at half-time.", REPORT, "borne out"),
        ("Town led 2-0 at half-time.", REPORT, "contradicted"),
        ("Rovers were level at half-time.", REPORT, "contradicted"),
        ("Town won.", "Full time: Town 3 Rovers 2", "borne out"),
        ("Harborough Town FC beat Linden Rovers FC.", REPORT, "contradicted"),
        ("Rovers beat Town 3-1 and went home.", REPORT, None),
        ("Town won.", "Town beat City 1-1 after extra time.", None),
        ("Rovers won.", "A 3-1 Rovers win over Town put them top.", None),
        ("City won.", "A 3-1 Rovers win over Town put them top.", None),
        ("Town lost.", "Rovers 3-1 They were better.", None),
        ("Rovers lost.", "Half-time 1-0 Rovers.", None),
        ("Town won.", "Linden Town 1-3 Harborough Town", None),
        ("Rovers scored three goals.", REPORT, "borne out"),
        ("Rovers won 4-1.", REPORT, "contradicted"),
        ("Rovers did not win 4-1.", REPORT, None),
        ("Rovers did not win by three goals.", REPORT, None),
        ("The sides were level at half-time.", "Town 1-3 Rovers", None),
    ],
)
def test_who_won_and_by_how_much_is_reckoned_from_the_score(claim: str, premise: str, told: str | None) -> None:
    assert by_the_score(claim, premise) == told


def test_a_scoreline_settles_the_claim_without_a_model() -> None:
    assert settled("Athletic beat City.", "City 0, Athletic 2") is Label.SUPPORTED
