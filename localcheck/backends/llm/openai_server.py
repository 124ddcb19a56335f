"""Backend ``server:URL#MODEL``: any OpenAI-compatible server (llama-server, Ollama, LM Studio, vLLM, …).

Servers differ in what they offer. Something missing is replaced if that gives an honest result, and ``Completion.note``
says so: instead of a distribution over options there is one constrained answer, and a schema that the server does not
enforce is only written into the prompt.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from localcheck.backends.llm import openai_answers as answers
from localcheck.backends.llm.openai_http import Refused, Server
from localcheck.backends.llm.requests import LEAST_MASS, LOW_MASS, MARKS, one_hot, refusal
from localcheck.errors import Unparsed
from localcheck.system.resources import sha256_text
from localcheck.types import JSON, Completion, CompletionRequest, Message, TokenScore
from localcheck.types.infos import LLMInfo

TOPS = (20, 5, 0)
"""Numbers of log-probabilities to ask for, one after the other: what most servers allow, what some allow, none."""
QUIET = {"chat_template_kwargs": {"enable_thinking": False}}
"""Switches off the thinking of a reasoning model, if the server passes it on to the model's chat template."""
NO_THINK = "/no_think"
"""The same in words, at the end of the last turn, for models that were trained on it."""
NOT_AT_ONCE = {400, 422, 500, 501}
"""HTTP status of servers that do not give several samples at once: llama.cpp gives no more than it has slots."""
UNANSWERED = {0, 200, 408, 425, 429, 502, 503, 504}
"""HTTP status of a server that gave no answer in time, or none that can be read: it gives none to another question either."""
SEED_STEP = 7919
"""Between the seeds of samples that must be asked for one by one."""
AHEAD = 4
"""Tokens that are asked for where a model begins its answers with white space or marks: its choice comes behind."""
NO_LOGPROBS = "the server gives no log-probabilities for this choice: one constrained answer instead of a distribution"
NO_SCHEMA = "the server does not enforce JSON schemas: the schema was only written into the prompt"
NO_SCORES = "the server gives no log-probabilities"
FEW_SCORES = "the server gives {top} tokens at most: entropies are computed over these alone"
AS_CHAT = "a raw prompt under a schema was sent as a chat turn"


class OpenAIServer:
    """A model behind an OpenAI-compatible server."""

    def __init__(self, server: Server, model: str) -> None:
        self._server = server
        listed = _listed(server)
        notes: tuple[str, ...] = ()
        if not model and listed:
            model = listed[0]
        elif listed and model not in listed:
            notes = (f"the server lists other models: {', '.join(listed[:5])}",)
        self.info = LLMInfo(model or "default", "server", sha256_text(f"{server.url}#{model}"), notes=notes)
        self._formats = ["json_schema", "json_object", ""]
        self._tops = list(TOPS)
        self._quiet = True
        self._many = True
        self._tells = True
        self._ahead = 1

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Ask one request after the other; ``LLMError`` when the server cannot be reached."""
        return [completion for _, completion in self.stream(requests)]

    def stream(self, requests: Sequence[CompletionRequest]) -> Iterator[tuple[int, Completion]]:
        """The same answers with the place of their request, each as soon as it is there."""
        return ((place, self._answer(request)) for place, request in enumerate(requests))

    def close(self) -> None:
        """Close the connections."""
        self._server.close()

    def _answer(self, request: CompletionRequest) -> Completion:
        if refused := refusal(request):
            return refused
        started = perf_counter()
        try:
            if request.options:
                completion = self._choose(request)
            elif request.score_text:
                completion = self._score(request)
            else:
                completion = self._generate(request)
        except (Refused, Unparsed) as error:
            return Completion(error=error.message, seconds=perf_counter() - started)
        return replace(completion, seconds=perf_counter() - started)

    def _generate(self, request: CompletionRequest) -> Completion:
        completion = self._first(request)
        while len(completion.texts) < request.n:
            sample = len(completion.texts)
            more = self._once(replace(request, seed=request.seed + SEED_STEP * sample), 1)
            completion = replace(
                completion,
                texts=completion.texts + more.texts,
                tokens=completion.tokens + more.tokens,
                tokens_in=max(completion.tokens_in, more.tokens_in),
                tokens_out=completion.tokens_out + more.tokens_out,
                note=completion.note or more.note,
            )
        return replace(completion, texts=completion.texts[: request.n], tokens=completion.tokens[: request.n])

    def _first(self, request: CompletionRequest) -> Completion:
        """As many samples as the server gives at once: one from then on, if it refuses several and gives one."""
        formats = list(self._formats)
        if request.n > 1 and self._many:
            try:
                return self._once(request, request.n)
            except Refused as error:
                if error.status not in NOT_AT_ONCE:
                    raise
            self._formats = formats  # they may have been given up for a refusal that meant the number of samples
            completion = self._once(request, 1)
            self._many = False
            return completion
        return self._once(request, 1)

    def _once(self, request: CompletionRequest, n: int) -> Completion:
        body, note = self._post(request, {"n": n} if n > 1 else {})
        texts = answers.texts(body)
        tokens_in, tokens_out = answers.usage(body)
        found = [answers.scores(body, request.logprobs, i) or () for i in range(len(texts))] if request.logprobs else []
        if request.logprobs and not all(found):
            note = note or NO_SCORES
        elif request.logprobs > self._tops[0]:
            note = note or FEW_SCORES.format(top=self._tops[0])
        tokens = tuple(answers.fitted(scores, text) for scores, text in zip(found, texts, strict=False))
        return Completion(texts, tokens=tokens, tokens_in=tokens_in, tokens_out=tokens_out, note=note)

    def _choose(self, request: CompletionRequest) -> Completion:
        shares = None
        if self._tops[0] and self._tells:
            try:
                body, first = self._first_word(request)
                shares = answers.choice_shares(request.options, first) if first and first.top else None
            except Unparsed:
                shares = None
            except Refused as error:
                if error.status in UNANSWERED:
                    raise
        if shares is not None:
            tokens_in, tokens_out = answers.usage(body)
            probabilities, mass = shares
            note = LOW_MASS if mass < LEAST_MASS else ""
            return Completion(option_probs=probabilities, tokens_in=tokens_in, tokens_out=tokens_out, note=note)
        return self._constrained(request)

    def _first_word(self, request: CompletionRequest) -> tuple[JSON, TokenScore | None]:
        """What the server answers with its likeliest tokens, and the first of them that is more than white space or marks; None
        where it gives no log-probabilities, or nothing but those.
        """
        while True:
            asked = replace(request, options=(), max_tokens=self._ahead, temperature=0.0, logprobs=TOPS[0])
            body, _ = self._post(asked, {})
            scores = answers.scores(body, self._tops[0] or 1) or ()
            self._tells = answers.tells_logprobs(body)
            first = next((score for score in scores if score.text.strip(MARKS)), None)
            if first or not scores or self._ahead == AHEAD:
                return body, first
            self._ahead = AHEAD

    def _constrained(self, request: CompletionRequest) -> Completion:
        """One answer constrained to the options, or free text to be read if the server cannot constrain it."""
        schema = json.dumps({"type": "string", "enum": list(request.options)})
        completion = self._once(replace(request, options=(), schema=schema, temperature=0.0, max_tokens=64), 1)
        said = answers.bare(completion.texts[0])
        shares = one_hot(request.options, said)
        if shares is None:
            return replace(completion, texts=(said,), tokens=(), note=NO_LOGPROBS)
        return replace(completion, texts=(), tokens=(), option_probs=shares, note=NO_LOGPROBS)

    def _score(self, request: CompletionRequest) -> Completion:
        if request.messages:
            raise Unparsed("a server cannot score a text after a chat; use a gguf model, or a raw prompt")
        whole = replace(
            request, text=request.text + request.score_text, score_text="", logprobs=max(1, request.logprobs)
        )
        body, _ = self._post(replace(whole, max_tokens=1, temperature=0.0), {"echo": True})
        echoed = answers.scores(body, request.logprobs)
        if echoed is None:
            raise Unparsed("the server gives no log-probabilities of a given text; use a gguf model")
        tokens = answers.after(request.text, request.score_text, echoed)
        if not request.logprobs:
            tokens = tuple(replace(t, top=()) for t in tokens)
        note = FEW_SCORES.format(top=min(request.logprobs, self._tops[0])) if request.logprobs else ""
        return Completion(tokens=(tokens,), tokens_in=answers.usage(body)[0], note=note)

    def _post(self, request: CompletionRequest, extra: dict[str, JSON]) -> tuple[JSON, str]:
        """The server's answer, and a note if a response format had to be left out because the server refuses it."""
        if not request.schema:
            return self._send(request, extra), ""
        chat = request if request.messages else replace(request, messages=(Message("user", request.text),), text="")
        while True:
            kind = self._formats[0]
            asked = chat if kind else _with_schema_in_words(chat)
            try:
                found = self._send(asked, {**extra, **_response_format(kind, request.schema)})
            except Refused as error:
                if not _refuses_format(error) or len(self._formats) == 1:
                    raise
                self._formats.pop(0)
                continue
            return found, "; ".join(n for n in (AS_CHAT if chat is not request else "", "" if kind else NO_SCHEMA) if n)

    def _send(self, request: CompletionRequest, extra: dict[str, JSON]) -> JSON:
        """The server's answer; optional fields that it refuses are left out, from then on."""
        while True:
            try:
                return self._server.post(*self._body(request, extra))
            except Refused as error:
                if (
                    self._quiet
                    and request.messages
                    and _speaks_of(error, "chat_template_kwargs", "extra", "unrecognized")
                ):
                    self._quiet = False
                elif request.logprobs and self._tops[0] and _speaks_of(error, "logprobs"):
                    self._tops.pop(0)
                else:
                    raise

    def _body(self, request: CompletionRequest, extra: dict[str, JSON]) -> tuple[str, dict[str, JSON]]:
        body: dict[str, JSON] = {
            "model": self.info.name,
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "top_p": request.top_p,
            "seed": request.seed,
            **extra,
        }
        if request.stop:
            body["stop"] = list(request.stop)
        if request.top_k:
            body["top_k"] = request.top_k
        top = min(request.logprobs, self._tops[0])
        if request.messages:
            if top:
                body |= {"logprobs": True, "top_logprobs": top}
            if self._quiet:
                body |= QUIET
            return "chat/completions", {**body, "messages": self._turns(request)}
        if top:
            body["logprobs"] = top
        return "completions", {**body, "prompt": request.text}

    def _turns(self, request: CompletionRequest) -> list[dict[str, str]]:
        """The messages in the server's format; a model that thinks by default is told not to."""
        turns = [{"role": m.role, "content": m.content} for m in request.messages]
        if "qwen3" in self.info.name.casefold() and turns[-1]["role"] == "user":
            turns[-1]["content"] += f" {NO_THINK}"
        return turns


def _listed(server: Server) -> list[str]:
    """Names of the server's models; empty when it lists none. Raises ``LLMError`` when it is not there."""
    try:
        found = server.get("models")
    except Refused:
        return []
    rows = found.get("data") if isinstance(found, dict) else None
    return [str(r["id"]) for r in rows if isinstance(r, dict) and r.get("id")] if isinstance(rows, list) else []


def _refuses_format(error: Refused) -> bool:
    """Does the refusal concern the format of the answer? Some servers call a request that they do not know a failure."""
    about = any(word in error.message for word in ("response_format", "json_schema", "json_object"))
    return error.status in (415, 422, 501) or (error.status in (400, 500) and about)


def _speaks_of(error: Refused, *words: str) -> bool:
    return error.status in (400, 422) and any(word in error.message.casefold() for word in words)


def _response_format(kind: str, schema: str) -> dict[str, JSON]:
    wanted = json.loads(schema)
    if kind == "json_schema":
        return {"response_format": {"type": kind, "json_schema": {"name": "answer", "strict": True, "schema": wanted}}}
    return {"response_format": {"type": kind, "schema": wanted}} if kind else {}


def _with_schema_in_words(request: CompletionRequest) -> CompletionRequest:
    last = request.messages[-1]
    said = replace(
        last, content=f"{last.content}\n\nAnswer only with JSON that fits this JSON schema: {request.schema}"
    )
    return replace(request, messages=(*request.messages[:-1], said))


def open_llm(name: str, *, network: bool = False) -> OpenAIServer:
    """``server:URL#MODEL``; without ``#MODEL`` the server's first model.

    Raises ``BadSetting``, ``NetworkRefused``, ``MissingExtra``, and ``LLMError`` when the server is not there.
    """
    url, _, model = name.partition("#")
    return OpenAIServer(Server(url, network=network), model)
