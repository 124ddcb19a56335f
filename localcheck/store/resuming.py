"""Makes a request that continues an interrupted run."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from localcheck.errors import UsageError
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier, continued, with_typed
from localcheck.store.database import Store
from localcheck.store.runs import StoredRun
from localcheck.types import JSON, Label


def earlier(run: StoredRun) -> Earlier:
    """What a stored run has judged so far, for a request that continues it."""
    kept = tuple(v for v in run.verdicts if v.label is not Label.FAILED)
    return Earlier(run.summary.id, run.info, kept)


def resume(
    store: Store, run_id: int, now: Settings, typed: Collection[str] = (), options: Mapping[str, JSON] | None = None
) -> CheckRequest:
    """The request that continues run ``run_id``: same document, method, evidence, claims, models and options.

    ``typed`` names the settings that the user gave now, ``options`` the options of the method: other models are taken,
    anything else that differs from what the run was started with raises ``UsageError``. Raises ``UnknownName``.
    """
    run = store.load(run_id)
    then = continued(now, run.settings, run.info)
    started_with = {name: str(value) for name, value in then.detector_options(then.detector).items()}
    for name, value in (options or {}).items():
        if started_with.get(name.replace("-", "_")) != str(value):
            raise UsageError(
                f"run {run_id} was started with {name} = {started_with.get(name.replace('-', '_'))} and cannot go on"
                f" with {value}",
                "leave -o out, or start a new run",
            )
    return CheckRequest((run.document,), with_typed(then, now, typed), earlier(run))
