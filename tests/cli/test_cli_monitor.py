"""``localcheck monitor`` through real processes, over a log that the test wrote."""

from __future__ import annotations

import gzip
import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from localcheck.cli.keeping import monitor
from localcheck.errors import BackendError
from localcheck.monitoring import telemetry
from localcheck.monitoring.monitor import Figures
from localcheck.reports.rolling import Line
from localcheck.store import Check, Store
from tests.cli.conftest import Run


@pytest.fixture
def log(home: Path) -> None:
    """Thirty checks of the last day: template ``rag`` at 0.8, template ``sum`` at 1."""
    now = time.time()
    with Store(home / "localcheck.db") as store:
        for i in range(30):
            score = 0.7 + 0.2 * (i % 2)
            store.checks.add(
                Check(f"r{i}", now - 60 * i - 5, f"d{i}", "m1", "rag", score=score, claims=10, supported=8)
            )
            store.checks.add(Check(f"s{i}", now - 60 * i - 5, f"d{i}", "m2", "sum", score=1.0))
        store.checks.add(Check("ahead", now + 9000, "later", template="sum", score=0.0))


def test_a_report_by_template_in_json(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "report", "--json")
    assert done.returncode == 0, done.stderr
    groups = {g["name"]: g for g in json.loads(done.stdout)["groups"]}
    assert groups["rag"]["mean"] == pytest.approx(0.8)
    assert groups["rag"]["low"] < 0.8 < groups["rag"]["high"]
    assert (groups["sum"]["mean"], groups["sum"]["checks"]) == (1.0, 30)
    assert "logged later than now" in done.stderr


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/New_York"])
def test_the_time_zone_of_the_machine_does_not_matter(localcheck: Run, log: None, zone: str) -> None:
    done = localcheck("monitor", "report", "--window", "10m", "--json", TZ=zone)
    assert [g["checks"] for g in json.loads(done.stdout)["groups"]] == [10, 10]


def test_a_dip_is_an_alert_with_exit_code_1_and_reaches_the_hook(localcheck: Run, log: None, tmp_path: Path) -> None:
    saved = tmp_path / "alert $(touch pwned).json"
    program = tmp_path / "hook.py"
    program.write_text("import sys; open(sys.argv[1], 'w').write(sys.stdin.read())")
    done = localcheck("monitor", "check", "--hook", f"{sys.executable} {program} '{saved}'")
    assert done.returncode == 1
    alert = json.loads(done.stdout)
    assert [(g["figures"]["name"], g["certain"]) for g in alert["groups"]] == [("rag", True)]
    assert json.loads(saved.read_text()) == alert
    assert not (tmp_path / "pwned").exists(), "no shell reads the command"


def test_a_hook_that_fails_is_an_error(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "check", "--hook", f'{sys.executable} -c "raise SystemExit(3)"')
    assert done.returncode == 4
    assert "ended with 3" in done.stderr


@pytest.mark.parametrize("least", [20, 31])
@pytest.mark.parametrize(
    ("hook", "why"),
    [
        ("", "is empty"),
        ("/nonexistent/page --stdin", "no program"),
        ('page "', "quotation"),
        ("./alert.sh", "may not be executed"),
    ],
)
def test_a_hook_that_cannot_be_run_is_said_and_loses_no_alert(
    localcheck: Run, log: None, tmp_path: Path, hook: str, why: str, least: int
) -> None:
    (tmp_path / "alert.sh").write_text("#!/bin/sh\n")
    done = localcheck("monitor", "check", "--least", str(least), "--hook", hook)
    assert done.returncode == 2 and "--hook" in done.stderr and why in done.stderr
    assert ("rag" in done.stdout) == (least == 20)


def test_no_dip_is_silent(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "check", "--below", "0.5")
    assert (done.returncode, done.stdout) == (0, "")
    assert localcheck("monitor", "check", "--least", "31").returncode == 0


def test_plot_and_export(localcheck: Run, log: None, tmp_path: Path) -> None:
    assert "rag" in localcheck("monitor", "plot", "--span", "1h").stdout
    assert localcheck("monitor", "plot", "--svg", "plot.svg").returncode == 0
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    done = localcheck("monitor", "export")
    (mean,) = re.findall(r'faithfulness_mean{by="template",name="rag",window_seconds="86400"} (.*)', done.stdout)
    assert float(mean) == pytest.approx(0.8)


def test_a_line_end_in_a_name_parts_no_row(localcheck: Run, home: Path) -> None:
    with Store(home / "localcheck.db") as store:
        store.checks.add(Check("c", time.time() - 5, "d", template="two\nlines", score=0.9))
    for command in ("report", "plot"):
        assert "two lines" in localcheck("monitor", command).stdout


@pytest.mark.parametrize(("window", "said"), [("soon", "24h"), ("7", "7d")])
def test_a_window_that_is_none(localcheck: Run, window: str, said: str) -> None:
    done = localcheck("monitor", "report", "--window", window)
    assert done.returncode == 2 and said in done.stderr


def terminal(monkeypatch: pytest.MonkeyPatch, wide: int) -> StringIO:
    """Let figures be shown on a terminal of this width; what is written to it."""
    written = StringIO()

    def console(width: int | None = None) -> Console:
        return Console(file=written, force_terminal=True, width=width or wide, highlight=False, color_system=None)

    monkeypatch.setattr(monitor, "console", console)
    return written


def figures(name: str) -> Figures:
    return Figures("template", name, 1200, 1100, 0.517, 0.476, 0.734, 40, 250, 8900, 3300, 12.15)


@pytest.mark.parametrize(
    ("wide", "left"),
    [(120, ""), (80, "median s"), (60, "claims, supported, median s"), (20, "claims, supported, median s")],
)
def test_no_number_is_cut_on_a_terminal_of_any_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wide: int, left: str
) -> None:
    written = terminal(monkeypatch, wide)
    monitor.show_figures([figures("t1"), figures("a-template-with-a-long-name")], "template")
    text = written.getvalue()
    for number in ("1200", "1100", "0.517", "0.476–0.734", "40", "250"):
        assert text.count(number) == 2, text
    assert "…" not in text and "a-templa" in text
    assert (f"{left}: in a wider terminal" in capsys.readouterr().err) == bool(left)
    assert all(len(line) <= max(wide, 59) for line in text.splitlines())


def test_a_pipe_gets_whole_names(localcheck: Run, log: None, home: Path) -> None:
    name = "a template whose name is far longer than a line of a pipe was " * 3
    with Store(home / "localcheck.db") as store:
        store.checks.add(Check("long", time.time() - 5, "d", "m", name, score=0.5))
    done = localcheck("monitor", "report")
    assert name in done.stdout and "median s" in done.stdout


@pytest.mark.parametrize("wide", [120, 80, 60, 40])
def test_a_plot_is_as_wide_as_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wide: int
) -> None:
    terminal(monkeypatch, wide)
    names = ("t1", "a-template-of-which-the-name-is-long")
    monitor.show_lines([Line(n, (1e9, 1e9 + 3600), (0.9, 0.517)) for n in names], 1e9, 1e9 + 3600, 0.9)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= max(wide, 44) for line in lines)
    assert sum(line.endswith(" 0.517  < 0.9") and "▁" in line for line in lines) == 2
    assert all(any(name in line for line in lines) for name in names)


def test_no_checks_are_said(localcheck: Run, home: Path) -> None:
    assert localcheck("monitor", "report").stdout == "no checks in the last 24 hours\n"
    assert localcheck("monitor", "plot", "--span", "90s").stdout == "no scored checks in the last 90 seconds\n"
    assert json.loads(localcheck("monitor", "report", "--json").stdout)["groups"] == []


ANSWERS = {
    "/v1/metrics": (200, b""),
    "/moved": (307, b""),
    "/full": (200, b"\x0a\x0b\x08\x05\x12\x07too old"),  # partial_success: 5 points rejected, and why
}
"""What the collector answers under each path."""


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """A collector on this machine: its address, and the bodies that it was sent."""
    bodies: list[bytes] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            bodies.append(gzip.decompress(data) if self.headers.get("Content-Encoding") == "gzip" else data)
            code, said = ANSWERS.get(self.path, (400, b""))
            self.send_response(code)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_figures_reach_a_collector_over_otlp(localcheck: Run, log: None, collector: tuple[str, list[bytes]]) -> None:
    service = pytest.importorskip(
        "opentelemetry.proto.collector.metrics.v1.metrics_service_pb2", reason="the extra 'monitor' is not installed"
    )
    address, bodies = collector
    done = localcheck("monitor", "export", "--otlp", f"{address}/v1/metrics")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    request = service.ExportMetricsServiceRequest.FromString(bodies[0])
    (resource,) = request.resource_metrics
    assert [a.value.string_value for a in resource.resource.attributes if a.key == "service.name"] == ["localcheck"]
    points = {m.name: m.gauge.data_points for m in resource.scope_metrics[0].metrics}
    means = {
        next(a.value.string_value for a in p.attributes if a.key == "name"): p.as_double
        for p in points["localcheck.faithfulness_mean"]
        if any(a.value.string_value == "template" for a in p.attributes)
    }
    assert means == {"rag": pytest.approx(0.8), "sum": 1.0}


def test_a_collector_that_refuses_and_one_that_is_elsewhere(
    localcheck: Run, log: None, collector: tuple[str, list[bytes]]
) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="the extra 'monitor' is not installed")
    for path, why in [("elsewhere", "400"), ("moved", "307"), ("full", "5 were refused, too old")]:
        done = localcheck("monitor", "export", "--otlp", f"{collector[0]}/{path}")
        assert done.returncode == 4 and "did not take" in done.stderr and why in done.stderr, path
    done = localcheck("monitor", "export", "--otlp", "http://192.0.2.7:4318/v1/metrics")
    assert done.returncode == 5 and "--network" in done.stderr
    assert localcheck("monitor", "export", "--otlp", "collector").returncode == 2


def test_a_collector_on_this_machine_is_not_reached_through_a_proxy(
    localcheck: Run, log: None, collector: tuple[str, list[bytes]]
) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="the extra 'monitor' is not installed")
    done = localcheck("monitor", "export", "--otlp", f"{collector[0]}/v1/metrics", HTTP_PROXY="http://127.0.0.1:9")
    assert done.returncode == 0 and len(collector[1]) == 1, done.stderr


def test_a_collector_whose_answer_does_not_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte a second held the command for as long as the collector liked."""
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="the extra 'monitor' is not installed")
    ended = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            with suppress(OSError):
                while not ended.wait(0.05):
                    self.wfile.write(b"0")

        def log_message(self, format: str, *args: object) -> None:
            pass

    figures = Figures("model", "m1", 1, 1, 0.8, 0.8, 0.8, 0, 0, 10, 8, 1.0)
    monkeypatch.setattr(telemetry, "SECONDS", 1)
    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.02,))
        serving.start()
        with pytest.raises(BackendError, match="did not end within 1 s"):
            telemetry.push([figures], 60.0, f"http://127.0.0.1:{server.server_port}/v1/metrics")
        ended.set()
        server.shutdown()
        serving.join()
