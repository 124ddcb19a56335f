"""What is otherwise of those whom a rule excepts: "All employees except interns receive a bonus". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from localcheck.text.facts import Says, negated
from localcheck.text.lexicon import FUNCTION_WORDS, listed
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded, singular

_BUT_FOR = r"except(?: for)?|with the (?:(?:sole|only|single|notable) )?exception (?:of|being)|apart from|other than"
_EXCEPTED = regex(
    rf"^(?P<most>[^.;:]{{3,120}}?),? (?:{_BUT_FOR}) (?P<some>[^.;:]{{2,120}})"
    r"|^(?P<every>(?:All|Every|Each|No)(?: (?!but\b)[\w'’-]+){1,2}) but (?:for )?(?P<some2>[^.;:]{2,120})"
    r"|^(?:Except for|With the exception of|Apart from) (?P<some3>[^.;:,]{2,60}), (?P<others>[^.;:]{3,120})"
)
"""A sentence about a kind and those of it that are excepted."""
_NUMBER, _KIND = regex(r"^(?:[Nn]umber|[Nn]o\.) (?=\d)"), regex(r"[Aa]ll (?:the )?(?P<noun>[a-z]+s)\b")
_WHICH = regex(r", (?:who|which)")
_DUTY = regex(r"\b(?:must|should|need|ha[sv]e? to|required|obliged)\b")
_ARTICLE = regex(r"^(?:the|an?) ", re.IGNORECASE)
_TURNED = {
    one: other
    for pair in ("open closed", "allowed forbidden", "allowed prohibited", "included excluded", "admitted excluded")
    for one, other in (pair.split(), pair.split()[::-1])
}
_FORBIDDEN = regex(r"\b(?:prohibited|forbidden|banned|closed|excluded)\b", re.IGNORECASE)
_RULES = listed("excepted.rules")
"""Words that say what may or must be; which of them a claim about the excepted uses does not matter."""
_HARDLY_ALL = regex(
    r"\b(?:almost|nearly|not (?:all|every|each|only)|but|hardly|virtually|most|above all|after all|at all|first of all)\b",
    re.IGNORECASE,
)
NAMED = 4
"""Words of a name for what is excepted, at most."""


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
        some = content(excepted)
        if not some or not all(occurs(word, claim) for word in some):
            continue
        rest = [word for word in content(claim) if word not in {*some, *_RULES, *FUNCTION_WORDS}]
        turned = (negated(claim) + len(_FORBIDDEN.findall(claim)) + negated(rule) + len(_FORBIDDEN.findall(rule))) % 2
        if turned and rest and all(occurs(word, rule) for word in rest):
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
            excepted = _WHICH.split(found["some"] or found["some2"] or found["some3"], maxsplit=1)[0]
            others = found["most"] or found["every"] or found["others"]
            if kind := _KIND.match(others):
                excepted = _NUMBER.sub(f"{singular(kind['noun'])} ", excepted)  # "all rooms except number 7"
            yield _Exception(sentence, excepted, others)


def _turned(said: list[str], of_others: str) -> Says | None:
    """Whether what a claim says of the excepted is the opposite of what is said ``of_others`` in its words, or the same."""
    mine, words = ([w for w in folded(text) if w not in FUNCTION_WORDS] for text in (" ".join(said), of_others))
    opposite = [_TURNED[word] for word in mine if word in _TURNED and not occurs(word, of_others)]
    mine = [word for word in mine if word not in map(_TURNED.get, opposite)]
    told = next((words[at:] for at, word in enumerate(words) if word in opposite or occurs(word, " ".join(mine))), [])
    alike = all(occurs(word, of_others) for word in (*mine, *opposite))
    if not told or not alike or not all(word in opposite or occurs(word, " ".join(mine)) for word in told):
        return None
    if re.findall(r"\d+", " ".join(said)) != re.findall(r"\d+", of_others):
        return None
    denied_once = negated(" ".join(said)) != negated(of_others)
    return "borne out" if denied_once != bool(opposite) else "contradicted"


def content(text: str) -> list[str]:
    """The words in small letters, in order, the common ones left out."""
    return [word for word in re.findall(r"[^\W\d_]+", text.lower()) if word not in ENGLISH]


def occurs(word: str, text: str) -> bool:
    """Whether a word or another form of it begins a word of the text."""
    stem = word[: max(4, len(word) - 2)]
    return bool(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE))
