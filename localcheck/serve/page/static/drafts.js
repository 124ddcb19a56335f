// What is chosen, typed and quoted for a claim and not saved yet. It outlives the form, which verdicts and decisions draw anew,
// and the page itself, as long as its tab is open.

const KEPT = "localcheck-drafts";
const drafts = new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"));

const keyOf = (run, verdict) => JSON.stringify([run, verdict.claim, verdict.text.map(([piece]) => piece).join("")]);

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify([...drafts]));
}

/** The part of a claim's form that differs from what is stored; a name that is missing was not touched. */
export const draftOf = (run, verdict) => drafts.get(keyOf(run, verdict)) ?? {};

/** Keep what was changed in a form. */
export function change(run, verdict, part) {
  drafts.set(keyOf(run, verdict), { ...draftOf(run, verdict), ...part });
  keep();
}

/** The entry is stored: its form begins anew. */
export function forget(run, verdict) {
  drafts.delete(keyOf(run, verdict));
  keep();
}

/** Another person sits at this browser. */
export function forgetAll() {
  drafts.clear();
  keep();
}
