"""Requests to the page's routes made from a description of them, and broken ones: every answer is JSON with a promised status.

``FUZZ_EXAMPLES`` sets the number of requests to each route.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from serving_page import TEXT, TOKEN, Served, serving

from localcheck.types import JSON
from tests.needs import Later, needs

needs("schemathesis", reason="schemathesis is not installed")

schemathesis, checks = Later("schemathesis"), Later("schemathesis.specs.openapi.checks")
MANY = int(os.environ.get("FUZZ_EXAMPLES", "20"))
TEXTS: JSON = {"type": "string"}
NAME: JSON = {"type": "string", "minLength": 1, "maxLength": 200}
PLACE: JSON = {"type": "integer", "minimum": -5, "maximum": 200}
CLAIM: JSON = {"enum": ["0.0", "1.0", "2.0", "9.9", ""]}
ERROR: JSON = {"type": "object", "required": ["error", "hint"], "additionalProperties": False,
               "properties": {"error": {"type": "string", "minLength": 1}, "hint": {"type": "string"}}}  # fmt: skip
REVIEWER = {"reviewer": NAME}


def body(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


BODIES: dict[str, JSON] = {
    "/page/runs": body(["text"], text=TEXTS, title=TEXTS),
    "/page/runs/{run}/seen": {"type": "object", "required": ["reviewer"], "properties": REVIEWER},
    "/page/runs/{run}/undo": {"type": "object", "required": ["reviewer"], "properties": REVIEWER},
    "/page/runs/{run}/decisions": body(
        ["reviewer", "claim", "revision"],
        reviewer=NAME, claim=CLAIM, revision={"type": "integer", "minimum": 0, "maximum": 3}, note=TEXTS, quote=TEXTS,
        label={"enum": ["", "supported", "refuted", "not_enough_evidence"]}, title=TEXTS, outside=TEXTS,
        blind={"type": "boolean"},
    ),
    "/page/runs/{run}/quote": body(["quote"], quote=TEXTS, title=TEXTS, outside=TEXTS),
    "/page/runs/{run}/corrections": body(
        ["reviewer", "start", "end", "accept"], reviewer=NAME, start=PLACE, end=PLACE, accept={"type": "boolean"}
    ),
    "/page/runs/{run}/signoff": body(["reviewer"], reviewer=NAME, reason=TEXTS),
    "/page/runs/{run}/stop": None,
    "/page/runs/{run}/continue": None,
}  # fmt: skip
QUERIES: dict[str, dict[str, JSON]] = {
    "/page/about": {},
    "/page/runs": {},
    "/page/runs/{run}": {"blind": TEXTS},
    "/page/runs/{run}/sources": {"claim": CLAIM, "query": TEXTS, "blind": TEXTS},
    "/page/runs/{run}/signoff": {},
    "/page/runs/{run}/corrections": {},
    "/page/compare": {"first": TEXTS, "second": {"type": "integer"}},
}


def description() -> JSON:
    """The routes that answer JSON, as OpenAPI."""
    run = {"name": "run", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    answers: JSON = {str(code): {"description": "as asked"} for code in (200, 201)}
    for code in (400, 404, 405, 408, 413, 415, 422, 429):
        answers[str(code)] = {"description": "refused", "content": {"application/json": {"schema": ERROR}}}
    paths: JSON = {}
    for path, queries in QUERIES.items():
        asked = [{"name": name, "in": "query", "schema": schema} for name, schema in queries.items()]
        paths.setdefault(path, {})["get"] = {"parameters": asked + [run] * ("{run}" in path), "responses": answers}
    for path, schema in BODIES.items():
        operation: JSON = {"parameters": [run] * ("{run}" in path), "responses": answers}
        if schema is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        paths.setdefault(path, {})["post"] = operation
    return {"openapi": "3.1.0", "info": {"title": "page", "version": "1"}, "paths": paths}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose store holds a run."""
    with serving(tmp_path_factory.mktemp("home")) as made:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        httpx.post(f"{made.url}/page/runs", json={"text": TEXT}, headers=headers, timeout=60, trust_env=False)
        yield made


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize(("method", "path"), [*(("GET", p) for p in QUERIES), *(("POST", p) for p in BODIES)])
def test_every_answer_is_one_that_is_described(served: Served, method: str, path: str, mode: str) -> None:
    if mode == "negative" and (method == "GET" or BODIES[path] is None):
        return  # a query or a body that is not read is passed over
    described = schemathesis.openapi.from_dict(description())
    described.config.update(base_url=served.url)

    @settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=described[path][method].as_strategy(generation_mode=schemathesis.GenerationMode(mode)))
    def ask(case: Any) -> None:
        if mode == "positive" and "run" in case.path_parameters:
            case.path_parameters["run"] %= 4  # one that is there, mostly
        case.call_and_validate(
            headers={"Authorization": f"Bearer {TOKEN}"}, excluded_checks=[checks.positive_data_acceptance]
        )

    ask()
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert httpx.get(f"{served.url}/page/runs", headers=headers, timeout=60, trust_env=False).status_code == 200
