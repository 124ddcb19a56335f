"""Several at once: "They" behind a sentence about "Marie and Pierre Curie" or "the Wright brothers" means them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.unnamed import PEOPLE
from localcheck.claims.rules.verbs import is_base, is_past
from localcheck.claims.rules.wording import QUANTIFIER, Token, in_small, tokenize
from localcheck.text.headings import is_section
from localcheck.text.lexicon import MONTH_NAME, WORDS, listed, word_set
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_WHEN = rf"(?:In|On|At|By|During|Around|Since|Until|From|Over)(?: (?:{MONTH_NAME}|[a-z\d][\w-]*),?){{1,6}}?"
_LEAD = rf"(?:{_WHEN}|Together|Later|Soon|Then|Afterwards|Eventually|Today|Initially|Subsequently|Finally),? (?=t)"
_THEY = regex(rf"(?P<lead>{_LEAD}|(?=T))[Tt]he(?P<own>ir|y) (?!(?:say|call)\b)")
_OF_ONE = word_set("is was has does")
_NAME = rf"[{CAPITAL}][\w.-]*(?: (?:(?:de|van|von) )?[{CAPITAL}][\w.-]*)*"
_NAMED = regex(
    rf"(?:In \d{{4}},? )?(?P<several>(?:The [a-z]+s )?{_NAME}(?:, {_NAME})*,? (?:and|&) {_NAME}"
    rf"|{_NAME} and (?:his|her) (?:team|crew|wife|husband|brother|sister|colleague|student|assistant|partner|friend)s?"
    rf"|The {_NAME} (?:brothers|sisters|twins|siblings|couple)"
    rf"|{_NAME}['’]s? (?:parents|children|sons|daughters|brothers|sisters))(?= (?!of\b)[a-z])"
)
_BY = regex(rf"\bby (?P<several>(?:the [a-z]+ )?{_NAME} and {_NAME})(?=(?: in \d{{4}})?\.$)")
"""Those who did it: "Google was founded by Larry Page and Sergey Brin."."""
_PAIR = regex(
    rf"(?P<one>{_NAME}) (?:later |then |soon )?(?:married|wed|met) (?:the [a-z]+ )?(?P<two>{_NAME})"
    r"(?= (?:in|on|at) [^,;]*\.$|\.$)"
)
"""A couple: "Marie Curie married the physicist Pierre Curie in 1895."."""
_PLURAL = regex(r"[a-z-]{2,}(?<![siu'’])s|(?:wo)?men|children|people")
_NO_NOUN = listed("several.no_noun")
_COUNTED = QUANTIFIER | set(WORDS) | word_set("all both these those such certain other")
_WHERE = word_set("in at on near during")
_LONGEST = 6
"""Words of what "they" may stand for."""


def they(sentence: str, several: str) -> str:
    """The sentence with ``several`` in the place of the "They" or "Their" that it begins with; as it is without either.

    >>> they("They flew in 1903.", "the Wright brothers"), they("Their mother died.", "the Wright brothers")
    ('The Wright brothers flew in 1903.', "The Wright brothers' mother died.")
    >>> they("On 17 December 1903, they flew.", "the Wright brothers"), they("In Ohio they flew.", "the Wright brothers")
    ('On 17 December 1903, the Wright brothers flew.', 'In Ohio they flew.')
    """
    found = _THEY.match(sentence)
    if not several or found is None:
        return sentence
    name = several if found["lead"] else with_capital(several)
    genitive = "'" if name.endswith("s") else "'s"
    return f"{found['lead']}{name}{genitive if found['own'] == 'ir' else ''} {sentence[found.end() :]}"


def several_of(title: str, text: str) -> str:
    """What a text is about whose title is several of a kind, in small letters; empty for another title.

    >>> several_of("Emperor penguins", "They live there."), several_of("Athens", "")
    ('emperor penguins', '')
    """
    words = title.strip("#*_ ").removeprefix("The ").split()
    if not 0 < len(words) <= 3 or is_section(title) or not _PLURAL.fullmatch(words[-1].lower()):
        return ""
    many = " ".join([words[0].lower(), *words[1:]])
    small = all(word.islower() for word in words[1:])
    if many.endswith("ics") or re.search(rf"\b{re.escape(many)} (?:is|was|has)\b", text, re.IGNORECASE):
        return ""  # "Plate tectonics is a theory."
    sure = len(words) > 1 or _THEY.match(text) or re.search(rf"\b{many.removesuffix('s')}", text)
    return many if small and sure else ""


def meant_by_they(title: str, text: str, sentences: Sequence[str]) -> str:
    """Several of a kind that a whole text is about, in small letters: those of its title, or those that the first of its
    ``sentences`` tells of and the second goes on with ("Koalas are marsupials. They …"); empty for another text.
    """
    goes_on = sentences[1] if len(sentences) > 1 and _THEY.match(sentences[1]) else ""
    first = several_in(sentences[0], "") if goes_on else ""
    people = first.lower().removesuffix("s") in PEOPLE | CALLINGS  # "Workers built the bridge."
    return several_of(title, text) or ("" if people else several_of(first, goes_on))


def several_in(sentence: str, before: str) -> str:
    """What the next "They" means: the subject of a sentence, if it is several; empty otherwise.

    A sentence that begins with "They" itself goes on with those ``before``, and who marries or meets somebody is two. Common
    nouns count only where the sentence has no other plural noun: "Wolves hunt elks" leaves it open who they are.

    >>> several_in("In 1898 Marie and Pierre Curie discovered radium.", ""), several_in("Bats can fly.", "")
    ('Marie and Pierre Curie', 'Bats')
    >>> several_in("Wolves hunt elks.", ""), several_in("Paris lies on the Seine.", "")
    ('', '')
    """
    if _THEY.match(sentence):
        return before
    tokens = tokenize(sentence)
    clause = main_clause(tokens)
    of_one = clause is not None and tokens[clause.verb].lower in _OF_ONE
    if (several := _BY.search(sentence)) and of_one:
        return several["several"]
    if pair := _PAIR.match(sentence):
        return _two(pair["one"], pair["two"])
    if several := _NAMED.match(sentence):
        return "" if of_one else in_small(several["several"])
    if clause is None:
        return _of_many(tokens)
    subject, verb = tokens[clause.start : clause.head_end], tokens[clause.verb].lower
    if verb in _OF_ONE or len(subject) > _LONGEST or subject[0].lower in _COUNTED or not subject[0].word:
        return ""
    text = sentence[subject[0].span.start : subject[-1].span.end]
    rest = tokens[clause.verb + 1 :]
    named = any(token.text[0].isupper() for token in subject[1:])
    said = verb in ("are", "were") and bool(rest) and not is_past(rest[0].text)  # "Bats are mammals"
    return in_small(text) if _is_plural(subject) and (named or said or not _another(rest)) else ""


def _of_many(tokens: list[Token]) -> str:
    """One plural noun that a sentence begins with, before a verb of the present: "Penguins live in the south"."""
    first, verb = ([token.text for token in tokens] + ["", ""])[:2]
    plural = bool(_PLURAL.fullmatch(first.lower())) and first.lower() not in _NO_NOUN | _COUNTED
    return first if plural and is_base(verb) and not _another(tokens[2:]) else ""


def _is_plural(subject: list[Token]) -> bool:
    """Whether a subject of one noun is several: "bats", "the Wright brothers", "the Romans"; not "the class", not "Paris"."""
    last, the = subject[-1].text, subject[0].lower == "the"
    if len(subject) > 1 and any(token.lower in ("of", "and", "or") for token in subject):
        return False
    common = last if the or len(subject) > 1 else last.lower()
    return bool(_PLURAL.fullmatch(common)) or (
        the and len(subject) == 2 and bool(re.fullmatch(r"[A-Z][a-z]+[^siu]s", last))
    )


def _another(tokens: list[Token]) -> bool:
    """Whether there is a plural noun among tokens that is not where something is: "in lighthouses"."""
    behind = ("", *(token.lower for token in tokens))
    return any(
        _PLURAL.fullmatch(token.text) and token.lower not in _NO_NOUN and before not in _WHERE
        for before, token in zip(behind, tokens, strict=False)
    )


def _two(one: str, other: str) -> str:
    """Two names as one writes them: "Marie and Pierre Curie"."""
    shared = f" {other.split()[-1]}"
    return f"{one.removesuffix(shared)} and {other}"
