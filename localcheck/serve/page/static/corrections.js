// Corrections for the author: the smallest edit that a quote proves, checked again, accepted one by one.

import { download, get, post } from "./api.js";
import { el, plural, say, trying } from "./dom.js";
import { named } from "./person.js";

/** Where the edit stands in its sentence; -1 where that cannot be told. */
function place({ before, after, old, new: put }) {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  while (at >= 0 && !(before.startsWith(old, at) && after.startsWith(put, at))) at -= 1;
  return at;
}

const around = (text, word, at) => (at < 0 ? text : [text.slice(0, at), el("mark", {}, word), text.slice(at + word.length)]);

export async function correctionsView(run) {
  say("Looking for corrections, and checking the corrected sentences again …");
  const view = el("div");
  const lead = el("p", { class: "lead" });
  const save = el("button", { type: "button", onclick: trying(async () => {
    await download(`/page/runs/${run}/corrected`, `localcheck-run-${run}-corrected.txt`);
    say("Saved");
  }) }, "Save the corrected text");
  let found;

  async function choose(edit, accept) {
    const reviewer = await named();
    show(await post(`/page/runs/${run}/corrections`, { reviewer, start: edit.start, end: edit.end, accept }));
    view.querySelector(`[data-start="${edit.start}"] button`)?.focus();
    say(accept ? `Accepted: ${edit.old} → ${edit.new}` : `Not corrected: ${edit.old}`);
  }

  const one = (edit) => el("article", { class: "edit", "data-start": edit.start },
    el("h2", { dir: "auto" }, edit.accepted ? "✓ " : "", edit.old, " → ", edit.new),
    el("p", { dir: "auto" }, el("span", { class: "fine" }, "Before "), el("del", {}, around(edit.before, edit.old, place(edit)))),
    el("p", { dir: "auto" }, el("span", { class: "fine" }, "After "), el("ins", {}, around(edit.after, edit.new, place(edit)))),
    el("blockquote", { dir: "auto" }, edit.quote),
    el("p", { class: "source", dir: "auto" }, edit.source, edit.again ? ` · ${edit.again}` : ""),
    el("div", { class: "row" },
      el("button", { type: "button", class: edit.accepted ? "" : "first", onclick: trying(() => choose(edit, !edit.accepted)) },
        edit.accepted ? "Take back" : "Accept", el("span", { class: "hidden" }, ` ${edit.old} → ${edit.new}`)),
      edit.by ? el("span", { class: "fine" }, `accepted by ${edit.by}`) : null));

  function show(next) {
    found = next;
    const taken = found.edits.filter((edit) => edit.accepted).length;
    lead.textContent = found.edits.length ? `${taken} of ${plural(found.edits.length, "correction")} accepted.`
      : found.unresolved.length ? "There is no correction." : "Nothing is refuted, so there is nothing to correct.";
    save.disabled = !taken;
    view.replaceChildren(...found.edits.map(one), ...(found.unresolved.length
      ? [el("h2", {}, "Without a correction"), el("p", { class: "fine" }, "There is none that the evidence proves."), el("ul", {}, found.unresolved.map((line) => el("li", { dir: "auto" }, line)))] : []));
  }

  show(await get(`/page/runs/${run}/corrections`));
  say("");
  return { title: `Corrections of run ${run}`, nodes: [
    el("h1", { dir: "auto" }, `Corrections: ${found.name}`), lead,
    el("div", { class: "row" }, save, el("a", { href: `#/run/${run}` }, "Back to the text")), view,
  ] };
}
