"""ZIM files made by libzim's own writer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from libzim.writer import Creator, Hint, Item, StringProvider

ABOUT = {"Title": "Small", "Language": "eng", "Date": "2018-06-01", "License": "CC-BY-SA 4.0", "Name": "small_en",
         "Creator": "us", "Publisher": "us", "Description": "for tests"}  # fmt: skip


@dataclass(frozen=True)
class Page:
    path: str
    title: str
    html: str
    aliases: tuple[str, ...] = ()


class _Item(Item):  # type: ignore[misc]
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def get_path(self) -> str:
        return self.page.path

    def get_title(self) -> str:
        return self.page.title

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> Any:
        return StringProvider(self.page.html)

    def get_hints(self) -> dict[Any, Any]:
        return {Hint.FRONT_ARTICLE: True}


def write_zim(path: Path, pages: Iterable[Page], words: bool = True) -> Path:
    """A ZIM file of ``pages``, with indexes of words and titles unless told otherwise."""
    with Creator(path).config_indexing(words, "eng") as creator:
        for page in pages:
            creator.add_item(_Item(page))
            for number, alias in enumerate(page.aliases):
                creator.add_redirection(f"R{number}/{page.path}", alias, page.path, {Hint.FRONT_ARTICLE: True})
        for key, value in ABOUT.items():
            creator.add_metadata(key, value)
    return path
