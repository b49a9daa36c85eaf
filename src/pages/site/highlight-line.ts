import { escapeHtml } from "./value-html.ts";

const YAML_KEY = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`[\]{},-][^#]*?|-[^\s#][^#]*?)(:)(?=\s|$)/;
const SCALAR = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<![\w.-])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|~)(?![\w.:/-])|(?<=^|\s)(#.*)$/g;

function span(name: string, text: string): string {
  return `<span class="${name}">${escapeHtml(text)}</span>`;
}

/** The value part of a line: quoted strings, numbers, words of JSON, a comment; the rest as it is. */
function rest(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(SCALAR)) {
    const [whole, quoted, word, comment] = match;
    html += escapeHtml(text.slice(at, match.index));
    if (quoted !== undefined) html += span(/^\s*:/.test(text.slice(match.index + whole.length)) ? "k" : "s", whole);
    else if (comment !== undefined) html += span("cm", whole);
    else html += span(/^[tfn~]/.test(word ?? "") ? "w" : "n", whole);
    at = match.index + whole.length;
  }
  return html + escapeHtml(text.slice(at));
}

/** A line of YAML or JSON with its key, strings, numbers and comment marked. It reads a line alone: block text stays plain enough. */
export function highlightLine(text: string, language: "yaml" | "json"): string {
  if (language === "json") return rest(text);
  const comment = /^\s*#/.test(text);
  if (comment) return span("cm", text);
  const key = YAML_KEY.exec(text);
  if (!key) return rest(text);
  const [whole, indent = "", name = ""] = key;
  return `${indent}${span("k", name)}:${rest(text.slice(whole.length))}`;
}
