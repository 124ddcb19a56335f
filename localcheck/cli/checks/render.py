"""Writes reports to standard output or to a file, in every format; that for a terminal is made here. A file appears complete
or not at all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli.arguments import options
from localcheck.cli.output import Edge, console, output_file
from localcheck.errors import UsageError
from localcheck.registry import FORMATS
from localcheck.reports import words
from localcheck.reports.report import by_sentence, headline
from localcheck.reports.trust import how_often_right
from localcheck.text.counting import many
from localcheck.text.inert import one_line, shortened
from localcheck.types import Label, Report, Sentence, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from localcheck.reports.written import ReportFormat

TEXT = "text"
"""The format for a terminal."""
OTHER_NAMES = {"htm": "html", "markdown": "md", "ndjson": "jsonl"}
NOT_WRITTEN = frozenset("pdf doc docx odt rtf epub xls xlsx ods ppt pptx odp parquet yaml yml xml".split())
"""What a file is called that is no text, or text of another form."""


def format_names() -> list[str]:
    """What ``--format`` takes."""
    return [TEXT, *FORMATS.entries()]


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--format``, ``--json`` and ``--out``: the command gets ``format_``, and as ``out`` a file or None."""

    @wraps(command)
    def with_format(*arguments: Any, format_: str | None, as_json: bool, out: Path | None, **values: Any) -> Any:
        out = None if str(out) == "-" else out
        if as_json and format_ not in (None, "json"):
            raise UsageError(f"--json is short for --format json, and --format {format_} is given", "leave one out")
        chosen = "json" if as_json else format_ or _by_name(out)
        return command(*arguments, format_=chosen, out=out, **values)

    add = options(
        click.option(
            "--format",
            "format_",
            type=click.Choice(format_names()),
            help="Output format.  [default: what the name of --out ends in, else text]",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print JSON: short for --format json."),
        click.option(
            "--out",
            type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
            help="Write to this file instead of standard output.",
        ),
    )
    return add(with_format)


def _by_name(out: Path | None) -> str:
    """The format that the name of a file ends in, else text. Raises ``UsageError`` for the name of another kind of file."""
    ending = "" if out is None else out.suffix.lower().removeprefix(".")
    ending = OTHER_NAMES.get(ending, ending)
    if ending in NOT_WRITTEN and ending not in format_names():
        hint = "--format junit" if ending == "xml" else "--out report.html makes a page for readers"
        raise UsageError(f"{out}: reports are not written as .{ending}", hint)
    return ending if ending in format_names() else TEXT


def _at_root(report: Report) -> Report:
    from localcheck.system.git import from_root

    return replace(report, document=replace(report.document, id=from_root(report.document.id)))


@contextmanager
def writing(name: str, out: Path | None, trace: bool = False) -> Iterator[Callable[[Report], None]]:
    """A function that writes a report: at once if the format ``name`` allows it, else all of them at the end of the block."""
    kind: ReportFormat | None = None if name == TEXT else FORMATS.load(name)
    with nullcontext() if out is None else output_file(out) as file:
        if kind is None:
            shown_on = console() if file is None else console(file, width=100)
            yield lambda report: show(shown_on, report, trace)
            return
        kept: list[Report] = []

        def write(report: Report) -> None:
            report = _at_root(report) if kind.at_root else report
            if kind.further is None or not kept:
                kept.append(report)
            if kind.further is not None:
                _put(kind.render(kept) if report is kept[0] else kind.further(report), name, file)

        yield write
        if kind.further is None or (not kept and kind.render(kept)):  # a table without rows has its header
            _put(kind.render(kept), name, file)


def _put(content: str | bytes, name: str, file: Edge | None) -> None:
    """Write to a file, else to standard output. Raises ``UsageError`` for what a terminal cannot show."""
    stream = sys.stdout if file is None else file
    if isinstance(content, str):
        stream.write(content if content.endswith("\n") else content + "\n")
    elif file is None and sys.stdout.isatty():
        raise UsageError(f"--format {name} is not text that a terminal can show", "add --out FILE")
    else:
        stream.flush()
        stream.buffer.write(content)
    stream.flush()


BAR = 10


def show(console: Console, report: Report, everything: bool = False) -> None:
    """Header, every sentence with its claims, and the totals. ``everything`` adds the trace of each decision."""
    from rich.rule import Rule
    from rich.text import Text

    console.print(
        Rule(Text(one_line(words.heading(report.document.title, report.document.id)), style="bold"), style="dim")
    )
    judged = by_sentence(report.verdicts)
    known = words.known_of(report)
    for sentence in report.sentences:
        place = words.place_in(report.document, sentence.span.start)
        _sentence(console, sentence, judged.get(sentence.index, []), known, everything, place)
    console.print(totals(report))


def _sentence(
    console: Console, sentence: Sentence, verdicts: list[Verdict], known: dict[str, str], everything: bool, place: str
) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if not verdicts:
        console.print(Text(one_line(sentence.text), style="dim"))
        return
    worst = max(verdicts, key=lambda v: (v.claim.checkable, v.score))
    for label in (Label.REFUTED, Label.FAILED):
        worst = next((v for v in verdicts if v.label is label), worst)
    line = Text()
    line.append(f"{words.symbol_of(worst) if worst.claim.checkable else '·'} ", style=f"bold {words.colour_of(worst)}")
    line.append(one_line(sentence.text), style="underline" if worst.label is Label.REFUTED else "")
    line.append(f"  {one_line(place)}" if place else "", style="dim")
    console.print(line)
    alone = len(verdicts) == 1 and " ".join(verdicts[0].claim.text.split()) == " ".join(sentence.text.split())
    for verdict in verdicts:
        mark = known.get(verdict.claim.id, "")
        console.print(Padding(claim_text(verdict, with_claim=not alone, trace=everything, known=mark), (0, 0, 0, 4)))


def claim_text(verdict: Verdict, with_claim: bool, trace: bool, known: str = "") -> Text:
    """Label, probability, quote and why it stopped, for one claim. ``known``: what makes it a known finding."""
    from rich.text import Text

    text, why = Text(), verdict.why
    word = words.word_of(verdict)
    if why.startswith(f"{word}: "):  # why nothing was checked
        word, why = one_line(why), ""
    text.append(word, style=words.colour_of(verdict))
    if verdict.claim.checkable and verdict.label is not Label.FAILED:
        filled = round(BAR * (1 - verdict.score))
        text.append(f"  {words.stated(verdict)} ", style="dim")
        if words.p_factual(verdict) is not None:
            text.append("█" * filled + "░" * (BAR - filled), style=words.colour_of(verdict))
    if known:
        text.append(f"  {one_line(known)}", style="bold")
    if with_claim:
        text.append(f"  {one_line(verdict.claim.text)}", style="italic")
    if verdict.claim.about:
        text.append(f"  about {one_line(verdict.claim.about)}", style="dim")
    if verdict.deciding is not None:
        text.append("\n“", style="dim")
        text.append(one_line(verdict.deciding.quote))
        text.append(f"” — {one_line(words.citation(verdict.deciding))}", style="dim")
    if why:
        text.append(f"\n{one_line(why)}", style="dim")
    if trace:
        text.append(f"\n  {words.READ_THEN}" if verdict.cost.cached else "", style="dim")
        text.append(steps(verdict), style="dim")
        text.append(turns(verdict), style="dim")
    return text


def turns(verdict: Verdict) -> str:
    """An agent's step log: a line a thought, an action and an observation."""
    return "".join(f"\n  {kind:11}  {one_line(said)}" for kind, said in words.steps_of(verdict))


SHOWN = 100
"""Characters of a sentence in the trace."""
ALL_THE_SAME = "read on although stopping is cheaper: nothing read can be quoted yet, or more was asked to be read"
"""Of a step after which stopping was cheaper: other sources are heard all the same, and so is ``at_least``."""


def steps(verdict: Verdict) -> str:
    """The stop-or-continue trace, a line for each document and for each answer of a language model about one; below a document
    what of it says most about the claim, since that moved the belief.
    """
    lines, beliefs = list[str](), verdict.beliefs
    for belief, after in zip(beliefs, (*beliefs[1:], None), strict=False):
        read_on = "—" if belief.risk_continue == float("inf") else f"{belief.risk_continue:6.2f}"
        evidence = verdict.evidence[belief.step - 1] if 0 < belief.step <= len(verdict.evidence) else None
        title = one_line(evidence.passage.title) if evidence else "(prior)"
        title = f"language model on {title}" if belief.consulted else title
        ask = "" if belief.risk_consult is None else f"  ask {belief.risk_consult:6.2f}"
        feature = "" if belief.feature is None else f"f={belief.feature}"
        lines.append(
            f"\n  {belief.step:2d}  P={belief.p_factual:.3f}  stop {belief.risk_stop:6.2f}  read on {read_on}{ask}"
            f"  {feature:3}  {title}"
        )
        if evidence and not belief.consulted and (said := one_line(evidence.window.of(evidence.passage.text))):
            found = evidence.entailment
            shown = shortened(said, SHOWN)
            lines.append(f"\n      entails {found.entail:.2f}, contradicts {found.contradict:.2f}: “{shown}”")
        if after and after.step > belief.step and belief.risk_stop < belief.risk_continue:
            lines.append(f"\n      {ALL_THE_SAME}")
    return "".join(lines)


def totals(report: Report) -> Text:
    """A line with the counts, and a line with what the check cost."""
    from rich.text import Text

    text, head = Text(), headline(report)
    style = {"pass": "bold green", "warn": "bold yellow", "block": "bold red"}[head.value]
    text.append(head.value.upper(), style=style)
    text.append(f"  {words.counts_of(report)}  ·  coverage {report.scores.coverage:.0%}")
    if count := words.how_many_known(report):
        text.append(f"  ·  {count}")
    saved = sum(
        dict(report.run.parameters).get("k", 0) - v.cost.passages
        for v in report.verdicts
        if v.claim.checkable
        and v.beliefs
        and not v.cost.cached
        and v.beliefs[-1].risk_stop <= v.beliefs[-1].risk_continue  # else no other document was found
    )
    text.append(
        f"\n{many(report.cost.passages, 'document')} read"
        + (f", {saved} saved by stopping early" if saved > 0 else "")
        + (f"  ·  {report.cost.cached} {words.CACHED}" if report.cost.cached else "")
        + f"  ·  {report.cost.nli_pairs} pairs scored  ·  {report.cost.seconds:.1f} s"
        + f"  ·  connections beyond this machine: {report.run.network_connections}\n",
        style="dim",
    )
    if right := how_often_right(report):
        text.append(f"{right}\n", style="dim")
    return text
