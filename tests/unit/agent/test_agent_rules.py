"""The planner by rules over fakes: every unit with its tool, evidence and log; reflection; memory across a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from localcheck.agent.memory import trajectory_from_json
from localcheck.agent.reflection import reflect_local
from localcheck.agent.steps import Triple
from localcheck.agent.tools.described import Toolbox, open_toolbox
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims
from localcheck.detectors.agent import agent
from localcheck.judging.evidence.score import Tables
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder
from localcheck.run.rechecking import check_report
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import Document, Label, Passage, Source, Verdict
from tests.unit.evidence_models import simple_model

FACT = "Ada Lovelace was born in London in 1815."
MIXED = f"""{FACT}

Four tickets cost 4 * 12.50 = 48 euros. With the fee that is 48 + 3 = 51 euros.

1900 was a leap year.

def half(x):
    return x / 2

assert half(4) == 2

一共花了3 × 2 = 6元。
"""
NLI_FAKE = TableNLI({(FACT, FACT): (0.98, 0.01, 0.01)})
RETRIEVER = MemoryRetriever([Passage("Ada Lovelace", FACT, Source("memory", "m"))])
TABLES = Tables(simple_model, lambda: simple_model().likelihoods)


def toolbox(nli: TableNLI = NLI_FAKE) -> Toolbox:
    """The tools over the fakes."""
    ports: dict[type, Any] = {NLI: nli, SentenceEncoder: None, Retriever: RETRIEVER, Extractor: RuleClaims()}
    return open_toolbox(ports.get, ports.__contains__, Settings())


def build(
    memory: AgentMemory | None = None, nli: TableNLI = NLI_FAKE, **options: Any
) -> Callable[[Document], Iterator[Verdict]]:
    detector: Callable[[Document], Iterator[Verdict]] = agent(
        toolbox=toolbox(nli),
        nli=nli,
        retriever=RETRIEVER,
        extractor=RuleClaims(),
        tables=TABLES,
        memory=memory,
        **options,
    )
    return detector


def by_tool(verdicts: list[Verdict]) -> list[tuple[str, Label]]:
    return [(v.deciding.passage.source.name if v.deciding else "", v.label) for v in verdicts]


def test_every_unit_has_its_tool_and_its_evidence() -> None:
    everything = sorted(build()(Document("mixed", MIXED)), key=lambda v: v.claim.sentence)
    assert [v.claim.sentence for v in everything] == list(range(len(everything)))
    verdicts = [v for v in everything if v.claim.checkable]
    assert by_tool(verdicts) == [
        ("m", Label.SUPPORTED),
        ("calculator", Label.REFUTED),
        ("calculator", Label.REFUTED),
        ("calendar", Label.REFUTED),
        ("code_interpreter", Label.SUPPORTED),
        ("calculator", Label.SUPPORTED),
    ]
    for verdict in verdicts[1:]:
        assert verdict.deciding is not None
        assert verdict.deciding.passage.source.kind == "tool"
        assert verdict.deciding.quote in verdict.deciding.passage.text
    assert "uses a wrong value (48" in verdicts[2].rationale


@pytest.mark.parametrize(
    ("wrong", "later", "built"),
    [
        ("The box holds 12 + 7 = 20 apples.", "20% of 80 is 16.", False),
        ("The box holds 12 + 7 = 20 apples.", "It takes 20 minutes * 2 = 40 minutes.", False),
        ("The box holds 12 + 7 = 20 apples.", "20 apples * 2 = 40 apples.", True),
        ("The sum is 12 + 7 = 20.", "20 * 2 = 40.", True),
        ("一共12元 + 7元 = 20元。", "20元钱 * 2 = 40元。", True),
        # the case study of Cheng et al. 2024, Figure 3: a small number counts where it is computed with in its own unit
        ("It takes 3 hours + 0.5 hours + 1.5 hours = 4 hours.", "The speed is 240 km / 4 h = 60 km/h.", True),
        ("一共用了3小时+0.5小时+1.5小时=4小时。", "平均速度是240千米÷4小时=60千米/小时。", True),
        ("It takes 3 hours + 0.5 hours + 1.5 hours = 4 hours.", "Each gets 12 / 4 = 3 apples.", False),
        ("It takes 3 hours + 0.5 hours + 1.5 hours = 4 hours.", "They need 4 minutes * 2 = 8 minutes.", False),
        ("It takes 3 hours + 0.5 hours + 1.5 hours = 4 hours.", "The others need 2 hours * 2 = 4 hours.", False),
    ],
)
def test_a_wrong_value_is_used_only_with_its_own_unit(wrong: str, later: str, built: bool) -> None:
    first, second = build()(Document("d", f"{wrong}\n\n{later}"))
    assert first.label is Label.REFUTED
    assert second.label is (Label.REFUTED if built else Label.SUPPORTED)
    assert ("uses a wrong value" in second.rationale) is built


def test_a_wrong_value_is_named_once_however_far_it_is_carried() -> None:
    text = "It is 3 * 450 = 1,250 euros. Then 1,250 + 200 = 1,450 euros. Half of it is 1,450 / 2 = 725 euros."
    *_, last = build()(Document("d", text))
    assert last.rationale == "uses a wrong value (1,450): 3 * 450 = 1,250 euros: wrong, the result is 1350"


def test_quotes_of_tools_stand_in_a_report() -> None:
    from localcheck.reports.report import build as build_report
    from localcheck.text.sentences import split_sentences
    from localcheck.types import RunInfo

    document = Document("mixed", MIXED)
    report = build_report(document, split_sentences(MIXED), build()(document), RunInfo("agent"))
    checks = list(check_report(report))
    assert len(checks) == 6
    assert [c.problem for c in checks] == [""] * 6


def test_without_reflection_a_right_step_on_a_wrong_value_is_right() -> None:
    labels = {v.claim.text: v.label for v in build(reflect=False)(Document("mixed", MIXED))}
    assert labels["With the fee that is 48 + 3 = 51 euros."] is Label.SUPPORTED


def test_a_label_that_its_evidence_does_not_carry_is_taken_back() -> None:
    passage = Passage("calculator", "2 + 2 = 4: correct", Source("tool", "calculator"))
    good = Triple("2 + 2 = 4", Label.SUPPORTED, passage, "2 + 2 = 4: correct", "calculator")
    assert reflect_local(good) == good
    made_up = Triple("2 + 2 = 4", Label.REFUTED, passage, "2 + 2 = 5", "calculator")
    assert reflect_local(made_up).label is Label.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("question", "answer", "label", "tool"),
    [
        ("请用4字描述夏天", "夏天很热", Label.SUPPORTED, "word_count"),
        ("请用40字描述夏天", "夏天很热", Label.REFUTED, "word_count"),
        ("从2021-07-03到2022-02-28共有多少天？", "240", Label.SUPPORTED, "calendar"),
        ("从2021-07-03到2022-02-28共有多少天？", "共有241天。", Label.REFUTED, "calendar"),
        ("What is 12 * 12?", "It is 144.", Label.SUPPORTED, "calculator"),
        ("猩猩活50年，比熊猫的2倍多10年，熊猫活多少年？", "50年除以2再减去10年，即25年。", Label.REFUTED, "calculator"),
    ],
)  # fmt: skip
def test_what_a_question_asks_for_decides_the_tool(question: str, answer: str, label: Label, tool: str) -> None:
    verdicts = list(build()(Document("q", answer, prompt=question)))
    assert by_tool(verdicts)[:1] == [(tool, label)]
    assert len(verdicts) == 1 + (tool == "word_count")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Is 3 + 4 = 8?", ""),
        ("Was 14 March 2024 a Monday?", "What is 12 * 13?"),
        ("Is 2100 a leap year?", ""),
        ("2100年是闰年吗？", ""),
        ("What is 12 × 13 = 140?", "What is 12 * 13?"),
    ],
)
def test_a_question_states_nothing_that_a_tool_could_refute(text: str, question: str) -> None:
    (verdict,) = build()(Document("q", text, prompt=question))
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE and not verdict.claim.checkable
    (stated,) = build()(Document("q", "3 + 4 = 8, right?", prompt=question))
    assert stated.label is Label.REFUTED


def test_a_text_of_the_right_length_is_checked_as_well() -> None:
    verdicts = list(build()(Document("q", "It is 2 + 2 = 5 today.", prompt="Describe it in at most 20 words.")))
    assert by_tool(verdicts) == [("word_count", Label.SUPPORTED), ("calculator", Label.REFUTED)]
    assert [v.claim.id for v in verdicts] == ["0.0", "0.1"], "a run keeps one verdict of a claim id"
    assert all(e.claim_id == v.claim.id for v in verdicts for e in v.evidence)


def test_a_right_equation_is_not_built_on_a_wrong_value_that_it_gives_itself() -> None:
    text = "The order costs 5 + 6 = 12 euros. A dozen is 3 x 4 = 12 eggs. So 12 * 3 = 36 euros are due."
    assert [label for _, label in by_tool(list(build()(Document("q", text))))] == [
        Label.REFUTED,
        Label.SUPPORTED,
        Label.REFUTED,
    ]


@pytest.mark.parametrize("prompt", ["", "Who wrote the first program?"])
def test_a_right_weekday_proves_nothing_of_what_happened_that_day(prompt: str) -> None:
    text = "Ada Lovelace was born on Sunday, 20 July 1969."
    weekday, birth = build()(Document("d", text, prompt=prompt))
    assert (weekday.label, birth.label) == (Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE)
    assert birth.claim.text == "Ada Lovelace was born 20 July 1969." and birth.evidence
    (alone,) = build()(Document("d", "100 days after 1 May 2020 is a Sunday.", prompt=prompt))
    assert alone.label is Label.SUPPORTED


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Ada Lovelace was born in Paris, won 2 + 0 = 2 prizes and died in Rome.", ["supported", "open"]),
        ("The tower was built by Ada Lovelace in the leap year 1808.", ["supported", "open"]),
        ("From 3 March 2024 to 1 June 2024, a span of 90 days, Ada Lovelace ruled Italy.", ["supported", "open"]),
        ("Cats are reptiles and 2 + 2 = 4.", ["supported", "open"]),
        ("上海是中国的首都，而且3+4=7。", ["supported", "open"]),
        ("埃菲尔铁塔建于闰年1888年。", ["supported", "open"]),
        ("A ticket costs 12.50 euros, so four tickets cost 4 * 12.50 = 50 euros.", ["supported"]),
        ("1904 was a leap year.", ["supported"]),
        ("There are 90 days between 3 March 2024 and 1 June 2024.", ["supported"]),
        ("从2024年1月1日到2024年3月1日共有60天。", ["supported"]),
    ],
)
def test_a_right_sum_or_date_proves_nothing_of_the_rest_of_its_sentence(text: str, labels: list[str]) -> None:
    names = {Label.SUPPORTED: "supported", Label.NOT_ENOUGH_EVIDENCE: "open"}
    assert [names.get(v.label, "refuted") for v in build()(Document("d", text))] == labels


def test_a_worked_solution_may_name_what_its_problem_names() -> None:
    asked = "Tom buys 4 tickets at 12.50 euros. How much does he pay?"
    assert len(list(build()(Document("d", "So Tom pays 4 * 12.50 = 50 euros.", prompt=asked)))) == 1
    assert len(list(build()(Document("d", "In Paris Tom pays 4 * 12.50 = 50 euros.", prompt=asked)))) == 2


def test_a_translation_needs_a_language_model_and_says_so() -> None:
    question = "将以下德语翻译成中文: Ich brauche Hilfe."
    (verdict,) = build()(Document("t", "我需要帮助。", prompt=question))
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE


def test_memory_survives_a_restart(tmp_path: Path) -> None:
    document = Document("mixed", MIXED)
    with AgentMemory(tmp_path / "agent.db") as memory:
        list(build(memory)(document))
    with AgentMemory(tmp_path / "agent.db") as memory:
        (trajectory,) = map(trajectory_from_json, memory.trajectories())
    wrong = next(s for s in trajectory.steps if s.label is Label.REFUTED)
    assert wrong.tool == "calculator" and "Four tickets cost 4 * 12.50 = 48 euros." in trajectory.wrong
    assert trajectory.hallucination is True
    assert [s.tool for s in trajectory.steps][:2] == ["split_text", "calculator"]
    assert trajectory.steps[-1].tool == "get_answer"
    assert len(trajectory.wrong) == 3


def test_the_oldest_trajectories_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcheck.store.agent_memory.MOST", 3)
    with AgentMemory(tmp_path / "agent.db") as memory:
        for n in range(5):
            memory.keep(f"d{n}", "", "rules", f"{n}")
        assert list(memory.trajectories()) == ["2", "3", "4"]


def test_the_runtime_provides_toolbox_and_memory(home: Path) -> None:
    with open_runtime(
        Settings(cache=False), {NLI: TableNLI({}), SentenceEncoder: None, Retriever: MemoryRetriever([])}
    ) as runtime:
        from localcheck.agent.tools.described import Toolbox

        toolbox = runtime.provide(Toolbox)
        assert "calculator" in toolbox.tools
        assert "language model" in toolbox.missing["translate"]
        assert isinstance(runtime.provide(AgentMemory), AgentMemory)
    assert (home / "agent.db").is_file()


@pytest.mark.parametrize("question", ["Translate into English: Guten Morgen", "将以下德语翻译成中文：Guten Morgen"])
def test_a_translation_that_nothing_can_check_is_not_searched_for(question: str) -> None:
    (verdict,) = build()(Document("d", FACT, prompt=question))
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE
    assert "translate needs a translation model or a language model" in verdict.rationale
    assert [s.tool for s in verdict.steps] == ["translate"]
