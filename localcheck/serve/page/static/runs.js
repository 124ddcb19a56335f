// Earlier runs of this machine, whoever made them: command line, terminal app or this page.

import { get } from "./api.js";
import { el, say, when } from "./dom.js";

const ORDER = [["refuted", "✗"], ["not_enough_evidence", "?"], ["failed", "!"], ["supported", "✓"]];

export async function runsView() {
  const runs = await get("/page/runs");
  const chosen = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => {
    const [first, second] = [...chosen].sort((a, b) => a - b);
    location.hash = `#/compare/${first}/${second}`;
  } }, "Compare two runs");

  function choose(run, box) {
    if (box.checked) chosen.add(run); else chosen.delete(run);
    compare.disabled = chosen.size !== 2;
    say(chosen.size > 2 ? "Choose two runs, no more" : "");
  }

  const row = (run) => {
    const box = el("input", { type: "checkbox", "aria-label": `compare run ${run.run}`, onchange: () => choose(run.run, box) });
    const counts = ORDER.filter(([label]) => run.counts[label]).map(([label, symbol]) =>
      el("span", { class: `count ${label}`, title: label.replaceAll("_", " ") }, `${symbol} ${run.counts[label]}`,
        el("span", { class: "hidden" }, ` ${label.replaceAll("_", " ")} `)));
    return el("tr", {},
      el("td", {}, box),
      el("th", { scope: "row" }, el("a", { href: `#/run/${run.run}`, dir: "auto" }, run.name || "untitled"),
        el("span", { class: "fine" }, `run ${run.run}, ${run.method}`)),
      el("td", { class: "counts" }, counts),
      el("td", {}, run.state === "finished" ? `${run.reviewed} decided` : run.state === "open" ? "not finished" : run.state),
      el("td", { class: "fine" }, when(run.started)));
  };

  const table = el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Runs" },
    el("table", {}, el("thead", {}, el("tr", {}, ["Compare", "Document", "Claims", "State", "When"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, runs.map(row))));
  return { title: "Earlier runs", nodes: [
    el("h1", {}, "Earlier runs"),
    runs.length ? el("div", { class: "row" }, compare) : el("p", { class: "lead" }, "There is none yet. ", el("a", { href: "#/" }, "Check a text.")),
    runs.length ? table : null,
  ].filter(Boolean) };
}
