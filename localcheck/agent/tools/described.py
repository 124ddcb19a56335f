"""A tool as the agent knows it: what it says about itself, what it is asked, and what it answers; and all tools of a run.

A tool gets the ports that it asks for when the toolbox is opened; one whose port is missing says so when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from localcheck.asking.answers import canonical, parse_json
from localcheck.errors import BackendError, BrokenModel, MissingResource, ToolError, UnknownName, Unparsed, UsageError
from localcheck.ports import LLM
from localcheck.registry import TOOLS
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters, ports
from localcheck.text.prompts.schemas import record
from localcheck.types import JSON, Label, Passage, Source, Span

Arguments = Mapping[str, JSON]
_STUMBLES = (ArithmeticError, ValueError, KeyError)
"""What a tool raises over a number or a date that nobody thought of."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of a document to be verified on its own (Section 2.3: an independent detection unit)."""

    text: str
    """Its wording, pronouns completed where that was possible."""
    sentence: int
    """Index of the sentence in which it begins."""
    span: Span
    """Where in the document it stands."""
    question: str = ""
    """The prompt that the document answers, when known."""
    document: str = ""
    """The text of the whole document."""
    whole: bool = False
    """Is this the document as a whole? Constraints of the question concern it as a whole."""
    last: bool = False
    """Is it the last unit that has a number: the one that states the result?"""


@dataclass(frozen=True, slots=True)
class ToolResult(Passage):
    """A tool's answer as a passage of evidence, with what it says about the text that was checked."""

    label: Label = Label.NOT_ENOUGH_EVIDENCE
    """SUPPORTED, REFUTED, or NOT_ENOUGH_EVIDENCE where the tool only gathers or cannot tell."""
    line: str = ""
    """The line of ``text`` that carries the label, verbatim."""
    wrong: tuple[str, ...] = ()
    """Values that this text states and that are wrong: what is built on them is wrong too."""
    passages: tuple[Passage, ...] = ()
    """What a search found."""


Rule = Callable[[Unit], Arguments | None]


@dataclass(frozen=True, slots=True)
class DescribedTool:
    """A ``Tool`` with its name, description, schema and the rule by which it is chosen without a language model."""

    name: str
    summary: str
    """One or two sentences for the prompt and for listings."""
    properties: Mapping[str, JSON]
    """JSON schema of each argument."""
    required: tuple[str, ...]
    run: Callable[[Arguments], ToolResult]
    rule: Rule = field(default=lambda unit: None)
    """The arguments to call it with for a unit, None where the unit does not concern it."""
    priority: int = 50
    """Rules of a higher priority are asked first."""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return {**record(**self.properties), "required": list(self.required)}

    def __call__(self, arguments: Arguments) -> ToolResult:
        """Check ``arguments`` against the schema and run. Raises ``ToolError`` for a call that does not fit, and where the tool
        stumbles over them or its index or model fails: one call must not end the check of a document.
        """
        try:
            checked: Arguments = parse_json(canonical(dict(arguments)), self.schema)
        except (Unparsed, TypeError, ValueError) as error:
            raise ToolError(f"{self.name}: {error}", f"arguments: {', '.join(self.properties)}") from error
        try:
            return self.run(checked)
        except (ToolError, BrokenModel):
            raise
        except BackendError as error:
            raise ToolError(f"{self.name}: {error.message}", error.hint) from error
        except _STUMBLES as error:
            raise ToolError(f"{self.name}: internal error: {error!r}"[:300], "this is a bug in localcheck") from error

    def chosen(self, unit: Unit) -> Arguments | None:
        """What its rule says of a unit; None also where the rule stumbles over it."""
        try:
            return self.rule(unit)
        except _STUMBLES:
            return None


def answered(name: str, text: str, label: Label = Label.NOT_ENOUGH_EVIDENCE, line: str = "", **more: Any) -> ToolResult:
    """The result of the tool ``name``; the line that carries the label is the first one unless it is given."""
    carrying = line or text.split("\n", 1)[0]
    return ToolResult(name.replace("_", " "), text, Source("tool", name), label=label, line=carrying, **more)


def told(name: str, lines: Sequence[tuple[str, bool]], nothing: str, **more: Any) -> ToolResult:
    """What a tool found right or wrong, line by line: refuted by the first that is wrong; ``nothing`` where it has no line."""
    if not lines:
        return answered(name, nothing)
    wrong = next((line for line, right in lines if not right), "")
    label = Label.REFUTED if wrong else Label.SUPPORTED
    return answered(name, "\n".join(line for line, _ in lines), label, wrong or lines[0][0], **more)


def strings(*names: str) -> dict[str, JSON]:
    """JSON schemas of arguments that are texts."""
    return {name: {"type": "string"} for name in names}


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Open tools, and why others are not open."""

    __provided__: ClassVar[bool] = True

    tools: Mapping[str, DescribedTool]
    missing: Mapping[str, str] = field(default_factory=dict)
    """Name of a tool that is not open, and the reason."""

    def __iter__(self) -> Iterator[DescribedTool]:
        """The tools in the order in which their rules are asked."""
        return iter(sorted(self.tools.values(), key=lambda t: (-t.priority, t.name)))

    def call(self, name: str, arguments: Arguments) -> ToolResult:
        """Run one tool. Raises ``ToolError`` for an unknown name, a tool that is not open, or a call that does not fit."""
        if name in self.missing:
            raise ToolError(f"{name}: {self.missing[name]}")
        if name not in self.tools:
            unknown = UnknownName("tool", name, self.tools)
            raise ToolError(unknown.message, unknown.hint)
        return self.tools[name](arguments)

    def choose(self, unit: Unit) -> tuple[str, Arguments] | None:
        """The first tool whose rule takes the unit, with the arguments; None where none does."""
        for tool in self:
            if (arguments := tool.chosen(unit)) is not None:
                return tool.name, arguments
        return None


def open_toolbox(provide: Callable[[type], Any], at_hand: Callable[[type], bool], settings: Settings) -> Toolbox:
    """The tools of the registry. One whose model is not here, or that wants a language model where none is named, is missing.

    ``provide`` gives the object of a port, if it is ``at_hand`` or a tool cannot do without it. A tool's own parameters are
    settings of the same name.
    """
    tools: dict[str, DescribedTool] = {}
    missing: dict[str, str] = {}
    for name in TOOLS:
        factory = TOOLS.load(name)
        wanted = ports(factory)
        if any(port is LLM and required for port, required in wanted.values()) and not settings.llm:
            missing[name] = "needs a language model (--llm)"
            continue
        here = {p: port for p, (port, required) in wanted.items() if required or at_hand(port)}
        own = {p.name: getattr(settings, p.name) for p in parameters(factory) if hasattr(settings, p.name)}
        try:
            made = factory(**{p: provide(port) for p, port in here.items()}, **own)
        except MissingResource as error:
            missing[name] = error.message
            continue
        if not isinstance(made, DescribedTool):
            raise UsageError(
                f"tool {name!r}: its factory returned no DescribedTool",
                "return one, as those in localcheck.agent.tools",
            )
        tools[name] = made
    return Toolbox(tools, missing)
