"""Exports figures of the checks log to monitoring systems, as Prometheus text and OpenTelemetry metrics.

Both are made by the projects' own libraries (extra ``monitor``); nothing is sent anywhere unless a collector is named.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from localcheck.errors import BackendError, NetworkRefused, UsageError
from localcheck.monitoring.monitor import Figures
from localcheck.system import network
from localcheck.system.addresses import parts_of
from localcheck.system.extras import of_extra
from localcheck.text.inert import one_line

Value = Callable[[Figures], float | None]
GAUGES: tuple[tuple[str, str, Value], ...] = (
    ("checks", "Checks in the window", lambda f: f.checks),
    ("scored_checks", "Checks in the window with a faithfulness score", lambda f: f.scored),
    ("faithfulness_mean", "Mean faithfulness score of the window, in [0, 1]", lambda f: f.mean),
    ("faithfulness_low", "Lower end of the 95 % interval of the mean", lambda f: f.low),
    ("faithfulness_high", "Upper end of the 95 % interval of the mean", lambda f: f.high),
    ("warned_checks", "Checks in the window with the disposition warn", lambda f: f.warned),
    ("blocked_checks", "Checks in the window with the disposition block", lambda f: f.blocked),
    ("claims", "Claims in the window", lambda f: f.claims),
    ("supported_claims", "Supported claims in the window", lambda f: f.supported),
    ("latency_seconds", "Median seconds of a check in the window", lambda f: f.latency),
)
"""Name, description, value. A value that does not exist (the mean of no score) is left out, never 0."""


def prometheus(figures: Iterable[Figures], window: float) -> str:
    """The figures in Prometheus' text format. Raises ``MissingExtra``."""
    with of_extra("monitor", "the Prometheus export"):
        from prometheus_client import CollectorRegistry, Gauge, generate_latest
    registry = CollectorRegistry()
    labels = ("by", "name", "window_seconds")
    gauges = [(Gauge(f"localcheck_{name}", text, labels, registry=registry), value) for name, text, value in GAUGES]
    for row in figures:
        for gauge, value in gauges:
            if (number := value(row)) is not None:
                gauge.labels(row.key, row.name, f"{window:.15g}").set(number)  # 30 days are 2592000, not 2.592e+06
    return generate_latest(registry).decode("utf-8")


def opentelemetry(figures: Iterable[Figures], window: float) -> str:
    """The figures as OpenTelemetry metrics in the SDK's JSON. Raises ``MissingExtra``."""
    with _measured(figures, window) as data:
        return str(data.to_json()) if data is not None else '{"resource_metrics": []}'


SECONDS = 10
"""How long a push may take, with the exporter's own repetitions."""


def push(figures: Iterable[Figures], window: float, endpoint: str) -> None:
    """Send the figures to an OpenTelemetry collector over OTLP/HTTP, by the SDK's exporter.

    ``endpoint`` is the whole address, for example ``http://127.0.0.1:4318/v1/metrics``. Raises ``MissingExtra``,
    ``UsageError`` for what is no address, ``NetworkRefused`` for a collector beyond this machine while the network is off, and
    ``BackendError``.
    """
    parts = parts_of(endpoint)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{endpoint} is not an address of a collector", "for example http://127.0.0.1:4318/v1/metrics")
    if not (network.is_local(parts.hostname) or network.allowed()):
        raise NetworkRefused(f"{parts.hostname} is beyond this machine", network.HINT)
    with of_extra("monitor", "the push to a collector"):
        import requests
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.sdk.metrics.export import MetricExportResult
    # The SDK tells every attempt; what came of them is one error here.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL + 1)
    session = requests.Session()
    session.trust_env = not network.is_local(parts.hostname)  # a proxy of the environment is for what lies beyond
    answers: list[Any] = []
    session.hooks["response"].append(lambda answer, *_, **__: answers.append(answer))
    exporter = OTLPMetricExporter(endpoint=endpoint, timeout=SECONDS, session=session)
    sent = Future[Any]()

    def send(data: Any) -> None:
        try:
            sent.set_result(data is None or exporter.export(data, SECONDS * 1000) is MetricExportResult.SUCCESS)
        except BaseException as error:
            sent.set_exception(error)

    try:
        with _measured(figures, window) as data:
            # In a thread, because the exporter's limit counts from one byte of an answer to the next.
            threading.Thread(target=send, args=(data,), daemon=True).start()
            done = sent.result(SECONDS + 1)
    except TimeoutError:
        why = f"{endpoint} did not take the figures: its answer did not end within {SECONDS} s"
        raise BackendError(why, "read what the collector logs, and its address") from None
    finally:
        exporter.shutdown()
    if why := _refusal(answers[-1]) if answers else "no answer" * (not done):
        hint = "read what the collector logs, and its address" if answers else "is the collector running?"
        raise BackendError(f"{endpoint} did not take the figures: {why}", hint)


def _refusal(answer: Any) -> str:
    """What a collector's answer says against the figures; empty where it took all. The SDK takes a redirection, which it does
    not follow, and an answer that some were refused for success."""
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceResponse

    if not 200 <= answer.status_code < 300:
        return f"it answered {answer.status_code} {one_line(answer.reason or '')}".rstrip()
    try:
        part = ExportMetricsServiceResponse.FromString(answer.content).partial_success
    except DecodeError:
        return ""
    return (
        f"{part.rejected_data_points} were refused, {one_line(part.error_message)}" if part.rejected_data_points else ""
    )


@contextmanager
def _measured(figures: Iterable[Figures], window: float) -> Iterator[Any]:
    """The figures as the SDK's metrics; None when there are none."""
    with of_extra("monitor", "the OpenTelemetry export"):
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import InMemoryMetricReader
        from opentelemetry.sdk.resources import Resource
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader], Resource({"service.name": "localcheck"}), shutdown_on_exit=False)
    meter = provider.get_meter("localcheck")
    rows = list(figures)
    for name, text, value in GAUGES:
        gauge = meter.create_gauge(f"localcheck.{name}", description=text)
        for row in rows:
            if (number := value(row)) is not None:
                gauge.set(number, {"by": row.key, "name": row.name, "window_seconds": window})
    try:
        yield reader.get_metrics_data()
    finally:
        provider.shutdown()
