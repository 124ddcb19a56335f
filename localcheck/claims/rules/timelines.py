"""A line of a timeline as a sentence: "1969 – Apollo 11 lands on the Moon" says that it landed in 1969. Pure."""

from __future__ import annotations

import re

from localcheck.claims.rules import verbs
from localcheck.claims.rules.entities import possessive
from localcheck.claims.rules.grammar import has_clause, main_clause
from localcheck.claims.rules.pronouns import pronoun_of
from localcheck.claims.rules.wording import CONJUNCTION, DETERMINER, PREPOSITION, in_small, tokenize
from localcheck.text.dated_labels import spelled
from localcheck.text.irregular_verbs import PARTICIPLE, past
from localcheck.text.lexicon import in_order
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_LINE = regex(
    r"(?P<time>[^:]{1,40}?)(?:\s*:\s+| [–—→-]+ |[–—]+ ?(?!\d|present\b|now\b|today\b))(?P<what>\S.*)", re.DOTALL
)
_EVENTS = "|".join(in_order("timelines.events"))
_EVENT = regex(rf"(?P<the>[Tt]he )?(?:(?:First|Second|Third|Great|Final) )?(?:{_EVENTS})\b[^.;]*")
_DAYTIME = regex(r",? (?:early |late )?(?:morning|noon|afternoon|evening|night|midnight)$| \([^()]*\)$", re.IGNORECASE)
_PRONOUN = regex(r"(?:He|She|It|They|(?P<own>His|Her|Its|Their)(?= [a-z]))\b(?!['’])", re.IGNORECASE)
_OWN = {"he": ("he", "his"), "she": ("she", "her")}
_NO_VERB = PREPOSITION | DETERMINER | CONJUNCTION
_WHEN = regex(r"(?:In|On|From|Between) [^,;]{0,30}\d{3,4}, ")
_SENTENCE = 4
"""Words of what is taken for a sentence, though no verb of it is known."""


def dated(line: str, who: str) -> str | None:
    """The sentence that a line with a time before a dash or a colon says; empty where it is not plain, None for other lines.

    ``who``: what the lines are about, for those without a subject ("1879 – Born in Ulm").

    >>> dated("1969 – Apollo 11 lands on the Moon.", ""), dated("1066: Battle of Hastings", "")
    ('In 1969, Apollo 11 landed on the Moon.', 'The Battle of Hastings took place in 1066.')
    >>> dated("1879 – Born in Ulm", "Albert Einstein"), dated("1921: Wins the Nobel Prize", "Albert Einstein")
    ('Albert Einstein was born in Ulm in 1879.', 'Albert Einstein won the Nobel Prize in 1921.')
    """
    read = _read(line)
    if read is None:
        return None
    when, what = read
    what, *more = what.split("; ")
    said = _said(when, what, who, first=bool(more))
    parts = (_of(part, who, sure=True) for part in more)
    further = (_told(part) if has_clause(part) else _of_several(part) or _any_verb(part) or part for part in parts)
    return "; ".join([said.removesuffix("."), *further]) + "." if said else ""


def _of(what: str, who: str, *, sure: bool = False) -> str:
    """What is told, with a name in the place of its first pronoun; ``sure``: only where the first name has that pronoun."""
    found = _PRONOUN.match(what) if who else None
    if found and sure and found.group().lower() not in _OWN.get(pronoun_of(who), ()):
        return what
    return f"{possessive(who) if found['own'] else who}{what[found.end() :]}" if found else what


def _said(when: str, what: str, who: str, *, first: bool) -> str:
    """The sentence that the words behind a time say; ``first``: the time comes before them, as more of it follows."""
    if (event := _EVENT.fullmatch(what)) and not has_clause(what):
        return f"{'' if event['the'] else 'The '}{with_capital(what)} took place {when}."
    what = _of(what, who)
    if has_clause(what):
        return f"{with_capital(when)}, {in_small(_told(what))}."
    told = _of_several(what)
    if not told and (done := _without_subject(what)):
        if who and (first or "," in done or " and " in done):
            return f"{with_capital(when)}, {who} {done}."
        return f"{who} {done} {when}." if who else ""
    told = told or _any_verb(what)
    return f"{with_capital(when)}, {in_small(told)}." if told else ""


def with_its_date(piece: str, line: str) -> str:
    """A further fact of a dated line, in the past and with the date of the line; as it is where it has one.

    >>> with_its_date("The treaty is signed.", "In 1903, Panama declared independence; the treaty is signed.")
    'In 1903, the treaty was signed.'
    """
    found = _WHEN.match(line)
    if found is None or re.search(r"\b\d{3,4}\b", piece):
        return piece
    return found.group() + in_small(_told(piece))


def _read(line: str) -> tuple[str, str] | None:
    """The time of a line, with its preposition, and what stands behind it."""
    found = _LINE.fullmatch(line.strip())
    when = spelled(_DAYTIME.sub("", re.sub(r"^(?:In|On) ", "", found["time"]))) if found else None
    if found is None or when is None:
        return None
    return when, re.sub(r" \([^()]*\)$", "", found["what"].strip().rstrip("."))


def _of_several(what: str) -> str:
    """ "Allied troops land in Normandy" in the past: a verb in its base form behind a plural; empty for other lines."""
    words = what.split()
    for i, word in enumerate(words[1:], 1):
        several = (i > 1 and words[i - 1].endswith("s")) or ("and" in words[:i] and words[i - 1][:1].isupper())
        if several and verbs.is_base(word):
            return " ".join([*words[:i], past(word), *words[i + 1 :]])
    return ""


def _any_verb(what: str) -> str:
    """What has no plain clause, in the past: "Louis seizes power", "The war ends"; empty for a few words without a verb."""
    words = what.split()
    for i, word in enumerate(words[1:], 1):
        unknown = word.islower() and words[i - 1][:1].isupper() and verbs.may_be_third_person(word)
        if told := _past(word) or (past(word[:-1]) if unknown else ""):
            return " ".join([*words[:i], told, *words[i + 1 :]])
    said = any(word.islower() and word.isalpha() and word not in _NO_VERB for word in words[1:])
    return what if said and len(words) >= _SENTENCE else ""


def _told(what: str) -> str:
    """A sentence in the past where it is told in the present: "becomes" as "became"."""
    tokens = tokenize(what)
    clause = main_clause(tokens)
    if clause is None or not (told := _past(tokens[clause.verb].text)):
        return what
    words = [(tokens[clause.verb].span, told)]
    for before, token, behind in zip(*(tokens[clause.verb + n :] for n in (1, 2, 3)), strict=False):
        sure = not verbs.is_noun_too(token.text) or behind.lower in PREPOSITION | DETERMINER
        if before.text in ("and", ",") and sure and (further := _past(token.text)):
            words.append((token.span, further))  # "wins the prize and moves to Paris"
    for span, past_form in reversed(words):
        what = f"{what[: span.start]}{past_form}{what[span.end :]}"
    return what


def _past(word: str) -> str:
    """The past of a verb in the third person, or of "is"; empty for another form."""
    if word in ("is", "are", "has", "have"):
        return {"is": "was", "are": "were"}.get(word, "had")
    if not verbs.is_third_person(word):
        return ""
    for stem in (word[:-1], word[:-2], f"{word[:-3]}y" if word.endswith("ies") else ""):
        if stem and verbs.is_base(stem):
            return past(stem)
    return ""


def _without_subject(what: str) -> str:
    """A line that begins with its verb, in the past: "Wins the Nobel Prize", "Born in Ulm", "Elected president"."""
    first, _, rest = what.partition(" ")
    word = first.lower()
    if _past(word):
        return _told(f"He {word} {rest}").removeprefix("He ").strip()
    by = rest.startswith("by ") and (verbs.is_past(word) or word in PARTICIPLE)
    tried = word == "tried" and rest.startswith("for ")
    if word == "born" or by or tried or (word in verbs.PARTICIPLE_AFTER_BE and rest):
        return f"was {word} {rest}".strip()
    return f"{word} {rest}".strip() if verbs.is_past(word) else ""
