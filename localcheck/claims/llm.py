"""Claims by a language model; the rules make those of sentences that the model does not cover, so that none is lost.

The model is asked for the statements of one sentence at a time, one a line (``short``), or for several sentences with the
four steps of Wang et al. 2023, Section 3.1 and Appendix A (``paper``). Its claims are data: ``accept`` drops those that are
fragments, repeated or invented, and an NLI model, where there is one, those that their sentence does not entail. A sentence
that the claims left over do not cover is split by the rules instead, and its claims say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from localcheck.asking.answers import canonical, text_of
from localcheck.asking.conversation import chat
from localcheck.asking.metering import Meter
from localcheck.asking.structured import ask
from localcheck.claims.accept import Accepted, accept, content_words, dangles
from localcheck.claims.rules.extract import RuleClaims
from localcheck.errors import Unparsed
from localcheck.ports import LLM, NLI, Progress
from localcheck.text.hyphens import composed
from localcheck.text.language import detect
from localcheck.text.prompts import decompose as prompts
from localcheck.types import Claim, CompletionRequest, Cost, Document, Sentence

PromptName = Literal["short", "paper"]
About = Literal["unsplit", "several"]
BATCH = 6
"""Sentences that go into one prompt of the paper's."""
ROUND = 4
"""Prompts in one batch; each answer is kept as it comes, so that an interruption loses only those that were not finished."""
ENTAILED = 0.5
"""P(entailment) from which a sentence is taken to say a claim, and its claims together to say the sentence."""
BY_MODEL, BY_RULES = "split by the language model", "split by rules"
"""How the note of a claim says who made it."""
ONE_FACT = "too short to be split further"
UNREAD = "no model here reads its language"


class LLMClaims:
    """Port ``Extractor`` by a language model; every sentence that the model does not cover is split by the rules.

    With ``nli``, claims are held against their sentence by entailment
    both ways.
    ``about``: the model is asked about sentences that the rules left long or unresolved (``unsplit``), or about all that
    may hold several facts (``several``). ``tell`` is called with the sentences that were asked about so far, and with all.
    Raises ``LLMError`` only when the model itself is gone.
    """

    def __init__(
        self,
        llm: LLM,
        *,
        nli: NLI | None = None,
        prompt: PromptName = "short",
        seed: int = 0,
        about: About = "unsplit",
        tell: Progress | None = None,
    ) -> None:
        self._meter = llm if isinstance(llm, Meter) else Meter(llm)
        self._nli, self._prompt, self._seed = nli, prompt, seed
        self._about, self._tell = about, tell

    def cost(self) -> Cost:
        """Calls, tokens, seconds and parse failures of all extractions so far."""
        return self._meter.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence, in the order of the sentences."""
        by_rules: dict[int, list[Claim]] = {s.index: [] for s in sentences}
        for claim in RuleClaims().extract(document, sentences):
            by_rules[claim.sentence].append(claim)
        document = replace(document, text=composed(document.text), title=composed(document.title))
        sentences = [replace(s, text=composed(s.text)) for s in sentences]  # as they look; their places stay
        worth = [s for s in sentences if worth_asking(by_rules[s.index], self._about)]
        wanted = [s for s in worth if self._reads(document, s)]
        taken = self._entailed(document, wanted, self._accepted(document, wanted))
        taken |= {s.index: Accepted((), UNREAD) for s in worth if s not in wanted}
        return [c for s in sentences for c in _claims(s, by_rules[s.index], taken.get(s.index))]

    def _reads(self, document: Document, sentence: Sentence) -> bool:
        """Does anything here read what the sentence says: the NLI model, or the agent, which knows Chinese, too?"""
        if self._nli is None or not self._nli.info.languages:
            return True
        found = detect(sentence.text)
        language = detect(document.text) if found == "und" else found
        return bool({language, "*"} & {"und", "zh", *self._nli.info.languages})

    def _accepted(self, document: Document, wanted: Sequence[Sentence]) -> dict[int, Accepted]:
        """The accepted claims of the model, by sentence."""
        found: dict[int, Accepted] = {}
        earlier: list[str] = []
        for sentence, given, error in self._asked(document, wanted):
            if error:
                found[sentence.index] = Accepted((), error)
                continue
            found[sentence.index] = accept(sentence.text, given, document.text, document.title, earlier)
            earlier += found[sentence.index].claims
        return found

    def _asked(self, document: Document, wanted: Sequence[Sentence]) -> Iterator[tuple[Sentence, Sequence[str], str]]:
        """Each sentence with the model's claims for it, or with the reason why there are none."""
        language = "zh" if detect(document.text) == "zh" else "en"
        paper = self._prompt == "paper"
        together = ROUND * (BATCH if paper else 1)
        for start in range(0, len(wanted), together):
            if self._tell:
                self._tell(start, len(wanted))
            some = wanted[start : start + together]
            yield from (self._by_steps if paper else self._by_lines)(document, some, language)
        if self._tell and wanted:
            self._tell(len(wanted), len(wanted))

    def _by_lines(
        self, document: Document, some: Sequence[Sentence], language: str
    ) -> Iterator[tuple[Sentence, Sequence[str], str]]:
        """One chat a sentence; their common beginning, task and example, is decoded once."""
        requests = [
            CompletionRequest(
                messages=prompts.turns(language, s.text, document.title),
                max_tokens=prompts.room(s.text),
                seed=self._seed,
                key=f"decompose/{document.id}/{s.index}",
            )
            for s in some
        ]
        for sentence, completion in zip(some, self._meter.complete(requests), strict=True):
            try:
                yield sentence, prompts.statements(text_of(completion)), ""
            except Unparsed as error:
                if not completion.error:
                    self._meter.parse_failed()
                yield sentence, (), error.message

    def _by_steps(
        self, document: Document, some: Sequence[Sentence], language: str
    ) -> Iterator[tuple[Sentence, Sequence[str], str]]:
        """The paper's prompt for ``BATCH`` sentences at a time."""
        batches = [some[i : i + BATCH] for i in range(0, len(some), BATCH)]
        requests = [
            chat(
                prompts.prompt(language, [s.text for s in batch], document.title),
                schema=canonical(prompts.SCHEMA),
                max_tokens=prompts.room_of_steps([s.text for s in batch]),
                seed=self._seed,
                key=f"decompose/{document.id}/{batch[0].index}",
            )
            for batch in batches
        ]
        for batch, parsed in zip(batches, ask(self._meter, requests), strict=True):
            texts = [s.text for s in batch]
            facts = [()] * len(batch) if parsed.error else prompts.facts_of_steps(parsed.value, texts)
            for sentence, given in zip(batch, facts, strict=True):
                yield sentence, given, parsed.error

    def _entailed(
        self, document: Document, wanted: Sequence[Sentence], found: dict[int, Accepted]
    ) -> dict[int, Accepted]:
        """The same without claims that their sentence does not entail, and without sentences that the rest does not; as it is
        without an NLI model that reads the text's language.
        """
        language = detect(document.text)
        if self._nli is None or not {language, "*"} & {"und", *self._nli.info.languages}:
            return found
        about = f"{document.title}. " if document.title else ""
        said = [(s, text) for s in wanted for text in found[s.index].claims]
        forward = self._nli.entail([(about + s.text, text) for s, text in said])
        kept: dict[int, list[str]] = {}
        for (sentence, text), row in zip(said, forward, strict=True):
            if row[0] >= ENTAILED:
                kept.setdefault(sentence.index, []).append(text)
        whole = [s for s in wanted if kept.get(s.index)]
        back = self._nli.entail([(about + " ".join(kept[s.index]), s.text) for s in whole])
        holds = {s.index for s, row in zip(whole, back, strict=True) if row[0] >= ENTAILED}
        return {
            index: one
            if one.failure
            else replace(one, claims=tuple(kept[index]))
            if index in holds
            else replace(one, claims=(), failure="the claims and the sentence do not say the same")
            for index, one in found.items()
        }


def worth_asking(claims: Sequence[Claim], about: About = "unsplit") -> bool:
    """True for a sentence whose subject the rules did not find, or of which they left a claim that is long.

    Of more than ``LONG`` content words for ``unsplit``; for ``several`` of more than ``ATOMIC``, and every sentence of which
    they made several claims.
    """
    checkable = [c for c in claims if c.checkable]
    longest = max((len(content_words(c.text)) for c in checkable), default=0)
    if any(dangles(c.text) for c in checkable):
        return True
    return longest > prompts.LONG if about == "unsplit" else len(checkable) > 1 or longest > prompts.ATOMIC


def _claims(sentence: Sentence, by_rules: Sequence[Claim], taken: Accepted | None) -> Iterator[Claim]:
    """The claims of one sentence: the model's where they were taken, else those of the rules with the reason."""
    if taken is not None and taken.claims:
        for number, text in enumerate(taken.claims):
            yield Claim(f"{sentence.index}.{number}", sentence.index, text, sentence.span, note=BY_MODEL)
        return
    why = f"{BY_RULES}: {taken.failure if taken is not None else ONE_FACT}"
    for claim in by_rules:
        yield replace(claim, note="; ".join(n for n in (claim.note, why) if n)) if claim.checkable else claim


def short(llm: LLM, nli: NLI, *, tell: Progress | None = None, seed: int = 0) -> LLMClaims:
    """``--claims llm``."""
    return LLMClaims(llm, nli=nli, seed=seed, tell=tell)


def paper(llm: LLM, nli: NLI, *, tell: Progress | None = None, seed: int = 0) -> LLMClaims:
    """``--claims llm-paper``."""
    return LLMClaims(llm, nli=nli, prompt="paper", about="several", seed=seed, tell=tell)
