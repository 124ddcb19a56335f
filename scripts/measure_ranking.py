"""How often the gold article and the gold sentence are found for labelled claims, by the source of the claims.

    python scripts/measure_ranking.py --claims wiki15k_dev.jsonl --index wiki15k [--nli careful-nli] [--missed]

Articles: among the first 1, 2, 3 and 5 of the index. Sentences: among the first 1, 3, 5 and 8 that are chosen of the gold
article, by weights of other articles' claims (cross-fitted); once by words alone, once with the vectors of all sentences, once
with those of the best by words, as when an article is read for the first time. All sentences of the gold articles are encoded
first and kept beside the index, so that a second round takes seconds.
--missed lists the claims whose article is not found first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from localcheck.backends.nli.article_vectors import ArticleVectors
from localcheck.judging.evidence.choose import LOOKED_AT, sentence_texts
from localcheck.ports import SentenceEncoder
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.sources.indexes import open_index
from training.measuring.choosing import EVERY, Ranked
from training.measuring.ranking import covered, place_of_article, places_of_gold, recalls, shares, with_gold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=Path, required=True)
    parser.add_argument("--index", required=True)
    parser.add_argument("--nli", default="starter-nli", help="model whose sentence vectors are used")
    parser.add_argument("--encoder", default="", help="model for sentence vectors, if another one")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--missed", action="store_true", help="list the claims whose article is not found first")
    chosen = parser.parse_args()
    examples = list(covered(chosen.claims))
    with open_index(chosen.index) as index:
        places = [place_of_article(example, index) for example in examples]
        found = list(with_gold(examples, index))
    show("articles", [e.group for e in examples], lambda kept: shares(np.array(places)[kept]))
    for example, place in zip(examples, places, strict=True):
        if chosen.missed and place:
            print(f"  {place + 1}  {example.document.title}: {example.document.text}")
    settings = Settings(nli=chosen.nli, encoder=chosen.encoder, threads=chosen.threads, index=chosen.index)
    with open_runtime(settings) as runtime:
        encoder = runtime.sentence_vectors()
        if isinstance(encoder, ArticleVectors):
            passages = list({one.passage.title: one.passage for one in found}.values())
            for at in range(0, len(passages), 8):
                print(f"\r{at} of {len(passages)} articles encoded", end="", flush=True)
                encoder.make(passages[at : at + 8], sentence_texts)
            print()
        sentences("sentences, words", found, None, EVERY)
        sentences("sentences, all compared", found, encoder, EVERY)
        sentences(f"sentences, {LOOKED_AT} compared", found, encoder, LOOKED_AT)


def sentences(name: str, found: Sequence[Ranked], encoder: SentenceEncoder | None, looked_at: int) -> None:
    """Print the recall of sentences by source."""
    places = places_of_gold(found, encoder, looked_at)
    show(name, [one.source for one in found], lambda kept: recalls(places[kept]))


def show(name: str, sources: Sequence[str], of: Callable[[np.ndarray], list[float]]) -> None:
    """A line for each source."""
    for source in sorted(set(sources)):
        kept = np.array([s == source for s in sources])
        row = " / ".join(f"{100 * share:.1f}" for share in of(kept))
        print(f"{name}, {source} ({kept.sum()}): {row}", flush=True)


if __name__ == "__main__":
    main()
