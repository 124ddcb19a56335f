// A quote of one's own: from the articles that were read, from a search of the index, or typed. It must stand where it is said to.

import { get, post } from "./api.js";
import { ask, el, input, plural, problem, say } from "./dom.js";
import { forEyes } from "./person.js";

/** Ask for a quote on a claim. Null if none was taken; else what the server says of it: quote, shown, place, and what it was asked. */
export async function pickQuote(run, verdict) {
  const found = el("p", { class: "fine", role: "status" });
  const query = input("query", { type: "search", maxlength: 2000 });
  const quote = el("textarea", { id: "quote", rows: 3, dir: "auto", maxlength: 20000 });
  const outside = input("outside", { maxlength: 1000 });
  const articles = el("select", { id: "articles", size: 5, onchange: () => read() });
  const sentences = el("ol", { class: "sentences", tabindex: "0", "aria-label": "Sentences" });
  let listed = [], requests = 0;
  let taken = { title: "", text: "" };

  function list(next, word) {
    listed = next;
    articles.replaceChildren(...listed.map((one, i) => el("option", { value: i }, one.source ? `${one.title} (${one.source})` : one.title)));
    found.textContent = listed.length ? `${plural(listed.length, "article")} ${word}` : `No article ${word}`;
    articles.selectedIndex = listed.length ? 0 : -1;
    read();
  }

  function read() {
    const one = listed[articles.selectedIndex];
    sentences.replaceChildren(...(one?.sentences ?? []).map(([shown, text], i) => el("li", {},
      el("button", { type: "button", class: "pick", dir: "auto", "aria-current": i === one.quoted,
        onclick: () => { taken = { title: one.name, text }; quote.value = text; quote.focus(); } }, shown))));
    sentences.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** List what the server answers, unless something else was asked for since: a slow answer does not replace a later one. */
  async function listAnswer(address, word) {
    const mine = ++requests;
    try {
      const answer = await get(address);
      if (mine === requests) list(answer, word);
    } catch (error) {
      if (mine === requests) found.textContent = problem(error);
    }
  }

  function search() {
    if (!query.value.trim()) return;
    found.textContent = "Searching …";
    listAnswer(`/page/runs/${run}/sources?query=${encodeURIComponent(query.value)}`, `found for “${query.value}”`);
  }

  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); search(); }
  });
  listAnswer(forEyes(`/page/runs/${run}/sources?claim=${encodeURIComponent(verdict.claim)}`), "read for this claim");

  let told = null;
  const checked = async () => {
    const asked = { quote: quote.value, title: quote.value === taken.text ? taken.title : "", outside: outside.value };
    try {
      told = { ...await post(`/page/runs/${run}/quote`, asked), ...asked };
      return true;
    } catch (error) {
      found.textContent = problem(error);
      return false;
    }
  };
  const said = await ask("A quote of your own", [
    el("p", { class: "claim", dir: "auto" }, verdict.text.map(([piece]) => piece)),
    el("label", { for: "query" }, "Search the index"),
    el("div", { class: "row" }, query, el("button", { type: "button", onclick: search }, "Search")),
    found,
    el("label", { for: "articles" }, "Articles"), articles, sentences,
    el("label", { for: "quote" }, "Quote, word for word; a sentence above goes here"), quote,
    el("label", { for: "outside" }, "Its source, if that is not on this machine"), outside,
  ], "Use this quote", { wide: true, checked });
  if (said) say(`Your quote: ${told.place}`);
  return said ? told : null;
}
