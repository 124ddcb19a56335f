"""How often a statement is judged rightly beside the text that decides it.

python scripts/context_statements.py tests/reference/contexts/*.txt [--effort NAME] [--each]

A line "P: text" begins a context, in which \\n stands for the end of a line; "+ statement" and "- statement" below it are
true and false of it, "= statement" is neither said nor denied, "question || answer" is an answer to a question.
A word behind a tab says of what kind a statement is.
Right: a true one is supported, a false one refuted, and of one that is not said neither. Wrong: the contrary. Open:
anything else.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from localcheck import Checker, Label, Settings

WANTED = {"+": Label.SUPPORTED, "-": Label.REFUTED, "=": Label.NOT_ENOUGH_EVIDENCE}


def statements(path: Path) -> Iterator[tuple[str, str, str]]:
    """The context, the mark and the statement of every line with a mark."""
    context = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("P: "):
            context = line[3:].replace("\\n", "\n")
        elif line[:2] in ("+ ", "- ", "= "):
            yield context, line[0], line[2:].partition("\t")[0].replace("\\n", "\n")


def judged(checker: Checker, context: str, statement: str) -> Label:
    """Refuted where one of the claims is, supported where all are."""
    question, _, answer = statement.rpartition(" || ")
    labels = [v.label for v in checker.check(answer, context=(context,), prompt=question).verdicts if v.claim.checkable]
    if Label.REFUTED in labels:
        return Label.REFUTED
    return Label.SUPPORTED if labels and set(labels) == {Label.SUPPORTED} else Label.NOT_ENOUGH_EVIDENCE


def main() -> None:
    """Check the statements of the files and print how many were judged rightly, wrongly, and not at all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--effort", default=Settings().effort)
    parser.add_argument("--each", action="store_true", help="print every statement with its outcome")
    options = parser.parse_args()
    with Checker(Settings(detector="faithfulness", effort=options.effort, cache=False)) as checker:
        for path in options.files:
            counts: Counter[str] = Counter()
            for context, mark, statement in statements(path):
                label = judged(checker, context, statement)
                decided = label is not Label.NOT_ENOUGH_EVIDENCE
                outcome = "right" if label is WANTED[mark] else "wrong" if decided else "open"
                counts[outcome] += 1
                if options.each:
                    print(f"{outcome:<6}{mark} {statement}")
            n = counts.total()
            print(
                f"{path.name} ({n}): " + ", ".join(f"{k} {100 * counts[k] / n:.1f}" for k in ("right", "wrong", "open"))
            )


if __name__ == "__main__":
    main()
