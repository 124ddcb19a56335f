"""What the agent judged before, with the same evidence and models, is recalled and not judged again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from localcheck import __version__
from localcheck.agent.steps import Triple
from localcheck.errors import BadInput
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.evidence.score import to_json as evidence_json
from localcheck.ports import LLM, NLI, Retriever
from localcheck.reports.codec import to_json, verdict_from_json
from localcheck.store.agent_memory import AgentMemory
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.system.resources import sha256_text
from localcheck.types import JSON, Claim, Cost, Label, Step, Verdict

WEB_DAYS = 30
"""What the web said is asked again after so many days, as its pages are."""
MEMORY = "memory"
"""Stands as the tool in the step of what was recalled."""


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
    """Digest of evidence, models and version; see ``recall_of``."""
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
    memory: AgentMemory | None, retriever: Retriever, nli: NLI, model: EvidenceModel, llm: LLM | None, **options: JSON
) -> Recall:
    """The recall for these means, which are everything that a judgement depends on beside the sentence itself: another index,
    model, table, option or version of localcheck recalls nothing of it.
    """
    index = retriever.info
    means = {
        "version": __version__,
        "index": [index.name, index.engine, index.digest],
        "nli": nli.info.sha256,
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
