"""A shallow reading of English sentences: the subject and the finite verb of a clause.

Every function answers "not sure" with ``None``; nothing here guesses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.claims.rules import verbs
from localcheck.claims.rules.pronouns import TITLES, pronoun_of
from localcheck.claims.rules.wording import (
    ADVERB,
    CLOSE,
    CONJUNCTION,
    DETERMINER,
    OPEN,
    PREPOSITION,
    QUOTES,
    SUBJECT_PRONOUN,
    SUBORDINATOR,
    Token,
    adverbs_from,
    is_finite,
    tokenize,
)
from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.lexicon import listed, word_set

_ALONE = word_set("opened reopened closed moved started merged formed launched debuted premiered expanded")
"""Pasts without an object as often as participles, as "founded" and "built" are not."""
_OF_MANY = word_set("include consist contain comprise become exist occur belong depend differ")
"""Verbs that are no nouns, behind a plural."""
_NAMES = word_set("called named titled entitled dubbed nicknamed")
_GOES_ON = PREPOSITION | CONJUNCTION | DETERMINER - word_set("this these those all both each some any")
"""What ends no subject."""
_NO_VERB = word_set("as his its perhaps sometimes always nowadays afterwards besides ones others towards upwards yes")
"""What ends with an s behind "he" or "it" and is no verb."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a clause has its subject and its finite verb, as token indices."""

    start: int
    """First token of the subject."""
    head_end: int
    """One past the last token of the bare subject: without an appositive or a relative clause."""
    verb: int
    aside: tuple[int, int] | None = None
    """Tokens between the commas after the bare subject, if any."""


def find_clause(tokens: list[Token], start: int, limit: int = 30) -> Clause | None:
    """The clause whose subject begins at ``start``: a noun phrase or pronoun, perhaps an aside, then a finite verb."""
    head_end = aside_start = -1
    aside: tuple[int, int] | None = None
    at = start
    while at < min(len(tokens), start + limit):
        token = tokens[at]
        if token.depth > 0 or token.text in OPEN + CLOSE or token.text in QUOTES:
            at += 1
            continue
        if at > start and (token.lower in SUBJECT_PRONOUN or (token.text == "-" and tokens[at - 1].text == "-")):
            return None
        if token.text == ",":
            if at == start:
                return None
            head_end, aside_start = at, at + 1
            closing = _closing_comma(tokens, at + 1)
            if closing is None:
                named = tokens[start].text[0].isupper() and tokens[start].lower not in DETERMINER
                verb = _verb_after_title(tokens, at + 1) if named else None
                return Clause(start, head_end, verb) if verb is not None else None
            if _has_clause(tokens, aside_start, closing) or _names_a_second(tokens, aside_start, closing):
                return None
            aside, at = (aside_start, closing), closing + 1
            continue
        verb = adverbs_from(tokens, at)
        if at > start and _subject_may_end(tokens[at - 1]) and _verb_here(tokens, start, verb):
            return Clause(start, head_end if head_end >= 0 else at, verb, aside)
        if token.lower in SUBORDINATOR | verbs.AUXILIARY or not (token.word or token.text in "-–'’.&"):
            return None
        at += 1
    return None


def _has_clause(tokens: list[Token], start: int, end: int) -> bool:
    """True if the words between two commas have a finite verb and are no relative clause: they are the main clause."""
    relative = tokens[start].lower in ("who", "which", "whose", "that", "whom", "where", "when")
    return not relative and any(
        is_finite(tokens, at, sure_subject=tokens[at - 1].text[0].isupper()) for at in range(start + 1, end)
    )


def _names_a_second(tokens: list[Token], start: int, end: int) -> bool:
    """Whether the words between two commas run on to another subject: "Hillary, a beekeeper, and Tenzing, a Sherpa, were"."""
    joined = [at for at in range(start, end - 2) if tokens[at].text == "," and tokens[at + 1].lower == "and"]
    return any(
        any(token.text[0].isupper() for token in tokens[at + 2 : at + 4])
        and any(token.text == "," for token in tokens[at + 2 : end])
        for at in joined
    )


def _verb_here(tokens: list[Token], start: int, at: int) -> bool:
    """Whether a finite verb stands at ``at`` for a subject that began at ``start``."""
    if at >= len(tokens):
        return False
    last, word = tokens[at - 1], tokens[at].text
    if word in _NAMES and _is_named_before_its_verb(tokens, at + 1):
        return False  # "A mill called the Thomas Mill was built"
    sure = last.text[:1].isupper() or last.lower in SUBJECT_PRONOUN | ADVERB or last.text in ",)\"''"
    if is_finite(tokens, at, sure_subject=sure):
        return True
    if last.lower in SUBJECT_PRONOUN - {"it", "you"} and verbs.is_past(word):
        return True
    if at == start + 1 and last.lower in ("he", "she", "it") and word.lower() not in _NO_VERB:
        return verbs.may_be_third_person(word)  # "It supplies 2.5 million homes"
    if word in _OF_MANY and last.lower.endswith("s") and last.text.islower():
        return True  # "Its main exports include"
    if word in _ALONE and _has_no_other_verb(tokens, at + 1):
        return True  # "The bridge opened in 1912"
    plural = tokens[start].lower in ("they", "we", "you") and at - start <= 2
    return plural and verbs.is_base(word)


def _is_named_before_its_verb(tokens: list[Token], start: int) -> bool:
    """Whether a name, and then an auxiliary, stand at ``start``: "the Thomas Mill was"."""
    at = name = start + (start < len(tokens) and tokens[start].lower in DETERMINER)
    while at < len(tokens) and (tokens[at].text[0].isupper() or tokens[at].lower == "of"):
        at += 1
    return at > name and at < len(tokens) and tokens[at].text in verbs.AUXILIARY


def _has_no_other_verb(tokens: list[Token], start: int) -> bool:
    """Whether a preposition and no finite verb follow up to the next conjunction or mark, so that a past before them is no
    participle.
    """
    ends = [at for at in range(start, len(tokens)) if tokens[at].text in (",", ";", ".", "and", "but", "when", "while")]
    stop = ends[0] if ends else len(tokens)
    led = start < stop and tokens[start].lower in PREPOSITION
    return led and not any(is_finite(tokens, at, sure_subject=False) for at in range(start, stop))


def _subject_may_end(token: Token) -> bool:
    ends = token.lower not in _GOES_ON and (token.word or token.text in ".%")
    return ends or token.text in CLOSE + ",\"''"


def _closing_comma(tokens: list[Token], start: int) -> int | None:
    """The comma that ends an aside begun at ``start``: a finite verb follows it."""
    for at in range(start + 1, min(len(tokens), start + 25)):
        if tokens[at].text == "," and tokens[at].depth == 0 and _verb_here(tokens, at, adverbs_from(tokens, at + 1)):
            return at
        if tokens[at].text in ";:" and tokens[at].depth == 0:
            return None
    return None


def _verb_after_title(tokens: list[Token], start: int) -> int | None:
    """The verb in "X, 1st Baron Y (1708-1794) was", "X, Jr. is", "X, OBE was": a title and no lower-case word before it.

    And in "X (née Y), was".
    """
    if start < len(tokens) and tokens[start - 2].text == ")" and tokens[start].text in verbs.BE:
        return start
    for at in range(start, min(len(tokens), start + 25)):
        token = tokens[at]
        if at > start and is_finite(tokens, at, sure_subject=True):
            return at
        name = token.text[0].isupper() or token.text[0].isdigit() or token.lower in _IN_TITLES
        if (token.depth == 0 and not name) or (at == start and token.text.islower()):
            return None
    return None


_IN_TITLES = frozenset({"of", "the", "and", ",", ".", "(", ")"})
_LEAD = PREPOSITION | ADVERB | listed("grammar.lead")

_NO_SUBJECT = word_set("having being during including following according regarding concerning")


def main_clause(tokens: list[Token]) -> Clause | None:
    """The main clause of a sentence, after a leading adverbial such as "In 1905," if there is one."""
    if not tokens or tokens[0].lower in ("if", "unless", "whether", "that", "what", "let"):
        return None
    first = tokens[0].lower
    if first not in _LEAD and first not in ("born", "known", "written") and not _opens_as_verb(tokens):
        return find_clause(tokens, 0)
    if first in ("in", "by", "since", "from") and len(tokens) > 2 and re.fullmatch(r"\d{4}", tokens[1].text):
        clause = find_clause(tokens, 3 if tokens[2].text == "," else 2)
        if clause is not None:
            return clause
    for at in range(1, min(len(tokens), 25)):
        if tokens[at].text == "," and tokens[at].depth == 0:
            clause = find_clause(tokens, at + 1)
            if clause is not None and _starts_noun_phrase(tokens[clause.start]) and not _is_where(tokens, clause):
                return clause
    if first in ADVERB:
        return find_clause(tokens, 1)
    return None


def _is_where(tokens: list[Token], clause: Clause) -> bool:
    """Whether what a comma follows is the end of a place, and no subject with a title: "Born in Lyon, Rhône, Carrel was …"."""
    if clause.aside is not None or tokens[clause.head_end].text != ",":
        return False
    title = tokens[clause.head_end + 1].text
    return title[:1].isupper() and title[1:].islower() and title not in ("Jr", "Sr")


def has_clause(text: str) -> bool:
    """Whether words have a subject and a finite verb."""
    return main_clause(tokenize(text)) is not None


def _opens_as_verb(tokens: list[Token]) -> bool:
    """Whether a sentence begins with an adverb or a participle, and not with a name or a noun of such an end: not where a verb
    follows ("Italy joined", "Fishing was"), and not for a first name or a title ("Alfred Nobel", "King John").
    """
    first = tokens[0].text
    if first.lower() in PARTICIPLE and len(tokens) > 1 and tokens[1].lower in PREPOSITION:
        return True
    if not first.endswith(("ly", "ing", "ed")) or pronoun_of(first) or first in TITLES:
        return False
    return first.lower() in _NO_SUBJECT or not is_finite(tokens, 1, sure_subject=not first.endswith("ly"))


def _starts_noun_phrase(token: Token) -> bool:
    if token.text.isdigit():  # the year of "on February 24, 1978, she ..."
        return False
    return token.lower not in PREPOSITION | CONJUNCTION | ADVERB | SUBORDINATOR and (
        token.word or token.text in "\"“'``"
    )
