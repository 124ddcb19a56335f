// Elements made of names, attributes and text. Text is never read as markup: nothing here or elsewhere sets innerHTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat(2).filter((child) => child != null && child !== false));
  return node;
}

export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

/** A field for a line of text. */
export const input = (id, attributes = {}) => el("input", { id, dir: "auto", ...attributes });

/** A dialog; true if it was agreed to. `checked` may keep it open by answering false. */
export async function ask(title, parts, yes, { wide = false, checked = null } = {}) {
  const agree = el("button", { class: "first", value: "ok" }, yes);
  const form = el("form", { method: "dialog", onsubmit: async (event) => {
    if (!checked || event.submitter !== agree) return;
    event.preventDefault();
    if (await checked()) dialog.close("ok");
  } }, el("h2", { id: "ask" }, title), ...parts.flat().filter(Boolean),
    el("div", { class: "row" }, agree, el("button", { value: "", formnovalidate: true }, "Cancel")));
  const dialog = el("dialog", { "aria-labelledby": "ask", class: wide ? "broad" : "" }, form);
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  dialog.remove();
  return dialog.returnValue === "ok";
}

/** Draw a part of the page anew; what was in focus there is again, with the place where somebody types. */
export function redrawn(draw) {
  const { id, selectionStart, selectionEnd } = document.activeElement;
  draw();
  const field = id ? document.getElementById(id) : null;
  if (!field || field === document.activeElement) return;
  field.focus({ preventScroll: true });
  if (selectionStart != null) field.setSelectionRange(selectionStart, selectionEnd);
}

/** Pieces of [text, marked] as text and <mark>. */
export const marked = (pieces) => pieces.map(([text, mark]) => (mark ? el("mark", {}, text) : text));

/** Say something in the line that screen readers read out, and that everybody sees. */
export function say(text, kind = "") {
  const line = document.getElementById("status");
  line.className = kind;
  line.textContent = text;
}

/** What went wrong, with its hint. */
export const problem = (error) => [error.message, error.hint].filter(Boolean).join(". ");

/** Show what went wrong; nothing that was typed is lost by it. */
export const complain = (error) => say(problem(error), "problem");

/** A handler for an event whose work may fail. */
export const trying = (work) => async (event) => {
  try { await work(event); } catch (error) { complain(error); }
};

export const percent = (p) => (p == null ? "–" : p.toFixed(2));
export const when = (iso) => (iso ? new Date(iso).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "");
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
