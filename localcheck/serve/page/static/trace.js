// The stopping trace: the belief before any document and after each, as a plot with words for those who do not see it.

import { el, percent, svg } from "./dom.js";

const WIDTH = 320, HEIGHT = 92, LEFT = 30, RIGHT = 40, TOP = 10, BOTTOM = 18;

function plot(trace) {
  const x = (i) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / Math.max(1, trace.length - 1);
  const y = (p) => TOP + (1 - p) * (HEIGHT - TOP - BOTTOM);
  const said = trace.map(([step, p]) => (step ? `${percent(p)} after ${step}` : `${percent(p)} before any document`)).join(", ");
  const line = (p, kind) => svg("line", { class: kind, x1: LEFT, x2: WIDTH - RIGHT, y1: y(p), y2: y(p) });
  const [, last] = trace.at(-1);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "trace", role: "img", "aria-label": `P(factual): ${said}` },
    line(1, "edge"), line(0.5, "half"), line(0, "edge"),
    [1, 0.5, 0].map((p) => svg("text", { x: LEFT - 6, y: y(p) + 3.5, class: "axis end" }, String(p))),
    svg("polyline", { class: "belief", points: trace.map(([, p], i) => `${x(i)},${y(p)}`).join(" ") }),
    trace.map(([, p], i) => svg("circle", { class: "belief", cx: x(i), cy: y(p), r: 3 })),
    trace.map(([step], i) => (trace.length < 12 || i % 5 === 0 ? svg("text", { x: x(i), y: HEIGHT - 4, class: "axis middle" }, String(step)) : null)),
    svg("text", { x: WIDTH - RIGHT + 8, y: y(last) + 4, class: "last" }, percent(last)));
}

export function traceOf(verdict) {
  if (!verdict.trace.length && !verdict.read.length) return null;
  const rows = verdict.read.map((item, i) => el("tr", {},
    el("td", {}, String(i + 1)), el("td", { dir: "auto" }, item.title), el("td", {}, percent(item.entails)),
    el("td", {}, percent(item.contradicts)), el("td", {}, percent(item.p_factual))));
  return el("figure", {},
    verdict.trace.length > 1 ? [el("figcaption", {}, "Belief over the documents read, P(factual)"), plot(verdict.trace)] : null,
    rows.length ? el("details", {}, el("summary", {}, `Documents read: ${rows.length}`),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Documents read" }, el("table", {},
        el("thead", {}, el("tr", {}, ["", "Document", "Entails", "Contradicts", "Belief"].map((name, i) => (i ? el("th", { scope: "col" }, name) : el("td", {}))))),
        el("tbody", {}, rows)))) : null);
}
