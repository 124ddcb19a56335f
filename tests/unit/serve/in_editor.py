"""An editor for tests of the language server: JSON-RPC over pipes to ``serve``, with fakes in the place of model and index."""

from __future__ import annotations

import json
import os
import queue
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from localcheck.backends.nli.table import TableNLI
from localcheck.ports import NLI, FloatArray, Retriever, SentenceEncoder
from localcheck.serve.lsp.serving import serve
from localcheck.serve.lsp.wire import messages
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.types import Passage, Source

CURIE = "Marie Curie was born in Warsaw in 1867."
MARS = "Mars has two small moons."
ADDRESS = "https://example.org/Marie_Curie"
SOURCES = (
    Passage("Marie Curie", CURIE, Source("wiki", "tests", ADDRESS, "7", "2026-01-02")),
    Passage("Mars", MARS, Source("wiki", "tests", "mars.txt")),
)
PATIENCE = 60.0
"""Seconds that an answer may take on a machine that has other things to do."""


class Words(TableNLI):
    """Entails what says no word that the premise does not say; contradicts what shares most of its words; counts its pairs."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__({})
        self.seconds, self.claims = seconds, set[str]()

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        import numpy as np

        time.sleep(self.seconds)
        rows = []
        for premise, claim in pairs:
            self.claims.add(claim)
            said, asked = (set(re.findall(r"\w+", text.lower())) for text in (premise, claim))
            share = len(said & asked) / max(1, len(asked))
            rows.append(
                (0.98, 0.01, 0.01) if share == 1 else (0.01, 0.01, 0.98) if share >= 0.6 else (0.01, 0.98, 0.01)
            )
        return np.array(rows).reshape(len(rows), 3)


class Editor:
    """Speaks to a server. ``diagnostics``: the last that came, by address."""

    def __init__(self, to_server: int, from_server: int) -> None:
        self._out, self._in = os.fdopen(to_server, "wb"), os.fdopen(from_server, "rb")
        self._number = 0
        self._answers: dict[Any, Any] = {}
        self._news = threading.Condition()
        self.diagnostics: dict[str, list[Any]] = {}
        self.published = 0
        self.shown: list[str] = []
        self.progress: list[Any] = []
        self.raw: list[bytes] = []
        self.answers_requests = True
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def send(self, body: Any) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self._out.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._out.flush()

    def raw_bytes(self, data: bytes) -> None:
        self._out.write(data)
        self._out.flush()

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params: Any) -> int:
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: Any) -> Any:
        """The whole response to a request."""
        self.wait_for(lambda: number in self._answers)
        return self._answers.pop(number)

    def forget(self, number: Any) -> None:
        """Drop an answer that nobody waited for."""
        self._answers.pop(number, None)

    def request(self, method: str, params: Any) -> Any:
        """The result of a request; the error of one that has none."""
        found = self.answer(self.begin(method, params))
        return found["error"] if "error" in found else found["result"]

    def command(self, name: str, *arguments: Any, **more: Any) -> Any:
        return self.request("workspace/executeCommand", {"command": name, "arguments": list(arguments), **more})

    def wait_for(self, what: Any, seconds: float = PATIENCE) -> None:
        with self._news:
            assert self._news.wait_for(what, seconds), "the server did not answer in time"

    def open(self, uri: str, text: str, language: str = "markdown", version: int = 1) -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, text: str, version: int = 2) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self, uri: str) -> None:
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def check(self, uri: str) -> Any:
        return self.command("localcheck.check", uri)

    def actions(self, uri: str, line: int, character: int) -> dict[str, Any]:
        at = {"line": line, "character": character}
        params = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
        return {a["title"]: a for a in self.request("textDocument/codeAction", params)}

    def hover(self, uri: str, line: int, character: int) -> Any:
        position = {"line": line, "character": character}
        return self.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})

    def initialize(self, folder: Path | None = None, **options: Any) -> Any:
        capabilities = {
            "window": {"workDoneProgress": True},
            "textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}},
        }
        folders = [{"uri": folder.as_uri(), "name": "work"}] if folder else None
        params = {"processId": None, "rootUri": None, "workspaceFolders": folders, "capabilities": capabilities}
        found = self.request("initialize", {**params, "initializationOptions": options or None})
        self.notify("initialized", {})
        return found

    def close(self) -> None:
        with suppress(OSError):
            self._out.close()

    def closed(self) -> None:
        """After the server has ended."""
        self._listener.join(PATIENCE)
        self._in.close()

    def _listen(self) -> None:
        for body in messages(self._in):
            assert isinstance(body, bytes)
            message = json.loads(body)
            with self._news:
                self.raw.append(body)
                self._take(message)
                self._news.notify_all()

    def _take(self, message: Any) -> None:
        method, params = message.get("method"), message.get("params")
        if method is None:
            self._answers[message.get("id")] = message
        elif method == "textDocument/publishDiagnostics":
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.published += 1
        elif method == "window/showMessage":
            self.shown.append(params["message"])
        elif method == "$/progress":
            self.progress.append(params)
        elif "id" in message and self.answers_requests:
            with suppress(OSError, ValueError):  # the editor has closed its side
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})


@contextmanager
def editing(nli: Words | None = None, settings: Settings | None = None, **given: Any) -> Iterator[Editor]:
    """An editor with its server in a thread; at the end the server has left."""
    settings = settings or Settings(cache=False, options=(("bayes-sequential", (("group", 1),)),))
    ports: Mapping[type, Any] = {
        NLI: nli or Words(),
        SentenceEncoder: None,
        Retriever: MemoryRetriever(SOURCES),
        **given,
    }
    server_in, to_server = os.pipe()
    from_server, server_out = os.pipe()
    ended = queue.Queue[Any]()

    def run() -> None:
        with os.fdopen(server_in, "rb") as stdin, os.fdopen(server_out, "wb") as stdout:
            try:
                ended.put(serve(SessionThread(settings, None, ports), stdin, stdout, leave=ended.put))
            except BaseException as error:
                ended.put(error)
                raise

    threading.Thread(target=run, daemon=True).start()
    editor = Editor(to_server, from_server)
    try:
        yield editor
    finally:
        editor.close()
        assert ended.get(timeout=PATIENCE) in (0, 1)
        editor.closed()


def applied(text: str, action: Any, uri: str) -> str:
    """``text`` after the edit of a code action; columns are UTF-16."""
    lines = text.split("\n")

    def offset(at: Any) -> int:
        before = sum(len(line) + 1 for line in lines[: at["line"]])
        return before + len(lines[at["line"]].encode("utf-16-le")[: 2 * at["character"]].decode("utf-16-le"))

    for edit in sorted(action["edit"]["changes"][uri], key=lambda e: -offset(e["range"]["start"])):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def words_of(text: str, at: Any) -> str:
    """What stands in a range of ``text``."""
    raw = [line.encode("utf-16-le") for line in text.split("\n")]
    start, end = at["start"], at["end"]
    if start["line"] == end["line"]:
        return raw[start["line"]][2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
    first = raw[start["line"]][2 * start["character"] :].decode("utf-16-le")
    last = raw[end["line"]][: 2 * end["character"]].decode("utf-16-le")
    return "\n".join([first, *(r.decode("utf-16-le") for r in raw[start["line"] + 1 : end["line"]]), last])
