"""The language server as an editor meets it: diagnostics, hover, actions, progress, cancelling, and every error it answers."""

from __future__ import annotations

import fcntl
import json
import os
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from in_editor import ADDRESS, CURIE, MARS, PATIENCE, Editor, Words, applied, editing, words_of

from localcheck.ingest.in_place import read
from localcheck.reports.ignored import FILE
from localcheck.reports.ignored import read as known_findings
from localcheck.serve.lsp import serving
from localcheck.serve.lsp.documents import MOST_CHECKS
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings

WRONG = "Marie Curie was born in Paris in 1867."
NOTES = f"# Notes 😀\n\n😀 Two: {MARS} **Marie Curie** was born in *Paris* in 1867.\n\nThe river Ob is long.\n"


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    with editing() as made:
        made.initialize(tmp_path)
        yield made


def uri(folder: Path, name: str = "notes.md") -> str:
    return (folder / name).as_uri()


def labels(editor: Editor, where: str) -> list[str]:
    return [d["code"] for d in editor.diagnostics[where]]


def test_saving_shows_verdicts_where_their_words_stand(editor: Editor, tmp_path: Path) -> None:
    where = uri(tmp_path)
    editor.open(where, NOTES)
    editor.save(where)
    editor.wait_for(lambda: len(editor.diagnostics.get(where, ())) == 2)
    refuted, open_ = editor.diagnostics[where]
    assert (refuted["severity"], open_["severity"]) == (1, 3)
    assert words_of(NOTES, refuted["range"]) == "Marie Curie** was born in *Paris* in 1867."
    assert CURIE in refuted["message"] and "P(factual)" in refuted["message"]
    assert words_of(NOTES, open_["range"]) == "The river Ob is long."
    assert "does not mean that it is false" in open_["message"]


def test_supported_claims_are_shown_on_request_and_unsettled_ones_are_hidden_on_request(tmp_path: Path) -> None:
    with editing() as editor:
        editor.initialize(tmp_path, showSupported=True, showUnsettled=False)
        editor.open(uri(tmp_path), NOTES)
        editor.check(uri(tmp_path))
        assert sorted(labels(editor, uri(tmp_path))) == ["refuted", "supported"]


def test_only_changed_sentences_are_judged_again(tmp_path: Path) -> None:
    nli = Words()
    with editing(nli) as editor:
        editor.initialize(tmp_path)
        where = uri(tmp_path)
        editor.open(where, NOTES)
        first = editor.check(where)
        assert first["judged"] == first["claims"]
        nli.claims.clear()
        editor.change(where, NOTES.replace("The river Ob", "A new line about Mars.\n\nThe **river** Rhine"))
        again = editor.check(where)
        assert nli.claims == {"A new line about Mars."}
        assert 0 < again["judged"] < again["claims"]
        assert labels(editor, where) == ["refuted", "not_enough_evidence", "not_enough_evidence"]
        editor.change(where, NOTES, 3)
        assert editor.check(where)["judged"] == 0


def test_verdicts_move_with_their_sentences_and_leave_with_a_change(editor: Editor, tmp_path: Path) -> None:
    where = uri(tmp_path)
    editor.open(where, NOTES)
    editor.check(where)
    changed = "One more paragraph.\n\n" + NOTES.replace("The river Ob", "The river O")
    before = editor.published
    editor.change(where, changed)
    editor.wait_for(lambda: editor.published > before)
    (left,) = editor.diagnostics[where]
    assert words_of(changed, left["range"]) == "Marie Curie** was born in *Paris* in 1867."


def test_hover_has_quote_source_and_probability_with_markup_made_harmless(editor: Editor, tmp_path: Path) -> None:
    where = uri(tmp_path)
    editor.open(where, NOTES)
    editor.check(where)
    line = NOTES.split("\n")[2]
    found = editor.hover(where, 2, len(line))
    assert found["contents"]["kind"] == "markdown"
    for said in ("**refuted**", f"> “{CURIE}”", "Marie Curie, tests, revision 7, 2026\\-01\\-02", "P(factual)"):
        assert said.replace("\\-", "-") in found["contents"]["value"]
    assert "Correction: Paris → Warsaw \\(checked again: supported\\)" in found["contents"]["value"]
    assert words_of(NOTES, found["range"]) == "Marie Curie** was born in *Paris* in 1867."
    assert editor.hover(where, 1, 0) is None


def test_a_correction_is_applied_through_the_markup(editor: Editor, tmp_path: Path) -> None:
    where = uri(tmp_path)
    editor.open(where, NOTES)
    editor.check(where)
    actions = editor.actions(where, 2, 60)
    mended = applied(NOTES, actions["Replace “Paris” by “Warsaw” (checked again: supported)"], where)
    assert "**Marie Curie** was born in *Warsaw* in 1867." in mended
    editor.change(where, mended)
    editor.check(where)
    assert "refuted" not in labels(editor, where)


def test_a_correction_whose_words_markup_breaks_is_told_and_not_made(editor: Editor, tmp_path: Path) -> None:
    where, text = uri(tmp_path), "# Notes\n\nMarie Curie was born in *Par*is in 1867.\n"
    editor.open(where, text)
    editor.check(where)
    assert not [title for title in editor.actions(where, 2, 10) if title.startswith("Replace")]
    said = editor.hover(where, 2, 10)["contents"]["value"]
    assert "Correction: Paris → Warsaw" in said and "make it by hand" in said


FORMATS = {
    "markdown": ("notes.md", f"# T\n\nA **{CURIE}**\n\nEnd of it.\n"),
    "plaintext": ("notes.txt", f"{CURIE} End of it."),
    "html": ("notes.html", f"<body><h1>T</h1><p>A <b>{CURIE}</b></p><p>End of it.</p></body>"),
    "latex": ("notes.tex", f"\\begin{{document}}\n\\section{{T}}\n\\emph{{{CURIE}}} End of it.\n\\end{{document}}\n"),
    "restructuredtext": ("notes.rst", f"T\n=\n\n{CURIE}\n\nEnd of it.\n"),
}


@pytest.mark.parametrize("language", FORMATS)
def test_citations_are_written_as_the_format_writes_them_and_are_no_claims(tmp_path: Path, language: str) -> None:
    name, text = FORMATS[language]
    text = text.replace("A ", "")
    where = uri(tmp_path, name)
    with editing() as editor:
        editor.initialize(tmp_path, showSupported=True)
        editor.open(where, text, language)
        editor.check(where)
        (found,) = (d for d in editor.diagnostics[where] if d["code"] == "supported")
        at = found["range"]["start"]
        actions = editor.actions(where, at["line"], at["character"])
        noted = applied(text, actions["Cite “Marie Curie” in a footnote"], where)
        linked = applied(text, actions["Link to “Marie Curie”"], where)
        assert ADDRESS in linked and CURIE.rstrip(".") in noted
        again = read(noted, language).text
        assert again.replace(" [1]", "") == read(text, language).text
        editor.change(where, noted)
        assert editor.check(where)["judged"] == 0
        editor.change(where, linked, 3)
        editor.check(where)
        assert "supported" in labels(editor, where)


def test_what_a_source_says_cannot_become_markup() -> None:
    from localcheck.serve.lsp.actions import escaped, link
    from localcheck.types import Entailment, Evidence, Passage, Source, Span

    nasty = "</p><script>x</script> [a](b) \\input{x} `y`_ | *z*\n\nnew"
    assert "<" not in escaped(nasty, "html") and "\n" not in escaped(nasty, "html")
    assert r"\textbackslash{}input\{x\}" in escaped(nasty, "latex")
    assert r"\[a\]" in escaped(nasty, "markdown") and r"\`y\`\_" in escaped(nasty, "restructuredtext")
    for locator in ("javascript:alert(1)", "https://a.b/\n}", 'https://a.b/">', "file:///etc/passwd", "mars.txt"):
        passage = Passage("T", "x", Source("web", "w", locator))
        evidence = Evidence("0.0", passage, Span(0, 1), Entailment(1, 0, 0), "x", Span(0, 1))
        assert link(evidence, Span(0, 1), "x", "html") is None


@pytest.mark.parametrize(
    ("kind", "locator", "told"),
    [("folder", "mars.txt", "Mars, mars.txt, mine"), ("wikipedia", ADDRESS, f"Mars, mine, {ADDRESS}")],
)
def test_hover_names_the_place_of_a_quote_once(kind: str, locator: str, told: str) -> None:
    from localcheck.serve.lsp.opened import Shown
    from localcheck.serve.lsp.remarks import hover
    from localcheck.types import Claim, Entailment, Evidence, Label, Passage, Source, Span, Verdict

    evidence = Evidence(
        "0.0",
        Passage("Mars", MARS, Source(kind, "mine", locator)),
        Span(0, 1),
        Entailment(1, 0, 0),
        MARS,
        Span(0, len(MARS)),
    )
    verdict = Verdict(Claim("0.0", 0, MARS, Span(0, len(MARS))), Label.SUPPORTED, 0.1, (evidence,), best=0)
    said = hover([Shown(verdict, MARS, Span(0, 1), Span(0, 1))], [""], markdown=False).value
    assert f"— {told}\n" in f"{said}\n"


@pytest.mark.parametrize("sentence", ["Mercury is a planet.", "水星是一颗行星。", "Is it a planet?"])
def test_a_source_with_brackets_in_its_name_is_no_claim_of_a_plain_text(sentence: str) -> None:
    from localcheck.serve.lsp.actions import link
    from localcheck.types import Entailment, Evidence, Passage, Source, Span

    passage = Passage(
        "Mercury (planet)", "x", Source("wikipedia", "w", "https://en.wikipedia.org/wiki/Mercury_(planet)")
    )
    evidence = Evidence("0.0", passage, Span(0, 1), Entailment(1, 0, 0), "x", Span(0, 1))
    found = link(evidence, Span(0, len(sentence)), sentence, "plaintext")
    assert found is not None and found.at == len(sentence) - 1
    linked = sentence[: found.at] + found.text + sentence[found.at :]
    assert "Mercury_%28planet%29" in linked and read(linked, "plaintext").text == sentence


def test_an_ignored_claim_leaves_and_its_note_stays_in_a_file(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    where = uri(tmp_path / "deep")
    editor.open(where, NOTES)
    editor.check(where)
    command = editor.actions(where, 2, 60)["Ignore this claim"]["command"]
    address, claim, _ = command["arguments"]
    assert editor.command(command["command"], address, claim, "a known slip") is None
    editor.wait_for(lambda: labels(editor, where) == ["not_enough_evidence"])
    (kept,) = known_findings(tmp_path / FILE).findings
    assert (kept.document, kept.claim, kept.note, kept.label) == ("deep/notes.md", claim, "a known slip", "")
    assert "Ignored: a known slip" in editor.hover(where, 2, 60)["contents"]["value"]
    assert "Ignore this claim" not in editor.actions(where, 2, 60)


def test_a_marker_in_the_text_ignores_what_stands_beside_it(editor: Editor, tmp_path: Path) -> None:
    where = uri(tmp_path)
    text = f"{WRONG} <!-- localcheck: ignore a quotation\u202e -->\r\n\r\n<!-- localcheck: ignore -->\r\n{WRONG} It is so.\r\n"
    editor.open(where, text)
    editor.check(where)
    (left,) = (d for d in editor.diagnostics[where] if d["code"] == "refuted")
    assert left["range"]["start"] == {"line": 3, "character": 0}
    hover = editor.hover(where, 0, 5)["contents"]["value"]
    assert "Ignored: a quotation" in hover and "\u202e" not in hover


def test_two_editors_write_one_list_and_lose_nothing(tmp_path: Path) -> None:
    sentences = [f"The river number {n} is long." for n in range(8)]
    text = "\n\n".join(sentences)
    with editing() as one, editing() as two:
        for editor in (one, two):
            editor.initialize(tmp_path)
            editor.open(uri(tmp_path), text)
            editor.check(uri(tmp_path))
        waiting = [
            (
                editor,
                editor.begin(
                    "workspace/executeCommand", {"command": "localcheck.ignore", "arguments": [uri(tmp_path), s]}
                ),
            )
            for n, s in enumerate(sentences)
            for editor in ((one, two)[n % 2],)
        ]
        assert all("error" not in editor.answer(number) for editor, number in waiting)
        assert len(known_findings(tmp_path / FILE).findings) == 8
        one.check(uri(tmp_path))
        assert one.diagnostics[uri(tmp_path)] == []


def test_a_broken_list_is_said_once_and_left_as_it_is(editor: Editor, tmp_path: Path) -> None:
    broken = tmp_path / FILE
    broken.write_text("{not json")
    editor.open(uri(tmp_path), NOTES)
    editor.check(uri(tmp_path))
    assert len(editor.diagnostics[uri(tmp_path)]) == 2
    refused = editor.command("localcheck.ignore", uri(tmp_path), "The river Ob is long.")
    assert refused["code"] == -32803 and "not a file of known findings" in refused["message"]
    assert broken.read_text() == "{not json"
    assert len([s for s in editor.shown if "not a file of known findings" in s]) == 1


def test_the_index_is_searched(editor: Editor) -> None:
    found = editor.command("localcheck.search", "Who was Marie Curie?")
    assert (found[0]["title"], found[0]["locator"], found[0]["date"]) == ("Marie Curie", ADDRESS, "2026-01-02")
    assert any("Marie Curie" in said for said in editor.shown)


def slow_text(n: int = 40) -> str:
    return "\n\n".join(f"Mars has {i} small moons and {i + 1} seas." for i in range(n))


def test_the_cancel_button_ends_a_check_and_keeps_what_was_judged(tmp_path: Path) -> None:
    with editing(Words(0.02)) as editor:
        editor.initialize(tmp_path)
        where = uri(tmp_path)
        editor.open(where, slow_text())
        number = editor.begin("workspace/executeCommand", {"command": "localcheck.check", "arguments": [where]})
        editor.wait_for(lambda: any(p["value"]["kind"] == "report" for p in editor.progress))
        editor.notify("window/workDoneProgress/cancel", {"token": editor.progress[0]["token"]})
        assert editor.answer(number)["error"]["code"] == -32800
        assert [p["value"]["kind"] for p in editor.progress][:1] == ["begin"]
        editor.wait_for(lambda: editor.progress[-1]["value"]["kind"] == "end")
        editor.wait_for(lambda: where in editor.diagnostics)
        assert 0 < len(editor.diagnostics[where]) < 40
        again = editor.check(where)
        assert again["claims"] == 40 and again["judged"] < 40


def test_the_share_that_is_done_only_rises_also_where_claims_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcheck.serve.lsp.progress.PAUSE", 0.0)
    with editing() as editor:
        editor.initialize(tmp_path)
        where = uri(tmp_path)
        editor.open(where, slow_text())
        editor.check(where)
        editor.progress.clear()
        editor.change(where, slow_text().replace("Mars has 0 small", "Mars had 0 small"))
        assert editor.check(where)["judged"] == 1
        editor.wait_for(lambda: editor.progress[-1]["value"]["kind"] == "end")
        shares = [p["value"]["percentage"] for p in editor.progress if p["value"]["kind"] == "report"]
        assert len(shares) == 40 and shares == sorted(shares) and shares[-1] == 100


@pytest.mark.parametrize("how", ["cancel", "close", "again"])
def test_a_check_ends_when_nobody_wants_it_any_more(tmp_path: Path, how: str) -> None:
    with editing(Words(0.02)) as editor:
        editor.initialize(tmp_path)
        where = uri(tmp_path)
        editor.open(where, slow_text())
        number = editor.begin("workspace/executeCommand", {"command": "localcheck.check", "arguments": [where]})
        editor.wait_for(lambda: len(editor.diagnostics.get(where, ())) > 0)
        if how == "cancel":
            editor.notify("$/cancelRequest", {"id": number})
        elif how == "close":
            editor.notify("textDocument/didClose", {"textDocument": {"uri": where}})
        else:
            editor.change(where, "The river Ob is long.")
            editor.save(where)
        assert editor.answer(number)["error"]["code"] == -32800
        if how == "close":
            editor.wait_for(lambda: editor.diagnostics[where] == [])
        if how == "again":
            editor.wait_for(lambda: len(editor.diagnostics[where]) == 1)


def test_an_editor_that_answers_no_request_is_checked_all_the_same(tmp_path: Path) -> None:
    with editing() as editor:
        editor.initialize(tmp_path)
        editor.answers_requests = False
        editor.open(uri(tmp_path), NOTES)
        assert editor.check(uri(tmp_path))["claims"] >= 3


@pytest.mark.parametrize(
    ("method", "params", "code", "said"),
    [
        ("workspace/executeCommand", {"command": "localcheck.nothing"}, -32602, "unknown command"),
        ("workspace/executeCommand", {"command": "localcheck.check", "arguments": [3]}, -32602, "must be a text"),
        ("workspace/executeCommand", {"command": "localcheck.search", "arguments": []}, -32602, "in this order: query"),
        (
            "workspace/executeCommand",
            {"command": "localcheck.check", "arguments": ["file:///x"]},
            -32803,
            "not open here",
        ),
        ("textDocument/hover", {"textDocument": {}}, -32602, "do not fit"),
        ("textDocument/definition", {}, -32602, "do not fit"),
        ("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, -32600, "already"),
        ("nothing/known", {}, -32601, "nothing/known"),
    ],
)
def test_a_wrong_request_is_answered_with_what_to_change(
    editor: Editor, method: str, params: Any, code: int, said: str
) -> None:
    error = editor.request(method, params)
    assert error["code"] == code and said in error["message"]


def test_nothing_is_answered_before_initialize_and_after_shutdown(tmp_path: Path) -> None:
    with editing() as editor:
        assert editor.request("textDocument/hover", {})["code"] == -32002
        editor.initialize(tmp_path)
        assert editor.request("shutdown", None) is None
        editor.notify("$/setTrace", {"value": "off"})
        assert editor.request("textDocument/hover", {})["code"] == -32600
        assert not any(json.loads(said).get("id", 0) is None for said in editor.raw), "a notification has no answer"


def test_a_busy_server_says_so(tmp_path: Path) -> None:
    with editing(Words(0.05)) as editor:
        editor.initialize(tmp_path)
        for n in range(MOST_CHECKS + 1):
            editor.open(uri(tmp_path, f"{n}.md"), slow_text())
            editor.save(uri(tmp_path, f"{n}.md"))
        editor.wait_for(lambda: any("busy" in said for said in editor.shown))


def test_a_busy_server_says_so_of_documents_that_are_opened(tmp_path: Path) -> None:
    """An editor that opens all documents of yesterday left those behind the sixteenth unchecked without a word."""
    with editing(Words(0.05)) as editor:
        editor.initialize(tmp_path, checkOnOpen=True)
        for n in range(MOST_CHECKS + 1):
            editor.open(uri(tmp_path, f"{n}.md"), slow_text())
        editor.wait_for(lambda: any("busy" in said for said in editor.shown))


def test_wrong_options_are_told_and_left_out(tmp_path: Path) -> None:
    with editing() as editor:
        found = editor.initialize(tmp_path, checkOnSave="yes", colour=True, showSupported=True)
        assert found["capabilities"]["textDocumentSync"]
        editor.wait_for(lambda: any("checkOnSave, colour" in said for said in editor.shown))
        editor.open(uri(tmp_path), MARS)
        editor.save(uri(tmp_path))
        editor.wait_for(lambda: labels(editor, uri(tmp_path)) == ["supported"] if editor.published else False)


def test_an_empty_document_and_one_of_markup_only_show_nothing(editor: Editor, tmp_path: Path) -> None:
    for text, claims in (("", 0), ("\n\n", 0), ("<!-- x -->", 0), ("---\ntitle: x\n---\n", 0), ("```\ncode\n```\n", 1)):
        where = uri(tmp_path, f"{len(text)}.md")
        editor.open(where, text)
        assert editor.check(where) == {"uri": where, "claims": claims, "judged": claims}, text
        assert labels(editor, where) == []


def test_a_check_with_a_model_that_breaks_is_an_error_with_its_reason_and_can_be_tried_again(tmp_path: Path) -> None:
    from localcheck.errors import NLIError

    class Breaks(Words):
        broken = True

        def entail(self, pairs: Any) -> Any:
            if self.broken:
                raise NLIError("the model broke")
            return super().entail(pairs)

    nli = Breaks()
    with editing(nli) as editor:
        editor.initialize(tmp_path)
        editor.open(uri(tmp_path), WRONG)
        found = editor.check(uri(tmp_path))
        assert (found["code"], found["message"]) == (-32803, "the model broke.")
        nli.broken = False
        assert editor.check(uri(tmp_path))["judged"] == 1
        assert labels(editor, uri(tmp_path)) == ["refuted"]


def test_an_editor_that_leaves_in_the_middle_of_a_check_ends_the_server(tmp_path: Path) -> None:
    before = threading.active_count()
    with editing(Words(0.05)) as editor:
        editor.initialize(tmp_path)
        editor.open(uri(tmp_path), slow_text())
        editor.save(uri(tmp_path))
        editor.wait_for(lambda: editor.progress)
    for _ in range(100):
        if threading.active_count() <= before + 1:
            break
        time.sleep(0.1)
    assert threading.active_count() <= before + 1


def test_a_server_that_nobody_reads_any_more_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipe to the editor is full, so the server is held up in writing when the editor goes."""
    monkeypatch.setattr(serving, "GRACE", 0.5)
    server_in, to_server = os.pipe()
    from_server, server_out = os.pipe()
    fcntl.fcntl(from_server, fcntl.F_SETPIPE_SZ, 4096)
    told, ended = queue.Queue[int](), queue.Queue[int]()

    def run() -> None:
        with suppress(OSError), os.fdopen(server_in, "rb") as stdin, os.fdopen(server_out, "wb") as stdout:
            ended.put(serving.serve(SessionThread(Settings()), stdin, stdout, leave=told.put))

    threading.Thread(target=run, daemon=True).start()
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "are/you/there", "params": {}}).encode()
    with os.fdopen(to_server, "wb") as out:
        out.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) * 300)
        out.flush()
    assert told.get(timeout=PATIENCE) == 1
    assert ended.empty()
    os.close(from_server)
    assert ended.get(timeout=PATIENCE) == 1
