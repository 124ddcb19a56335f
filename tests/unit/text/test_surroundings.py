"""Table rows and the quoted speech of others are told from the text around a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.claims.rules.surroundings import where_not_checked
from localcheck.text.sentences import split_sentences
from localcheck.types import Span

PROSE = "The tower was built in 1889. It is tall. "


def marked(text: str) -> dict[str, str]:
    sentences = split_sentences(text)
    return {sentences[index].text: reason for index, reason in where_not_checked(text, sentences).items()}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (PROSE + "“Rivets are ugly. They will rust.” It stands.", "“Rivets are ugly. They will rust.”"),
        (PROSE + '"The mayor is a fool." He laughed.', '"The mayor is a fool."'),
        (PROSE + "“这座塔很丑。它会倒。”", "“这座塔很丑。它会倒。”"),
        (
            PROSE + "„Der Turm ist hässlich.“ It stands. He called it „Ungetüm“. It was kept.",
            "„Der Turm ist hässlich.“",
        ),
    ],
)
def test_quoted_speech(text: str, wanted: str) -> None:
    assert marked(text) == {wanted: "a quotation"}


@pytest.mark.parametrize(
    "text",
    [
        PROSE + '"Moby Dick" was published in 1851.',
        PROSE + 'He called it "a monster" in 1887. It stands.',
        '"The mark is never closed. It was forgotten. The town is old.\n\nThe end came in 1900.',
        '"A whole answer in marks. All of it is quoted. Nobody said it."',
        PROSE + 'The 12" record sold well. It was cheap.',
    ],
)
def test_no_quoted_speech(text: str) -> None:
    assert marked(text) == {}


def test_all_sentences_of_a_table_row() -> None:
    text = "The tower is tall.\n\nRivets | There are many rivets. They rust.\n\n| a | b |"
    assert set(marked(text).values()) == {"a table row"}
    assert "The tower is tall." not in marked(text)
    assert len(marked(text)) == len(split_sentences(text)) - 1


@given(st.lists(st.sampled_from(['"', "“", "”", "A b. ", "|", " ", "\n\n", "它。"]), max_size=25).map("".join))
def test_any_marks(text: str) -> None:
    sentences = split_sentences(text)
    assert set(where_not_checked(text, sentences)) <= {s.index for s in sentences}


def test_each_sentence_is_looked_for_in_one_line_of_a_list_of_references(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Span] = []
    within = Span.__contains__
    monkeypatch.setattr(Span, "__contains__", lambda self, other: asked.append(other) or within(self, other))
    text = "It is so. " * 100 + "\n\nReferences\n" + "".join(f"- Tea in China {i}. London, 1998.\n" for i in range(50))
    sentences = split_sentences(text)
    found = where_not_checked(text, sentences)
    assert (len(found), len(asked) <= len(sentences)) == (len(sentences) - 100, True)
