"""A shallow reading of English sentences: tokens with offsets, the subject and the finite verb of a clause.

Every function answers "not sure" with ``None``; nothing here guesses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.claims.rules import verbs
from localcheck.claims.rules.first_names import TITLES, pronoun_of
from localcheck.text.irregular_verbs import PARTICIPLE
from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex
from localcheck.text.words import Variant, matches
from localcheck.types import Span

DETERMINER = word_set("a an the his her its their this these those each every some any no another my our your both all")
SUBJECT_PRONOUN = word_set("he she it they we i you")
PREPOSITION = word_set(
    "in on at by for with from to of into onto as under over after before during between among through against about"
    " near since until within without upon across toward towards via despite throughout following alongside per like unlike"
    " along around behind beyond outside inside"
)
QUANTIFIER = word_set("no few any neither none nobody nothing either some many most several each every only half")
"""A subject that begins so may not be repeated: "some swim and fly" is not "some swim" and "some fly"."""
CONJUNCTION = word_set("and or but nor yet so")
SUBORDINATOR = word_set(
    "that which who whom whose where when why how because if unless although though while whereas whether than since"
    " until what whatever whoever wherever once lest whilst"
)
ATTITUDE = word_set(
    "said say says claimed claims claim believed believes believe thought thinks think argued argues suggested suggests"
    " stated states reported reports alleged denied hoped hopes feared wanted wants would could might may if doubted"
    " assumed supposed rumored rumoured predicted proposed promised imagined pretended wished not never n't"
)
"""Words that change what the rest of their sentence asserts: behind them a split could assert what nobody asserted."""
ADVERB = word_set(
    "also later then subsequently eventually finally soon still now once again currently often never always thus hence"
    " thereafter afterwards afterward instead even just only already formerly famously briefly together therefore"
    " almost twice thrice seldom perhaps maybe quickly further moreover meanwhile originally initially previously first"
)
_NEGATED = regex(r"[a-z]+n['’]t")
"""A verb that is denied in one word: "doesn't", "won't"."""
_NO_VERB = word_set("as his its perhaps sometimes always nowadays afterwards besides ones others towards upwards yes")
"""What ends with an s behind "he" or "it" and is no verb."""
_WHEN = word_set("while when after before")
_ALONE = word_set("opened reopened closed moved started merged formed launched debuted premiered expanded")
"""Pasts without an object as often as participles, as "founded" and "built" are not."""
_NAMES = word_set("called named titled entitled dubbed nicknamed")
_OPEN, _CLOSE = "([{“", ")]}”"
_QUOTES = ('"', "''", "``")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark of a sentence."""

    text: str
    span: Span
    depth: int
    """Nesting in brackets and quotes; 0 is the sentence itself."""

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower()

    @property
    def word(self) -> bool:
        """Whether it has a letter or digit."""
        return self.text[0].isalnum()


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


def tokenize(sentence: str) -> list[Token]:
    """Words and marks with offsets and nesting depth."""
    tokens: list[Token] = []
    depth = 0
    quoted = False
    for match in matches(sentence, Variant.GRAMMAR):
        text = match.group()
        if text in _QUOTES:
            quoted = not quoted
            depth += 1 if quoted else -1
        elif text in _CLOSE:
            depth = max(0, depth - 1)
        elif text in _OPEN:
            depth += 1
        opens = text in _OPEN or (quoted and text in _QUOTES)
        tokens.append(Token(text, Span(match.start(), match.end()), max(0, depth - opens)))
    return tokens


def adverbs_from(tokens: list[Token], at: int) -> int:
    """Index after adverbs and a bare "in 1905" at ``at``.

    >>> [adverbs_from(tokenize(text), 0) for text in ("quickly in 1905, he", "from 1905 he", "from London he")]
    [4, 2, 0]
    """
    while at < len(tokens):
        word = tokens[at].lower
        if word in ADVERB or (word.endswith("ly") and len(word) > 4 and tokens[at].text.islower()):
            at += 1
        elif word in ("in", "since", "from") and at + 1 < len(tokens) and re.fullmatch(r"\d{4}", tokens[at + 1].text):
            at += 2
        elif word == "," and at and tokens[at - 1].text.isdigit():
            at += 1
        else:
            break
    return at


_ABOUT = word_set("about around almost nearly over roughly approximately exactly")
"""Words before a number of things."""
_PARTS = word_set("third quarter fifth tenth hundred thousand million billion dozen")


def is_finite(tokens: list[Token], at: int, *, sure_subject: bool) -> bool:
    """True if the token is certainly a finite verb.

    Without ``sure_subject``, a past form that could be a participle ("the book sold in …") does not count, nor does a plural
    before a name ("the links Nokia sold").
    """
    if at < len(tokens) and _NEGATED.fullmatch(tokens[at].text):
        return True
    if at >= len(tokens) or not tokens[at].text.replace("-", "").isalpha() or not tokens[at].text.islower():
        return False
    word, after = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in verbs.AUXILIARY:
        return True
    if after.lower() in _ABOUT and _is_quantity(tokens[at + 2 : at + 4]):
        after = "a"  # "killed about half of them" has an object, as "killed a half" has
    if verbs.is_past(word):
        return _past_is_finite(word, after, sure_subject)
    if verbs.is_third_person(word) and word not in ("as", "is", "was", "its", "his", "this"):
        amount = word in ("costs", "measures", "needs") and (after[:1].isdigit() or after in "£$€")
        with_object = amount or after.lower() in DETERMINER or (sure_subject and after[:1].isupper())
        return with_object or not verbs.is_noun_too(word)
    return False


def _is_quantity(tokens: list[Token]) -> bool:
    """Whether words begin with a number of things: "a third", "half", "300"."""
    first, second = ([t.lower for t in tokens] + ["", ""])[:2]
    return first[:1].isdigit() or first == "half" or (first in ("a", "one", "two") and second.rstrip("s") in _PARTS)


def _past_is_finite(word: str, after: str, sure_subject: bool) -> bool:
    """Whether a past form is the verb of its clause and not a participle or an adjective."""
    with_object = _is_object(after)
    with_adjunct = after.lower() in PREPOSITION | ADVERB or after.lower().endswith("ly")
    if with_object:
        return True
    if word == "married":
        return sure_subject and _ends_or_goes_on(after)
    if word in verbs.SAME_AS_NOUN:
        return sure_subject and (with_adjunct or after == ".")
    if word in verbs.INTRANSITIVE and (with_adjunct or word not in verbs.ADJECTIVAL):
        return True
    if not (word.endswith("ed") or word in PARTICIPLE):
        return True
    if word in verbs.ADJECTIVAL or (word in verbs.PARTICIPLE_AFTER_BE and with_adjunct):
        return False
    return sure_subject


def _ends_or_goes_on(after: str) -> bool:
    """Whether a verb without an object may stand before a word: "Bach married twice", not "Anna, married to a king"."""
    word = after.lower()
    return (
        not word[:1].isalnum()
        or word.endswith("ly")
        or word in ADVERB | CONJUNCTION | {"late", "young", "when", "after"}
    )


def _is_object(after: str) -> bool:
    word = after.lower()
    known = word in DETERMINER or word in ("him", "them", "it", "himself", "herself", "itself", "themselves", "that")
    return known or after[:1].isupper() or after[:1].isdigit()


def find_clause(tokens: list[Token], start: int, limit: int = 30) -> Clause | None:
    """The clause whose subject begins at ``start``: a noun phrase or pronoun, perhaps an aside, then a finite verb."""
    head_end = aside_start = -1
    aside: tuple[int, int] | None = None
    at = start
    while at < min(len(tokens), start + limit):
        token = tokens[at]
        if token.depth > 0 or token.text in _OPEN + _CLOSE or token.text in _QUOTES:
            at += 1
            continue
        if at > start and (token.lower in SUBJECT_PRONOUN or (token.text == "-" and tokens[at - 1].text == "-")):
            return None
        if token.text == ",":
            if at == start or head_end >= 0:
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
        if head_end >= 0 or token.lower in SUBORDINATOR | verbs.AUXILIARY or not (token.word or token.text in "-–'’.&"):
            return None
        at += 1
    return None


def _has_clause(tokens: list[Token], start: int, end: int) -> bool:
    """True if the words between two commas have a finite verb and are no relative clause, nor "written while he was ill": they
    are the main clause.
    """
    relative = tokens[start].lower in ("who", "which", "whose", "that", "whom", "where", "when")
    word = tokens[start].text
    done = (word in PARTICIPLE or word.endswith("ed")) and tokens[start + 1].lower in _WHEN
    return not (relative or done) and any(
        is_finite(tokens, at, sure_subject=tokens[at - 1].text[0].isupper()) for at in range(start + 1, end)
    )


def _names_a_second(tokens: list[Token], start: int, end: int) -> bool:
    """Whether the words between two commas run on to another subject: "Hillary, a beekeeper, and Tenzing, a Sherpa, were"."""
    joined = [at for at in range(start, end - 2) if tokens[at].text == "," and tokens[at + 1].lower == "and"]
    return any(
        (tokens[at + 2].text[0].isupper() or tokens[at + 2].text in _QUOTES)
        and any(token.text == "," for token in tokens[at + 2 : end])
        for at in joined
    )


def _verb_here(tokens: list[Token], start: int, at: int) -> bool:
    """Whether a finite verb stands at ``at`` for a subject that began at ``start``."""
    last = tokens[at - 1] if at else tokens[start]
    if at < len(tokens) and tokens[at].text in _NAMES and _is_named_before_its_verb(tokens, at + 1):
        return False  # "A mill called the Thomas Mill was built"
    sure = last.text[:1].isupper() or last.lower in SUBJECT_PRONOUN or last.text in ",)\"''" or last.lower in ADVERB
    if is_finite(tokens, at, sure_subject=sure):
        return True
    if last.lower in SUBJECT_PRONOUN - {"it", "you"} and at < len(tokens) and verbs.is_past(tokens[at].text):
        return True
    if at == start + 1 < len(tokens) and last.lower in ("he", "she", "it") and tokens[at].lower not in _NO_VERB:
        return verbs.may_be_third_person(tokens[at].text)  # "It supplies 2.5 million homes"
    if at < len(tokens) and tokens[at].text in _ALONE and _has_no_other_verb(tokens, at + 1):
        return True  # "The bridge opened in 1912"
    plural = tokens[start].lower in ("they", "we", "i", "you") and at - start <= 2
    return plural and at < len(tokens) and verbs.is_base(tokens[at].text)


def _is_named_before_its_verb(tokens: list[Token], start: int) -> bool:
    """Whether a name, and then an auxiliary, stand at ``start``: "the Thomas Mill was"."""
    at = name = start + (start < len(tokens) and (tokens[start].lower in DETERMINER or tokens[start].text in _QUOTES))
    while at < len(tokens) and (tokens[at].text[0].isupper() or tokens[at].text in _QUOTES or tokens[at].lower == "of"):
        at += 1
    return at > name and at < len(tokens) and tokens[at].text in verbs.AUXILIARY


def _has_no_other_verb(tokens: list[Token], start: int) -> bool:
    """Whether a preposition and no finite verb follow up to the next conjunction or mark, so that a past before them is no
    participle; one behind "and" that has a verb behind itself makes it doubtful: "opened in 1912 and closed in 1990 was".
    """
    ends = [at for at in range(start, len(tokens)) if tokens[at].text in (",", ";", ".", "and", "but", "when", "while")]
    stop = ends[0] if ends else len(tokens)
    if start >= stop or tokens[start].lower not in PREPOSITION:
        return False
    further = tokens[stop].text in ("and", "but") and stop + 1 < len(tokens) and verbs.is_past(tokens[stop + 1].text)
    end = [*ends[1:], len(tokens)][0] if further and tokens[stop + 1].text not in verbs.AUXILIARY else stop
    return not any(is_finite(tokens, at, sure_subject=False) for at in range(start, end) if at != stop + 1)


def _subject_may_end(token: Token) -> bool:
    return token.text in _CLOSE + ",\"''" or (
        token.lower not in DETERMINER - {"this", "these", "those", "all", "both", "each", "some", "any"}
        and token.lower not in PREPOSITION
        and token.lower not in CONJUNCTION
        and (token.word or token.text in ".%")
    )


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
_LEAD = (
    PREPOSITION | ADVERB | word_set("however when while although though because whilst whereas despite upon according")
)

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
            if clause is not None and _starts_noun_phrase(tokens[clause.start]):
                return clause
    if first in ADVERB:
        return find_clause(tokens, 1)
    return None


def _opens_as_verb(tokens: list[Token]) -> bool:
    """Whether a sentence begins with an adverb or a participle, and not with a name or a noun of such an end: not where a verb
    follows ("Italy joined", "Fishing was"), and not for a first name or a title ("Alfred Nobel", "King John").
    """
    first = tokens[0].text
    if not first.endswith(("ly", "ing", "ed")) or pronoun_of(first) or first in TITLES:
        return False
    return first.lower() in _NO_SUBJECT or not is_finite(tokens, 1, sure_subject=not first.endswith("ly"))


def _starts_noun_phrase(token: Token) -> bool:
    if token.text.isdigit():  # the year of "on February 24, 1978, she ..."
        return False
    return token.lower not in PREPOSITION | CONJUNCTION | ADVERB | SUBORDINATOR and (
        token.word or token.text in "\"“'``"
    )
