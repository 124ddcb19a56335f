"""A question with its answer as a statement: "Who wrote Hamlet?" and "Shakespeare" say that Shakespeare wrote Hamlet. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from localcheck.claims.rules import verbs
from localcheck.claims.rules.grammar import has_clause
from localcheck.claims.rules.wording import DETERMINER, PREPOSITION, in_small
from localcheck.text.dated_labels import spelled
from localcheck.text.headings import named
from localcheck.text.irregular_verbs import PARTICIPLE, past, third
from localcheck.text.labels import read_label, statement
from localcheck.text.lexicon import word_set
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_BE = r"(?P<be>is|are|was|were)"
_DO = r"(?P<do>did|does|do)"
_PARTICIPLE = rf"\w+ed|born|{'|'.join(sorted(PARTICIPLE))}"
_WHO = regex(r"Who (?P<rest>.+)")
_WHAT_IS = regex(rf"(?:What|Who|Which)(?:'s| {_BE}) (?P<rest>(?:the|an?|[A-Z]|his|her).+)")
_WHICH = regex(r"(?:Which|What) (?P<noun>(?:[\w'’-]+ ){1,4}?)(?P<verb>[a-z]+) (?P<rest>.+)")
_WHEN = r"(?:When|(?:In|On) (?:which|what) (?:year|date|day|month|century|decade)|What year)"
_WHEN_BE = regex(rf"{_WHEN} {_BE} (?P<who>.+?) (?P<verb>{_PARTICIPLE})(?P<rest>(?: .+)?)")
_WHEN_DO = regex(rf"{_WHEN} {_DO} (?P<what>.+)")
_WHERE_BE = regex(rf"(?:Where|In (?:which|what) \w+(?: \w+)?) {_BE} (?P<who>.+?)(?: (?P<verb>{_PARTICIPLE}))?")
_WHERE_DO = regex(rf"(?:Where|In (?:which|what) \w+(?: \w+)?) {_DO} (?P<what>.+)")
_HOW_MANY = regex(rf"How many (?P<things>[\w -]+?) {_DO} (?P<what>.+)")
_HOW_MANY_BE = regex(rf"How many (?P<things>[\w -]+?) {_BE} there(?P<rest> .+)?")
_HOW = regex(rf"How (?P<how>tall|high|long|deep|wide|old|far|big|heavy|fast) {_BE} (?P<who>.+)")
_WHAT_DO = regex(rf"(?:Whom?|(?:What|Which)(?: \w+(?: \w+)?)?) {_DO} (?P<what>.+)")
_HOW_LONG = regex(rf"How long {_DO} (?P<what>.+ (?:last|take))")
_ASKING = r"(?:What|Who|Where|When|How \w+(?: [\w-]+){0,3}?|Why|Which \w+|(?:In|On) (?:which|what) \w+|Where [\w -]+?)"
_SUBJECT = regex(rf"{_ASKING} (?:(?:is|was|are|were) (?P<of>.+)|(?:does|did|do) (?P<does>.+))")
_SENTENCE_END = regex(r"[.?!:;] ")
_LONGEST = 120
"""Characters of a short answer."""
_NO_SUBJECT = word_set("this that these those it they he she we you there")
_TALK = regex(r"\b(?:you|your|I|we|us|our|my|me)\b|^(?:yes|no|sure|well)\b", re.IGNORECASE)
"""What is asked or answered in talk, and is no quiz."""
_LEAD = regex(r"^(?:A(?:nswer)?|Correct answer|答)\s*[:：.]\s*|^[–—→-]+\s*", re.IGNORECASE)
_QUESTION = regex(r"^(?:Q(?:uestion)?\s*\d*\s*[:：.)]|\d+[.)])\s*", re.IGNORECASE)


def answered(question: str, answer: str) -> str:
    """What a question and a short answer say together; empty where that is not plain.

    >>> answered("Q: Who wrote Hamlet?", "A: William Shakespeare."), answered("What is the capital of Peru?", "Lima")
    ('William Shakespeare wrote Hamlet.', 'The capital of Peru is Lima.')
    >>> answered("When was Mozart born?", "1756"), answered("In which year did the Titanic sink?", "1912")
    ('Mozart was born in 1756.', 'The Titanic sank in 1912.')
    >>> answered("How many moons does Mars have?", "Two"), answered("Which planet is the largest?", "Jupiter")
    ('Mars has two moons.', 'Jupiter is the largest planet.')
    """
    question = _QUESTION.sub("", question.strip()).rstrip("?？ ").strip()
    answer = _LEAD.sub("", answer.strip()).rstrip(". ")
    short = question and " or " not in question and 0 < len(answer) <= _LONGEST
    if not short or _TALK.search(question) or _TALK.match(answer):
        return ""
    question = with_capital(question)
    if has_clause(answer):
        return _with_subject(question, answer)
    for pattern, told in _READINGS:
        if found := pattern.fullmatch(question):
            said = told(found, answer)
            return f"{with_capital(said)}." if said else ""
    return ""


def _with_subject(question: str, answer: str) -> str:
    """An answer that begins with a pronoun, with what the question is about in its place; empty for another sentence.

    >>> _with_subject("Where was Bell born", "He was born in Edinburgh")
    'Bell was born in Edinburgh.'
    """
    pronoun = re.match(r"(?:It|He|She|They) ", answer)
    found = _SUBJECT.fullmatch(question) if pronoun else None
    if pronoun is None or found is None:
        return ""
    words = (found["of"] or found["does"]).split()
    asked = verbs.is_base if found["does"] else PARTICIPLE.__contains__
    end = next((i for i, word in enumerate(words) if i and asked(word)), 0 if found["does"] else len(words))
    subject = " ".join(words[:end])
    if not subject or words[0].lower() in _NO_SUBJECT or words[0] in PARTICIPLE:
        return ""  # "Where did that happen?", "What did they look like?", "How many were sold?"
    return f"{with_capital(subject)} {answer[pronoun.end() :]}."


def asked_about(prompt: str) -> str:
    """The name that a question or a task is about; empty where it is about what has it ("Who wrote Emma?"), about several, or
    about nothing with a name.

    >>> asked_about("When did Mozart die?"), asked_about("Tell me about the Eiffel Tower."), asked_about("Who wrote Emma?")
    ('Mozart', 'Eiffel Tower', '')
    """
    task = " ".join(prompt.split()).rstrip("?？.! ")
    if len(task) > _LONGEST or _SENTENCE_END.search(task):
        return ""
    found = _SUBJECT.fullmatch(task)
    what = (found["of"] or _parted(found["does"])[0]) if found else named(task)
    before, _, last = what.rpartition(" ")
    name = (before if last in PARTICIPLE else what).removeprefix("the ")
    return name if may_be_name(name) and " and " not in name else ""


def _who(found: re.Match[str], answer: str) -> str:
    first = found["rest"].split(" ", 1)[0]
    known = verbs.is_past(first) or first in verbs.AUXILIARY or verbs.may_be_third_person(first)
    return f"{answer} {found['rest']}" if known else ""


def _what_is(found: re.Match[str], answer: str) -> str:
    be = found["be"] or "is"
    label = read_label(f"{re.sub('^the ', '', found['rest'])}: {answer}")
    if label and label.who:
        return statement(label, label.who).rstrip(".")
    return f"{found['rest']} {be} {in_small(answer)}"


def _which(found: re.Match[str], answer: str) -> str:
    """ "Which country won the cup": the answer is its subject; "Which planet is the largest" names the kind of it, too."""
    verb, noun, rest = found["verb"], found["noun"].strip(), found["rest"]
    if verb in ("is", "was"):
        kind = f" {noun.split()[-1]}" if re.fullmatch(r"the \w+est|the first|the second|the only", rest) else ""
        return f"{answer} {verb} {rest}{kind}"
    past_of = verbs.is_past(verb) and (rest[0].isupper() or rest.split()[0] in PREPOSITION | DETERMINER)
    known = past_of or verb in verbs.HAVE or verbs.is_third_person(verb)
    known = known or (" " not in noun and verbs.may_be_third_person(verb))
    return f"{answer} {verb} {rest}" if known and noun.split()[-1] not in PREPOSITION else ""


def _so_many(found: re.Match[str], answer: str) -> str:
    """The number of an answer with the things that were asked for, unless it names them."""
    return in_small(answer) + ("" if found["things"].split()[-1].lower() in answer.lower() else f" {found['things']}")


def _how(found: re.Match[str], answer: str) -> str:
    *who, last = found["who"].split()
    if who and (last in PARTICIPLE or last.endswith("ed")):  # "How long was it used?"
        return ""
    said = found["how"] in answer or found["how"] not in ("tall", "high", "long", "deep", "wide", "old")
    return f"{found['who']} {found['be']} {in_small(answer)}{'' if said else ' ' + found['how']}"


def _what_do(found: re.Match[str], answer: str) -> str:
    who, verb, rest = _parted(found["what"])
    answer = in_small(answer)
    said = (rest, answer) if rest in PREPOSITION else (answer, rest)
    return " ".join(part for part in (who, _inflected(verb, found["do"]), *said) if part) if verb else ""


def _how_many(found: re.Match[str], answer: str) -> str:
    who, verb, rest = _parted(found["what"])
    return f"{who} {_inflected(verb, found['do'])} {_so_many(found, answer)} {rest}".rstrip() if verb else ""


def _told(found: re.Match[str], value: str) -> str:
    told = _with_verb(found["what"], found["do"])
    return f"{told} {value}" if told else ""


_READINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], str]], ...] = (
    (_WHEN_BE, lambda q, answer: _timed(f"{q['who']} {q['be']} {q['verb']}{q['rest']}", answer)),
    (_WHEN_DO, lambda q, answer: _timed(_with_verb(q["what"], q["do"]), answer)),
    (_WHERE_BE, lambda q, answer: f"{q['who']} {q['be']} {q['verb'] + ' ' if q['verb'] else ''}{_where(answer)}"),
    (_WHERE_DO, lambda q, answer: _told(q, _where(answer))),
    (_HOW_MANY_BE, lambda q, answer: f"there {q['be']} {_so_many(q, answer)}{q['rest'] or ''}"),
    (_HOW_MANY, _how_many),
    (_HOW_LONG, lambda q, answer: _told(q, in_small(answer))),
    (_HOW, _how),
    (_WHAT_DO, _what_do),
    (_WHAT_IS, _what_is),
    (_WHICH, _which),
    (_WHO, _who),
)
"""The first that fits a question is taken."""


def _with_verb(what: str, do: str) -> str:
    """ "the Titanic sink" as "the Titanic sank": the base form of a verb behind the subject; empty without one."""
    who, verb, rest = _parted(what)
    return f"{who} {_inflected(verb, do)} {rest}".rstrip() if verb else ""


def _parted(what: str) -> tuple[str, str, str]:
    """What is asked behind "does", as its subject, its verb and the rest; without a verb where none can be told.

    The verb is the first word behind the subject that is known as one, else the last that is no preposition.

    >>> _parted("an octopus have"), _parted("a bear hibernate in")
    (('an octopus', 'have', ''), ('a bear', 'hibernate', 'in'))
    """
    words = what.split()
    least = 2 if words[0].lower() in DETERMINER else 1
    known = (i for i, word in enumerate(words) if i >= least and (word == "have" or verbs.is_base(word)))
    last = len(words) - 1 - (words[-1] in PREPOSITION)
    at = next(known, last if last >= least and words[last].islower() else 0)
    return " ".join(words[:at]), words[at] if at else "", " ".join(words[at + 1 :])


def _inflected(verb: str, do: str) -> str:
    return {"did": past(verb), "does": third(verb)}.get(do, verb)


def _timed(told: str, answer: str) -> str:
    """What is told with the time of an answer, "In 1867" or "1867"; empty where the answer is none."""
    timed = re.match(r"(?:in|on|from|around|about|between|during|at)\b", answer, re.I)
    when = answer[0].lower() + answer[1:] if timed else spelled(answer)
    return f"{told} {when}" if told and when else ""


def _where(answer: str) -> str:
    answer = in_small(answer) if re.match(r"(?:In|On|At|Near|Off)\b", answer) else answer
    return answer if re.match(r"(?:in|on|at|near|off|by|between|to)\b", answer) else f"in {answer}"
