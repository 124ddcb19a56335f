"""``translate``: a translation by an installed translation model, or the language model, held against the text's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered, strings
from localcheck.asking.answers import distribution, text_of
from localcheck.asking.conversation import chat, multiple_choice
from localcheck.asking.metering import Meter
from localcheck.backends.translation import TranslationModel, Translators
from localcheck.errors import MissingResource, ToolError, Unparsed
from localcheck.ports import LLM
from localcheck.text.language import detect
from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.prompts.baselines import YES_NO
from localcheck.text.prompts.fence import fenced, unfenced
from localcheck.types import Label

_ROWS = [row.split() for row in rows("translate.names")]
LANGUAGES = {name: english for english, _, *names in _ROWS for name in names}
CODES = {english: code for english, code, *_ in _ROWS}
NEAR, FAR = 1.5, 3.5
"""Nats a piece by which a candidate may be less likely than the model's own translation, and from which it is another text.
Chosen beforehand, not measured: no translation model was at hand."""
_CHINESE = regex(
    r"(?:将|把|请)?.{0,8}?(?:翻译成|译成|译为|翻译为)\s*(?P<to>[\u4e00-\u9fff]{2,4}?)\s*[:：]\s*(?P<text>.+)", re.DOTALL
)
_ENGLISH = regex(
    r"translate\b.{0,40}?\b(?:in)?to\s+(?P<to>[A-Z][a-z]+)\s*[:：]\s*(?P<text>.+)"
    r"|translate\s+[\"“'‘](?P<quoted>.+?)[\"”'’]\s+(?:in)?to\s+(?P<into>[A-Z][a-z]+)",
    re.DOTALL | re.IGNORECASE,
)
RIGHT, WRONG = 0.7, 0.5
"""P(yes) from which a language model's word settles that a translation is right, and up to which that it is wrong. Chosen on
the 30 translations of HaluAgent's set with 1.5 billion parameters: 28 right, 1 wrong, 1 open; AUC 99."""
_PROMPT = "Translate the text into {to}. Answer with the translation only.\n\nText: {text}"
_JUDGE = """Text: {text}

Translation into {to}: {candidate}

Is the translation right? Answer Yes or No:"""
"""Asked positively and read by its probability: writing a translation and then a verdict takes ten times as long."""


@dataclass(frozen=True, slots=True)
class Task:
    """A translation that a question asks for."""

    text: str
    to: str


def asked_translation(question: str) -> Task | None:
    """The text and the language of a question that asks for a translation."""
    if (match := _CHINESE.search(question)) is not None:
        return Task(match["text"].strip(), LANGUAGES.get(match["to"], match["to"]))
    if (match := _ENGLISH.search(question)) is not None:
        return Task((match["text"] or match["quoted"]).strip(), (match["to"] or match["into"]).title())
    return None


def translate(*, translators: Translators | None = None, llm: LLM | None = None) -> DescribedTool:
    """A translation, and whether a candidate means the same: by an installed translation model, else the language model.

    Raises ``MissingResource`` where neither is at hand.
    """
    if llm is None and (translators is None or not translators.names):
        raise MissingResource(
            "needs a translation model or a language model (--llm)",
            "localcheck models import FOLDER --translates de:en",
        )

    def run(arguments: Arguments) -> ToolResult:
        text, to = str(arguments["text"]), str(arguments["target_language"])
        candidate = str(arguments.get("candidate", ""))
        model = None if translators is None else translators.of(detect(text), CODES.get(to.title(), to.lower()))
        if model is not None:
            return by_model(model, text, to, candidate)
        if llm is None:
            raise ToolError(
                f"translate: no model for {detect(text)} to {to} is installed",
                f"installed: {', '.join(translators.names)}" if translators else "",
            )
        return _by_llm(llm, text, to, candidate)

    return DescribedTool(
        "translate",
        "Translates a text; with a candidate, says whether the candidate means the same.",
        strings("text", "target_language", "candidate"),
        ("text", "target_language"),
        run,
        _rule,
        priority=90,
    )


def by_model(model: TranslationModel, text: str, to: str, candidate: str) -> ToolResult:
    """The model's translation; a candidate is held against it by how likely the model finds each of the two.

    Both are scored as translations of ``text`` (mean log-probability of their pieces): a candidate about as likely as the
    model's own means the same, one that is far less likely does not, and between the two nothing is said.
    """
    source, target = detect(text), CODES.get(to.title(), to.lower())
    own = model.translate(text, source, target)
    line = f"{text} — in {to} by {model.name}: {own.text}"
    if not candidate:
        return answered("translate", line)
    if model.cuts(text, candidate):
        return answered("translate", f"{line}; the text is longer than what {model.name} reads: not compared")
    behind = own.mean_logprob - model.mean_logprob(text, candidate, source, target)
    said = f"“{candidate}” is {max(behind, 0):.2f} nats a token less likely"
    if NEAR < behind < FAR:
        return answered("translate", f"{line}; {said}, which settles nothing")
    same = behind <= NEAR
    means = "the same meaning" if same else "another meaning"
    return answered("translate", f"{line}; {said}: {means}", Label.SUPPORTED if same else Label.REFUTED)


def _by_llm(llm: LLM, text: str, to: str, candidate: str) -> ToolResult:
    """The language model's translation; of a candidate its word, by the probability of "yes"."""
    if candidate:
        return _judged(llm, text, to, candidate)
    request = chat(fenced(_PROMPT, to=to, text=text), key="agent/translate")
    (completion,) = Meter(llm).complete([request])
    try:
        return answered("translate", f"{text} — in {to}: {unfenced(text_of(completion)).strip()}")
    except Unparsed as error:
        raise ToolError(f"translate: {error}") from error


def _judged(llm: LLM, text: str, to: str, candidate: str) -> ToolResult:
    request = multiple_choice(fenced(_JUDGE, text=text, to=to, candidate=candidate), YES_NO, key="agent/translate")
    (completion,) = Meter(llm).complete([request])
    try:
        right, _ = distribution(completion, YES_NO)
    except Unparsed as error:
        raise ToolError(f"translate: {error}") from error
    label = Label.SUPPORTED if right >= RIGHT else Label.REFUTED if right <= WRONG else Label.NOT_ENOUGH_EVIDENCE
    said = {Label.SUPPORTED: "right", Label.REFUTED: "wrong"}.get(label, "uncertain")
    return answered(
        "translate", f"{text} — in {to}: “{candidate}”, which the language model finds {said} (P = {right:.2f})", label
    )


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for the document as a whole, where its question asks for a translation; else None."""
    task = asked_translation(unit.question) if unit.whole else None
    if task is None:
        return None
    return {"text": task.text, "target_language": task.to, "candidate": unit.text}
