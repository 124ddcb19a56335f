"""Of what something is the capital, or somebody the king: the capital of a state is not that of its country. Pure.

A small NLI model finds "the capital of" and both names of the claim in "the most populous city of Australia and the capital of
New South Wales", and takes it for said.

Who has which role where it stands as a label, "Landlord: Fairview Ltd", or in brackets, "Ines Baumann (chair)".
"""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.lexicon import OPENING_WORDS
from localcheck.text.names import CAPITAL, NAME, ONE_NAME, words_within
from localcheck.text.patterns import regex
from localcheck.text.words import STEM, folded

_NOUNS = (
    "capital king queen emperor empress sultan tsar governor mayor chancellor bishop archbishop tributary suburb moon"
    " satellite member"
)
_OF = regex(
    rf"\b(?P<noun>{'|'.join(_NOUNS.split())}|prime minister)(?: city)?"
    rf"(?P<of> of(?: the)?(?: [a-z]+){{0,2}}? (?P<what>{ONE_NAME}(?: and (?:the )?{ONE_NAME})?))?",
    re.IGNORECASE,
)
_OTHERS = regex(rf"(?:(?:, and |, | and |, as well as | as well as )(?:of )?(?:the )?{ONE_NAME})+")
"""What else somebody is a member of."""
_WHOSE = regex(rf"\b(?P<what>{ONE_NAME})['’]s (?:[a-z]+ )?$")
_SHORT = regex(rf"\b[{CAPITAL}]{{2,}}\b|[{CAPITAL}]\.")
"""What "UN" and "U.S." stand for is not known here."""
_SEAT = regex(r"capital|\bseats?\b|cent(?:re|er)|metropolis|govern|administ", re.IGNORECASE)
"""One of these stands where a capital is told. Of 33 labelled pairs that tell one by a premise without "capital" 6 are
entailments: 2 have one of these words, the others take what people know."""
_LESSER = regex(
    r"\b(?:(?P<less>vice|deputy|assistant|honorary|dwarf|lieutenant|would-be|self-proclaimed)[- ](?P<noun>[a-z]{4,})"
    r"|(?P<for>economic|commercial|financial|business|industrial|cultural)(?: and [a-z]+)? (?P<seat>capital))\b",
    re.IGNORECASE,
)
"""What is not the thing that it is called after: a vice president is no president, a commercial capital no capital."""
_BEFORE = 60
"""Characters before such a noun in which its owner is looked for: "Switzerland's capital"."""


def of_another_office(claim: str, premise: str) -> bool:
    """True if the claim says "the capital of" one thing, and the premise only of others, or speaks of no capital at all.

    >>> of_another_office("The capital of Australia is Sydney.", "Sydney in Australia is the capital of New South Wales.")
    True
    >>> of_another_office("The capital of Australia is Canberra.", "Australia. Its capital is Canberra.")
    False
    >>> of_another_office("Switzerland's capital is Geneva.", "Geneva is the second-most populous city in Switzerland.")
    True
    >>> of_another_office("Switzerland's capital is Geneva.", "Geneva is the capital of the Canton of Geneva.")
    True
    >>> of_another_office("Iceland is a member of the European Union.", "Iceland is a member of the European Economic Area.")
    True
    >>> of_another_office("Pluto is considered a planet.", "Pluto is a dwarf planet in the Kuiper belt.")
    True
    """
    if negated(claim) or negated(premise):
        return False
    if _only_lesser(claim, premise):
        return True
    have = offices(premise)
    for noun, what in offices(claim):
        if noun == "capital" and what and not _SEAT.search(premise):
            return True
        others = [of for found, of in have if found == noun]
        apart = _differ if noun == "member" else frozenset.isdisjoint
        if what and others and all(of and apart(_stems(of), _stems(what)) for of in others):
            return True
    return False


def _only_lesser(claim: str, premise: str) -> bool:
    """Whether the claim says that something is a planet, where the premise has the word of a dwarf planet only.

    >>> _only_lesser("Lagos is the capital of Nigeria.", "Lagos is the commercial capital of Nigeria.")
    True
    """
    for found in _LESSER.finditer(premise):
        less, noun = found["less"] or found["for"], found["noun"] or found["seat"]
        said = rf"\b(?:is|was|became|as|be|considered|called) (?:an? |the )?(?:[\w-]+ )?{noun}\b"
        alone = re.search(rf"(?<!\b{less}[- ])\b{noun}", premise, re.IGNORECASE)
        lesser = re.search(rf"\b{less}\b", claim, re.IGNORECASE)
        if not alone and not lesser and re.search(said, claim, re.IGNORECASE):
            return True
    return False


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """True if each has a word that the other lacks: the European Union is not the European Economic Area."""
    return bool(one - other and other - one)


def _stems(name: frozenset[str]) -> frozenset[str]:
    """Beginnings of the words: "Croatia" is the "Croatian state"."""
    return frozenset(word[:STEM] for word in name)


@lru_cache(maxsize=16384)
def offices(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each such noun with the words of the name of what it is the noun of; empty words where no name follows.

    >>> [(noun, sorted(what)) for noun, what in offices("Paris is the capital of France, and its mayor is a woman.")]
    [('capital', ['france']), ('mayor', [])]
    """
    found = []
    for m in _OF.finditer(text):
        owner = None if m["what"] else _WHOSE.search(text[max(0, m.start() - _BEFORE) : m.start()])
        what = owner["what"] if owner else m["what"]
        if what and m["noun"].lower() == "member" and (others := _OTHERS.match(text, m.end())):
            what += others.group()
        known = what and not _SHORT.search(what)
        found.append((m["noun"].lower(), words_within(what) if known else frozenset()))
    return tuple(found)


_LABELLED = regex(r"[*_]{0,3}(?P<label>[A-Z][\w -]{1,40}):[*_]{0,3} (?P<value>[^:;]{2,120})$")
_IS = regex(
    r"^(?P<who>[^,;:]{2,80}?) (?:is|was|are|were) (?:the |an? )?(?P<role>[a-z][a-z -]{2,40}?)"
    r"(?: (?:of|in|at|for) [^,;]{2,60})?[.!]?$"
)
_SUBJECT = regex(rf"^(?P<who>{NAME.pattern}) (?P<did>[a-z].*)$")
_IN_BRACKETS = regex(rf"(?P<who>{NAME.pattern}) \((?P<role>[a-z]{{4,20}})(?: [a-z]+)?\)(?!\. )")
"""Not a title before its text: "Nirvana (band). It was …"."""
_BESIDE = frozenset("the mr mrs ms dr prof".split())
"""What may stand before a name, or not."""
ROLE = 4
"""Letters with which a role and what is done in it begin alike: "chair", "chaired"."""


def of_another_role(claim: str, premise: str) -> bool:
    """True if a claim gives somebody a role and the premise names it for another one, or only another one for him.

    >>> of_another_role("Fairview is the tenant.", "Landlord: Fairview"), of_another_role("Eve is the tenant.", "Tenant: Eve")
    (True, False)
    >>> of_another_role("Eve Ray chaired it.", "Present: Ann Lee (chair), Eve Ray")
    True
    """
    return _labelled_otherwise(claim, premise) or _in_other_brackets(claim, premise)


def _labelled_otherwise(claim: str, premise: str) -> bool:
    row, said = _LABELLED.match(premise), _IS.match(claim)
    if row is None or said is None or set(folded(said["who"])) - _BESIDE != set(folded(row["value"])) - _BESIDE:
        return False
    named = {word[:ROLE] for word in folded(f"{row['label']} {row['value']}")}
    return named.isdisjoint(word[:ROLE] for word in folded(said["role"]))


def _in_other_brackets(claim: str, premise: str) -> bool:
    said = _SUBJECT.match(claim)
    if said is None or said["who"].split()[0] in OPENING_WORDS or said["who"] not in premise:
        return False
    done = {word[:ROLE] for word in folded(said["did"])}
    given = [who for who, role in _IN_BRACKETS.findall(premise) if role[:ROLE] in done]
    return bool(given) and all(said["who"] not in who for who in given)
