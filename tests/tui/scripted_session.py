"""A session that plays reports written beforehand: for tests, the benchmark and demonstrations of the screens.

The app uses it only if a caller passes it in, so it never appears as a model's answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError
from localcheck.monitoring.doctor import Finding
from localcheck.reports.report import build
from localcheck.run.correcting import Corrected
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.settings.signatures import Parameter
from localcheck.types import (
    Claim,
    Document,
    Event,
    Finished,
    Judged,
    Label,
    Passage,
    Report,
    RunInfo,
    Sentence,
    Span,
    Started,
    Verdict,
)
from localcheck_tui.inventory import Inventory, Item, Names, Step
from localcheck_tui.session import Session


class ScriptedSession(Session):
    """Plays ``reports`` by document id. ``before_verdict`` is called before each verdict and may wait or raise."""

    def __init__(
        self,
        reports: Sequence[Report],
        before_verdict: Callable[[], None] = lambda: None,
        boundaries: tuple[tuple[float, float], ...] = (),
        again: Mapping[str, Verdict] | None = None,
    ) -> None:
        self.reports = {r.document.id: r for r in reports}
        self.before_verdict = before_verdict
        self.stop_at = boundaries
        self.again = dict(again or {})
        """Verdicts by claim id for ``more`` and ``recheck``."""
        self.asked: list[tuple[str, object]] = []
        """What was asked, in order: (method, its telling argument)."""
        self.edits = Corrected((), (), "", ())
        """What ``corrected`` proposes."""
        self.closed = False

    def check(self, request: CheckRequest) -> Iterator[Event]:
        known = () if request.earlier is None else request.earlier.verdicts
        self.asked.append(("check", request.settings.detector))
        for document in request.documents:
            yield from self._play(document, request.settings.detector, known)

    def _play(self, document: Document, detector: str, known: Sequence[Verdict]) -> Iterator[Event]:
        report = self.reports.get(document.id) or unjudged(document)
        yield Started(document, report.sentences)
        made = [*known]
        for done, verdict in enumerate(made, 1):
            yield Judged(document, verdict, done)
        for verdict in report.verdicts:
            if verdict.claim.id not in {v.claim.id for v in known}:
                self.before_verdict()
                made.append(verdict)
                yield Judged(document, verdict, len(made))
        info = replace(report.run, detector=detector)
        yield Finished(build(document, report.sentences, made, info))

    def more(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        self.asked.append(("more", verdict.claim.id))
        return self._again(verdict)

    def recheck(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        self.asked.append(("recheck", settings.detector))
        return self._again(verdict)

    def _again(self, verdict: Verdict) -> Verdict:
        if verdict.claim.id not in self.again:
            raise LocalcheckError("nothing is scripted for this claim", "give it in again={…}")
        return self.again[verdict.claim.id]

    def corrected(self, report: Report, settings: Settings) -> Corrected:
        self.asked.append(("corrections", report.document.id))
        return self.edits

    def search(self, query: str, settings: Settings, limit: int = 10) -> tuple[Passage, ...]:
        self.asked.append(("search", query))
        wanted = query.casefold()
        found = [e.passage for r in self.reports.values() for v in r.verdicts for e in v.evidence]
        return tuple({p.title: p for p in found if wanted in p.title.casefold() or query in p.text}.values())[:limit]

    def lacks(self, name: str, settings: Settings) -> bool:
        titles = [e.passage.title for r in self.reports.values() for v in r.verdicts for e in v.evidence]
        return not any(name.casefold() in title.casefold() for title in titles)

    def boundaries(self, info: RunInfo) -> tuple[tuple[float, float], ...]:
        return self.stop_at

    def read(self, path: Path) -> Document:
        if path.suffix == ".bad":
            raise BadInput(path, "cannot be read", "choose a text")
        known = self.reports.get(path.name)
        return known.document if known else Document(str(path), path.read_text(encoding="utf-8"), path.stem)

    def inventory(self) -> Inventory:
        return Inventory(
            (
                Item("starter-nli", "nli", "22 MB", True),
                Item("big-nli", "nli", "localcheck models pull big-nli", False),
            ),
            (Item("starter", "whoosh", "75 articles, en", True),),
            (
                Finding("machine", "ok", "8 CPU threads"),
                Finding("llm", "warning", "no language model", "localcheck models pull …"),
            ),
        )

    def names(self) -> Names:
        return {"index": ("starter", "enwiki"), "nli": ("starter-nli",)}

    def build_index(self, source: Path, name: str) -> Iterator[Step]:
        self.asked.append(("build_index", name))
        yield Step(1, 2, f"reading {source.name}")
        yield Step(2, 2, "done")

    def import_model(self, source: Path, name: str) -> Iterator[Step]:
        self.asked.append(("import_model", name))
        yield Step(1, 1, "done")

    def options(self, detector: str) -> tuple[Parameter, ...]:
        return (
            Parameter("policy", str, "exact", ("exact", "one-step")),
            Parameter("k", int, 10),
            Parameter("c_miss", float, 28.0),
            Parameter("quotes", bool, True),
            Parameter("required", str, inspect.Parameter.empty),
        )

    def close(self) -> None:
        self.closed = True


def unjudged(document: Document) -> Report:
    """A report with one claim for each line, all without enough evidence."""
    sentences: list[Sentence] = []
    at = 0
    for line in document.text.splitlines(keepends=True):
        text = line.strip()
        if text:
            start = at + line.index(text)
            sentences.append(Sentence(len(sentences), Span(start, start + len(text)), text))
        at += len(line)
    verdicts = [
        Verdict(Claim(f"{s.index}.0", s.index, s.text, s.span), Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale="scripted")
        for s in sentences
    ]
    return build(document, tuple(sentences), verdicts, RunInfo("scripted", index="starter"))
