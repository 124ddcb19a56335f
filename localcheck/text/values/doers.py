"""Whose verb it is: "Haydn worked in Vienna, and Schubert was born there" says of nobody else that he was born there. Pure.

A small NLI model finds the claim's name, verb and place in such a sentence and takes it for said. Only what stands in a plain
form is read: a name with the verb right behind it, in the same voice as in the claim. Of several things that were done "by"
somebody each has its own doer: "prepared by Ada and examined by Ben" says that Ben did not prepare it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import PARTICIPLE, PAST
from localcheck.text.lexicon import MONTHS, NOT_NAMES, OPENING_WORDS
from localcheck.text.names import CAPITAL, ONE_NAME, name_words, without_possessive
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places

_BE = r"(?:is|was|were|are|been|being)"
_ADVERB = r"(?:\w+ly |also |then |later |soon |finally |once |first |had |has |have )*"
_CLAIM = regex(rf"^(?:The )?(?P<who>{ONE_NAME}) {_ADVERB}(?P<be>{_BE} {_ADVERB})?(?P<verb>[a-z]+)\b")
_VERB = regex(rf"\b(?P<be>{_BE} {_ADVERB})?(?P<verb>[a-z]+)\b")
_CLAUSE = regex(
    r"[.;!?](?= |$)|,? (?:while|whereas|but|although|though|when|because|so that|after|before|until|that|whose|whom)\b"
    r"|, (?:and|with|as) "
)
_OPEN = regex(r"\b(?:he|she|it|they|who|which|this|these|both|all|each|others?|the|his|her|their)\b", re.IGNORECASE)
"""Words of a clause that may stand for the claim's name."""
_ROLE = regex(rf"\b(?i:the|his|her|their|its|a|an)(?: [a-z-]+){{0,3}} (?=[{CAPITAL}])")
"""What stands before a name and is no thing of its own: "his brother Juhan"."""
_PLAIN = r"(?!(?:in|on|at|to|for|from|with|during|of|after|before|as|who|which)\b)[a-z]+"
_BY = regex(
    rf"(?: (?:out|up|off|down|on))?(?:,? (?:and )?[a-z]+ed)*(?: (?:on|in|at) [\w ,]{{1,24}}?)? by\b"
    rf"(?P<agent>(?: (?:the |an? )?(?:[a-z]+ ){{0,2}}{ONE_NAME}(?: {_PLAIN}(?: {_PLAIN}){{0,2}} {ONE_NAME})?"
    rf"(?:(?:, | and |, and ){ONE_NAME})*)?)"
)
"""Behind a participle, which is no past then: "a film directed by Black", "by the Scottish scientist Alexander Fleming"."""
_TO = regex(rf" to (?:the )?(?P<who>{ONE_NAME})")
"""Behind a passive: to whom a prize was awarded who was awarded it."""
_LISTED = regex(rf"{ONE_NAME}(?:, (?:the )?{ONE_NAME})+$")
"""Names before ", and": the last one stands behind it, and all of them are whom the verb is of."""
LIKE = 5
"""Letters by which a country and its people are one: "Colombia", "the Colombian government"."""
_NAMES = regex(ONE_NAME)
BOTH_WAYS = frozenset("ended began started opened closed stopped changed broke sank burned burnt exploded".split())
"""What a thing does is also done to it: the war ended with a treaty, and the treaty ended the war."""


def another_did(claim: str, premise: str) -> bool:
    """True if the premise names whom the claim is about, and tells the claim's verb of other names only.

    >>> another_did("Mozart was born in Vienna.", "Vienna. Mozart worked in Vienna, and Schubert was born there.")
    True
    >>> another_did("Mozart was born in Salzburg.", "Mozart. He was born in Salzburg.")
    False
    """
    mine = _CLAIM.match(claim)
    if mine is None or not _is_verb(mine["verb"]) or negated(claim) or negated(premise):
        return False
    if mine["verb"] in BOTH_WAYS and not mine["be"]:
        return False
    who = _words(mine["who"])
    if not who or not who & _words(premise):
        return False
    own_by = claim.startswith(" by ", mine.end())
    doers = list(_doers(premise, mine["verb"], bool(mine["be"]), own_by))
    like = {word[:LIKE] for word in who}
    return bool(doers) and all(named is not None and not like & {word[:LIKE] for word in named} for named in doers)


def _is_verb(word: str) -> bool:
    return word.endswith("ed") or word in PAST or word in PARTICIPLE


def _doers(premise: str, verb: str, passive: bool, own_by: bool) -> Iterator[frozenset[str] | None]:
    """For each time that the premise has the verb: words of the names before it in its clause; None where it may be anybody.

    ``own_by``: the claim has "by" behind its verb itself ("passed by Ottawa"), so that it names no doer.
    """
    for match in _VERB.finditer(premise):
        if match["verb"] != verb:
            continue
        agent = _BY.match(premise, match.end())
        if not passive and agent and not own_by:
            yield _words(agent["agent"]) or None if agent["agent"] else None
            continue
        if bool(match["be"]) != passive:
            yield None
            continue
        clause = _ROLE.sub("", premise[_begun(premise, match.start()) : match.start()])
        named = _words(clause)
        if passive and (given := _TO.match(premise, match.end())):
            named |= _words(given["who"])
        small = frozenset(word for word in clause.split() if word.islower())  # "Typically, scurvy is", of "Scurvy is"
        yield None if _OPEN.search(clause) or not named else named | small


def _begun(premise: str, verb: int) -> int:
    """Where the clause of a verb begins."""
    ends = (m for m in _CLAUSE.finditer(premise, 0, verb) if not _LISTED.search(premise, 0, m.start()))
    return max((m.end() for m in ends), default=0)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """Words of the names in a text, in small letters."""
    words = (w for name in _NAMES.findall(text) for w in name.split())
    kept = (w for w in words if w[0].isupper() and w not in OPENING_WORDS)
    return frozenset(without_possessive(w).strip(".").lower() for w in kept) - NOT_NAMES - set(MONTHS)


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
    return verb.endswith("ed") or verb in PARTICIPLE
