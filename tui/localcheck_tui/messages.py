"""Every message of the app. The engine's thread posts them; handlers of screens and the app change what is shown.

The engine posts to the screen that asked, without bubbling; a click bubbles from its widget to the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from localcheck.store import Quoted, RunState
from localcheck.types import Document, Passage, Sentence, Verdict
from localcheck_tui.choices import Names
from localcheck_tui.inventory import Inventory
from localcheck_tui.safe_text import one_line

if TYPE_CHECKING:
    from localcheck.reviewing.drafts import Draft
    from localcheck.run.correcting import Proposed
    from localcheck.settings.signatures import Parameter


@dataclass
class EventsWaiting(Message, bubble=False):
    """The engine's inbox has events of the run; many events give one message."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, EventsWaiting)


@dataclass
class RunEnded(Message, bubble=False):
    """The run that the engine worked on is over."""

    state: RunState
    error: str = ""
    hint: str = ""


@dataclass
class VerdictMade(Message, bubble=False):
    """A claim was looked at again, outside a run."""

    run_id: int | None
    verdict: Verdict
    origin: str


@dataclass
class JobFailed(Message, bubble=False):
    """A request to the engine failed."""

    what: str
    error: str
    hint: str = ""

    @property
    def told(self) -> str:
        """What went wrong and what helps, on one line."""
        return one_line(f"{self.error}. {self.hint}")


@dataclass
class BoundariesMade(Message, bubble=False):
    """The stop boundaries of the run's method, after 0, 1, … documents."""

    run_id: int | None
    boundaries: tuple[tuple[float, float], ...]


@dataclass
class ArticleLacking(Message, bubble=False):
    """It was looked up whether the index is without an article about something."""

    name: str
    lacking: bool


@dataclass
class ArticlesFound(Message, bubble=False):
    """The reviewer's own search of the index."""

    query: str
    passages: tuple[Passage, ...]


@dataclass
class QuoteLookedUp(Message, bubble=False):
    """A typed quote was looked up in the index."""

    quote: str
    quoted: Quoted


@dataclass
class CorrectionsFound(Message, bubble=False):
    """The edits that a run's quotes speak for."""

    proposed: Proposed


@dataclass
class DocumentRead(Message, bubble=False):
    """A file was read."""

    document: Document


@dataclass
class DocumentQueued(Message, bubble=False):
    """A document of the queue was read, or could not be read."""

    document: Document
    run_id: int | None = None
    """Its run in the store; None where it is to be checked from the beginning."""
    problem: str = ""


@dataclass
class DraftLookedFor(Message, bubble=False):
    """It was looked up whether a document is a draft of one that people decided about."""

    document: Document
    sentences: tuple[Sentence, ...]
    draft: Draft | None


@dataclass
class InventoryMade(Message, bubble=False):
    """What is installed here."""

    inventory: Inventory


@dataclass
class TaskProgress(Message, bubble=False):
    """A build or an import goes on; only the newest matters."""

    title: str
    done: float
    total: float | None = None
    finished: bool = False

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, TaskProgress) and not message.finished


@dataclass
class NamesRead(Message, bubble=False):
    """What can be chosen by name here."""

    names: Names


@dataclass
class OptionsRead(Message, bubble=False):
    """The options of a detector, read from its signature."""

    detector: str
    parameters: tuple[Parameter, ...]


@dataclass
class SentenceChosen(Message):
    """A sentence was clicked in the document."""

    sentence: int


@dataclass
class ClaimChosen(Message):
    """A claim was clicked in the list."""

    claim: int


@dataclass
class EvidenceWanted(Message):
    """The evidence was clicked, to be read in full."""
