"""What the page's server refuses and says, asked without a browser."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from serving_page import TEXT, TOKEN, Served, serving

from localcheck.cli.main import run
from localcheck.errors import LocalcheckError
from localcheck.reviewing.quotes import located
from localcheck.serve.app import POLICY
from localcheck.serve.page.review_routes import Said, review_of
from localcheck.serve.page.routes import Runs, page_files
from localcheck.serve.page.shown import marked
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import Claim, Label, Passage, Source, Span, Verdict

RUN = "/page/runs/1"
GUARDED = [
    ("GET", "/page/about"), ("GET", "/page/runs"), ("POST", "/page/runs"), ("GET", RUN), ("GET", f"{RUN}/events"),
    ("GET", f"{RUN}/export"), ("GET", "/page/compare?first=1&second=1"), ("POST", f"{RUN}/decisions"),
    ("POST", f"{RUN}/undo"), ("POST", f"{RUN}/seen"), ("POST", f"{RUN}/stop"), ("POST", f"{RUN}/continue"),
    ("GET", f"{RUN}/sources?claim=0.0"), ("POST", f"{RUN}/quote"), ("GET", f"{RUN}/corrections"),
    ("POST", f"{RUN}/corrections"), ("GET", f"{RUN}/corrected"), ("GET", f"{RUN}/signoff"), ("POST", f"{RUN}/signoff"),
]  # fmt: skip


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose store holds one finished run."""
    with serving(tmp_path_factory.mktemp("home")) as served:
        check(served)
        yield served


def ask(served: Served, method: str, path: str, token: str = TOKEN, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", **more.pop("headers", {})}
    return httpx.request(method, served.url + path, headers=headers, timeout=60, trust_env=False, **more)


def check(served: Served) -> None:
    """Check the text as run 1, and wait until that is done."""
    assert ask(served, "POST", "/page/runs", json={"text": TEXT}).json() == {"run": 1}
    while ask(served, "GET", RUN).json()["summary"]["state"] == "running":
        time.sleep(0.05)


def test_a_check_of_the_page_is_a_row_of_the_checks_log(checked: Served) -> None:
    with Store(checked.store) as store:
        (row,) = store.checks.between(0, time.time() + 60)
    assert (row.run_id, row.document_id.partition(":")[0]) == (1, "pasted")


def test_a_refused_body_says_what_is_wanted(checked: Served) -> None:
    empty = ask(checked, "POST", "/page/runs", json={"text": " \n"}).json()
    assert empty["error"] == "pasted: the text is empty"
    upload = ask(checked, "POST", "/page/runs?name=a.txt", content=b"x", headers={"Content-Type": "text/plain"}).json()
    assert upload["error"] == "the body must be application/octet-stream"
    assert upload["hint"] == "name that in the header Content-Type"


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_nothing_is_told_or_done_without_the_token(checked: Served, method: str, path: str) -> None:
    refused = ask(checked, method, path, token="a-wrong-token-of-length", json={})
    assert refused.status_code == 401 and set(refused.json()) == {"error", "hint"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403), ({"Host": "evil.example"}, 421), ({}, 200)],
)
def test_another_page_and_another_name_are_refused(checked: Served, headers: dict[str, str], status: int) -> None:
    """A page elsewhere that knew the token would still be refused; a name that is turned to this machine, too."""
    assert ask(checked, "GET", "/page/runs", headers=headers).status_code == status


def test_every_answer_carries_the_policy_and_none_is_kept(checked: Served) -> None:
    for path in ("/", "/page/static/app.js", "/page/runs", "/page/nothing", f"{RUN}/export?format=html"):
        headers = ask(checked, "GET", path).headers
        assert headers["content-security-policy"] == POLICY, path
        assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
    assert "unsafe" not in POLICY and "http" not in POLICY and "default-src 'none'" in POLICY


def test_the_files_name_no_other_place_and_hold_nothing_inline() -> None:
    files = {name: data.decode() for name, data in page_files().items()}
    assert {"index.html", "app.js", "page.css"} <= set(files)
    for name, text in files.items():
        assert "http" not in text.replace("http://www.w3.org/2000/svg", ""), name
        assert not any(
            word in text.replace("sets innerHTML", "")
            for word in ("innerHTML", "insertAdjacent", "eval(", "document.write")
        ), name
    assert " style=" not in files["index.html"] and "<style" not in files["index.html"]


@pytest.mark.parametrize("name", ["../routes.py", "..%2froutes.py", "nothing.js", "__init__.py"])
def test_no_other_file_is_served(checked: Served, name: str) -> None:
    assert ask(checked, "GET", f"/page/static/{name}").status_code == 404


def test_a_decision_on_a_verdict_that_changed_is_refused(checked: Served) -> None:
    shown = ask(checked, "GET", RUN).json()["verdicts"][1]
    said = {"reviewer": "Ada", "claim": shown["claim"], "revision": shown["revision"], "label": "supported"}
    with Store(checked.store) as store:
        verdict = next(v for v in store.load(1).verdicts if v.claim.id == shown["claim"])
        store.add_verdict(1, verdict, "more")
    refused = ask(checked, "POST", f"{RUN}/decisions", json=said)
    assert refused.status_code == 422 and "judged again" in refused.json()["error"]
    told = ask(checked, "POST", f"{RUN}/decisions", json={**said, "revision": shown["revision"] + 1}).json()
    assert told["verdicts"][1]["stands"] == "supported"
    undone = ask(checked, "POST", f"{RUN}/undo", json={"reviewer": "Ada"}).json()
    assert undone["verdicts"][1]["stands"] == "" and undone["undone"]["sentence"] == shown["sentence"]
    assert ask(checked, "POST", f"{RUN}/undo", json={"reviewer": "Ada"}).status_code == 422


def test_a_name_that_is_typed_in_other_characters_is_the_same_reviewer(checked: Served) -> None:
    shown = ask(checked, "GET", RUN).json()["verdicts"][0]
    said = {"claim": shown["claim"], "revision": shown["revision"], "label": "refuted"}
    for name in ("Zoe\u0308  Roy", " Zo\u00eb Roy "):
        told = ask(checked, "POST", f"{RUN}/decisions", json={**said, "reviewer": name}).json()
    assert [d["reviewer"] for d in told["verdicts"][0]["decisions"]] == ["Zo\u00eb Roy"]
    assert ask(checked, "POST", "/page/reviewer", json={"reviewer": "zo\u00cb roy"}).json() == {
        "reviewer": "Zo\u00eb Roy"
    }


@pytest.mark.parametrize(
    "change",
    [{"reviewer": " "}, {"label": "true"}, {"label": "failed"}, {"claim": "9.9"}, {"label": "", "note": " "},
     {"revision": "1"}, {"more": 1}, {"note": "x" * 10_001}, {"quote": "This stands nowhere."}, {"blind": "yes"}],
)  # fmt: skip
def test_a_decision_with_a_mistake_is_one_clear_error(checked: Served, change: dict[str, Any]) -> None:
    said = {"reviewer": "Ada", "claim": "0.0", "revision": 1, "label": "supported", "note": ""}
    refused = ask(checked, "POST", f"{RUN}/decisions", json={**said, **change})
    assert refused.status_code == 422 and refused.json()["error"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/page/runs/99", 404), ("POST", "/page/runs/99/undo", 404),
     ("GET", f"{RUN}/export?format=exe", 422), ("GET", "/page/compare?first=1", 422),
     ("POST", f"{RUN}/continue", 422), ("POST", "/page/runs/99/continue", 404), ("GET", "/page/runs/99/events", 200),
     ("GET", f"/page/runs/{'9' * 5000}", 422)],
)  # fmt: skip
def test_what_is_not_there_is_said(checked: Served, method: str, path: str, status: int) -> None:
    assert ask(checked, method, path, json={"reviewer": "Ada"}).status_code == status


def test_a_file_that_cannot_be_read_is_named(checked: Served) -> None:
    headers = {"Content-Type": "application/octet-stream"}
    refused = ask(checked, "POST", "/page/runs?name=..%2f..%2fbad.pdf", content=b"%PDF-1.4 no", headers=headers)
    assert refused.status_code == 422 and refused.json()["error"].startswith("bad.pdf")
    rows = ask(checked, "POST", "/page/runs?name=rows.jsonl", content=b"no row", headers=headers).json()["error"]
    assert rows.startswith("rows.jsonl: rows.jsonl:1: not JSON"), "a folder that is gone was named"
    assert ask(checked, "POST", "/page/runs", json={"text": " "}).status_code == 422


def test_only_a_proposed_correction_is_accepted_and_the_text_has_those(home: Path) -> None:
    with serving(home) as served:
        check(served)
        said = {"reviewer": "Ada", "start": TEXT.index("four"), "end": TEXT.index("four") + 4, "accept": True}
        unknown = ask(served, "POST", f"{RUN}/corrections", json=said)
        assert unknown.status_code == 422 and "no such correction" in unknown.json()["error"]
        (edit,) = ask(served, "GET", f"{RUN}/corrections").json()["edits"]
        assert (edit["old"], edit["new"], edit["again"]) == ("four", "two", "checked again: supported")
        other = ask(served, "POST", f"{RUN}/corrections", json=said | {"start": 0, "end": 4})
        assert other.status_code == 422
        (taken,) = ask(served, "POST", f"{RUN}/corrections", json=said).json()["edits"]
        assert taken["accepted"] and taken["by"] == "Ada"
        assert ask(served, "GET", f"{RUN}/corrected").text == TEXT.replace("four", "two")
        with Store(served.store) as store:
            assert [(c.old, c.new, c.reviewer) for c in store.corrections.of(1)] == [("four", "two", "Ada")]
        ask(served, "POST", f"{RUN}/corrections", json=said | {"accept": False})
        assert ask(served, "GET", f"{RUN}/corrected").text == TEXT


def test_corrections_that_nobody_waits_for_any_more_are_not_looked_for(home: Path) -> None:
    """A page that was loaded anew asked for all of them again, behind those that it had asked for before."""
    with serving(home) as served:
        check(served)
        engine = served.page._engine
        served.nli.gate.clear()
        with suppress(httpx.ReadTimeout):
            httpx.get(f"{served.url}{RUN}/corrections", headers={"Authorization": f"Bearer {TOKEN}"},
                      timeout=httpx.Timeout(30, read=0.5), trust_env=False)  # fmt: skip
        until = time.monotonic() + 20
        while not engine.cancelled and time.monotonic() < until:
            time.sleep(0.02)
        assert engine.cancelled == 1


def test_a_quote_must_stand_word_for_word_or_name_its_source(checked: Served) -> None:
    def kind(**said: str) -> str:
        told = ask(checked, "POST", f"{RUN}/quote", json=said)
        return str(told.json()["kind"]) if told.status_code == 200 else told.json()["error"]

    assert kind(quote="Mars is the fourth planet from the Sun.") == "verified"
    assert kind(quote="the fourth planet from", title="Mars") == "verified"
    assert "not found in any source" in kind(quote="Mars is the third planet from the Sun.")
    assert kind(quote="Mars is the third planet.", outside="an old book, p. 3") == "outside"
    assert "is empty" in kind(quote="  ")
    found = ask(checked, "GET", f"{RUN}/sources?query=Mars").json()
    assert found[0]["title"] == "Mars" and len(found[0]["sentences"]) == 2 and found[0]["quoted"] is None
    assert ask(checked, "GET", f"{RUN}/sources?claim=77.7").status_code == 422


def test_a_blind_reviewer_is_told_nothing_by_any_route(home: Path) -> None:
    with serving(home) as served:
        served.nli.gate.clear()
        ask(served, "POST", "/page/runs", json={"text": TEXT})
        threading.Timer(1, served.nli.gate.set).start()
        stream = ask(served, "GET", f"{RUN}/events?blind=Ada").text
        assert '"ended"' in stream and '"hidden until you decide"' in stream
        said = {"reviewer": "Bob", "claim": "1.0", "revision": 1, "label": "supported", "note": "I know it"}
        ask(served, "POST", f"{RUN}/decisions", json=said)
        shown = ask(served, "GET", f"{RUN}?blind=Ada").text
        sources = ask(served, "GET", f"{RUN}/sources?claim=1.0&blind=Ada").json()
        for text in (stream, shown):
            assert not any(word in text for word in ("entails", "Bob", '"refuted"', "source: two", "I know it"))
        assert {v["label"] for v in ask(served, "GET", f"{RUN}?blind=Ada").json()["verdicts"]} == {"hidden"}
        assert sources and all(article["quoted"] is None for article in sources)
        own = ask(
            served, "POST", f"{RUN}/decisions", json=said | {"reviewer": "Ada", "label": "refuted", "blind": True}
        )
        decided, *others = sorted(own.json()["verdicts"], key=lambda v: v["label"] == "hidden")
        assert (
            decided["label"] == "refuted" and "Bob" not in str(decided) and all(o["label"] == "hidden" for o in others)
        )
        with Store(served.store) as store:
            assert [d.review.blind for d in store.reviews.curations(1)["1.0"].decisions] == [False, True]
        assert ask(served, "GET", f"{RUN}?blind=").status_code == 422
        assert ask(served, "GET", f"{RUN}/events?blind=").status_code == 422, "before a stream begins that cannot be"


def test_a_sign_off_needs_a_reason_while_claims_are_open(home: Path) -> None:
    with serving(home) as served:
        check(served)
        assert [w["sentence"] for w in ask(served, "GET", f"{RUN}/signoff").json()["waiting"]] == [1, 2]
        refused = ask(served, "POST", f"{RUN}/signoff", json={"reviewer": "Ada"})
        assert refused.status_code == 422 and "2 claims are not settled" in refused.json()["error"]
        signed = ask(served, "POST", f"{RUN}/signoff", json={"reviewer": "Ada", "reason": "a draft"}).json()["signed"]
        assert len(signed) == 1 and "Signed off by Ada" in signed[0] and "(a draft)" in signed[0]
        said = {"reviewer": "Ada", "claim": "1.0", "revision": 1, "label": "refuted"}
        ask(served, "POST", f"{RUN}/decisions", json=said)
        assert "does not cover what stands here" in ask(served, "GET", f"{RUN}/signoff").json()["signed"][0]


class Slow:
    """An engine whose runs begin when the gate is opened."""

    def __init__(self) -> None:
        self.settings, self.gate, self.begun = Settings(), asyncio.Event(), 0

    async def pulled(self, begin: object) -> AsyncIterator[tuple[int, dict[str, str]]]:
        self.begun += 1
        await self.gate.wait()
        yield 7, {"event": "started"}
        yield 7, {"event": "ended", "state": "finished"}


async def test_a_run_that_is_continued_twice_at_once_goes_on_once() -> None:
    engine = Slow()
    runs = Runs(cast("SessionThread", engine), Path("store"), most=1)
    asked = [asyncio.create_task(runs.resume(7)) for _ in range(3)]
    await asyncio.sleep(0.05)
    assert runs.running(7) and not any(task.done() for task in asked), "nobody is told before it has begun"
    engine.gate.set()
    assert await asyncio.gather(*asked) == [7, 7, 7] and engine.begun == 1


async def test_a_run_that_is_stopped_before_it_goes_on_says_so() -> None:
    runs = Runs(cast("SessionThread", Slow()), Path("store"), most=1)
    asked = asyncio.create_task(runs.resume(7))
    await asyncio.sleep(0.05)
    runs.stop(7)
    with pytest.raises(LocalcheckError, match="stopped before it went on"):
        await asked
    assert not runs.running(7)


def test_marks_are_whole_characters_and_lose_nothing() -> None:
    text = "Ω𝄞 four moons"
    cut = marked(text, [Span(3, 7), Span(5, 7), None, Span(0, 1)])
    assert cut == [["Ω", True], ["𝄞 ", False], ["four", True], [" moons", False]]
    assert marked("", []) == []


def test_port_0_is_a_free_one_and_the_printed_address_has_it(home: Path) -> None:
    command = [sys.executable, "-m", "localcheck", "serve", "--ui", "--port", "0", "-d", "all-false"]
    env = {**os.environ, "LOCALCHECK_HOME": str(home)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        address = process.stdout.readline().strip()
        url, _, token = address.partition("/#token=")
        assert not url.endswith(":0")
        told = httpx.get(f"{url}/page/about", headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False)
        assert told.json()["method"] == "all-false"
        process.terminate()
        assert process.wait(60) == 143 and "Traceback" not in process.stderr.read()


def test_a_port_that_is_taken_is_one_clear_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "address already in use" in capsys.readouterr().err


def test_the_page_needs_its_store(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--ui", "--no-store"]) == 2
    assert "the page keeps its runs in the store" in capsys.readouterr().err


def test_a_typed_quote_is_kept_with_the_line_ends_of_its_article() -> None:
    text = "Mars is red. It has two\nmoons."
    quoted = located("It has two moons.", [Passage("Mars", text, Source("folder", "mine"))])
    assert quoted is not None and quoted.start == 13
    verdict = Verdict(Claim("0.0", 0, "Mars has two moons.", Span(0, 19)), Label.SUPPORTED, 0.1)
    said = Said(reviewer="ada", claim="0.0", revision=1, label="refuted", quote="It has two moons.")
    assert review_of(said, verdict, quoted, False).quote == "It has two\nmoons."
