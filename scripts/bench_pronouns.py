"""What a pronoun costs: claims that begin with their article's title, as they are, and with a pronoun in a text of that title.

python scripts/bench_pronouns.py --claims wiki15k_dev.jsonl --index wiki15k [--nli starter-nli] [--ways sentences]

Prints right / wrong / open of both by source. "He", "She" or "It" is what the article's first 3,000 characters say most.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from localcheck.evaluate.datasets.examples import UNCOVERED, Example, claims
from localcheck.evaluate.experiment import judged
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.sources.indexes import open_index
from localcheck.text.names import without_parenthesis
from localcheck.types import Label

BEGINNING = 3000
WANTED = {0.0: Label.SUPPORTED.value, 1.0: Label.REFUTED.value}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=Path, required=True)
    parser.add_argument("--index", required=True)
    parser.add_argument("--nli", default="starter-nli")
    parser.add_argument("--ways", default="rules", help="how claims are made, as for check --claims")
    chosen = parser.parse_args()
    found = list(titled(chosen.claims, chosen.index))
    with open_runtime(Settings(index=chosen.index, nli=chosen.nli, claims=chosen.ways)) as runtime:
        detector = runtime.detector()
        for name in ("by name", "by pronoun"):
            counts: Counter[tuple[str, str]] = Counter()
            for named, spoken_of in found:
                row = judged(detector, named if name == "by name" else spoken_of)
                right = row.verdicts[0] == WANTED[named.labels[0]]
                open_ = row.verdicts[0] not in WANTED.values()
                counts[named.group, "right" if right else "open" if open_ else "wrong"] += 1
            for group in sorted({group for group, _ in counts}):
                n = sum(c for (g, _), c in counts.items() if g == group)
                shares = " / ".join(f"{100 * counts[group, k] / n:.1f}" for k in ("right", "wrong", "open"))
                print(f"{name}, {group} ({n}): {shares}", flush=True)


def titled(path: Path, index: str) -> Iterator[tuple[Example, Example]]:
    """Each claim that begins with its title, beside the one with a pronoun; both in a text of that title."""
    with open_index(index) as articles:
        for example in claims(path):
            title, text = without_parenthesis(example.document.title), example.document.text
            article = articles.article(example.document.title) if title and example.group != UNCOVERED else None
            if article is None or not text.startswith(f"{title} "):
                continue
            says = f"{pronoun(article.text[:BEGINNING])}{text[len(title) :]}"
            named = replace(example.document, title=title, context=())
            yield (
                replace(example, document=named),
                replace(example, document=replace(named, text=says, sentences=(says,))),
            )


def pronoun(text: str) -> str:
    """The pronoun that a text uses most."""
    words = Counter(re.findall(r"\b(?:he|she|it)\b", text.lower()))
    return max(("it", "he", "she"), key=lambda w: words[w]).capitalize()


if __name__ == "__main__":
    main()
