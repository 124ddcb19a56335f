"""Decides which claims of a language model are accepted for a sentence, and whether they cover it. Pure.

What a model writes is compared with the sentence it was asked about. A claim is dropped if it repeats another one, is a
fragment, begins with a reference that nothing resolves, or says something that the text does not say. What is left must
cover the sentence; if it does not, the caller falls back to the rules, so that no sentence is ever lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.text.han import has_han
from localcheck.text.patterns import regex
from localcheck.text.stopwords import STOPWORDS
from localcheck.text.words import words as plain_words

_NAME = regex(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]+")
_DANGLING = regex(
    r"(?:he|she|it|they|his|her|its|their|him|them|this|that|these|those"
    r"|the (?:former|latter)(?=[,.]| (?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|might|\w+ed)\b)"
    r"|there(?! (?:is|are|was|were|has|have|had|will|would|can|could|may|might|exists?|existed|remains?|remained)\b))\b"
    r"|[他她它](?:们)?|这|那(?=[个些位里是时次部年天样种座一])|其",
    re.IGNORECASE,
)
COMMON = frozenset[str]().union(*STOPWORDS.values())
"""Words that occur in nearly every sentence, in any language."""
STRANGE = 0.25
"""Share of a claim's content words that may be missing from the document ("born" for a date in brackets); with more it counts
as invented, and so it does with any name or number that the document does not have."""
COVERED = 0.8
"""Share of a sentence's content words that its claims together must contain."""
DUPLICATE, DANGLES, INVENTED = "says the same as another", "not self-contained", "not in the text"
GIVEN_BACK = "the model gave the sentence back"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The claims of a model that are taken for one sentence."""

    claims: tuple[str, ...]
    """The accepted claims in order; empty if the rules make the claims of this sentence."""
    failure: str = ""
    """Why the rules make the claims of this sentence; empty if they do not."""


def accept(sentence: str, given: Sequence[str], document: str, title: str = "", taken: Iterable[str] = ()) -> Accepted:
    """The claims of ``given`` that are taken for ``sentence`` of a text ``document`` about ``title``.

    ``taken`` are the claims of earlier sentences. ``failure`` is set, and nothing is taken, where the claims together
    leave out a number, a name or more than a fifth of the content words of the sentence, or where a lone claim is the
    sentence itself.
    """
    known = set(words(f"{title} {document}"))
    seen = {key(text) for text in taken}
    claims, why = list[str](), ""
    for text in map(one_line, given):
        if reason := _why_dropped(text, known, seen, title):
            why = why or reason
        else:
            claims.append(text)
            seen.add(key(text))
    missing = uncovered(sentence, claims)
    if [key(text) for text in claims] == [key(sentence)]:
        failure = GIVEN_BACK
    elif not claims:
        failure = why or "the model gave nothing for it"
    else:
        failure = f"the model left out {', '.join(missing[:3])}" if missing else ""
    return Accepted((), failure) if failure else Accepted(tuple(claims))


def uncovered(sentence: str, claims: Sequence[str]) -> tuple[str, ...]:
    """What the claims together leave out of the sentence; empty if they cover it.

    Every number and every name must be there, and four fifths of the content words.
    """
    wanted = content_words(sentence)
    there = set(words(" ".join(claims)))
    named = set(words(" ".join(_NAME.findall(sentence))))
    needed = tuple(w for w in wanted if w not in there and (w in named or any(c.isdigit() for c in w)))
    missing = tuple(w for w in wanted if w not in there)
    return needed or (missing if len(missing) > (1 - COVERED) * len(wanted) else ())


def content_words(text: str) -> tuple[str, ...]:
    """The distinct words of ``text`` that carry meaning, in order."""
    return tuple(dict.fromkeys(w for w in words(text) if w not in COMMON))


def words(text: str) -> list[str]:
    """Lower-case words; Chinese by characters."""
    return [w for token in plain_words(text.casefold()) for w in (token if has_han(token) else [token])]


def dangles(text: str) -> bool:
    """Whether ``text`` begins with a reference that it does not resolve itself."""
    return _DANGLING.match(text) is not None


def key(text: str) -> str:
    """A key that is equal for two claims that say the same in the same words."""
    return " ".join(words(text))


def one_line(text: str) -> str:
    """One line without control characters: the text goes to terminals and into queries."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def _why_dropped(text: str, known: set[str], seen: set[str], title: str) -> str:
    """Why a claim is not taken; empty when it is."""
    if not key(text) or key(text) in seen:
        return DUPLICATE
    if reason := why_not_checkable(text, title):
        return reason
    if dangles(text):
        return DANGLES
    said = content_words(text)
    strange = [w for w in said if w not in known]
    foreign = [w for w in words(" ".join(_NAME.findall(text))) if w not in known and w not in COMMON]
    if foreign or any(c.isdigit() for w in strange for c in w) or len(strange) > max(1.0, STRANGE * len(said)):
        return INVENTED
    return ""
