"""HaluAgent's test sets (Cheng et al. 2024), one file a subset: answers judged as a whole, and FacTool's by claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.datasets.files import Fields, data_files, load_json, rows_of
from localcheck.types import JSON, Document


def haluagent(path: Path) -> Iterator[Example]:
    """One file, or a folder of them; the file's name is the subset.

    ``judge`` 1 means hallucinated. FacTool's rows say ``label`` true for factual, of the response and of each claim: such
    a row is one document whose sentences are its claims. A row without a judgement is an error.
    """
    for file in data_files(path):
        for row in rows_of(file, load_json(file)):
            yield _by_claims(file.stem, row) if "claims" in row.values else _judged(file.stem, row)


def _judged(subset: str, row: Fields) -> Example:
    judge = row.values.get("judge")
    if judge not in (0, 1):
        raise row.bad(f"'judge' is {judge!r}", "1 means hallucinated, 0 not")
    answer = row.text("answer")
    knowledge = row.text("knowledge", default="").strip()
    document = Document(
        id=f"{subset}/{row.number}", text=answer, prompt=row.text("question"), context=(knowledge,) if knowledge else ()
    )
    return Example(document.id, document, (float(judge),), subset, any_error=True)


def _by_claims(subset: str, row: Fields) -> Example:
    """A response of FacTool's. Claims labelled "null" (nobody could tell) are left out; where none is left, the response
    is judged as a whole.
    """
    name, prompt = f"{subset}/{row.number}", row.text("prompt", default="")
    labelled = [claim for claim in _claims(row) if claim["label"] != "null"]
    if not labelled:
        if not isinstance(row.values.get("label"), bool):
            raise row.bad("'label' is not true or false")
        document = Document(name, row.text("response"), prompt=prompt)
        return Example(name, document, (float(not row.values["label"]),), subset, any_error=True)
    texts = tuple(_wording(row, claim) for claim in labelled)
    document = Document(name, "\n".join(texts), prompt=prompt, sentences=texts)
    return Example(name, document, tuple(float(not claim["label"]) for claim in labelled), subset)


def _claims(row: Fields) -> list[dict[str, JSON]]:
    found = row.values["claims"]
    if isinstance(found, list) and all(isinstance(c, dict) and c.get("label") in (True, False, "null") for c in found):
        return found
    raise row.bad("'claims' is not a list of objects with a label true or false")


def _wording(row: Fields, claim: dict[str, JSON]) -> str:
    """The claim as a sentence: a statement, a calculation with its result, or that a paper exists."""
    said = claim.get("claim")
    if isinstance(said, str):
        return said
    if isinstance(said, dict) and {"math_calculation", "calculated_answer"} <= set(said):
        return f"{said['math_calculation']} = {said['calculated_answer']}"
    if isinstance(claim.get("paper_title"), str):
        authors, year = claim.get("paper_author(s)"), claim.get("paper_pub_year")
        return f"{authors} published the paper “{claim['paper_title']}” in {year}."
    raise row.bad("a claim is neither a text nor a calculation nor a paper")
