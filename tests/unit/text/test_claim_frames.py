"""What stands around a statement is taken off it; ``reference/test_frames.py`` shows that no frame lets a false one pass."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.frames import without_frames
from localcheck.claims.rules.opinions import without_praise


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Apparently the museum opened in 1912.", "The museum opened in 1912."),
        ("Perhaps Leiden has a museum.", "Leiden has a museum."),
        ("Surely 12 bar is the maximum.", "12 bar is the maximum."),
        ("In my opinion it opened in 1912.", "It opened in 1912."),
        ("I think that the museum opened in 1912.", "The museum opened in 1912."),
        ("Clearly visible stars are bright.", "Clearly visible stars are bright."),
        ("No. 10 Downing Street is his office.", "No. 10 Downing Street is his office."),
        ("LISBON, March 3 (Reuters) - Portugal's bank raised its forecast.", "Portugal's bank raised its forecast."),
        ("HAMBURG, Germany – Oct. 7, 2024 – Nordwind bought Solara.", "Nordwind bought Solara."),
        ("London, 3 March 1666 — The plague came back.", "The plague came back."),
        ("New York, May 5 – The ship sank near the harbour.", "The ship sank near the harbour."),
        ("PANAMA CITY — The canal was opened in 1914.", "The canal was opened in 1914."),
        ("NATO — The alliance was founded in 1949.",) * 2,
        ("On Friday, 3 March 1666 the plague came back.",) * 2,
        ("IBM – International Business Machines – was founded in 1911.",) * 2,
        ("As you may know, the shop has moved.", "The shop has moved."),
        ("Make no mistake, the war cost 3 million lives.", "The war cost 3 million lives."),
        ("According to the e-mail thread, we take the stand in hall 3.", "We take the stand in hall 3."),
        ("Based on the provided price list, it costs £5.", "It costs £5."),
        ("As stated in the document above, the fee is £5.", "The fee is £5."),
        ("According to the report, 40 people died.",) * 2,
        ("According to the release notes, Python 3.9 is gone.", "Python 3.9 is gone."),
        ("The contract states that e-mail is not sufficient.", "E-mail is not sufficient."),
        ("The report says that 40 people died.",) * 2,
        ("The agreement was signed in 1998.",) * 2,
        ("According to the historian, it fell in 1204.",) * 2,
        ("The museum opened in 1912 (I think).", "The museum opened in 1912."),
        ("The museum, I think, opened in 1912.", "The museum opened in 1912."),
        ("The museum (in my opinion) opened in 1912.", "The museum opened in 1912."),
        ("The museum (see p. 3) opened in 1912.",) * 2,
        ("The museum opened in 1912, did it not?", "The museum opened in 1912."),
        ("It opened in 1912, wouldn't you say?", "It opened in 1912."),
        ("Who would have thought that the museum opened in 1912?", "The museum opened in 1912."),
        ("Why is it that the museum opened in 1912?", "The museum opened in 1912."),
        ("I hope the museum opened in 1912.", "I hope the museum opened in 1912."),
        ("I think that ﬁve ships sank in 1912.", "ﬁve ships sank in 1912."),
        ("泵的重量是9公斤，对吧？", "泵的重量是9公斤。"),
        ("我认为最大压力是20巴，是不是？", "最大压力是20巴。"),
    ],
)
def test_a_frame_is_taken_off_and_places_are_kept(text: str, stated: str) -> None:
    found = without_frames(text)
    assert found.split() == stated.split()
    assert len(found) == len(text), "every word keeps its place"


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Prague is a beautiful city on the Vltava.", "Prague is a city on the Vltava."),
        ("It was a really terrible eruption that killed 300 people.", "It was an eruption that killed 300 people."),
        ("Paris is a very beautiful city.",) * 2,
        ("It was a lovely evening and I was glad.",) * 2,
        ("Venice is a lovely place to visit in December.",) * 2,
    ],
)
def test_a_judgement_is_left_out_of_a_sentence_that_says_more(text: str, stated: str) -> None:
    found = without_praise(text)
    assert " ".join(found.split()) == stated
    assert len(found) == len(text), "every word keeps its place"


def test_many_spaces_before_a_tag_are_passed_over_once() -> None:
    assert without_frames(f"It weighs 9 kilograms{' ' * 100_000}, right?").strip() == "It weighs 9 kilograms."
    assert without_frames(f"It weighs 9 kilograms,{' ' * 100_000}it says.").endswith(" it says.")
