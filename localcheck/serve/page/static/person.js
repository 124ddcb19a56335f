// Who decides here, and whether they do so without seeing the verdicts.

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

/** The reviewer's name, which is asked for once. */
export async function named() {
  if (known()) return known();
  const field = input("reviewer", { autocomplete: "name", required: true, maxlength: 200 });
  const said = await ask("Your name?", [el("p", {}, "It is stored with every decision. You are asked once."),
    el("label", { for: "reviewer" }, "Name"), field], "Keep it");
  const name = field.value.trim();
  if (!said || !name) throw new Error("Nothing was decided: a decision needs a name");
  localStorage.setItem(NAME, name);
  return name;
}
