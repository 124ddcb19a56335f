"""What "there" means: the place that the sentence before it names, if that is plain."""

from __future__ import annotations

import pytest

from localcheck.claims.rules.extract import RuleClaims
from localcheck.claims.rules.told_before import PLACED
from localcheck.judging.spans import as_read
from localcheck.text.sentences import split_sentences
from localcheck.text.there import placed
from localcheck.types import Document, Span


@pytest.mark.parametrize(
    ("before", "text", "read"),
    [
        ("He moved to Weimar in 1842.", "He died there in 1850.", "He died in Weimar in 1850."),
        ("She fled to Paris.", "There she met Rilke.", "In Paris she met Rilke."),
        ("At Gallipoli the Allies failed.", "Churchill led troops there.", "Churchill led troops at Gallipoli."),
        ("Apollo 11 landed on the Moon.", "Twelve people walked there.", "Twelve people walked on the Moon."),
        ("He studied at the University of Jena.", "There he met Hegel.", "At the University of Jena he met Hegel."),
        (
            "She was exiled to the island of Elba.",
            "She escaped from there in 1815.",
            "She escaped from the island of Elba in 1815.",
        ),
        ("He was in Paris for a year.", "While there, he wrote a play.", "While in Paris, he wrote a play."),
    ],
)
def test_there_is_the_place_that_somebody_was_or_went_to(before: str, text: str, read: str) -> None:
    assert placed(text, before) == read


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("He moved to Weimar.", "There is a museum today."),
        ("In March the Allies failed.", "He died there."),
        ("In World War II the Allies won.", "He died there."),
        ("He moved to Weimar.", "There were two schools."),
        ("He moved from Jena and settled in Weimar, and died in Ulm.", "She taught in Bern, and met him there."),
        ("Ulm is the centre of broadcasting in Germany.", "The station is based there."),
        ("She was born in Ulm and moved to Bern.", "She died there."),
        ("He was sent to Ft. Worth.", "He died there."),
        ("He arrived in March.", "He died there."),
        ("He was opposed to it.", "He died there."),
    ],
)
def test_where_the_place_is_not_plain_nothing_changes(before: str, text: str) -> None:
    assert placed(text, before) == text


def test_a_span_is_read_with_the_place_of_the_sentence_before_it_and_quoted_as_it_is() -> None:
    whole = "He was sent to Elba. He died there in 1821.\nOthers moved to Ulm.\nThere he lies. He died there."
    one = Span(whole.index("He died"), whole.index("\n"))
    assert as_read(whole, one) == "He died in Elba in 1821."
    last = Span(whole.rindex("He died"), len(whole))
    assert as_read(whole, last) == "He died there."


def test_a_claim_says_where_it_was() -> None:
    text = "Goethe moved to Weimar and died there. There he wrote Faust.\n\nHe was buried there."
    claims = RuleClaims().extract(Document("t", text), split_sentences(text))
    assert [claim.text for claim in claims][:2] == ["Goethe moved to Weimar.", "Goethe died in Weimar."]
    assert PLACED in claims[1].note and claims[-1].text.endswith("buried there.")
