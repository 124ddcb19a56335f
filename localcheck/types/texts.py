"""What is checked: a document, its sentences and its claims. Offsets are Python string indices into ``Document.text``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from localcheck.types.json import JSON

OWN = ".own"
"""Ends the id of a sentence's own claim, where it stands beside those that the sentence was split into."""

STANDARD_INPUT = "standard input"
"""The id of a document that was read from there."""
UNNAMED = frozenset({"request", "text", "answer", "claim", "pasted", "-", STANDARD_INPUT})
"""Ids of documents that came without a name: each stands for any text that was sent, typed, pasted or piped (``-`` in runs of
1.1.0).
"""
WRITTEN = "written"
"""Key of ``Document.meta``: the date that a file states about itself."""
READING_NOTES = "reading_notes"
"""Key of ``Document.meta``: what was not read of a file, or how it was read, one sentence each. Reports show them."""
OF_READERS = frozenset({WRITTEN, READING_NOTES, "parts", "media_type", "encoding", "lines"})
"""Keys of ``Document.meta`` that say how a file was read, and where its parts and lines are: a user's row cannot say that."""
REWORDED = "reworded by "
"""Begins the note of a claim that a person worded anew; the person's name follows."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def of(self, text: str) -> str:
        """The characters of ``text`` that this span covers."""
        return text[self.start : self.end]

    def __contains__(self, other: Span) -> bool:
        """True if the other span is inside this one or equal to it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Span) -> bool:
        """True if both have a character in common."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text to check, and what came with it."""

    id: str
    """Name of the document: a path, a data set's row id, or one of ``UNNAMED``."""
    text: str
    """The extracted plain text. All spans point into it."""
    title: str = ""
    """The entity or title that the text is about, when known."""
    prompt: str = ""
    """The prompt or question that the text answers, when known."""
    samples: tuple[str, ...] = ()
    """Other answers to the same prompt (SelfCheckGPT)."""
    context: tuple[str, ...] = ()
    """Reference or grounding texts given with the document; one empty text where they were given and there are none."""
    meta: tuple[tuple[str, JSON], ...] = ()
    """Anything else that came with it (annotation, domain, media type); it is kept but has no effect."""
    sentences: tuple[str, ...] = ()
    """How a data set cut the text into sentences, for its annotations; readers of users' files leave it empty."""

    @property
    def name(self) -> str:
        """What it is called where one name is enough: its title, or its id where it has none."""
        return self.title or self.id

    def get(self, key: str, default: JSON = None) -> JSON:
        """The value of ``key`` in ``meta``."""
        return dict(self.meta).get(key, default)


def as_context(texts: Iterable[str] | None) -> tuple[str, ...]:
    """``context`` of a document that came with these texts. Where nothing was retrieved, that is not the same as no context.

    >>> as_context(None), as_context([])
    ((), ('',))
    """
    return () if texts is None else tuple(texts) or ("",)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a document; ``span.of(document.text) == text``."""

    index: int
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One assertion made from one sentence, worded so that it can be understood alone."""

    id: str
    """``"<sentence index>.<claim index>"``, unique in its document; the sentence's own claim beside others has ``OWN``."""
    sentence: int
    """Index of the sentence that it comes from."""
    text: str
    """The self-contained wording that is checked."""
    span: Span
    """Where in the document it was said (at most its sentence)."""
    checkable: bool = True
    """False for questions, opinions, instructions and the like."""
    note: str = ""
    """Why it is not checkable, or how it was rewritten."""
    about: str = ""
    """What the document is about, where the claim's words do not name their subject ("The crew landed …"): what to look for."""

    @property
    def named(self) -> str:
        """The claim behind what it is about: for finding evidence, and for telling whether a document is about the same."""
        return f"{self.about}, {self.text}" if self.about else self.text

    @property
    def shown(self) -> str:
        """The claim with what it is about, for a person."""
        return f"{self.text} (about {self.about})" if self.about else self.text

    @property
    def reworded(self) -> bool:
        """True if a person worded the claim anew: it may say something else than its sentence."""
        return self.note.startswith(REWORDED)

    @property
    def own(self) -> bool:
        """True for the sentence's own claim beside those that it was split into (``--claims rules+sentence``)."""
        return self.id.endswith(OWN)
