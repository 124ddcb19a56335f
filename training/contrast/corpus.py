"""Minimal pairs of real sentences: a word of a supported claim changed, roles exchanged, years of intervals, other sentences.

The articles lend their text; what a claim that is not changed says is what `training.true_claims` makes of its sentence.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from localcheck.judging.spans import content_words, titled
from training import pairs as p
from training.articles import Article
from training.contrast import voices
from training.contrast.frames import Drawn
from training.cuts import starts_with_pronoun, usable_sentences
from training.falsify import details, falsify
from training.true_claims import claim, verbatim

EDITS = Path(__file__).with_name("edits.toml")
SHARED = 0.25
"""Share of a claim's words (the title's left out) that another sentence may hold and still be called silent about it."""
CHANGED = 8
"""Sentences of an article that are looked at for a word to change."""
LONGEST = 220
"""Characters of a claim."""
VERBS = {
    "defeated": "lost to",
    "succeeded": "preceded",
    "preceded": "succeeded",
    "influenced": "took after",
    "acquired": "sold itself to",
    "conquered": "fell to",
    "taught": "learned from",
    "married": "",
    "appointed": "owed the post to",
    "captured": "was taken by",
    "killed": "died at the hands of",
    "founded": "",
    "invaded": "",
    "replaced": "gave way to",
    "attacked": "",
    "supported": "",
    "criticized": "",
    "accused": "",
}
"""Verbs between two names -> what the second name did, or nothing. `married` means the same both ways."""

_NAME = r"[A-Z][\w'’-]+(?: (?:of |the |de |von |van )?[A-Z][\w.'’-]+){0,3}"
_TWO = re.compile(rf"\b({_NAME}) ({'|'.join(VERBS)}) ({_NAME})(?=[,.;]| in | at | as | and )")
_SPAN = re.compile(r"\b[Ff]rom (1\d{3}|20[01]\d) (?:to|until|till|through) (1\d{3}|20[01]\d)\b")
_LEAST_SPAN = 4


@dataclass(frozen=True, slots=True)
class Edit:
    """One way to change a claim."""

    kind: str
    """What it teaches."""
    label: int
    """Of the changed claim."""
    of: re.Pattern[str]
    """What is replaced."""
    to: str
    """By what."""


@lru_cache(maxsize=1)
def edits() -> tuple[Edit, ...]:
    """The changes of edits.toml."""
    table = tomllib.loads(EDITS.read_text(encoding="utf-8"))
    return tuple(
        Edit(group["kind"], p.LABELS.index(group["label"]), re.compile(of), to)
        for group in table["edit"]
        for of, to in group["swaps"]
    )


def of_articles(articles: Sequence[Article], seed: int) -> Iterator[Drawn]:
    """The pairs of all articles, article by article; a premise comes with its title already before it, or not at all."""
    for number, article in enumerate(articles):
        rng = random.Random(f"{seed}:{article.title}")
        usable = usable_sentences(article)
        if len(usable) < 6:
            continue
        stranger = articles[(number + rng.randrange(1, len(articles))) % len(articles)]
        for index in rng.sample(usable, min(len(usable), CHANGED)):
            yield from changed(article, article.sentences[index], rng)
        for index in usable:
            yield from exchanged(article, article.sentences[index], rng)
            yield from voices.exchanged(article, article.sentences[index], rng)
            yield from intervals(article, article.sentences[index], rng)
        yield from elsewhere(article, usable, stranger, rng)


def changed(article: Article, sentence: str, rng: random.Random) -> Iterator[Drawn]:
    """The claim of a sentence, and the same with one word changed; nothing where no change fits."""
    fitting = [edit for edit in edits() if edit.of.search(sentence)]
    if not fitting:
        return
    said = (claim if rng.random() < 0.5 else verbatim)(sentence, article.title, rng)
    fitting = [edit for edit in fitting if edit.of.search(said)]
    if not fitting or not alone(said):
        return
    edit = rng.choice(fitting)
    other = edit.of.sub(edit.to, said, count=1)
    premise = titled(article.title, sentence)
    yield _drawn(edit.kind, premise, said, p.ENTAILMENT)
    yield _drawn(edit.kind, premise, other, edit.label)
    if edit.label == p.CONTRADICTION and rng.random() < 0.4:
        yield _drawn(edit.kind, titled(article.title, edit.of.sub(edit.to, sentence, count=1)), other, p.ENTAILMENT)
        yield _drawn(edit.kind, titled(article.title, edit.of.sub(edit.to, sentence, count=1)), said, p.CONTRADICTION)


def exchanged(article: Article, sentence: str, rng: random.Random) -> Iterator[Drawn]:
    """Who did it to whom, in the sentence's order and the other way round."""
    match = _TWO.search(sentence)
    if not match or match[1] == match[3]:
        return
    first, verb, second = match.groups()
    premise = titled(article.title, sentence)
    passive = "{b} was {v} by {a}."
    told = ["{a} {v} {b}.", passive, *([f"{{b}} {VERBS[verb]} {{a}}."] if VERBS[verb] else [])]
    right = rng.choice(told).format(a=first, b=second, v=verb)
    wrong = rng.choice(told).format(a=second, b=first, v=verb)
    yield _drawn("roles", premise, right, p.ENTAILMENT)
    yield _drawn("roles", premise, wrong, p.ENTAILMENT if verb == "married" else p.CONTRADICTION)


def intervals(article: Article, sentence: str, rng: random.Random) -> Iterator[Drawn]:
    """A year within, at the end of, or outside the interval that a sentence names."""
    if not _SPAN.search(sentence):
        return
    said = verbatim(sentence, article.title, rng)
    match = _SPAN.search(said)
    if not match or not int(match[1]) + _LEAST_SPAN <= int(match[2]) or not alone(said):
        return
    first, last = int(match[1]), int(match[2])
    premise = titled(article.title, sentence)
    within, later, before = rng.randrange(first + 1, last), last + rng.randint(3, 30), first - rng.randint(3, 30)
    true = rng.choice((f"in {within}", f"until {last}", f"beginning in {first}"))
    false = rng.choice((f"in {later}", f"in {before}", f"until {within}", f"until {later}", f"beginning in {within}"))
    for text, label in ((true, p.ENTAILMENT), (false, p.CONTRADICTION)):
        put = text if match.start() else text[0].upper() + text[1:]
        yield _drawn("time", premise, said[: match.start()] + put + said[match.end() :], label)


def elsewhere(article: Article, usable: Sequence[int], stranger: Article, rng: random.Random) -> Iterator[Drawn]:
    """Claims of one sentence held against another of the same article, which is silent about them, and of another article."""
    known = details(article.sentences)
    wording: Sequence[Callable[[str, str, random.Random], str]] = (claim, verbatim)
    for _ in range(2):
        told, asked = rng.sample(list(usable), 2)
        said = rng.choice(wording)(article.sentences[asked], article.title, rng)
        if rng.random() < 0.5:
            said = falsify(said, known, rng) or said
        premise = article.sentences[told]
        if alone(said) and silent(premise, said, article.title):
            yield _drawn("attribute", titled(article.title, premise), said, p.NEUTRAL)
        others = usable_sentences(stranger)
        if others and rng.random() < 0.5:
            other = stranger.sentences[rng.choice(others)]
            if alone(said) and silent(other, said, ""):
                yield _drawn("topic", titled(stranger.title, other), said, p.NEUTRAL)


def alone(said: str) -> bool:
    """Whether a text can stand as a claim: not too long, with a beginning, and without a word that points back."""
    return len(said) <= LONGEST and said[:1].isupper() and not starts_with_pronoun(said)


def silent(premise: str, said: str, title: str) -> bool:
    """Whether so few words of the claim stand in the premise that it cannot be about the same fact."""
    rest = content_words(said) - content_words(title)
    return len(rest) > 2 and len(rest & content_words(premise)) <= SHARED * len(rest)


def _drawn(kind: str, premise: str, hypothesis: str, label: int) -> Drawn:
    return Drawn(kind, premise, hypothesis, label, "", "")
