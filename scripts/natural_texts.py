"""How often a natural text is judged rightly: its marked sentences are checked together as one document.

python scripts/natural_texts.py tests/reference/natural/*.txt [--nli NAME] [--effort NAME --llm NAME] [--index NAME]
    [--running] [--each]

A line is "+ sentence" (true), "- sentence" (false) or "? sentence" (nothing settles it); "# title" comes first. Right: a true
sentence is supported, a false one refuted, an unsettled one left open. Wrong: another verdict. Open: anything else. With
--running lines that stand together are a paragraph or a list; otherwise each is one.
Prints the three as shares of the sentences of each mark, and with --each every sentence. With
--claims FILE nothing is checked: the sentences are written as labelled claims, as `scripts/fit_evidence.py index` and
`localcheck eval claims` read them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import localcheck
from localcheck import Checker, Label, Settings
from localcheck.system import resources
from localcheck.types import Span

ITEM = re.compile(r"[-*•] |\d+\. |#|\*\*\w+:\*\* ")
WANTED = {"+": Label.SUPPORTED, "-": Label.REFUTED, "?": Label.NOT_ENOUGH_EVIDENCE}


def marked(path: Path) -> list[tuple[str, str]]:
    """Mark and sentence of every line."""
    return [one for block in paragraphs(path) for one in block]


def paragraphs(path: Path) -> list[list[tuple[str, str]]]:
    """The same, with the lines together that no empty line parts."""
    blocks = [block.splitlines() for block in path.read_text(encoding="utf-8").split("\n\n")]
    return [[(line[0], line[2:]) for line in lines if line[1:2] == " " and line[0] in WANTED] for lines in blocks]


def outcome(mark: str, label: Label) -> str:
    """``right``, ``wrong`` or ``open``."""
    if label is WANTED[mark]:
        return "right"
    return "wrong" if label in (Label.SUPPORTED, Label.REFUTED) else "open"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("--nli", default=Settings().nli)
    parser.add_argument("--effort", default=Settings().effort)
    parser.add_argument("--llm", default=Settings().llm)
    parser.add_argument("--index", default=Settings().index)
    parser.add_argument("--running", action="store_true", help="lines that stand together are a paragraph")
    parser.add_argument("--each", action="store_true", help="print every sentence with its outcome and quote")
    parser.add_argument("--claims", type=Path, help="write the sentences as labelled claims, and check nothing")
    options = parser.parse_args()
    if options.claims:
        write_claims(options.claims, options.texts)
        return
    counts: Counter[tuple[str, str]] = Counter()
    chosen = {name: getattr(options, name) for name in ("nli", "effort", "llm", "index")}
    with Checker(Settings(**chosen, cache=False)) as checker:
        for path in options.texts:
            for mark, found, report in judged(checker, path, options.running):
                counts[mark, found] += 1
                if options.each:
                    print(f"{found:<6}{mark} {report}")
    for mark, name in (("+", "true"), ("-", "false"), ("?", "unsettled")):
        if not (n := sum(count for (m, _), count in counts.items() if m == mark)):
            continue
        print(f"{name} ({n}): " + ", ".join(f"{k} {100 * counts[mark, k] / n:.1f}" for k in ("right", "wrong", "open")))
    n = counts.total()
    both = {k: sum(counts[mark, k] for mark in WANTED) for k in ("right", "wrong", "open")}
    print(
        f"all ({n}): " + ", ".join(f"{k} {100 * v / n:.1f}" for k, v in both.items()) + f"  ({localcheck.__version__})"
    )


def write_claims(out: Path, texts: Sequence[Path]) -> None:
    """Every sentence as a row of JSON Lines, the text's folder and name as its source."""
    rows = (
        {
            "id": f"{path.parent.name}/{path.stem}/{number}",
            "claim": sentence,
            "label": WANTED[mark].value,
            "source": f"{path.parent.name}/{path.stem}",
        }
        for path in texts
        for number, (mark, sentence) in enumerate(marked(path), 1)
        if mark != "?"
    )
    with resources.atomic_write(out) as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def judged(checker: Checker, path: Path, running: bool) -> list[tuple[str, str, str]]:
    """Mark, outcome and a line about it for every sentence of the text, which is checked as one document."""
    sentences = marked(path)
    blocks = paragraphs(path) if running else [[one] for one in sentences]
    text = "\n\n".join(laid_out([sentence for _, sentence in block]) for block in blocks)
    report = checker.check(text)
    labels = {s.sentence: s.label for s in report.sentence_scores}
    quotes = {v.claim.sentence: v.deciding.quote for v in report.verdicts if v.deciding}
    rows, end = [], 0
    for mark, sentence in sentences:
        place = Span(text.index(sentence, end), text.index(sentence, end) + len(sentence))
        end = place.end
        told = [s.index for s in report.sentences if s.span.meets(place)]
        label = together([labels[index] for index in told if index in labels])
        quote = next((quotes[index] for index in told if index in quotes), "")
        rows.append((mark, outcome(mark, label), f"{sentence}  [{label}] {quote[:110]}"))
    return rows


def laid_out(lines: Sequence[str]) -> str:
    """The lines of a paragraph one behind the other, items of a list and headings each by itself."""
    text = lines[0]
    for before, line in pairwise(lines):
        text += ("\n" if ITEM.match(before) or ITEM.match(line) else " ") + line
    return text


def together(labels: Sequence[Label]) -> Label:
    """The label of a line by those of its sentences that are checked."""
    if Label.REFUTED in labels:
        return Label.REFUTED
    supported = labels and all(label is Label.SUPPORTED for label in labels)
    return Label.SUPPORTED if supported else Label.NOT_ENOUGH_EVIDENCE


if __name__ == "__main__":
    main()
