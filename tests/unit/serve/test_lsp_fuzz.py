"""Whatever is written to the language server, it goes on, answers what can be answered, and shows no traceback."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from in_editor import Editor, editing

from localcheck.serve.lsp.wire import LARGEST, Malformed, messages

METHODS = [
    *(
        "initialize",
        "initialized",
        "$/cancelRequest",
        "$/setTrace",
        "workspace/executeCommand",
        "window/workDoneProgress/cancel",
    ),
    *(
        f"textDocument/{name}"
        for name in ("didOpen", "didChange", "didSave", "didClose", "hover", "codeAction", "rename")
    ),
    *("workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders", "notebookDocument/didOpen", "", "x/y"),
]
ADDRESSES = ["file:///a.md", "untitled:1", "", "file://[", "http://a/b", "file:///\udc80"]
KEYS = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "textDocument",
    "uri",
    "position",
    "line",
    "character",
    "range",
    "start",
    "end",
]
KEYS += [
    "version",
    "text",
    "contentChanges",
    "languageId",
    "context",
    "diagnostics",
    "command",
    "arguments",
    "token",
    "result",
]
NUMBERS = st.integers(-5, 5) | st.sampled_from([2**31, 2**63, -(2**70), 1.5, 1e308])
LEAVES = (
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | st.sampled_from([*ADDRESSES, "localcheck.check", "2.0"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
POSITION = st.fixed_dictionaries({"line": LEAVES, "character": LEAVES})
DOCUMENT = st.fixed_dictionaries(
    {"uri": st.sampled_from(ADDRESSES)}, optional={"version": LEAVES, "text": LEAVES, "languageId": LEAVES}
)
NEARLY = st.fixed_dictionaries(
    {"textDocument": DOCUMENT},
    optional={
        "position": POSITION,
        "range": st.fixed_dictionaries({"start": POSITION, "end": POSITION}),
        "context": VALUES,
        "contentChanges": st.lists(st.fixed_dictionaries({"text": LEAVES}), max_size=2) | VALUES,
    },
)
COMMANDS = st.fixed_dictionaries(
    {"command": st.sampled_from(["localcheck.check", "localcheck.search", "localcheck.ignore", "", "x"])},
    optional={"arguments": VALUES, "workDoneToken": LEAVES},
)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS), "params": NEARLY | COMMANDS | VALUES},
    optional={"id": st.integers(10_000, 20_000) | LEAVES},
)


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with editing() as made:
        made.initialize()
        yield made


def alive(editor: Editor) -> None:
    """The server answers, and nothing that it said is a traceback."""
    assert editor.request("are/you/there", {})["code"] == -32601
    said, editor.raw[:] = list(editor.raw), []
    for body in said:
        assert json.loads(body)["jsonrpc"] == "2.0"
        assert b"Traceback" not in body and b'File \\"' not in body and b"traceback" not in body


TESTED = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@TESTED
@given(st.lists(MESSAGES, min_size=1, max_size=4))
def test_messages_that_nearly_fit(editor: Editor, sent: list[Any]) -> None:
    for message in sent:
        editor.send(message)
    alive(editor)


@TESTED
@given(VALUES.map(lambda v: json.dumps(v).encode()) | st.binary(min_size=1, max_size=60))
def test_bodies_that_are_no_message(editor: Editor, body: bytes) -> None:
    editor.send(body)
    alive(editor)


@TESTED
@given(st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\n", b"")), max_size=5))
def test_lines_that_are_no_header(editor: Editor, lines: list[bytes]) -> None:
    editor.raw_bytes(
        b"".join(line + b"\r\n" for line in lines if not line.strip().lower().startswith(b"content-length"))
    )
    alive(editor)


@pytest.mark.parametrize(
    "header",
    [
        "Content-Length: " + "9" * 40,
        "Content-Length: -1",
        "Content-Length: 0x10",
        f"Content-Length: {10**17}",
        "Content-Length: 0",
    ],
)
def test_lengths_that_are_none(editor: Editor, header: str) -> None:
    editor.raw_bytes(f"{header}\r\n\r\n".encode())
    alive(editor)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"{", -32700),
        (b"[" * 100_000, -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc": "1.0", "id": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": [], "method": "x"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": 3}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": 3}', -32602),
    ],
)
def test_each_kind_of_nonsense_has_its_code(editor: Editor, sent: bytes, code: int) -> None:
    alive(editor)  # what earlier tests sent is answered by now; such answers bear no number either
    editor.forget(None)
    editor.send(sent)
    number = 7 if b'"id": 7' in sent else None
    found = editor.answer(number)["error"]
    assert found["code"] == code and "Traceback" not in found["message"]


@given(
    st.lists(
        st.binary(max_size=20) | st.sampled_from([b"Content-Length: 3\r\n", b"\r\n", b"\n", b"abc", b"X: y\r\n"]),
        max_size=12,
    )
)
def test_any_bytes_are_read_to_their_end(pieces: list[bytes]) -> None:
    for found in messages(io.BytesIO(b"".join(pieces))):
        assert isinstance(found, (bytes, Malformed))


def test_a_message_too_large_is_passed_over() -> None:
    class Endless(io.RawIOBase):
        left = LARGEST + 1

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            number = min(len(buffer), self.left)
            self.left -= number
            return number

    head = io.BytesIO(b"Content-Length: %d\r\n\r\n" % (LARGEST + 1))

    class Joined:
        body = io.BufferedReader(Endless())

        def readline(self, limit: int) -> bytes:
            return head.readline(limit) or b""

        def read(self, number: int) -> bytes:
            return self.body.read(number)

    (only,) = messages(Joined())  # type: ignore[arg-type]
    assert isinstance(only, Malformed) and "are taken at most" in only
