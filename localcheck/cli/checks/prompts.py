"""``localcheck prompts``: prompts that make answers easy to check, and checks for such answers."""

from __future__ import annotations

from pathlib import Path

import click

from localcheck.cli.arguments import AS_JSON, PATH, PROMPT, TEXT, Group
from localcheck.cli.checks.faithfulness import answer_document
from localcheck.cli.diagnostics import Exit, warn
from localcheck.cli.options import Typed, run_options
from localcheck.cli.output import emit, emit_either, emit_json
from localcheck.errors import BackendError, UnknownName, Unparsed
from localcheck.reports.codec import to_json
from localcheck.text.prompts import grounding

PROMPTS = {"citation": grounding.CITATION, "self-verification": grounding.SELF_VERIFICATION}
SOURCES = click.option(
    "--context", type=PATH, multiple=True, required=True, help="A source; the first is [1]. Repeatable."
)
ANSWER = click.option("--answer", type=TEXT, required=True, help="The answer; - is standard input.")


@click.group(cls=Group)
def prompts() -> None:
    """Prompts that make answers checkable: show them, check citations, let a model verify itself."""


@prompts.command()
@click.argument("name", required=False)
def show(name: str | None) -> None:
    """Print a prompt, or the names of all.

    \b
    Example:
      localcheck prompts show citation
    """
    if name is None:
        emit("\n".join(PROMPTS))
    elif name not in PROMPTS:
        raise UnknownName("prompt", name, PROMPTS)
    else:
        emit(PROMPTS[name])


@prompts.command()
@SOURCES
@ANSWER
@AS_JSON
@run_options
def citations(*, context: tuple[Path, ...], answer: Path, as_json: bool, typed: Typed) -> int:
    """Check the citations of an answer, written like [2]: whether each source supports its sentence, and which
    sentences cite none.

    Exit code 1 means that a sentence is not supported by the sources that it cites.

    \b
    Example:
      localcheck prompts citations --context a.txt --context b.txt --answer answer.txt
    """
    from localcheck.gate.citations import check_citations

    document = answer_document(context, answer)
    with typed.runtime() as runtime:
        found = check_citations(document, runtime.beside(), runtime.extractor) if document.text else []
    if as_json:
        emit_json([{**to_json(s), "uncited": s.uncited, "grounded": s.grounded} for s in found])
    else:
        for sentence in found:
            marks = "; ".join(f"[{c.source}] {c.finding.value.replace('_', ' ')}" for c in sentence.citations)
            marks += "; together they support it" if sentence.together else ""
            state = "ok" if sentence.grounded else "NOT GROUNDED"
            emit(f"{state}: {sentence.text}\n    {marks or ('uncited' if sentence.needs else 'needs no source')}")
    return Exit.OK if all(s.grounded for s in found) else Exit.FLAGGED


@prompts.command("self-verify")
@SOURCES
@ANSWER
@PROMPT
@AS_JSON
@run_options
def self_verify(*, context: tuple[Path, ...], answer: Path, prompt: str, as_json: bool, typed: Typed) -> int:
    """Let the model review its answer against the sources and retract what it cannot quote; prints the difference.

    Exit code 1 means that something was retracted or changed.

    \b
    Example:
      localcheck prompts self-verify --context a.txt --answer answer.txt --llm gguf:model.gguf
    """
    from localcheck.asking.self_verification import verify_self
    from localcheck.judging.samples import refuses

    document = answer_document(context, answer, prompt=prompt)
    with typed.runtime() as runtime:
        try:
            found = verify_self(runtime.llm, document, runtime.settings.seed)
            if refuses(found.after):
                raise Unparsed(f"it refuses: {found.after[:60]!r}")
        except Unparsed as error:
            raise BackendError(f"the model gave no revised answer: {error.message}", "try another model") from error
    if found.suspicious:
        warn(
            f"the text contains what reads like instructions to a language model (“{found.suspicious}”): check it yourself"
        )
    emit_either(to_json(found), found.diff or "nothing was retracted", as_json)
    return Exit.FLAGGED if found.diff else Exit.OK
