"""Sentences of an encyclopedia about the subject of one article that stand in another: true, and seldom told again.

Beside the rest of the encyclopedia they are what most sentences of a text are to a user: about something that has an article,
which does not say it. The article that a sentence stands in is not read for it. A false one has a detail changed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from localcheck.evaluate.fitting import Met, Observed, claim_of_text
from localcheck.judging.spans import sentence_spans
from localcheck.ports import Retriever
from localcheck.stats.logistic import fit
from localcheck.text.names import without_parenthesis
from localcheck.types import Document
from training.articles import read_texts
from training.decontaminate import Held
from training.falsify import details, falsify

SEED = 2911
SHORTEST, LONGEST, BEGINNING = 55, 190, 60_000
"""Characters of a sentence, and those of an article in which sentences are looked for."""
WORDS = 5
"""Of a title at most."""
_LEFT_OUT = re.compile(
    r"[\"(;\n]|\b(?:he|she|they|it|his|her|their|its|this|these|those|here|above|below|also|however|such|former|latter|example)\b",
    re.IGNORECASE,
)
"""What a sentence may not have: it would not say by itself what it is about."""
_BEHIND_A_NAME = frozenset("and or of in on at for from to with s".split())
_NO_SUBJECT = ("List of", "History of", "Demographics")


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence, as it stands or with a detail changed."""

    text: str
    factual: bool
    article: str
    """Where it stands."""


def told_elsewhere(articles: Path, most: int) -> Iterator[Told]:
    """``most`` sentences of a WikiExtractor file (.xz), one of an article and about a subject each, before its false form."""
    rng, nothing = random.Random(SEED), frozenset[str]()
    every = list(read_texts(articles, Held(nothing, nothing, nothing)))
    names = Counter(without_parenthesis(title) for title, _ in every)
    about = {n for n, k in names.items() if k == 1 and len(n) > 3 and n[0].isupper() and not n.startswith(_NO_SUBJECT)}
    rng.shuffle(every)
    found = 0
    for title, text in every:
        sentences = [span.of(text) for span in sentence_spans(text[:BEGINNING])]
        subject, sentence = next(((s, one) for one in sentences if (s := _subject(one, title, about))), ("", ""))
        if not sentence or found == most:
            continue
        about.discard(subject)
        found += 1
        yield Told(sentence, True, title)
        if false := falsify(sentence, details(sentences), rng):
            yield Told(false, False, title)


def _subject(sentence: str, title: str, about: set[str]) -> str:
    """The name that a sentence begins with, if that is what another article is about; else empty."""
    if not SHORTEST <= len(sentence) <= LONGEST or not sentence.endswith(".") or _LEFT_OUT.search(sentence):
        return ""
    words = sentence.split()
    for n in range(min(WORDS, len(words) - 1), 0, -1):
        name, behind = " ".join(words[:n]), words[n]
        if name in about:
            known = words[0] in without_parenthesis(title) or not behind[0].islower() or behind in _BEHIND_A_NAME
            return "" if known else name
    return ""


def met_elsewhere(told: Sequence[Told], retriever: Retriever, documents: int) -> Iterator[Met]:
    """Each with the first documents of the index, without the one that it stands in."""
    for number, one in enumerate(told):
        claim = claim_of_text(one.text)
        found = retriever.evidence(Document(f"elsewhere-{number}", one.text), claim)
        for rank, passage in enumerate(islice((p for p in found if p.title != one.article), documents)):
            yield Met(f"elsewhere-{number}", one.article, claim, one.factual, passage, rank)


def fit_against(told: Sequence[Observed], elsewhere: Sequence[Observed]) -> tuple[float, ...]:
    """The rule for what may be quoted against a claim (``EvidenceModel.against``): its log-odds of being right.

    ``told``: claims that the evidence decides, ``elsewhere``: sentences of other articles, of which it says little. Each kind
    weighs half, and its true claims as much as its false ones.
    """
    rows, false, weights = [], [], []
    for some in (told, elsewhere):
        n = {factual: max(1, len({o.claim for o in some if o.factual is factual})) for factual in (True, False)}
        for one in some:
            if one.against is not None:
                rows.append(one.against)
                false.append(not one.factual)
                weights.append(1.0 / n[one.factual])
    mean = sum(weights) / len(weights)
    found = fit(np.array(rows), np.array(false, float), 1.0, np.array(weights) / mean)
    return round(found.bias, 4), *(round(float(w), 4) for w in found.weights)
