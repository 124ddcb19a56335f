"""Groups of people of an age, of which one may be spoken of: "a 10-year-old" where "children under 12" are. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from localcheck.text.lexicon import NUMBER_WORDS, number_told
from localcheck.text.patterns import regex

_WHO = (
    r"(?P<who>[Cc]hildren|[Kk]ids|[Aa]dolescents|[Pp]upils|[Pp]eople|[Pp]ersons|[Pp]assengers|[Vv]isitors|[Gg]uests|[Pp]atients"
    r"|[Mm]embers|[Ee]mployees|[Pp]layers|[Dd]rivers|[Aa]dults)"
)
_GROUP = regex(
    rf"\b{_WHO},? \(?(?:who are )?(?:(?:under|below|younger than) (?:the age of )?(?P<below>\d{{1,2}})"
    r"|(?:over|above|older than) (?:the age of )?(?P<above>\d{1,2})"
    r"|(?:aged |of |from |between )?(?:the ages of )?(?P<low>\d{1,2})(?: ?[–-] ?| to | and )(?P<high>\d{1,2})"
    r"|(?:aged |from )?(?P<least>\d{1,2})(?: years)?(?: (?:and|or) (?:over|older|above)))"
    r"(?: years)?(?: of age| old)?(?![\w.,]*\d| ?[%€£$])\)?"
)
"""Children under 12, employees over 50, children (4 to 15 years), passengers aged 16 and over."""
_PERSON = "child|boy|girl|pupil|passenger|visitor|guest|patient|employee|member|player|driver|adult|person"
_GOES_ON = (
    r"(?:may|must|can|cannot|should|shall|will|is|has|needs?|pays?|gets?|receives?|does|takes?|who|with|weighing)\b"
)
_ONE = regex(
    rf"\b(?P<an>[Aa]n?) (?P<age>\d{{1,2}}|{NUMBER_WORDS})[- ]years?[- ]old"
    rf"(?: (?:{_PERSON})\b|(?= {_GOES_ON}))"
)
OLDEST = 120
"""Nobody is older."""


@lru_cache(maxsize=512)
def groups(text: str) -> Mapping[str, range]:
    """The groups that a text names, as it names them, with their ages.

    >>> dict(groups("Children under 12 years pay half; children aged 6 to 9 are free on Sundays."))
    {'Children under 12 years': range(0, 12), 'children aged 6 to 9': range(6, 10)}
    """
    found: dict[str, range] = {}
    for group in _GROUP.finditer(text):
        if group["below"]:
            ages = range(int(group["below"]))
        elif group["high"]:
            ages = range(int(group["low"]), int(group["high"]) + 1)
        else:
            ages = range(int(group["least"] or int(group["above"]) + 1), OLDEST)
        found[group[0]] = ages
    return MappingProxyType(found)


def in_its_group(claim: str, text: str) -> str:
    """A claim about one person of an age as one about the only group of the text that holds the age; else as it is.

    >>> in_its_group("A 10-year-old child may take it.", "Children under 12 years should not take it.")
    'Children under 12 years may take it.'
    """
    one = _ONE.search(claim)
    holding = sorted(group for group, ages in groups(text).items() if one and number_told(one["age"]) in ages)
    if one is None or len({group.lower() for group in holding}) != 1:
        return claim
    group = holding[0]
    begins = group[:1].upper() if one["an"][0].isupper() else group[:1].lower()
    return f"{claim[: one.start()]}{begins}{group[1:]}{claim[one.end() :]}"
