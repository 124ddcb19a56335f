"""Every key of the review screen in one table: the bindings, the help screen and a test of each come from it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding


@dataclass(frozen=True, slots=True)
class Key:
    """A key, what it does, and where the help screen lists it."""

    keys: str
    """As Textual names them, separated by commas."""
    action: str
    words: str
    group: str
    footer: str = ""
    """A short word for the footer; empty keeps it out of there."""
    shown: str = ""
    """How the help screen writes the key, where Textual's name is not what is printed on it."""

    @property
    def caption(self) -> str:
        """The key as a person reads it."""
        return self.shown or self.keys.replace(",", " ")


REVIEW = (
    Key("j,down", "step(1)", "next sentence", "Move", shown="j ↓"),
    Key("k,up", "step(-1)", "previous sentence", "Move", shown="k ↑"),
    Key("n", "flagged(1)", "next flagged sentence", "Move", "flagged"),
    Key("p", "flagged(-1)", "previous flagged sentence", "Move"),
    Key("d", "undecided", "next claim that you have not decided", "Move", "undecided"),
    Key("D", "doubtful", "the undecided claim that is most in doubt", "Move"),
    Key("l,right", "claim(1)", "next claim", "Move", shown="l →"),
    Key("left", "claim(-1)", "previous claim", "Move", shown="←"),
    Key("right_square_bracket", "evidence(1)", "next evidence", "Move", shown="]"),
    Key("left_square_bracket", "evidence(-1)", "previous evidence", "Move", shown="["),
    Key("g,home", "edge(-1)", "first sentence", "Move"),
    Key("G,end", "edge(1)", "last sentence", "Move"),
    Key(
        "slash",
        "search",
        "filter by words, is:refuted, is:undecided, in:title; Enter for the next match",
        "Move",
        shown="/",
    ),
    Key("enter", "full_evidence", "read the sources; Enter makes a sentence the quote", "Look", "sources"),
    Key("e", "find", "search the index yourself for a quote", "Look"),
    Key("h", "history", "history of this claim: every verdict, wording and decision", "Look"),
    Key("w", "steps", "what the agent did for this claim: thoughts, calls and answers", "Look"),
    Key("m", "more", "keep looking: read more documents for this claim now", "Look", "more"),
    Key("r", "recheck", "check this claim with another method or model", "Look"),
    Key("T", "thorough", "check this claim again with the greatest effort: a language model reads too", "Look"),
    Key("E", "reword", "edit the wording of this claim and check it again", "Look"),
    Key("a", "accept", "accept the verdict and go on to the next claim", "Decide", "accept"),
    Key("o", "override", "give your own label, with a note and a quote", "Decide", "own label"),
    Key("s", "skip", "skip this claim", "Decide", "skip"),
    Key("c", "comment", "comment on this claim without deciding", "Decide"),
    Key("u", "undo", "take your last entry back", "Decide", "undo"),
    Key("U,ctrl+r", "redo", "make it again", "Decide", shown="U ctrl+r"),
    Key("L", "log", "what was done in this run, the newest first", "Decide"),
    Key("b", "blind", "blind mode: verdicts stay hidden until you have decided", "Decide"),
    Key("t", "tally", "how far you agree with the machine and with others", "Decide"),
    Key("C", "corrections", "corrections for the author, accepted one by one", "Decide"),
    Key("f", "finish", "what is left, and all claims: filter, export, sign off", "Run"),
    Key("x", "export", "export in any format", "Run", "export"),
    Key("S", "sign", "sign off: who answers for this, and for what exactly", "Run"),
    Key("N", "app.next_document", "next document of the queue; runs go on", "Run"),
    Key("space", "pause", "pause, go on, or continue an unfinished run", "Run"),
    Key("escape", "close", "close what is on top; a run goes on", "Run", shown="esc"),
    Key("ctrl+c", "cancel", "cancel the run (asks first)", "Run"),
)

EVERYWHERE = (
    Key("question_mark,f1", "help", "this help", "Screens", "help", "? f1"),
    Key("f2,ctrl+o", "go('open')", "open or paste a document", "Screens", "open"),
    Key("f9", "go('queue')", "queue: every open document, its owner and state", "Screens"),
    Key("f3", "go('runs')", "runs: filter, open, compare", "Screens", "runs"),
    Key("f4", "go('resources')", "indexes, models and the doctor's findings", "Screens"),
    Key("f5", "go('settings')", "settings", "Screens"),
    Key("f6", "next_theme", "dark, light, high contrast", "Screens"),
    Key("f7", "go('monitor')", "monitor: faithfulness of all checks", "Screens"),
    Key("f8", "go('batch')", "batch: watch one, open any of its documents", "Screens", "batches"),
    Key("ctrl+p", "command_palette", "every command by name", "Screens"),
    Key("ctrl+z", "suspend_process", "back to the shell; fg there comes back here", "Screens"),
    Key("q,ctrl+q", "quit", "quit; a run is kept and can be continued", "Screens"),
)


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Textual's bindings of a table."""
    return [
        Binding(k.keys, k.action, k.footer or k.words, show=bool(k.footer), key_display=k.caption.split()[0])
        for k in keys
    ]
