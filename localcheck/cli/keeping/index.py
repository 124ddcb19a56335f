"""``localcheck index``: build, list, inspect, search, verify and remove evidence indexes."""

from __future__ import annotations

import shutil
import textwrap
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import AS_JSON, COUNT_OR_ALL, DATED, FORM, PATH, PROCESSES, YES, Group, defaulted
from localcheck.cli.keeping.updating import encode, follow, update, vectors, warn_of
from localcheck.cli.options import typed_now
from localcheck.cli.output import emit, emit_either, emit_json, volume
from localcheck.errors import BadSetting, LocalcheckError, UsageError
from localcheck.system import network
from localcheck.text.counting import many
from localcheck.text.inert import one_line

if TYPE_CHECKING:
    from localcheck.ingest.indexing import Built

ENGINES = click.Choice(["auto", "whoosh", "tantivy"])
ENGINE = click.option("--engine", type=ENGINES, default="auto", help="As for build.")
FORCE = click.option("--force", is_flag=True, help="Replace an index of the same name.")


@click.group(cls=Group)
def index() -> None:
    """Build, search and verify evidence indexes.

    \b
    Examples:
      localcheck index build enwiki-20260101-pages-articles.xml.bz2 --name enwiki
      localcheck index build notes/ --name notes
      localcheck index search enwiki "Achilles was killed by Paris."
      localcheck check article.txt --index enwiki
    """


index.add_command(vectors)
index.add_command(update)


@index.command()
@click.argument("source", type=PATH)
@click.option("--name", required=True, help="Name of the index.")
@defaulted("--engine", type=ENGINES, default="auto", help="Search engine; auto: Tantivy.")
@click.option("--language", default="", help="ISO 639-1 code of the texts, if the source does not state it.")
@click.option("--limit", type=COUNT_OR_ALL, default=0, help="Stop after this many articles (0: all).")
@defaulted("--namespaces", default="0", help="Namespaces of a MediaWiki dump, as numbers.")
@DATED
@FORM
@click.option("--strict", is_flag=True, help="Fail if a file or page cannot be read.")
@PROCESSES
@click.option(
    "--ray",
    default="",
    metavar="ADDRESS",
    help="Read and clean on a Ray cluster (extra ray): HOST:PORT, auto (the one of this machine) or local (start one).",
)
@FORCE
@click.option("--vectors", "with_vectors", is_flag=True, help="Also encode all sentences now; see index vectors.")
@AS_JSON
def build(source: Path, name: str, namespaces: str, ray: str, with_vectors: bool, as_json: bool, **asked: Any) -> None:
    """Build an index from SOURCE.

    SOURCE is a MediaWiki XML dump (.xml, .bz2, .gz, .xz, .zst), a folder with the parts of one, WikiExtractor output, JSONL
    with "title" and "text", or a document or folder of them (text, Markdown, HTML, PDF, DOCX, ODT, RTF, EPUB, PPTX, ODP, XLSX,
    ODS, CSV, e-mail, subtitles, LaTeX, reStructuredText, notebooks), where each page, sheet, slide or chapter is a source of
    its own. The format is recognised by content first and by name second, and printed; --format overrides it
    (cirrus, enterprise, folder, jsonl, mediawiki, parquet, wikiextractor, zim). Reading is streamed. After Ctrl-C, the same
    command continues where it stopped.

    An article without a date gets the date of the dump: --dated, or the one in the file's name. A document of a folder gets
    --dated, else the date in its name, else the one in its metadata (PDF, DOCX, HTML, front matter of Markdown), never the
    file's time. A source settles no claim about a year after its date; an old or undated source settles no claim about what is
    current.

    \b
    Examples:
      localcheck index build enwiki-20260101-pages-articles.xml.bz2 --name enwiki
      localcheck index build articles.jsonl --name mine --language en --engine tantivy
      localcheck index build papers/ --name papers --force
    """
    from localcheck.ingest.indexing import Cluster
    from localcheck.ingest.indexing import build as run

    cluster = Cluster(ray, typed_now({}).settings().network) if ray else None
    stopped = f"stopped; the same command continues; its space is free again after: localcheck index remove {name}"
    with diagnostics.going_on(lambda: stopped):
        built = follow(run(source, name, namespaces=_numbers(namespaces), cluster=cluster, **asked))
    if with_vectors:
        encode(name)
    _report(built, as_json)


@index.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@ENGINE
@DATED
@AS_JSON
def rebuild(name: str, engine: Any, dated: str, as_json: bool) -> None:
    """Build the index NAME again from the texts that it holds: after a format change or damage, or for another engine.

    Texts that have changed since it was built are refused.

    \b
    Example:
      localcheck index rebuild enwiki
    """
    from localcheck.ingest.indexing import rebuild as run

    _report(follow(run(name, engine, dated)), as_json)


@index.command()
@click.argument("first", shell_complete=completing.OWN_INDEX)
@click.argument("second", shell_complete=completing.OWN_INDEX)
@click.option("--name", required=True, help="Name of the new index.")
@ENGINE
@FORCE
@AS_JSON
def merge(first: str, second: str, name: str, engine: Any, force: bool, as_json: bool) -> None:
    """Make a new index from two, which are not changed.

    Where both hold an article of one title, the newer revision is taken; without revisions, the later date; without dates, that
    of FIRST. Documents of folders count as the same only if title, path and content are the same.

    \b
    Example:
      localcheck index merge enwiki notes --name both
    """
    from localcheck.ingest.indexing import merge as run

    if first == second:
        raise UsageError(f"both indexes are {first}", "name two different ones")
    _report(follow(run(first, second, name, engine, force)), as_json)


def _numbers(listing: str) -> frozenset[int]:
    try:
        return frozenset(int(part) for part in listing.split(","))
    except ValueError:
        raise BadSetting(
            "--namespaces", f"{listing!r} is not a list of numbers", "command line", "for example 0,4"
        ) from None


def _report(built: Built, as_json: bool) -> None:
    info, whole = built.info, asdict(built)
    warn_of(built)
    lists = {"malformed_pages": whole["malformed"], "files_not_read": whole["left"], "remarks": whole["remarks"]}
    emit_either(
        {**asdict(info), **lists},
        f"{info.name}: {many(info.articles, 'article')}, {volume(info.text_bytes)} of text, "
        f"{many(info.redirects, 'redirect')}, {info.skipped:,} left out, {info.malformed:,} not read; "
        f"{info.engine}, {volume(info.disk_bytes)} on disk",
        as_json,
    )


@index.command("list")
@AS_JSON
def list_(as_json: bool) -> None:
    """List the indexes of this home.

    \b
    Example:
      localcheck index list --json
    """
    from localcheck.sources.indexes import list_indexes

    found = list_indexes()
    if as_json:
        emit_json([{"name": n, "error": i.message} if isinstance(i, LocalcheckError) else asdict(i) for n, i in found])
        return
    if not found:
        diagnostics.note("no index yet: localcheck index build SOURCE --name NAME")
    for name, info in found:
        if isinstance(info, LocalcheckError):
            emit(f"{name}  unusable: {info.message}")
            continue
        facts = (info.engine, many(info.articles, "article"), info.language, info.dump_date, volume(info.disk_bytes))
        emit("  ".join([name, *filter(None, facts)]))


@index.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@AS_JSON
def info(name: str, as_json: bool) -> None:
    """Show what is known about the index NAME.

    \b
    Example:
      localcheck index info enwiki
    """
    from localcheck.sources import manifest
    from localcheck.sources.indexes import locate

    facts = asdict(manifest.read(locate(name)))
    shown = {key: f"{value:,}" if isinstance(value, int) else value or "-" for key, value in facts.items()}
    del shown["notes"]  # of a built index there are none
    emit_either(facts, "\n".join(f"{key.replace('_', ' '):14} {value}" for key, value in shown.items()), as_json)


@index.command()
@click.argument("name", shell_complete=completing.INDEX)
@click.argument("query")
@defaulted("--top", type=click.IntRange(1, 50), default=5, help="Number of articles to show.")
@AS_JSON
def search(name: str, query: str, top: int, as_json: bool) -> None:
    """Search NAME for QUERY, a claim in plain words: title, score, snippet.

    NAME is an index, or any source that check --index takes, such as web:mediawiki=en.

    \b
    Examples:
      localcheck index search starter "Marie Curie was born in Warsaw."
      localcheck index search enwiki "capital of Albania" --top 10 --json
      localcheck --network index search web:mediawiki=en "Mars"
    """
    from localcheck.run.open_sources import open_retriever
    from localcheck.sources.queries import snippet

    settings = typed_now({"index": name}).settings()
    with network.allow(settings.network), closing(open_retriever(name, settings)) as retriever:
        found = [(p, snippet(p.text, query, title=p.title)) for p in islice(retriever.search(query), top)]
    for note in retriever.info.notes:
        diagnostics.note(note)
    if as_json:
        keys = ("title", "rank", "score")
        emit_json([{**{k: getattr(p, k) for k in keys}, "source": asdict(p.source), "snippet": s} for p, s in found])
        return
    if not found:
        diagnostics.note(f"nothing found in {name}")
    width = min(100, shutil.get_terminal_size().columns)
    for passage, text in found:
        title, locator = one_line(passage.title), one_line(passage.source.locator)
        emit(f"{passage.rank + 1:2}. {title}  ({passage.score:.1f})  {locator}")
        emit(textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    "))


@index.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@AS_JSON
def verify(name: str, as_json: bool) -> None:
    """Hash every file of the index NAME again and compare with what was built.

    \b
    Example:
      localcheck index verify enwiki
    """
    from localcheck.sources.indexes import verify as check

    found = check(name)
    value = {"name": found.name, "intact": True, "digest": found.digest}
    emit_either(value, f"{found.name}: intact, digest {found.digest}", as_json)


@index.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@YES
@AS_JSON
def remove(name: str, yes: bool, as_json: bool) -> None:
    """Remove the index NAME from this home, or what an interrupted build of it has left. What it was built from stays.

    \b
    Example:
      localcheck index remove notes --yes
    """
    from localcheck.ingest.indexing.staging import remove_unfinished, unfinished
    from localcheck.sources.indexes import index_exists, of_this_home
    from localcheck.sources.indexes import remove as delete

    whole = index_exists(name)
    begun = not whole and unfinished(name)
    what = f"the interrupted build of the index {name}" if begun else f"the index {name} in {of_this_home(name)}"
    diagnostics.confirm(f"Remove {what}?", yes)
    remove_unfinished(name)
    if whole:
        delete(name)
    emit_either({"name": name, "removed": True}, f"{name}: removed", as_json)
