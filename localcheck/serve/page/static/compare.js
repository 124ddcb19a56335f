// What changed between two runs, by the same comparison as `localcheck runs diff`.

import { get } from "./api.js";
import { el, percent, plural } from "./dom.js";

const word = (label) => label.replaceAll("_", " ");

export async function compareView(first, second) {
  const found = await get(`/page/compare?first=${first}&second=${second}`);
  const flip = (f) => el("article", { class: "flip" },
    el("p", { class: "claim", dir: "auto" }, f.claim),
    f.reworded ? el("p", { class: "claim", dir: "auto" }, el("span", { class: "fine" }, "now "), f.reworded) : "",
    el("p", {}, el("span", { class: `word ${f.before}` }, word(f.before)), " → ", el("span", { class: `word ${f.after}` }, word(f.after)),
      f.score_before == null || f.score_after == null ? "" :
        el("span", { class: "fine" }, ` score ${percent(f.score_before)} → ${percent(f.score_after)} (higher is worse)`)),
    el("ul", { class: "fine" }, f.why.map((why) => el("li", { dir: "auto" }, why))));
  return { title: `Runs ${first} and ${second}`, nodes: [
    el("h1", {}, `Runs ${first} and ${second}`),
    el("p", { class: "lead" }, found.flips.length ? `${plural(found.flips.length, "difference")}; ${plural(found.claims, "claim")} in both runs.`
      : `No label differs; ${plural(found.claims, "claim")} in both runs.`,
      found.reworded ? ` ${plural(found.reworded, "claim")} worded anew, with the same label.` : "",
      found.same_text ? "" : " The two texts differ."),
    found.settings.length ? el("ul", { class: "fine" }, found.settings.map((line) => el("li", {}, line))) : el("p", { class: "fine" }, "Both were made in the same way."),
    found.flips.map(flip),
    el("p", {}, el("a", { href: `#/run/${first}` }, `Open run ${first}`), " · ", el("a", { href: `#/run/${second}` }, `Open run ${second}`)),
  ].flat() };
}
