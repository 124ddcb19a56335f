// One claim with its evidence, and what people decide about it.

import { change, draftOf } from "./drafts.js";
import { el, marked, percent, trying } from "./dom.js";
import { known } from "./person.js";
import { pickQuote } from "./quotes.js";
import { traceOf } from "./trace.js";

const CHOICES = [["supported", "Supported"], ["refuted", "Refuted"], ["not_enough_evidence", "Not enough evidence"]];

/** Two people gave different labels, and no third one decided. */
export const disputed = (verdict) => verdict.standing === "disputed";

function people(verdict) {
  if (disputed(verdict)) return el("p", { class: "word people" }, "≠ disputed");
  return verdict.stands ? el("p", { class: `word people ${verdict.stands}` }, `◆ ${verdict.stands_word}, decided by people`) : null;
}

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

/** What this reviewer decided about the claim; nothing where only others did, whose label is shown and never chosen. */
const ownOf = (verdict) => verdict.decisions?.find((decision) => decision.reviewer === known()) ?? { label: "", note: "", quote: null };

function deciding(verdict, run, decide, redraw) {
  const id = `c${verdict.claim.replaceAll(".", "-")}`;
  const own = ownOf(verdict);
  const { label, note: written, quote } = { ...own, ...draftOf(run, verdict) };
  const note = el("textarea", { id: `${id}-note`, rows: 2, dir: "auto", oninput: () => change(run, verdict, { note: note.value }) });
  note.value = written;
  const radio = ([value, word]) => el("label", { class: "choice" },
    el("input", { type: "radio", id: `${id}-${value}`, name: id, value, checked: label === value, onchange: () => choose(value) }), el("span", {}, word));

  /** The stored quote speaks for the stored label; one that was picked since goes with any. */
  function choose(value) {
    const stored = !("quote" in draftOf(run, verdict)) && own.quote && value !== own.label;
    change(run, verdict, { label: value, ...(stored ? { quote: null } : {}) });
    if (stored) redraw();
  }

  function keep(found) {
    change(run, verdict, { quote: found });
    redraw();
  }

  const say = (chosen) => decide(verdict, { label: chosen, note: note.value,
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
      verdict.stated ? el("span", { class: "fine" }, ` ${verdict.stated}`) : null),
    people(verdict),
    evidence(verdict),
    verdict.difference ? el("p", { class: "difference", dir: "auto" }, "≠ ", verdict.difference) : null,
    el("p", { class: "claim", dir: "auto" }, el("span", { class: "fine" }, "Claim "), marked(verdict.text)),
    verdict.why ? el("p", { class: "fine", dir: "auto" }, verdict.why) : null,
    traceOf(verdict),
    verdict.said?.length ? el("ul", { class: "said" }, verdict.said.map((line) => el("li", { dir: "auto" }, line))) : null,
    verdict.label === "not_checked" ? null : deciding(verdict, run, decide, redraw));
}
