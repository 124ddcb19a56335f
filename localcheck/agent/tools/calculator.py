"""``calculator``: a formula evaluated exactly; the arithmetic that a sentence states, or a table's totals, recomputed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from localcheck.agent.arithmetic.checking import Checked, Solution, assignment, check, solutions
from localcheck.agent.arithmetic.formula import FormulaError, computes, evaluate, read_formula, shown
from localcheck.agent.arithmetic.statements import equalities
from localcheck.agent.arithmetic.symbols import plain, spoken, symbols, unknowns_of
from localcheck.agent.arithmetic.word_problems import against_question, is_problem
from localcheck.agent.tools.described import Arguments, DescribedTool, ToolResult, Unit, answered, strings, told
from localcheck.errors import ToolError
from localcheck.text.patterns import regex
from localcheck.types import Label

_BARE = regex(r"[-+]?[\d.,/%]+\s*[^\W\d_]*")
"""A number, perhaps with a unit."""

_ANOTHER = regex(
    r"\b(?:mod|modulo|modular arithmetic|binary|octal|hexadecimal|boolean|integer division|(?:12|24)-hour clock)\b"
    r"|\bin base[ -]\w+|\bbase-\w+|[二八]进制|十六进制|取模|整除运算",
    re.IGNORECASE,
)
"""Arithmetic by other rules than ours: in binary, 1 + 1 = 10."""
_COMMAS = str.maketrans(",.", ".,")
_POINT = regex(r"\d\.(?!\d{3}(?!\d))\d")
"""A point before decimals: where there is one, no comma is."""
_DENIED = regex(
    r"\b(?:wrong|false|incorrect|mistaken|erroneous|fallacious)(?:ly)?\b|\b(?:untrue|fallacy|misconception|myth|nonsense)\b"
    r"|(?:\bnot|n['’]t) (?:true|correct|right|the case|equal|hold)\b"
    r"|\b(?:common|frequent|typical|classic|usual) (?:mistake|error)s?\b|错误|不对|不等于|不成立|不正确|误[以认]为",
    re.IGNORECASE,
)
"""The sentence says of an equality that it does not hold: "A common mistake is 1/2 + 1/3 = 2/5"."""


def calculator() -> DescribedTool:
    """Exact rational arithmetic over a small grammar; nothing of the text is executed."""
    return DescribedTool(
        "calculator",
        "Evaluates a formula (+ - * / ^, brackets, percentages, fractions, units; no unknowns), or recomputes the "
        "arithmetic that a sentence states and compares.",
        strings("sentence", "formula", "context", "question"),
        ("sentence",),
        _run,
        _rule,
        priority=60,
    )


def _run(arguments: Arguments) -> ToolResult:
    sentence = str(arguments["sentence"])
    if formula := str(arguments.get("formula", "")).strip():
        return _evaluated(formula, sentence)
    question = str(arguments.get("question", ""))
    return _recomputed(sentence, str(arguments.get("context", "")) or sentence, question)


def _evaluated(formula: str, sentence: str) -> ToolResult:
    """The paper's call: the result of a formula, and whether the sentence states it (Fig. 4)."""
    try:
        value = evaluate(read_formula(tuple(symbols(spoken(plain(formula))))))
    except (FormulaError, ValueError) as error:
        raise ToolError(
            f"calculator: {formula[:60]!r} is not a formula: {error}", "no unknowns; + - * / ^ ( )"
        ) from error
    line = f"{formula} = {shown(value)}"
    own = [c for e in equalities(sentence) if (c := check(e)).holds is not None]
    if own:
        wrong = tuple(_stated(c) for c in own if c.holds is False)
        text = "\n".join([line, *(c.line for c in own)])
        return answered("calculator", text, _label([c.holds for c in own]), line, wrong=wrong)
    if _BARE.fullmatch(plain(sentence).strip()) and (stated := equalities(f"{formula} = {sentence}")):
        return answered("calculator", f"{line}; the text says {sentence}", _label([check(stated[0]).holds]))
    said = shown(value).split(" ")[0] in re.findall(r"\d+(?:\.\d+)?", plain(sentence).replace(",", ""))
    return answered("calculator", line, Label.SUPPORTED if said else Label.NOT_ENOUGH_EVIDENCE)


def _recomputed(sentence: str, context: str, question: str) -> ToolResult:
    if _ANOTHER.search(sentence) or _DENIED.search(sentence):
        return answered("calculator", "left open: the sentence denies an equality, or counts by other rules")
    unknowns = unknowns_of(plain(f"{question}\n{context}"))
    stated = equalities(sentence, unknowns)
    checked = [check(e) for e in stated]
    solved = solutions([*equalities(question, unknowns), *equalities(context, unknowns)])
    mine = {a[0] for e in stated if (a := assignment(e)) is not None}
    given = {a: v for a, v in _supposed(question, context, unknowns).items() if a in solved} if solved else {}
    checked = [check(c.equality, given) if c.holds is None and assignment(c.equality) is None else c for c in checked]
    if any(c.holds is False for c in checked) and not _POINT.search(sentence):
        commas = [check(e, given).holds for e in equalities(sentence.translate(_COMMAS), unknowns)]
        if commas and all(commas):
            return answered("calculator", "left open: right where a comma stands before decimals")
    lines = [(_with_values(c, given), c.holds) for c in checked if c.holds is not None]
    lines += [line for a in sorted(mine & solved.keys() - given.keys()) for line in _solution_lines(solved[a])]
    lines += list(total_lines(sentence, context))
    if question:
        outcome = against_question(question, sentence if question == sentence else context)
        if outcome.right is not None:
            lines.append((outcome.line, outcome.right))
    wrong = tuple(_stated(c) for c in checked if c.holds is False)
    return told("calculator", lines, "no arithmetic here that can be recomputed", wrong=wrong)


_SUPPOSITION = regex(
    r"(?:\b(?:let|suppose|supposing|assume|assuming|given|if|when|say)\b|设|令|假设|假定|如果|若|当)"
    r"(?P<what>(?:(?!\bthen\b)[^.,;:!?。，；：！？\n]|(?<=\d)[.,](?=\d)){1,80})",
    re.IGNORECASE,
)


def _supposed(question: str, context: str, unknowns: frozenset[str]) -> dict[str, Fraction]:
    """The values that a text gives to its unknowns to begin with ("Let x = 3."), before it has an equation with them: they
    cannot be wrong, and what follows is held against them.
    """
    found: dict[str, Fraction] = {}
    for match in _SUPPOSITION.finditer(context):
        told = filter(None, map(assignment, equalities(match["what"], unknowns)))
        before = [e for e in equalities(f"{question} ; {context[: match.start()]}", unknowns) if assignment(e) is None]
        found |= {letter: value for letter, value in told if not any(letter in e.letters for e in before)}
    return found


def _with_values(checked: Checked, values: Mapping[str, Fraction]) -> str:
    """Its line, with the values that its unknowns were given."""
    letters = sorted(checked.equality.letters & values.keys())
    given = " and ".join(f"{letter} = {shown(values[letter])}" for letter in letters)
    return f"with {given}: {checked.line}" if given else checked.line


def _label(outcomes: list[bool | None]) -> Label:
    if any(o is False for o in outcomes):
        return Label.REFUTED
    return Label.SUPPORTED if any(outcomes) else Label.NOT_ENOUGH_EVIDENCE


def _stated(checked: Checked) -> str:
    """The wrong result as the text writes it: of the two sides of the equality, the one without an operation."""
    right, left = checked.equality.right, checked.equality.left
    return (left if computes(right.formula) and not computes(left.formula) else right).text


def _solution_lines(solution: Solution) -> Iterator[tuple[str, bool]]:
    """Whether a value solves the equations with its unknown; nothing where there are none."""
    value = f"{solution.letter} = {shown(solution.value)}"
    if solution.violated is not None:
        yield f"{value} does not satisfy {solution.violated.equality.text}", False
    elif solution.solved is not None:
        yield f"{value} satisfies {solution.solved.equality.text}", True


def _rule(unit: Unit) -> Arguments | None:
    """Arguments for a unit that states an equality, and for the last number of an answer to a word problem; else None."""
    if unit.whole:
        return None
    problem = unit.last and is_problem(unit.question)
    equation = any(e.letters for e in equalities(unit.question))
    found = equalities(unit.text, unknowns_of(plain(unit.document or unit.text)))
    if not found and not problem and next(total_lines(unit.text, unit.document), None) is None:
        return None
    arguments = {"sentence": unit.text, "context": unit.document or unit.text}
    return {**arguments, "question": unit.question} if problem or equation else arguments


_TOTAL = regex(
    r"(?:grand |overall )?(?:totals?|sum)(?: (?:costs?|amount|price|hours|expenses|sales))?|合计|总计|总和|总额|共计",
    re.IGNORECASE,
)
_PART = regex(r"(?:sub|running |cumulative )-?total|小计|累计|average|mean|discount|refund|平均|折扣", re.IGNORECASE)
"""A row that is no summand, or one that is taken off."""
_ROUNDED = regex(r"\b(?:thousands?|millions?|billions?|mn|bn|rounded|approx\w*|about)\b|[万亿约≈~]", re.IGNORECASE)
"""In a table or the line above it: its numbers may be rounded, and their sum another one."""
_RULE = regex(r"\|?[ :|-]*-[ :|-]*")
_AMOUNT = regex(
    r"(?P<sign>[-−]?)(?P<before>[$€£¥]?)\s?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<after>[^\W\d_]{0,10}|[$€£¥])"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a cell."""

    value: Fraction
    unit: str
    last: Fraction
    """What one in its last place is worth."""


def total_lines(row: str, text: str) -> Iterator[tuple[str, bool]]:
    """What the table of ``text`` says in its ``row`` "Total", column by column: a line for a person, and whether it is right.

    Nothing where a column has a cell that is no plain amount in the same unit, or the table another kind of row; and nothing
    where several tables end with the same row, and it is right in one of them only.
    """
    lines = text.splitlines()
    places = [i for i, line in enumerate(lines) if line.strip() == row.strip()]
    if not places or not _TOTAL.fullmatch(next(iter(_cells(row)), "")):
        return
    told = [list(_total_at(place, row, lines)) for place in places]
    if len({tuple(right for _, right in found) for found in told}) == 1:
        yield from told[0]


def _total_at(place: int, row: str, lines: list[str]) -> Iterator[tuple[str, bool]]:
    above: list[list[str]] = []
    while place and "|" in lines[place - 1] and not _RULE.fullmatch(lines[place - 1].strip()):
        place -= 1
        above.insert(0, _cells(lines[place]))
    if len(above) < 2 or any(len(cells) != len(_cells(row)) or _PART.search(cells[0]) for cells in above):
        return
    rounded = _ROUNDED.search("\n".join([*lines[max(0, place - 4) : place], *map("|".join, above)])) is not None
    for column, said in enumerate(_cells(row)[1:], 1):
        if (told := _told([_amount(cells[column]) for cells in above], _amount(said), rounded)) is not None:
            yield told


def _told(amounts: list[Amount | None], total: Amount | None, rounded: bool) -> tuple[str, bool] | None:
    """What one column says; None where its sum cannot be told."""
    plain = [a for a in [*amounts, total] if a is not None]
    if total is None or len(plain) <= len(amounts) or len({a.unit for a in plain if a.unit}) > 1:
        return None
    parts = [a.value for a in plain[:-1]]
    whole = sum(parts, Fraction(0))
    last = max(a.last for a in plain)
    if whole != total.value and (rounded or last < 1) and abs(whole - total.value) <= last * len(parts) / 2:
        return None
    return (
        f"{' + '.join(map(shown, parts))} = {shown(whole)}; the table says {shown(total.value)}",
        whole == total.value,
    )


def _cells(line: str) -> list[str]:
    return [cell.strip(" *_:：`") for cell in line.strip().strip("|").split("|")]


def _amount(cell: str) -> Amount | None:
    """What a cell holds; None for anything else than an amount, a share among them."""
    match = _AMOUNT.fullmatch(cell)
    if match is None:
        return None
    decimals = len(match["n"].partition(".")[2])
    value = Fraction(match["n"].replace(",", "")) * (-1 if match["sign"] else 1)
    return Amount(value, match["before"] or match["after"], Fraction(1, 10**decimals))
