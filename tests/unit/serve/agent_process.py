"""``localcheck mcp`` as a process, and the lines to it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import warm

CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


class Agent:
    """A process of the server."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.said: list[bytes] = []
        """What it said beside the answers that were waited for."""
        self._number = 1_000_000

    def line(self, data: bytes) -> None:
        """Write a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(data.replace(b"\n", b" ") + b"\n")
        self.process.stdin.flush()

    def send(self, method: str, params: Any) -> int:
        """Write a request; its number."""
        self._number += 1
        self.line(json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode())
        return self._number

    def answer(self, number: int) -> Any:
        """Read to the answer to a request."""
        assert self.process.stdout is not None
        while said := self.process.stdout.readline():
            found = json.loads(said)
            if found.get("id") == number:
                return found
            self.said.append(said)
        raise AssertionError("the server ended")

    def ask(self, method: str, params: Any) -> Any:
        """Write a request and read to its answer."""
        return self.answer(self.send(method, params))

    def call(self, tool: str, **arguments: Any) -> Any:
        """The result of a tool."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def alive(self) -> None:
        """The server answers, and nothing that it said since is a traceback."""
        assert self.ask("ping", {})["result"] == {}
        said, self.said = self.said, []
        assert not any(b"Traceback" in line or b'File \\"' in line for line in said), said


@contextmanager
def agent(home: Path, *options: str, program: Sequence[str] = ()) -> Iterator[Agent]:
    """A server that is initialized. At the end it has ended, with its input at the latest, and showed no traceback.

    It is a fork of ``tests.warm`` unless another ``program`` is given.
    """
    command = [*(program or warm.command()), "mcp", "--no-store", *options]
    env = {**os.environ, "LOCALCHECK_HOME": str(home)}
    with (
        (home / f"errors-{os.urandom(4).hex()}").open("w+b") as errors,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env) as process,
    ):
        made = Agent(process)
        try:
            assert "result" in made.ask("initialize", CLIENT)
            made.line(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode())
            yield made
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(60) == 0
        finally:
            process.kill()
        errors.seek(0)
        assert b"Traceback" not in errors.read()
