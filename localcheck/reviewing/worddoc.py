"""A reviewed run as a Word document: the text itself, with a comment at each sentence that has claims. Needs python-docx."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from localcheck.errors import MissingExtra
from localcheck.reports.report import by_sentence
from localcheck.reports.words import WORD_MADE
from localcheck.reviewing import words
from localcheck.reviewing.corrected import HEADING, changes
from localcheck.reviewing.records import ReviewedRun
from localcheck.text.inert import xml_text
from localcheck.types import Sentence, Verdict

if TYPE_CHECKING:
    from docx.document import Document as WordDocument


def render(reviewed: ReviewedRun) -> bytes:
    """The document as bytes. Raises ``MissingExtra``."""
    if find_spec("docx") is None:
        raise MissingExtra("docx", "export to Word")
    import docx

    document = docx.Document()
    summary = reviewed.run.summary
    _describe(document.core_properties, summary.name)
    document.add_heading(xml_text(summary.name), 1)
    signed = (line for line, _ in words.signoffs(reviewed))
    for line in (reviewed.unfinished, *signed, words.opening(reviewed), words.reading_line(reviewed)):
        if line:
            document.add_paragraph(xml_text(line))
    _text(document, reviewed)
    if found := list(changes(reviewed)):
        document.add_heading(HEADING, 2)
        for change in found:
            for line in change.lines:
                document.add_paragraph(xml_text(line))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _describe(properties: Any, title: str) -> None:
    """The properties of the file; python-docx fills them with its own name and a time of 2013."""
    properties.comments = WORD_MADE
    properties.title = xml_text(title)[:255]
    properties.author = properties.last_modified_by = "localcheck"
    properties.created = properties.modified = datetime.now(UTC).replace(tzinfo=None)


def _text(document: WordDocument, reviewed: ReviewedRun) -> None:
    """The text in its own paragraphs; a comment begins and ends with its sentence."""
    claims_of, text, at = by_sentence(reviewed.run.verdicts), reviewed.run.document.text, 0
    paragraph = document.add_paragraph()
    for sentence in reviewed.run.sentences:
        between = text[at : sentence.span.start]
        if "\n" in between and at:
            paragraph = document.add_paragraph()
        elif between.strip(" ") or between:
            paragraph.add_run(xml_text(between))
        run = paragraph.add_run(xml_text(" ".join(sentence.span.of(text).split())))
        _comment(document, run, reviewed, sentence, claims_of.get(sentence.index, []))
        at = sentence.span.end


def _comment(
    document: WordDocument, run: Any, reviewed: ReviewedRun, sentence: Sentence, verdicts: list[Verdict]
) -> None:
    told = [line for verdict in verdicts for line in _lines(reviewed, verdict)]
    if told:
        authors = {d.review.reviewer for v in verdicts for d in reviewed.curation_of(v).decisions} - {""}
        author = ", ".join(sorted(authors)) or "localcheck"
        initials = "".join(word[0] for word in author.replace(",", "").split())[:9]
        document.add_comment(
            [run], text=xml_text("\n".join(told)), author=xml_text(author), initials=xml_text(initials)
        )


def _lines(reviewed: ReviewedRun, verdict: Verdict) -> list[str]:
    said = reviewed.curation_of(verdict).decisions or reviewed.comments.get(verdict.claim.id)
    if not verdict.claim.checkable and not said:
        return []
    line = words.verdict_line(reviewed, verdict)
    told = [f"{reviewed.word_for(verdict).upper()}{f' ({line})' if line else ''}: {verdict.claim.text}"]
    quote, place, link = words.quote_of(reviewed, verdict)
    if quote:
        told.append(f"“{quote}” — {place}{f' {link}' if link else ''}")
    return [
        line for line in (*told, words.reason_line(reviewed, verdict), *words.decision_lines(reviewed, verdict)) if line
    ]
