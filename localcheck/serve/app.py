"""The routes of the server, with token check and limits. ``openapi.document`` describes all but the guard's (OpenAI's).

Headers that keep the page to itself, and the refusal of requests that another page makes.

The bodies of requests as frozen types, read strictly: unknown keys, wrong types and too long names are refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localcheck import __version__
from localcheck.errors import (
    BackendError,
    BadInput,
    LocalcheckError,
    MissingResource,
    NetworkRefused,
    UnknownName,
    UsageError,
)
from localcheck.gate.risk import risk_named
from localcheck.ingest.documents import from_text
from localcheck.registry import DETECTORS
from localcheck.reports import codec
from localcheck.run.effort import passes_over_context
from localcheck.serve import openapi
from localcheck.serve.limits import (
    MODELS,
    PATH,
    REST_SECONDS,
    Busy,
    Declined,
    Ending,
    Limits,
    body_of,
    has_token,
    parsed,
    read_past,
)
from localcheck.serve.session_thread import SessionThread, unless
from localcheck.settings import Settings, with_options
from localcheck.settings.requests import Call
from localcheck.system.network import is_local
from localcheck.text.inert import dumps
from localcheck.text.patterns import regex
from localcheck.types import JSON, Document, as_context

if TYPE_CHECKING:
    from localcheck.serve.page.routes import Page

NAME = 200
"""Characters of a name (category, template, model, call id)."""


def _read(text: str, title: str = "") -> Document:
    """A text of a body, which may be empty, with its title."""
    empty = not text.removeprefix("\ufeff").strip()
    return Document("request", "", title) if empty else from_text(text, id="request", title=title)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body(Call):
    """What every body may say: the call whose answer is checked, and its prompt."""

    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckBody(_Body):
    """``POST /v1/check``."""

    text: str
    title: str = ""
    context: tuple[str, ...] | None = None
    """Texts to hold it against; an empty list is a context, too: nothing was retrieved."""
    samples: tuple[str, ...] = ()
    detector: str = ""
    """Empty means the server's, and ``faithfulness`` where a context is given and the server's looks claims up in the index."""
    options: JSON = field(default_factory=dict)
    """Options of the method, as with ``-o``."""
    stream: bool = False
    """Events as NDJSON instead of one object at the end."""

    def document(self) -> Document:
        """The document to check; an empty text is allowed."""
        read = _read(self.text, self.title)
        return Document("request", read.text, read.title, self.prompt, self.samples, as_context(self.context))

    def settings(self, server: Settings) -> Settings:
        """The server's settings with the method and options asked for. Raises ``UnknownName``.

        Where neither is, a text that comes with a context is held against that, and not against the index.
        """
        if not self.detector and not self.options:
            given = self.context is not None and passes_over_context(server.detector)
            return replace(server, detector="faithfulness") if given else server
        name = self.detector or server.detector
        DETECTORS.load(name)
        return with_options(replace(server, detector=name), name, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaithfulnessBody(_Body):
    """``POST /v1/faithfulness``."""

    answer: str
    context: tuple[str, ...]
    judge: str = "nli"
    """``nli`` or ``llm``."""

    def document(self) -> Document:
        """The answer with its context; an empty answer is allowed."""
        return Document("request", _read(self.answer).text, prompt=self.prompt, context=self.context)

    def settings(self, server: Settings) -> Settings:
        """The server's settings with the detector that judges against a context."""
        if self.judge not in ("nli", "llm"):
            raise BadInput("judge", f"{self.judge!r} is not nli or llm")
        return replace(server, detector="faithfulness" if self.judge == "nli" else "faithfulness-llm")


Body = CheckBody | FaithfulnessBody
Kind = TypeVar("Kind", CheckBody, FaithfulnessBody)


def read(kind: type[Kind], data: bytes) -> Kind:
    """A body from its bytes. Raises ``BadInput``: not JSON, a key too many or too few, a value of another type."""
    body = codec.from_json(kind, parsed(data), "body")
    for name in ("category", "template", "model", "call_id"):
        if len(getattr(body, name)) > NAME:
            raise BadInput(f"body.{name}", f"longer than {NAME} characters")
    if body.risk not in ("", "auto"):
        risk_named(body.risk)
    if isinstance(body, CheckBody) and not (
        isinstance(body.options, Mapping)
        and all(isinstance(v, str | int | float | bool) for v in body.options.values())
    ):
        raise BadInput(
            "body.options", 'must be an object whose values are texts, numbers, true or false, such as {"k": 3}'
        )
    return body


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""No inline script or style, nothing from elsewhere, no form, no frame, and no text that becomes markup (Trusted Types)."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Shield:
    """ASGI middleware: ``HEADERS`` on every answer; status 403 for a request whose ``Origin`` is not this server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers.get('host', '')}":
            refusal = JSONResponse({"error": "a page of another place asked for this", "hint": ""}, 403)
            await refusal(scope, receive, shielded)
            return
        await self._app(scope, receive, shielded)


_HOST = regex(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?")
STATUS: tuple[tuple[type[LocalcheckError], int], ...] = (
    (Busy, 429), (Ending, 503), (UsageError, 422), (MissingResource, 409), (NetworkRefused, 403), (BackendError, 502),
    (LocalcheckError, 500),
)  # fmt: skip
HINTS = {
    401: "send the header Authorization: Bearer TOKEN; the token stands in the file that was named when the server started",
    404: "GET /openapi.json lists what there is",
    405: "GET /openapi.json says which method each path takes: GET or POST",
    413: "serve --max-bytes allows more",
    415: "name that in the header Content-Type",
    429: "wait a moment; serve --max-requests allows more",
    504: "serve --max-seconds allows more",
}
"""What helps, by the status of an answer that is refused before anything is done."""


def status_of(error: LocalcheckError) -> int:
    """The status of the answer that says what is wrong."""
    if isinstance(error, Declined):
        return error.status
    if isinstance(error, UnknownName) and error.kind == "run":
        return 404
    return next(code for kind, code in STATUS if isinstance(error, kind))


class Server:
    """The application over one engine."""

    def __init__(
        self,
        engine: SessionThread,
        token: str,
        limits: Limits | None = None,
        upstream: str = "",
        page: Page | None = None,
    ) -> None:
        """``upstream``: a model server on this machine, for ``/v1/chat/completions``; empty: there is no such route.
        ``page``: the page in the browser, where there is to be one.
        """
        self._engine, self._token, self.limits = engine, token, limits or Limits()
        self._upstream, self._page = upstream, page
        self.active = 0
        """Requests at work."""

    def app(self) -> Starlette:
        """The ASGI application."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await self._engine.open()
            try:
                yield
            finally:
                if self._page is not None:
                    await self._page.close()
                await self._engine.close()

        routes = [
            Route("/health", self._guarded(self.health, token=False), methods=["GET"]),
            Route("/openapi.json", self._guarded(self.openapi, token=False), methods=["GET"]),
            Route("/v1/check", self._guarded(self.check), methods=["POST"]),
            Route("/v1/faithfulness", self._guarded(self.faithfulness), methods=["POST"]),
        ]
        if self._upstream:
            from localcheck.serve.guard import Guard, upstream_of

            self._guard = Guard(self._engine, upstream_of(self._upstream), self.limits.seconds)
            routes.append(Route(PATH, self._guarded(self.chat), methods=["POST"]))
            routes.append(Route(MODELS, self._guarded(self.models), methods=["GET"]))
        shield = []
        if self._page is not None:
            routes += self._page.routes(self._guarded)
            shield = [Middleware(Shield)]
        return Starlette(
            routes=routes, middleware=shield, lifespan=lifespan, exception_handlers={HTTPException: _refused}
        )

    async def health(self, _: Request) -> Response:
        """Is the server up, and how busy? What was cancelled is at work until its step is done."""
        active = max(self.active, self._engine.at_work)
        return answer({"status": "ok", "version": __version__, "active": active})

    async def openapi(self, _: Request) -> Response:
        """What can be asked for."""
        return answer(openapi.document(self.limits.bytes))

    async def check(self, request: Request) -> Response:
        """Check a text with the server's method or another one."""
        body = read(CheckBody, await body_of(request, self.limits))
        return await self._answered(request, body, body.stream)

    async def faithfulness(self, request: Request) -> Response:
        """Hold an answer against its context."""
        return await self._answered(request, read(FaithfulnessBody, await body_of(request, self.limits)), False)

    async def chat(self, request: Request) -> Response:
        """Pass a talk on to the model server, and check what it answers."""
        from localcheck.serve.guard import asked

        question = asked(await body_of(request, self.limits))
        self._make_room()
        if question.stream:
            return Counted(self, self._guard.stream(question), "text/event-stream")
        with self._at_work():
            work = self._engine.unless_ended(self._guard.whole(question))
            return answer(await unless(left(request), work, ClientDisconnect))

    async def models(self, _: Request) -> Response:
        """What the model server says that it has; a client asks for it before it talks."""
        self._make_room()
        with self._at_work():
            return answer(await self._guard.models())

    async def _answered(self, request: Request, body: Body, stream: bool) -> Response:
        self._make_room()
        events = self._engine.events(body.document(), body.settings(self._engine.settings), body)
        if stream:
            return Counted(self, self._lines(events), "application/x-ndjson")
        with self._at_work():
            work = unless(left(request), _last(events), ClientDisconnect)
            last = await asyncio.wait_for(work, self.limits.seconds)
        if last["event"] == "failed":
            raise BackendError(last["error"], last["hint"])
        return answer({k: v for k, v in last.items() if k != "event"})

    def _make_room(self) -> None:
        """Raise ``HTTPException``, status 429, where as many requests are at work as may be."""
        if self.active >= self.limits.requests:
            raise HTTPException(429, "too many requests at once", {"Retry-After": "1"})

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """The block is a request at work; status 504 where its time is up."""
        self.active += 1
        try:
            yield
        except TimeoutError:
            raise HTTPException(504, f"not done after {self.limits.seconds:g} seconds") from None
        finally:
            self.active -= 1

    async def _lines(self, events: AsyncGenerator[JSON, None]) -> AsyncGenerator[bytes, None]:
        """Events as lines; an error is the last one. Starlette cancels this when the client goes away."""
        try:
            async with asyncio.timeout(self.limits.seconds), aclosing(events) as stream:
                async for event in stream:
                    yield _line(event)
        except LocalcheckError as error:
            yield _line({"event": "failed", "error": error.message, "hint": error.hint})
        except TimeoutError:
            yield _line({"event": "failed", "error": f"not done after {self.limits.seconds:g} seconds", "hint": ""})

    def _guarded(self, handler: Callable[[Request], Any], token: bool = True) -> Callable[[Request], Any]:
        """``handler`` behind the host and token checks, with errors as JSON."""

        async def handle(request: Request) -> Response:
            try:
                self._admit(request, token)
                response: Response = await handler(request)
            except LocalcheckError as error:
                return _wrong(request, error.message, error.hint, status_of(error))
            except ClientDisconnect:
                return Response(status_code=499)
            return response

        return handle

    def _admit(self, request: Request, token: bool) -> None:
        """Raise ``HTTPException`` for a request under another machine's name, and where a token is due for one without it."""
        host = host_of(request.headers.get("host", ""))
        if not host or not is_local(host):
            raise HTTPException(421, "this server only answers requests addressed to this machine")
        if token and not has_token(request.headers.get("authorization", ""), self._token):
            raise HTTPException(401, "the token is missing or wrong", {"WWW-Authenticate": "Bearer"})


class Counted(StreamingResponse):
    """A stream that is a request at work from the moment on in which it is promised, so that of many at once none slips in."""

    def __init__(self, server: Server, content: AsyncGenerator[bytes, None], media: str) -> None:
        super().__init__(content, media_type=media)
        self._server, self._content = server, content
        server.active += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; it counts until it ends or the client is gone. Its work ends with it, also where the client did not read:
        one that reads no more when the time is up does not hold its place for ever.
        """
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._server.limits.seconds + REST_SECONDS):
                    await super().__call__(scope, receive, send)
        finally:
            self._server.active -= 1
            await self._content.aclose()


def host_of(header: str) -> str:
    """The host of a ``Host`` header, without its port; empty, which is no host, for what RFC 9110 (7.2) does not allow."""
    found = _HOST.fullmatch(header)
    return found.group("host") if found else ""


async def _last(events: AsyncGenerator[JSON, None]) -> JSON:
    """The last event."""
    last: JSON = None
    async with aclosing(events) as stream:
        async for event in stream:
            last = event
    return last


async def left(request: Request) -> None:
    """Returns when the client has gone. The request's body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    await read_past(request)
    return _wrong(request, error.detail, HINTS.get(error.status_code, ""), error.status_code, error.headers)


def _wrong(request: Request, why: str, hint: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """The answer that says what is wrong; OpenAI's clients look for it in an object."""
    told: JSON = why
    if request.url.path in (PATH, MODELS):
        told = {"message": why, "type": "localcheck", "param": None, "code": None}
    return answer({"error": told, "hint": hint}, status, headers)


def answer(value: JSON, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """``value`` as JSON in which nothing is a command to the terminal of who asked."""
    return Response(dumps(value), status, headers, "application/json")


def _line(event: JSON) -> bytes:
    return dumps(event).encode() + b"\n"
