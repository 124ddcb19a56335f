"""Hold the years and numbers of the starter corpus against real encyclopedia text.

First, each number of an article is looked up in the real article of the same title. Second, each number without
support there, and each number of the titles that the real text lacks, is looked up in one paragraph of any real
article that also names what the sentence is about (its article and another name, or two other names). What
neither finds is printed with its sentence for a person to judge. Finding a number is support, not proof.
"""

from __future__ import annotations

import argparse
import calendar
import html
import lzma
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from make_starter_corpus import Article, read_articles

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LOCALCHECK_SHARED", ROOT.parent / "shared"))
REAL = SHARED / "data" / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz"
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NAME = re.compile(r"\b[A-ZÀ-Þ][\w'’-]{2,}")
SENTENCE = re.compile(r"(?<=[.!?\"])\s+(?=[A-Z\"'\[])")
MARKUP = re.compile(r"\[\[(?:[^|\]]*\|)?|\]\]|'{2,}|<[^>]*>")
COMMON = frozenset(("The", "This", "That", "These", "They", "There", "Their", "His", "Her", "Its", "She", "Under", "About",
                    "After", "Before", "During", "From", "Since"))  # fmt: skip
MONTHS = frozenset(calendar.month_name)


@dataclass(frozen=True, slots=True)
class Statement:
    """One number in one sentence of the starter corpus."""

    article: Article
    sentence: str
    number: str

    @property
    def key(self) -> str:
        """The number without thousands separators."""
        return self.number.replace(",", "")

    def names(self) -> frozenset[str]:
        """Words of the sentence that name somebody or something."""
        return frozenset(NAME.findall(self.sentence)) - COMMON - MONTHS

    def subject(self) -> frozenset[str]:
        """Words of the article's title."""
        return frozenset(NAME.findall(self.article.title)) - COMMON


def statements(articles: list[Article]) -> Iterator[Statement]:
    """Every number that the corpus states."""
    for article in articles:
        for sentence in SENTENCE.split(MARKUP.sub("", article.text).replace("\n", " ")):
            for number in NUMBER.findall(sentence):
                yield Statement(article, sentence, number)


def real_paragraphs(path: Path) -> Iterator[tuple[str, str]]:
    """Stream (title, paragraph) from WikiExtractor output."""
    title = ""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("<doc "):
                title = html.unescape(line.split('title="', 1)[1].rsplit('">', 1)[0])
            elif len(line) > 1:
                yield title, line


def supported(path: Path, wanted: list[Statement]) -> tuple[set[str], set[Statement], set[Statement]]:
    """Covered titles, statements supported by their own real article, statements supported by some paragraph."""
    by_title, by_number = defaultdict(list), defaultdict(list)
    for statement in wanted:
        by_title[statement.article.title].append(statement)
        by_number[statement.key].append((statement, statement.names(), statement.subject()))
    covered, own, anywhere = set[str](), set[Statement](), set[Statement]()
    for title, paragraph in real_paragraphs(path):
        found = {token.replace(",", "") for token in NUMBER.findall(paragraph)}
        if title in by_title:
            covered.add(title)
            own.update(statement for statement in by_title[title] if statement.key in found)
        words = frozenset[str]()
        for number in found & by_number.keys():
            words = words or frozenset(NAME.findall(f"{title} {paragraph}"))
            for statement, names, subject in by_number[number]:
                if len(names & words) >= 2 or (subject & words and names & words - subject):
                    anywhere.add(statement)
    return covered, own, anywhere


def main() -> int:
    """Print the numbers without support and one line of totals."""
    parser = argparse.ArgumentParser(description="Compare the starter corpus with real articles.")
    parser.add_argument("--articles", type=Path, default=REAL, help="WikiExtractor output, .xz (default: %(default)s)")
    options = parser.parse_args()
    if not options.articles.is_file():
        print(f"{options.articles}: not there; give the real articles with --articles FILE", file=sys.stderr)
        return 2
    articles = read_articles()
    wanted = list(statements(articles))
    covered, own, anywhere = supported(options.articles, wanted)
    lacking = [statement for statement in wanted if statement not in own | anywhere]
    for statement in lacking:
        print(f"{statement.article.title}: {statement.number}: {statement.sentence}")
    same = [statement for statement in wanted if statement.article.title in covered]
    print(
        f"{len(covered)} of {len(articles)} titles covered, {len(same)} numbers there, "
        f"{sum(statement in own for statement in same)} in the same article; {len(wanted)} numbers in all, "
        f"{len(wanted) - len(lacking)} supported, {len(lacking)} to judge"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
