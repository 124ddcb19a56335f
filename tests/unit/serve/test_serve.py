"""The HTTP API over a real socket: a table in the place of the NLI model, everything else as in production."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from localcheck.backends.nli.table import TableNLI
from localcheck.cli.checks.serve import token_of
from localcheck.cli.main import run
from localcheck.errors import BadInput, NLIError
from localcheck.monitoring.monitor import report
from localcheck.ports import NLI, FloatArray, SentenceEncoder
from localcheck.run.rechecking import read_rows
from localcheck.serve import openapi
from localcheck.serve.app import Counted, Limits, Server
from localcheck.serve.running import Running
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.text.inert import UNSAFE

TOKEN = "a-token-for-these-tests"
FACT = "The museum opened in 1912."
BEARER = {"Authorization": f"Bearer {TOKEN}"}
ANSWER = {"answer": f"{FACT} The museum lies in Utrecht.", "context": [FACT]}


class Slow(TableNLI):
    """Takes a while for each call, and breaks on a word."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__({(FACT, FACT): (0.98, 0.01, 0.01)})
        self.seconds, self.calls = seconds, 0

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        self.calls += 1
        time.sleep(self.seconds)
        if any("poison" in h for _, h in pairs):
            raise NLIError("broken")
        return super().entail(pairs)


class Held(Slow):
    """Answers nothing until ``go`` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def entail(self, pairs: list[tuple[str, str]]) -> FloatArray:  # type: ignore[override]
        assert self.go.wait(30)
        return super().entail(pairs)


@contextmanager
def serving(
    nli: Slow | None = None, limits: Limits | None = None, store: Path | None = None
) -> Iterator[tuple[str, SessionThread]]:
    """A server on a free port; its address and its engine."""
    options = (("faithfulness", (("group", 1),)),)
    engine = SessionThread(
        Settings(detector="faithfulness", cache=False, options=options),
        store,
        {NLI: nli or Slow(), SentenceEncoder: None},
    )
    app = Server(engine, TOKEN, limits).app()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = Running(app, engine, log_level="error", lifespan="on", ws="none")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", engine
        finally:
            server.should_exit = True
            thread.join(30)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as (url, _):
        yield url


def _eventually(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not done():
        assert time.monotonic() < until
        time.sleep(0.02)


def post(url: str, path: str, body: Any, token: str = TOKEN, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", **more.pop("headers", {})}
    return httpx.post(f"{url}{path}", json=body, headers=headers, timeout=30, trust_env=False, **more)


def test_an_answer_is_scored_and_ruled_on(address: str) -> None:
    response = post(address, "/v1/faithfulness", ANSWER)
    assert response.status_code == 200, response.text
    found = response.json()
    assert (found["faithfulness"]["score"], found["ruling"]["disposition"]) == (0.5, "block")
    assert found["report"]["verdicts"][0]["evidence"][0]["quote"] == FACT
    checks = list(read_rows([("answer", found)]))
    assert [c.quote for c in checks] == [FACT] and not any(c.problem for c in checks)


@pytest.mark.parametrize("stream", [True, False])
def test_nothing_in_an_answer_is_a_command_to_a_terminal(address: str, stream: bool) -> None:
    """An override of direction and a C1 control came back raw."""
    evil = "\u202e \x9b31m \x1b]52;c;aGk=\x07 \u2028 \x7f"
    body = {"text": f"{FACT} {evil}", "title": evil, "context": [evil], "stream": stream}
    response = post(address, "/v1/check", body)
    assert UNSAFE.search(response.text) is None and "52;c;" in response.text
    assert evil in json.loads(response.text.splitlines()[-1])["report"]["document"]["context"]
    refused = post(address, "/v1/check", {"text": "A b.", evil: 1})
    assert refused.status_code == 422 and UNSAFE.search(refused.text) is None


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcheck.serve.limits.REST_SECONDS", 0.3)
    head = f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    with (
        serving(limits=Limits(seconds=0.3)) as (url, _),
        socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as client,
    ):
        client.settimeout(10)
        client.sendall(head.encode())
        assert client.recv(100).startswith(b"HTTP/1.1 408")


def test_a_bad_option_is_said_before_the_server_starts(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "-d", "faithfulness", "-o", "group=0"]) == 2
    assert "group: must be a whole number, 1 to 1024, not '0'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "outcome"),
    [({"answer": " "}, "empty_answer"), ({"context": []}, "empty_context"), ({"answer": "I don't know."}, "abstained"),
     ({"risk": "none"}, "skipped")],
)  # fmt: skip
def test_what_has_no_score_is_named(address: str, change: dict[str, Any], outcome: str) -> None:
    found = post(address, "/v1/faithfulness", {**ANSWER, **change}).json()["faithfulness"]
    assert (found["outcome"], found["score"]) == (outcome, None)


def test_a_server_that_is_ended_tells_those_who_wait() -> None:
    """It waited five seconds and then cut them off: with a traceback, or in the middle of a line."""
    long = {"text": " ".join(f"The museum number {i} opened in 1912." for i in range(40)), "context": [FACT]}
    slow = Slow(0.3)
    with ThreadPoolExecutor() as clients:
        with serving(slow) as (url, engine):
            plain, streamed = (clients.submit(post, url, "/v1/check", {**long, "stream": s}) for s in (False, True))
            while engine.at_work < 2 or slow.calls < 3:
                time.sleep(0.02)
        ended = {"error": "the server is ending", "hint": "ask again when it is started"}
        assert (plain.result().status_code, plain.result().json()) == (503, ended)
        lines = [json.loads(line) for line in streamed.result().text.splitlines()]
    assert lines[0]["event"] == "started" and lines[-1] == {"event": "failed", **ended}


def test_an_empty_text_is_named_too(address: str) -> None:
    assert post(address, "/v1/check", {"text": "\ufeff \n"}).json()["faithfulness"]["outcome"] == "empty_answer"


def test_a_check_streams_its_events(address: str) -> None:
    body = {"text": ANSWER["answer"], "context": [FACT], "stream": True}
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.stream("POST", f"{address}/v1/check", json=body, headers=headers, trust_env=False) as response:
        assert response.headers["content-type"] == "application/x-ndjson"
        events = [json.loads(line) for line in response.iter_lines()]
    assert [e["event"] for e in events] == ["started", "judged", "judged", "finished"]
    assert events[1]["verdict"]["label"] == "supported"


def test_another_method_with_options(address: str) -> None:
    body = {"text": FACT, "samples": [FACT, "Nothing."], "detector": "selfcheck-ngram", "options": {"n": 2}}
    found = post(address, "/v1/check", body).json()
    assert found["report"]["run"]["detector"] == "selfcheck-ngram"
    assert found["report"]["run"]["parameters"]["n"] == 2
    assert found["faithfulness"]["outcome"] == "unscored"


def test_the_options_of_a_first_request_are_its_own() -> None:
    """They became the defaults of all later ones, and a wrong one made every later request fail."""
    body = {"text": FACT, "samples": [FACT, "Nothing."], "detector": "selfcheck-ngram"}
    with serving() as (url, _):
        assert post(url, "/v1/check", {**body, "options": {"kk": 1}}).status_code == 422
        chosen, plain = (post(url, "/v1/check", {**body, **more}).json() for more in ({"options": {"n": 2}}, {}))
    runs = [found["report"]["run"] for found in (chosen, plain)]
    assert [run["parameters"]["n"] for run in runs] == [2, 1]
    assert runs[0]["settings_digest"] != runs[1]["settings_digest"]


@pytest.mark.parametrize(
    ("path", "body", "status", "says"),
    [
        ("/v1/check", {"txt": "x"}, 422, "txt"),
        ("/v1/check", {"text": "x", "about": "y"}, 422, "known: model, template, "),
        ("/v1/faithfulness", {"answer": "x"}, 422, "body: the key 'context' is missing\""),
        ("/v1/check", {"text": "x", "detector": "bayes-sequental"}, 422, "bayes-sequental"),
        ("/v1/check", {"text": "x", "options": {"kk": 1}}, 422, "kk"),
        ("/v1/check", {"text": "x", "options": {"group": [1]}}, 422, "body.options: must be an object whose values"),
        ("/v1/check", {"text": 5}, 422, "text"),
        ("/v1/check", [1], 422, "object"),
        ("/v1/faithfulness", {"answer": "x", "context": [], "risk": "hgih"}, 422, "hgih"),
        ("/v1/faithfulness", {"answer": "x", "context": [], "judge": "me"}, 422, "judge"),
        ("/v1/faithfulness", {"answer": "x", "context": [], "model": "m" * 201}, 422, "longer"),
        ("/v1/faithfulness", {"answer": "It is.", "context": ["c"], "judge": "llm"}, 409, "language model"),
    ],
)
def test_a_body_with_a_mistake_is_refused_with_words(
    address: str, path: str, body: Any, status: int, says: str
) -> None:
    response = post(address, path, body)
    assert response.status_code == status, response.text
    assert says in response.text and set(response.json()) == {"error", "hint"}


def test_a_body_with_two_values_of_one_name_is_refused(address: str) -> None:
    headers = {**BEARER, "Content-Type": "application/json"}
    twice = b'{"answer": "It opened in 1912.", "context": ["c"], "answer": "Never mind."}'
    refused = httpx.post(f"{address}/v1/faithfulness", content=twice, headers=headers, trust_env=False)
    assert (refused.status_code, "two values of 'answer'" in refused.text) == (422, True)


def test_a_model_that_breaks_is_the_server_s_fault(address: str) -> None:
    response = post(address, "/v1/faithfulness", {"answer": "The poison is in the tea.", "context": ["poison tea"]})
    assert (response.status_code, response.json()["error"]) == (502, "broken")


def test_only_who_has_the_token_gets_in(address: str) -> None:
    assert post(address, "/v1/faithfulness", ANSWER, token="wrong").status_code == 401
    without = httpx.post(f"{address}/v1/check", json={"text": "x"}, trust_env=False)
    assert without.status_code == 401 and "Authorization: Bearer" in without.json()["hint"]
    assert httpx.get(f"{address}/health", trust_env=False).json()["status"] == "ok"


def test_a_page_that_rebinds_its_name_to_this_machine_is_refused(address: str) -> None:
    assert post(address, "/v1/faithfulness", ANSWER, headers={"Host": "evil.example"}).status_code == 421
    assert httpx.get(f"{address}/health", headers={"Host": "evil.example"}, trust_env=False).status_code == 421


def test_other_media_and_methods_are_refused(address: str) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "text/plain"}
    refused = httpx.post(f"{address}/v1/check", content="x", headers=headers, trust_env=False)
    assert (refused.status_code, refused.json()) == (
        415,
        {"error": "the body must be application/json", "hint": "name that in the header Content-Type"},
    )
    assert "null is not a text" in post(address, "/v1/check", {"text": None}).json()["error"]
    other = httpx.get(f"{address}/v1/check", headers=headers, trust_env=False)
    assert (other.status_code, other.json()["hint"][:34]) == (405, "GET /openapi.json says which metho")
    assert httpx.get(f"{address}/nothing", trust_env=False).status_code == 404


def test_why_a_body_is_refused_is_read_by_a_client_that_is_still_sending(address: str) -> None:
    """The connection was reset under it."""
    for token, status, hint in ((TOKEN, 413, "serve --max-bytes allows more"), ("wrong", 401, "send the header")):
        with closing(HTTPConnection(address.removeprefix("http://"), timeout=30)) as client:
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Connection": "close"}
            client.request("POST", "/v1/check", b"x" * 20_000_000, headers)
            refused = client.getresponse()
            assert refused.status == status and json.loads(refused.read())["hint"].startswith(hint)


@pytest.mark.parametrize(("method", "path", "status"), [("POST", "/v1/chekc", 404), ("PUT", "/v1/check", 405)])
def test_so_is_why_there_is_no_such_route(address: str, method: str, path: str, status: int) -> None:
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=30)) as client:
        client.request(method, path, b"x" * 20_000_000, {"Connection": "close"})
        refused = client.getresponse()
        assert refused.status == status and "openapi.json" in json.loads(refused.read())["hint"]


def test_size_time_and_number_are_limited() -> None:
    nli = Slow(1.6)
    with serving(nli, Limits(bytes=2000, seconds=4.0, requests=1)) as (url, engine):
        assert post(url, "/v1/check", {"text": "x" * 3000}).status_code == 413
        long = {"answer": " ".join(f"The museum number {i} opened in 1912." for i in range(12)), "context": [FACT]}
        answers: list[int] = []
        thread = threading.Thread(target=lambda: answers.append(post(url, "/v1/faithfulness", long).status_code))
        thread.start()
        while not nli.calls and thread.is_alive():
            time.sleep(0.01)
        assert nli.calls, "the model is asked before the time is up"
        busy = post(url, "/v1/faithfulness", ANSWER)
        thread.join()
        assert (busy.status_code, busy.headers["retry-after"]) == (429, "1")
        assert answers == [504]
        assert engine.cancelled == 1
        nli.seconds = 0
        assert post(url, "/v1/faithfulness", ANSWER).status_code == 200, "the server goes on"


def test_of_streams_that_are_asked_for_at_once_no_more_than_the_limit_are_begun() -> None:
    sent = {
        "text": " ".join(f"The museum number {i} opened in 1912." for i in range(40)),
        "context": [FACT],
        "stream": True,
    }
    headers = {"Authorization": f"Bearer {TOKEN}"}

    nli = Held()

    async def burst(url: str) -> list[int]:
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            asked = [client.post(f"{url}/v1/check", json=sent, headers=headers) for _ in range(8)]
            codes = []
            for answer in asyncio.as_completed(asked):
                codes.append((await answer).status_code)
                if len(codes) == 6:  # those beyond the limit have their answer while the two of the limit are at work
                    nli.go.set()
            return codes

    with serving(nli, limits=Limits(requests=2)) as (url, _):
        assert asyncio.run(burst(url)) == [429] * 6 + [200] * 2
        deadline = time.monotonic() + 10  # a slot is given back when its answer is out
        while httpx.get(f"{url}/health", trust_env=False).json()["active"] and time.monotonic() < deadline:
            time.sleep(0.01)
        assert httpx.get(f"{url}/health", trust_env=False).json()["active"] == 0


def test_a_client_that_goes_away_before_its_turn_frees_its_place() -> None:
    """It kept it until the step of another request was done: who asked again after a time limit of their own was refused."""
    held = Held()
    with serving(held, Limits(requests=2)) as (url, engine), ThreadPoolExecutor(1) as pool:
        first = pool.submit(post, url, "/v1/faithfulness", ANSWER)
        _eventually(lambda: engine.at_work == 1)
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{url}/v1/faithfulness", json=ANSWER, headers=BEARER, timeout=0.5, trust_env=False)

        def taken() -> bool:
            try:
                httpx.post(f"{url}/v1/faithfulness", json=ANSWER, headers=BEARER, timeout=0.5, trust_env=False)
            except httpx.ReadTimeout:
                return True  # it waits for its turn; else it was refused at once
            return False

        _eventually(taken)
        held.go.set()
        assert first.result().status_code == 200


@pytest.mark.parametrize("last", [False, True])
async def test_the_work_of_a_stream_that_is_cut_off_ends_with_it(
    home: object, monkeypatch: pytest.MonkeyPatch, last: bool
) -> None:
    """A client that does not read lets the answer wait in the middle: the time limit found it there, and left its run open. It
    may also wait with the line that says that the time is up (``last``): that held its place for ever.
    """
    monkeypatch.setattr("localcheck.serve.app.REST_SECONDS", 0.1)
    server = Server(SessionThread(Settings(detector="all-false")), TOKEN, Limits(seconds=0.1))
    closed = asyncio.Event()

    async def events() -> AsyncGenerator[dict[str, str], None]:
        try:
            while True:
                await asyncio.sleep(60 * last)
                yield {"event": "judged"}
        finally:
            closed.set()

    async def unread(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(60)

    async def receive() -> Any:
        await asyncio.sleep(60)

    scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
    with suppress(asyncio.CancelledError):
        await asyncio.wait_for(
            Counted(server, server._lines(events()), "application/x-ndjson")(scope, receive, unread), 30
        )
    assert closed.is_set() and server.active == 0


@pytest.mark.parametrize("stream", [True, False])
def test_a_client_that_goes_away_cancels_its_work(stream: bool) -> None:
    nli = Slow(0.05)
    text = " ".join(f"The museum number {i} opened in 1912." for i in range(60))
    body = json.dumps({"text": text, "context": [FACT], "stream": stream}).encode()
    head = (
        f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with serving(nli) as (url, engine):
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as client:
            client.sendall(head.encode() + body)
            while nli.calls < 3:
                time.sleep(0.01)
        deadline = time.monotonic() + 10
        while not engine.cancelled and time.monotonic() < deadline:
            time.sleep(0.02)
        assert engine.cancelled == 1
        after = nli.calls
        time.sleep(0.3)
        assert nli.calls <= after + 1, "nothing goes on in the background"
        assert after < 60


def test_two_requests_take_turns() -> None:
    with serving(Slow(0.02)) as (url, _):
        long = {"answer": " ".join(f"The museum number {i} opened in 1912." for i in range(40)), "context": [FACT]}
        ended: list[str] = []

        def ask(name: str, body: Any) -> None:
            assert post(url, "/v1/faithfulness", body).status_code == 200
            ended.append(name)

        first = threading.Thread(target=ask, args=("long", long))
        second = threading.Thread(target=ask, args=("short", ANSWER))
        first.start()
        time.sleep(0.1)
        second.start()
        first.join()
        second.join()
        assert ended == ["short", "long"]


def test_checks_are_logged(tmp_path: Path) -> None:
    with serving(store=tmp_path / "localcheck.db") as (url, _):
        assert post(url, "/v1/faithfulness", {**ANSWER, "template": "rag", "call_id": "call-7"}).status_code == 200
    with Store(tmp_path / "localcheck.db") as store:
        (check,) = store.checks.between(0, time.time() + 60)
    assert (check.template, check.score) == ("rag", 0.5)


def test_texts_without_a_name_are_told_apart_so_that_a_mean_has_its_interval(tmp_path: Path) -> None:
    answers = [ANSWER["answer"], ANSWER["answer"], "The museum is said to lie in Rome."]
    with serving(store=tmp_path / "localcheck.db") as (url, _):
        for answer in answers:
            assert post(url, "/v1/faithfulness", {**ANSWER, "answer": answer}).status_code == 200
    with Store(tmp_path / "localcheck.db") as store:
        checks = store.checks.between(0, time.time() + 60)
    first, second, other = (c.document_id for c in checks)
    assert first == second != other and re.fullmatch("request:[0-9a-f]{12}", first)
    (figures,) = report(checks, "template", time.time() + 60)
    assert figures.low is not None and figures.high is not None


def test_the_description_is_valid_and_describes_the_answers(address: str) -> None:
    described = httpx.get(f"{address}/openapi.json", trust_env=False).json()
    assert described == json.loads(json.dumps(openapi.document(2_000_000)))
    schema = {"$ref": "#/components/schemas/Answer", "components": described["components"]}
    jsonschema.validate(post(address, "/v1/faithfulness", ANSWER).json(), schema)


def test_the_token_is_made_once_and_is_the_owner_s(tmp_path: Path) -> None:
    file = tmp_path / "token"
    token = token_of(file)
    assert token_of(file) == token and len(token) >= 32
    assert file.stat().st_mode & 0o077 == 0
    for no_token in (
        b"short",
        b"\xff\xfe0123456789abcdefgh",
        "höher als sechzehn".encode(),
        b"0123456789abcdef\n0123456789abcdef",
    ):
        file.write_bytes(no_token)
        with pytest.raises(BadInput, match="holds no token"):
            token_of(file)


def test_a_token_that_another_server_is_just_writing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.touch()
    monkeypatch.setattr("localcheck.cli.checks.serve.time.sleep", lambda _: file.write_text("t" * 20))
    assert token_of(file) == "t" * 20


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("127.0.0.1:8899", "127.0.0.1"),
        ("localhost", "localhost"),
        ("[::1]:80", "[::1]"),
        ("127.0.0.1:8899@evil.com", ""),
        ("user@127.0.0.1", ""),
        ("", ""),
        ("127.0.0.1:", ""),
        ("127.0.0.1/x", ""),
        (" 127.0.0.1", ""),
    ],
)
def test_the_host_of_a_request_is_a_host_and_a_port(header: str, host: str) -> None:
    from localcheck.serve.app import host_of
    from localcheck.system.network import is_local

    assert host_of(header) == host
    assert not host or is_local(host)


@pytest.mark.parametrize("header", ["127.0.0.1:8899@evil.com", "", "127.0.0.1:"])
def test_a_malformed_host_is_refused(address: str, header: str) -> None:
    assert httpx.get(f"{address}/health", headers={"Host": header}, trust_env=False).status_code == 421
