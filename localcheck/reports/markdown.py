"""A report as Markdown. Markup in the text of documents and evidence is escaped."""

from __future__ import annotations

from localcheck.reports.report import by_sentence, headline
from localcheck.reports.words import citation, heading, known_of, place_in, stated, steps_of, symbol_of, totals, word_of
from localcheck.text.inert import shown
from localcheck.text.patterns import regex
from localcheck.types import Report, Verdict

BEGINS = r"# [^\n]*\n\n\*\*(PASS|WARN|BLOCK)\*\* · "
"""How its files begin."""
_MARKS = r"\\`*_{}\[\]()<>#+!|~$"
SPECIAL, ESCAPED = regex(rf"([{_MARKS}]|&(?=#?\w{{1,32}};))"), regex(rf"\\([{_MARKS}&])")
"""What means something in Markdown, ``&copy;`` and ``$x$`` among it, and what ``escape`` makes of it."""


def render(report: Report) -> str:
    """The whole report, with one section for each sentence."""
    known = known_of(report)
    lines = [
        f"# {escape(heading(report.document.title, report.document.id))}",
        "",
        f"**{headline(report).value.upper()}** · {totals(report)}",
        "",
    ]
    lines += [f"> Note: {escape(note)}\n" for note in report.run.notes]
    judged = by_sentence(report.verdicts)
    for sentence in report.sentences:
        place = place_in(report.document, sentence.span.start)
        number = f"{sentence.index + 1}. "
        lines += [f"{number}{escape(sentence.text)}{f' · {escape(place)}' if place else ''}"]
        for verdict in judged.get(sentence.index, ()):
            lines += (" " * len(number) + line for line in _verdict(verdict, known.get(verdict.claim.id, "")))
    made = f"{report.run.detector}, index {report.run.index or 'none'}, localcheck {report.run.version}"
    lines += ["", f"_{escape(made)}_", ""]
    return shown("\n".join(lines))


def _verdict(verdict: Verdict, known: str) -> list[str]:
    score = stated(verdict) if verdict.claim.checkable else ""
    said = (f"{symbol_of(verdict)} **{word_of(verdict)}**", escape(known), score, escape(verdict.claim.shown))
    head = " · ".join(part for part in said if part)
    lines = [f"- {head}"]
    if verdict.deciding is not None:
        lines.append(f"  - “{escape(verdict.deciding.quote)}” ({escape(citation(verdict.deciding))})")
    if verdict.why:
        lines.append(f"  - {escape(verdict.why)}")
    lines += [f"  - {kind}: {escape(said)}" for kind, said in steps_of(verdict)]
    return lines


def escape(text: str) -> str:
    """``text`` on one line, with everything escaped that has a meaning in Markdown."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))
