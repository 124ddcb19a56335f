"""What SelfCheckGPT compares a text with: answers sampled for its prompt (Manakul et al. 2023, Section 5), or a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from localcheck.asking.conversation import cost_of
from localcheck.claims.rules.surroundings import CODE, in_code
from localcheck.errors import MissingModel, Unparsed
from localcheck.judging.conclude import unchecked
from localcheck.judging.languages import uncovered_language, unread_language
from localcheck.judging.sentence_level import FREE, UNCALIBRATED, claim_of, failed, sentences_of
from localcheck.ports import LLM, Detector
from localcheck.text.counting import many
from localcheck.text.language import detect as detect_language
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.selfcheck import PASSAGE_IN
from localcheck.text.sentences import split_sentences
from localcheck.types import CompletionRequest, Cost, Document, Message, Sentence, Verdict

Against = Literal["samples", "reference", "context"]
"""``context`` and ``reference`` are the same: the texts that came with the document."""
_QUOTES = '"“”'


@dataclass(frozen=True, slots=True)
class Answers:
    """Texts to compare a document with."""

    texts: tuple[str, ...]
    kind: str
    """``sample``, ``reference`` or ``context``."""
    origin: str = ""
    """How many there are and where they come from, for the rationale: "20 given samples"."""
    note: str = ""
    """A note for the report if samples were drawn: how many, and with which prompt."""
    cost: Cost = field(default_factory=Cost)
    """What drawing them took."""


def on_answers(
    against: Against,
    count: int,
    llm: LLM | None,
    seed: int,
    judge: Callable[[Document, tuple[Sentence, ...], Answers], Iterator[Verdict]],
    reads: Iterable[str] = (),
) -> Detector:
    """The method that gathers the texts to compare with and lets ``judge`` compare; without them every sentence has failed.
    What drawing them took is added to the first verdict. Code is not judged, nor what is not in a language that the model
    ``reads``, where it names some.

    A document without samples ends the run where nothing can draw any, unless an earlier one had some: then its own sentences
    have failed, and the run continues.
    """
    some_had_answers = False

    def detect(document: Document) -> Iterator[Verdict]:
        nonlocal some_had_answers
        sentences = sentences_of(document)
        aside = _set_aside(document, sentences, frozenset(reads))
        compared = tuple(s for s in sentences if s.index not in aside)
        try:
            answers = gather(document, against, count, llm, seed, frozenset(reads))
        except (Unparsed, MissingModel) as error:
            if isinstance(error, MissingModel) and not some_had_answers:
                raise
            yield from aside.values()
            why = ": ".join(filter(None, (error.message, error.hint)))
            yield from (failed(claim_of(sentence), why) for sentence in compared)
            return
        some_had_answers = True
        drawing = answers.cost
        yield from aside.values()
        for verdict in judge(document, compared, answers):
            yield replace(verdict, cost=drawing + verdict.cost)
            drawing = FREE

    return detect


def _set_aside(document: Document, sentences: Sequence[Sentence], languages: frozenset[str]) -> dict[int, Verdict]:
    """The verdicts on sentences that are not compared, by their indexes."""
    overall, code = detect_language(document.text), frozenset(in_code(document.text, sentences))
    found: dict[int, Verdict] = {}
    for sentence in sentences:
        claim = claim_of(sentence)
        if sentence.index in code:
            claim = replace(claim, checkable=False, note=CODE)
        if (verdict := unchecked(claim, unread_language(claim, overall, languages))) is not None:
            found[sentence.index] = replace(verdict, note="\n".join(filter(None, (verdict.note, UNCALIBRATED))))
    return found


def gather(
    document: Document,
    against: Against,
    count: int,
    llm: LLM | None,
    seed: int,
    languages: frozenset[str] = frozenset(),
) -> Answers:
    """The texts for ``document``: its references, its own samples, or ``count`` new ones drawn by ``llm``. A sample without a
    word, one that refuses to answer and one in none of ``languages``, where some are named, are left out.

    Raises ``Unparsed`` if this document has nothing to be compared with, ``MissingModel`` (which ends the run) if samples
    must be drawn and there is no LLM.
    """
    if against != "samples":
        texts = tuple(text for text in document.context if text.strip())
        if not texts:
            raise Unparsed(f"against={against} needs a {against} text, and the document has none")
        return Answers(texts, against, many(len(texts), f"{against} text"))
    given = given_samples(document)
    answering = [text for text in given if not refuses(text)]
    kept = [text for text in answering if not uncovered_language(text, languages)]
    texts = tuple(kept[:count])
    if texts:
        left_out = {"refused": len(given) - len(answering), "in another language": len(answering) - len(kept)}
        why = ", ".join(f"{number} {reason}" for reason, number in left_out.items() if number)
        first = f"{len(texts)} of " if len(texts) < len(kept) else ""
        said = first + many(len(kept), "given sample") + (f" ({why})" if why else "")
        return Answers(texts, "sample", said, cost=Cost(samples=len(texts)))
    if answering:
        raise Unparsed(f"every given sample: {uncovered_language(answering[0], languages)}")
    if given:
        raise Unparsed("every given sample refuses to answer, so none of them can support or contradict anything")
    return _draw(document, count, llm, seed)


def given_samples(document: Document) -> list[str]:
    """The document's own samples that have a word in them."""
    return [text for text in document.samples if any(map(str.isalnum, text))]


def _draw(document: Document, count: int, llm: LLM | None, seed: int) -> Answers:
    if llm is None:
        hint = "choose one (--llm, or the setting llm), give samples with the document, or set the option against=reference"
        without = "no sample with a word in it" if document.samples else "no samples"
        raise MissingModel(f"{document.id} has {without}, and no language model is chosen to draw them", hint)
    prompt, origin = prompt_for(document, answers=llm.info.chats)
    if not document.prompt.strip() and not _is_name(document.title):
        prompt = fenced(_of_title(document, answers=llm.info.chats), title=_title(document))
    request = CompletionRequest(
        messages=(Message("user", prompt),),
        n=count,
        temperature=1.0,
        max_tokens=400,
        seed=seed,
        key=f"samples/{document.id}",
    )
    completion = llm.complete([request])[0]
    given = tuple(text.strip() for text in completion.texts if text.strip())
    texts = tuple(text for text in given if not refuses(text))
    if not texts:
        why = completion.error or ("the model refused to answer" if given else "the model gave an empty answer")
        raise Unparsed(f"no sample could be drawn: {why}")
    refused = f" ({len(given) - len(texts)} refused)" if len(texts) < len(given) else ""
    drawn = f"{many(len(texts), 'sample')} drawn by the language model{refused}"
    note = f"{document.id}: {drawn} with {origin}"
    return Answers(texts, "sample", drawn, note, cost_of([completion]) + Cost(samples=len(texts)))


def refuses(answer: str) -> bool:
    """True for an answer that only says that it will not answer, or offers to: beside it nothing is supported, whatever is
    true.

    >>> refuses("Sorry, I can't assist with that."), refuses("I can't help falling in love is a song of 1961.")
    (True, False)
    >>> refuses("I can't answer that."), refuses("Sorry is a song of 2015 that can't be missed."), refuses("我无法提供该信息。")
    (True, False, True)
    >>> refuses("Sure! Here is a short biography of Ada Lovelace:"), refuses("Sure! Ada Lovelace was born in 1815.")
    (True, False)
    """
    said = answer.strip()
    return len(said) < SHORT and (_REFUSAL.match(said) is not None or _OFFER.fullmatch(said) is not None)


SHORT = 200
"""Characters of a refusal, at most."""
_AI = r"as an? (?:ai|artificial intelligence|(?:large )?language model)\b"
_REFUSAL = regex(
    r"(?:(?:i['’]?m |i am )?(?:very |so )?sorry\b(?! (?:is|was|by)\b)|(?:my )?apologies\b(?! (?:is|was|by)\b)"
    rf"|i apologi[sz]e\b|unfortunately\b|{_AI})[^.!?]{{0,60}}\b"
    r"(?:can['’]?t|cannot|can not|unable|not able|won['’]t|don['’]t have|you (?:have not|haven['’]t|did not|didn['’]t))\b"
    rf"|{_AI}(?: (?:language )?(?:model|assistant))?, i(?: am|['’]m| do| was)\b"
    r"|i (?:can['’]?t|cannot|won['’]t|will not|am unable to|am not able to|must decline to) "
    r"(?:assist|help|provide|fulfil|comply|answer)\w*(?: (?:with|that|this|to|you|your|the question)\b|[.!]?$)"
    r"|i['’]m (?:unable|not able) to (?:assist|help|provide|fulfil|comply|answer)\b"
    r"|(?:很|非常)?(?:抱歉|对不起)|我(?:无法|不能)(?:提供|回答|协助|帮助)|作为一?[个名]?(?:AI|人工智能|大?语言模型)[^。]{0,20}(?:无法|不能|没有)",
    re.IGNORECASE,
)
_MARK = regex(r"[。！？：；，、!?:;\n]|(?<!\b[A-Z])\.\s")
_OFFER = regex(
    r"(?:sure|certainly|of course|absolutely|okay|ok)\b[^\n]*[:?]|(?:当然(?:可以)?|好的|没问题)[，,!！。：:][^\n]*[:：?？]",
    re.IGNORECASE,
)
"""An opening that nothing follows, or a question back."""


def prompt_for(document: Document, answers: bool = False) -> tuple[str, str]:
    """The prompt that the document answers, and a few words on where it comes from. ``answers``: of a title a task is made, for
    a model that answers, and not the beginning of a passage, for one that goes on. Raises ``Unparsed``.

    It is not fenced: a document's own prompt is the whole question, and of a fenced title a model of 1.5 billion parameters
    said that it was given no passage. A title that is more than a name is fenced where samples are drawn.
    """
    if document.prompt.strip():
        return document.prompt, "the document's own prompt"
    if document.title.strip():
        prompt = _of_title(document, answers).format(title=_title(document))
        return prompt, f"a prompt made from its title ({prompt!r})"
    raise Unparsed("the document has no samples, and none can be drawn without a prompt or a title: give it one")


def _of_title(document: Document, answers: bool) -> str:
    """The task, or the beginning of a passage, in the document's language, with a place for its title."""
    begun, task = PASSAGE_IN["zh" if detect_language(document.text) == "zh" else "en"]
    return task if answers else begun


def _is_name(title: str) -> bool:
    """Whether a title is a name, which orders nothing: no sentence, and no words in small letters."""
    return may_be_name(title) and not _MARK.search(title)


def _title(document: Document) -> str:
    """The title on one line."""
    return " ".join(document.title.split())


def sample_sentences(text: str) -> list[str]:
    """The sentences of a sample. A sample that opens with a quotation mark is split like any other, and keeps the mark."""
    bare = text.strip()
    if not bare or bare[0] not in _QUOTES:
        return [sentence.text for sentence in split_sentences(bare)]
    inside = bare[1:].rstrip(_QUOTES)
    sentences = [sentence.text for sentence in split_sentences(inside)] or [""]
    sentences[0] = bare[0] + sentences[0]
    sentences[-1] += bare[1 + len(inside) :]
    return sentences
