"""The events of a check, stored as they pass, and a row of the checks log for each document: for front ends with a store."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing

from localcheck.run.session import Ruled
from localcheck.store import Recorder
from localcheck.types import Event


def stored(events: Iterable[Event], recorder: Recorder) -> Generator[Event, None, None]:
    """The same events. A document has a row if its check ends with a ruling (``CheckRequest.ruled``).

    A run that goes on has none where no claim was left to judge: its text was only opened again.
    """
    continued = recorder.run_id is not None
    with closing(recorder.follow(events)) as seen:
        for event in seen:
            if isinstance(event, Ruled) and (recorder.judged or not continued):
                recorder.store.checks.add(event.check(recorder.run_id))
            yield event
