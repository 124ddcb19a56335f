"""On which side a neighbour lies: "It borders Benin in the west, Chad and Cameroon in the east". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.text.facts import Says, negated
from localcheck.text.names import ONE_NAME, after_title, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.opposites import POINT, TURNED

_THE = r"(?:the )?"
_BORDERS = regex(r"\b(?:borders|bordering|bordered by|borders with) ")
_SIDE = regex(
    rf"(?P<names>{_THE}{ONE_NAME}(?:(?:,| and|, and) {_THE}{ONE_NAME})*) (?:to|in|on) the"
    rf" (?P<points>{POINT}(?: and (?:the )?{POINT})?)(?=[,;.]| and )"
)
_NEIGHBOUR = regex(
    rf"^{_THE}(?P<there>{ONE_NAME}) is {_THE}(?P<here>{ONE_NAME})['’]s? (?P<point>{POINT})ern neighbou?r[.!]?$"
    rf"|^{_THE}(?P<from>{ONE_NAME}) (?:borders|shares a border with|is bordered by) {_THE}(?P<on>{ONE_NAME})"
    rf" (?:to|in|on) the (?P<at>{POINT})[.!]?$"
    rf"|^{_THE}(?P<what>{ONE_NAME}) (?:is|lies) (?:to the )?(?P<side>{POINT}) of {_THE}(?P<of>{ONE_NAME})[.!]?$"
)
_ITSELF = regex(r"(?:It|The [a-z]+) (?=(?:is|was|also|shares|borders)\b)")
"""How an article speaks of its subject: "It borders", "The state is bordered by", not "The constellation Eridanus borders"."""
_NAMED = regex(rf"(?!(?:It|The)\b){_THE}(?P<name>{ONE_NAME})|The (?P<other>{ONE_NAME})")
Lies = tuple[str, str, str]
"""What lies, on which side, and of what."""


def bordered(claim: str, premise: str) -> Says | None:
    """Whether the premise tells on which side of something its neighbour lies, as the claim does, from whichever of the two.

    >>> told = "Nigeria is a republic, bordering Benin in the west, Chad and Cameroon in the east, and Niger in the north."
    >>> bordered("Nigeria is Cameroon's western neighbour.", told), bordered("Nigeria borders Benin in the east.", told)
    ('borne out', 'contradicted')
    """
    found = None if negated(claim) else _NEIGHBOUR.match(claim)
    if found is None:
        return None
    there, here, point = (
        next(filter(None, found.group(*names)))
        for names in (("there", "on", "what"), ("here", "from", "of"), ("point", "at", "side"))
    )
    point = point.replace("-", "")
    told = [*_told(premise)]
    sides = {side for who, side, of in told if (who, of) == (there, here)}
    sides |= {_turned(side) for who, side, of in told if (who, of) == (here, there)}
    if not sides:
        return None
    if point in sides:
        return "borne out"
    return "contradicted" if sides == {_turned(point)} else None


def _told(premise: str) -> Iterator[Lies]:
    title, body = after_title(premise)
    for sentence in split_sentences(body):
        text = sentence.text.strip()
        border, named = _BORDERS.search(text), _NAMED.match(text)
        of = without_parenthesis(title) if _ITSELF.match(text) else named and (named["name"] or named["other"])
        if border is None or not of:
            continue
        for side in _SIDE.finditer(text, border.end()):
            for name in re.findall(ONE_NAME, side["names"]):
                for point in re.findall(POINT, side["points"]):
                    yield name, point.replace("-", ""), of


def _turned(point: str) -> str:
    return re.sub("north|south|east|west", lambda side: TURNED[side[0]], point)
