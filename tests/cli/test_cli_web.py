"""``--evidence web:…`` from the command line: each engine, hostile ones too, and the same report as from an index."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from localcheck.reports.codec import report_from_json
from localcheck.run.rechecking import check_report
from tests.cli.conftest import ROOT, Run
from tests.unit.retrieve.web.api_server import FACTS, KEY, ApiHandler
from tests.unit.retrieve.web.web_server import serve

CLAIM = "Ada Lovelace was born in London in 1815."
CHECK = ("check", "--text", CLAIM, "--format", "json", "-q")
NEAR = {"LOCALCHECK_PRIVATE_ADDRESSES": "true"}


def engines(address: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Evidence and environment by engine, all of them on loopback."""
    api = {"LOCALCHECK_BRAVE_KEY": KEY, "LOCALCHECK_BRAVE_URL": f"{address}/res/v1/web/search"}
    return {
        "mediawiki": (f"web:mediawiki={address}/w/api.php", {}),
        "brave": ("web:brave", {**NEAR, **api}),
        "searxng": (f"web:searxng={address}", NEAR),
    }


def shape(value: Any) -> Any:
    """The kind of a report: its keys, however many claims and documents it has, and whatever they say."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in sorted(value.items())}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def told(report: Any) -> list[tuple[str, str, str, str]]:
    """(claim, label, quote, kind of source) of every verdict."""
    rows = []
    for verdict in report["verdicts"]:
        deciding = verdict["evidence"][verdict["best"]] if verdict["best"] is not None else None
        kind = deciding["passage"]["source"]["kind"] if deciding else ""
        rows.append((verdict["claim"]["text"], verdict["label"], deciding["quote"] if deciding else "", kind))
    return rows


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("detector", "names"), [("bayes-sequential", ("mediawiki", "brave", "searxng")), ("agent", ("mediawiki",))]
)
def test_index_recording_and_live_engines_give_the_same_kind_of_report(
    detector: str, names: tuple[str, ...], localcheck: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "Ada Lovelace.txt").write_text(FACTS, encoding="utf-8")
    built = localcheck("index", "build", folder, "--name", "ada")
    assert built.returncode == 0, built.stderr
    check = (*CHECK, "-d", detector, "--no-cache")
    reports = {"index": json.loads(localcheck(*check, "--index", "ada").stdout)}
    with serve(ApiHandler) as (address, asked):
        for name in names:
            evidence, environment = engines(address)[name]
            recording = tmp_path / f"{name}.jsonl"
            live = localcheck(
                "--network", *check, "--evidence", evidence, "--record-evidence", recording, **environment
            )
            assert live.returncode == 0, live.stderr
            reports[f"live {name}"] = json.loads(live.stdout)
            if name == "brave":
                continue  # what it recorded is as the next one's: pages, and no answer of a wiki
            asked.clear()
            again = localcheck(*check, "--evidence", f"recorded:{recording}")
            assert again.returncode == 0, again.stderr
            reports[f"recorded {name}"] = json.loads(again.stdout)
            assert asked == [], "a recording needs no network"
    quote = "She was born in London in 1815."
    for name, report in reports.items():
        kind = "folder" if name == "index" else "web"
        assert told(report) == [(CLAIM, "supported", quote, kind)], name
        verdict = {k: v for k, v in shape(report)["verdicts"][0].items() if k != "beliefs"}
        assert verdict == {k: v for k, v in shape(reports["index"])["verdicts"][0].items() if k != "beliefs"}, name
        assert report.keys() == reports["index"].keys()
        assert [c.problem for c in check_report(report_from_json(report))] == [""], name


HOSTILE = (("mediawiki", "slow"), ("mediawiki", "ratelimited"), ("brave", "inward"), ("brave", "bomb"))
"""The others, and bounds of size and time, in ``tests/unit/retrieve/web``."""


@pytest.mark.parametrize(("name", "mode"), HOSTILE)
def test_a_hostile_engine_is_a_failed_claim_with_the_reason_and_no_more(name: str, mode: str, localcheck: Run) -> None:
    began = time.monotonic()
    with serve(ApiHandler, mode) as (address, asked):
        evidence, environment = engines(address)[name]
        inward = {**environment, "LOCALCHECK_PRIVATE_ADDRESSES": "false"}
        done = localcheck("--network", *CHECK, "--evidence", evidence, **inward)
        assert not any(p.startswith("/internal") for p in asked)
    assert "Traceback" not in done.stderr
    (verdict,) = json.loads(done.stdout)["verdicts"]
    assert (verdict["label"], bool(verdict["error"])) == ("failed", True)
    assert time.monotonic() - began < 100


def test_the_network_is_off_unless_it_is_asked_for(localcheck: Run) -> None:
    with serve(ApiHandler) as (address, asked):
        for evidence, environment in engines(address).values():
            refused = localcheck(*CHECK, "--evidence", evidence, **environment)
            assert (refused.returncode, "--network" in refused.stderr) == (5, True)
        assert asked == []


def test_pages_on_private_addresses_are_not_read_whatever_the_engine_names(localcheck: Run) -> None:
    with serve(ApiHandler) as (address, asked):
        for evidence, environment in list(engines(address).values())[1:]:
            done = localcheck(
                "--network", *CHECK, "--evidence", evidence, **{**environment, "LOCALCHECK_PRIVATE_ADDRESSES": "false"}
            )
            (verdict,) = json.loads(done.stdout)["verdicts"]
            assert verdict["label"] == "not_enough_evidence"
        assert [p for p in asked if not p.startswith(("/search", "/res/"))] == []


REBINDING = """
import socket

real, looks = socket.getaddrinfo, []
open_socket = socket.create_connection


def resolve(host, port, *more, **named):
    if host != "rebind.test":
        return real(host, port, *more, **named)
    looks.append(host)
    address = "8.8.8.8" if len(looks) % 2 else "127.0.0.1"
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


def connect(address, *more, **named):
    with open(LOG, "a") as f:
        f.write(f"{address[0]}\\n")
    if address[0] == "8.8.8.8":
        raise OSError("nobody there")
    return open_socket(address, *more, **named)


socket.getaddrinfo, socket.create_connection = resolve, connect
"""


def test_a_name_that_changes_its_address_reaches_nothing_private(localcheck: Run, tmp_path: Path) -> None:
    """DNS rebinding, by a resolver of the test's own: the first look is public, the second private, and so on."""

    class Rebinding(ApiHandler):
        def page_search(self) -> None:
            port = self.headers["Host"].rsplit(":", 1)[1]
            hits = [{"url": f"http://rebind.test:{port}/ada?{n}", "title": "Ada"} for n in range(6)]
            self.json({"results": hits})

    log = tmp_path / "reached"
    (tmp_path / "sitecustomize.py").write_text(f"LOG = {str(log)!r}\n" + REBINDING, encoding="utf-8")
    with serve(Rebinding) as (address, asked):
        own = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "LOCALCHECK_NLI": "starter-nli"}
        done = localcheck("--network", *CHECK, "--evidence", f"web:searxng={address}", **own)
        assert [p for p in asked if not p.startswith("/search")] == []
    (verdict,) = json.loads(done.stdout)["verdicts"]
    assert verdict["label"] == "not_enough_evidence"
    reached = log.read_text().split()
    assert "8.8.8.8" in reached, "the name was looked up and its first answer tried"


def test_the_web_is_searched_as_an_index_is(localcheck: Run) -> None:
    with serve(ApiHandler) as (address, asked):
        evidence, environment = engines(address)["mediawiki"]
        refused = localcheck("index", "search", evidence, "Ada Lovelace")
        assert (refused.returncode, "--network" in refused.stderr, asked) == (5, True, [])
        found = localcheck("--network", "index", "search", evidence, "Ada Lovelace", "--json", **environment)
        assert found.returncode == 0, found.stderr
        assert "1815" in json.loads(found.stdout)[0]["snippet"]
