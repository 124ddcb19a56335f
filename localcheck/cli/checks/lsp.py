"""``localcheck lsp``: the language server, which an editor starts."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import BinaryIO

import click

from localcheck.cli import diagnostics
from localcheck.cli.options import Typed, run_options
from localcheck.system import collecting
from localcheck.system.extras import of_extra


@click.command()
@click.option(
    "--stdio", is_flag=True, help="Use standard input and output. This is always done; some editors add the option."
)
@run_options
def lsp(*, stdio: bool, typed: Typed) -> int:
    """Show verdicts in an editor: a language server for Markdown, plain text, LaTeX, reStructuredText and HTML.

    The editor starts this command and speaks to it over standard input and output. A document is checked when it is saved,
    or when the editor calls localcheck.check; only sentences that changed are judged again. Nothing leaves this machine.

    \b
    Examples:
      localcheck lsp
      localcheck lsp --index enwiki
    """
    settings = typed.checked_settings()
    with of_extra("lsp", "the server for editors"), collecting.paused():
        from localcheck.serve.lsp.serving import serve
    from localcheck.serve.session_thread import SessionThread

    diagnostics.for_programs("an editor", "lsp")
    stdin, stdout = _streams()
    try:
        return serve(SessionThread(settings), stdin, stdout, debug="--debug" in sys.argv)
    finally:
        with suppress(OSError):  # what the editor did not read is not said at the end either
            stdout.close()


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """The editor's streams, kept from everything else in this process: what others print goes to standard error."""
    sys.stdout.flush()
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return stdin, stdout
