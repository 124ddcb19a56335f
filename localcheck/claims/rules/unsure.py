"""Where it is not sure whose a further verb or clause of a sentence is, or what a part of it says by itself. Pure."""

from __future__ import annotations

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.labelled import is_sentence
from localcheck.claims.rules.wording import Token
from localcheck.text.lexicon import word_set
from localcheck.types import Span

_HOW_MANY = wording.QUANTIFIER - {"every", "only", "nobody", "nothing", "no"} | word_set("both all one others")
_OTHERS = wording.SUBJECT_PRONOUN - {"it", "you"} | {"–", "—"}
"""What a second clause begins with."""
_NO_MORE = word_set("not too either also as well still never")
_OF_BOTH = wording.ATTITUDE | word_set("if unless whether when because according")
_NOT_ALONE = wording.ADVERB | word_set(
    "one both neither none nothing nobody others some many most another so such as for males females young"
)
_STANDS_IN = wording.SUBJECT_PRONOUN | word_set('this that these those his her its their him them – — - "')
OF_THE_OTHER = word_set("first second third other others latter former rest last next same remaining")


def means_those_before(tokens: list[Token], clause: Clause) -> bool:
    """Whether a subject says only how many of those named before: "neither has a moon", "both of them have rings"; or what
    only those before tell: "nothing happened", "nobody else did".
    """
    after = tokens[clause.start + 1].lower if clause.start + 1 < len(tokens) else ""
    behind = tokens[clause.start + 2].lower if clause.start + 2 < len(tokens) else ""
    alone = clause.head_end - clause.start == 1 or (after == "of" and behind in ("them", "these"))
    first = tokens[clause.start].lower
    empty = (first == "nothing" and after in ("happened", "changed")) or (first == "nobody" and after == "else")
    return empty or (alone and first in _HOW_MANY)


def leaves_out(tokens: list[Token], verb: int) -> bool:
    """Whether what an auxiliary says is left out, as it was said before: ", but they are not", "and so did Norway"."""
    behind = [token.lower for token in tokens[verb + 1 :] if token.word]
    done = (
        tokens[verb].text in ("do", "does", "did") and behind and behind[0] in wording.PREPOSITION
    )  # "Turin did in 2006"
    return bool(done) or (tokens[verb].text in verbs.AUXILIARY and {*behind} <= _NO_MORE)


def has_a_clause(tokens: list[Token], verb: int, at: int) -> bool:
    """Whether a second subject with a verb stands between a verb and a conjunction, whose further verb may be its own: "stood
    as the engineers came and went".
    """
    for i in range(verb + 1, at):
        word, kind = tokens[i].lower, tokens[i - 1].lower == "such" or tokens[i + 1].lower in ("a", "an")
        led = word in ("before", "after", "until", "since") or (word == "as" and not kind)
        if tokens[i].depth:
            continue
        if word in _OTHERS or (led and any(wording.is_finite(tokens, k, sure_subject=False) for k in range(i + 2, at))):
            return True
    return False


def halves(sentence: str, tokens: list[Token]) -> tuple[Span, ...]:
    """The sides of the one semicolon of a sentence, where each has a subject that the other does not tell, and its verb.

    >>> from localcheck.claims.rules.wording import tokenize
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
    if words[1] == "else" or (words[0] in wording.DETERMINER and words[1] in OF_THE_OTHER):
        return ()
    sides = Span(0, first[-1].span.end), Span(second[0].span.start, len(sentence))
    return sides if all(is_sentence(f"{side.of(sentence).rstrip('.')}.") for side in sides) else ()
