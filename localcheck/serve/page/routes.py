"""The routes of the page: its files, which anybody may read, and what it asks for, which needs the token.

The runs that the page starts. Each is stored verdict by verdict, and continues to its end whether or not anybody looks.

A reader that comes late, or comes back, gets all events of a run that is at work from its first one on.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator
from contextlib import aclosing, closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from localcheck import __version__
from localcheck.errors import BadInput, LocalcheckError, UsageError, as_error
from localcheck.ingest.documents import from_text, read_document
from localcheck.reports import codec
from localcheck.reviewing.exporting import FORMATS, encode
from localcheck.reviewing.records import reviewed_run
from localcheck.run.session import Session, stored
from localcheck.serve.app import answer
from localcheck.serve.limits import Busy, Ending, Limits, body_of
from localcheck.serve.page.review_routes import ReviewRoutes
from localcheck.serve.page.shown import hidden, latest_shown, run_shown, summary_shown
from localcheck.serve.page.wire import Handler, blind_for, number, run_of
from localcheck.serve.session_thread import SessionThread
from localcheck.settings.requests import CheckRequest
from localcheck.store import Recorder, RunState, Store
from localcheck.store.differences import differences
from localcheck.store.recording import resume
from localcheck.text.inert import dumps, one_line, shown
from localcheck.types import JSON, Document, Failed, Finished, Judged, Started

BEAT = 1.0
"""Seconds after which ``watch`` yields None where nothing happened: a reader that went away is noticed, and an end too."""


@dataclass(slots=True, eq=False)
class _Job:
    """A run at work."""

    events: list[JSON] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and replaced by another one, at each event."""
    run_id: int | None = None
    """Known from the start of a run that is continued, from the first event of a new one."""
    task: asyncio.Task[None] | None = None
    error: LocalcheckError | None = None
    """Why it did not begin."""

    def tell(self, event: JSON) -> None:
        self.events.append(event)
        before, self.news = self.news, asyncio.Event()
        before.set()


class Runs:
    """Starts runs, and tells what happens in them. All methods are called on the event loop."""

    def __init__(self, engine: SessionThread, store: Path, most: int) -> None:
        """``most``: runs at the same time."""
        self._engine, self._store, self._most = engine, store, most
        self._jobs: set[_Job] = set()

    async def check(self, document: Document) -> int:
        """Begin to check a document; the number of its run. Raises ``Busy``, and what opening models and indexes raises."""
        settings = self._engine.settings
        return await _begun(self._start(lambda _: CheckRequest((document,), settings)))

    async def resume(self, run_id: int) -> int:
        """Go on with a run that did not finish; one that is at work or begins is left alone. Raises as ``check`` does."""
        if (job := self._job(run_id)) is not None:
            return await _begun(job)

        def request(store: Store) -> CheckRequest:
            if store.summary(run_id).state is RunState.FINISHED:
                raise UsageError(f"run {run_id} is finished", "open it")
            return resume(store, run_id, self._engine.settings)

        return await _begun(self._start(request, run_id))

    def running(self, run_id: int) -> bool:
        """Is the run at work here?"""
        return self._job(run_id) is not None

    def stop(self, run_id: int) -> None:
        """End a run after the step at work; what it judged is kept, and it can be continued."""
        job = self._job(run_id)
        if job is not None and job.task is not None:
            if not job.events:
                job.error = LocalcheckError("the run was stopped before it went on", "continue it again")
            job.task.cancel()

    async def watch(self, run_id: int) -> AsyncGenerator[JSON, None]:
        """The events of a run from its first to ``ended``; None at each ``BEAT`` without one. Nothing if it is not at work."""
        job, told = self._job(run_id), 0
        while job is not None:
            news = job.news
            while told < len(job.events):
                event = job.events[told]
                told += 1
                yield event
                if event["event"] == "ended":
                    return
            if news is job.news:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT)
                if not news.is_set():
                    yield None

    async def close(self) -> None:
        """Cancel everything at work; it can be continued later."""
        tasks = [job.task for job in self._jobs if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _job(self, run_id: int) -> _Job | None:
        return next((job for job in self._jobs if job.run_id == run_id), None)

    def _start(self, request: Callable[[Store], CheckRequest], run_id: int | None = None) -> _Job:
        """Start a task that makes the run, or continues run ``run_id``."""
        if len(self._jobs) >= self._most:
            at_work = f"{len(self._jobs)} runs are" if len(self._jobs) > 1 else "1 run is"
            raise Busy(f"{at_work} at work", "wait for one to finish, or stop one; your text is kept here")
        job = _Job(run_id=run_id)
        self._jobs.add(job)
        job.task = asyncio.get_running_loop().create_task(self._work(job, request))
        return job

    async def _work(self, job: _Job, request: Callable[[Store], CheckRequest]) -> None:
        ended = _ended(RunState.CANCELLED)
        try:
            async with aclosing(self._engine.pulled(lambda s: steps(s, self._store, request))) as events:
                async for run_id, event in events:
                    job.run_id = run_id
                    job.tell(event)
            return
        except (asyncio.CancelledError, Ending):
            job.error = job.error or LocalcheckError("the server is ending", "start it again")
        except Exception as problem:
            job.error = as_error(problem)
            ended = _ended(RunState.FAILED, job.error.message, job.error.hint)
        finally:
            self._jobs.discard(job)
            if not job.events or job.events[-1]["event"] != "ended":
                job.tell(ended)


async def _begun(job: _Job) -> int:
    """The number of the run, once its first event is there, by which it is stored. Raises why it did not begin."""
    if not job.events:
        await job.news.wait()
    if job.error is not None:
        raise job.error
    assert job.run_id is not None
    return job.run_id


def steps(
    session: Session, path: Path, request: Callable[[Store], CheckRequest]
) -> Generator[tuple[int, JSON], None, None]:
    """(run, event for the page) of a run, each stored before it is told; runs on the engine's thread."""
    with Store(path) as store:
        made = request(store)
        recorder = Recorder(store, made.settings, made.run_id)
        with closing(stored(session.check(replace(made, ruled=True)), recorder)) as events:
            for event in events:
                assert recorder.run_id is not None
                match event:
                    case Started():
                        yield recorder.run_id, {"event": "started"}
                    case Judged():
                        verdict = latest_shown(store, recorder.run_id, event.verdict)
                        yield recorder.run_id, {"event": "judged", "verdict": verdict}
                    case Finished():
                        yield recorder.run_id, _ended(RunState.FINISHED)
                    case Failed():
                        yield recorder.run_id, _ended(RunState.FAILED, event.error, event.hint)


def _ended(state: RunState, error: str = "", hint: str = "") -> JSON:
    """The last event of a run."""
    return {"event": "ended", "state": state.value, "error": shown(error), "hint": shown(hint)}


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
        one = "/page/runs/{run}"
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
        return StreamingResponse(
            self._sent(run_of(request), blind_for(request) is not None), media_type="text/event-stream"
        )

    async def _sent(self, run_id: int, blind: bool) -> AsyncIterator[bytes]:
        async with aclosing(self.runs.watch(run_id)) as events:
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
            why = error.message.removeprefix(f"{path}: ").replace(str(path), plain)
            raise BadInput(plain, why, error.hint) from None


def _named(text: str) -> str:
    """A name for a text that has none: its first words."""
    words = one_line(text[:400])
    if not words.strip():
        return "pasted"
    return f"pasted: {words if len(words) <= 60 else words[:60].rpartition(' ')[0] + ' …'}"
