"""People named by where they come from, as an adjective: "was a Spaniard" is "was Spanish". Pure."""

from __future__ import annotations

from localcheck.text.patterns import regex

_PAIRS = (
    "Spaniard Spanish Dane Danish Swede Swedish Finn Finnish Icelander Icelandic Pole Polish Turk Turkish Kurd Kurdish"
    " Serb Serbian Croat Croatian Scot Scottish Briton British Fleming Flemish Netherlander Dutch Jew Jewish"
).split()
ADJECTIVES = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
ADJECTIVES |= {f"{place}er": f"from {place}" for place in ("Luxembourg", "New Zealand", "London", "New York", "Berlin")}
ADJECTIVES |= {
    f"{people}{end}": people.replace("Scots", "Scottish")
    for people in "Scots French English Irish Welsh Dutch".split()
    for end in ("man", "woman")
}
"""Nouns that differ from their adjective; "an Italian" needs no other word."""
_NOUN = regex(rf"\ban? (?P<noun>{'|'.join(ADJECTIVES)})(?=[.,;:)]|$| (?:by birth|and|but)\b)")


def as_adjectives(text: str) -> str:
    """``text`` with nouns like "a Spaniard" as adjectives, where nothing depends on the noun.

    A small model called "Picasso was a Spaniard" contradicted (0.82) by "Picasso was a Spanish painter", and "was Spanish"
    entailed (0.90); so it was with 11 of 20 such nouns.

    >>> as_adjectives("Picasso was a Spaniard and lived in France."), as_adjectives("a Dane named Bohr")
    ('Picasso was Spanish and lived in France.', 'a Dane named Bohr')
    """
    return _NOUN.sub(lambda match: ADJECTIVES[match["noun"]], text)
