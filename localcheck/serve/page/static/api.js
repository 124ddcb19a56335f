// What the page asks of the server it came from, and of nobody else. The token is kept by this tab only, under this origin.

const KEY = "localcheck-token";

export class Refused extends Error {
  constructor(status, message, hint) { super(message); Object.assign(this, { status, hint }); }
}

/** Take the token out of the address, so that it stands neither there nor in the history. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", "/#/");
  }
}

/** A server that is not there, or is gone while it answers. */
function unanswered(error) {
  if (error.name === "AbortError") throw error;
  throw new Refused(0, "localcheck does not answer", "start `localcheck serve --ui` again; runs are kept and can be continued");
}

async function answered(path, options = {}) {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}`, ...options.headers };
  const response = await fetch(path, { ...options, headers }).catch(unanswered);
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  if (response.status === 404 && path.startsWith("/page/runs/")) {
    const gone = new Refused(404, `Run ${path.split("/")[3]} is not here`, "it was removed, or is of another machine; Earlier runs lists those that are here");
    dispatchEvent(new CustomEvent("gone", { detail: gone }));
    throw gone;
  }
  if (response.status === 401) throw new Refused(401, "This page has no token", "open the address that `localcheck serve --ui` prints");
  throw new Refused(response.status, told.error ?? `status ${response.status}`, told.hint ?? "");
}

export const get = async (path) => (await answered(path)).json();

export const post = async (path, body = {}) =>
  (await answered(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })).json();

export const send = async (file) =>
  (await answered(`/page/runs?name=${encodeURIComponent(file.name)}`, {
    method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" },
  })).json();

/** Save what the server answers as a file. */
export async function download(path, name) {
  const url = URL.createObjectURL(await (await answered(path)).blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Server-sent events, one object after another. EventSource cannot send a header, so the stream is read here. */
export async function* events(path, signal) {
  const reader = (await answered(path, { signal })).body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read().catch(unanswered);
    if (done) return;
    const blocks = (waiting + value).split("\n\n");
    waiting = blocks.pop();
    for (const block of blocks) if (block.startsWith("data: ")) yield JSON.parse(block.slice(6));
  }
}
