"""The web adapter against real servers on loopback: friendly, slow, endless, lying and hostile ones."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from localcheck.errors import NetworkRefused, NoPageRead, RetrievalError, UsageError
from localcheck.sources.recorded import RecordedEvidence
from localcheck.sources.web.fetch import Bounds, Fetched, fetch, is_public
from localcheck.sources.web.pages import Hit, Pages, extract, page_of
from localcheck.sources.web.retriever import EvidenceRecorder, PoliteFetcher, SearchEngine, WebRetriever, engine
from localcheck.system import network
from localcheck.text.inert import UNSAFE
from localcheck.types import Claim, Document, Span
from tests.unit.retrieve.web.web_server import serve

SMALL = Bounds(seconds=2.0, bytes=300_000, redirects=3, private=True)
Server = tuple[str, list[str]]


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as found:
        yield found


def retriever(address: str, folder: Path | None = None) -> WebRetriever:
    polite = PoliteFetcher(SMALL, delay=0.0)
    return WebRetriever(engine(f"searxng={address}", SMALL), Pages(polite.fetch, folder))


def test_pages_are_fetched_one_at_a_time_and_bad_ones_passed_over(server: Server) -> None:
    address, asked = server
    web = retriever(address)
    found = web.search("Ada Lovelace")
    first = next(found)
    assert (first.title, first.rank, first.source.kind) == ("Ada Lovelace", 0, "web")
    assert "born in London in 1815" in first.text
    assert "Login" not in first.text
    assert first.source.locator == f"{address}/ada"
    assert "/ada2" not in asked
    assert next(found).source.locator == f"{address}/ada2"
    assert list(found) == []
    assert "/forbidden" not in asked
    reasons = " ".join(web.skipped)
    for word in ("took too long", "application/pdf", "protected (403)", "robots.txt", "redirects"):
        assert word in reasons


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/slow", "took too long"),
        ("/trickle", "took too long"),
        ("/nowhere", "redirects to no address"),
        ("/endless", "larger than"),
        ("/loop", "more than 3 redirects"),
        ("/bomb", "larger than"),
        ("/brotli", "was not asked for"),
        ("/noise", "not http at all"),
    ],
)
def test_hostile_answers_end_within_the_bounds(server: Server, path: str, why: str) -> None:
    began = time.monotonic()
    with pytest.raises(RetrievalError, match=why):
        fetch(server[0] + path, SMALL)
    assert time.monotonic() - began < 6


@pytest.mark.parametrize(("path", "why"), [("/escape", "is a command"), ("/kind", "is not read")])
def test_what_a_server_says_is_no_command_in_an_error(server: Server, path: str, why: str) -> None:
    with pytest.raises(RetrievalError, match=why) as told:
        extract(fetch(server[0] + path, SMALL), f"{server[0]}{path}\x1b[31m")
    assert UNSAFE.search(told.value.message) is None


def test_a_body_that_is_cut_short_is_read_as_far_as_it_goes(server: Server) -> None:
    assert "Analytical SearchEngine" in extract(fetch(f"{server[0]}/short", SMALL), "short").text


def test_a_wrong_charset_is_looked_through(server: Server) -> None:
    assert "艾达是英国数学家" in extract(fetch(f"{server[0]}/gbk", SMALL), "gbk").text


@pytest.mark.parametrize(
    "scheme", ["file:///etc/passwd", "ftp://example.org/", "http://u:p@example.org/", "gopher://x"]
)
def test_only_the_web_is_asked(server: Server, scheme: str) -> None:
    for url in (scheme, f"{server[0]}/away?to={scheme}"):
        with pytest.raises(RetrievalError, match="not an address of the web"):
            fetch(url, SMALL)


def test_private_addresses_are_refused_by_name_and_by_redirect(server: Server) -> None:
    public = replace(SMALL, private=False)
    for url in (server[0], server[0].replace("127.0.0.1", "localhost"), server[0].replace("127.0.0.1", "[::1]")):
        with pytest.raises(RetrievalError, match="not a public address"):
            fetch(f"{url}/ada", public)
    assert server[1] == []
    # The engine may be on this machine; the pages that it names may not.
    web = WebRetriever(engine(f"searxng={server[0]}", public), Pages(PoliteFetcher(public, 0.0).fetch, None))
    assert list(web.search("Ada")) == []
    assert [path for path in server[1] if not path.startswith("/search")] == []
    claim = Claim("0.0", 0, "Ada was born.", Span(0, 13))
    with pytest.raises(NoPageRead, match=r"\d pages were found and passed over: .*127.0.0.1 is not a public") as told:
        list(web.evidence(Document("d", claim.text), claim))
    assert told.value.hint == "LOCALCHECK_PRIVATE_ADDRESSES=true allows it"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The Blue Lake in the Zorbel hills is forty metres deep.", True),
        ("Please enable JavaScript to run this app.", False),
        ("Blue Lake | Zorbel", False),
    ],
)
def test_a_short_page_is_read_where_it_says_something(text: str, read: bool) -> None:
    if read:
        assert page_of("https://example.org/", "", f"<p>{text}</p>").text == text
    else:
        with pytest.raises(RetrievalError, match="no text to read"):
            page_of("https://example.org/", "", f"<p>{text}</p>")


@pytest.mark.parametrize(("dead", "found"), [(3, True), (4, False)])
def test_of_a_name_with_many_dead_addresses_four_are_tried(
    server: Server, monkeypatch: pytest.MonkeyPatch, dead: int, found: bool
) -> None:
    port = int(server[0].rpartition(":")[2])
    addresses = [*(f"127.0.0.{n}" for n in range(2, 2 + dead)), "127.0.0.1"]  # the server listens at the last one
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, port)) for address in addresses]

    def connect(to: tuple[str, int], timeout: float) -> socket.socket:
        made = socket.socket()
        made.settimeout(timeout)
        try:
            made.connect(to)
        except OSError:
            made.close()
            raise
        return made

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: rows)
    monkeypatch.setattr(socket, "create_connection", connect)  # the real one would ask for the rows again
    if found:
        assert fetch(f"http://example.invalid:{port}/ada", SMALL).status == 200
    else:
        with pytest.raises(RetrievalError):
            fetch(f"http://example.invalid:{port}/ada", SMALL)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "not an address"),
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


def test_a_host_that_cannot_say_what_it_allows_is_not_asked() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    with pytest.raises(RetrievalError, match=r"robots\.txt does not allow this page"):
        PoliteFetcher(SMALL, delay=0.0).fetch(f"{address}/ada")


@pytest.mark.parametrize(
    ("robots", "allowed"),
    [
        ((200, "User-agent: *\nDisallow: /forbidden\n"), True),
        ((200, "User-agent: *\nDisallow: /ada\n"), False),
        ((200, "\ufeffUser-agent: *\nDisallow: /ada\n"), False),
        ((200, "User-agent: localcheck\nDisallow: /\n\nUser-agent: *\nAllow: /\n"), False),
        ((404, "Disallow: /"), True),
        ((499, "Disallow: /"), True),
        ((500, "Allow: /"), False),
        ((503, "Allow: /"), False),
    ],
)
def test_what_a_host_allows_is_kept(robots: tuple[int, str], allowed: bool) -> None:
    """RFC 9309, section 2.3.1: without robots.txt (4xx) everything is allowed, of a host in trouble (5xx) nothing."""
    with serve(robots=robots) as (address, asked):
        polite = PoliteFetcher(SMALL, delay=0.0)
        if allowed:
            assert polite.fetch(f"{address}/ada").status == 200
        else:
            with pytest.raises(RetrievalError, match=r"robots\.txt does not allow this page"):
                polite.fetch(f"{address}/ada")
        assert ("/ada" in asked) is allowed


@pytest.mark.parametrize(("asks", "waits"), [(2, 2.0), (60, 10.0)])
def test_a_host_may_ask_for_a_longer_pause_up_to_ten_seconds(asks: int, waits: float) -> None:
    waited: list[float] = []
    with serve(robots=(200, f"User-agent: *\nCrawl-delay: {asks}\n")) as (address, _):
        polite = PoliteFetcher(SMALL, delay=0.5, sleep=waited.append)
        for _ in range(2):
            polite.fetch(f"{address}/ada")
    assert len(waited) == 1 and waits - 1.0 < waited[0] <= waits


def test_a_host_is_waited_for_by_its_name() -> None:
    """A request to one host does not delay a request to another one; a page and an interface of one host share its delay."""
    waited: list[float] = []
    with serve(robots=(404, "")) as (first, _), serve(robots=(404, "")) as (second, _):
        polite = PoliteFetcher(SMALL, delay=5.0, sleep=waited.append)
        for address in (first, second):
            polite.fetch(f"{address}/ada")
        assert waited == []
        polite.pace(f"{second}/api")
    assert len(waited) == 1


def test_one_host_is_not_asked_faster_than_allowed(server: Server) -> None:
    waited: list[float] = []
    polite = PoliteFetcher(SMALL, delay=0.4, sleep=waited.append)
    for _ in range(3):
        polite.fetch(f"{server[0]}/ada")
    assert len(waited) == 2
    assert all(0 < w <= 0.4 for w in waited)
    usual = PoliteFetcher(SMALL, sleep=waited.append)
    for _ in range(2):
        usual.pace("http://127.0.0.1:1/api")
    assert 0.5 < waited[2] <= 1.0
    assert server[1].count("/robots.txt") == 1


def test_pages_are_kept_with_their_date(server: Server, tmp_path: Path) -> None:
    first = next(retriever(server[0], tmp_path).search("Ada"))
    asked = server[1].count("/ada")
    again = next(retriever(server[0], tmp_path).search("Ada"))
    assert again == first
    assert server[1].count("/ada") == asked
    assert first.source.date
    for file in tmp_path.rglob("*.json"):
        file.write_text(file.read_text(encoding="utf-8").replace("1815", "1816"), encoding="utf-8")
    assert "1815" in next(retriever(server[0], tmp_path).search("Ada")).text


def test_a_recording_gives_the_same_evidence_offline(server: Server, tmp_path: Path) -> None:
    claim = Claim("0.0", 0, "Ada Lovelace was born in London.", Span(0, 31))
    document = Document("ada.txt", claim.text)
    recorder = EvidenceRecorder(retriever(server[0]), tmp_path / "web.jsonl")
    live = list(recorder.evidence(document, claim))
    asked = len(server[1])
    recorded = RecordedEvidence(tmp_path / "web.jsonl")
    replayed = list(recorded.evidence(document, claim))
    assert [(p.title, p.text, p.source.locator, p.source.kind) for p in replayed] == [
        (p.title, p.text, p.source.locator, p.source.kind) for p in live
    ]
    assert len(live) == 2
    assert len(server[1]) == asked
    assert recorded.info.evidence == recorder.info.evidence == "web"


def test_a_search_that_fails_is_not_recorded_as_one_that_finds_nothing(server: Server, tmp_path: Path) -> None:
    failing = WebRetriever(engine(f"searxng={server[0]}/nothing", SMALL), Pages(fetch_never, None))
    for inner, rows in ((failing, 0), (retriever(server[0]), 1)):
        with suppress(RetrievalError):
            next(EvidenceRecorder(inner, tmp_path / "web.jsonl").search("Ada Lovelace"))
        file = tmp_path / "web.jsonl"
        assert (file.read_text().count("\n") if file.exists() else 0) == rows


def test_a_recording_that_was_cut_off_goes_on(server: Server, tmp_path: Path) -> None:
    """A process that was killed left half a line, and the whole recording could not be read."""
    file = tmp_path / "web.jsonl"
    next(EvidenceRecorder(retriever(server[0]), file).search("Ada Lovelace"))
    with file.open("a") as torn:
        torn.write('{"claim": "Ada wrote", "passages": [{"title": "A')
    assert len(list(RecordedEvidence(file).search("Ada Lovelace"))) == 1
    next(EvidenceRecorder(retriever(server[0]), file).search("Ada wrote"))
    assert len(list(RecordedEvidence(file).search("Ada wrote"))) == 1


def test_a_page_with_two_addresses_is_one_piece_of_evidence(server: Server, tmp_path: Path) -> None:
    address, _ = server
    hits = [Hit(f"{address}{path}", "") for path in ("/ada", "/away?to=/ada", "/ada2")]
    found_by = SearchEngine("two", lambda query: iter(hits))
    found = list(WebRetriever(found_by, Pages(PoliteFetcher(SMALL, 0.0).fetch, None)).search("Ada"))
    assert [(p.rank, p.source.locator) for p in found] == [(0, f"{address}/ada"), (1, f"{address}/ada2")]


def test_a_page_has_no_soft_hyphens() -> None:
    page = page_of(
        "http://a.org/", "Vol\u00adcanoes", "<p>" + "Mars has vol&shy;canoes, and they are the largest. " * 9 + "</p>"
    )
    assert page.title == "Volcanoes" and "volcanoes" in page.text and "\u00ad" not in page.text


def test_a_page_that_cannot_be_kept_is_read_all_the_same(server: Server, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("no folder")
    assert "1815" in next(retriever(server[0], tmp_path / "full" / "web").search("Ada")).text


def test_addresses_with_letters_beyond_ascii_are_asked_for_as_a_browser_does(server: Server) -> None:
    """Search engines name them in the query, servers in the address that they redirect to."""
    address, asked = server
    fetch(f"{address}/ada?title=Москва und&x=%20+", SMALL)
    fetch(f"{address}/away?to=/caf%C3%83%C2%A9?d=%C3%83%C2%A9", SMALL)  # UTF-8, as headers are sent
    assert asked[-3:][::2] == ["/ada?title=%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0%20und&x=%20+", "/caf%C3%A9?d=%C3%A9"]


def test_engines_that_are_not_there_say_so(server: Server) -> None:
    with pytest.raises(RetrievalError, match="404"):
        list(WebRetriever(engine(f"searxng={server[0]}/nothing", SMALL), Pages(fetch_never, None)).search("Ada"))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("altavista", "no such search engine"),
        ("searxng=ftp://x", "no such search engine"),
        ("mediawiki=", "no such search engine"),
        ("mediawiki=../x", "'../x' is not a language"),
        ("mediawiki=ftp://x/api.php", "'ftp://x/api.php' is not an address"),
        ("brave", "needs a key"),
    ],
)
def test_what_is_no_engine_says_why(spec: str, why: str) -> None:
    with pytest.raises(UsageError, match=rf"^--evidence web:{re.escape(spec)}:? {re.escape(why)}$"):
        engine(spec, SMALL)


@pytest.mark.parametrize(
    ("spec", "host"), [("brave", "api.search.brave.com"), ("mediawiki=zh-yue", "zh-yue.wikipedia.org")]
)
def test_an_engine_is_asked_at_its_own_address(spec: str, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that goes anywhere else is given away."""
    looked: list[tuple[str, int]] = []

    def nowhere(host: str, port: int, *_: object, **__: object) -> list[object]:
        looked.append((host, port))
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    with network.allow(), pytest.raises(RetrievalError):
        list(engine(spec, SMALL, "key").search("Ada"))
    assert looked == [(host, 443)]


def fetch_never(url: str) -> Fetched:
    raise AssertionError(url)


def test_without_the_network_nothing_leaves_this_machine() -> None:
    network.install()
    with pytest.raises(NetworkRefused):
        fetch("http://192.0.2.1/", SMALL)
    with pytest.raises(NetworkRefused):
        fetch("http://example.org/", SMALL)
