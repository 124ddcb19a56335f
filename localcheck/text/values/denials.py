"""What a text names only to deny it: "It is a myth that …", "without bottled oxygen", "against the wishes of". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from localcheck.text.facts import negated
from localcheck.text.lexicon import FUNCTION_WORDS, SMALL
from localcheck.text.names import name_words, words_within
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.says import Says
from localcheck.text.words import folded

_MYTH = regex(
    r"\b(?:(?:myth|misconception|hoax|legend) that|contrary to (?:popular|common) (?:belief|opinion)|(?:is|was) false that"
    r"|falsely (?:said|claimed|believed|stated)|no (?:evidence|proof) that)\b",
    re.IGNORECASE,
)
_NO_SIGN = regex(
    r"\bno (?:evidence|proof) (?:for|of) (?P<what>(?:(?!(?:before|after|when|of|in|by|for)\b)[\w'’-]+ ?){1,8})"
)
"""What no evidence was found of; the rest of the sentence may tell what is so."""
_LACKING = regex(
    r"(?:\b(?:without|but (?:not|no)|and not(?! many| much| all| every)(?:, [^,]*,)?|(?<!would )rather than|instead of)|, not"
    r"|\bagainst(?= (?:\w+ )?(?:wish|will|advice|order|protest)))\b (?P<what>(?:[\w'’-]+ ?){1,4})",
    re.IGNORECASE,
)
_BUT_FOR = r"except(?: for)?|with the exception of|apart from|other than"
_EXCEPT = regex(
    r"\b(?:every|all|any|each|everyone|everybody)\b[^.;]*?"
    rf"\b(?:{_BUT_FOR}|but not)\b(?P<what>[^.;]*)",
    re.IGNORECASE,
)
_EXCEPTED = regex(
    rf"^(?P<most>[^.;:]{{3,120}}?),? (?:{_BUT_FOR}) (?P<some>[^.;:]{{2,120}})"
    r"|^(?P<every>(?:All|Every|Each|No)(?: (?!but\b)[\w'’-]+){1,2}) but (?:for )?(?P<some2>[^.;:]{2,120})"
    r"|^(?:Except for|With the exception of|Apart from) (?P<some3>[^.;:,]{2,60}), (?P<others>[^.;:]{3,120})"
)
"""A sentence about a kind and those of it that are excepted."""
_THAN = regex(r"\bthan\b")
_SUPPOSED = regex(r"\b(?:would|could|might)\b", re.IGNORECASE)
"""Of what would be without something, that is not denied: "He would have died without the drug"."""
_DUTY = regex(r"\b(?:must|should|need|ha[sv]e? to|required|obliged)\b")
_ARTICLE = regex(r"^(?:the|an?) ", re.IGNORECASE)
_TURNED = {
    one: other
    for pair in ("open closed", "allowed forbidden", "allowed prohibited", "included excluded", "admitted excluded")
    for one, other in (pair.split(), pair.split()[::-1])
}
_FORBIDDEN = regex(r"\b(?:prohibited|forbidden|banned|closed|excluded)\b", re.IGNORECASE)
_RULES = frozenset(
    "allow allowed permit permitted prohibited forbidden banned need needs needed required obliged exempt free open closed"
    " included excluded covered admitted".split()
)
"""Words that say what may or must be; which of them a claim about the excepted uses does not matter."""
_EVERY = regex(
    rf"\b(?:every|all|each)(?! (?:\d+|{'|'.join(SMALL[2:])}) (?:hours|days|weeks|months|years)\b)"
    r"(?: other| of(?: the| its| his| her| their)?| the)? (?P<whom>(?:[\w'’-]+ ?){1,4})",
    re.IGNORECASE,
)
"""Of whom a claim tells all; not how often something is: "every four years"."""
_HARDLY_ALL = regex(
    r"\b(?:almost|nearly|not (?:all|every|each|only)|but|hardly|virtually|most|above all|after all|at all|first of all)\b",
    re.IGNORECASE,
)
_SAYS = regex(r",\s+(?!and\b|but\b|which\b|who\b)([a-z][^.;]*)")
NAMED = 4
"""Words of a name for what is excepted, at most."""
ABOUT = 0.5
"""Share of the claim's words that a sentence must have to deny it."""


def denied(claim: str, premise: str) -> bool:
    """True if the premise names what the claim says as something that is not so; False where the claim denies something too.

    >>> denied("The wall can be seen from the Moon.", "It is a myth that the wall can be seen from the Moon.")
    True
    >>> denied("Messner used bottled oxygen.", "Messner climbed it without bottled oxygen.")
    True
    >>> denied("Messner climbed it without oxygen.", "Messner climbed it without bottled oxygen.")
    False
    """
    if negated(claim) or any(mark.search(claim) for mark in (_MYTH, _LACKING, _EXCEPT, _THAN)):
        return False
    if any(_excepted(claim, m, premise) for m in _EXCEPT.finditer(premise)):
        return True
    if any((_MYTH.search(s) or _no_sign(s, claim)) and _share(claim, s) >= ABOUT for s in rough_sentences(premise)):
        return True
    return any(
        _lacks(m["what"], m.start(), claim, premise) and _of_it(m, claim, premise) for m in _LACKING.finditer(premise)
    )


def but_for_some(claim: str, premise: str) -> bool:
    """True if the claim says of all what the premise says of all but some.

    >>> but_for_some("It borders every other country.", "It borders every country except Chile.")
    True
    >>> but_for_some("Almost all of them voted.", "All of them voted except Smith.")
    False
    """
    every = _EVERY.search(claim)
    if every is None or _EXCEPT.search(claim) or _HARDLY_ALL.search(claim) or negated(claim):
        return False
    whom = _content(every["whom"])[:1]
    told = claim[every.start("whom") :]
    rules = [one.others for one in _exceptions(premise) if _share(told, one.others) == 1]
    rules += [premise[found.start() : found.start("what")] for found in _EXCEPT.finditer(premise)]
    return any(_in(word, rule) for word in whom for rule in rules)


def of_the_excepted(claim: str, premise: str) -> Says | None:
    """ "borne out" where the claim says of what the premise excepts the opposite of what that says of the others, and
    "contradicted" where it says the same; else None, as where one of the two says more.

    >>> premise = "All employees except interns receive a bonus."
    >>> of_the_excepted("Interns receive no bonus.", premise), of_the_excepted("Interns receive a bonus.", premise)
    ('borne out', 'contradicted')
    """
    mine = _ARTICLE.sub("", claim.rstrip(".!")).lower().split(" ")
    for sentence, excepted, others in _exceptions(premise):
        if _DUTY.search(sentence) or _HARDLY_ALL.search(others):
            continue
        some = _ARTICLE.sub("", excepted).lower()
        for length in range(1, min(NAMED, len(mine) - 1) + 1):
            who = " ".join(mine[:length])
            if f"{some} ".startswith(f"{who} ") and (told := _turned(mine[length:], f"{others}{some[len(who) :]}")):
                return told
    return None


def otherwise_for_some(claim: str, premise: str) -> bool:
    """True if the claim says of what the premise excepts from a rule the opposite of that rule: this may well be so.

    >>> otherwise_for_some("Smoking is allowed on the balconies.", "Smoking is prohibited except on the balconies.")
    True
    >>> otherwise_for_some("Smoking is prohibited on the balconies.", "Smoking is prohibited except on the balconies.")
    False
    """
    for _, excepted, rule in _exceptions(premise):
        some = _content(excepted)
        if not some or not all(_in(word, claim) for word in some):
            continue
        rest = [word for word in _content(claim) if word not in {*some, *_RULES, *FUNCTION_WORDS}]
        turned = (negated(claim) + len(_FORBIDDEN.findall(claim)) + negated(rule) + len(_FORBIDDEN.findall(rule))) % 2
        if turned and rest and all(_in(word, rule) for word in rest):
            return True
    return False


class _Exception(NamedTuple):
    """A sentence about a kind of which some are excepted."""

    sentence: str
    excepted: str
    others: str
    """The kind, with what the sentence tells of the others, if that stands there."""


def _exceptions(premise: str) -> Iterator[_Exception]:
    for sentence in rough_sentences(premise):
        if found := _EXCEPTED.match(sentence):
            excepted = found["some"] or found["some2"] or found["some3"]
            yield _Exception(sentence, excepted, found["most"] or found["every"] or found["others"])


def _turned(said: list[str], of_others: str) -> Says | None:
    """Whether what a claim says of the excepted is the opposite of what is said ``of_others`` in its words, or the same."""
    mine, words = ([w for w in folded(text) if w not in FUNCTION_WORDS] for text in (" ".join(said), of_others))
    opposite = [_TURNED[word] for word in mine if word in _TURNED and not _in(word, of_others)]
    mine = [word for word in mine if word not in map(_TURNED.get, opposite)]
    told = next((words[at:] for at, word in enumerate(words) if word in opposite or _in(word, " ".join(mine))), [])
    alike = all(_in(word, of_others) for word in (*mine, *opposite))
    if not told or not alike or not all(word in opposite or _in(word, " ".join(mine)) for word in told):
        return None
    if re.findall(r"\d+", " ".join(said)) != re.findall(r"\d+", of_others):
        return None
    denied_once = negated(" ".join(said)) != negated(of_others)
    return "borne out" if denied_once != bool(opposite) else None if denied_once else "contradicted"


def _excepted(claim: str, found: re.Match[str], premise: str) -> bool:
    """Whether a name of the claim is among those that were excepted, and the claim says of it what is said of the others."""
    all_of, outside = premise[found.start() : found.start("what")], premise[: found.start()] + premise[found.end() :]
    named = words_within(found["what"]) & name_words(claim) - name_words(premise[: found.start()])
    rest = [w for w in _content(claim) if w not in named and not _in(w, all_of)]
    return bool(named and rest) and all(_in(w, outside) for w in rest)


def _no_sign(sentence: str, claim: str) -> bool:
    """Whether the claim names what the sentence found no evidence of."""
    return any(_in(word, claim) for found in _NO_SIGN.finditer(sentence) for word in _content(found["what"]))


def _content(text: str) -> list[str]:
    """The words in small letters, in order, the common ones left out."""
    return [word for word in re.findall(r"[^\W\d_]+", text.lower()) if word not in ENGLISH]


def _share(claim: str, sentence: str) -> float:
    """Share of the claim's words, the common ones left out, that the sentence has."""
    words = _content(claim)
    return sum(_in(w, sentence) for w in words) / max(len(words), 1)


def _of_it(found: re.Match[str], claim: str, premise: str) -> bool:
    """Of "Canberra, not Sydney, is the capital": whether the claim says that of Sydney."""
    said = _SAYS.match(premise, found.end())
    if said is None:
        return True
    return all(_in(w, claim) for w in _content(said[1])[:1])


def _lacks(what: str, at: int, claim: str, premise: str) -> bool:
    """Whether what is lacking is named in the claim, and not in the premise before it is denied.

    False where the sentence denies that something goes without it ("Nobody may enter without a ticket."), or supposes it.
    """
    words, before = _content(what)[:2], premise[:at]
    sentence = re.split(r"[.!?;] ", before)[-1]
    if negated(sentence) or _SUPPOSED.search(sentence):
        return False
    return bool(words) and all(_in(w, claim) for w in words) and not _in(words[0], before)


def _in(word: str, text: str) -> bool:
    stem = word[: max(4, len(word) - 2)]
    return bool(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE))
