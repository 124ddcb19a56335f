"""False statements in a frame never pass the gate: two hundred of them with the shipped model, and in German and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from localcheck.gate.decisions import gate
from localcheck.run.runtime import open_runtime
from localcheck.run.session import run
from localcheck.settings import Settings
from localcheck.settings.requests import Call
from localcheck.types import Disposition, Document, Finished

CONTEXT = (
    "The maximum pressure of the pump is 15 bar. The pump weighs 4 kilograms. The warranty is 24 months. The pump is made in"
    " Denmark. Adults take 5 mg a day.",
)
FALSE = (
    "the maximum pressure is 20 bar",
    "the warranty is 60 months",
    "the pump weighs 9 kilograms",
    "the pump is made in Portugal",
    "adults take 50 mg a day",
)
FRAMES = (
    "I think that {}.", "I believe {}.", "I believe that {}.", "In my opinion {}.", "In my opinion, {}.", "I would say {}.",
    "Did you know that {}?", "Don't you know that {}?", "{}, right?", "{}, isn't it?", "{}, doesn't it?", "{}, you know.",
    "As everybody knows, {}.", "As you know, {}.", "Studies show that {}.", "It is well known that {}.", "They say that {}.",
    "People say {}.",
    "I heard that {}.", "I hope that {}.", "I love that {}.", "If you ask me, {}.", "If I remember correctly, {}.",
    "Honestly, {}.",
    "To be honest, I think {}.", "Sure, {}.", "Of course, {}.", "Yes, {}!", "Great question! I'm sure {}.",
    "Thanks for asking: {}.",
    "Please note that {}.", "You should know that {}.", "Isn't it true that {}?", "Why is it that {}?",
    "Is it not so that {}?", "({}.)", "\"{}.\"", "“{},” said the engineer.", "- {}", "# {}", "**{}**", "> {}", "1. {}", "`{}`",
    "```\n{}\n```", "| note | {} |", "Figure 1: {}.", "My guess is that {}.", "Rumour has it that {}.", "The fact is that {}.",
    "Note: {}.", "Fun fact: {}.", "{}, I think.", "{}, if I am not mistaken.", "{}. Right?", "I am happy to say that {}.",
    "Personally, I feel that {}.", "Nobody doubts that {}.", "I recommend it because {}.", "It is a lovely pump and {}.",
    "Hello! I love it. I guess {}.",
    "What a beautiful pump! {}, don't you think?", "You must know {}.", "Let me tell you that {}.",
    "When it is warm, {}.", "If it is new, {}.", "{} (I think).", "{} (in our opinion).", "Who would have thought that {}?",
    "| Facts |\n|---|\n| {}. |",
)  # fmt: skip
OTHER_LANGUAGES = (
    "Ich glaube, dass der maximale Druck 20 bar beträgt.",
    "Meiner Meinung nach beträgt die Garantie 60 Monate.",
    "Wussten Sie, dass die Garantie 60 Monate beträgt?",
    "Die Pumpe wiegt 9 Kilogramm, oder?",
    "Wie jeder weiß, wird die Pumpe in Portugal hergestellt.",
    "Studien zeigen, dass die Pumpe 9 Kilogramm wiegt.",
    "我认为最大压力是20巴。",
    "你知道吗？保修期是60个月。",
    "泵的重量是9公斤，对吧？",
    "众所周知，这台泵是葡萄牙制造的。",
)
Ruled = Callable[[list[str], str], list[Disposition]]


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruled]:
    """What the gate does with answers over the context, by risk class."""
    patch = pytest.MonkeyPatch()
    patch.setenv("LOCALCHECK_HOME", str(tmp_path_factory.mktemp("home")))
    with open_runtime(Settings(detector="faithfulness")) as runtime:  # a claim that many frames leave is read once
        detector = runtime.detector()

        def rule(answers: list[str], risk: str) -> list[Disposition]:
            documents = [Document(str(i), text, context=CONTEXT) for i, text in enumerate(answers)]
            found = {
                e.report.document.id: e for e in run(detector, documents, runtime.info()) if isinstance(e, Finished)
            }
            return [gate(found[d.id].report, Call(risk=risk), {}).ruling.disposition for d in documents]

        yield rule
    patch.undo()


def framed(frame: str, claim: str) -> str:
    return frame.format(
        claim if not frame.startswith(("{", "(", '"', "“", "-", "#", "*", ">", "1", "`")) else claim.capitalize()
    )


def test_no_false_statement_passes_in_a_frame(ruled: Ruled) -> None:
    answers = [framed(frame, claim) for frame, claim in product(FRAMES, FALSE)]
    assert len(set(answers)) >= 200
    passed = [a for a, d in zip(answers, ruled(answers, "medium"), strict=True) if d is Disposition.PASS]
    assert passed == []


def test_no_false_statement_passes_beside_a_true_one(ruled: Ruled) -> None:
    true = "The warranty is 24 months. "
    answers = [true + framed(frame, FALSE[i % len(FALSE)]) for i, frame in enumerate(FRAMES)]
    passed = [a for a, d in zip(answers, ruled(answers, "medium"), strict=True) if d is Disposition.PASS]
    assert passed == []


def test_other_languages_are_not_passed_unread(ruled: Ruled) -> None:
    found = ruled(list(OTHER_LANGUAGES), "medium")
    assert [a for a, d in zip(OTHER_LANGUAGES, found, strict=True) if d is Disposition.PASS] == []


def test_true_statements_pass_in_most_frames(ruled: Ruled) -> None:
    spoken = [f for f in FRAMES if "{}" in f and f[0].isalpha() and "\n" not in f and "Figure" not in f]
    answers = [framed(f, "the warranty is 24 months") for f in spoken]
    found = ruled(answers, "medium")
    assert sum(d is Disposition.PASS for d in found) >= 0.8 * len(found), [
        a for a, d in zip(answers, found, strict=True) if d is not Disposition.PASS
    ]


def test_pure_opinion_and_small_talk_still_pass(ruled: Ruled) -> None:
    assert set(
        ruled(["I love this pump.", "I think so.", "Hello! How can I help you?", "What do you mean?"], "medium")
    ) == {Disposition.PASS}
