"""The 20 true and 20 altered claims about real articles: each is borne out, or contradicted, by the words that it cites."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from itertools import islice
from pathlib import Path

from localcheck.ingest.corpus import Record, open_corpus

FILE = Path(__file__).with_name("claims_enwiki15k.jsonl")
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
LOOKED_UP = "c165a6242a4693c0c6cb347d0dc01c5324a69924af7533c62430b31a65886f32"
"""The file when all of its citations were last looked up: to read the articles to the last of them takes seven seconds."""
SOME = 1_500
"""Articles that are read while it is still that file."""


def test_there_are_twenty_of_each_kind_one_pair_an_article() -> None:
    assert Counter(row["label"] for row in ROWS) == {"factual": 20, "nonfactual": 20}
    assert set(Counter(row["article"] for row in ROWS).values()) == {2}
    assert len({row["claim"] for row in ROWS}) == 40


def test_every_citation_stands_in_its_article(shared_data: Path) -> None:
    wanted = {row["article"] for row in ROWS}
    most = SOME if sha256(FILE.read_bytes()).hexdigest() == LOOKED_UP else None
    texts: dict[str, str] = {}
    for item in islice(open_corpus(shared_data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz").items(), most):
        if isinstance(item, Record) and item.title in wanted:
            texts[item.title] = item.body
            if len(texts) == len(wanted):
                break
    assert most or texts.keys() == wanted
    looked_up = [row for row in ROWS if row["article"] in texts]
    assert len(looked_up) >= 8
    for row in looked_up:
        assert row["why"].partition("the article says: ")[2] in texts[row["article"]], row["claim"]
