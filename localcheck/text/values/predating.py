"""What an encyclopedia says is older than what: "one of the oldest cities in Europe, predating London and Paris". Pure."""

from __future__ import annotations

from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import LISTED_APART, NAME_LIST
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.says import Says
from localcheck.text.words import folded

_KIND = r"(?:(?:other |many |most |several )?(?:[\w-]+ ){1,4}(?:such as|like|including) )?"
_BY = r"(?: by (?:[\w-]+ ){0,4}(?:years|decades|centuries|millennia))?"
_PREDATES = r"(?:pre|ante)dat(?:es?|ed)|(?:is|was|are|were) (?:much |far )?older than"
_CLAIM = regex(rf"^(?P<one>[^,;:.]{{2,60}}?) (?:{_PREDATES}) (?P<others>{NAME_LIST}){_BY}[.!]?$")
_SAID = regex(
    rf"^(?P<one>[^,;:.]{{1,60}}?)(?: (?:{_PREDATES})| (?:is|was|are|were) (?P<rest>[^.;:]{{2,200}}), (?:pre|ante)dating)"
    rf" {_KIND}(?P<others>{NAME_LIST}){_BY}[.,;)]"
)
_OF_ANOTHER = regex(r"\b(?:with|that|which|who|whose|where|and its)\b")
"""Between the subject and "predating": it is something else that does so."""


@lru_cache(maxsize=4096)
def predating(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says that one thing is older than others, and the premise names what is
    older; "unsaid" where it says of something else that it is older than these; else None.

    >>> said = "Lisbon is one of the oldest cities, predating other capitals such as London, Paris and Rome by centuries."
    >>> predating("Lisbon is older than Paris and London.", said), predating("Rome predates Lisbon.", said)
    ('borne out', 'contradicted')
    """
    asked = None if negated(claim) else _CLAIM.match(claim)
    if asked is None:
        return None
    one, others = _bare(asked["one"]), _names(asked["others"])
    sentences = [sentence.text for sentence in split_sentences(premise)]
    for sentence in sentences:
        said = _SAID.match(sentence)
        if said is None or _OF_ANOTHER.search(said["rest"] or ""):
            continue
        older, younger = _bare(said["one"] if said["one"] != "It" else sentences[0].rstrip(".")), _names(said["others"])
        if others <= younger:
            return "borne out" if one == older else "unsaid"
        if one in younger and others == {older}:
            return "contradicted"
    return None


def _names(told: str) -> set[tuple[str, ...]]:
    return {_bare(name) for name in LISTED_APART.split(told)}


def _bare(name: str) -> tuple[str, ...]:
    """The words of a name in small letters, without an article."""
    return tuple(word for word in folded(name) if word != "the")
