"""What a text or a paragraph is about whose first subject has no name: "The platypus lives …", "A black hole is a …". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.kinds import CALLINGS, THINGS
from localcheck.claims.rules.pronouns import FEMALE, MALE, THING, goes_on_with
from localcheck.text.impersonal import is_impersonal
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.subjects import UNNAMED, CommonSubject, common_subject

PEOPLE = listed("unnamed.people")
"""What many at once are called, beside callings: "Critics", "Historians"."""
_DEFINED = regex(r" (?:is|was) (?:an?|the|one of the) (?P<kind>[^.,;:()]*)")
_NATURAL = listed("unnamed.natural")
"""Kinds of which the thing itself is spoken of, and not one that belongs to something else, as an engine does."""


def unnamed_thing(sentences: Sequence[str]) -> CommonSubject | None:
    """The first subject of sentences where it has no name and they go on with "it" or "its" for it in one of the next two.

    A thing with "a" before it is told what it is ("A black hole is a …"): any other may be a certain one of many.
    """
    thing = common_subject(sentences[0]) if sentences else None
    then = {goes_on_with(sentence) for sentence in sentences[1:3] if not is_impersonal(sentence)}
    if thing is None or THING not in then or {MALE, FEMALE} & then:
        return None
    if (UNNAMED | THINGS | CALLINGS | PEOPLE) & {*thing.noun.split()[-1:]}:
        return None
    defined = thing.article in ("the", "") or re.match(rf"An? {re.escape(thing.noun)} is an? ", sentences[0])
    return thing if defined else None


def of_text(text: str, sentences: Sequence[str]) -> CommonSubject | None:
    """What a text is about, where that has no name; no other paragraph has another such subject."""
    thing = unnamed_thing(sentences)
    others = (common_subject(begun) for begun in text.split("\n\n")[1:])
    return None if thing is None or any(other and other.noun != thing.noun for other in others) else thing


def of_paragraph(sentences: Sequence[str], *, sure: bool) -> CommonSubject | None:
    """What a paragraph is about that begins with it and goes on with "it": "The guitar has six strings. It …".

    Where the text is about something else (not ``sure``) the paragraph must say what the thing is, and only a kind of animal,
    plant, instrument or the like counts ("The giraffe is a mammal. It …"): an engine is part of something.
    """
    thing = unnamed_thing(sentences)
    if thing is None or sure:
        return thing
    defined = _DEFINED.match(sentences[0], len(thing.article) + 1 + len(thing.noun))
    return thing if defined and _NATURAL & {*defined["kind"].split()} else None
