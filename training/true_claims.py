"""True claims from a sentence: resolved pronouns, shorter forms, facts by themselves, other words.

Every function returns a claim that follows from the sentence it was made of, or None where its pattern is absent.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from training.lexicon import KINDS, NUMBER_WORDS, PARAPHRASES

_MONTH = "|".join(KINDS[4])
_PRONOUN = re.compile(r"^(He|She|They|It)\b(?! (?:is|was) (?:not )?(?:that|possible|likely|said|believed|often))")
_POSSESSIVE = re.compile(r"^(His|Her|Its|Their)\b")
_TAIL = re.compile(
    r"(?:,| –|;) (?:which|who|whom|whose|where|when|while|although|though|but|and|as|because|since|including|with|after"
    r"|before|until|making|leading|however|such as|also)\b[^.]*\.$"
)
_LEAD = re.compile(r"^((?:In|On|During|After|Before|At|From|By|Since|Between|As of|Following)\b[^,]{2,60}), (.+?)\.$")
_DATE_TAIL = re.compile(rf"^(.{{15,}}?) ((?:in|on) (?:\d{{1,2}} )?(?:(?:{_MONTH}) )?(?:\d{{1,2}}, )?\d{{4}})\.$")
_APPOSITION = re.compile(r"^([A-Z][\w.'-]+(?: [A-Z][\w.'-]+){0,4}), ((?:an?|the) [^,]{5,80}), (?!and\b|or\b)")
_BRACKET = re.compile(r" \([^()]*\)")
_PASSIVE = re.compile(
    r"^([A-Z][^,.;]{2,60}?) (?:was|were) (?:first |originally |later )?"
    r"(founded|written|directed|discovered|designed|built|invented|painted|composed|produced|established|created|developed"
    r"|published|led|introduced|captured|defeated|destroyed|conquered|married|killed|proposed|described|commissioned) "
    r"by ((?:the )?[A-Z][\w.'-]+(?: (?:of |the |de |von |van )?[A-Z][\w.'-]+){0,4})"
    r"((?: (?:in|on|at|for|from|during)\b[^,.;]*)?)[.,;]"
)
_ACTIVE = {"written": "wrote", "led": "led", "built": "built"}
BORN = re.compile(
    rf"^([^()]{{3,60}}?) \((?:[^()]*?;)?\s*(?:born )?((?:\d{{1,2}} )?(?:{_MONTH})? ?(?:\d{{1,2}}, )?\d{{4}})"
    rf"(?: ?[–-] ?((?:\d{{1,2}} )?(?:{_MONTH})? ?(?:\d{{1,2}}, )?\d{{4}}))?\) (was|is) ((?:an?|the) [^.;]{{5,160}}?)[.;]"
)
_LINK = re.compile(
    r"^(?:However|Thus|Therefore|Moreover|Furthermore|Accordingly|In addition|Additionally|Consequently|Nevertheless|Also|Then"
    r"|As a result|For example|For instance|Indeed|Instead|Similarly|Finally|Meanwhile|In fact|Hence|Later|Subsequently), "
)
_FULL_DATE = re.compile(rf"\b(\d{{1,2}}) ({_MONTH}) (\d{{4}})\b|\b({_MONTH}) (\d{{1,2}}), (\d{{4}})\b")


KEPT_PRONOUNS = 0.2
"""How often a pronoun at the start stays, as it does where sentences are checked as they stand."""


def resolve(sentence: str, title: str) -> str:
    """The sentence with a pronoun at its start replaced by the title."""
    possessive = title + ("'" if title.endswith("s") else "'s")
    return _POSSESSIVE.sub(lambda _: possessive, _PRONOUN.sub(lambda _: title, sentence))


def unlinked(sentence: str) -> str:
    """The sentence without a word at its start that ties it to the one before."""
    rest = _LINK.sub("", sentence)
    return rest if rest == sentence else rest[0].upper() + rest[1:]


def without_brackets(sentence: str) -> str | None:
    """The sentence without its bracketed remarks."""
    shorter = _BRACKET.sub("", sentence)
    return shorter if shorter != sentence else None


def main_clause(sentence: str) -> str | None:
    """The sentence up to its last added clause."""
    shorter = _TAIL.sub(".", sentence)
    return shorter if shorter != sentence and shorter.count(" ") >= 4 and "(" not in shorter else None


def moved_adverbial(sentence: str) -> str | None:
    """ "In 1900, he went to sea." as "He went to sea in 1900.", and the other way round."""
    if match := _LEAD.match(sentence):
        lead, rest = match[1], match[2]
        return f"{rest[0].upper()}{rest[1:]} {lead[0].lower()}{lead[1:]}."
    if (match := _DATE_TAIL.match(sentence)) and "," not in match[1]:
        rest = (
            match[1][0].lower() + match[1][1:]
            if match[1].startswith(("The ", "He ", "She ", "It ", "A "))
            else match[1]
        )
        return f"{match[2][0].upper()}{match[2][1:]}, {rest}."
    return None


def apposition(sentence: str) -> str | None:
    """ "X, a painter, moved …" as "X was a painter."."""
    match = _APPOSITION.match(sentence)
    return f"{match[1]} {'is' if ' is ' in sentence else 'was'} {match[2]}." if match else None


def activated(sentence: str) -> str | None:
    """ "X was founded by Y in 1900." as "Y founded X in 1900."."""
    match = _PASSIVE.match(sentence)
    if not match or match[1].startswith(("It", "He", "She", "They", "This", "There")):
        return None
    subject = match[1][0].lower() + match[1][1:] if match[1].startswith(("The ", "A ")) else match[1]
    agent = match[3][0].upper() + match[3][1:]
    return f"{agent} {_ACTIVE.get(match[2], match[2])} {subject}{match[4]}."


def biography(sentence: str, title: str, rng: random.Random) -> str | None:
    """One fact, or several in one sentence, from "X (1 May 1820 – 3 June 1876) was an English physician."."""
    match = BORN.match(sentence)
    if not match:
        return None
    _, born, died, verb, what = match.groups()
    years = f"{born[-4:]}–{died[-4:]}" if died else f"born {born}"
    facts = [
        f"{title} {verb} {what}.", f"{title} was born on {born}." if " " in born else f"{title} was born in {born}.",
        f"{title} was born in {born[-4:]}.", f"{title} ({years}) {verb} {what}.",
        f"{title} ({years}) {verb} {what.split(',')[0]}.",
        f"{title} {verb} {what.split(',')[0].split(' and ')[0]}.", f"Born in {born[-4:]}, {title} {verb} {what.split(',')[0]}.",
    ]  # fmt: skip
    if died:
        facts += [
            f"{title} died {'on' if ' ' in died else 'in'} {died}.", f"{title} passed away in {died[-4:]}.",
            f"{title} was born in {born[-4:]} and died in {died[-4:]}.", f"{title} ({born} – {died}) {verb} {what}.",
        ]  # fmt: skip
    return rng.choice(facts)


def reworded(sentence: str, rng: random.Random, most: int = 3) -> str | None:
    """The sentence with up to `most` phrases, dates or numbers put another way."""
    swaps = [(old, new) for old, new in PARAPHRASES if re.search(rf"\b{re.escape(old)}(?!\w)", sentence)]
    swaps += [
        (a, b)
        for pair in NUMBER_WORDS
        for a, b in (pair, pair[::-1])
        if re.search(rf"(?<![\d.,]){a}\b(?![,.]\d)", sentence)
    ]
    if dates := list(_FULL_DATE.finditer(sentence)):
        swaps.append((dates[0][0], redated(dates[0])))
    if not swaps:
        return None
    changed = sentence
    for old, new in rng.sample(swaps, min(len(swaps), rng.randint(1, most))):
        changed = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new.replace("\\", r"\\"), changed, count=1)
    return changed if changed != sentence else None


def redated(match: re.Match[str]) -> str:
    """ "12 May 1820" as "May 12, 1820", and back."""
    day, month, year, month2, day2, year2 = match.groups()
    return f"{month} {day}, {year}" if day else f"{day2} {month2} {year2}"


def less_exact(sentence: str, rng: random.Random) -> str | None:
    """A full date reduced to its month and year, or to its year."""
    match = _FULL_DATE.search(sentence)
    if not match or not sentence[: match.start()].endswith(" on "):
        return None
    month, year = match[2] or match[4], match[3] or match[6]
    return sentence[: match.start() - 3] + "in " + rng.choice([f"{month} {year}", year]) + sentence[match.end() :]


_SHORTENERS: tuple[Callable[[str], str | None], ...] = (
    without_brackets,
    main_clause,
    moved_adverbial,
    apposition,
    activated,
)


def claim(sentence: str, title: str, rng: random.Random) -> str:
    """A claim that the sentence supports: resolved, then with a few random steps away from its wording."""
    if (fact := biography(sentence, title, rng)) and rng.random() < 0.8:
        current = fact
    else:
        current = unlinked(sentence)
        if rng.random() > KEPT_PRONOUNS:
            current = resolve(current, title)
        for shorten in rng.sample(_SHORTENERS, len(_SHORTENERS)):
            if rng.random() < 0.6:
                current = shorten(current) or current
    if rng.random() < 0.3:
        current = less_exact(current, rng) or current
    if rng.random() < 0.75:
        current = reworded(current, rng) or current
    return current


def verbatim(sentence: str, title: str, rng: random.Random) -> str:
    """The sentence in its own words: its pronoun kept or resolved, now and then only a part of it."""
    current = unlinked(sentence)
    if rng.random() < 0.5:
        current = resolve(current, title)
    part = rng.random()
    if part < 0.15:
        return main_clause(current) or current
    if part < 0.25:
        return without_brackets(current) or current
    return (part < 0.35 and biography(sentence, title, rng)) or current


def fused(first: str, second: str, title: str, rng: random.Random) -> str:
    """Two claims as one sentence."""
    first, second = claim(first, title, rng).rstrip("."), claim(second, title, rng).rstrip(".")
    if second.startswith(title + " ") and first.startswith(title):
        return f"{first} and {second[len(title) + 1 :]}."
    link = rng.choice([", and ", "; ", ", while "])
    keep = second.split(" ")[0] not in {"The", "In", "A", "An", "On", "At", "This", "These", "After", "During"}
    return f"{first}{link}{second if keep else second[0].lower() + second[1:]}."
