"""Roles in labels, in brackets and in lists."""

from __future__ import annotations

import pytest

from localcheck.text.values.roles import in_a_role, of_another_role

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


BOARD = "The committee: Ruth Adeyemi (chair), Tom Hollis (treasurer), Mia Sand (secretary)."
LABELS = "Chair: Ruth Adeyemi; Treasurer: Tom Hollis"
APPOSED = "Ruth Adeyemi, chair; Tom Hollis, treasurer"
CAST = "Cast: Anna Berg as Nora, Per Lind as Helmer. Director: Iris Falk."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        *((f"The chair is {who}.", listed, told)
          for listed in (BOARD, LABELS, APPOSED)
          for who, told in (("Ruth Adeyemi", "borne out"), ("Tom Hollis", "contradicted"))),
        *((f"Tom Hollis {did}.", listed, "contradicted")
          for listed in (BOARD, LABELS, APPOSED)
          for did in ("is chair", "chairs the committee", "was the chairman")),
        ("Ms Adeyemi is the secretary of the committee.", BOARD, "contradicted"),
        ("Mia Sand is the secretary of the committee.", BOARD, "borne out"),
        ("Mia Sand is the secretary of the Lions Club.", BOARD, None),
        ("Mia Sand chairs the parents' council.", BOARD, None),
        ("Tom Hollis is not the chair.", BOARD, None),
        ("Tom Hollis is a chair.", BOARD, "unsaid"),
        ("Ruth Adeyemi treats patients.", BOARD, None),
        ("The meeting was chaired by Mia Sand.", BOARD, "contradicted"),
        ("Anna Berg plays Helmer.", CAST, "contradicted"),
        ("Per Lind plays the part of Helmer.", CAST, "borne out"),
        ("Nora is played by Per Lind.", CAST, "contradicted"),
        ("Per Lind directed the play.", CAST, "contradicted"),
        ("Iris Falk directed the play.", CAST, None),
        ("The chair is Tom Hollis.", "Chair: Ruth Adeyemi", "contradicted"),
        ("Ben Cole was head of the centre.", "Centre: Ana Ruiz (head, until 2024), Ben Cole (nurse)", "unsaid"),
        ("Ben Cole was the cook.", "Ana Ruiz (head, until 2024), Ben Cole (nurse), Dan Eff (cook)", "contradicted"),
        ("Olaf Scholz is the chancellor.", "Olaf Scholz succeeded Angela Merkel as chancellor.", None),
        ("Eve Ray is an engineer.", "Ann Lee (engineer), Eve Ray (designer)", "unsaid"),
    ],
)  # fmt: skip
def test_who_has_a_role_in_a_list(claim: str, premise: str, told: str | None) -> None:
    assert in_a_role(claim, premise) == told
