"""Everyday sentences beside which the rules once found a contradiction that is none, or missed one that is."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.text.abstaining import abstains
from localcheck.text.affirmed import affirmed
from localcheck.text.irregular_verbs import past
from localcheck.text.sentences import split_sentences
from localcheck.text.values.compare import compare
from localcheck.text.values.denials import denied
from localcheck.text.values.opposites import opposite_words
from localcheck.text.values.ranks import outranked
from localcheck.text.values.relations import exchanged
from localcheck.text.values.status import failed, undone
from localcheck.types import Document


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The city has 1 million inhabitants.", "The city has one million inhabitants."),
        ("200,000 people fled.", "Two hundred thousand people fled."),
        ("350 ships took part.", "Three hundred and fifty ships took part."),
        ("The film lasts 2.5 hours.", "The film lasts two and a half hours."),
        ("500,000 people fled.", "Half a million people fled."),
        ("The film lasts 90 minutes.", "The film lasts 1 hour and 30 minutes."),
        ("They were away for two years.", "They were away for two years and five months."),
        ("He is 178 cm tall.", "He is 5 feet 10 inches tall."),
        ("Revenue was $50 million in 2010.", "Revenue rose 10% to $50 million in 2010."),
        ("The house was built in the 1800s.", "The house was built in 1850."),
        ("The house was built in the early 1900s.", "The house was built in 1912."),
    ],
)
def test_the_same_number_in_other_words(claim: str, premise: str) -> None:
    found = compare(claim, premise)
    assert not found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("One million people live there.", "Two million people live there."),
        ("The city has over a million inhabitants.", "The city has 400,000 inhabitants."),
        ("Revenue was $20 million in 2010.", "Revenue rose 10% to $50 million in 2010."),
        ("It was built in 1985.", "It was built in the 1990s."),
        ("It was released on 3 December 1985.", "He signed in 1985, and it was released on 2 December 1985."),
        ("The film lasts 100 minutes.", "The film lasts 1 hour and 30 minutes."),
    ],
)
def test_another_number_is_a_rival(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


def test_a_year_within_a_decade_is_left_open() -> None:
    found = compare("It was built in 1995.", "It was built in the 1990s.")
    assert found.left_open and not found.rivals
    assert compare("The film was released in 1974.", "It was released in 1939 by 20th Century Fox.").rivals


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("He was unable to finish the race.", "He was unable to finish the race because of an injury."),
        ("Police prevented the crowd from entering the stadium.", "The police prevented the crowd from entering it."),
        ("He avoided paying taxes.", "He avoided paying taxes for years."),
        ("The spokesman declined to comment on the case.", "The spokesman, Smith, declined to comment on the case."),
        ("The city is going to build a new stadium.", "The city intends to build a new stadium."),
        ("He won the Nobel Prize.", "He was nominated for the Nobel Prize three times and received it in 1920."),
        ("He became president in 1990.", "He ran for president in 1990 and was elected."),
    ],
)
def test_what_was_done_or_says_itself_that_it_was_not(claim: str, premise: str) -> None:
    assert not failed(claim, premise) and not undone(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Germany won the match.", "Brazil lost the match to Germany."),
        ("Only three ships remained.", "Only three ships were left."),
        ("He is survived by his wife.", "He died in 1990, leaving behind his wife."),
        ("Two crew members survived.", "All but two of the crew members died."),
        ("Germany borders Denmark to the north.", "Denmark borders Germany to the south."),
        ("Portugal is in western Europe.", "Portugal is a country in Europe that borders Spain to the east."),
        ("He stayed in London until 1950.", "He left London in 1950."),
    ],
)
def test_opposite_words_that_do_not_contradict(claim: str, premise: str) -> None:
    assert opposite_words(claim, premise) is None


def test_opposite_words_that_do() -> None:
    assert opposite_words("The captain survived.", "The captain died in the storm.")
    assert opposite_words("Germany won the match.", "Germany lost the match to Brazil.")
    hastings = "The Battle of Hastings was fought between William and King Harold, who died there."
    assert opposite_words("Harold Godwinson survived the Battle of Hastings.", hastings)
    assert opposite_words("The army remained in Rome.", "The army left Rome in May.")


def test_a_rank_is_somebody_s_and_in_one_place() -> None:
    russia = "Canada is the second-largest country in the world after Russia."
    assert outranked("Russia is the largest country in the world.", russia) is None
    lyon = "Lyon is the third-largest city in France."
    assert outranked("Lyon is the largest city in eastern France.", lyon) is None
    assert outranked("Lyon is the largest city in France.", lyon)


def test_an_exception_denies_what_is_said_of_the_others_only() -> None:
    brazil = "Brazil borders every country in South America except Chile and Ecuador."
    assert denied("Brazil borders Chile.", brazil)
    assert not denied("Chile is a country in South America.", brazil)
    canberra = "Canberra, not Sydney, is the capital city of Australia."
    assert denied("Sydney is the capital city of Australia.", canberra)
    assert not denied("Sydney is a city in Australia.", canberra)
    assert not denied("The museum is closed on Mondays.", "The museum is open every day except Mondays.")


def test_of_other_years_nothing_is_exchanged() -> None:
    told = "Medvedev succeeded Putin as president in 2008."
    assert not exchanged("Putin succeeded Medvedev as president in 2012.", told)
    assert exchanged("Putin succeeded Medvedev as president in 2008.", told)


@pytest.mark.parametrize(
    "claim",
    [
        "He did not return home until 1950.",
        "She did not marry and died in London.",
        "She does not eat meat, preferring vegetables.",
        "It is not as large as Paris.",
    ],
)
def test_a_negation_that_does_not_turn_the_whole_sentence(claim: str) -> None:
    assert affirmed(claim) == ""


def claims(text: str) -> list[str]:
    return [c.text for c in RuleClaims().extract(Document("t", text), split_sentences(text)) if c.checkable]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Microsoft was founded by Bill Gates. He was born in Seattle.", "Microsoft was born in Seattle."),
        ("He twice won the title and retired in 1990.", "He twice retired in 1990."),
        ("He almost won the race and finished second.", "He almost finished second."),
        ("Nobody knew him, and he died alone.", "Nobody died alone."),
        ("You might think that Sydney is the capital, but it is Canberra.", "Sydney is the capital."),
        ("People used to believe that the Earth is flat.", "The Earth is flat."),
    ],
)
def test_what_a_text_does_not_claim(text: str, said: str) -> None:
    assert said not in claims(text)


def test_no_evidence_that_something_is_so_is_a_statement() -> None:
    assert not abstains("There is no evidence that vaccines cause autism.")
    assert abstains("There is no evidence in the text.") and abstains("There is not enough evidence.")


def test_pasts_without_a_doubled_letter() -> None:
    assert [past(verb) for verb in ("open", "edit", "exit", "stop")] == ["opened", "edited", "exited", "stopped"]
