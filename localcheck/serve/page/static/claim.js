// One claim with its evidence, and what people decide about it.

import { el, marked, percent, trying } from "./dom.js";
import { pickQuote } from "./quotes.js";
import { traceOf } from "./trace.js";

const CHOICES = [["supported", "Supported"], ["refuted", "Refuted"], ["not_enough_evidence", "Not enough evidence"]];

function evidence(verdict) {
  if (verdict.label === "hidden") return el("p", { class: "none" }, "Hidden until you decide. The articles that were read stand under “A quote of your own”.");
  const item = verdict.evidence;
  if (!item) return el("p", { class: "none" }, verdict.about ? `No article about ${verdict.about} in this index.` : "No evidence was read for this claim.");
  if (!item.quote.length) return el("p", { class: "none" }, `Read, but nothing to quote: ${item.source}`);
  return [
    el("blockquote", { class: verdict.decides ? "" : "near", dir: "auto" }, marked(item.quote)),
    el("p", { class: "source", dir: "auto" }, verdict.decides ? "" : "Nearest, but it decides nothing: ", item.source),
    el("details", {}, el("summary", {}, "Context"),
      el("p", { class: "context", dir: "auto" }, item.before, el("strong", {}, marked(item.quote)), item.after),
      el("p", { class: "fine" }, item.locator),
      el("p", { class: "fine" }, `entails ${percent(item.entails)}, contradicts ${percent(item.contradicts)}`)),
  ];
}

const drafts = new Map();

/** What is chosen, typed and quoted for a claim and not saved yet: it outlives the form, which verdicts and decisions draw anew. */
function draftOf(run, verdict) {
  const key = `${run} ${verdict.claim}`;
  if (!drafts.has(key)) drafts.set(key, { label: null, note: "", quote: null });
  return drafts.get(key);
}

/** The entry is stored: its form begins anew. */
export const forget = (run, verdict) => drafts.delete(`${run} ${verdict.claim}`);

function deciding(verdict, run, decide, redraw) {
  const id = `c${verdict.claim.replaceAll(".", "-")}`;
  const draft = draftOf(run, verdict);
  const { quote } = draft;
  const note = el("textarea", { id: `${id}-note`, rows: 2, dir: "auto", oninput: () => { draft.note = note.value; } });
  note.value = draft.note;
  const radio = ([label, word]) => el("label", { class: "choice" },
    el("input", { type: "radio", id: `${id}-${label}`, name: id, value: label, checked: (draft.label ?? verdict.stands) === label,
      onchange: () => { draft.label = label; } }), el("span", {}, word));

  function keep(found) {
    draft.quote = found;
    redraw();
  }

  const say = (label) => decide(verdict, { label, note: note.value,
    ...(quote ? { quote: quote.quote, title: quote.title, outside: quote.outside } : {}) });
  const form = el("form", { class: "deciding", onsubmit: (event) => {
    event.preventDefault();
    say(form.querySelector("input:checked")?.value ?? "");
  } },
    el("fieldset", {}, el("legend", {}, "Your decision"), CHOICES.map(radio)),
    el("div", { class: "picked" }, quote && [el("blockquote", { dir: "auto" }, quote.shown), el("p", { class: "source", dir: "auto" }, quote.place, " ",
      el("button", { type: "button", onclick: () => keep(null) }, "Without it"))]),
    el("label", { for: `${id}-note` }, "Note"), note,
    el("div", { class: "row" }, el("button", { class: "first" }, "Save"),
      el("button", { type: "button", onclick: () => say("") }, "Only the note"),
      el("button", { type: "button", id: `${id}-quote`, onclick: trying(async () => { const found = await pickQuote(run, verdict); if (found) keep(found); }) },
        "A quote of your own …")));
  return form;
}

export function claimOf(verdict, run, decide, redraw) {
  return el("article", { class: "claim-card" },
    el("p", { class: `word ${verdict.label}` }, `${verdict.symbol} ${verdict.word}`,
      verdict.p_factual == null ? null : el("span", { class: "fine" }, ` P(factual) ${percent(verdict.p_factual)}`)),
    verdict.stands || verdict.standing === "disputed"
      ? el("p", { class: `word people ${verdict.stands}` }, `◆ ${verdict.stands_word}, decided by people`) : null,
    evidence(verdict),
    verdict.difference ? el("p", { class: "difference", dir: "auto" }, "≠ ", verdict.difference) : null,
    el("p", { class: "claim", dir: "auto" }, el("span", { class: "fine" }, "Claim "), marked(verdict.text)),
    verdict.why ? el("p", { class: "fine", dir: "auto" }, verdict.why) : null,
    traceOf(verdict),
    verdict.said?.length ? el("ul", { class: "said" }, verdict.said.map((line) => el("li", { dir: "auto" }, line))) : null,
    verdict.label === "not_checked" ? null : deciding(verdict, run, decide, redraw));
}
