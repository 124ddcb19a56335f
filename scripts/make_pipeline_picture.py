"""The picture on docs/pipelines.md: a check of what was changed in a repository, as a terminal shows it."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
BEFORE = "# Marie Curie\n\nMarie Curie was born in Paris. She won two Nobel Prizes.\n"
AFTER = BEFORE + "\nShe discovered radium. She died in 1967.\n"
COMMANDS = (
    ("check", "docs/", "--write-baseline", ".localcheck-ignored.json", "-q", "--format", "github"),
    ("check", "docs/", "--changed-since", "main", "--baseline", ".localcheck-ignored.json", "-q"),
)


def main() -> None:
    """Write ``docs/assets/pipelines.svg``."""
    console = Console(record=True, width=110, file=io.StringIO())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "docs").mkdir()
        page = folder / "docs" / "curie.md"
        page.write_text(BEFORE, encoding="utf-8")
        for step in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *step], cwd=folder, check=True)
        for command in COMMANDS:
            shown = " ".join(command)
            console.print(Text(f"$ localcheck {shown}", style="bold"))
            done = subprocess.run(
                [sys.executable, "-m", "localcheck", *command, "--no-store"], cwd=folder, capture_output=True, text=True
            )
            console.print(Text((done.stdout if "--changed-since" in command else "") + done.stderr))
            page.write_text(AFTER, encoding="utf-8")
    (ROOT / "docs" / "assets" / "pipelines.svg").write_text(
        console.export_svg(title="localcheck in a pipeline"), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
