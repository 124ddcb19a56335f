"""Chinese articles are found by the words of a claim, though no space stands between them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.ingest import indexing
from localcheck.sources import queries
from localcheck.sources.indexes import open_index
from localcheck.sources.memory import open_retriever
from localcheck.sources.queries import snippet
from localcheck.text.han import has_han, paired

ARTICLES = {
    "阿尔伯特·爱因斯坦": "阿尔伯特·爱因斯坦于1879年3月14日出生在德国乌尔姆。",
    "北京": "北京是中国的首都，人口两千万。",
    "长城": "长城是中国古代的防御工程。",
}
CLAIMS = [("爱因斯坦出生在乌尔姆。", "阿尔伯特·爱因斯坦"), ("中国的首都是北京。", "北京"), ("长城有多长？", "长城")]


@pytest.mark.parametrize("engine", ["whoosh", "tantivy", "memory"])
def test_a_chinese_claim_finds_its_article(engine: str, home: Path, tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(json.dumps({"title": name, "text": text}) + "\n" for name, text in ARTICLES.items()))
    if engine == "memory":
        opened = open_retriever(str(source))
        assert [next(iter(opened.search(claim))).title for claim, _ in CLAIMS] == [title for _, title in CLAIMS]
        return
    for _ in indexing.build(source, "x", engine, "zh"):  # type: ignore[arg-type]
        pass
    with open_index("x") as index:
        assert [next(iter(index.search(claim))).title for claim, _ in CLAIMS] == [title for _, title in CLAIMS]
    source.write_text(source.read_text() + json.dumps({"title": "故宫", "text": "故宫位于北京市中心。"}) + "\n")
    for _ in indexing.update("x"):
        pass
    with open_index("x") as index:
        assert next(iter(index.search("紫禁城又称故宫。"))).title == "故宫"


def test_only_chinese_characters_are_paired() -> None:
    for text in ("Beijing is old.", "Œuvre in København", "한국어", ""):
        assert paired(text) == text and not has_han(text)
    assert paired("年") == "年" and paired("2015年5月 北京市").split() == ["2015", "年", "5", "月", "北京", "京市"]
    assert queries.build("Beijing (北京市) is old.").terms == ("beijing", "北京市", "old", "北京", "京市")


def test_an_excerpt_of_a_chinese_text_shows_what_was_asked_for() -> None:
    text = "这座城市有很多公园。" * 40 + "爱因斯坦出生在乌尔姆。" + "这座城市有很多公园。" * 40
    assert "爱因斯坦出生在乌尔姆" in snippet(text, "爱因斯坦在乌尔姆出生", 100)
