"""Wikitext to plain text: what a reader would see stays, the rest goes."""

from __future__ import annotations

import pytest

from localcheck.ingest.corpus.wikitext import DEPTH, LIMIT, to_plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("'''Marie Curie''' was a ''[[physicist]]''.", "Marie Curie was a physicist."),
        ("[[Paris|the capital]] of [[France]]ish", "the capital of Franceish"),
        ("A [[Foo (bar)|]] b", "A Foo b"),
        ("[[File:X.jpg|thumb|A [[cat]] {{lang|fr|chat}}]]Text", "Text"),
        ("[[Category:Cats]][[de:Katze]][[:Category:Cats]]", "Category:Cats"),
        ("[[Bild:X.jpg|mini]][[文件:X.jpg]]Ende", "Ende"),
        ('It is so.<ref>Smith {{cite|x}} 2001</ref> Yes.<ref name="a" /> No.', "It is so. Yes. No."),
        ("<ref name=x/>Kept <ref>never closed", "Kept never closed"),
        ("{{Infobox person\n| name = X\n| born = {{birth date|1867|11|7}}\n}}\nHe lived.", "He lived."),
        ("It is {{convert|12|km|mi}} long and {{convert|3|to|5|ft|m}} deep.", "It is 12 km long and 3 to 5 feet deep."),
        (
            "He is {{convert|6|ft|2|in|m}} tall, it weighs {{val|5.97|0.01|e=24|u=kg}}.",
            "He is 6 feet 2 inches tall, it weighs 5.97×10^24 kg.",
        ),
        (
            "{{As of|2010|7|5}}, 300 live there; {{as of|2019|12}} 400.",
            "As of 5 July 2010, 300 live there; As of December 2019 400.",
        ),
        (
            "{{circa|1500|1510}}, {{fl.|1600|}}, {{floruit|1600|1650}}, {{start date|1879|03}}, {{start date|1879|03|04}}",
            "c. 1500 – c. 1510, fl. 1600, fl. 1600–1650, March 1879, 4 March 1879",
        ),
        (
            "It is {{convert|10|by|20|by|30|m}} large and {{val|1.5|-|2.5|u=kg}} heavy.",
            "It is 10 by 20 by 30 m large and 1.5–2.5 kg heavy.",
        ),
        ("It lost {{nts|500000}} of {{formatnum:600000}} men.", "It lost 500000 of 600000 men."),
        ("{{lang|fr|Bonjour}} {{nowrap|a b}} {{circa|1500}} {{frac|1|2}}", "Bonjour a b c. 1500 1/2"),
        (
            "It is 3{{frac|1|4}} miles wide and weighs 1{{Fraction|3}} tons.",
            "It is 3 1/4 miles wide and weighs 1 1/3 tons.",
        ),
        ("It is {{1/2}} mile long and 2{{3/4}} miles wide.", "It is 1/2 mile long and 2 3/4 miles wide."),
        ("1990{{endash}}95 of 10{{^|6}}, {{10^|6}}, 5{{x10^|6}}", "1990–95 of 10^6, 10^6, 5×10^6"),
        ("1914{{ndash}}1918 {{USS|Enterprise}} {{birth date|1867|11|7}}", "1914–1918 USS Enterprise 7 November 1867"),
        ("Before\n{| class=x\n! a\n|-\n| b {{x|y}}\n{|\n| nested\n|}\n|}\nAfter", "Before\n\nAfter"),
        ("A<!-- hidden -->B<!-- open", "AB"),
        ("Tom &amp; Jerry&nbsp;&lt;3", "Tom & Jerry <3"),
        ("See [http://x.org the site] and [http://y.org].", "See the site and."),
        ("* one\n* two\n# three", "one\ntwo\nthree"),
        ("== History ==\nText.\n=== Notes ===\ngone\n== Later ==\nMore.", "History\n\nText.\n\nLater\n\nMore."),
        ("Text.\n== References ==\n{{reflist}}\n=== Works ===\ngone\n== External links ==\ngone", "Text."),
        ("He ({{IPA|x}}; born 1900) and ( , ) she ().", "He (born 1900) and she."),
        ("x<sup>2</sup> <span style='a'>y</span><br/>z", "x2 y\nz"),
        (
            "10<sup>5</sup> or 6.02&nbsp;×&nbsp;10<sup id=x>23</sup>, 3×10<sup>&minus;4</sup>, 2{{sup|10}}, 1903<sup>1</sup>",
            "10^5 or 6.02 × 10^23, 3×10^−4, 2^10, 1903^1",
        ),
        ("<s>It was sold in 1700.</s> It <del id=x>burnt</del><strike>fell</strike>stands. <s>Open", "It stands. Open"),
        ("<math>a^2</math>so<gallery>\nF.jpg|x\n</gallery>", "so"),
        ("__NOTOC__Text -{zh-hans:计算机;zh-hant:電腦}-", "Text 计算机"),
        ("{{unclosed template\n| a = b\nProse goes on.", "Prose goes on."),
        ("a }} b ]] c ] d", "a b c ] d"),
        ("", ""),
    ],
)
def test_shows_what_a_reader_sees(source: str, expected: str) -> None:
    assert to_plain(source) == expected


def test_what_lies_beyond_the_limit_is_dropped() -> None:
    assert len(to_plain("ab " * LIMIT)) <= LIMIT


def test_brackets_nested_too_deep_stay_text() -> None:
    deep = DEPTH + 20
    assert "core" in to_plain("[[" * deep + "core" + "]]" * deep)
