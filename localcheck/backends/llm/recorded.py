"""Backend ``recorded:FILE``: answers that were recorded earlier, and the recorder that writes them.

The file is JSONL, one answer a line (docs/formats.md): the digest of the request or a stage key, and the completion.
It is a journal: lines are appended and flushed; a torn last line is ignored by the reader and cut by the next writer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from localcheck.backends.llm.requests import digest, from_json, refusal, to_json
from localcheck.backends.llm.scripted import as_completion
from localcheck.errors import BadInput
from localcheck.ports import LLM
from localcheck.system.jsontext import parse
from localcheck.system.resources import cut_torn_line, regular, sha256_file
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
        self._file = path.open("a", encoding="utf-8", newline="\n")
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
        self._file.write(escaped(json.dumps({**name, **to_json(completion)}, ensure_ascii=False)) + "\n")

    def _keep(self) -> None:
        self._file.flush()
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
