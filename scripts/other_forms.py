"""How often facts in other forms than sentences are judged rightly: labels, timelines, definitions, quizzes, tables.

python scripts/other_forms.py tests/reference/natural/forms/starter.md [--effort NAME] [--llm NAME] [--index NAME] [--each]

Beside each Markdown file stands a .tsv with a line a fact: T or F, a tab, the fact as its line has it (a question with its
answer; "row | column | cell" of a table). Right: a true fact is supported, a false one refuted. Unchecked: no claim.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from localcheck import Checker, Label, Settings
from localcheck.types import Report, Verdict

WANTED = {"T": Label.SUPPORTED, "F": Label.REFUTED}


def plain(text: str) -> str:
    """The letters and digits of a text, in small letters."""
    return re.sub(r"[\W_]+", "", re.sub(r"^(?:Q|A|Answer)\s*:", "", text.strip()).lower())


def verdicts_of(fact: str, report: Report) -> list[Verdict]:
    """The verdicts on the claims of the line that says the fact."""
    if fact.count(" | ") == 2:
        row, column, cell = (plain(part) for part in fact.split(" | "))
        told = [(v, plain(v.claim.text)) for v in report.verdicts]
        whole = [v for v, text in told if row in text and column in text and cell in text]
        return whole or [v for v, text in told if cell[:12] in text and (row in text or column in text)][:1]
    lines = [plain(sentence.text) for sentence in report.sentences]
    question, mark, answer = (plain(part) if part != "?" else part for part in fact.rpartition("?"))
    if mark:
        asked = [i for i, line in enumerate(lines) if i and line == answer and question in lines[i - 1]]
        at = asked or [i for i, line in enumerate(lines) if question in line and answer in line]
    else:
        at = [i for i, line in enumerate(lines) if line and (line == answer or answer in line)]
    return [v for v in report.verdicts if v.claim.sentence in [report.sentences[i].index for i in at]]


def outcome(wanted: Label, verdicts: Sequence[Verdict]) -> str:
    """``right``, ``wrong``, ``open`` or ``unchecked``: a fact of several claims is refuted where one of them is."""
    labels = {v.label for v in verdicts if v.claim.checkable}
    if not labels:
        return "unchecked"
    label = Label.REFUTED if Label.REFUTED in labels else next(iter(labels)) if len(labels) == 1 else None
    return "right" if label is wanted else "wrong" if label in WANTED.values() else "open"


def main() -> None:
    """Check each file as one document and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--effort", default=Settings().effort)
    parser.add_argument("--llm", default=Settings().llm)
    parser.add_argument("--index", default=Settings().index)
    parser.add_argument("--each", action="store_true", help="print every fact with its outcome and claims")
    options = parser.parse_args()
    settings = Settings(effort=options.effort, llm=options.llm, index=options.index, cache=False)
    with Checker(settings) as checker:
        for path in options.files:
            (report,) = checker.check_file(path)
            rows = [
                line.split("\t", 1)
                for line in path.with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
                if line
            ]
            found = []
            for mark, fact in rows:
                verdicts = verdicts_of(fact, report)
                found.append(outcome(WANTED[mark], verdicts))
                if options.each:
                    print(f"{found[-1]:<10}{mark} {fact}  [{'; '.join(v.claim.text for v in verdicts)}]")
            shares = (f"{name} {100 * found.count(name) / len(found):.1f}" for name in ("right", "wrong", "unchecked"))
            print(f"{path} ({len(found)}): {', '.join(shares)}")


if __name__ == "__main__":
    main()
