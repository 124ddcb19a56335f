"""The two sides of a semicolon: "Guests pay 6 euros; members pay nothing". Pure."""

from __future__ import annotations

from localcheck.claims.rules.grammar import ADVERB, ATTITUDE, DETERMINER, SUBJECT_PRONOUN, Token
from localcheck.claims.rules.labelled import is_sentence
from localcheck.text.lexicon import word_set
from localcheck.types import Span

_OF_BOTH = ATTITUDE | word_set("if unless whether when because according")
_NOT_ALONE = ADVERB | word_set(
    "one both neither none nothing nobody others some many most another so such as for males females young"
)
_STANDS_IN = SUBJECT_PRONOUN | word_set('this that these those his her its their him them – — - "')
_OF_THE_OTHER = word_set("first second third other others latter former rest last next same remaining")


def halves(sentence: str, tokens: list[Token]) -> tuple[Span, ...]:
    """The sides of the one semicolon of a sentence, where each has a subject that the other does not tell, and its verb.

    >>> from localcheck.claims.rules.grammar import tokenize
    >>> text = "Guests pay 6 euros; members pay nothing."
    >>> [half.of(text) for half in halves(text, tokenize(text))]
    ['Guests pay 6 euros', 'members pay nothing.']
    """
    at = [i for i, token in enumerate(tokens) if token.text == ";"]
    if len(at) != 1 or tokens[at[0]].depth or not 2 < at[0] < len(tokens) - 4:
        return ()
    first, second = tokens[: at[0]], tokens[at[0] + 1 :]
    words = [token.lower for token in second if token.word]
    if not _OF_BOTH.isdisjoint(token.lower for token in first) or words[0] in _NOT_ALONE or words[-1].isdigit():
        return ()
    if not _STANDS_IN.isdisjoint(token.lower for token in second):
        return ()
    if words[1] == "else" or (words[0] in DETERMINER and words[1] in _OF_THE_OTHER):
        return ()
    sides = Span(0, first[-1].span.end), Span(second[0].span.start, len(sentence))
    return sides if all(is_sentence(f"{side.of(sentence).rstrip('.')}.") for side in sides) else ()
