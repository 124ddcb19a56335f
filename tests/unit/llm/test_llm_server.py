"""Servers that fail, refuse, dawdle, or answer in other shapes: a small HTTP server in the test plays them."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from localcheck.asking.answers import distribution
from localcheck.backends.llm import open_llm, openai_http
from localcheck.backends.llm.openai_http import Server
from localcheck.backends.llm.openai_server import FEW_SCORES, NO_LOGPROBS, NO_SCHEMA, OpenAIServer
from localcheck.backends.nli.table import TableNLI
from localcheck.detectors.greybox import greybox
from localcheck.errors import BadSetting, LLMError, NetworkRefused
from localcheck.monitoring.doctor import chosen_model
from localcheck.ports import NLI
from localcheck.reports.report import UNPROVEN
from localcheck.run.runtime import open_runtime
from localcheck.run.session import run
from localcheck.settings import Settings
from localcheck.types import CompletionRequest, Document, Finished, Message, Span

ASK = CompletionRequest(messages=(Message("user", "Is water wet?"),))
Reply = tuple[int, Any]


@dataclass
class Played:
    """A server whose answers are a function of path and body; it keeps what it was asked."""

    reply: Callable[[str, dict[str, Any]], Reply] = lambda path, body: (200, said("Yes"))
    asked: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    listing: Reply = (200, {"data": [{"id": "m"}]})
    delays: list[float] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    """Of the answers to what is posted."""
    drips: bool = False
    """Whether what is posted is answered a byte at a time, and slowly."""
    cuts: bool = False
    """Whether answers to what is posted end in their middle."""

    def open(self, seconds: float = 5.0) -> OpenAIServer:
        return OpenAIServer(Server(self.url, network=False, seconds=seconds, sleep=self.delays.append), "m")


def said(text: str, **more: Any) -> dict[str, Any]:
    """A chat completion."""
    usage = {"prompt_tokens": 3, "completion_tokens": 1}
    return {"choices": [{"message": {"role": "assistant", "content": text}, **more}], "usage": usage}


@pytest.fixture
def played() -> Iterator[Played]:
    server = Played()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            self._send(*server.listing, {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.asked.append(body)
            self._send(*server.reply(self.path, body), server.headers)

        def _send(self, status: int, value: Any, headers: dict[str, str]) -> None:
            data = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            for name, said in {**headers, "content-length": str(len(data))}.items():
                self.send_header(name, said)
            self.end_headers()
            with suppress(OSError):  # nobody reads it any more
                while server.drips and self.command == "POST" and data:
                    self.wfile.write(data[:1])
                    data = data[1:]
                    time.sleep(0.1)
                self.wfile.write(data[: len(data) // 2] if server.cuts else data)

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
    server.url = f"http://127.0.0.1:{http.server_address[1]}"
    yield server
    http.shutdown()
    http.server_close()


def test_a_failure_that_passes_is_tried_again(played: Played) -> None:
    replies = iter([(500, {"error": {"message": "busy"}}), (503, b"later"), (200, said("Yes"))])
    played.reply = lambda path, body: next(replies)
    llm = played.open()
    assert llm.complete([ASK])[0].texts == ("Yes",)
    assert len(played.delays) == 2
    llm.close()


def test_a_server_that_fails_at_every_try_is_asked_once_until_it_answers(played: Played) -> None:
    """Three tries of a choice were followed by three of the same choice in other words, and so at every claim."""
    works: list[bool] = []
    played.reply = lambda path, body: (200, said("Yes")) if works else (500, {"error": "broken"})
    llm = played.open()
    assert [bool(c.error) for c in llm.complete([ASK, ASK])] == [True, True] and len(played.asked) == 4
    works.append(True)
    assert llm.complete([ASK])[0].texts == ("Yes",)
    works.clear()
    assert llm.complete([ASK])[0].error and len(played.asked) == 8
    llm.close()


def test_a_failure_that_stays_is_data_and_the_others_are_answered(played: Played) -> None:
    played.reply = lambda path, body: (500, {"error": "broken"}) if body["seed"] == 1 else (200, said("Yes"))
    llm = played.open()
    bad, good = llm.complete([replace(ASK, seed=1), ASK])
    assert "500 broken" in bad.error and not bad.texts
    assert good.texts == ("Yes",) and (good.tokens_in, good.tokens_out) == (3, 1)
    llm.close()


@pytest.mark.parametrize(
    ("asks", "delays"),
    [("", [0.5, 1.0]), ("Wed, 21 Oct 2026 07:28:00 GMT", [0.5, 1.0]), ("2", [2.0, 2.0]), ("3600", [])],
)
def test_pauses_grow_and_a_server_that_asks_for_an_hour_is_not_waited_for(
    played: Played, asks: str, delays: list[float]
) -> None:
    played.reply = lambda path, body: (429, {"error": {"message": "too many"}})
    played.headers = {"retry-after": asks} if asks else {}
    llm = played.open()
    assert "429 too many" in llm.complete([ASK])[0].error
    assert played.delays == delays and len(played.asked) == len(delays) + 1
    llm.close()


def test_an_answer_that_cannot_be_unpacked_is_data(played: Played) -> None:
    played.headers = {"content-encoding": "gzip"}
    llm = played.open()
    assert "cannot be unpacked" in llm.complete([ASK])[0].error and len(played.asked) == 3
    llm.close()


@pytest.mark.parametrize("body", [b"<html>", b'{"choices": []}', b'{"choices": [{"message": {}}]}', b"[]", b"null"])
def test_answers_in_another_shape_are_data(played: Played, body: bytes) -> None:
    played.reply = lambda path, sent: (200, body)
    llm = played.open()
    (completion,) = llm.complete([ASK])
    assert completion.error and not completion.texts
    llm.close()


@pytest.fixture
def dawdling(played: Played) -> Iterator[Played]:
    """Its model answers questions of seed 0 alone; for the others the server is silent."""
    end = threading.Event()

    def dawdle(path: str, body: dict[str, Any]) -> Reply:
        if body["seed"]:
            end.wait(10)
        return 200, said("Yes")

    played.reply = dawdle
    yield played
    end.set()


def test_a_question_without_an_answer_is_data_and_the_next_one_ends_the_run(
    dawdling: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(openai_http, "PATIENCE", 0.1)
    llm = dawdling.open(seconds=2)
    silent = replace(ASK, seed=1)
    good, bad, again = llm.complete([ASK, silent, ASK])
    assert good.texts == again.texts == ("Yes",) and "did not answer POST /v1/chat/completions within 2 s" in bad.error
    assert "did not answer" in llm.complete([silent])[0].error
    with pytest.raises(LLMError, match="did not answer"):
        llm.complete([silent])
    assert len(dawdling.asked) == 5, "what nobody answers is asked once"
    assert [r.getMessage() for r in caplog.records] == [
        f"localcheck: {dawdling.url} has not answered POST /v1/chat/completions for 0.1 s; it is waited for up to 2 s"
    ]
    llm.close()


def test_a_server_that_hangs_is_not_waited_for_again_at_once(dawdling: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    llm = dawdling.open(seconds=1)
    for _ in range(3):
        with pytest.raises(LLMError, match="did not answer"):
            llm.complete([replace(ASK, seed=1)])
    assert len(dawdling.asked) == 1
    monkeypatch.setattr(openai_http.time, "monotonic", lambda: time.perf_counter() + 1e6)
    assert llm.complete([ASK])[0].texts == ("Yes",), "later it is asked again"
    llm.close()


def test_an_answer_that_is_cut_off_fails_alone(played: Played) -> None:
    played.reply = lambda path, body: (200, said("Yes"))
    llm = played.open()
    assert llm.complete([ASK])[0].texts == ("Yes",)
    played.cuts = True
    assert "cut its answer off" in llm.complete([ASK])[0].error
    with pytest.raises(LLMError, match="cut its answer off"):
        llm.complete([ASK])
    llm.close()


@pytest.mark.parametrize("drips", [False, True])
def test_a_server_that_hangs_from_the_first_question_on_is_an_llm_error(dawdling: Played, drips: bool) -> None:
    dawdling.drips = drips
    llm = dawdling.open(seconds=2)
    with pytest.raises(LLMError, match="POST /v1/chat/completions within 2 s"):
        llm.complete([replace(ASK, seed=0 if drips else 1)])
    llm.close()


def test_a_server_that_hangs_when_asked_for_its_models_is_an_llm_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf, pytest.raises(LLMError, match="GET /v1/models within 1 s"):
        OpenAIServer(Server(f"http://127.0.0.1:{deaf.getsockname()[1]}", network=False, seconds=1), "m")


def test_no_server_is_an_llm_error() -> None:
    with pytest.raises(LLMError, match="no connection") as caught:
        OpenAIServer(Server("http://127.0.0.1:9", network=False, sleep=lambda s: None), "m")
    assert caught.value.hint == "is the server running?" and caught.value.exit_code == 4


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_server_that_cannot_be_used_at_all_is_an_llm_error(played: Played, status: int) -> None:
    played.reply = lambda path, body: (status, {"error": {"message": "no"}})
    llm = played.open()
    with pytest.raises(LLMError, match=str(status)) as caught:
        llm.complete([ASK])
    assert ("sends no key" in caught.value.hint) == (status == 401)
    llm.close()


@pytest.mark.parametrize("status", [200, 400, 500])
def test_an_answer_without_end_is_not_read_to_its_end(
    played: Played, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_http, "LARGEST", 1000)
    played.reply = lambda path, body: (status, said("Yes" * 1000))
    llm = played.open()
    assert "longer than" in llm.complete([ASK])[0].error and len(played.asked) == 1
    llm.close()


def test_other_machines_need_the_network() -> None:
    with pytest.raises(NetworkRefused) as caught:
        open_llm("server:http://example.org:8080#m", Settings())
    assert caught.value.exit_code == 5


@pytest.mark.parametrize("url", ["ftp://127.0.0.1#m", "127.0.0.1:8080", "http://#m", "http://127.0.0.1:8080?a=b#m"])
def test_what_is_no_address_is_a_bad_setting(url: str) -> None:
    with pytest.raises(BadSetting):
        open_llm(f"server:{url}", Settings())


def logprobs(*pairs: tuple[str, float]) -> dict[str, Any]:
    """Log-probabilities of one token in the chat shape."""
    top = [{"token": t, "logprob": p} for t, p in pairs]
    return {"logprobs": {"content": [{"token": pairs[0][0], "logprob": pairs[0][1], "top_logprobs": top}]}}


def test_options_from_log_probabilities(played: Played) -> None:
    played.reply = lambda path, body: (
        200,
        said("No", **logprobs(("No", -0.5), (" no", -2.5), ("Yes", -1.5), ("x", -9))),
    )
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert completion.option_probs[0] == pytest.approx(0.2447, abs=1e-3) and not completion.note
    assert played.asked[0]["max_tokens"] == 1 and played.asked[0]["top_logprobs"] == 20
    llm.close()


@pytest.mark.parametrize("yes", ['"Yes', "(Yes", "Yes.", "**Yes"])
def test_marks_around_an_option_do_not_turn_the_answer_round(played: Played, yes: str) -> None:
    """What was left of the probabilities, a hundredth, was read as a certain "No"."""
    played.reply = lambda path, body: (200, said(yes, **logprobs((yes, -0.1), ("No", -5.0))))
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert completion.option_probs[0] > 0.99 and not completion.note
    llm.close()


def test_options_are_read_behind_marks(played: Played) -> None:
    tokens = [logprobs(*pairs)["logprobs"]["content"][0] for pairs in ([("**", -0.1), ("No", -4.0)], [("Yes", -0.2)])]
    played.reply = lambda path, body: (200, said("**Yes**", logprobs={"content": tokens[: body["max_tokens"]]}))
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert completion.option_probs == (1.0, 0.0) and not completion.note
    llm.close()


def test_options_are_read_behind_white_space(played: Played) -> None:
    blank, word = (("\n", -0.1), ("No", -4.0)), ((" Yes", -0.2), (" No", -2.0))
    tokens = [logprobs(*pairs)["logprobs"]["content"][0] for pairs in (blank, blank, word)]
    played.reply = lambda path, body: (200, said("Yes", logprobs={"content": tokens[: body["max_tokens"]]}))
    llm = played.open()
    choice = replace(ASK, options=("Yes", "No"))
    for completion in llm.complete([choice, choice]):
        assert completion.option_probs[0] == pytest.approx(0.858, abs=1e-3) and not completion.note
    assert [body["max_tokens"] for body in played.asked] == [1, 4, 4]
    llm.close()


def test_options_without_log_probabilities_are_one_answer_and_say_so(played: Played) -> None:
    played.reply = lambda path, body: (200, said('"No"' if "response_format" in body else "No"))
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert completion.option_probs == (0.0, 1.0) and completion.note == NO_LOGPROBS
    assert played.asked[-1]["response_format"]["json_schema"]["schema"]["enum"] == ["Yes", "No"]
    llm.close()


def test_a_server_without_log_probabilities_is_asked_for_them_once(played: Played) -> None:
    played.reply = lambda path, body: (200, said("No", logprobs=None))
    llm = played.open()
    choice = replace(ASK, options=("Yes", "No"))
    assert [c.option_probs for c in llm.complete([choice, choice, choice])] == [(0.0, 1.0)] * 3
    assert len(played.asked) == 4
    llm.close()


@pytest.mark.parametrize(("status", "asked"), [(429, 3), (503, 3), (500, 4), (400, 2)])
def test_a_choice_of_a_server_that_is_too_busy_is_not_asked_for_in_another_way(
    played: Played, status: int, asked: int
) -> None:
    played.reply = lambda path, body: (status, {"error": {"message": "no"}})
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert f"{status} no" in completion.error and len(played.asked) == asked
    llm.close()


def test_a_server_without_schemas_is_asked_in_words_and_remembered(played: Played) -> None:
    played.reply = lambda path, body: (
        (400, {"error": {"message": "response_format is unknown"}}) if "response_format" in body else (200, said("{}"))
    )
    llm = played.open()
    schema = replace(ASK, schema='{"type": "object"}')
    assert [c.note for c in llm.complete([schema, schema])] == [NO_SCHEMA, NO_SCHEMA]
    assert len(played.asked) == 4
    assert "JSON schema" in played.asked[-1]["messages"][-1]["content"]
    llm.close()


def test_a_server_that_lists_no_models_is_used_all_the_same(played: Played) -> None:
    played.listing = (404, {"error": "not found"})
    llm = played.open()
    assert llm.complete([ASK])[0].texts == ("Yes",)
    llm.close()


def test_thoughts_are_no_part_of_an_answer(played: Played) -> None:
    played.reply = lambda path, body: (200, said("<think>Water is wet?</think>\n\nYes"))
    llm = played.open()
    assert llm.complete([ASK])[0].texts == ("Yes",)
    assert played.asked[0]["chat_template_kwargs"] == {"enable_thinking": False}
    llm.close()


@pytest.mark.parametrize("message", [{"content": "<think>so much"}, {"content": None, "reasoning_content": "so much"},
                                     {"content": "", "reasoning_content": "so much"}])  # fmt: skip
def test_a_model_that_only_thought_has_not_answered(played: Played, message: dict[str, Any]) -> None:
    played.reply = lambda path, body: (200, {"choices": [{"message": message}]})
    llm = played.open()
    (completion,) = llm.complete([ASK])
    assert "thought" in completion.error and not completion.texts
    llm.close()


def test_one_sample_that_is_only_a_thought_loses_none_of_the_others(played: Played) -> None:
    messages = [{"content": "<think>so much"}, {"content": None, "reasoning": "so much"}, {"content": "Yes"}]
    played.reply = lambda path, body: (200, {"choices": [{"message": m} for m in messages]})
    llm = played.open()
    assert llm.complete([replace(ASK, n=3)])[0].texts == ("", "", "Yes")
    llm.close()


def test_what_a_server_says_of_a_failure_in_an_answer_is_said(played: Played) -> None:
    played.reply = lambda path, body: (200, {"error": {"message": "context length exceeded"}})
    llm = played.open()
    assert llm.complete([ASK])[0].error == "the server's answer has no choices: context length exceeded"
    llm.close()


@pytest.mark.parametrize("answer", ['{"answer": "Yes"}', '{"label": "yes"}', '["Yes"]'])
def test_a_choice_within_an_object_is_read(played: Played, answer: str) -> None:
    """Servers that know ``json_object`` alone give no bare string."""
    played.reply = lambda path, body: (200, said(answer))
    llm = played.open()
    assert llm.complete([replace(ASK, options=("Yes", "No"))])[0].option_probs == (1.0, 0.0)
    llm.close()


def test_a_server_that_knows_no_template_arguments_is_asked_without(played: Played) -> None:
    played.reply = lambda path, body: (
        (400, {"error": {"message": "Unrecognized request argument: chat_template_kwargs"}})
        if "chat_template_kwargs" in body
        else (200, said("Yes"))
    )
    llm = played.open()
    assert [c.texts for c in llm.complete([ASK, ASK])] == [("Yes",), ("Yes",)]
    assert len(played.asked) == 3
    llm.close()


def test_a_thinking_model_is_told_not_to(played: Played) -> None:
    llm = OpenAIServer(Server(played.url, network=False), "qwen3:4b")
    llm.complete([ASK])
    assert played.asked[0]["messages"][-1]["content"] == "Is water wet? /no_think"
    llm.close()


def test_a_server_with_five_log_probabilities_is_asked_for_five(played: Played) -> None:
    played.reply = lambda path, body: (
        (400, {"error": {"message": "top_logprobs must be at most 5"}})
        if body.get("top_logprobs", 0) > 5
        else (200, said("No", **logprobs(("No", -0.5), ("Yes", -1.5))))
    )
    llm = played.open()
    chosen, scored = llm.complete([replace(ASK, options=("Yes", "No")), replace(ASK, logprobs=10)])
    assert chosen.option_probs[1] > 0.7
    assert scored.note == FEW_SCORES.format(top=5) and scored.tokens[0][0].entropy is not None
    assert [body.get("top_logprobs") for body in played.asked] == [20, 5, 5]
    llm.close()


def test_tokens_that_share_a_character_do_not_move_those_behind_it(played: Played) -> None:
    pieces = [[240, 159], [152, 128], list(b" ok")]
    told = [{"token": bytes(p).decode("utf-8", "replace"), "bytes": p, "logprob": -1.0} for p in pieces]
    played.reply = lambda path, body: (200, said("😀 ok", logprobs={"content": told}))
    llm = played.open()
    (scored,) = llm.complete([replace(ASK, logprobs=1)])
    assert [(t.text, t.span) for t in scored.tokens[0]] == [("", Span(0, 0)), ("😀", Span(0, 1)), (" ok", Span(1, 4))]
    llm.close()


def test_entropies_of_a_scored_text_are_marked_as_truncated(played: Played) -> None:
    told = {
        "tokens": ["Is", " wet"],
        "token_logprobs": [-2.0, -0.5],
        "top_logprobs": [{"Is": -2.0}, {" wet": -0.5, " dry": -1.2}],
    }
    played.reply = lambda path, body: (200, {"choices": [{"text": "Is wet", "logprobs": told}], "usage": {}})
    llm = played.open()
    (scored,) = llm.complete([CompletionRequest(text="Is", score_text=" wet", logprobs=5)])
    assert [t.text for t in scored.tokens[0]] == [" wet"]
    assert scored.note == FEW_SCORES.format(top=5)
    llm.close()


def test_the_first_token_of_a_text_without_a_prompt_has_no_probability_and_counts_for_nothing(played: Played) -> None:
    """Means of the tokens that have a number (Manakul et al. 2023, Section 3.1); the first would be one of probability 1."""
    told = {
        "tokens": ["Ada", " wrote", "."],
        "token_logprobs": [None, -2.0, -0.5],
        "top_logprobs": [None, {" wrote": -2.0, " was": -0.5}, {".": -0.5, ",": -1.2}],
    }
    played.reply = lambda path, body: (200, {"choices": [{"text": "Ada wrote.", "logprobs": told}], "usage": {}})
    llm = played.open()
    (verdict,) = greybox(llm=llm, measure="avg-logp")(Document("x", "Ada wrote."))
    raw = dict(verdict.raw)
    assert (raw["avg_neg_logp"], raw["max_neg_logp"], raw["tokens"]) == (1.25, 2.0, 2.0)
    llm.close()


def test_a_choice_that_the_server_does_not_hold_is_left_to_be_read(played: Played) -> None:
    played.reply = lambda path, body: (200, said("Yes, the sentence is supported by the context."))
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, options=("Yes", "No"))])
    assert distribution(completion, ("Yes", "No")) == (1.0, 0.0) and completion.note == NO_LOGPROBS
    llm.close()


def test_a_refused_request_is_not_taken_for_a_missing_schema(played: Played) -> None:
    played.reply = lambda path, body: (400, {"error": {"message": "the context is too small"}})
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, schema='{"type": "object"}')])
    assert "context is too small" in completion.error and len(played.asked) == 1
    llm.close()


def test_samples_that_a_server_does_not_give_at_once_are_asked_for_singly(played: Played) -> None:
    played.reply = lambda path, body: (200, said(f"answer {body['seed']}"))
    llm = played.open()
    (completion,) = llm.complete([replace(ASK, n=3, temperature=1.0)])
    assert len(set(completion.texts)) == 3
    assert completion.tokens_out == 3 and completion.tokens_in == 3
    llm.close()


@pytest.mark.parametrize("status", [400, 422, 501])
def test_a_server_that_refuses_several_samples_is_asked_singly_from_then_on(played: Played, status: int) -> None:
    """llama.cpp gives no more samples at once than it has slots."""
    played.reply = lambda path, body: (
        (status, {"error": {"message": "n is too large"}}) if body.get("n", 1) > 1 else (200, said('"a"'))
    )
    llm = played.open()
    several = replace(ASK, n=3, temperature=1.0, schema='{"type": "string"}')
    for completion in llm.complete([several, several]):
        assert len(completion.texts) == 3 and not completion.note, "the format was not what was refused"
    assert [body.get("n", 1) for body in played.asked[-6:]] == [1] * 6
    llm.close()


def test_another_reason_for_refusing_several_samples_is_said(played: Played) -> None:
    played.reply = lambda path, body: (400, {"error": {"message": "the context is too small"}})
    llm = played.open()
    assert "the context is too small" in llm.complete([replace(ASK, n=3)])[0].error
    llm.close()


def test_redirects_are_not_followed(played: Played) -> None:
    played.reply = lambda path, body: (307, b"")
    llm = played.open()
    assert "307" in llm.complete([ASK])[0].error
    llm.close()


def test_a_text_after_a_chat_cannot_be_scored_by_a_server(played: Played) -> None:
    llm = played.open()
    assert "gguf" in llm.complete([replace(ASK, score_text="Yes")])[0].error
    llm.close()


def test_what_a_server_could_not_do_stands_in_the_report_once(played: Played) -> None:
    played.reply = lambda path, body: (200, said("No" if "logprobs" not in body else "x"))
    settings = Settings(llm=f"server:{played.url}#m", cache=False, detector="zero-shot")
    document = Document("a", "The river is long. The lake is deep.")
    with open_runtime(settings) as runtime:
        detector = runtime.detector("zero-shot", {"unit": "sentence"})
        events = list(run(detector, [document, replace(document, id="b")], runtime.info("zero-shot")))
    reports = [event.report for event in events if isinstance(event, Finished)]
    assert len(reports) == 2 and all(set(report.run.notes) == {NO_LOGPROBS, UNPROVEN} for report in reports)
    assert dict(reports[0].scores.counts)["judged_not_factual"] == 2


@pytest.mark.parametrize(
    ("reply", "level", "says"),
    [
        ((200, said("Yes")), "ok", NO_LOGPROBS),
        ((404, {"error": {"message": "model 'm' not found"}}), "error", "model 'm' not found"),
        ((422, {"error": {"message": "out of memory"}}), "error", "out of memory"),
    ],
)
def test_doctor_asks_a_server_one_question(played: Played, reply: Reply, level: str, says: str, home: Path) -> None:
    played.reply = lambda path, body: reply
    (found,) = [f for f in chosen_model(Settings(llm=f"server:{played.url}#m")) if f.text.startswith("server:")]
    assert found.level == level and says in found.text


def test_a_server_that_fails_to_split_sentences_is_told_of_in_the_report(played: Played) -> None:
    """No verdict fails: the rules split the sentence."""
    played.reply = lambda path, body: (422, {"error": {"message": "out of memory"}})
    text = (
        "Ada discovered a comet with her older brother Paul in a cold shed of the municipal school of physics in Ulm."
    )
    settings = Settings(llm=f"server:{played.url}#m", cache=False, claims="llm")
    with open_runtime(settings, {NLI: TableNLI({})}) as runtime:
        detector = runtime.detector("faithfulness")
        events = list(run(detector, [Document("a", text, context=(text,))], runtime.info("faithfulness")))
    (report,) = [event.report for event in events if isinstance(event, Finished)]
    (note,) = [note for note in report.run.notes if "split by rules" in note]
    assert "out of memory" in note and played.asked
