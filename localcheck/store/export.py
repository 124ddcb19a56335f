"""Exports a run with its reviews as JSON Lines, Markdown or HTML: one file, written completely or not at all.

If a reviewer gave a label, that label comes first and is counted, and the machine's label is shown beside it. The export of an
unfinished run says that it is unfinished, and how far it got.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.reports import codec
from localcheck.reports.recognise import check_replaceable
from localcheck.reports.words import CSP, WORD, citation, word_of
from localcheck.store.connection import translated
from localcheck.store.database import RunState, Store, StoredRun
from localcheck.store.reviews import Decision
from localcheck.system.resources import atomic_write
from localcheck.text.inert import dumps, shown
from localcheck.types import Label, Verdict

FORMATS = ("jsonl", "md", "html")


@dataclass(frozen=True, slots=True)
class ReviewedRun:
    """A run with the current decision on each claim."""

    run: StoredRun
    decisions: dict[str, Decision]

    def label_of(self, verdict: Verdict) -> Label:
        """The reviewer's label of a claim where there is one, else the machine's."""
        return self.reviewers_label(verdict) or verdict.label

    def reviewers_label(self, verdict: Verdict) -> Label | None:
        """The label that a reviewer gave; None where nobody decided or the claim was skipped."""
        decision = self.decisions.get(verdict.claim.id)
        return decision.review.label if decision else None

    def word_for(self, verdict: Verdict) -> str:
        """That label in words; "not checked" for a claim that asserts nothing and that nobody labelled."""
        given = self.reviewers_label(verdict)
        return WORD[given] if given else word_of(verdict)

    def overridden(self, verdict: Verdict) -> bool:
        """Whether the reviewer's label differs from the machine's."""
        return self.label_of(verdict) is not verdict.label

    @property
    def unfinished(self) -> str:
        """Why this export is not the whole document, in one sentence; empty for a finished run."""
        summary, run = self.run.summary, self.run
        if summary.state is RunState.FINISHED:
            return ""
        state = {RunState.OPEN: "has not finished", RunState.FAILED: "failed", RunState.CANCELLED: "was cancelled"}
        reached = len({verdict.claim.sentence for verdict in run.verdicts})
        why = f" ({summary.error})" if summary.error else ""
        return (
            f"This run {state[summary.state]}{why}: {reached} of {len(run.sentences)} sentences were checked. "
            f"Continue it with: localcheck review {summary.id}"
        )


def reviewed_run(store: Store, run_id: int) -> ReviewedRun:
    """A stored run with its decisions, ready to be exported. Raises ``UnknownName``."""
    return ReviewedRun(store.load(run_id), store.reviews.decisions(run_id))


def format_of(path: Path, also: tuple[str, ...] = ()) -> str:
    """The format that a file name asks for, one of ``FORMATS`` or of ``also``. Raises ``BadInput``."""
    suffix = path.suffix.lower().removeprefix(".")
    name = {"markdown": "md", "htm": "html"}.get(suffix, suffix)
    if name not in (known := (*FORMATS, *also)):
        raise BadInput(path, "no export format by this name", f"end the name in one of: {', '.join(known)}")
    return name


def export(reviewed: ReviewedRun, path: Path) -> None:
    """Write a run in the format of the file's name. Raises ``BadInput`` (also for a file that localcheck did not write) and
    ``BackendError``.
    """
    text = render(reviewed, format_of(path))
    check_replaceable(path)
    with translated(path), atomic_write(path) as f:
        f.write(text)


def render(reviewed: ReviewedRun, format: str) -> str:
    """A run as text in one of ``FORMATS``, ending in a newline."""
    writer = {"jsonl": _jsonl, "md": _markdown, "html": _html}[format]
    return shown("\n".join(writer(reviewed)) + "\n")


def decision_to_json(decision: Decision | None) -> codec.JSON:
    """A decision as plain JSON; None stays None."""
    return None if decision is None else codec.to_json(decision)


def _jsonl(reviewed: ReviewedRun) -> Iterator[str]:
    """One line for each claim: document, run and its state, final label and who gave it, verdict, and review or null."""
    summary = reviewed.run.summary
    for verdict in reviewed.run.verdicts:
        review = decision_to_json(reviewed.decisions.get(verdict.claim.id))
        line = {
            "document": summary.document_id,
            "run": summary.id,
            "state": summary.state.value,
            "detector": summary.detector,
            "label": reviewed.label_of(verdict).value,
            "label_by": "reviewer" if reviewed.reviewers_label(verdict) else "machine",
            "verdict": codec.verdict_to_json(verdict),
            "review": review,
        }
        yield dumps(line)


def _headline(reviewed: ReviewedRun) -> str:
    """Counts of the final labels, how many are a reviewer's, and the method."""
    summary, verdicts = reviewed.run.summary, reviewed.run.verdicts
    words = Counter(map(reviewed.word_for, verdicts))
    order = [*WORD.values(), *sorted(words)]
    counts = ", ".join(f"{words[word]} {word}" for word in dict.fromkeys(order) if words[word]) or "no claims"
    changed = sum(map(reviewed.overridden, verdicts))
    by_reviewer = f"{summary.reviewed} reviewed, {changed} of them overridden" if summary.reviewed else "none reviewed"
    return f"{counts}; {by_reviewer}; {summary.detector}, index {summary.index or 'none'}, {summary.started}"


def _verdict_line(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """The machine's score, or the machine's label if a reviewer gave another one."""
    score = f"P(not factual) {verdict.score:.2f}"
    if reviewed.overridden(verdict):
        return f"decided by a reviewer; the machine said {word_of(verdict)}, {score}"
    return score


def _markdown(reviewed: ReviewedRun) -> Iterator[str]:
    summary = reviewed.run.summary
    yield f"# {_escape(summary.title or summary.document_id)}"
    yield ""
    if reviewed.unfinished:
        yield f"**{_escape(reviewed.unfinished)}**"
        yield ""
    yield _escape(_headline(reviewed)) + "."
    for index, verdicts in _by_sentence(reviewed.run):
        yield ""
        yield f"## {index + 1}. {_escape(_sentence(reviewed.run, index))}"
        for verdict in verdicts:
            yield ""
            word, line = reviewed.word_for(verdict), _verdict_line(reviewed, verdict)
            yield f"* **{word}** ({line}): {_escape(verdict.claim.text)}"
            for detail in _details(verdict, reviewed.decisions.get(verdict.claim.id)):
                yield f"  * {_escape(detail)}"


def _html(reviewed: ReviewedRun) -> Iterator[str]:
    title = html.escape(reviewed.run.summary.title or reviewed.run.summary.document_id)
    head = f'<meta charset="utf-8">{CSP}<title>{title}</title>\n<style>{STYLE}</style>'
    yield f"<!doctype html>\n<html><head>{head}</head><body>"
    yield f"<h1>{title}</h1>"
    if reviewed.unfinished:
        yield f'<p class="unfinished"><strong>{html.escape(reviewed.unfinished)}</strong></p>'
    yield f"<p>{html.escape(_headline(reviewed))}.</p>"
    for index, verdicts in _by_sentence(reviewed.run):
        yield f'<h2><span>{index + 1}</span> <bdi dir="auto">{html.escape(_sentence(reviewed.run, index))}</bdi></h2>\n<ul>'
        for verdict in verdicts:
            yield (
                f'<li class="{reviewed.label_of(verdict).value}"><b>{reviewed.word_for(verdict)}</b> '
                f"({_verdict_line(reviewed, verdict)}): "
                f'<bdi dir="auto">{html.escape(verdict.claim.text)}</bdi><ul>'
            )
            for line in _details(verdict, reviewed.decisions.get(verdict.claim.id)):
                yield f"<li>{html.escape(line)}</li>"
            yield "</ul></li>"
        yield "</ul>"
    yield "</body></html>"


def _details(verdict: Verdict, decision: Decision | None) -> Iterator[str]:
    if verdict.error:
        yield f"error: {verdict.error}"
    if verdict.rationale:
        yield verdict.rationale
    if (item := verdict.deciding) is not None and item.quote:
        yield f"“{item.quote}” — {citation(item)}"
    if decision is not None:
        review = decision.review
        word = f"{review.action.value}: {WORD[review.label]}" if review.label else review.action.value
        how = "blind" if review.blind else ""
        yield "; ".join(
            p for p in (f"reviewer {review.reviewer}".strip() + f" {word}", how, decision.at, review.note) if p
        )
        if review.quote:
            yield f"reviewer's quote: “{review.quote}”"


def _by_sentence(run: StoredRun) -> Iterator[tuple[int, list[Verdict]]]:
    groups: dict[int, list[Verdict]] = {}
    for verdict in run.verdicts:
        groups.setdefault(verdict.claim.sentence, []).append(verdict)
    yield from sorted(groups.items())


def _sentence(run: StoredRun, index: int) -> str:
    return run.sentences[index].text if index < len(run.sentences) else ""


def _escape(text: str) -> str:
    """Text of a document as one line of Markdown that stays text."""
    flat = " ".join(text.split())
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in flat)


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}"
    "h2{font-size:1rem;font-weight:600}h2 span{color:#666}.supported>b{color:#176b2c}"
    ".refuted>b{color:#a01010;text-decoration:underline}.not_enough_evidence>b{color:#7a5200}"
    ".failed>b{color:#555}.unfinished{border:2px solid #9a6700;padding:.4rem .8rem}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
)
