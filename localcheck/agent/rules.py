"""The planner without a language model: each unit goes to the first tool whose rule matches it, facts to search and match."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from localcheck.agent.arithmetic.word_problems import is_problem
from localcheck.agent.beside import is_sum, states_more
from localcheck.agent.dialogue import WHOLE
from localcheck.agent.facts import Facts, with_question
from localcheck.agent.memory import Log, Recall
from localcheck.agent.reflection import reflect_global, reflect_local
from localcheck.agent.steps import (
    MEMORY,
    REFLECT,
    Triple,
    claim_for,
    counted,
    sentences_inside,
    triple_of,
    units_of,
    verdict_of,
    whole_unit,
)
from localcheck.agent.tools.calendar import without_weekday
from localcheck.agent.tools.described import Arguments, Toolbox, Unit
from localcheck.agent.tools.search import closest, shown
from localcheck.agent.tools.translate import asked_translation
from localcheck.agent.tools.word_count import LENGTH
from localcheck.claims.changed import changed
from localcheck.claims.rules.checkable import asks
from localcheck.claims.rules.frames import without_frames
from localcheck.errors import ToolError
from localcheck.judging.languages import covered_languages, language_of, unsupported_language
from localcheck.judging.opinion import SIDES
from localcheck.judging.sentence_level import claim_of, sentences_of
from localcheck.judging.together import lockstep
from localcheck.ports import NLI, Extractor
from localcheck.sources.by_query import query_for
from localcheck.types import Claim, Cost, Document, Label, Sentence, Verdict

SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Means:
    """What the agent works with."""

    toolbox: Toolbox
    extractor: Extractor
    nli: NLI
    facts: Facts
    recall: Recall
    reflect: bool = True


@dataclass(slots=True)
class _Course:
    """How far the check of one document has come."""

    document: Document
    log: Log
    done: list[Triple] = field(default_factory=list)
    by_tool: list[Claim] = field(default_factory=list)
    """Claims that a tool has judged."""


def detect_by_rules(document: Document, means: Means, log: Log) -> Iterator[Verdict]:
    """The verdicts of one document: first those by tools, then those on facts. Every step is added to ``log``."""
    course = _Course(document, log)
    if (whole := _whole(course, means)) is not None:
        verdict, states_facts = whole
        yield verdict
        if not states_facts:
            return
    sentences = sentences_of(document)
    units = units_of(document, sentences)
    log.add("Each sentence is checked on its own.", "split_text", {"text": document.text}, f"{len(units)} units")
    facts: list[Unit] = []
    for sentence in sentences_inside(document, sentences):
        part = replace(claim_of(sentence), checkable=False, note="part of the code above")
        yield Verdict(part, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale="not checked: part of the code above")
    for unit in units:
        chosen = means.toolbox.choose(unit)
        if asks(without_frames(unit.text)):
            facts.append(unit)  # a question states nothing that a tool could judge; "…, right?" is none
        elif chosen is not None and chosen[0] != SEARCH:
            verdict = _by_tool(course, means, unit, *chosen)
            yield verdict
            if verdict.label is Label.SUPPORTED and states_more(unit.text, chosen[0], _problem(document)):
                facts.append(unit)
        elif is_problem(document.prompt) or chosen is None:
            yield _nothing_to_compute(course, means, unit)
        else:
            facts.append(unit)
    yield from _facts(course, means, sentences, facts)


def _whole(course: _Course, means: Means) -> tuple[Verdict, bool] | None:
    """The verdict on the whole text, if its prompt asks for a length or a translation; and whether what it says is to be
    checked as well: of a text of the right length it is, of a translation not.
    """
    document = course.document
    unit = whole_unit(document)
    if (chosen := means.toolbox.choose(unit)) is None:
        verdict = _untranslated(course, means, unit)
        return None if verdict is None else (verdict, False)
    return _by_tool(course, means, unit, *chosen), chosen[0] == LENGTH


def _untranslated(course: _Course, means: Means, unit: Unit) -> Verdict | None:
    """A translation that nothing here can check is no statement of fact: the verdict says what is missing."""
    missing = means.toolbox.missing.get("translate")
    if missing is None or asked_translation(unit.question) is None:
        return None
    course.log.add("This asks for a translation.", "translate", {}, missing, error=True)
    triple = Triple(unit.text, Label.NOT_ENOUGH_EVIDENCE, None, tool="none", why=f"not checked: translate {missing}")
    course.log.triples.append(triple)
    return verdict_of(claim_for(course.document, unit), triple, Cost(), course.log.since(0))


def _by_tool(course: _Course, means: Means, unit: Unit, name: str, arguments: Arguments) -> Verdict:
    started = time.perf_counter()
    claim = claim_for(course.document, unit)
    course.by_tool.append(claim)
    what = {"tool": name, "arguments": dict(arguments)}
    mark, thought, number = len(course.log.steps), f"This is for {name}.", WHOLE if unit.whole else unit.sentence
    if (recalled := means.recall.find(what)) is not None:
        course.log.steps += recalled.turns(unit.text)
        triple = recalled.triple(unit.text)
    else:
        try:
            result = means.toolbox.call(name, arguments)
        except ToolError as error:
            course.log.add(thought, name, arguments, error.message, error=True, sentence=number)
            note = error.message if not error.hint else f"{error.message} ({error.hint})"
            triple = Triple(unit.text, Label.NOT_ENOUGH_EVIDENCE, None, tool=name, why=note)
            cost = Cost(seconds=time.perf_counter() - started)
            return verdict_of(claim, triple, cost, course.log.since(mark))
        course.log.add(thought, name, arguments, result.text, result.label, sentence=number)
        triple = triple_of(unit.text, name, result)
        if result.label in SIDES:  # what is left open, as a program that ran too long here, may be settled next time
            means.recall.keep(what, verdict_of(claim, triple, Cost(), course.log.since(mark)), name, result.wrong)
    triple = _reflected(course, means, triple)
    spent = Cost(seconds=time.perf_counter() - started)
    return verdict_of(claim, triple, spent, course.log.since(mark))


def _nothing_to_compute(course: _Course, means: Means, unit: Unit) -> Verdict:
    """A sentence of a worked solution without arithmetic of its own: wrong only if it repeats a wrong value."""
    triple = Triple(unit.text, Label.NOT_ENOUGH_EVIDENCE, None, tool="none", why="nothing in it can be recomputed")
    mark = len(course.log.steps)
    triple = _reflected(course, means, triple)
    return verdict_of(claim_for(course.document, unit), triple, Cost(), course.log.since(mark))


def _reflected(course: _Course, means: Means, triple: Triple) -> Triple:
    after = reflect_global(reflect_local(triple), course.done) if means.reflect else triple
    if after.label is not triple.label:
        course.log.add(f"Reflection: {after.why}", REFLECT, {}, "corrected")
    course.done.append(after)
    course.log.triples.append(after)
    return after


def _facts(course: _Course, means: Means, sentences: Sequence[Sentence], facts: Sequence[Unit]) -> Iterator[Verdict]:
    """The claims of the sentences that are statements of fact."""
    wanted = {u.sentence for u in facts}
    if not wanted:
        return
    document = course.document
    languages, overall = covered_languages(means.nli, means.facts.retriever), language_of(document.text)
    # The extractor sees all sentences, so that a pronoun finds its name in a sentence that a tool has checked; what leans on
    # the question is read with it.
    rests = wanted & {c.sentence for c in course.by_tool}
    claims = [
        _after_tool(c) if c.sentence in rests else c
        for c in changed(means.extractor, with_question).extract(document, sentences)
        if c.sentence in wanted and not (c.sentence in rests and is_sum(c.text, _problem(document)))
    ]
    fresh: list[Claim] = []
    for claim in claims:
        recalled = means.recall.find(_fact(document, claim), fact=True) if claim.checkable else None
        if recalled is None:
            fresh.append(claim)
        else:
            yield _logged(course.log, recalled.on(claim), means.recall, document)
    judgings = (means.facts.judge(claim, document, unsupported_language(claim, overall, languages)) for claim in fresh)
    for verdict in lockstep(means.nli, judgings):
        yield _logged(course.log, verdict, means.recall, document)


def _fact(document: Document, claim: Claim) -> Arguments:
    """What a statement of fact is judged by, beside the evidence: its words, and those by which evidence is searched."""
    return {"fact": claim.text, "query": query_for(document, claim)}


def _log_search(log: Log, verdict: Verdict) -> None:
    """The turns that stand for a verdict on a fact: what the search showed, and the sentence that was compared."""
    claim, deciding = verdict.claim, verdict.deciding
    found = tuple(e.passage for e in verdict.evidence)
    text = verdict.error or shown(found, claim.text)
    asked = {"sentence": claim.text}
    log.add("A statement of fact.", SEARCH, asked, text, error=bool(verdict.error), sentence=claim.sentence)
    near = next((lines[0] for p in found if (lines := closest(p, claim.text))), "")
    if context := " ".join(deciding.quote.split()) if deciding else near:
        told = asked | {"context": context}
        log.add("Compare.", "match", told, context, verdict.label, sentence=claim.sentence)


def _problem(document: Document) -> str:
    """The question, where it asks for a computation."""
    return document.prompt if is_problem(document.prompt) else ""


def _after_tool(claim: Claim) -> Claim:
    """A further claim of a sentence whose first claim a tool has judged, without the part that the tool has judged."""
    sentence, _, number = claim.id.partition(".")
    return replace(claim, id=f"{sentence}.{int(number) + 1}", text=without_weekday(claim.text) or claim.text)


def _logged(log: Log, verdict: Verdict, recall: Recall, document: Document) -> Verdict:
    claim, deciding, mark = verdict.claim, verdict.deciding, len(log.steps)
    known = bool(verdict.steps)
    searched = claim.checkable and not verdict.rationale.startswith("not checked")
    if known:
        log.steps += verdict.steps
    elif searched:
        _log_search(log, verdict)
    passage, quote = (deciding.passage, deciding.quote) if deciding else (None, "")
    tool = (MEMORY if known else SEARCH) if searched else "none"
    log.triples.append(Triple(claim.text, verdict.label, passage, quote, tool, verdict.rationale or verdict.error))
    if known or not searched:
        return verdict
    steps = log.since(mark)
    made = replace(verdict, steps=steps, raw=counted(steps))
    recall.keep(_fact(document, claim), made, SEARCH)
    return made
