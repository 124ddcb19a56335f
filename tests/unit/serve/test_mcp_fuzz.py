"""Whatever is written to the server for agents, it goes on, answers what can be answered, and shows no traceback.

``FUZZ_EXAMPLES`` sets the number of examples of each test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from agent_process import Agent, agent
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.needs import needs

needs("mcp", reason="the extra mcp is not installed")

METHODS = [
    "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
    "prompts/list", "prompts/get", "completion/complete", "logging/setLevel", "notifications/cancelled",
    "notifications/initialized", "notifications/progress", "", "x/y",
]  # fmt: skip
TOOLS = [
    "check_text",
    "check_claim",
    "check_against_sources",
    "search_evidence",
    "suggest_correction",
    "verify_report",
    "x",
]
KEYS = [
    "name",
    "arguments",
    "text",
    "claim",
    "answer",
    "sources",
    "query",
    "limit",
    "report",
    "uri",
    "_meta",
    "progressToken",
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 25)
    | st.sampled_from([2**63, 1.5, 1e308, "localcheck://runs", "localcheck://runs/1", "Mars has two moons."])
    | st.text(max_size=12)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=10,
)
CALLS = st.fixed_dictionaries(
    {"name": st.sampled_from(TOOLS)},
    optional={"arguments": st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=3) | VALUES, "_meta": VALUES},
)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS), "params": CALLS | VALUES},
    optional={"id": st.integers(10_000, 20_000) | LEAVES},
)
TESTED = settings(
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "30")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent(tmp_path_factory.mktemp("home"), "-d", "all-false") as made:
        yield made


@TESTED
@given(st.lists(MESSAGES, min_size=1, max_size=4))
def test_messages_that_nearly_fit(one: Agent, sent: list[Any]) -> None:
    for message in sent:
        one.line(json.dumps(message).encode())
    one.alive()


@TESTED
@given(VALUES.map(lambda v: json.dumps(v).encode()) | st.binary(min_size=1, max_size=60))
def test_lines_that_are_no_message(one: Agent, line: bytes) -> None:
    one.line(line)
    one.alive()


@TESTED
@given(st.sampled_from(TOOLS[:-1]), VALUES | st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4))
def test_every_call_of_a_tool_is_answered(one: Agent, name: str, arguments: Any) -> None:
    found = one.ask("tools/call", {"name": name, "arguments": arguments})
    assert ("result" in found) != ("error" in found)
    assert "Traceback" not in json.dumps(found)
    one.alive()
