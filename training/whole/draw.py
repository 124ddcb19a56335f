"""Claims with a known label beside what reading really puts before the model: pairs that the language model then reads.

Claims of `training.reworded` beside the other sentences of their article; these, those that people wrote about articles, and
ones made from articles beside the first documents of an index. A pair has the label of its *claim*: what may not be said of it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.spans import content_words, premise, sentence_spans, titled
from localcheck.types import Claim, Passage, Source, Span
from training import pairs as p
from training import reworded
from training.articles import read_articles, read_texts
from training.collection import collect
from training.cuts import starts_with_pronoun, usable_sentences
from training.decontaminate import without
from training.falsify import details, falsify
from training.student.draw import BEGINNING, FALSE, FOREIGN, HUMAN, Search
from training.student.draw import read as read_premises
from training.synthetic import is_held_out
from training.true_claims import claim, verbatim

OWN = 7
"""Sentences of its own article beside the deciding one."""
FIRST, SECOND = 4, 2
"""Single sentences of the first document, and of the second or of one beside the claim's own."""
DOCUMENTS = 2
LONG, KEPT = 420, 0.25
"""Pairs of more characters than this, and the share of them that is kept."""
LONGEST = 1500


@dataclass(frozen=True, slots=True)
class Job:
    """One claim, perhaps with its article."""

    text: str
    label: int
    source: str
    article: Passage | None = None
    deciding: frozenset[str] = frozenset()


def jobs(data: Path, made: int, seed: int) -> list[Job]:
    """All claims in random order: of `training.reworded`, of people, and `made` ones, half of them falsified."""
    rng, found, path = random.Random(seed), [], data / reworded.ARTICLES
    held, by_title = collect(data).held, defaultdict(list)
    for row in reworded.rows():
        by_title[row.title].append(row)
    for title, text in read_texts(path, held):
        article = Passage(title, text, Source("wikipedia", "dump"))
        found += [Job(row.claim, row.label, reworded.SOURCE, article, row.deciding) for row in by_title.get(title, ())]
    labels: dict[str, set[int]] = defaultdict(set)
    for pair in collect(data).train:
        if pair.source in HUMAN and pair.label in (p.ENTAILMENT, p.CONTRADICTION):
            labels[pair.hypothesis].add(pair.label)
    found += [Job(text, min(some), "human") for text, some in sorted(labels.items()) if len(some) == 1]
    found += islice(_made(data, rng), made)
    rng.shuffle(found)
    return found


def _made(data: Path, rng: random.Random) -> Iterator[Job]:
    held = collect(data).held
    articles = [a for a in read_articles(data / reworded.ARTICLES, held) if not is_held_out(a.title)]
    while True:
        article = rng.choice(articles)
        if usable := usable_sentences(article):
            maker, false = (claim if rng.random() < 0.6 else verbatim), rng.random() < FALSE
            text = maker(article.sentences[rng.choice(usable)], article.title, rng)
            if false:
                text = falsify(text, details(article.sentences), rng, times=1) or ""
            if len(text) > 20 and not starts_with_pronoun(text):
                yield Job(text, p.CONTRADICTION if false else p.ENTAILMENT, "made")


def draw(data: Path, index: Search, made: int, seed: int) -> Iterator[p.Pair]:
    """The pairs, those of one claim together."""
    held = collect(data).held
    for number, job in enumerate(jobs(data, made, seed)):
        texts = [*beside(job), *found(job, index, random.Random(f"{seed}:{number}"))]
        texts = [text for text in dict.fromkeys(texts) if len(text) < LONGEST]
        yield from without(held, (p.Pair(text, job.text, job.label, job.source) for text in texts))


def beside(job: Job) -> Iterator[str]:
    """Other sentences of the claim's own article, each alone and the two best together."""
    if job.article is None:
        return
    every = sentence_spans(job.article.text)
    told = {i for i, span in enumerate(every) if reworded.digest(span.of(job.article.text)) in job.deciding}
    places = choose(_claim(job), job.article, None, Choice(), OWN + len(told)).places
    others = [i for i in places if i not in told][:OWN]
    yield from (premise(job.article, every[i]) for i in others)
    if len(others) > 1:
        yield titled(job.article.title, " ".join(every[i].of(job.article.text) for i in sorted(others[:2])))


def found(job: Job, index: Search, rng: random.Random) -> Iterator[str]:
    """Sentences of the first documents of the index, the claim's own article aside."""
    own = job.article.title if job.article else None
    documents = islice((d for d in islice(index.search(job.text), DOCUMENTS + 1) if d.title != own), DOCUMENTS)
    for number, document in enumerate(documents):
        document = replace(document, text=document.text[:BEGINNING])
        known = bool(content_words(document.title) & content_words(job.text))
        most = FIRST if number == 0 and own is None else SECOND
        for text in islice(read_premises(_claim(job), document, most, rng), None if known else FOREIGN):
            if len(text) + len(job.text) <= LONG or rng.random() < KEPT:
                yield text


def _claim(job: Job) -> Claim:
    return Claim("0.0", 0, job.text, Span(0, len(job.text)))
