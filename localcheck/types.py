"""The vocabulary of the whole package: frozen values, tuples, no behaviour beyond derived properties.

One numeric convention: every *score* is P(not factual) in [0, 1], higher is worse.
Offsets are Python string indices into ``Document.text`` (or into ``Passage.text`` for quotes).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

JSON = Any
"""A value that ``json.dumps`` accepts."""


class Label(StrEnum):
    """The four outcomes of a claim. They stay apart to the end."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_EVIDENCE = "not_enough_evidence"
    FAILED = "failed"


class Judgement(StrEnum):
    """What a method says of a claim that read no evidence: never a label, since nothing can be quoted for it."""

    NONE = ""
    FACTUAL = "factual"
    NOT_FACTUAL = "not_factual"


class Disposition(StrEnum):
    """What to do with a document (BEE-30043: pass, warn or block)."""

    PASS = "pass"
    WARN = "warn"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def of(self, text: str) -> str:
        """The characters of ``text`` that this span covers."""
        return text[self.start : self.end]

    def __contains__(self, other: Span) -> bool:
        """Does the other span lie within this one? A span lies within itself."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text to check, and what came with it."""

    id: str
    """Name of the document: a path, ``-`` for standard input, or a data set's row id."""
    text: str
    """The extracted plain text. All spans point into it."""
    title: str = ""
    """The entity or title that the text is about, when known."""
    prompt: str = ""
    """The prompt or question that the text answers, when known."""
    samples: tuple[str, ...] = ()
    """Other answers to the same prompt (SelfCheckGPT)."""
    context: tuple[str, ...] = ()
    """Reference or grounding texts given with the document."""
    meta: tuple[tuple[str, JSON], ...] = ()
    """Anything else that came with it (annotation, domain, media type): kept, never obeyed."""
    sentences: tuple[str, ...] = ()
    """How a data set cut the text into sentences, for its annotations; readers of users' files leave it empty."""

    def get(self, key: str, default: JSON = None) -> JSON:
        """The value of ``key`` in ``meta``."""
        return dict(self.meta).get(key, default)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a document; ``span.of(document.text) == text``."""

    index: int
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One assertion, to be read on its own, extracted from one sentence."""

    id: str
    """``"<sentence index>.<claim index>"``, unique in its document."""
    sentence: int
    """Index of the sentence that it comes from."""
    text: str
    """The self-contained wording that is checked."""
    span: Span
    """Where in the document it was said (at most its sentence)."""
    checkable: bool = True
    """False for questions, opinions, instructions and the like."""
    note: str = ""
    """Why it is not checkable, or how it was rewritten."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a passage comes from."""

    kind: str
    """``wikipedia``, ``folder``, ``jsonl``, ``web``, ``sample``, ``reference``, ``tool`` …"""
    name: str
    """Name of the index, model, site or tool."""
    locator: str = ""
    """URL, path or page id inside the source."""
    revision: str = ""
    """Revision id of the article, or a digest of the file."""
    date: str = ""
    """ISO date of the revision or of the dump."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One document of evidence, before anyone has weighed it."""

    title: str
    text: str
    source: Source
    rank: int = 0
    """0 is the best."""
    score: float = 0.0
    """The retriever's own score, comparable only inside one search."""


@dataclass(frozen=True, slots=True)
class Entailment:
    """Probabilities that a premise entails, is neutral to, contradicts a hypothesis; they sum to 1.

    A two-class model puts all that is not entailment into ``neutral``: it cannot refute.
    """

    entail: float
    neutral: float
    contradict: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage weighed against one claim."""

    claim_id: str
    passage: Passage
    window: Span
    """The window of ``passage.text`` with the strongest entailment (or contradiction)."""
    entailment: Entailment
    """Scores of that window."""
    quote: str = ""
    """Verbatim sentence of ``passage.text`` that carries the decision."""
    quote_span: Span = Span(0, 0)
    """Its offsets in ``passage.text``."""
    quote_sha256: str = ""
    """SHA-256 of the quote's UTF-8 bytes."""


@dataclass(frozen=True, slots=True)
class Belief:
    """One step of the sequential analysis, after ``step`` documents (Wang et al. 2023, Eq. 4-8)."""

    step: int
    p_factual: float
    """Posterior pi_1(n)."""
    risk_stop: float
    """R_stop(n), Eq. 5."""
    risk_continue: float
    """R_continue(n), Eq. 6 (exact) or Eq. 8 (one-step); infinite at the last step."""
    feature: int | None = None
    """Entailment feature f_n in 0..9 (Eq. 2); None before the first document."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a verdict or a run used. Costs add with ``+``, and ``-`` gives what came in between."""

    llm_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    passages: int = 0
    nli_pairs: int = 0
    seconds: float = 0.0
    parse_failures: int = 0
    samples: int = 0

    def __add__(self, other: Cost) -> Cost:
        return self._with(other, 1)

    def __sub__(self, other: Cost) -> Cost:
        """What was used between an earlier count and this one."""
        return self._with(other, -1)

    def _with(self, other: Cost, sign: int) -> Cost:
        return Cost(*(getattr(self, f.name) + sign * getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of an agent: a thought, a call and what came back (the ReAct form; Cheng et al. 2024, Section 2.4.1)."""

    thought: str
    tool: str
    arguments: tuple[tuple[str, JSON], ...]
    """By name; an object in JSON."""
    observation: str
    """The tool's answer in words, or its error."""
    label: Label = Label.NOT_ENOUGH_EVIDENCE
    """What the tool said; NOT_ENOUGH_EVIDENCE where it only gathers or cannot tell."""
    error: bool = False
    """Did the call fail: an unknown tool, arguments that do not fit, a tool that could not answer?"""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about one claim, and everything that led there."""

    claim: Claim
    label: Label
    score: float
    """P(not factual) in [0, 1]."""
    evidence: tuple[Evidence, ...] = ()
    """In the order in which the passages were read."""
    beliefs: tuple[Belief, ...] = ()
    rationale: str = ""
    """One sentence for a person: why this label, why it stopped."""
    cost: Cost = Cost()
    error: str = ""
    """Why the claim FAILED; empty otherwise."""
    raw: tuple[tuple[str, float], ...] = ()
    """The method's own unbounded scores by name, when it has any."""
    best: int | None = None
    """Index into ``evidence`` of the item that carries the decision."""
    note: str = ""
    """A warning that concerns the whole run; equal notes are said once."""
    judgement: Judgement = Judgement.NONE
    """What a method without evidence says; the label is then NOT_ENOUGH_EVIDENCE."""
    steps: tuple[Step, ...] = ()
    """What an agent did for this claim, turn by turn; empty for other methods."""

    @property
    def deciding(self) -> Evidence | None:
        """The evidence that carries the decision."""
        return None if self.best is None else self.evidence[self.best]


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The verdicts of one sentence, folded."""

    sentence: int
    label: Label
    score: float
    """1 - min over claims of P(factual) (Wang et al. 2023, Eq. 9), or the detector's own sentence score."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """How the verdicts were made: enough to make them again."""

    detector: str
    parameters: tuple[tuple[str, JSON], ...] = ()
    models: tuple[tuple[str, str], ...] = ()
    """(role:name, sha256) of every model used."""
    index: str = ""
    settings_digest: str = ""
    seed: int = 0
    version: str = ""
    started: str = ""
    """ISO 8601, UTC."""
    network_connections: int = 0
    """Connections and datagrams beyond this machine, opening the models included (refused unless ``network``)."""
    notes: tuple[str, ...] = ()
    """Warnings that concern the whole run."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Numbers of a whole document."""

    score: float
    """Mean of the sentence scores (0 when there is none)."""
    coverage: float
    """Share of claims with a verdict SUPPORTED or REFUTED, in [0, 1]."""
    counts: tuple[tuple[str, int], ...] = ()
    """Number of claims per label."""
    passage_raw: tuple[tuple[str, float], ...] = ()
    """A method's own passage-level scores, when it has any."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything known about one document after a run."""

    document: Document
    sentences: tuple[Sentence, ...]
    verdicts: tuple[Verdict, ...]
    sentence_scores: tuple[SentenceScore, ...]
    scores: Scores
    disposition: Disposition
    run: RunInfo
    cost: Cost = Cost()


@dataclass(frozen=True, slots=True)
class Started:
    """A document is being checked."""

    document: Document
    sentences: tuple[Sentence, ...]
    claims: int | None = None
    """Number of claims to come, when known."""
    run: RunInfo | None = None
    """How the verdicts to come are made; the report's own ``run`` may know more."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One more verdict."""

    document: Document
    verdict: Verdict
    done: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A document is done."""

    report: Report


@dataclass(frozen=True, slots=True)
class Failed:
    """A document could not be checked; the run goes on with the next."""

    document: Document
    error: str
    hint: str = ""


Event = Started | Judged | Finished | Failed


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat."""

    role: str
    """``system``, ``user`` or ``assistant``."""
    content: str


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """One request to a language model. Equal requests (all fields) get equal cache entries."""

    messages: tuple[Message, ...] = ()
    """A chat, rendered with the model's own template. Empty when ``text`` is given."""
    text: str = ""
    """Raw prompt, no template."""
    n: int = 1
    """Samples of this one prompt."""
    max_tokens: int = 512
    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0
    """0 means no limit."""
    seed: int = 0
    stop: tuple[str, ...] = ()
    schema: str = ""
    """A JSON schema as JSON text, its properties in the order in which they are to be written; empty for free text."""
    options: tuple[str, ...] = ()
    """Multiple choice: answer only with the distribution over these, from one forward pass."""
    logprobs: int = 0
    """Number of top log-probabilities to return per generated token; 0 for none."""
    score_text: str = ""
    """Score this continuation instead of generating (grey-box): its token log-probabilities are returned."""
    key: str = ""
    """Stage key for recorded answers, for example ``"em/stage1/17"``; not part of the digest."""


@dataclass(frozen=True, slots=True)
class TokenScore:
    """One token with its log-probability and the entropy of its distribution."""

    text: str
    logprob: float
    """Natural logarithm; <= 0."""
    entropy: float | None = None
    """In nats over the full vocabulary, or over the top-k when the backend offers no more; None when unknown."""
    top: tuple[tuple[str, float], ...] = ()
    span: Span | None = None
    """Where in ``score_text`` (or in the answer) the token stands."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The answer to one request."""

    texts: tuple[str, ...] = ()
    """``n`` answers."""
    option_probs: tuple[float, ...] = ()
    """For ``options``: probabilities in their order, summing to 1."""
    tokens: tuple[tuple[TokenScore, ...], ...] = ()
    """Per answer (or one entry for ``score_text``): token scores, empty when not asked for or not offered."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: bool = False
    error: str = ""
    """Why this one request failed, in one line; its texts are then empty."""
    note: str = ""
    """How the answer was got when not as asked, for example options without log-probabilities."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """Contextual vectors of one text."""

    tokens: tuple[str, ...]
    vectors: Any = field(compare=False)
    """``numpy`` float32 array of shape (len(tokens), d), special tokens excluded, rows of unit length."""
