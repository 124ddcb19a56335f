"""What is posted in the app: a click bubbles from its widget to the screen, and a run tells the app that it has news."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class EventsWaiting(Message, bubble=False):
    """The engine's inbox has events of the run; many events give one message."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, EventsWaiting)


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
