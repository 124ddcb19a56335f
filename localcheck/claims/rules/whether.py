"""A question that "yes" or "no" answers, with its answer as a statement: "May children take it?" and "No." say that they
cannot. Pure.
"""

from __future__ import annotations

import re

from localcheck.claims.rules import verbs
from localcheck.claims.rules.wording import ADVERB, CONJUNCTION, DETERMINER, PREPOSITION
from localcheck.text.irregular_verbs import PARTICIPLE, past, third
from localcheck.text.lexicon import COUNT_WORDS, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_ASKS_WHETHER = regex(
    r"(?P<verb>is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|should|will|would|shall)"
    r" (?P<rest>[^?？]+)[?？]",
    re.IGNORECASE,
)
_ASKS_FOR_HELP = regex(
    r"(?:can|could|would|will) you\b|do you (?:know|have)\b|(?:may|can|could) (?:i|we) (?:ask|get|have|please)\b",
    re.IGNORECASE,
)
"""A request: "Sure." to it says nothing yet."""
_PRONOUNS = word_set("it he she they there you")
_AUXILIARY = rf"(?:{'|'.join(sorted(verbs.AUXILIARY))})"
_MORE = rf"(?:[,.!]? (?:\w+ {_AUXILIARY}(?: not|n['’]t)?|absolutely|certainly|definitely|indeed|of course|not at all))?[.!]*"
_YES = regex(
    r"(?:yes|yeah|yep|absolutely|certainly|correct|definitely|exactly|indeed|of course|right|sure|that['’]s right|true)"
    rf"(?! not){_MORE}",
    re.IGNORECASE,
)
_NO = regex(
    rf"(?:no|nope|never|not at all|not really|absolutely not|certainly not|definitely not|of course not|false|wrong){_MORE}",
    re.IGNORECASE,
)
_WITH_ECHO = regex(r"(?P<yes>yes|yeah|yep|correct|exactly|right)[,:] (?P<echo>[^.!?]+)[.!]*", re.IGNORECASE)
_BASE_TOO = word_set("be have do allow cancel close connect cost download expire fit need pay renew switch weigh")
"""Verbs that are asked about, beside those of ``verbs``."""
_QUALITY = regex(
    r"[a-z]{2,}(?:proof|able|ible|ful|ous|less|ic|ive|ient|ant)|open|free|safe|valid|ready|late|early|high|low|long|short|big|small|large"
    r"|old|new|good|bad|[a-z]+-free|true|wrong|cheap|expensive|fast|slow|full|empty|hot|cold|due|necessary|normal|legal|illegal|closed"
)
_NUMBER = regex(rf"\d.*|{COUNT_WORDS}", re.IGNORECASE)
_INSIDE = DETERMINER | PREPOSITION | CONJUNCTION
"""What another word of the same noun phrase follows."""
_OTHERS = word_set("you your we our us or")
"""Words with which a question is not stated: who is meant depends on who speaks, and "yes" does not say which of two."""
_TO_THE_READER = {"I": "you", "am": "are", "me": "you", "my": "your", "myself": "yourself"}


def asks_whether(question: str) -> bool:
    """Whether "yes" and "no" answer a question; a request ("Can you tell me …?") is none."""
    asked = " ".join(question.split())
    return _ASKS_WHETHER.fullmatch(asked) is not None and not _ASKS_FOR_HELP.match(asked)


def is_yes_or_no(answer: str) -> bool:
    """Whether an answer is no more than "yes" or "no" in some words: "No, it is not.", "Absolutely!"."""
    said = " ".join(answer.split())
    return _YES.fullmatch(said) is not None or _NO.fullmatch(said) is not None


def stated(question: str, answer: str) -> str:
    """What a question and its "yes" or "no" say together; empty for another answer, and where the subject's end is not plain.

    >>> stated("May children under 6 take Relivon?", "No."), stated("Does the lamp need oil?", "Yes, it does.")
    ('Children under 6 cannot take Relivon.', 'The lamp needs oil.')
    >>> stated("Was Ada born in London?", "Yes, in London."), stated("Was Ada born in London?", "Yes, in Paris.")
    ('Ada was born in London.', '')
    >>> stated("Is there a pool?", "No"), stated("Was the plant closed in June?", "Yes"), stated("May I drink it?", "No")
    ('There is no pool.', 'The plant was closed in June.', 'You cannot drink it.')
    """
    answer = _without_echo(question, answer)
    found = _ASKS_WHETHER.fullmatch(" ".join(question.split()))
    if found is None or not is_yes_or_no(answer) or not asks_whether(question):
        return ""
    verb, words = found["verb"].lower(), [_TO_THE_READER.get(word, word) for word in found["rest"].split()]
    end = None if not _OTHERS.isdisjoint(found["rest"].lower().split()) else _end_of_subject(verb, words)
    if end is None:
        return ""
    tell = _denied if _NO.fullmatch(" ".join(answer.split())) else _affirmed
    said = tell(verb, words[:end], words[end:])
    return f"{with_capital(said)}." if said else ""


def _without_echo(question: str, answer: str) -> str:
    """The answer without words of the question behind its "yes": "Yes, in Paris." to "Was she born in Paris?"."""
    said = _WITH_ECHO.fullmatch(" ".join(answer.split()))
    if said is None or f" {said['echo']} ".lower() not in f" {' '.join(question.split()).rstrip('?？ ')} ".lower():
        return answer
    return said["yes"]


def _end_of_subject(verb: str, words: list[str]) -> int | None:
    """How many words behind the auxiliary are the subject; None where that is not plain."""
    if words[0].lower() in _PRONOUNS:
        return 1 if len(words) > 1 else None
    if verb in verbs.BE:
        return _before_predicate(words)
    if verb in verbs.HAVE:
        return next((i for i in _heads(words) if _is_participle(words[i])), None)
    places = [i for i in _heads(words) if verbs.is_base(words[i]) or words[i] in _BASE_TOO]
    if not places:
        at = 1 + (words[0].lower() in DETERMINER)  # "does the museum close on Sundays"
        verbal = re.fullmatch(r"[a-z]+[^s\W]", " ".join(words[at : at + 1]))
        after = {word.lower() for word in words[at + 1 : at + 2]}  # an unknown word may be a verb by what follows it
        return at if verbal and after <= (PREPOSITION - {"of"}) | DETERMINER else None
    return None if places[0] + 1 in places else places[0]  # "does the work plan cover it", "does it help prevent it"


def _heads(words: list[str]) -> list[int]:
    """The places at which a predicate may begin: not behind a word that the same noun phrase goes on after."""
    return [i for i in range(1, len(words)) if words[i - 1].lower() not in _INSIDE]


def _before_predicate(words: list[str]) -> int | None:
    """Where what is said with "is" begins: "allergic to it", "the manager", "two years", "on the second floor"."""
    begin = DETERMINER | ADVERB | {"not"}
    for i in _heads(words):
        word, before = words[i], words[i - 1]
        named = before[:1].isupper() and before.lower() not in DETERMINER and word.islower() and word not in _INSIDE
        told = _is_participle(word) or word.lower() in begin
        if named or told or _QUALITY.fullmatch(word) or _NUMBER.fullmatch(word):
            return i
    return next((i for i in _heads(words) if words[i] in PREPOSITION - {"of"}), None)


def _is_participle(word: str) -> bool:
    return word in PARTICIPLE or word == "been" or re.fullmatch(r"[a-z]{3,}(?:ed|ing)", word) is not None


def _denied(verb: str, subject: list[str], rest: list[str]) -> str:
    """What is denied of a subject; empty for "all" and the like, of which "no" denies only that it is all."""
    if subject[0].lower() in ("all", "every", "each", "both", "any", "some"):
        return ""
    who = " ".join(subject)
    if subject[0].lower() == "there" and verb in verbs.BE:
        return " ".join([who, verb, "no", *(rest[1:] if rest[0] in ("a", "an", "any") else rest)])
    return " ".join([who, {"can": "cannot", "may": "cannot", "must": "need not"}.get(verb, f"{verb} not"), *rest])


def _affirmed(verb: str, subject: list[str], rest: list[str]) -> str:
    rest = ["some" if word == "any" else word for word in rest]
    if verb in ("do", "does", "did"):
        verb, rest = {"did": past(rest[0]), "does": third(rest[0])}.get(verb, rest[0]), rest[1:]
    return " ".join([*subject, verb, *rest])
