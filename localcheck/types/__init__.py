"""The vocabulary of the whole package: frozen values, tuples, no behaviour beyond derived properties.

One numeric convention: every *score* is P(not factual) in [0, 1], higher is worse.
Offsets are Python string indices into ``Document.text`` (or into ``Passage.text`` for quotes).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

JSON = Any
"""A value that ``json.dumps`` accepts."""


# What is checked: a document, its sentences and its claims.
OWN = ".own"
"""Ends the id of a sentence's own claim, where it stands beside those that the sentence was split into."""

STANDARD_INPUT = "standard input"
"""The id of a document that was read from there."""
UNNAMED = frozenset({"request", "text", "answer", "claim", "pasted", "-", STANDARD_INPUT})
"""Ids of documents that came without a name: each stands for any text that was sent, typed, pasted or piped (``-`` in runs of
1.1.0).
"""
WRITTEN = "written"
"""Key of ``Document.meta``: the date that a file states about itself."""
READING_NOTES = "reading_notes"
"""Key of ``Document.meta``: what was not read of a file, or how it was read, one sentence each. Reports show them."""
REWORDED = "reworded by "
"""Begins the note of a claim that a person worded anew; the person's name follows."""


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
        """True if the other span is inside this one or equal to it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Span) -> bool:
        """True if both have a character in common."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text to check, and what came with it."""

    id: str
    """Name of the document: a path, a data set's row id, or one of ``UNNAMED``."""
    text: str
    """The extracted plain text. All spans point into it."""
    title: str = ""
    """The entity or title that the text is about, when known."""
    prompt: str = ""
    """The prompt or question that the text answers, when known."""
    samples: tuple[str, ...] = ()
    """Other answers to the same prompt (SelfCheckGPT)."""
    context: tuple[str, ...] = ()
    """Reference or grounding texts given with the document; one empty text where they were given and there are none."""
    meta: tuple[tuple[str, JSON], ...] = ()
    """Anything else that came with it (annotation, domain, media type); it is kept but has no effect."""
    sentences: tuple[str, ...] = ()
    """How a data set cut the text into sentences, for its annotations; readers of users' files leave it empty."""

    def get(self, key: str, default: JSON = None) -> JSON:
        """The value of ``key`` in ``meta``."""
        return dict(self.meta).get(key, default)


def as_context(texts: Iterable[str] | None) -> tuple[str, ...]:
    """``context`` of a document that came with these texts. Where nothing was retrieved, that is not the same as no context.

    >>> as_context(None), as_context([])
    ((), ('',))
    """
    return () if texts is None else tuple(texts) or ("",)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a document; ``span.of(document.text) == text``."""

    index: int
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One assertion made from one sentence, worded so that it can be understood alone."""

    id: str
    """``"<sentence index>.<claim index>"``, unique in its document; the sentence's own claim beside others has ``OWN``."""
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
    about: str = ""
    """What the document is about, where the claim's words do not name their subject ("The crew landed …"): what to look for."""

    @property
    def named(self) -> str:
        """The claim behind what it is about: for finding evidence, and for telling whether a document is about the same."""
        return f"{self.about}, {self.text}" if self.about else self.text

    @property
    def shown(self) -> str:
        """The claim with what it is about, for a person."""
        return f"{self.text} (about {self.about})" if self.about else self.text

    @property
    def reworded(self) -> bool:
        """True if a person worded the claim anew: it may say something else than its sentence."""
        return self.note.startswith(REWORDED)

    @property
    def own(self) -> bool:
        """True for the sentence's own claim beside those that it was split into (``--claims rules+sentence``)."""
        return self.id.endswith(OWN)


# Evidence for claims: passages, and how far a passage supports or contradicts a claim.


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
    """One document of evidence, not yet compared with a claim."""

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

    A model with two classes puts everything that is not entailment into ``neutral``, so it cannot refute.
    """

    entail: float
    neutral: float
    contradict: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage compared with one claim."""

    claim_id: str
    passage: Passage
    window: Span
    """The window of ``passage.text`` with the strongest entailment (or contradiction); the quote where that stands apart."""
    entailment: Entailment
    """Scores of that window."""
    quote: str = ""
    """Verbatim sentence of ``passage.text`` that the decision rests on."""
    quote_span: Span = Span(0, 0)
    """Its offsets in ``passage.text``."""
    quote_sha256: str = ""
    """SHA-256 of the quote's UTF-8 bytes."""


# The verdict on one claim, the steps that led to it, and what it cost.


class Label(StrEnum):
    """The four outcomes of a claim. They are never merged."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    NOT_ENOUGH_EVIDENCE = "not_enough_evidence"
    FAILED = "failed"


class Judgement(StrEnum):
    """What a method without evidence says about a claim. It is not a label, because nothing can be quoted for it."""

    NONE = ""
    FACTUAL = "factual"
    NOT_FACTUAL = "not_factual"


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
    risk_consult: float | None = None
    """Expected cost of asking the stronger reader about the last document; None where there is none to ask."""
    consulted: bool = False
    """Did the answer of the stronger reader make this step? Then ``step`` is that of the belief before."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a verdict or a run used. ``+`` adds costs, and ``-`` gives the difference between two counts."""

    llm_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    passages: int = 0
    nli_pairs: int = 0
    seconds: float = 0.0
    parse_failures: int = 0
    samples: int = 0
    cached: int = 0
    """Verdicts out of the claim cache: nothing was read anew for them, and nothing scored."""

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
    """The tool's judgement; NOT_ENOUGH_EVIDENCE if it only gathers evidence or cannot tell."""
    error: bool = False
    """True if the call failed: an unknown tool, wrong arguments, or a tool that could not answer."""
    seconds: float = 0.0
    sentence: int = -1
    """Number of the sentence that the turn is about; -1 for the whole text."""


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
    """Index into ``evidence`` of the deciding item; None if there is none."""
    note: str = ""
    """Warnings that concern the whole run, one a line; equal ones are shown once."""
    judgement: Judgement = Judgement.NONE
    """What a method without evidence says; the label is then NOT_ENOUGH_EVIDENCE."""
    steps: tuple[Step, ...] = ()
    """What an agent did for this claim, turn by turn; empty for other methods."""

    @property
    def kind(self) -> str:
        """How the verdict is counted: its label, or ``judged_factual`` and ``judged_not_factual`` for a mere judgement."""
        return f"judged_{self.judgement.value}" if self.judgement else self.label.value

    @property
    def deciding(self) -> Evidence | None:
        """The evidence that the decision rests on."""
        return None if self.best is None else self.evidence[self.best]


# Requests to language models and their answers; vectors of texts.


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
    """How the answer was obtained if not as requested, for example for options without log-probabilities."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """Contextual vectors of one text."""

    tokens: tuple[str, ...]
    vectors: Any = field(compare=False)
    """``numpy`` float32 array of shape (len(tokens), d), special tokens excluded, rows of unit length."""


# The report on a document: its verdicts, scores by sentence and for the whole, and how the run was made.


class Disposition(StrEnum):
    """What to do with a document (BEE-30043: pass, warn or block)."""

    PASS = "pass"
    WARN = "warn"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """Score and label of one sentence, from the verdicts of its claims."""

    sentence: int
    label: Label
    score: float
    """1 - min over claims of P(factual) (Wang et al. 2023, Eq. 9), or the detector's own sentence score."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """How the verdicts were made, in enough detail to repeat the run."""

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
    """Number of claims of each kind: the labels, then judgements without evidence, which count as none of them."""
    passage_raw: tuple[tuple[str, float], ...] = ()
    """A method's own passage-level scores, when it has any."""


@dataclass(frozen=True, slots=True)
class Known:
    """A finding that is not new: it is shown, and makes no check fail."""

    claim: str
    """Id of the claim."""
    by: str
    """``baseline``: a file lists it; ``marker``: the text itself says so."""
    why: str
    """The note of the file, or the reason of the marker."""


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
    known: tuple[Known, ...] = ()
    """Findings of a baseline, and those that markers in the text speak for."""


# What a run says while it continues, one event after another.


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
    """A document could not be checked; the run continues with the next."""

    document: Document
    error: str
    hint: str = ""


Event = Started | Judged | Finished | Failed
