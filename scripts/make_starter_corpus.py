"""Build the starter corpus: the articles in indexes/starter/articles as one MediaWiki XML export.

The export follows schema 0.11 (https://www.mediawiki.org/xml/export-0.11.xsd), so the readers that serve a
real Wikipedia dump serve it too. The same sources give the same bytes on every machine: dates are fixed,
page ids follow the sorted titles, and a revision id is a digest of the wikitext.

Each source file holds the title in its first line, an optional "Redirects:" line, a "Categories:" line, an
empty line, and then wikitext.
"""

from __future__ import annotations

import argparse
import bz2
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

STARTER = Path(__file__).resolve().parent.parent / "indexes" / "starter"
EXPORT = STARTER / "localcheck-starter-20261101-pages-articles.xml.bz2"
TIMESTAMP = "2026-11-01T00:00:00Z"
SCHEMA = "http://www.mediawiki.org/xml/export-0.11/"
XSD = "http://www.mediawiki.org/xml/export-0.11.xsd"
NAMESPACES = {
    -2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 3: "User talk", 4: "Project", 5: "Project talk",
    6: "File", 7: "File talk", 8: "MediaWiki", 9: "MediaWiki talk", 10: "Template", 11: "Template talk",
    12: "Help", 13: "Help talk", 14: "Category", 15: "Category talk",
}  # fmt: skip
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Article:
    """One source file of the corpus."""

    title: str
    redirects: tuple[str, ...]
    """Other titles that lead to this article."""
    categories: tuple[str, ...]
    text: str
    """Wikitext without the category links."""

    @property
    def wikitext(self) -> str:
        """Text as the export holds it, categories last."""
        return self.text + "\n\n" + "\n".join(f"[[Category:{name}]]" for name in self.categories)


def read_article(path: Path) -> Article:
    """Parse one source file; ValueError names the file whose head is malformed."""
    head, _, text = path.read_text("utf-8").partition("\n\n")
    title, *lines = head.splitlines()
    fields = dict(line.split(": ", 1) for line in lines)
    if set(fields) - {"Redirects", "Categories"} or "Categories" not in fields or not text.strip():
        raise ValueError(f"{path}: the head must be a title, Redirects: and Categories:, then an empty line")
    return Article(title, _names(fields.get("Redirects", "")), _names(fields["Categories"]), text.strip())


def read_articles(folder: Path = STARTER / "articles") -> list[Article]:
    """All articles, sorted by title."""
    return sorted((read_article(path) for path in folder.glob("*.txt")), key=lambda article: article.title)


def export(articles: list[Article]) -> str:
    """The XML export of the articles and their redirects.

    A page's parent revision stands for its creation and has an id in page order; redirects have none.
    """
    pages: list[tuple[str, str, str | None]] = [(article.title, article.wikitext, None) for article in articles]
    pages += [
        (alias, f"#REDIRECT [[{article.title}]]", article.title) for article in articles for alias in article.redirects
    ]
    body = "".join(_page(number, *page) for number, page in enumerate(sorted(pages, key=lambda page: page[0]), start=1))
    return f"{_opening()}{body}</mediawiki>\n"


def _names(field: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in field.split(";") if name.strip())


def _opening() -> str:
    names = "".join(
        f'      <namespace key="{key}" case="first-letter">{name}</namespace>\n'
        if name
        else f'      <namespace key="{key}" case="first-letter" />\n'
        for key, name in NAMESPACES.items()
    )
    return (
        f'<mediawiki xmlns="{SCHEMA}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{SCHEMA} {XSD}" version="0.11" xml:lang="en">\n'
        "  <siteinfo>\n    <sitename>Localcheck Starter</sitename>\n    <dbname>localcheckstarter</dbname>\n"
        "    <base>https://starter.localcheck.invalid/wiki/Main_Page</base>\n"
        "    <generator>localcheck make_starter_corpus</generator>\n    <case>first-letter</case>\n"
        f"    <namespaces>\n{names}    </namespaces>\n  </siteinfo>\n"
    )


def _page(number: int, title: str, wikitext: str, target: str | None) -> str:
    data = wikitext.encode()
    digest = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    revision = 100_000_000 + int(hashlib.sha256(f"{title}\n{wikitext}".encode()).hexdigest()[:8], 16) % 900_000_000
    redirect = f"    <redirect title={quoteattr(target)} />\n" if target else ""
    parent = "" if target else f"      <parentid>{1_000_000 + number}</parentid>\n"
    sha1 = _base36(int(digest, 16))
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>0</ns>\n    <id>{number}</id>\n{redirect}"
        f"    <revision>\n      <id>{revision}</id>\n{parent}      <timestamp>{TIMESTAMP}</timestamp>\n"
        "      <contributor>\n        <username>Localcheck</username>\n        <id>1</id>\n      </contributor>\n"
        f"      <comment>Starter corpus</comment>\n      <origin>{revision}</origin>\n"
        "      <model>wikitext</model>\n      <format>text/x-wiki</format>\n"
        f'      <text bytes="{len(data)}" sha1="{sha1}" xml:space="preserve">{escape(wikitext)}</text>\n'
        f"      <sha1>{sha1}</sha1>\n    </revision>\n  </page>\n"
    )


def _base36(number: int) -> str:
    """MediaWiki writes SHA-1 in base 36, padded to 31 digits."""
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = BASE36[rest] + digits
    return digits.rjust(31, "0")


def main() -> int:
    """Write the export, or with --check compare it with the sources."""
    parser = argparse.ArgumentParser(description="Build the starter corpus as a MediaWiki XML export.")
    parser.add_argument("--out", type=Path, default=EXPORT, help="where to write the .xml.bz2 (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the file is not up to date")
    options = parser.parse_args()
    articles = read_articles()
    data = bz2.compress(export(articles).encode(), 9)
    if options.check:
        same = options.out.is_file() and options.out.read_bytes() == data
        print(f"{options.out.name}: {'up to date' if same else 'differs from its sources'}")
        return 0 if same else 1
    partial = options.out.with_suffix(".part")
    partial.write_bytes(data)
    partial.replace(options.out)
    print(f"{options.out}: {len(articles)} articles, {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
