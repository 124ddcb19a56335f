"""``POST /v1/chat/completions`` and ``GET /v1/models``: a model server's answers, each sentence checked while they stream.

The request goes to the one model server that was named when this server started, and to nothing else; it must be on this
machine. Chunks of the answer pass as they come. When a sentence is complete it is checked, and a chunk without ``choices`` says
what came of it under the key ``localcheck``; clients that do not know that key pass over it. Nothing of a talk is stored but
what the caches keep.

A chat with a model server as data: what is asked, what an answer says, and marks written into it. Pure.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace

import httpx

from localcheck.backends.llm.openai_http import reason
from localcheck.errors import BackendError, BadInput, LocalcheckError, UsageError, as_error
from localcheck.reports.codec import claim_json
from localcheck.serve.limits import MODELS, PATH, Declined, Ending, parsed
from localcheck.serve.session_thread import SessionThread
from localcheck.settings.requests import CheckRequest
from localcheck.system.addresses import parts_of
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.system.network import is_local
from localcheck.text.fences import fences
from localcheck.text.inert import dumps, one_line, shortened
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.types import JSON, Document, Failed, Judged, Label, Sentence, Verdict, as_context

OWN = "localcheck"
"""Our key in requests and answers."""
MARK = " [localcheck: the evidence contradicts {what}]"
NAMED = 120
"""Characters of a sentence that a mark names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, in two parts."""

    body: dict[str, JSON]
    """What is passed on."""
    prompt: str
    """What the user said last."""
    context: tuple[str, ...]
    """Texts that the answer must keep to; empty: it is checked against the index."""
    mark: bool
    """Also write into the answer what was found to be wrong with it?"""

    @property
    def stream(self) -> bool:
        """Does the client want the answer as it is made?"""
        return self.body.get("stream") is True


def asked(data: bytes) -> Asked:
    """The request in ``data``. Raises ``BadInput``."""
    body = parsed(data)
    own = body.pop(OWN, {})
    messages = body.get("messages")
    if not isinstance(messages, list) or not all(isinstance(m, dict) for m in messages):
        raise BadInput("body.messages", "not a list of messages")
    if body.get("n") not in (None, 1):
        raise BadInput("body.n", "one answer at a time is checked")
    if not isinstance(own, dict) or not own.keys() <= {"context", "mark"}:
        raise BadInput(f"body.{OWN}", "not an object with context and mark")
    context, mark = own.get("context"), own.get("mark", False)
    texts = [] if context is None else context
    if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts) or not isinstance(mark, bool):
        raise BadInput(f"body.{OWN}", "context is a list of texts, mark is true or false")
    said = [text_of(m.get("content")) for m in messages if m.get("role") == "user"]
    return Asked(body, said[-1] if said else "", as_context(context), mark)


def choice_of(answer: JSON) -> Mapping[str, JSON]:
    """The first choice of an answer or of a piece of one; empty where there is none."""
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    return first if isinstance(first, dict) else {}


def content_of(answer: JSON, part: str) -> str:
    """The text of an answer or of a piece of one; empty for what has none, such as a call of a tool."""
    found = choice_of(answer).get(part)
    return text_of(found.get("content")) if isinstance(found, dict) else ""


def text_of(content: JSON) -> str:
    """A text, or the texts among parts of which others are pictures or thoughts; empty for anything else."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(text for text in parts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def mark_of(found: JSON) -> str:
    """A mark in a stream: others may have been said since, so it names its sentence."""
    return MARK.format(what=f"“{shortened(one_line(found['text']), NAMED)}”") if found["flagged"] else ""


def marked(text: str, found: Sequence[JSON]) -> str:
    """A whole answer with a mark behind each sentence that is flagged."""
    parts, at = [], 0
    for sentence, one in zip(split_sentences(text), found, strict=True):
        if one["flagged"]:
            parts += [text[at : sentence.span.end], MARK.format(what="this sentence")]
            at = sentence.span.end
    return "".join([*parts, text[at:]])


def put(answer: JSON, content: str) -> None:
    """Replace the text of an answer that has one."""
    if content_of(answer, "message"):
        answer["choices"][0]["message"]["content"] = content


ENDS = frozenset(".!?…。！？\n")
"""A piece without one of these ends no sentence."""
LONGEST = 2_000_000
"""Characters of an answer."""
WAITING = 64
"""Chunks that wait for a slow client."""
STOPPED = "the model server stopped in the middle"
HINT = "is the model server running? serve --upstream names it"


def upstream_of(address: str) -> str:
    """The address of a model server on this machine, without a path. Raises ``UsageError`` for anything else."""
    parts = parts_of(address)
    plain = parts.scheme == "http" and not (parts.username or parts.password or parts.query or parts.fragment)
    if not plain or not parts.hostname or not is_local(parts.hostname) or parts.path.rstrip("/") not in ("", "/v1"):
        raise UsageError(
            f"--upstream {address}: not the address of a model server on this machine", "such as http://127.0.0.1:8080"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"http://{host}:{parts.port or 80}"


class Guard:
    """Asks the model server, and checks what it says on the engine's thread."""

    def __init__(self, engine: SessionThread, upstream: str, seconds: float) -> None:
        """``upstream``: as ``upstream_of`` gives it. ``seconds``: for one answer."""
        self._engine, self._upstream, self._seconds = engine, upstream, seconds

    async def whole(self, question: Asked) -> JSON:
        """The model server's answer, with what came of checking it. Raises ``BackendError``."""
        async with asyncio.timeout(self._seconds), AsyncExitStack() as stack:
            response = await self._ask(stack, "POST", PATH, question.body)
            answer = await _read(response)
            text = _bounded(content_of(answer, "message"))
            numbers = range(len(split_sentences(text)))
            found = await self._checked(question, text, numbers) if numbers else []
            if any(one["error"] for one in found):  # what one sentence meets costs no other sentence its check
                found = [(await self._checked(question, text, (one["sentence"],)))[0] for one in found]
            if question.mark and any(one["flagged"] for one in found):
                put(answer, marked(text, found))
            return {**answer, OWN: {"sentences": found, "flagged": sum(one["flagged"] for one in found)}}

    async def models(self) -> JSON:
        """The models of the model server, as it says them. Raises ``BackendError``."""
        async with asyncio.timeout(self._seconds), AsyncExitStack() as stack:
            return await _read(await self._ask(stack, "GET", MODELS))

    async def stream(self, question: Asked) -> AsyncGenerator[bytes, None]:
        """The answer as server-sent events. An error is the last before ``[DONE]``. Leaving the loop ends the work."""
        try:
            async with asyncio.timeout(self._seconds), AsyncExitStack() as stack:
                response = await self._ask(stack, "POST", PATH, question.body)
                async with aclosing(self._together(response, question)) as events:
                    async for event in events:
                        yield _event(event)
        except TimeoutError:
            yield _event({"error": {"message": f"not done after {self._seconds:g} seconds", "type": OWN}})
        except LocalcheckError as error:
            yield _event({"error": {"message": error.message, "type": OWN, "hint": error.hint}})
        yield b"data: [DONE]\n\n"

    async def _ask(self, stack: AsyncExitStack, method: str, path: str, body: JSON = None) -> httpx.Response:
        client = httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=self._seconds)
        await stack.enter_async_context(client)
        request = client.build_request(method, self._upstream + path, json=body)
        try:
            response = await client.send(request, stream=True)
        except httpx.HTTPError as error:
            raise BackendError(f"the model server at {self._upstream} gave no answer ({error})", HINT) from None
        stack.push_async_callback(response.aclose)
        if response.status_code != 200:
            raise await _refused(response, self._upstream)
        return response

    async def _together(self, response: httpx.Response, question: Asked) -> AsyncGenerator[JSON, None]:
        """Chunks as they come and findings as they are made, side by side; what ends the answer waits for the findings."""
        out: asyncio.Queue[JSON] = asyncio.Queue(WAITING)
        work = asyncio.create_task(_until_told(self._both(response, question, _Talk(out)), out))
        try:
            while (event := await self._engine.unless_ended(out.get())) is not None:
                if isinstance(event, LocalcheckError):
                    raise event
                yield event
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _both(self, response: httpx.Response, question: Asked, talk: _Talk) -> None:
        reading = asyncio.create_task(talk.read(response))
        try:
            flagged = 0
            while (complete := await talk.ready.get()) is not None:
                end, number = complete
                (found,) = await self._checked(question, talk.text[:end], (number,))
                flagged += found["flagged"]
                await talk.out.put(talk.chunk({OWN: found}, mark_of(found) if question.mark else ""))
            await reading
            for chunk in talk.last:
                await talk.out.put(chunk)
            await talk.out.put(talk.chunk({OWN: {"sentences": talk.sentences, "flagged": flagged}}))
        finally:
            reading.cancel()

    async def _checked(self, question: Asked, text: str, numbers: Sequence[int]) -> list[JSON]:
        """What came of checking these sentences of ``text``; those before them say what their pronouns mean."""
        document = Document("answer", text, prompt=question.prompt, context=question.context)
        settings = self._engine.settings
        if question.context:
            settings = replace(settings, detector="faithfulness")
        request = CheckRequest((document,), settings, only=((document.id, frozenset(numbers)),))
        verdicts: list[Verdict] = []
        error = ""
        try:
            async with aclosing(self._engine.pulled(lambda session: session.check(request))) as events:
                async for event in events:
                    if isinstance(event, Judged):
                        verdicts.append(event.verdict)
                    error = event.error if isinstance(event, Failed) else error
        except Ending:
            raise
        except LocalcheckError as failed:
            error = failed.message
        sentences = split_sentences(text)
        of: dict[int, list[Verdict]] = {number: [] for number in numbers}
        for verdict in verdicts:
            own = verdict.claim.sentence
            beyond = (
                verdict.claim.span.end > sentences[own].span.end
            )  # said of more than a sentence, it is said of each
            for number in numbers if beyond else (own,):
                of[number].append(verdict)
        return [_finding(sentences[number], found, error) for number, found in of.items()]


def _finding(sentence: Sentence, verdicts: Sequence[Verdict], error: str) -> JSON:
    return {
        "sentence": sentence.index,
        "text": sentence.text,
        "flagged": any(v.label is Label.REFUTED for v in verdicts),
        "claims": [claim_json(v) for v in verdicts],
        "error": error,
    }


class _Talk:
    """One answer that is under way."""

    def __init__(self, out: asyncio.Queue[JSON]) -> None:
        self.out = out
        self.text, self.sentences = "", 0
        self._upto = 0
        """Characters of ``text`` whose sentences are complete."""
        self.ready: asyncio.Queue[tuple[int, int] | None] = asyncio.Queue()
        """The length of the text so far with the number of a sentence that is complete in it, and None at the end."""
        self.last: list[JSON] = []
        """The chunks from that on which ends the answer; they are passed on when all is checked."""
        self._like: JSON = {}

    async def read(self, response: httpx.Response) -> None:
        """Pass chunks on until the answer ends; the sentence in which it breaks off is not checked.

        Raises ``BackendError``.
        """
        done = False
        try:
            done = await self._ended(response)
        except NotJson as error:
            raise BackendError(f"the model server's answer is {error.why}", HINT) from None
        except httpx.HTTPError as error:
            raise _stopped(error) from None
        finally:
            sentences = split_sentences(self.text)
            self._complete(sentences if done else sentences[:-1])
            self.ready.put_nowait(None)
        if not done:
            raise BackendError(STOPPED, HINT)

    async def _ended(self, response: httpx.Response) -> bool:
        """Take every chunk. Did the model server say that the answer is done?"""
        async for line in _lines(response):
            said = line.removeprefix("data:").strip() if line.startswith("data:") else ""
            if said == "[DONE]":
                return True
            if said:
                await self._take(parse_object(said))
        return bool(self.last)

    async def _take(self, chunk: JSON) -> None:
        if chunk.get("error"):
            raise BackendError(f"{STOPPED}: {reason(dumps(chunk).encode())}".removesuffix(": "), HINT)
        self._like = {name: chunk[name] for name in ("id", "created", "model") if name in chunk}
        piece = content_of(chunk, "delta")
        self.text = _bounded(self.text + piece)
        if self.last or choice_of(chunk).get("finish_reason"):  # LocalAI says "" where others say null
            self.last.append(chunk)
        else:
            await self.out.put(chunk)
        if ENDS & set(piece):
            closed = _closed(self.text)
            self._complete([s for s in split_sentences(self.text)[:-1] if s.span.end <= closed])

    def _complete(self, sentences: Sequence[Sentence]) -> None:
        """These sentences are complete; those that were, and have not grown since, are not checked again.

        What comes later may join sentences, so it is remembered up to which character they are checked, not how many.
        """
        for one in sentences:
            grown = self.text[max(one.span.start, self._upto) : one.span.end]
            if one.span.start >= self._upto or any(c.isalnum() for c in grown):
                self.ready.put_nowait((len(self.text), one.index))
            self._upto = max(self._upto, one.span.end)
        self.sentences = len(sentences)

    def chunk(self, more: Mapping[str, JSON], content: str = "") -> JSON:
        """A chunk of our own, in the form of the others."""
        choices = [{"index": 0, "delta": {"content": content}, "finish_reason": None}] if content else []
        return {**self._like, "object": "chat.completion.chunk", "choices": choices, **more}


async def _until_told(work: Awaitable[None], out: asyncio.Queue[JSON]) -> None:
    """Do the work; at its end, or with its error, tell whoever reads ``out``. Work that is cancelled has no reader any more."""
    try:
        await work
    except Exception as problem:
        await out.put(as_error(problem))
    else:
        await out.put(None)


_END_OF_LINE = regex(rb"\r\n|\n|\r")


async def _lines(response: httpx.Response) -> AsyncGenerator[str, None]:
    """The lines of a stream of events. ``aiter_lines`` cuts at U+2028 and its like as well, which may stand within JSON."""
    rest = b""
    async for block in response.aiter_bytes():
        *whole, rest = _END_OF_LINE.split(rest + block)
        for line in whole:
            yield line.decode("utf-8", "replace")
    yield rest.decode("utf-8", "replace")


async def _read(response: httpx.Response) -> JSON:
    """The whole of an answer. Raises ``BackendError``."""
    try:
        return parse_object(await response.aread())
    except NotJson as error:
        raise BackendError(f"the model server's answer is {error.why}", HINT) from None
    except httpx.HTTPError as error:
        raise _stopped(error) from None


async def _refused(response: httpx.Response, upstream: str) -> BackendError:
    """Why the model server gave no answer, in its own words."""
    try:
        await response.aread()
    except httpx.HTTPError as error:
        return _stopped(error)
    said = f"the model server at {upstream} answered {response.status_code}"
    why = f"{said}: {reason(response.content)}".removesuffix(": ")
    return Declined(why, "the model server's log may say more", response.status_code)


def _stopped(error: httpx.HTTPError) -> BackendError:
    return BackendError(f"{STOPPED} ({error})", HINT)


def _bounded(text: str) -> str:
    """The text of an answer. Raises ``BackendError`` for one that is too long to be checked."""
    if len(text) > LONGEST:
        raise BackendError(f"the answer is longer than {LONGEST} characters", "ask for less")
    return text


def _closed(text: str) -> int:
    """The characters before a block of code that is still open; all where none is."""
    signs = [sign for sign in "`~" if sign * 3 in text]
    if not signs:
        return len(text)
    opened = {f.span.start for sign in signs for f in fences(f"{text}\n{sign * 80}")}
    return min(opened - {f.span.start for f in fences(text)}, default=len(text))


def _event(value: JSON) -> bytes:
    return b"data: " + dumps(value).encode() + b"\n\n"
