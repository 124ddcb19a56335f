"""How soon a document of 300 sentences is checked again after one of them was edited, with everything open.

    python scripts/bench_edited.py [--sentences 300] [--rounds 5] [--profile]

The sentences are those of the starter encyclopedia, an article after another, with the starter model and index. Once through a
``Session`` (Python, pages and agents use it), once through ``localcheck lsp``, from the request to the last answer: wall and
processor seconds, the median of the rounds, and the memory that the server holds then. In each round another sentence gets
another year or word.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice

import psutil
from bench_front_ends import Spoken

from localcheck.ports import Retriever
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.text.sentences import split_sentences
from localcheck.types import Document, Judged

URI = "file:///tmp/long.txt"
SUBJECTS = (
    "Marie Curie",
    "Mars",
    "Isaac Newton",
    "Paris",
    "London",
    "Ada Lovelace",
    "Charles Darwin",
    "Jupiter",
    "Germany",
    "Japan",
)


def sentences(session: Session, wanted: int) -> list[str]:
    """The first sentences of articles, so many; each names something."""
    retriever = session.runtime().provide(Retriever)
    found: dict[str, None] = {}
    for subject in SUBJECTS:
        for passage in islice(retriever.search(subject), 10):
            for sentence in split_sentences(passage.text)[:6]:
                found.setdefault(" ".join(sentence.text.split()))
    assert len(found) >= wanted, f"the index has only {len(found)} sentences"
    return list(found)[:wanted]


def edited(lines: list[str], number: int) -> str:
    """The document with one sentence that is another one now."""
    place = number * 37 % len(lines)
    lines = [*lines[:place], f"{lines[place].rstrip('.')} in {1900 + number}.", *lines[place + 1 :]]
    return "\n\n".join(lines)


def through_session(session: Session, settings: Settings, text: str) -> int:
    """Check a text; how many claims were judged now."""
    events = session.check(CheckRequest((Document("long", text),), settings))
    return sum(not event.verdict.cost.cached for event in events if isinstance(event, Judged))


def through_lsp(lines: list[str], rounds: int) -> Iterator[tuple[float, float, int]]:
    """(wall, processor, judged) of each check after the first, by a server as an editor starts it."""
    server = Spoken("lsp", headers=True, cache=True)
    server.send(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
    server.until(lambda m: m.get("id") == 1)
    server.send(method="initialized", params={})
    text = "\n\n".join(lines)
    item = {"uri": URI, "languageId": "plaintext", "version": 1, "text": text}
    server.send(method="textDocument/didOpen", params={"textDocument": item})
    for number in range(rounds + 1):
        if number:
            changes = [{"text": edited(lines, number)}]
            where = {"uri": URI, "version": number + 1}
            server.send(method="textDocument/didChange", params={"textDocument": where, "contentChanges": changes})
        before = server.seconds()
        server.send(
            id=number + 2, method="workspace/executeCommand", params={"command": "localcheck.check", "arguments": [URI]}
        )
        answer = server.until(lambda m, wanted=number + 2: m.get("id") == wanted)
        after = server.seconds()
        if number:
            yield after[0] - before[0], after[1] - before[1], answer["result"]["judged"]
    memory = server.measured.memory_info()
    print(f"lsp: {memory.rss / 2**20:.0f} MiB after {rounds + 1} checks of {len(lines)} sentences")
    server.end()


def main() -> None:
    """Measure both, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--profile", action="store_true", help="Show where the time of the last round went.")
    chosen = parser.parse_args()
    own = psutil.Process()
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALCHECK_HOME"] = home
        settings = Settings()
        with Session(settings) as session:
            lines = sentences(session, chosen.sentences)
            through_session(session, settings, "\n\n".join(lines))
            taken = []
            for number in range(1, chosen.rounds + 1):
                text, profile = edited(lines, number), cProfile.Profile()
                if chosen.profile and number == chosen.rounds:
                    profile.enable()
                wall, used = time.perf_counter(), own.cpu_times()
                judged = through_session(session, settings, text)
                now = own.cpu_times()
                profile.disable()
                taken.append((time.perf_counter() - wall, now.user + now.system - used.user - used.system, judged))
            if chosen.profile:
                pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        _told("session", taken)
        _told("lsp", list(through_lsp(lines, chosen.rounds)))


def _told(name: str, taken: list[tuple[float, float, int]]) -> None:
    wall, used, judged = (statistics.median(column) for column in zip(*taken, strict=True))
    print(f"{name}: {wall:.2f} s, {used:.2f} s of processor, {judged:g} judged anew (median of {len(taken)})")


if __name__ == "__main__":
    main()
