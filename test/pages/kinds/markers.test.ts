import { parse, type DefaultTreeAdapterMap } from "parse5";
import { describe, expect, it } from "vitest";
import type { Dialect } from "../../../src/format/index.ts";
import { built } from "../../support/built.ts";
import { formatDocument } from "../../support/format-document.ts";
import type { Plain } from "../../support/plain.ts";
import { printPlain } from "../../support/plain.ts";
import { markerLeaves } from "./marker-leaves.ts";

type HtmlNode = DefaultTreeAdapterMap["node"];

const MARKER = /mk\d+x|9\d{4}/g;

/** Every marker of a value with a place where it stands, so that a failure names the field. */
function markersOf(value: Plain, path = "", found = new Map<string, string>()): Map<string, string> {
  const note = (text: string, at: string): void => {
    for (const [marker] of text.matchAll(MARKER)) if (!found.has(marker)) found.set(marker, at);
  };
  if (value instanceof Map) {
    for (const [key, each] of value as ReadonlyMap<string, Plain>) {
      note(key, `${path}/${key} (key)`);
      markersOf(each, `${path}/${key}`, found);
    }
  } else if (Array.isArray(value)) (value as readonly Plain[]).forEach((each, index) => markersOf(each, `${path}/${index}`, found));
  else if (typeof value !== "object") note(String(value), path);
  return found;
}

/** Attributes that a reader sees, hears or follows. */
const SEEN = new Set(["href", "src", "alt", "title", "aria-label"]);

/** What a reader gets of a page without script: text, and the attributes above. Schemas and values as written do not count. */
function seenIn(html: string): string {
  const seen: string[] = [];
  const open: HtmlNode[] = [parse(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("value" in node) seen.push(node.value);
    if (!("childNodes" in node)) continue;
    const attributes = "attrs" in node ? node.attrs : [];
    if (attributes.some(({ name, value }) => name === "aria-labelledby" && value === "as-json")) continue;
    if ("tagName" in node && /^(?:script|style|template|head|nav)$/.test(node.tagName)) continue;
    for (const { name, value } of attributes) if (SEEN.has(name)) seen.push(value);
    for (const child of [...node.childNodes].reverse()) open.push(child);
  }
  return seen.join("\u{0}").replace(/\p{Cf}/gu, "");
}

const dialects: readonly (readonly [Dialect, atLeast: number])[] = [
  [{ line: "2", minor: 4, spelling: "msgapi", written: "2.4.0" }, 150],
  [{ line: "2", minor: 6, spelling: "asyncapi", written: "2.6.0" }, 150],
  [{ line: "draft-3", minor: 0, spelling: "msgapi", written: "3.0.0-draft" }, 150],
  [{ line: "3", minor: 0, spelling: "asyncapi", written: "3.0.0" }, 150],
  [{ line: "3", minor: 1, spelling: "asyncapi", written: "3.1.0" }, 150],
];

describe("field-complete: what a document says in any field of any object is printed", () => {
  it.each(dialects)("$written", async (dialect, atLeast) => {
    const document = formatDocument(dialect, markerLeaves());
    const markers = markersOf(document);
    expect(markers.size).toBeGreaterThan(atLeast);
    const { files } = await built({ "main.json": printPlain(document) });
    const pages = [...files].filter(([path]) => path.endsWith(".html") && !path.startsWith("source/"));
    const printed = {
      pages: pages.map(([, html]) => seenIn(html)),
      markdown: [...files].flatMap(([path, text]) => (path.endsWith(".md") ? [text] : [])),
      model: [files.get("model.json") ?? ""],
    };
    for (const [name, texts] of Object.entries(printed)) {
      const seen = new Set(texts.flatMap((text) => text.match(MARKER) ?? []));
      const missing = [...markers].filter(([marker]) => !seen.has(marker)).map(([marker, path]) => `${name}: ${marker} ${path}`);
      expect(missing).toEqual([]);
    }
  });
});
