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
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from localcheck import __version__
from localcheck.errors import BadInput, UsageError
from localcheck.ingest.documents import from_text, read_document
from localcheck.reports import codec
from localcheck.reviewing.exporting import FORMATS, encode
from localcheck.reviewing.records import reviewed_run
from localcheck.serve.limits import Limits, body_of
from localcheck.serve.page.deciding import LONGEST, decide, read
from localcheck.serve.page.runs import Runs
from localcheck.serve.page.shown import run_shown, summary_shown
from localcheck.serve.session_thread import SessionThread
from localcheck.store import Store
from localcheck.store.differences import differences
from localcheck.system import jsontext
from localcheck.text.inert import dumps, one_line
from localcheck.types import Document

JSON = Any
T = TypeVar("T")
Handler = Callable[[Request], Any]
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


class Page:
    """The page over one engine and one store."""

    def __init__(self, engine: SessionThread, store: Path, limits: Limits, ending: Callable[[], bool]) -> None:
        """``ending``: is the server about to end? Streams of events then end, so that it need not wait for them."""
        self._engine, self._store, self._limits, self._ending = engine, store, limits, ending
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
            Route(f"{one}/seen", guarded(self.seen), methods=["POST"]),
            Route(f"{one}/decisions", guarded(self.decisions), methods=["POST"]),
            Route(f"{one}/undo", guarded(self.undo), methods=["POST"]),
            Route(f"{one}/export", guarded(self.export), methods=["GET"]),
            Route("/page/compare", guarded(self.compare), methods=["GET"]),
        ]

    async def close(self) -> None:
        """Cancel the runs at work; they can be continued."""
        await self.runs.close()

    async def file(self, request: Request) -> Response:
        """One of the page's own files."""
        name = request.path_params.get("name", "index.html")
        data = page_files().get(name)
        if data is None:
            return _answer({"error": f"no file {name}", "hint": ""}, 404)
        return Response(data, media_type=TYPES[Path(name).suffix])

    async def about(self, _: Request) -> Response:
        """What checks here, and what can be asked for."""
        settings = self._engine.settings
        told = {"version": __version__, "method": settings.detector, "index": settings.index or "starter"}
        return _answer({**told, "formats": FORMATS, "most_bytes": self._limits.bytes})

    async def list_runs(self, _: Request) -> Response:
        """Earlier runs, the newest first."""
        summaries = await self._stored(lambda store: store.runs(limit=MOST_RUNS))
        return _answer([summary_shown(s, self.runs.running(s.id)) for s in summaries])

    async def begin(self, request: Request) -> Response:
        """Check a text or a file; answers with the run's number as soon as it is stored."""
        if "name" in request.query_params:
            data = await body_of(request, self._limits, "application/octet-stream")
            document = await asyncio.to_thread(_read_file, request.query_params["name"], data)
        else:
            body: Pasted = codec.from_json(Pasted, _parsed(await body_of(request, self._limits)), "body")
            document = from_text(body.text, id=_named(body.text), title=body.title.strip()[:200])
        return _answer({"run": await self.runs.check(document)}, 201)

    async def run(self, request: Request) -> Response:
        """A run with its text, verdicts and decisions."""
        run_id = _run_of(request)
        return _answer(
            await self._stored(lambda store: run_shown(reviewed_run(store, run_id), self.runs.running(run_id)))
        )

    async def events(self, request: Request) -> Response:
        """The events of a run at work, from its first one, as server-sent events."""
        return StreamingResponse(self._sent(request), media_type="text/event-stream")

    async def _sent(self, request: Request) -> AsyncIterator[bytes]:
        async with aclosing(self.runs.watch(_run_of(request))) as events:
            async for event in events:
                if self._ending():
                    return
                yield b": still here\n\n" if event is None else f"data: {dumps(event)}\n\n".encode()

    async def stop(self, request: Request) -> Response:
        """End a run; what it judged is kept."""
        self.runs.stop(_run_of(request))
        return _answer({})

    async def go_on(self, request: Request) -> Response:
        """Continue a run that did not finish."""
        return _answer({"run": await self.runs.resume(_run_of(request))})

    async def seen(self, request: Request) -> Response:
        """Note that a reviewer has all verdicts of a run on the screen: later decisions of theirs are not blind."""
        run_id, reviewer = _run_of(request), await self._reviewer(request)

        def note(store: Store) -> None:
            store.reviews.see(run_id, reviewer, sorted(store.revisions(run_id)))

        await self._stored(note)
        return _answer({})

    async def decisions(self, request: Request) -> Response:
        """Write a decision or a comment down; answers as ``run`` does."""
        run_id, said = _run_of(request), read(await body_of(request, self._limits))
        await self._stored(lambda store: decide(store, run_id, said))
        return await self.run(request)

    async def undo(self, request: Request) -> Response:
        """Take the reviewer's last entry in this run back; answers as ``run`` does."""
        run_id, reviewer = _run_of(request), await self._reviewer(request)
        if await self._stored(lambda store: store.reviews.undo(run_id, reviewer)) is None:
            raise UsageError("there is nothing of yours to take back in this run", "each reviewer takes back their own")
        return await self.run(request)

    async def export(self, request: Request) -> Response:
        """The run in one of the formats of the terminal app, with its decisions."""
        run_id, name = _run_of(request), request.query_params.get("format", "html")
        if name not in FORMATS:
            raise BadInput("format", f"{name!r} is none of them", f"one of: {', '.join(FORMATS)}")
        data = await self._stored(lambda store: encode(reviewed_run(store, run_id), name))
        headers = {"Content-Disposition": f'attachment; filename="localcheck-run-{run_id}.{name}"'}
        return Response(data, headers=headers, media_type=DOWNLOADED.get(name, "application/octet-stream"))

    async def compare(self, request: Request) -> Response:
        """How two runs of one text differ."""
        first, second = (_number(request.query_params.get(name, "")) for name in ("first", "second"))
        found = await self._stored(lambda store: differences(store.load(first), store.load(second)))
        return _answer(codec.to_json(found))

    async def _stored(self, work: Callable[[Store], T]) -> T:
        """What ``work`` returns for the store, on a thread of its own, so that a run at work delays nobody who reads."""

        def there() -> T:
            with Store(self._store) as store:
                return work(store)

        return await asyncio.to_thread(there)

    async def _reviewer(self, request: Request) -> str:
        body = _parsed(await body_of(request, self._limits))
        name = body.get("reviewer")
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST["reviewer"]:
            raise BadInput("reviewer", "no name", "decisions are kept under a name: give yours")
        return name.strip()


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
    return f"pasted: {words if len(words) <= 60 else words[:60].rpartition(' ')[0] + ' …'}"


def _run_of(request: Request) -> int:
    return _number(str(request.path_params["run"]))


def _number(text: str) -> int:
    if not (text.isdecimal() and len(text) < 19):
        raise BadInput("run", f"{text[:40]!r} is not the number of a run", "the list of runs shows them")
    return int(text)


def _parsed(data: bytes) -> dict[str, JSON]:
    try:
        return dict(jsontext.parse_object(data))
    except jsontext.NotJson as error:
        raise BadInput("body", error.why) from None


def _answer(value: JSON, status: int = 200) -> Response:
    return Response(dumps(value), status, media_type="application/json")
