// A run: the text with its sentences coloured as verdicts arrive, and the evidence for the sentence that is chosen.

import { download, events, get, post } from "./api.js";
import { complain, el, plural, redrawn, say, trying } from "./dom.js";
import { claimOf, disputed } from "./claim.js";
import { forget, forgetAll } from "./drafts.js";
import { forEyes, isBlind, known, named, setBlind } from "./person.js";
import { signOff, signatures } from "./signing.js";

const WORST = ["hidden", "refuted", "not_enough_evidence", "failed", "judged", "supported", "not_checked"];
const WORD = { refuted: "refuted", not_enough_evidence: "not enough evidence", failed: "failed", judged: "judged without evidence",
  supported: "supported", not_checked: "not checked", hidden: "hidden until you decide" };
const SIGN = { refuted: "✗", not_enough_evidence: "?", failed: "!", judged: "≈", supported: "✓", not_checked: "", hidden: "▒" };
const FLAGGED = ["refuted", "not_enough_evidence", "failed", "hidden"];

export async function runView(number, about) {
  const here = `/page/runs/${number}`;
  let run = await get(forEyes(here));
  const verdicts = new Map();
  const inSentence = new Map(); // its claims: looking through all of them for each sentence takes minutes in a book
  const sentences = new Map();
  const leaving = new AbortController();
  let chosen = null;

  const counts = el("p", { class: "sum" });
  const notes = el("div");
  const bar = el("progress", { "aria-label": "Sentences checked" });
  const text = el("div", { class: "document", onkeydown: keys });
  const panel = el("section", { class: "panel", "aria-labelledby": "chosen", onkeydown: (event) => {
    if (event.key === "Escape") sentences.get(chosen)?.focus();
  } });
  const stop = el("button", { type: "button", onclick: trying(() => post(`${here}/stop`)) }, "Stop");
  const goOn = el("button", { type: "button", onclick: trying(async () => { await post(`${here}/continue`); await refresh(); follow(); }) }, "Continue");
  const next = el("button", { type: "button", onclick: () => step(1, true) }, "Next flagged");
  const undo = el("button", { type: "button", onclick: trying(takeBack) }, "Undo");
  const correct = el("button", { type: "button", onclick: () => { location.hash = `#/corrections/${number}`; } }, "Corrections");
  const signed = el("div");
  const sign = el("button", { type: "button", onclick: trying(async () => {
    const lines = await signOff(number);
    if (lines) signed.replaceChildren(...signatures(lines));
  }) }, "Sign off");
  const who = el("button", { type: "button", onclick: trying(changeReviewer) });
  const blind = el("input", { type: "checkbox", id: "blind", checked: isBlind(), onchange: async () => {
    try {
      await named();
      setBlind(blind.checked);
      await refresh();
      await seen();
      say(isBlind() ? "Blind: verdicts are hidden until you decide; what you saw before does not count as blind" : "Verdicts are shown");
    } catch (error) {
      setBlind(blind.checked = false);
      complain(error);
    }
  } });
  const format = el("select", { id: "format" }, Object.entries(about.formats).map(([name, what]) => el("option", { value: name }, `${name}: ${what}`)));
  const save = el("button", { type: "button", onclick: trying(async () => {
    await download(`${here}/export?format=${format.value}`, `localcheck-run-${number}.${format.value}`);
    say(`Saved as ${format.value}`);
  }) }, "Export");

  // ── the text
  const of = (sentence) => [...(inSentence.get(sentence) ?? [])].map((claim) => verdicts.get(claim));
  const labelOf = (v) => v.stands || v.label;
  const worst = (sentence) => WORST.find((label) => of(sentence).some((v) => labelOf(v) === label));

  function put(verdict) {
    verdicts.set(verdict.claim, verdict);
    if (!inSentence.has(verdict.sentence)) inSentence.set(verdict.sentence, new Set());
    inSentence.get(verdict.sentence).add(verdict.claim);
    paint(verdict.sentence);
  }

  function paint(sentence) {
    const link = sentences.get(sentence);
    const label = worst(sentence);
    if (!link || !label) return;
    const [mark, people] = of(sentence).some(disputed) ? ["≠", ", disputed"]
      : of(sentence).some((v) => v.stands) ? ["◆", ", decided by people"] : ["", ""];
    link.className = `sentence ${label === "hidden" ? "hidden-verdict" : label}`;
    link.querySelector(".sign").textContent = SIGN[label] + mark;
    link.querySelector(".hidden").textContent = ` (${WORD[label]}${people}) `;
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
    const all = [...verdicts.values()].filter((v) => labelOf(v) !== "not_checked");
    const parts = WORST.filter((label) => label !== "not_checked").map((label) => [label, all.filter((v) => labelOf(v) === label).length]);
    counts.replaceChildren(...parts.filter(([, n]) => n).map(([label, n]) => el("span", { class: `count ${label}` }, `${SIGN[label]} ${n} ${WORD[label]}`)));
    who.textContent = known() ? `Reviewer: ${known()}` : "Reviewer …";
    const state = run.summary.state;
    bar.max = Math.max(1, run.sentences);
    bar.value = new Set([...verdicts.values()].map((v) => v.sentence)).size;
    bar.hidden = stop.hidden = state !== "running";
    goOn.hidden = ["running", "finished"].includes(state);
    sign.hidden = state !== "finished";
    correct.hidden = state === "running";
    sign.disabled = correct.disabled = isBlind();
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
    redrawn(() => panel.replaceChildren(heading,
      ...(found.length ? found.map((v) => claimOf(v, number, decide, describe)) : [el("p", { class: "none" }, empty)])));
  }

  // ── what people decide
  const decide = async (verdict, said) => {
    try {
      const first = !known();
      const reviewer = await named();
      if (first) await seen();
      const next = await post(`${here}/decisions`, { reviewer, claim: verdict.claim, revision: verdict.revision, blind: isBlind(), ...said });
      forget(number, verdict);
      take(next);
      panel.querySelector("h2").focus();
      const others = disputed(verdicts.get(verdict.claim)) ? "; another reviewer says otherwise: a third decision is needed" : "";
      say(said.label ? `Decided: ${WORD[said.label]}${others}` : "It is kept; it decides nothing");
    } catch (error) { complain(error); }
  };

  async function takeBack() {
    const found = await post(forEyes(`${here}/undo`), { reviewer: await named() });
    take(found);
    const { said, sentence } = found.undone;
    if (sentence != null && sentence !== chosen) location.hash = `#/run/${number}/${sentence}`;
    say(`Taken back: ${said}`);
  }

  async function changeReviewer() {
    const before = known();
    if (await named({ anew: true }) !== before && before !== null) forgetAll();
    await refresh();
    await seen();
  }

  async function seen() {
    if (known() && !isBlind()) await post(`${here}/seen`, { reviewer: known() });
  }

  // ── verdicts as they arrive
  function take(found) {
    run = found;
    notes.replaceChildren(...run.notes.map((note) => el("p", { class: "fine note" }, note)));
    run.verdicts.forEach(put);
    tell();
    describe();
  }

  async function refresh() { take(await get(forEyes(here))); }

  function done() {
    const { state, error } = run.summary;
    if (error) say(error, "problem");
    else say(state === "finished" ? `Done: ${plural(run.sentences, "sentence")} checked` : "Stopped. What was judged is kept; Continue goes on");
  }

  let following = false;

  async function follow() {
    if (following) return;
    following = true;
    let ended = null;
    try {
      for await (const event of events(forEyes(`${here}/events`), leaving.signal)) {
        if (event.event === "ended") ended = event;
        if (event.event !== "judged") continue;
        put({ ...verdicts.get(event.verdict.claim), ...event.verdict });
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
    } finally {
      following = false;
    }
  }

  // What others decided or continued meanwhile, in another tab or in the terminal app, is there when somebody comes back to this one.
  addEventListener("focus", async () => {
    if (run.summary.state === "running") return;
    try {
      await refresh();
      if (run.summary.state === "running") await follow();
    } catch (error) { complain(error); }
  }, { signal: leaving.signal });

  write();
  take(run);
  if (run.summary.state === "running") follow(); else { done(); seen().catch(complain); }
  get(`${here}/signoff`).then((found) => signed.replaceChildren(...signatures(found.signed)), complain);
  const bars = [el("div", { class: "row tools" }, stop, goOn, next, undo, correct, sign, who,
    el("label", { class: "choice", for: "blind" }, blind, "Blind"), el("span", { class: "gap" }),
    el("label", { for: "format", class: "hidden" }, "Format"), format, save)];
  return { title: run.summary.name, leave: () => leaving.abort(), select: choose, nodes: [
    el("h1", { dir: "auto" }, run.summary.name),
    el("p", { class: "fine" }, `Run ${number}, ${run.summary.method}, evidence ${run.summary.index || "none"}`),
    signed, counts, bar, ...bars, notes,
    el("div", { class: "reading" }, text, panel),
  ] };
}
