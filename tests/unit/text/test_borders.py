"""On which side a neighbour lies, told from either of the two."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import settled
from localcheck.text.values.borders import bordered
from localcheck.types import Label

NIGERIA = (
    "Nigeria. Nigeria (), officially the Federal Republic of Nigeria, is a republic in Africa, bordering Benin in the west,"
    " Chad and Cameroon in the east, and Niger in the north."
)
LAOS = "Laos. It is bordered by China to the north-west, Vietnam to the east, and Thailand to the west and southwest."
NEVADA = "Nevada. The state borders Oregon to the northwest, and California to the west."
FORNAX = "Fornax. The constellation Eridanus borders Fornax to the east, north and south."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("Nigeria is Cameroon's western neighbour.", NIGERIA, "borne out"),
        ("Nigeria is Cameroon's eastern neighbor.", NIGERIA, "contradicted"),
        ("Nigeria borders Benin to the west.", NIGERIA, "borne out"),
        ("Nigeria borders Benin to the east.", NIGERIA, "contradicted"),
        ("Nigeria borders Benin to the north.", NIGERIA, None),
        ("Nigeria borders Ghana to the west.", NIGERIA, None),
        ("Nigeria does not border Benin to the west.", NIGERIA, None),
        ("Nigeria lies west of Cameroon.", NIGERIA, "borne out"),
        ("Cameroon is to the west of Nigeria.", NIGERIA, "contradicted"),
        ("Vietnam shares a border with Laos in the west.", LAOS, "borne out"),
        ("Laos shares a border with China to the northwest.", LAOS, "borne out"),
        ("Laos is bordered by Thailand in the southwest.", LAOS, "borne out"),
        ("Laos is bordered by Thailand in the east.", LAOS, None),
        ("Nevada borders California to the west.", NEVADA, "borne out"),
        ("California is Nevada's eastern neighbour.", NEVADA, "contradicted"),
        ("Fornax borders Eridanus to the east.", FORNAX, None),
        ("Fornax borders Fornax to the west.", FORNAX, None),
    ],
)
def test_on_which_side_a_neighbour_lies(claim: str, premise: str, told: str | None) -> None:
    assert bordered(claim, premise) == told
    labels = {"borne out": Label.SUPPORTED, "contradicted": Label.REFUTED, None: None}
    assert settled(claim, premise) is labels[told]
