"""Statistics and alerts over rows of the checks log."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.monitoring.monitor import DAY, alerts, report, series, sparkline
from localcheck.reports import rolling
from localcheck.store import Check, Store
from localcheck.types import Disposition

NOW = 1_793_000_000.0


def check(age: float, score: float | None, template: str = "t", document: str = "", **more: object) -> Check:
    outcome = "scored" if score is not None else "empty_context"
    return Check(
        f"{template}{age}", NOW - age, document or f"d{age}", template=template, score=score, outcome=outcome, **more
    )  # type: ignore[arg-type]


def test_only_the_window_counts_and_unscored_checks_are_no_zero() -> None:
    rows = [check(10, 0.8), check(20, 1.0), check(30, None), check(DAY + 1, 0.0), check(-5, 0.0)]
    (figures,) = report(rows, "template", NOW)
    assert (figures.checks, figures.scored, figures.mean) == (3, 2, pytest.approx(0.9))


def test_the_edge_of_the_window_is_half_open() -> None:
    assert [f.checks for f in report([check(DAY, 0.0), check(0, 1.0)], "template", NOW)] == [1]


def test_groups_are_kept_apart_and_dispositions_counted() -> None:
    rows = [
        check(1, 1.0, "a", claims=3, supported=3, latency=2.0),
        check(4, 1.0, "a", latency=3.0),
        check(2, 0.5, "b", disposition=Disposition.BLOCK, claims=2, supported=1, latency=4.0),
        check(3, 0.5, "b", disposition=Disposition.WARN, claims=2, supported=1),
    ]
    a, b = report(rows, "template", NOW)
    assert (a.name, a.mean, a.claims, a.supported, a.latency) == ("a", 1.0, 3, 3, 2.5)
    assert (b.name, b.warned, b.blocked, b.claims, b.supported) == ("b", 1, 1, 4, 2)


def test_an_alert_needs_enough_checks_and_says_whether_it_is_certain() -> None:
    low = [check(i, 0.7 + 0.2 * (i % 2)) for i in range(30)]
    mixed = [check(i, float(i % 8 != 0), "mixed") for i in range(24)]
    few = [check(i, 0.0, "few") for i in range(5)]
    found = alerts(report([*low, *mixed, *few], "template", NOW))
    assert [(a.figures.name, a.certain) for a in found] == [("mixed", False), ("t", True)]
    assert [a.figures.name for a in alerts(report(mixed, "template", NOW), certain=True)] == []
    assert [a.figures.name for a in alerts(report(few, "template", NOW), least=5)] == ["few"]


def test_a_mean_of_exactly_the_threshold_is_not_under_it() -> None:
    """Twenty times 0.9 over twenty is a little less than 0.9 in binary fractions."""
    rows = [check(1, 0.9, "even", document=f"d{i}") for i in range(20)]
    assert alerts(report(rows, "template", NOW)) == []
    assert len(alerts(report([*rows, check(1, 0.8, "even", document="e")], "template", NOW))) == 1


def test_one_document_checked_over_and_over_gives_no_interval() -> None:
    (figures,) = report([check(i, 0.5, document="same") for i in range(30)], "template", NOW)
    assert (figures.mean, figures.low, figures.high) == (0.5, None, None)


@given(st.permutations([check(i * 7200, (i % 3) / 2) for i in range(20)]))
def test_the_order_in_which_rows_were_written_does_not_matter(rows: list[Check]) -> None:
    """A clock that was set back writes later checks with earlier times."""
    ordered = sorted(rows, key=lambda c: c.at)
    assert report(rows, "template", NOW)[0].mean == pytest.approx(report(ordered, "template", NOW)[0].mean or 0)
    assert series(rows, "template", NOW - DAY, NOW) == series(ordered, "template", NOW - DAY, NOW)


def test_a_series_reaches_back_behind_its_start() -> None:
    (line,) = series([check(DAY * 1.5, 0.0), check(DAY * 0.9, 1.0)], "template", NOW - DAY, NOW)
    assert line.values == (0.5,)


def test_a_plot_breaks_at_gaps_and_keeps_names_out_of_the_markup() -> None:
    line = rolling.Line("<b>&", [0, 60, 86400 * 6], [0.5, 0.7, 1.0])
    assert [len(r) for r in rolling.runs(line, 3600)] == [2, 1]
    picture = rolling.svg([line], 0, 86400 * 7, 0.9)
    assert "&lt;b&gt;&amp;" in picture and "<b>" not in picture
    assert len(re.findall("<polyline", picture)) == 2


def test_blanks_in_a_sparkline_are_gaps() -> None:
    values = sparkline([(NOW - 10, 1.0), (NOW - DAY + 10, 0.5)], NOW - DAY, NOW, 4)
    assert values == (0.5, None, None, 1.0)
    assert rolling.spark(values) == "▁  █"


def test_prometheus_text_is_read_back_by_its_own_parser() -> None:
    parser = pytest.importorskip("prometheus_client.parser", reason="the extra 'monitor' is not installed")
    from localcheck.monitoring.telemetry import prometheus

    text = prometheus(report([check(1, 0.5, 'a"b\\c\n'), check(2, None, "none")], "template", NOW), DAY)
    samples = {
        (s.name, s.labels["name"]): s.value for f in parser.text_string_to_metric_families(text) for s in f.samples
    }
    assert samples["localcheck_faithfulness_mean", 'a"b\\c\n'] == 0.5
    assert samples["localcheck_checks", "none"] == 1
    assert ("localcheck_faithfulness_mean", "none") not in samples, "no score is not a score of 0"


@pytest.mark.parametrize(("window", "told"), [(DAY, "86400"), (30 * DAY, "2592000"), (30 * DAY + 0.5, "2592000.5")])
def test_a_window_is_told_in_full(window: float, told: str) -> None:
    pytest.importorskip("prometheus_client", reason="the extra 'monitor' is not installed")
    from localcheck.monitoring.telemetry import prometheus

    assert f'window_seconds="{told}"' in prometheus(report([check(1, 0.5)], "template", NOW), window)


def test_opentelemetry_metrics_are_the_sdk_s_json() -> None:
    pytest.importorskip("opentelemetry.sdk.metrics", reason="the extra 'monitor' is not installed")
    from localcheck.monitoring.telemetry import opentelemetry

    found = json.loads(opentelemetry(report([check(1, 0.5), check(2, None, "none")], "template", NOW), DAY))
    metrics = found["resource_metrics"][0]["scope_metrics"][0]["metrics"]
    points = {m["name"]: m["data"]["data_points"] for m in metrics}
    assert [p["value"] for p in points["localcheck.faithfulness_mean"]] == [0.5]
    assert sorted(p["attributes"]["name"] for p in points["localcheck.checks"]) == ["none", "t"]


def test_a_window_is_right_across_a_restart_a_gap_and_a_clock_that_was_set_back(tmp_path: Path) -> None:
    path = tmp_path / "localcheck.db"
    with Store(path) as store:
        store.checks.add(check(5 * DAY, 0.0), check(DAY - 60, 0.5))
    with Store(path) as store:
        # The clock ran two hours ahead, then was set back: the later check has the earlier time.
        store.checks.add(check(-7200, 0.0), check(1800, 0.7))
        store.checks.add(check(0, 0.9))
    with Store(path) as store:
        (now,) = report(store.checks.between(NOW - DAY, NOW), "template", NOW)
        assert (now.checks, now.mean) == (3, pytest.approx(0.7)), (
            "what is ahead and what is before the gap are left out"
        )
        assert store.checks.ahead(NOW) == 1
        later = NOW + 7200
        (then,) = report(store.checks.between(later - DAY, later), "template", later)
        assert (then.checks, then.mean) == (3, pytest.approx(1.6 / 3)), "its time has come, and another one's has gone"


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Australia/Lord_Howe"])
def test_a_day_is_24_hours_also_when_the_clocks_change(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        night = 1_792_893_600.0 + 3600  # 25 October 2026, an hour after Berlin's clocks went back
        rows = [replace(check(0, 0.5), call_id=str(h), at=night - 3600 * h) for h in range(30)]
        assert [f.checks for f in report(rows, "template", night)] == [24]
    finally:
        monkeypatch.undo()
        time.tzset()
