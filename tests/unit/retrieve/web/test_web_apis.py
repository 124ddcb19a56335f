"""MediaWiki and Brave by servers that answer as the real ones do (errors, continuation, rate limits), and hostile ones."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import RetrievalError
from localcheck.sources.recorded import RecordedEvidence
from localcheck.sources.web import fetch as fetching
from localcheck.sources.web.fetch import Bounds, fetch
from localcheck.sources.web.pages import Pages
from localcheck.sources.web.retriever import EvidenceRecorder, PoliteFetcher, WebRetriever, engine
from localcheck.system import network
from localcheck.types import Claim, Document, Span
from tests.unit.retrieve.web.api_server import KEY, TITLES, ApiHandler
from tests.unit.retrieve.web.web_server import serve

SMALL = Bounds(seconds=3.0, bytes=300_000, redirects=3)
NEAR = Bounds(seconds=3.0, bytes=300_000, redirects=3, private=True)
Waited = list[float]


def wiki(address: str, waited: Waited | None = None, folder: Path | None = None) -> WebRetriever:
    sleep = time.sleep if waited is None else waited.append
    found_by = engine(f"mediawiki={address}/w/api.php", SMALL, sleep=sleep)
    return WebRetriever(found_by, Pages(PoliteFetcher(SMALL, 0.0).fetch, folder))


def brave(address: str, waited: Waited | None = None, key: str = KEY) -> WebRetriever:
    url, sleep = f"{address}/res/v1/web/search", time.sleep if waited is None else waited.append
    found_by = engine("brave", SMALL, key, brave_url=url, sleep=sleep)
    return WebRetriever(found_by, Pages(PoliteFetcher(NEAR, 0.0).fetch, None))


def test_a_wiki_gives_its_pages_with_their_revision_and_errors_are_passed_over() -> None:
    with serve(ApiHandler) as (address, asked):
        web = wiki(address)
        found = web.search("Ada Lovelace")
        first = next(found)
        assert len([p for p in asked if "action=query" in p]) == 1
        rest = list(found)
    assert (first.title, first.source.kind, first.source.revision) == ("Ada Lovelace", "web", "1178")
    assert first.source.locator == f"{address}/wiki/Ada_Lovelace"
    assert "She was born in London in 1815." in first.text
    assert rest == []
    assert "missingtitle" in web.skipped[0]
    assert len(web.skipped) == len(TITLES) - 1
    searches = [p for p in asked if "action=query" in p]
    assert len(searches) == 2, "continued once, by the offset that the wiki names"
    assert "sroffset=10" in searches[1]
    assert "continue=-%7C%7C" in searches[1]
    assert not any(p.startswith("/wiki/") for p in asked)


def test_pages_of_a_wiki_are_cached_with_their_revision(tmp_path: Path) -> None:
    with serve(ApiHandler) as (address, asked):
        first = next(wiki(address, folder=tmp_path).search("Ada"))
        parsed = sum("page=Ada+Lovelace" in p for p in asked)
        again = next(wiki(address, folder=tmp_path).search("Ada"))
        assert sum("page=Ada+Lovelace" in p for p in asked) == parsed == 1
    assert again == first


def test_brave_is_asked_with_its_key_and_for_more_when_the_first_pages_give_nothing() -> None:
    with serve(ApiHandler) as (address, asked):
        web = brave(address)
        titles = [p.source.locator.removeprefix(address) for p in web.search("Ada")]
    assert titles == ["/ada", "/ada2"]
    searches = [p for p in asked if p.startswith("/res/")]
    assert len(searches) == 2
    assert "offset=1" in searches[1]
    assert "q=Ada" in searches[0]


def test_a_wrong_key_is_said() -> None:
    with serve(ApiHandler) as (address, _), pytest.raises(RetrievalError, match=r"refuses .401") as caught:
        list(brave(address, key="wrong").search("Ada"))
    assert "key" in caught.value.hint
    assert "wrong" not in caught.value.message


ENGINES: dict[str, Callable[[str, Waited], WebRetriever]] = {"mediawiki": wiki, "brave": brave}


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_that_is_busy_once_is_asked_again_after_the_time_it_names(name: str) -> None:
    waited: Waited = []
    with serve(ApiHandler, "busy-once") as (address, _):
        assert next(ENGINES[name](address, waited).search("Ada")).title == "Ada Lovelace"
    assert waited == [1.0]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("busy", "takes no more requests now .429"),
        ("slow", "took too long"),
        ("endless", "larger than"),
        ("loop", "more than 3 redirects"),
        ("short", "gives an answer that is not JSON"),
        ("bomb", "larger than"),
        ("encoding", "gives an answer that is not JSON"),
        ("html", r"gives an answer that is not JSON: Expecting value \(column 1\)"),
        ("inward", "not a public address"),
        ("metadata", "not a public address"),
    ],
)
def test_hostile_engines_are_errors_within_the_bounds(name: str, mode: str, why: str) -> None:
    waited: Waited = []
    began = time.monotonic()
    with serve(ApiHandler, mode) as (address, asked), network.allow(), pytest.raises(RetrievalError, match=why):
        list(ENGINES[name](address, waited).search("Ada"))
    assert time.monotonic() - began < 10
    assert not any(p.startswith("/internal") for p in asked)
    assert waited == []


def test_errors_of_a_wiki_come_with_status_200() -> None:
    with serve(ApiHandler, "ratelimited") as (address, _), pytest.raises(RetrievalError, match="ratelimited: You") as e:
        list(wiki(address).search("Ada"))
    assert e.value.hint == "try again later"


def test_a_key_is_not_carried_to_where_a_redirect_leads() -> None:
    heard: list[str | None] = []

    class Listening(ApiHandler):
        def page_ada(self) -> None:
            heard.append(self.headers.get("X-Subscription-Token"))
            super().page_ada()

    with serve(Listening) as (address, _):
        fetch(f"{address}/away?to=/ada", NEAR, {"X-Subscription-Token": KEY})
        fetch(f"{address}/ada", NEAR, {"X-Subscription-Token": KEY})
    assert heard == [None, KEY]


@pytest.mark.parametrize(("value", "language"), [("simple", "en"), ("EN", "en"), ("zh-yue", "zh"), ("de", "de")])
def test_the_language_of_a_wiki(value: str, language: str) -> None:
    """Simple English is English: no claim was looked up in ``simple``."""
    assert engine(f"mediawiki={value}", SMALL).languages == language


def test_a_page_that_is_busy_is_read_when_its_time_has_come() -> None:
    waited: Waited = []

    class Busy(ApiHandler):
        def page_ada(self) -> None:
            if waited:
                super().page_ada()
            else:
                self.send(b"later", status=503, Retry_After="2")

    with serve(Busy) as (address, _):
        assert PoliteFetcher(NEAR, 0.0, waited.append).fetch(f"{address}/ada").status == 200
        assert waited == [2.0]
    with serve(ApiHandler) as (address, _):
        assert PoliteFetcher(NEAR, 0.0, waited.append).fetch(f"{address}/secret").status == 403


def test_a_wiki_that_was_recorded_gives_the_same_evidence_offline(tmp_path: Path) -> None:
    claim = Claim("0.0", 0, "Ada Lovelace was born in London.", Span(0, 31))
    document = Document("ada.txt", claim.text)
    with serve(ApiHandler) as (address, asked):
        recorder = EvidenceRecorder(wiki(address), tmp_path / "web.jsonl")
        live = list(recorder.evidence(document, claim))
        count = len(asked)
        replayed = list(RecordedEvidence(tmp_path / "web.jsonl").evidence(document, claim))
        assert len(asked) == count
    assert [(p.title, p.text, p.source.locator, p.source.revision) for p in replayed] == [
        (p.title, p.text, p.source.locator, p.source.revision) for p in live
    ]


def test_a_name_that_changes_its_address_between_two_looks_reaches_nothing_private(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DNS rebinding: what was looked at is what is connected to, and every request looks again."""
    looks: list[str] = []
    real = socket.getaddrinfo
    reached: list[tuple[str, int]] = []

    def resolve(host: Any, port: Any, *more: Any, **named: Any) -> Any:
        if host != "rebind.test":
            return real(host, port, *more, **named)
        looks.append(host)
        address = ("8.8.8.8" if len(looks) % 2 else "127.0.0.1", port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address)]

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(fetching.socket, "create_connection", connect)
    for _ in range(4):
        with suppress(RetrievalError):
            fetch("http://rebind.test:8000/ada", SMALL)
    assert reached == [("8.8.8.8", 8000)] * 2, "once a look; the two private answers were refused"
    assert len(looks) == 4
