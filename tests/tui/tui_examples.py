"""One document with every label, the script that judges it, and the app under test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from scripted_session import ScriptedSession
from textual.pilot import Pilot

from localcheck.reports.report import build
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import (
    Belief,
    Claim,
    Cost,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    Report,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)
from localcheck_tui.app import LocalcheckApp, Target
from localcheck_tui.places import Places
from localcheck_tui.screens.dialogs import DraftDialog

LINES = (
    "Marie Curie was born in Warsaw in 1867.",
    "She won the Nobel Prize in Physics in 1903 and was the first president of France.",
    "Her favourite colour was blue.",
    "Was she happy?",
    "She died in 1934 in Passy.",
)
TEXT = " ".join(LINES[:2]) + "\n\n" + " ".join(LINES[2:])
DOCUMENT = Document("curie.txt", TEXT, "Marie Curie")
SENTENCES = tuple(
    Sentence(i, Span(TEXT.index(line), TEXT.index(line) + len(line)), line) for i, line in enumerate(LINES)
)
ARTICLE = (
    "Marie Curie was a physicist and chemist. She was born in Warsaw on 7 November 1867. In 1903 she shared the Nobel "
    "Prize in Physics with Pierre Curie and Henri Becquerel. She never held a political office in France. She died on "
    "4 July 1934 at the Sancellemoz sanatorium in Passy."
)
SOURCE = Source("wikipedia", "starter", "Marie_Curie", "42", "2025-01-01")
OTHER = Passage("Pierre Curie", "Pierre Curie was a French physicist, born in Paris in 1859.", SOURCE, 1)
STARTED = "2026-01-02T03:04:05Z"
INFO = RunInfo(
    "bayes-sequential", (("k", 2),), (("nli:starter-nli", "a" * 64),), "starter", "b" * 64, 0, "0.1.0", STARTED
)
BOUNDARIES = tuple((0.04 + 0.01 * n, 0.9 - 0.01 * n) for n in range(10))


def evidence(claim: str, quote: str, entailment: Entailment) -> tuple[Evidence, ...]:
    """A passage that says nothing, then the one with the quote."""
    start = ARTICLE.index(quote)
    passage = Passage("Marie Curie", ARTICLE, SOURCE, 0)
    told = Evidence(claim, passage, Span(0, len(ARTICLE)), entailment, quote, Span(start, start + len(quote)), "c" * 64)
    return (Evidence(claim, OTHER, Span(0, len(OTHER.text)), Entailment(0.05, 0.93, 0.02)), told)


def verdict(
    claim: str, sentence: int, text: str, label: Label, p: float, quote: str = "", checkable: bool = True
) -> Verdict:
    """A verdict after two documents, or after none where there is no quote."""
    entailment = Entailment(0.9, 0.08, 0.02) if label is Label.SUPPORTED else Entailment(0.02, 0.08, 0.9)
    found = evidence(claim, quote, entailment) if quote else ()
    beliefs = (Belief(0, 0.5, 14.0, 9.0), Belief(1, 0.55, 12.6, 8.8, 0), Belief(2, p, 2.5, 3.5, 9 if p > 0.5 else 0))
    return Verdict(
        Claim(claim, sentence, text, SENTENCES[sentence].span, checkable, "" if checkable else "a question"),
        label,
        1 - p,
        found,
        beliefs if quote else (),
        f"the quote decides; stopped after {len(found)} documents" if quote else "no document matches",
        Cost(passages=len(found), nli_pairs=3 * len(found), seconds=0.25),
        best=1 if found else None,
    )


VERDICTS = (
    verdict("0.0", 0, LINES[0], Label.SUPPORTED, 0.95, "She was born in Warsaw on 7 November 1867."),
    verdict(
        "1.0",
        1,
        "Marie Curie won the Nobel Prize in Physics in 1903.",
        Label.SUPPORTED,
        0.97,
        "In 1903 she shared the Nobel Prize in Physics with Pierre Curie and Henri Becquerel.",
    ),
    verdict(
        "1.1",
        1,
        "Marie Curie was the first president of France.",
        Label.REFUTED,
        0.03,
        "She never held a political office in France.",
    ),
    verdict("2.0", 2, LINES[2], Label.NOT_ENOUGH_EVIDENCE, 0.5),
    verdict("3.0", 3, LINES[3], Label.NOT_ENOUGH_EVIDENCE, 0.5, checkable=False),
    verdict(
        "4.0", 4, LINES[4], Label.SUPPORTED, 0.9, "She died on 4 July 1934 at the Sancellemoz sanatorium in Passy."
    ),
)
REPORT: Report = build(DOCUMENT, SENTENCES, VERDICTS, INFO)
MORE = verdict("2.0", 2, LINES[2], Label.REFUTED, 0.1, "She never held a political office in France.")


def session(before_verdict: Callable[[], None] = lambda: None) -> ScriptedSession:
    """A script for the document; asking again for claim 2.0 brings evidence."""
    return ScriptedSession([REPORT], before_verdict, BOUNDARIES, {"2.0": MORE})


def places(folder: Path) -> Places:
    """A home of its own for one test."""
    example = folder / "curie.txt"
    example.write_text(TEXT, encoding="utf-8")
    return Places(folder / "home" / "localcheck.db", folder / "home" / "localcheck.toml", folder, example)


def stored_run(folder: Path, verdicts: Sequence[Verdict] = VERDICTS, info: RunInfo = INFO) -> int:
    """Put the finished run with these verdicts into the store of ``folder``."""
    with Store(places(folder).store) as store:
        run = store.begin_run(info, DOCUMENT, SENTENCES)
        for made in verdicts:
            store.add_verdict(run, made)
        store.finish_run(run, REPORT)
    return run


def app_for(
    folder: Path, target: Target = DOCUMENT, *, script: ScriptedSession | None = None, **more: object
) -> LocalcheckApp:
    """The app under test: scripted, in its own home, nothing moving."""
    more.setdefault("reviewer", "ada")
    return LocalcheckApp(
        script or session(),
        Settings(),
        places(folder),
        target=target,
        animation=False,
        **more,  # type: ignore[arg-type]
    )


async def until(pilot: Pilot[None], true: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something is true: the engine works on a thread of its own."""
    import asyncio

    for _ in range(int(seconds / 0.01)):
        await pilot.pause()
        if true():
            await pilot.pause()
            return
        await asyncio.sleep(0.02)
    raise AssertionError("waited in vain")


async def finished(pilot: Pilot[None]) -> None:
    """Wait for the end of the run."""
    app = pilot.app
    assert isinstance(app, LocalcheckApp)
    await until(pilot, lambda: app.review_screen is not None and app.review_screen.reading.state == "finished")


Press = Callable[[Pilot[None]], Awaitable[None]]


async def check_anew(pilot: Pilot[None]) -> None:
    """Answer the offer of a run that there is of a text already: check everything again."""
    await until(pilot, lambda: isinstance(pilot.app.screen, DraftDialog))
    await pilot.press("down", "enter")
