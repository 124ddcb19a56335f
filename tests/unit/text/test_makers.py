"""Who made something, as claims say it and as the work's own article does."""

from __future__ import annotations

import pytest

from localcheck.judging.closed_forms import says_it_of_another
from localcheck.judging.spans import sentence_spans
from localcheck.text.values.makers import Made, made, made_by, of_anothers_work


@pytest.mark.parametrize(
    ("claim", "who", "deed", "work"),
    [
        ("Charles Dickens wrote War and Peace.", "Charles Dickens", "wrote", "War and Peace"),
        ("Thomas Edison discovered penicillin", "Thomas Edison", "discovered", "penicillin"),
        ("Guernica was painted by Claude Monet.", "Claude Monet", "painted", "Guernica"),
        ("The Magic Flute is an opera by Wagner.", "Wagner", "composed", "Magic Flute"),
        ("The Matrix was directed by J. J. Abrams.", "J. J. Abrams", "directed", "Matrix"),
        ("Leonardo da Vinci designed the Eiffel Tower.", "Leonardo da Vinci", "designed", "Eiffel Tower"),
    ],
)
def test_a_claim_says_who_made_what(claim: str, who: str, deed: str, work: str) -> None:
    assert made(claim) == Made(who, deed, work)


@pytest.mark.parametrize(
    "claim",
    [
        "Charles Dickens did not write War and Peace.",
        "Charles Dickens never wrote War and Peace.",
        "He wrote about the war.",
        "Homer wrote in Greek.",
        "Dickens wrote many of his books at night.",
        "Picasso painted Guernica in 1937, in Paris.",
        "The tower was built by hand.",
    ],
)
def test_other_claims_say_it_of_no_work(claim: str) -> None:
    assert made(claim) is None


TEXTS = {
    "The Matrix": "The Matrix is a 1999 action film written and directed by The Wachowskis and starring Keanu Reeves.",
    "Penicillin": "Penicillin is an antibiotic. It was discovered in 1928 by Scottish scientist Alexander Fleming.",
    "The Graduate": "The Graduate is a 1967 film directed by Mike Nichols, based on the 1963 novel by Charles Webb.",
    "World Wide Web": "The scientist Tim Berners-Lee invented the World Wide Web in 1989. Bill Gates used it.",
    "Pythagorean triple": "A triple is three numbers. A tablet was found. It was discovered by Edgar James Banks.",
    "Radio Free Albemuth": "Radio Free Albemuth is a dystopian novel by Philip K. Dick, written in 1976.",
    "Greenpeace": "Greenpeace was founded by Irving Stowe and Dorothy Stowe, Canadian and US activists, in 1971.",
    "Raven Software": "Raven Software was founded in 1990 by brothers Brian and Steve Raffel.",
}


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        (Made("The Wachowskis", "directed", "Matrix"), True),
        (Made("Keanu Reeves", "directed", "Matrix"), None),  # the article names him, for something else
        (Made("Steven Spielberg", "directed", "Matrix"), False),
        (Made("Alexander Fleming", "discovered", "penicillin"), True),
        (Made("Fleming", "discovered", "penicillin"), True),
        (Made("Louis Pasteur", "discovered", "penicillin"), False),
        (Made("Louis Pasteur", "invented", "penicillin"), None),
        (Made("Mike Nichols", "directed", "The Graduate"), True),
        (Made("Charles Webb", "wrote", "The Graduate"), None),
        (Made("Tim Berners-Lee", "invented", "World Wide Web"), True),
        (Made("Bill Gates", "invented", "World Wide Web"), False),  # it names him, for nothing of the kind
        (Made("Steve Jobs", "invented", "World Wide Web"), False),
        (Made("Isaac Newton", "discovered", "Pythagorean triple"), None),  # what is "it"?
        (Made("Philip K. Dick", "wrote", "Radio Free Albemuth"), True),
        (Made("Philip Roth", "wrote", "Radio Free Albemuth"), False),  # another Philip
        (Made("Isaac Asimov", "wrote", "Radio Free Albemuth"), False),
        (Made("Steve Raffel", "founded", "Raven Software"), True),
        (Made("Rupert Murdoch", "founded", "Greenpeace"), False),
        (Made("Dorothy Stowe", "founded", "Greenpeace"), True),
    ],
)
def test_the_works_article_says_who_made_it(claim: Made, true: bool | None) -> None:
    title = next(t for t in TEXTS if t.lower().removeprefix("the ") == claim.work.lower().removeprefix("the "))
    found = made_by(claim, title, TEXTS[title], sentence_spans(TEXTS[title]))
    assert (None if found is None else found[0]) is true
    assert found is None or found[1].of(TEXTS[title]) in TEXTS[title]


@pytest.mark.parametrize(
    ("claim", "premise", "others"),
    [
        ("The Lantern was directed by Ida Holm.", 'It earned less than Hugo Marsh\'s "The Lantern".', True),
        ("The Lantern was directed by Hugo Marsh.", 'It earned less than Hugo Marsh\'s "The Lantern".', False),
        ("The Lantern was directed by Ida Holm.", "Ida Holm directed Hugo Marsh's The Lantern.", False),
        ("The Lantern was directed by Ida Holm.", "It earned less than 1993's The Lantern.", False),
        ("The Lantern was directed by Ida Holm.", "It earned less than Ada Bell's The Lamp.", False),
        ("Ida Holm invented the lantern.", "It was brighter than Hugo Marsh's lantern.", False),
    ],
)
def test_a_work_that_is_called_somebody_elses(claim: str, premise: str, others: bool) -> None:
    assert of_anothers_work(claim, premise) is others
    assert says_it_of_another(claim, premise) is others
