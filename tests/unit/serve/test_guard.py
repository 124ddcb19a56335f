"""The guard of a model server, over real sockets: what passes, what is said of it, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, cast

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from localcheck.backends.nli.table import TableNLI
from localcheck.cli.main import run
from localcheck.errors import BackendError, BadInput, NLIError, UsageError
from localcheck.ports import NLI
from localcheck.run.session import Session
from localcheck.serve.app import Limits, Server
from localcheck.serve.guard import PATH, Guard, _Talk, _until_told, asked, upstream_of
from localcheck.serve.limits import Ending
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.text.sentences import split_sentences

TOKEN = "a-token-for-these-tests"
CONTEXT = ["Ada Lovelace was born in London."]
PIECES = ["Ada Lovelace ", "was born in ", "London. She ", "was born in Paris. ", "Nobody knows the clerk"]
TABLE = {
    (CONTEXT[0], CONTEXT[0]): (0.98, 0.01, 0.01),
    (CONTEXT[0], "Ada Lovelace was born in Paris."): (0.01, 0.01, 0.98),
}


class Model:
    """A model server that streams ``PIECES``; it keeps what it was asked, and can be slow or broken."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.status, self.garbage, self.pause, self.left = 200, False, 0.0, 0
        self.pieces, self.cut = PIECES, False
        self.ends_with: bytes | None = None
        self.refusal, self.parts, self.wait = "no", False, 0.0

    def app(self) -> Starlette:
        return Starlette(routes=[Route(PATH, self.complete, methods=["POST"]), Route("/v1/models", self.models)])

    async def models(self, _: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "m", "object": "model"}]}, self.status)

    async def complete(self, request: Request) -> Response:
        body = await request.json()
        self.asked.append(body)
        self.headers.append(dict(request.headers))
        if self.status != 200:
            return Response(self.refusal, self.status, {"Location": "http://192.0.2.1/"})
        if body.get("stream"):
            return StreamingResponse(self.chunks(), media_type="text/event-stream")
        if self.cut:
            return Response(b'{"id": "x"', headers={"content-length": "1000"})
        begun = time.monotonic()
        while (left := begun + self.wait - time.monotonic()) > 0:  # a test that has seen enough sets it back
            await asyncio.sleep(min(left, 0.05))
        said = "".join(self.pieces)
        message = {"role": "assistant", "content": [{"type": "text", "text": said}] if self.parts else said}
        return JSONResponse({"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            for piece in self.pieces:
                yield _line({"id": "x", "model": "m", "choices": [{"index": 0, "delta": {"content": piece}}]})
                await asyncio.sleep(self.pause)
            if self.ends_with is not None:
                yield self.ends_with
                return
            if self.garbage:
                yield b"data: {broken\n\n"
            yield _line({"id": "x", "model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            yield b"data: [DONE]\n\n"
        finally:
            self.left += 1


def _line(value: Any) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="auto", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def guarded(model: Model, home: object) -> Iterator[str]:
    with serving(model.app()) as upstream:
        engine = SessionThread(Settings(detector="all-false", cache=False), None, {NLI: TableNLI(TABLE)})
        with serving(Server(engine, TOKEN, Limits(bytes=20_000, seconds=20), upstream).app()) as url:
            yield url


def body(**more: Any) -> dict[str, Any]:
    said = [{"role": "user", "content": "Where was she born?"}]
    return {"model": "m", "messages": said, "localcheck": {"context": CONTEXT}, **more}


def post(url: str, sent: Any, token: str = TOKEN) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.post(url + PATH, json=sent, headers=headers, timeout=30, trust_env=False)


def events(text: str) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in text.splitlines() if line]
    assert lines[-1] == "[DONE]"
    return [json.loads(line) for line in lines[:-1]]


def test_an_answer_passes_as_it_comes_and_each_sentence_is_checked(guarded: str, model: Model) -> None:
    found = events(post(guarded, body(stream=True, temperature=0)).text)
    pieces = [e["choices"][0]["delta"].get("content", "") for e in found if e["choices"]]
    assert "".join(pieces) == "".join(PIECES), "nothing is added to what the model said"
    said = [e["localcheck"] for e in found if "text" in e.get("localcheck", {})]
    assert [(s["text"], s["flagged"]) for s in said] == [
        ("Ada Lovelace was born in London.", False),
        ("She was born in Paris.", True),
        ("Nobody knows the clerk", False),
    ]
    assert [s["claims"][0]["label"] for s in said[:2]] == ["supported", "refuted"]
    assert said[1]["claims"][0]["text"] == "Ada Lovelace was born in Paris.", "the pronoun means what was said before"
    assert said[1]["claims"][0]["excerpt"] == CONTEXT[0]
    assert (
        found[-1]["localcheck"] == {"sentences": 3, "flagged": 1} and found[-2]["choices"][0]["finish_reason"] == "stop"
    )
    assert all(e["id"] == "x" and e["choices"] == [] for e in found if "localcheck" in e)
    assert model.asked == [{"model": "m", "messages": body()["messages"], "stream": True, "temperature": 0}]
    assert TOKEN not in json.dumps(model.headers), "our token stays here"


@pytest.mark.parametrize(
    ("ends_with", "message"),
    [
        (b"", "the model server stopped in the middle"),
        (_line({"error": {"message": "out of memory"}}), "the model server stopped in the middle: out of memory"),
    ],
)
def test_an_answer_that_breaks_off_is_an_error_and_its_last_piece_is_not_checked(
    guarded: str, model: Model, ends_with: bytes, message: str
) -> None:
    model.ends_with = ends_with
    found = events(post(guarded, body(stream=True)).text)
    assert found[-1]["error"]["message"] == message
    said = [e["localcheck"] for e in found if "localcheck" in e]
    assert [s["text"] for s in said] == ["Ada Lovelace was born in London.", "She was born in Paris."]


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n", "\r\r"])
def test_a_line_of_the_stream_ends_at_a_line_end_and_not_at_what_a_text_may_hold(
    guarded: str, model: Model, end: str
) -> None:
    said = "It opened.\u2028It\u0085closed\u2029."
    lines = [json.dumps({"choices": [{"delta": {"content": said}}]}, ensure_ascii=False),
             json.dumps({"choices": [{"delta": {}, "finish_reason": "stop"}]}), "[DONE]"]  # fmt: skip
    model.pieces, model.ends_with = [], "".join(f"data: {line}{end}" for line in lines).encode()
    found = events(post(guarded, body(stream=True)).text)
    assert "".join(e["choices"][0]["delta"].get("content", "") for e in found if e["choices"]) == said
    assert not any("error" in e for e in found) and found[-1]["localcheck"]["sentences"]


def test_the_models_of_the_model_server_pass_through(guarded: str, model: Model) -> None:
    def models(token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.get(f"{guarded}/v1/models", headers=headers, timeout=30, trust_env=False)

    assert models(TOKEN).json() == {"object": "list", "data": [{"id": "m", "object": "model"}]}
    assert models("another").status_code == 401
    model.status = 404
    assert models(TOKEN).status_code == 404 and "message" in models(TOKEN).json()["error"]


def test_one_answer_may_be_asked_for_by_null_too(guarded: str, model: Model) -> None:
    assert post(guarded, body(n=None)).status_code == post(guarded, body(n=1)).status_code == 200
    assert [asked["n"] for asked in model.asked] == [None, 1]


def test_with_mark_the_answer_itself_says_what_is_wrong(guarded: str) -> None:
    sent = body(stream=True) | {"localcheck": {"context": CONTEXT, "mark": True}}
    found = events(post(guarded, sent).text)
    text = "".join(e["choices"][0]["delta"].get("content", "") for e in found if e["choices"])
    assert text.count("[localcheck:") == 1
    assert "[localcheck: the evidence contradicts “She was born in Paris.”]" in text, "others may have been said since"


def test_with_mark_a_whole_answer_says_it_behind_the_sentence(guarded: str) -> None:
    sent = body() | {"localcheck": {"context": CONTEXT, "mark": True}}
    content = post(guarded, sent).json()["choices"][0]["message"]["content"]
    mark = " [localcheck: the evidence contradicts this sentence]"
    assert content == "".join(PIECES).replace("born in Paris.", f"born in Paris.{mark}")


def test_a_whole_answer_has_its_findings_beside_it(guarded: str) -> None:
    found = post(guarded, body()).json()
    assert found["choices"][0]["message"]["content"] == "".join(PIECES)
    assert [s["flagged"] for s in found["localcheck"]["sentences"]] == [False, True, False]
    assert found["localcheck"]["flagged"] == 1


def test_a_whole_answer_is_read_once_unless_a_sentence_fails(
    guarded: str, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each sentence was checked by a reading of the whole answer: one of 160 took minutes."""
    asked_for: list[frozenset[int]] = []
    check = Session.check

    def counted(session: Session, request: CheckRequest) -> Any:
        asked_for.append(request.only[0][1])
        return check(session, request)

    def entail(self: TableNLI, pairs: Sequence[tuple[str, str]]) -> Any:
        if any("poison" in claim for _, claim in pairs):
            raise NLIError("broken")
        return entailed(self, pairs)

    monkeypatch.setattr(Session, "check", counted)
    assert [s["flagged"] for s in post(guarded, body()).json()["localcheck"]["sentences"]] == [False, True, False]
    assert asked_for == [frozenset({0, 1, 2})]
    entailed = TableNLI.entail
    monkeypatch.setattr(TableNLI, "entail", entail)
    model.pieces = [*PIECES[:4], "The poison is in the tea."]
    *others, last = post(guarded, body()).json()["localcheck"]["sentences"]
    assert [(s["flagged"], s["error"]) for s in others] == [(False, ""), (True, "")]
    assert last["error"] == "broken" and asked_for[2:] == [frozenset({n}) for n in range(3)]


def test_a_first_chunk_comes_before_the_answer_is_done(guarded: str, model: Model) -> None:
    model.pause = 0.2
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.stream(
        "POST", guarded + PATH, json=body(stream=True), headers=headers, timeout=30, trust_env=False
    ) as answer:
        lines = (
            line for line in answer.iter_lines() if line
        )  # kept: a generator that is dropped closes the connection
        assert PIECES[0] in next(lines) and model.left == 0
    ends = time.monotonic() + 20
    while not model.left and time.monotonic() < ends:
        time.sleep(0.05)
    assert model.left == 1, "a client that goes away ends the model's work"
    assert post(guarded, body()).status_code == 200


def test_what_stands_behind_a_block_of_code_is_checked_and_its_lines_are_no_prose(guarded: str, model: Model) -> None:
    lines = ["It is so:\n", "```python\n", "x = 1. \n", "# A note. And more.\n", "y = 2.\n", "```\n", "She was born. "]
    model.pieces = [*PIECES[:3], "born in London.\n\n", *lines, "Ada Lovelace was born in Paris. ", "That is all."]
    found = [e["localcheck"] for e in events(post(guarded, body(stream=True)).text) if "localcheck" in e]
    whole = post(guarded, body()).json()["localcheck"]
    assert [s["text"] for s in found[:-1]] == [s["text"] for s in whole["sentences"]]
    assert [s["text"] for s in found if s.get("flagged") is True] == ["Ada Lovelace was born in Paris."]
    assert found[-1] == {"sentences": len(whole["sentences"]), "flagged": 1}


def test_a_sentence_that_grew_after_it_was_complete_is_checked_and_so_is_the_next() -> None:
    talk = _Talk(asyncio.Queue())
    for text in ("```\nOne. Two. Three. ", "```\nOne. Two. Three. Four. Five.\n```\nNext. Last."):
        talk.text = text
        talk._complete(split_sentences(text))
    ready = [talk.ready.get_nowait() for _ in range(talk.ready.qsize())]
    seen = [split_sentences(talk.text[:end])[number].text for end, number in ready]
    assert seen[-3:] == ["```\nOne. Two. Three. Four. Five.\n```", "Next.", "Last."]
    assert talk.sentences == 3 and len(seen) == 6


@pytest.mark.parametrize("goes_on", [None, ""])
async def test_a_chunk_passes_at_once_unless_it_ends_the_answer(goes_on: str | None) -> None:
    talk = _Talk(asyncio.Queue())
    for content, reason in (("One", goes_on), (" two.", goes_on), ("", "stop")):
        await talk._take({"choices": [{"delta": {"content": content}, "finish_reason": reason}]})
    assert (talk.out.qsize(), len(talk.last)) == (2, 1)


async def test_an_engine_that_is_ended_ends_the_stream() -> None:
    class Silent:
        async def aiter_bytes(self) -> AsyncIterator[bytes]:
            await asyncio.sleep(60)
            yield b""

    engine = SessionThread(Settings(detector="all-false"))
    guard = Guard(engine, "http://127.0.0.1:1", 20)
    told = guard._together(cast("httpx.Response", Silent()), asked(json.dumps(body(stream=True)).encode()))
    waiting = asyncio.create_task(anext(told))
    await asyncio.sleep(0.05)
    engine.end()
    with pytest.raises(Ending):
        await asyncio.wait_for(waiting, 5)


async def test_a_client_that_stops_reading_and_goes_away_ends_the_work() -> None:
    class Endless:
        async def aiter_bytes(self) -> AsyncIterator[bytes]:
            while True:
                yield _line({"choices": [{"delta": {"content": "a "}}]})

    guard = Guard(SessionThread(Settings(detector="all-false")), "http://127.0.0.1:1", 20)
    told = guard._together(cast("httpx.Response", Endless()), asked(json.dumps(body(stream=True)).encode()))
    assert (await anext(told))["choices"]
    await asyncio.sleep(0.05)
    await asyncio.wait_for(told.aclose(), 5)


async def test_an_error_of_our_own_ends_a_stream_and_is_named() -> None:
    async def broken() -> None:
        raise ValueError("oh")

    out: asyncio.Queue[Any] = asyncio.Queue()
    await _until_told(broken(), out)
    told = out.get_nowait()
    assert isinstance(told, BackendError) and "ValueError: oh" in told.message and "bug" in told.hint


def test_a_whole_answer_that_is_cut_off_or_too_long_is_a_clear_error(
    guarded: str, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.serve.guard.LONGEST", 20)
    long = post(guarded, body())
    assert long.status_code == 502 and "longer than 20" in long.json()["error"]["message"]
    model.cut = True
    cut = post(guarded, body())
    assert cut.status_code == 502 and "stopped in the middle" in cut.json()["error"]["message"] and cut.json()["hint"]


def test_a_model_server_that_fails_is_a_clear_error(guarded: str, model: Model) -> None:
    model.garbage = True
    found = events(post(guarded, body(stream=True)).text)
    assert "not JSON" in found[-1]["error"]["message"]
    for status in (500, 307):
        model.status = status
        broken = post(guarded, body())
        assert broken.status_code == 502 and f"answered {status}" in broken.json()["error"]["message"]
        assert f"answered {status}" in events(post(guarded, body(stream=True)).text)[-1]["error"]["message"]
    assert len(model.asked) == 5, "a redirection is not followed"
    for status in (400, 404, 429, 503):
        model.status = status
        assert post(guarded, body()).status_code == status, "clients wait, or ask otherwise, by the status"


def test_what_the_model_server_says_of_its_refusal_is_passed_on(guarded: str, model: Model) -> None:
    model.status, model.refusal = 400, '{"error": {"message": "9000 tokens are too many", "code": "too_long"}}'
    assert post(guarded, body()).json()["error"]["message"].endswith("answered 400: 9000 tokens are too many")
    told = events(post(guarded, body(stream=True)).text)[-1]["error"]["message"]
    assert told.endswith("answered 400: 9000 tokens are too many")


def test_texts_in_parts_are_read_in_questions_and_answers(guarded: str, model: Model) -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:,"}}
    parts = [{"type": "text", "text": "Where was she born?"}, picture]
    sent = json.dumps(body(messages=[{"role": "user", "content": parts}])).encode()
    assert asked(sent).prompt == "Where was she born?"
    model.parts = True
    found = post(guarded, body()).json()
    assert found["localcheck"]["flagged"] == 1 and isinstance(found["choices"][0]["message"]["content"], list)
    marked = post(guarded, body(localcheck={"context": CONTEXT, "mark": True})).json()
    assert "the evidence contradicts this sentence" in marked["choices"][0]["message"]["content"]


def test_a_client_that_goes_away_from_a_whole_answer_ends_the_work(guarded: str, model: Model) -> None:
    model.wait = 8.0
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            guarded + PATH, json=body(), headers={"Authorization": f"Bearer {TOKEN}"}, timeout=1, trust_env=False
        )
    deadline = time.monotonic() + 5
    while (active := httpx.get(f"{guarded}/health", trust_env=False).json()["active"]) and time.monotonic() < deadline:
        time.sleep(0.05)
    model.wait = 0.0
    assert active == 0


def test_a_model_server_that_is_gone_is_a_clear_error(home: object) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        upstream = f"http://127.0.0.1:{free.getsockname()[1]}"
        engine = SessionThread(Settings(detector="all-false"), None)
        with serving(Server(engine, TOKEN, None, upstream).app()) as url:
            broken = post(url, body())
            assert broken.status_code == 502 and "gave no answer" in broken.json()["error"]["message"]


def test_an_empty_context_is_held_against_and_not_the_index(guarded: str) -> None:
    found = post(guarded, body(localcheck={"context": []})).json()["localcheck"]["sentences"]
    assert {claim["label"] for sentence in found for claim in sentence["claims"]} == {"not_enough_evidence"}


def test_token_limits_and_bad_bodies(guarded: str, model: Model) -> None:
    assert post(guarded, body(), token="wrong").status_code == 401
    assert post(guarded, body(messages=[{"role": "user", "content": "x" * 30_000}])).status_code == 413
    refused: tuple[Any, ...] = (
        [],
        {"messages": "x"},
        body(n=2),
        body(localcheck={"upstream": "http://x"}),
        body(localcheck={"context": "x"}),
    )
    for bad in refused:
        told = post(guarded, bad)
        assert told.status_code == 422 and told.json()["error"]["message"].startswith("body"), bad
    assert model.asked == []


@pytest.mark.parametrize(
    "address",
    ["https://127.0.0.1:1", "http://example.org:80", "http://127.0.0.1@example.org", "http://a:b@127.0.0.1:8080", "http://",
     "127.0.0.1:8080", "http://127.0.0.1:8080/else", "http://127.0.0.1:8080?x=1", "file:///etc/passwd", "http://[::1",
     "http://127.0.0.1:99999", "http://10.0.0.1:80"],
)  # fmt: skip
def test_only_a_plain_address_of_this_machine_is_a_model_server(
    address: str, home: object, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError):
        upstream_of(address)
    assert run(["serve", "--port", "0", "--upstream", address]) == 2
    assert "not the address of a model server on this machine" in capsys.readouterr().err


def test_addresses_that_are_taken(home: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert upstream_of("http://localhost:8080/v1/") == "http://localhost:8080"
    assert upstream_of("http://[::1]:8080") == "http://[::1]:8080"
    assert run(["serve", "--port", "8123", "--upstream", "http://127.0.0.1:8123"]) == 2
    assert "that is this server itself" in capsys.readouterr().err


def test_without_an_upstream_there_is_no_such_route(home: object) -> None:
    with serving(Server(SessionThread(Settings(detector="all-false")), TOKEN).app()) as url:
        assert post(url, body()).status_code == 404


@given(st.binary(max_size=60) | st.recursive(st.none() | st.text(max_size=5), lambda x: st.lists(x, max_size=3)).map(
    lambda v: json.dumps({"messages": v, "localcheck": v}).encode()
))  # fmt: skip
def test_no_body_makes_it_stumble(data: bytes) -> None:
    with suppress(BadInput):
        assert isinstance(asked(data).body, dict)
