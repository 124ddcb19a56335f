"""The sources of a claim: articles that were read or are searched for, sentence by sentence; Enter takes one as the quote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from localcheck.reports.words import named
from localcheck.reviewing.quotes import picked
from localcheck.settings import Settings
from localcheck.sources.queries import closest
from localcheck.store import Quoted
from localcheck.types import Passage, Sentence, Span, Verdict
from localcheck_tui.engine import Engine, Failure
from localcheck_tui.marks import source_line, source_text
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import TextDialog
from localcheck_tui.screens.page import ClosesOnce, Line
from localcheck_tui.widgets.evidence_panel import no_article
from localcheck_tui.widgets.key_bar import Hint, KeyBar

Picked = tuple[str, Quoted]
"""A sentence that the reviewer takes as the quote, and where it stands."""
KEYS = (
    Hint("article(1)", "next article", "[ ]"),
    Hint("take", "make it the quote", "q"),
    Hint("copy", "copy", "y"),
    Hint("source", "source", "o"),
    Hint("search", "search", "/"),
    Hint("dismiss(None)", "back", "esc"),
)


class SourcesScreen(ClosesOnce[Picked | None]):
    """Dismissed with the quote. The claim stays at the top; the text opens at the quote that decides."""

    BINDINGS: ClassVar = [
        ("escape", "dismiss(None)", "back"),
        ("slash,e", "search", "search the index"),
        ("right_square_bracket", "article(1)", "next article"),
        ("left_square_bracket", "article(-1)", "article before"),
        ("j", "sentence(1)", "down"),
        ("k", "sentence(-1)", "up"),
        ("y", "copy", "copy"),
        ("q", "take", "make it the quote"),
        ("o", "source", "source"),
    ]

    def __init__(
        self, verdict: Verdict, place: int, engine: Engine, settings: Settings, *, hidden: bool, searching: bool
    ) -> None:
        """``place``: the evidence that is shown first; ``hidden`` shows no quote; ``searching`` begins with the search."""
        super().__init__()
        self._verdict, self._place, self._engine, self._settings = verdict, place, engine, settings
        self._hidden, self._searching = hidden, searching
        self._articles: list[Passage] = [e.passage for e in verdict.evidence]
        self._read = len(self._articles)
        self._sentences: tuple[Sentence, ...] = ()
        self._query = ""

    def compose(self) -> ComposeResult:
        yield Static(Content(one_line(self._verdict.claim.shown)), id="heading")
        yield Line(placeholder="search the index: words or a title, Enter", id="query", compact=True)
        with Horizontal(id="panes"):
            yield OptionList(id="articles", markup=False)
            yield OptionList(id="sentences", markup=False)
        yield Static(id="source", markup=False)
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(KEYS)
        self.query_one("#articles").border_title = "articles"
        self.query_one("#sentences").border_title = "Enter makes it the quote"
        self._list_articles(self._place)
        if self._searching or not self._articles:
            self.action_search()

    def _list_articles(self, place: int) -> None:
        shown = self.query_one("#articles", OptionList)
        shown.clear_options()
        for number, passage in enumerate(self._articles):
            found = "" if number < self._read else "⌕ "
            shown.add_option(Option(f"{found}{one_line(named(passage.title, passage.source))}"))
        if self._articles:
            shown.highlighted = min(place, len(self._articles) - 1)
            # At once, not by a message: a search that is opened next must keep the focus.
            self.set_focus(self.query_one("#sentences"))

    @on(OptionList.OptionHighlighted, "#articles")
    def show_article(self, message: OptionList.OptionHighlighted) -> None:
        """Another article: its sentences, at the quote that decides, or the one that holds most of what is searched for."""
        from localcheck.text.sentences import split_sentences

        passage = self._articles[message.option_index]
        self._sentences = split_sentences(passage.text)
        text = self.query_one("#sentences", OptionList)
        text.clear_options()
        text.add_options(Option(one_line(sentence.text)) for sentence in self._sentences)
        if self._sentences:
            text.highlighted = self._first_shown(message.option_index)
        self.query_one("#source", Static).update(source_line(passage))

    def _first_shown(self, article: int) -> int:
        if article >= self._read:
            return closest([s.text for s in self._sentences], self._query, self._articles[article].title)
        if self._hidden:
            return 0
        start = self._verdict.evidence[article].place.start
        return max((s.index for s in self._sentences if s.span.start <= start), default=0)

    @on(OptionList.OptionSelected, "#articles")
    def go_to_sentences(self) -> None:
        """Enter on an article: read it."""
        self.query_one("#sentences").focus()

    def _current(self) -> Picked | None:
        article = self.query_one("#articles", OptionList).highlighted
        number = self.query_one("#sentences", OptionList).highlighted
        if article is None or number is None or number >= len(self._sentences):
            return None
        span = self._sentences[number].span
        return picked(self._articles[article], Span(span.start, span.end))

    @on(OptionList.OptionSelected, "#sentences")
    def action_take(self) -> None:
        """Enter on a sentence: it is the quote."""
        if (found := self._current()) is not None:
            self.dismiss(found)

    def action_article(self, by: int) -> None:
        """The next or previous article."""
        shown = self.query_one("#articles", OptionList)
        if self._articles:
            shown.highlighted = ((shown.highlighted or 0) + by) % len(self._articles)

    def action_sentence(self, by: int) -> None:
        """The next or previous sentence."""
        text = self.query_one("#sentences", OptionList)
        (text.action_cursor_down if by > 0 else text.action_cursor_up)()

    def action_copy(self) -> None:
        """The sentence goes to the clipboard (OSC 52)."""
        if (found := self._current()) is not None:
            self.app.copy_to_clipboard(found[0])
            self.query_one("#source", Static).update("copied")

    def action_source(self) -> None:
        """Where the article is from, in full."""
        article = self.query_one("#articles", OptionList).highlighted
        if article is not None:
            passage = self._articles[article]
            self.app.push_screen(TextDialog(one_line(passage.title) or "Source", source_text(passage)))

    def action_search(self) -> None:
        """Type a query."""
        self.set_focus(self.query_one("#query", Input))

    @on(Input.Submitted, "#query")
    def ask(self, message: Input.Submitted) -> None:
        """Search the index; nothing found is said."""
        if not (query := message.value.strip()):
            return
        source = self.query_one("#source", Static)
        source.update("searching…")

        def found(passages: tuple[Passage, ...]) -> None:
            if passages:
                self._query = query
                self._articles = [*self._articles[: self._read], *passages]
                self._list_articles(self._read)
            else:
                source.update(no_article(query))

        def failed(failure: Failure) -> None:
            source.update(failure.told)

        self._engine.request(
            self, "search the index", lambda session, _: session.search(query, self._settings), found, failed
        )


def articles(verdicts: Sequence[Verdict]) -> list[Passage]:
    """Every article that was read for these verdicts, each once."""
    return list({(p.title, p.text): p for v in verdicts for p in (e.passage for e in v.evidence)}.values())
