"""The 20 true and 20 altered claims about real articles: each is borne out, or contradicted, by the words that it cites."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from localcheck.ingest.corpus import Record, open_corpus

ROWS = [json.loads(line) for line in Path(__file__).with_name("claims_enwiki15k.jsonl").read_text("utf-8").splitlines()]


def test_there_are_twenty_of_each_kind_one_pair_an_article() -> None:
    assert Counter(row["label"] for row in ROWS) == {"factual": 20, "nonfactual": 20}
    assert set(Counter(row["article"] for row in ROWS).values()) == {2}
    assert len({row["claim"] for row in ROWS}) == 40


def test_every_citation_stands_in_its_article(shared_data: Path) -> None:
    wanted = {row["article"] for row in ROWS}
    texts: dict[str, str] = {}
    for item in open_corpus(shared_data / "wikipedia" / "enwiki_2018_15k.wikiextractor.txt.xz").items():
        if isinstance(item, Record) and item.title in wanted:
            texts[item.title] = item.body
            if len(texts) == len(wanted):
                break
    for row in ROWS:
        assert row["why"].partition("the article says: ")[2] in texts[row["article"]], row["claim"]
