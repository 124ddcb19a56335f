"""One ``<page>`` element, or the head of an export, as far as it is kept."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

from localcheck.ingest.bounded_xml import Handler, read


@dataclass
class Page:
    """What is kept of a page element; filled by the parser."""

    title: str = ""
    id: str = ""
    namespace: int | None = None
    redirect: str = ""
    has_revision: bool = False
    revision: str = ""
    timestamp: str = ""
    model: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """The head of an export."""

    name: str = ""
    base: str = ""
    language: str = ""
    prefixes: dict[str, int] = field(default_factory=dict)
    """Namespace names in lower case -> key."""

    def namespace(self, title: str) -> int:
        """The namespace that a title's prefix says; schemas before 0.6 have no ``<ns>``."""
        prefix, colon, _ = title.partition(":")
        return self.prefixes.get(prefix.replace("_", " ").strip().lower(), 0) if colon else 0


class _Walk(Handler):
    """Knows the path of the current element and its text. Paths do not name the outermost element."""

    def __init__(self) -> None:
        self._path: list[str] = []
        self._text: list[str] = []

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        self._text.clear()
        self.begun(tuple(self._path[1:]), attributes)

    def ended(self, name: str) -> None:
        self.told(tuple(self._path[1:]), "".join(self._text))
        self._text.clear()
        self._path.pop()

    def text(self, data: str) -> None:
        self._text.append(data)

    @abstractmethod
    def begun(self, path: tuple[str, ...], attributes: dict[str, str]) -> None:
        """An element begins."""

    @abstractmethod
    def told(self, path: tuple[str, ...], text: str) -> None:
        """An element ends; `text` is what stood in it after its last child."""


class _PageWalk(_Walk):
    """Keeps the newest revision of a page: dumps with histories hold several."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._revision: dict[str, str] = {}

    def begun(self, path: tuple[str, ...], attributes: dict[str, str]) -> None:
        if path == ("redirect",):
            self.page.redirect = attributes.get("title", "")
        elif path == ("revision",):
            self._revision = {}

    def told(self, path: tuple[str, ...], text: str) -> None:
        if path == ("title",):
            self.page.title = " ".join(text.replace("_", " ").split())
        elif path == ("id",):
            self.page.id = text.strip()
        elif path == ("ns",):
            self.page.namespace = int(text)
        elif path == ("revision",):
            self._keep()
        elif len(path) == 2 and path[0] == "revision":
            self._revision[path[1]] = text

    def _keep(self) -> None:
        found, page = self._revision, self.page
        if page.has_revision and found.get("timestamp", "").strip() < page.timestamp:
            return
        page.has_revision = True
        page.revision = found.get("id", "").strip()
        page.timestamp = found.get("timestamp", "").strip()
        page.model = found.get("model", "").strip()
        page.text = found.get("text", "")


class _SiteWalk(_Walk):
    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self.found: dict[str, str] = {}
        self.prefixes: dict[str, int] = {}
        self._key = 0

    def begun(self, path: tuple[str, ...], attributes: dict[str, str]) -> None:
        if not path:
            self.language = attributes.get("xml:lang", "")
        elif path[-1] == "namespace":
            self._key = int(attributes.get("key", "0"))

    def told(self, path: tuple[str, ...], text: str) -> None:
        if path[-1:] == ("namespace",) and text.strip():
            self.prefixes[text.strip().lower()] = self._key
        elif len(path) == 2:
            self.found[path[1]] = text.strip()


def parse_page(data: bytes) -> Page:
    """One page element. Raises ``Malformed`` and ``TooMuch``."""
    walk = _PageWalk()
    read((data,), walk, "utf-8")
    return walk.page


def parse_site(head: bytes) -> Site:
    """The head of an export: everything before its first page. Raises like ``parse_page``."""
    walk = _SiteWalk()
    read((head, b"</mediawiki>"), walk, "utf-8")
    return Site(
        name=walk.found.get("sitename", ""),
        base=walk.found.get("base", ""),
        language=walk.language.split("-")[0].lower(),
        prefixes=walk.prefixes,
    )
