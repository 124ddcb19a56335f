#!/usr/bin/env python3
"""Make a corpus of many times the size of a real one, in which words grow in number as they do in real text.

    python scripts/scale_corpus.py SOURCE OUT.jsonl --times 4

The real articles come first, as they are. Each further copy has its entities renamed, the same way in all of its articles: a
name (a word that is nearly always written with a capital, but for those of many articles, such as months) becomes another name
that is about as frequent, or, in a share of cases, a word that no article has. Heaps' law chooses that share: the exponent with
which distinct words grow is measured on the real articles, and the copies keep to it. So copies are about other people and
places, made of the same given names and of new ones, as further articles of an encyclopedia are. A title that is taken gets a
parenthesis, as there: an index passes over titles that many articles share, which no encyclopedia has.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from localcheck.ingest.corpus import Record, open_corpus, plain_text
from localcheck.sources.articles import name_key

WORD = re.compile(r"[^\W\d_]{3,}")
CAPITAL = re.compile(r"\b[A-Z][^\W\d_]{2,}")
COMMON = 0.05
"""Share of articles from which on a name is no entity's: American, January, University."""
ALIKE = 60
"""Names of a like frequency among which they are exchanged."""
SAMPLE = 5
"""One article in so many is counted."""
CONSONANTS, VOWELS = "bcdfghjklmnpqrstvwxz", "aeiouy"

Article = tuple[str, str]


def articles(source: Path) -> Iterator[Article]:
    """Title and text of every article."""
    for item in open_corpus(source).items():
        if isinstance(item, Record) and (text := plain_text(item)).strip():
            yield item.title, text


class Names:
    """The names of a corpus, rarest first, and how fast its words grow."""

    def __init__(self, source: Path, times: int) -> None:
        capital: Counter[str] = Counter()
        small: Counter[str] = Counter()
        known: set[str] = set()
        growth: list[tuple[int, int]] = []
        words = read = 0
        for number, (_, text) in enumerate(articles(source)):
            if number % SAMPLE:
                continue
            read += 1
            found = WORD.findall(text)
            words += len(found)
            own = set(found)
            known.update(word.lower() for word in own)
            capital.update(word for word in own if word[0].isupper())
            small.update(word.capitalize() for word in own if word[0].islower())
            growth.append((words, len(known)))
        early, late = growth[len(growth) // 16], growth[-1]
        self.exponent = math.log(late[1] / early[1]) / math.log(late[0] / early[0])
        frequent = COMMON * read
        named = [pair for pair in capital.items() if pair[1] > 9 * small[pair[0]] and pair[1] < frequent]
        self.sorted = [word for word, _ in sorted(named, key=lambda pair: (pair[1], pair[0]))]
        wanted = late[1] * (times**self.exponent - 1) / max(1, times - 1)
        self.share = min(1.0, wanted / max(1, len(self.sorted)))
        """Of names that become new words in a copy."""

    def renamed(self, copy: int) -> dict[str, str]:
        """Every name's name in a copy."""
        chance = random.Random(copy)
        table, found = _cipher(copy), {}
        for start in range(0, len(self.sorted), ALIKE):
            group = self.sorted[start : start + ALIKE]
            others = chance.sample(group, len(group))
            for name, other in zip(group, others, strict=True):
                found[name] = other.translate(table) if chance.random() < self.share else other
        return found


def _cipher(copy: int) -> dict[int, str]:
    """Vowels for vowels and consonants for consonants: another word for each copy, that can be spoken."""
    pairs = []
    for letters, step in ((CONSONANTS, 1 + copy % 19), (VOWELS, 1 + copy % 5)):
        moved = letters[step:] + letters[:step]
        pairs += [*zip(letters, moved, strict=True), *zip(letters.upper(), moved.upper(), strict=True)]
    return {ord(a): b for a, b in pairs}


def scaled(source: Path, names: Names, times: int) -> Iterator[tuple[int, Article]]:
    """All articles of all copies, with the number of the copy. The real ones are held in memory, at two bytes a character."""
    real = list(articles(source))
    taken: set[str] = set()
    for copy in range(times):
        table = names.renamed(copy) if copy else {}
        for title, text in real:
            if copy:
                rename = lambda found: table.get(found.group(), found.group())  # noqa: B023, E731
                title, text = CAPITAL.sub(rename, title), CAPITAL.sub(rename, text)
                title = f"{title} ({copy})" if name_key(title) in taken else title
            taken.add(name_key(title))
            yield copy, (title, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--times", type=int, required=True)
    chosen = parser.parse_args()
    names = Names(chosen.source, chosen.times)
    print(f"words grow with exponent {names.exponent:.3f}; {len(names.sorted):,} names, {names.share:.0%} made new")
    with chosen.out.open("w", encoding="utf-8") as file:
        for copy, (title, text) in scaled(chosen.source, names, chosen.times):
            file.write(json.dumps({"title": title, "text": text, "url": f"copy {copy}"}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
