"""Everyday sentences beside which the rules once found a contradiction that is none, or missed one that is."""

from __future__ import annotations

import numpy as np
import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.agreement import agreeing
from localcheck.text.abstaining import abstains
from localcheck.text.irregular_verbs import past
from localcheck.text.sentences import split_sentences
from localcheck.text.values.compare import compare
from localcheck.text.values.excepted import of_the_excepted, otherwise_for_some
from localcheck.text.values.opposites import opposite_words
from localcheck.text.values.places import placed_alike
from localcheck.text.values.ranks import outranked
from localcheck.text.values.relations import borne_out, exchanged
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
        ("He came thirty-fifth.", "He came in 35th place."),
        ("It takes place on July 4th.", "It takes place on 4 July."),
        ("It takes place on July 4.", "It takes place on the fourth of July."),
        ("The war lasted from 1939 to 1945.", "The war (1939–45) killed many."),
        ("Finland was lost in the war of 1808–09.", "Finland was lost in the war of 1808-9."),
        ("It has an area of 357,022 square kilometres.", "It has an area of 357,022 sq. km."),
        ("The warranty is 12 months.", "The warranty is one year."),
        ("The flight takes 90 minutes.", "The flight takes an hour and a half."),
        ("The speed limit is 50 km/h.", "The speed limit is 50 kph."),
        ("It has two dozen rooms.", "It has 24 rooms."),
        ("The recipe needs half a dozen eggs.", "The recipe needs 6 eggs."),
        ("It has 12 rooms.", "It has a dozen rooms."),
        ("Two thirds of voters said yes.", "66% of voters said yes."),
        ("Nearly half of the staff left.", "48% of the staff left."),
        ("The museum closes at 5 pm.", "The museum closes at 17:00."),
        ("The museum opens at 9.30 a.m.", "The museum opens at 9:30."),
        ("The bar closes at 23:00.", "The bar is open from 20:00 to 23:00."),
        ("The bar opens at 8 pm.", "The bar is open from 20:00 to 23:00."),
        ("The outage ended at 2:50 p.m.", "It was down from 14:10 to 14:50."),
        ("The museum opens at eight o'clock.", "The museum opens at 8 am."),
        ("Over five years, the company invested $2 billion.", "The company invested $2 billion in five years."),
        ("The company invested $2 billion over five years.", "The company invested $2 billion in five years."),
        ("He served under three presidents.", "He served three presidents."),
        ("He was born on May 1st.", "He was born on the first of May."),
        ("It was 40 degrees in the shade.", "It was 40 °C in the shade."),
        ("Gold melts at 1064 degrees.", "Gold melts at 1,064 degrees Celsius."),
        ("One in four voters stayed at home.", "25 % of voters stayed at home."),
        ("Nine out of ten voters came.", "90 % of voters came."),
        ("She died in her eighties.", "She died on 12 January 1976, at the age of 85."),
        ("He began in his late twenties.", "He began in 1880, at the age of 27."),
        ("He died at the age of 56.", "He died in Vienna, aged 56."),
        ("He died before he was fifty.", "He died on his ship, aged 47."),
        ("The guy is over the age of ten.", "The guy is in his early twenties."),
        ("The statue came in hundreds of pieces.", "The statue came in 350 pieces."),
        ("The wall stood for almost three decades.", "The wall divided the city from 1961 to 1989."),
        ("She reigned for 63 years.", "She reigned from 20 June 1837 until 22 January 1901."),
        ("He waited for half an hour.", "He waited for 30 minutes."),
        ("He stayed for half a year.", "He stayed for five months."),
        ("He stayed for six months.", "He stayed for half a year."),
        ("Women could not climb it before 1872.", "Women were not allowed to climb it until 1872."),
        ("He was born in the twenty-first century.", "He was born in 2001."),
        ("He won nine games.", "He won nine out of ten games."),
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
        ("The race takes place on July 4th.", "The race takes place on July 5."),
        ("The museum closes at 5 pm.", "The museum closes at 18:00."),
        ("The bar opens at 23:00.", "The bar is open from 20:00 to 23:00."),
        ("The meeting lasted over two hours.", "The meeting took two hours."),
        ("It was a top 31 hit.", "It was a top 30 hit."),
        ("It was the eleventh edition of the cup.", "It was the twenty-second edition of the cup."),
        ("The museum opens at 9 am.", "The museum opens at 9 pm."),
        ("The museum opens at 09:00.", "The museum opens at 21:00."),
        ("It was 40 degrees in the shade.", "It was 30 °C in the shade."),
        ("He spent less than a decade in prison.", "He spent 27 years in prison, 18 of them on an island."),
        ("He died in his seventies.", "He died on 7 January 1943, at the age of 86."),
        ("Hundreds of people died.", "Six people died."),
        ("He died before he was fifty.", "He died on his ship, aged 52."),
        ("He was born in the 20th century.", "He was born in Oak Park, on 21 July 1899."),
        ("It was not built before 1900.", "It was built in 1895."),
        ("He stayed for half a year.", "He stayed for two years."),
    ],
)
def test_another_number_is_a_rival(claim: str, premise: str) -> None:
    assert compare(claim, premise).rivals


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The museum is open until 5 pm.", "The museum is open from 9 am."),
        ("He finished in the top ten.", "He finished seventh."),
        ("He came fifth.", "He came thirty-fifth."),
        ("The song reached the top 40.", "The song reached number 35."),
        ("He died at the age of 61.", "He died after 34 days."),
        ("He was elected for 28 terms.", "He was in the Senate from 1961 to 1989."),
        ("The wall stood for more than half a century.", "The wall divided the city from 1961 to 1989."),
    ],
)
def test_a_number_of_something_else_is_missing_only(claim: str, premise: str) -> None:
    found = compare(claim, premise)
    assert found.lost and not found.rivals


@pytest.mark.parametrize(
    ("claim", "premise", "alike"),
    [
        ("Boris Johnson was educated at Oxford.", "Boris Johnson was educated at Eton and Oxford.", True),
        ("Boris Johnson was educated at Eton and Oxford.", "Boris Johnson was educated at Eton.", None),
        (
            "Boris Johnson was educated at Oxford.",
            "Boris Johnson was educated at Eton and at Balliol College, Oxford.",
            True,
        ),
        ("Boris Johnson was educated at Cambridge.", "Boris Johnson was educated at Eton and Oxford.", False),
        ("Boris Johnson was born in Oxford.", "Boris Johnson was born in New York and Oxford was his home.", False),
    ],
)
def test_somebody_may_be_educated_in_several_places(claim: str, premise: str, alike: bool | None) -> None:
    assert placed_alike(claim, premise) is alike


def test_a_year_within_a_decade_is_left_open() -> None:
    found = compare("It was built in 1995.", "It was built in the 1990s.")
    assert found.left_open and not found.rivals
    assert compare("The film was released in 1974.", "It was released in 1939 by 20th Century Fox.").rivals


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


def test_the_capital_of_what_a_text_is_about() -> None:
    told = "New Zealand. The capital is Wellington, and the most populous city is Auckland."
    assert exchanged("Auckland is the capital of New Zealand.", told)
    assert not exchanged("Wellington is the capital of New Zealand.", told)
    assert exchanged("Akureyri is the capital of Iceland.", "Iceland. Its capital and largest city is Reykjavík.")
    assert not exchanged("Rome is the capital of Italy.", "France. The capital is Paris.")


def test_who_died_later_and_whose_sister_is_older() -> None:
    egypt = "Cleopatra. Mark Antony killed himself, and Cleopatra died a few days later, at the age of 39."
    assert borne_out("Cleopatra outlived Mark Antony.", egypt)
    assert exchanged("Mark Antony outlived Cleopatra.", egypt)
    both = "Mark Antony died in August, and Cleopatra died there."
    assert not borne_out("Cleopatra outlived Mark Antony.", both)
    woolf = "Virginia Woolf. Her elder sister was the painter Vanessa Bell."
    assert borne_out("Vanessa Bell was older than her sister Virginia Woolf.", woolf)
    assert exchanged("Virginia Woolf was older than Vanessa Bell.", woolf)


def test_opposite_words_that_do() -> None:
    assert opposite_words("The captain survived.", "The captain died in the storm.")
    assert opposite_words("Germany won the match.", "Germany lost the match to Brazil.")
    hastings = "The Battle of Hastings was fought between William and King Harold, who died there."
    assert opposite_words("Harold Godwinson survived the Battle of Hastings.", hastings)
    assert opposite_words("The army remained in Rome.", "The army left Rome in May.")


def test_a_rank_is_somebody_s_and_in_one_place() -> None:
    russia = "Canada is the second-largest country in the world after Russia."
    assert not outranked("Russia is the largest country in the world.", russia)
    lyon = "Lyon is the third-largest city in France."
    assert not outranked("Lyon is the largest city in eastern France.", lyon)
    assert outranked("Lyon is the largest city in France.", lyon)


def test_of_other_years_nothing_is_exchanged() -> None:
    told = "Medvedev succeeded Putin as president in 2008."
    assert not exchanged("Putin succeeded Medvedev as president in 2012.", told)
    assert exchanged("Putin succeeded Medvedev as president in 2008.", told)


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
        ("On Mondays, the museum is closed and offers no tours.", "The museum offers no tours."),
        ("In the novel, the hero kills a man and flees to Paris.", "The hero flees to Paris."),
        ("According to legend, Romulus killed Remus and founded Rome.", "Romulus founded Rome."),
        ("He allegedly stole the money and fled to Brazil.", "He fled to Brazil."),
        (
            "The Beatles released Abbey Road in 1969. It was their eleventh album.",
            "The Beatles was their eleventh album.",
        ),
        ("Anna Jones married Tom Reed in 1990. He died in 2001.", "Anna Jones died in 2001."),
        ("Ford hired Jane Doe in 1990. She became its chief in 2000.", "Ford became its chief in 2000."),
        ("Mary Shelley wrote Frankenstein in 1818. It is a novel.", "Mary Shelley is a novel."),
        ("Not only did he win the race, but he also broke the record.", "Not only did he win the race."),
        ("Ada Smith waited before the engineers arrived and left the town.", "Ada Smith left the town."),
    ],
)
def test_what_a_text_does_not_claim(text: str, said: str) -> None:
    assert said not in claims(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna Jones met Tom Reed in 1990. She died in 2001.", "Anna Jones died in 2001."),
        ("Frank Reed is a brewery in Oslo. It was founded in 1901.", "Frank Reed was founded in 1901."),
        ("In 2010, the brand was sold and moved to Japan.", "The brand moved to Japan."),
    ],
)
def test_what_a_text_does_claim(text: str, said: str) -> None:
    assert said in claims(text)


def test_no_evidence_that_something_is_so_is_a_statement() -> None:
    assert not abstains("There is no evidence that vaccines cause autism.")
    assert abstains("There is no evidence in the text.") and abstains("There is not enough evidence.")


def test_pasts_without_a_doubled_letter() -> None:
    assert [past(verb) for verb in ("open", "edit", "exit", "stop")] == ["opened", "edited", "exited", "stopped"]


def test_pasts_with_a_doubled_letter() -> None:
    verbs = ("occur", "refer", "prefer", "admit", "permit", "commit", "offer", "visit", "begin")
    pasts = "occurred referred preferred admitted permitted committed offered visited began".split()
    assert [past(verb) for verb in verbs] == pasts


def test_a_pronoun_of_the_other_sex_is_not_about_whom_a_text_is_about() -> None:
    text = "Emma Wedgwood married Charles Darwin in 1839. He was her cousin. She died in 1896."
    found = RuleClaims().extract(Document("t", text), split_sentences(text))
    assert [claim.about for claim in found] == ["", "", ""]
    assert [claim.text for claim in found][1:] == ["He was her cousin.", "Emma Wedgwood died in 1896."]


def test_a_word_that_a_line_end_or_a_soft_hyphen_cuts_is_whole_in_the_claim() -> None:
    """ "She was born in War-" was refuted, and "Eif\u00adfel Tow\u00ader" found nothing."""
    text = "Marie Curie dis-\ncovered radium, and she was born in War\u2010\nsaw."
    text += " The Eif\u00adfel Tow\u00ader is in Par\u00adis."
    told = [
        ("Marie Curie discovered radium.", "Marie Curie dis-\ncovered radium"),
        ("Marie Curie was born in Warsaw.", "she was born in War\u2010\nsaw."),
        ("The Eiffel Tower is in Paris.", "The Eif\u00adfel Tow\u00ader is in Par\u00adis."),
    ]
    claims = RuleClaims().extract(Document("x", text), split_sentences(text))
    assert [(claim.text, claim.span.of(text)) for claim in claims] == told
    kept = "It was made in pre-\nand post-war Franco-\nPolish times."
    (claim,) = RuleClaims().extract(Document("x", kept), split_sentences(kept))
    assert claim.text == " ".join(kept.split())


MUSEUMS = "Museums are closed on Mondays, except the Pinacoteca."
BONUS = "All employees except interns receive a bonus."


@pytest.mark.parametrize(
    ("claim", "premise", "told"),
    [
        ("The Pinacoteca is open on Mondays.", MUSEUMS, "borne out"),
        ("The Pinacoteca is not closed on Mondays.", MUSEUMS, "borne out"),
        ("The Pinacoteca is closed on Mondays.", MUSEUMS, "contradicted"),
        ("The Pinacoteca is open on Tuesdays.", MUSEUMS, None),
        ("Interns receive no bonus.", BONUS, "borne out"),
        ("Interns receive a bonus.", BONUS, "contradicted"),
        ("Interns receive no bonus.", "Apart from interns, all employees receive a bonus.", "borne out"),
        ("Interns receive no bonus.", "All employees except interns receive a bonus of 500 euros.", None),
        ("Children must not pay.", "All visitors except children must pay.", None),
        (
            "The Pinacoteca is closed on Mondays.",
            "Every museum but the Pinacoteca is closed on Mondays.",
            "contradicted",
        ),
        ("The Pinacoteca is open on Mondays.", "No museum but the Pinacoteca is open on Mondays.", "borne out"),
        ("Guide dogs are permitted.", "Pets are not permitted, with the exception of guide dogs.", "borne out"),
        ("Guide dogs are not permitted.", "Pets are not permitted, except for guide dogs.", "contradicted"),
        ("Room 7 has no balcony.", "All rooms except number 7 have a balcony.", "borne out"),
        ("Tom passed.", "Not all pupils passed except Tom.", None),
        ("The Pinacoteca is open.", "Museums are closed, except the Pinacoteca.", "borne out"),
        ("The Pinacoteca is not open on Mondays.", MUSEUMS, "contradicted"),
        ("The Louvre is open on Mondays.", MUSEUMS, None),
        ("Interns do not.", BONUS, None),
        ("Interns receive no bonus.", f"The rules are new. {BONUS}", "borne out"),
        ("Interns receive no bonus in June.", BONUS, None),
        ("Interns receive no bonus.", "All employees except interns receive a bonus in June.", None),
        ("Interns do not get room 20001.", "All employees except interns get room 20002.", None),
    ],
)
def test_what_is_excepted_is_otherwise_than_the_rest(claim: str, premise: str, told: str | None) -> None:
    assert of_the_excepted(claim, premise) == told


@pytest.mark.parametrize(
    ("claim", "premise", "so"),
    [
        ("Smoking is allowed on the balconies.", "Smoking is prohibited in all rooms except on the balconies.", True),
        (
            "Smoking is prohibited on the balconies.",
            "Smoking is prohibited in all rooms except on the balconies.",
            False,
        ),
        ("Smoking is allowed in the rooms.", "Smoking is prohibited in all rooms except on the balconies.", False),
        (
            "Balconies are where smoking is allowed.",
            "Smoking is prohibited in all rooms except on the balconies.",
            True,
        ),
        ("The balconies are not prohibited.", "Smoking is prohibited in all rooms except on the balconies.", False),
        ("Smoking is allowed.", "Smoking is prohibited in all rooms, except for some.", False),
        ("EU citizens do not need a visa.", "A visa is required for all guests except EU citizens.", True),
        ("EU citizens need a visa.", "A visa is required for all guests except EU citizens.", False),
        ("EU citizens do not need a passport.", "A visa is required for all guests except EU citizens.", False),
        (
            "The village of Arl did not join the league.",
            "Most villages of the valley joined the league, with the exception being Arl, whose people feared the cost.",
            True,
        ),
        (
            "Arl joined the league.",
            "All villages of the valley joined the league, with the sole exception of Arl.",
            False,
        ),
    ],
)
def test_the_excepted_may_do_what_is_forbidden_to_the_rest(claim: str, premise: str, so: bool) -> None:
    assert otherwise_for_some(claim, premise) is so
    against = agreeing(np.array([0.05, 0.05, 0.9]), premise, claim, 1.0)[2]
    assert bool(against < 0.5) is so
