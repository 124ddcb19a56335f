"""The planners with a language model: each turn is a thought and a tool call (ReAct), constrained by a JSON schema.

``detect_by_llm`` asks the model about every sentence, ``detect_rules_first`` only about those that the rules leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from localcheck.agent import dialogue
from localcheck.agent.beside import measured, stated
from localcheck.agent.dialogue import Turn
from localcheck.agent.memory import Log, Recalled, digest_of
from localcheck.agent.reflection import reflect_global, reflect_local
from localcheck.agent.rules import Means, detect_by_rules
from localcheck.agent.steps import Triple, claim_for, triple_of, units_of, verdict_of, whole_unit
from localcheck.agent.tools.described import Arguments, ToolResult, Unit
from localcheck.agent.tools.word_count import LENGTH
from localcheck.asking.answers import canonical, parse_json, text_of
from localcheck.asking.metering import Meter
from localcheck.asking.structured import Parsed, ask
from localcheck.errors import ToolError, Unparsed
from localcheck.judging.opinion import SIDES
from localcheck.judging.sentence_level import sentences_of, whole_document
from localcheck.ports import LLM
from localcheck.types import JSON, CompletionRequest, Cost, Document, Label, Message, Passage, Step, Verdict

OFTEN = {"match": 3, "search": 2}
"""How often a tool may be called for one sentence; once where it is not named. The schema of the next turn leaves out the rest:
a small model repeats its first call until it is given up."""
MOST_ERRORS = 3
"""Failed calls in a row after which the detection ends without a result."""


@dataclass(slots=True)
class _Course:
    """What is known so far about one document."""

    document: Document
    units: Mapping[int, Unit]
    log: Log
    found: dict[int, Triple] = field(default_factory=dict)
    recalled: dict[int, Recalled] = field(default_factory=dict)
    """Sentences that were judged before; the model is not asked about them."""
    turns: dict[int, list[Step]] = field(default_factory=dict)
    """The steps of each unit."""
    made: set[str] = field(default_factory=set)
    """Calls so far, as the model wrote them."""
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Calls that did not fail, by tool and sentence."""

    def called(self) -> frozenset[tuple[str, int]]:
        """Tools with the sentences that they were called for as often as can bring anything new."""
        return frozenset(call for call, count in self.answered.items() if count >= OFTEN.get(call[0], 1))

    passages: list[Passage] = field(default_factory=list)
    """What searches found; the context of a ``match`` call must come from here."""


def detect_by_llm(
    document: Document, means: Means, log: Log, llm: LLM, steps: int, seed: int, only: frozenset[int] | None = None
) -> Iterator[Verdict]:
    """The verdicts of one document, after at most ``steps`` turns. What the model left out is NOT_ENOUGH_EVIDENCE.

    ``only``: the sentences to ask about; None for all.
    """
    sentences = sentences_of(document)
    units = {u.sentence: u for u in units_of(document, sentences) if only is None or u.sentence in only}
    course = _Course(document, {**units, dialogue.WHOLE: whole_unit(document)}, log)
    _recall(course, means)
    meter = Meter(llm)
    left = {n: u for n, u in units.items() if n not in course.recalled} if dialogue.WHOLE not in course.recalled else {}
    log.ended = not left
    if left:
        _converse(course, means, meter, left, steps, seed)
    yield from _verdicts(course, means, meter.cost())


def _recall(course: _Course, means: Means) -> None:
    """What was judged before in this very document by the same means stands."""
    for number, unit in course.units.items():
        found = means.recall.find(_what(course.document, unit))
        if found is not None:
            course.recalled[number] = found
            course.found[number] = found.triple(unit.text)
            course.turns[number] = list(found.turns(unit.text))
            course.log.steps += course.turns[number]


def _what(document: Document, unit: Unit) -> Arguments:
    return {"by": "llm", "sentence": unit.text, "whole": unit.whole, "document": digest_of(document)}


def _converse(course: _Course, means: Means, meter: Meter, units: Mapping[int, Unit], steps: int, seed: int) -> None:
    """Turn after turn until the model ends it, fails three times in a row, or has used its steps."""
    document, log = course.document, course.log
    wording = {n: u.text for n, u in units.items()}
    messages = dialogue.opening(document.prompt, document.text, wording, dialogue.listing(means.toolbox))
    loose = dialogue.loose_schema(means.toolbox, list(units))
    failures = 0
    for number in range(steps):
        request = CompletionRequest(
            messages=tuple(messages),
            max_tokens=dialogue.MAX_TOKENS,
            seed=seed,
            schema=canonical(dialogue.turn_schema(means.toolbox, list(units), course.called())),
            key=f"agent/step{number}/{document.id}",
        )
        parsed = ask(meter, [request])[0]
        value = parsed.value if not parsed.error else _loosely(parsed, loose)
        if value is None:
            log.add("", "", {}, parsed.error, error=True)
            break
        turn = dialogue.turn_of(value)
        if turn.tool == "get_answer":
            log.ended = True
            log.add(turn.thought, turn.tool, turn.arguments, "", sentence=turn.sentence)
            break
        observation, failed = _act(course, means, turn)
        failures = failures + 1 if failed else 0
        messages += [Message("assistant", turn.said), Message("user", observation)]
        if failures >= MOST_ERRORS:
            break


def _loosely(parsed: Parsed, schema: Mapping[str, JSON]) -> JSON:
    """A turn with arguments that no tool takes, from a server that holds no schema; None where it is no turn at all."""
    try:
        return parse_json(text_of(parsed.completion), schema)
    except Unparsed:
        return None


def _act(course: _Course, means: Means, turn: Turn) -> tuple[str, bool]:
    """Run the call; returns the observation, with its text fenced, and whether the call failed. The model may try again after
    a failed call.
    """
    unit = course.units[turn.sentence]
    arguments = turn.arguments
    try:
        if (call := canonical([turn.sentence, turn.tool, dict(arguments)])) in course.made:
            raise ToolError(
                f"{turn.tool}: this call was made before", "its output stands above; go on, or call get_answer"
            )
        course.made.add(call)
        own = turn.tool == "match" and _from_the_reply(course, str(arguments.get("context", "")))
        if (tool := means.toolbox.tools.get(turn.tool)) is not None:
            arguments = measured(turn.tool, dialogue.completed(tool, unit, arguments), course.document)
        result = means.toolbox.call(turn.tool, arguments)
    except ToolError as error:
        text = f"error: {error.message}" + (f" ({error.hint})" if error.hint else "")
        course.log.add(turn.thought, turn.tool, arguments, text, error=True, sentence=turn.sentence)
        course.turns.setdefault(turn.sentence, []).append(course.log.steps[-1])
        return dialogue.observed(text, Label.NOT_ENOUGH_EVIDENCE), True
    course.answered[turn.tool, turn.sentence] += 1
    if own and result.label is Label.SUPPORTED:
        result = replace(result, label=Label.NOT_ENOUGH_EVIDENCE)
    if not stated(turn.tool, arguments, unit, course.document, [p.text for p in course.passages]):
        result = replace(result, label=Label.NOT_ENOUGH_EVIDENCE, wrong=())
    course.passages += result.passages
    course.log.add(turn.thought, turn.tool, arguments, result.text, result.label, sentence=turn.sentence)
    course.turns.setdefault(turn.sentence, []).append(course.log.steps[-1])
    if result.label is not Label.NOT_ENOUGH_EVIDENCE or turn.sentence not in course.found:
        course.found[turn.sentence] = _triple(course, unit, turn.tool, result)
    return dialogue.observed(result.text, result.label), False


def _from_the_reply(course: _Course, context: str) -> bool:
    """True if the context of ``match`` occurs in the reply alone. A reply may contradict itself, but cannot support itself.

    Raises ``ToolError`` if the context occurs nowhere: a model must not invent its own evidence.
    """
    bare = " ".join(context.split())

    def said(*texts: str) -> bool:
        return bool(bare) and any(bare in " ".join(text.split()) for text in texts)

    document = course.document
    if said(*(p.text for p in course.passages), document.prompt, *document.context):
        return False
    if not said(document.text):
        raise ToolError(
            "match: the context is not part of any observation", "copy it word for word from what search found"
        )
    return True


def _triple(course: _Course, unit: Unit, tool: str, result: ToolResult) -> Triple:
    """A tool's answer about a unit. The evidence of ``match`` is the document that contains its line, if a search found that
    document.
    """
    found = triple_of(unit.text, tool, result)
    if tool == "match" and result.line:
        return replace(found, evidence=next((p for p in course.passages if result.line in p.text), found.evidence))
    return found if result.line else replace(found, why=f"{tool}: no result")


def _verdicts(course: _Course, means: Means, cost: Cost) -> Iterator[Verdict]:
    """Reflect on every unit in order and yield its verdict; a single one if the model judged the document as a whole, but
    for its length, which says nothing of its facts.
    """
    wanted = [n for n in course.units if n != dialogue.WHOLE]
    if (whole := course.found.get(dialogue.WHOLE)) is not None:
        wanted = [dialogue.WHOLE, *wanted] if whole.tool == LENGTH else [dialogue.WHOLE]
    done: list[Triple] = []
    for number in wanted:
        unit = course.units[number]
        missing = Triple(unit.text, Label.NOT_ENOUGH_EVIDENCE, None, tool="none", why="the model did not check it")
        triple = course.found.get(number) or missing
        claim, turns = claim_for(course.document, unit), tuple(course.turns.get(number, ()))
        if number in course.found and number not in course.recalled:
            made = verdict_of(claim, triple, Cost(), turns)
            means.recall.keep(_what(course.document, unit), made, triple.tool, triple.wrong)
        if means.reflect:
            triple = reflect_global(reflect_local(triple), done)
        done.append(triple)
        course.log.triples.append(triple)
        yield verdict_of(claim, triple, cost, turns)
        cost = Cost()


def detect_rules_first(
    document: Document, means: Means, log: Log, llm: LLM, steps: int, seed: int
) -> Iterator[Verdict]:
    """The verdicts by rules; where all those of a sentence are open, what the model finds about it stands instead."""
    by_rules = list(detect_by_rules(document, means, log))
    left = left_open(document, by_rules)
    if not left:
        yield from by_rules
        return
    whole = len(by_rules) == 1 and by_rules[0].claim.text == document.text.strip()
    only = None if whole else left
    said = list(detect_by_llm(document, means, log, llm, steps, seed, only))
    spent = sum((v.cost for v in said), Cost())
    by_model = {v.claim.sentence: v for v in said if only is None or not _is_whole(document, v)}
    for verdict in by_rules:
        if verdict.claim.sentence not in left or (only is not None and _is_whole(document, verdict)):
            yield verdict
            continue
        found = by_model.pop(verdict.claim.sentence, None)
        cost, spent = verdict.cost + spent, Cost()  # all of it at the first that it was spent for, whatever was found
        if found is None:
            yield replace(verdict, cost=cost)
        elif found.label in SIDES:
            yield replace(found, cost=cost)
        else:
            yield replace(verdict, cost=cost, steps=(*verdict.steps, *found.steps))


def left_open(document: Document, verdicts: list[Verdict]) -> frozenset[int]:
    """The sentences of which no claim is settled, and at least one can be checked. A verdict on the length of the whole text
    stands at its first sentence and settles none.
    """
    own = [v for v in verdicts if len(verdicts) == 1 or not _is_whole(document, v)]
    settled = {v.claim.sentence for v in own if v.label in SIDES}
    return frozenset(v.claim.sentence for v in own if v.claim.checkable) - settled


def _is_whole(document: Document, verdict: Verdict) -> bool:
    """Is it a verdict on the text as a whole?"""
    return verdict.claim == whole_document(document)
