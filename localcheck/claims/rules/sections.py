"""Whom or what the paragraphs below a heading are about: "Emanuel Lasker" above "Lasker held the title …". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.claims.rules.entities import Entity, find_entity
from localcheck.claims.rules.first_names import pronoun_of
from localcheck.claims.rules.pronouns import goes_on_with
from localcheck.claims.rules.restated import is_heading
from localcheck.claims.rules.verbs import is_past
from localcheck.text.headings import keeps_subject, named
from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.words import words


def section(line: str, before: str) -> str:
    """Whom or what the heading that a line is names, for the paragraphs below it; for another line what was so ``before``."""
    first = line.split(" ", 1)[0].lower()
    if not is_heading(line) or is_past(first) or first in PARTICIPLE or keeps_subject(line):
        return before
    return named(line)


def below(heading: str, texts: Sequence[str]) -> Entity | None:
    """The entity that a heading names for a paragraph that has its last word, or goes on with the pronoun of its first name."""
    last = heading.split()[-1]
    spoken = any(last in words(text) for text in texts)
    somebody = (
        " " in heading
        and pronoun_of(heading)
        and any(goes_on_with(text)[:1] == (pronoun_of(heading),) for text in texts)
    )
    found = find_entity(" ".join(texts), heading, texts) if spoken or somebody else None
    return found if found and found.name in heading else None
