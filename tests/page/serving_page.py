"""The page's server over a socket; a rule is in the place of the NLI model, and three articles in that of an index."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcheck.backends.nli.table import TableNLI
from localcheck.ports import NLI, FloatArray, Retriever, SentenceEncoder
from localcheck.serve.app import Server
from localcheck.serve.limits import Limits
from localcheck.serve.page.routes import Page
from localcheck.serve.running import Running
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.types import Passage, Source

TOKEN = "a-token-for-these-tests"
EVIL = "<img src=/page/evil onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
ARTICLES = (
    ("Marie Curie", "Marie Curie was born in Warsaw in 1867. She won two Nobel Prizes."),
    ("Mars", "Mars has two small moons, Phobos and Deimos. Mars is the fourth planet from the Sun."),
    ("Evil", f"The evil tag is written as {EVIL} in the evil book."),
)
TEXT = "Marie Curie was born in Warsaw in 1867. Mars has four small moons. Zanzibar is the largest exporter of cloves."
"""One sentence that is supported, one that is refuted, and one on which there is nothing."""
WRONG = (("four small moons", "two small moons"), ("born in Paris", "born in Warsaw"))


class Rule(TableNLI):
    """Entails what it contains, contradicts what ``WRONG`` names. ``gate`` holds it up before it reads the word "moons",
    ``held`` says that it is there.
    """

    def __init__(self) -> None:
        super().__init__({})
        self.gate = threading.Event()
        self.gate.set()
        self.held = threading.Event()

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        if any("moons" in hypothesis for _, hypothesis in pairs):
            self.held.set()
            self.gate.wait(60)
        self._table = {pair: self._row(*pair) for pair in pairs}
        return super().entail(pairs)

    def _row(self, premise: str, hypothesis: str) -> tuple[float, float, float]:
        if hypothesis.rstrip(".") in premise:
            return 0.98, 0.01, 0.01
        wrong = any(claim in hypothesis and fact in premise for claim, fact in WRONG)
        return (0.01, 0.01, 0.98) if wrong else (0.01, 0.98, 0.01)


@dataclass
class Served:
    """A server at work."""

    url: str
    store: Path
    nli: Rule
    page: Page
    server: Running

    @property
    def address(self) -> str:
        """What ``serve --ui`` prints."""
        return f"{self.url}/#token={TOKEN}"


@contextmanager
def serving(home: Path, limits: Limits | None = None, settings: Settings | None = None) -> Iterator[Served]:
    """The page's server on a free port; ``settings`` name models and indexes that are opened instead of the rule."""
    nli = Rule()
    sources = [Passage(title, text, Source("memory", "articles")) for title, text in ARTICLES]
    given: dict[type, Any] | None = (
        {NLI: nli, SentenceEncoder: None, Retriever: MemoryRetriever(sources)} if settings is None else None
    )
    engine = SessionThread(settings or Settings(cache=False), home / "localcheck.db", given)
    limits = limits or Limits()
    page = Page(engine, home / "localcheck.db", limits)
    app = Server(engine, TOKEN, limits, page=page).app()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = Running(app, engine, log_level="error", lifespan="on", ws="none")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", home / "localcheck.db", nli, page, server)
        finally:
            nli.gate.set()
            server.should_exit = True
            thread.join(30)


def evaluated(page: Any, expression: str) -> Any:
    """The value of an expression in the page, past its policy: over the debugger, as a person with developer tools would."""
    asked = {"expression": f"(async () => JSON.stringify({expression}))()", "awaitPromise": True, "returnByValue": True}
    told = page.context.new_cdp_session(page).send("Runtime.evaluate", asked)
    assert "exceptionDetails" not in told, told
    return json.loads(told["result"]["value"])
