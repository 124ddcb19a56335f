"""What belongs to another part of its sentence: it is not cut off, or only with what it means put in words."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.text.sentences import split_sentences
from localcheck.types import Document

WHOLE = [
    # whose verb it is
    "The winner came late: substitute Amir Khan beat two defenders and shot into the far corner.",
    "The iPod was developed and marketed by Apple.",
    "Charybdis was a sea monster, later rationalized as a whirlpool and considered a hazard in the strait.",
    "Colorado is noted for its vivid landscape of mountains, forests, rivers, and desert lands.",
    "Scientists desired, but did not require, a range of 500 km.",
    "Ada became leader in 1873, and a few months later succeeded Ben as prime minister.",
    "The Eighth Air Force, based in England, and the Fifteenth Air Force, based in Italy, were sent there.",
    "A bridge was completed here in 1887, replaced by another one in 1949, and then replaced with the current bridge.",
    "Michael Faraday, a century earlier, had hardly gone to school.",
    # what is no instruction
    "Talk to your doctor, because ibuprofen can trigger an attack.",
    "Take That split in 1996.",
    "Find My is an app by Apple.",
    "You can choose between two plans.",
    "You can try it for 14 days without a card.",
    "You can ask for a review within a month.",
    "0:0;:::A",
    # of whom it is said
    "Of the 1,149 participants, 581 were treated and 568 were not; 72% completed the final assessment.",
    "The Poles lost just 100 soldiers, although 150 later died from their wounds.",
    "The Cubs are one of two teams in Chicago; the other is a member of the American League.",
    "Only two of the ten survivors were found and taken to hospital.",
    "Almost all of the paintings were lost in a fire in 1734 and have never been recovered.",
    "Unlike cats, dogs cannot retract their claws and have a better sense of smell.",
    # what its words mean
    "Her book sold well, although reviewers dismissed it as dull.",
    "Anna has 24 apples, and together they have 36.",
    "The tablet helps, although not everybody tolerates it.",
    "Peru borders Brazil, and Lima is its capital.",
    "Wagner was born in Leipzig, and Liszt was his friend.",
    "Bo took over the island in 1666 and returned it to the king.",
    "The party left for Rome, and the guide stayed a day and left a few days later.",
]
SPLIT = {
    "LONDON – Britain's regulator closed the inquiry.": ["Britain's regulator closed the inquiry."],
    "The city was founded by Greeks, conquered by Romans and destroyed by an earthquake in 365.": [
        "The city was founded by Greeks.",
        "The city was conquered by Romans.",
        "The city was destroyed by an earthquake in 365.",
    ],
    "Born in Lyon, Rhône, Carrel was educated by Jesuits and moved to Bern.": [
        "Carrel was born in Lyon, Rhône.",
        "Carrel was educated by Jesuits.",
        "Carrel moved to Bern.",
    ],
    "Born David Robert Jones in London, David Bowie was a singer.": [
        "David Bowie was born David Robert Jones.",
        "David Bowie was born in London.",
        "David Bowie was a singer.",
    ],
    "Lewis is best known for *Narnia* (1950), while Stevenson's most famous works include *Kidnapped*.": [
        "Lewis is best known for Narnia (1950).",
        "Stevenson's most famous works include Kidnapped.",
    ],
    "Kept in the background, Danneskjöld makes an appearance, and gives Ada a bar of gold.": [
        "Kept in the background, Danneskjöld makes an appearance.",
        "Danneskjöld gives Ada a bar of gold.",
    ],
    "Titan is a moon, and Huygens discovered it in 1655.": ["Titan is a moon.", "Huygens discovered Titan in 1655."],
    "Ada went to Bern in 1902 and died there.": ["Ada went to Bern in 1902.", "Ada died in Bern."],
    "Ada, who was born in Ulm, moved to Bern and died there.": [
        "Ada moved to Bern.",
        "Ada was born in Ulm.",
        "Ada died in Bern.",
    ],
    "Ada, born in Ulm, settled in Bern and taught there.": [
        "Ada settled in Bern.",
        "Ada was born in Ulm.",
        "Ada taught in Bern.",
    ],
    "The shuttle broke apart in 1986, and all seven crew members died, among them Ada.": [
        "The shuttle broke apart in 1986.",
        "All seven crew members died, among them Ada.",
    ],
    "Albert lived in Rome and spent a year with Hermann, who appointed him canon.": [
        "Albert lived in Rome.",
        "Albert spent a year with Hermann, who appointed him canon.",
    ],
}


@pytest.mark.parametrize("sentence", [*WHOLE, *SPLIT])
def test_parts_are_cut_off_only_where_they_can_be_read_alone(sentence: str) -> None:
    found = RuleClaims().extract(Document("d", sentence), split_sentences(sentence))
    assert [claim.text for claim in found] == SPLIT.get(sentence, [sentence])


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Stainless steel is an alloy. Its main use is in kitchens.", "Stainless steel's main use is in kitchens."),
        ("Green tea is a drink. It is hot. Black tea is the most common. It is brown.", "It is brown."),
        ("Tea is a drink. It is hot. Tea is old.\n\n- **Spread:** It came to Europe.", "Tea came to Europe."),
    ],
)
def test_it_is_the_thing_that_a_text_says_the_meaning_of(text: str, last: str) -> None:
    assert RuleClaims().extract(Document("d", text), split_sentences(text))[-1].text == last
