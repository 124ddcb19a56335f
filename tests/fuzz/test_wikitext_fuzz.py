"""Whatever stands in a page, the cleaner neither raises nor blows up."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcheck.ingest.corpus.wikitext import to_plain

PIECES = (
    (
        "{{ }} {{{ [[ ]] {| |} |- | = == QQQ QQ <ref> </ref> <!-- --> < > <math> -{ }- &amp; [http://a ] File: lang| "
        "convert|1|km a é 中 ( ) ; *"
    )
    .replace("Q", "'")
    .split(" ")
)
PIECES += [" ", "\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=80).map("".join) | st.text(max_size=300))
@settings(max_examples=100)
def test_never_raises_and_never_grows_much(source: str) -> None:
    plain = to_plain(source)
    assert len(plain) <= 40 + 3 * len(source)
    assert "\n\n\n" not in plain and plain == plain.strip()


@given(st.text(alphabet="abc XYZ.,é中", max_size=200))
def test_plain_prose_keeps_its_words(source: str) -> None:
    kept = [c for c in source if not c.isspace() and c not in ".,"]
    assert [c for c in to_plain(source) if not c.isspace() and c not in ".,"] == kept


@pytest.mark.parametrize(
    "piece", ["{{", "[[", "{|\n", "<ref>{{x", "''", " ,", "{{a|[[b|", "<", "(", "-{", "&", "=a\n=", "[http://"]
)
def test_a_hostile_page_of_half_a_megabyte_ends_in_bounded_time(piece: str) -> None:
    start = time.process_time()
    to_plain(piece * (500_000 // len(piece)))
    assert time.process_time() - start < 20
