"""The agent's memory: the steps on a document are kept as a trajectory, and what was judged before, with the same evidence and
models, is recalled and not judged again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import get_args

from localcheck.agent.steps import MEMORY, Numbered, PlannerName, Trajectory, Triple, units_of
from localcheck.agent.tools.described import Arguments
from localcheck.backends.nli.article_vectors import identity
from localcheck.errors import BadInput
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.evidence.score import to_json as evidence_json
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import LLM, NLI, Retriever, SentenceEncoder
from localcheck.reports.codec import from_json, to_json, verdict_from_json
from localcheck.store.agent_memory import AgentMemory
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.system.resources import program, sha256_text
from localcheck.types import JSON, Claim, Cost, Document, Label, Step, Verdict

WEB_DAYS = 30
"""What the web said is asked again after so many days, as its pages are."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A judgement out of memory."""

    verdict: Verdict
    """On the claim as it was then; of its evidence only what carries the label."""
    tool: str
    wrong: tuple[str, ...]
    """Values found wrong in it."""
    day: str
    """ISO date of the judgement."""

    def triple(self, sentence: str) -> Triple:
        """As a triple on its way through reflection; the sentence as it is worded now."""
        evidence = self.verdict.evidence[0] if self.verdict.evidence else None
        passage, line = (evidence.passage, evidence.quote) if evidence else (None, "")
        return Triple(sentence, self.verdict.label, passage, line, self.tool, self.why, self.wrong)

    def on(self, claim: Claim) -> Verdict:
        """The verdict on a claim of now: same label, score and evidence, said to be recalled."""
        evidence = tuple(replace(e, claim_id=claim.id) for e in self.verdict.evidence)
        shown = replace(self.verdict, claim=claim, evidence=evidence, rationale=self.why, cost=Cost())
        return replace(shown, steps=self.turns(claim.text), raw=(("recalled", 1.0),))

    @property
    def why(self) -> str:
        """The rationale of then, led by the word that tells."""
        return f"recalled (judged {self.day}): {self.verdict.rationale}"

    def turns(self, sentence: str) -> tuple[Step, ...]:
        """The turn that stands for the recall, and the turns of then."""
        thought = "This was judged before, with the same evidence and models."
        said = f"{self.verdict.label.value}, judged {self.day}: {self.verdict.rationale}"
        return (Step(thought, MEMORY, (("sentence", sentence),), said, self.verdict.label), *self.verdict.steps)


@dataclass(frozen=True, slots=True)
class Recall:
    """The memory, and the means by which is judged now: only what was judged by the same means comes back."""

    memory: AgentMemory | None
    means: str
    """Digest of evidence, models and program; see ``recall_of``."""
    facts: bool = True
    """May statements of fact be recalled? Not with evidence that nothing identifies, such as a recording."""
    days: int = 0
    """Days after which a statement of fact is judged again; 0 never."""

    def find(self, what: Mapping[str, JSON], fact: bool = False) -> Recalled | None:
        """The judgement of this very question by the same means; None where there is none, or a damaged one."""
        if self.memory is None or not self.memory.recalls or (fact and not self.facts):
            return None
        row = self.memory.judged(self._key(what))
        if row is None or (fact and self.days and _age(row.made) > timedelta(days=self.days)):
            return None
        try:
            body = parse_object(row.body)
            verdict = verdict_from_json(body["verdict"])
            return Recalled(verdict, str(body["tool"]), tuple(map(str, body["wrong"])), row.made[:10])
        except (NotJson, BadInput, KeyError, TypeError):
            return None

    def keep(self, what: Mapping[str, JSON], verdict: Verdict, tool: str, wrong: Sequence[str] = ()) -> None:
        """Remember a judgement: (sentence, label, evidence) and the steps to it. A failure is not remembered."""
        if self.memory is None or verdict.label is Label.FAILED:
            return
        kept = (verdict.deciding,) if verdict.deciding else verdict.evidence[:1] if tool != "search" else ()
        slim = replace(verdict, evidence=kept, best=0 if verdict.deciding else None, raw=(), beliefs=())
        body = {"verdict": to_json(slim), "tool": tool, "wrong": list(wrong)}
        text = json.dumps(body, ensure_ascii=False)
        self.memory.judge(self._key(what), self.means, verdict.claim.text, verdict.label.value, text)

    def _key(self, what: Mapping[str, JSON]) -> str:
        return sha256_text(json.dumps([self.means, what], sort_keys=True, ensure_ascii=False))


def recall_of(
    memory: AgentMemory | None,
    retriever: Retriever,
    nli: NLI,
    meaning: SentenceEncoder | None,
    model: EvidenceModel,
    llm: LLM | None,
    **options: JSON,
) -> Recall:
    """The recall for these means, which are everything that a judgement depends on beside the sentence itself: another index,
    model, table, option or build of localcheck recalls nothing of it.
    """
    index = retriever.info
    means = {
        "program": program(),
        "index": [index.name, index.engine, index.digest],
        "nli": identity(nli),
        "meaning": [] if meaning is None else identity(meaning, index.sources or (index.name,)),
        "evidence": evidence_json(model),
        "llm": [] if llm is None else [llm.info.name, llm.info.sha256],
        "options": options,
    }
    digest, web = sha256_text(json.dumps(means, sort_keys=True)), index.engine == "web"
    return Recall(memory, digest, bool(index.digest) or web, WEB_DAYS if web else 0)


def _age(made: str) -> timedelta:
    try:
        return datetime.now(UTC) - datetime.fromisoformat(made)
    except (ValueError, TypeError):
        return timedelta.max


@dataclass(slots=True)
class Log:
    """Steps and triples of one document."""

    document: Document
    planner: PlannerName
    tools: tuple[str, ...] = ()
    """The tools at hand, as an instruction names them."""
    steps: list[Step] = field(default_factory=list)
    triples: list[Triple] = field(default_factory=list)
    ended: bool = True
    _since: float = field(default_factory=time.perf_counter)

    def add(
        self,
        thought: str,
        tool: str,
        arguments: Arguments,
        observation: str,
        label: Label = Label.NOT_ENOUGH_EVIDENCE,
        error: bool = False,
        sentence: int = -1,
    ) -> None:
        """Add a turn about a sentence, or (-1) about the whole text."""
        now = time.perf_counter()
        given, seconds = tuple(arguments.items()), now - self._since
        self.steps.append(Step(thought, tool, given, observation, label, error, seconds, sentence))
        self._since = now

    def since(self, mark: int) -> tuple[Step, ...]:
        """The turns after the first ``mark`` ones: those of one unit, where units come one after another."""
        return tuple(self.steps[mark:])

    def trajectory(self) -> Trajectory:
        """All steps so far, ended by a call of get_answer."""
        wrong = tuple(t.sentence for t in self.triples if t.label is Label.REFUTED)
        steps = list(self.steps)
        if self.ended and not (steps and steps[-1].tool == "get_answer"):
            arguments = (("hallucination", bool(wrong)), ("sentences", list(wrong)))
            thought = f"All {len(self.triples)} are checked, {len(wrong)} wrong: label = {int(bool(wrong))}."
            steps.append(Step(thought, "get_answer", arguments, "yes" if wrong else "no"))
        found = bool(wrong) if self.ended else None
        d = self.document
        units = tuple(Numbered(u.sentence, u.text) for u in units_of(d, sentences_of(d)))
        return Trajectory(d.id, d.prompt, d.text, self.planner, tuple(steps), found, wrong, units, self.tools)


def digest_of(document: Document) -> str:
    """The key of a document in memory: a digest of its question and its text."""
    return sha256_text(f"{document.prompt}\0{document.text}")


def keep(memory: AgentMemory, log: Log) -> None:
    """Write the log of one document."""
    trajectory = log.trajectory()
    memory.keep(
        log.document.id, digest_of(log.document), log.planner, json.dumps(to_json(trajectory), ensure_ascii=False)
    )


def trajectory_from_json(text: str) -> Trajectory:
    """The inverse of what ``keep`` writes. Raises ``BadInput`` for anything else."""
    try:
        found = from_json(Trajectory, parse_object(text), "trajectory")
        if found.planner not in get_args(PlannerName):
            raise ValueError("no planner has this name")
    except (ValueError, KeyError) as error:
        why = f"the agent's memory is damaged: {error}"
        raise BadInput("agent.db", why, "move the file away; a new one is made") from error
    return found
