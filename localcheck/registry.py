"""Lazy tables ``name -> "module:attribute"``, which other distributions extend by entry points.

Listing names imports nothing. Loading imports one module. What a factory's signature means is in ``settings.signatures``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import Any

from localcheck import settings
from localcheck.errors import MissingResource, UnknownName
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters


@dataclass(frozen=True, slots=True)
class Registered:
    """A name with the place of what it stands for and one line for listings."""

    name: str
    target: str
    """``"module:attribute"``."""
    summary: str = ""


@cache
def _installed(path: tuple[str, ...]) -> Callable[..., EntryPoints]:
    """Selects among the entry points of all distributions on ``path``, which are read once for all groups."""
    return entry_points().select


class Registry:
    """One kind of thing (detector, retriever, …) by name."""

    def __init__(self, kind: str, entries: Mapping[str, tuple[str, str]], group: str) -> None:
        self.kind = kind
        self.group = group
        self._entries = {name: Registered(name, *place) for name, place in entries.items()}
        self._merged: dict[str, Registered] | None = None

    def entries(self) -> dict[str, Registered]:
        """All entries, built-in ones and those of installed distributions; imports none of them."""
        if self._merged is None:
            found = {e.name: Registered(e.name, e.value) for e in _installed(tuple(sys.path))(group=self.group)}
            self._merged = {**found, **self._entries}
        return self._merged

    def names(self) -> list[str]:
        """Sorted names; imports nothing."""
        return sorted(self.entries())

    def has_own(self, name: str) -> bool:
        """Whether the name is built in; else another distribution brings it, or nobody knows it."""
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def load(self, name: str) -> Any:
        """Import and return what ``name`` stands for: mostly a factory. Raises ``UnknownName``, and ``MissingResource`` where
        an installed package names something that it does not have.

        For a built-in name no other distribution is looked at: that takes a tenth of a second where hundreds are installed.
        """
        entries = self._entries if name in self._entries else self.entries()
        if name not in entries:
            raise UnknownName(self.kind, name, entries)
        module, _, attribute = entries[name].target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            if name in self._entries:
                raise
            raise MissingResource(
                f"{self.kind} {name} cannot be loaded: {error}",
                f"it is the entry point {entries[name].target} of an installed package; mend or uninstall that package",
            ) from error


def _alike(package: str, summaries: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Entries whose module and factory have the name itself: "fixed-k" is ``fixed_k`` in the module ``fixed_k``."""
    words = {name: name.replace("-", "_") for name in summaries}
    return {name: (f"{package}.{words[name]}:{words[name]}", said) for name, said in summaries.items()}


DETECTORS = Registry(
    "method",
    _alike(
        "localcheck.detectors",
        {
            "bayes-sequential": "evidence one document at a time until a Bayesian decision says stop (Wang et al. 2023)",
            "fused": "evidence, samples, word statistics and reverse validation in one posterior",
            "fixed-k": "baseline: always k documents; NBC, average or maximum",
            "faithfulness": "every claim against the given context, by NLI (RAGAS, BEE-30043)",
            "faithfulness-llm": "every claim against the given context, by a language model whose excerpts are looked up",
            "selfcheck-ngram": "n-gram language model over the samples (SelfCheckGPT)",
            "selfcheck-nli": "contradiction by the samples (SelfCheckGPT)",
            "selfcheck-bertscore": "greedy token matching with the samples (SelfCheckGPT)",
            "selfcheck-qa": "multiple-choice questions answered from the samples (SelfCheckGPT)",
            "selfcheck-prompt": "asks whether each sample supports the sentence (SelfCheckGPT)",
            "greybox": "log-probabilities and entropies of the text, own or proxy LLM (SelfCheckGPT)",
            "reverse-qg": "reverse validation by question generation (Yang et al. 2023)",
            "reverse-em": "reverse validation by entity matching (Yang et al. 2023)",
            "lm-vs-lm": "examiner and examinee in several turns, revised (Yang et al. 2023)",
            "zero-shot": "one direct question to the language model",
            "self-detection": "asks the language model about its own sentence (Wang et al. 2023, Fig. 4)",
            "shared-words": "baseline: content words of a sentence that the given context lacks",
            "agent": "tools for arithmetic, code, lengths, dates and translations, search and match for facts (HaluAgent)",
            "all-false": "baseline: calls everything not factual",
        },
    ),
    "localcheck.detectors",
)

RETRIEVERS = Registry(
    "kind of evidence",
    {
        "recorded": ("localcheck.sources.recorded:open_retriever", "recorded:PATH, evidence recorded by claim"),
        "zim": ("localcheck.ingest.zim.retriever:open_zim", "zim:FILE, a Kiwix ZIM file, searched by its own index"),
        "web": (
            "localcheck.sources.web.retriever:open_retriever",
            "web:searxng=URL, web:mediawiki=LANG or web:brave; needs --network",
        ),
        "memory": ("localcheck.sources.memory:open_retriever", "memory:FILE, the passages of a JSONL file (fake)"),
    },
    "localcheck.retrievers",
)

EXTRACTORS = Registry(
    "extractor of claims",
    {
        "rules": ("localcheck.claims.rules.extract:rules", "sentences are split by rules"),
        "rules+sentence": (
            "localcheck.claims.rules.extract:rules_and_sentence",
            "the same, and each sentence as a whole",
        ),
        "sentences": ("localcheck.claims.rules.extract:sentences", "each sentence is a claim"),
        "llm": ("localcheck.claims.llm:short", "a language model splits what the rules leave long or unresolved"),
        "llm-paper": ("localcheck.claims.llm:paper", "a language model with the four steps of Wang et al. 2023"),
    },
    "localcheck.extractors",
)

NLIS = Registry(
    "NLI backend",
    {
        "encoder": ("localcheck.backends.nli.encoder:open_nli", "CTranslate2 encoder with a classification head"),
        "t5": ("localcheck.backends.nli.t5:open_nli", "CTranslate2 sequence-to-sequence fact checker"),
        "cascade": (
            "localcheck.backends.nli.cascade:CascadeNLI",
            "a quick model reads, a careful one re-reads what would decide",
        ),
        "table": ("localcheck.backends.nli.table:open_nli", "a table of known pairs (fake)"),
    },
    "localcheck.nli",
)

LLMS = Registry(
    "kind of language model",
    {
        "gguf": ("localcheck.backends.llamacpp.llm:open_llm", "gguf:PATH or gguf:NAME, by llama-cpp-python"),
        "server": ("localcheck.backends.llm.openai_server:open_llm", "server:URL#MODEL, any OpenAI-compatible server"),
        "recorded": ("localcheck.backends.llm.recorded:open_llm", "recorded:FILE, answers recorded earlier"),
        "scripted": ("localcheck.backends.llm.recorded:open_script", "scripted:FILE, canned answers (fake)"),
    },
    "localcheck.llms",
)

CORPORA = Registry(
    "corpus format",
    {
        "wikiextractor": ("localcheck.ingest.corpus.wikiextractor:READER", "output of WikiExtractor"),
        "cirrus": ("localcheck.ingest.corpus.jsonl:CIRRUS", "a CirrusSearch dump of a Wikimedia wiki"),
        "parquet": ("localcheck.ingest.corpus.jsonl:PARQUET", "Parquet with title and text"),
        "enterprise": ("localcheck.ingest.corpus.jsonl:ENTERPRISE", "an HTML dump of Wikimedia Enterprise"),
        "jsonl": ("localcheck.ingest.corpus.jsonl:READER", "JSON lines with title and text"),
        "zim": ("localcheck.ingest.zim.pages:READER", "a Kiwix ZIM file"),
        "mediawiki": ("localcheck.ingest.corpus.dumps:READER", "an XML dump of MediaWiki"),
    },
    "localcheck.corpora",
)

FORMATS = Registry(
    "report format",
    {
        "json": ("localcheck.reports.written:JSON", "everything, as one value"),
        "jsonl": ("localcheck.reports.written:JSONL", "everything, one report a line"),
        "md": ("localcheck.reports.written:MARKDOWN", "Markdown, by sentence"),
        "html": ("localcheck.reports.written:HTML", "one page that needs no network"),
        "csv": ("localcheck.reports.written:CSV", "one row a claim"),
        "csv-excel": ("localcheck.reports.written:CSV_EXCEL", "the same with a byte order mark, for Excel"),
        "sarif": ("localcheck.reports.written:SARIF", "for editors and code review"),
        "code-scanning": ("localcheck.reports.written:CODE_SCANNING", "SARIF without what is known, for GitHub"),
        "github": ("localcheck.reports.written:GITHUB", "annotations of GitHub Actions"),
        "junit": ("localcheck.reports.written:JUNIT", "JUnit XML for CI systems"),
    },
    "localcheck.report_formats",
)

TOOLS = Registry(
    "tool",
    _alike(
        "localcheck.agent.tools",
        {
            "calculator": "exact arithmetic; recomputes what a sentence states",
            "calendar": "days between dates, weekdays, leap years",
            "code_interpreter": "runs Python in a sandbox with its own tests or examples",
            "get_answer": "ends a detection with its result",
            "match": "a sentence against a context, by the NLI model",
            "search": "documents of the evidence about a sentence",
            "split_text": "sentences that can be read on their own",
            "translate": "a translation by a translation model or the language model, held against the text's",
            "word_count": "words and characters against the length asked for",
        },
    )
    | {
        "letter_count": (
            "localcheck.agent.tools.letters:letter_count",
            "letters and words of something quoted, counted and compared",
        )
    },
    "localcheck.tools",
)


def load_settings(file: Path, given: Mapping[str, Any] | None = None) -> Settings:
    """Settings from ``file``, the environment and what was ``given``, where every table of options is that of a method. Raises
    ``BadSetting`` and ``UnknownName``.
    """
    result = settings.load(file, given=given)
    check_options(result, f"a table in {file}")
    return result


def check_options(settings: Settings, where: str) -> None:
    """Raise ``UnknownName`` where these settings have options for a method that there is not, or that it has not; ``where``
    they stand.
    """
    known = DETECTORS.entries() if settings.options else {}
    for name, options in settings.option_table().items():
        if name not in known:
            raise UnknownName(f"method with {where}", name, known)
        own = {p.name for p in parameters(DETECTORS.load(name))}
        for option in options:
            if option.replace("-", "_") not in own:
                raise UnknownName(f"option of {name} with {where}", option, own)
