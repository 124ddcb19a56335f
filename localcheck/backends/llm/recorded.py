"""Answers that were not made now: backend ``recorded:FILE``, with the recorder that writes such files, and backend
``scripted``.

A recording is JSONL, one answer a line (docs/formats.md): the digest of the request or a stage key, and the completion. It
is a journal: lines are appended and flushed; a torn last line is ignored by the reader and cut by the next writer. A script
is a queue, a function or a file of rules: a fake, for tests and demos.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from localcheck.backends.llm.requests import digest, from_json, one_hot, prompt_text, refusal, to_json
from localcheck.errors import BadInput, LLMError
from localcheck.ports import LLM
from localcheck.system.jsontext import lines, parse
from localcheck.system.resources import append_lines, cut_torn_line, regular, sha256_file, sha256_text
from localcheck.text.inert import escaped
from localcheck.types import Completion, CompletionRequest
from localcheck.types.infos import LLMInfo

RECORDED = 'a line looks like {"digest": "…", "texts": ["the answer"]}, with "key" in the place of "digest" for a stage'


class Recorded:
    """Answers by request digest, else by stage key. A request without an answer gets an error, not an exception."""

    def __init__(self, answers: Mapping[str, Completion], info: LLMInfo) -> None:
        self._answers = answers
        self.info = info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Look every request up."""
        return [self._answer(r) for r in requests]

    def given(self, key: str) -> Completion | None:
        """The answer that was kept under ``key``; None where there is none."""
        return self._answers.get(key)

    def close(self) -> None:
        """Nothing is held."""

    def _answer(self, request: CompletionRequest) -> Completion:
        if refused := refusal(request):
            return refused
        found = self._answers.get(digest(request)) or (self._answers.get(request.key) if request.key else None)
        if found is None:
            return Completion(error=f"no recorded answer for {request.key or digest(request)[:16]}")
        return as_completion(found, request)


class Recorder:
    """Passes requests on to ``llm`` and appends every answer to ``path``, flushed before it is returned."""

    def __init__(self, llm: LLM, path: Path) -> None:
        self._llm = self.asked = llm
        path = regular(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        cut_torn_line(path)
        self._file, self._unwritten = path.open("ab", buffering=0), ""
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Answers of the wrapped model; those without an error are recorded."""
        completions = self._llm.complete(requests)
        for request, completion in zip(requests, completions, strict=True):
            if not completion.error:
                self._write({"digest": digest(request), **({"key": request.key} if request.key else {})}, completion)
        self._keep()
        return completions

    def keep(self, key: str, completion: Completion) -> None:
        """Record an answer that is found by ``key`` alone: what was not asked for in words."""
        self._write({"key": key}, completion)
        self._keep()

    def _write(self, name: Mapping[str, str], completion: Completion) -> None:
        self._unwritten += escaped(json.dumps({**name, **to_json(completion)}, ensure_ascii=False)) + "\n"

    def _keep(self) -> None:
        lines, self._unwritten = self._unwritten, ""
        append_lines(self._file, lines)
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the journal (the wrapped model belongs to the caller)."""
        self._file.close()


def read_answers(path: Path) -> dict[str, Completion]:
    """Answers by digest, or by key where a line has no digest; later lines win.

    A line that has a digest answers that one request only, also where it has a key: the same stage of another text has the
    same key. Raises ``BadInput`` with the line that is wrong.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadInput(path, error.strerror or str(error), "recorded answers are a JSONL file") from error
    answers: dict[str, Completion] = {}
    for number, line in enumerate(lines, 1):
        torn = number == len(lines)
        if not line.strip():
            continue
        try:
            found = parse(line, infinities=True)
            name = found.get("digest") or found.get("key")
            completion = from_json(found)
            if not name:
                raise ValueError("neither digest nor key")
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError) as error:
            if torn and not _is_json(line):
                break
            raise BadInput(path, f"not a recorded answer: {error}", RECORDED, number) from error
        answers[str(name)] = completion
    return answers


def _is_json(line: bytes) -> bool:
    try:
        return parse(line, infinities=True) is not None
    except ValueError:
        return False


def open_llm(name: str) -> Recorded:
    """``recorded:FILE``. Raises ``BadInput``."""
    path = Path(name)
    answers = read_answers(path)
    return Recorded(answers, LLMInfo(path.name, "recorded", sha256_file(path)))


Answer = str | Sequence[str] | Completion
"""A text (repeated for every sample), one text for each sample, or a whole completion."""

RULE = 'a line looks like {"contains": "a part of the prompt", "texts": ["the answer"]}'


class Scripted:
    """Answers from ``script``: a function of the request, or a queue that is used up in order.

    ``requests`` lists what was asked, in order. An empty queue raises ``LLMError``.
    """

    def __init__(self, script: Callable[[CompletionRequest], Answer] | Iterable[Answer], name: str = "script") -> None:
        self.requests: list[CompletionRequest] = []
        self.info = LLMInfo(name, "scripted", sha256_text(name))
        self._next = script if callable(script) else _from_queue(deque(script))

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Answer every request from the script."""
        return [self._answer(r) for r in requests]

    def close(self) -> None:
        """Nothing is held."""

    def _answer(self, request: CompletionRequest) -> Completion:
        self.requests.append(request)
        return refusal(request) or as_completion(self._next(request), request)


def as_completion(answer: Answer, request: CompletionRequest) -> Completion:
    """A canned answer as the completion of ``request``: options, number of samples and token counts filled in."""
    if isinstance(answer, Completion):
        given = answer
    else:
        given = Completion(texts=(answer,) * request.n if isinstance(answer, str) else tuple(answer))
    if given.error:
        return given
    if request.options:
        return _chosen(given, request)
    if request.score_text:
        return given if given.tokens else Completion(error="the canned answer has no token scores")
    if len(given.texts) < request.n:
        return Completion(error=f"{request.n} samples were asked for, the canned answer has {len(given.texts)}")
    texts = given.texts[: request.n]
    words_in, words_out = len(prompt_text(request).split()), sum(len(t.split()) for t in texts)
    return replace(
        given,
        texts=texts,
        tokens=given.tokens[: request.n],
        tokens_in=given.tokens_in or words_in,
        tokens_out=given.tokens_out or words_out,
    )


def _chosen(given: Completion, request: CompletionRequest) -> Completion:
    if len(given.option_probs) == len(request.options):
        return given
    if not given.option_probs and given.texts and (probs := one_hot(request.options, given.texts[0])):
        return replace(given, option_probs=probs)
    return Completion(error=f"the canned answer is not one of the options {', '.join(request.options)}")


def _from_queue(queue: deque[Answer]) -> Callable[[CompletionRequest], Answer]:
    def take(request: CompletionRequest) -> Answer:
        if not queue:
            raise LLMError("the script has no more answers", f"first unanswered request: {digest(request)[:12]}")
        return queue.popleft()

    return take


def open_script(name: str) -> Scripted:
    """``scripted:FILE``: JSONL rules ``{"contains": "…", "texts": ["…"]}``; the first that matches answers.

    A rule without ``contains`` matches every request; other fields are those of a recorded answer.
    Raises ``BadInput`` for a file that cannot be read.
    """
    path = Path(name)
    rules: list[tuple[str, Completion]] = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, str(error), f"a script is a JSONL file; {RULE}") from error
    for number, line in lines(text):
        try:
            rule = parse(line)
            rules.append((str(rule.get("contains", "")), from_json(rule)))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError) as error:
            raise BadInput(path, f"not a rule: {error}", RULE, number) from error

    def follow(request: CompletionRequest) -> Answer:
        text = prompt_text(request) + request.score_text
        for contains, completion in rules:
            if contains in text:
                repeat = len(completion.texts) == 1 and request.n > 1
                return replace(completion, texts=completion.texts * request.n) if repeat else completion
        return Completion(error="no rule of the script matches this request")

    return Scripted(follow, path.name)
