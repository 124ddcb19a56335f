// A run: the text with its sentences coloured as verdicts arrive, and the evidence for the sentence that is chosen.

import { download, events, get, post } from "./api.js";
import { complain, el, plural, say, trying } from "./dom.js";
import { claimOf } from "./claim.js";

const WORST = ["refuted", "not_enough_evidence", "failed", "judged", "supported", "not_checked"];
const WORD = { refuted: "refuted", not_enough_evidence: "not enough evidence", failed: "failed", judged: "judged without evidence",
  supported: "supported", not_checked: "not a claim" };
const SIGN = { refuted: "✗", not_enough_evidence: "?", failed: "!", judged: "≈", supported: "✓", not_checked: "" };
const FLAGGED = ["refuted", "not_enough_evidence", "failed"];
const NAME = "localcheck-reviewer";

export async function runView(number, about) {
  let run = await get(`/page/runs/${number}`);
  const verdicts = new Map();
  const sentences = new Map();
  const leaving = new AbortController();
  let chosen = null;

  const counts = el("p", { class: "sum" });
  const bar = el("progress", { "aria-label": "Sentences checked" });
  const text = el("div", { class: "document", dir: "auto", onkeydown: keys });
  const panel = el("section", { class: "panel", "aria-labelledby": "chosen", onkeydown: (event) => {
    if (event.key === "Escape") sentences.get(chosen)?.focus();
  } });
  const stop = el("button", { type: "button", onclick: trying(() => post(`/page/runs/${number}/stop`)) }, "Stop");
  const goOn = el("button", { type: "button", onclick: trying(async () => { await post(`/page/runs/${number}/continue`); await refresh(); follow(); }) }, "Continue");
  const next = el("button", { type: "button", onclick: () => step(1, true) }, "Next flagged");
  const undo = el("button", { type: "button", onclick: trying(async () => { take(await post(`/page/runs/${number}/undo`, { reviewer: await named() })); say("Your last decision is taken back"); }) }, "Undo");
  const format = el("select", { id: "format" }, Object.entries(about.formats).map(([name, what]) => el("option", { value: name }, `${name}: ${what}`)));
  const save = el("button", { type: "button", onclick: trying(async () => {
    await download(`/page/runs/${number}/export?format=${format.value}`, `localcheck-run-${number}.${format.value}`);
    say(`Saved as ${format.value}`);
  }) }, "Export");

  // ── the text
  const of = (sentence) => [...verdicts.values()].filter((v) => v.sentence === sentence);
  const labelOf = (v) => v.stands || v.label;
  const worst = (sentence) => WORST.find((label) => of(sentence).some((v) => labelOf(v) === label));

  function paint(sentence) {
    const link = sentences.get(sentence);
    const label = worst(sentence);
    if (!link || !label) return;
    const decided = of(sentence).some((v) => v.stands);
    link.className = `sentence ${label}`;
    link.querySelector(".sign").textContent = SIGN[label] + (decided ? "◆" : "");
    link.querySelector(".hidden").textContent = ` (${WORD[label]}${decided ? ", decided by people" : ""}) `;
  }

  function write() {
    text.replaceChildren(...run.pieces.map(([piece, sentence]) => {
      if (sentence == null) return document.createTextNode(piece);
      const link = el("a", { class: "sentence waiting", href: `#/run/${number}/${sentence}`, onclick: () => { if (chosen === sentence) choose(sentence); } }, piece,
        el("span", { class: "sign", "aria-hidden": "true" }), el("span", { class: "hidden" }, " (not judged yet) "));
      sentences.set(sentence, link);
      return link;
    }));
  }

  function tell() {
    const all = [...verdicts.values()].filter((v) => v.label !== "not_checked");
    const parts = WORST.filter((label) => label !== "not_checked").map((label) => [label, all.filter((v) => labelOf(v) === label).length]);
    counts.replaceChildren(...parts.filter(([, n]) => n).map(([label, n]) => el("span", { class: `count ${label}` }, `${SIGN[label]} ${n} ${WORD[label]}`)));
    const state = run.summary.state;
    bar.max = Math.max(1, run.sentences);
    bar.value = new Set([...verdicts.values()].map((v) => v.sentence)).size;
    bar.hidden = stop.hidden = state !== "running";
    goOn.hidden = ["running", "finished"].includes(state);
    next.disabled = !all.some((v) => FLAGGED.includes(labelOf(v)));
    if (state === "running") say(`${bar.value} of ${plural(run.sentences, "sentence")} checked`);
  }

  // ── choosing a sentence
  function keys(event) {
    const move = { j: [1, false], k: [-1, false], n: [1, true], p: [-1, true] }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = [...sentences.values()].indexOf(document.activeElement);
    step(move[0], move[1], at < 0 ? chosen : [...sentences.keys()][at], false);
  }

  function step(direction, flagged, from = chosen, open = true) {
    const order = [...sentences.keys()];
    const at = from == null ? (direction > 0 ? -1 : order.length) : order.indexOf(from);
    const rest = direction > 0 ? order.slice(at + 1) : order.slice(0, Math.max(0, at)).reverse();
    const found = rest.find((s) => !flagged || FLAGGED.includes(worst(s)));
    if (found == null) return say(flagged ? "No further flagged sentence" : "No further sentence");
    if (open) location.hash = `#/run/${number}/${found}`; else sentences.get(found).focus();
  }

  function choose(sentence) {
    chosen = sentence;
    for (const [index, link] of sentences) link.toggleAttribute("aria-current", index === sentence);
    describe();
    const heading = panel.querySelector("h2");
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  }

  function describe() {
    const found = chosen == null ? [] : of(chosen);
    const heading = el("h2", { id: "chosen", tabindex: "-1" }, chosen == null ? "Evidence" : `Evidence for sentence ${chosen + 1}`);
    const empty = chosen == null ? "Choose a sentence to see what it rests on. Keys in the text: j and k go on and back, n and p to what is flagged, Enter opens, Escape returns."
      : "This sentence is not judged yet.";
    panel.replaceChildren(heading, ...(found.length ? found.map((v) => claimOf(v, decide)) : [el("p", { class: "none" }, empty)]));
  }

  // ── what people decide
  async function named() {
    const known = localStorage.getItem(NAME);
    if (known) return known;
    const input = el("input", { id: "reviewer", autocomplete: "name", required: true, maxlength: 200 });
    const dialog = el("dialog", { "aria-labelledby": "ask" }, el("form", { method: "dialog" },
      el("h2", { id: "ask" }, "Your name?"), el("p", {}, "It is stored with every decision. You are asked once."),
      el("label", { for: "reviewer" }, "Name"), input,
      el("div", { class: "row" }, el("button", { class: "first", value: "ok" }, "Keep it"),
        el("button", { value: "", formnovalidate: true }, "Cancel"))));
    document.body.append(dialog);
    dialog.showModal();
    await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
    dialog.remove();
    const name = input.value.trim();
    if (dialog.returnValue !== "ok" || !name) throw new Error("Nothing was decided: a decision needs a name");
    localStorage.setItem(NAME, name);
    await seen();
    return name;
  }

  const decide = async (verdict, label, note) => {
    try {
      const reviewer = await named();
      take(await post(`/page/runs/${number}/decisions`, { reviewer, claim: verdict.claim, revision: verdict.revision, label, note }));
      panel.querySelector("h2").focus();
      say(label ? `Decided: ${WORD[label]}` : "The note is kept; it decides nothing");
    } catch (error) { complain(error); }
  };

  async function seen() {
    const reviewer = localStorage.getItem(NAME);
    if (reviewer) await post(`/page/runs/${number}/seen`, { reviewer });
  }

  // ── verdicts as they arrive
  function take(found) {
    run = found;
    for (const verdict of run.verdicts) { verdicts.set(verdict.claim, verdict); paint(verdict.sentence); }
    tell();
    describe();
  }

  async function refresh() { take(await get(`/page/runs/${number}`)); }

  function done() {
    const { state, error } = run.summary;
    if (error) say(error, "problem");
    else say(state === "finished" ? `Done: ${plural(run.sentences, "sentence")} checked` : "Stopped. What was judged is kept; Continue goes on");
  }

  async function follow() {
    let ended = null;
    try {
      for await (const event of events(`/page/runs/${number}/events`, leaving.signal)) {
        if (event.event === "ended") ended = event;
        if (event.event !== "judged") continue;
        verdicts.set(event.verdict.claim, { ...verdicts.get(event.verdict.claim), ...event.verdict });
        paint(event.verdict.sentence);
        tell();
        if (event.verdict.sentence === chosen) describe();
      }
      await refresh();
      await seen();
      const state = run.summary.state;
      if (ended?.error) complain({ message: ended.error, hint: ended.hint });
      else if (state === "running") setTimeout(follow, 1000);
      else done();
    } catch (error) {
      if (error.name === "AbortError") return;
      run.summary.state = "open";
      tell();
      complain(error);
    }
  }

  write();
  take(run);
  if (run.summary.state === "running") follow(); else { done(); seen().catch(complain); }
  const bars = [el("div", { class: "row tools" }, stop, goOn, next, undo, el("span", { class: "gap" }),
    el("label", { for: "format", class: "hidden" }, "Format"), format, save)];
  return { title: run.summary.name, leave: () => leaving.abort(), select: choose, nodes: [
    el("h1", { dir: "auto" }, run.summary.name),
    el("p", { class: "fine" }, `Run ${number}, ${run.summary.method}, evidence ${run.summary.index || "none"}`),
    counts, bar, ...bars, ...run.notes.map((note) => el("p", { class: "fine note" }, note)),
    el("div", { class: "reading" }, text, panel),
  ] };
}
