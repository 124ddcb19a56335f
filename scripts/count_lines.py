"""Lines of code by folder of the product, without blank lines, comments and docstrings.

python scripts/count_lines.py [CHECKOUT]
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def lines_of_code(source: str) -> int:
    """Lines that hold a part of a statement other than a bare string."""
    found = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(found)


def main(root: Path) -> None:
    """Print a row for each folder at the top of the package, for the app, and for both."""
    counted: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for base in (root / "localcheck", root / "tui" / "localcheck_tui"):
        for file in sorted(base.rglob("*.py")):
            inner = file.relative_to(base).parts
            folder = inner[0] if len(inner) > 1 and base.name == "localcheck" else base.name
            counted[folder] += lines_of_code(file.read_text(encoding="utf-8"))
            files[folder] += 1
    print("| folder | files | lines of code |\n| --- | --- | --- |")
    for folder in sorted(counted):
        print(f"| `{folder}` | {files[folder]} | {counted[folder]:,} |")
    print(f"| together | {files.total()} | {counted.total():,} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
