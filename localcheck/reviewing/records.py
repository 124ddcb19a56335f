"""A run with everything that people decided and said about it, and the record of it as JSON that any export carries.

All decisions are kept: who, when, label, note, quote and where it comes from, and the verdict that each was made on.

The hidden machine-readable block of an exported page: its record, and the digest of everything else on the page.

In HTML it is a data block that no browser runs, in Markdown a comment. ``opened`` reads it back; ``verify-report`` then
compares the page with its record, so that a quote that was changed on the page is found.

Sign-off: a person answers for what stands about a document, and says for exactly which text, claims, index and models.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from localcheck.errors import UsageError
from localcheck.reports import codec
from localcheck.reports.report import UNSETTLED
from localcheck.reports.words import WORD, word_of
from localcheck.sources.digests import digests
from localcheck.store import (
    RECHECK,
    UNDECIDED,
    Accepted,
    Curation,
    Decision,
    RunState,
    Signoff,
    Standing,
    Store,
    StoredRun,
)
from localcheck.store.connection import checked_read
from localcheck.system import jsontext
from localcheck.system.resources import sha256_text
from localcheck.text.counting import are, many
from localcheck.text.inert import dumps
from localcheck.types import JSON, Label, Report, Verdict


def unsettled(reviewed: ReviewedRun) -> list[Verdict]:
    """The claims that keep a run from being signed: disputed, or decided by nobody and refuted, open, failed or reworded.

    What was decided about a reworded claim before its words were changed is no decision about these words.
    """

    def made_earlier(decision: Decision) -> bool:
        return reviewed.made_on(decision) is not None

    return [v for v in reviewed.run.verdicts if waits(v, reviewed.curation_of(v), made_earlier)]


def waits(verdict: Verdict, found: Curation, made_earlier: Callable[[Decision], bool]) -> bool:
    """True for a claim that keeps its run from being signed (``unsettled``), by what people decided about it.

    ``made_earlier``: was a decision made on an earlier verdict than the latest one?
    """
    if found.disputed or not verdict.claim.checkable:
        return found.disputed
    decision = found.deciding
    if decision is None:
        return verdict.label in UNSETTLED or verdict.claim.reworded
    return verdict.claim.reworded and made_earlier(decision)


def waiting_word(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """What an unsettled claim came to, and who reworded it: ``supported (reworded by ada)``."""
    word = reviewed.word_for(verdict)
    return f"{word} ({verdict.claim.note})" if verdict.claim.reworded else word


def sign(store: Store, reviewed: ReviewedRun, reviewer: str, reason: str = "") -> Signoff:
    """Write a sign-off of the run as it stands into the store, and return it.

    Raises ``UsageError`` for an unfinished run, and while claims are unsettled and there is no ``reason``.
    """
    if reviewed.unfinished:
        raise UsageError("an unfinished run cannot be signed off", "continue it first")
    waiting = unsettled(reviewed)
    if waiting and not reason.strip():
        raise UsageError(
            f"{many(len(waiting), 'claim')} {are(len(waiting))} not settled", "decide them, or give a reason"
        )
    if (changed := rebuilt(reviewed)) and not reason.strip():
        raise UsageError(f"index {', '.join(changed)} was built again since the run", "check again, or give a reason")
    signoff = Signoff(
        reviewer,
        reason.strip() if waiting or changed else "",
        sha256_text(reviewed.run.document.text),
        claims_digest(list(rows(reviewed))),
        sources_of(reviewed),
    )
    store.signoffs.add(reviewed.run.summary.id, signoff)
    return signoff


def rebuilt(reviewed: ReviewedRun) -> list[str]:
    """The indexes that are here in another build than the run read: its quotes may not stand in them any more."""
    here = digests(reviewed.run.info.index)
    return [name for name, read in reviewed.run.indexes if here.get(name, read) != read]


def sources_of(reviewed: ReviewedRun) -> tuple[tuple[str, str], ...]:
    """Digests of the models of a run, and of its indexes as it read them; of an earlier version's run, as they are here."""
    info = reviewed.run.info
    indexes = dict(reviewed.run.indexes) or digests(info.index)
    return (*info.models, *((f"index:{name}", digest) for name, digest in indexes.items()))


BEFORE = {"html": '<script type="application/json" id="localcheck-record">', "md": "<!-- localcheck-record "}
AFTER = {"html": "</script>", "md": " -->"}
END = {"html": "</body></html>\n", "md": ""}
"""What stands behind the block: the end of every page that is sealed."""


def sealed(page: str, format: str, record: dict[str, JSON]) -> str:
    """``page`` with its record as its last block. ``format`` is ``html`` or ``md``; an HTML page ends with ``END``."""
    before, after, end = f"\n{BEFORE[format]}", f"{AFTER[format]}\n", END[format]
    head = page.removesuffix(end)
    block = _hidden(dumps({**record, "page_sha256": sha256_text(head + before + after + end)}))
    return head + before + block + after + end


def opened(text: str) -> tuple[JSON, str] | None:
    """The record in a page, and the page without it; None if the text holds none. Raises ``NotJson`` for a damaged one."""
    for format, before in BEFORE.items():
        start = text.rfind(before)
        if start < 0:
            continue
        begin = start + len(before)
        end = text.find(AFTER[format], begin)
        if end < 0:
            raise jsontext.NotJson("not JSON: the record in the page has no end")
        return jsontext.parse(text[begin:end]), text[:begin] + text[end:]
    return None


def _hidden(text: str) -> str:
    """JSON that neither ends the block that it stands in nor looks like markup; read again, it is the same value."""
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.replace("--", "-\\u002d")


FORMAT = "localcheck-review"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ReviewedRun:
    """A run with the decisions and comments of all reviewers, and its sign-offs."""

    run: StoredRun
    curations: dict[str, Curation] = field(default_factory=dict)
    """By claim id; a claim that is not here is undecided."""
    comments: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    grounds: dict[tuple[str, int], Verdict] = field(default_factory=dict)
    """Earlier verdicts that decisions were made on, by claim id and revision."""
    revisions: dict[str, int] = field(default_factory=dict)
    """The number of each claim's latest verdict."""
    signoffs: tuple[Signoff, ...] = ()
    report: Report | None = None
    """The report as the run made it; None for an unfinished run."""
    corrections: tuple[Accepted, ...] = ()
    """What the author should change, as reviewers accepted it: corrections of claims that still stand refuted."""
    before_rewording: dict[str, Verdict] = field(default_factory=dict)
    """By claim id, for claims that a person reworded: the last verdict on the wording that localcheck made."""

    origins: dict[str, str] = field(default_factory=dict)
    """By claim id, how its latest verdict came about."""

    def curation_of(self, verdict: Verdict) -> Curation:
        """What people decided about a claim."""
        return self.curations.get(verdict.claim.id, UNDECIDED)

    def label_of(self, verdict: Verdict) -> Label:
        """The label that people gave, else the machine's; of a disputed claim, the machine's."""
        return self.curation_of(verdict).label or verdict.label

    def word_for(self, verdict: Verdict) -> str:
        """That label in words; "disputed", and "not checked" for a claim that asserts nothing and that nobody labelled."""
        found = self.curation_of(verdict)
        if found.disputed:
            return "disputed"
        return WORD[found.label] if found.label else word_of(verdict)

    def overridden(self, verdict: Verdict) -> bool:
        """Whether people gave another label than the machine."""
        given = self.curation_of(verdict).label
        return given is not None and given is not verdict.label

    def method_of(self, verdict: Verdict) -> str:
        """The method that gave a claim its verdict: the run's, or the one that the claim was checked again with."""
        return method_of(self.origins.get(verdict.claim.id, "")) or self.run.summary.detector

    def made_on(self, decision: Decision) -> Verdict | None:
        """The verdict that a decision was made on, where that is not the latest one any more."""
        return self.grounds.get((decision.claim_id, decision.verdict_revision))

    @property
    def decided(self) -> int:
        """Claims that people gave one label."""
        return sum(r.label is not None for r in self.curations.values())

    @property
    def unfinished(self) -> str:
        """Why this is not the whole document, in one sentence; empty for a finished run."""
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


@checked_read
def reviewed_run(store: Store, run_id: int) -> ReviewedRun:
    """A stored run with its decisions as they are at one moment, ready to be exported. Raises ``UnknownName``."""
    run, curations = store.load(run_id), store.reviews.curations(run_id)
    latest = store.revisions(run_id)
    grounds = {}
    for claim_id, found in curations.items():
        earlier = {d.verdict_revision for d in found.decisions} - {latest.get(claim_id)}
        if earlier:
            past = {r.number: r.verdict for r in store.history(run_id, claim_id)}
            grounds.update({(claim_id, n): past[n] for n in earlier if n in past})
    refuted = {v.claim.id for v in run.verdicts if stands_refuted(v, curations.get(v.claim.id, UNDECIDED))}
    return ReviewedRun(
        run,
        curations,
        store.reviews.comments(run_id),
        grounds,
        latest,
        store.signoffs.of(run_id),
        store.report(run_id),
        tuple(c for c in store.corrections.of(run_id) if c.claim_id in refuted),
        {v.claim.id: made for v in run.verdicts if v.claim.reworded for made in _before_rewording(store, run_id, v)},
        store.origins(run_id),
    )


def stands_refuted(verdict: Verdict, found: Curation) -> bool:
    """Whether a claim is refuted by what people decided, else by its verdict: only then it has something to correct."""
    return found.standing_label(verdict.label) is Label.REFUTED


def method_of(origin: str) -> str:
    """The method in the origin of a verdict that another method gave than that of its run; else empty."""
    return origin.removeprefix(RECHECK) if origin.startswith(RECHECK) else ""


def _before_rewording(store: Store, run_id: int, reworded: Verdict) -> list[Verdict]:
    """The last verdict before a person first worded the claim anew, if the history holds one."""
    made = (revision.verdict for revision in store.history(run_id, reworded.claim.id))
    return list(takewhile(lambda verdict: not verdict.claim.reworded, made))[-1:]


def rows(reviewed: ReviewedRun) -> Iterator[dict[str, JSON]]:
    """One row for each claim: the label that stands and who gave it, the verdict, and every decision and comment."""
    summary = reviewed.run.summary
    for verdict in reviewed.run.verdicts:
        found, before = reviewed.curation_of(verdict), reviewed.before_rewording.get(verdict.claim.id)
        yield {
            "document": summary.document_id,
            "run": summary.id,
            "state": summary.state.value,
            "detector": reviewed.method_of(verdict),
            "origin": reviewed.origins.get(verdict.claim.id, "run"),
            "label": None if found.disputed else reviewed.label_of(verdict).value,
            "label_by": label_by(found),
            "standing": found.standing.value,
            "verdict": codec.to_json(verdict),
            "decisions": [_decision(reviewed, d) for d in found.decisions],
            "comments": [codec.to_json(c) for c in reviewed.comments.get(verdict.claim.id, ())],
            "corrections": [codec.to_json(c) for c in reviewed.corrections if c.claim_id == verdict.claim.id],
            **({"before_rewording": ground_of(before)} if before else {}),
        }


def label_by(found: Curation) -> str:
    """Who gave the label that stands: ``reviewer``, ``adjudication``, ``disputed`` (nobody yet) or ``machine``."""
    if found.disputed:
        return "disputed"
    if found.label is None:
        return "machine"
    return "adjudication" if found.standing is Standing.ADJUDICATED else "reviewer"


def _decision(reviewed: ReviewedRun, decision: Decision) -> JSON:
    """A decision with the ground it was made on: the verdict's label, wording, quote and source at that time."""
    ground = reviewed.made_on(decision)
    return {**codec.to_json(decision), "made_on": None if ground is None else ground_of(ground)}


def ground_of(verdict: Verdict) -> JSON:
    """What a person saw of a verdict: label, P(not factual), wording, quote and its article."""
    item = verdict.deciding
    return {
        "label": verdict.label.value,
        "score": verdict.score,
        "claim": verdict.claim.text,
        "quote": item.quote if item else "",
        "title": item.passage.title if item else "",
        "source": codec.to_json(item.passage.source) if item else None,
    }


def claims_digest(lines: Sequence[JSON]) -> str:
    """SHA-256 over what a sign-off answers for: each claim's wording, labels, score, quote and decisions, in order."""
    return sha256_text(_compact([_signed(line) for line in lines]))


def _compact(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def _signed(line: JSON) -> JSON:
    verdict = line["verdict"]
    best = verdict.get("best")
    quote = verdict["evidence"][best]["quote"] if best is not None else ""
    made = [
        [d["review"][k] for k in ("reviewer", "action", "label", "note", "quote", "blind")]
        + [d["review"]["quoted"]["kind"], d["review"]["quoted"]["title"], d["adjudicates"], d["at"]]
        for d in line["decisions"]
    ]
    claim = verdict["claim"]
    edits = [[c["old"], c["new"], c["quote"]] for c in line.get("corrections", ())]
    return [
        claim["id"],
        claim["text"],
        verdict["label"],
        verdict["score"],
        quote,
        line["label"],
        line["standing"],
        made,
        *([edits] if edits else []),
    ]


def header(reviewed: ReviewedRun, lines: Sequence[JSON]) -> dict[str, JSON]:
    """What an export says of itself: which document, index and models, whether its run has not finished, digests of its
    claims, and the sign-offs.
    """
    run = reviewed.run
    said = {
        "format": FORMAT,
        "version": VERSION,
        "document": run.summary.document_id,
        "title": run.summary.title,
        "run": run.summary.id,
        **({"unfinished": reviewed.unfinished} if reviewed.unfinished else {}),
        "index": run.info.index,
        "indexes": dict(run.indexes),
        "models": dict(run.info.models),
        "localcheck": run.info.version,
        "text_sha256": sha256_text(run.document.text),
        "rows_sha256": rows_digest(lines),
        "claims_sha256": claims_digest(lines),
        "signoffs": [codec.to_json(s) | {"sources": dict(s.sources)} for s in reviewed.signoffs],
    }
    return {**said, "record_sha256": record_digest(said)}


def record_digest(record: JSON) -> str:
    """SHA-256 over what an export says of itself, without the digests that are made later."""
    later = ("record_sha256", "page_sha256", "page")
    return sha256_text(_compact({name: value for name, value in record.items() if name not in later}))


def rows_digest(lines: Sequence[JSON]) -> str:
    """SHA-256 over all rows, whatever the spacing of their JSON: finds any change, and rows that were left out."""
    whole = hashlib.sha256()
    for line in lines:
        whole.update(_compact(line).encode() + b"\n")
    return whole.hexdigest()
