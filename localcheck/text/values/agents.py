"""By whom each of several things was done: "prepared by Ada and examined by Ben" says that Ben did not prepare it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import is_participle
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places

_DONE = r"(?P<verb>[a-z]{3,}) by "
_CLAIM_BY = regex(rf"\b{_DONE}(?P<who>[^.;,]{{2,60}})[.!]?$")
_DONE_BY = regex(rf"\b{_DONE}")
_NEXT = regex(r"[.;](?= |$)|,? (?:and|but|while|then) (?:was |were |is |are )?(?:later |then |[a-z]+ly )?[a-z]{3,} by ")


def of_the_other_agent(claim: str, premise: str) -> bool:
    """True if a claim says that something was done by somebody of whom the sentence says that they did another thing, while
    somebody else did this one.

    >>> said = "The accounts were prepared by Hugh Pelham and examined by Farrow & Lyle."
    >>> of_the_other_agent("The accounts were prepared by Farrow & Lyle.", said)
    True
    >>> of_the_other_agent("The accounts were examined by Farrow & Lyle.", said)
    False
    """
    mine = None if negated(claim) else _CLAIM_BY.search(claim)
    who = name_words(mine["who"]) if mine and _is_done(mine["verb"]) else frozenset()
    if mine is None or not who or premise.count(" by ") < 2:
        return False
    return any(_by_another(mine["verb"], who, sentence.of(premise)) for sentence in sentence_places(premise))


def _by_another(verb: str, who: frozenset[str], sentence: str) -> bool:
    """Whether a sentence tells just once by whom something was done, and has others for that."""
    agents = list(_agents(sentence))
    own = [names for done, names in agents if done == verb]
    if len(own) != 1 or not own[0] or who & own[0] or negated(sentence[: sentence.rfind(" by ")]):
        return False
    return any(who <= names for done, names in agents if done != verb)


def _agents(premise: str) -> Iterator[tuple[str, frozenset[str]]]:
    """What was done, and the words of the names of those by whom it was."""
    for found in _DONE_BY.finditer(premise):
        if _is_done(found["verb"]):
            end = _NEXT.search(premise, found.end())
            yield found["verb"], name_words(premise[found.end() : end.start() if end else len(premise)])


def _is_done(verb: str) -> bool:
    return is_participle(verb)
