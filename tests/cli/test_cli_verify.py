"""``localcheck verify-report`` as a process: quotes of a report are re-checked without a model."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from localcheck import __version__
from localcheck.claims.rules.extract import RuleClaims
from localcheck.cli.main import run
from localcheck.reports.codec import report_to_json
from localcheck.reports.report import build
from localcheck.run.rechecking import Rechecked, check_report, read_rows
from localcheck.text.sentences import split_sentences
from localcheck.types import (
    Claim,
    Document,
    Entailment,
    Evidence,
    Label,
    Passage,
    RunInfo,
    Sentence,
    Source,
    Span,
    Verdict,
)
from tests.cli.conftest import Run

TEXT, ARTICLE = "Mars is red.", "It is cold. Mars is a red planet."
QUOTE = "Mars is a red planet."


@pytest.fixture
def report() -> dict[str, Any]:
    claim = Claim("0.0", 0, TEXT, Span(0, len(TEXT)))
    start = ARTICLE.index(QUOTE)
    evidence = Evidence(
        "0.0",
        Passage("Mars", ARTICLE, Source("folder", "notes")),
        Span(0, len(ARTICLE)),
        Entailment(0.9, 0.1, 0.0),
        QUOTE,
        Span(start, start + len(QUOTE)),
        hashlib.sha256(QUOTE.encode()).hexdigest(),
    )
    verdict = Verdict(claim, Label.SUPPORTED, 0.1, (evidence,), best=0)
    document = Document("mars.txt", TEXT)
    found = build(document, (Sentence(0, Span(0, len(TEXT)), TEXT),), (verdict,), RunInfo("fixed-k"))
    value: dict[str, Any] = report_to_json(found)
    return value


def quoted(report: dict[str, Any]) -> dict[str, Any]:
    evidence: dict[str, Any] = report["verdicts"][0]["evidence"][0]
    return evidence


def put(tmp_path: Path, value: Any, name: str = "report.json") -> str:
    (tmp_path / name).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return name


def test_a_report_that_agrees_with_itself(localcheck: Run, report: dict[str, Any], tmp_path: Path) -> None:
    """Without its index nobody knows whether the passages are true: exit code 3, unless the user says so."""
    name = put(tmp_path, report)
    done = localcheck("verify-report", name)
    assert done.returncode == 3 and "1 quote checked, 0 problems found" in done.stdout
    assert "1 passage was not looked up" in done.stdout
    done = localcheck("verify-report", name, "--no-index")
    assert done.returncode == 0 and "not looked up" in done.stdout
    lines = put(tmp_path, f"{json.dumps(report, ensure_ascii=False)}\n{json.dumps(report)}\n", "two.jsonl")
    found = json.loads(localcheck("verify-report", lines, "--json").stdout)
    assert (found["quotes"], found["bad"], found["not_looked_up"]) == (2, 0, 2)


def test_an_article_that_was_changed_since_is_named_by_its_revisions(
    localcheck: Run, report: dict[str, Any], tmp_path: Path
) -> None:
    rows = json.dumps({"title": "Mars", "text": "Another text.", "revision": "8"}) + "\n"
    assert localcheck("index", "build", put(tmp_path, rows, "notes.jsonl"), "--name", "notes").returncode == 0
    quoted(report)["passage"]["source"]["revision"] = "7"
    done = localcheck("verify-report", put(tmp_path, report), "--index", "notes")
    assert done.returncode == 1
    assert "does not contain this sentence in its revision 8; the report read 7: " in done.stdout


def test_with_its_index_forged_passages_are_found(localcheck: Run, report: dict[str, Any], tmp_path: Path) -> None:
    rows = json.dumps({"title": "Mars", "text": ARTICLE}) + "\n"
    put(tmp_path, rows, "notes.jsonl")
    assert localcheck("index", "build", "notes.jsonl", "--name", "notes").returncode == 0
    name = put(tmp_path, report)
    done = localcheck("verify-report", name, "--index", "notes")
    assert done.returncode == 0, done.stdout
    report["run"]["index"] = "notes"
    done = localcheck("verify-report", put(tmp_path, report))
    assert (done.returncode, done.stdout.strip()) == (0, "1 quote checked, 0 problems found")
    evidence = quoted(report)
    forged = "Mars is a blue planet."
    evidence.update(quote=forged, quote_sha256=hashlib.sha256(forged.encode()).hexdigest())
    evidence["passage"]["text"] = forged
    evidence["quote_span"] = {"start": 0, "end": len(forged)}
    assert localcheck("verify-report", put(tmp_path, report), "--no-index").returncode == 0, "it agrees with itself"
    done = localcheck("verify-report", put(tmp_path, report))
    assert done.returncode == 1 and "does not contain this sentence" in done.stdout
    evidence["passage"]["title"] = "Nowhere"
    done = localcheck("verify-report", put(tmp_path, report))
    assert done.returncode == 1 and "no article 'Nowhere'" in done.stdout


def stripped(report: dict[str, Any]) -> None:
    report["verdicts"][0].update(evidence=[], best=None)


def unquoted(report: dict[str, Any]) -> None:
    report["verdicts"][0]["best"] = None


def beyond(report: dict[str, Any]) -> None:
    report["verdicts"][0]["best"] = 7


def flipped(report: dict[str, Any]) -> None:
    report["verdicts"][0]["label"] = "refuted"


def flipped_to_supported(report: dict[str, Any]) -> None:
    report["verdicts"][0]["score"] = 0.9


def changed_claim(report: dict[str, Any]) -> None:
    report["verdicts"][0]["claim"]["text"] = "Mars is a red planet."


def changed_claim_by_a_model(report: dict[str, Any]) -> None:
    report["run"]["models"] = {"llm:some": "ab"}
    report["verdicts"][0]["claim"]["text"] = "Venus is red."


def changed_sentence(report: dict[str, Any]) -> None:
    report["sentences"][0]["text"] = report["verdicts"][0]["claim"]["text"] = "Mars is a red planet."


def moved_claim(report: dict[str, Any]) -> None:
    report["verdicts"][0]["claim"]["span"] = {"start": 0, "end": 99}


def about_another(report: dict[str, Any]) -> None:
    report["verdicts"][0]["claim"]["about"] = "Venus"


def no_verdicts(report: dict[str, Any]) -> None:
    report["verdicts"] = []
    report["sentence_scores"] = []
    report["scores"] = {"score": 0.0, "coverage": 0.0, "counts": {}, "passage_raw": {}}


def better_totals(report: dict[str, Any]) -> None:
    report["scores"]["score"] = 0.0


def other_counts(report: dict[str, Any]) -> None:
    report["scores"]["counts"]["supported"] = 9


def other_claims_evidence(report: dict[str, Any]) -> None:
    quoted(report)["claim_id"] = "3.1"


def no_probability(report: dict[str, Any]) -> None:
    report["verdicts"][0]["score"] = None


def blank_quote(report: dict[str, Any]) -> None:
    quoted(report).update(quote="", quote_span={"start": 0, "end": 0}, quote_sha256=hashlib.sha256(b"").hexdigest())


def numbered_anew(report: dict[str, Any]) -> None:
    report["sentences"][0]["index"] = 7


def costs_of_nothing(report: dict[str, Any]) -> None:
    given = {
        "c_miss": "x",
        "c_false_alarm": 1,
        "c_abstain": 1,
        "c_retrieve": 1,
        "k": 1,
        "policy": "exact",
        "prior": 0.5,
    }
    report["run"].update(detector="bayes-sequential", parameters=given)
    report["verdicts"][0]["beliefs"] = [{"step": 0, "p_factual": 0.9, "risk_stop": 1, "risk_continue": 1}]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (numbered_anew, "r: sentences: claim : they are not numbered one after another"),
        (costs_of_nothing, "the costs that the report says it was decided with are none"),
        (stripped, "verdicts[0]: claim 0.0: fixed-k gave this label without a quote"),
        (unquoted, "without a quote"),
        (beyond, "without a quote"),
        (flipped, "called refuted, though P(not factual) is 0.10"),
        (flipped_to_supported, "called supported, though P(not factual) is 0.90"),
        (changed_claim, "localcheck does not make this claim from its sentence"),
        (changed_claim_by_a_model, "which is not in the document"),
        (changed_sentence, "sentence 0 is not in the document"),
        (moved_claim, "outside its sentence"),
        (about_another, "said to be about 'Venus', which is not in the document"),
        (no_verdicts, "none has a verdict"),
        (better_totals, "scores.score"),
        (other_counts, "scores.counts"),
        (other_claims_evidence, "belongs to claim 3.1"),
        (no_probability, "is not a probability"),
        (blank_quote, "empty quote"),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_was_changed_is_found(report: dict[str, Any], change: Any, says: str, tmp_path: Path) -> None:
    change(report)
    found = [f"{c.place}: claim {c.claim_id}: {c.problem}" for c in read_rows([("r", report)]) if c.problem]
    assert any(says.replace("verdicts[0]", "r: verdicts[0]") in line for line in found), found


def test_a_removed_verdict_is_missed() -> None:
    text = "Mars is red. Venus is hot."
    document = Document("d", text)
    sentences = (Sentence(0, Span(0, 12), text[:12]), Sentence(1, Span(13, 26), text[13:]))
    verdicts = tuple(
        Verdict(Claim(f"{s.index}.0", s.index, s.text, s.span), Label.NOT_ENOUGH_EVIDENCE, 0.5) for s in sentences
    )
    whole = build(document, sentences, verdicts, RunInfo("fixed-k"))
    assert [c for c in check_report(whole) if c.problem] == []
    cut = build(document, sentences, verdicts[:1], RunInfo("bayes-sequential"))
    assert any("claim 1.0 of the document has no verdict" in c.problem for c in check_report(cut))


def test_a_claim_is_not_hidden_among_those_that_assert_nothing() -> None:
    text = "Mars is red. Is it cold? I cannot find this in the provided sources."
    document, sentences = Document("d", text), split_sentences(text)

    def problems(aside: set[str], detector: str = "faithfulness") -> list[str]:
        claims = (
            replace(c, checkable=c.checkable and c.id not in aside) for c in RuleClaims().extract(document, sentences)
        )
        verdicts = [Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5) for claim in claims]
        made = build(document, sentences, verdicts, RunInfo(detector, version=__version__))
        return [f"{c.claim_id}: {c.problem}" for c in check_report(made) if c.problem]

    assert problems({"1.0", "2.0"}) == []
    assert problems({"0.0"}) == ["0.0: the claim is said to assert nothing that could be checked, and it does"]
    assert problems({"0.0"}, "agent") == []


def test_claims_of_another_version_are_compared_by_names_and_numbers() -> None:
    """Each version has its own rules for claims: what this one does not make is no sign of a change."""
    text = "Mars is red, and Venus has no moon."
    document, sentence = Document("d", text), Sentence(0, Span(0, len(text)), text)

    def checks(claim: str) -> list[Rechecked]:
        verdict = Verdict(Claim("0.0", 0, claim, sentence.span), Label.NOT_ENOUGH_EVIDENCE, 0.5)
        run = RunInfo("bayes-sequential", version="1.1.0")
        return list(check_report(build(document, (sentence,), (verdict,), run)))

    (only,) = checks("Venus has no moon and is red.")
    assert not only.problem and "localcheck 1.1.0 made the claims, by other rules" in only.remark
    assert "contains '3'" in checks("Venus has 3 moons.")[0].problem
    assert "contains 'Saturn'" in checks("Venus has no moon, Saturn has.")[0].problem


def test_a_process_says_where(localcheck: Run, report: dict[str, Any], tmp_path: Path) -> None:
    stripped(report)
    done = localcheck("verify-report", put(tmp_path, [report]))
    assert done.returncode == 1
    assert "report.json[0]: verdicts[0]: claim 0.0: fixed-k gave this label without a quote" in done.stdout


def test_every_format_with_verdicts_is_read(localcheck: Run, tmp_path: Path) -> None:
    """Its own JSONL was refused where a text held U+2028, which ends no line of JSONL."""
    text = "Paris is the capital of\u2028 France. The Seine flows through Rome."
    done = localcheck("check", "--text", text, "--format", "jsonl", "--out", "r.jsonl", "-q", "--fail-on", "never")
    assert done.returncode == 0, done.stderr
    done = localcheck("verify-report", "r.jsonl")
    assert done.returncode == 0, done.stdout
    assert localcheck("runs", "export", "1", "-o", "run.jsonl").returncode == 0
    done = localcheck("verify-report", "run.jsonl", "--index", "starter")
    assert done.returncode == 0 and "problems found" in done.stdout, done.stdout
    for name in ("r.html", "r.md"):
        localcheck("runs", "export", "1", "-o", name)
        done = localcheck("verify-report", name)
        assert done.returncode == 0 and "problems found" in done.stdout, done.stdout
    localcheck("runs", "export", "1", "-o", "r.csv")
    done = localcheck("verify-report", "r.csv")
    assert done.returncode == 2 and "r.csv: is no report that can be checked" in done.stderr
    assert "not JSON" not in done.stderr and "check TEXT --format json --out report.json" in done.stderr


def test_a_report_that_was_cut_off_is_told_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was read as JSONL, whose first line was no JSON."""
    file = tmp_path / "report.json"
    file.write_text(json.dumps(whole_report(2), indent=2)[:700])
    assert run(["verify-report", str(file)]) == 2
    said = capsys.readouterr().err
    assert "not JSON" in said and "(line " in said and "report.json:1" not in said and "cut off" in said


def test_a_method_without_evidence_is_no_support(localcheck: Run, tmp_path: Path) -> None:
    localcheck(
        "check", "--text", "Mars is red.", "-d", "all-false", "--format", "json", "--out", "r.json", "--no-store"
    )
    written = json.loads((tmp_path / "r.json").read_text())
    assert [(v["label"], v["judgement"]) for v in written["verdicts"]] == [("not_enough_evidence", "not_factual")]
    assert localcheck("verify-report", "r.json").returncode in (0, 3), (
        "it claims no evidence, so nothing is wrong with it"
    )
    written["verdicts"][0]["label"] = "refuted"
    (tmp_path / "r.json").write_text(json.dumps(written))
    done = localcheck("verify-report", "r.json")
    assert done.returncode == 1 and "all-false gave this label without a quote" in done.stdout


def test_indexes_are_opened_once_and_closed(
    report: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from localcheck.run import open_sources

    opened: list[Any] = []

    class Index:
        closed = False

        def __init__(self, name: str) -> None:
            opened.append(self)

        def __enter__(self) -> Index:
            return self

        def __exit__(self, *_: object) -> None:
            self.closed = True

        def article(self, title: str, locator: str = "") -> Passage:
            return Passage(title, ARTICLE, Source("folder", "notes"))

    monkeypatch.setattr(open_sources, "open_index", Index)
    name = put(tmp_path, [report, report, report])
    assert run(["verify-report", str(tmp_path / name), "--index", "notes"]) == 0
    assert len(opened) == 1 and opened[0].closed


@pytest.mark.parametrize("change", ["quote", "quote_sha256", "text"])
def test_a_changed_quote_hash_or_passage_is_flagged(
    localcheck: Run, report: dict[str, Any], tmp_path: Path, change: str
) -> None:
    evidence = quoted(report)
    if change == "text":
        evidence["passage"]["text"] = evidence["passage"]["text"].replace("red", "blue")
    else:
        evidence[change] = evidence[change].replace("a", "b")
    (tmp_path / "report.json").write_text(json.dumps(report), encoding="utf-8")
    done = localcheck("verify-report", "report.json", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["bad"] == 1 and found["checks"][0]["problem"]


@pytest.mark.parametrize(("revision", "told"), [("1f", True), ("2f", False), ("", False)])
def test_a_quote_that_is_said_to_stand_on_another_page_is_flagged(
    report: dict[str, Any], revision: str, told: bool
) -> None:
    """A page was the report's own word. Another revision, or rows without any, may have it elsewhere."""
    quoted(report)["passage"]["source"] |= {"locator": "report.pdf, page 9", "revision": "1f" if revision else ""}

    def here(passage: Passage) -> Passage:
        return replace(passage, source=replace(passage.source, locator="report.pdf, page 2", revision=revision))

    problems = [found.problem for found in read_rows([("r", report)], here) if found.problem]
    assert problems == ["it stands in report.pdf, page 2, and not, as the report says, in report.pdf, page 9"] * told


@pytest.mark.parametrize(
    "content", ["", " \n", "[]", "{", "[1]", '{"format": "other"}', "null", "\xff", "<html></html>"]
)
def test_what_is_no_report_is_said(localcheck: Run, tmp_path: Path, content: str) -> None:
    """An empty file and ``[]`` once passed."""
    (tmp_path / "x.json").write_bytes(content.encode("latin-1"))
    done = localcheck("verify-report", "x.json")
    assert "Traceback" not in done.stderr and "x.json" in done.stderr
    assert done.returncode == 2 and "codec" not in done.stderr
    assert localcheck("verify-report", "missing.json").returncode == 2


BATCH_TEXT = "Paris is the capital of France. The Seine flows through Rome. Cheese is round."
BATCH_CONTEXT = ["Paris is the capital of France. The Seine flows through Paris."]


@pytest.fixture
def batch_rows(localcheck: Run, tmp_path: Path) -> list[dict[str, Any]]:
    """A batch's lines: a checked document, and one that could not be read."""
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": BATCH_TEXT, "context": BATCH_CONTEXT}) + "\n{}\n")
    localcheck("batch", "in.jsonl", "out.jsonl", "-d", "faithfulness", "--nli", "starter-nli", "-q", "--no-store")
    return [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]


def test_what_a_batch_wrote_is_read(localcheck: Run, batch_rows: list[dict[str, Any]], tmp_path: Path) -> None:
    """It was refused. A row without a report is said, and is no success."""
    done = localcheck("verify-report", "out.jsonl")
    assert done.returncode == 3 and "2 quotes checked, 0 problems found" in done.stdout, done.stdout + done.stderr
    assert "out.jsonl:2: its document was not checked: " in done.stdout
    (tmp_path / "one.jsonl").write_text(json.dumps(batch_rows[0]))
    assert localcheck("verify-report", "one.jsonl").returncode == 0


def test_many_rows_that_were_not_checked_are_counted(
    localcheck: Run, batch_rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    rows = [batch_rows[0], *[batch_rows[1]] * 20]
    (tmp_path / "many.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    done = localcheck("verify-report", "many.jsonl")
    assert done.returncode == 3 and "many.jsonl:4: its document was not checked" in done.stdout, done.stdout
    assert "many.jsonl:5:" not in done.stdout and "… and 17 more: its document was not checked" in done.stdout
    assert len(json.loads(localcheck("verify-report", "many.jsonl", "--json").stdout)["checks"]) >= len(rows)


def better_ruling(row: dict[str, Any]) -> None:
    row["ruling"]["disposition"] = "pass"


def better_score(row: dict[str, Any]) -> None:
    row["faithfulness"].update(score=1.0, supported=3, contradicted=0, unsupported=0)
    row["ruling"]["disposition"] = "pass"


def better_label(row: dict[str, Any]) -> None:
    row["report"]["verdicts"][1].update(label="supported", score=0.1)


def no_report(row: dict[str, Any]) -> None:
    row["report"] = row["error"] = None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (better_ruling, "it says pass, the score and the threshold say block"),
        (better_score, "do not follow from the verdicts"),
        (better_label, "the numbers of claims by label"),
        (no_report, "neither a report nor an error"),
    ],
)
def test_what_was_changed_in_a_batch_is_found(
    batch_rows: list[dict[str, Any]], change: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(batch_rows[0])
    (tmp_path / "out.jsonl").write_text(json.dumps(batch_rows[0]))
    assert run(["verify-report", str(tmp_path / "out.jsonl")]) in (1, 2)
    said = capsys.readouterr()
    assert says in said.out + said.err


def whole_report(cut: int) -> dict[str, Any]:
    """A report on two sentences of which only the first ``cut`` are left, with all that belongs to the others."""
    text = "Mars is red. Venus is hot."
    sentences = (Sentence(0, Span(0, 12), text[:12]), Sentence(1, Span(13, 26), text[13:]))
    verdicts = tuple(
        Verdict(Claim(f"{s.index}.0", s.index, s.text, s.span), Label.NOT_ENOUGH_EVIDENCE, 0.5) for s in sentences[:cut]
    )
    value: dict[str, Any] = report_to_json(build(Document("d", text), sentences[:cut], verdicts, RunInfo("fixed-k")))
    return value


def test_a_removed_sentence_is_missed() -> None:
    assert [c.problem for c in read_rows([("r", whole_report(2))]) if c.problem] == []
    (found,) = [c.problem for c in read_rows([("r", whole_report(1))]) if c.problem]
    assert found == "a part of the document is in no sentence: Venus is hot."


def test_a_report_without_any_sentence_is_no_success(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("verify-report", put(tmp_path, whole_report(0)))
    assert done.returncode == 3 and "nothing was checked" in done.stdout


def test_a_document_of_which_every_claim_failed_is_no_success(localcheck: Run, tmp_path: Path) -> None:
    """Its report held 0 quotes and 0 problems, as one that stands may."""
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": TEXT}) + "\n")
    broken = ("-d", "shared-words", "-q", "--fail-on", "never")
    localcheck("check", "--text", TEXT, *broken, "--format", "json", "--out", "r.json")
    localcheck("batch", "in.jsonl", "out.jsonl", *broken[:3], "--no-store")
    localcheck("runs", "export", "1", "-o", "run.jsonl")
    for name in ("r.json", "out.jsonl", "run.jsonl"):
        done = localcheck("verify-report", name)
        assert done.returncode == 3 and "every claim failed: nothing was checked" in done.stdout, (name, done.stdout)


@pytest.mark.parametrize(
    "text",
    [
        "The International\nSpace Station is a large\nspacecraft in orbit. The crew lives there for months.",
        "The University (founded in 1209) of Cambridge is an old university. The university has 31 colleges.",
    ],
)
def test_what_a_claim_is_about_may_stand_over_two_lines_or_around_a_bracket(text: str) -> None:
    document, sentences = Document("d", text), split_sentences(text)
    claims = RuleClaims().extract(document, sentences)
    verdicts = [Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5) for claim in claims]
    assert any(claim.about for claim in claims)
    report = build(document, sentences, verdicts, RunInfo("fixed-k"))
    assert [found.problem for found in check_report(report) if found.problem] == []
    other = replace(verdicts[1], claim=replace(claims[1], about="Mars"))
    changed = build(document, sentences, (verdicts[0], other, *verdicts[2:]), RunInfo("fixed-k"))
    assert "about 'Mars', which is not in the document" in " ".join(f.problem for f in check_report(changed))


def test_a_claim_in_a_models_words_may_begin_with_an_article_of_its_own() -> None:
    text = "Red planet Mars has two moons."
    document, sentences = Document("d", text), split_sentences(text)
    claim = Claim("0.0", 0, "The red planet Mars has two moons.", sentences[0].span)
    verdicts = (Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5),)
    report = build(document, sentences, verdicts, RunInfo("fixed-k", models=(("llm:some", "ab"),)))
    assert [found.problem for found in check_report(report) if found.problem] == []
    named = replace(claim, text="Venus has two moons.")
    other = build(document, sentences, (replace(verdicts[0], claim=named),), report.run)
    assert "'Venus', which is not in the document" in " ".join(f.problem for f in check_report(other))
