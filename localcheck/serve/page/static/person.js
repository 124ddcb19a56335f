// Who decides here, and whether they do so without seeing the verdicts.

import { post } from "./api.js";
import { ask, el, input } from "./dom.js";

const NAME = "localcheck-reviewer", BLIND = "localcheck-blind";

/** The name that was given; null before anybody was asked. */
export const known = () => localStorage.getItem(NAME);

export const isBlind = () => known() !== null && sessionStorage.getItem(BLIND) === "yes";

export function setBlind(blind) {
  if (blind) sessionStorage.setItem(BLIND, "yes"); else sessionStorage.removeItem(BLIND);
}

/** `path` for the eyes of who reads: blind readers are named, and the server hides what they must not see. */
export function forEyes(path) {
  return isBlind() ? `${path}${path.includes("?") ? "&" : "?"}blind=${encodeURIComponent(known())}` : path;
}

/** The reviewer's name, which is asked for once; `anew` asks again, for the next person at this browser. */
export async function named({ anew = false } = {}) {
  if (known() && !anew) return known();
  const field = input("reviewer", { autocomplete: "name", required: true, maxlength: 200, value: known() });
  const said = await ask("Your name?", [el("p", {}, "It is stored with every decision. You are asked once."),
    el("label", { for: "reviewer" }, "Name"), field], "Keep it");
  if (anew && !said) return known();
  if (!said || !field.value.trim()) throw new Error("Nothing was decided: a decision needs a name");
  const name = (await post("/page/reviewer", { reviewer: field.value })).reviewer;
  localStorage.setItem(NAME, name);
  return name;
}
