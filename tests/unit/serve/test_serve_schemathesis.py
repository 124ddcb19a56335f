"""Requests made from the API's own description, and broken ones: every answer is one that the description promises."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings

from localcheck.backends.nli.table import TableNLI
from localcheck.ports import NLI, SentenceEncoder
from localcheck.serve.app import Server
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from tests.needs import Later

schemathesis, checks = Later("schemathesis"), Later("schemathesis.specs.openapi.checks")
TOKEN = "a-token-for-these-tests"


@pytest.fixture(scope="module")
def described() -> Iterator[Any]:
    """The description, as a server on a free port gives it."""
    engine = SessionThread(
        Settings(detector="faithfulness", cache=False), None, {NLI: TableNLI({}), SentenceEncoder: None}
    )
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(Server(engine, TOKEN).app(), log_level="error", lifespan="on", ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield schemathesis.openapi.from_url(f"http://127.0.0.1:{listening.getsockname()[1]}/openapi.json")
        server.should_exit = True
        thread.join(30)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/health"), ("GET", "/openapi.json"), ("POST", "/v1/check"), ("POST", "/v1/faithfulness")],
)
@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_every_answer_is_one_that_is_described(described: Any, method: str, path: str, mode: str) -> None:
    operation = described[path][method]
    if mode == "negative" and method == "GET":
        return

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)))
    def ask(case: Any) -> None:
        # Which options a method takes stands in `localcheck detectors NAME`, not in the description.
        left_out = [checks.positive_data_acceptance] if path == "/v1/check" else []
        case.call_and_validate(headers={"Authorization": f"Bearer {TOKEN}"}, excluded_checks=left_out)

    ask()
