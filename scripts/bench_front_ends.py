"""How soon ``localcheck lsp`` and ``localcheck mcp`` answer first, and what memory they hold, with the starter model and index.

    python scripts/bench_front_ends.py [--rounds 5] [--write-json FILE]

For each: wall and processor seconds from the start of the process to the answer to ``initialize``, the same to the first
verdict (no cache is used, so the model is opened), and resident memory after it. Processor time is also given as a
multiple of that of ``python -c pass``, measured side by side, since seconds mean little on a machine that does other things.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

CLAIM = "Marie Curie was born in Paris in 1867."
URI = "untitled:notes.txt"


class Spoken:
    """A front end as a process, and the messages to it: with headers (LSP) or one a line (MCP)."""

    def __init__(self, name: str, headers: bool, cache: bool = False) -> None:
        self._headers, self.began = headers, time.perf_counter()
        command = [sys.executable, "-m", "localcheck", name, *([] if cache else ["--no-cache"])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.measured = psutil.Process(self.process.pid)

    def send(self, **message: Any) -> None:
        """Write a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) if self._headers else body + b"\n")
        self.process.stdin.flush()

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """Read messages up to one that is wanted."""
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            if self._headers:
                length = int(line.partition(b":")[2])
                while stream.readline().strip():
                    pass
                line = stream.read(length)
            if wanted(found := json.loads(line)):
                return found
        raise SystemExit("the front end ended")

    def seconds(self) -> tuple[float, float]:
        """Wall and processor seconds since the start."""
        used = self.measured.cpu_times()
        return time.perf_counter() - self.began, used.user + used.system

    def end(self) -> None:
        """Close it."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def lsp() -> dict[str, float]:
    """One round of the language server."""
    server = Spoken("lsp", headers=True)
    server.send(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
    server.until(lambda m: m.get("id") == 1)
    first = server.seconds()
    server.send(method="initialized", params={})
    item = {"uri": URI, "languageId": "plaintext", "version": 1, "text": CLAIM}
    server.send(method="textDocument/didOpen", params={"textDocument": item})
    server.send(id=2, method="workspace/executeCommand", params={"command": "localcheck.check", "arguments": [URI]})
    server.until(lambda m: m.get("id") == 2)
    return _measured(server, first)


def mcp() -> dict[str, float]:
    """One round of the server for agents."""
    server = Spoken("mcp", headers=False)
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    server.send(id=1, method="initialize", params=client)
    server.until(lambda m: m.get("id") == 1)
    first = server.seconds()
    server.send(method="notifications/initialized")
    server.send(id=2, method="tools/call", params={"name": "check_claim", "arguments": {"claim": CLAIM}})
    server.until(lambda m: m.get("id") == 2)
    return _measured(server, first)


def _measured(server: Spoken, first: tuple[float, float]) -> dict[str, float]:
    verdict = server.seconds()
    memory = server.measured.memory_info().rss / 2**20
    server.end()
    seconds = zip(("first_wall_s", "first_cpu_s", "verdict_wall_s", "verdict_cpu_s"), (*first, *verdict), strict=True)
    return {**dict(seconds), "rss_mib": memory}


def python() -> float:
    """Processor seconds of Python's own start."""
    before = psutil.Process().cpu_times()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    after = psutil.Process().cpu_times()
    return (after.children_user + after.children_system) - (before.children_user + before.children_system)


def main() -> None:
    """Measure in turn, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write-json", type=Path, help="All rounds, for a record.")
    chosen = parser.parse_args()
    rounds: dict[str, list[dict[str, float]]] = {"lsp": [], "mcp": []}
    bare = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALCHECK_HOME"] = home
        lsp()  # builds the starter index
        for _ in range(chosen.rounds):
            bare.append(python())
            rounds["lsp"].append(lsp())
            rounds["mcp"].append(mcp())
    base = max(statistics.median(bare), 0.01)
    print(f"python -c pass: {base:.2f} s of processor")
    for name, found in rounds.items():
        middle = {key: statistics.median(f[key] for f in found) for key in found[0]}
        print(
            f"{name}: first answer {middle['first_wall_s']:.2f} s ({middle['first_cpu_s']:.2f} s of processor, "
            f"{middle['first_cpu_s'] / base:.0f} x), first verdict {middle['verdict_wall_s']:.2f} s "
            f"({middle['verdict_cpu_s']:.2f} s of processor), {middle['rss_mib']:.0f} MiB"
        )
    if chosen.write_json:
        chosen.write_json.write_text(json.dumps({"python": bare, **rounds}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
