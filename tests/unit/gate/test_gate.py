"""Faithfulness of reports, risk classes, and what to do with an answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims
from localcheck.detectors.faithfulness import faithfulness as context_faithfulness
from localcheck.errors import BadSetting, UnknownName
from localcheck.gate import Faithfulness, Outcome, Proposal, Risk, Strategy, faithfulness, policy_for, propose, rule
from localcheck.gate.decisions import check_of, gate
from localcheck.gate.risk import DEFAULTS
from localcheck.reports.report import RANKS_ONLY, build
from localcheck.settings.requests import Call
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Disposition, Document, Label, Report, RunInfo, Span, Verdict

S, R, N, F = Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, Label.FAILED


def report(
    *labels: Label, text: str = "A text.", context: tuple[str, ...] = ("x",), unchecked: int = 0, **run: object
) -> Report:
    verdicts = [
        Verdict(Claim(f"{i}.0", i, "c", Span(0, 1)), label, 0.5, error="broken" if label is F else "")
        for i, label in enumerate(labels)
    ]
    verdicts += [Verdict(Claim(f"9.{i}", 9, "c", Span(0, 1), False), N, 0.5) for i in range(unchecked)]
    info = RunInfo("faithfulness", **run)  # type: ignore[arg-type]
    return build(Document("d", text, context=context), split_sentences(text), verdicts, info)


@given(st.lists(st.sampled_from(Label), min_size=1, max_size=12), st.integers(0, 3))
def test_the_score_is_supported_over_all_and_nothing_falls_out(labels: list[Label], unchecked: int) -> None:
    found = faithfulness(report(*labels, unchecked=unchecked))
    assert found.claims == len(labels) == found.supported + found.contradicted + found.unsupported + found.failed
    if all(label is F for label in labels):
        assert (found.outcome, found.score) == (Outcome.FAILED, None)
    else:
        assert found.score == labels.count(S) / len(labels)


@pytest.mark.parametrize(
    ("made", "outcome"),
    [
        (report(text=" "), Outcome.EMPTY_ANSWER),
        (report(text="I don't know.", unchecked=1), Outcome.ABSTAINED),
        (report(text="Hello! How are you?", unchecked=1), Outcome.NO_CLAIMS),
        (report(N, context=()), Outcome.EMPTY_CONTEXT),
        (report(N, context=("  ",)), Outcome.EMPTY_CONTEXT),
        (report(F, F), Outcome.FAILED),
        (report(N, notes=(RANKS_ONLY,)), Outcome.UNSCORED),
    ],
)
def test_what_cannot_be_scored_has_a_name_and_no_score(made: Report, outcome: Outcome) -> None:
    found = faithfulness(made)
    assert (found.outcome, found.score) == (outcome, None)


@pytest.mark.parametrize(
    ("text", "outcome", "disposition"),
    [
        ("```\nThe warranty lasts nine years.\n```", Outcome.UNCHECKED, Disposition.WARN),
        ("| kettle | nine years |", Outcome.UNCHECKED, Disposition.WARN),
        ("Nine years.", Outcome.UNCHECKED, Disposition.WARN),
        ("Please press the red button now.", Outcome.UNCHECKED, Disposition.WARN),
        ("I don't know. Please ask the maker.", Outcome.ABSTAINED, Disposition.PASS),
        ("I don't know. You may want to contact your pharmacist.", Outcome.ABSTAINED, Disposition.PASS),
        ("I don't know. Take it together with aspirin.", Outcome.UNCHECKED, Disposition.WARN),
        ("I don't know.\n\n```\nThe warranty lasts nine years.\n```", Outcome.UNCHECKED, Disposition.WARN),
        ("I don't know whether the kettle sold in 1999 is loud.", Outcome.UNCHECKED, Disposition.WARN),
        ("I don't know whether the kettle made in China is loud.", Outcome.UNCHECKED, Disposition.WARN),
        ("I cannot find the colour of its three-litre tank.", Outcome.UNCHECKED, Disposition.WARN),
        ("I don't know why the warranty lasts two years.", Outcome.ABSTAINED, Disposition.PASS),
        ("I don't know which of the two is meant.", Outcome.ABSTAINED, Disposition.PASS),
        ("I cannot find it in the 3 documents.", Outcome.ABSTAINED, Disposition.PASS),
        ("Hello! How can I help you?", Outcome.NO_CLAIMS, Disposition.PASS),
        ("Thank you very much.", Outcome.NO_CLAIMS, Disposition.PASS),
        ("What do you mean? I love this kettle.", Outcome.NO_CLAIMS, Disposition.PASS),
        ("I love this kettle from China.", Outcome.UNCHECKED, Disposition.WARN),
        ("I love Paris, the capital of Germany.", Outcome.UNCHECKED, Disposition.WARN),
    ],
)
def test_what_is_not_compared_does_not_pass_for_what_says_nothing(
    text: str, outcome: Outcome, disposition: Disposition
) -> None:
    document = Document("d", text, context=("The warranty lasts two years.",))
    verdicts = context_faithfulness(nli=TableNLI({}), extractor=RuleClaims())(document)
    found = faithfulness(build(document, split_sentences(text), verdicts, RunInfo("faithfulness")))
    assert (found.outcome, found.score, found.claims) == (outcome, None, 0)
    assert rule(Proposal(Risk.MEDIUM, "given"), DEFAULTS[Risk.MEDIUM], found).disposition is disposition


@pytest.mark.parametrize(
    "advice",
    ["Take it together with aspirin.", "You should take it with aspirin.", "Please contact support on Sundays."],
)
def test_an_instruction_beside_a_given_context_does_not_pass_unread(advice: str) -> None:
    text = f"The dose is 400 mg. {advice}"
    kept = [Verdict(Claim("0.0", 0, "The dose is 400 mg.", Span(0, 19)), S, 0.1)]
    kept += [Verdict(Claim("1.0", 1, advice, Span(20, len(text)), False, "an instruction"), N, 0.5)]
    for context, unread in ((("The dose is 400 mg.",), 1), ((), 0)):
        document = Document("d", text, context=context)
        found = faithfulness(build(document, split_sentences(text), kept, RunInfo("bayes-sequential")))
        assert (found.outcome, found.unread) == (Outcome.SCORED, unread)
        ruling = rule(Proposal(Risk.MEDIUM, "given"), DEFAULTS[Risk.MEDIUM], found)
        assert ruling.disposition is (Disposition.WARN if unread else Disposition.PASS)


@pytest.mark.parametrize("advice", ["Please consult your doctor.", "Please contact our customer support team."])
def test_who_is_sent_to_others_is_told_nothing(advice: str) -> None:
    text = f"The dose is 400 mg. {advice}"
    kept = [Verdict(Claim("0.0", 0, "The dose is 400 mg.", Span(0, 19)), S, 0.1)]
    kept += [Verdict(Claim("1.0", 1, advice, Span(20, len(text)), False, "an instruction"), N, 0.5)]
    document = Document("d", text, context=("The dose is 400 mg.",))
    assert faithfulness(build(document, split_sentences(text), kept, RunInfo("bayes-sequential"))).unread == 0


@pytest.mark.parametrize(
    ("said", "unread"),
    [
        ("Yes. The lamp is red.", 1),
        ("The lamp is red.\n\n- Karen Doyle: write the guide\n- Tom Okafor: contact Brightwell", 2),
        ("The lamp is red.\n\nParts:\n\n* a battery\n* glass", 2),
        ("# Colour\n\nThe lamp is red.", 0),
        ("The Lamp\n\n**Colour**\n\nThe lamp is red.\n\nIts colour:\n\nThe lamp is red.", 0),
        ("1. Colour\nThe lamp is red.", 0),
        ("1. Glass\n2. Brass\nThe lamp is red.", 1),
        ("Great! The lamp is red.", 0),
    ],
)
def test_a_fragment_that_is_no_heading_does_not_pass_unread(said: str, unread: int) -> None:
    document = Document("d", said, context=("The lamp is red.",))
    verdicts = context_faithfulness(
        nli=TableNLI({("The lamp is red.", "The lamp is red."): (1, 0, 0)}), extractor=RuleClaims()
    )(document)
    found = faithfulness(build(document, split_sentences(said), verdicts, RunInfo("faithfulness")))
    assert (found.score, found.unread) == (1.0, unread)


def test_no_answer_over_a_context_is_proposed_not_to_be_checked_because_of_its_form() -> None:
    for text in ('{"warranty": "nine years"}', "```\nx = 1\n```"):
        assert propose(Document("d", text)).risk is Risk.NONE
        assert propose(Document("d", text, context=("x",))).risk is Risk.MEDIUM


def ruled(risk: Risk, supported: int, claims: int = 20) -> tuple[Disposition, bool]:
    found = Faithfulness(Outcome.SCORED, supported / claims, claims, supported)
    ruling = rule(Proposal(risk, "given"), DEFAULTS[risk], found)
    return ruling.disposition, ruling.human_review


@pytest.mark.parametrize(
    ("risk", "passes", "warns", "blocks"),
    [(Risk.MEDIUM, 16, 14, 13), (Risk.HIGH, 19, 17, 16), (Risk.CRITICAL, 20, 18, 17)],
)
def test_the_guide_s_thresholds(risk: Risk, passes: int, warns: int, blocks: int) -> None:
    assert [ruled(risk, n)[0] for n in (passes, warns, blocks)] == [
        Disposition.PASS,
        Disposition.WARN,
        Disposition.BLOCK,
    ]


def test_a_person_always_looks_at_critical_and_at_high_unless_it_passes() -> None:
    assert ruled(Risk.CRITICAL, 20) == (Disposition.PASS, True)
    assert [ruled(Risk.HIGH, n)[1] for n in (20, 17)] == [False, True]
    assert ruled(Risk.MEDIUM, 0) == (Disposition.BLOCK, False)


def test_the_strategy_human_review_asks_for_a_person_whatever_the_class() -> None:
    table = {"contracts": {"class": "low", "strategy": "human_review"}, "none": {"strategy": "human_review"}}
    supported, refuted = Faithfulness(Outcome.SCORED, 1.0, 1, 1), Faithfulness(Outcome.SCORED, 0.0, 1, contradicted=1)
    ruling = rule(*policy_for(DOCUMENT, "", "contracts", table), supported)
    assert (ruling.disposition, ruling.human_review) == (Disposition.PASS, True)
    ruling = rule(*policy_for(DOCUMENT, "none", "", table), refuted)
    assert (ruling.disposition, ruling.human_review) == (Disposition.BLOCK, True), "no threshold of 0 passes everything"
    assert (
        policy_for(DOCUMENT, "none", "", {"none": {"strategy": "human_review", "threshold": 0.0}})[1].threshold == 0.0
    )


@given(st.sampled_from(Risk), st.integers(0, 20), st.integers(0, 20))
def test_more_support_is_never_worse(risk: Risk, a: int, b: int) -> None:
    order = [Disposition.BLOCK, Disposition.WARN, Disposition.PASS]
    low, high = sorted((a, b))
    assert order.index(ruled(risk, low)[0]) <= order.index(ruled(risk, high)[0])


@pytest.mark.parametrize(
    ("outcome", "risk", "expected"),
    [
        (Outcome.ABSTAINED, Risk.CRITICAL, Disposition.PASS),
        (Outcome.EMPTY_CONTEXT, Risk.HIGH, Disposition.BLOCK),
        (Outcome.EMPTY_CONTEXT, Risk.LOW, Disposition.WARN),
        (Outcome.FAILED, Risk.MEDIUM, Disposition.BLOCK),
        (Outcome.EMPTY_ANSWER, Risk.HIGH, Disposition.WARN),
        (Outcome.UNSCORED, Risk.MEDIUM, Disposition.WARN),
    ],
)
def test_no_score_is_never_silently_a_pass(outcome: Outcome, risk: Risk, expected: Disposition) -> None:
    ruling = rule(Proposal(risk, "given"), DEFAULTS[risk], Faithfulness(outcome))
    assert ruling.disposition is expected
    assert outcome.value.replace("_", " ") in ruling.why


@pytest.mark.parametrize(
    ("document", "risk", "reason"),
    [
        (Document("d", '{"a": [1, 2]}'), Risk.NONE, "JSON"),
        (Document("d", "def f(x):\n    return x"), Risk.NONE, "code"),
        (Document("d", "Bonjour.", prompt="Translate this to French"), Risk.NONE, "says “Translate”"),
        (Document("d", "You should take a dose of 5 mg of insulin."), Risk.CRITICAL, "advice"),
        (Document("d", "You should take two aspirin with every meal."), Risk.CRITICAL, "aspirin"),
        (Document("d", "You should see the court house."), Risk.MEDIUM, "no rule"),
        (Document("d", "The patient was given a dose of insulin."), Risk.HIGH, "medicine"),
        (Document("d", "The tenant and the landlord signed the lease."), Risk.HIGH, "law"),
        (
            Document("d", "He walked.", prompt="Summarize this.", context=("He walked far.",)),
            Risk.LOW,
            "“Summarize”, over",
        ),
        (Document("d", "He walked.", prompt="Who walked?", context=("He walked.",)), Risk.MEDIUM, "context"),
        (Document("d", "The museum opened in 1912."), Risk.MEDIUM, "no rule"),
        # A question about a translation asks for facts, and prose is no code because of its first word.
        (Document("d", "In 312.", prompt="When did Constantine convert to Christianity?"), Risk.MEDIUM, "no rule"),
        (Document("d", "In 1611.", prompt="Who made the first translation of the Bible?"), Risk.MEDIUM, "no rule"),
        (Document("d", "Ja.", prompt="Hi! Could you translate “yes” into German?"), Risk.NONE, "says “translate”"),
        (Document("d", "let me explain.\nThe tower is 200 m tall."), Risk.MEDIUM, "no rule"),
        (Document("d", "import duties rose in 1930.\nThey fell."), Risk.MEDIUM, "no rule"),
        (Document("d", "```python\nprint(1)\n```\nPython was made by Bill Gates."), Risk.MEDIUM, "no rule"),
        (Document("d", "```js\nf()\n```"), Risk.NONE, "code"),
        (Document("d", "import os, sys\nprint(os)"), Risk.NONE, "code"),
        (Document("d", "const [a, b] = f();\ng(a)"), Risk.NONE, "code"),
    ],
)
def test_a_class_is_proposed_with_what_was_seen(document: Document, risk: Risk, reason: str) -> None:
    proposal = propose(document)
    assert (proposal.risk, reason in proposal.reason) == (risk, True), proposal.reason


DOCUMENT = Document("d", "The museum opened in 1912.")
TABLE: dict[str, dict[str, object]] = {
    "law": {"class": "high", "threshold": 0.97},
    "notes": {"class": "none", "strategy": "nli_lightweight"},
    "high": {"threshold": 0.9},
}


def test_a_category_has_its_class_threshold_and_strategy() -> None:
    proposal, policy = policy_for(DOCUMENT, "", "law", TABLE)
    assert (proposal.risk, proposal.reason, policy.threshold) == (Risk.HIGH, "category law", 0.97)
    assert policy_for(DOCUMENT, "auto", "notes", TABLE)[1].strategy is Strategy.NLI_LIGHTWEIGHT


@pytest.mark.parametrize(
    ("category", "said"),
    [("note", True), ("Notes", True), ("notes", False), ("letters", False), ("high", False), ("higher", False)],
)
def test_a_misspelt_category_is_said(category: str, said: bool) -> None:
    """The answer was ruled on as if it had none, more mildly than its settings ask for, and nothing told so."""
    reason = policy_for(DOCUMENT, "", category, TABLE)[0].reason
    assert reason.endswith(f"; the category {category} has no settings, notes has") is said


def test_a_class_that_is_given_wins_and_takes_its_own_table() -> None:
    proposal, policy = policy_for(DOCUMENT, "high", "law", TABLE)
    assert (proposal.reason, policy.threshold) == ("given", 0.9)
    assert policy_for(DOCUMENT, "", "unknown", TABLE)[0].risk is Risk.MEDIUM


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ({"law": {"clas": "high"}}, UnknownName),
        ({"law": {"class": "hihg"}}, UnknownName),
        ({"law": {"strategy": "pray"}}, UnknownName),
        ({"law": {"threshold": 80}}, BadSetting),
        ({"law": {"threshold": True}}, BadSetting),
        ({"high": {"class": "low"}}, BadSetting),
    ],
)
def test_a_table_with_a_mistake_is_refused(table: dict[str, dict[str, object]], error: type[Exception]) -> None:
    with pytest.raises(error):
        policy_for(DOCUMENT, "", "", table)


def test_an_unknown_class_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="hgih"):
        policy_for(DOCUMENT, "hgih", "", {})
    assert json.loads(json.dumps(Risk.HIGH)) == "high"


@pytest.mark.parametrize("named", ["", "writer-1"])
def test_the_log_names_the_model_that_wrote_the_answer_and_never_the_judge(named: str) -> None:
    made, call = report(S, models=(("nli:judge", "0" * 64),)), Call(model=named)
    assert check_of(made, gate(made, call, {}), call, 1.0).model == named
