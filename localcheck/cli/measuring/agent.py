"""``localcheck agent``: exports what the agent did as training data."""

from __future__ import annotations

from pathlib import Path

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import FILE, PATH, Group
from localcheck.cli.output import emit_json, output_file
from localcheck.cli.writing import writes
from localcheck.errors import MissingResource
from localcheck.system import resources
from localcheck.text.inert import dumps


@click.group(cls=Group)
def agent() -> None:
    """Trajectories of the method agent.

    \b
    Examples:
      localcheck eval haluagent --data train.json --planner llm --llm server:http://127.0.0.1:8080#MODEL
      localcheck agent export-trajectories --out train.jsonl --data train.json
    """


@agent.command("export-trajectories")
@click.option("--out", required=True, type=FILE, help="JSONL of chats.")
@click.option(
    "--data",
    type=PATH,
    help="HaluAgent's data set with the gold labels; only trajectories that agree with them are written.",
)
@click.option("--planner", type=click.Choice(["rules", "llm"]), help="Only trajectories of this planner.")
@writes("out")
def export_trajectories(*, out: Path, data: Path | None, planner: str | None) -> None:
    """Write chats with loss masks, so that thoughts and actions are learned, but observations are not.

    Trajectories are left out if a call failed, if they have no end, or (with --data) if their result is not the gold label.
    Prints how many were written, and why others were not.
    """
    from localcheck.agent.memory import trajectory_from_json
    from localcheck.agent.trajectories import Kept, export
    from localcheck.store.agent_memory import AgentMemory

    path = resources.home() / "agent.db"
    if not path.is_file():
        raise MissingResource("the agent has not checked anything yet", "run localcheck check FILE -d agent")
    kept = Kept()
    with AgentMemory(path) as memory:
        found = (trajectory_from_json(text) for text in memory.trajectories())
        wanted = (t for t in found if planner is None or t.planner == planner)
        with output_file(out) as f:
            for row in export(wanted, None if data is None else _gold(data), kept):
                f.write(dumps(row) + "\n")
    emit_json(kept.as_json())
    diagnostics.note(f"{kept.kept} of {kept.total} trajectories in {out}")


def _gold(data: Path) -> dict[tuple[str, str], bool]:
    from localcheck.evaluate.datasets.examples import haluagent

    return {(e.document.prompt, e.document.text): max(e.labels) > 0 for e in haluagent(data)}
