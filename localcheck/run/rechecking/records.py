"""The record of people's decisions in an export: nothing was changed after it was written, quotes stand in their sources, and a
sign-off covers what it was given for.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from localcheck.errors import BadInput
from localcheck.reports import codec
from localcheck.reports.words import WORD
from localcheck.reviewing.corrected import told
from localcheck.reviewing.records import FORMAT, VERSION, claims_digest, record_digest, rows_digest
from localcheck.run.rechecking.checks import Look, Rechecked
from localcheck.sources.digests import digests
from localcheck.store import Decision, QuoteKind
from localcheck.system.resources import sha256_text
from localcheck.text.inert import one_line
from localcheck.text.patterns import regex
from localcheck.types import JSON, Passage

Row = tuple[str, JSON]
TAGS = regex(r"<[^>]*>")
NOT_HELD = (
    "whether the document says each claim was not checked: this format does not hold its text (the report as json does)"
)
ESCAPED = regex(r"\\([\\`*_{}\[\]()<>#+!|~])")


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
    if record.get("record_sha256", own := record_digest(record)) != own:
        what = "what it says of its document, index, models or sign-offs"
        yield Rechecked(where, problem=f"{what} was changed after it was written")
    else:
        digest = claims_digest(lines)
        for signoff in record.get("signoffs", ()):
            yield _signed(record, signoff, digest, where)
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
