"""Everything that localcheck writes with reports in it: reports, exported verdicts, rows of batches, answers of the server.

The passages of a report looked up in the indexes that it names.

The record of people's decisions in an export: nothing was changed after it was written, quotes stand in their sources, and a
sign-off covers what it was given for.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from localcheck.errors import BadInput, LocalcheckError, UsageError
from localcheck.gate import Faithfulness, Outcome, Ruling, Strategy, faithfulness, rule
from localcheck.gate.risk import Proposal, RiskPolicy
from localcheck.reports import codec
from localcheck.reports.markdown import ESCAPED
from localcheck.reports.words import WORD
from localcheck.reviewing.corrected import told
from localcheck.reviewing.records import FORMAT, VERSION, claims_digest, record_digest, rows_digest
from localcheck.run.open_sources import kind_of, open_built
from localcheck.run.rechecking.checks import CLOSE, Look, Rechecked, all_failed, check_report, check_row
from localcheck.sources.digests import digests
from localcheck.sources.several import names_of
from localcheck.store import Decision, QuoteKind
from localcheck.system.resources import sha256_text
from localcheck.text.inert import one_line
from localcheck.text.patterns import regex
from localcheck.types import JSON, Passage, Report

if TYPE_CHECKING:
    from localcheck.ingest.zim.retriever import ZimRetriever
    from localcheck.sources.index_retriever import IndexRetriever

Row = tuple[str, JSON]
TAGS = regex(r"<[^>]*>")
NOT_HELD = (
    "whether the document says each claim was not checked: this format does not hold its text (the report as json does)"
)


def check_wording(row: JSON, where: str) -> Iterator[Rechecked]:
    """Says of a row whose claim a person reworded who did, and what the machine said of the wording before."""
    claim = codec.verdict_from_json(row["verdict"]).claim
    if claim.reworded:
        remark = "; ".join(filter(None, (claim.note, _before_rewording(row))))
        yield Rechecked(where, claim.id, remark=remark)


def _before_rewording(row: JSON) -> str:
    """What the machine said of the wording that a person changed; empty where the row does not tell."""
    before = row.get("before_rewording")
    known = isinstance(before, dict) and str(before.get("label")) in WORD
    return f"before that “{before.get('claim')}” was {WORD[before['label']]}" if known else ""


def check_decisions(row: JSON, where: str, look: Look | None = None) -> Iterator[Rechecked]:
    """The quotes of reviewers in one row: a verified one is looked up again, any other is said to be what it is."""
    for decision in (*row.get("decisions", ()), *row.get("comments", ())):
        made = codec.from_json(Decision, {k: v for k, v in decision.items() if k != "made_on"}, f"{where}.decisions")
        if made.review.quote:
            yield _quote(made, where, look)


def _quote(made: Decision, where: str, look: Look | None) -> Rechecked:
    review, quoted = made.review, made.review.quoted
    name = review.reviewer or "the reviewer"

    def found(problem: str = "", looked_up: bool = False, remark: str = "") -> Rechecked:
        return Rechecked(where, made.claim_id, quoted.title, review.quote, problem, looked_up, remark=remark)

    if quoted.kind is QuoteKind.OUTSIDE:
        return found(
            remark=f"{name}'s quote is from a source outside the index ({quoted.title}): it cannot be verified"
        )
    if quoted.kind is not QuoteKind.VERIFIED:
        lacking = quoted.kind is QuoteKind.NOT_FOUND
        said = "was not found in any source" if lacking else "was not looked up in the sources"
        return found(remark=f"{name}'s quote {said}")
    if quoted.source is None or quoted.passage[quoted.start : quoted.start + len(review.quote)] != review.quote:
        return found(f"{name}'s quote is not at its place in the article")
    if look is None:
        return found()
    article = look(Passage(quoted.title, quoted.passage, quoted.source))
    if article is None:
        return found(f"the index has no article {quoted.title!r}", True)
    problem = "" if review.quote in article.text else "the article in the index does not contain this sentence"
    return found(problem, True)


def check_record(record: JSON, rows: Sequence[Row], where: str) -> Iterator[Rechecked]:
    """The record as a whole, its sign-offs, and the page that it came in; then what nobody could check. Raises ``BadInput`` for
    another form.
    """
    if not isinstance(record, dict) or record.get("format") != FORMAT or record.get("version") != VERSION:
        raise BadInput(where, "holds a record of a form that this version does not know", "upgrade localcheck")
    lines = [row for _, row in rows]
    if rows_digest(lines) != record.get("rows_sha256"):
        yield Rechecked(where, problem="its claims or decisions were changed after it was written, or some are missing")
    changed = record.get("record_sha256", own := record_digest(record)) != own
    if changed:
        what = "what it says of its document, index, models or sign-offs"
        yield Rechecked(where, problem=f"{what} was changed after it was written")
    digest = claims_digest(lines)
    signed = [_signed(record, signoff, digest, where) for signoff in record.get("signoffs", ())]
    yield from (found for found in signed if found.problem or not changed)
    if "page" in record:
        yield from _page(record, lines, where)
    yield Rechecked(where, remark=NOT_HELD)


def _signed(record: JSON, signoff: JSON, digest: str, where: str) -> Rechecked:
    name, at = signoff.get("reviewer") or "the reviewer", signoff.get("at", "")
    what = f"the sign-off by {name} ({at[:16]})"
    if signoff.get("text_sha256") != record.get("text_sha256"):
        return Rechecked(where, problem=f"{what} is of another text")
    if signoff.get("claims_sha256") != digest:
        return Rechecked(where, problem=f"{what} does not cover these claims and decisions: they were changed after it")
    signed, stated = signoff.get("sources", {}), record.get("models", {})
    if any(signed.get(name) != digest for name, digest in stated.items()):
        return Rechecked(where, problem=f"{what} names other models than the run")
    for name, read in record.get("indexes", {}).items():
        if signed.get(f"index:{name}", read) != read:
            return Rechecked(where, problem=f"{what} is over another build of index {name} than the run read")
        if digests(name).get(name, read) != read:
            return Rechecked(where, unchecked=f"{what} is over another build of index {name} than the one here")
    reason = f", although claims were open: {signoff['reason']}" if signoff.get("reason") else ""
    return Rechecked(where, remark=f"{what} holds{reason}")


def _page(record: JSON, lines: Sequence[JSON], where: str) -> Iterator[Rechecked]:
    """What is wrong with the visible page: any change, and each quote and claim that does not stand on it any more."""
    page = record["page"]
    if sha256_text(page) == record.get("page_sha256"):
        return
    yield Rechecked(where, problem="the page was changed after it was written")
    text = one_line(html.unescape(TAGS.sub(" ", page)) if "<html" in page else ESCAPED.sub(r"\1", page))
    for line in lines:
        for what, said in (*_told(line), *_edits(line)):
            if one_line(said) not in text:
                claim, problem = line["verdict"]["claim"]["id"], f"{what} is not on the page as it was written"
                yield Rechecked(where, claim, quote=said, problem=problem)


def _told(line: JSON) -> Iterator[tuple[str, str]]:
    """The texts of a row that stand on its page."""
    verdict = line["verdict"]
    yield "the claim", verdict["claim"]["text"]
    if before := _before_rewording(line):
        yield "the wording before", before
    best = verdict.get("best")
    if (
        best is not None
        and line["label"] == verdict["label"]
        and not any(d["review"]["quote"] for d in line["decisions"])
    ):
        yield "its quote", verdict["evidence"][best]["quote"]
    for decision in (*line["decisions"], *line["comments"]):
        for what, key in (("the reviewer's quote", "quote"), ("the reviewer's note", "note")):
            if decision["review"][key]:
                yield what, decision["review"][key]


def _edits(line: JSON) -> Iterator[tuple[str, str]]:
    for edit in line.get("corrections", ()):
        yield "a correction", told(edit["old"], edit["new"])
        yield "the quote of a correction", edit["quote"]


def looker(
    stack: ExitStack, rows: Sequence[tuple[str, JSON]], name: str | None = None, trusted: str | None = None
) -> tuple[Look | None, str]:
    """A function that finds an article by title in the report's indexes, each opened once; or None and the reason.

    ``name``: this index in place of those. Raises what opening it raises. ``trusted``: an index that a report names by a path
    is opened only if it stands here; None opens all.
    """
    if name is not None:
        own = _index(name)
        stack.enter_context(own)
        return (lambda passage: own.article(passage.title, passage.source.locator)), ""
    every = {index_of(row) for _, row in rows} - {""}
    named = {name for several in every for name in names_of(several)}
    if not named:
        return None, "the report names no index; give one with --index"
    opened: list[IndexRetriever | ZimRetriever] = []
    for index in sorted(named):
        if trusted is not None and set(index) & set("/\\:") and index not in names_of(trusted):
            return None, f"index {index}: a path that the report names is not opened"
        try:
            opened.append(_index(index))
            stack.enter_context(opened[-1])
        except LocalcheckError as error:
            return None, f"index {index}: {error.message}"

    def look(passage: Passage) -> Passage | None:
        first = sorted(opened, key=lambda index: index.info.name != passage.source.name)
        return next(
            (found for index in first if (found := index.article(passage.title, passage.source.locator)) is not None),
            None,
        )

    return look, ""


def _index(name: str) -> IndexRetriever | ZimRetriever:
    """A built index by its name or path, or a ZIM file as ``zim:FILE``: sources that find an article by its title."""
    kind, place = kind_of(name)
    if not kind:
        return open_built(place)
    if kind != "zim":
        raise UsageError(
            f"a source of the kind {kind} cannot be asked for an article by its title", "an index or a ZIM file can"
        )
    from localcheck.ingest.zim.retriever import open_zim

    return open_zim(place)


BATCH = "localcheck-batch"
FAITHFULNESS = "localcheck-faithfulness"
CUT_SHORT = "the record is cut short: the line behind its claims, which tells a change of them, is missing"
ROUNDED = 2e-4
"""Numbers of a batch's rows have four decimals."""


def read_rows(rows: Sequence[tuple[str, JSON]], look: Look | None = None) -> Iterator[Rechecked]:
    """Check every row, given with its place. Raises ``BadInput`` for one that localcheck did not write."""
    exported: list[tuple[str, JSON]] = []
    for where, row in rows:
        if isinstance(row, dict) and "ruling" in row and "report" in row:
            yield from _ruled(row, where, look)
        elif isinstance(row, dict) and ("record" in row or ("format" not in row and "verdict" in row)):
            try:
                yield from _exported(row, where, exported, look)
            except (AttributeError, LookupError, TypeError) as error:
                raise BadInput(
                    where, "is not as localcheck exports it: a part is missing, or of another form"
                ) from error
        else:
            yield from _placed(where, check_report(codec.report_from_json(row, where), look))
    if reviewed := [
        where for where, row in exported if "standing" in row
    ]:  # earlier versions wrote rows without a record
        yield Rechecked(reviewed[-1], problem=CUT_SHORT)


def _exported(row: JSON, where: str, exported: list[Row], look: Look | None) -> Iterator[Rechecked]:
    """An exported verdict, which joins the ``exported`` ones, or the record behind them, which ends them."""
    if "record" in row:
        yield from check_record(row["record"], exported, where)
        yield from all_failed(where, (codec.verdict_from_json(verdict["verdict"]) for _, verdict in exported))
        exported.clear()
        return
    exported.append((where, row))
    yield from check_row(row, where, look)
    yield from check_wording(row, where)
    yield from check_decisions(row, where, look)


def index_of(row: JSON) -> str:
    """The index that a row says its passages are from; empty if it names none."""
    if isinstance(row, dict) and isinstance(row.get("record"), dict):
        return str(row["record"].get("index") or "")
    report = report_in(row)
    run = report.get("run") if isinstance(report, dict) else None
    return str(run.get("index") or "") if isinstance(run, dict) else ""


def report_in(row: JSON) -> JSON:
    """The report of a row that holds one beside its ruling; else the row itself."""
    return row["report"] if isinstance(row, dict) and "ruling" in row and row.get("report") else row


def _placed(where: str, found: Iterator[Rechecked]) -> Iterator[Rechecked]:
    return (replace(one, place=f"{where}: {one.place}" if one.place else where) for one in found)


def _ruled(row: dict[str, JSON], where: str, look: Look | None) -> Iterator[Rechecked]:
    """A document's report with its faithfulness and the ruling on it, or the error instead of them."""
    if row["report"] is None:
        if not isinstance(row.get("error"), dict):
            raise BadInput(where, "holds neither a report nor an error")
        message = str(row["error"].get("message", ""))
        yield Rechecked(where, unchecked=f"its document was not checked: {message}")
        return
    rounded = ROUNDED if row.get("format") == BATCH else 0.0
    report = codec.report_from_json(row["report"], where)
    said = codec.from_json(Faithfulness, row.get("faithfulness"), f"{where}.faithfulness")
    ruling = codec.from_json(Ruling, row["ruling"], f"{where}.ruling")
    problem = _ruling_problem(report, said, ruling, max(CLOSE, rounded))
    if row.get("format") == FAITHFULNESS and row.get("claims") != [codec.claim_json(v) for v in report.verdicts]:
        yield Rechecked(f"{where}: claims", problem="the claims that are shown are not those of the report in it")
    if problem:
        yield Rechecked(f"{where}: ruling", problem=problem)
    if ruling.strategy is Strategy.SKIP and not report.verdicts:
        yield Rechecked(where, unchecked="its document was not checked: its risk class asks for no check")
        return
    yield from _placed(where, check_report(report, look, rounded))


def _ruling_problem(report: Report, said: Faithfulness, ruling: Ruling, close: float) -> str:
    """What is wrong if the score does not follow from the verdicts, or the ruling from the score; else empty."""
    skipped = ruling.strategy is Strategy.SKIP
    again = Faithfulness(Outcome.SKIPPED) if skipped else faithfulness(report)
    if replace(again, score=None) != replace(said, score=None) or (again.score is None) != (said.score is None):
        return "the counts of faithfulness do not follow from the verdicts"
    if abs((again.score or 0.0) - (said.score or 0.0)) > close:
        return f"the faithfulness is {said.score:g}, the verdicts say {again.score:g}"
    policy = RiskPolicy(ruling.risk, ruling.strategy, ruling.threshold)
    due = rule(Proposal(ruling.risk, ruling.reason), policy, again)
    if (due.disposition, due.human_review) != (ruling.disposition, ruling.human_review):
        return f"it says {ruling.disposition.value}, the score and the threshold say {due.disposition.value}"
    return ""
