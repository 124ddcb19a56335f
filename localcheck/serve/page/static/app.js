// Which view the address asks for: #/ (check), #/runs, #/run/N, #/run/N/SENTENCE, #/compare/N/M,
// #/corrections/N.

import { get, takeToken } from "./api.js";
import { complain, el, say } from "./dom.js";
import { checkView } from "./check.js";
import { runsView } from "./runs.js";
import { runView } from "./run.js";
import { compareView } from "./compare.js";
import { correctionsView } from "./corrections.js";

const main = document.getElementById("main");
let open = { path: null, leave() {} };
let about = null;

async function view(name, parts) {
  about ??= await get("/page/about");
  if (name === "runs") return runsView();
  if (name === "run") return runView(Number(parts[0]), about);
  if (name === "corrections") return correctionsView(Number(parts[0]));
  if (name === "compare") return compareView(Number(parts[0]), Number(parts[1]));
  return checkView(about);
}

function show(made, title) {
  main.replaceChildren(...made.nodes);
  document.title = `${title} · localcheck`;
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}

/** What is wrong, in the place of a view. */
function instead(error) {
  open.leave?.();
  open = { path: null };
  main.replaceChildren(el("h1", {}, error.message), el("p", { class: "lead" }, error.hint ?? ""));
  complain(error);
}

async function route() {
  takeToken();
  if (location.hash === "#main") return;
  const [name = "", ...parts] = location.hash.replace(/^#\//, "").split("/");
  const path = name === "run" ? `run/${parts[0]}` : location.hash;
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.getAttribute("href") === (["runs", "run", "compare", "corrections"].includes(name) ? "#/runs" : "#/");
    if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  if (path !== open.path) {
    open.leave?.();
    open = { path, leave() {} };
    say("");
    try {
      const made = await view(name, parts);
      if (open.path !== path) return made.leave?.();
      open = { ...made, path };
      show(made, made.title);
    } catch (error) {
      return instead(error);
    }
  }
  if (parts[1] !== undefined) open.select?.(Number(parts[1]));
}

document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
addEventListener("hashchange", route);
addEventListener("gone", (event) => instead(event.detail));
route();
