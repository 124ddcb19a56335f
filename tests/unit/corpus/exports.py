"""Small MediaWiki exports as real dumps of each schema version write them."""

from __future__ import annotations

from html import escape

VERSIONS = ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.10", "0.11"]

SITE = """<siteinfo><sitename>Wikipedia</sitename><base>https://en.wikipedia.org/wiki/Main_Page</base>
<namespaces><namespace key="0" case="first-letter" /><namespace key="1" case="first-letter">Talk</namespace>
<namespace key="14" case="first-letter">Category</namespace></namespaces></siteinfo>"""


def number(version: str) -> int:
    """The minor number of a schema version."""
    return int(version.split(".")[1])


def page(title: str, text: str, version: str = "0.10", ns: int = 0, id: int = 1, redirect: str = "") -> str:
    """One page element with the elements that the schema has."""
    n = number(version)
    namespace = f"<ns>{ns}</ns>" if n >= 6 else ""
    titled = f'<redirect title="{escape(redirect)}" />' if n >= 6 else "<redirect />"
    mark = titled if redirect and n >= 4 else ""
    model = "<model>wikitext</model><format>text/x-wiki</format>" if n >= 8 else ""
    origin = "<origin>71</origin>" if n >= 11 else ""
    size = f' bytes="{len(text)}" sha1="x"' if n >= 11 else ""
    slot = "<content><role>extra</role><text>{{other slot}}</text></content>" if n >= 11 else ""
    return (
        f"<page><title>{escape(title)}</title>{namespace}<id>{id}</id>{mark}<revision><id>{id}7</id>"
        f"<timestamp>2016-04-22T10:19:33Z</timestamp><contributor><username>A</username><id>5</id></contributor>"
        f'<comment>c</comment>{origin}{model}<text{size} xml:space="preserve">{escape(text)}</text>{slot}</revision></page>'
    )


def export(*pages: str, version: str = "0.10") -> bytes:
    """A whole export."""
    head = f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-{version}/" version="{version}" xml:lang="en">'
    return f"{head}\n{SITE}\n{''.join(pages)}\n</mediawiki>\n".encode()
