// Sign-off: a person answers for a run with their name. What is still open is listed, and needs a reason.

import { get, post } from "./api.js";
import { ask, el, input, plural, say } from "./dom.js";
import { known, named } from "./person.js";

export const signatures = (signed) => signed.map((line) => el("p", { class: "signed" }, line));

export async function signOff(run) {
  const found = await get(`/page/runs/${run}/signoff`);
  if (found.unfinished) throw new Error(found.unfinished);
  const waits = found.waiting.length || found.rebuilt.length;
  const reason = input("reason", { required: waits > 0, maxlength: 10000 });
  const name = known() ?? (await named());
  const said = await ask("Sign off", [
    el("p", {}, `${name} answers for this text, its labels and their quotes.`),
    found.waiting.length ? el("p", {}, `${plural(found.waiting.length, "claim")} not settled:`) : null,
    found.waiting.length ? el("ul", { class: "fine", tabindex: "0", "aria-label": "Claims that are not settled" },
      found.waiting.map((one) => el("li", { dir: "auto" }, `${one.word}: ${one.text}`))) : null,
    found.rebuilt.length ? el("p", {}, `Index ${found.rebuilt.join(", ")} was built anew since this run: its quotes may not stand there any more.`) : null,
    waits ? [el("label", { for: "reason" }, "Why it is signed all the same"), reason] : null,
  ], "Sign");
  if (!said) return null;
  const made = await post(`/page/runs/${run}/signoff`, { reviewer: name, reason: reason.value });
  say("Signed off; an export holds it, and verify-report checks it");
  return made.signed;
}
