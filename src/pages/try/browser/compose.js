/* Composing a message: an editable text, judged at each key press by the schema of the message. */
import { attributes, button, copyButton, element, fill } from "./dom.js";
import { createJudges } from "./judge.js";
import { createSamples } from "./samples.js";

/** A pause in typing after which the text is judged. */
const PAUSE = 120;
const MOST_PROBLEMS = 20;
const MOST_LINES = 2000;

/** The last entry of a list, which says how many it leaves out; none if it leaves out none. */
function left(tag, count) {
  return count > 0 ? [element(tag, { disabled: true, textContent: `+${count}` })] : [];
}

/** The row of a field on the page. Items of lists share one, and what is not on the page has none. */
function rowOf(anchor, pointer) {
  const steps = pointer.split("/").slice(1);
  for (let end = steps.length; end > 0; end -= 1) {
    for (const item of ["*", "(*)", "items"]) {
      const path = steps.slice(0, end).map((step) => (/^\d+$/.test(step) ? item : step.replaceAll("~1", "/").replaceAll("~0", "~")));
      const row = document.getElementById([anchor, ...path].join("."));
      if (row) return row.id;
    }
  }
  return undefined;
}

const lineOf = (text, at) => text.slice(0, at).split("\n").length;

function createEditor(words) {
  const lines = attributes(element("div", { className: "try-lines" }), { "aria-hidden": "true" });
  const area = attributes(element("textarea", { spellcheck: false, wrap: "off", rows: 8 }), {
    autocapitalize: "off",
    autocomplete: "off",
    "aria-describedby": "try-verdict",
  });
  const status = element("p", { id: "try-verdict", className: "try-verdict" });
  status.setAttribute("role", "status");
  const list = attributes(element("ul", { className: "example-problems", lang: "en" }), { "aria-labelledby": "try-verdict" });
  area.addEventListener("scroll", () => (lines.scrollTop = area.scrollTop));
  function number(wrong) {
    const count = Math.min(area.value.split("\n").length, MOST_LINES);
    area.rows = Math.min(Math.max(count, 6), 22);
    lines.replaceChildren(
      ...Array.from({ length: count }, (_, at) => element("span", { className: wrong.has(at + 1) ? "bad" : "", textContent: at + 1 })),
    );
  }
  function goTo(at) {
    area.focus();
    area.setSelectionRange(at, at);
  }
  function problemItem({ start, pointer, message }, anchor) {
    const place = button(fill(words.line, { line: lineOf(area.value, start) }), () => goTo(start), "try-line");
    const row = pointer === undefined ? undefined : rowOf(anchor, pointer);
    const code = element("code", { textContent: pointer });
    const name = pointer ? [row === undefined ? code : element("a", { href: `#${row}` }, code), " "] : [];
    return element("li", {}, place, " ", ...name, `${message}.`);
  }
  return {
    area,
    parts: [element("div", { className: "try-edit" }, lines, area), status, list],
    show({ state, problems, reason }, anchor) {
      number(new Set(problems.map(({ start }) => lineOf(area.value, start))));
      const count = problems.length;
      const said = { passed: `✓ ${words.fits}`, failed: `✗ ${count === 1 ? words.problem : fill(words.problems, { count })}` };
      const text = said[state] ?? fill(words.unchecked, { reason });
      if (status.textContent !== text) status.textContent = text;
      status.dataset.state = state;
      attributes(area, { "aria-invalid": String(state === "failed") });
      const shown = problems.slice(0, MOST_PROBLEMS).map((each) => problemItem(each, anchor));
      list.replaceChildren(...shown, ...left("li", count - MOST_PROBLEMS));
    },
  };
}

function start({ words, operation, schemas, lost }) {
  const { sent, places } = operation;
  const panel = document.getElementById("try-files").closest(".duo");
  const judge = createJudges(schemas, words);
  const samples = createSamples(panel, places);
  const editor = createEditor(words);
  const texts = new Map(sent.map(({ key, text }) => [key, text]));
  let chosen = sent[0];
  let waiting;
  const judged = () => {
    clearTimeout(waiting);
    const { value } = editor.area;
    texts.set(chosen.key, value);
    const verdict = judge(chosen, value);
    editor.show(verdict, chosen.anchor);
    // Samples are of the first message until another is chosen.
    panel.querySelector("[data-message]")?.replaceChildren(chosen.name);
    samples.put(chosen === sent[0] && value === chosen.text ? undefined : value, chosen.unchecked === undefined);
    return verdict;
  };
  const choose = (message) => {
    chosen = message;
    editor.area.value = texts.get(message.key);
    attributes(editor.area, { "aria-label": fill(words.payload, { name: message.name }) });
    judged();
  };
  editor.area.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(judged, PAUSE);
  });
  const options = sent.map(({ name }, at) => element("option", { value: at, textContent: name }));
  const select = element("select", {}, ...options, ...left("option", operation.left));
  select.addEventListener("change", () => choose(sent[select.value]));
  const which = sent.length > 1 ? [element("label", { className: "try-field" }, words.message, " ", select)] : [];
  const reset = button(words.reset, () => {
    texts.set(chosen.key, chosen.text);
    choose(chosen);
  });
  const copy = copyButton(words, words.copy, () => editor.area.value);
  const names = samples.stale.map((each) => panel.querySelector(`.samples > .bar [value="${each}"]`)?.parentElement.textContent ?? each);
  const stale =
    names.length > 0 ? [element("p", { className: "try-note", textContent: fill(words.stale, { names: names.join(", ") }) })] : [];
  const sorry = () => element("p", { className: "try-note", role: "alert", textContent: words.lost });
  const missing = lost ? [sorry()] : [];
  const made = attributes(element("div", { className: "panel try" }), { role: "group", "aria-label": words.title });
  made.append(...missing, ...which, ...editor.parts, element("div", { className: "try-bar" }, reset, copy), ...stale);
  panel.append(made);
  const shown = () => panel.classList.toggle("composing", panel.querySelector('[value="try"]').checked);
  panel.addEventListener("change", shown);
  choose(chosen);
  shown();
  // What only connecting needs is asked for when a reader opens it.
  if (operation.servers.length === 0) return made.append(element("p", { className: "try-note", textContent: words["no-server"] }));
  const send = element("details", { className: "try-send" }, element("summary", { textContent: words.open }));
  made.append(send);
  send.addEventListener(
    "toggle",
    () => {
      window.msgdocsSend = {
        words,
        operation,
        judge,
        holder: send,
        payload: () => ({ text: editor.area.value, message: chosen, verdict: judged() }),
      };
      const file = document.getElementById("try-send").content.cloneNode(true);
      file.firstChild.onerror = () => send.append(sorry());
      document.head.append(file);
    },
    { once: true },
  );
}

/* The scripts come in any order, each with its data, this one with words: what came before it waits in a list. */
const known = {
  words: {},
  schemas: new Map(),
  asked: document.getElementById("try-files").content.querySelectorAll("script").length,
  lost: false,
};
function take(data) {
  known.asked -= 1;
  if ("schema" in data) known.schemas.set(data.message, data.schema);
  else if ("words" in data) Object.assign(known.words, data.words);
  else if ("lost" in data) known.lost = true;
  else Object.assign(known, data);
  if (known.asked === 0 && known.operation) start(known);
}
const before = window.msgdocsTry ?? [];
window.msgdocsTry = { push: take };
before.forEach(take);
