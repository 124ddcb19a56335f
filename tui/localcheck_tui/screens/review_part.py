"""What the parts of the review screen share: the review itself, and what one part asks of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from textual.screen import Screen

if TYPE_CHECKING:
    from localcheck.settings import Settings
    from localcheck.store import Review, Store
    from localcheck.types import Verdict
    from localcheck_tui.desk import Desk
    from localcheck_tui.engine import Engine, Post
    from localcheck_tui.reading import Reading


class Naming(Protocol):
    """Who reviews; the app knows it for all of its screens."""

    def known(self) -> bool:
        """True if the name was given, be it empty."""
        ...

    def proposed(self) -> str:
        """What to propose as the name."""
        ...

    def keep(self, name: str) -> None:
        """Remember the name."""
        ...


class ReviewPart(Screen[None]):
    """A part of the review screen, which is made of all of them."""

    reading: Reading
    engine: Engine
    store: Store
    settings: Settings
    naming: Naming
    desk: Desk
    lacking: dict[str, bool]
    """Names that claims are about, and whether the index is without an article about them."""
    done: list[str]
    """What the reviewer did here, for undo: a claim whose wording was edited, or "" for an entry of the journal."""

    keep_name: Callable[[str], None]
    keep_seen: Callable[[], None]
    show_place: Callable[[], None]
    show_status: Callable[[], None]
    show_document: Callable[[], None]
    show_sentence: Callable[[int], None]
    end_notice: Callable[[], None]
    leave_search: Callable[[], bool]
    look_up: Callable[[str, Post], None]
    _current: Callable[[], Verdict | None]
    _stored: Callable[[], int | None]
    _named: Callable[[Callable[[], None]], None]
    _write: Callable[[Verdict, Review], bool]
    _settings_of_run: Callable[[], Settings]
