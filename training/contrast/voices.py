"""Who did what to whom in real sentences, with any verb: the same in the other voice, and the roles exchanged. Pure.

A sentence that begins "X founded Y" or "X was founded by Y" gives what it entails (either voice), what it excludes (X and Y
exchanged, either voice) and what it is silent about (another verb between the same two). The voice tells nothing of the label.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from localcheck.judging.spans import titled
from localcheck.text.values.relation_words import EITHER, NEVER, PARTICIPLES
from training import pairs as p
from training.articles import Article
from training.contrast.frames import Drawn

SYMMETRIC = frozenset("married divorced remarried met faced resembled".split())
"""Verbs that mean the same with both exchanged."""
OTHERS = (
    "admired visited interviewed thanked painted praised sued ignored photographed imitated greeted advised quoted paid"
).split()
"""Verbs of what the sentence is silent about."""
LEAD_KEPT = 0.3
"""Share of the hypotheses that keep what stood before the subject ("In 1805, …")."""

_DONE_OF = {past: done for done, past in PARTICIPLES.items()}
_NAME = r"(?:the )?[A-Z][\w'’-]+(?: (?:(?:of|the|de|von|van|da|di|al) )?[A-Z][\w'’-]+){0,3}"
_PAST = r"[a-z]{3,}ed|beat|overthrew|chose|led|taught|bought|shot|struck|drove"
_DONE = r"[a-z]{3,}ed|beaten|overthrown|chosen|led|taught|bought|shot|struck|driven"
_LEAD = r"(?:(?P<lead>(?:In|On|By|During|At|After) [^,]{3,30}, )|Later, |Eventually, |Subsequently, |However, )?"
_ADVERB = r"(?:also |then |later |soon |finally |personally )?"
_END = r"(?=[,.;]| in | at | and | during | after | when )"
_ACTIVE = re.compile(rf"^{_LEAD}(?P<x>He|She|(?:The )?{_NAME}) {_ADVERB}(?P<v>{_PAST}) (?P<y>{_NAME}){_END}")
_PASSIVE = re.compile(rf"^{_LEAD}(?P<x>He|She|(?:The )?{_NAME}) was {_ADVERB}(?P<v>{_DONE}) by (?P<y>{_NAME}){_END}")
_PERSON = re.compile(r"\bborn\b|\([^()]*\d{3,4}[^()]*[–-][^()]*\d{3,4}[^()]*\)")
_NO_NAMES = frozenset(
    "This That These Those There They We It His Her Their Who Some Many Most In On By At After Before During Under For With "
    "From When While Since Although As Both Other All Each Another".split()
)
_SHORTEST = 4


def exchanged(article: Article, sentence: str, rng: random.Random) -> Iterator[Drawn]:
    """Pairs of a sentence that says who did what to whom; nothing where it does not, or not plainly."""
    found = told(article, sentence)
    if not found:
        return
    lead, agent, verb, patient = found
    premise = titled(article.title, sentence)
    put = lead if rng.random() < LEAD_KEPT else ""
    yield _drawn(premise, put, said(agent, verb, patient, rng), p.ENTAILMENT)
    if verb in SYMMETRIC:
        yield _drawn(premise, put, said(patient, verb, agent, rng), p.ENTAILMENT)
    elif verb not in EITHER:
        yield _drawn(premise, put, said(patient, verb, agent, rng), p.CONTRADICTION)
    if rng.random() < 0.5:
        other = rng.choice([o for o in OTHERS if o != verb])
        both = (agent, patient) if rng.random() < 0.5 else (patient, agent)
        yield _drawn(premise, put, said(both[0], other, both[1], rng), p.NEUTRAL)


def told(article: Article, sentence: str) -> tuple[str, str, str, str] | None:
    """What stands before, who did it, the verb's past, and to whom; nothing for a sentence of another form."""
    match = _PASSIVE.match(sentence) or _ACTIVE.match(sentence)
    if not match or match["v"] in NEVER:
        return None
    first = whole(match["x"], article)
    second = whole(match["y"], article)
    if not first or not second or first in second or second in first:
        return None
    passive = match.re is _PASSIVE
    verb = PARTICIPLES.get(match["v"], match["v"])
    return (match["lead"] or "", *((second, verb, first) if passive else (first, verb, second)))


def whole(name: str, article: Article) -> str:
    """The name that a claim would use: the article's title for a pronoun or a family name; nothing for another pronoun."""
    title = article.title.partition(" (")[0]
    if name in ("He", "She"):
        names_person = " " in title and " of " not in title and _PERSON.search(article.sentences[0])
        return title if names_person else ""
    if name.partition(" ")[0] in _NO_NAMES or len(name) < _SHORTEST:
        return ""
    return title if " " in title and name == title.rpartition(" ")[2] else name


def said(agent: str, verb: str, patient: str, rng: random.Random) -> str:
    """The sentence in one of its voices."""
    if rng.random() < 0.5:
        return f"{agent} {verb} {patient}."
    were = "were" if patient[:4].lower() == "the " and patient.endswith("s") else "was"
    return f"{patient} {were} {_DONE_OF.get(verb, verb)} by {agent}."


def _drawn(premise: str, lead: str, text: str, label: int) -> Drawn:
    text = f"{lead}{text}" if lead else text[0].upper() + text[1:]
    if lead and text.removeprefix(lead).startswith("The "):
        text = f"{lead}t{text.removeprefix(lead)[1:]}"
    return Drawn("roles", premise, text, label, "", "")
