"""Names for which a contract has a word of its own: Helmer & Sons AG ("Customer"), "Tenant: Dana Whitlock". Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from localcheck.text.patterns import regex

_FORM = r"(?:,? (?:GmbH|AG|KG|SE|Ltd|Limited|Inc|LLC|LLP|PLC|plc|Corp|Co|S\.A|B\.V)\b\.?)?"
_WORD = r"[A-Z][\w’'-]*"
_PARTY = rf"(?:Ms|Mr|Mrs|Dr)?\.? ?(?P<name>{_WORD}(?: (?:& |and |of )?{_WORD}){{0,4}}?){_FORM}"
_DEFINED = regex(
    rf"{_PARTY}(?:, [^()\n]{{1,60}})? "
    r"\((?:(?:the|hereinafter|hereafter|called) ){0,3}[\"“'](?:the )?(?P<alias>[A-Z][a-z]+)[\"”']\)"
)
_LABELLED = regex(
    r"^[*_]{0,3}(?P<alias>Landlord|Tenant|Lessor|Lessee|Buyer|Seller|Purchaser|Vendor|Provider|Customer|Client|Supplier|Employer"
    rf"|Employee|Lender|Borrower|Insurer|Contractor|Licensor|Licensee|Guarantor):[*_]{{0,3}} {_PARTY}[ .]*$",
    re.MULTILINE,
)


@lru_cache(maxsize=512)
def parties(text: str) -> Mapping[str, str]:
    """Names without their legal form, with the word that a contract has for each.

    >>> dict(parties('Nordlicht GmbH ("Provider") and Helmer & Sons AG (the "Customer"): the Provider serves the Customer.'))
    {'Nordlicht': 'Provider', 'Helmer & Sons': 'Customer'}
    """
    found = {m["name"]: m["alias"] for pattern in (_DEFINED, _LABELLED) for m in pattern.finditer(text)}
    return MappingProxyType(
        {name: alias for name, alias in found.items() if f"the {alias}" in text or f"The {alias}" in text}
    )


def in_its_words(claim: str, text: str) -> str:
    """A claim about the parties of a contract in the words of its text; one that says who is what stays as it is.

    >>> lease = "Tenant: Ms Dana Whitlock\\nThe Tenant pays the water."
    >>> in_its_words("Dana Whitlock pays it.", lease), in_its_words("Dana Whitlock is the tenant.", lease)
    ('The Tenant pays it.', 'Dana Whitlock is the tenant.')
    """
    known = parties(text)
    if not known or any(re.search(rf"\b{alias}\b", claim, re.IGNORECASE) for alias in known.values()):
        return claim
    for name, alias in known.items():
        claim = re.sub(rf"(?:\b(?:Ms|Mr|Mrs|Dr)\.? )?\b{re.escape(name)}\b{_FORM}", f"the {alias}", claim)
    return f"{claim[:1].upper()}{claim[1:]}"
