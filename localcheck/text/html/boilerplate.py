"""Removes from a web page what is not its text: navigation, cookie notices, share bars; found by tag, role, class and id."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_UNSEEN = ("script", "style", "noscript", "template", "svg", "iframe")
_NEVER = (*_UNSEEN, "button", "nav", "dialog", "menu", "footer")
_MOSTLY = ("header", "aside", "form")
"""Elements that are removed unless they hold most of the page: some pages consist of one form."""
HIDING = regex(r"\bdisplay\s{0,9}:\s{0,9}none\b", re.IGNORECASE)
"""In the style of an element that is not shown."""
_ROLES = listed("boilerplate.roles")
_CONSENT = regex(r"(?:cookies?|consent|gdpr|ccpa)(?:$|[-_]|banner|bar|box|notice|popup|modal|dialog|wall|overlay)")
_NAMED = regex(
    r"(?:^|[-_])(?:breadcrumbs?|newsletter|sidebar|share|sharing|social|related|advert\w*|ads?|promo|popup|modal|paywall"
    r"|comments?|skip|subscribe|navbar|navigation|menu|masthead|pagination|toolbar|byline)(?:$|[-_])"
)
_BODY = ("html", "body", "main", "article")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def drop_boilerplate(tree: HtmlElement) -> None:
    """Remove boilerplate from ``tree``. An element that holds the article, or most of the page, stays."""
    _drop(tree, _NEVER)
    most = len(tree.text_content()) / 2
    for element in [e for e in tree.iter() if isinstance(e.tag, str) and e.tag not in _BODY and _is_boilerplate(e)]:
        if element.getparent() is None or _holds_body(element) or len(element.text_content()) > most:
            continue
        headings = [h for h in element.iter(*_HEADINGS) if element.tag == "header" and _inside_body(element)]
        for heading in headings:
            element.addprevious(heading)
        element.drop_tree()


def drop_hidden(tree: HtmlElement) -> None:
    """Remove what is not shown, but for an element that holds the article, or most of the page: a script shows that."""
    most = len(tree.text_content()) / 2
    for element in [e for e in tree.iter() if isinstance(e.tag, str) and e.tag not in _BODY and _is_hidden(e)]:
        if element.getparent() is not None and not _holds_body(element) and len(element.text_content()) <= most:
            element.drop_tree()


def shown_characters(tree: HtmlElement) -> int:
    """Remove what no reader sees, such as scripts, and return how many characters are left."""
    _drop(tree, _UNSEEN)
    return len(" ".join(tree.text_content().split()))


def without_furniture(tree: HtmlElement) -> HtmlElement:
    """``tree``, from which is removed what is no text on any page, such as navigation."""
    _drop(tree, _NEVER)
    return tree


def _drop(tree: HtmlElement, tags: Iterable[str]) -> None:
    """Remove the elements with these tags that do not hold the article."""
    for element in list(tree.iter(*tags)):
        if element.getparent() is not None and not _holds_body(element):
            element.drop_tree()


def main_part(tree: HtmlElement) -> HtmlElement:
    """The one ``main`` or ``article`` of a page, when it has exactly one and there are words in it; else the page."""
    for path in ("//main | //*[@role='main']", "//article"):
        found = tree.xpath(path)
        if len(found) == 1 and len(found[0].text_content().split()) >= 10:
            part: HtmlElement = found[0]
            return part
    return tree


def _is_boilerplate(element: HtmlElement) -> bool:
    if element.tag in _MOSTLY or element.get("role", "").strip().lower() in _ROLES or _is_hidden(element):
        return True
    names = f"{element.get('class', '')} {element.get('id', '')}".lower().split()
    about = any(_CONSENT.search(name) or _NAMED.search(name) for name in names)
    return about and element.tag in ("div", "section", "ul", "ol", "p", "span")


def _is_hidden(element: HtmlElement) -> bool:
    return "hidden" in element.attrib or HIDING.search(element.get("style", "")) is not None


def _holds_body(element: HtmlElement) -> bool:
    return next(element.iter("main", "article"), None) is not None


def _inside_body(element: HtmlElement) -> bool:
    return any(parent.tag in ("main", "article") for parent in element.iterancestors())
