"""What a claim takes from the sentences before it: a date that is counted, a place ("there"), "the former", and the name that
its subject ("The fire", behind "the Great Fire of London") is about. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.mentions import bare_noun, subject_of
from localcheck.claims.rules.unnamed import PEOPLE
from localcheck.claims.rules.wording import tokenize
from localcheck.text.counted_dates import LOOKED_BACK, counted_within, dated_before
from localcheck.text.names import names
from localcheck.text.subjects import stands_in
from localcheck.text.there import placed, told_apart
from localcheck.types import Claim, Sentence

DATED = "dated by what the text says before it"
APART = "“the former” and “the latter” are the two that the text joins before"
PLACED = "“there” is what the text says before it"


def told_before(claims: Sequence[Claim], sentence: str, earlier: Sequence[str]) -> Iterator[Claim]:
    """The claims of a ``sentence``, with what the ``earlier`` ones of its paragraph, or its earlier claims, say instead of the
    words for it: the two that "the former" tells apart (``text.there``), the date that is counted from
    (``text.counted_dates``), and the place for "there" (``text.there``).
    """
    when, told, said = dated_before(earlier), "", list[str]()
    for claim in claims:
        if claim.checkable:
            claim = _reworded(claim, told_apart(claim.text, sentence, earlier), APART)
            claim = _reworded(claim, counted_within(claim.text, told or when), DATED)
            where = _said_last(said, sentence) if said else earlier[-1] if earlier else ""
            claim = _reworded(claim, placed(claim.text, where), PLACED)
            told = dated_before([told, claim.text])
        said.append(claim.text)
        yield claim


def _said_last(claims: Sequence[str], sentence: str) -> str:
    """Of the claims of a sentence the one whose end stands last in it before "there": a relative clause gives a claim behind
    that of the clause around it ("Ada, who was born in Ulm, went to Bern and died there").
    """
    until = sentence.lower().find(" there")
    return max(reversed(claims), key=lambda text: sentence.rfind(text.rstrip(".").rpartition(" ")[2], 0, until))


def before(text: str, sentences: Sequence[Sentence], at: int) -> range:
    """The places of the few sentences before the one at ``at`` in its paragraph; only an empty line ends one."""
    first = at
    while first > max(0, at - LOOKED_BACK):
        if "\n\n" in text[sentences[first - 1].span.end : sentences[first].span.start]:
            break
        first -= 1
    return range(first, at)


def _reworded(claim: Claim, text: str, why: str) -> Claim:
    """A claim in other words, and its note with ``why``; the claim itself where they are the same."""
    return claim if text == claim.text else replace(claim, text=text, note="; ".join(filter(None, (claim.note, why))))


_IN_NAMES = {"mountain": "mount"}
"""How a noun stands in names, where not as it is."""


def of_that_name(claim: Claim, entity: Entity | None, earlier: Sequence[str]) -> Claim:
    """A claim that is about the one name before it with its noun; as it is where the noun may mean the ``entity``.

    >>> from localcheck.types import Span
    >>> claim = Claim("1.0", 1, "The fire was put out.", Span(0, 30))
    >>> of_that_name(claim, None, ["Dr Clarke spoke of the Great Fire of London."]).about
    'Great Fire of London'
    """
    if not claim.checkable:
        return claim
    tokens = tokenize(claim.text)
    clause = main_clause(tokens)
    noun = bare_noun(tokens[clause.start : clause.head_end]) if clause and not clause.start else None
    if noun is None or not noun.text.islower() or (entity and noun.lower in entity.kinds):
        return claim
    if claim.about and (entity is None or not entity.person):
        return claim
    wanted = _IN_NAMES.get(noun.lower, noun.lower)
    longer = (name.rstrip(".") for text in earlier for name in names(text) if " " in name)
    found = {name for name in longer if wanted in name.lower().split()}
    return replace(claim, about=found.pop().removeprefix("The ")) if len(found) == 1 else claim


def of_many(claim: Claim, many: str) -> Claim:
    """A claim of a text about several of a kind, which it is about where its subject has no name: "Males are larger"."""
    first, _, rest = claim.text.partition(" ")
    text = f"{first.lower()} {rest}" if first.lower().removesuffix("s") in PEOPLE else claim.text
    about = "" if stands_in(text) or not claim.checkable else subject_of(text, Entity(many), False, False)
    return replace(claim, about=about)
