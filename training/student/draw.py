"""Pairs of the product's own kind, without labels: claims against what reading really puts before the model.

A claim (one that people wrote, or one made from an article: true or falsified) is searched in an index; of the first
documents the sentences that speak of the claim are taken as `judging.read` takes them: each alone, one with its neighbours,
the best ones as one premise, and now and then a window of a hundred words and more.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path
from typing import Protocol

from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.spans import content_words, premise, sentence_spans, titled
from localcheck.types import Claim, Passage, Span
from training import pairs as p
from training import reworded, written
from training.articles import Article, read_articles
from training.collection import collect, rewritten_pairs, synthetic_pairs
from training.contrast import draw as contrast
from training.cuts import starts_with_pronoun, usable_sentences
from training.decontaminate import without
from training.falsify import details, falsify
from training.makers import COPIED
from training.student.recipe import Recipe
from training.synthetic import is_held_out
from training.teacher.draw import WIKIPEDIA
from training.true_claims import claim, verbatim

SOURCE = "read"
"""Source of the pairs made here; their label is a placeholder, the teacher's scores take its place."""
HUMAN = (*WIKIPEDIA, "fever_symmetric")
SHORT = ("olora_MNLI", "snli_dev", "cad_snli")
"""Sources whose texts are paired in other ways too: short ones, cheap to score, of which there are few with a licence."""
SIBLINGS = 4
"""Pairs of two hypotheses of one premise, at most."""
SENTENCES = (4, 2)
"""Single sentences of the first and of the second document."""
WINDOWED = 0.35
"""Share of the documents of which a long window is read too."""
LONG, KEPT = 380, 0.12
"""Pairs of more characters than this, and the share of them that is kept: the teacher's time goes by tokens."""
FOREIGN = 2
"""Pairs of a document whose title shares no word with the claim: nearly all of them are plainly neutral."""
BEGINNING = 9000
"""Characters of a document that are looked through: choosing among all sentences of long ones takes longer than labelling."""
FALSE = 0.5
"""Share of the made claims that are falsified."""


class Search(Protocol):
    """The part of a retriever that is used here."""

    def search(self, query: str) -> Iterator[Passage]:
        """Documents for a query, best first."""
        ...


def draw(data: Path, index: Search, made: int, seed: int, claims: int = 0) -> Iterator[p.Pair]:
    """The short pairs; then those of all human claims of `HUMAN` and of `made` claims from articles, in random order.

    Of so many `claims` at most, where it is not 0.
    """
    held = collect(data).held
    yield from without(held, short(data, seed))
    rng = random.Random(seed)
    texts = sorted({pair.hypothesis for pair in collect(data).train if pair.source in HUMAN})
    path = data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
    articles = [a for a in read_articles(path, held) if not is_held_out(a.title)]
    texts += made_claims(articles, made, rng)
    rng.shuffle(texts)
    for text in texts[: claims or None]:
        yield from without(held, of_claim(text, index, random.Random(f"{seed}:{text}")))


def short(data: Path, seed: int) -> list[p.Pair]:
    """The pairs of `SHORT` with premise and hypothesis exchanged, and pairs of two hypotheses of one premise; shuffled."""
    rng, found = random.Random(seed), []
    groups: dict[str, list[str]] = defaultdict(list)
    for pair in collect(data).train:
        if pair.source in SHORT:
            found.append(p.Pair(pair.hypothesis, pair.premise, p.NEUTRAL, SOURCE))
            groups[pair.premise].append(pair.hypothesis)
    for said in groups.values():
        both = list(permutations(sorted(set(said)), 2))
        found += [p.Pair(*texts, p.NEUTRAL, SOURCE) for texts in rng.sample(both, min(len(both), SIBLINGS))]
    rng.shuffle(found)
    return found


def made_claims(articles: Sequence[Article], count: int, rng: random.Random) -> list[str]:
    """Claims made from random sentences of random articles, half of them falsified."""
    found: list[str] = []
    while len(found) < count:
        article = rng.choice(articles)
        usable = usable_sentences(article)
        if not usable:
            continue
        maker = claim if rng.random() < 0.6 else verbatim
        text = maker(article.sentences[rng.choice(usable)], article.title, rng)
        if rng.random() < FALSE:
            text = falsify(text, details(article.sentences), rng, times=1) or ""
        if len(text) > 20 and not starts_with_pronoun(text):
            found.append(text)
    return found


def of_claim(text: str, index: Search, rng: random.Random) -> Iterator[p.Pair]:
    """The pairs of one claim: what is read of its first documents; of one whose title it does not share a word with, two."""
    made = Claim("0.0", 0, text, Span(0, len(text)))
    for passage, most in zip(islice(index.search(text), len(SENTENCES)), SENTENCES, strict=False):
        passage = replace(passage, text=passage.text[:BEGINNING])
        known = bool(content_words(passage.title) & content_words(text))
        for part in islice(read(made, passage, most, rng), None if known else FOREIGN):
            if len(part) + len(text) > LONG and rng.random() > KEPT:
                continue
            yield p.Pair(part, text, p.NEUTRAL, SOURCE)


def read(made: Claim, passage: Passage, most: int, rng: random.Random) -> Iterable[str]:
    """The premises of one document for one claim."""
    places = choose(made, passage, None, Choice(), max(most, 3)).places
    if not places:
        return []
    every = sentence_spans(passage.text)
    texts = [premise(passage, every[i]) for i in places[:most]]
    first, last = places[0], len(every) - 1
    if rng.random() < 0.5:
        near = Span(every[max(first - 1, 0)].start, every[min(first + 1, last)].end)
        texts.append(premise(passage, near))
    else:
        best = sorted(places[:3])
        texts.append(titled(passage.title, " ".join(every[i].of(passage.text) for i in best)))
    if rng.random() < WINDOWED:
        wanted = rng.randint(400, 1100)
        start, end = first, first
        while every[end].end - every[start].start < wanted and (start > 0 or end < last):
            forward = end < last and (start == 0 or rng.random() < 0.5)
            start, end = (start, end + 1) if forward else (start - 1, end)
        texts.append(premise(passage, Span(every[start].start, every[end].end)))
    return [text for text in dict.fromkeys(texts) if len(text) < 3000]


def human(data: Path, recipe: Recipe) -> list[tuple[p.Pair, int]]:
    """The labelled pairs of a recipe in the order of its sources, each with how often a pass sees it."""
    rng = random.Random(recipe.seed)
    by_source: dict[str, list[p.Pair]] = defaultdict(list)
    for pair in collect(data).train:
        by_source[pair.source].append(pair)
    made: dict[str, Callable[[], Iterable[p.Pair]]] = {
        "synthetic": lambda: synthetic_pairs(data, recipe.seed + 24, 1, 6),
        "copied": lambda: synthetic_pairs(data, recipe.seed + 25, 1, 4, style=COPIED),
        "wikisplit": lambda: rewritten_pairs(data, 1),
        contrast.SOURCE: lambda: contrast.draw(
            data, collect(data).held, recipe.human[contrast.SOURCE]["pairs"], recipe.seed
        ),
        written.SOURCE: written.pairs,
        reworded.SOURCE: lambda: reworded.pairs(data, collect(data).held),
        reworded.NEAR: lambda: reworded.pairs(data, collect(data).held, kind=reworded.NEAR),
    }
    drawn = []
    for name, how in recipe.human.items():
        rows = list(made[name]()) if name in made else by_source[name]
        rng.shuffle(rows)
        drawn += [(pair, how["times"]) for pair in rows[: how["pairs"]]]
    return drawn


def texts(data: Path, count: int, seed: int) -> list[str]:
    """Sentences of articles, and claims that people wrote: what vectors are asked for."""
    rng = random.Random(seed)
    held = collect(data).held
    path = data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
    found = sorted({pair.hypothesis for pair in collect(data).train if pair.source in HUMAN})
    rng.shuffle(found)
    del found[count // 4 :]
    for article in read_articles(path, held):
        if not is_held_out(article.title):
            found += rng.sample(article.sentences, min(len(article.sentences), 4))
    rng.shuffle(found)
    return found[:count]
