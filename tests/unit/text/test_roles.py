"""Roles in labels and in brackets."""

from __future__ import annotations

import pytest

from localcheck.text.values.contracts import of_another_role

PRESENT = "Present: Ines Baumann (chair), Tobias Krell, Maria Sanchez, Jun Watanabe (from 10:30)"


@pytest.mark.parametrize(
    ("claim", "premise", "another"),
    [
        ("Fairview Properties Ltd is the tenant.", "**Landlord:** Fairview Properties Ltd", True),
        ("Fairview Properties Ltd is the landlord.", "**Landlord:** Fairview Properties Ltd", False),
        ("Dana Whitlock is the tenant.", "**Tenant:** Ms Dana Whitlock", False),
        ("Ines Baumann was the chairwoman.", "Chair: Ines Baumann", False),
        ("Dana Whitlock is the tenant.", "**Landlord:** Fairview Properties Ltd", False),
        ("Maria Sanchez chaired the meeting.", PRESENT, True),
        ("Maria Sanchez was the chair.", PRESENT, True),
        ("Ines Baumann chaired the meeting.", PRESENT, False),
        ("Maria Sanchez took the minutes.", PRESENT, False),
        ("Many of the refugees in the film want to leave.", "Casablanca (film). Many refugees wait.", False),
        ("Kurt Cobain founded the band Nirvana.", "Nirvana (band). It was founded by Kurt Cobain in 1987.", False),
    ],
)
def test_the_role_of_one_is_not_that_of_another(claim: str, premise: str, another: bool) -> None:
    assert of_another_role(claim, premise) is another
