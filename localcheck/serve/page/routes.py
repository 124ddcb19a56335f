"""The routes of the page: its files, which anybody may read, and what it asks for, which needs the token."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from localcheck import __version__
from localcheck.errors import BadInput
from localcheck.ingest.documents import from_text, read_document
from localcheck.reports import codec
from localcheck.reviewing.exporting import FORMATS, encode
from localcheck.reviewing.records import reviewed_run
from localcheck.serve.app import answer
from localcheck.serve.limits import Limits, body_of
from localcheck.serve.page.review_routes import ReviewRoutes
from localcheck.serve.page.runs import Runs
from localcheck.serve.page.shown import hidden, run_shown, summary_shown
from localcheck.serve.page.wire import Handler, blind_for, number, run_of
from localcheck.serve.session_thread import SessionThread
from localcheck.store.differences import differences
from localcheck.text.inert import dumps, one_line
from localcheck.types import Document

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
MOST_RUNS = 500
"""Runs in the list of earlier ones, the newest first."""
DOWNLOADED = {"html": "text/html", "md": "text/markdown", "csv": "text/csv", "json": "application/json"}


@cache
def page_files() -> dict[str, bytes]:
    """The files of the page by name; nothing else of the disk is ever served."""
    found = files("localcheck.serve.page") / "static"
    return {f.name: f.read_bytes() for f in found.iterdir() if Path(f.name).suffix in TYPES}


@dataclass(frozen=True, slots=True)
class Pasted:
    """``POST /page/runs`` as JSON: a text that was pasted."""

    text: str
    title: str = ""


class Page(ReviewRoutes):
    """The page over one engine and one store."""

    def __init__(self, engine: SessionThread, store: Path, limits: Limits) -> None:
        super().__init__(engine, store, limits)
        self.runs = Runs(engine, store, limits.requests)

    def routes(self, guarded: Callable[..., Handler]) -> list[Route]:
        """All routes; ``guarded`` puts the server's checks before a handler."""
        one = "/page/runs/{run:int}"
        return [
            Route("/", guarded(self.file, token=False), methods=["GET"]),
            Route("/page/static/{name}", guarded(self.file, token=False), methods=["GET"]),
            Route("/page/about", guarded(self.about), methods=["GET"]),
            Route("/page/runs", guarded(self.list_runs), methods=["GET"]),
            Route("/page/runs", guarded(self.begin), methods=["POST"]),
            Route(one, guarded(self.run), methods=["GET"]),
            Route(f"{one}/events", guarded(self.events), methods=["GET"]),
            Route(f"{one}/stop", guarded(self.stop), methods=["POST"]),
            Route(f"{one}/continue", guarded(self.go_on), methods=["POST"]),
            Route(f"{one}/export", guarded(self.export), methods=["GET"]),
            Route("/page/compare", guarded(self.compare), methods=["GET"]),
            *super().routes(guarded),
        ]

    async def close(self) -> None:
        """Cancel the runs at work; they can be continued."""
        await self.runs.close()

    async def file(self, request: Request) -> Response:
        """One of the page's own files."""
        name = request.path_params.get("name", "index.html")
        data = page_files().get(name)
        if data is None:
            return answer({"error": f"no file {name}", "hint": ""}, 404)
        return Response(data, media_type=TYPES[Path(name).suffix])

    async def about(self, _: Request) -> Response:
        """What checks here, and what can be asked for."""
        settings = self._engine.settings
        told = {"version": __version__, "method": settings.detector, "index": settings.index or "starter"}
        return answer({**told, "formats": FORMATS, "most_bytes": self._limits.bytes})

    async def list_runs(self, _: Request) -> Response:
        """Earlier runs, the newest first."""
        summaries = await self._stored(lambda store: store.runs(limit=MOST_RUNS))
        return answer([summary_shown(s, self.runs.running(s.id)) for s in summaries])

    async def begin(self, request: Request) -> Response:
        """Check a text or a file; answers with the run's number as soon as it is stored."""
        if "name" in request.query_params:
            data = await body_of(request, self._limits, "application/octet-stream")
            document = await asyncio.to_thread(_read_file, request.query_params["name"], data)
        else:
            pasted = await self._said(Pasted, request)
            document = from_text(pasted.text, id=_named(pasted.text), title=pasted.title.strip()[:200])
        return answer({"run": await self.runs.check(document)}, 201)

    async def run(self, request: Request) -> Response:
        """A run with its text, verdicts and decisions. ``blind=NAME`` hides what that reviewer has not decided yet."""
        run_id, blind = run_of(request), blind_for(request)
        running = self.runs.running(run_id)
        return answer(await self._stored(lambda store: run_shown(reviewed_run(store, run_id), running, blind)))

    async def events(self, request: Request) -> Response:
        """The events of a run at work, from its first one, as server-sent events; ``blind=NAME`` hides their verdicts."""
        return StreamingResponse(self._sent(request), media_type="text/event-stream")

    async def _sent(self, request: Request) -> AsyncIterator[bytes]:
        blind = blind_for(request) is not None
        async with aclosing(self.runs.watch(run_of(request))) as events:
            async for event in events:
                if self._engine.ended:
                    return  # the server need not wait for a reader
                if blind and event is not None and "verdict" in event:
                    event = event | {"verdict": hidden(event["verdict"])}
                yield b": still here\n\n" if event is None else f"data: {dumps(event)}\n\n".encode()

    async def stop(self, request: Request) -> Response:
        """End a run; what it judged is kept."""
        self.runs.stop(run_of(request))
        return answer({})

    async def go_on(self, request: Request) -> Response:
        """Continue a run that did not finish."""
        return answer({"run": await self.runs.resume(run_of(request))})

    async def export(self, request: Request) -> Response:
        """The run in one of the formats of the terminal app, with its decisions."""
        run_id, name = run_of(request), request.query_params.get("format", "html")
        if name not in FORMATS:
            raise BadInput("format", f"{name!r} is not an export format", f"one of: {', '.join(FORMATS)}")
        data = await self._stored(lambda store: encode(reviewed_run(store, run_id), name))
        headers = {"Content-Disposition": f'attachment; filename="localcheck-run-{run_id}.{name}"'}
        return Response(data, headers=headers, media_type=DOWNLOADED.get(name, "application/octet-stream"))

    async def compare(self, request: Request) -> Response:
        """How two runs of one text differ."""
        first, second = (number(request.query_params.get(name, "")) for name in ("first", "second"))
        found = await self._stored(lambda store: differences(store.load(first), store.load(second)))
        return answer(codec.to_json(found))


def _read_file(name: str, data: bytes) -> Document:
    """A file that was dropped, read by the reader of its kind. Raises ``BadInput``."""
    plain = one_line(name.replace("\\", "/").rpartition("/")[2])[:200] or "file"
    with tempfile.TemporaryDirectory(prefix="localcheck-") as folder:
        path = Path(folder) / f"document{Path(plain).suffix[:12]}"
        path.write_bytes(data)
        try:
            return replace(read_document(path), id=plain)
        except BadInput as error:
            raise BadInput(plain, error.message.removeprefix(f"{path}: "), error.hint) from None


def _named(text: str) -> str:
    """A name for a text that has none: its first words."""
    words = one_line(text[:400])
    if not words.strip():
        return "pasted"
    return f"pasted: {words if len(words) <= 60 else words[:60].rpartition(' ')[0] + ' …'}"
