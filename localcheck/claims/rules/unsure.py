"""Where it is not sure whose a further verb or clause of a sentence is, or what a part of it says by itself. Pure."""

from __future__ import annotations

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.labelled import is_sentence
from localcheck.claims.rules.wording import Token
from localcheck.text.irregular_verbs import is_participle
from localcheck.text.lexicon import WORDS, YEAR, listed, word_set
from localcheck.text.patterns import regex
from localcheck.types import Span

_HOW_MANY = wording.QUANTIFIER - {"every", "only", "nobody", "nothing", "no"} | word_set("both all one others")
_OTHERS = wording.SUBJECT_PRONOUN - {"it", "you"} | {"–", "—"}
"""What a second clause begins with."""
_NO_MORE = word_set("not too either also as well still never")
_OF_BOTH = wording.ATTITUDE | word_set("if unless whether when because according")
_NOT_ALONE = wording.ADVERB | listed("unsure.not_alone")
_STANDS_IN = wording.SUBJECT_PRONOUN | word_set('this that these those his her its their him them – — - "')
_YEAR = regex(YEAR)
_DEGREES = word_set("only almost nearly just about roughly even hardly barely around approximately mainly particularly")
_TIMES = word_set("time day week month year decade century hour")
_OF_THE_OTHER = word_set("first second third other others latter former rest last next same remaining")


def means_those_before(tokens: list[Token], clause: Clause) -> bool:
    """Whether a subject says only how many or which of those named before: "neither has a moon", "both of them have rings",
    "150 later died", "the other is closed".
    """
    after = tokens[clause.start + 1].lower if clause.start + 1 < len(tokens) else ""
    behind = tokens[clause.start + 2].lower if clause.start + 2 < len(tokens) else ""
    alone = clause.head_end - clause.start == 1 or after == "%" or (after == "of" and behind in ("them", "these"))
    first = tokens[clause.start].lower
    if first in wording.DETERMINER and clause.head_end - clause.start == 2 and after in _OF_THE_OTHER:
        return True
    return alone and (first in _HOW_MANY or _is_number(first))


def _is_number(word: str) -> bool:
    """Whether a word is a number or a share: "150", "72%", "three"; a year that sees something is none."""
    return word in WORDS or (word[0].isdigit() and not _YEAR.fullmatch(word))


def may_be_nouns(tokens: list[Token], clause: Clause) -> bool:
    """Whether a last word is no verb but ends a list: "…, rivers, and desert lands."."""
    named = tokens[clause.start].text[0].isupper() or tokens[clause.start].lower in wording.DETERMINER
    last = not any(token.word for token in tokens[clause.verb + 1 :])
    return last and not named and verbs.may_be_third_person(tokens[clause.verb].text)


def shares_its_object(tokens: list[Token], at: int, verb: int) -> bool:
    """Whether a verb before a comma waits for what stands behind a second one: "desired, but did not require, a range"."""
    comma = at - (tokens[at - 1].text == ",")
    return (
        verb == comma - 1 and tokens[comma].text == "," and any(t.text == "," and not t.depth for t in tokens[at + 1 :])
    )


def is_a_degree(tokens: list[Token], subject: int) -> bool:
    """Whether a subject is not all that its name says: "Only two of them …", "Almost all paintings …"."""
    return tokens[subject].lower in wording.QUANTIFIER or (subject > 0 and tokens[subject - 1].lower in _DEGREES)


def continues_a_participle(tokens: list[Token], verb: int, at: int) -> bool:
    """Whether a form of "be" has a participle behind a comma, to which a further one belongs: "was a monster, later seen as a
    whirlpool and called …".
    """
    if tokens[verb].text not in verbs.BE:
        return False
    behind = (
        wording.adverbs_from(tokens, i + 1)
        for i in range(verb + 1, at)
        if tokens[i].text == "," and not tokens[i].depth
    )
    return any(i < at and is_participle(tokens[i].text) for i in behind)


def counted(tokens: list[Token], at: int) -> bool:
    """Whether a number of things begins here ("won two Nobel Prizes"), and no time ("held two years later")."""
    behind = tokens[at + 1].lower.removesuffix("s") if at + 1 < len(tokens) else ""
    return (tokens[at].lower in WORDS or tokens[at].text.isdigit()) and behind.isalpha() and behind not in _TIMES


def leaves_out(tokens: list[Token], verb: int) -> bool:
    """Whether what an auxiliary says is left out, as it was said before: ", but they are not", "and so did Norway"."""
    behind = [token.lower for token in tokens[verb + 1 :] if token.word]
    return tokens[verb].text in verbs.AUXILIARY and {*behind} <= _NO_MORE


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
    if len(words) < 2 or words[0] in _NOT_ALONE or _is_number(words[0]) or words[-1].isdigit():
        return ()
    those_before = words[0] in wording.DETERMINER and words[1] in _OF_THE_OTHER
    if those_before or _OF_BOTH & {token.lower for token in first} or _STANDS_IN & {token.lower for token in second}:
        return ()
    sides = Span(0, first[-1].span.end), Span(second[0].span.start, len(sentence))
    return sides if all(is_sentence(f"{side.of(sentence).rstrip('.')}.") for side in sides) else ()
