// Paste or drop a document.

import { post, send } from "./api.js";
import { complain, el, say } from "./dom.js";

const DRAFT = "localcheck-draft";

export function checkView(about) {
  const text = el("textarea", { id: "text", rows: 14, spellcheck: "false", dir: "auto",
    oninput: () => sessionStorage.setItem(DRAFT, text.value) });
  text.value = sessionStorage.getItem(DRAFT) ?? "";
  const file = el("input", { type: "file", id: "file", onchange: () => file.files.length && begin(() => send(file.files[0])) });
  const start = el("button", { class: "first", type: "button", onclick: () => begin(pasted) }, "Check this text");

  async function pasted() {
    const begun = await post("/page/runs", { text: text.value });
    sessionStorage.removeItem(DRAFT);
    return begun;
  }

  async function begin(work) {
    start.disabled = true;
    say("Opening the model and the evidence …");
    try {
      location.hash = `#/run/${(await work()).run}`;
    } catch (error) {
      complain(error);
    } finally {
      start.disabled = false;
      file.value = "";
    }
  }

  const area = el("div", { class: "drop",
    ondragover: (event) => { event.preventDefault(); area.classList.add("over"); },
    ondragleave: () => area.classList.remove("over"),
    ondrop: (event) => {
      area.classList.remove("over");
      const [dropped, ...others] = event.dataTransfer.files;
      if (!dropped && event.target === text) return; // the browser puts a text where it is dropped
      event.preventDefault();
      if (others.length) complain({ message: "One document at a time: nothing was checked" });
      else if (dropped) begin(() => send(dropped));
    } },
    el("label", { for: "text" }, "Paste a text, or drop a document here"), text,
    el("div", { class: "row" }, start, el("label", { class: "file", for: "file" }, "or choose a document"), file));
  return { title: "Check", nodes: [
    el("h1", {}, "Check a text"),
    el("p", { class: "lead" }, "Every sentence is compared with evidence on this machine. Nothing leaves it."),
    area,
    el("p", { class: "fine" }, `Method ${about.method}, evidence ${about.index}. Documents: text, Markdown, HTML, PDF, DOCX, ODT, RTF, EPUB and others, ` +
      `up to ${Math.round(about.most_bytes / 1000).toLocaleString()} kB. localcheck ${about.version}`),
  ] };
}
