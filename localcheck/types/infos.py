"""What an open backend says about itself; used in reports and cache keys, and to see what it can do."""

from __future__ import annotations

from dataclasses import dataclass

SEVERAL = "several"
"""Engine of several sources that are read as one."""
BETWEEN = " + "
"""Between their names in settings, reports and lists of runs."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Identity, abilities and limits of an open NLI model or encoder."""

    name: str
    sha256: str
    """Digest over all files of the model."""
    labels: tuple[str, ...]
    """Names of the head's outputs; empty for an encoder without a head."""
    languages: tuple[str, ...]
    """ISO 639-1 codes that the model covers; ``*`` for many."""
    max_tokens: int
    """Longest input in tokens, special tokens included."""
    consistency: str = ""
    """The score of ``selfcheck-nli`` that the model's card recommends; empty if it recommends none."""
    embeds: bool = False
    """True if ``embed`` gives vectors of whole texts, which only models trained for it do."""
    compute_type: str = "float32"
    threads: int = 1
    """Threads of all workers together."""
    why: str = ""
    """How compute type, workers and batches were chosen."""
    parts: tuple[tuple[str, str], ...] = ()
    """Names and digests of the models of a cascade; empty for a single model."""

    @property
    def classes(self) -> int:
        """2 or 3; 0 without a head. A model of two classes cannot refute."""
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class LLMInfo:
    """Name, origin and limits of an open language model."""

    name: str
    """File stem, server model id, or file of recorded answers."""
    backend: str
    """``gguf``, ``server``, ``recorded`` or ``scripted``."""
    sha256: str = ""
    """SHA-256 of the model file (or of the recorded answers); for a server a digest of its address and model id."""
    context: int = 0
    """Tokens that one prompt with its answer may have; 0 when unknown."""
    notes: tuple[str, ...] = ()
    """What the backend cannot do as asked, one line for each."""
    chats: bool = True
    """Whether it answers what it is asked; a base model goes on with the text."""


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What is known about a source of evidence."""

    name: str
    engine: str
    """``whoosh`` or ``tantivy`` for a built index; else the kind of source."""
    articles: int
    language: str = ""
    """ISO 639 code of the texts, empty when unknown."""
    dump_date: str = ""
    """ISO date of the dump, or of its newest revision; perhaps only a year or a month. Empty when unknown."""
    source: str = ""
    """Name of the file or folder that it was built from."""
    source_sha256: str = ""
    """Of a source file up to 64 MiB; empty otherwise."""
    text_bytes: int = 0
    """Bytes of plain text (UTF-8)."""
    disk_bytes: int = 0
    redirects: int = 0
    """Other names of articles."""
    skipped: int = 0
    """Pages left out on purpose: other namespaces, empty pages."""
    malformed: int = 0
    """Pages that could not be read."""
    built: str = ""
    """ISO time, UTC."""
    digest: str = ""
    """SHA-256 over the names and hashes of all files; identifies the index in a report."""
    evidence: str = "index"
    """Kind of evidence, ``index`` or ``web``: a likelihood table belongs to one of them."""
    licence: str = ""
    """Of the texts, as their source states it."""
    readers: str = ""
    """What read the documents of a folder (``ingest.corpus.folder.read_by``): other readers read every file again."""
    notes: tuple[str, ...] = ()
    """What a source that was not built here cannot do; not kept with an index."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources behind it, highest precedence first, where there are several."""
        return tuple(self.name.split(BETWEEN)) if self.engine == SEVERAL else ()
