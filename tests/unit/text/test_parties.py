"""Names for which a contract has a word of its own."""

from __future__ import annotations

import pytest

from localcheck.text.values.contracts import in_its_words

SERVICE = (
    'between Nordlicht Software GmbH ("Provider") and Helmer & Sons AG (hereinafter the "Customer"). The Provider hosts the'
    " shop of the Customer."
)
LEASE = (
    "**Landlord:** Fairview Properties Ltd\n**Tenant:** Ms Dana Whitlock\n\nThe Tenant pays the water to the Landlord."
)


@pytest.mark.parametrize(
    ("claim", "text", "read"),
    [
        ("Texts are supplied by Helmer & Sons.", SERVICE, "Texts are supplied by the Customer."),
        ("Nordlicht Software GmbH hosts it.", SERVICE, "The Provider hosts it."),
        ("Dana Whitlock pays the water.", LEASE, "The Tenant pays the water."),
        ("Ms Dana Whitlock pays Fairview Properties.", LEASE, "The Tenant pays the Landlord."),
        ("Fairview Properties Ltd is the tenant.", LEASE, "Fairview Properties Ltd is the tenant."),
        ("The water is paid.", LEASE, "The water is paid."),
        ("Dana Whitlock pays it.", "Tenant: Dana Whitlock\nShe pays the water.", "Dana Whitlock pays it."),
    ],
)
def test_the_parties_of_a_contract_are_named_in_its_words(claim: str, text: str, read: str) -> None:
    assert in_its_words(claim, text) == read
