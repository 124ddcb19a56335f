"""Claims about articles of the encyclopedia beside what is read of them.

They are in other words than the article's, in its own, near its own, or such as a hasty reader judges wrongly. True and
false claims are worded alike, so that the words themselves are no sign of the label (decisions 0227 and 0228). A line of a file
is a claim with its label, the article's title and the digests of the sentences that decide it (the text of the
articles is not part of the project). The deciding sentence, alone and among others, has the claim's label; what else of the
article is chosen for the claim is silent about it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.spans import premise, sentence_spans, titled
from localcheck.types import Claim, Passage, Source, Span
from training import pairs as p
from training.articles import read_texts
from training.decontaminate import Held, without

SOURCE = "reworded"
FOLDER = Path(__file__).parent
NEAR = "near-words"
"""The kind of claims that a starter needs several times: true ones that are the article's own words turned round."""
OTHERS = 3
"""Sentences beside the deciding one that are read alone."""
ARTICLES = Path("wikipedia") / "enwiki_2018_15k.wikiextractor.txt.xz"


@dataclass(frozen=True, slots=True)
class Row:
    """One claim."""

    title: str
    claim: str
    label: int
    deciding: frozenset[str]
    """Digests of its sentences."""


def digest(sentence: str) -> str:
    """By which a sentence of an article is known."""
    return hashlib.sha256(sentence.strip().encode()).hexdigest()[:12]


def rows(folder: Path = FOLDER, kind: str = "") -> list[Row]:
    """The claims of the files whose names begin with ``kind``. Raises ``BadInput`` for a line that is none."""
    return [row for path in sorted(folder.glob(f"{kind}*.jsonl")) for row in _rows(path)]


def _rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            label = p.LABELS.index(row["label"])
            yield Row(str(row["title"]), str(row["claim"]), label, frozenset(map(str, row["deciding"])))
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(path, f"not a claim with an article ({error})", line=number) from error


def pairs(data: Path, held: Held, folder: Path = FOLDER, seed: int = 26, kind: str = "") -> list[p.Pair]:
    """The pairs of the claims of a kind whose articles are in the data folder; the same for a seed."""
    by_title: dict[str, list[Row]] = defaultdict(list)
    for row in rows(folder, kind):
        by_title[row.title].append(row)
    return list(without(held, _pairs(by_title, read_texts(data / ARTICLES, held), random.Random(seed))))


def _pairs(
    by_title: Mapping[str, Sequence[Row]], articles: Iterable[tuple[str, str]], rng: random.Random
) -> Iterator[p.Pair]:
    for title, text in articles:
        passage = Passage(title, text, Source("wikipedia", "dump"))
        for row in by_title.get(title, ()):
            yield from of(row, passage, rng)


def of(row: Row, passage: Passage, rng: random.Random) -> Iterator[p.Pair]:
    """The pairs of one claim beside its article; none where the article lacks a deciding sentence."""
    every = sentence_spans(passage.text)
    told = [i for i, span in enumerate(every) if digest(span.of(passage.text)) in row.deciding]
    if len(told) < len(row.deciding):
        return
    claim = Claim("0.0", 0, row.claim, Span(0, len(row.claim)))
    places = choose(claim, passage, None, Choice(), OTHERS + len(told) + 2).places
    others = [i for i in places if i not in told]

    def joined(chosen: Sequence[int]) -> str:
        return titled(passage.title, " ".join(every[i].of(passage.text) for i in sorted(chosen)))

    texts = [(joined(told), row.label)]
    if rng.random() < 0.5:
        near = Span(every[max(told[0] - 1, 0)].start, every[min(told[-1] + 1, len(every) - 1)].end)
        texts += [(premise(passage, near), row.label)] if told[-1] - told[0] < 3 else []
    else:
        texts.append((joined([*told, *others[:2]]), row.label))
    texts += [(joined([i]), p.NEUTRAL) for i in others[:OTHERS]]
    if len(others) > 2 and rng.random() < 0.3:
        texts.append((joined(others[:3]), p.NEUTRAL))
    yield from (p.Pair(text, row.claim, label, SOURCE) for text, label in dict(texts).items())
