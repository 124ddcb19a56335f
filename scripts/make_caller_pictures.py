"""The pictures of docs/mcp.md, docs/server.md, docs/usage.md, docs/testing.md and docs/python.md: real programs asked and
answering. Nothing is scripted.

    python scripts/make_caller_pictures.py [mcp server check testing notebook]

``check``: the command line. ``testing``: pytest, with a test that fails. ``mcp``: the SDK's own client and ``localcheck mcp``.
``server``: curl and ``localcheck serve``. ``notebook``: a cell, and what the report shows of itself, in a headless Chromium.
Needs the extras ``mcp`` and ``serve``, curl, pytest, and for the last Playwright.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from localcheck.system.resources import atomic_write

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
CLAIM = "Marie Curie was born in Paris in 1867."
QUESTIONS: Sequence[tuple[str, dict[str, Any], tuple[str, ...]]] = (
    ("check_claim", {"claim": CLAIM}, ("label", "p_factual", "quote", "source")),
    ("suggest_correction", {"text": CLAIM}, ("edits", "text", "rechecked")),
    ("check_claim", {"claim": "Marie Curie liked plums."}, ("label", "p_factual", "reason")),
)
TEXT = f"{CLAIM} She discovered polonium and radium. She liked plums."
TEST = """\
from localcheck.testing import assert_supported

MANUAL = "The pump weighs 3 kg. Its maximum pressure is 12 bar."


def test_the_answer(localcheck_checker):
    answer = "The maximum pressure of the pump is 20 bar."
    assert_supported(answer, context=[MANUAL], checker=localcheck_checker)
"""
CELL = f"""\
from localcheck import Checker

with Checker() as checker:
    report = checker.check({CLAIM!r}
                           " She discovered polonium and radium. She liked plums.")
report"""
PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;padding:18px;background:#fff;font:14px system-ui,sans-serif;width:900px}
pre{background:#f6f8fa;border:1px solid #d0d7de;border-radius:4px;padding:10px 12px;margin:0 0 12px;font:13px/1.5 monospace}
.n{float:left;width:52px;color:#57606a;font:12px monospace;padding-top:12px}.c{margin-left:56px}</style>
<div class="n">In [1]:</div><div class="c"><pre>%s</pre></div><div class="n">Out[1]:</div><div class="c">%s</div>"""


def shortened(value: Any) -> Any:
    """``value`` with floats of two digits, without what is empty, and of a list of verdicts the claims and labels."""
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, list):
        return [shortened(one) for one in value]
    if isinstance(value, dict):
        keep = ("claim", "label", "old", "new", "quote", "source") if {"claim", "old"} & set(value) else value
        return {k: shortened(v) for k, v in value.items() if k in keep and v not in ("", [], None)}
    return value


async def mcp(console: Console) -> None:
    """An agent's conversation."""
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = StdioServerParameters(
        command=sys.executable, args=["-m", "localcheck", "mcp", "--no-store"], env=dict(os.environ)
    )
    async with Client(stdio_client(command)) as agent:
        for tool, arguments, keys in QUESTIONS:
            said = ", ".join(f"{name}={json.dumps(value)}" for name, value in arguments.items())
            console.print(Text(f"agent  {tool}({said})", style="bold"))
            answer = (await agent.call_tool(tool, arguments)).structured_content
            assert answer is not None
            told = {key: shortened(answer[key]) for key in keys if answer.get(key)}
            console.print(
                Text("\n".join(f"       {key}: {json.dumps(v, ensure_ascii=False)}" for key, v in told.items()))
            )
            console.print()


def server(console: Console) -> None:
    """A request to the HTTP server, as a program makes it."""
    body = json.dumps(
        {"answer": "The museum opened in 1912. It is in Ghent.", "context": ["The museum in Ghent opened in 1913."]}
    )
    command = [sys.executable, "-m", "localcheck", "serve", "--port", "0", "--ui"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            url, _, token = process.stdout.readline().strip().partition("/#token=")
            asked = [
                "curl",
                "-s",
                "--retry",
                "30",
                "--retry-connrefused",
                "--retry-delay",
                "1",
                "-H",
                f"Authorization: Bearer {token}",
            ]
            asked += ["-H", "Content-Type: application/json", "-d", body, f"{url}/v1/faithfulness"]
            answer = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
        finally:
            process.terminate()
    console.print(Text("$ localcheck serve --port 8808 &", style="bold"))
    console.print(
        Text(
            '$ curl -H "Authorization: Bearer $(cat serve.token)" -H "Content-Type: application/json" \\', style="bold"
        )
    )
    console.print(Text(f"       http://127.0.0.1:8808/v1/faithfulness -d '{body}'", style="bold"))
    verdicts = [{"claim": v["claim"]["text"], "label": v["label"]} for v in answer["report"]["verdicts"]]
    told = {"faithfulness": answer["faithfulness"], "ruling": answer["ruling"], "verdicts": verdicts}
    console.print(Text(json.dumps(shortened(told), indent=1, ensure_ascii=False)))


def check(console: Console) -> None:
    """A text on the command line."""
    console.print(Text(f'$ localcheck check --text "{TEXT}"', style="bold"))
    command = [sys.executable, "-m", "localcheck", "check", "--text", TEXT, "--no-store", "--quiet"]
    wide = {"COLUMNS": str(console.width), "FORCE_COLOR": "1"}
    done = subprocess.run(command, env=os.environ | wide, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    console.print(Text.from_ansi(done.stdout))


def testing(console: Console) -> None:
    """A test of somebody's application that fails."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test_answers.py").write_text(TEST, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "--color=yes", "-p", "no:cacheprovider"]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")} | {"COLUMNS": "110"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    console.print(Text("$ cat test_answers.py", style="bold"))
    console.print(Text(TEST))
    console.print(Text("$ pytest -q --tb=short", style="bold"))
    console.print(Text.from_ansi(done.stdout))


def notebook() -> bytes:
    """A cell that is run, and its output as a notebook shows it."""
    from playwright.sync_api import sync_playwright

    program = CELL.removesuffix("report") + "print(report._repr_html_())"
    shown = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    page = PAGE % (html.escape(CELL), shown)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--headless"]
        )
        tab = browser.new_page(viewport={"width": 936, "height": 200})
        tab.set_content(page)
        taken: bytes = tab.screenshot(full_page=True)
        browser.close()
    return taken


def main() -> None:
    """Ask, and write the pictures that were named, else all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["mcp", "server", "check", "testing", "notebook"], metavar="NAME")
    names = parser.parse_args().names
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALCHECK_HOME"] = home
        for name in names:
            if name == "notebook":
                with atomic_write(ASSETS / "notebook.png", "wb") as f:
                    f.write(notebook())
                continue
            console = Console(record=True, width=118, file=io.StringIO())
            take, title = {
                "mcp": (lambda on: asyncio.run(mcp(on)), "an agent and localcheck mcp"),
                "server": (server, "localcheck serve"),
                "check": (check, "localcheck check"),
                "testing": (testing, "pytest"),
            }[name]
            take(console)
            with atomic_write(ASSETS / f"{name}.svg") as f:
                f.write(console.export_svg(title=title))


if __name__ == "__main__":
    main()
